"""Draws the thumbnails of the front page anew: python tests/browser/thumbnails.py, after a main picture has changed."""

import io
import json
import shutil
import sys
from pathlib import Path

from PIL import Image
from playwright.sync_api import FloatRect, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from drawn import drawn  # noqa: E402
from driving import visit  # noqa: E402
from serving import Server  # noqa: E402

from catalog import EXPLORERS  # noqa: E402
from ui.thumbnails import FOLDER, FRAME, SIZE, THEMES  # noqa: E402

PLAIN = ".gb-pictures, .gb-scrub, .gb-cursor-grip { display: none !important; }"
FILMED, STEPS = "gradient-descent", range(60, 172, 4)  # places on its axis, to just beyond the limit
DRAG = """(step) => {
    const slider = document.querySelector(".gb-scrub input[type=range]");
    slider.value = step;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
}"""
MAIN = "[class*='st-key-gb-main'] :is(.gb-drawing, .gb-panel > div)"
WINDOW = {"width": 620, "height": 940}  # in which main pictures have about the shape of a thumbnail


def middle(box: FloatRect, shape: tuple[int, int]) -> FloatRect:
    """The largest part of a box in this shape, in the middle of its top."""
    width = min(box["width"], box["height"] * shape[0] / shape[1])
    return {"x": box["x"] + (box["width"] - width) / 2, "y": box["y"], "width": width,
            "height": width * shape[1] / shape[0]}  # fmt: skip


def photograph(page: Page, slug: str, theme: str) -> None:
    """The middle of the main picture, in the shape of a thumbnail."""
    visit(page, f"/{slug}")
    page.add_style_tag(content=PLAIN)
    page.wait_for_timeout(500)
    box = page.locator(MAIN).first.bounding_box()
    assert box is not None
    picture = Image.open(io.BytesIO(page.screenshot(clip=middle(box, SIZE))))
    picture.resize(SIZE, Image.Resampling.LANCZOS).save(FOLDER / f"{slug}-{theme}.webp", quality=82, method=6)


def film(page: Page, theme: str) -> None:
    """The main picture of /gradient-descent while a hand drags the step size there and back."""
    visit(page, f"/{FILMED}")
    page.add_style_tag(content=PLAIN)
    box = page.locator(MAIN).first.bounding_box()
    assert box is not None
    clip = middle(box, FRAME)
    shots = []
    for step in STEPS:
        page.evaluate(DRAG, step)
        page.wait_for_timeout(250)  # ink has gone and Plotly has drawn
        shots.append(Image.open(io.BytesIO(page.screenshot(clip=clip))).resize(FRAME, Image.Resampling.LANCZOS))
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
