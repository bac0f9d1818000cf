"""Runs of a quadratic with every step size at once: the iteration as it is programmed, not its closed form.

Plain loops compiled by numba: the whole of a mode's history stays in the processor's cache, and no thread waits for
another. What diverges goes through infinity as IEEE arithmetic does, and is told as infinity from there on.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from inspect import unwrap
from typing import ParamSpec, TypeVar

import numba
import numpy as np
from jaxtyping import Float64, Int64
from numpy.typing import NDArray

from core.optimization.momentum import Name
from core.optimization.quadratic import Modes, Quadratic, Steps

_P = ParamSpec("_P")
_R = TypeVar("_R")


def _compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    # Sums may be taken in any order, which lets the loop over modes use vectors; infinities keep their meaning.
    relaxed = {"reassoc", "contract"}
    return numba.njit(cache=True, nogil=True, fastmath=relaxed)(unwrap(function))


@dataclass(frozen=True, eq=False)
class ModeRuns:
    """At each step t = 0, 1 … of each step size: the loss above its floor, the errors of the modes that were ``kept``,
    and, further on than these, ‖e‖² over the modes that are not flat. Infinite from where a run left the numbers."""

    excess: Float64[np.ndarray, "step_sizes times"]
    kept: Float64[np.ndarray, "step_sizes kept times"]
    squared: Float64[np.ndarray, "step_sizes counted"]


def run(
    problem: Quadratic,
    method: Name,
    beta: float,
    step_sizes: Steps,
    steps: int,
    keep: Int64[np.ndarray, " kept"],
    count: int = 0,
) -> ModeRuns:
    """``steps`` steps from ``problem.start`` with each of the ``step_sizes``, and distances on to step ``count``.

    w is the error itself: the minimum lies at 0. Flat modes are never moved. See ``core.optimization.momentum`` for
    the methods.
    """
    curved = problem.curvature > 0
    curvature, start = problem.curvature[curved], problem.start[curved]
    excess = np.empty((len(step_sizes), steps + 1))
    kept = np.empty((len(step_sizes), len(keep), steps + 1))
    squared = np.empty((len(step_sizes), max(count, steps) + 1))
    ahead = beta if method == "nesterov" else 0.0
    weight = 0.0 if method == "gd" else beta
    _run(curvature, start, step_sizes, weight, ahead, method == "nesterov", keep, excess, kept, squared)
    return ModeRuns(*(_lost(values) for values in (excess, kept, squared)))


def _lost(values: Float64[np.ndarray, "*shape times"]) -> Float64[np.ndarray, "*shape times"]:
    """What comes of infinity minus infinity is as far away as infinity was, and so is all that follows."""
    bad = ~np.isfinite(values)
    if bad.any():
        values[np.logical_or.accumulate(bad, axis=-1)] = np.inf
    return values


@_compiled
def _run(
    curvature: NDArray[np.float64],
    start: NDArray[np.float64],
    step_sizes: NDArray[np.float64],
    weight: float,
    ahead: float,
    looks_ahead: bool,
    keep: NDArray[np.int64],
    excess: NDArray[np.float64],
    kept: NDArray[np.float64],
    squared: NDArray[np.float64],
) -> None:
    modes = len(curvature)
    w, velocity = np.empty(modes), np.empty(modes)
    for row in range(len(step_sizes)):
        eta = step_sizes[row]
        w[:] = start
        velocity[:] = 0.0
        for t in range(squared.shape[1]):
            loss, distance = 0.0, 0.0
            if t < excess.shape[1]:
                for k in range(len(keep)):
                    kept[row, k, t] = w[keep[k]]
            for i in range(modes):
                error = w[i]
                gradient = curvature[i] * error
                loss += gradient * error
                distance += error * error
                velocity[i] = weight * velocity[i] + gradient
                w[i] = error - eta * (gradient + ahead * velocity[i] if looks_ahead else velocity[i])
            squared[row, t] = distance
            if t < excess.shape[1]:
                excess[row, t] = loss / 2


def first_below(squared: Float64[np.ndarray, "step_sizes times"], accuracy: float) -> Int64[np.ndarray, " step_sizes"]:
    """The first step t at which ‖e_t‖ < ε‖e₀‖, counted in the run; −1 where it does not come."""
    within = squared < accuracy**2 * squared[:, :1]
    return np.where(within.any(axis=1), within.argmax(axis=1), -1)


def modes_to_keep(curvature: Modes, most: int) -> Int64[np.ndarray, " kept"]:
    """The steepest, the flattest that is not flat, and others evenly between them in rank."""
    count = int((curvature > 0).sum())
    return np.unique(np.linspace(0, count - 1, min(most, count)).round().astype(np.int64))
