"""The sentence under a page's title is of the view that is chosen."""

import re

import pytest

from catalog import EXPLORERS, Entry
from core import fields
from core.explorer import find
from ui.frame import VIEWS


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_each_view_of_a_page_says_what_to_look_for_in_it(entry: Entry) -> None:
    params = find(entry.slug).Params
    options = next((values for name, values in fields.literals(params).items() if name in VIEWS), ())
    usual = {getattr(params(), name) for name in VIEWS if name in fields.literals(params)}
    assert set(entry.looks) == set(options) - usual
    sentences = [entry.look_for, *entry.looks.values()]
    assert len(set(sentences)) == len(sentences)
    assert all(sentence.endswith(".") and len(sentence) < 215 for sentence in sentences)


def test_another_view_has_another_sentence_on_its_page(open_page) -> None:
    entry = next(entry for entry in EXPLORERS if entry.slug == "fourier")
    for query, sentence in (({}, entry.look_for), ({"part": "cost"}, entry.looks["cost"])):
        written = " ".join(each.proto.body for each in open_page(entry.page, query).get("html"))
        assert sentence in re.sub(r'<span class="gb-defined"[^>]*>|</span>', "", written)


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_a_theory_names_the_lecture_notes_at_most_once(entry: Entry) -> None:
    """In a paragraph of its own, for those who hold them; to others they are no help."""
    theory = entry.theory.read_text(encoding="utf-8")
    named = [line for line in theory.splitlines() if re.search(r"\bnotes\b", line)]
    assert len(re.findall(r"\bnotes\b", theory)) == len(named) <= 1
    assert all(line.startswith("**Beside the lecture notes.**") for line in named)
