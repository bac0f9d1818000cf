"""Stochastic gradient descent with the step size swept: simulated seeds, exact expectation, the bound, the limits.

η is counted in units of 2/λₘₐₓ of the expected loss: below 1 the mean of w converges. Whether the runs themselves do
is another matter, which the limit in mean square decides.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.costs import seconds
from core.design_matrix import DesignMatrix, Matrix
from core.errors import InputError
from core.explorer import OfArrays
from core.numbers import count
from core.optimization.gradient_descent import sgd_moments
from core.optimization.gradient_descent.loss_scaling import curvature_factor
from core.optimization.gradient_descent.params import Params
from core.optimization.gradient_descent.sgd_moments import Noise, minimiser
from core.optimization.gradient_descent.sgd_theory import Bound, bound, simulate, summarised
from core.table_columns import Values

SIZES = 49
LAST = 1.2  # of the axis, in units of 2/λₘₐₓ
MOST_SECONDS = 120.0
MOST_ROWS, MOST_COLUMNS = 300, 24
ROWS, COLUMNS = 4, 24  # of the built-in problem that some w solves exactly

Sizes = Float64[np.ndarray, " step_sizes"]
Losses = Float64[np.ndarray, "step_sizes times"]


@dataclass(frozen=True, eq=False)
class Noisy(OfArrays):
    """A row for each η = ``relative``·``unit``; losses at t = 0, 1 … above the least that any w has.

    ``mean`` of the seeds with its standard ``error``, their quantiles ``low``, ``middle`` and ``high`` (5, 50, 95 %),
    the exact ``expected`` loss, and the ``bounded`` one (NaN without a ``bound``, which needs a w that fits all rows).
    ``square_limit`` is the η, in units, below which the expected loss converges. Of one observation and one column, x
    and y, with noise on x, ``variance`` is the exact variance of w and ``printed`` the limit 1/(x² + σ²) of the notes.
    """

    noise: Noise
    seeds: int
    rows: int
    columns: int
    unit: float
    relative: Sizes
    square_limit: float
    bound: Bound | None
    mean: Losses
    error: Losses
    low: Losses
    middle: Losses
    high: Losses
    expected: Losses
    bounded: Losses
    variance: Losses | None = None
    printed: float | None = None
    remarks: tuple[str, ...] = ()

    @property
    def first(self) -> float:
        """The expected loss at the start."""
        return float(self.expected[0, 0])

    @property
    def times(self) -> Int64[np.ndarray, " times"]:
        return np.arange(self.mean.shape[1])

    def table(self) -> pd.DataFrame:
        """The sweep, one step size to a row; losses above the least, at the last step."""
        return pd.DataFrame(
            {
                "step_size": self.relative * self.unit,
                "step_size_over_2_per_lambda_max": self.relative,
                "last_step": int(self.times[-1]),
                "expected_loss": self.expected[:, -1],
                "mean_loss": self.mean[:, -1],
                "standard_error": self.error[:, -1],
                "median_loss": self.middle[:, -1],
                "loss_bound": self.bounded[:, -1],
            }
        )


def built_in(name: str, seed: int) -> tuple[Matrix, Values]:
    """``single``: one observation, x = y = 1, the scalar of the notes. ``solvable``: fewer rows than columns, normal
    draws, and targets that some w meets exactly.
    """
    if name == "single":
        return np.ones((1, 1)), np.ones(1)
    random = np.random.default_rng(seed)
    x = random.normal(size=(ROWS, COLUMNS)) / np.sqrt(COLUMNS)
    return x, x @ random.normal(size=COLUMNS)


def of_table(design: DesignMatrix) -> tuple[Matrix, Values]:
    """A reader's table.

    Raises:
        InputError: it is larger than exact expectations can be had for.
    """
    rows, columns = design.x.shape
    if rows > MOST_ROWS or columns > MOST_COLUMNS:
        rule = f"it must have at most {MOST_ROWS} rows and {MOST_COLUMNS} columns, and has {rows:,} and {columns:,}"
        raise InputError("file", design.target, rule, "Bring a part of it, or choose fewer features.")
    return design.x, design.y


def work(rows: int, columns: int, batch: int, steps: int, seeds: int) -> tuple[dict[str, int], dict[str, int]]:
    """What the exact expectation is made of, and what the seeds are."""
    moments, losses = (steps + 1) * SIZES * (columns + 1) ** 2, (steps + 1) * SIZES * seeds
    products = losses * columns * min(batch, rows)
    exact = {"steps": steps, "moments": moments, "moments × rows": moments * rows}
    return exact, {"losses": losses, "weights moved": losses * columns, "products with rows": products}


def sweep(x: Matrix, y: Values, params: Params, report: Callable[[float], None]) -> Noisy:
    """All step sizes, from w = 0.

    Raises:
        InputError: all of it would take too long.
    """
    noise, steps, seeds = Noise(min(params.batch, len(x)), params.inputs), params.steps, params.seeds
    exact, drawn = (seconds("gradient-descent", each) for each in work(len(x), x.shape[1], noise.batch, steps, seeds))
    if exact + drawn > MOST_SECONDS:
        rule = (f"the runs must take at most {count(MOST_SECONDS)} s, and {steps:,} steps of {seeds:,} seeds with "
                f"batches of {noise.batch:,} would take about {math.ceil(exact + drawn):,} s")  # fmt: skip
        raise InputError("seeds", seeds, rule, "Choose fewer seeds or steps, or a smaller batch.")
    scale = curvature_factor(params.convention, len(x)) / 2
    unit = sgd_moments.mean_limit(x, noise, scale)
    relative = np.linspace(0, LAST, SIZES)
    start = np.zeros(x.shape[1])
    share = exact / (exact + drawn)
    expected = sgd_moments.expected_losses(
        x, y, start, relative * unit, steps, noise, scale, lambda part: report(share * part)
    )
    points: list[np.ndarray] = []
    generator = np.random.default_rng(params.seed)
    for losses in simulate(x, y, start, relative * unit, steps, noise, scale, seeds, generator):
        report(share + (1 - share) * len(points) / (steps + 1))
        points.append(summarised(losses))
    mean, error, low, middle, high = np.stack(points, axis=-1)
    best = minimiser(x, y)
    residuals = x @ best - y
    floor = scale * float((residuals**2).sum())
    first = scale * float((y**2).sum())
    interpolates = not noise.inputs and np.abs(residuals).max() <= 1e-9 * np.abs(y).max()
    known = bound(x, noise.batch, scale) if interpolates else None
    bounded = np.full(expected.shape, np.nan)
    if known is not None:
        with np.errstate(over="ignore"):
            bounded = first * known.factor(relative * unit)[:, None] ** np.arange(steps + 1)
    return Noisy(
        noise, seeds, len(x), x.shape[1], unit, relative, sgd_moments.mean_square_limit(x, noise, scale) / unit, known,
        mean - floor, error, low - floor, middle - floor, high - floor, expected - floor,
        bounded, *_of_one_number(x, y, noise, scale, relative, expected),
    )  # fmt: skip


def _of_one_number(
    x: Matrix, y: Values, noise: Noise, scale: float, relative: Sizes, expected: Losses
) -> tuple[Losses | None, float | None]:
    """Var w_t = E(w_t − y/x)² − (E w_t − y/x)², where E w_t = xy/(x² + s²)·(1 − (1 − η(x² + s²)·2c)ᵗ)."""
    if x.shape != (1, 1) or not noise.inputs or not x[0, 0]:
        return None, None
    one, second = x[0, 0], x[0, 0] ** 2 + noise.inputs**2
    with np.errstate(over="ignore", invalid="ignore"):
        gone = (1 - 2 * relative)[:, None] ** np.arange(expected.shape[1])
        variance = expected / (scale * one**2) - (one * y[0] / second * (1 - gone) - y[0] / one) ** 2
    return np.where(np.isfinite(expected), np.maximum(variance, 0.0), np.inf), float(1 / second)
