"""Readers with a real browser among those without."""

import random
import time
from collections.abc import Callable, Sequence

from chromium import launch_options
from load.crowd import TOO_LONG, Choice, Waits, presets
from playwright.async_api import Error, async_playwright

GO = """(address) => {
    history.pushState(null, "", address);
    dispatchEvent(new PopStateEvent("popstate"));
}"""
# A page that was there before stays in sight until the new one takes its place.
DRAWN = """(slug) => {
    const figures = [...document.querySelectorAll(`.st-key-gb-main-${slug} .gb-figure`)];
    return figures.length > 0 && figures.every((figure) => figure.dataset.drawn);
}"""


async def browse(host: str, port: int, place: int, pause: float, seconds: float, waits: Callable[[], Waits]) -> None:
    """One browser, whose reader thinks and goes from one page or preset of it to another, without loading the document
    again, as links on pages do. Noted is when the main picture stands.
    """
    chance, end = random.Random(f"browser {place}"), time.monotonic() + seconds
    choices: Sequence[Choice] = presets()
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(**launch_options())
        page = await browser.new_page(base_url=f"http://{host}:{port}", viewport={"width": 1366, "height": 768})
        page.set_default_timeout(1_000 * TOO_LONG)
        here = ""
        while time.monotonic() < end:
            slug, query, kind = chance.choice([choice for choice in choices if choice[0] != here])
            start, present = time.perf_counter(), waits()
            try:
                await (page.evaluate(GO, f"/{slug}?{query}") if here else page.goto(f"/{slug}?{query}"))
                await page.wait_for_function(DRAWN, arg=slug)
                here = slug
                present.note(f"in a browser, {kind}", time.perf_counter() - start)
            except Error as error:
                present.unanswered.append(f"in a browser, {slug}?{query}: {error}"[:200])
                here = ""  # a reader loads the page again
            await page.wait_for_timeout(1_000 * chance.expovariate(1 / pause))
        await browser.close()
