"""A page opens on pictures, and every one of them can be taken home."""

from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from driving import board, headline, main_curves, picture_menu, save_picture, turn_to, visit
from PIL import Image
from playwright.sync_api import Page, expect

PICTURES = ("tokenizer-curves", "tokenizer-board", "tokenizer-segmentation")


def saved(page: Page, name: str, kind: str) -> Path:
    with page.expect_download() as download:
        save_picture(page, name, kind)
    assert download.value.suggested_filename == f"{name}.{kind.lower()}"
    return Path(download.value.path())


def svg_text(content: bytes) -> str:
    root = ElementTree.fromstring(content)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    return "".join(text for text in root.itertext())


def test_default_page_draws_the_curves_and_the_board_without_a_click(at: Callable[..., Page]) -> None:
    page = at("/tokenizer")
    lines = main_curves(page)
    boxes = [line.bounding_box() for line in lines.all()]
    assert len(boxes) == 2
    # From the first merge to the last, and over most of the height: one falls, one rises.
    assert all(box is not None and box["width"] > 600 and box["height"] > 50 for box in boxes)
    # "the" begins the sample, and has become one token after the 36 merges at which the page opens.
    assert page.locator(".gb-passage .gb-word").first.inner_text() == "the_"
    assert page.locator(".gb-leaders tbody tr:visible").count() == 10
    assert headline(page).startswith("Merge 37: ")
    assert "=" in page.locator(".gb-sum").inner_text()


@pytest.mark.parametrize("name", PICTURES)
def test_picture_is_saved_as_png_of_the_size_on_the_screen(tab: Page, name: str) -> None:
    content = saved(tab, name, "PNG").read_bytes()
    assert content.startswith(b"\x89PNG\r\n\x1a\n")
    width, height = (int.from_bytes(content[at : at + 4]) for at in (16, 20))
    assert width >= 900
    assert height >= 60
    assert len(content) > 2_000  # an empty canvas of that size packs to less


def test_curves_are_saved_as_svg_with_their_axes_and_lines(tab: Page) -> None:
    content = saved(tab, "tokenizer-curves", "SVG").read_bytes()
    assert "merges made" in svg_text(content)
    assert content.count(b"js-line") == 2


NOTE = "infinite: a held-out word has probability 0"
TOPMOST = """(words) => {
    const note = [...document.querySelectorAll(".annotation-text")].find((one) => one.textContent === words);
    const { left, right, top, bottom } = note.getBoundingClientRect();
    const line = note.closest(".gb-figure").querySelector(".gb-cursor-line");
    const across = line.getBoundingClientRect().left, both = [line, note];
    for (const { style } of both) style.pointerEvents = "all";
    const [upper] = document.elementsFromPoint(across, (top + bottom) / 2).filter((one) => both.includes(one));
    const { paintOrder, strokeWidth } = getComputedStyle(note);
    return [left < across && across < right, upper === line ? "line" : "words", paintOrder, parseFloat(strokeWidth)];
}"""


def test_words_in_a_picture_lie_over_the_line_of_the_focus_with_a_rim_that_parts_them(tab: Page) -> None:
    visit(tab, "/ngram-language-model?discount=0.75")
    assert tab.evaluate(TOPMOST, NOTE) == [True, "words", "stroke", 3]


def test_words_keep_their_rim_in_a_picture_to_keep(tab: Page) -> None:
    """Between its top and its end the line of the focus is interrupted where the words lie over it."""
    visit(tab, "/ngram-language-model?discount=0.75")
    colours = np.asarray(Image.open(saved(tab, "ngram-perplexity", "PNG")).convert("RGB")).astype(int)
    focus = colours[..., 0] - colours[..., 2] > 60
    line = focus[:, np.argmax(focus.sum(axis=0))]
    first, last = np.flatnonzero(line)[[0, -1]]
    assert not line[first:last].all()


def test_board_is_saved_as_svg_with_the_words_it_shows(tab: Page) -> None:
    text = svg_text(saved(tab, "tokenizer-board", "SVG").read_bytes())
    squeezed = "".join(text.split())
    assert "Merge37:" in squeezed
    for chip in tab.locator(".gb-leaders .gb-chip").all_inner_texts():
        assert chip in squeezed
    assert "Leading pairs" in board(tab)
    assert "Leadingpairs" in squeezed


def test_segmentation_is_saved_as_svg_with_its_tokens(tab: Page) -> None:
    turn_to(tab, "preset=lowest")
    chips = tab.locator(".gb-segmented .gb-chip")
    expect(chips).to_have_text(["low", "est_"])  # a panel out of sight follows when the hand rests
    text = svg_text(saved(tab, "tokenizer-segmentation", "SVG").read_bytes())
    assert "low" in text
    assert "est_" in text
    assert "2 tokens" in text


FALLING = "document.getAnimations().filter(({ animationName }) => animationName === 'gb-fall').length"


def test_simulated_tests_fall_when_they_come_into_sight_and_again_when_asked(spare: Callable[[], Page]) -> None:
    page = spare()
    visit(page, "/t-test-power")
    expect(page.locator(".gb-falls .point")).to_have_count(40)
    page.evaluate("() => { document.adoptedStyleSheets = []; }")  # which hold all motion still
    picture_menu(page, "t-test-densities").click()
    page.get_by_role("button", name="Drop the dots of “Densities of the statistic” again").click()
    assert page.evaluate(FALLING) == 40
    page.emulate_media(reduced_motion="reduce")
    visit(page, "/t-test-power")
    assert page.locator(".gb-falls").count() == 0
    assert page.evaluate(FALLING) == 0
