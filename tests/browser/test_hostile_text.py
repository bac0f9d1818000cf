"""What a reader writes is shown as the characters it is, wherever it stands: nothing of it runs or becomes markup."""

from collections.abc import Callable
from urllib.parse import quote
from xml.etree import ElementTree

import pytest
from driving import control, fill, more_controls, pick, save_picture, says, turn_to
from playwright.sync_api import Page
from test_bringing_text import bring

IMAGE = "<img src=x onerror=window.__hit=1>"
FORMULA = r"$\href{javascript:window.__hit=1}{x}$"
MARKDOWN_LINK = "[a](javascript:window.__hit=1)"
COLOUR = ":red[x]"
EMOJI = ":smile:"
LINK = '<a href="https://example.org">x</a>'
INVISIBLE = "nul\0bidi\u202edne\u2066x"
HOSTILE = (IMAGE, FORMULA, MARKDOWN_LINK, COLOUR, EMOJI, LINK, INVISIBLE)

# Elements that only the text could have made. The app itself draws no picture and links to its own pages alone.
MADE = """() => [...document.querySelectorAll("img, a, b, script, iframe, .katex, mjx-container")].filter((node) =>
    node.matches("img[src='x'], [onerror], a[href*='javascript'], a[href*='example.org'], [*|href*='javascript']")
    || node.localName === "b" || node.closest(".gb-figure, .gb-panel, .gb-say")
    || (node.matches(".katex") && !theory(node))).map((node) => node.outerHTML)""".replace(
    # Its formulas are our own.
    "theory(node)",
    "node.closest('[data-testid=stExpander]')?.textContent.includes('The theory')",
)


def assert_harmless(page: Page) -> None:
    assert page.evaluate("() => window.__hit") is None
    assert page.evaluate(MADE) == []


def words_of(page: Page, selector: str) -> str:
    """The text of an element with all white space taken out, as chips stand apart."""
    return "".join((page.locator(selector).first.text_content() or "").split())


def squeezed(text: str) -> str:
    return "".join(text.split())


def seen(text: str) -> str:
    """``text`` with the numbers of what would not be seen."""
    return text.replace("\0", "⟨U+0000⟩").replace("\u202e", "⟨U+202E⟩").replace("\u2066", "⟨U+2066⟩")


def test_watch_sees_what_hostile_text_would_do(page: Page) -> None:
    page.goto("about:blank")
    page.set_content(f"<div class=gb-say>{IMAGE}{LINK}</div>")
    page.wait_for_function("() => window.__hit === 1")
    assert len(page.evaluate(MADE)) == 2


@pytest.mark.parametrize("step", ["0", "500"])
def test_pasted_text_is_shown_as_its_characters(tab: Page, step: str) -> None:
    text = " ".join(HOSTILE)
    settings = f"source=text&merges=500&min_count=1&pretokenizer=whitespace&lowercase=false&step={step}"
    turn_to(tab, f"{settings}&text={quote(text, safe='')}")
    more_controls(tab)
    passage = words_of(tab, ".gb-passage")
    for piece in HOSTILE:
        for word in piece.split():
            assert seen(word) in passage
    if not tab.get_by_test_id("stCode").is_visible():
        tab.get_by_text("The same in Python").click()
        tab.get_by_test_id("stCode").wait_for()
    tab.locator(".gb-canvas .nsewdrag").first.hover()
    tab.locator(".hoverlayer text").first.wait_for()
    assert_harmless(tab)


def test_weighted_words_are_shown_as_their_characters(tab: Page) -> None:
    words = [squeezed(piece) for piece in HOSTILE]
    entry = " ".join(f"{word}:{count}" for count, word in enumerate(words, start=2))
    turn_to(tab, f"source=words&lowercase=false&merges=300&step=300&words={quote(entry, safe='')}")
    passage = words_of(tab, ".gb-passage")
    for word in words:
        assert seen(word) in passage
    assert_harmless(tab)


