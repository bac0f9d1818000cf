"""The page on a phone, on a small laptop, in the light and in the dark."""

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import Literal

import pytest
from driving import board, choose, digest, drawn, fill, headline, settle, slider, turn_to, visit, wait_for_query
from playwright.sync_api import Locator, Page

# WCAG 2.2, success criterion 1.4.3. Colours are laid over each other by the browser's own canvas.
CONTRASTS = """(selector) => {
    const dot = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const pen = dot.getContext("2d", { willReadFrequently: true });
    const lay = (colour, opacity = 1) => {
        Object.assign(pen, { globalAlpha: opacity, fillStyle: colour });
        pen.fillRect(0, 0, 1, 1);
    };
    const luminance = () => {
        const [r, g, b] = [...pen.getImageData(0, 0, 1, 1).data].map((v) => v / 255)
            .map((v) => (v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4));
        return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const worst = new Map();
    for (const node of document.querySelectorAll(selector)) {
        if (!node.getClientRects().length || !node.textContent.trim()) continue;
        const ancestors = [];
        for (let at = node; at; at = at.parentElement) ancestors.unshift(at);
        lay("white");
        for (const one of ancestors) lay(getComputedStyle(one).backgroundColor);
        const ground = luminance();
        const opacity = ancestors.reduce((product, one) => product * +getComputedStyle(one).opacity, 1);
        lay(getComputedStyle(node).color, opacity);
        const ink = luminance();
        const ratio = (Math.max(ink, ground) + 0.05) / (Math.min(ink, ground) + 0.05);
        const name = node.className;
        if (!(worst.get(name) <= ratio)) worst.set(name, ratio);
    }
    return Object.fromEntries(worst);
}"""
LOOK = """() => {
    const style = (selector) => getComputedStyle(document.querySelector(selector));
    return {
        theme: document.documentElement.dataset.gbTheme,
        page: style("[data-testid=stApp]").backgroundColor,
        ink: style(".gb-passage .gb-chip").color,
        deep: style(".gb-passage .gb-size3").backgroundColor,
        focus: style(".gb-wins .gb-chip").backgroundColor,
        curve: document.querySelector(".gb-canvas").data[0].line.color,
    };
}"""

# A fold that is drawn anew in the other colours is closed again.
UNFOLDED = """() => {
    const fold = document.querySelector(".gb-unfired details");
    if (fold) fold.open = true;
    return !!fold?.querySelector(".gb-idle")?.checkVisibility();
}"""


def too_wide(page: Page) -> dict[str, int]:
    """Everything that could be scrolled sideways, with the width it has too many."""
    return page.evaluate(
        """() => Object.fromEntries(["html", ".stApp", ".stMain", ".stMainBlockContainer"]
            .map((name) => [name, document.querySelector(name)])
            .filter(([, node]) => node.scrollWidth > node.clientWidth)
            .map(([name, node]) => [name, node.scrollWidth - node.clientWidth]))"""
    )


def test_on_a_phone_what_a_search_finds_is_in_sight_and_the_list_of_pages_can_be_closed(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2)
    visit(page, "/fourier")
    page.get_by_test_id("stExpandSidebarButton").tap()
    page.get_by_test_id("stSidebarCollapseButton").get_by_role("button").tap()
    page.wait_for_function("() => document.querySelector('[data-testid=stSidebar]').getBoundingClientRect().right <= 0")
    page.get_by_role("combobox", name="Search explorers").tap()
    page.keyboard.type("variance")
    page.get_by_role("option").first.wait_for()
    found = page.get_by_role("option").first.bounding_box()
    assert found is not None
    assert found["x"] >= 0
    assert found["x"] + found["width"] <= 390
    page.get_by_role("option").first.tap()
    page.wait_for_url("**/cramer-rao")


