"""The log-likelihood over two parameters at once: its contours, and the regions of Wald and of the likelihood ratio.

Both families are exponential families. In their natural parameters, (α, β) and (μ/σ², 1/σ²), the log-likelihood is
concave, so that every ray from the maximum meets each contour once. Regions are joint: their limit is the quantile of
χ² with two degrees of freedom. Pawitan, *In All Likelihood*, section 3.4.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from scipy import stats
from scipy.special import gammaln, polygamma

from core.statistics.cramer_rao.likelihood import Sample, gamma_both

Values = Float64[np.ndarray, "*shape"]
Points = Float64[np.ndarray, "*levels 2 angles"]
LEVELS = (0.5, 0.8, 0.95, 0.99)
ANGLES = 121


@dataclass(frozen=True)
class JointLikelihood:
    """The likelihood of two parameters from a sample, apart from a shift of the first by ``offset``.

    ``log(θ₁, θ₂)`` is relative to the maximum at ``peak``, ``information`` what is observed there; ``best`` gives the
    θ₂ that fits best for a θ₁. ``natural`` leads to the natural parameters by ``slope`` at the maximum, ``back`` back.
    """

    offset: float
    peak: Float64[np.ndarray, "2"]
    information: Float64[np.ndarray, "2 2"]
    log: Callable[[Values, Values], Values]
    best: Callable[[Values], Values]
    natural: Float64[np.ndarray, "2"]
    slope: Float64[np.ndarray, "2 2"]
    back: Callable[[Values, Values], tuple[Values, Values]]


@dataclass(frozen=True, eq=False)
class Surface:
    """Closed curves of (θ₁, θ₂): where 2(ℓ̂ − ℓ) is the quantile of χ²₂ for each of ``LEVELS`` and at the chosen
    confidence (``ratio``), and where (θ − θ̂)ᵀJ(θ − θ̂) is (``wald``). ``best`` is the θ₂ that fits each θ₁ best."""

    peak: Float64[np.ndarray, "2"]
    contours: Float64[np.ndarray, "levels 2 angles"]
    ratio: Float64[np.ndarray, "2 angles"]
    wald: Float64[np.ndarray, "2 angles"]
    best: Float64[np.ndarray, " at"]


def surface(pair: JointLikelihood, confidence: float, theta: Float64[np.ndarray, " at"]) -> Surface:
    """Contours and regions of a likelihood, and its ridge over ``theta``."""
    shift = np.array([[pair.offset], [0.0]])
    limits = np.asarray(stats.chi2.ppf([*LEVELS, confidence], 2), np.float64)
    angle = np.linspace(0, 2 * np.pi, ANGLES)
    # On it (θ − θ̂)ᵀJ(θ − θ̂) is 1.
    unit = np.linalg.inv(np.linalg.cholesky(pair.information)).T @ np.stack([np.cos(angle), np.sin(angle)])
    rings = _contours(pair, limits / 2, pair.slope @ unit)
    wald = pair.peak[:, None] + np.sqrt(limits[-1]) * unit
    return Surface(pair.peak + shift[:, 0], rings[:-1] + shift, rings[-1] + shift, wald + shift,
                   pair.best(theta - pair.offset))  # fmt: skip


def _contours(pair: JointLikelihood, drops: Values, ray: Float64[np.ndarray, "2 angles"]) -> Points:
    """Where ℓ is lower than its maximum by each of ``drops``: bisection along every ray of natural parameters."""

    def at(radius: Values) -> tuple[Values, Values]:
        first, second = (pair.natural[i] + radius * ray[i] for i in (0, 1))
        return pair.back(first, second)

    def beyond(radius: Values) -> np.ndarray:
        with np.errstate(all="ignore"):
            log = pair.log(*at(radius))
        return np.asarray(~(log >= -drops[:, None]))  # outside of what is possible too

    low, high = np.zeros((len(drops), ANGLES)), np.ones((len(drops), ANGLES))
    while not (far := beyond(high)).all():
        high = np.where(far, high, 2 * high)
    for _ in range(60):
        middle = (low + high) / 2
        outside = beyond(middle)
        low, high = np.where(outside, low, middle), np.where(outside, middle, high)
    return np.stack(at(low), axis=1)


def normal_pair(x: Sample) -> JointLikelihood:
    n, mean, spread = len(x), float(x.mean()), float(x.var())
    return JointLikelihood(
        mean,
        np.array([0.0, spread]),
        n * np.diag([1 / spread, 0.5 / spread**2]),
        lambda m, v: -0.5 * n * (np.log(v / spread) + (spread + m**2) / v - 1),
        lambda m: spread + m**2,
        np.array([0.0, 1 / spread]),
        np.diag([1 / spread, -1 / spread**2]),
        lambda first, second: (first / second, np.where(second > 0, 1 / second, np.nan)),
    )


def gamma_pair(x: Sample) -> JointLikelihood:
    n, mean, logs = len(x), float(x.mean()), float(np.log(x).mean())
    shape = gamma_both(x, 1.0).peak
    rate = shape / mean
    trigamma = float(polygamma(1, shape))

    def log(a: Values, b: Values) -> Values:
        return np.asarray(n * (a * (np.log(b) + logs) - gammaln(a) - b * mean))

    top = log(np.array(shape), np.array(rate))
    return JointLikelihood(
        0.0,
        np.array([shape, rate]),
        n * np.array([[trigamma, -1 / rate], [-1 / rate, shape / rate**2]]),
        lambda a, b: np.asarray(log(a, b) - top),
        lambda a: a / mean,
        np.array([shape, rate]),
        np.eye(2),
        lambda a, b: (np.where(a > 0, a, np.nan), np.where(b > 0, b, np.nan)),
    )
