"""Descent on a quadratic at many step sizes at once: what the formulas say of each, and what its run does."""

import math
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Complex128, Float32, Float64, Int8, Int64

from core.optimization.gradient_descent import methods, momentum
from core.optimization.gradient_descent.quadratic import Modes, Steps, stability_limit, steps_until
from core.optimization.gradient_descent.quadratic_kernel import first_below, run
from core.optimization.gradient_descent.quadratic_problems import Problem
from core.optimization.gradient_descent.recorded_modes import RecordedModes, Times

COUNTED = 2_000  # steps within which an accuracy is waited for
TOGETHER = 4_000_000  # numbers of runs whose every step is held at once
LEVEL = 1e-9  # a radius within it of 1, and a step size of its limit, counts as that
ROUNDED = 1e-12  # a smaller share of the error at the start is none, but what the turn of the axes has left

STILL, CONVERGES, OSCILLATES, LEVEL_STATE, DIVERGES, SPARED = range(6)
STATES = ("stands still", "converges", "oscillates and converges", "neither converges nor diverges", "diverges",
          "diverges from almost every start, though not from this one")  # fmt: skip
Paths = Float64[np.ndarray, "step_sizes times 2"]
Errors = Float64[np.ndarray, "step_sizes named times"]
Losses = Float64[np.ndarray, "step_sizes times"]
States = Int8[np.ndarray, " step_sizes"]


@dataclass(frozen=True, eq=False)
class Runs:
    """A row for each η = ``relative``·2/λₘₐₓ.

    ``rate`` is the radius by formula (NaN for a method without), ``measured`` that of the run (NaN where it has no
    digits left), ``needed`` the steps to the accuracy that the rate asks for (NaN where the slowest mode begins without
    error), ``counted`` those of the run (−1: not within ``COUNTED``), ``roots`` two for each mode. ``excess`` and
    its ``theory`` are losses above the least, ``modes`` and theirs errors, over the times; ``others`` are errors in the
    run at the sparse ones; ``path`` goes through the plane of the picture.
    """

    relative: Steps
    rate: Steps
    measured: Steps
    needed: Steps
    counted: Int64[np.ndarray, " step_sizes"]
    state: States
    roots: Complex128[np.ndarray, "step_sizes modes 2"]
    excess: Losses
    excess_theory: Losses
    modes: Errors
    modes_theory: Errors
    others: Float32[np.ndarray, "step_sizes others sparse"]
    path: Paths


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