def test_end_of_word_mark_is_shown_as_its_characters(tab: Page) -> None:
    turn_to(tab, "source=words&step=0")
    for mark in ("<b>x</b>", ":smile:", "$x^2$"):
        fill(tab, "end_of_word", mark)
        assert f"low{mark}" in words_of(tab, ".gb-passage")
        assert mark in words_of(tab, ".gb-segmented")
        assert_harmless(tab)


def test_text_to_segment_is_shown_as_its_characters(tab: Page) -> None:
    text = " ".join(HOSTILE)
    turn_to(tab, f"pretokenizer=whitespace&lowercase=false&segment={quote(text, safe='')}")
    shown = words_of(tab, ".gb-segmented")
    for word in text.split():
        assert seen(word) in shown
    tab.locator(".gb-unfired summary").first.click()
    assert_harmless(tab)


# A sentence names a control as the reader sees it.
LABELS = {"tie": "Among equal counts take", "source": "Text", "merges": "Number of merges",
          "pretokenizer": "Words end at", "min_count": "Smallest pair count", "step": "Merges made"}  # fmt: skip


def test_values_in_a_link_are_quoted_as_their_characters(at: Callable[..., Page]) -> None:
    fields = ("tie", "preset", "source", "merges", "pretokenizer", "min_count", "step")
    query = [f"{field}={quote(piece, safe='')}" for field, piece in zip(fields, HOSTILE, strict=True)]
    query += [f"{quote(piece, safe='')}=1" for piece in HOSTILE]
    page = at("/tokenizer?" + "&".join(query))
    said = [squeezed(sentence) for sentence in says(page)]
    for field, piece in zip(fields, HOSTILE, strict=True):
        named = LABELS.get(field, field)
        assert any(sentence.startswith(f"{squeezed(named)}=“{squeezed(seen(piece))}”") for sentence in said), said
        assert any(sentence.startswith(squeezed(seen(piece)) + "=“1”") for sentence in said), said
    assert_harmless(page)


def test_name_and_columns_of_a_file_are_shown_as_their_characters(at: Callable[..., Page]) -> None:
    name = f"{IMAGE}{COLOUR}.csv"
    page = bring(at, name, b"\n\n")
    assert any(sentence.startswith(f"File = “{name}”") for sentence in says(page)), says(page)
    assert "<img" in page.get_by_test_id("stFileUploader").first.inner_text()  # shortened in the middle
    assert_harmless(page)
    page = bring(at, "x.csv", f'"{IMAGE}","{MARKDOWN_LINK}",{COLOUR},{EMOJI}\nlow lower,b,c,d\n'.encode())
    options = control(page, "column").get_by_role("option").all_text_contents()
    assert options == [IMAGE, MARKDOWN_LINK, COLOUR, EMOJI]
    pick(page, "column", COLOUR)
    assert_harmless(page)


def test_value_typed_into_a_control_is_quoted_as_its_characters(tab: Page) -> None:
    for piece in (IMAGE, MARKDOWN_LINK, FORMULA):
        fill(tab, "end_of_word", piece)
        assert any(piece[:40] in sentence for sentence in says(tab)), says(tab)
    assert_harmless(tab)


def test_saved_board_holds_hostile_text_escaped(tab: Page) -> None:
    text = " ".join((*HOSTILE, "x"))
    settings = "source=text&merges=500&min_count=1&pretokenizer=whitespace&lowercase=false&step=0"
    turn_to(tab, f"{settings}&text={quote(text, safe='')}")
    with tab.expect_download() as download:
        save_picture(tab, "tokenizer-board", "SVG")
    content = download.value.path().read_bytes()
    root = ElementTree.fromstring(content)
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names <= {"svg", "g", "rect", "text", "tspan", "path"}
    assert b"<img" not in content
    # One character to a chip, and "<" among them.
    assert "<" in [text.strip() for text in root.itertext()]
    assert b"&lt;" in content
