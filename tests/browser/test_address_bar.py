"""The address is the whole state: it opens the same page elsewhere, says what it cannot use, and walks back."""

import re
from collections.abc import Callable

import pytest
from driving import (
    board,
    choose,
    control,
    drawn,
    fill,
    go_home,
    go_to,
    headline,
    more_controls,
    readout,
    says,
    settle,
    slider,
    turn_to,
    values,
    visit,
    wait_for_query,
    wait_for_sentence,
)
from playwright.sync_api import Page, expect

AWKWARD = (
    "~tilde & ampersand # hash % percent %41 + plus = equals ? \"double\" 'single' \\ back / slash , comma\n"
    "🙂 👩‍👧 é ß 中文\n"
)


def text_of(length: int) -> str:
    sentences = (f"The keeper of lamp {i} turned it {i * i} times, slowest of all the sleepers. " for i in range(1000))
    return (AWKWARD + "".join(sentences))[:length].rstrip()


def test_address_carries_every_control_to_another_reader(
    at: Callable[..., Page], new_page: Callable[..., Page]
) -> None:
    first = at("/tokenizer")
    choose(first, "source", "Your text")
    fill(first, "text", text_of(5900))
    fill(first, "merges", "150")
    choose(first, "pretokenizer", "White space")
    fill(first, "end_of_word", "</w>")
    fill(first, "segment", "the slowest sleepers & 🙂 ~ %41")
    more_controls(first)
    control(first, "lowercase").locator("label").click()
    settle(first)
    fill(first, "min_count", "3")
    choose(first, "tie", "Code-point order")
    slider(first).focus()
    first.keyboard.press("Home")
    for _ in range(12):
        first.keyboard.press("ArrowRight")
    wait_for_query(first, r"[?&]step=12\b")
    settle(first)
    set_here = values(first)
    assert set_here["lowercase"] is False
    assert set_here["min_count"] == "3"

    second = new_page()
    visit(second, first.url)
    more_controls(second)
    assert values(second) == set_here
    assert second.locator(".gb-title").inner_text() == "Tokenizer, merge by merge"
    assert headline(second) == headline(first)
    assert board(second) == board(first)
    assert readout(second) == readout(first)
    assert drawn(second) == 12
    assert second.locator(".gb-segmented").first.inner_text() == first.locator(".gb-segmented").first.inner_text()
    assert not [sentence for sentence in says(second) if "cannot be used" in sentence]


def test_address_carries_weighted_words_and_the_empty_mark(at: Callable[..., Page], page: Page) -> None:
    first = at("/tokenizer")
    choose(first, "source", "Words with counts")
    fill(first, "words", "low:5 lower:2 ~:3 a&b#c:4 %41:2 é:1")
    fill(first, "end_of_word", "")
    assert "end_of_word=" in first.url
    visit(page, first.url)
    assert control(page, "words").locator("input").input_value() == "low:5 lower:2 ~:3 a&b#c:4 %41:2 é:1"
    assert control(page, "end_of_word").locator("input").input_value() == ""
    assert board(page) == board(first)


def test_default_page_has_an_address_without_a_query(tab: Page) -> None:
    assert tab.url.endswith("/tokenizer")
    fill(tab, "merges", "150")
    wait_for_query(tab, r"^\?merges=150$")
    fill(tab, "merges", "200")
    tab.wait_for_function("() => location.search === ''")


@pytest.mark.parametrize(
    ("query", "named", "reading"),
    [
        ("merges=nan", "Number of merges", "36 of 200 merges made"),
        ("step=5000", "Merges made", "200 of 200 merges made"),
        ("merges=20&tie=foo", "Among equal counts take", "20 of 20 merges made"),
    ],
)
def test_link_that_cannot_be_used_says_which_part_and_leaves_the_page_standing(
    tab: Page, query: str, named: str, reading: str
) -> None:
    turn_to(tab, query)
    assert readout(tab) == reading
    assert [sentence for sentence in says(tab) if sentence.startswith(f"{named} = ")]
    assert_stands(tab)


def test_link_with_nothing_right_opens_the_default_page_and_names_each_part(at: Callable[..., Page]) -> None:
    wrong = "merges=nan&preset=unknown&tie=foo&source=&end_of_word=far+too+long&text=~no!&colour=red&step=999999"
    page = at(f"/tokenizer?{wrong}")
    assert readout(page) == "36 of 200 merges made"
    # What has a control goes by its label; the rest by its name in the address.
    named = (
        "Number of merges",
        "preset",
        "Among equal counts take",
        "Text",
        "End-of-word mark",
        "Your text",
        "colour",
        "Merges made",
    )
    for name in named:
        assert len([sentence for sentence in says(page) if sentence.startswith(f"{name} = ")]) == 1, name
    assert_stands(page)
    page.wait_for_function("() => location.search === ''")


