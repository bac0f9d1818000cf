"""One observation moved along y or x: the fit at every place, by QR, and by updating the fit without it."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from core.explorer import OfArrays
from core.statistics.linear_regression.least_squares import ROBUST, Fit, dependent, least_squares
from core.statistics.linear_regression.observations import Observations
from core.statistics.linear_regression.params import REACH, Params

STEPS = 61
Steps = Float64[np.ndarray, " steps"]


@dataclass(frozen=True, eq=False)
class Moved(OfArrays):
    """``place`` is what the moving coordinate is at each ``shift``; ``fit`` holds all observations, ``without`` all but
    the one that moves, ``None`` where these do not fix every coefficient (its leverage is 1, whatever its y).

    ``updated`` are the coefficients by theory: those without it and what it adds. In the same way ``formula`` gives the
    coefficient looked at, its standard error, R², and leverage and Cook's distance of the point.
    """

    params: Params
    data: Observations
    shift: Steps
    place: Steps
    fit: Fit
    without: Fit | None
    updated: Float64[np.ndarray, "steps columns"]
    formula: Float64[np.ndarray, "5 steps"]

    @property
    def refitted(self) -> Float64[np.ndarray, "5 steps"]:
        """What ``formula`` gives, of the fits themselves."""
        fit, i = self.fit, self.params.row
        leverage = np.broadcast_to(fit.leverage, fit.y.shape)
        return np.stack([fit.beta[:, self.j], fit.errors[:, self.j], fit.r_squared, leverage[:, i], fit.cook[:, i]])

    @property
    def remarks(self) -> tuple[str, ...]:
        return self.data.remarks

    @property
    def names(self) -> list[str]:
        return (["intercept"] if self.params.intercept else []) + list(self.data.names)

    @property
    def j(self) -> int:
        """The column of X that is looked at."""
        return self.params.feature + self.params.intercept

    def added_variable(self) -> tuple[Float64[np.ndarray, "*steps rows"], Float64[np.ndarray, "steps rows"]]:
        """x and y less what the other columns explain of them, about their means: of one feature the data themselves.

        By Frisch, Waugh and Lovell the line through them has the slope of the whole fit, and leaves its residuals.
        """
        row = self.fit.pinv[..., self.j, :]
        x = row / (row**2).sum(axis=-1, keepdims=True)
        y = self.fit.residuals + self.fit.beta[:, [self.j]] * x
        if not self.params.intercept:
            return x, y
        return (x + self.fit.x[..., self.j].mean(axis=-1, keepdims=True), y + self.fit.y.mean(axis=-1, keepdims=True))

    def table(self) -> pd.DataFrame:
        """The coefficients at each place, one to a row, with every kind of standard error."""
        fit, (steps, columns) = self.fit, self.fit.beta.shape
        robust = {f"{kind.lower()}_standard_error": fit.robust(kind) for kind in ROBUST}
        robust["newey_west_standard_error"] = fit.newey_west
        parts = {"estimate": fit.beta, "by_formula": self.updated, "standard_error": fit.errors, "t": fit.t, "p": fit.p}
        return pd.DataFrame(
            {
                "moved_by_sd": np.repeat(self.shift, columns),
                "moved_to": np.repeat(self.place, columns),
                "coefficient": pd.Series(self.names * steps, dtype=object),
                **{name: _spread(part, fit.beta) for name, part in (parts | robust).items()},
                "r_squared": np.repeat(fit.r_squared, columns),
                "f": np.repeat(fit.f, columns),
            }
        )

    def influence(self) -> pd.DataFrame:
        """Every observation where the data stand as they are: leverage, residuals, Cook's distance, DFFITS."""
        fit, home = self.fit, len(self.shift) // 2
        names = ("leverage", "residuals", "internal", "external", "cook", "dffits")
        columns = ("leverage", "residual", "studentised_internal", "studentised_external", "cooks_distance", "dffits")
        values = {column: np.broadcast_to(getattr(fit, name), (len(self.shift), len(self.data.y)))[home]
                  for name, column in zip(names, columns, strict=True)}  # fmt: skip
        return pd.DataFrame({"row": 1 + np.arange(len(self.data.y)), **values})


def _spread(values: Float64[np.ndarray, "*some"], like: Float64[np.ndarray, "steps columns"]) -> np.ndarray:
    return np.broadcast_to(values, like.shape).ravel()


def move(params: Params, data: Observations) -> Moved:
    """The fits at all places of the point."""
    x, i, j = data.design(params.intercept), params.row, params.feature + params.intercept
    shift = np.linspace(-REACH, REACH, STEPS).round(10)
    still = least_squares(x, data.y, params.intercept)
    adjusted_x = still.pinv[j] / (still.pinv[j] ** 2).sum()
    left = adjusted_x if params.moves == "x" else still.residuals + still.beta[j] * adjusted_x
    place = (data.y if params.moves == "y" else x[:, j])[i] + shift * left.std(ddof=1)
    y = np.tile(data.y, (STEPS, 1))
    if params.moves == "y":
        y[:, i] = place
    else:
        x = np.tile(x, (STEPS, 1, 1))
        x[:, i, j] = place
    fit = least_squares(x, y, params.intercept)
    kept = np.arange(len(data.y)) != i
    rest = data.design(params.intercept)[kept]
    if dependent(rest) is not None:
        unknown = np.full((STEPS, x.shape[-1] + 5), np.nan)
        return Moved(params, data, shift, place, fit, None, unknown[:, 5:], unknown[:, :5].T)
    without = least_squares(rest, data.y[kept], params.intercept)
    row = np.broadcast_to(x[..., i, :], (STEPS, x.shape[-1]))
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):  # where the other points hardly fix anything
        gain = row @ (without.pinv @ without.pinv.T)  # (X'X)⁻¹x, without the point
        g, off = (gain * row).sum(axis=-1), y[:, i] - row @ without.beta
        rss = without.rss + off**2 / (1 + g)
        tss = without.tss + (kept.mean() * (y[:, i] - without.y.mean()) ** 2 if params.intercept else y[:, i] ** 2)
        updated, variance = without.beta + gain * (off / (1 + g))[:, None], rss / fit.df
        leverage = g / (1 + g)
        share = np.maximum(without.unscaled[j] - gain[:, j] ** 2 / (1 + g), 0.0)  # which rounding may take below 0
        cook = off**2 * leverage / (x.shape[-1] * variance)
        formula = np.stack([updated[:, j], np.sqrt(variance * share), 1 - rss / tss, leverage, cook])
    return Moved(params, data, shift, place, fit, without, updated, formula)
