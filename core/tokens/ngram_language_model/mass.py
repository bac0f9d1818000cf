"""Where each smoother puts the probability after one context: on words that followed it, and on all others."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.explorer import OfArrays
from core.tokens.ngram_language_model.corpus import Corpus, Ids, numbered
from core.tokens.ngram_language_model.counts import after, learn
from core.tokens.ngram_language_model.params import Params
from core.tokens.ngram_language_model.perplexity import NAMES, part_of, setting, shown
from core.tokens.ngram_language_model.smoothing import Piece, Smoother, chain, probabilities, smoother

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

    def table(self) -> pd.DataFrame:
        """A row for each word that is shown."""
        return pd.DataFrame({"word": pd.Series(self.words, dtype=object), "count_after_context": self.count,
                             **dict(zip(NAMES, self.chance, strict=True))})  # fmt: skip


def allowed(params: Params, words: int) -> int:
    """The order that a context of so many words allows; one that begins a line has as many marks as it takes."""
    return params.order if params.lines else min(params.order, words + 1)


def context_of(params: Params, corpus: Corpus) -> tuple[Ids, int]:
    """The words of the reader's context that count, and the order that they allow."""
    ids = numbered(corpus, params.context, params)
    order = allowed(params, len(ids))
    return ids[len(ids) - min(len(ids), order - 1) :], order


def split(params: Params, corpus: Corpus) -> Mass:
    """The distribution after the reader's context by every smoother."""
    ids, order = context_of(params, corpus)
    counts = learn(part_of(corpus.training, params.size), corpus.size, params.order)
    found = after(counts, ids)
    made: list[Smoother] = [smoother(counts, method, setting(params, order)) for method in NAMES]
    every = np.stack([probabilities(of, found, corpus.size) for of in made])
    gram, level = found.gram[order - 1], counts.levels[order - 1]
    count = np.where(gram >= 0, level.raw.value[np.maximum(gram, 0)], 0)
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
    starts = ("<s>",) * (order - 1 - len(ids))
    return Mass(params, (*starts, *(shown(corpus.words[i]) for i in ids.tolist())), order,
                tuple(shown(corpus.words[i]) for i in some.tolist()), count[some], every[:, some], bars, opened,
                np.stack(chain(list(opened), corpus.size)), followed, corpus.size, corpus.remarks)  # fmt: skip
