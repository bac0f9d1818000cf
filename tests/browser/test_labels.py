"""What the label of a control does: help, the default, and a number under the hand."""

from collections.abc import Callable

import pytest
from driving import control, settle, unfold
from playwright.sync_api import Page, expect
from touching import close_theory, open_theory


def test_a_label_scrubs_its_number_resets_it_and_explains_it(at: Callable[..., Page]) -> None:
    page = at("/spectrogram?source=noise")
    place = control(page, "seconds")
    field, label = place.locator("input").first, place.locator("label")
    before = field.input_value()
    box = label.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 4, box["y"] + 8)
    page.mouse.down()
    page.mouse.move(box["x"] + 40, box["y"] + 8, steps=4)
    page.mouse.up()
    assert float(field.input_value()) > float(before)
    assert not field.evaluate("(field) => field === document.activeElement")  # a drag does not end in the field
    settle(page)
    label.dblclick()
    expect(field).to_have_value(before)
    settle(page)
    mark = control(page, "end").get_by_role("button", name="Help: To (s)")
    mark.focus()
    expect(page.get_by_text("0 stands for ten seconds later.")).to_be_visible()
    mark.press("Escape")
    expect(page.get_by_text("0 stands for ten seconds later.")).not_to_be_visible()
    expect(place.locator(".gb-unit")).to_have_text("s")


def test_a_term_in_a_help_is_defined_where_pointer_or_key_comes_to_it(at: Callable[..., Page]) -> None:
    page = at("/spectrogram?source=noise")
    place = control(page, "hops")
    mark, words = place.get_by_role("button", name="Help: Hops per window"), place.locator(".gb-hint")
    term = words.get_by_text("window", exact=True)
    shows = "(one) => getComputedStyle(one, '::after').content !== 'none'"
    mark.focus()
    expect(words).to_be_visible()
    assert not term.evaluate(shows)
    page.keyboard.press("Tab")
    expect(term).to_be_focused()
    assert term.evaluate(shows)
    page.keyboard.press("Escape")
    expect(words).not_to_be_visible()
    expect(mark).to_be_focused()
    page.mouse.move(2, 300)
    mark.blur()
    mark.hover()
    term.hover()
    page.wait_for_timeout(400)  # longer than a pointer has for its way
    expect(words).to_be_visible()
    assert term.evaluate(shows)
    page.mouse.move(2, 300)
    expect(words).not_to_be_visible()


def test_a_number_of_seven_signs_and_its_unit_leave_their_buttons_room_in_a_row_of_two(at: Callable[..., Page]) -> None:
    page = at("/fourier?frequency=109.375")
    field = control(page, "frequency")
    expect(field.get_by_text("+", exact=True)).to_be_visible()
    assert field.locator("input").first.evaluate("(field) => field.scrollWidth <= field.clientWidth")


@pytest.mark.parametrize("width", [390, 1366])
def test_twelve_digits_of_a_number_can_be_read_beside_a_long_unit_as_they_are_typed(
    at: Callable[..., Page], width: int
) -> None:
    page = at("/fourier")
    page.set_viewport_size({"width": width, "height": 844})
    unfold(page, "Conventions")
    for name, typed in (("rate", "0.123456789012"), ("phase", "123456789012"), ("phase", "180")):
        field = control(page, name).locator("input").first
        field.fill(typed)
        assert field.evaluate("(field) => field.scrollWidth <= field.clientWidth"), (name, typed)
    field.blur()
    assert field.evaluate("(field) => field.scrollWidth <= field.clientWidth")
    expect(control(page, "phase").locator(".gb-unit")).to_be_visible()


# Of the terms of the theory with their definitions: whether all four corners of these are seen. Above the first lines
# there is no room.
WHOLE = """(edge) => [...document.querySelectorAll("[class*='st-key-gb-theory'] p ~ p .gb-defined")].map((term) => {
    term.scrollIntoView({ block: edge });
    term.focus({ preventScroll: true });
    const { left, top, width, height } = getComputedStyle(term, "::after"), around = term.getBoundingClientRect();
    const [x, y] = [term.getClientRects()[0].left + parseFloat(left), around.top + parseFloat(top)];
    const corners = [0.05, 0.95].flatMap((across) => [0.1, 0.9].map((down) => [across, down]));
    const whole = corners.every(([across, down]) => term ===
        document.elementFromPoint(x + across * parseFloat(width), y + down * parseFloat(height)));
    return [term.textContent, whole];
})"""


@pytest.mark.parametrize("edge", ["center", "end"])
def test_a_definition_is_whole_at_the_edge_of_the_window_and_of_the_theory(at: Callable[..., Page], edge: str) -> None:
    page = at("/fourier")
    open_theory(page)
    defined = page.evaluate(WHOLE, edge)
    close_theory(page)
    assert len(defined) >= 4
    assert [term for term, whole in defined if not whole] == []
