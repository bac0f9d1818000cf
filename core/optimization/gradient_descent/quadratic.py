"""Gradient descent on a quadratic, one mode for each eigenvalue of the Hessian: its closed forms and thresholds.

L(w) = floor + ½ Σ λᵢeᵢ², where eᵢ is the error of w along the i-th eigenvector. A step w ← w − η∇L multiplies eᵢ by
1 − ηλᵢ: with a singular value σ = 1.5 and the loss (y − σw)², which has λ = 2σ², and η = 0.3 by −0.35, so that an error
takes this many steps to shrink to a hundredth:

>>> round(steps_until(0.35, 0.01), 3)
4.387

Any Xw = y is of this form by the singular value decomposition of X: λᵢ = κσᵢ² (see ``loss_scaling``).
Source: B. Polyak, Introduction to Optimization (1987), section 1.4; Y. Nesterov, Introductory Lectures (2004), 2.1.
"""

import math
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

Modes = Float64[np.ndarray, " modes"]
Steps = Float64[np.ndarray, " step_sizes"]


@dataclass(frozen=True, eq=False)
class Quadratic:
    """``curvature`` λ ≥ 0 of every mode, the steepest first, ``start`` the error e(0) in it.

    A mode of curvature 0 is flat: its error stays and costs nothing.
    """

    curvature: Modes
    start: Modes

    @property
    def steepest(self) -> float:
        """λₘₐₓ, the sharpness."""
        return float(self.curvature[0])

    @property
    def flattest(self) -> float:
        """The least λ that is not 0: no step size moves a flat mode, so it binds none."""
        return float(self.curvature[self.curvature > 0][-1])

    @property
    def condition(self) -> float:
        """λₘₐₓ/λₘᵢₙ, flat modes left out."""
        return self.steepest / self.flattest

    @property
    def excess(self) -> float:
        """L(w₀) − floor: what the loss lies above its least at the start."""
        return float(self.curvature @ self.start**2) / 2


def stability_limit(steepest: float) -> float:
    """2/λₘₐₓ: every η strictly between 0 and it converges."""
    return 2 / steepest


def steps_until(rate: float, accuracy: float) -> float:
    """ln ε/ln rate: beyond so many steps an error that shrinks by ``rate`` is below ε times the first.

    0 where one step is enough whatever ε (rate 0), infinite where nothing shrinks.
    """
    if rate <= 0:
        return 0.0
    return math.log(accuracy) / math.log(rate) if rate < 1 else math.inf
