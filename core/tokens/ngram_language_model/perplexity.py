"""Held-out perplexity of every smoother along an axis: a smoother's own number, the order, or how much text is learned.

With N held-out words the cross-entropy is H = −(1/N)·Σ log₂ P(w_i | context) bits a word, and the perplexity is 2^H; in
nats H is ln 2 times that, and the perplexity e^H. One word of probability 0 makes it infinite.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.errors import InputError
from core.explorer import OfArrays
from core.ngrams.corpus import Corpus
from core.ngrams.counts import Counts, Found, learn, look_up
from core.ngrams.settings import MOST_ORDER, NAMES, OWN
from core.ngrams.smoothing import Words, probabilities, setting, smoother
from core.tokens.ngram_language_model.params import Params

PERCENT = (1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50, 70, 100)  # of the training text
STEPS = {
    "discount": np.linspace(0, 1, 41).round(3),
    "weight": np.linspace(0, 1, 41).round(3),
    "added": np.logspace(-4, 1, 51),
    "order": np.arange(1, MOST_ORDER + 1),
    "size": np.array(PERCENT, np.float64),
}


@dataclass(frozen=True, eq=False)
class Perplexity(OfArrays):
    """Along ``values`` of the axis the cross-entropy of each smoother in ``bits`` a word, ∞ where a word has P = 0.

    ``zeros`` counts such words, and ``blamed`` is the place of the first among the ``found`` ones, −1 where there is
    none: the words before it, then the word. ``size`` is V, ``held`` the number N of words measured: all held-out ones,
    or with ``unknown`` off those that are not <unk>.
    """

    params: Params
    values: Float64[np.ndarray, " steps"] | Int64[np.ndarray, " steps"]
    bits: Float64[np.ndarray, "methods steps"]
    zeros: Int64[np.ndarray, "methods steps"]
    blamed: Int64[np.ndarray, "methods steps"]
    found: tuple[tuple[str, ...], ...]
    size: int
    held: int
    remarks: tuple[str, ...]

    @property
    def perplexity(self) -> Float64[np.ndarray, "methods steps"]:
        """2^H, or e^H with H in nats."""
        with np.errstate(over="ignore"):
            return np.asarray(np.exp2(self.bits))

    @property
    def chosen(self) -> int:
        """The place of the smoother in focus."""
        return NAMES.index(self.params.method)

    def table(self) -> pd.DataFrame:
        """A row for each smoother at each step."""
        method, step = (each.ravel() for each in np.indices(self.bits.shape))
        return pd.DataFrame({self.params.axis: self.values[step], "smoother": np.array(NAMES)[method],
                             "perplexity": self.perplexity.ravel(), "bits_per_word": self.bits.ravel(),
                             "nats_per_word": self.bits.ravel() * np.log(2),
                             "words_of_probability_0": self.zeros.ravel()})  # fmt: skip


def sweep(params: Params, corpus: Corpus, report: Callable[[float], None]) -> Perplexity:
    """Perplexities along the axis; where it concerns a smoother's own number, the others are measured once.

    Raises:
        InputError: no held-out word is left to measure.
    """
    values, axis, places = STEPS[params.axis], params.axis, places_measured(params, corpus)
    shape = (len(NAMES), len(values))
    bits, zeros, first = np.zeros(shape), np.zeros(shape, np.int64), np.full(shape, -1)
    its, model = setting(params), None if axis == "size" else _learned(params, corpus, params.size)
    for step, value in enumerate(values.tolist()):
        its = replace(its, **{axis: value}) if axis != "size" else its
        counts, found = model or _learned(params, corpus, value)
        for i, method in enumerate(NAMES):
            if step and axis in OWN and method not in OWN[axis]:
                bits[i, step], zeros[i, step], first[i, step] = bits[i, 0], zeros[i, 0], first[i, 0]
            else:
                chance = probabilities(smoother(counts, method, its), found, corpus.size)[places]
                bits[i, step], zeros[i, step], first[i, step] = measured(chance)
        report((step + 1) / len(values))
    shown_once = np.unique(first[first >= 0])
    blamed = np.where(first >= 0, np.searchsorted(shown_once, first), -1)
    words = tuple(_named(corpus, place) for place in places[shown_once].tolist())
    return Perplexity(params, values, bits, zeros, blamed, words, corpus.size, len(places), corpus.remarks)


def places_measured(params: Params, corpus: Corpus) -> Int64[np.ndarray, " places"]:
    """The places of the held-out words that count: all, or those in the vocabulary.

    Raises:
        InputError: there are none.
    """
    ids = corpus.held.ids
    places = np.arange(len(ids)) if params.unknown else np.flatnonzero(ids != corpus.size - 1)
    if not len(places):
        rule = "without <unk> no held-out word is left to measure"
        raise InputError("unknown", params.unknown, rule, "Switch it on, or take a smaller word count.")
    return places


def measured(chance: Words) -> tuple[float, int, int]:
    """Bits a word, how many words have probability 0, and where the first of them stands (−1 for nowhere)."""
    none = np.flatnonzero(chance <= 0)
    if len(none):
        return np.inf, len(none), int(none[0])
    return float(-np.log2(chance).mean()), 0, -1


def _learned(params: Params, corpus: Corpus, percent: float) -> tuple[Counts, Found]:
    order = MOST_ORDER if params.axis == "order" else params.order
    counts = learn(corpus.training.part(percent), corpus.size, order)
    return counts, look_up(counts, corpus.held)


def _named(corpus: Corpus, place: int) -> tuple[str, ...]:
    """The word at a place of the held-out text, and before it as many as the longest n-grams have."""
    ids, places = corpus.held.padded(MOST_ORDER - 1, corpus.size)
    return corpus.named(ids[places[place] - MOST_ORDER + 1 : places[place] + 1])
