"""One tensor under a scheme, swept over its bits, its clipping threshold or the size of its groups."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float, Float32, Float64, Int64

from core.adaptation.quantization.blocks import Blocks, lay_out
from core.adaptation.quantization.calibration import SHARES, Calibration, Progress, calibrated, search
from core.adaptation.quantization.fake_quantization import (
    Errors,
    Ranges,
    Rounding,
    ends,
    on_device,
    per_block,
    ranges,
    round_trip,
    scales_of,
)
from core.adaptation.quantization.formats import INTEGER_BITS, Integers
from core.adaptation.quantization.scheme import CASTS, Granularity, ScaleAndZero, Scheme
from core.adaptation.quantization.tensor_sources import Tensor
from core.explorer import OfArrays

Swept = Literal["bits", "threshold", "group"]
BINS, STAIRS, NUMBERS = 161, 801, 10
ERROR_BINS = 49  # of the error in steps, over ±1.02
MAP_ROWS, MAP_COLUMNS = 64, 32
SAMPLED = 1 << 13  # numbers whose errors are counted in a histogram
MOST_LEVELS = 257
MARGIN = 1.25  # how far the histogram reaches beyond a typical row's peak, where rows have scales of their own
FEWEST_IN_GROUP = 8


@dataclass(frozen=True)
class Asked:
    """What does not change along the sweep: the scheme, how its range is found, how it rounds."""

    scheme: Scheme
    calibration: Calibration
    rounding: Rounding = "nearest"
    seed: int = 0
    notes: bool = False  # the zero-point as the notes have it

    def scales(self, found: Ranges, scheme: Scheme) -> ScaleAndZero:
        """The scales of ``found``, with the zero-point that is asked for."""
        made = scales_of(scheme, found)
        return notes_zero(made, scheme) if self.notes else made


@dataclass(frozen=True, eq=False)
class Numbers:
    """Some numbers on their way, over the steps: x/s, rounded, with z added, clipped to a code, and back."""

    scaled: Float64[np.ndarray, "steps numbers"]
    rounded: Float64[np.ndarray, "steps numbers"]
    shifted: Float64[np.ndarray, "steps numbers"]
    code: Float64[np.ndarray, "steps numbers"]
    back: Float64[np.ndarray, "steps numbers"]


@dataclass(frozen=True, eq=False)
class Beside:
    """Another format on the same tensor, at every step: what it costs and loses, its stairs, how its errors spread."""

    scheme: Scheme
    bits_per_number: Float64[np.ndarray, " steps"]
    mean_square: Float64[np.ndarray, " steps"]
    stairs: Float32[np.ndarray, "steps points"]
    error_density: Float32[np.ndarray, "steps error_bins"]


@dataclass(frozen=True, eq=False)
class TensorSweep(OfArrays):
    """A row for each step of what is ``swept``. Errors are e = x̂ − x; ``mean_square`` is the sum of the shares that
    ``rounding`` and ``clipping`` have in it. ``predicted`` is s²/12, the mean over all numbers.

    The grid (``levels``), the staircase and the ten ``numbers`` are those of one group, whose scale is the median of
    all (the whole tensor, where it shares a scale); ``scale`` and ``zero`` are its own.
    The density of errors is that of ``counted_errors`` numbers, evenly spread over the tensor. ``counts`` are those of
    the whole tensor, as far as a typical row reaches where rows have scales of their own.
    """

    swept: Swept
    values: Float64[np.ndarray, " steps"]
    asked: Asked
    shape: tuple[int, ...]
    counted: int
    mean_power: float
    groups: Float64[np.ndarray, " steps"]
    bits_per_number: Float64[np.ndarray, " steps"]
    rounding: Float64[np.ndarray, " steps"]
    clipping: Float64[np.ndarray, " steps"]
    predicted: Float64[np.ndarray, " steps"]
    largest: Float64[np.ndarray, " steps"]
    clipped: Float64[np.ndarray, " steps"]
    edges: Float64[np.ndarray, " edges"]
    counts: Float64[np.ndarray, " bins"]
    levels: Float32[np.ndarray, "steps levels"]
    stairs_at: Float64[np.ndarray, " points"]
    stairs: Float32[np.ndarray, "steps points"]
    error_places: Float64[np.ndarray, " error_bins"]
    error_density: Float32[np.ndarray, "steps error_bins"]
    counted_errors: int
    map: Float32[np.ndarray, "steps map_rows map_columns"]
    scale: Float64[np.ndarray, " steps"]
    zero: Float64[np.ndarray, " steps"]
    x: Float64[np.ndarray, " numbers"]
    numbers: Numbers
    as_notes: Numbers
    other: Beside | None = None
    remarks: tuple[str, ...] = ()
    device: str = "cpu"

    @property
    def mean_square(self) -> Float64[np.ndarray, " steps"]:
        return np.asarray(self.rounding + self.clipping)

    @property
    def ratio_db(self) -> Float64[np.ndarray, " steps"]:
        """10·log₁₀(Σx²/Σe²); infinite where nothing is lost, NaN where there is no signal."""
        return decibels(self.mean_power, self.mean_square)

    @property
    def other_ratio_db(self) -> Float64[np.ndarray, " steps"]:
        """That of the other format; NaN where there is none."""
        none = np.full(len(self.values), np.nan)
        return decibels(self.mean_power, self.other.mean_square) if self.other else none

    @property
    def balance(self) -> tuple[int, int | None]:
        """The step of least error, and the first at which rounding outweighs clipping (None where it always does)."""
        crossing = np.flatnonzero(self.rounding >= self.clipping)
        crosses = len(crossing) and crossing[0] > 0
        return int(self.mean_square.argmin()), int(crossing[0]) if crosses else None

    def table(self) -> pd.DataFrame:
        """The sweep, one step to a row; errors in the units of the tensor, ratios in dB."""
        return pd.DataFrame({
            self.swept: self.values, "bits_per_number": self.bits_per_number, "groups": self.groups,
            "mean_square_error": self.mean_square, "by_rounding": self.rounding, "by_clipping": self.clipping,
            "predicted_step2_over_12": self.predicted, "sqnr_db": self.ratio_db, "largest_error": self.largest,
            "clipped_share": self.clipped, "scale": self.scale, "zero_point": self.zero,
        })  # fmt: skip


def decibels(power: float, noise: Float64[np.ndarray, "*shape"]) -> Float64[np.ndarray, "*shape"]:
    """10·log₁₀(power/noise)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.asarray(10 * np.log10(power / noise) if power else np.full_like(noise, np.nan))


