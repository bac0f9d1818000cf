"""The estimators that /cramer-rao tries in each family, and what is known of them exactly.

The first of each family, ``mle``, is maximum likelihood.
"""

from __future__ import annotations

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


@dataclass(frozen=True)
class Estimator:
    """``variance(n, setting)`` is exact where a closed form exists: for every n, an array for each parameter.

    ``tail(n, setting)`` is the index ν of the tails, P(|T| > t) ~ t^−ν, or a lower bound of it: E|T|^k is finite where
    k < ν. The variance needs ν > 2, and the Monte Carlo error of a variance ν > 4. ``moves`` says how E[T] follows θ:
    by as much (``shift``), in proportion (``scale``), or in no such simple way (``freely``).
    """

    label: str
    estimate: Estimate
    variance: Variances | None = None
    tail: Callable[[int, Setting], float] = lambda n, at: math.inf
    moves: Literal["shift", "scale", "freely"] = "freely"


def _over_n(one: Callable[[Setting], float]) -> Variances:
    return lambda n, at: (one(at) / n,)


def _shrunk(one: Callable[[Setting], float]) -> Variances:
    return lambda n, at: (one(at) * n / (n + at.weight) ** 2,)


def _of_two_more(n: Sizes, at: Setting) -> tuple[Sizes, ...]:
    """Of Σ(x − μ)²/(n + 2), the multiple of Σ(x − μ)² with the least mean square error."""
    return (2 * at.theta**2 * n / (n + 2) ** 2,)


def _inverse(subtract: float, shape: Callable[[Setting], float] = lambda at: 1.0) -> Variances:
    """Of (m − subtract)/Σx, where Σx is gamma of shape m = n·shape and rate θ: Var(1/Σx) = θ²/((m − 1)²(m − 2))."""

    def variance(n: Sizes, at: Setting) -> tuple[Sizes, ...]:
        m = n * shape(at)
        times = at.theta * (m - subtract) / np.where(m > 2, m - 1, np.nan)
        return (np.asarray(times**2 / np.where(m > 2, m - 2, np.nan)),)

    return variance


