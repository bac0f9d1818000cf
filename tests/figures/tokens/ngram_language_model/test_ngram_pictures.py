"""The pictures of /ngram-language-model and /ngram-generation: what they call what is counted, and their legend."""

import re
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from core import fields
from core.tokens import ngram_generation, ngram_language_model
from figures.plot import Plot, Row
from figures.tokens.ngram_generation import arithmetic
from figures.tokens.ngram_generation import views as of_generation
from figures.tokens.ngram_language_model import pictures
from figures.tokens.ngram_language_model import views as of_language_model
from figures.tokens.ngram_language_model.recursion import recursion

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


def test_the_list_of_what_could_have_come_is_one_of_characters_where_these_are_counted() -> None:
    assert "The likeliest characters here" in told("generation", unit="characters", context="the")
    assert "The likeliest words here" in told("generation", context="the")


@pytest.mark.parametrize(("room", "settings"), [
    ("model", {}), ("model", {"part": "context", "context": "the"}), ("generation", {"context": "the"}),
])  # fmt: skip
def test_where_characters_are_counted_no_column_of_a_table_speaks_of_words(room: str, settings: dict[str, Any]) -> None:
    for unit, noun, other in (("characters", "character", "word"), ("words", "word", "character")):
        params = ROOMS[room][0].Params(source="text", text=TEXT, unit=unit, **settings)
        columns = " ".join(ROOMS[room][0].compute(params, device="cpu").table())
        assert noun in columns
        assert other not in columns


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


def sentences(**settings: Any) -> list[str]:
    params = ngram_language_model.Params(source="text", min_count=1, **settings)
    readout = of_language_model(ngram_language_model.compute(params), params).readout
    assert readout is not None
    return ["".join(text for _, text in step) for step in readout.header["said"]]


FEW = "the cat sat on the mat . the dog sat on the log . the cat ran . a dog ran"


def test_one_word_of_probability_0_is_spoken_of_as_one() -> None:
    said = sentences(text=FEW, floor=False)
    assert said[0].endswith("infinite: 1 held-out word would have probability 0, “ran” after “a dog”.")
    assert said[1].endswith("infinite: 2 held-out words would have probability 0, the first of them “dog” after “. a”.")
    params = ngram_language_model.Params(source="text", text=FEW, min_count=1, floor=False)
    (opened,) = of_language_model(ngram_language_model.compute(params), params).opened
    assert opened.header["lines"][0]["formula"][opened.arrays["0.case"][0]] == (
        "1 of {summed} held-out words has P = 0, so H")  # fmt: skip


def test_a_smoother_that_shares_the_lowest_perplexity_is_not_told_that_another_is_lower() -> None:
    """Single words without a share for all have the probability of their count by every smoother but add-k."""
    said = sentences(text="a b " * 10, order=1, floor=False)[0]
    assert said.startswith("Perplexity 2 by Kneser–Ney, 1 bit or 0.693 nats a word.")
    assert said.endswith(" No other is lower here.")


def test_where_nothing_followed_the_context_counting_alone_is_undefined() -> None:
    its = {"part": "context", "text": FEW, "held": "text", "order": 2}
    assert "Counting alone says 0/0, which is undefined." in sentences(**its, context="zebra")[0]
    params = ngram_language_model.Params(source="text", min_count=1, **its, context="ran")  # it stands at the end, too
    result = ngram_language_model.compute(replace(params, text="the cat ran", method="likelihood"))
    assert recursion(result)[0].formula[1].startswith("nothing followed the context")
    assert "Counting alone says 1." in sentences(**its, context="cat sat")[0]


def test_of_a_part_of_the_training_text_it_is_said_that_it_is_a_part() -> None:
    its = {"part": "context", "text": FEW, "held": "text", "order": 2, "context": "the"}
    assert " In the training text 4 of the V = " in sentences(**its)[0]
    assert " In the part of the training text that is used 1 of the V = " in sentences(**its, size=20.0)[0]


def test_with_one_mark_at_the_start_of_a_line_no_second_one_stands_in_a_context() -> None:
    its = {"text": "a b\na d\na b\nd a", "lines": True, "order": 4, "share": 25.0, "method": "likelihood"}
    assert "“d” after “<s> <s> <s>”." in sentences(**its)[0]
    assert "“d” after “<s>”." in sentences(**its, starts="one")[0]


@pytest.mark.parametrize(("method", "order", "counts"), [
    ("kneser_ney", 2, "different words came before"), ("modified", 3, "different words came before"),
    ("kneser_ney", 1, "how often"), ("absolute", 2, "how often"), ("katz", 2, "how often"),
])  # fmt: skip
def test_without_a_floor_kneser_and_ney_too_count_the_words_before_a_single_one(
    method: Any, order: int, counts: str
) -> None:
    params = ngram_language_model.Params(source="text", text=FEW, part="context", context="the", held="text",
                                         min_count=1, floor=False, method=method, order=order)  # fmt: skip
    first = recursion(ngram_language_model.compute(params))[0]
    assert first.formula == "P₁ = c / C"
    assert counts in first.note


