"""/text-normalization in a browser: the text as it is read, a word opened, lists, a reader's own text, bad input."""

from collections.abc import Callable

from driving import settle, slider
from playwright.sync_api import Page, expect


def test_dragged_to_the_end_heaps_law_has_nothing_left_to_foretell(at: Callable[..., Page]) -> None:
    page = at("/text-normalization")
    said = page.locator(".gb-headline").first
    expect(said).to_contain_text("1,091 distinct words after 3,972 words read; as written they are 1,620.")
    expect(said).to_contain_text("expects 2,157 in the whole text. There are 1,949.")
    expect(page.locator(".gb-worked").first).to_contain_text("1,620 − 287 − 139 − 103 = 1,091")
    slider(page).focus()
    page.keyboard.press("End")
    expect(said).to_contain_text("1,949 distinct words after 9,931 words read")
    expect(said).not_to_contain_text("expects")
    settle(page)


def test_a_word_of_the_text_is_opened_step_by_step(at: Callable[..., Page]) -> None:
    page = at("/text-normalization")
    page.locator(".gb-gloss", has_text="BOLINGBROKE:").click()
    expect(page.locator(".gb-glossed ~ .gb-opened")).to_have_text(
        "“BOLINGBROKE:” → punctuation: BOLINGBROKE → case folding: bolingbroke → Porter: bolingbrok")  # fmt: skip
    settle(page)


def test_a_step_chooses_what_a_list_shows(at: Callable[..., Page]) -> None:
    page = at("/text-normalization?preset=traps")
    table = page.locator(".gb-words").last
    expect(table).to_contain_text("Polish")
    page.locator(".gb-kinds").last.get_by_role("button", name="NFKC").click()
    expect(table).not_to_contain_text("Polish")
    expect(table).to_contain_text("10⟨U+00A0⟩km")
    settle(page)


def test_readers_words_are_text_and_never_markup(at: Callable[..., Page]) -> None:
    page = at("/text-normalization?source=text&text=%3Cb%3Ebold%3C%2Fb%3E%20%3Cimg%20src%3Dx%3E%20word")
    expect(page.locator(".gb-gloss").first).to_contain_text("<b>bold</b>")
    assert page.locator(".gb-glossed b, .gb-glossed img, .gb-words img").count() == 0


def test_white_space_alone_is_told_at_its_control_and_the_page_stands(at: Callable[..., Page]) -> None:
    page = at("/text-normalization?source=text&text=%20%20", drawn=False)
    expect(page.get_by_text("it must hold a word, not only white space")).to_be_visible()
    expect(page.get_by_text("Stemmer", exact=True).first).to_be_visible()
