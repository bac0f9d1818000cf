"""All n-grams of a text by sorting: counts, what follows each context, and how many words each n-gram follows.

An m-gram is the number of its first m − 1 words (its *context*, itself one of the (m − 1)-grams) and its last word, as
one integer: sorting these integers counts all n-grams of a length at once.
"""

from dataclasses import dataclass, field

import numpy as np
from jaxtyping import Bool, Float64, Int64

from core.ngrams.corpus import EncodedText, Ids

Grams = Int64[np.ndarray, " grams"]
Contexts = Int64[np.ndarray, " contexts"]
Places = Int64[np.ndarray, "levels places"]
Words = Float64[np.ndarray, " words"]


@dataclass(frozen=True, eq=False)
class Tally:
    """The ``value`` of each m-gram, and for each context their ``total`` and how many are 1, 2, and 3 or more."""

    value: Grams
    total: Contexts
    ones: Contexts
    twos: Contexts
    more: Contexts

    @property
    def types(self) -> Contexts:
        """How many different words follow each context."""
        return np.asarray(self.ones + self.twos + self.more)


@dataclass(frozen=True, eq=False)
class Level:
    """All m-grams of a text, in the order of their ``code`` = context · base + word.

    ``suffix`` is the (m − 1)-gram without the first word. ``raw`` tallies how often each occurs, ``continuation`` how
    many different words stand before it (``raw`` at the highest level, where nothing longer was counted). What ends in
    the mark of a sentence's start is predicted nowhere and has the value 0. With ``one_start`` so has what begins with
    two such marks, and what begins with one keeps its ``raw`` value, for no word stands before it.
    """

    code: Grams
    context: Grams
    suffix: Grams
    raw: Tally
    continuation: Tally


@dataclass(frozen=True, eq=False)
class Counts:
    """The levels 1 to n of a text over ``size`` words; the number ``size`` marks the start of a sentence.

    With ``one_start`` only one such mark is read before a sentence.
    """

    size: int
    levels: tuple[Level, ...]
    one_start: bool = False


@dataclass(frozen=True, eq=False)
class Found:
    """Where words to be predicted stand among the counted ones, at each level; −1 for what was not seen.

    ``passed`` are the levels whose context has more marks of a start than are read: the shorter n-gram answers there.
    """

    gram: Places
    context: Places
    passed: Bool[np.ndarray, "levels places"]
    known: dict[Tally, tuple[Words, ...]] = field(default_factory=dict, repr=False)

    def counted(self, m: int, tally: Tally) -> tuple[Words, ...]:
        """What a tally of level ``m`` holds of each word and its context, once for all that is computed of it."""
        if tally not in self.known:
            of_context = (tally.total, tally.ones, tally.twos, tally.more)
            self.known[tally] = picked(tally.value, self.gram[m]), *(picked(of, self.context[m]) for of in of_context)
        return self.known[tally]

    def at(self, place: int) -> "Found":
        """One of the words alone."""
        one = slice(place, place + 1)
        return Found(self.gram[:, one], self.context[:, one], self.passed[:, one])


def picked(values: np.ndarray, at: np.ndarray) -> Words:
    """The values at these places; 0 where there is none."""
    return np.where(at >= 0, values[np.maximum(at, 0)], 0).astype(np.float64)


def _starts(ids: Ids, size: int, m: int) -> Bool[np.ndarray, " places"]:
    """Whether the m-gram that ends at each place begins with the mark of a start."""
    return np.concatenate([np.zeros(m - 1, bool), ids[: len(ids) - m + 1] == size])


def _passed(ids: Ids, size: int, m: int) -> Bool[np.ndarray, " places"]:
    """Whether it begins with two of them."""
    return _starts(ids, size, m) & (_starts(ids, size, m - 1) if m > 1 else False)


def learn(text: EncodedText, size: int, order: int, one_start: bool = False) -> Counts:
    """Counts of all m-grams for m = 1 to ``order``."""
    base = size + 1
    ids, _ = text.padded(order - 1, size)
    before, contexts, made = np.zeros(len(ids), np.int64), 1, []
    for m in range(1, order + 1):
        shorter = before  # of this place, one word less
        context = np.concatenate([[0], before[:-1]]) if m > 1 else before
        code, before = np.unique(context * base + ids, return_inverse=True)  # the first m − 1 places begin in nothing
        suffix = np.zeros(len(code), np.int64)
        suffix[before] = shorter
        within = code // base
        counted = np.bincount(before[~_passed(ids, size, m)] if one_start else before, minlength=len(code))
        value = np.where(code % base < size, counted, 0)
        alone = np.zeros(len(code), bool)  # no word stands before
        alone[before] = one_start & _starts(ids, size, m)
        made.append((code, within, suffix, alone, _tally(value, within, contexts)))
        contexts = len(code)
    levels = []
    for m, (code, within, suffix, alone, raw) in enumerate(made):
        continuation = raw
        if m + 1 < order:
            _, _, above, _, longer = made[m + 1]
            preceded = np.bincount(above[longer.value > 0], minlength=len(code))
            continuation = _tally(np.where(alone, raw.value, preceded), within, len(raw.total))
        levels.append(Level(code, within, suffix, raw, continuation))
    return Counts(size, tuple(levels), one_start)


def _tally(value: Grams, context: Grams, contexts: int) -> Tally:
    def summed(weights: np.ndarray) -> Contexts:
        return np.bincount(context, weights, contexts).astype(np.int64)

    return Tally(value, summed(value), summed(value == 1), summed(value == 2), summed(value > 2))


def look_up(counts: Counts, text: EncodedText) -> Found:
    """Every word of a text after what stands before it there."""
    order = len(counts.levels)
    ids, places = text.padded(order - 1, counts.size)
    gram, context = np.zeros((2, order, len(ids)), np.int64)
    for m, level in enumerate(counts.levels):
        if m:
            context[m, 1:] = gram[m - 1, :-1]
        gram[m] = _search(level, context[m] * (counts.size + 1) + ids, context[m] >= 0)
    passed = np.stack([counts.one_start & _passed(ids, counts.size, m) for m in range(1, order + 1)])
    return Found(gram[:, places], context[:, places], passed[:, places])


def after(counts: Counts, context: Ids) -> Found:
    """Every word of the vocabulary after the same context; one that is too short is filled up with starts."""
    order = len(counts.levels)
    padded = np.concatenate([np.full(order - 1, counts.size), context])[len(context) :]
    found, words = np.zeros((2, order, counts.size), np.int64), np.arange(counts.size)
    for m, level in enumerate(counts.levels):
        before = 0
        for j, word in enumerate(padded[order - 1 - m :].tolist()):
            code = np.array([before * (counts.size + 1) + word])
            before = int(_search(counts.levels[j], code, np.array([before >= 0]))[0])
        found[1, m] = before
        found[0, m] = _search(level, before * (counts.size + 1) + words, np.full(counts.size, before >= 0))
    passed = [counts.one_start & _passed(np.append(padded, 0), counts.size, m)[-1:] for m in range(1, order + 1)]
    return Found(found[0], found[1], np.repeat(passed, counts.size, axis=1))


def _search(level: Level, code: Ids, known: np.ndarray) -> Ids:
    """The numbers of m-grams; −1 for one that is none."""
    place = np.minimum(np.searchsorted(level.code, code), len(level.code) - 1)
    return np.where(known & (level.code[place] == code), place, -1)
