"""The loops of the round trip: each block of numbers to the codes of a format and back, with the error it makes.

Every kernel takes blocks x[b, i], and for each of K choices the scale of every block. For block b and choice k it
leaves Σe² of the numbers inside the range and of those clipped, and how many were clipped. Where ``keep`` is set (then
K is 1) it also writes what comes back to ``out``, and leaves the largest |e|. Single precision within 4,096 numbers,
double precision between.

The loops are short and do one thing each, without a branch: that is what lets the compiler take eight numbers at once.
"""

import math

import numpy as np
from numpy.typing import NDArray

from core.compiled import vectorised

CHUNK = 4096
ZERO, ONE, TINY = np.float32(0), np.float32(1), np.float32(1e-30)
Blocks = NDArray[np.float32]
Choices = NDArray[np.float32]
Sums = NDArray[np.float64]


@vectorised
def integers(
    x: Blocks,
    inverse: Choices,
    scale: Choices,
    zero: Choices,
    low: np.float32,
    high: np.float32,
    out: Blocks,
    keep: bool,
    rounding: Sums,
    clipping: Sums,
    largest: Sums,
    clipped: Sums,
) -> None:
    """q = clip(round(x/s) + z, q_min, q_max), x̂ = s(q − z)."""
    width = x.shape[1]
    for b in range(x.shape[0]):
        for k in range(inverse.shape[1]):
            inv, s, z = inverse[b, k], scale[b, k], zero[b, k]
            for start in range(0, width, CHUNK):
                row = x[b, start : min(start + CHUNK, width)]
                total, outside, beyond = ZERO, ZERO, ZERO
                for i in range(len(row)):
                    q = np.rint(row[i] * inv) + z
                    c = min(max(q, low), high)
                    e = (c - z) * s - row[i]
                    off = min(abs(q - c), ONE)  # both are whole
                    total += e * e
                    outside += e * e * off
                    beyond += off
                rounding[b, k] += total - outside
                clipping[b, k] += outside
                clipped[b, k] += beyond
                if keep:
                    into = out[b, start : min(start + CHUNK, width)]
                    for i in range(len(row)):
                        into[i] = (min(max(np.rint(row[i] * inv) + z, low), high) - z) * s
                    largest[b, k] = max(largest[b, k], distance(row, into))


@vectorised
def distance(row: NDArray[np.float32], back: NDArray[np.float32]) -> np.float32:
    """max |x̂ − x|."""
    most = ZERO
    for i in range(len(row)):
        most = max(most, abs(back[i] - row[i]))
    return most


@vectorised
def floats(
    x: Blocks,
    inverse: Choices,
    scale: Choices,
    mantissa: int,
    least: int,
    top: np.float32,
    limit: np.float32,
    out: Blocks,
    keep: bool,
    rounding: Sums,
    clipping: Sums,
    largest: Sums,
    clipped: Sums,
) -> None:
    """x/s to a floating-point number of so many ``mantissa`` bits, its exponent ``least`` or more, at most ``top``."""
    width = x.shape[1]
    scaled, back = np.empty(CHUNK, np.float32), np.empty(CHUNK, np.float32)
    up, down = np.empty(CHUNK, np.int32), np.empty(CHUNK, np.int32)
    pattern, step, inverse_step = scaled.view(np.int32), up.view(np.float32), down.view(np.float32)
    fewest, shift, bias = np.int32(least + 127), np.int32(mantissa), np.int32(254)
    cut = np.int32(23 - mantissa)
    half = np.int32(1) << (cut - np.int32(1))
    for b in range(x.shape[0]):
        for k in range(inverse.shape[1]):
            inv, s = inverse[b, k], scale[b, k]
            for start in range(0, width, CHUNK):
                row = x[b, start : min(start + CHUNK, width)]
                for i in range(len(row)):
                    scaled[i] = min(max(row[i] * inv, -top), top)
                if fewest > shift:
                    for i in range(len(row)):
                        # The exponent stands in bits 23 to 30 of a single; two to it, less the mantissa, is a step.
                        power = max((pattern[i] >> np.int32(23)) & np.int32(255), fewest) - shift
                        up[i] = power << np.int32(23)
                        down[i] = (bias - power) << np.int32(23)
                    for i in range(len(row)):
                        back[i] = np.rint(scaled[i] * inverse_step[i]) * step[i] * s
                else:
                    # Steps below the normal singles, as bf16 has them: its codes are singles less their last bits.
                    for i in range(len(row)):
                        even = (pattern[i] >> cut) & np.int32(1)
                        up[i] = ((pattern[i] + (half - np.int32(1)) + even) >> cut) << cut
                    for i in range(len(row)):
                        back[i] = step[i] * s
                measure(row, back, inv, -limit, limit, b, k, rounding, clipping, clipped)
                if keep:
                    out[b, start : min(start + CHUNK, width)] = back[: len(row)]
                    largest[b, k] = max(largest[b, k], distance(row, back))


