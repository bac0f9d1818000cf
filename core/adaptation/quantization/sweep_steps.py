"""The steps of a sweep over a tensor, collected one by one."""

from collections import defaultdict
from collections.abc import Callable

import numpy as np
from jaxtyping import Float32, Float64

from core.adaptation.quantization.blocks import Blocks, lay_out
from core.adaptation.quantization.calibration import Progress, calibrated, search
from core.adaptation.quantization.error_map import error_map, map_cells
from core.adaptation.quantization.fake_quantization import per_block, ranges, round_trip
from core.adaptation.quantization.number_path import median_group, through, visible_levels
from core.adaptation.quantization.scheme import CASTS, ScaleAndZero, Scheme, other_zero_point
from core.adaptation.quantization.sweep_settings import SweepSettings, Swept, scheme_at
from core.adaptation.quantization.tensor_sources import Tensor

NUMBERS = 10
ERROR_BINS = 49  # of the error in steps, over ±1.02
SAMPLED = 1 << 13  # numbers whose errors are counted in a histogram
MARGIN = 1.25  # how far the histogram reaches beyond a typical row's peak, where rows have scales of their own
ERROR_EDGES = np.linspace(-1.02, 1.02, ERROR_BINS + 1)


class SweepSteps:
    """Collects the steps of a sweep, each from its scheme and its scales."""

    def __init__(self, tensor: Tensor, settings: SweepSettings, typical: bool) -> None:
        self.tensor, self.settings = tensor, settings
        low, high = float(tensor.matrix.min()), float(tensor.matrix.max())
        self.low, self.high = min(low, 0.0), max(high, 0.0)
        if typical and len(tensor.matrix) > 1:  # what a row looks like, not the loudest of them
            peak = MARGIN * float(np.median(np.abs(tensor.matrix).max(1)))
            self.low, self.high = max(self.low, -peak), min(self.high, peak)
        if self.low == self.high:
            self.low, self.high = -1.0, 1.0
        self.sums: defaultdict[str, list[float]] = defaultdict(list)
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
            self.take(scheme_at(swept, self.settings, float(value), (rows, columns)))
            progress((step + 1) / len(values))

    def take(self, scheme: Scheme) -> None:
        """One step by a whole round trip."""
        blocks = lay_out(self.tensor.matrix, scheme)
        scales = self.settings.scales(
            calibrated(blocks, scheme, self.settings.calibration, self.tensor.left_out), scheme
        )
        back, errors = round_trip(blocks, scheme, scales, self.settings.rounding, self.settings.seed)
        self._note(blocks, scheme, scales, errors.rounding.sum(), errors.clipping.sum(), errors.clipped.sum())
        self.sums["largest"].append(float(errors.largest.max(initial=0.0)))
        cells, power = map_cells(blocks)
        squares = np.bincount(cells, (errors.rounding + errors.clipping)[:, 0], power.size)
        self.maps.append(error_map(squares, power))
        self._count_errors(blocks, back, scheme, scales)

    def over_thresholds(self, shares: Float32[np.ndarray, " shares"], progress: Progress) -> None:
        """All steps by a search that keeps the sums alone."""
        scheme, tensor = self.settings.scheme, self.tensor
        blocks = lay_out(tensor.matrix, scheme)
        found = ranges(blocks, scheme)
        cells, power = map_cells(blocks)
        over = search(blocks, scheme, found, progress, self.settings.rounding, cells)
        picked = sampled_blocks(blocks)
        for step, share in enumerate(shares):
            scales = self.settings.scales(found.within(found.peak * share), scheme)
            self._note(blocks, scheme, scales, over.rounding[step], over.clipping[step], over.clipped[step])
            self.maps.append(error_map(over.of_cells[:, step], power))
            part, part_scales = picked(scales)
            back, errors = round_trip(part, scheme, part_scales, self.settings.rounding, self.settings.seed)
            self.sums["largest"].append(float(errors.largest.max(initial=0.0)))
            self._count_errors(part, back, scheme, part_scales)

    def remarks(self) -> list[str]:
        """What a reader should know of the last scheme."""
        scheme, columns = self.settings.scheme, self.tensor.matrix.shape[1]
        size = scheme.shared_by
        if scheme.sharing == "group" and columns % min(size, columns):
            return [f"{columns:,} is no multiple of {size}: the last group of each row has {columns % size:,} numbers."]
        return []

    def _note(
        self, blocks: Blocks, scheme: Scheme, scales: ScaleAndZero, rounding: float, clipping: float, clipped: float
    ) -> None:
        counted = self.tensor.counted
        step = per_block(blocks, scales).scale
        own = self._group(blocks, scales)
        scale, zero = float(scales.scale[own]), float(scales.zero[own])
        other_zero = float(other_zero_point(scheme, np.array([zero]), self.settings.notes)[0])
        of_step = {
            "groups": 0.0 if scheme.format in CASTS else len(scales.scale),
            "bits_per_number": scheme.bits_per_number(blocks.rows, blocks.columns),
            "rounding": float(rounding) / counted, "clipping": float(clipping) / counted,
            "clipped": float(clipped) / counted, "scale": scale, "zero": zero, "other_zero": other_zero,
            "predicted": float(np.square(step, dtype=np.float64).mean() / 12),
        }  # fmt: skip
        for name, value in of_step.items():
            self.sums[name].append(value)
        self.levels.append(visible_levels(scheme, scale, zero, self.low, self.high))
        self.stairs.append(lambda x: through(x, scheme, scale, zero)[-1])
        self.numbers.append(through(self.x, scheme, scale, zero))
        self.as_notes.append(through(self.x, scheme, scale, other_zero))

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

    def _count_errors(self, blocks: Blocks, back: np.ndarray, scheme: Scheme, scales: ScaleAndZero) -> None:
        """The histogram of the error in steps: of the distance between the two codes around each number."""
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
        width = ERROR_EDGES[1] - ERROR_EDGES[0]
        self.density.append(counts / max(kept.sum(), 1) / width)


def sampled_blocks(blocks: Blocks) -> Callable[[ScaleAndZero], tuple[Blocks, ScaleAndZero]]:
    """Some of the blocks, evenly spread, each with its own scale."""
    every = max(1, blocks.x.size // (4 * SAMPLED))
    picked = np.arange(0, len(blocks.x), every)
    part = Blocks(np.ascontiguousarray(blocks.x[picked]), 1, len(picked) * blocks.x.shape[1])

    def of(scales: ScaleAndZero) -> tuple[Blocks, ScaleAndZero]:
        return part, scales[picked * len(scales.scale) // len(blocks.x)]

    return of
