"""Readers' words in a language that translates everything: a reader's own come out as they went in.

In the language of this test every text of ours is the English one with a mark before it, and the reader's words are
keys, too: what is taken for ours where it is theirs is seen.
"""

import importlib
import json
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest
from language_keys import keys

from catalog import BY_SLUG
from core import explorer
from core.explorer import as_used, focused
from core.number_text import separator_remarks
from ui import figure, languages
from ui.languages import HOUSE
from ui.languages.matching import Catalogue

CANARY, OTHER, NUMBER, MARK, TAKEN = "zanzibar", "xylophone", "7,654.25", "¤", "TAKEN FOR OURS"
TEXT = f"{CANARY} {NUMBER} saw the {OTHER} and the {CANARY} {NUMBER} heard the {OTHER} again. "
ROWS = "".join(f"{x},{2 * x + x % 3},{x * x % 7},{x % 2}\n" for x in range(1, 13))
TABLE = f'"{CANARY}","{OTHER}","{NUMBER}","{CANARY} {NUMBER}"\n{ROWS}'.encode()
GROUPS = f'"{CANARY}","{OTHER}"\n'.encode() + "".join(
    f'{x % 5 + x / 7:.2f},"{(NUMBER, CANARY)[x % 2]}"\n' for x in range(12)).encode()  # fmt: skip
SIX = {"source": "text", "text": TEXT * 6}
STORY = "Mary and John went to the market. John gave the book to Mary. Mary was happy."
SILENT = {  # pictures that do not name what the reader brought
    "bayes", "cramer-rao", "estimators", "quantization", "gradient-descent", "perplexity", "prompt",
}  # fmt: skip
WORDS = (CANARY, OTHER, NUMBER)
CASES: tuple[tuple[str, dict[str, Any], bytes | None, tuple[str, ...]], ...] = (
    ("tokenizer", {"source": "text", "text": TEXT * 4, "segment": f"{CANARY} {NUMBER}"}, None, WORDS),
    ("ngram-language-model", {"part": "perplexity", **SIX, "context": f"the {CANARY}"}, None, WORDS),
    ("ngram-language-model", {"part": "context", **SIX, "context": "the"}, None, WORDS),
    ("ngram-generation", {**SIX, "context": "the"}, None, WORDS),
    ("attention", {"text": STORY}, None, ("Mary", "market")),
    ("cross-attention", {}, None, ("girl", "book")),
    ("decoding", {"source": "prompt", "text": "Once Rose"}, None, ("Once", "Rose")),
    ("decoding", {"part": "search", "text": "Once Rose"}, None, ("Once", "Rose")),
    ("generated-text", {"part": "trap", "text": "Once Rose"}, None, ("Once", "Rose")),
    ("generated-text", {"story": STORY}, None, ("Mary", "market")),
    ("t-test-power", {"source": "file", "column": CANARY, "by": OTHER}, GROUPS, WORDS),
    ("linear-regression", {"source": "file", "target": CANARY, "features": (OTHER, NUMBER)}, TABLE, WORDS),
    ("regression-assumptions", {"source": "file", "target": CANARY, "features": (OTHER,)}, TABLE, (CANARY, OTHER)),
    ("gradient-descent", {"part": "logistic", "source": "file", "target": f"{CANARY} {NUMBER}",
                          "features": (CANARY, NUMBER)}, TABLE, WORDS),
    ("gradient-descent", {"part": "table", "source": "file", "target": OTHER, "features": (CANARY, NUMBER)}, TABLE,
     WORDS),
    ("bayes", {"source": "file", "column": f"{CANARY} {NUMBER}"}, TABLE, WORDS),
    ("cramer-rao", {"source": "file", "column": CANARY}, TABLE, WORDS),
    ("estimators", {"source": "file", "column": CANARY}, TABLE, WORDS),
    ("quantization", {"source": "file", "columns": (CANARY, NUMBER)}, TABLE, WORDS),
)  # fmt: skip


@cache
def marking(section: str, words: tuple[str, ...]) -> Catalogue:
    ours = {one.key: MARK + one.key for one in keys() if one.section in (HOUSE, section)}
    readers = dict.fromkeys((*words, " ".join(words), f"{CANARY} {NUMBER}"), TAKEN)
    return Catalogue("marked", {**ours, **readers})


def told(slug: str, values: dict[str, Any], data: bytes | None, words: tuple[str, ...]) -> tuple[str, str]:
    """All that the browser is told of the pictures and remarks of a page: in English, and in the marked language."""
    page: Any = explorer.find(slug)
    params = as_used(page.Params(**values))
    result = focused(page, page.compute(params, data), params)
    pictures = importlib.import_module(page.__name__.replace("core", "figures", 1))
    views = pictures.views(result, params)

    def written() -> str:
        headers = [figure.encoded(view)[0] for view in views.all()]
        said = [languages.worded(remark) for remark in getattr(result, "remarks", ())]
        return json.dumps([headers, said], ensure_ascii=False)

    english = written()
    languages._spoken.set(marking(BY_SLUG[slug].section, words))
    try:
        return english, written()
    finally:
        languages._spoken.set(None)


def around(text: str, word: str) -> Iterator[str]:
    return (text[max(0, found.start() - 60) : found.end() + 40] for found in re.finditer(re.escape(word), text))


@pytest.mark.parametrize(
    ("slug", "values", "data", "words"), CASES, ids=[f"{slug} {i}" for i, (slug, *_) in enumerate(CASES)]
)
def test_what_a_reader_wrote_is_neither_translated_nor_are_its_numbers(
    slug: str, values: dict[str, Any], data: bytes | None, words: tuple[str, ...]
) -> None:
    english, marked = told(slug, values, data, words)
    assert MARK in marked
    assert TAKEN not in marked, [*around(marked, TAKEN)]
    for word in words:
        assert marked.count(word) == english.count(word), (word, [*around(english, word)][:20])
    if not SILENT & {slug, values.get("part"), values.get("source")}:
        assert any(map(english.count, words)), "the page says nothing of the reader's"


def test_a_number_that_is_told_of_is_written_as_the_reader_wrote_it() -> None:
    (comma,), (point,) = separator_remarks({"x": ["1,234", "2,5"]}), separator_remarks({"x": ["1.234", "5.000.000"]})
    with languages.speaking("fr", ""):
        assert languages.worded(comma).endswith("dans x\u202f: 1,234 est 1,234.")
        assert languages.worded(point).endswith("dans x\u202f: 1.234 est 1234.")
