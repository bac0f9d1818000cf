"""A reader's file becomes text or is refused by name, and a session file keeps what a link cannot."""

import json
import random
import string
from collections.abc import Callable
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from driving import (
    board,
    choose,
    control,
    digest,
    fill,
    headline,
    pick,
    readout,
    says,
    settle,
    turn_to,
    visit,
    wait_for_query,
    wait_for_sentence,
)
from playwright.sync_api import Page, expect

from core import session_file
from core.tokens import tokenizer

SENTENCE = "Die Wärter zählten höhere Wellen, größere Schiffe, kühlere Nächte. "
PNG = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\0\x01\0\0\0\x01\x08\x06\0\0\0\x1f\x15\xc4\x89"


def bring(at: Callable[..., Page], name: str, content: bytes, address: str = "/tokenizer?source=file") -> Page:
    """The page at an address that waits for a file, with this one."""
    page = at(address, drawn=False)
    upload(page, name, content)
    return page


def visit_without_figure(page: Page, address: str) -> None:
    """Opens a page that has nothing to draw yet."""
    page.goto(address)
    control(page, "file").locator("input[type=file]").wait_for(state="attached")
    settle(page)


def upload(page: Page, name: str, content: bytes) -> None:
    send(page, name, content)
    settle(page, 700)


def send(page: Page, name: str, content: bytes) -> None:
    """Chooses a file, and waits for nothing."""
    chooser = control(page, "file").locator("input[type=file]")
    chooser.set_input_files({"name": name, "mimeType": "application/octet-stream", "buffer": content})


def words(page: Page) -> list[str]:
    """The words of the passage, their tokens joined."""
    return [(word.text_content() or "") for word in page.locator(".gb-passage .gb-word").all()]


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (SENTENCE.encode(), "Read as UTF-8."),
        (SENTENCE.encode("utf-16"), "Read as UTF-16, little-endian."),
        (SENTENCE.encode("latin-1"), "was read as Latin-1. Save it as UTF-8 if signs are wrong."),
    ],
)
def test_text_file_is_read_and_the_page_says_in_which_encoding(
    at: Callable[..., Page], content: bytes, sentence: str
) -> None:
    page = bring(at, "waerter.txt", content)
    wait_for_sentence(page, sentence)
    expect(page.locator(".gb-passage .gb-word").nth(2)).to_have_text("zählten_")
    assert words(page)[:3] == ["die_", "wärter_", "zählten_"]


def test_column_of_a_csv_file_can_be_chosen(at: Callable[..., Page]) -> None:
    table = "name,remark\nlow lower,newest newest\nlowest,widest widest\n"
    page = bring(at, "table.csv", table.encode())
    assert words(page) == ["low_", "lower_", "lowest_"]
    pick(page, "column", "remark")
    page.wait_for_function("() => document.querySelector('.gb-passage').textContent.startsWith('n')")
    assert words(page) == ["newest_", "newest_", "widest_", "widest_"]
    assert "column=remark" in page.url


def test_among_many_columns_one_is_found_by_a_part_of_its_name(at: Callable[..., Page]) -> None:
    names = [f"column {i}" for i in range(1, 30)] + ["Remarks"]
    page = bring(at, "wide.csv", "\n".join([",".join(names), ",".join(["low"] * 29 + ["newest"])]).encode())
    find, column = control(page, "column").get_by_role("searchbox"), control(page, "column").get_by_role("combobox")
    find.fill("MARK")
    assert column.locator("option").all_inner_texts() == ["column 1", "Remarks"]  # what is chosen stays
    find.press("Enter")
    page.wait_for_function("() => document.querySelector('.gb-passage').textContent.startsWith('n')")
    assert column.input_value() == "Remarks"
    find.fill("")
    assert column.locator("option").all_inner_texts() == names


@pytest.mark.parametrize(
    ("name", "content", "sentence"),
    [
        ("picture.txt", PNG, "it is a PNG image, not text"),
        ("empty.txt", b"", "file is empty"),
        ("blank.txt", b" \n\t\n ", "it must hold a word, not only white space"),
        ("blank.csv", b"\n\n", "it must have a header line"),
    ],
)
def test_file_without_text_is_refused_in_a_sentence_and_the_page_stands(
    at: Callable[..., Page], name: str, content: bytes, sentence: str
) -> None:
    page = bring(at, name, content)
    wait_for_sentence(page, sentence)
    assert page.get_by_test_id("stException").count() == 0
    assert page.get_by_test_id("stAlert").count() == 0
    choose(page, "source", "A sample")
    page.wait_for_function("() => document.querySelectorAll('.gb-passage .gb-chip').length > 50")


