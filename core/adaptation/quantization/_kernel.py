"""The loops of the round trip: each block of numbers to the codes of a format and back, with the error it makes.

Every kernel takes blocks x[b, i], and for each of K choices the scale of every block and its inverse. For block b and
choice k it adds to ``sums`` (kinds × blocks × choices) Σe² of the numbers inside the range (``ROUNDING``) and of those
clipped (``CLIPPING``), and how many were clipped (``CLIPPED``). Where ``keep`` is set (then K is 1) it also writes what
comes back to ``out``, and leaves the ``LARGEST`` |e|. Single precision within 4,096 numbers, double precision between.

The loops are short and do one thing each, without a branch: that is what lets the compiler take eight numbers at once.
"""

import numpy as np
from numpy.typing import NDArray

from core.compiled import vectorised

CHUNK = 4096
ZERO, ONE = np.float32(0), np.float32(1)
ROUNDING, CLIPPING, LARGEST, CLIPPED = range(4)
Single = np.float32
Row = NDArray[np.float32]
Blocks = NDArray[np.float32]
Choices = NDArray[np.float32]
Sums = NDArray[np.float64]
Ends = tuple[np.float32, np.float32]


@vectorised
def integers(
    x: Blocks, inverse: Choices, scale: Choices, zero: Choices, ends: Ends, out: Blocks, keep: bool, sums: Sums
) -> None:
    """q = clip(round(x/s) + z, q_min, q_max), x̂ = s(q − z)."""
    width, (low, high) = x.shape[1], ends
    for b in range(x.shape[0]):
        for k in range(inverse.shape[1]):
            inv, s, z = inverse[b, k], scale[b, k], zero[b, k]
            for start in range(0, width, CHUNK):
                row = x[b, start : min(start + CHUNK, width)]
                inside, outside, beyond = ZERO, ZERO, ZERO
                for i in range(len(row)):
                    q = np.rint(row[i] * inv) + z
                    c = min(max(q, low), high)
                    e = (c - z) * s - row[i]
                    off = min(abs(q - c), ONE)  # both are whole
                    inside += e * e * (ONE - off)
                    outside += e * e * off
                    beyond += off
                add(inside, outside, beyond, sums, b, k)
                if keep:
                    into = out[b, start : min(start + CHUNK, width)]
                    for i in range(len(row)):
                        into[i] = (min(max(np.rint(row[i] * inv) + z, low), high) - z) * s
                    sums[LARGEST, b, k] = max(sums[LARGEST, b, k], distance(row, into))


@vectorised
def add(inside: Single, outside: Single, beyond: Single, sums: Sums, b: int, k: int) -> None:
    """Σe² of a piece of a block, ``inside`` the range and ``outside`` it, and how many lie ``beyond`` it."""
    sums[ROUNDING, b, k] += inside
    sums[CLIPPING, b, k] += outside
    sums[CLIPPED, b, k] += beyond


@vectorised
def distance(row: Row, back: Row) -> Single:
    """max |x̂ − x|."""
    most = ZERO
    for i in range(len(row)):
        most = max(most, abs(back[i] - row[i]))
    return most


@vectorised
def floats(
    x: Blocks, inverse: Choices, scale: Choices, mantissa: int, least: int, ends: Ends, out: Blocks, keep: bool,
    sums: Sums,
) -> None:  # fmt: skip
    """x/s to a floating-point number of so many ``mantissa`` bits, its exponent ``least`` or more, at most ``ends[0]``.

    Beyond ``ends[1]`` it is out of range.
    """
    width, (top, limit) = x.shape[1], ends
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
                measure(row, back, inv, (-limit, limit), sums, b, k)
                if keep:
                    out[b, start : min(start + CHUNK, width)] = back[: len(row)]
                    sums[LARGEST, b, k] = max(sums[LARGEST, b, k], distance(row, back))


@vectorised
def measure(row: Row, back: Row, inv: Single, ends: Ends, sums: Sums, b: int, k: int) -> None:
    """Adds Σe² of the numbers of ``row`` whose x/s lies between the ``ends``, and of the others."""
    inside, outside, beyond, (low, high) = ZERO, ZERO, ZERO, ends
    for i in range(len(row)):
        v = row[i] * inv
        e = back[i] - row[i]
        off = np.float32(v < low) + np.float32(v > high)
        inside += e * e * (ONE - off)
        outside += e * e * off
        beyond += off
    add(inside, outside, beyond, sums, b, k)


@vectorised
def levels(
    x: Blocks, inverse: Choices, scale: Choices, middle: Row, values: Row, out: Blocks, keep: bool, sums: Sums
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
                measure(row, back, inv, (values[0], values[-1]), sums, b, k)
                if keep:
                    out[b, start : min(start + CHUNK, width)] = back[: len(row)]
                    sums[LARGEST, b, k] = max(sums[LARGEST, b, k], distance(row, back))
