"""Dragging the step redraws everything at once and asks nobody; letting go writes it into the address."""

import pytest
from driving import board, curve_at, drawn, headline, readout, settle, slider, visit, wait_for_query
from playwright.sync_api import Page

SPY = """
window.sent = 0;
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (...message) { window.sent += 1; return send.apply(this, message); };
"""
PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


@pytest.fixture
def spied(page: Page) -> Page:
    page.add_init_script(SPY)
    visit(page, "/tokenizer")
    return page


def sent(page: Page) -> int:
    return int(page.evaluate("window.sent"))


def drag(page: Page, value: int) -> None:
    slider(page).evaluate(
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', { bubbles: true })); }", value
    )
    page.evaluate(PAINTED)


def test_dragging_redraws_board_and_curves_in_the_next_frame_and_sends_nothing(spied: Page) -> None:
    before, address = sent(spied), spied.url
    assert before > 0  # the spy does see what is sent
    boards = set()
    for step in (50, 199, 120, 3, 0):
        drag(spied, step)
        assert drawn(spied) == step
        assert curve_at(spied) == step
        assert headline(spied).startswith(f"Merge {step + 1}: ")
        assert readout(spied) == f"{step} of 200 merges made"
        boards.add(board(spied))
    assert len(boards) == 5
    spied.wait_for_timeout(800)  # longer than the quiet after which the server would hear
    assert sent(spied) == before
    assert spied.url == address


def test_letting_go_writes_the_step_into_the_address(spied: Page) -> None:
    drag(spied, 120)
    slider(spied).dispatch_event("change")
    wait_for_query(spied, r"[?&]step=120\b")
    settle(spied)
    assert drawn(spied) == 120
    assert headline(spied).startswith("Merge 121: ")


def test_mouse_drags_the_step_and_only_its_release_is_sent(spied: Page) -> None:
    box = slider(spied).bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    before = sent(spied)
    spied.mouse.move(box["x"] + box["width"] * 0.2, middle)
    spied.mouse.down()
    seen = []
    for part in (0.4, 0.5, 0.6, 0.7, 0.8):
        spied.mouse.move(box["x"] + box["width"] * part, middle)
        spied.evaluate(PAINTED)
        seen.append(drawn(spied))
        assert curve_at(spied) == seen[-1]
        assert headline(spied).startswith(f"Merge {seen[-1] + 1}: ")
    assert seen == sorted(set(seen))
    assert seen[-1] == pytest.approx(160, abs=6)
    spied.wait_for_timeout(500)  # a hand that rests has not let go
    assert sent(spied) == before
    spied.mouse.up()
    wait_for_query(spied, rf"[?&]step={seen[-1]}\b")


def test_keyboard_alone_moves_the_step(spied: Page) -> None:
    slider(spied).focus()
    for key, step in (("ArrowRight", 37), ("ArrowLeft", 36), ("Home", 0), ("ArrowUp", 1), ("End", 200)):
        spied.keyboard.press(key)
        spied.evaluate(PAINTED)
        assert drawn(spied) == step
        assert curve_at(spied) == step
        assert slider(spied).get_attribute("aria-valuetext") == f"{step} of 200 merges made"
    assert headline(spied) == "All 200 merges are made."
    wait_for_query(spied, r"[?&]step=200\b")


def test_slider_can_be_reached_with_the_tab_key(spied: Page) -> None:
    spied.get_by_role("button", name="Last", exact=True).focus()
    spied.keyboard.press("Tab")
    assert spied.evaluate("() => document.activeElement.matches('.gb-scrub input[type=range]')")
    spied.keyboard.press("ArrowRight")
    wait_for_query(spied, r"[?&]step=37\b")


def test_held_arrow_key_ends_with_the_address_where_the_hand_is(spied: Page) -> None:
    before = sent(spied)
    slider(spied).focus()
    for _ in range(30):
        spied.keyboard.press("ArrowRight")
    wait_for_query(spied, r"[?&]step=66\b")
    settle(spied, 800)
    assert spied.url.endswith("step=66")
    assert drawn(spied) == 66
    assert readout(spied) == "66 of 200 merges made"
    assert sent(spied) - before <= 3  # one word at the end, not one for each press


def test_reload_shows_the_step_that_was_left(spied: Page) -> None:
    drag(spied, 90)
    slider(spied).dispatch_event("change")
    wait_for_query(spied, r"[?&]step=90\b")
    settle(spied)
    left = board(spied)
    visit(spied, spied.url)
    assert readout(spied) == "90 of 200 merges made"
    assert (drawn(spied), curve_at(spied)) == (90, 90)
    assert board(spied) == left


def test_play_runs_until_pause_which_writes_the_address(spied: Page) -> None:
    before = sent(spied)
    spied.get_by_role("button", name="Play").click()
    spied.wait_for_function("() => +document.querySelector('.gb-figure').dataset.drawn >= 42")
    assert sent(spied) == before
    spied.get_by_role("button", name="Pause").click()
    stopped = int(slider(spied).input_value())
    wait_for_query(spied, rf"[?&]step={stopped}\b")
    spied.wait_for_timeout(500)
    assert drawn(spied) == stopped
    assert spied.get_by_role("button", name="Play").is_visible()


def test_play_ends_at_the_last_step_and_starts_over_from_there(spied: Page) -> None:
    visit(spied, "/tokenizer?merges=6&step=3")
    spied.get_by_role("button", name="Play").click()
    wait_for_query(spied, r"[?&]step=6\b")
    assert readout(spied) == "6 of 6 merges made"
    spied.get_by_role("button", name="Play").click()
    spied.wait_for_function("() => +document.querySelector('.gb-figure').dataset.drawn < 6")
    wait_for_query(spied, r"[?&]step=6\b")


def test_buttons_go_to_the_first_previous_next_and_last_step(spied: Page) -> None:
    for name, step in (("Next", 37), ("Back", 36), ("First", 0), ("Back", 0), ("Last", 200), ("Next", 200)):
        spied.get_by_role("button", name=name, exact=True).click()
        spied.wait_for_function("(step) => +document.querySelector('.gb-figure').dataset.drawn === step", arg=step)
        assert readout(spied) == f"{step} of 200 merges made"
    wait_for_query(spied, r"[?&]step=200\b")


def test_merge_in_the_list_takes_the_page_back_to_it(spied: Page) -> None:
    spied.locator(".gb-recent button", has_text="30 le").click()
    wait_for_query(spied, r"[?&]step=29\b")
    assert headline(spied).startswith("Merge 30: l + e → le")
    assert curve_at(spied) == 29


def test_slider_and_figure_have_names_and_words_for_a_screen_reader(spied: Page) -> None:
    assert spied.get_by_role("slider", name="Merges made").count() == 1
    assert slider(spied).get_attribute("aria-valuetext") == "36 of 200 merges made"
    figure = spied.get_by_role("img", name="Over 200 merges the corpus shrinks from")
    assert figure.count() == 1
    assert "vocabulary grows from 29 to 229" in (figure.get_attribute("aria-label") or "")
