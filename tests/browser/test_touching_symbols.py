"""A symbol of the theory under a pointer, a finger and the keys; what it shows is in sight, the text a step away."""

from collections.abc import Callable

from driving import settle, visit
from playwright.sync_api import Page
from touching import open_theory

IN_SIGHT = """(name) => {
    const box = document.querySelector(name)?.getBoundingClientRect();
    const { top, bottom } = box ?? { top: -1, bottom: -1 };
    return top >= 48 && bottom > top && bottom <= innerHeight;
}"""


def test_a_pointer_over_a_symbol_fades_the_other_curves_until_it_leaves(page: Page) -> None:
    visit(page, "/fourier")
    open_theory(page)
    page.locator("[data-curve='DFT, at the bins']").first.hover()
    assert page.locator(".gb-faded").count() == 3  # formula, and what leaves the picture, and its line
    assert page.evaluate("() => getComputedStyle(document.querySelector('.gb-faded')).opacity") == "0.15"
    page.locator("[class*='st-key-gb-theory'] summary").first.hover()
    assert page.locator(".gb-faded").count() == 0


def test_a_key_on_a_symbol_brings_its_control_into_sight_out_of_a_fold(page: Page) -> None:
    visit(page, "/fourier")
    open_theory(page)
    page.locator("[data-control='st-key-fourier-norm']").first.focus()
    page.keyboard.press("Enter")
    page.wait_for_function(IN_SIGHT, arg=".st-key-fourier-norm .gb-outlined")
    page.locator("[data-control='st-key-fourier-rate']").first.focus()
    page.keyboard.press(" ")
    page.wait_for_function(IN_SIGHT, arg=".st-key-fourier-rate .gb-outlined")


def test_a_finger_on_a_symbol_of_a_phone_leads_to_its_control_and_back(new_page: Callable[..., Page]) -> None:
    page = new_page(has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, "/fourier")
    open_theory(page)
    symbol = page.locator("[data-control='st-key-fourier-n']").first
    symbol.scroll_into_view_if_needed()
    symbol.tap()
    page.wait_for_function(IN_SIGHT, arg=".st-key-fourier-n .gb-outlined")
    page.get_by_role("button", name="Back to the theory").tap()
    page.wait_for_function("() => document.querySelector('.gb-way-back') === null")
    page.wait_for_function(IN_SIGHT, arg="[data-control='st-key-fourier-n']")


def test_what_a_panel_marks_stays_marked_when_a_symbol_is_left(page: Page) -> None:
    visit(page, "/tokenizer")
    open_theory(page)
    marked = page.locator(".gb-chip.gb-lit").count()
    assert marked > 0
    page.locator("[data-control='st-key-tokenizer-merges']").first.focus()
    page.locator("[data-control='st-key-tokenizer-merges']").first.blur()
    settle(page)
    assert page.locator(".gb-chip.gb-lit").count() == marked


def test_a_symbol_whose_control_is_out_of_sight_in_a_part_is_no_button(page: Page) -> None:
    visit(page, "/gradient-descent")
    open_theory(page)
    assert page.locator("[data-control='st-key-gradient-descent-beta']").count() == 0
    visit(page, "/gradient-descent?method=heavy-ball")
    open_theory(page)
    assert page.locator("[data-control='st-key-gradient-descent-beta']").count() >= 1