def test_a_context_that_one_word_alone_followed_gives_on_one_discount_and_not_those_of_1_words() -> None:
    params = ngram_language_model.Params(source="text", text=FEW, part="context", context="cat sat", held="text",
                                         min_count=1)  # fmt: skip
    last = recursion(ngram_language_model.compute(params))[-1]
    assert last.beside["types"][0] == 1
    assert last.note[0].endswith(": D for each different word, {types} in all.")


def test_a_word_that_nearly_always_followed_has_no_probability_of_1() -> None:
    params = ngram_language_model.Params(source="text", text="a " * 30_000 + "b", part="context", context="a",
                                         held="text", order=2, min_count=1, method="likelihood")  # fmt: skip
    views = of_language_model(ngram_language_model.compute(params), params)
    assert views.readout is not None
    assert "".join(text for _, text in views.readout.header["said"][0]).startswith(
        "P(a | a) = 0.999967 by maximum likelihood. Counting alone says 0.999967."
    )
    assert isinstance(views.main, Row)
    single, bars = (plot.data for plot in views.main.views if isinstance(plot, Plot))
    assert single[0]["text"][0] == "Max. likelihood: 0.999967"
    assert bars[0]["text"][0] == "a (29,999×): 0.999967"


@pytest.mark.parametrize(("axis", "ticks"), [("added", "10⁻⁴ 0.001 0.01 0.1 1 10"), ("size", "1 2 5 10 20 50 100")])
def test_every_number_along_a_logarithmic_axis_is_written_whole(axis: str, ticks: str) -> None:
    """Plotly writes 0.0002 and 0.0005 as a small 2 and 5."""
    params = ngram_language_model.Params(source="text", text=TEXT, axis=axis)  # type: ignore[arg-type]
    plot = of_language_model(ngram_language_model.compute(params, device="cpu"), params).main
    assert isinstance(plot, Plot)
    assert plot.layout["xaxis"]["ticktext"] == ticks.split()


@pytest.mark.parametrize("settings", [{}, {"length": 200}, {"length": 1}, {"method": "added", "added": 1.0}])
def test_the_number_drawn_is_written_within_the_stretch_of_the_word_that_it_chooses(settings: dict[str, Any]) -> None:
    """A rare word has a stretch of 10⁻⁵, of which four digits show nothing."""
    its = ngram_generation.compute(ngram_generation.Params(**settings))
    for said in arithmetic(its)[0].formula:
        drawn, below, above = (float(each) for each in re.findall(r"\d[\d.]*", said.replace("·10⁻⁴", "e-4")))
        assert below <= drawn < above


def test_a_perplexity_that_is_hardly_lower_is_told_with_the_digits_that_show_it() -> None:
    params = ngram_language_model.Params(order=1, method="added")
    readout = of_language_model(ngram_language_model.compute(params), params).readout
    assert readout is not None
    said = "".join(text for _, text in readout.header["said"][0])
    assert said.startswith("Perplexity 241.973 by add-k")
    assert "The lowest here is 241.952, by maximum likelihood." in said


def test_no_perplexity_below_1_is_on_the_axis() -> None:
    """A word that always comes has 1, the least that there is."""
    params = ngram_language_model.Params(source="text", text="a " * 12, min_count=1, order=2)
    main = of_language_model(ngram_language_model.compute(params, device="cpu"), params).main
    assert isinstance(main, Plot)
    low, high = main.layout["yaxis"]["range"]
    assert -0.1 < low < 0 < high


@pytest.mark.parametrize(("context", "named"), [("q", ["never"]), ("i will", ["never", "seen here"])])
def test_seen_here_is_written_only_where_it_has_room_before_the_line(context: str, named: list[str]) -> None:
    """After q one letter of nine was seen, whose place is as wide as a letter of the axis."""
    unit = "characters" if context == "q" else "words"
    params = ngram_language_model.Params(part="context", unit=unit, context=context)
    views = of_language_model(ngram_language_model.compute(params, device="cpu"), params)
    words = next(view for view in views.all() if view.name == "ngram-words")
    assert isinstance(words, Plot)
    said = [note["text"] for note in words.layout["annotations"]]
    assert sorted(text for text in said if text in ("never", "seen here")) == named


@pytest.mark.parametrize("settings", [{"share": 90.0, "order": 6}, {}, {"axis": "added", "method": "added"}], ids=str)
def test_no_number_of_perplexities_touches_the_sign_of_infinity(settings: dict[str, Any]) -> None:
    """On a phone 110 px hold the axis, and letters are 11 px high."""
    params = ngram_language_model.Params(**settings)
    main = of_language_model(ngram_language_model.compute(params, device="cpu"), params).main
    assert isinstance(main, Plot)
    axis = main.layout["yaxis"]
    *numbers, beyond = np.log10(axis["tickvals"])
    assert beyond - max(numbers) >= 0.08 * (axis["range"][1] - axis["range"][0])


def test_smoothers_are_told_apart_without_their_colours() -> None:
    params = ngram_language_model.Params(source="text", text=TEXT)
    plot = of_language_model(ngram_language_model.compute(params, device="cpu"), params).main
    assert isinstance(plot, Plot)
    dashes = [trace["line"]["dash"] for trace in plot.data if "text" in trace]
    assert len(dashes) == len(set(dashes)) == 7
