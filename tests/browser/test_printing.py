"""What a page shows, on one sheet of A4: pictures, arithmetic, settings, and the link as a QR code."""

import re
from collections.abc import Callable

import pytest
from driving import settle, visit
from playwright.sync_api import Page

from catalog import EXPLORERS

STUB = "() => { window.print = () => { document.documentElement.dataset.printed = ''; }; }"
# What is in sight, and how far it reaches beyond the sheet.
SEEN = """() => {
    const block = document.querySelector(".stMainBlockContainer").getBoundingClientRect();
    const high = (one) => one.getBoundingClientRect().height > 0;
    const shown = (what) => [...document.querySelectorAll(what)].filter(high);
    const low = [...document.querySelectorAll("[class*=st-key-gb-main] .gb-figure .gb-drawing")].at(-1);
    const beyond = (one) => one.getBoundingClientRect().right > block.right + 2;
    return {
        low: low && low.getBoundingClientRect().height,
        further: shown("[class*=st-key-gb-rest] :is(.gb-canvas, .gb-panel)").length,
        controls: shown(".gb-copy button, .gb-scrub button, .gb-track, .gb-pictures, .gb-control, header").length,
        code: document.querySelector(".gb-qr img").naturalWidth && shown(".gb-qr img").length,
        title: shown(".gb-title").length,
        settings: shown(".gb-on-paper").map((one) => one.textContent),
        curves: shown(".gb-canvas svg").length,
        arithmetic: shown(".gb-worked").length,
        cut: shown("[class*=st-key-gb-main] :is(.gb-canvas, canvas, .gb-readout), .gb-worked").filter(beyond).length
            + shown(":is(.gb-scrolled, .gb-way) td").filter(beyond).length,
    };
}"""

# The colours that a sheet would have: of its ground, its title, a figure's axis, and the field of a panel.
COLOURS = """() => {
    const of = (what, which) => getComputedStyle(document.querySelector(what))[which];
    const canvas = document.querySelector("[class*=st-key-gb-main] canvas");
    return {
        theme: document.documentElement.dataset.gbTheme,
        title: of(".gb-title", "color"),
        axis: of(".gb-canvas .g-xtitle text", "fill"),
        field: Math.min(...canvas.getContext("2d").getImageData(0.8 * canvas.width, 0.3 * canvas.height, 1, 1).data),
    };
}"""
LIGHT_INK, DARK_INK = "rgb(31, 35, 40)", "rgb(232, 234, 240)"


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
    assert len(seen["settings"]) == 1
    named = set(re.findall(r"(?:Settings: |, )([^=,]+) = ", seen["settings"][0]))
    labels = {label.strip() for label in page.locator("[class*=st-key-gb-rail] .gb-label").all_text_contents()}
    assert named & labels, "the settings in sight are named, those of the default too"
    assert seen["curves"]
    assert seen["further"]
    assert seen["low"] is None or seen["low"] > 60, "the low picture with the axis stands on the sheet"
    assert (seen["controls"], seen["cut"], seen["arithmetic"]) == (0, 0, lines)


def test_on_paper_a_field_is_its_number_and_letters_stand_as_close_as_on_the_screen(at: Callable[..., Page]) -> None:
    page = at("/gradient-descent")
    wide = """() => {
        const [name, field] = [".legendtext", ".gb-readout input"].map((what) => document.querySelector(what));
        const zoom = document.querySelector(".stMainBlockContainer").currentCSSZoom;
        return [name.getBoundingClientRect().width / zoom, field.offsetWidth, getComputedStyle(field).borderWidth];
    }"""
    on_screen, field, _ = page.evaluate(wide)
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    on_paper, number, border = page.evaluate(wide)
    page.emulate_media(media="screen")
    assert on_paper < 1.02 * on_screen
    assert number < 0.6 * field
    assert border == "0px"


def test_on_paper_a_notice_stands_beside_the_code_and_a_passage_ends_with_a_whole_line(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?tie=nothing")
    page.locator(".gb-say").first.wait_for()
    page.evaluate(STUB)
    page.evaluate("() => { delete document.documentElement.dataset.printed; }")
    page.get_by_role("button", name="Print").click()
    page.locator("html[data-printed]").wait_for(state="attached")
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.emulate_media(media="print")
    ends, lines = page.evaluate("""() => {
        const passage = document.querySelector(".gb-passage");
        const [notice, code] = [".gb-say", ".gb-qr img"].map((what) => document.querySelector(what));
        return [[notice.getBoundingClientRect().right, code.getBoundingClientRect().left],
            passage.clientHeight / parseFloat(getComputedStyle(passage).lineHeight)];
    }""")
    page.emulate_media(media="screen")
    assert ends[0] < ends[1]
    assert lines == pytest.approx(round(lines), abs=0.05)


def test_the_sheet_of_a_phone_has_the_pictures_as_they_are_drawn(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2)
    visit(page, "/attention")
    wide = """() => [...document.querySelectorAll(".gb-attention canvas[role=img]")].map((one) => one.clientWidth)"""
    on_screen = page.evaluate(wide)
    page.evaluate("() => window.dispatchEvent(new Event('beforeprint'))")
    page.set_viewport_size({"width": 718, "height": 1047})  # as the style sees a sheet of A4
    page.emulate_media(media="print")
    assert page.evaluate(wide) == pytest.approx(on_screen, rel=0.02)


def test_a_dark_page_is_printed_light_and_is_dark_again(new_page: Callable[..., Page]) -> None:
    page = new_page(color_scheme="dark")
    visit(page, "/gradient-descent")
    page.wait_for_selector("[class*=st-key-gb-main] .gb-panel[data-drawn]")
    settle(page)
    page.evaluate(STUB)
    dark = page.evaluate(COLOURS)
    assert (dark["theme"], dark["title"], dark["axis"]) == ("dark", DARK_INK, DARK_INK)
    page.get_by_role("button", name="Print").click()
    page.locator("html[data-printed]").wait_for(state="attached")
    sheet = page.evaluate(COLOURS)
    assert (sheet["theme"], sheet["title"], sheet["axis"]) == ("light", LIGHT_INK, LIGHT_INK)
    assert dark["field"] < 60 < 200 < sheet["field"]
    page.evaluate("() => window.dispatchEvent(new Event('afterprint'))")
    page.wait_for_timeout(100)
    assert page.evaluate(COLOURS) == dark
