"""Held-out perplexity of every smoother along an axis: a smoother's own number, the order, or how much text is learned.

With N held-out words the cross-entropy is H = −(1/N)·Σ log₂ P(w_i | context) bits a word, and the perplexity is 2^H; in
nats H is ln 2 times that, and the perplexity e^H. One word of probability 0 makes it infinite. Where lines end in </s>,
libraries differ in whether it belongs to the sum and to N (``Params.ends``).
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.errors import InputError
from core.explorer import OfArrays
from core.ngrams.corpus import END, START, Corpus
from core.ngrams.counts import Counts, Found, Words, learn, look_up
from core.ngrams.settings import MOST_ORDER, NAMES, OWN, Method
from core.ngrams.smoothing import probabilities, setting, smoother
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
    or with ``unknown`` off those that are not <unk>. ``ends`` of lines are in the sum besides, and not in N.
    ``estimated`` are the bits with discounts estimated from the text, where D is the axis; else NaN.
    """

    params: Params
    values: Float64[np.ndarray, " steps"] | Int64[np.ndarray, " steps"]
    bits: Float64[np.ndarray, "methods steps"]
    zeros: Int64[np.ndarray, "methods steps"]
    blamed: Int64[np.ndarray, "methods steps"]
    found: tuple[tuple[str, ...], ...]
    size: int
    held: int
    ends: int
    estimated: Float64[np.ndarray, " methods"]
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

    def read(self, words: tuple[str, ...]) -> tuple[str, ...]:
        """The last of the words before one and itself as the models read them, with one mark of a start or with all."""
        marks = sum(word == START for word in words) if self.params.one_start else 0
        return words[max(0, marks - 1) :]

    def table(self) -> pd.DataFrame:
        """A row for each smoother at each step."""
        method, step = (each.ravel() for each in np.indices(self.bits.shape))
        noun = self.params.noun
        return pd.DataFrame({self.params.axis: self.values[step], "smoother": np.array(NAMES)[method],
                             "perplexity": self.perplexity.ravel(), f"bits_per_{noun}": self.bits.ravel(),
                             f"nats_per_{noun}": self.bits.ravel() * np.log(2),
                             f"{noun}s_of_probability_0": self.zeros.ravel()})  # fmt: skip


def sweep(params: Params, corpus: Corpus, report: Callable[[float], None]) -> Perplexity:
    """Perplexities along the axis; where it concerns a smoother's own number, the others are measured once.

    Raises:
        InputError: no held-out word is left to measure.
    """
    values, axis = STEPS[params.axis], params.axis
    places, ends = places_measured(params, corpus)
    shape = (len(NAMES), len(values))
    bits, zeros, first = np.zeros(shape), np.zeros(shape, np.int64), np.full(shape, -1)
    its = replace(setting(params), estimated=params.estimated and axis != "discount")
    model = None if axis == "size" else _learned(params, corpus, params.size)
    for step, value in enumerate(values.tolist()):
        its = replace(its, **{axis: value}) if axis != "size" else its
        counts, found = model or _learned(params, corpus, value)
        for i, method in enumerate(NAMES):
            if step and axis in OWN and method not in OWN[axis]:
                bits[i, step], zeros[i, step], first[i, step] = bits[i, 0], zeros[i, 0], first[i, 0]
            else:
                chance = probabilities(smoother(counts, method, its), found, corpus.size)[places]
                bits[i, step], zeros[i, step], first[i, step] = measured(chance, ends)
        report((step + 1) / len(values))
    shown_once = np.unique(first[first >= 0])
    blamed = np.where(first >= 0, np.searchsorted(shown_once, first), -1)
    words = tuple(_named(corpus, place) for place in places[shown_once].tolist())

    def estimated(method: Method) -> float:
        """Bits a word with discounts from the text, beside those that are swept."""
        if not model or axis != "discount" or method not in OWN["discount"]:
            return np.nan
        of = smoother(model[0], method, replace(its, estimated=True))
        return measured(probabilities(of, model[1], corpus.size)[places], ends)[0]

    return Perplexity(params, values, bits, zeros, blamed, words, corpus.size, len(places) - ends, ends,
                      np.array([estimated(method) for method in NAMES]), corpus.remarks)  # fmt: skip


def places_measured(params: Params, corpus: Corpus) -> tuple[Int64[np.ndarray, " places"], int]:
    """The places of the held-out words that are summed, and how many of them are ends of lines that N leaves out.

    Raises:
        InputError: no word is left to be counted.
    """
    ids = corpus.held.ids
    end = ids == (corpus.words.index(END) if params.lines and params.ends != "counted" else -1)
    summed = np.ones(len(ids), bool) if params.unknown else ids != corpus.size - 1
    if not (summed & ~end).any():
        if params.unknown:
            rule = f"without the ends of lines no held-out {params.noun} is left to measure"
            raise InputError("ends", params.ends, rule, "Count the ends, or take a longer text.")
        rule = f"without <unk> no held-out {params.noun} is left to measure"
        raise InputError("unknown", params.unknown, rule, "Switch it on, or take a smaller word count.")
    summed = summed & ~end if params.ends == "left" else summed
    return np.flatnonzero(summed), int((summed & end).sum())


def measured(chance: Words, ends: int = 0) -> tuple[float, int, int]:
    """Bits a word, how many words have probability 0, and where the first of them stands (−1 for nowhere).

    ``ends`` of the words are in the sum alone: the mean is over the others.
    """
    none = np.flatnonzero(chance <= 0)
    if len(none):
        return np.inf, len(none), int(none[0])
    return float(-np.log2(chance).sum() / (len(chance) - ends)), 0, -1


def _learned(params: Params, corpus: Corpus, percent: float) -> tuple[Counts, Found]:
    order = MOST_ORDER if params.axis == "order" else params.order
    counts = learn(corpus.training.part(percent), corpus.size, order, params.one_start)
    return counts, look_up(counts, corpus.held)


def _named(corpus: Corpus, place: int) -> tuple[str, ...]:
    """The word at a place of the held-out text, and before it as many as the longest n-grams have."""
    ids, places = corpus.held.padded(MOST_ORDER - 1, corpus.size)
    return corpus.named(ids[places[place] - MOST_ORDER + 1 : places[place] + 1])
