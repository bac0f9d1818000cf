"""The loops that look for a range: the extremes of each block, Σe² at every even share of its largest scale, and Σ E e²
of stochastic rounding, the mean over all draws."""

import math

import numpy as np

from core.adaptation.quantization._kernel import (
    CHUNK,
    CLIPPED,
    CLIPPING,
    ONE,
    ROUNDING,
    ZERO,
    Blocks,
    Choices,
    Ends,
    Row,
    Sums,
)  # fmt: skip
from core.compiled import vectorised

TINY = np.float32(1e-30)


@vectorised
def extremes(x: Blocks, low: Row, high: Row) -> None:
    """The least and the largest number of every block, and 0."""
    for b in range(x.shape[0]):
        least, most = ZERO, ZERO
        for i in range(x.shape[1]):
            least = min(least, x[b, i])
        for i in range(x.shape[1]):
            most = max(most, x[b, i])
        low[b], high[b] = least, most


@vectorised
def crossings(
    x: Blocks, scale: Row, borders: tuple[Row, Row], values: tuple[Sums, Sums], limit: np.float32, sums: Sums
) -> None:
    """Σe² for n choices at once, the scale of block b being k/n of ``scale[b]`` for the k-th of 1 … n.

    With v the value of x's code, e² = x² − 2s·xv + s²·v². While s grows, a number begins at the outermost value and
    steps inwards whenever s times the border between two values reaches it. Such a step is one entry in a table over
    the choices: of x times the change of v, and of the change of v². Running sums over the table are Σxv and Σv². So a
    number costs an entry for each border, and not a round trip for each choice. ``borders`` and ``values`` are the
    magnitudes of those above 0 and of those below, from the outermost (equal on both sides) inwards, a value more than
    borders. A number is clipped while its magnitude exceeds s·``limit``: the last of the borders, so to speak.
    """
    n, outermost = sums.shape[2], values[0][0]
    most = np.float32(n + 1)
    steps, lost = np.empty((n + 2, 2)), np.empty((n + 2, 3))
    magnitude, first = np.empty(CHUNK, np.float32), np.empty(CHUNK, np.int32)
    for b in range(x.shape[0]):
        steps[:] = 0.0
        lost[:] = 0.0
        s_n = max(scale[b], TINY)
        for start in range(0, x.shape[1], CHUNK):
            row = x[b, start : min(start + CHUNK, x.shape[1])]
            for side in range(2):
                sign = ONE if side == 0 else -ONE
                count = np.int64(0)
                for i in range(len(row)):
                    magnitude[count] = row[i] * sign
                    count += np.int64(row[i] * sign > ZERO)
                total, squares = 0.0, 0.0
                for i in range(count):
                    wide = np.float64(magnitude[i])
                    total += wide
                    squares += wide * wide
                # At 0 stands where all begin, with the sign of what is taken away later.
                steps[0, 0] -= outermost * total
                steps[0, 1] -= outermost * outermost * count
                lost[0, 0] -= count
                lost[0, 1] -= total
                lost[0, 2] -= squares
                for j in range(len(borders[side])):
                    rate = np.float32(n) / (borders[side][j] * s_n)
                    inwards = values[side][j] - values[side][j + 1]
                    inwards_squared = values[side][j] ** 2 - values[side][j + 1] ** 2
                    for i in range(count):
                        first[i] = np.int32(min(np.ceil(magnitude[i] * rate), most))
                    for i in range(count):
                        steps[first[i], 0] += np.float64(magnitude[i]) * inwards
                        steps[first[i], 1] += inwards_squared
                # The largest number is not clipped by a scale that just holds it.
                rate = np.float32(n) / (limit * s_n) * (ONE - np.float32(2e-6))
                for i in range(count):
                    first[i] = np.int32(min(np.ceil(magnitude[i] * rate), most))
                for i in range(count):
                    wide = np.float64(magnitude[i])
                    lost[first[i], 0] += 1.0
                    lost[first[i], 1] += wide
                    lost[first[i], 2] += wide * wide
        power = -lost[0, 2]
        if scale[b] <= ZERO:  # then everything comes back as 0
            for k in range(n):
                sums[ROUNDING, b, k] += power
            continue
        products, value_squares, beyond, beyond_sums, beyond_squares = 0.0, 0.0, 0.0, 0.0, 0.0
        for k in range(n + 1):
            products -= steps[k, 0]
            value_squares -= steps[k, 1]
            beyond -= lost[k, 0]
            beyond_sums -= lost[k, 1]
            beyond_squares -= lost[k, 2]
            if k == 0:
                continue
            s = np.float64(scale[b]) * k / n
            end = s * outermost
            outside = max(beyond_squares - 2 * end * beyond_sums + end * end * beyond, 0.0) if beyond > 0.5 else 0.0
            sums[CLIPPING, b, k - 1] += outside
            sums[ROUNDING, b, k - 1] += max(power - 2 * s * products + s * s * value_squares - outside, 0.0)
            sums[CLIPPED, b, k - 1] += beyond


@vectorised
def expected(
    x: Blocks, inverse: Choices, scale: Choices, zero: Choices, grid: Row, even: bool, limits: Ends, sums: Sums
) -> None:
    """Σ E e² where x/s + z goes up or down by chance between the numbers g ≤ h of ``grid`` around it: s² times
    (x/s − g)(h − x/s). Beyond the ends nothing is left to chance. On an ``even`` grid (whole numbers) g is the floor.
    """
    first, last = float(grid[0]), float(grid[-1])
    for b in range(x.shape[0]):
        for k in range(inverse.shape[1]):
            inv, s, z = inverse[b, k], scale[b, k], zero[b, k]
            total, outside, beyond = 0.0, 0.0, 0.0
            for i in range(x.shape[1]):
                v = float(x[b, i] * inv + z)
                c = min(max(v, first), last)
                if even:
                    part = c - math.floor(c)
                    square = part * (1.0 - part)
                else:
                    place = min(max(int(np.searchsorted(grid, np.float32(c))), 1), len(grid) - 1)
                    square = (c - float(grid[place - 1])) * (float(grid[place]) - c)
                square += (v - c) * (v - c)
                off = 1.0 if v < limits[0] or v > limits[1] else 0.0
                total += square
                outside += square * off
                beyond += off
            # A scale of 0 gives zeros back, and loses the numbers themselves.
            if s <= ZERO:
                for i in range(x.shape[1]):
                    sums[ROUNDING, b, k] += np.float64(x[b, i]) * np.float64(x[b, i])
                continue
            sums[ROUNDING, b, k] += (total - outside) * np.float64(s) * np.float64(s)
            sums[CLIPPING, b, k] += outside * np.float64(s) * np.float64(s)
            sums[CLIPPED, b, k] += beyond
