"""The pictures of /ngram-language-model and /ngram-generation: what they call what is counted, and their legend."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from core import fields
from core.tokens import ngram_generation, ngram_language_model
from figures.plot import Plot
from figures.tokens.ngram_generation import views as of_generation
from figures.tokens.ngram_language_model import pictures
from figures.tokens.ngram_language_model import views as of_language_model

ROOMS = {"model": (ngram_language_model, of_language_model), "generation": (ngram_generation, of_generation)}
TEXT = "the cat sat on the mat and the dog sat on the cat " * 8


def texts(value: Any) -> Iterator[str]:
    """All strings of a picture, but the keys of its dictionaries."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for each in value.values():
            yield from texts(each)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from texts(each)


def told(room: str, **settings: Any) -> list[str]:
    page, views = ROOMS[room]
    params = page.Params(source="text", text=TEXT, lowercase=False, **settings)
    result = page.compute(params, device="cpu")
    found = [*result.remarks, page.headline(result, params).name]
    for view in views(result, params).all():
        if isinstance(view, Plot):
            said = [view.sweep.label, view.sweep.words] if view.sweep else []
            found += [view.summary, *said, *texts(view.data), *texts(view.layout)]
        else:
            found += texts(view.header)
    return found


@pytest.mark.parametrize(("room", "settings"), [
    ("model", {}),
    ("model", {"discount": 0.0, "method": "likelihood"}),
    ("model", {"part": "context", "context": "the", "floor": False, "method": "modified"}),
    ("model", {"part": "context", "context": ""}),
    ("generation", {"context": "the"}),
])  # fmt: skip
def test_where_characters_are_counted_no_sentence_axis_or_readout_speaks_of_words(
    room: str, settings: dict[str, Any]
) -> None:
    said = told(room, unit="characters", **settings)
    assert not [text for text in said if re.search(r"\bwords?\b", text)]
    assert any(re.search(r"\bcharacters?\b", text) for text in said)
    assert any(re.search(r"\bwords?\b", text) for text in told(room, **settings))


@pytest.mark.parametrize("room", ROOMS)
def test_where_characters_are_counted_no_control_but_the_one_that_says_so_speaks_of_words(room: str) -> None:
    page = ROOMS[room][0]
    params = page.Params(unit="characters")
    for name, one in fields.declared(page.Params).items():
        options = fields.resolved(one.options, params).values() if isinstance(one, fields.Choice) else ()
        told = " ".join((fields.resolved(one.label, params), fields.resolved(one.help, params), *options))
        assert name == "unit" or not re.search(r"\bwords?\b", told, re.IGNORECASE)


def test_a_context_of_characters_is_told_as_it_stands_in_the_text() -> None:
    said = told("model", unit="characters", part="context", context="the", order=4)
    assert any("followed “the”." in text for text in said)


def test_no_name_in_the_legend_of_the_smoothers_is_longer_than_its_place() -> None:
    page = ngram_language_model
    plot = pictures.perplexity(page.compute(page.Params(source="text", text=TEXT), device="cpu"))
    longest = max(len(trace["name"]) for trace in plot.data)
    legend = plot.layout["legend"]
    assert 0.52 * legend["font"]["size"] * longest <= legend["entrywidth"]  # a letter is half as wide as it is high
    assert 2 * (legend["entrywidth"] + 45) <= 300  # with the lines beside them: px of the plot on a phone
