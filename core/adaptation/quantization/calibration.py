"""Which range a scale should cover: all of it, or less, so that what remains falls on finer steps.

Every rule gives a threshold for each group that shares a scale: its range is cut to ±threshold.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import reduce
from typing import Literal

import numpy as np
from jaxtyping import Float, Float64, Int64
from scipy.sparse import csr_array

from core.adaptation.quantization.blocks import Blocks, shared
from core.adaptation.quantization.fake_quantization import (
    QuantizationErrors,
    Rounding,
    errors_of,
    errors_of_shares,
    expected_errors,
    in_slices,
    ranges,
)
from core.adaptation.quantization.scheme import CASTS, Ranges, Scheme, scales_of

Rule = Literal["minmax", "percentile", "mse", "kl", "running"]
SHARES = 100  # thresholds that the search for the least error tries, in even steps up to the largest magnitude
TRIED = np.arange(1, SHARES + 1, dtype=np.float32) / np.float32(SHARES)  # the shares of it
_BINS = 2048  # of the histogram of magnitudes, for the divergence
_AT_ONCE = 1 << 17  # scales held at a time while thresholds are tried
_BATCH, _MOMENTUM = 16, 0.1  # rows that running statistics take together, and the weight that they give to new ones
Thresholds = Float[np.ndarray, " groups"]
Progress = Callable[[float], None]


@dataclass(frozen=True)
class Calibration:
    """A rule, with the share of magnitudes that ``percentile`` keeps (per cent)."""

    rule: Rule = "minmax"
    percentile: float = 99.9


def calibrated(blocks: Blocks, scheme: Scheme, calibration: Calibration, left_out: int = 0) -> Ranges:
    """The ranges that ``calibration`` gives; ``left_out`` numbers of the tensor stand as zeros and do not count."""
    found = ranges(blocks, scheme)
    if scheme.format in CASTS:  # which have no scale
        return found
    match calibration.rule:
        case "percentile":
            return found.within(percentile(blocks, scheme, calibration.percentile, left_out))
        case "mse":
            return found.within(found.peak * search(blocks, scheme, found).best)
        case "kl":
            levels = len(scheme.codes.grid)
            return found.within(np.minimum(found.peak, np.float32(least_divergence(blocks.matrix(), levels))))
        case "running":
            low, high = running(blocks.matrix())
            return Ranges(np.maximum(found.low, np.float32(low)), np.minimum(found.high, np.float32(high)))
    return found


def percentile(blocks: Blocks, scheme: Scheme, percent: float, left_out: int = 0) -> Thresholds:
    """The magnitude below which ``percent`` of each group's lie, between two of them by a straight line.

    Where numbers were left out, whose groups are not told here, the share is of what is left of all.
    """
    groups = shared(blocks, scheme, blocks.x)
    magnitudes = np.sort(np.abs(groups.reshape(len(groups), -1)), axis=1)
    rows, filled = magnitudes.shape
    # Filled-up places and numbers left out are zeros, at the lower end.
    true = (blocks.rows * blocks.columns - left_out) / rows
    at = np.clip(filled - 1 - (1 - percent / 100) * max(true - 1, 0), 0, filled - 1)
    below, above = int(np.floor(at)), int(np.ceil(at))
    low, high = magnitudes[:, below].astype(np.float64), magnitudes[:, above]
    return np.asarray(low + (high - low) * (at - below), np.float32)


@dataclass(frozen=True, eq=False)
class Searched:
    """Errors with every range cut to each of some shares of its peak. ``best`` is the share of least error for each
    group; the sums are those of ``QuantizationErrors`` over the whole tensor, and Σe² over each cell that was named."""

    best: Thresholds
    rounding: Float64[np.ndarray, " shares"]
    clipping: Float64[np.ndarray, " shares"]
    clipped: Float64[np.ndarray, " shares"]
    of_cells: Float64[np.ndarray, "cells shares"]


def search(
    blocks: Blocks,
    scheme: Scheme,
    found: Ranges,
    progress: Progress | None = None,
    rounding: Rounding = "nearest",
    cells: Int64[np.ndarray, " blocks"] | None = None,
) -> Searched:
    """Tries every share on every group, some groups at a time, so that what belongs to them is near.

    Of rounding by chance the errors are their means over all draws. ``cells`` names a cell for each block, whose
    errors are told as well.
    """
    cells = np.zeros(len(blocks.x), np.int64) if cells is None else cells
    sums, squares = np.zeros((3, SHARES)), np.zeros((len(found.low), SHARES), np.float32)
    of_cells = np.zeros((int(cells.max()) + 1, SHARES))
    of_group, peak = len(blocks.x) // len(found.low), float(found.peak.max(initial=0.0))

    def run(part: slice) -> tuple[slice, slice, np.ndarray, np.ndarray, np.ndarray]:
        group, cell = np.arange(part.start, part.stop) // of_group, cells[part]
        errors = _tried(blocks.x[part], scheme, Ranges(found.low[group], found.high[group]), peak, rounding)
        both, first = errors.rounding + errors.clipping, int(cell.min())
        by_cell = csr_array((np.ones(len(cell)), (cell - first, np.arange(len(cell))))) @ both
        by_group = np.add.reduceat(both, np.flatnonzero(np.diff(group, prepend=-1)))
        whole = np.stack([each.sum(0) for each in (errors.rounding, errors.clipping, errors.clipped)])
        return slice(group[0], group[-1] + 1), slice(first, int(cell.max()) + 1), whole, by_group, by_cell

    # In the order of the parts, whichever thread is done first: else rounding would differ from run to run.
    for groups, places, whole, by_group, by_cell in in_slices(
        len(blocks.x), blocks.x.size, run, progress, most=_AT_ONCE // SHARES
    ):
        sums += whole
        squares[groups] += by_group  # a group may reach into the next part
        of_cells[places] += by_cell
    if scheme.format == "nvfp4":  # one scale over the whole tensor ties the blocks together: they are cut alike
        squares = np.broadcast_to(squares.sum(0), squares.shape)
    # Where several are least, the largest of them.
    best = TRIED[SHARES - 1 - squares[:, ::-1].argmin(1)]
    return Searched(best, sums[0], sums[1], sums[2], of_cells)


def _tried(
    x: Float[np.ndarray, "blocks width"],
    scheme: Scheme,
    found: Ranges,
    peak: float,
    rounding: Rounding,
) -> QuantizationErrors:
    """The errors of ``x`` with the range of each block cut to each share of its peak, by the least work.

    The scales of FP4 and NF4 are the same shares of the whole one, and their codes are few, so that all are told in one
    pass; those of MXFP4 are a few powers of two; the others are tried one by one.
    """
    shared_out = scheme.format == "nvfp4" or (scheme.format in ("nf4", "e2m1") and scheme.scales == "fp32")
    if shared_out and rounding == "nearest" and x.dtype == np.float32:
        return errors_of_shares(x, scheme, scales_of(scheme, found, peak).scale, SHARES)
    threshold = found.peak[:, None] * TRIED
    if rounding == "stochastic" or scheme.format != "mxfp4":
        cut = Ranges(found.low[:, None], found.high[:, None]).within(threshold)
        choices = scales_of(scheme, cut, TRIED * np.float32(peak))
        return (expected_errors if rounding == "stochastic" else errors_of)(x, scheme, choices)
    halvings = np.frexp(found.peak)[1][:, None] - np.frexp(threshold)[1]
    distinct = found.peak[:, None] * np.float32(0.5) ** np.arange(halvings.max(initial=0) + 1, dtype=np.float32)
    errors = errors_of(x, scheme, scales_of(scheme, Ranges(-distinct, distinct)))
    return QuantizationErrors(*(np.take_along_axis(each, halvings, 1) for each in vars(errors).values()))


def running(matrix: Float[np.ndarray, "rows columns"]) -> tuple[float, float]:
    """Running least and largest: the first batch's, then m ← m + 0.1·(batch − m) with every 16 rows."""
    batches = [matrix[start : start + _BATCH] for start in range(0, len(matrix), _BATCH)]
    low, high = (
        reduce(lambda mean, new: mean + _MOMENTUM * (new - mean), [float(end(batch)) for batch in batches])
        for end in (np.min, np.max)
    )
    return min(low, 0.0), max(high, 0.0)