def runs_at(problem: Problem, method: str, beta: float, accuracy: float, saved: RecordedModes, relative: Steps) -> Runs:
    """The runs of a method at the step sizes ``relative``·2/λₘₐₓ.

    Without formulas so many at a time that every step of their runs fits into memory.
    """
    if method in methods.LINEAR:
        return _linear(problem, method, beta, accuracy, saved, relative)
    numbers = len(problem.hessian) * (int(saved.times[-1]) + 1) * len(relative)
    made = [_adaptive(problem, method, beta, accuracy, saved, some)
            for some in np.array_split(relative, min(len(relative), 1 + numbers // TOGETHER))]  # fmt: skip
    return Runs(*(np.concatenate(rows) for rows in zip(*(vars(one).values() for one in made), strict=True)))


def _linear(problem: Problem, method: str, beta: float, accuracy: float, saved: RecordedModes, relative: Steps) -> Runs:
    """Methods that multiply errors: formulas beside the run."""
    quadratic, times, named = problem.quadratic, saved.times, saved.named
    eta = relative * stability_limit(quadratic.steepest)
    made = run(quadratic, method, beta, eta, times, COUNTED)
    modes, others, path = _kept(problem, saved, made.modes)
    curved = quadratic.curvature > 0
    curvature, start = quadratic.curvature[curved], quadratic.start[curved]
    roots = momentum.roots(method, beta, eta[:, None] * curvature)
    rate = np.abs(roots[0]).max(axis=1)
    erring = np.abs(start) > ROUNDED * np.abs(start).max()
    errors = momentum.errors(method, beta, eta, curvature[named], start[named], times)
    excess = _closed_excess(method, beta, eta, curvature, start, times)
    needed = np.array([steps_until(float(one), accuracy) for one in rate])
    needed[np.abs(roots[0][:, erring]).max(axis=1, initial=0.0) < (1 - LEVEL) * rate] = math.nan
    needed[relative == 0] = math.inf
    return Runs(
        relative, rate, measured_rate(made.squared), needed, first_below(made.squared, accuracy),
        _states(relative, rate, roots, start != 0, momentum.limit(method, beta) / 2),
        np.moveaxis(roots, 0, -1), made.excess, excess, modes, errors, others, path,
    )  # fmt: skip


def _closed_excess(method: str, beta: float, eta: Steps, curvature: Modes, start: Modes, times: Times) -> Losses:
    """½Σλe², a few modes at a time: all of them at once would not fit into the cache."""
    total = np.zeros((len(eta), len(times)))
    with np.errstate(over="ignore"):
        for some in np.array_split(np.arange(len(curvature)), math.ceil(len(curvature) / 4)):
            errors = momentum.errors(method, beta, eta, curvature[some], start[some], times)
            total += np.einsum("smt,m->st", errors**2, curvature[some] / 2)
    return total


def _states(
    relative: Steps,
    rate: Steps,
    roots: Complex128[np.ndarray, "2 step_sizes modes"],
    erring: Bool[np.ndarray, " modes"],
    limit: float,
) -> States:
    """What the roots say of a run; modes that are not ``erring`` have no error at the start, nor ever after.

    Below the ``limit`` it converges even where the flattest mode keeps all but a billionth of its error.
    """
    swings = ((roots.real < 0) | (np.abs(roots.imag) > 0)).any(axis=(0, 2))
    state = np.where(swings, OSCILLATES, CONVERGES)
    state[rate > 1 + LEVEL] = DIVERGES
    state[(rate > 1 + LEVEL) & (np.abs(roots[0][:, erring]).max(axis=1, initial=0.0) <= 1 + LEVEL)] = SPARED
    state[np.abs(relative / limit - 1) <= LEVEL] = LEVEL_STATE
    state[relative == 0] = STILL
    return state.astype(np.int8)


def _adaptive(
    problem: Problem, method: str, beta: float, accuracy: float, saved: RecordedModes, relative: Steps
) -> Runs:
    """Methods whose steps do not scale with the gradient: no formulas. They see coordinates, not modes."""
    quadratic, times = problem.quadratic, saved.times
    eta = relative * stability_limit(quadratic.steepest)
    hessian = torch.from_numpy(np.ascontiguousarray(problem.hessian))

    def objective(points: methods.Points) -> tuple[methods.Losses, methods.Points]:
        gradient = points @ hessian
        return (gradient * points).sum(1) / 2, gradient

    start = torch.from_numpy(problem.start - problem.minimum).repeat(len(eta), 1)
    made = methods.run(objective, start, eta, int(times[-1]), method, beta)
    with np.errstate(invalid="ignore"):
        modes = np.moveaxis(made.parameters @ problem.directions[quadratic.curvature > 0].T, 1, 2)
    modes = np.where(np.isnan(modes), np.inf, modes)
    squared = (modes**2).sum(axis=1)
    nothing = np.full(len(eta), np.nan)
    kept, others, path = _kept(problem, saved, modes[:, :, times])
    roots, excess = np.full((len(eta), modes.shape[1], 2), np.nan, complex), made.losses[:, times]
    return Runs(
        relative, nothing, nothing, nothing, first_below(squared, accuracy), _measured_states(relative, made.losses),
        roots, excess, np.full(excess.shape, np.nan), kept, np.full(kept.shape, np.nan), others, path,
    )  # fmt: skip


def _measured_states(relative: Steps, excess: Losses) -> States:
    """What a run without a formula does: its last quarter against the one before."""
    quarter = max(1, excess.shape[1] // 4)
    before, last = excess[:, -2 * quarter : -quarter].max(axis=1), excess[:, -quarter:].max(axis=1)
    state = np.where((np.diff(excess, axis=1) > 0).any(axis=1), OSCILLATES, CONVERGES)
    state[last > 0.9 * before] = LEVEL_STATE
    state[(last > 2 * before) & (last > excess[:, 0])] = DIVERGES
    state[~np.isfinite(last)] = DIVERGES
    state[relative == 0] = STILL
    return state.astype(np.int8)


def _kept(
    problem: Problem, saved: RecordedModes, errors: Float64[np.ndarray, "step_sizes modes times"]
) -> tuple[Errors, Float32[np.ndarray, "step_sizes others sparse"], Paths]:
    """Of the errors of all modes those of the named ones, those of the others, and the path: the errors of the steepest
    and the flattest mode (of one mode its error, and 0); in the plane, w itself."""
    path = np.zeros((len(errors), errors.shape[2], 2))
    for axis, mode in enumerate(np.unique(saved.named[[0, -1]])):
        path[..., axis] = errors[:, mode]
    if problem.kind == "plane":
        if len(saved.named) == 1:  # the other singular value is 0, and its error stays
            path[..., 1] = problem.quadratic.start[1]
        with np.errstate(invalid="ignore"):
            path = path @ problem.directions
        path[np.isnan(path)] = np.inf
    with np.errstate(over="ignore"):  # for the screen alone: what is beyond these numbers diverges
        others = errors[:, saved.others[:, None], saved.sparse].astype(np.float32)
    return errors[:, saved.named], others, path