def draw_a_finger(node: Locator, start: tuple[float, float], step: tuple[float, float]) -> None:
    """Ten steps (px) from a place on it: the share of its width, and px below its upper edge."""
    box, page = node.bounding_box(), node.page
    assert box is not None
    finger = page.context.new_cdp_session(page)
    x, y = box["x"] + start[0] * box["width"], box["y"] + start[1]
    for kind, i in (("touchStart", 0), *[("touchMove", i) for i in range(1, 11)], ("touchEnd", None)):
        spots = [] if i is None else [{"x": x + step[0] * i, "y": y + step[1] * i}]
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})


def test_a_finger_that_scrolls_what_a_search_finds_chooses_nothing(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2)
    visit(page, "/fourier")
    page.get_by_role("combobox", name="Search explorers").tap()
    page.keyboard.insert_text("distribution of words in a text")  # at once: each letter would bring another list
    third = page.get_by_role("option").nth(2)
    third.wait_for()
    draw_a_finger(third, (0.2, 50), (0, -12))
    page.wait_for_function("() => document.querySelector('.gb-found').scrollTop > 30")
    settle(page)
    assert page.url.endswith("/fourier")


def test_on_a_phone_the_names_of_a_pinned_picture_stand_as_close_as_others_and_are_not_scrolled(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2)
    visit(page, "/t-test-power")
    page.get_by_role("button", name="Pin as A").tap()
    page.wait_for_function("() => document.querySelector('.legend')?.textContent.includes('A: ')")
    settle(page)
    bar, rows = page.evaluate("""() => {
        const of = (what) => [...document.querySelectorAll(`[class*=st-key-gb-main] .legend ${what}`)];
        const tops = of(".legendtext").map((name) => Math.round(name.getBoundingClientRect().top));
        return [of(".scrollbar")[0].getBoundingClientRect().height, [...new Set(tops)].sort((a, b) => a - b)];
    }""")
    assert bar == 0
    assert len(rows) > 2
    assert max(low - high for high, low in pairwise(rows)) < 22


def on_a_phone(new_page: Callable[..., Page], address: str) -> Page:
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2)
    visit(page, address)
    return page


CUT = """(nodes) => nodes.filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
    .map((node) => node.textContent)"""


def test_on_a_phone_the_name_of_the_next_page_of_a_path_is_whole(new_page: Callable[..., Page]) -> None:
    page = on_a_phone(new_page, "/fourier?lang=fr")
    links = page.locator("[class*=st-key-gb-path-] [data-testid=stPageLink-NavLink] > span")
    assert links.filter(has_text="Spectrogrammes").count() == 1
    assert not links.evaluate_all(CUT)


def test_on_a_phone_no_number_of_the_logit_lens_is_cut(new_page: Callable[..., Page]) -> None:
    page = on_a_phone(new_page, "/attention?show=off&lang=fr")
    assert not page.locator("section:has(> .gb-lens)").evaluate_all(CUT)


def test_on_a_phone_the_heads_of_a_table_of_words_stand_on_its_first_row(new_page: Callable[..., Page]) -> None:
    page = on_a_phone(new_page, "/text-normalization?lang=fr")
    apart = page.locator(".gb-words").first.evaluate("""(table) => {
        const words = document.createRange();
        words.selectNodeContents(table.querySelector("th"));
        return table.querySelector("tbody").getBoundingClientRect().top - words.getBoundingClientRect().bottom;
    }""")
    assert 0 <= apart < 16


def test_a_finger_that_scrolls_the_page_from_the_slider_of_a_number_leaves_it_as_it_was(
    new_page: Callable[..., Page],
) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2)
    visit(page, "/sampling?part=wheel")
    moved = page.get_by_label("Spokes, slider")
    moved.evaluate("(slider) => slider.scrollIntoView({ block: 'center' })")
    number, stood = page.get_by_role("spinbutton", name="Spokes"), moved.input_value()
    for across, down in ((0, -12), (6, 0)):
        draw_a_finger(moved, (0.5, 8), (across, down))
        settle(page)
        assert [number.input_value() == "8", moved.input_value() == stood] == 2 * [across == 0]
        moved.evaluate("(slider) => slider.scrollIntoView({ block: 'center' })")


