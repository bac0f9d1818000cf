"""Dragging the step redraws everything at once and asks nobody; letting go writes it into the address."""

import re
from collections.abc import Callable

import pytest
from driving import (
    DRAWN,
    board,
    control,
    curve_at,
    drawn,
    go_back_to,
    go_to,
    headline,
    readout,
    settle,
    slider,
    turn_to,
    visit,
    wait_for_query,
)
from playwright.sync_api import Page

PAINTED = "() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"


def sent(page: Page) -> int:
    return int(page.evaluate("window.sent"))


def drag(page: Page, value: int) -> None:
    slider(page).evaluate(
        "(input, value) => { input.value = value; input.dispatchEvent(new Event('input', { bubbles: true })); }", value
    )
    page.evaluate(PAINTED)


def test_dragging_redraws_board_and_curves_in_the_next_frame_and_sends_nothing(tab: Page) -> None:
    before, address = sent(tab), tab.url
    assert before > 0  # the spy does see what is sent
    boards = set()
    for step in (50, 199, 120, 3, 0):
        drag(tab, step)
        assert drawn(tab) == step
        assert curve_at(tab) == step
        assert headline(tab).startswith(f"Merge {step + 1}: ")
        assert readout(tab) == f"{step} of 200 merges made"
        boards.add(board(tab))
    assert len(boards) == 5
    tab.wait_for_timeout(800)  # longer than the quiet after which the server would hear
    assert sent(tab) == before
    assert tab.url == address
    slider(tab).dispatch_event("change")  # in this tab another test would find the hand where it is


def test_letting_go_writes_the_step_into_the_address(tab: Page) -> None:
    drag(tab, 120)
    slider(tab).dispatch_event("change")
    wait_for_query(tab, r"[?&]step=120\b")
    settle(tab)
    assert drawn(tab) == 120
    assert headline(tab).startswith("Merge 121: ")


def test_mouse_drags_the_step_and_only_its_release_is_sent(tab: Page) -> None:
    box = slider(tab).bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    before = sent(tab)
    tab.mouse.move(box["x"] + box["width"] * 0.2, middle)
    tab.mouse.down()
    seen = []
    for part in (0.4, 0.5, 0.6, 0.7, 0.8):
        tab.mouse.move(box["x"] + box["width"] * part, middle)
        tab.evaluate(PAINTED)
        seen.append(drawn(tab))
        assert curve_at(tab) == seen[-1]
        assert headline(tab).startswith(f"Merge {seen[-1] + 1}: ")
    assert seen == sorted(set(seen))
    assert seen[-1] == pytest.approx(160, abs=6)
    tab.wait_for_timeout(500)  # a hand that rests has not let go
    assert sent(tab) == before
    tab.mouse.up()
    wait_for_query(tab, rf"[?&]step={seen[-1]}\b")


def test_keyboard_alone_moves_the_step(tab: Page) -> None:
    slider(tab).focus()
    for key, step in (("ArrowRight", 37), ("ArrowLeft", 36), ("Home", 0), ("ArrowUp", 1), ("End", 200)):
        tab.keyboard.press(key)
        tab.evaluate(PAINTED)
        assert drawn(tab) == step
        assert curve_at(tab) == step
        assert slider(tab).get_attribute("aria-valuetext") == f"{step} of 200 merges made"
    assert headline(tab) == "All 200 merges are made."
    wait_for_query(tab, r"[?&]step=200\b")


def test_slider_can_be_reached_with_the_tab_key(tab: Page) -> None:
    tab.get_by_role("button", name="Last", exact=True).focus()
    tab.keyboard.press("Tab")
    assert tab.evaluate("() => document.activeElement.matches('.gb-scrub input[type=range]')")
    tab.keyboard.press("ArrowRight")
    wait_for_query(tab, r"[?&]step=37\b")


def test_held_arrow_key_ends_with_the_address_where_the_hand_is(tab: Page) -> None:
    before = sent(tab)
    slider(tab).focus()
    for _ in range(30):
        tab.keyboard.press("ArrowRight")
    wait_for_query(tab, r"[?&]step=66\b")
    settle(tab, 800)
    assert tab.url.endswith("step=66")
    assert drawn(tab) == 66
    assert readout(tab) == "66 of 200 merges made"
    assert sent(tab) - before <= 3  # one word at the end, not one for each press


def test_reload_shows_the_step_that_was_left(tab: Page) -> None:
    drag(tab, 90)
    slider(tab).dispatch_event("change")
    wait_for_query(tab, r"[?&]step=90\b")
    settle(tab)
    left = board(tab)
    tab.reload()
    tab.wait_for_function(DRAWN)
    settle(tab)
    assert readout(tab) == "90 of 200 merges made"
    assert (drawn(tab), curve_at(tab)) == (90, 90)
    assert board(tab) == left


