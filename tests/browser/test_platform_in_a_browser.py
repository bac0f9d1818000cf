"""What the style and the scripts rest on in a page of Streamlit's, and that it does not promise."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page


@pytest.mark.parametrize(
    "selector",
    [
        "[data-testid=stApp][data-test-script-state]",  # tests and the cold load wait by it
        "[data-testid=stBidiComponentRegular]",  # empty until a component of ours is in it: a cold load waits for that
        "[data-testid=stMain]",  # it scrolls, not the window
        ".stMainBlockContainer > .stVerticalBlock",  # the style's margins
        ".stAppHeader",  # the bar that lies over the page
        "[data-testid=stTopNavLink]",
        "[data-testid=stTopNavSection]",
        "div > .stVerticalBlock[class*='st-key-gb-main']",  # a container's key becomes a class, inside one wrapper
        "[class*='st-key-gb-bench'] > [data-testid=stLayoutWrapper] > [class*='st-key-gb-rail']",
    ],
)
def test_the_page_has_a_place_that_the_style_finds(at: Callable[..., Page], selector: str) -> None:
    assert at("/tokenizer").locator(selector).count() >= 1


def test_the_app_has_the_colour_scheme_of_its_theme(at: Callable[..., Page]) -> None:
    """assets/js/cold.js names the theme by it."""
    page = at("/tokenizer")
    scheme = "getComputedStyle(document.querySelector('[data-testid=stApp]')).colorScheme"
    for wanted in ("dark", "light"):
        page.emulate_media(color_scheme=wanted)
        page.wait_for_function(f"(wanted) => {scheme} === wanted", arg=wanted)


def test_a_reader_s_data_is_the_first_control_of_the_rail_and_the_views_stand_in_the_head(
    at: Callable[..., Page],
) -> None:
    page = at("/sampling?part=sound")
    views = page.locator("[class*='st-key-gb-head'] .gb-control .gb-options").first
    assert "A filmed wheel" in views.inner_text()
    first = page.locator("[class*='st-key-gb-rail'] .gb-control:has(input, textarea, select)").first
    assert "Your sound" in first.inner_text()
