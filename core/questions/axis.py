"""What a guess is drawn along."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Values = Any  # a number, or several
ROUNDING = 1e-9  # of the length of an axis


@dataclass(frozen=True)
class Axis:
    """A quantity from ``low`` to ``high``."""

    label: str
    low: float
    high: float
    unit: str = ""
    log: bool = False

    def shares(self, values: Values) -> NDArray[np.float64]:
        """Where values lie, 0 at the low end and 1 at the high one; what is beyond lies at the end, NaN stays."""
        low, high, at = (self._scaled(each) for each in (self.low, self.high, values))
        return np.asarray(np.clip((at - low) / (high - low), 0.0, 1.0))

    def value(self, share: Values) -> NDArray[np.float64]:
        """What lies at a share of the axis; what is 0 but for rounding is 0."""
        low, high = self._scaled(self.low), self._scaled(self.high)
        at = low + np.asarray(share, np.float64) * (high - low)
        return np.asarray(10.0**at if self.log else np.where(np.abs(at) < ROUNDING * (high - low), 0.0, at))

    def _scaled(self, values: Values) -> NDArray[np.float64]:
        values = np.asarray(values, np.float64)
        with np.errstate(divide="ignore", invalid="ignore"):
            return np.asarray(np.log10(values) if self.log else values)
