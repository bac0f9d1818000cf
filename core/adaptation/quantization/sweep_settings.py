"""What is swept over a tensor, through which values, and what stays the same along the way."""

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np
from jaxtyping import Float64

from core.adaptation.quantization.blocks import Blocks, Floats, Matrix, lay_out
from core.adaptation.quantization.calibration import SHARES, Calibration, calibrated
from core.adaptation.quantization.fake_quantization import QuantizationErrors, Rounding, round_trip
from core.adaptation.quantization.formats import INTEGER_BITS
from core.adaptation.quantization.scheme import Granularity, Ranges, ScaleAndZero, Scheme, other_zero_point, scales_of

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

    def trip(
        self, matrix: Matrix, scheme: Scheme, left_out: int = 0
    ) -> tuple[Blocks, ScaleAndZero, Floats, QuantizationErrors]:
        """There and back: the blocks, their scales, what comes back of them, and the errors."""
        blocks = lay_out(matrix, scheme)
        scales = self.scales(calibrated(blocks, scheme, self.calibration, left_out), scheme)
        return blocks, scales, *round_trip(blocks, scheme, scales, self.rounding, self.seed)


def steps_of(swept: Swept, scheme: Scheme, rows: int, columns: int) -> Float64[np.ndarray, " steps"]:
    """The values that are swept, of a tensor of so many rows and columns."""
    if swept == "bits":
        return np.array(INTEGER_BITS[1:] if scheme.narrow else INTEGER_BITS, np.float64)
    if swept == "threshold":
        return np.arange(1, SHARES + 1) / SHARES
    sizes = [2.0**power for power in range(1, 30) if 2**power < columns]
    sizes = [size for size in sizes if size >= FEWEST_IN_GROUP or columns <= 8 * FEWEST_IN_GROUP]
    return np.array([*sizes, columns, *([rows * columns] if rows > 1 else [])], np.float64)


def schemes_along(swept: Swept, scheme: Scheme, rows: int, columns: int) -> list[Scheme]:
    """The scheme at every step of the sweep; one where all steps have the same."""
    if swept == "threshold" or (swept == "group" and scheme.laid_down):
        return [scheme]
    values = steps_of(swept, scheme, rows, columns).astype(int).tolist()
    if swept == "bits":
        return [replace(scheme, bits=bits) for bits in values]
    sharing: list[Granularity] = ["tensor" if size > columns else "channel" if size == columns else "group"
                                  for size in values]  # fmt: skip
    return [replace(scheme, granularity=who, group=size) for who, size in zip(sharing, values, strict=True)]
