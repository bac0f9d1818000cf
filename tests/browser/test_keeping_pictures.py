"""While a worker computes, the pictures that stood last stay mounted where they are, dimmed, under the progress."""

from collections.abc import Callable

from driving import settle
from playwright.sync_api import Page

VIEWS = "() => [...document.querySelectorAll('.gb-figure, .gb-panel')]"
KEPT = f"""() => {{
    const there = ({VIEWS})();
    return window.kept.length === there.length && window.kept.every((view, i) => view === there[i]);
}}"""
PICTURE = "() => document.querySelector('.gb-panel')"


def test_pictures_stay_where_they_are_until_the_new_ones_come(at: Callable[..., Page]) -> None:
    page = at("/spectrogram?source=noise&rate=96000&seconds=1")
    page.evaluate(f"() => {{ window.kept = ({VIEWS})(); }}")
    top = page.evaluate(f"() => ({PICTURE})().offsetTop")
    length = page.get_by_label("Length (s)", exact=True)
    before = length.input_value()
    length.fill("14")  # some seconds of work, and few enough that no preview ends the dimming
    length.blur()
    page.get_by_role("button", name="Cancel").wait_for()
    page.wait_for_timeout(500)
    assert page.evaluate(KEPT)
    assert page.evaluate(f"() => getComputedStyle(({PICTURE})()).opacity < 0.5")
    assert page.evaluate(f"() => ({PICTURE})().offsetTop") == top
    page.get_by_role("button", name="Cancel").click()
    page.get_by_text("The computation was cancelled.").wait_for()
    length.fill(before)
    length.blur()
    page.locator(".gb-computing").wait_for(state="detached")
    settle(page)
    assert page.evaluate(KEPT)
    assert page.evaluate(f"() => getComputedStyle(({PICTURE})()).opacity === '1'")