@vectorised
def measure(
    row: NDArray[np.float32],
    back: NDArray[np.float32],
    inv: np.float32,
    low: np.float32,
    high: np.float32,
    b: int,
    k: int,
    rounding: Sums,
    clipping: Sums,
    clipped: Sums,
) -> None:
    """Adds Σe² of the numbers of ``row`` whose x/s lies from ``low`` to ``high``, and of the others."""
    total, outside, beyond = ZERO, ZERO, ZERO
    for i in range(len(row)):
        e = back[i] - row[i]
        total += e * e
    for i in range(len(row)):
        v = row[i] * inv
        e = back[i] - row[i]
        off = np.float32(v < low) + np.float32(v > high)
        outside += e * e * off
        beyond += off
    rounding[b, k] += total - outside
    clipping[b, k] += outside
    clipped[b, k] += beyond


@vectorised
def levels(
    x: Blocks,
    inverse: Choices,
    scale: Choices,
    middle: NDArray[np.float32],
    values: NDArray[np.float32],
    out: Blocks,
    keep: bool,
    rounding: Sums,
    clipping: Sums,
    largest: Sums,
    clipped: Sums,
) -> None:
    """x/s to the nearest of ``values``, between which lie the ``middle``. Beyond the last level is out of range."""
    width = x.shape[1]
    scaled, back = np.empty(CHUNK, np.float32), np.empty(CHUNK, np.float32)
    level = np.empty(CHUNK, np.int32)
    for b in range(x.shape[0]):
        for k in range(inverse.shape[1]):
            inv, s = inverse[b, k], scale[b, k]
            for start in range(0, width, CHUNK):
                row = x[b, start : min(start + CHUNK, width)]
                for i in range(len(row)):
                    scaled[i] = row[i] * inv
                    level[i] = 0
                for j in range(len(middle)):
                    for i in range(len(row)):
                        level[i] += np.int32(scaled[i] > middle[j])
                for i in range(len(row)):
                    back[i] = values[level[i]] * s
                measure(row, back, inv, values[0], values[-1], b, k, rounding, clipping, clipped)
                if keep:
                    out[b, start : min(start + CHUNK, width)] = back[: len(row)]
                    largest[b, k] = max(largest[b, k], distance(row, back))


@vectorised
def extremes(x: Blocks, low: NDArray[np.float32], high: NDArray[np.float32]) -> None:
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
    x: Blocks,
    scale: NDArray[np.float32],
    borders: tuple[NDArray[np.float32], NDArray[np.float32]],
    values: tuple[NDArray[np.float64], NDArray[np.float64]],
    limit: np.float32,
    rounding: Sums,
    clipping: Sums,
    clipped: Sums,
) -> None:
    """Σe² for n choices at once, the scale of block b being k/n of ``scale[b]`` for the k-th of 1 … n.

    With v the value of x's code, e² = x² − 2s·xv + s²·v². While s grows, a number begins at the outermost value and
    steps inwards whenever s times the border between two values reaches it. Such a step is one entry in a table over
    the choices: of x times the change of v, and of the change of v². Running sums over the table are Σxv and Σv². So a
    number costs an entry for each border, and not a round trip for each choice. ``borders`` and ``values`` are the
    magnitudes of those above 0 and of those below, from the outermost (equal on both sides) inwards, a value more than
    borders. A number is clipped while its magnitude exceeds s·``limit``: the last of the borders, so to speak.
    """
    n, outermost = rounding.shape[1], values[0][0]
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
                sums, squares = 0.0, 0.0
                for i in range(count):
                    wide = np.float64(magnitude[i])
                    sums += wide
                    squares += wide * wide
                # At 0 stands where all begin, with the sign of what is taken away later.
                steps[0, 0] -= outermost * sums
                steps[0, 1] -= outermost * outermost * count
                lost[0, 0] -= count
                lost[0, 1] -= sums
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
                rounding[b, k] += power
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
            clipping[b, k - 1] += outside
            rounding[b, k - 1] += max(power - 2 * s * products + s * s * value_squares - outside, 0.0)
            clipped[b, k - 1] += beyond


@vectorised
def expected(
    x: Blocks,
    inverse: Choices,
    scale: Choices,
    zero: Choices,
    grid: NDArray[np.float32],
    even: bool,
    limits: tuple[np.float32, np.float32],
    rounding: Sums,
    clipping: Sums,
    clipped: Sums,
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
                    rounding[b, k] += np.float64(x[b, i]) * np.float64(x[b, i])
                continue
            rounding[b, k] += (total - outside) * np.float64(s) * np.float64(s)
            clipping[b, k] += outside * np.float64(s) * np.float64(s)
            clipped[b, k] += beyond