def test_play_runs_until_pause_which_writes_the_address(tab: Page) -> None:
    before = sent(tab)
    tab.get_by_role("button", name="Play").click()
    tab.wait_for_function("() => +document.querySelector('.gb-figure').dataset.drawn >= 42")
    assert sent(tab) == before
    tab.get_by_role("button", name="Pause").click()
    settle(tab)
    stopped = int(slider(tab).input_value())
    wait_for_query(tab, rf"[?&]step={stopped}\b")
    tab.wait_for_timeout(500)
    assert drawn(tab) == stopped
    assert tab.get_by_role("button", name="Play").is_visible()


def test_play_ends_at_the_last_step_and_starts_over_from_there(tab: Page) -> None:
    turn_to(tab, "merges=6&step=3")
    tab.get_by_role("button", name="Play").click()
    wait_for_query(tab, r"[?&]step=6\b")
    assert readout(tab) == "6 of 6 merges made"
    tab.get_by_role("button", name="Play").click()
    tab.wait_for_function("() => +document.querySelector('.gb-figure').dataset.drawn < 3")
    tab.get_by_role("button", name="Pause").wait_for(state="detached")
    assert drawn(tab) == 6


def test_buttons_go_to_the_first_previous_next_and_last_step(tab: Page) -> None:
    for name, step in (("Next", 37), ("Back", 36), ("First", 0), ("Back", 0), ("Last", 200), ("Next", 200)):
        tab.get_by_role("button", name=name, exact=True).click()
        tab.wait_for_function("(step) => +document.querySelector('.gb-figure').dataset.drawn === step", arg=step)
        assert readout(tab) == f"{step} of 200 merges made"
    wait_for_query(tab, r"[?&]step=200\b")


def test_merge_in_the_list_takes_the_page_back_to_it(tab: Page) -> None:
    tab.locator(".gb-recent button", has_text="30 le").click()
    wait_for_query(tab, r"[?&]step=29\b")
    assert headline(tab).startswith("Merge 30: l + e → le")
    assert curve_at(tab) == 29


def test_slider_and_figure_have_names_and_words_for_a_screen_reader(tab: Page) -> None:
    assert tab.get_by_role("slider", name="Merges made").count() == 1
    assert slider(tab).get_attribute("aria-valuetext") == "36 of 200 merges made"
    figure = tab.get_by_role("img", name="Over 200 merges the corpus shrinks from")
    assert figure.count() == 1
    assert "vocabulary grows from 29 to 229" in (figure.get_attribute("aria-label") or "")


def test_long_axis_counts_in_words_with_separators(tab: Page) -> None:
    text = "+".join(f"{'abcdefghij'[i % 10]}{'klmnopqrst'[i // 10 % 10]}{'uvwxyz'[i % 6]}{i}" for i in range(900))
    turn_to(tab, f"source=text&merges=2500&min_count=1&text={text}")
    slider(tab).focus()
    tab.keyboard.press("End")
    tab.evaluate(PAINTED)
    last = f"{int(slider(tab).get_attribute('max') or 0):,}"
    assert len(last) == 5
    assert slider(tab).get_attribute("aria-valuetext") == f"{last} of {last} merges made"
    wait_for_query(tab, r"[?&]step=\d{4}\b")


def test_late_word_from_the_server_does_not_move_the_hand(tab: Page) -> None:
    """Each step is told to the server and comes back; over a slow line it comes back to a reader who is further on."""
    tab.evaluate(
        """() => {
            window.lag = 1000;
            window.steps = [];
            const figure = document.querySelector(".gb-figure");
            const note = () => {
                const { drawn } = figure.dataset;
                if (window.steps.at(-1) !== drawn) window.steps.push(drawn);
            };
            new MutationObserver(note).observe(figure, { attributeFilter: ["data-drawn"] });
        }"""
    )
    onward = tab.get_by_role("button", name="Next", exact=True)
    for _ in range(4):
        onward.click()
        tab.wait_for_timeout(450)
    wait_for_query(tab, r"[?&]step=40\b")
    settle(tab, 1500)
    assert tab.evaluate("window.steps") == ["37", "38", "39", "40"]
    assert tab.url.endswith("step=40")


def test_step_that_was_told_before_a_preset_is_told_again_after_it(tab: Page) -> None:
    turn_to(tab, "preset=lowest")
    back = tab.get_by_role("button", name="Back", exact=True)
    back.click()
    wait_for_query(tab, r"[?&]step=5\b")
    settle(tab)
    tab.get_by_role("button", name="low, lower, newest, widest").click()
    wait_for_query(tab, r"[?&]step=6\b")
    settle(tab)
    assert drawn(tab) == 6
    back.click()
    wait_for_query(tab, r"[?&]step=5\b")


