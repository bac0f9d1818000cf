"""Where each smoother puts the probability after one context: on words that followed it, and on all others."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.explorer import OfArrays
from core.ngrams.context import allowed, typed
from core.ngrams.corpus import START, Corpus
from core.ngrams.counts import after, learn, picked
from core.ngrams.settings import NAMES
from core.ngrams.smoothing import Piece, chain, probabilities, setting, smoother
from core.tokens.ngram_language_model.params import Params

SEEN, UNSEEN = 16, 8  # words that are shown
NAMED = 4  # of the seen ones that have a piece of the bar to themselves


@dataclass(frozen=True, eq=False)
class Mass(OfArrays):
    """P of ``words`` after ``context`` by each smoother as ``chance``; ``count`` is how often each followed it.

    ``bars`` splits all probability of a smoother: the first ``NAMED`` words, other words that followed, words that did
    not. ``opened`` are the steps of the chosen smoother from the shortest n-gram on, and ``levels`` P after each.
    ``followed`` is how many words followed, of V = ``size``; ``order`` that of the n-grams that the context allows.
    """

    params: Params
    context: tuple[str, ...]
    order: int
    words: tuple[str, ...]
    count: Int64[np.ndarray, " words"]
    chance: Float64[np.ndarray, "methods words"]
    bars: Float64[np.ndarray, "methods pieces"]
    opened: tuple[Piece, ...]
    levels: Float64[np.ndarray, "levels words"]
    followed: int
    size: int
    remarks: tuple[str, ...]

    @property
    def chosen(self) -> Float64[np.ndarray, " words"]:
        """P by the smoother in focus."""
        return np.asarray(self.chance[NAMES.index(self.params.method)])

    @property
    def counted(self) -> bool:
        """Whether anything followed the context, so that counting alone gives a probability."""
        return bool(self.bars[0].sum() > 0.5)

    def table(self) -> pd.DataFrame:
        """A row for each word that is shown."""
        return pd.DataFrame({self.params.noun: pd.Series(self.words, dtype=object), "count_after_context": self.count,
                             **dict(zip(NAMES, self.chance, strict=True))})  # fmt: skip


def split(params: Params, corpus: Corpus) -> Mass:
    """The distribution after the reader's context by every smoother."""
    ids = typed(params, corpus)
    order = allowed(params, len(ids))
    read = min(order, len(ids) + 2) if params.one_start else order
    counts = learn(corpus.training.part(params.size), corpus.size, params.order, params.one_start)
    found = after(counts, ids)
    made = [smoother(counts, method, setting(params, order)) for method in NAMES]
    every = np.stack([probabilities(of, found, corpus.size) for of in made])
    count = picked(counts.levels[read - 1].raw.value, found.gram[read - 1]).astype(np.int64)
    chosen = every[NAMES.index(params.method)]
    ranked = np.lexsort((-chosen, -count))
    followed = int((count > 0).sum())
    rest = ranked[followed:]
    unseen = UNSEEN if followed else SEEN + UNSEEN
    some = np.concatenate([ranked[: min(followed, SEEN)], rest[:unseen]])
    named, others = ranked[: min(NAMED, followed)], ranked[NAMED:followed]
    single = np.zeros((len(NAMES), NAMED))
    single[:, : len(named)] = every[:, named]
    bars = np.column_stack([single, every[:, others].sum(axis=1), every[:, rest].sum(axis=1)])
    pieces = made[NAMES.index(params.method)](found)
    opened = tuple(Piece(**{name: values[some] for name, values in vars(piece).items()}) for piece in pieces)
    starts = (START,) * (read - 1 - len(ids))
    return Mass(params, (*starts, *corpus.named(ids)), order, corpus.named(some), count[some], every[:, some], bars,
                opened, np.stack(chain(list(opened), corpus.size)), followed, corpus.size, corpus.remarks)  # fmt: skip
