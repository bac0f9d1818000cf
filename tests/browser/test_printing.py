"""What a page shows, on one sheet of A4: pictures, arithmetic, settings, and the link as a QR code."""

import re
from collections.abc import Callable

import pytest
from driving import settle
from playwright.sync_api import Page

from catalog import EXPLORERS

STUB = "() => { window.print = () => { document.documentElement.dataset.printed = ''; }; }"
# What is in sight, and how far it reaches beyond the sheet.
SEEN = """() => {
    const block = document.querySelector(".stMainBlockContainer").getBoundingClientRect();
    const high = (one) => one.getBoundingClientRect().height > 0;
    const shown = (what) => [...document.querySelectorAll(what)].filter(high);
    const beyond = (one) => one.getBoundingClientRect().right > block.right + 2;
    return {
        controls: shown(".gb-copy button, .gb-scrub button, .gb-track, .gb-pictures, .gb-control, header").length,
        code: document.querySelector(".gb-qr img").naturalWidth && shown(".gb-qr img").length,
        title: shown(".gb-title").length,
        settings: shown(".gb-on-paper").map((one) => one.textContent),
        curves: shown(".gb-canvas svg").length,
        arithmetic: shown(".gb-worked").length,
        cut: shown("[class*=st-key-gb-main] :is(.gb-canvas, canvas, .gb-readout), .gb-worked").filter(beyond).length,
    };
}"""


@pytest.mark.parametrize("slug", [entry.slug for entry in EXPLORERS])
def test_a_page_is_printed_on_one_sheet_without_controls(slug: str, at: Callable[..., Page]) -> None:
    page = at(f"/{slug}")
    settle(page)
    page.evaluate(STUB)
    lines = page.locator(".gb-worked").count()
    page.get_by_role("button", name="Print").click()
    page.locator("html[data-printed]").wait_for(state="attached")
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True))
    assert len(sheets) == 1
    page.emulate_media(media="print")
    seen = page.evaluate(SEEN)
    page.emulate_media(media="screen")
    assert seen["title"] == seen["code"] == 1
    assert seen["settings"] == ["Settings: the settings that the page opens with."]
    assert seen["curves"]
    assert (seen["controls"], seen["cut"], seen["arithmetic"]) == (0, 0, lines)