def test_a_preset_pressed_right_after_the_axis_was_let_go_puts_the_axis_where_it_says(
    at: Callable[..., Page],
) -> None:
    tab = at("/t-test-power?solve=power&n=50")
    stood = readout(tab)
    tab.evaluate("""() => {
        const slider = document.querySelector(".gb-scrub input[type=range]");
        slider.value = slider.min;
        for (const type of ["input", "change"]) slider.dispatchEvent(new Event(type, { bubbles: true }));
        document.querySelectorAll(".gb-preset")[1].click();
    }""")
    tab.wait_for_function("() => !location.search.includes('solve')")
    settle(tab, 600)
    assert "times" not in tab.url
    assert readout(tab) == stood


def test_a_guess_made_right_after_the_axis_was_let_go_is_answered_where_its_question_stands(page: Page) -> None:
    """The question sets the axis, and where it had been let go was told after that."""
    visit(page, "/t-test-power?solve=power&n=50")
    page.locator(".gb-questions > summary").click()
    page.get_by_label("Next question").click()
    page.locator(".gb-answer input").fill("400")
    page.evaluate("""() => {
        const slider = document.querySelector(".gb-scrub input[type=range]");
        slider.value = slider.min;
        for (const type of ["input", "change"]) slider.dispatchEvent(new Event(type, { bubbles: true }));
        document.querySelector(".gb-see").click();
    }""")
    wait_for_query(page, "guess=")
    settle(page, 600)
    assert "times" not in page.url
    assert readout(page) == "d = 0.3"


def test_a_control_stays_with_its_axis_that_moves_on_and_back_before_the_server_has_heard(
    at: Callable[..., Page],
) -> None:
    tab = at("/quantization")
    bits = control(tab, "bits").get_by_role("spinbutton")
    tab.evaluate("window.lag = 2_000")
    drag(tab, 1)
    slider(tab).dispatch_event("change")
    tab.wait_for_function("() => !document.querySelector('[data-unsent]')")  # on its way
    drag(tab, 2)
    drag(tab, 1)
    assert bits.input_value() == "2"
    tab.evaluate("window.lag = 0")
    settle(tab, 2_500)
    assert bits.input_value() == "2"


def test_a_number_pressed_right_after_the_axis_of_the_same_setting_was_let_go_is_the_one_that_counts(
    at: Callable[..., Page],
) -> None:
    tab = at("/quantization")
    tab.evaluate("""() => {
        const slider = document.querySelector(".gb-scrub input[type=range]");
        slider.value = slider.min;
        for (const type of ["input", "change"]) slider.dispatchEvent(new Event(type, { bubbles: true }));
    }""")
    tab.evaluate(PAINTED)
    control(tab, "bits").get_by_role("spinbutton").press("ArrowUp")
    wait_for_query(tab, "bits=")
    settle(tab, 600)
    assert tab.url.endswith("?bits=2")  # one more than where the axis was let go
    assert readout(tab) == "2 bits"


def test_play_stops_where_a_preset_puts_the_step(tab: Page) -> None:
    turn_to(tab, "merges=100&step=0")
    tab.get_by_role("button", name="Play").click()
    tab.get_by_role("button", name="low, lower, newest, widest").click()
    wait_for_query(tab, r"[?&]step=6\b")
    settle(tab, 800)
    assert readout(tab) == "6 of 7 merges made"
    assert tab.get_by_role("button", name="Play").is_visible()
    assert re.search(r"[?&]step=6\b", tab.url)


def test_the_line_in_a_chart_is_the_handle_of_its_axis(tab: Page) -> None:
    turn_to(tab, "merges=50&step=10")
    line = tab.locator(".gb-cursor-line").first.bounding_box()
    assert line is not None
    height = line["y"] + line["height"] / 2
    tab.mouse.move(line["x"], height)
    tab.mouse.down()
    tab.mouse.move(line["x"] + 60, height)
    tab.wait_for_function("(before) => +document.querySelector('.gb-figure').dataset.drawn > before", arg=10)
    at = tab.locator(".gb-cursor-line").first.bounding_box()
    assert at is not None
    assert abs(at["x"] - line["x"] - 60) < 12  # half the way between two of the steps
    tab.mouse.up()
    wait_for_query(tab, f"step={drawn(tab)}")
    assert slider(tab).input_value() == str(drawn(tab)) == str(curve_at(tab))


