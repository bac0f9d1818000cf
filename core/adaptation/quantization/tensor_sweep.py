"""One tensor under a scheme, swept over its bits, its clipping threshold or the size of its groups."""

from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64

from core.adaptation.quantization.calibration import Progress
from core.adaptation.quantization.decibels import decibels
from core.adaptation.quantization.number_path import Numbers
from core.adaptation.quantization.scheme import CASTS, Scheme
from core.adaptation.quantization.sweep_settings import SweepSettings, Swept, steps_of
from core.adaptation.quantization.sweep_steps import ERROR_EDGES, SweepSteps
from core.adaptation.quantization.tensor_sources import Tensor
from core.explorer import OfArrays

STAIRS = 801


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
    all (the whole tensor, where it shares a scale); ``scale`` and ``zero`` are its own. ``other_zero`` is the notes'
    zero-point, or the right one where the notes' is taken; with it the numbers go ``as_notes``.
    The density of errors is that of ``counted_errors`` numbers, evenly spread over the tensor. ``counts`` are those of
    the whole tensor, as far as a typical row reaches where rows have scales of their own.
    """

    swept: Swept
    values: Float64[np.ndarray, " steps"]
    settings: SweepSettings
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
    other_zero: Float64[np.ndarray, " steps"]
    x: Float64[np.ndarray, " numbers"]
    numbers: Numbers
    as_notes: Numbers
    other: Beside | None = None
    remarks: tuple[str, ...] = ()

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


def sweep(
    tensor: Tensor,
    swept: Swept,
    settings: SweepSettings,
    progress: Progress,
    other: Scheme | None = None,
) -> TensorSweep:
    """Every step of the sweep, and ``other`` beside it."""
    half = (lambda fraction: progress(fraction / 2)) if other else progress
    values, matrix = steps_of(swept, settings, tensor), tensor.matrix
    counted = tensor.counted
    one = SweepSteps(tensor, settings, settings.scheme.sharing != "tensor" or swept == "group")
    one.go(swept, values, half)
    at = np.linspace(one.low, one.high, STAIRS)
    counts, edges = tensor.histogram(one.low, one.high)
    beside = replace(settings, scheme=other, notes=False) if other else None
    return TensorSweep(
        swept=swept, values=values, settings=settings, shape=tensor.shape, counted=tensor.counted,
        mean_power=float(np.square(matrix, dtype=np.float64).sum() / counted),
        **{name: np.array(column, np.float64) for name, column in one.sums.items()},
        edges=edges, counts=counts, levels=np.array(one.levels, np.float32),
        stairs_at=at,
        stairs=np.array([stairs(at) for stairs in one.stairs], np.float32),
        error_places=(ERROR_EDGES[1:] + ERROR_EDGES[:-1]) / 2, error_density=np.array(one.density, np.float32),
        counted_errors=one.counted_errors,
        map=np.array(one.maps, np.float32), x=one.x, numbers=Numbers(*np.array(one.numbers).swapaxes(0, 1)),
        as_notes=Numbers(*np.array(one.as_notes).swapaxes(0, 1)),
        other=_beside(tensor, swept, beside, values, at) if beside else None,
        remarks=(*tensor.remarks, *one.remarks(), *_along_thresholds(swept, settings)), device="cpu",
    )  # fmt: skip


def _beside(
    tensor: Tensor,
    swept: Swept,
    settings: SweepSettings,
    values: Float64[np.ndarray, " steps"],
    at: Float64[np.ndarray, " points"],
) -> Beside:
    """A format over the same steps; over bits it has its own, and so a single step serves for all."""
    still = swept == "bits" or (swept == "threshold" and settings.scheme.format in CASTS)
    one = SweepSteps(tensor, settings, False)
    if still:
        one.take(settings.scheme)
    else:
        one.go(swept, values, lambda fraction: None)
    times = len(values) if still else 1
    error = np.array(one.sums["rounding"]) + np.array(one.sums["clipping"])
    stairs = np.array([stairs(at) for stairs in one.stairs], np.float32)
    return Beside(
        settings.scheme, np.repeat(one.sums["bits_per_number"], times), np.repeat(error, times),
        np.repeat(stairs, times, axis=0), np.repeat(np.array(one.density, np.float32), times, axis=0),
    )  # fmt: skip


def _along_thresholds(swept: Swept, settings: SweepSettings) -> list[str]:
    """What of the settings a sweep of thresholds does not heed."""
    remarks = []
    if swept == "threshold" and settings.rounding == "stochastic":
        remarks.append(
            "Along thresholds the errors of rounding by chance are their means over all draws, (x − a)(b − x) between "
            "two codes a and b; their histogram is of one draw."
        )
    if swept == "threshold" and settings.calibration.rule != "minmax":
        remarks.append("Every threshold is tried here, so the rule for the range does not matter.")
    return remarks
