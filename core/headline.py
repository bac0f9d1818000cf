"""The number in focus of a page: what a reader compares when two settings stand side by side."""

from collections.abc import Callable, Mapping
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


def by_result(named: Mapping[type[Any], tuple[str, Callable[[Any], Any], str]]) -> Callable[[Any, Any], Headline]:
    """``headline`` of an explorer with a result for each part: by its class the name, values and unit."""

    def headline(result: Any, params: Any) -> Headline:
        """The number that two settings are compared by."""
        name, values, unit = named[type(result)]
        return Headline(name, values(result), unit)

    return headline
