"""The sentence under a page's title is of the view that is chosen."""

import dataclasses
import re

import pytest

from catalog import BY_SLUG, EXPLORERS, Entry
from core import fields
from core.explorer import find
from ui.controls import VIEWS

FIRST_LOOK = {"t_test_power": {"greater", "less"}}  # alternatives of which the first sentence speaks too


def other_looks(params: type) -> set[str]:
    """What the first view may be looked at for besides what it opens with, such as another axis of its slider."""
    given = dataclasses.asdict(params())
    choices = ((name, value) for name, values in fields.literals(params).items() if name not in VIEWS
               for value in values)  # fmt: skip
    settings = [fields.unchecked(params, {**given, name: value}) for name, value in choices]
    found = {getattr(one, "look", "") for one in settings}
    return found - {getattr(params(), "look", "")} - FIRST_LOOK.get(params.__module__.split(".")[2], set())


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_each_view_of_a_page_says_what_to_look_for_in_it(entry: Entry) -> None:
    params = find(entry.slug).Params
    options = next((values for name, values in fields.literals(params).items() if name in VIEWS), ())
    usual = {getattr(params(), name) for name in VIEWS if name in fields.literals(params)}
    assert set(entry.looks) == (set(options) - usual) | other_looks(params)
    sentences = [entry.look_for, *entry.looks.values()]
    assert len(set(sentences)) == len(sentences)
    assert all(sentence.endswith(".") and len(sentence) < 215 for sentence in sentences)


@pytest.mark.parametrize(("slug", "query", "look"), [
    ("fourier", {}, ""),
    ("fourier", {"part": "cost"}, "cost"),
    ("ngram-language-model", {"axis": "order"}, "order"),
    ("ngram-language-model", {"axis": "order", "part": "context"}, "context"),
    ("decoding", {"axis": "top_p"}, "top_p"),
    ("decoding", {"axis": "top_p", "part": "search"}, "search"),
    ("quantization", {"sweep": "threshold"}, "threshold"),
    ("quantization", {"format": "nf4"}, "threshold"),  # which has no bits to drag
    ("sampling", {"sweep": "sample_rate"}, "sample_rate"),
    ("sampling", {"sweep": "sample_rate", "part": "band"}, "band"),
    ("t-test-power", {"scrub": "n"}, "n"),
])  # fmt: skip
def test_the_sentence_names_what_the_slider_of_the_page_moves(
    open_page, slug: str, query: dict[str, str], look: str
) -> None:
    entry = BY_SLUG[slug]
    written = " ".join(each.proto.body for each in open_page(entry.page, query).get("html"))
    assert entry.looks.get(look, entry.look_for) in re.sub(r'<span class="gb-defined"[^>]*>|</span>', "", written)


@pytest.mark.parametrize("entry", EXPLORERS, ids=lambda entry: entry.slug)
def test_a_theory_names_the_lecture_notes_at_most_once(entry: Entry) -> None:
    """In a paragraph of its own, for those who hold them; to others they are no help."""
    theory = entry.theory.read_text(encoding="utf-8")
    named = [line for line in theory.splitlines() if re.search(r"\bnotes\b", line)]
    assert len(re.findall(r"\bnotes\b", theory)) == len(named) <= 1
    assert all(line.startswith("**Beside the lecture notes.**") for line in named)
