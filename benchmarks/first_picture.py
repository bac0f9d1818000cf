"""How long a reader who was never here waits for the first picture, side by side with a bare Streamlit app.

    python -m benchmarks.first_picture [SLUG ...]

Each visit has a browser profile of its own, so nothing is in its memory: from the start of the navigation to the frame
after the main picture stands, timed inside the browser, at the defaults of each page. Pages and the bare app's chart
(``bare_app.py``) alternate; both servers have answered before. At most 1.3 times the bare app.

Ratios carry over to other machines, milliseconds do not. The exit status is 1 where the limit is missed.
"""

import statistics
import sys
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / each) for each in ("", "tests/browser", "tests")]

from chromium import launch_options  # noqa: E402
from serving import Server  # noqa: E402

from catalog import BY_SLUG  # noqa: E402

REPEATS = 7
LIMIT = 1.3
OURS = "[class*='st-key-gb-main'] :is(.gb-figure[data-drawn], .gb-panel[data-digest])"
BARE = ".js-plotly-plot .js-line[d]"

# Once the picture is there, the frame after next has been painted with it.
WATCH = """(picture) => {
    const frame = () => {
        if (!document.querySelector(picture)) { requestAnimationFrame(frame); return; }
        requestAnimationFrame(() => requestAnimationFrame(() => { window.tookUntilPicture = performance.now(); }));
    };
    requestAnimationFrame(frame);
}"""


def first(browser: Browser, address: str, picture: str) -> float:
    """Milliseconds until ``picture`` stands for a reader whose browser has nothing of the app."""
    context = browser.new_context(viewport={"width": 1366, "height": 768})
    page = context.new_page()
    page.add_init_script(f"({WATCH})({picture!r})")
    page.goto(address)
    page.wait_for_function("() => window.tookUntilPicture", timeout=60_000)
    took = float(page.evaluate("window.tookUntilPicture"))
    context.close()
    return took


def main(slugs: list[str]) -> int:
    house, peer = servers = [Server(), Server(HERE / "bare_app.py")]
    held = True
    try:
        for server in servers:
            server.wait()
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(**launch_options())
            print(f"{'median of ' + str(REPEATS) + ', ms':20}  {'ours':>6}  {'bare':>6}  ratio (at most {LIMIT})")
            for slug in slugs:
                visits = (f"{house.address}/{slug}", OURS), (f"{peer.address}/", BARE)
                times = [[first(browser, *visit) for visit in visits] for _ in range(REPEATS + 1)][1:]
                mine, theirs = (statistics.median(each) for each in zip(*times, strict=True))
                held = held and mine <= LIMIT * theirs
                print(f"{slug:20}  {mine:6.0f}  {theirs:6.0f}  {mine / theirs:.2f}", flush=True)
    finally:
        for server in servers:
            server.stop()
    return 0 if held else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or list(BY_SLUG)))
