"""The number in focus of a page: what a reader compares when two settings stand side by side."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class Headline:
    """A quantity by its textbook name: one value, or one for each step of the swept axis; NaN where there is none."""

    name: str
    values: float | NDArray[Any]
    unit: str = ""

    @property
    def steps(self) -> NDArray[np.float64]:
        """The values as an array, of length 1 where nothing is swept."""
        return np.atleast_1d(np.asarray(self.values, np.float64))

    def at(self, step: int) -> float:
        """The value at a step of the axis, or the only one."""
        return float(self.steps[min(max(step, 0), len(self.steps) - 1)])
