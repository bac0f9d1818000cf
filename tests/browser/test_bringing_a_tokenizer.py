"""A reader brings a tokenizer: its merges are made on their text, and one that cannot be is refused with its reason."""

from collections.abc import Callable

from driving import control, settle
from playwright.sync_api import Page, expect

MERGES = b"#version: 0.2\nl o\nlo w\nx y\ne r\nlow er\n"


def test_the_merges_of_a_file_are_stepped_and_a_refused_one_leaves_the_page_standing(
    at: Callable[..., Page],
) -> None:
    page = at("/tokenizer?algorithm=file&source=text&text=low%20lower&segment=lower&step=1", drawn=False)
    chooser = control(page, "file").locator("input[type=file]")
    chooser.set_input_files({"name": "merges.txt", "mimeType": "text/plain", "buffer": MERGES})
    headline = page.locator(".gb-board .gb-headline")
    expect(headline).to_contain_text("Merge 2: ")
    expect(headline).to_contain_text("the leading pair stands 2×")
    expect(page.get_by_text("Of the 5 merges of the file 4 find their pair in this text")).to_be_visible()
    looping = b'{"model": {"type": "BPE", "vocab": {"a": 0, "ba": 1, "aba": 2, "ab": 3}, "merges": ["a ba", "ab a"]}}'
    chooser.set_input_files({"name": "looping.json", "mimeType": "application/json", "buffer": looping})
    expect(page.get_by_text("no merge before it makes ba")).to_be_visible()
    expect(headline).to_contain_text("Merge 2: ")
    settle(page)


def test_a_unigram_asks_for_no_merges(at: Callable[..., Page]) -> None:
    page = at("/tokenizer?algorithm=file&source=text&text=low%20lower&segment=lower", drawn=False)
    chooser = control(page, "file").locator("input[type=file]")
    chooser.set_input_files({"name": "merges.txt", "mimeType": "text/plain", "buffer": MERGES})
    expect(page.get_by_text("Of the 5 merges of the file 4 find their pair in this text")).to_be_visible()
    expect(control(page, "merges")).to_be_visible()
    settle(page)
    pieces = b'{"model": {"type": "Unigram", "unk_id": null, "vocab": [["low", -1.0], ["e", -2.0], ["r", -2.0]]}}'
    chooser.set_input_files({"name": "unigram.json", "mimeType": "application/json", "buffer": pieces})
    expect(page.get_by_text("The file holds pieces and scores")).to_be_visible()
    expect(control(page, "merges")).to_have_count(0)
    settle(page)
