"""The explorer of text normalisation: what is one word, and how many different ones a text holds as it is read."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from jaxtyping import Int64

from core import text_source, word_laws
from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline
from core.text import listed
from core.tokens.text_normalization import corpus, stages
from core.tokens.text_normalization.corpus import WordSequence
from core.tokens.text_normalization.params import REDUCTIONS
from core.tokens.text_normalization.params import Params as Params
from core.tokens.text_normalization.presets import PRESETS as PRESETS
from core.tokens.text_normalization.questions import QUESTIONS as QUESTIONS
from core.tokens.text_normalization.result import Result as Result
from core.tokens.text_normalization.result import Trace
from core.tokens.text_normalization.stages import Stage
from core.tokens.text_normalization.steps import before_reduction, reduction
from core.word_forms import Reduction

WINDOW, BEHIND = 36, 26  # words of the text that are shown, and how many of them are read at least
MOST_LISTED = 10_000  # words of each list that are kept


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """All curves, lists and laws of a text. Counting words runs on the CPU.

    Raises:
        InputError: there is no text, it cannot be read, holds no word, or too many different ones.
    """
    text = corpus.read(params, data)
    every = params.part == "endings"
    names: list[Reduction] = [name for name in REDUCTIONS if name != "none" and (every or name == params.reduction)]
    before = before_reduction(params)
    rules = [*before, *(reduction(name, params.porter) for name in names)]
    made = [stages.begin(text)]
    for i, step in enumerate(rules):
        made.append(stages.follow(made[min(i, len(before))], step, _part(run, i, len(rules))))
    path, ends = made[: len(before) + 1], made[len(before) :]
    path += [end for end, name in zip(ends[1:], names, strict=True) if name == params.reduction]
    curves = ends if every else [path[0], *(after for was, after in pairwise(path) if after.words != was.words)]
    first = "No stemmer" if every else curves[0].name
    rest = [stage.name if every else f"+ {stage.name}" for stage in curves[1:]]
    at = word_laws.places(len(text.ids))
    distinct = np.stack([word_laws.distinct(stage.first(text.first), at) for stage in curves])
    scale, exponent = word_laws.heaps(at, distinct)
    ranks, frequency = word_laws.ranked(text.ids, (path[0].counts, path[-1].counts), at)
    run.report(0.9)
    window, traces = _passage(text, path, at)
    written = np.bincount(text.ids, minlength=len(text.words))
    changes, joined, apart = stages.lists(path, written)
    choices = stages.choices(ends, written) if every else []
    return Result(
        params=params, names=(first, *rest), at=at, distinct=distinct,
        scale=scale, exponent=exponent, ranks=ranks, frequency=frequency,
        zipf=np.array([word_laws.zipf(each, ranks) for each in frequency[1]]), window=window, traces=traces,
        steps=tuple(stage.name for stage in path[1:]), changes=tuple(changes[:MOST_LISTED]),
        joined=tuple(joined[:MOST_LISTED]), apart=tuple(apart[:MOST_LISTED]), choices=tuple(choices[:MOST_LISTED]),
        many=(len(changes), len(joined), len(apart), len(choices)), remarks=(*text.remarks, *_idle(path)),
    )  # fmt: skip


def _part(run: Run, i: int, many: int) -> Callable[[float], None]:
    """Who hears how far the step of that number is."""
    return lambda part: run.report(0.8 * (i + part) / many)


def _idle(path: list[Stage]) -> list[str]:
    """What is said of steps that change no word of the text."""
    names = [after.name for before, after in pairwise(path) if after.words == before.words]
    return [f"Steps that change nothing in this text: {listed(names, len(names))}."] if names else []


def _passage(
    text: WordSequence, path: list[Stage], at: word_laws.Steps
) -> tuple[Int64[np.ndarray, "steps shown"], tuple[Trace, ...]]:  # fmt: skip
    """The words around each place, and what becomes of each of them."""
    width = min(WINDOW, len(text.ids))
    begins = np.clip(at - BEHIND, 0, len(text.ids) - width)
    words, window = np.unique(text.ids[begins[:, None] + np.arange(width)], return_inverse=True)
    return window.reshape(len(at), width), tuple(_traced(place, path) for place in words.tolist())


def _traced(place: int, path: list[Stage]) -> Trace:
    places, word, made = [place], path[0].words[place], list[tuple[int, str]]()
    now: tuple[str, ...] = (word,)
    for step, stage in enumerate(path[1:]):
        places = [each for one in places for each in stage.came[one]]
        then = tuple(stage.words[each] for each in places)
        if then != now:
            made.append((step, " ".join(then)))
        now = then
    return word, tuple(made)


def headline(result: Result, params: Params) -> Headline:
    """The different words after all steps."""
    return Headline("distinct words after all steps", result.distinct[result.focus])


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Characters read, different words taken through the steps, those cut by nltk, stemmed, and looked up."""
    length = text_source.length(params, corpus.sample, data)
    words = length // 6 + 1
    known = {"sample": corpus.sample(), "text": params.text}.get(params.source)
    distinct = min(words, 45 * int(words**0.5)) if known is None else len({*known.split()})
    every = params.part == "endings"
    made: dict[str, int] = {name: distinct for name in REDUCTIONS if every or name == params.reduction}
    made["cut by nltk"] = distinct * (params.punctuation and params.cut == "nltk")
    return {"characters": length, "distinct": distinct, "judged": distinct * (params.reduction != "none"), **made}


snippet = script