def test_a_hand_on_the_axis_outlasts_an_answer_to_what_came_before_it(tab: Page) -> None:
    """The Back button, and a key on the slider before the server has answered it."""
    tab.evaluate(
        """() => {
            history.pushState(null, "", "?merges=50&step=20");
            dispatchEvent(new PopStateEvent("popstate"));
            const input = document.querySelector(".gb-scrub input[type=range]");
            input.value = 5;
            for (const kind of ["input", "change"]) input.dispatchEvent(new Event(kind, { bubbles: true }));
        }"""
    )
    wait_for_query(tab, r"step=5\b")
    settle(tab)
    assert readout(tab) == "5 of 50 merges made"


@pytest.mark.parametrize(
    ("place", "later"), [("the bar", 0), ("the end of the page", 330)]
)  # ms: not sent yet, and on its way
def test_a_link_pressed_right_after_a_step_leads_on_and_back_finds_the_step(page: Page, place: str, later: int) -> None:
    """Over a slow line. Told after the link it brought the page before back, or stood in the next one's address."""
    visit(page, "/fourier")
    link = page.get_by_test_id("stPageLink-NavLink").filter(has_text="Spectrograms")
    if place == "the bar":
        page.get_by_test_id("stTopNavSection").filter(has_text="Signals").click()
        link = page.get_by_role("menuitem", name="Spectrograms")
    link.wait_for()
    page.evaluate("window.lag = 400")
    drag(page, 200)
    slider(page).dispatch_event("change")
    page.wait_for_timeout(later)
    link.evaluate("(one) => one.click()")
    page.locator("h1", has_text="Spectrograms").wait_for()
    settle(page, 1000)
    assert page.url.endswith("/spectrogram")
    go_back_to(page, "Fourier")
    settle(page, 1000)
    assert "?frequency=" in page.url


@pytest.mark.parametrize("way", ["a link", "the Back button"])
def test_a_hand_on_the_page_that_it_leaves_does_not_bring_it_back_and_what_it_set_is_kept(page: Page, way: str) -> None:
    """Over a slow line. Streamlit tells of a control with the name of the page that still shows."""
    visit(page, "/spectrogram")
    go_to(page, "Signals", "Fourier")
    settle(page)
    page.evaluate(
        """(back) => {
            window.lag = 300;
            const press = () => {
                document.querySelector(".gb-preset:not([aria-pressed=true])").click();
                [...document.querySelectorAll("summary")].find((one) => one.textContent.includes("Python")).click();
            };
            if (back) {
                addEventListener("popstate", press, { once: true });
                history.back();
            } else {
                document.querySelector("[data-testid=stPageLink-NavLink][href$=spectrogram]").click();
                press();
            }
        }""",
        way == "the Back button",
    )
    page.locator("h1", has_text="Spectrograms").wait_for()
    settle(page, 1500)
    assert page.url.endswith("/spectrogram")
    go_to(page, "Signals", "Fourier")
    settle(page)
    assert "?" in page.url


def test_a_fold_opened_right_after_a_step_is_of_the_step_and_leaves_it(page: Page) -> None:
    """The request of the fold has the address of before the step, which passed for the Back button's."""
    visit(page, "/fourier")
    fold = page.locator("summary", has_text="The same in Python")
    page.evaluate("window.lag = 500")
    drag(page, 90)
    slider(page).dispatch_event("change")
    page.wait_for_function("() => !document.querySelector('[data-unsent]')")
    fold.evaluate("(one) => one.click()")
    wait_for_query(page, r"frequency=187\.5")
    settle(page, 1200)
    assert "frequency=187.5" in page.url
    assert slider(page).input_value() == "90"
    assert "frequency=187.5" in page.get_by_test_id("stCode").inner_text()


def test_the_back_button_right_after_a_step_leads_back_and_so_does_the_address(page: Page) -> None:
    """Over a slow line. The answer to the step was written over the address that the page had gone back to."""
    visit(page, "/fourier")
    turn_to(page, "phase=1")
    page.evaluate("window.lag = 500")
    drag(page, 90)
    slider(page).dispatch_event("change")
    page.wait_for_function("() => !document.querySelector('[data-unsent]')")
    page.go_back()
    settle(page, 1500)
    assert page.url.endswith("/fourier")
    assert (slider(page).input_value(), readout(page)) == ("52", "Tone 109.375 Hz")


@pytest.mark.parametrize("later", [0, 300])  # ms: not sent yet, and on its way
def test_forward_right_after_a_back_that_raced_with_a_step_leads_forward(page: Page, later: int) -> None:
    """Over a slow line. The answer to the step was written into the history as a new place, with nothing after it."""
    visit(page, "/fourier")
    turn_to(page, "phase=1")
    page.evaluate("window.lag = 500")
    drag(page, 90)
    slider(page).dispatch_event("change")
    page.wait_for_timeout(later)
    page.go_back()
    settle(page, 1500)
    assert page.url.endswith("/fourier")
    page.go_forward()
    settle(page, 1500)
    assert "phase=1" in page.url
