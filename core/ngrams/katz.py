"""Katz back-off: a seen n-gram has its discounted count, an unseen one a share of the shorter n-gram's probability.

    P(w | context) = d_c · c/C           where c > 0,
                     α(context) · P(w | shorter context)   elsewhere.

The ratios d_c are Good and Turing's for c ≤ 5: d_r = (r*/r − A)/(1 − A) with r* = (r + 1)·n_{r+1}/n_r and
A = (k + 1)·n_{k+1}/n₁, where n_r n-grams occur r times and counts above k keep all of theirs. k is the largest up to 5
with which all ratios lie between 0 and 1; where there is none, half a count is taken instead. SRILM takes 7 for the 5,
and 1 for single words, of which it thus discounts none. α gives the unseen words what was taken, so that all sum to 1.
Where nothing was taken C counts as C + 1, as SRILM does.

Sources: S. M. Katz, IEEE Transactions on Acoustics, Speech and Signal Processing 35 (1987), 400–401;
``GoodTuring::estimate`` and the ``-gtmax`` of SRILM's ``ngram-count``.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float64

from core.ngrams.counts import Counts, Grams

Trusted = Literal["katz", "srilm"]
MOST = 5  # a count above is trusted
MOST_BY_SRILM = 1, 7  # of single words, and of longer n-grams
NOTHING = 1e-12  # what only rounding has left


@dataclass(frozen=True, eq=False)
class BackedOff:
    """Of a level: the ``discounted`` probability of each seen n-gram, and for each context the share α ``left``."""

    discounted: Float64[np.ndarray, " grams"]
    left: Float64[np.ndarray, " contexts"]


def ratios(value: Grams) -> Float64[np.ndarray, " counts"]:
    """d_r at place r, for r from 0 to ``MOST`` + 1 and above, where it is 1."""
    n = np.bincount(np.minimum(value, MOST + 2), minlength=MOST + 3).astype(np.float64)
    r = np.arange(1, MOST + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        kept = (r + 1) * n[2 : MOST + 2] / n[1 : MOST + 1] / r
        for k in range(MOST, 0, -1):
            beyond = (k + 1) * n[k + 1] / n[1]
            found = (kept[:k] - beyond) / (1 - beyond)
            if bool(((found > 0) & (found < 1)).all()):
                return np.concatenate([[0.0], found, np.ones(MOST + 1 - k)])
    return np.concatenate([[0.0], (r - 0.5) / r, [1.0]])


def srilm_ratios(value: Grams, most: int) -> Float64[np.ndarray, " counts"]:
    """d_r at place r, the last one for all counts above: ``most`` is k, less where no n-gram has n_{k+1}.

    A ratio that is not between 0 and 1, or of a count that no n-gram has, is 1.
    """
    n = np.bincount(np.minimum(value, most + 2), minlength=most + 3).astype(np.float64)
    k = next((k for k in range(most, 0, -1) if n[1] and n[k + 1]), 0)
    r = np.arange(1, k + 1)
    with np.errstate(divide="ignore", invalid="ignore"):
        kept, beyond = (r + 1) * n[2 : k + 2] / (r * n[1 : k + 1]), (k + 1) * n[k + 1] / n[1]
        found = (kept - beyond) / (1 - beyond)
    return np.concatenate([[0.0], np.where((found > NOTHING) & (kept <= 1), found, 1.0), [1.0]])


def backed_off(counts: Counts, order: int, floor: bool, trusted: Trusted = "katz") -> tuple[BackedOff, ...]:
    """The levels up to ``order``; without a ``floor`` single words keep their share of the text."""
    made: list[BackedOff] = []
    for m, level in enumerate(counts.levels[:order]):
        value, context, tally = level.raw.value, level.context, level.raw
        total = np.maximum(tally.total, 1).astype(np.float64)
        ratio = ratios(value) if trusted == "katz" else srilm_ratios(value, MOST_BY_SRILM[m > 0])
        share = value / total[context]
        discounted = share * ratio[np.minimum(value, len(ratio) - 1)]
        shorter = made[-1].discounted[level.suffix] if m else np.full(len(value), 1 / counts.size)
        shorter_seen = np.where(value > 0, shorter, 0.0)
        left, unseen = (1 - np.bincount(context, each, len(total)) for each in (discounted, shorter_seen))
        kept = left <= NOTHING
        discounted = np.where(kept[context], value / (total[context] + 1), discounted)
        left = np.where(kept, 1 / (total + 1), left)
        alone = (tally.types == counts.size) | (unseen <= NOTHING) | (m == 0 and not floor)
        made.append(BackedOff(np.where(alone[context], share, discounted),
                              np.where(alone, 0.0, left / np.maximum(unseen, NOTHING))))  # fmt: skip
    return tuple(made)
