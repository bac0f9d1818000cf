"""Runs of a quadratic with every step size at once: the iteration as it is programmed, not its closed form.

Plain loops compiled by numba: the whole of a mode's history stays in the processor's cache, and no thread waits for
another. What diverges goes through infinity as IEEE arithmetic does, and is told as infinity from there on.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64
from numpy.typing import NDArray

from core.compiled import vectorised
from core.optimization.gradient_descent.methods import LINEAR
from core.optimization.gradient_descent.quadratic import Quadratic, Steps


@dataclass(frozen=True, eq=False)
class ModeRuns:
    """Of each step size, at the times asked for: the loss above its floor, and the errors of the modes that were
    ``kept``. At each step t = 0, 1 …: ‖e‖² over the modes that are not flat. Infinite from where a run left the
    numbers."""

    excess: Float64[np.ndarray, "step_sizes times"]
    kept: Float64[np.ndarray, "step_sizes kept times"]
    squared: Float64[np.ndarray, "step_sizes counted"]


def run(
    problem: Quadratic,
    method: str,
    beta: float,
    step_sizes: Steps,
    times: Int64[np.ndarray, " times"],
    keep: Int64[np.ndarray, " kept"],
    count: int = 0,
) -> ModeRuns:
    """Runs from ``problem.start`` with each of the ``step_sizes``, recorded at ``times`` (ascending), and distances at
    every step to the last of these, or to ``count``.

    w is the error itself: the minimum lies at 0. Flat modes are never moved.
    """
    curved = problem.curvature > 0
    curvature, start = problem.curvature[curved], problem.start[curved]
    excess = np.empty((len(step_sizes), len(times)))
    kept = np.empty((len(step_sizes), len(keep), len(times)))
    squared = np.empty((len(step_sizes), max(count, int(times[-1])) + 1))
    weights = np.array([*LINEAR[method].weights(beta), LINEAR[method].own], np.float64)
    _run(curvature, start, step_sizes, weights, times, keep, excess, kept, squared)
    return ModeRuns(*(_lost(values) for values in (excess, kept, squared)))


def _lost(values: Float64[np.ndarray, "*shape times"]) -> Float64[np.ndarray, "*shape times"]:
    """What comes of infinity minus infinity is as far away as infinity was, and so is all that follows."""
    bad = ~np.isfinite(values)
    if bad.any():
        values[np.logical_or.accumulate(bad, axis=-1)] = np.inf
    return values


@vectorised
def _run(
    curvature: NDArray[np.float64],
    start: NDArray[np.float64],
    step_sizes: NDArray[np.float64],
    weights: NDArray[np.float64],
    times: NDArray[np.int64],
    keep: NDArray[np.int64],
    excess: NDArray[np.float64],
    kept: NDArray[np.float64],
    squared: NDArray[np.float64],
) -> None:
    modes, b, c, d = len(curvature), weights[0], weights[1], weights[2]
    w, velocity, own = np.empty(modes), np.empty(modes), np.empty(modes)
    seen = own if weights[3] else w
    for row in range(len(step_sizes)):
        eta = step_sizes[row]
        w[:], own[:] = start, start
        velocity[:] = 0.0
        place = 0
        for t in range(squared.shape[1]):
            loss, distance = 0.0, 0.0
            recorded = place < len(times) and times[place] == t
            if recorded:
                for k in range(len(keep)):
                    kept[row, k, place] = seen[keep[k]]
            for i in range(modes):
                error = w[i]
                gradient = curvature[i] * error
                loss += curvature[i] * seen[i] * seen[i]
                distance += seen[i] * seen[i]
                own[i] = error - eta * gradient
                velocity[i] = b * velocity[i] + gradient
                w[i] = error - eta * (c * gradient + d * velocity[i])
            squared[row, t] = distance
            if recorded:
                excess[row, place] = loss / 2
                place += 1


def first_below(squared: Float64[np.ndarray, "step_sizes times"], accuracy: float) -> Int64[np.ndarray, " step_sizes"]:
    """The first step t at which ‖e_t‖ < ε‖e₀‖, counted in the run; −1 where it does not come."""
    within = squared < accuracy**2 * squared[:, :1]
    return np.where(within.any(axis=1), within.argmax(axis=1), -1)
