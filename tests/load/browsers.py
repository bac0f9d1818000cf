"""Readers with a real browser among those without."""

import random
import shutil
import time
from collections.abc import Sequence

from conftest import BROWSERS, QUIET
from driving import DRAWN
from load.crowd import TOO_LONG, Choice, Waits, presets
from playwright.async_api import Error, async_playwright


async def browse(host: str, port: int, place: int, pause: float, seconds: float, waits: Waits) -> None:
    """One browser, whose reader opens pages and presets and thinks. Noted is when all pictures stand."""
    chance, end = random.Random(f"browser {place}"), time.monotonic() + seconds
    choices: Sequence[Choice] = presets()
    program = next(filter(None, map(shutil.which, BROWSERS)))
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=program, args=list(QUIET))
        page = await browser.new_page(base_url=f"http://{host}:{port}", viewport={"width": 1366, "height": 768})
        page.set_default_timeout(1_000 * TOO_LONG)
        while time.monotonic() < end:
            slug, query, kind = chance.choice(choices)
            start = time.perf_counter()
            try:
                await page.goto(f"/{slug}?{query}")
                await page.wait_for_function(DRAWN)
                waits.note(f"in a browser, {kind}", time.perf_counter() - start)
            except Error as error:
                waits.unanswered.append(f"in a browser, {slug}?{query}: {error}"[:200])
            await page.wait_for_timeout(1_000 * chance.expovariate(1 / pause))
        await browser.close()
