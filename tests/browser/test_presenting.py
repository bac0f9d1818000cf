"""The lecture form: the main picture on a projector; and pictures that leave for a slide."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from driving import picture_menu, save_picture, settle, visit
from playwright.sync_api import Page, expect

from core import lessons


def test_a_presented_picture_fills_the_screen_and_follows_the_keys(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?step=5")
    width = page.evaluate("() => document.querySelector('.gb-canvas').data[0].line.width")
    picture_menu(page, "tokenizer-curves").click()
    page.get_by_role("button", name="Present “Tokens and vocabulary over the merges”").click()
    page.wait_for_function("(w) => document.querySelector('.gb-canvas').data[0].line.width > 1.5 * w", arg=width)
    assert page.url.endswith("#present")
    box = page.locator(".gb-canvas").first.bounding_box()
    assert box is not None
    assert box["width"] > 0.9 * 1366
    assert box["height"] > 0.55 * 768
    for hidden in (".stAppHeader", "[class*='st-key-gb-rail']", "[class*='st-key-gb-rest']", ".gb-look"):
        assert not page.locator(hidden).is_visible(), hidden
    page.evaluate("() => document.activeElement.blur()")
    page.keyboard.press("ArrowRight")
    page.wait_for_function("() => document.querySelector('.gb-figure').dataset.drawn === '6'")
    page.keyboard.press(" ")
    page.wait_for_function("() => +document.querySelector('.gb-figure').dataset.drawn > 6")
    page.keyboard.press(" ")
    settle(page)
    assert re.search(r"step=\d+#present$", page.url)  # a tab that is loaded again is presented again
    page.go_back()
    page.wait_for_function("() => location.hash === '#present'")
    page.keyboard.press("Escape")
    page.locator("[class*='st-key-gb-rail']").wait_for()
    page.wait_for_function("(w) => document.querySelector('.gb-canvas').data[0].line.width === w", arg=width)
    assert not page.url.endswith("#present")
    settle(page)


def test_who_has_no_keys_leaves_a_presentation_by_a_button(new_page: Callable[..., Page]) -> None:
    """Phones, some of which show nothing on the whole screen but films."""
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    visit(page, "/fourier#present")
    title, leave = page.locator(".gb-title").bounding_box(), page.get_by_role("button", name="Stop presenting")
    box = leave.bounding_box()
    assert title is not None
    assert box is not None
    assert box["y"] + box["height"] <= title["y"] or box["x"] >= title["x"] + title["width"]
    leave.tap()
    page.locator("[class*='st-key-gb-rail']").wait_for()
    assert not page.url.endswith("#present")
    expect(leave).to_have_count(0)


def test_a_picture_that_a_phone_presents_has_two_fifths_of_the_screen(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    visit(page, "/t-test-power#present")
    page.wait_for_function("() => document.querySelector('[class*=st-key-gb-main] .gb-canvas').clientHeight >= 330")


def kept(page: Page, name: str) -> str:
    with page.expect_download() as download:
        save_picture(page, name, "SVG")
    return Path(download.value.path()).read_text(encoding="utf-8")


def test_pictures_of_a_dark_page_leave_on_a_light_ground_with_title_and_settings(page: Page) -> None:
    page.emulate_media(color_scheme="dark")
    visit(page, "/tokenizer?step=5")
    for name in ("tokenizer-curves", "tokenizer-board"):
        svg = kept(page, name)
        assert 'fill="#ffffff"' in svg
        assert not re.search(r"#12151c|rgb\(18, 21, 28\)|#e8eaf0|rgb\(232, 234, 240\)", svg, re.IGNORECASE), name
        assert "Tokenizer, merge by merge</text>" in svg
        assert "tokenizer?step=5</text>" in svg
    assert page.evaluate("() => document.documentElement.dataset.gbTheme") == "dark"


def test_a_picture_for_a_slide_is_of_sixteen_to_nine(tab: Page) -> None:
    picture_menu(tab, "tokenizer-curves").click()
    wide = tab.locator(".gb-figure").first.get_by_role("checkbox", name="16 : 9")
    wide.check()
    picture_menu(tab, "tokenizer-curves").click()
    width, height = map(int, re.findall(r'width="(\d+)" height="(\d+)"', kept(tab, "tokenizer-curves"))[0])
    assert abs(width / height - 16 / 9) < 0.01
    picture_menu(tab, "tokenizer-curves").click()
    wide.uncheck()
    picture_menu(tab, "tokenizer-curves").click()


@pytest.mark.parametrize("show", ["head", "steps", "masks", "layers", "roles", "off"])
def test_a_presented_view_of_panels_and_words_leaves_its_axis_and_its_readout_on_the_screen(
    page: Page, show: str
) -> None:
    visit(page, f"/attention?show={show}#present")
    parts = "[...document.querySelectorAll(\".gb-scrub, [class*='st-key-gb-readout'] .gb-panel\")]"
    bottoms = f"{parts}.map((one) => one.getBoundingClientRect().bottom)"
    page.wait_for_function(f"() => Math.max(...{bottoms}) <= 768")  # panels take their size, on a busy machine later
    page.wait_for_timeout(500)
    assert page.evaluate(f"() => {bottoms}.length") >= 1
    assert page.evaluate(f"() => Math.max(...{bottoms})") <= 768


def test_a_readout_that_comes_after_the_picture_was_fitted_has_it_fitted_again(page: Page) -> None:
    """As on a slow machine; and one that has more to say leaves the picture less."""
    visit(page, "/bayes#present")
    high = "() => document.querySelector('.gb-canvas').clientHeight"
    fitted = page.evaluate(high)
    page.evaluate("""() => {
        window.readout = document.querySelector("[class*='st-key-gb-readout'] .gb-panel");
        window.place = window.readout.parentElement;
        window.readout.remove();
    }""")
    page.wait_for_function(f"(fitted) => ({high})() > fitted", arg=fitted)
    page.evaluate("() => window.place.append(window.readout)")
    page.wait_for_function(f"(fitted) => ({high})() === fitted", arg=fitted)
    page.evaluate("() => { window.readout.style.paddingBottom = '80px'; }")
    page.wait_for_function(f"(fitted) => ({high})() < fitted", arg=fitted)
    assert page.evaluate("() => window.readout.getBoundingClientRect().bottom") <= 768


@pytest.mark.parametrize("slug", ["gradient-descent", "spectrogram"])
def test_the_words_beside_a_low_presented_axis_are_whole(page: Page, slug: str) -> None:
    visit(page, f"/{slug}#present")
    page.wait_for_timeout(500)
    outside = page.locator(".gb-figure").last.evaluate("""(figure) => {
        const { top, bottom } = figure.querySelector(".gb-canvas").getBoundingClientRect();
        const words = figure.querySelector(".ytitle").getBoundingClientRect();
        return [top - words.top, words.bottom - bottom];
    }""")
    assert max(outside) <= 1


def test_a_panel_for_a_slide_is_drawn_as_high_as_the_slide_and_stays_as_it_is_on_the_page(
    at: Callable[..., Page],
) -> None:
    page = at("/gradient-descent")
    height = page.locator(".gb-panel canvas").first.evaluate("(one) => one.clientHeight")
    picture_menu(page, "descent-path").click()
    page.locator(".gb-panel").get_by_role("checkbox", name="16 : 9").first.check()
    picture_menu(page, "descent-path").click()
    sizes = re.findall(r'<svg [^>]*?width="([\d.]+)" height="([\d.]+)"', kept(page, "descent-path"))
    (across, down), (_, drawn) = (tuple(map(float, size)) for size in sizes[:2])
    assert abs(across / down - 16 / 9) < 0.01
    assert drawn > 0.8 * down
    assert page.locator(".gb-panel canvas").first.evaluate("(one) => one.clientHeight") == height


def test_what_is_scrolled_out_of_sight_is_no_part_of_a_kept_picture(at: Callable[..., Page]) -> None:
    """The passage of the tokenizer ends below its window; its last letters would lie over the words beneath it."""
    page = at("/tokenizer?step=5")
    x, y, cut = page.evaluate("""() => {
        const panel = document.querySelector(".gb-panel:has(.gb-board)");
        const frame = panel.firstElementChild.getBoundingClientRect();
        const passage = panel.querySelector(".gb-passage"), last = [...passage.querySelectorAll(".gb-chip")].at(-1);
        const range = document.createRange();
        range.selectNodeContents(last);
        const box = range.getBoundingClientRect();
        return [box.x - frame.x, box.y - frame.y, box.top > passage.getBoundingClientRect().bottom];
    }""")
    assert cut
    texts = re.findall(r'<text x="([\d.]+)" y="([\d.]+)"', kept(page, "tokenizer-board"))
    assert len(texts) > 100
    assert not [1 for left, down in texts if abs(float(left) - x) < 1 and 0 < float(down) - y < 20]


def test_words_of_a_kept_panel_are_as_wide_as_on_the_page_in_whatever_font(at: Callable[..., Page]) -> None:
    page = at("/cross-attention")
    shown = page.locator(".gb-panel:has(.gb-aligned) strong").first
    width = shown.evaluate("""(one) => {
        const range = document.createRange();
        range.selectNodeContents(one);
        return range.getBoundingClientRect().width;
    }""")
    word = re.escape(shown.inner_text())
    found = re.search(
        rf'textLength="([\d.]+)" lengthAdjust="spacingAndGlyphs"[^>]*>{word}<', kept(page, "cross-alignment")
    )
    assert found
    assert abs(float(found[1]) - width) < 0.2


def test_a_lesson_is_presented_from_one_scenario_to_the_next_with_words_as_large_as_the_readout(
    new_page: Callable[..., Page],
) -> None:
    told = lessons.Lesson("Power", (lessons.Scenario("t-test-power", "One", "Small studies exaggerate."),
                                    lessons.Scenario("t-test-power", "Two", query="n=20")))  # fmt: skip
    page = new_page(viewport={"width": 1920, "height": 1080})
    visit(page, f"/t-test-power?lesson={lessons.pack(told)}&begin=1#present")
    lines = [page.locator(one).first.evaluate("(one) => one.getBoundingClientRect().height")
             for one in (".gb-lesson p:not(.gb-why)", ".gb-scrub output, .gb-scrub [role=status]")]  # fmt: skip
    assert lines[0] >= 0.95 * lines[1]
    readout = page.locator("[class*='st-key-gb-readout']").first.bounding_box()
    assert readout is not None
    assert readout["y"] + readout["height"] <= 1080
    title, picture = (page.locator(one).first.bounding_box() for one in (".gb-title", "[class*='st-key-gb-main']"))
    assert title is not None
    assert picture is not None
    assert title["y"] + title["height"] <= picture["y"] + 1
    page.get_by_role("link", name="Next").click()
    expect(page.locator(".gb-lesson h2")).to_have_text("Two", timeout=45_000)
    expect(page.locator("html")).to_have_attribute("data-gb-present", "")
