"""The location of Cauchy samples on a processor: one pass over a sample's draws for each of Newton's steps.

With d = z − m and w = 1/(1 + d²) half the score of one draw is dw, and minus half its slope w(2w − 1). Compiled,
because a table of these for many samples takes longer to write down than to reckon.
"""

import numpy as np
from numpy.typing import NDArray

from core.compiled import vectorised

SMALL = 16  # up to so many draws the likelihood may well have several peaks
CLOSE = 0.005  # standard errors: after so short a step of Newton's what is left is far below the rounding of a draw
MOST = 40  # steps


@vectorised
def one_step(z: NDArray[np.float32], sizes: NDArray[np.int64], medians: NDArray[np.float64]) -> NDArray[np.float64]:
    """m + (4/n)·Σ dw, Fisher's scoring from the median, for each sample (R) and each n (K)."""
    found = np.empty_like(medians)
    for row in range(len(z)):
        for k in range(len(sizes)):
            score, _ = _sums(z[row], 0, sizes[k], medians[row, k])
            found[row, k] = medians[row, k] + 4 / sizes[k] * score
    return found


@vectorised
def highest_peaks(
    z: NDArray[np.float32], sizes: NDArray[np.int64], medians: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The m with the greatest −Σ ln(1 + (z − m)²), for each sample (R) and each n (K) in rising order.

    Up to 16 draws the best of them is the start; beyond, the median is almost surely under the highest peak. Where n
    has grown by little, the draws that came with it say nearly how far the peak has moved.
    """
    found = np.empty_like(medians)
    for row in range(len(z)):
        at, slope, before = 0.0, 0.0, 0
        for k in range(len(sizes)):
            n = sizes[k]
            if n <= SMALL:
                at = _best_draw(z[row, :n])
            elif before == 0 or n > 1.3 * before:
                at = medians[row, k]
            else:
                score, more = _sums(z[row], before, n, at)
                at += score / max(slope + more, n / 8)
            at, slope = _climb(z[row], n, at)
            found[row, k], before = at, n
    return found


@vectorised
def _climb(z: NDArray[np.float32], n: int, at: float) -> tuple[float, float]:
    """Newton's steps, with the slope kept from falling below n/8, half of its expectation: none is longer than 4."""
    slope = 0.0
    for _ in range(MOST):
        score, slope = _sums(z, 0, n, at)
        step = score / max(slope, n / 8)
        at += step
        if step * step * n < 2 * CLOSE * CLOSE:
            break
    return at, slope


@vectorised
def _sums(z: NDArray[np.float32], first: int, last: int, at: float) -> tuple[float, float]:
    """Σ dw and Σ w(2w − 1) over a part of the draws."""
    m, one, two = np.float32(at), np.float32(1), np.float32(2)
    score, slope = np.float32(0), np.float32(0)
    for j in range(first, last):
        d = z[j] - m
        w = one / (one + d * d)
        score += d * w
        slope += w * (two * w - one)
    return float(score), float(slope)


@vectorised
def _best_draw(z: NDArray[np.float32]) -> float:
    """The draw with the least Π(1 + d²), which has room in 64 bits for 16 of them."""
    best, least = 0.0, np.inf
    for i in range(len(z)):
        misfit = 1.0
        for j in range(len(z)):
            d = np.float64(z[j]) - np.float64(z[i])
            misfit *= 1 + d * d
        if misfit < least:
            best, least = z[i], misfit
    return best
