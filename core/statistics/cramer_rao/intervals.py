"""Confidence intervals from one likelihood: Wald's, the likelihood ratio's and the score's, and the curves.

Each takes in the θ that its test does not reject. Wald: (θ̂ − θ)²·J(θ̂) ≤ c; likelihood ratio: 2(ℓ(θ̂) − ℓ(θ)) ≤ c;
score: S(θ)²/(nI(θ)) ≤ c, with c the quantile of χ²₁. Cox and Hinkley, *Theoretical Statistics*, section 9.3.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from scipy import stats
from scipy.optimize import brentq

from core.statistics.cramer_rao.likelihood import Likelihood

Curve = Callable[[Float64[np.ndarray, " at"]], Float64[np.ndarray, " at"]]
KINDS = ("Wald", "likelihood ratio", "score")
POINTS = 121  # of a curve on each side of the maximum
HALVINGS = 200  # of the way to a finite end of what θ can be


@dataclass(frozen=True, eq=False)
class Evidence:
    """A sample's likelihood over ``theta``, whose middle is the maximum ``peak``.

    ``log`` is ℓ(θ) − ℓ(θ̂), ``score`` its slope, ``observed`` −ℓ″ and ``expected`` nI(θ). ``intervals`` has a row (low,
    high) for each of ``KINDS``, NaN where the method has no answer and infinite where it rejects nothing on that side;
    ``information`` is what Wald's interval took, and ``limit`` the c that none of the tests may exceed.
    """

    size: int
    peak: float
    theta: Float64[np.ndarray, " at"]
    log: Float64[np.ndarray, " at"]
    score: Float64[np.ndarray, " at"]
    observed: Float64[np.ndarray, " at"]
    expected: Float64[np.ndarray, " at"]
    information: float
    limit: float
    intervals: Float64[np.ndarray, "kinds 2"]


@np.errstate(divide="ignore", invalid="ignore", over="ignore")
def evidence(like: Likelihood, confidence: float, regular: bool, expected: bool = False) -> Evidence:
    """Curves and intervals of ``like``; ``confidence`` is a share. Wald's takes nI(θ̂) where it is ``expected``."""
    limit = float(stats.chi2.ppf(confidence, 1 if regular else 2))
    found = _intervals(like, limit, regular, expected)
    theta = _axis(like, found)
    log = like.log(theta) - like.log(np.array([like.peak]))
    return Evidence(like.size, like.peak, theta, log, like.score(theta), like.observed(theta), like.expected(theta),
                    information(like, expected), limit, found)  # fmt: skip


def information(like: Likelihood, expected: bool = False) -> float:
    """Observed at the maximum; ``expected`` where that is asked for, or ℓ has no curvature there (Laplace); NaN at the
    edge of what θ can be.
    """
    if not like.low < like.peak < like.high:
        return math.nan
    at = np.array([like.peak])
    observed = float(like.observed(at)[0])
    return observed if observed > 0 and not expected else float(like.expected(at)[0])


def _intervals(like: Likelihood, limit: float, regular: bool, expected: bool) -> Float64[np.ndarray, "kinds 2"]:
    """A row for each of ``KINDS``. Where ℓ has several peaks, the part around the highest."""
    if not regular:
        # 2(ℓ(θ̂) − ℓ(θ)) = 2n·ln(θ/max) has exactly the χ²₂ distribution; it never falls below the largest draw.
        reach = limit / (2 * like.size)
        return np.array([[np.nan, np.nan], [like.peak, like.peak * np.exp(reach)], [np.nan, np.nan]])
    half = math.sqrt(limit / information(like, expected))
    top = like.log(np.array([like.peak]))
    tests: list[Curve] = [lambda t: 2 * (top - like.log(t)) - limit,
                          lambda t: like.score(t) ** 2 / like.expected(t) - limit]  # fmt: skip
    edges = [[_edge(like, excess, side) for side in (-1.0, 1.0)] for excess in tests]
    return np.array([[like.peak - half, like.peak + half], *edges], np.float64)


def _edge(like: Likelihood, excess: Curve, side: float) -> float:
    """The nearest place on that side of the maximum where ``excess`` turns positive; else the end of the range."""
    end = like.low if side < 0 else like.high
    inside = _steps(like, end, side)
    beyond = np.flatnonzero(excess(inside) > 0)
    if not len(beyond):
        return end
    first = int(beyond[0])
    near, far = inside[first - 1] if first else like.peak, inside[first]
    if first == 0 and not excess(np.array([near]))[0] <= 0:  # a maximum at the edge, where the test has no value
        return float(far)
    apart = 1e-13 * min(_scale(like), abs(far - end))  # close to an end, digits count from there
    found = float(brentq(lambda t: excess(np.array([t]))[0], near, far, xtol=apart, rtol=1e-13))
    return round(found, -math.ceil(math.log10(apart))) + 0.0  # or an end at 0 would be the last step's 10⁻¹⁴


def _steps(like: Likelihood, end: float, side: float) -> Float64[np.ndarray, " at"]:
    """Places from the maximum towards ``end``: ever farther apart, and before an end that is finite ever closer to it,
    for a test may reject only there."""
    steps = like.peak + side * _scale(like) * 0.02 * 1.12 ** np.arange(240)
    inside = steps[side * (end - steps) > 0]
    if math.isfinite(end) and like.peak != end:
        last = inside[-1] if len(inside) else like.peak
        closer = end + (last - end) * 0.5 ** np.arange(1, HALVINGS)
        inside = np.append(inside, closer[closer != end])
    return inside


def _scale(like: Likelihood) -> float:
    """About one standard error."""
    known = information(like)
    if math.isfinite(known):
        return 1 / math.sqrt(known)
    return 1 / like.size  # all draws at an end of what is possible: 0 of n, or n of n


def _axis(like: Likelihood, found: Float64[np.ndarray, "kinds 2"]) -> Float64[np.ndarray, " at"]:
    """Values of θ from well below to well above all intervals as far as they have ends, the maximum in their middle."""
    ends = np.append(found[np.isfinite(found)], like.peak)
    low, high = ends.min(), ends.max()
    beyond = 0.45 * (high - low)
    first, last = max(low - beyond, like.low), min(high + beyond, like.high)
    tiny = 1e-4 * (last - first)  # θ can be anything between the ends of its range, but not the ends themselves
    peak = min(max(like.peak, like.low + tiny), like.high - tiny)
    first, last = max(first, like.low + tiny), min(last, like.high - tiny)
    return np.concatenate([np.linspace(first, peak, POINTS), np.linspace(peak, last, POINTS)[1:]])
