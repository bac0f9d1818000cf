"""Intervals: for a share of successes by the rules of the textbooks; those that hold most of a law, and all of it."""

from typing import Any

import numpy as np
from jaxtyping import Float64
from scipy import stats
from scipy.special import ndtri

SHARES = np.array([[0.01, 0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95, 0.99]]).T
WIDEST, KEPT, MARGIN = 25, 0.75, 1e-4  # of a picture: widths of its last law; share of laws; what its ends leave out
Ends = tuple[Any, Any]
Counts = Float64[np.ndarray, " counts"]


def wald(k: Counts, n: int, level: float) -> Ends:
    """p̂ ± z·√(p̂(1 − p̂)/n), cut at 0 and 1."""
    p = k / n
    reach = -ndtri((1 - level) / 2) * np.sqrt(p * (1 - p) / n)
    return np.maximum(p - reach, 0.0), np.minimum(p + reach, 1.0)


def wilson(k: Counts, n: int, level: float) -> Ends:
    """The shares θ with |p̂ − θ| ≤ z·√(θ(1 − θ)/n) (Wilson, 1927)."""
    z, p = -ndtri((1 - level) / 2), k / n
    middle, shrink = p + z**2 / (2 * n), 1 + z**2 / n
    reach = z * np.sqrt(p * (1 - p) / n + (z / (2 * n)) ** 2)
    return np.maximum((middle - reach) / shrink, 0.0), np.minimum((middle + reach) / shrink, 1.0)


def clopper_pearson(k: Counts, n: int, level: float) -> Ends:
    """The shares that neither tail of the binomial law rejects (Clopper and Pearson, 1934)."""
    tail = (1 - level) / 2
    below, above = stats.beta(np.maximum(k, 1), n - k + 1), stats.beta(k + 1, np.maximum(n - k, 1))
    return np.where(k > 0, below.ppf(tail), 0.0), np.where(k < n, above.ppf(1 - tail), 1.0)


def equal_tailed(law: Any, level: float) -> Ends:
    """Between the quantiles that leave as much on both sides, of a frozen law of scipy.stats, perhaps of arrays."""
    return law.ppf((1 - level) / 2), law.ppf((1 + level) / 2)


def highest_density(law: Any, level: float, one_peak: Any = True) -> Ends:
    """The narrowest interval that holds ``level`` of a law of one peak; the equal-tailed one where there are more.

    It begins at the quantile q at which the densities at q and at q + level are equal, which halving finds.
    """
    low, high = np.zeros_like(law.mean()), np.full_like(law.mean(), 1 - level)
    for _ in range(45):
        middle = (low + high) / 2
        with np.errstate(over="ignore"):  # at an end a density may be infinite
            rises = law.pdf(law.ppf(middle)) < law.pdf(law.ppf(middle + level))
        low, high = np.where(rises, middle, low), np.where(rises, high, middle)
    start = np.where(low > 0, (low + high) / 2, 0.0)  # where the density never rises it begins with the law
    start = np.where(one_peak, start, (1 - level) / 2)
    return law.ppf(start), law.ppf(start + level)


def places(law: Any, points: int, also: Float64[np.ndarray, "2 laws"]) -> Float64[np.ndarray, " places"]:
    """Where to draw several laws, one after another: places close together where any of them is high.

    They reach over the middle 98 % of each law, and over what is ``also`` seen, from where to where (or NaN). Beyond
    WIDEST times the width of the last law that would be a needle: then the first laws do not count, up to a quarter of
    them, nor what is also seen.
    """
    pooled = law.ppf(SHARES)
    low, high = pooled[0], pooled[-1]
    reach = np.maximum.accumulate(high[::-1]) - np.minimum.accumulate(low[::-1])
    most = WIDEST * reach[0]
    held = slice(-max(1, int(KEPT * len(low)), int((reach <= most).sum())), None)
    first, last = low[held].min(), high[held].max()
    further = np.nanmin([first, *also[0, held]]), np.nanmax([last, *also[1, held]])
    first, last = further if further[1] - further[0] <= most else (first, last)
    room = MARGIN * min(last - first, most)  # at its ends a law may be infinite, or a needle
    even = np.linspace(first + room, last - room, points)
    inside = np.sort(pooled[(pooled > even[0]) & (pooled < even[-1])])
    return np.unique(np.concatenate([even, inside[np.linspace(0, len(inside) - 1, points // 2).astype(int)]]))
