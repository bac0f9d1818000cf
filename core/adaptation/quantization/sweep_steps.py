"""The steps of a sweep over a tensor, collected one by one."""

from collections import defaultdict
from typing import Any

import numpy as np
from jaxtyping import Float64, Int64

from core.adaptation.quantization.blocks import Blocks, Floats, lay_out
from core.adaptation.quantization.calibration import TRIED, Progress, search
from core.adaptation.quantization.fake_quantization import QuantizationErrors, per_block, ranges, round_trip
from core.adaptation.quantization.number_path import median_group, through, visible_levels
from core.adaptation.quantization.scheme import CASTS, ScaleAndZero, Scheme, other_zero_point
from core.adaptation.quantization.sweep_settings import SweepSettings
from core.adaptation.quantization.tensor_sources import Tensor

NUMBERS = 10
ERROR_BINS = 49  # of the error in steps, over ±1.02
SAMPLED = 1 << 13  # numbers whose errors are counted in a histogram
ERROR_EDGES = np.linspace(-1.02, 1.02, ERROR_BINS + 1)
MAP_ROWS, MAP_COLUMNS = 64, 32  # cells of the map of errors, at most
Points = Float64[np.ndarray, " points"]


class SweepSteps:
    """Collects the steps of a sweep, each from its scheme and its scales: ``rows`` has a list of them for each name."""

    def __init__(self, tensor: Tensor, settings: SweepSettings, at: Points) -> None:
        self.tensor, self.settings, self.at = tensor, settings, at
        self.rows: defaultdict[str, list[Any]] = defaultdict(list)
        self.x = np.zeros(0)
        self.counted_errors = 0

    def take(self, scheme: Scheme) -> None:
        """One step by a whole round trip."""
        blocks, scales, back, errors = self.settings.trip(self.tensor.matrix, scheme, self.tensor.left_out)
        self._count_errors(blocks, scheme, scales, back, errors)
        self._note(blocks, scheme, scales, errors.rounding.sum(), errors.clipping.sum(), errors.clipped.sum())
        cells, power = map_cells(blocks)
        squares = np.bincount(cells, (errors.rounding + errors.clipping)[:, 0], power.size)
        self.rows["map"].append(error_map(squares, power))

    def over_thresholds(self, progress: Progress) -> None:
        """All steps by a search that keeps the sums alone, and some of the blocks, evenly spread."""
        scheme = self.settings.scheme
        blocks = lay_out(self.tensor.matrix, scheme)
        found = ranges(blocks, scheme)
        cells, power = map_cells(blocks)
        over = search(blocks, scheme, found, progress, self.settings.rounding, cells)
        picked = np.arange(0, len(blocks.x), max(1, blocks.x.size // (4 * SAMPLED)))
        part = Blocks(blocks.x[picked], 1, len(picked) * blocks.x.shape[1])
        for step, share in enumerate(TRIED):
            scales = self.settings.scales(found.within(found.peak * share), scheme)
            self._note(blocks, scheme, scales, over.rounding[step], over.clipping[step], over.clipped[step])
            self.rows["map"].append(error_map(over.of_cells[:, step], power))
            own = scales[picked * len(scales.scale) // len(blocks.x)]
            moved = round_trip(part, scheme, own, self.settings.rounding, self.settings.seed)
            self._count_errors(part, scheme, own, *moved)

    def _note(
        self, blocks: Blocks, scheme: Scheme, scales: ScaleAndZero, rounding: float, clipping: float, clipped: float
    ) -> None:
        counted = self.tensor.counted
        own = self._group(blocks, scales)
        scale, zero = float(scales.scale[own]), float(scales.zero[own])
        other_zero = float(other_zero_point(scheme, np.array([zero]), self.settings.notes)[0])
        of_step = {
            "groups": 0.0 if scheme.format in CASTS else float(len(scales.scale)),
            "bits_per_number": scheme.bits_per_number(blocks.rows, blocks.columns),
            "rounding": float(rounding) / counted, "clipping": float(clipping) / counted,
            "clipped": float(clipped) / counted, "scale": scale, "zero": zero, "other_zero": other_zero,
            "predicted": float(np.square(per_block(blocks, scales).scale, dtype=np.float64).mean())
            / self.settings.divisor,
            "levels": visible_levels(scheme, scale, zero, float(self.at[0]), float(self.at[-1])),
            "stairs": through(self.at, scheme, scale, zero)[-1].astype(np.float32),
            "numbers": through(self.x, scheme, scale, zero), "as_notes": through(self.x, scheme, scale, other_zero),
        }  # fmt: skip
        for name, value in of_step.items():
            self.rows[name].append(value)

    def _group(self, blocks: Blocks, scales: ScaleAndZero) -> int:
        """The group whose grid is drawn: the one with the median peak. It gives the ten numbers, at the first step."""
        own = median_group(scales)
        if not len(self.x):
            if self.tensor.matrix.size <= NUMBERS:
                picked = self.tensor.matrix.ravel()
            else:
                groups = blocks.x.reshape(len(scales.scale), -1)[own]
                picked = np.quantile(groups, np.linspace(0, 1, NUMBERS), method="nearest")
            # The shortest decimals that read as these singles: 3.4, not 3.4000000954.
            self.x = np.array([float(str(value)) for value in picked.astype(np.float32)])
        return own

    def _count_errors(
        self, blocks: Blocks, scheme: Scheme, scales: ScaleAndZero, back: Floats, errors: QuantizationErrors
    ) -> None:
        """The largest error of a round trip, and the histogram of the error in steps: of the distance between the two
        codes around each number."""
        every = max(1, blocks.x.size // SAMPLED)
        x, y = blocks.x.ravel()[::every].astype(np.float64), back.ravel()[::every].astype(np.float64)
        scale = np.repeat(per_block(blocks, scales).scale[:, 0], blocks.x.shape[1])[::every].astype(np.float64)
        kept = (x != 0) & (scale > 0)  # zeros stand for what was left out, too
        self.counted_errors = int(kept.sum())
        grid = scheme.codes.grid
        with np.errstate(divide="ignore", invalid="ignore"):
            scaled = x[kept] / scale[kept]
        above = np.clip(np.searchsorted(grid, scaled), 1, len(grid) - 1)
        gap = (grid[above] - grid[above - 1]) * scale[kept] if scheme.format != "int" else scale[kept]
        counts = np.histogram((y[kept] - x[kept]) / gap, ERROR_EDGES)[0]
        density = counts / max(self.counted_errors, 1) / (ERROR_EDGES[1] - ERROR_EDGES[0])
        self.rows["error_density"].append(density.astype(np.float32))
        self.rows["largest"].append(float(errors.largest.max(initial=0.0)))


def map_cells(blocks: Blocks) -> tuple[Int64[np.ndarray, " blocks"], Float64[np.ndarray, "rows parts"]]:
    """The cell of the map of each block, counted row after row, and Σx² of the cells: at most 64 × 32 equal parts."""
    shape = min(blocks.rows, MAP_ROWS), min(blocks.of_row, MAP_COLUMNS)
    down, across = (
        -(-np.arange(1, length + 1) * parts // length) - 1
        for length, parts in zip((blocks.rows, blocks.of_row), shape, strict=True)
    )
    cells = (down[:, None] * shape[1] + across).ravel()
    power = np.bincount(cells, np.square(blocks.x, dtype=np.float64).sum(1), shape[0] * shape[1])
    return cells, power.reshape(shape)


def error_map(squares: Float64[np.ndarray, " cells"], power: Float64[np.ndarray, "rows parts"]) -> np.ndarray:
    """√(Σe²/Σx²) of the cells, 32 across whatever there are; 0 where all numbers are 0."""
    error = squares.reshape(power.shape)
    relative = np.sqrt(np.divide(error, power, out=np.zeros_like(error), where=power > 0))
    across = np.linspace(0, power.shape[1], MAP_COLUMNS, endpoint=False).astype(int)
    return np.asarray(relative[:, across], np.float32)