def test_an_address_leads_away_from_a_file_and_back_to_it(at: Callable[..., Page]) -> None:
    page = bring(at, "waerter.txt", SENTENCE.encode())
    turn_to(page, "merges=50&step=50")
    assert readout(page) == "50 of 50 merges made"
    assert words(page)[0] == "the_"
    page.go_back()
    page.wait_for_function("() => document.querySelector('.gb-passage').textContent.startsWith('die')")


def test_pasted_text_without_a_word_is_answered_in_a_sentence(tab: Page) -> None:
    turn_to(tab, "source=text&text=low")
    for text, sentence in (("", "There is no text yet"), ("  \n  ", "it must hold a word, not only white space")):
        fill(tab, "text", text)
        wait_for_sentence(tab, sentence)
    fill(tab, "text", "low lower lowest")
    tab.wait_for_function("() => document.querySelectorAll('.gb-passage .gb-word').length === 3")


def test_text_too_long_for_a_link_travels_in_a_session_file(
    at: Callable[..., Page], page: Page, tmp_path: Path
) -> None:
    signs = string.ascii_letters + string.digits + string.punctuation + "   äöü中文🙂"
    text = "".join(random.Random(7).choices(signs, k=20_000)).strip()
    first = at("/tokenizer?merges=80&step=9")
    choose(first, "source", "Your text")
    fill(first, "text", text)
    wait_for_sentence(first, "“Your text” is too long for a link")
    assert len(first.url) < 8_200
    assert "source=text" in first.url
    with first.expect_download() as download:
        first.get_by_role("button", name="Session file", exact=True).click()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    assert json.loads(saved.read_text())["params"]["text"] == text

    visit(page, "/tokenizer")
    open_session(page, saved)
    page.wait_for_function("() => location.search.includes('source=text')")
    settle(page)
    assert control(page, "text").locator("textarea").input_value() == text
    assert readout(page) == readout(first) == "9 of 80 merges made"
    assert headline(page) == headline(first)
    assert board(page) == board(first)
    assert digest(page) == digest(first)


def test_a_link_without_its_long_text_says_so_once_until_there_is_a_text(
    at: Callable[..., Page], page: Page, tmp_path: Path
) -> None:
    first = at("/tokenizer?source=text&min_count=1&text=low")
    fill(first, "text", " ".join(str(i**7) for i in range(2_000)))
    wait_for_sentence(first, "“Your text” is too long for a link")
    with first.expect_download() as download:
        first.get_by_role("button", name="Session file", exact=True).click()
    download.value.save_as(saved := tmp_path / "long.json")
    gone = page.get_by_text("“Your text” did not come with the link")
    page.goto(f"/tokenizer?{urlsplit(first.url).query}")
    expect(gone).to_have_count(1)
    expect(page.get_by_text("There is no text yet")).to_have_count(0)
    fill(page, "merges", "7")
    wait_for_query(page, "merges=7")
    settle(page)
    expect(gone).to_have_count(1)
    fill(page, "text", "low lower")
    expect(gone).to_have_count(0)
    page.wait_for_function("() => !location.search.includes('without')")
    open_session(page, saved)
    wait_for_sentence(page, "“Your text” is too long for a link")
    expect(gone).to_have_count(0)


def test_session_file_that_is_saved_right_after_a_change_is_of_what_was_changed(tab: Page) -> None:
    turn_to(tab, "merges=50")
    with tab.expect_download() as download:
        control(tab, "merges").get_by_role("spinbutton").press("ArrowUp")
        tab.get_by_role("button", name="Session file", exact=True).press("Enter")
    assert json.loads(Path(download.value.path()).read_text())["params"]["merges"] == 51


@pytest.mark.parametrize("before", [b"", b"newest widest"])
def test_a_session_file_asked_for_while_a_file_is_on_its_way_holds_that_file(page: Page, before: bytes) -> None:
    """Over a slow line, on which the place for a file is asked for first; also where another file stands."""
    visit_without_figure(page, "/tokenizer?source=file&min_count=1")
    if before:
        upload(page, "before.txt", before)
    page.evaluate("window.lag = 260")
    send(page, "low.txt", b"low lower lowest")
    with page.expect_download() as download:
        page.get_by_role("button", name="Session file", exact=True).click()
    saved = session_file.load(Path(download.value.path()).read_bytes(), "tokenizer")
    assert saved.current.file == ("low.txt", b"low lower lowest")