def assert_stands(page: Page) -> None:
    """The page is drawn, and shows no error box of Streamlit's own."""
    assert page.get_by_test_id("stException").count() == 0
    assert page.get_by_test_id("stAlert").count() == 0
    assert page.locator(".gb-passage .gb-chip").count() > 50


def test_sentence_about_a_bad_link_goes_when_the_reader_moves_on(tab: Page) -> None:
    turn_to(tab, "tie=foo")
    wait_for_sentence(tab, "Among equal counts take = “foo”")
    fill(tab, "merges", "150")
    assert not any("foo" in sentence for sentence in says(tab))


def test_value_that_breaks_a_rule_is_said_at_its_control_and_the_rest_stands(tab: Page) -> None:
    fill(tab, "end_of_word", "far too long")
    assert any(sentence.startswith("End-of-word mark = “far too long”") for sentence in says(tab))
    assert tab.locator(".gb-passage .gb-chip").count() > 50
    assert control(tab, "end_of_word").locator("input").input_value() == "far too long"


def test_back_button_returns_to_the_previous_value(tab: Page) -> None:
    fill(tab, "merges", "150")
    wait_for_query(tab, "merges=150")
    fill(tab, "merges", "100")
    wait_for_query(tab, "merges=100")
    tab.go_back()
    wait_for_query(tab, "merges=150")
    settle(tab)
    assert control(tab, "merges").get_by_role("spinbutton").input_value() == "150"
    assert readout(tab) == "36 of 150 merges made"
    tab.go_forward()
    wait_for_query(tab, "merges=100")
    settle(tab)
    assert readout(tab) == "36 of 100 merges made"


def test_link_that_is_copied_right_after_a_change_is_of_what_was_changed(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/tokenizer")
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { window.copied = text; }; }")
    control(page, "merges").get_by_role("spinbutton").press("ArrowUp")
    page.get_by_role("button", name="Copy link").press("Enter")
    copied = page.wait_for_function("() => window.copied").json_value()
    assert copied.endswith("/tokenizer?merges=201")


def test_the_code_that_is_shown_is_of_the_link_as_it_stands(tab: Page) -> None:
    code, said = tab.locator(".gb-qr img"), tab.locator(".gb-said")
    button = tab.get_by_role("button", name="Show the link as a QR code")
    turn_to(tab, "source=text&text=" + "".join(str(i**3) for i in range(500)))
    button.click()
    expect(said).to_have_text("This link is too long for a QR code.")
    turn_to(tab, "")
    button.click()
    expect(code).to_have_attribute("src", re.compile("tokenizer$"))
    expect(said).to_be_empty()
    fill(tab, "merges", "150")
    expect(code).to_have_attribute("src", re.compile("merges%3D150$"))
    button.click()


def test_a_link_that_is_shown_to_copy_is_of_the_page_as_it_stands(new_page: Callable[..., Page]) -> None:
    page = new_page()
    visit(page, "/tokenizer")
    page.evaluate("() => { navigator.clipboard.writeText = () => Promise.reject(new Error('barred')); }")
    page.get_by_role("button", name="Copy link").press("Enter")
    field = page.get_by_role("textbox", name="Link to this page")
    expect(field).to_have_value(re.compile("/tokenizer$"))
    fill(page, "merges", "150")
    expect(field).to_have_value(re.compile(r"merges=150$"))


@pytest.mark.parametrize("typed", ["7", "x"])
def test_back_button_drops_the_number_that_is_being_typed(tab: Page, typed: str) -> None:
    field = control(tab, "merges").get_by_role("spinbutton")
    fill(tab, "merges", "150")
    wait_for_query(tab, "merges=150")
    fill(tab, "merges", "100")
    wait_for_query(tab, "merges=100")
    field.press("End")
    field.press(typed)
    expect(field).to_have_value(f"100{typed}")
    tab.go_back()
    wait_for_query(tab, "merges=150")
    settle(tab, 1_000)  # longer than a hand rests until what it has typed is taken
    expect(field).to_have_value("150")
    assert "merges=150" in tab.url


