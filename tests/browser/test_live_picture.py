"""What any page shows, as one file that scrubs and opens its arithmetic where there is neither server nor network."""

import time
from collections.abc import Callable
from urllib.parse import quote, urlsplit

import pytest
from driving import settle, slider
from playwright.sync_api import Page

from catalog import EXPLORERS

# What every panel says, and where the axis stands: in a file there is no field to write a value into.
WORDS = """() => [...document.querySelectorAll(".gb-panel > :first-child, .gb-scrub .gb-readout")].map((one) => {
    const copy = one.cloneNode(true);
    if (one.matches(".gb-readout")) for (const input of copy.querySelectorAll("input")) input.replaceWith(input.value);
    return (one.matches(".gb-readout") ? copy.textContent : one.innerText).replaceAll(/\\s+/g, "");
})"""
DRAWN = """() => [...document.querySelectorAll(".gb-figure")].map((one) => one.dataset.drawn)"""
PATIENCE = 10.0  # seconds


def same(page: Page, live: Page, what: str) -> bool:
    """Whether both come to show the same: what is out of sight follows a little later."""
    until = time.monotonic() + PATIENCE
    while (equal := page.evaluate(what) == live.evaluate(what)) is False and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert equal, (page.evaluate(what), live.evaluate(what))
    return True


@pytest.mark.parametrize("slug", [entry.slug for entry in EXPLORERS])
def test_the_file_of_a_page_says_at_each_step_what_the_page_says(
    slug: str, at: Callable[..., Page], taken: Callable[[Page], Page]
) -> None:
    page = at(f"/{slug}")
    live = taken(page)
    name = "attention-by-hand-live" if slug == "attention-by-hand" else slug  # it has had another file of that name
    assert urlsplit(live.url).path.endswith(f"/{name}.html")
    assert live.title() == page.locator(".gb-title").inner_text()
    assert live.locator(".gb-look").inner_text() == page.locator(".gb-look").inner_text()
    link = live.get_by_role("link", name="Open the page with these settings").get_attribute("href")
    assert link == page.url + "?" * ("?" not in page.url)
    for key in ("", "Home", "ArrowRight"):
        for one in (page, live) if key else ():
            slider(one).press(key)
        assert same(page, live, WORDS)
        assert same(page, live, DRAWN)
    settle(page)


def test_a_file_is_light_or_dark_as_its_reader_prefers(at: Callable[..., Page], taken: Callable[[Page], Page]) -> None:
    live = taken(at("/fourier"))
    seen = []
    for scheme in ("light", "dark"):
        live.emulate_media(color_scheme=scheme)
        live.wait_for_function("(scheme) => document.documentElement.dataset.gbTheme === scheme", arg=scheme)
        live.wait_for_timeout(200)
        ground = "() => getComputedStyle(document.body).backgroundColor"
        ink = "() => getComputedStyle(document.querySelector('.gb-canvas .g-xtitle text')).fill"
        seen.append((live.evaluate(ground), live.evaluate(ink)))
    assert seen == [("rgb(255, 255, 255)", "rgb(31, 35, 40)"), ("rgb(20, 23, 29)", "rgb(242, 244, 248)")]
    slider(live).press("End")
    live.wait_for_function("() => document.querySelector('.gb-figure').dataset.drawn !== '0'")


def test_text_of_a_reader_is_text_in_the_file_too(at: Callable[..., Page], taken: Callable[[Page], Page]) -> None:
    hostile = "</script><img src=x onerror=document.title='gone'><!-- wins"
    page = at("/tokenizer?source=text&text=" + quote(hostile))
    live = taken(page)
    assert live.title() == page.locator(".gb-title").inner_text()
    assert not live.locator("img").count()
    assert "<img src=x onerror=" in live.locator(".gb-settings").inner_text()
    assert same(page, live, WORDS)


def test_the_file_asks_the_pages_questions_where_there_is_no_server(
    at: Callable[..., Page], taken: Callable[[Page], Page]
) -> None:
    page = at("/linear-regression")
    live = taken(page)
    for one in (page, live):
        one.locator(".gb-questions summary").click()
        mark = one.get_by_role("slider", name="R²", exact=True)
        mark.focus()
        mark.press("Home")
        mark.press("ArrowRight")
        one.get_by_role("button", name="See", exact=True).click()
        one.locator(".gb-verdict").wait_for()
    said = "() => document.querySelector('.gb-reply').innerText"
    assert same(page, live, said)
    assert same(page, live, WORDS)  # both stand where the question is asked
    assert live.locator(".gb-done").inner_text() == "1 of 3"
    live.get_by_role("button", name="Ask me again").click()
    live.get_by_role("button", name="See", exact=True).wait_for()
    assert not live.get_by_role("button", name="Ask a class").is_visible()


def test_a_goal_that_the_axis_can_meet_is_recognised_in_the_file(
    at: Callable[..., Page], taken: Callable[[Page], Page]
) -> None:
    live = taken(at("/fourier"))
    live.locator(".gb-questions summary").click()
    while live.get_by_label("Next question").is_enabled():
        live.get_by_label("Next question").click()
    live.get_by_role("button", name="Start there").click()
    assert not live.locator(".gb-verdict").count()
    slider(live).press("Home")
    slider(live).press("ArrowRight")
    live.wait_for_timeout(300)
    assert not live.locator(".gb-verdict").count()  # 2 Hz are a fifteenth of the way to the first bin
    for _ in range(14):
        slider(live).press("ArrowRight")
    live.locator(".gb-verdict").wait_for()
    assert live.locator(".gb-verdict").inner_text() == "You have met this goal."
    assert live.locator(".gb-done").inner_text() == "1 of 5"
