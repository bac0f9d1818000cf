"""The number in focus of /gradient-descent, for each part of the page."""

from typing import Any

import numpy as np

from core.headline import Headline
from core.optimization.gradient_descent.sgd_sweep import Noisy
from core.optimization.gradient_descent.training_sweep import Training


def headline(result: Any, params: Any) -> Headline:
    """At each step size the loss at the last step, or the share of its error that a quadratic keeps each step.

    Where no formula holds, the share is as measured in the run.
    """
    match result:
        case Training():
            return Headline("loss at the last step", result.losses[:, -1])
        case Noisy():
            left = result.expected[:, -1] / result.expected[0, 0]
            return Headline("expected loss at the last step ÷ first loss", left)
    runs = result.runs
    return Headline("error kept each step", np.where(np.isnan(runs.rate), runs.measured, runs.rate))
