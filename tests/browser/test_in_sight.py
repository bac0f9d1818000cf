"""Cause and effect meet: whatever control a reader uses, most of the main picture is on the screen with it."""

from collections.abc import Callable
from typing import get_args, get_type_hints

import pytest
from driving import push, visit
from playwright.sync_api import Page

from catalog import EXPLORERS
from core.explorer import find

SIZES = {"laptop": (1366, 768), "screen": (1920, 1080), "phone": (390, 844)}
LEAST = 0.7  # of the main picture

MEASURE = """() => {
    const bar = document.querySelector(".stAppHeader")?.getBoundingClientRect().bottom ?? 0;
    const main = document.querySelector("[class*='st-key-gb-main']");
    const views = [...main.querySelectorAll(".gb-figure, .gb-panel")];
    const first = views[0].closest(".stHorizontalBlock") ?? views[0];
    const within = ({ top, bottom }) => Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, bar));
    const fields = "input:not([type=file]):not([tabindex='-1']), textarea, select, [role=spinbutton]";
    const found = [];
    for (const control of document.querySelectorAll("[class*='st-key-gb-rail'] .gb-control")) {
        const field = control.querySelector(fields);
        if (!field) continue;
        scrollTo(0, 0);
        document.querySelector(".stMain").scrollTop = 0;
        field.focus();
        const box = field.getBoundingClientRect(), picture = first.getBoundingClientRect();
        found.push({
            field: control.querySelector(".gb-label, label")?.textContent,
            control: within(box) / Math.max(box.height, 1),
            picture: within(picture) / Math.max(picture.height, 1),
            height: picture.height / innerHeight,
        });
    }
    return found;
}"""


def parts(slug: str) -> list[str]:
    """A query for each option of the page's switch of parts."""
    hints = get_type_hints(find(slug).Params)
    switch = next((name for name in ("part", "show", "view") if name in hints), None)
    return [f"{switch}={option}" for option in get_args(hints[switch])] if switch else [""]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("slug", [entry.slug for entry in EXPLORERS])
def test_every_control_is_on_the_screen_with_most_of_the_main_picture(
    new_page: Callable[..., Page], slug: str, size: str
) -> None:
    width, height = SIZES[size]
    page = new_page(viewport={"width": width, "height": height})
    visit(page, f"/{slug}")
    missed = []
    for query in parts(slug):
        push(page, query)
        for fold in page.locator("[class*='st-key-gb-rail'] details:not([open]) summary").all():
            fold.click()
        found = page.evaluate(MEASURE)
        assert found
        missed += [(query, one) for one in found if one["control"] < 0.99 or one["picture"] < LEAST]
    assert not missed


@pytest.mark.parametrize("slug", [entry.slug for entry in EXPLORERS])
def test_the_first_screen_of_a_laptop_holds_sentence_picture_and_scrub(at: Callable[..., Page], slug: str) -> None:
    page = at(f"/{slug}")  # in a window of 1366 × 768
    for name in (".gb-look", "[class*='st-key-gb-main']", ".gb-scrub"):
        box = page.locator(name).first.bounding_box()
        assert box is not None
        assert 0 <= box["y"] < box["y"] + box["height"] <= 768, name
