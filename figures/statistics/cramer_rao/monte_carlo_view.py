"""What of a Monte Carlo is looked at, and the axis along which all its pictures move."""

from typing import Any

import numpy as np

from core.statistics.cramer_rao import Params
from core.statistics.cramer_rao.result import Result
from figures.plot import Array, Cursor, Sweep

BARS = 1.96  # standard errors to each side: 95 % of Monte Carlo runs
HIGHEST = 3.0  # times the bound; what is worse leaves the picture
TICKS = (2, 5, 10, 20, 50, 100, 200, 500, 1_000)
DRAWS: dict[str, Any] = {"type": "log", "tickvals": [*TICKS], "ticktext": [f"{n:,}" for n in TICKS]}  # an axis of them


class MonteCarloView:
    """What of a result is looked at: the chosen estimator ``e`` and parameter ``k``, along the axis that is swept.

    ``n`` draws are made at each place. ``drawn`` over the axis are the variance, the bias or the mean square error, in
    a ``unit``: the bound, its root for a bias, or as it is; ``least`` and ``root`` name the bound and its root. The
    chosen estimator is ``biased`` where it has a bound of its own that can be told from that of unbiased ones.
    """

    def __init__(self, result: Result, params: Params) -> None:
        assert result.accuracy is not None
        self.result, self.params, self.accuracy, kind = result, params, result.accuracy, params.kind
        self.labels = [one.label for one in kind.estimators.values()]
        self.e = list(kind.estimators).index(params.estimator)
        self.k = int(params.parameter == "second" and kind.estimated == 2)
        self.symbol = kind.quantities[self.k].symbol
        self.least, self.root = ("bound", "√bound") if kind.regular else ("1/(nI)", "√(1/(nI))")
        self.bound = self.accuracy.bound[:, self.k]
        self.drawn = {"ratio": "variance"}.get(params.measure, params.measure)
        self.unit = self.bound ** {"ratio": 1.0, "mse": 1.0, "bias": 0.5, "variance": 0.0}[params.measure]
        self.n = result.axis.astype(int) if params.view == "n" else np.full(len(result.axis), params.n)
        apart = np.abs(self.own("slope") - 1) - 3 * self.own("slope_error")
        self.biased = bool(np.nanmax(apart, initial=0.0) > 0.01)

    def of(self, name: str) -> Array:
        """An array of the chosen parameter, a row for each estimator."""
        return np.asarray(getattr(self.accuracy, name)[:, :, self.k])

    def own(self, name: str) -> Array:
        """The same of the chosen estimator."""
        return np.asarray(self.of(name)[self.e])

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
