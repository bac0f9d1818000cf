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
    """Of each step size, at the times asked for: the loss above its least, and the errors of the modes that are not
    flat. At each step t = 0, 1 …: ‖e‖² over these modes. Infinite from where a run left the numbers."""

    excess: Float64[np.ndarray, "step_sizes times"]
    modes: Float64[np.ndarray, "step_sizes modes times"]
    squared: Float64[np.ndarray, "step_sizes counted"]


def run(
    problem: Quadratic, method: str, beta: float, step_sizes: Steps, times: Int64[np.ndarray, " times"], count: int = 0
) -> ModeRuns:
    """Runs from ``problem.start`` with each of the ``step_sizes``, recorded at ``times`` (ascending), and distances at
    every step to the last of these, or to ``count``.

    w is the error itself: the minimum lies at 0. Flat modes are never moved.
    """
    curved = problem.curvature > 0
    b, c, d = map(float, LINEAR[method].weights(beta))
    made = _run(problem.curvature[curved], problem.start[curved], step_sizes, (b, c, d), LINEAR[method].own, times,
                max(count, int(times[-1])) + 1)  # fmt: skip
    return ModeRuns(*map(_lost, made))


def _lost(values: Float64[np.ndarray, "*shape times"]) -> Float64[np.ndarray, "*shape times"]:
    """What comes of infinity minus infinity is as far away as infinity was, and so is all that follows."""
    bad = ~np.isfinite(values)
    if bad.any():
        values[np.logical_or.accumulate(bad, axis=-1)] = np.inf
    return values


@vectorised
def _run(
    curvature: NDArray[np.float64], start: NDArray[np.float64], step_sizes: NDArray[np.float64],
    weights: tuple[float, float, float], own: bool, times: NDArray[np.int64], counted: int,
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:  # fmt: skip
    rows, modes, (b, c, d) = len(step_sizes), len(curvature), weights
    excess, errors = np.empty((rows, len(times))), np.empty((rows, modes, len(times)))
    squared = np.empty((rows, counted))
    for row in range(rows):
        eta, place = step_sizes[row], 0
        w, behind, velocity = start.copy(), start.copy(), np.zeros(modes)
        point = behind if own else w
        for t in range(counted):
            loss, distance = 0.0, 0.0
            recorded = place < len(times) and times[place] == t
            if recorded:
                errors[row, :, place] = point
            for i in range(modes):
                gradient = curvature[i] * w[i]
                loss += curvature[i] * point[i] * point[i]
                distance += point[i] * point[i]
                behind[i] = w[i] - eta * gradient
                velocity[i] = b * velocity[i] + gradient
                w[i] = w[i] - eta * (c * gradient + d * velocity[i])
            squared[row, t] = distance
            if recorded:
                excess[row, place] = loss / 2
                place += 1
    return excess, errors, squared


def first_below(squared: Float64[np.ndarray, "step_sizes times"], accuracy: float) -> Int64[np.ndarray, " step_sizes"]:
    """The first step t at which ‖e_t‖ < ε‖e₀‖, counted in the run; −1 where it does not come."""
    within = squared < accuracy**2 * squared[:, :1]
    return np.where(within.any(axis=1), within.argmax(axis=1), -1)