def test_back_button_drops_the_text_that_is_being_written(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?source=text&min_count=1&text=low%20lower")
    fill(page, "merges", "3")
    wait_for_query(page, "merges=3")
    field = control(page, "text").locator("textarea")
    field.press("End")
    field.press("!")
    page.go_back()
    page.wait_for_function("() => !location.search.includes('merges')")
    settle(page, 1_000)
    expect(field).to_have_value("low lower")


def test_back_button_brings_a_text_that_is_too_long_for_a_link(at: Callable[..., Page]) -> None:
    page, text = at("/tokenizer?source=text&min_count=1&text=low"), " ".join(str(i**7) for i in range(2_000))
    field = control(page, "text").locator("textarea")
    fill(page, "text", text)
    wait_for_sentence(page, "“Your text” is too long for a link")
    fill(page, "merges", "3")
    wait_for_query(page, "merges=3")
    turn_to(page, "merges=50")
    page.go_back()
    wait_for_query(page, "merges=3")
    settle(page)
    expect(field).to_have_value(text)
    page.go_back()
    page.wait_for_function("() => !location.search.includes('merges')")
    settle(page)
    expect(field).to_have_value(text)
    assert len(page.url) < 200


def test_back_button_tells_two_texts_apart_that_are_too_long_for_a_link(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?source=text&min_count=1&text=low")
    one, other = (" ".join(str(i**power) for i in range(2_000)) for power in (7, 8))
    field = control(page, "text").locator("textarea")
    fill(page, "text", one)
    wait_for_sentence(page, "“Your text” is too long for a link")
    before = page.url
    fill(page, "text", other)
    page.wait_for_function("(before) => location.href !== before", arg=before)
    settle(page)
    page.go_back()
    expect(field).to_have_value(one)
    page.go_forward()
    expect(field).to_have_value(other)


def test_back_button_returns_to_the_previous_step(tab: Page) -> None:
    turn_to(tab, "step=10")
    tab.get_by_role("button", name="Next", exact=True).click()
    wait_for_query(tab, "step=11")
    settle(tab)
    tab.go_back()
    wait_for_query(tab, "step=10")
    settle(tab)
    assert readout(tab) == "10 of 200 merges made"
    assert drawn(tab) == 10


PRESS_AND_GO_BACK = """(input) => {
    input.value = "90";
    input.dispatchEvent(new Event("change"));
    document.querySelector('.gb-step[title="First"]').click();
    history.back();
}"""


def test_back_button_wins_over_a_press_that_nobody_has_heard_of(tab: Page) -> None:
    for merges in ("150", "100"):
        fill(tab, "merges", merges)
        wait_for_query(tab, f"merges={merges}")
        settle(tab)
    number = control(tab, "merges").get_by_role("spinbutton")
    number.evaluate(PRESS_AND_GO_BACK)
    wait_for_query(tab, "merges=150")
    settle(tab, 600)  # longer than any word of a hand is kept
    assert "merges=150" in tab.url
    assert number.input_value() == "150"
    assert readout(tab) == "36 of 150 merges made"
    assert drawn(tab) == 36


def test_settings_wait_while_the_reader_looks_at_another_page(at: Callable[..., Page]) -> None:
    page = at("/tokenizer")
    choose(page, "source", "Words with counts")
    fill(page, "merges", "5")
    fill(page, "segment", "newer")
    page.get_by_role("button", name="Last", exact=True).click()
    wait_for_query(page, "step=5")
    settle(page)
    before = values_in_sight(page)
    go_home(page)
    settle(page)
    go_to(page, "Tokens", "Tokenizer, merge by merge")
    page.wait_for_function("() => document.querySelector('.gb-figure[data-drawn]') !== null")
    settle(page)
    assert values_in_sight(page) == before
    wait_for_query(page, "merges=5")
    assert "source=words" in page.url


def values_in_sight(page: Page) -> dict[str, str]:
    return {
        "source": control(page, "source").locator("input:checked + label").inner_text(),
        "merges": control(page, "merges").get_by_role("spinbutton").input_value(),
        "segment": control(page, "segment").locator("input").input_value(),
        "words": control(page, "words").locator("input").input_value(),
        "readout": readout(page),
        "board": board(page),
    }


def test_search_finds_an_explorer_by_its_keyword(page: Page) -> None:
    page.goto("/")
    page.get_by_role("combobox", name="Search explorers").wait_for()
    settle(page)
    page.get_by_role("combobox", name="Search explorers").press_sequentially("subword")
    page.get_by_role("option").first.click()
    page.wait_for_function("() => document.querySelector('.gb-figure[data-drawn]') !== null")
    assert page.url.endswith("/tokenizer")


def test_what_the_keys_mark_of_a_long_list_is_in_sight(page: Page) -> None:
    page.goto("/")
    search = page.get_by_role("combobox", name="Search explorers")
    search.wait_for()
    settle(page)
    search.fill("test model learn distribution number text words")
    page.get_by_role("option").nth(9).wait_for()
    for key in ("ArrowUp", "ArrowDown"):  # the last, and the first again
        search.press(key)
        expect(page.get_by_role("option", selected=True)).to_be_in_viewport(ratio=0.9)


def test_preset_button_and_preset_link_show_the_same(at: Callable[..., Page], page: Page) -> None:
    clicked, linked = at("/tokenizer?merges=50"), page
    clicked.get_by_role("button", name="A run of one letter").click()
    wait_for_query(clicked, "words=aaaaaaaa")
    settle(clicked)
    visit(linked, "/tokenizer?preset=runs")
    assert board(clicked) == board(linked)
    assert "Occurrences overlap" in board(linked)
