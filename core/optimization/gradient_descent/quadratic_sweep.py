"""Descent on a quadratic with the step size swept: what the formulas say, and what the runs do, at each η at once.

η is counted in units of 2/λₘₐₓ, the limit of gradient descent, so that an axis fits every problem and convention.
"""

import math
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
from jaxtyping import Int64

from core.explorer import OfArrays
from core.optimization.gradient_descent import momentum
from core.optimization.gradient_descent.methods import LINEAR, METHODS
from core.optimization.gradient_descent.params import Params
from core.optimization.gradient_descent.quadratic import Steps, stability_limit
from core.optimization.gradient_descent.quadratic_kernel import run
from core.optimization.gradient_descent.quadratic_problems import Problem
from core.optimization.gradient_descent.quadratic_runs import STATES, Runs, runs_at
from core.optimization.gradient_descent.rate_map import RateMap
from core.optimization.gradient_descent.recorded_modes import RecordedModes, Times, record
from core.swept_rows import moved_onto

SWEPT = 241
REACH = 1.5  # the axis ends at so many times the limit of the method


@dataclass(frozen=True, eq=False)
class ModeError:
    """One mode's error after ``time`` steps at every η: by formula, and in the run."""

    mode: int
    time: int
    curvature: float
    start: float
    closed: Steps
    run: Steps


@dataclass(frozen=True, eq=False)
class Descent(OfArrays):
    """A problem, the sweep of η on it, the run it is compared with (``other``, one row), and the map of momentum.

    ``damping`` multiplies the gradients in the velocity, v ← βv + damping·g. Steps are as much shorter, so that the run
    at ``relative`` has η = ``relative``·2/(damping·λₘₐₓ).
    """

    problem: Problem
    method: str
    beta: float
    accuracy: float
    recorded: RecordedModes
    even: Steps
    runs: Runs
    other: Runs | None = None
    other_name: str = ""
    map: RateMap | None = None
    mode_error: ModeError | None = None
    remarks: tuple[str, ...] = ()
    damping: float = 1.0

    @property
    def times(self) -> Times:
        """The steps at which the runs are seen."""
        return self.recorded.times

    @property
    def reach(self) -> float:
        """2/λₘₐₓ, by which ``relative`` gives the size of a step along the gradient."""
        return stability_limit(self.problem.quadratic.steepest)

    @property
    def unit(self) -> float:
        """2/(damping·λₘₐₓ), by which ``relative`` gives η."""
        return self.reach / self.damping

    @property
    def limit(self) -> float:
        """Where the method stops converging, in units of 2/λₘₐₓ; NaN where no formula says."""
        return momentum.limit(self.method, self.beta) / 2

    @property
    def plain(self) -> bool:
        """Whether a step multiplies each error by one factor, and remembers nothing."""
        return self.method in LINEAR and not METHODS[self.method].takes_beta

    def table(self) -> pd.DataFrame:
        """The sweep, one step size to a row."""
        runs = self.runs
        return pd.DataFrame(
            {
                "step_size": runs.relative * self.unit,
                "step_size_over_2_per_lambda_max": runs.relative / self.damping,
                "rate_per_step": runs.rate,
                "rate_measured": runs.measured,
                "behaviour": [STATES[state] for state in runs.state],
                "steps_by_formula": runs.needed,
                "steps_counted": pd.Series(runs.counted, dtype="Int64").mask(runs.counted < 0),
                "last_step": int(self.times[-1]),
                "loss_above_least_by_formula": runs.excess_theory[:, -1],
                "loss_above_least_in_the_run": runs.excess[:, -1],
            }
        )


def descend(problem: Problem, params: Params, found: RateMap | None) -> Descent:
    """The sweep of the method over its whole axis, with the run that it is compared with."""
    end, curvature = momentum.limit(params.rule, params.beta) / 2, problem.quadratic.curvature
    even = np.linspace(0, REACH * (1.0 if math.isnan(end) else end), SWEPT)
    kept, other = record(curvature, params.steps, SWEPT), None
    if params.other != "none":
        alone, step = record(curvature, params.steps, 1), np.array([params.other_step])
        other = runs_at(problem, params.other, params.other_beta, params.accuracy, alone, step)
    return Descent(
        problem, params.rule, params.beta, params.accuracy, kept, even,
        runs_at(problem, params.rule, params.beta, params.accuracy, kept, even), other, params.other, found,
        remarks=problem.remarks, damping=params.damping,
    )  # fmt: skip


def with_step(descent: Descent, relative: float) -> Descent:
    """The sweep with the step size nearest to ``relative`` moved onto it."""

    def evaluate(changed: Int64[np.ndarray, " changed"], values: Steps) -> Runs:
        return runs_at(descent.problem, descent.method, descent.beta, descent.accuracy, descent.recorded, values)

    relative = min(max(relative, 0.0), float(descent.even[-1]))
    return replace(descent, runs=moved_onto(descent.runs, descent.runs.relative, descent.even, relative, evaluate))


def error_of_mode(descent: Descent, mode: int, time: int) -> ModeError | None:
    """The error of the ``mode``-th steepest mode, or the last there is, at ``time``; None where no formula says."""
    method, quadratic = descent.method, descent.problem.quadratic
    if method not in LINEAR:
        return None
    place = min(mode, int((quadratic.curvature > 0).sum())) - 1
    one = replace(quadratic, curvature=quadratic.curvature[[place]], start=quadratic.start[[place]])
    eta, at = descent.runs.relative * descent.reach, np.array([time])
    closed = momentum.errors(method, descent.beta, eta, one.curvature, one.start, at)[:, 0, 0]
    made = run(one, method, descent.beta, eta, at).modes[:, 0, 0]
    return ModeError(place + 1, time, one.steepest, float(one.start[0]), closed, made)
