"""Draws thumbnails of the front page anew in every language, all or those named.

python tests/browser/thumbnails.py [SLUG …]
"""

import io
import json
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageOps
from playwright.sync_api import FloatRect, Page, Route, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from chromium import launch_options  # noqa: E402
from drawn import drawn  # noqa: E402
from driving import visit  # noqa: E402
from serving import Server  # noqa: E402

from catalog import EXPLORERS  # noqa: E402
from core.link import LANGUAGE  # noqa: E402
from ui.languages import NAMES  # noqa: E402
from ui.thumbnails import FRAME, SIZE, THEMES, place  # noqa: E402

PLAIN = """[class*='st-key-gb-main'] .stColumn { min-width: 100% !important; } /* one picture, not two side by side */
.gb-pictures, .gb-scrub, .gb-cursor-grip { display: none !important; }
[class*='st-key-gb-main'] .gb-panel > :not(:has(.gb-attention)) { max-height: none !important; }"""
OVERFLOW = """(main) => Math.max(0, ...[...main.querySelectorAll(".gb-scrolled")]
    .map((one) => one.scrollWidth - one.clientWidth))"""
MARGIN = 10  # px of ground around a picture
FILMED, STEPS = "gradient-descent", range(60, 172, 4)  # places on its axis, to just beyond the limit
DRAG = """(step) => {
    const slider = document.querySelector(".gb-scrub input[type=range]");
    slider.value = step;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""
REST = """() => new Promise((rested) => {
    let frames = 30;
    const next = () => frames-- ? requestAnimationFrame(next) : requestIdleCallback(rested);
    next();
})"""  # half a second, and more where the machine is busy and pictures come late
MAIN = "[class*='st-key-gb-main'] :is(.gb-drawing, .gb-panel > div)"
WINDOW = {"width": 620, "height": 940}
NARROWEST, WIDEST = 480, 900  # px of the window, for the shape of a thumbnail and for names above the picture


def whole(page: Page, shape: tuple[int, int]) -> FloatRect:
    """The place of the main picture, in a window that is as wide as gives it about this shape."""
    page.add_style_tag(content=PLAIN)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    least = 0.0
    for _ in range(3):  # a picture may grow lower as it grows wider
        page.evaluate(REST)
        box = page.locator(MAIN).first.bounding_box()
        assert box is not None
        beside = page.viewport_size["width"] - box["width"]  # type: ignore[index]
        if overflow := page.locator(MAIN).first.evaluate(OVERFLOW):  # a sentence stands there whole
            least = box["width"] + overflow
        width = round(max(least, box["height"] * shape[0] / shape[1]) + beside)
        page.set_viewport_size({**WINDOW, "width": min(max(width, NARROWEST), WIDEST)})
    page.evaluate(REST)
    box = page.locator(MAIN).first.bounding_box()
    assert box is not None
    return box


def read(shot: bytes) -> Image.Image:
    return Image.open(io.BytesIO(shot)).convert("RGB")


def fitted(picture: Image.Image, shape: tuple[int, int], margin: int = 0) -> Image.Image:
    """A picture as large as this shape holds it whole, in the middle of a ground of its own colour; with a margin
    without what is empty around it."""
    room = (shape[0] - 2 * margin, shape[1] - 2 * margin)
    ground = Image.new("RGB", shape, picture.getpixel((0, 0)))  # type: ignore[arg-type]
    smaller = ImageOps.contain(content(picture) if margin else picture, room, Image.Resampling.LANCZOS)
    ground.paste(smaller, ((shape[0] - smaller.width) // 2, (shape[1] - smaller.height) // 2))
    return ground


def content(picture: Image.Image) -> Image.Image:
    """A picture without what is empty around it."""
    ground = Image.new("RGB", picture.size, picture.getpixel((0, 0)))  # type: ignore[arg-type]
    return picture.crop(ImageChops.difference(picture, ground).getbbox())


def opened(page: Page, slug: str, language: str) -> None:
    visit(page, f"/{slug}?{LANGUAGE}={language}")


def photograph(page: Page, slug: str, language: str) -> list[Image.Image]:
    """The whole main picture, in the shape of a thumbnail."""
    opened(page, slug, language)
    return [fitted(read(page.screenshot(clip=whole(page, SIZE))), SIZE, MARGIN)]


def film(page: Page, language: str) -> list[Image.Image]:
    """The main picture of /gradient-descent while a hand drags the step size there and back."""
    opened(page, FILMED, language)
    clip = whole(page, FRAME)
    shots = []
    for step in STEPS:
        page.evaluate(DRAG, step)
        page.wait_for_timeout(250)  # ink has gone and Plotly has drawn
        shots.append(fitted(read(page.screenshot(clip=clip)), FRAME))
    return shots + shots[-2:0:-1]


def keep(name: str, shots: dict[str, list[Image.Image]], quality: int = 82) -> None:
    """Writes what is drawn in each language; what shows the same as in English is kept once."""
    for language, (first, *others) in shots.items():
        path = ROOT / "assets" / place(name, language)
        path.unlink(missing_ok=True)
        if language == "en" or shots[language] != shots["en"]:
            path.parent.mkdir(exist_ok=True)
            moving = {"save_all": True, "append_images": others, "duration": 110, "loop": 0} if others else {}
            first.save(path, quality=quality, method=6, **moving)


def with_fonts(route: Route) -> None:
    """The style, but that the first page waits for its fonts, too."""
    style = route.fetch()
    route.fulfill(response=style, body=style.text().replace("font-display: optional", "font-display: block"))


def draw(page: Page, slug: str, theme: str) -> None:
    keep(f"{slug}-{theme}.webp", {language: photograph(page, slug, language) for language in NAMES})
    if slug == FILMED:
        shots = {language: film(page, language) for language in NAMES}
        keep(f"film-{theme}.webp", shots, quality=60)
        keep(f"film-still-{theme}.webp", {language: [frames[len(STEPS) // 2]] for language, frames in shots.items()})


def main(slugs: list[str]) -> None:
    server = Server().wait()
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_options())
            for theme in THEMES:
                context = browser.new_context(
                    base_url=server.address, color_scheme=theme, viewport=WINDOW, device_scale_factor=2
                )
                context.add_init_script("window.sentAt = window.heardAt = window.toldAt = 0;")
                context.route("**/style.css", with_fonts)
                page = context.new_page()
                page.set_default_timeout(120_000)
                for slug in slugs:
                    draw(page, slug, theme)
    finally:
        server.stop()
    path = ROOT / "assets" / place("drawn.json", "en")
    known = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    known |= {slug: drawn(slug) for slug in slugs}
    lines = (f'"{slug}": {json.dumps(known[slug], ensure_ascii=False)}' for slug in sorted(known))
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:] or [entry.slug for entry in EXPLORERS])
