"""Descent on a quadratic with the step size swept: what the formulas say, and what the runs do, at each η at once.

η is counted in units of 2/λ_max, the limit of gradient descent, so that an axis fits every problem and convention.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import torch
from jaxtyping import Complex128, Float32, Float64, Int8, Int64

from core.explorer import array_bytes
from core.optimization.gradient_descent import methods, momentum
from core.optimization.gradient_descent.quadratic import Modes, Steps, stability_limit, steps_until
from core.optimization.gradient_descent.quadratic_kernel import first_below, run
from core.optimization.gradient_descent.quadratic_problems import Problem
from core.optimization.gradient_descent.rate_map import RateMap
from core.optimization.gradient_descent.recorded_modes import Shown, Times, split, to_show
from core.swept_rows import moved_onto

SWEPT = 241
REACH = 1.5  # the axis ends at so many times the limit of the method
COUNTED = 2_000  # steps within which an accuracy is waited for
TOGETHER = 4_000_000  # numbers of runs whose every step is held at once
LEVEL = 1e-9  # a radius within it of 1 counts as 1

STILL, CONVERGES, OSCILLATES, LEVEL_STATE, DIVERGES = range(5)
STATES = ("stands still", "converges", "oscillates and converges", "neither converges nor diverges", "diverges")


@dataclass(frozen=True, eq=False)
class Runs:
    """A row for each η = ``relative``·2/λ_max.

    ``rate`` is the radius by formula (NaN for a method without), ``measured`` that of the run (NaN where it has no
    digits left), ``needed`` the steps to the accuracy that the rate asks for, ``counted`` those of the run (−1: not
    within ``COUNTED``), ``roots`` two for each named mode. ``excess`` and its
    ``theory`` are losses above the least, ``modes`` and theirs errors, over the times; ``others`` are errors in the run
    at the sparse ones; ``path`` goes through the plane of the picture.
    """

    relative: Steps
    rate: Steps
    measured: Steps
    needed: Steps
    counted: Int64[np.ndarray, " step_sizes"]
    state: Int8[np.ndarray, " step_sizes"]
    roots: Complex128[np.ndarray, "step_sizes named 2"]
    excess: Float64[np.ndarray, "step_sizes times"]
    excess_theory: Float64[np.ndarray, "step_sizes times"]
    modes: Float64[np.ndarray, "step_sizes named times"]
    modes_theory: Float64[np.ndarray, "step_sizes named times"]
    others: Float32[np.ndarray, "step_sizes others sparse"]
    path: Float64[np.ndarray, "step_sizes times 2"]


@dataclass(frozen=True, eq=False)
class Told:
    """One mode's error after ``time`` steps at every η: by formula, and in the run."""

    mode: int
    time: int
    curvature: float
    start: float
    closed: Steps
    run: Steps


