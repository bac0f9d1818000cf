"""What is swept over a tensor, through which values, and what stays the same along the way."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from jaxtyping import Float64

from core.adaptation.quantization.calibration import SHARES, Calibration
from core.adaptation.quantization.fake_quantization import Ranges, Rounding, scales_of
from core.adaptation.quantization.formats import INTEGER_BITS
from core.adaptation.quantization.scheme import Granularity, ScaleAndZero, Scheme, other_zero_point

Swept = Literal["bits", "threshold", "group"]
FIELDS: dict[Swept, str] = {"bits": "bits", "threshold": "clip", "group": "group"}  # of Params, which say where
FEWEST_IN_GROUP = 8


@dataclass(frozen=True)
class SweepSettings:
    """What does not change along the sweep: the scheme, how its range is found, how it rounds."""

    scheme: Scheme
    calibration: Calibration
    rounding: Rounding = "nearest"
    seed: int = 0
    notes: bool = False  # the zero-point as the notes have it

    @property
    def by_chance(self) -> bool:
        """Whether numbers are rounded up or down by chance, and are right on average."""
        return self.rounding == "stochastic"

    @property
    def divisor(self) -> int:
        """s² over it is the mean square error, where what lies between two codes s apart is spread evenly."""
        return 6 if self.by_chance else 12

    def scales(self, found: Ranges, scheme: Scheme) -> ScaleAndZero:
        """The scales of ``found``, with the zero-point that is asked for."""
        made = scales_of(scheme, found)
        return ScaleAndZero(made.scale, other_zero_point(scheme, made.zero, False)) if self.notes else made


def steps_of(swept: Swept, scheme: Scheme, rows: int, columns: int) -> Float64[np.ndarray, " steps"]:
    """The values that are swept, of a tensor of so many rows and columns."""
    if swept == "bits":
        return np.array(INTEGER_BITS[1:] if scheme.narrow else INTEGER_BITS, np.float64)
    if swept == "threshold":
        return np.arange(1, SHARES + 1) / SHARES
    sizes = [2.0**power for power in range(1, 30) if 2**power < columns]
    sizes = [size for size in sizes if size >= FEWEST_IN_GROUP or columns <= 8 * FEWEST_IN_GROUP]
    return np.array([*sizes, columns, *([rows * columns] if rows > 1 else [])], np.float64)


def scheme_at(swept: Swept, scheme: Scheme, value: float, columns: int) -> Scheme:
    """The scheme at one step of the sweep."""
    if swept == "bits":
        return replace(scheme, bits=int(value))
    if swept == "threshold":
        return scheme
    sharing: Granularity = "tensor" if value > columns else "channel" if value == columns else "group"
    return replace(scheme, granularity=sharing, group=int(value))