def least_divergence(matrix: Float[np.ndarray, "rows columns"], levels: int) -> float:
    """The threshold whose histogram, kept in levels/2 steps, is nearest to the true one in Kullback–Leibler divergence.

    Magnitudes are counted in 2,048 bins. For each number of bins i that could be kept, P is their counts with all that
    lies beyond added to the last, and Q has in each of the levels/2 steps the mean of its bins that are not empty.
    Least is Σ p ln(p/q); where a bin of P has no counterpart in Q it is compared with a millionth.

    Source: S. Migacz (2017), "8-bit Inference with TensorRT", GTC.
    """
    magnitudes = np.abs(matrix[matrix != 0])
    steps = max(levels // 2, 1)
    if not magnitudes.size:
        return 0.0
    counts, edges = np.histogram(magnitudes, bins=_BINS, range=(0.0, float(magnitudes.max())))
    if steps >= _BINS:
        return float(edges[-1])
    kept = np.unique(np.linspace(steps, _BINS, min(_BINS - steps + 1, 256)).astype(int))
    divergences = [_divergence(counts.astype(np.float64), int(bins), steps) for bins in kept]
    return float(edges[kept[int(np.argmin(divergences))]])


def _divergence(counts: Float64[np.ndarray, " bins"], kept: int, steps: int) -> float:
    p = counts[:kept].copy()
    step = np.arange(kept) * steps // kept
    filled = p > 0
    mean = np.bincount(step, p, steps) / np.maximum(np.bincount(step, filled, steps), 1)
    q = np.where(filled, mean[step], 0.0)
    p[-1] += counts[kept:].sum()
    if not q.sum():
        return np.inf
    p, q = p / p.sum(), np.maximum(q / q.sum(), 1e-6)
    return float((p[p > 0] * np.log(p[p > 0] / q[p > 0])).sum())