def notes_zero(scales: ScaleAndZero, scheme: Scheme) -> ScaleAndZero:
    """The zero-point round(−x_min/s) of codes that begin at 0, kept within codes that do not."""
    codes = scheme.codes
    if not (isinstance(codes, Integers) and scheme.affine):
        return scales
    return ScaleAndZero(scales.scale, np.minimum(scales.zero - np.float32(codes.low), np.float32(codes.high)))


def steps_of(swept: Swept, asked: Asked, tensor: Tensor) -> Float64[np.ndarray, " steps"]:
    """The values that are swept."""
    rows, columns = tensor.matrix.shape
    if swept == "bits":
        return np.array(INTEGER_BITS[1:] if asked.scheme.narrow else INTEGER_BITS, np.float64)
    if swept == "threshold":
        return np.arange(1, SHARES + 1) / SHARES
    sizes = [2.0**power for power in range(1, 30) if 2**power < columns]
    sizes = [size for size in sizes if size >= FEWEST_IN_GROUP or columns <= 8 * FEWEST_IN_GROUP]
    return np.array([*sizes, columns, *([rows * columns] if rows > 1 else [])], np.float64)


def scheme_at(swept: Swept, asked: Asked, value: float, shape: tuple[int, int]) -> Scheme:
    """The scheme at one step of the sweep."""
    if swept == "bits":
        return replace(asked.scheme, bits=int(value))
    if swept == "threshold":
        return asked.scheme
    sharing: Granularity = "tensor" if value > shape[1] else "channel" if value == shape[1] else "group"
    return replace(asked.scheme, granularity=sharing, group=int(value))


