"""The explorer of text normalisation: what is one word, and how many different ones a text holds as it is read."""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from jaxtyping import Float64, Int64

from core import text_source
from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline
from core.text import listed
from core.tokens.text_normalization import corpus, growth, stages
from core.tokens.text_normalization.corpus import Corpus
from core.tokens.text_normalization.params import REDUCTIONS, Reduction
from core.tokens.text_normalization.params import Params as Params
from core.tokens.text_normalization.presets import PRESETS as PRESETS
from core.tokens.text_normalization.questions import QUESTIONS as QUESTIONS
from core.tokens.text_normalization.result import Result as Result
from core.tokens.text_normalization.result import Trace
from core.tokens.text_normalization.stages import Stage
from core.tokens.text_normalization.steps import before_reduction, reduction

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
    before = before_reduction(params)
    ends: list[Reduction] = [name for name in REDUCTIONS if name != "none" and (every or name == params.reduction)]
    rules = [*before, *(reduction(name, params.porter) for name in ends)]
    made = [stages.begin(text)]
    for i, step in enumerate(rules):
        part = _part(run, i, len(rules))
        made.append(stages.follow(made[min(i, len(before))], step, part))
    bare = made[len(before)]
    last = dict(zip(ends, made[len(before) + 1 :], strict=True)).get(params.reduction, bare)
    path = [*made[: len(before) + 1], *([] if last is bare else [last])]
    shown = made[len(before) :] if every else [made[0], *(b for a, b in pairwise(path) if b.words != a.words)]
    at = growth.places(len(text.ids))
    seen = np.stack([growth.distinct(stage.first(text.first), at) for stage in shown])
    scale, exponent = growth.heaps(at, seen)
    ranks, frequency = _ranked(text, last, at)
    run.report(0.9)
    window, traces = _passage(text, path, at)
    written = np.bincount(text.ids, minlength=len(text.words))
    lists = (*stages.lists(path, written), stages.choices(made[len(before) :], written) if every else [])
    changes, joined, apart, choices = lists
    return Result(
        params=params, names=tuple(_named(stage, i, every) for i, stage in enumerate(shown)), at=at, seen=seen,
        scale=scale, exponent=exponent, ranks=ranks, frequency=frequency,
        zipf=np.array([growth.zipf(each, ranks) for each in frequency[1]]), window=window, traces=traces,
        steps=tuple(stage.name for stage in path[1:]), changes=tuple(changes[:MOST_LISTED]),
        joined=tuple(joined[:MOST_LISTED]), apart=tuple(apart[:MOST_LISTED]), choices=tuple(choices[:MOST_LISTED]),
        many=(len(changes), len(joined), len(apart), len(choices)), remarks=(*text.remarks, *_idle(path)),
    )  # fmt: skip


def _part(run: Run, i: int, many: int) -> Callable[[float], None]:
    """Who hears how far the step of that number is."""
    return lambda part: run.report(0.8 * (i + part) / many)


def _named(stage: Stage, place: int, every: bool) -> str:
    if every:
        return stage.name if place else "No stemmer"
    return f"+ {stage.name}" if place else stage.name


def _idle(path: list[Stage]) -> list[str]:
    """What is said of steps that change no word of the text."""
    names = [after.name for before, after in pairwise(path) if after.words == before.words]
    return [f"Steps that change nothing in this text: {listed(names, len(names))}."] if names else []


def _ranked(text: Corpus, last: Stage, at: growth.Steps) -> tuple[growth.Ranks, Float64[np.ndarray, "2 steps ranks"]]:
    """Ranks, and the frequencies there after each place, as written and after all steps; NaN where there is none."""
    ranks = growth.rank_places(max(len(text.words), len(last.words)))
    frequency = np.full((2, len(at), len(ranks)), np.nan)
    written, done = np.zeros(len(text.words), np.int64), 0
    for step, n in enumerate(at.tolist()):
        written += np.bincount(text.ids[done:n], minlength=len(written))
        done = n
        for row, counts in enumerate((written, last.counts(written))):
            falling = np.sort(counts[counts > 0])[::-1]
            there = ranks <= len(falling)
            frequency[row, step, there] = falling[ranks[there] - 1]
    return ranks, frequency


def _passage(
    text: Corpus, path: list[Stage], at: growth.Steps
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
    return Headline("distinct words after all steps", result.seen[result.focus])


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Characters read, different words taken through the steps, those stemmed, and those looked up."""
    length = text_source.length(params, corpus.sample, data)
    words = length // 6 + 1
    known = {"sample": corpus.sample(), "text": params.text}.get(params.source)
    distinct = min(words, 45 * int(words**0.5)) if known is None else len({*known.split()})
    every = params.part == "endings"
    made: dict[str, int] = {name: distinct for name in REDUCTIONS if every or name == params.reduction}
    return {"characters": length, "distinct": distinct, "judged": distinct * (params.reduction != "none"), **made}


snippet = script