def test_a_file_on_its_way_is_pinned_with_the_page(page: Page) -> None:
    """Over a slow line. The file came after the press, and what was pinned had none."""
    visit_without_figure(page, "/tokenizer?source=file&min_count=1")
    page.evaluate("window.lag = 260")
    send(page, "low.txt", b"low lower lowest")
    page.get_by_role("button", name="Pin as A").click()
    wait_for_query(page, "[?&]A=")
    settle(page, 1000)
    assert not [one for one in says(page) if "no longer here" in one]
    with page.expect_download() as download:
        page.get_by_role("button", name="Session file", exact=True).click()
    saved = session_file.load(Path(download.value.path()).read_bytes(), "tokenizer")
    assert saved.pinned is not None
    assert saved.pinned.file == ("low.txt", b"low lower lowest")


def test_a_file_on_its_way_as_its_page_is_left_stands_there_when_the_reader_comes_back(page: Page) -> None:
    """Over a slow line. The link waits for it as it waits for what a control has just set."""
    visit_without_figure(page, "/tokenizer?source=file&min_count=1")
    page.evaluate("window.lag = 260")
    send(page, "low.txt", b"low lower lowest")
    page.get_by_test_id("stPageLink-NavLink").first.evaluate("(one) => one.click()")
    page.locator("h1:not(:has-text('Tokenizer'))").wait_for()
    settle(page, 1000)
    page.go_back()
    wait_for_sentence(page, "low.txt still stands here")


@pytest.mark.parametrize("key", ["Enter", "Space"])
def test_a_file_to_keep_is_taken_with_a_key(tab: Page, key: str) -> None:
    """On a page that is still: a browser passes over the click that a script makes within one that a key has made."""
    with tab.expect_download() as download:
        tab.get_by_role("button", name="Session file", exact=True).press(key)
    assert download.value.suggested_filename == "tokenizer.glassbox.json"


def open_session(page: Page, path: Path) -> None:
    if not control(page, "session").is_visible():
        page.get_by_text("Open a session file").click()
    control(page, "session").locator("input[type=file]").set_input_files(path)


def test_session_file_brings_the_file_and_its_settings(at: Callable[..., Page], page: Page, tmp_path: Path) -> None:
    settings = "source=file&merges=15&step=4&min_count=1&lowercase=false"
    first = bring(at, "wärter.txt", SENTENCE.encode("utf-16"), f"/tokenizer?{settings}")
    wait_for_sentence(first, "A link does not carry a file")
    with first.expect_download() as download:
        first.get_by_role("button", name="Session file", exact=True).click()
    saved = tmp_path / "session.json"
    download.value.save_as(saved)
    visit(page, "/tokenizer")
    open_session(page, saved)
    page.wait_for_function("() => location.search.includes('source=file')")
    settle(page, 700)
    assert readout(page) == "4 of 15 merges made"
    assert board(page) == board(first)


def test_no_file_is_named_whose_place_a_session_file_has_taken(page: Page, tmp_path: Path) -> None:
    visit_without_figure(page, "/tokenizer?source=file")
    upload(page, "waerter.txt", SENTENCE.encode())
    expect(page.get_by_text("waerter.txt")).to_be_visible()
    file, saved = ("low.txt", b"low lower lowest"), tmp_path / "session.json"
    saved.write_bytes(session_file.save("tokenizer", tokenizer.Params(source="file", min_count=1), file))
    open_session(page, saved)
    page.wait_for_function("() => document.querySelectorAll('.gb-passage .gb-word').length === 3")
    settle(page)
    expect(page.get_by_text("waerter.txt")).to_have_count(0)
    without = tmp_path / "without.json"
    without.write_bytes(session_file.save("tokenizer", tokenizer.Params(source="file")))
    open_session(page, without)
    wait_for_sentence(page, "No file is chosen yet")


@pytest.mark.parametrize(
    "content", [b"{}", b"not json", b'{"glassbox": 1, "explorer": "tokenizer", "params": {"merges": "x"}}']
)
def test_damaged_session_file_is_refused_in_a_sentence(tab: Page, tmp_path: Path, content: bytes) -> None:
    turn_to(tab, "merges=50")
    path = tmp_path / "session.json"
    path.write_bytes(content)
    open_session(tab, path)
    tab.locator(".gb-error, .gb-notice").first.wait_for()
    settle(tab)
    assert tab.get_by_test_id("stException").count() == 0
    assert tab.locator(".gb-passage .gb-chip").count() > 50
