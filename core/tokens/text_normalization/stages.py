"""All different words of a text after each step, and what each step changes, joins and keeps apart."""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise
from typing import Any

import numpy as np
from jaxtyping import Int64
from scipy.sparse import csr_array, eye_array

from core.tokens.text_normalization.corpus import WordSequence
from core.tokens.text_normalization.params import REDUCTIONS
from core.tokens.text_normalization.steps import Step
from core.word_forms import dictionary

Written = Int64[np.ndarray, " written"]
Counts = Int64[np.ndarray, " words"]


@dataclass(frozen=True, eq=False)
class Stage:
    """The different ``words`` after the step ``name``; written word i holds word j so often as ``within[i, j]`` says.

    ``came`` is what the step made of each word before it, as places in ``words``.
    """

    name: str
    words: tuple[str, ...]
    within: csr_array
    came: tuple[tuple[int, ...], ...]

    def counts(self, written: Written) -> Counts:
        """How often each word comes, where written words come so often."""
        return np.asarray(written @ self.within)

    def first(self, written: Written) -> Counts:
        """How many words are read when each is first met, from the same of the written words."""
        found, within = np.full(len(self.words), np.iinfo(np.int64).max), self.within.tocoo()
        np.minimum.at(found, within.col, written[within.row])
        return found


@dataclass(frozen=True)
class Change:
    """What a step makes of a word that comes so often."""

    step: str
    before: str
    after: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class WordGroup:
    """Different words, the most frequent first, that a step makes one; ``lemmas`` are those of the dictionary where it
    keeps them apart. Or words of one lemma that the last step leaves different: then ``after`` holds several.
    """

    step: str
    words: tuple[str, ...]
    after: tuple[str, ...]
    lemmas: tuple[str, ...]
    count: int


def begin(corpus: WordSequence) -> Stage:
    """The words as they are written."""
    return Stage("as written", corpus.words, eye_array(len(corpus.words), dtype=np.int64, format="csr"), ())


def follow(before: Stage, step: Step, report: Callable[[float], None]) -> Stage:
    """What the step makes of all words before it."""
    number, came = dict[str, int](), []
    for i, word in enumerate(before.words):
        came.append(tuple([number.setdefault(piece, len(number)) for piece in step.rule(word)]))
        if i % 1_000 == 0:
            report(i / len(before.words))
    ends, flat = np.cumsum([0, *map(len, came)]), np.array([*chain(*came)], np.int64)
    made = csr_array((np.ones_like(flat), flat, ends), shape=(len(came), len(number)))
    return Stage(step.name, tuple(number), before.within @ made, tuple(came))


def changes(before: Stage, after: Stage, counts: Counts) -> list[Change]:
    """Every word that the step changes; ``counts`` are those before it."""
    ends = (tuple(after.words[i] for i in came) for came in after.came)
    made = zip(before.words, ends, counts.tolist(), strict=True)
    return [Change(after.name, word, pieces, times) for word, pieces, times in made if pieces != (word,)]


def joined(before: Stage, after: Stage, counts: Counts) -> list[WordGroup]:
    """Every word that becomes of several, with the dictionary's lemmas of those it knows where these differ."""
    made, look_up = [], dictionary()
    often = Counter(after.came)  # most words become one of their own
    for _, one in _alike(before, after, counts, [len(came) == 1 and often[came] > 1 and came for came in after.came]):
        lemmas = tuple(dict.fromkeys(filter(None, map(look_up, one.words))))
        made.append(replace(one, lemmas=lemmas if len(lemmas) > 1 else ()))
    return made


def kept_apart(before: Stage, after: Stage, counts: Counts) -> list[WordGroup]:
    """The words of each lemma of the dictionary that the step leaves different."""
    found = _alike(before, after, counts, [*map(dictionary(), before.words)])
    return [replace(one, lemmas=(lemma,)) for lemma, one in found if len(one.after) > 1]


def _alike(before: Stage, after: Stage, counts: Counts, keys: Sequence[Any]) -> Iterator[tuple[Any, WordGroup]]:
    """Every key that several words have, with these and what becomes of them; words without a key are left out."""
    groups, times = dict[Any, list[int]](), counts.tolist()
    for place, key in enumerate(keys):
        if key:
            groups.setdefault(key, []).append(place)
    for key, places in groups.items():
        if len(places) > 1:
            places.sort(key=lambda place: -times[place])
            words = tuple(before.words[place] for place in places)
            ends = dict.fromkeys(after.words[end] for place in places for end in after.came[place])
            yield key, WordGroup(after.name, words, tuple(ends), (), sum(times[place] for place in places))


def lists(path: list[Stage], written: Written) -> tuple[list[Change], list[WordGroup], list[WordGroup]]:
    """Changed words, words made one, and words kept apart by the last step where it is a stemmer: those first that the
    dictionary doubts, then the frequent.
    """
    changed, one, several = list[Change](), list[WordGroup](), list[WordGroup]()
    for before, after in pairwise(path):
        counts = before.counts(written)
        changed += changes(before, after, counts)
        one += joined(before, after, counts)
        several += kept_apart(before, after, counts) if after.name in REDUCTIONS.values() else []
    return (sorted(changed, key=lambda each: -each.count), sorted(one, key=lambda each: (not each.lemmas, -each.count)),
            sorted(several, key=lambda each: -each.count))  # fmt: skip


def choices(ends: list[Stage], written: Written) -> list[tuple[str, tuple[str, ...], int]]:
    """Words that at least one of several last steps changes, what each makes of it, and how often it comes."""
    before, *after = ends
    made = [["".join(stage.words[each] for each in came) for came in stage.came] for stage in after]
    rows = zip(before.words, zip(*made, strict=True), before.counts(written).tolist(), strict=True)
    return sorted((one for one in rows if {*one[1]} != {one[0]}), key=lambda one: -one[2])