def test_a_finger_that_scrolls_the_page_from_a_question_s_axis_marks_nothing(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2)
    visit(page, "/regression-assumptions")
    page.locator(".gb-questions summary").tap()
    axis, see = page.locator(".gb-answer > input[type=range]"), page.locator(".gb-see")
    marked = []
    for across, down in ((0, -12), (6, 0), (0, -12)):
        axis.evaluate("(axis) => axis.scrollIntoView({ block: 'center' })")
        draw_a_finger(axis, (0.3, 8), (across, down))
        settle(page)
        marked.append((page.locator(".gb-ends output").inner_text(), axis.input_value(), see.is_enabled()))
    assert marked[0] == ("Drag the mark.", "200", False)
    assert marked[1][2]
    assert marked[2] == marked[1]


def test_phone_shows_everything_and_scrolls_and_scrubs_under_a_finger(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 390, "height": 844}, is_mobile=True, has_touch=True, device_scale_factor=2)
    visit(page, "/tokenizer")
    assert too_wide(page) == {}
    assert page.evaluate("() => document.scrollingElement.scrollWidth") <= 390
    for name in (".gb-canvas", ".gb-board", ".gb-scrub", ".gb-segmented"):
        box = page.locator(name).first.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390

    draw_a_finger(page.locator(".gb-canvas").first, (0.5, 100), (0, -10))
    page.wait_for_function("() => document.querySelector('[data-testid=stMain]').scrollTop > 30")

    slider(page).scroll_into_view_if_needed()
    box = slider(page).bounding_box()
    assert box is not None
    assert box["width"] >= 280
    assert box["height"] >= 24  # WCAG 2.2, 2.5.8: the least size of a target
    page.touchscreen.tap(box["x"] + box["width"] * 0.75, box["y"] + box["height"] / 2)
    wait_for_query(page, "step=")
    assert drawn(page) == pytest.approx(150, abs=6)
    assert headline(page).startswith(f"Merge {drawn(page) + 1}: ")


def test_small_laptop_shows_sentence_figure_and_scrub_on_the_first_screen(at: Callable[..., Page]) -> None:
    page = at("/tokenizer")
    for name in (".gb-look", ".gb-canvas", ".gb-scrub", ".gb-headline"):
        box = page.locator(name).first.bounding_box()
        assert box is not None
        assert box["y"] >= 0, name
        assert box["y"] + box["height"] <= 768, name
    assert too_wide(page) == {}


HEIGHTS = """() => [...document.querySelectorAll("[class*='st-key-gb-main'] .stHorizontalBlock .gb-drawing")]
    .map((drawing) => drawing.clientHeight)"""
LOW = "[class*='st-key-gb-main'] > .stElementContainer .gb-figure .gb-drawing"


def test_the_search_covers_no_section_of_a_tablet(page: Page) -> None:
    page.set_viewport_size({"width": 780, "height": 768})
    visit(page, "/tokenizer")
    for width in (780, 800, 900, 1024, 1199):
        page.set_viewport_size({"width": width, "height": 768})
        settle(page)
        search = page.locator(".st-key-gb-search").bounding_box()
        assert search is not None
        boxes = [one.bounding_box() for one in page.get_by_test_id("stTopNavSection").all() if one.is_visible()]
        assert len(boxes) >= 3, width
        assert [box for box in boxes if box and box["x"] + box["width"] > search["x"]] == [], width


@pytest.mark.parametrize("address", ["/sampling?part=sound", "/fourier?part=coefficients"])
def test_pictures_side_by_side_are_equally_high(at: Callable[..., Page], address: str) -> None:
    heights = at(address).evaluate(HEIGHTS)
    assert len(heights) > 1
    assert {*heights} == {max(heights)}
    assert max(heights) > 100


def test_a_phone_keeps_the_scrub_alone_of_the_axis_under_pictures_side_by_side(page: Page) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    visit(page, "/attention?show=masks")
    assert page.locator(LOW).evaluate("(drawing) => drawing.clientHeight") == 0
    assert slider(page).is_visible()