@dataclass(frozen=True, eq=False)
class Descent:
    """A problem, the sweep of η on it, the run it is compared with (``other``, one row), and the map of momentum."""

    problem: Problem
    method: str
    beta: float
    accuracy: float
    shown: Shown
    even: Steps
    runs: Runs
    other: Runs | None = None
    other_name: str = ""
    map: RateMap | None = None
    told: Told | None = None
    device: str = "cpu"
    remarks: tuple[str, ...] = ()

    @property
    def times(self) -> Times:
        """The steps at which the runs are seen."""
        return self.shown.times

    @property
    def unit(self) -> float:
        """2/λ_max."""
        return stability_limit(self.problem.quadratic.steepest)

    @property
    def limit(self) -> float:
        """Where the method stops converging, in units of 2/λ_max; NaN where no formula says."""
        return limit(self.method, self.beta)

    def table(self) -> pd.DataFrame:
        """The sweep, one step size to a row."""
        runs = self.runs
        return pd.DataFrame(
            {
                "step_size": runs.relative * self.unit,
                "step_size_over_2_per_lambda_max": runs.relative,
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

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        return array_bytes(self) + 10_000


def limit(method: str, beta: float) -> float:
    """The largest stable η in units of 2/λ_max; NaN for methods whose steps do not scale with the gradient."""
    name = momentum.named(method)
    return math.nan if name is None else momentum.limit(name, beta) / 2


def axis(method: str, beta: float) -> Steps:
    """The η at which a method is run, in units of 2/λ_max."""
    end = limit(method, beta)
    return np.linspace(0, REACH * (1.0 if math.isnan(end) else end), SWEPT)


def descend(
    problem: Problem, method: str, beta: float, steps: int, accuracy: float, relative: Steps | None = None
) -> Descent:
    """The sweep of a method over ``relative``, or its whole axis."""
    even = axis(method, beta) if relative is None else relative
    kept = to_show(problem.quadratic.curvature, steps, len(even))
    return Descent(problem, method, beta, accuracy, kept, even, _runs(problem, method, beta, accuracy, kept, even))


def with_step(descent: Descent, relative: float) -> Descent:
    """The sweep with the step size nearest to ``relative`` moved onto it."""

    def evaluate(changed: Int64[np.ndarray, " changed"], values: Steps) -> Runs:
        return _runs(descent.problem, descent.method, descent.beta, descent.accuracy, descent.shown, values)

    relative = min(max(relative, 0.0), float(descent.even[-1]))
    return replace(descent, runs=moved_onto(descent.runs, descent.runs.relative, descent.even, relative, evaluate))


def tell(descent: Descent, mode: int, time: int) -> Told | None:
    """The error of the ``mode``-th steepest mode, or the last there is, at ``time``; None where no formula says."""
    method, quadratic = momentum.named(descent.method), descent.problem.quadratic
    if method is None:
        return None
    place = min(mode, int((quadratic.curvature > 0).sum())) - 1
    curvature, start = float(quadratic.curvature[place]), float(quadratic.start[place])
    eta = descent.runs.relative * descent.unit
    with np.errstate(over="ignore"):
        closed = momentum.closed_form(method, descent.beta, eta * curvature, np.array([time]))[:, 0] * start
    alone = replace(quadratic, curvature=quadratic.curvature[[place]], start=quadratic.start[[place]])
    made = run(alone, method, descent.beta, eta, np.array([time]), np.array([0]))
    return Told(place + 1, time, curvature, start, closed, made.kept[:, 0, -1])


def measured_rate(squared: Float64[np.ndarray, "step_sizes counted"]) -> Steps:
    """By what ‖e‖ shrank each step, on average over a stretch late in the run: the last in which it has digits left.

    A stretch is at least a third of the way there, because roots that swing take time to show their radius.
    """
    first = squared[:, :1]
    with np.errstate(invalid="ignore"):
        good = np.isfinite(squared) & (squared > 1e-26 * first) & (squared < 1e200)
    last = np.where(good.all(axis=1), squared.shape[1], good.argmin(axis=1)) - 1
    begin = last - np.maximum(last // 3, 1)
    rows = np.arange(len(squared))
    with np.errstate(invalid="ignore", divide="ignore", over="ignore"):
        shrunk = squared[rows, np.maximum(last, 0)] / squared[rows, np.maximum(begin, 0)]
        return np.where(last >= 1, shrunk ** (0.5 / np.maximum(last - begin, 1)), np.nan)


def _runs(problem: Problem, method: str, beta: float, accuracy: float, shown: Shown, relative: Steps) -> Runs:
    name = momentum.named(method)
    if name is not None:
        return _linear(problem, name, beta, accuracy, shown, relative)
    return _adaptive(problem, method, beta, accuracy, shown, relative)


def _linear(
    problem: Problem, method: momentum.Name, beta: float, accuracy: float, shown: Shown, relative: Steps
) -> Runs:
    """Methods that multiply errors: formulas beside the run."""
    quadratic, times, named = problem.quadratic, shown.times, shown.named
    eta = relative * stability_limit(quadratic.steepest)
    made = run(quadratic, method, beta, eta, times, shown.modes, COUNTED)
    modes, others = split(made.kept, shown)
    curved = quadratic.curvature > 0
    curvature, start = quadratic.curvature[curved], quadratic.start[curved]
    roots = momentum.roots(method, beta, eta[:, None] * curvature)
    rate = np.abs(roots[0]).max(axis=1)
    with np.errstate(over="ignore"):
        errors = momentum.closed_form(method, beta, eta[:, None] * curvature[named], times) * start[named][:, None]
    excess = _closed_excess(method, beta, eta, curvature, start, times)
    needed = np.array([steps_until(float(one), accuracy) for one in rate])
    needed[relative == 0] = math.inf
    return Runs(
        relative, rate, measured_rate(made.squared), needed, first_below(made.squared, accuracy),
        _states(relative, rate, roots), np.moveaxis(roots[:, :, named], 0, -1),
        made.excess, excess, modes, errors, _single(others), _path(problem, modes),
    )  # fmt: skip


def _closed_excess(
    method: momentum.Name, beta: float, eta: Steps, curvature: Modes, start: Modes, times: Times
) -> Float64[np.ndarray, "step_sizes times"]:
    """½Σλe², a few modes at a time: all of them at once would not fit into the cache."""
    total = np.zeros((len(eta), len(times)))
    with np.errstate(over="ignore", invalid="ignore"):
        for some in np.array_split(np.arange(len(curvature)), math.ceil(len(curvature) / 4)):
            errors = momentum.closed_form(method, beta, eta[:, None] * curvature[some], times)
            total += np.einsum("smt,m->st", errors**2, curvature[some] * start[some] ** 2 / 2)
    return np.where(np.isnan(total), np.inf, total)


def _states(
    relative: Steps, rate: Steps, roots: Complex128[np.ndarray, "2 step_sizes modes"]
) -> Int8[np.ndarray, " step_sizes"]:
    swings = ((roots.real < 0) | (np.abs(roots.imag) > 0)).any(axis=(0, 2))
    state = np.where(swings, OSCILLATES, CONVERGES)
    state[rate > 1 + LEVEL] = DIVERGES
    state[np.abs(rate - 1) <= LEVEL] = LEVEL_STATE
    state[relative == 0] = STILL
    return state.astype(np.int8)


def _adaptive(problem: Problem, method: str, beta: float, accuracy: float, shown: Shown, relative: Steps) -> Runs:
    """Methods whose steps do not scale with the gradient: no formulas. They see coordinates, not modes.

    So many step sizes at a time that every step of their runs fits into memory.
    """
    numbers = len(problem.hessian) * (int(shown.times[-1]) + 1) * len(relative)
    made = [_some_adaptive(problem, method, beta, accuracy, shown, some)
            for some in np.array_split(relative, min(len(relative), 1 + numbers // TOGETHER))]  # fmt: skip
    return Runs(*(np.concatenate(rows) for rows in zip(*(vars(one).values() for one in made), strict=True)))


def _some_adaptive(problem: Problem, method: str, beta: float, accuracy: float, shown: Shown, relative: Steps) -> Runs:
    quadratic, times = problem.quadratic, shown.times
    eta = relative * stability_limit(quadratic.steepest)
    hessian = torch.from_numpy(np.ascontiguousarray(problem.hessian))

    def objective(points: methods.Points) -> tuple[methods.Losses, methods.Points]:
        gradient = points @ hessian
        return (gradient * points).sum(1) / 2, gradient

    start = torch.from_numpy(problem.start - problem.minimum).repeat(len(eta), 1)
    made = methods.run(objective, start, eta, int(times[-1]), methods.Method(method, beta), keep_every=1)
    with np.errstate(invalid="ignore"):
        modes = np.moveaxis(made.parameters @ problem.directions[quadratic.curvature > 0].T, 1, 2)
    modes = np.where(np.isnan(modes), np.inf, modes)
    squared = (modes**2).sum(axis=1)
    nothing = np.full(len(eta), np.nan)
    kept, others = split(modes[:, :, times], shown)
    roots, excess = np.full((len(eta), len(shown.named), 2), np.nan, complex), made.losses[:, times]
    return Runs(
        relative, nothing, nothing, nothing, first_below(squared, accuracy), _measured_states(relative, made.losses),
        roots, excess, np.full(excess.shape, np.nan), kept, np.full(kept.shape, np.nan), _single(others),
        _path(problem, kept),
    )  # fmt: skip


def _measured_states(
    relative: Steps, excess: Float64[np.ndarray, "step_sizes times"]
) -> Int8[np.ndarray, " step_sizes"]:
    """What a run without a formula does: its last quarter against the one before."""
    quarter = max(1, excess.shape[1] // 4)
    before, last = excess[:, -2 * quarter : -quarter].max(axis=1), excess[:, -quarter:].max(axis=1)
    state = np.where((np.diff(excess, axis=1) > 0).any(axis=1), OSCILLATES, CONVERGES)
    state[last > 0.9 * before] = LEVEL_STATE
    state[(last > 2 * before) & (last > excess[:, 0])] = DIVERGES
    state[~np.isfinite(last)] = DIVERGES
    state[relative == 0] = STILL
    return state.astype(np.int8)


def _single(errors: Float64[np.ndarray, "*shape"]) -> Float32[np.ndarray, "*shape"]:
    """For the screen alone: what is beyond these numbers diverges."""
    with np.errstate(over="ignore"):
        return errors.astype(np.float32)


def _path(
    problem: Problem, modes: Float64[np.ndarray, "step_sizes named times"]
) -> Float64[np.ndarray, "step_sizes times 2"]:
    """The errors of the steepest and the flattest named mode; in the plane, w itself. One mode: its error, and 0."""
    first, last = modes[:, 0], modes[:, -1] if modes.shape[1] > 1 else np.zeros_like(modes[:, 0])
    if problem.kind != "plane":
        return np.stack([first, last], axis=-1)
    errors = np.stack([first, last], axis=-1)
    if modes.shape[1] == 1:  # the other singular value is 0, and its error stays
        errors[..., 1] = problem.quadratic.start[1]
    with np.errstate(invalid="ignore"):
        path = errors @ problem.directions
    return np.where(np.isnan(path), np.inf, path)
