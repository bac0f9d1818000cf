"""A control draws before the page's own run has begun, and that run finds nothing left to draw."""

from collections.abc import Callable

import pytest
from driving import control, digest, settle, visit, wait_for_query, wait_for_sentence
from playwright.sync_api import Page, expect

# Digests that the figure has shown, each with whether Streamlit had been running the page by then.
WATCH = """() => {
    const figure = document.querySelector(".gb-figure"), app = document.querySelector("[data-testid=stApp]");
    window.seen = [];
    for (const one of window.watching ?? []) one.disconnect(); // of another test in this tab
    let ran = false;
    const running = () => { ran ||= app.dataset.testScriptState === "running"; };
    window.watching = [
        new MutationObserver(running), new MutationObserver(() => window.seen.push([figure.dataset.digest, ran]))];
    window.watching[0].observe(app, { attributes: true });
    window.watching[1].observe(figure, { attributes: true, attributeFilter: ["data-digest"] });
}"""


def merges(page: Page):
    return control(page, "merges").get_by_role("spinbutton")


def test_the_picture_comes_before_the_run_and_the_run_draws_nothing_more(at: Callable[..., Page]) -> None:
    page = at("/tokenizer")
    before = digest(page)
    page.evaluate(WATCH)
    merges(page).press("ArrowUp")
    wait_for_query(page, "merges=201")
    settle(page)
    seen = page.evaluate("window.seen")
    assert [ran for _, ran in seen] == [False]
    assert seen[0][0] == digest(page) != before


def test_an_answer_is_deflated_once_and_not_again_on_its_way(at: Callable[..., Page]) -> None:
    page = at("/tokenizer")
    with page.expect_response("**/draw") as answer:
        merges(page).press("ArrowUp")
    assert answer.value.header_value("content-encoding") == "identity"
    settle(page)


def test_a_held_key_ends_where_the_hand_stopped(at: Callable[..., Page]) -> None:
    page = at("/tokenizer")
    merges(page).focus()
    for _ in range(25):
        page.keyboard.press("ArrowDown")
    expect(merges(page)).to_have_value("175")
    wait_for_query(page, "merges=175")
    settle(page)
    expect(merges(page)).to_have_value("175")
    assert "175 merges made" in page.locator(".gb-readout").inner_text()


def test_a_slider_draws_while_it_is_dragged_and_its_number_goes_along(at: Callable[..., Page]) -> None:
    page = at("/tokenizer")
    before = digest(page)
    slider = control(page, "merges").get_by_role("slider")
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.5 * box["width"], box["y"] + box["height"] / 2, steps=5)
    page.wait_for_function("(before) => document.querySelector('.gb-figure').dataset.digest !== before", arg=before)
    page.mouse.up()
    dragged = merges(page).input_value()
    assert int(dragged) > 500
    wait_for_query(page, f"merges={dragged}")
    settle(page)
    expect(merges(page)).to_have_value(dragged)


@pytest.mark.parametrize("typed", ["many", "-1", "10001", "2.5"])
def test_a_number_that_cannot_be_used_stays_in_sight_with_the_reason_and_the_picture_stays(
    at: Callable[..., Page], typed: str
) -> None:
    page = at("/tokenizer")
    before = digest(page)
    merges(page).fill(typed)
    merges(page).press("Enter")
    page.locator(".gb-error").wait_for()
    settle(page)
    expect(merges(page)).to_have_value(typed)
    wait_for_sentence(page, "merges")
    assert digest(page) == before
    merges(page).fill("200")
    merges(page).press("Enter")
    page.locator(".gb-error").wait_for(state="detached")


def test_a_stranger_cannot_ask_and_a_question_that_is_none_is_refused(at: Callable[..., Page]) -> None:
    page = at("/tokenizer")
    with page.expect_request("**/draw") as asked:
        merges(page).press("ArrowUp")
    wait_for_query(page, "merges=201")
    draw = asked.value.url

    def status(data: bytes) -> int:
        return page.request.post(draw, data=data, headers={"Content-Type": "application/json"}).status

    assert status(b'{"page": "guessed", "values": {"merges": "3"}}') == 404
    for nonsense in (b"", b"[]", b"{}", b'{"page": "x", "values": 3}', b"[" * 10_000, b"\xff\xfe"):
        assert status(nonsense) == 400
    assert status(b" " * 1_000_001) == 413


def test_a_text_is_drawn_before_the_run_and_told_as_it_stands(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?source=text&min_count=1&text=low%20lower")
    before = digest(page)
    page.evaluate(WATCH)
    field = control(page, "text").locator("textarea")
    field.fill("~ lower\n lowest \U0001f600 low")  # in an address the first sign would mean that it is packed
    assert digest(page) == before  # a text that is being written is not taken yet
    field.press("Control+Enter")
    page.wait_for_function("() => !location.search.includes('text=low%20lower')")
    settle(page)
    seen = page.evaluate("window.seen")
    assert [ran for _, ran in seen] == [False]
    assert seen[0][0] == digest(page) != before
    expect(field).to_have_value("~ lower\n lowest \U0001f600 low")
    assert "lowest" in page.locator(".gb-passage").inner_text().replace("\n", "").replace(" ", "")
    visit(page, page.url)
    expect(field).to_have_value("~ lower\n lowest \U0001f600 low")


def test_what_is_typed_is_taken_when_the_hand_rests(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?source=text&min_count=1&text=low%20lower")
    control(page, "text").locator("textarea").press_sequentially("!")
    wait_for_query(page, "text=(%21low|low.lower%21)")  # typed at either end
    settle(page)
    field = merges(page)
    field.fill("")
    field.press_sequentially("0.")  # on the way to a number
    field.press_sequentially("-")
    settle(page, 1_000)
    expect(field).to_have_value("0.-")
    assert page.locator(".gb-error").count() == 0
    field.fill("12")
    wait_for_query(page, "merges=12")
    settle(page)
    expect(field).to_be_focused()


def test_a_page_that_has_spent_its_budget_is_told_once_when_the_hand_rests_and_shows_the_last_value(
    at: Callable[..., Page], wrong: list[str]
) -> None:
    page = at("/tokenizer")
    page.route("**/draw", lambda route: route.fulfill(status=429))
    page.evaluate("() => { window.sent = 0; }")
    merges(page).focus()
    for _ in range(10):
        page.keyboard.press("ArrowUp")
    wait_for_query(page, "merges=210")
    settle(page)
    page.unroute("**/draw")
    wrong[:] = [each for each in wrong if "status of 429" not in each]
    assert page.evaluate("() => window.sent") <= 2
    assert "210 merges made" in page.locator(".gb-readout").inner_text()
