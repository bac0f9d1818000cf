"""What of a Monte Carlo is looked at, and the axis along which all its pictures move."""

from dataclasses import dataclass
from typing import Any

import numpy as np

from core.statistics.cramer_rao import Params
from core.statistics.cramer_rao.accuracy import Accuracy
from core.statistics.cramer_rao.result import Result
from figures.plot import Array, Cursor, Sweep

BARS = 1.96  # standard errors to each side: 95 % of Monte Carlo runs
HIGHEST = 3.0  # times the bound; what is worse leaves the picture
TICKS = (2, 5, 10, 20, 50, 100, 200, 500, 1_000)
DRAWS: dict[str, Any] = {"type": "log", "tickvals": [*TICKS], "ticktext": [f"{n:,}" for n in TICKS]}  # an axis of them


@dataclass(frozen=True)
class MonteCarloView:
    """What of a result is looked at: the chosen estimator ``e`` and parameter ``k``, along the axis that is swept."""

    result: Result
    params: Params

    @property
    def accuracy(self) -> Accuracy:
        assert self.result.accuracy is not None
        return self.result.accuracy

    @property
    def labels(self) -> list[str]:
        return [one.label for one in self.params.kind.estimators.values()]

    @property
    def e(self) -> int:
        return list(self.params.kind.estimators).index(self.params.estimator)

    @property
    def k(self) -> int:
        return int(self.params.parameter == "second" and self.params.kind.estimated == 2)

    @property
    def symbol(self) -> str:
        return self.params.kind.quantities[self.k].symbol

    @property
    def least(self) -> str:
        """What variances are held against, in words."""
        return "bound" if self.params.kind.regular else "1/(nI)"

    @property
    def root(self) -> str:
        return "√bound" if self.params.kind.regular else "√(1/(nI))"

    @property
    def bound(self) -> Array:
        return self.accuracy.bound[:, self.k]

    @property
    def drawn(self) -> str:
        """What is drawn over the axis: the variance, the bias or the mean square error."""
        return {"ratio": "variance"}.get(self.params.measure, self.params.measure)

    @property
    def unit(self) -> Array:
        """What that is drawn in: the bound, its root for a bias, or as it is."""
        powers = {"ratio": 1.0, "mse": 1.0, "bias": 0.5, "variance": 0.0}
        return np.asarray(self.bound ** powers[self.params.measure])

    def of(self, name: str) -> Array:
        """An array of the chosen parameter, a row for each estimator."""
        return np.asarray(getattr(self.accuracy, name)[:, :, self.k])

    def sweep(self, *, control: bool = False, at: Array | None = None) -> Sweep:
        """The axis; ``at`` are the heights of the focus on curves that stay."""
        axis, field = self.result.axis, self.params.view
        values = axis.astype(np.int64) if field == "n" else axis
        cursor = None if at is None else Cursor(axis, {"y": at})
        quantity = self.params.kind.quantities[0]
        label, sign = ("Draws n", "n") if field == "n" else (quantity.name.capitalize(), quantity.symbol)
        name = f"cramer-rao-{field}"
        return Sweep(name, label, len(axis), values=values, words=f"{sign} = {{value}}", cursor=cursor,
                     control=control, field=field if control else "")  # fmt: skip


def top(ratio: Array) -> float:
    return float(np.clip(1.15 * np.nanmax(ratio, initial=1.0), 1.5, HIGHEST))