def sweep(
    tensor: Tensor,
    swept: Swept,
    asked: Asked,
    device: torch.device,
    progress: Progress,
    other: Scheme | None = None,
) -> TensorSweep:
    """Every step of the sweep, and ``other`` beside it."""
    half = (lambda fraction: progress(fraction / 2)) if other else progress
    values, matrix = steps_of(swept, asked, tensor), tensor.matrix
    counted = max(tensor.counted, 1)
    one = _Steps(tensor, asked, device, asked.scheme.sharing != "tensor" or swept == "group")
    one.go(swept, values, half)
    at = np.linspace(one.low, one.high, STAIRS)
    counts, edges = np.histogram(matrix, BINS, (one.low, one.high))
    if counted < matrix.size:
        counts[np.searchsorted(edges, 0.0, "right") - 1] -= tensor.left_out
    return TensorSweep(
        swept=swept, values=values, asked=asked, shape=tensor.shape, counted=tensor.counted,
        mean_power=float(np.square(matrix, dtype=np.float64).sum() / counted),
        **{name: np.array(column, np.float64) for name, column in one.sums.items()},
        edges=edges.astype(np.float64), counts=counts.astype(np.float64), levels=np.array(one.levels, np.float32),
        stairs_at=at,
        stairs=np.array([stairs(at) for stairs in one.stairs], np.float32),
        error_places=(_ERROR_EDGES[1:] + _ERROR_EDGES[:-1]) / 2, error_density=np.array(one.density, np.float32),
        counted_errors=one.counted_errors,
        map=np.array(one.maps, np.float32), x=one.x, numbers=_stacked(one.numbers), as_notes=_stacked(one.as_notes),
        other=_beside(tensor, swept, replace(asked, scheme=other, notes=False), device, values, at) if other else None,
        remarks=(*tensor.remarks, *one.remarks(), *_along_thresholds(swept, asked)), device=_where(swept, device),
    )  # fmt: skip


def _beside(
    tensor: Tensor,
    swept: Swept,
    asked: Asked,
    device: torch.device,
    values: Float64[np.ndarray, " steps"],
    at: Float64[np.ndarray, " points"],
) -> Beside:
    """A format over the same steps; over bits it has its own, and so a single step serves for all."""
    still = swept == "bits" or (swept == "threshold" and asked.scheme.format in CASTS)
    one = _Steps(tensor, asked, device, False)
    if still:
        one.take(asked.scheme)
    else:
        one.go(swept, values, lambda fraction: None)
    times = len(values) if still else 1
    error = np.array(one.sums["rounding"]) + np.array(one.sums["clipping"])
    stairs = np.array([stairs(at) for stairs in one.stairs], np.float32)
    return Beside(
        asked.scheme, np.repeat(one.sums["bits_per_number"], times), np.repeat(error, times),
        np.repeat(stairs, times, axis=0), np.repeat(np.array(one.density, np.float32), times, axis=0),
    )  # fmt: skip


def _where(swept: Swept, device: torch.device) -> str:
    """Round trips run on the device, searches for ranges on the processor."""
    if device.type == "cpu" or swept == "threshold":
        return "cpu"
    return f"{device.type}, ranges on the cpu"


def _along_thresholds(swept: Swept, asked: Asked) -> list[str]:
    """What of the settings a sweep of thresholds does not heed."""
    remarks = []
    if swept == "threshold" and asked.rounding == "stochastic":
        remarks.append(
            "Along thresholds the errors of rounding by chance are their means over all draws, (x − a)(b − x) between "
            "two codes a and b; their histogram is of one draw."
        )
    if swept == "threshold" and asked.calibration.rule != "minmax":
        remarks.append("Every threshold is tried here, so the rule for the range does not matter.")
    return remarks


_ERROR_EDGES = np.linspace(-1.02, 1.02, ERROR_BINS + 1)


