"""A unigram vocabulary whose training is not known, as the states that keep more and more of its likeliest pieces.

>>> counts = WordCounts(("low", "lower"), np.array([5, 2]))
>>> kept = keep(("l", "o", "w", "low", "er"), np.log([0.2, 0.2, 0.2, 0.3, 0.1]), counts)
>>> kept.size.tolist(), kept.tokens.tolist()
([3, 4, 5], [23, 9, 9])
"""

from collections.abc import Callable
from dataclasses import replace

import numpy as np
from jaxtyping import Float64

from core.bpe.pretokenize import WordCounts
from core.unigram import kernel
from core.unigram.kernel import Lattice
from core.unigram.trained import Trained, check_length, lattice_of

MOST_STATES = 24
MOST_SCORES = 2_000_000  # of all states together


def keep(
    pieces: tuple[str, ...], score: Float64[np.ndarray, " pieces"], counts: WordCounts, strange: int = -1,
    progress: Callable[[float], None] = lambda share: None,
) -> Trained:  # fmt: skip
    """The states of a vocabulary with these log-probabilities: first its single characters, in the end all of it.

    ``strange`` is the piece that stands for the unknown, which is always kept. ``loss`` is NaN throughout.

    Raises:
        InputError: of ``text``, where its words are too long.
    """
    check_length(counts)
    always = np.array([len(piece) == 1 or place == strange for place, piece in enumerate(pieces)])
    rank = np.empty(len(pieces), np.int64)
    rank[np.lexsort((-score, ~always))] = np.arange(len(pieces))
    states = max(2, min(MOST_STATES, MOST_SCORES // len(pieces)))
    sizes = np.unique(np.geomspace(max(1, always.sum()), len(pieces), states).round().astype(np.int64))
    sizes[0] = max(int(always.sum()), min(1, len(pieces)))
    kept = np.where(rank < np.unique(sizes)[:, None], score, np.nan)
    missing = np.broadcast_to(np.float64(np.nan), kept.shape)
    none = np.zeros(len(kept))
    its = Trained(pieces, kept, missing, none, none.astype(np.int64), strange)
    likelihood, used = _measured(its, counts, progress)
    return replace(its, likelihood=likelihood, tokens=used.sum(axis=1), used=used[:, :-2])


def _measured(
    its: Trained, counts: WordCounts, progress: Callable[[float], None]
) -> tuple[Float64[np.ndarray, " states"], np.ndarray]:
    """Mean log P(word) of each state, and how often each piece stands in the likeliest cuts; the last two are unknown
    characters and the piece that stands for these.
    """
    lattice = _lattice(its, counts.words)
    used = np.zeros((its.states, len(its.pieces) + 2), np.int64)
    likelihood = np.zeros(its.states)
    for state in range(its.states):
        named = np.append(its.score[state], [its.unknown[state], its.score[state, its.strange]])
        filled = np.where(np.isnan(named), -np.inf, named)
        likelihood[state] = kernel.mean_log_probability(lattice, filled, counts.frequencies)
        used[state] = kernel.count_best(lattice, filled, counts.frequencies, len(its.pieces))
        progress((state + 1) / its.states)
    return likelihood, used


def _lattice(its: Trained, words: tuple[str, ...]) -> Lattice:
    """All pieces that fit into the words. A character that is none has the number behind the last, and the piece that
    stands for the unknown the one after that.
    """
    lattice, many = lattice_of(words, [its.edges(word) for word in words]), len(its.pieces)
    stands = (lattice.piece == its.strange) & (lattice.piece >= 0)
    return lattice._replace(piece=np.select([stands, lattice.piece < 0], [many + 1, many], lattice.piece))
