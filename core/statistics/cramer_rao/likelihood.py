"""What one sample says: log-likelihood, score and information as functions of θ, and where the maximum lies.

Each family gives ℓ(θ) up to a constant, its slope, its curvature, and the expected information nI(θ), from as few
numbers as it takes, for a sample and the family's second number. Where two parameters are estimated, ℓ is the profile:
the second is set to what fits best for each θ, and the information is what is left of it, 1/[I⁻¹]₁₁. Pawitan,
*In All Likelihood*, chapters 2 and 3.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from scipy.optimize import brentq
from scipy.special import digamma, gammaln, polygamma, xlog1py, xlogy

Sample = Float64[np.ndarray, " draws"]
Curve = Callable[[Float64[np.ndarray, " at"]], Float64[np.ndarray, " at"]]
CELLS = 4_000_000  # of a table of draws by values of θ that is held at once
TRIED = 20  # draws from which the highest peak of Cauchy draws is looked for


@dataclass(frozen=True)
class Likelihood:
    """ℓ(θ), its slope S(θ), −ℓ″(θ) and nI(θ), for θ between ``low`` and ``high``; the maximum is at ``peak``."""

    size: int
    peak: float
    low: float
    high: float
    log: Curve
    score: Curve
    observed: Curve
    expected: Curve


def normal_mean(x: Sample, known: float) -> Likelihood:
    n, mean, precision = len(x), float(x.mean()), known**-2
    return Likelihood(
        n, mean, -np.inf, np.inf,
        lambda t: -0.5 * n * precision * (t - mean) ** 2, lambda t: n * precision * (mean - t),
        lambda t: np.full_like(t, n * precision), lambda t: np.full_like(t, n * precision),
    )  # fmt: skip


def scale(x: Sample, weight: float) -> Likelihood:
    """ℓ = −w·Σ(ln θ + x/θ): of the scale of exponential draws with w = 1, of a variance by squares with w = ½."""
    n, mean, total = len(x), float(x.mean()), weight * len(x)
    return Likelihood(
        n, mean, 0.0, np.inf,
        lambda t: -total * (np.log(t) + mean / t), lambda t: total * (mean / t - 1) / t,
        lambda t: total * (2 * mean / t - 1) / t**2, lambda t: total / t**2,
    )  # fmt: skip


def normal_both(x: Sample, known: float) -> Likelihood:
    n, mean, spread = len(x), float(x.mean()), float(x.var())

    def variance(t: Float64[np.ndarray, " at"]) -> Float64[np.ndarray, " at"]:
        return spread + (mean - t) ** 2

    return Likelihood(
        n, mean, -np.inf, np.inf,
        lambda t: -0.5 * n * np.log(variance(t)), lambda t: n * (mean - t) / variance(t),
        lambda t: n * (spread - (mean - t) ** 2) / variance(t) ** 2, lambda t: n / variance(t),
    )  # fmt: skip


def bernoulli(x: Sample, known: float) -> Likelihood:
    n, mean = len(x), float(x.mean())
    return Likelihood(
        n, mean, 0.0, 1.0,
        lambda t: n * (xlogy(mean, t) + xlog1py(1 - mean, -t)), lambda t: n * (mean - t) / (t * (1 - t)),
        lambda t: n * (mean / t**2 + (1 - mean) / (1 - t) ** 2), lambda t: n / (t * (1 - t)),
    )  # fmt: skip


def poisson(x: Sample, known: float) -> Likelihood:
    n, mean = len(x), float(x.mean())
    return Likelihood(
        n, mean, 0.0, np.inf,
        lambda t: n * (xlogy(mean, t) - t), lambda t: n * (mean / t - 1),
        lambda t: n * mean / t**2, lambda t: n / t,
    )  # fmt: skip


def gamma_rate(x: Sample, shape: float) -> Likelihood:
    n, mean = len(x), float(x.mean())
    return Likelihood(
        n, shape / mean, 0.0, np.inf,
        lambda t: n * (shape * np.log(t) - mean * t), lambda t: n * (shape / t - mean),
        lambda t: n * shape / t**2, lambda t: n * shape / t**2,
    )  # fmt: skip


def gamma_shape(x: Sample, known: float) -> Likelihood:
    n, log_mean = len(x), float(np.log(known * x).mean())
    peak = _root(lambda t: digamma(t) - log_mean, np.exp(log_mean))
    return Likelihood(
        n, peak, 0.0, np.inf,
        lambda t: n * (t * log_mean - gammaln(t)), lambda t: n * (log_mean - digamma(t)),
        lambda t: n * polygamma(1, t), lambda t: n * polygamma(1, t),
    )  # fmt: skip


def gamma_both(x: Sample, known: float) -> Likelihood:
    """β = α/x̄ fits best for each α, so that only ln x̄ − mean(ln x) matters."""
    n, gap = len(x), float(np.log(x.mean()) - np.log(x).mean())
    peak = _root(lambda t: gap - np.log(t) + digamma(t), 0.5 / gap)
    return Likelihood(
        n, peak, 0.0, np.inf,
        lambda t: n * (t * (np.log(t) - 1 - gap) - gammaln(t)), lambda t: n * (np.log(t) - digamma(t) - gap),
        lambda t: n * (polygamma(1, t) - 1 / t), lambda t: n * (polygamma(1, t) - 1 / t),
    )  # fmt: skip


def _root(rising: Callable[[float], float], near: float) -> float:
    low = high = near
    while rising(low) > 0:
        low /= 2
    while rising(high) < 0:
        high *= 2
    return float(brentq(rising, low, high, xtol=1e-13 * low, rtol=1e-14)) if low < high else near


def laplace(x: Sample, known: float) -> Likelihood:
    n, rising = len(x), np.sort(x)
    sums = np.concatenate([[0.0], np.cumsum(rising)])

    def log(t: Float64[np.ndarray, " at"]) -> Float64[np.ndarray, " at"]:
        below = np.searchsorted(rising, t)
        return np.asarray(-(t * (2 * below - n) + sums[-1] - 2 * sums[below]) / known)

    def score(t: Float64[np.ndarray, " at"]) -> Float64[np.ndarray, " at"]:
        return np.asarray((n - np.searchsorted(rising, t) - np.searchsorted(rising, t, side="right")) / known)

    return Likelihood(
        n, float(np.median(x)), -np.inf, np.inf, log, score,
        np.zeros_like, lambda t: np.full_like(t, n / known**2),
    )  # fmt: skip


def cauchy(x: Sample, known: float) -> Likelihood:
    n, z = len(x), x / known

    def over(function: Curve) -> Curve:
        """The sum over the draws of a function of d = (x − θ)/γ, a few values of θ at a time."""
        width = max(1, CELLS // n)

        def summed(t: Float64[np.ndarray, " at"]) -> Float64[np.ndarray, " at"]:
            parts = [function(z[None] - t[i : i + width, None] / known).sum(axis=1) for i in range(0, len(t), width)]
            return np.concatenate(parts)

        return summed

    log = over(lambda d: -np.log1p(d**2))
    score = over(lambda d: 2 * d / (1 + d**2) / known)
    observed = over(lambda d: 2 * (1 - d**2) / (1 + d**2) ** 2 / known**2)
    most = over(lambda d: 2 / (1 + d**2) / known**2)
    return Likelihood(
        n, _highest(x, log, score, observed, most), -np.inf, np.inf, log, score, observed,
        lambda t: np.full_like(t, 0.5 * n / known**2),
    )  # fmt: skip


def _highest(x: Sample, log: Curve, score: Curve, observed: Curve, most: Curve) -> float:
    """The highest of perhaps many peaks: Newton's steps from the best of many draws, one of which is near it.

    No step goes further than twice S/``most``, up to which ℓ rises: ℓ lies above the parabola of that curvature.
    """
    some = min(len(x), max(101, CELLS // len(x)))
    starts = np.unique(np.quantile(x, np.linspace(0, 1, some), method="nearest"))
    best = min(TRIED, 1 + CELLS // (10 * len(x)))
    at = starts[np.argsort(log(starts))[-best:]]
    for _ in range(60):
        at = at + score(at) / np.maximum(observed(at), 0.51 * most(at))
    return float(at[np.argmax(log(at))])


def uniform(x: Sample, known: float) -> Likelihood:
    n, top = len(x), float(x.max())
    return Likelihood(
        n, top, 0.0, np.inf,
        lambda t: np.where(t >= top, -n * np.log(t), -np.inf), lambda t: np.where(t >= top, -n / t, np.nan),
        lambda t: np.where(t >= top, -n / t**2, np.nan), lambda t: n / t**2,
    )  # fmt: skip