Scheme = Literal["light", "dark"]


def turn(page: Page, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme)
    page.wait_for_function("(scheme) => document.documentElement.dataset.gbTheme === scheme", arg=scheme)
    page.wait_for_timeout(300)  # colours fade over


@pytest.fixture
def light(at: Callable[..., Page]) -> Iterator[Page]:
    """A page that is light again afterwards."""
    page = at("/tokenizer")
    yield page
    turn(page, "light")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_from_its_ground(light: Page, scheme: Scheme) -> None:
    page = light
    turn_to(page, "merges=400&step=300")
    turn(page, scheme)
    page.wait_for_function(UNFOLDED, polling=100)
    selector = ".gb-chip, .gb-dim, .gb-readout, .gb-look, .gb-value span, .gb-rank, .gb-quiet, .gb-why, .gb-say, small"
    contrasts = page.evaluate(CONTRASTS, selector)
    assert len(contrasts) >= 10
    assert {name: round(ratio, 2) for name, ratio in contrasts.items() if ratio < 4.5} == {}


def test_change_of_theme_redraws_in_place(light: Page) -> None:
    page = light
    turn_to(page, "step=150")
    before, words = page.evaluate(LOOK), board(page)
    assert before["theme"] == "light"
    page.evaluate(
        "() => { document.querySelector('.gb-canvas').mine = document.querySelector('.gb-board').mine = true; }"
    )
    turn(page, "dark")
    page.wait_for_function(
        "(colour) => document.querySelector('.gb-canvas').data[0].line.color !== colour", arg=before["curve"]
    )
    dark = page.evaluate(LOOK)
    assert [name for name in before if before[name] == dark[name]] == []
    assert page.evaluate("() => document.querySelector('.gb-canvas').mine && document.querySelector('.gb-board').mine")
    assert (drawn(page), board(page)) == (150, words)


def test_what_is_painted_takes_the_colours_of_another_theme_as_a_new_page_does(page: Page) -> None:
    address = "/gradient-descent?method=heavy-ball"
    painted = "() => [...document.querySelectorAll('.gb-panel canvas')].map((canvas) => canvas.toDataURL())"
    visit(page, address)
    light = page.evaluate(painted)
    page.emulate_media(color_scheme="dark")
    page.wait_for_function(f"(light) => ({painted})().some((one, i) => one !== light[i])", arg=light)
    settle(page)
    turned = page.evaluate(painted)
    visit(page, address)
    assert turned == page.evaluate(painted)


def test_figure_is_never_mounted_anew(at: Callable[..., Page]) -> None:
    page = at("/tokenizer")
    kept = "() => [...document.querySelectorAll('.gb-canvas, .gb-scrub, .gb-panel')].map((node) => node.mine === true)"
    page.evaluate(
        "() => { for (const node of document.querySelectorAll('.gb-canvas, .gb-scrub, .gb-panel')) node.mine = true; }"
    )
    mounted = page.evaluate(kept)
    assert len(mounted) >= 5
    seen = {digest(page)}
    fill(page, "merges", "100")
    seen.add(digest(page))
    choose(page, "pretokenizer", "GPT-2's pattern")
    seen.add(digest(page))
    choose(page, "source", "Words with counts")
    seen.add(digest(page))
    page.get_by_role("button", name="A run of one letter").click()
    wait_for_query(page, "aaaaaaaa")
    page.wait_for_function("() => document.querySelector('.gb-readout')?.textContent.includes('of 6')")
    seen.add(digest(page))
    assert len(seen) == 5
    assert page.evaluate(kept) == mounted == [True] * len(mounted)


def test_axes_stay_where_they_are_while_the_step_moves(tab: Page) -> None:
    turn_to(tab, "step=0")
    measure = """() => {
        const canvas = document.querySelector(".gb-canvas");
        const ranges = ["xaxis", "yaxis", "yaxis2"].map((name) => canvas._fullLayout[name].range.join());
        return [canvas.getBoundingClientRect().height, ...ranges];
    }"""
    before = tab.evaluate(measure)
    for name in ("Last", "First"):
        tab.get_by_role("button", name=name, exact=True).click()
        tab.wait_for_timeout(100)
        assert tab.evaluate(measure) == before


