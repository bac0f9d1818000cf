"""Which modes of a run, and which of its steps, a sweep keeps: all modes, the most telling ones at more of the steps.

The sweep holds them at every step size, so what one of them takes is taken hundreds of times.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Int64

from core.optimization.gradient_descent.quadratic import Modes

NAMED = 6  # modes that keep every time, and a formula beside the run
TIMES = 120
NUMBERS = 600_000  # errors of the other modes, over all step sizes

Times = Int64[np.ndarray, " times"]


@dataclass(frozen=True, eq=False)
class RecordedModes:
    """Steps ``times``, at which the modes ``named`` are kept: the steepest, the flattest and some between them.

    All ``others`` are kept at ``sparse``, which are places in ``times``. Flat modes, whose errors stay, are in neither.
    """

    times: Times
    named: Int64[np.ndarray, " named"]
    others: Int64[np.ndarray, " others"]
    sparse: Int64[np.ndarray, " sparse"]


def record(curvature: Modes, steps: int, step_sizes: int) -> RecordedModes:
    """What is kept of runs of so many steps, with so many step sizes at once."""
    times = evenly(steps, min(steps, TIMES) + 1)
    count = int((curvature > 0).sum())
    named = evenly(count - 1, min(NAMED, count))
    others = np.setdiff1d(np.arange(count), named)
    affordable = NUMBERS // (step_sizes * max(len(others), 1))
    return RecordedModes(times, named, others, evenly(len(times) - 1, min(max(affordable, 2), len(times))))


def evenly(last: int, count: int) -> Int64[np.ndarray, " places"]:
    """``count`` whole numbers evenly from 0 to ``last``, or all of them."""
    return np.unique(np.linspace(0, last, count).round().astype(np.int64))
