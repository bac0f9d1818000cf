"""One tensor under a scheme, swept over its bits, its clipping threshold or the size of its groups."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64

from core.adaptation.quantization.calibration import Progress
from core.adaptation.quantization.decibels import decibels, mean_noise
from core.adaptation.quantization.number_path import Numbers
from core.adaptation.quantization.scheme import CASTS, Scheme
from core.adaptation.quantization.sweep_settings import SweepSettings, Swept, schemes_along, steps_of
from core.adaptation.quantization.sweep_steps import ERROR_EDGES, SweepSteps
from core.adaptation.quantization.tensor_sources import Tensor
from core.explorer import OfArrays
from core.numbers import counted


@dataclass(frozen=True, eq=False)
class TensorSweep(OfArrays):
    """A row for each step of what is ``swept``. Errors are e = x̂ − x; ``mean_square`` is the sum of the shares that
    ``rounding`` and ``clipping`` have in it. ``predicted`` is the mean of s²/12 over all numbers, of s²/6 where they
    are rounded by chance.

    The grid (``levels``), the staircase and the ten ``numbers`` are those of one group, whose scale is the median of
    all (the whole tensor, where it shares a scale); ``scale`` and ``zero`` are its own. ``other_zero`` is the notes'
    zero-point, or the right one where the notes' is taken; with it the numbers go ``as_notes``.
    The density of errors is that of ``counted_errors`` numbers, evenly spread over the tensor. ``counts`` are those of
    the whole tensor, as far as a typical row reaches where rows have scales of their own. ``other`` is another format
    on the same tensor, at the same steps and places.
    """

    swept: Swept
    values: Float64[np.ndarray, " steps"]
    settings: SweepSettings
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
    other: "TensorSweep | None" = None
    remarks: tuple[str, ...] = ()

    @property
    def mean_square(self) -> Float64[np.ndarray, " steps"]:
        return mean_noise(self.mean_power, self.rounding + self.clipping)

    @property
    def ratio_db(self) -> Float64[np.ndarray, " steps"]:
        """10·log₁₀(Σx²/Σe²); infinite where nothing is lost, NaN where there is no signal."""
        return decibels(self.mean_power, self.mean_square)

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
            f"predicted_step2_over_{self.settings.divisor}": self.predicted, "sqnr_db": self.ratio_db,
            "largest_error": self.largest, "clipped_share": self.clipped, "scale": self.scale, "zero_point": self.zero,
        })  # fmt: skip


def sweep(
    tensor: Tensor,
    swept: Swept,
    settings: SweepSettings,
    progress: Progress,
    other: Scheme | None = None,
) -> TensorSweep:
    """Every step of the sweep, and ``other`` beside it."""
    values = steps_of(swept, settings.scheme, *tensor.matrix.shape)
    at = tensor.places(typical=settings.scheme.sharing != "tensor" or swept == "group")
    share = 2 if other else 1
    counts, edges = tensor.histogram(at)
    found = TensorSweep(
        swept=swept, values=values, counted=tensor.counted, mean_power=tensor.mean_power, edges=edges, counts=counts,
        stairs_at=at, error_places=(ERROR_EDGES[1:] + ERROR_EDGES[:-1]) / 2,
        **_steps(tensor, swept, settings, values, at, lambda done: progress(done / share)),
    )  # fmt: skip
    beside = None
    if other:  # over bits it has its own, and a cast has no threshold: so a single step serves for all
        still = swept == "bits" or (swept == "threshold" and other.format in CASTS)
        its = replace(settings, scheme=other, notes=False)
        steps = _steps(tensor, swept, its, values, at, lambda done: progress((1 + done) / 2), still)
        beside = replace(found, **steps)
    return replace(found, other=beside, remarks=(*tensor.remarks, *_remarks(tensor, swept, settings)))


def _steps(
    tensor: Tensor,
    swept: Swept,
    settings: SweepSettings,
    values: Float64[np.ndarray, " steps"],
    at: Float64[np.ndarray, " points"],
    progress: Progress,
    still: bool = False,
) -> dict[str, Any]:
    """What a ``TensorSweep`` holds of one scheme: all steps, or one for all of them where they are alike."""
    one = SweepSteps(tensor, settings, at)
    if swept == "threshold" and not still:
        one.over_thresholds(progress)
    else:
        schemes = [settings.scheme] if still else schemes_along(swept, settings.scheme, *tensor.matrix.shape)
        for done, scheme in enumerate(schemes, 1):
            one.take(scheme)
            progress(done / len(schemes))
    rows: dict[str, Any] = {
        name: np.repeat(np.array(steps), len(values) // len(steps), 0) for name, steps in one.rows.items()
    }
    rows |= {name: Numbers(*rows[name].swapaxes(0, 1)) for name in ("numbers", "as_notes")}
    return {"settings": settings, "counted_errors": one.counted_errors, "x": one.x, **rows}


def _remarks(tensor: Tensor, swept: Swept, settings: SweepSettings) -> list[str]:
    """What a reader should know of the groups, and what of the settings a sweep of thresholds does not heed."""
    remarks = []
    scheme, columns = settings.scheme, tensor.matrix.shape[1]
    size = scheme.shared_by
    if scheme.sharing == "group" and columns % min(size, columns):
        left = counted(columns % size, "number")
        remarks.append(f"{columns:,} is no multiple of {size:,}: the last group of each row has {left}.")
    if swept == "threshold" and settings.by_chance:
        remarks.append(
            "Along thresholds the errors of rounding by chance are their means over all draws, (x − a)(b − x) between "
            "two codes a and b; their histogram is of one draw."
        )
    if swept == "threshold" and settings.calibration.rule != "minmax":
        remarks.append("Every threshold is tried here, so the rule for the range does not matter.")
    return remarks
