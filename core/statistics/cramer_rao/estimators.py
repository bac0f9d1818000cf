"""An estimator of /cramer-rao: how it is computed, and what is known of it exactly."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float64

from core.statistics.cramer_rao import estimates as by
from core.statistics.cramer_rao.estimates import Estimate, Setting

Sizes = Float64[np.ndarray, " n"]
Variances = Callable[[Sizes, Setting], tuple[Sizes, ...]]
OfSetting = Callable[[Setting], float]


@dataclass(frozen=True)
class Estimator:
    """``variance(n, setting)`` is exact where a closed form exists: for every n, an array for each parameter.

    ``tail(n, setting)`` is the index ν of the tails, P(|T| > t) ~ t^−ν, or a lower bound of it: E|T|^k is finite where
    k < ν. The variance needs ν > 2, and the Monte Carlo error of a variance ν > 4. ``moves`` says how E[T] follows θ:
    by as much (``shift``), in proportion (``scale``), or in no such simple way (``freely``). ``takes`` names the
    reader's setting that it takes.
    """

    label: str
    estimate: Estimate
    variance: Variances | None = None
    tail: Callable[[int, Setting], float] = lambda n, at: math.inf
    moves: Literal["shift", "scale", "freely"] = "freely"
    takes: Literal["", "trim", "weight"] = ""


MEDIAN = Estimator("median", by.median, moves="shift")
TRIMMED = Estimator("trimmed mean", by.trimmed, moves="shift", takes="trim")
MIDRANGE = Estimator("midrange", by.midrange, moves="shift")


def over_n(one: OfSetting) -> Variances:
    """Of a mean: that of one draw, divided by n."""
    return lambda n, at: (one(at) / n,)


def shrunk(label: str, towards: float, one: OfSetting) -> Estimator:
    """The mean, shrunk; ``one`` is the variance of one draw."""
    return Estimator(label, by.shrunk(towards), lambda n, at: (one(at) * n / (n + at.weight) ** 2,), takes="weight")


def of_gamma_rate(label: str, subtract: float, shape: OfSetting = lambda at: 1.0) -> Estimator:
    """(m − subtract)/Σx, where Σx is gamma of shape m = n·shape and rate θ: Var(1/Σx) = θ²/((m − 1)²(m − 2))."""

    def variance(n: Sizes, at: Setting) -> tuple[Sizes, ...]:
        m = n * shape(at)
        times = at.theta * (m - subtract) / np.where(m > 2, m - 1, np.nan)
        return (np.asarray(times**2 / np.where(m > 2, m - 2, np.nan)),)

    return Estimator(label, by.inverse_mean(subtract, shape), variance, lambda n, at: n * shape(at), "scale")


def half_far_out(n: int, at: Setting) -> float:
    """The tail where half of the draws must lie far out on the same side (density tails like t⁻²)."""
    return float((n + 1) // 2)


def half_near_zero(n: int, at: Setting) -> float:
    """The tail of the inverse of a median, which is near 0 when more than half of the draws are."""
    return float(n // 2 + 1)


def moments_of_gamma(n: int, at: Setting) -> float:
    """The fit of α runs away when all draws are nearly equal, that of β also when all are nearly 0."""
    return min(0.5 * (n - 1), n * at.theta)