class _Steps:
    """Collects the steps of a sweep, each from its scheme and its scales."""

    def __init__(self, tensor: Tensor, asked: Asked, device: torch.device, typical: bool) -> None:
        self.tensor, self.asked, self.device = tensor, asked, device
        low, high = float(tensor.matrix.min()), float(tensor.matrix.max())
        self.low, self.high = min(low, 0.0), max(high, 0.0)
        if typical and len(tensor.matrix) > 1:  # what a row looks like, not the loudest of them
            peak = MARGIN * float(np.median(np.abs(tensor.matrix).max(1)))
            self.low, self.high = max(self.low, -peak), min(self.high, peak)
        if self.low == self.high:
            self.low, self.high = -1.0, 1.0
        names = (
            "groups",
            "bits_per_number",
            "rounding",
            "clipping",
            "predicted",
            "largest",
            "clipped",
            "scale",
            "zero",
        )
        self.sums: dict[str, list[float]] = {name: [] for name in names}
        self.levels: list[np.ndarray] = []
        self.stairs: list[Callable[[np.ndarray], np.ndarray]] = []
        self.density: list[np.ndarray] = []
        self.maps: list[np.ndarray] = []
        self.numbers: list[tuple[np.ndarray, ...]] = []
        self.as_notes: list[tuple[np.ndarray, ...]] = []
        self.x = np.zeros(0)
        self.counted_errors = 0

    def go(self, swept: Swept, values: Float64[np.ndarray, " steps"], progress: Progress) -> None:
        """All steps."""
        rows, columns = self.tensor.matrix.shape
        if swept == "threshold":
            self.over_thresholds(values.astype(np.float32), progress)
            return
        for step, value in enumerate(values):
            self.take(scheme_at(swept, self.asked, float(value), (rows, columns)))
            progress((step + 1) / len(values))

    def take(self, scheme: Scheme) -> None:
        """One step by a whole round trip."""
        blocks = lay_out(self.tensor.matrix, scheme)
        scales = self.asked.scales(calibrated(blocks, scheme, self.asked.calibration, self.tensor.left_out), scheme)
        back, errors = tripped(blocks, scheme, scales, self.asked.rounding, self.asked.seed, self.device)
        squares = (errors.rounding + errors.clipping).reshape(blocks.rows, blocks.of_row)
        self._note(blocks, scheme, scales, errors.rounding.sum(), errors.clipping.sum(), errors.clipped.sum())
        self.sums["largest"].append(float(errors.largest.max(initial=0.0)))
        power = np.square(blocks.x, dtype=np.float64).sum(1).reshape(squares.shape)
        self.maps.append(_reduced(squares, power))
        self._count_errors(blocks, back, scheme, scales)

    def over_thresholds(self, shares: Float32[np.ndarray, " shares"], progress: Progress) -> None:
        """All steps by a search that keeps the sums alone."""
        scheme, tensor = self.asked.scheme, self.tensor
        blocks = lay_out(tensor.matrix, scheme)
        found = ranges(blocks, scheme)
        cells, power, shape = _cells(blocks)
        over = search(blocks, scheme, found, progress, self.asked.rounding, cells)
        picked = _sampled(blocks)
        for step, share in enumerate(shares):
            scales = self.asked.scales(found.within(found.peak * share), scheme)
            self._note(blocks, scheme, scales, over.rounding[step], over.clipping[step], over.clipped[step])
            self.maps.append(_reduced(over.of_cells[:, step].reshape(shape), power))
            part, part_scales = picked(scales)
            back, errors = tripped(part, scheme, part_scales, self.asked.rounding, self.asked.seed, self.device)
            self.sums["largest"].append(float(errors.largest.max(initial=0.0)))
            self._count_errors(part, back, scheme, part_scales)

    def remarks(self) -> list[str]:
        """What a reader should know of the last scheme."""
        scheme, columns = self.asked.scheme, self.tensor.matrix.shape[1]
        size = scheme.shared_by
        if scheme.sharing == "group" and columns % min(size, columns):
            return [f"{columns:,} is no multiple of {size}: the last group of each row has {columns % size:,} numbers."]
        return []

    def _note(
        self, blocks: Blocks, scheme: Scheme, scales: ScaleAndZero, rounding: float, clipping: float, clipped: float
    ) -> None:
        counted = max(self.tensor.counted, 1)
        step = per_block(blocks, scheme, scales)[0]
        own = self._group(blocks, scheme, scales)
        scale, zero = float(scales.scale[own]), float(scales.zero[own])
        of_step = {
            "groups": 0.0 if scheme.sharing == "tensor" and scheme.format in ("bf16", "fp16") else len(scales.scale),
            "bits_per_number": scheme.bits_per_number(blocks.rows, blocks.columns),
            "rounding": float(rounding) / counted, "clipping": float(clipping) / counted,
            "clipped": float(clipped) / counted, "scale": scale, "zero": zero,
            "predicted": float(np.square(step, dtype=np.float64).mean() / 12),
        }  # fmt: skip
        for name, value in of_step.items():
            self.sums[name].append(value)
        self.levels.append(_levels(scheme, scale, zero, self.low, self.high))
        self.stairs.append(lambda x: through(x, scheme, scale, zero)[-1])
        self.numbers.append(through(self.x, scheme, scale, zero))
        # Along the notes' way; the right one where that was asked for.
        right = scales_right(scheme, scale, zero, self.asked.notes)
        self.as_notes.append(through(self.x, scheme, scale, right))

    def _group(self, blocks: Blocks, scheme: Scheme, scales: ScaleAndZero) -> int:
        """The group whose grid is drawn: the one with the median peak. It gives the ten numbers, at the first step."""
        own = middle(scales)
        if not len(self.x):
            if self.tensor.matrix.size <= NUMBERS:
                picked = self.tensor.matrix.ravel()
            else:
                groups = blocks.x.reshape(len(scales.scale), -1)[own]
                picked = np.quantile(groups, np.linspace(0, 1, NUMBERS), method="nearest")
            # The shortest decimals that read as these singles: 3.4, not 3.4000000954.
            self.x = np.array([float(str(value)) for value in picked.astype(np.float32)])
        return own

    def _count_errors(self, blocks: Blocks, back: np.ndarray, scheme: Scheme, scales: ScaleAndZero) -> None:
        """The histogram of the error in steps: of the distance between the two codes around each number."""
        every = max(1, blocks.x.size // SAMPLED)
        x, y = blocks.x.ravel()[::every].astype(np.float64), back.ravel()[::every].astype(np.float64)
        scale = np.repeat(per_block(blocks, scheme, scales)[0][:, 0], blocks.x.shape[1])[::every].astype(np.float64)
        kept = (x != 0) & (scale > 0)  # zeros stand for what was left out, too
        self.counted_errors = int(kept.sum())
        grid = scheme.codes.grid
        with np.errstate(divide="ignore", invalid="ignore"):
            scaled = x[kept] / scale[kept]
        above = np.clip(np.searchsorted(grid, scaled), 1, len(grid) - 1)
        gap = (grid[above] - grid[above - 1]) * scale[kept] if scheme.format != "int" else scale[kept]
        counts = np.histogram((y[kept] - x[kept]) / gap, _ERROR_EDGES)[0]
        width = _ERROR_EDGES[1] - _ERROR_EDGES[0]
        self.density.append(counts / max(kept.sum(), 1) / width)


def middle(scales: ScaleAndZero) -> int:
    """A group whose scale is the median of all."""
    half = len(scales.scale) // 2
    return int(np.argpartition(scales.scale, half)[half])


def scales_right(scheme: Scheme, scale: float, zero: float, notes: bool) -> float:
    """The other zero-point: the notes' where ``zero`` is right, the right one where it is the notes'."""
    codes = scheme.codes
    if not (isinstance(codes, Integers) and scheme.affine):
        return zero
    return float(zero + codes.low if notes else min(zero - codes.low, codes.high))


def through(x: np.ndarray, scheme: Scheme, scale: float, zero: float) -> tuple[np.ndarray, ...]:
    """x/s, rounded, z added, clipped, and s(q − z): of floating-point codes the last two are the code's value."""
    scaled = x / scale if scale else np.zeros_like(x)
    codes = scheme.codes
    if isinstance(codes, Integers):
        rounded = np.rint(scaled)
        code = np.clip(rounded + zero, codes.low, codes.high)
        return scaled, rounded, rounded + zero, code, scale * (code - zero)
    one = torch.ones(1, dtype=torch.float64)
    rounded = on_device(torch.from_numpy(scaled), scheme, one, one, 0 * one).numpy()
    return scaled, rounded, rounded, rounded, scale * rounded


def tripped(
    blocks: Blocks, scheme: Scheme, scales: ScaleAndZero, rounding: Rounding, seed: int, device: torch.device
) -> tuple[Float[np.ndarray, "blocks width"], Errors]:
    """The round trip: by compiled loops, or by torch's operators where it rounds by chance or runs on a GPU."""
    if rounding == "nearest" and device.type == "cpu":
        return round_trip(blocks, scheme, scales)
    singles = (each.astype(np.float32) for each in (blocks.x, *per_block(blocks, scheme, scales)))
    x, scale, inverse, zero = (torch.from_numpy(each).to(device) for each in singles)
    generator = torch.Generator(device).manual_seed(seed % 2**63)
    back = on_device(x, scheme, scale, inverse, zero, rounding, generator)
    error = (back - x).double()
    square = error.square()
    low, high = ends(scheme)
    code = x * inverse + zero
    beyond = (code < low) | (code > high)
    sums = (square * ~beyond, square * beyond)
    rounded, clipped = (one.sum(1, keepdim=True).cpu().numpy() for one in sums)
    found = Errors(
        rounded,
        clipped,
        error.abs().amax(1, keepdim=True).cpu().numpy(),
        beyond.double().sum(1, keepdim=True).cpu().numpy(),
    )
    return back.cpu().numpy(), found


def _levels(scheme: Scheme, scale: float, zero: float, low: float, high: float) -> np.ndarray:
    """Where the codes lie, as far as they are in sight; NaN fills the row, and stands alone where they are too many."""
    places = np.full(MOST_LEVELS, np.nan)
    grid = scheme.codes.grid
    if len(grid) <= MOST_LEVELS:
        at = scale * (grid - zero)
        at = np.unique(at[(at >= low * 1.05 - 1e-12) & (at <= high * 1.05 + 1e-12)])
        places[: len(at)] = at
    return places


def _sampled(blocks: Blocks) -> Callable[[ScaleAndZero], tuple[Blocks, ScaleAndZero]]:
    """Some of the blocks, evenly spread, each with its own scale."""
    every = max(1, blocks.x.size // (4 * SAMPLED))
    picked = np.arange(0, len(blocks.x), every)
    part = Blocks(np.ascontiguousarray(blocks.x[picked]), 1, len(picked) * blocks.x.shape[1], blocks.counted)

    def of(scales: ScaleAndZero) -> tuple[Blocks, ScaleAndZero]:
        own = picked * len(scales.scale) // len(blocks.x)
        return part, ScaleAndZero(scales.scale[own], scales.zero[own])

    return of


def _cells(blocks: Blocks) -> tuple[Int64[np.ndarray, " blocks"], Float64[np.ndarray, "rows parts"], tuple[int, int]]:
    """The cell of the map of each block, Σx² of the cells, and how many there are down and across."""
    down, across = (
        (np.searchsorted(_starts(length, most), np.arange(length), "right") - 1)
        for length, most in ((blocks.rows, MAP_ROWS), (blocks.of_row, MAP_COLUMNS))
    )
    shape = (int(down[-1]) + 1, int(across[-1]) + 1)
    cells = (down[:, None] * shape[1] + across).ravel()
    power = np.bincount(cells, np.square(blocks.x, dtype=np.float64).sum(1), shape[0] * shape[1])
    return cells, power.reshape(shape), shape


def _starts(length: int, most: int) -> Int64[np.ndarray, " parts"]:
    """Where at most so many equal parts of a length begin."""
    return np.unique(np.linspace(0, length, min(length, most), endpoint=False).astype(np.int64))


def _reduced(squares: Float64[np.ndarray, "rows parts"], power: Float64[np.ndarray, "rows parts"]) -> np.ndarray:
    """√(Σe²/Σx²) in at most 64 × 32 cells of equal shares of rows and blocks; 0 where all numbers are 0."""
    parts = [_starts(length, most) for length, most in zip(squares.shape, (MAP_ROWS, MAP_COLUMNS), strict=True)]
    error, signal = (np.add.reduceat(np.add.reduceat(each, parts[0], 0), parts[1], 1) for each in (squares, power))
    cells = np.full((MAP_ROWS, MAP_COLUMNS), np.nan)
    across = np.linspace(0, len(parts[1]), MAP_COLUMNS, endpoint=False).astype(int)
    relative = np.sqrt(np.divide(error, signal, out=np.zeros_like(error), where=signal > 0))
    cells[: len(parts[0])] = relative[:, across]
    return cells


def _stacked(steps: list[tuple[np.ndarray, ...]]) -> Numbers:
    return Numbers(*(np.array([step[i] for step in steps], np.float64) for i in range(5)))


def quantisation_limit_db(bits: Float64[np.ndarray, " steps"]) -> Float64[np.ndarray, " steps"]:
    """20·log₁₀(2^b − 1): even numbers over the full scale of 2^b − 1 steps. Its approximation is 6.02·b.

    Both mean and step are exact: x²'s mean is the range squared over 12, and e²'s is the step squared over 12.
    """
    return np.asarray(20 * np.log10(2.0**bits - 1))


RULE_DB = 20 * math.log10(2)