ROWS = """() => {
    const rows = new Map();
    const gallery = document.querySelector(".st-key-gb-gallery");
    for (const card of gallery.children) {
        const { top, width } = card.getBoundingClientRect();
        rows.set(Math.round(top), [...(rows.get(Math.round(top)) ?? []), width / gallery.clientWidth]);
    }
    return [...rows.values()];
}"""


def test_a_card_of_the_front_page_that_is_alone_in_its_row_takes_all_of_it(new_page: Callable[..., Page]) -> None:
    page = new_page()
    page.goto("/")
    page.wait_for_selector(".st-key-gb-paths")
    for width, columns in ((1920, 4), (1366, 4), (1280, 4), (1024, 3), (820, 2), (390, 1)):
        page.set_viewport_size({"width": width, "height": 800})
        settle(page)
        rows = page.evaluate(ROWS)
        assert len(rows[0]) == columns
        assert [len(row) for row in rows[1:-1]] == [columns] * (len(rows) - 2)
        assert len(rows[-1]) > 1 or rows[-1][0] > 0.99


def test_a_title_of_two_lines_on_the_front_page_is_as_tight_as_a_heading(page: Page) -> None:
    page.goto("/")
    title = page.locator(".st-key-gb-gallery a p").filter(has_text="N-gram language models")
    lines = title.evaluate("(title) => title.clientHeight / parseFloat(getComputedStyle(title).fontSize)")
    assert 2.2 <= lines <= 2.8


@pytest.mark.parametrize("screen", [(683, 384), (844, 390)], ids=["a laptop at 200 %", "a phone on its side"])
def test_in_a_low_window_the_main_picture_can_be_read_and_passes_with_the_controls(
    new_page: Callable[..., Page], screen: tuple[int, int]
) -> None:
    page = new_page(viewport={"width": screen[0], "height": screen[1]})
    visit(page, "/decoding")
    main = page.locator("[class*='st-key-gb-main']").first
    axes = main.locator(".gb-canvas .nsewdrag").first.bounding_box()
    assert axes is not None
    assert axes["height"] > 80
    box = main.bounding_box()
    assert box is not None
    assert box["height"] < screen[1] - 48  # all of it, with its slider, fits below the bar
    page.locator(".gb-question, .gb-questions").first.evaluate("(one) => one.scrollIntoView()")
    after = main.bounding_box()
    assert after is not None
    assert after["y"] + after["height"] < 48 + 64


def test_in_the_colours_of_a_contrast_theme_what_is_chosen_differs_and_the_cursor_is_there(page: Page) -> None:
    page.emulate_media(forced_colors="active")
    visit(page, "/t-test-power")
    ground = "(one) => getComputedStyle(one).backgroundColor"
    paper = page.locator("[data-testid=stApp]").evaluate(ground)
    chosen = (".gb-option input:checked + label", ".gb-preset[aria-pressed=true]")
    others = (".gb-option input:not(:checked) + label", ".gb-preset:not([aria-pressed=true])")
    for one, other in zip(chosen, others, strict=True):
        assert page.locator(one).first.evaluate(ground) != page.locator(other).first.evaluate(ground)
    assert page.locator(".gb-cursor-line").first.evaluate(ground) != paper


def test_a_picture_is_as_wide_as_its_place_when_the_window_becomes_narrower(new_page: Callable[..., Page]) -> None:
    page = new_page(viewport={"width": 620, "height": 940})
    visit(page, "/attention-by-hand")
    page.set_viewport_size({"width": 560, "height": 940})
    page.wait_for_function(
        """() => {
            const canvas = document.querySelector("[class*='st-key-gb-main'] .gb-canvas");
            return canvas.clientWidth < 560 && Math.abs(canvas._fullLayout.width - canvas.clientWidth) < 1;
        }""",
        timeout=5_000,
    )
