"""Numbers drawn by hand in a real browser: what a pointer passes over is written into the list, on every such page."""

from collections.abc import Callable

import pytest
from driving import settle
from playwright.sync_api import Page, expect


@pytest.mark.parametrize(("address", "written"), [
    ("/fourier?part=coefficients&source=numbers&values=2 2 2 2", "0 2 2 -2.5"),
    ("/gradient-descent?part=values&sigma=2 2 2 2", "1.25 2 2 0"),
])  # fmt: skip
def test_a_pointer_draws_the_numbers_that_it_passes_over(at: Callable[..., Page], address: str, written: str) -> None:
    """Half the height is the middle of what the sliders reach, 2.5 at most; the bottom is its lower end."""
    page = at(address)
    box = page.get_by_role("group", name="to be drawn")
    box.scroll_into_view_if_needed()
    assert [slider.input_value() for slider in box.get_by_role("slider").all()] == ["2"] * 4
    edge = box.bounding_box()
    assert edge is not None
    page.mouse.move(edge["x"] + edge["width"] / 8, edge["y"] + edge["height"] / 2)
    page.mouse.down()
    page.mouse.up()
    page.mouse.move(edge["x"] + edge["width"] * 7 / 8, edge["y"] + edge["height"] - 1)
    page.mouse.down()
    page.mouse.move(edge["x"] + edge["width"] * 7 / 8, edge["y"] + edge["height"] + 20)
    page.mouse.up()
    settle(page)
    field = page.get_by_role("textbox", name="Your numbers" if "fourier" in address else "Singular values")
    expect(field).to_have_value(written)
