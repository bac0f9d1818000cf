"""Renders of a picture that overlap: Streamlit cleans up after a stale one as soon as that ends, however late."""

from collections.abc import Callable
from typing import Any

import pytest
from driving import control, headline, main_curves, readout, settle, slider
from playwright.sync_api import Page, Route, expect

LINE = "document.querySelector('.gb-cursor-line')?.getBoundingClientRect().x ?? -1"


def held_back(page: Page, what: str) -> list[Route]:
    """Opens the tokenizer while a script does not come, and presses a preset meanwhile: two renders wait for it."""
    waiting: list[Route] = []
    page.route(what, lambda route: waiting.append(route))
    page.goto("/tokenizer", wait_until="commit")  # the document is not complete before Plotly is there
    page.locator(".gb-figure").first.wait_for(state="attached")
    page.wait_for_function(
        "() => document.querySelector('[data-testid=stApp]')?.dataset.testScriptState === 'notRunning'"
    )
    while not waiting:
        page.wait_for_timeout(50)
    page.locator(".gb-preset").nth(1).click()
    page.wait_for_function("() => location.search !== ''")
    settle(page)
    return waiting


@pytest.mark.parametrize("late", ["**/plotly-*.min.js", "**/panels/tokens/tokenizer/board.js"])
def test_a_render_that_ends_after_the_next_takes_nothing_away(new_page: Callable[..., Page], late: str) -> None:
    page = new_page()
    for route in held_back(page, late):
        route.continue_()
    page.wait_for_function("() => document.querySelector('.gb-figure').dataset.drawn !== undefined")
    page.locator(".gb-headline").wait_for()
    settle(page)
    expect(main_curves(page)).to_have_count(2)
    said, stood, where = headline(page), readout(page), page.evaluate(LINE)
    slider(page).focus()
    page.keyboard.press("End")
    page.wait_for_function(f"(before) => {LINE} !== before", arg=where)  # figure, control and board still follow
    expect(page.locator(".gb-headline")).not_to_have_text(said)  # a board out of sight catches up in a moment
    assert readout(page) != stood
    before = page.locator(".gb-figure").first.get_attribute("data-digest")
    control(page, "merges").get_by_role("spinbutton").press("ArrowDown")
    page.wait_for_function("(before) => document.querySelector('.gb-figure').dataset.digest !== before", arg=before)


def test_a_picture_that_cannot_be_drawn_once_is_drawn_with_the_next_data(
    new_page: Callable[..., Page], wrong: list[str]
) -> None:
    page = new_page()

    def break_once(route: Route) -> Any:
        answer = route.fetch()
        draws = "draw(step) {"
        script = answer.text()
        assert draws in script
        broken = script.replace(draws, draws + " if (!window.threw) { window.threw = 1; throw Error('once'); }", 1)
        route.fulfill(response=answer, body=broken)

    page.route("**/panels/tokens/tokenizer/board.js", break_once)
    page.goto("/tokenizer")
    page.get_by_text("This picture could not be drawn.").wait_for()
    assert page.locator("[data-testid=stException], .stException").count() == 0
    settle(page)
    control(page, "merges").get_by_role("spinbutton").press("ArrowUp")
    page.locator(".gb-headline").wait_for()
    settle(page)
    assert page.get_by_text("This picture could not be drawn.").count() == 0
    assert any("once" in one for one in wrong)  # the developer's console has it all
    wrong.clear()