def _extremes(n: int, at: Setting) -> float:
    """Half of the draws must lie far out on the same side (density tails like t⁻²)."""
    return float((n + 1) // 2)


def _median_near_zero(n: int, at: Setting) -> float:
    """The median is near 0 when more than half of the draws are."""
    return float(n // 2 + 1)


def _gamma_tail(n: int, at: Setting) -> float:
    """The fit of α runs away when all draws are nearly equal, that of β also when all are nearly 0."""
    return min(0.5 * (n - 1), n * at.theta)


_MEDIAN = Estimator("median", by.median, moves="shift")
_TRIMMED = Estimator("trimmed mean", by.trimmed, moves="shift")
_MIDRANGE = Estimator("midrange", by.midrange, moves="shift")

ESTIMATORS: dict[str, dict[str, Estimator]] = {
    "normal-mean": {
        "mle": Estimator("mean (MLE)", by.mean, _over_n(lambda at: at.known**2)),
        "median": _MEDIAN,
        "trimmed": _TRIMMED,
        "midrange": _MIDRANGE,
        "shrunk": Estimator("shrunk mean", by.shrunk(0.0), _shrunk(lambda at: at.known**2)),
    },
    "normal-variance": {
        "mle": Estimator("Σ(x−μ)²/n (MLE)", by.second_moment(0.0), _over_n(lambda at: 2 * at.theta**2)),
        "sample": Estimator("s²", by.sample_variance, lambda n, at: (2 * at.theta**2 / (n - 1),), moves="scale"),
        "shrunk": Estimator("Σ(x−μ)²/(n+2)", by.second_moment(2.0), _of_two_more),
        "deviation": Estimator("median deviation", by.squared_median_deviation, moves="scale"),
    },
    "normal-both": {
        "mle": Estimator("MLE", by.normal_both(0.0), lambda n, at: (at.known / n, 2 * at.known**2 * (n - 1) / n**2)),
        "sample": Estimator("x̄ and s²", by.normal_both(-1.0), lambda n, at: (at.known / n, 2 * at.known**2 / (n - 1))),
        "quartiles": Estimator("median and quartiles", by.median_and_quartiles),
    },
    "bernoulli": {
        "mle": Estimator("mean (MLE)", by.mean, _over_n(lambda at: at.theta * (1 - at.theta))),
        "shrunk": Estimator("shrunk to ½", by.shrunk(0.5), _shrunk(lambda at: at.theta * (1 - at.theta))),
    },
    "poisson": {
        "mle": Estimator("mean (MLE)", by.mean, _over_n(lambda at: at.theta)),
        "sample": Estimator("s²", by.sample_variance, lambda n, at: (at.theta / n + 2 * at.theta**2 / (n - 1),)),
        "shrunk": Estimator("shrunk mean", by.shrunk(0.0), _shrunk(lambda at: at.theta)),
    },
    "exponential": {
        "mle": Estimator("1/x̄ (MLE)", by.inverse_mean(0.0), _inverse(0.0), lambda n, at: n, "scale"),
        "unbiased": Estimator("(n−1)/Σx", by.inverse_mean(1.0), _inverse(1.0), lambda n, at: n, "scale"),
        "shrunk": Estimator("(n−2)/Σx", by.inverse_mean(2.0), _inverse(2.0), lambda n, at: n, "scale"),
        "median": Estimator("ln 2/median", by.inverse_median, tail=_median_near_zero, moves="scale"),
    },
    "gamma-shape": {
        "mle": Estimator("MLE", by.shape_likelihood),
        "moments": Estimator("β·x̄ (moments)", by.shape_from_mean, _over_n(lambda at: at.theta)),
    },
    "gamma-rate": {
        "mle": Estimator("α/x̄ (MLE)", by.inverse_mean(0.0, lambda at: at.known), _inverse(0.0, lambda at: at.known),
                         lambda n, at: n * at.known, "scale"),
        "unbiased": Estimator("(nα−1)/Σx", by.inverse_mean(1.0, lambda at: at.known),
                              _inverse(1.0, lambda at: at.known), lambda n, at: n * at.known, "scale"),
    },
    "gamma-both": {
        "mle": Estimator("MLE", by.gamma_likelihood, tail=_gamma_tail),
        "moments": Estimator("moments", by.gamma_moments, tail=_gamma_tail),
    },
    "laplace": {
        "mle": Estimator("median (MLE)", by.median, moves="shift"),
        "mean": Estimator("mean", by.mean, _over_n(lambda at: 2 * at.known**2), moves="shift"),
        "trimmed": _TRIMMED,
        "midrange": _MIDRANGE,
    },
    "cauchy": {
        "mle": Estimator("MLE", by.cauchy_likelihood, tail=_extremes, moves="shift"),
        "one-step": Estimator("one step", by.cauchy_one_step, tail=_extremes, moves="shift"),
        "median": Estimator("median", by.median, tail=_extremes, moves="shift"),
        "trimmed": Estimator("trimmed mean", by.trimmed, tail=lambda n, at: int(at.trim * n) + 1, moves="shift"),
        "mean": Estimator("mean", by.mean, tail=lambda n, at: 1),
    },
    "uniform": {
        "mle": Estimator("max (MLE)", by.largest(lambda n: n / n),
                         lambda n, at: (at.theta**2 * n / ((n + 1) ** 2 * (n + 2)),)),
        "unbiased": Estimator("(n+1)/n·max", by.largest(lambda n: (n + 1) / n),
                              lambda n, at: (at.theta**2 / (n * (n + 2)),)),
        "moments": Estimator("2·x̄ (moments)", by.twice_the_mean, _over_n(lambda at: at.theta**2 / 3)),
        "midrange": Estimator("min + max", by.smallest_and_largest,
                              lambda n, at: (2 * at.theta**2 / ((n + 1) * (n + 2)),)),
    },
}  # fmt: skip


def labels(family: str) -> dict[str, str]:
    """What readers see in the place of each estimator's name."""
    return {name: one.label for name, one in ESTIMATORS[family].items()}
