"""How many different words are met in the first n of a text, and how often each comes: the laws of Heaps and of Zipf.

Heaps (Herdan 1960, Heaps 1978): V(n) = K·n^β. Zipf (1932, 1949): the word of rank r comes f(r) = C/r^s times. Both are
straight lines in logarithms, and are fitted there by least squares.
"""

from collections.abc import Callable, Sequence

import numpy as np
from jaxtyping import Float64, Int64

STEPS, RANKS = 80, 40
Steps = Int64[np.ndarray, " steps"]
Ranks = Int64[np.ndarray, " ranks"]
Counts = Int64[np.ndarray, " words"]
Curves = Float64[np.ndarray, "curves steps"]


def places(running: int) -> Steps:
    """Where the reading stops to count: at most ``STEPS`` places up to the end, evenly apart."""
    return np.unique(np.linspace(0, running, min(STEPS, running) + 1).round().astype(np.int64))[1:]


def distinct(first: Int64[np.ndarray, " words"], at: Steps) -> Steps:
    """V(n): how many words are first met among the first n."""
    return np.searchsorted(np.sort(first), at, side="right")


def heaps(at: Steps, counts: Int64[np.ndarray, "curves steps"]) -> tuple[Curves, Curves]:
    """K and β at each place, fitted to all places up to there that any word is left at: ln V = ln K + β·ln n. NaN
    where there are fewer than two of these.
    """
    left = counts > 0  # a text may begin with a sign that is no word
    many = np.cumsum(left, axis=1)
    x, y = np.where(left, np.log(at), 0.0), np.log(np.maximum(counts, 1))
    with np.errstate(divide="ignore", invalid="ignore"):
        mean_x, mean_y = np.cumsum(x, axis=1) / many, np.cumsum(y, axis=1) / many
        square = np.cumsum(x**2, axis=1) / many - mean_x**2
        slope = (np.cumsum(x * y, axis=1) / many - mean_x * mean_y) / np.where(many > 1, square, np.nan)
        return np.exp(mean_y - slope * mean_x), slope


def rank_places(words: int) -> Ranks:
    """Ranks up to that of the rarest word, evenly apart in their logarithms."""
    return np.unique(np.geomspace(1, max(words, 1), RANKS).round().astype(np.int64))


def ranked(
    ids: Int64[np.ndarray, " running"], ways: Sequence[Callable[[Counts], Counts]], at: Steps
) -> tuple[Ranks, Float64[np.ndarray, "ways steps ranks"]]:
    """Ranks, and how often the word of each comes among the first words; NaN where there is none.

    ``ids`` are the words as they run, and each of the ``ways`` makes of how often they come how often those come that
    are counted.
    """
    written, done = np.zeros(int(ids.max()) + 1, np.int64), 0
    ranks = rank_places(max(len(way(written)) for way in ways))
    frequency = np.full((len(ways), len(at), len(ranks)), np.nan)
    for step, n in enumerate(at.tolist()):
        written += np.bincount(ids[done:n], minlength=len(written))
        done = n
        for row, way in enumerate(ways):
            falling = -np.sort(-way(written))
            there = ranks <= np.count_nonzero(falling)
            frequency[row, step, there] = falling[ranks[there] - 1]
    return ranks, frequency


def zipf(frequency: Float64[np.ndarray, " ranks"], ranks: Ranks) -> tuple[float, float]:
    """C and s, fitted to the frequencies at these ranks; NaN for fewer than two of them."""
    there = np.isfinite(frequency)
    if there.sum() < 2:
        return np.nan, np.nan
    slope, height = np.polyfit(np.log(ranks[there]), np.log(frequency[there]), 1)
    return float(np.exp(height)), float(-slope)
