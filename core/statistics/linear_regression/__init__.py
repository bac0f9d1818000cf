"""The linear regression explorer: one point moved, R² without an intercept, spread over refits, broken assumptions."""

import numpy as np

from core.computation import Run, computation
from core.design_matrix import table_size
from core.explorer import script
from core.headline import Headline
from core.statistics.linear_regression import assumptions, moving_point, origin, spread
from core.statistics.linear_regression.observations import observations
from core.statistics.linear_regression.params import LONGEST, MOST_FEATURES, MOST_ROWS
from core.statistics.linear_regression.params import Params as Params
from core.statistics.linear_regression.presets import PRESETS as PRESETS
from core.statistics.linear_regression.questions import QUESTIONS as QUESTIONS

Result = moving_point.Moved | origin.Origin | spread.Spread | assumptions.Coverage
SIZES = {"longley": (16, 6), "file": (MOST_ROWS, MOST_FEATURES)}


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """The whole axis of the part.

    Raises:
        InputError: the data cannot be read, or no line can be fitted to them.
    """
    if params.part == "spread":
        return spread.scatter(params, run)
    its = observations(params, data)
    if params.part == "assumptions":
        return assumptions.cover(params, its, run)
    return moving_point.move(params, its) if params.part == "fit" else origin.lift_all(params, its)


def headline(result: Result, params: Params) -> Headline:
    """The number that two settings are compared by."""
    match result:
        case moving_point.Moved():
            return Headline("R²", result.fit.r_squared)
        case origin.Origin():
            return Headline("R² of the line through the origin, uncentred", result.through.r_squared)
        case spread.Spread():
            return Headline("standard error of b₁", result.of("b1_deviation")[0])
    return Headline("coverage of the classical interval", 100 * result.share[0], "%")


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Numbers of designs, simulated refits, draws, quadratic forms, and bytes read."""
    alone = {"typed": 1 + params.xs.count(" "), "made": params.n}
    rows, features = SIZES.get(params.source, (alone.get(params.source, 11), 1))
    read = len(data or b"") if params.source == "file" and params.part != "spread" else 0
    if read:
        rows, features = np.minimum((rows, features), table_size(data or b"")).tolist()
    match params.part:
        case "spread":
            steps = len(spread.GRIDS[params.vary])
            longest = LONGEST if params.vary == "n" else params.n
            return {"settings": steps, "refits": steps * params.replicates, "draws": longest * params.replicates,
                    "products": steps * longest * params.replicates}  # fmt: skip
        case "assumptions":
            exact = rows if rows <= assumptions.MOST_EXACT else 0
            return {"bytes read": read, "steps drawn": rows * params.replicates * assumptions.STEPS,
                    "forms": exact, "eigenvalues": exact**3}  # fmt: skip
    return {"bytes read": read, "cells": rows * (features + 1) ** 2}


snippet = script
