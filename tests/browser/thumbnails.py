"""Draws thumbnails of the front page anew, all or those named: python tests/browser/thumbnails.py [SLUG …]."""

import io
import json
import shutil
import sys
from pathlib import Path

from PIL import Image, ImageChops, ImageOps
from playwright.sync_api import FloatRect, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from drawn import drawn  # noqa: E402
from driving import visit  # noqa: E402
from serving import Server  # noqa: E402

from catalog import EXPLORERS  # noqa: E402
from ui.thumbnails import FOLDER, FRAME, SIZE, THEMES  # noqa: E402

PLAIN = """.gb-pictures, .gb-scrub, .gb-cursor-grip { display: none !important; }
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
MAIN = "[class*='st-key-gb-main'] :is(.gb-drawing, .gb-panel > div)"
WINDOW = {"width": 620, "height": 940}
NARROWEST, WIDEST = 420, 900  # px of the window, for the shape of a thumbnail


def whole(page: Page, shape: tuple[int, int]) -> FloatRect:
    """The place of the main picture, in a window that is as wide as gives it about this shape."""
    page.add_style_tag(content=PLAIN)
    page.set_viewport_size(WINDOW)  # type: ignore[arg-type]
    least = 0.0
    for _ in range(3):  # a picture may grow lower as it grows wider
        page.wait_for_timeout(500)
        box = page.locator(MAIN).first.bounding_box()
        assert box is not None
        beside = page.viewport_size["width"] - box["width"]  # type: ignore[index]
        if overflow := page.locator(MAIN).first.evaluate(OVERFLOW):  # a sentence stands there whole
            least = box["width"] + overflow
        width = round(max(least, box["height"] * shape[0] / shape[1]) + beside)
        page.set_viewport_size({**WINDOW, "width": min(max(width, NARROWEST), WIDEST)})
    page.wait_for_timeout(500)
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


def photograph(page: Page, slug: str, theme: str) -> None:
    """The whole main picture, in the shape of a thumbnail."""
    visit(page, f"/{slug}")
    picture = fitted(read(page.screenshot(clip=whole(page, SIZE))), SIZE, MARGIN)
    picture.save(FOLDER / f"{slug}-{theme}.webp", quality=82, method=6)


def film(page: Page, theme: str) -> None:
    """The main picture of /gradient-descent while a hand drags the step size there and back."""
    visit(page, f"/{FILMED}")
    clip = whole(page, FRAME)
    shots = []
    for step in STEPS:
        page.evaluate(DRAG, step)
        page.wait_for_timeout(250)  # ink has gone and Plotly has drawn
        shots.append(fitted(read(page.screenshot(clip=clip)), FRAME))
    path = FOLDER / f"film-{theme}.webp"
    shots[0].save(
        path, save_all=True, append_images=shots[1:] + shots[-2:0:-1], duration=110, loop=0, quality=60, method=6
    )
    shots[len(shots) // 2].save(FOLDER / f"film-still-{theme}.webp", quality=82, method=6)


def main(slugs: list[str]) -> None:
    server = Server().wait()
    try:
        with sync_playwright() as playwright:
            program = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))))
            browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
            for theme in THEMES:
                context = browser.new_context(
                    base_url=server.address, color_scheme=theme, viewport=WINDOW, device_scale_factor=2
                )
                context.add_init_script("window.sentAt = window.heardAt = window.toldAt = 0;")
                page = context.new_page()
                page.set_default_timeout(120_000)
                for slug in slugs:
                    photograph(page, slug, theme)
                if FILMED in slugs:
                    film(page, theme)
    finally:
        server.stop()
    path = FOLDER / "drawn.json"
    known = json.loads(path.read_text()) if path.exists() else {}
    known |= {slug: drawn(slug) for slug in slugs}
    path.write_text("{\n" + ",\n".join(f'"{slug}": {json.dumps(known[slug])}' for slug in sorted(known)) + "\n}\n")


if __name__ == "__main__":
    main(sys.argv[1:] or [entry.slug for entry in EXPLORERS])
