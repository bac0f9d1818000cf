"""One observation moved along y or x: the fit at every place, by QR, and by updating the fit without it."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from core.errors import InputError
from core.least_squares import ROBUST, Fit, dependent, least_squares
from core.least_squares.updating import with_observation
from core.regression_data import Observations, OfObservations
from core.statistics.linear_regression.params import REACH, Params

STEPS = 61
Steps = Float64[np.ndarray, " steps"]


@dataclass(frozen=True, eq=False)
class MovedObservation(OfObservations):
    """``place`` is what the moving coordinate is at each ``shift``; ``fit`` holds all observations, ``without`` all but
    the one that moves, ``None`` where these do not fix every coefficient (its leverage is 1, whatever its y).

    ``updated`` are the coefficients by theory: those without it and what it adds. In the same way ``formula`` gives the
    coefficient looked at, its standard error, R², and leverage and Cook's distance of the point.
    """

    params: Params
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
    def names(self) -> list[str]:
        return (["intercept"] if self.params.intercept else []) + list(self.data.names)

    @property
    def j(self) -> int:
        """The column of X that is looked at."""
        return self.params.feature + self.params.intercept

    def table(self) -> pd.DataFrame:
        """The coefficients at each place, one to a row, with every kind of standard error."""
        fit, (steps, columns) = self.fit, self.fit.beta.shape
        robust = {f"{kind.lower()}_standard_error": fit.robust(kind) for kind in ROBUST}
        robust["newey_west_standard_error"] = fit.newey_west
        parts = {"estimate": fit.beta, "by_formula": self.updated, "standard_error": fit.errors, "t": fit.t, "p": fit.p}
        return pd.DataFrame({
            "moved_by_sd": np.repeat(self.shift, columns), "moved_to": np.repeat(self.place, columns),
            "coefficient": pd.Series(self.names * steps, dtype=object),
            **{name: np.broadcast_to(part, fit.beta.shape).ravel() for name, part in (parts | robust).items()},
            "r_squared": np.repeat(fit.r_squared, columns), "f": np.repeat(fit.f, columns),
        })  # fmt: skip

    def influence(self) -> pd.DataFrame:
        """Every observation where the data stand as they are: leverage, residuals, Cook's distance, DFFITS. Points are
        numbered as on the page, among those that count, and rows as in the table.
        """
        fit, home = self.fit, len(self.shift) // 2
        names = ("leverage", "residuals", "internal", "external", "cook", "dffits")
        columns = ("leverage", "residual", "studentised_internal", "studentised_external", "cooks_distance", "dffits")
        values = {column: np.broadcast_to(getattr(fit, name), (len(self.shift), len(self.data.y)))[home]
                  for name, column in zip(names, columns, strict=True)}  # fmt: skip
        points = 1 + np.arange(len(self.data.y))
        return pd.DataFrame({"point": points, "row": points if self.data.rows is None else self.data.rows, **values})


def move(params: Params, data: Observations) -> MovedObservation:
    """The fits at all places of the point.

    Raises:
        InputError: there is no such point.
    """
    if params.row >= len(data.y):
        raise InputError("row", params.row, f"it must be one of {len(data.y):,} rows", "Choose one of them.")
    design, i, j = data.design(params.intercept), params.row, params.feature + params.intercept
    shift, y = np.linspace(-REACH, REACH, STEPS).round(10), np.tile(data.y, (STEPS, 1))
    x = np.tile(design, (STEPS, 1, 1)) if params.moves == "x" else design
    place = x[:, i, j] if params.moves == "x" else y[:, i]  # a view: what is added to it moves the point
    left = least_squares(design, data.y, params.intercept).added_variable(j)[params.moves == "y"]
    place += shift * left.std(ddof=1)
    fit, rest = least_squares(x, y, params.intercept), np.delete(design, i, axis=0)
    if dependent(rest) is not None:
        return MovedObservation(params, data, shift, place.copy(), fit, None, np.full_like(fit.beta, np.nan),
                     np.full((5, STEPS), np.nan))  # fmt: skip
    without = least_squares(rest, np.delete(data.y, i), params.intercept)
    new = with_observation(without, np.broadcast_to(x[..., i, :], fit.beta.shape), y[:, i])
    formula = np.stack([new.beta[:, j], new.errors[:, j], new.r_squared, new.leverage, new.cook])
    return MovedObservation(params, data, shift, place.copy(), fit, without, new.beta, formula)
