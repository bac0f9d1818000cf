"""To the codes of a format and back, with the error: compiled loops for singles, NumPy's operators for the rest."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from typing import Any, Literal, TypeVar

import numpy as np
import torch
from jaxtyping import Float, Float32, Float64

from core.adaptation.quantization import _kernel, _range_kernel
from core.adaptation.quantization.blocks import Blocks, shared
from core.adaptation.quantization.formats import Integers, Levels, MiniFloat, round_to
from core.adaptation.quantization.scheme import Largest, Ranges, ScaleAndZero, Scheme
from core.threads import FEW, in_threads

Rounding = Literal["nearest", "stochastic"]
_SLICES = 8  # for each thread, so that one that is held up holds up little
_SMALL = 1 << 16  # numbers below which threads cost more than they save
_NOWHERE = np.empty((1, 1), np.float32)
Sums = Float64[np.ndarray, "blocks choices"]
T = TypeVar("T")


@dataclass(frozen=True, eq=False)
class QuantizationErrors:
    """Of each block and each choice of scales: Σe² of the numbers ``rounding`` moved and of those ``clipping`` did,
    the ``largest`` |e|, and how many were ``clipped``."""

    rounding: Sums
    clipping: Sums
    largest: Sums
    clipped: Sums

    def mean_square(self, counted: int) -> Float64[np.ndarray, " choices"]:
        """Σe²/n over the whole tensor."""
        return np.asarray((self.rounding + self.clipping).sum(0) / max(counted, 1))


def ranges(blocks: Blocks, scheme: Scheme) -> Ranges:
    """What min–max calibration sees."""
    x = blocks.x
    if x.dtype == np.float64:
        low, high = np.minimum(x.min(1), 0.0), np.maximum(x.max(1), 0.0)
    else:
        low, high = (np.empty(len(x), np.float32) for _ in range(2))
        list(in_slices(len(x), x.size, lambda part: _range_kernel.extremes(x[part], low[part], high[part])))
    return Ranges(shared(blocks, scheme, low).min(1), shared(blocks, scheme, high).max(1))


def round_trip(
    blocks: Blocks, scheme: Scheme, scales: ScaleAndZero, rounding: Rounding = "nearest", seed: int = 0
) -> tuple[Float[np.ndarray, "blocks width"], QuantizationErrors]:
    """What comes back of every number, and the errors; ``scales`` has one value for each group.

    Singles go through compiled loops; doubles, and what is rounded by chance with draws of ``seed``, through NumPy's
    operators. The draws are torch's, of which the presets speak.
    """
    of_blocks, x, draw = per_block(blocks, scales), blocks.x, None
    if rounding == "stochastic":
        x = x.astype(np.float32)
        draw = torch.rand(x.shape, generator=torch.Generator().manual_seed(seed % 2**63)).numpy()
    if draw is not None or x.dtype == np.float64:
        back, found = _by_numpy(x, scheme, of_blocks, draw)
        return back[:, :, 0], found
    out, sums = np.empty_like(x), np.zeros((4, len(x), 1))
    list(in_slices(len(x), x.size, lambda part: _loop(x[part], scheme, of_blocks[part], out[part], sums[:, part])))
    return out, QuantizationErrors(*sums)


def fake_quantized(
    x: Float[np.ndarray, "*shape"],
    scheme: Scheme,
    scales: ScaleAndZero,
    draw: Float[np.ndarray, "*shape"] | None = None,
) -> Float[np.ndarray, "*shape"]:
    """What comes back of ``x``, in its precision; scales and zero-points are broadcast to it.

    With a ``draw`` from 0 to 1 for each number, rounding is stochastic: it goes up with the probability of the part
    that is cut off, so that its mean is x itself inside the range.
    """
    scaled, codes = x * scales.inverse, scheme.codes
    if isinstance(codes, Integers):
        whole = np.rint(scaled) if draw is None else np.floor(scaled + draw)
        back = np.clip(whole + scales.zero, codes.low, codes.high) - scales.zero
    elif draw is None:
        back = round_to(codes, scaled).astype(x.dtype)
    elif isinstance(codes, MiniFloat):
        # No power of two here leaves the normal singles, though a step of bf16 may: 2⁻¹³³, whose inverse overflows.
        fraction, exponent = np.frexp(np.clip(scaled, -codes.largest, codes.largest))
        power = np.maximum(exponent - 1, codes.least)
        steps = np.floor(np.ldexp(fraction, exponent - power + codes.mantissa) + draw)
        back = np.ldexp(steps * 2.0**-codes.mantissa, power)
    else:
        grid = codes.grid.astype(x.dtype)
        scaled = np.clip(scaled, grid[0], grid[-1])
        above = np.clip(np.searchsorted(grid, scaled), 1, len(grid) - 1)
        share = (scaled - grid[above - 1]) / (grid[above] - grid[above - 1])
        back = np.where(draw < share, grid[above], grid[above - 1])
    return np.asarray(back * scales.scale)


def per_block(blocks: Blocks, scales: ScaleAndZero) -> ScaleAndZero:
    """A row for each block, and a column for each choice."""
    repeats = len(blocks.x) // max(len(scales.scale), 1)
    columns = (each.reshape(len(each), -1) for each in (scales.scale, scales.zero))
    return ScaleAndZero(*(np.repeat(each, repeats, axis=0) if repeats > 1 else each for each in columns))


def errors_of(x: Float[np.ndarray, "blocks width"], scheme: Scheme, choices: ScaleAndZero) -> QuantizationErrors:
    """The errors that each of ``choices`` (a column each, a row for each block) makes in ``x``."""
    if x.dtype == np.float64:
        return _by_numpy(x, scheme, choices)[1]
    sums = np.zeros((4, *choices.scale.shape))
    _loop(x, scheme, choices, None, sums)
    return QuantizationErrors(*sums)


def errors_of_shares(
    x: Float[np.ndarray, "blocks width"], scheme: Scheme, whole: Largest, shares: int
) -> QuantizationErrors:
    """The errors in blocks ``x`` that 1/n, 2/n … 1 (n ``shares``) of their ``whole`` scales make, of a format of few
    codes: a floating-point one or a table, with the same outermost magnitude on both sides."""
    sums, grid = np.zeros((4, len(x), shares)), scheme.codes.grid
    above, below = (np.append(0.0, side[side > 0])[::-1].copy() for side in (grid, -grid[::-1]))
    borders = [((side[:-1] + side[1:]) / 2).astype(np.float32) for side in (above, below)]
    limit = np.float32(scheme.codes.limit if isinstance(scheme.codes, MiniFloat) else grid[-1])
    _range_kernel.crossings(x, whole, (borders[0], borders[1]), (above, below), limit, sums)
    return QuantizationErrors(*sums)


def expected_errors(x: Float[np.ndarray, "blocks width"], scheme: Scheme, choices: ScaleAndZero) -> QuantizationErrors:
    """The same on average over all draws of rounding by chance: e² has the mean (x − g)(h − x) between g and h."""
    sums, codes = np.zeros((4, *choices.scale.shape)), scheme.codes
    grid, even = codes.grid.astype(np.float32), isinstance(codes, Integers)
    low, high = (np.float32(end) for end in ends(scheme))
    singles = [each.astype(np.float32) for each in (x, choices.inverse, choices.scale, choices.zero)]
    _range_kernel.expected(singles[0], singles[1], singles[2], singles[3], grid, even, (low, high), sums)
    return QuantizationErrors(*sums)


def ends(scheme: Scheme) -> tuple[float, float]:
    """Where x/s + z is out of range: half a step beyond the last codes, which rounding reaches; of a table, beyond the
    last levels themselves."""
    grid = scheme.codes.grid
    half = 0.0 if isinstance(scheme.codes, Levels) else 0.5
    return float(grid[0] - half * (grid[1] - grid[0])), float(grid[-1] + half * (grid[-1] - grid[-2]))


def _by_numpy(
    x: Float[np.ndarray, "blocks width"],
    scheme: Scheme,
    choices: ScaleAndZero,
    draw: Float32[np.ndarray, "blocks width"] | None = None,
) -> tuple[Float[np.ndarray, "blocks width choices"], QuantizationErrors]:
    """What comes back with each of ``choices`` (a column each), in the precision of ``x``, and the errors."""
    scales = ScaleAndZero(*(each[:, None, :].astype(x.dtype) for each in (choices.scale, choices.zero)))
    wide = np.repeat(x[:, :, None], scales.scale.shape[2], axis=2)
    back = fake_quantized(wide, scheme, scales, None if draw is None else draw[:, :, None])
    error, code, (low, high) = (back - wide).astype(np.float64), wide * scales.inverse + scales.zero, ends(scheme)
    square, outside = np.square(error), (code < low) | (code > high)
    sums = (square * ~outside).sum(1), (square * outside).sum(1), np.abs(error).max(1), outside.sum(1, np.float64)
    return back, QuantizationErrors(*sums)


def _loop(
    x: Float32[np.ndarray, "blocks width"],
    scheme: Scheme,
    scales: ScaleAndZero,
    out: Float32[np.ndarray, "blocks width"] | None,
    sums: Float64[np.ndarray, "4 blocks choices"],
) -> None:
    """The compiled loop of the format over blocks: adds to ``sums``, and writes what comes back to ``out``."""
    codes = scheme.codes
    kernel: Any
    of_format: tuple[Any, ...]
    if isinstance(codes, Integers):
        kernel, of_format = _kernel.integers, (scales.zero, (np.float32(codes.low), np.float32(codes.high)))
    elif isinstance(codes, MiniFloat):
        limits = np.float32(codes.largest), np.float32(codes.limit)
        kernel, of_format = _kernel.floats, (codes.mantissa, codes.least, limits)
    else:
        grid = codes.grid.astype(np.float32)
        kernel, of_format = _kernel.levels, ((grid[1:] + grid[:-1]) / np.float32(2), grid)
    into = _NOWHERE if out is None else out
    kernel(x, scales.inverse, scales.scale, *of_format, into, out is not None, sums)


def in_slices(
    count: int,
    numbers: int,
    run: Callable[[slice], T],
    progress: Callable[[float], None] | None = None,
    most: int = 1 << 30,
) -> Iterator[T]:
    """``run`` over slices of 0 … count, ``most`` long at most, in order; on two threads where numbers are many."""
    threads = 1 if numbers < _SMALL else FEW
    pieces = max(1 if threads == 1 else threads * _SLICES, -(-count // most))
    ends = np.linspace(0, count, pieces + 1).astype(int)
    return in_threads(run, [slice(a, b) for a, b in pairwise(ends) if b > a], progress, threads)
