"""The linear regression explorer: one point moved, R² without an intercept, and the spread of estimates over refits."""

from core.computation import Run, computation
from core.explorer import script
from core.headline import by_result
from core.regression_data import observations, size
from core.statistics.linear_regression import moving_point, origin, spread
from core.statistics.linear_regression.params import LONGEST
from core.statistics.linear_regression.params import Params as Params
from core.statistics.linear_regression.presets import PRESETS as PRESETS
from core.statistics.linear_regression.questions import QUESTIONS as QUESTIONS

Result = moving_point.MovedObservation | origin.Origin | spread.Spread


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part.

    Raises:
        InputError: the data cannot be read, or no line can be fitted to them.
    """
    if params.part == "spread":
        return spread.scatter(params, run)
    its = observations(params, data)
    return moving_point.move(params, its) if params.part == "fit" else origin.lift_all(params, its)


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Numbers of designs, simulated refits, draws, cells of the data, and bytes read."""
    if params.part == "spread":
        steps = len(spread.GRIDS[params.vary])
        longest = LONGEST if params.vary == "n" else params.n
        return {"settings": steps, "refits": steps * params.replicates, "draws": longest * params.replicates,
                "products": steps * longest * params.replicates}  # fmt: skip
    rows, features, read = size(params, data)
    return {"bytes read": read, "cells": rows * (features + 1) ** 2}


snippet = script
headline = by_result({
    moving_point.MovedObservation: ("R²", lambda its: its.fit.r_squared, ""),
    origin.Origin: ("R² of the line through the origin, uncentred", lambda its: its.through.r_squared, ""),
    spread.Spread: ("standard error of b₁", lambda its: its.of("b1_deviation")[0], ""),
})  # fmt: skip
