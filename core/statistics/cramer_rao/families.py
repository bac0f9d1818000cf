"""The families of distributions of /cramer-rao, one table: what is drawn, known, estimated and by which estimators.

A family has two numbers, ``theta`` and ``known``. Where two parameters are estimated they are both; else the second
is taken as known, or means nothing. Draws are x = location + scale·z with z standard, so that simulating needs no
units. Lehmann and Casella, *Theory of Point Estimation*, 2nd ed., section 2.5; the notes' section on estimation.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from scipy.special import digamma, polygamma

from core.statistics.cramer_rao import estimates as by
from core.statistics.cramer_rao import likelihood, samplers
from core.statistics.cramer_rao.estimates import MEDIAN, MIDRANGE, TRIMMED, Estimator, over_n, shrunk
from core.statistics.cramer_rao.likelihood import Likelihood, Sample
from core.statistics.cramer_rao.likelihood_surface import JointLikelihood, gamma_pair, normal_pair
from core.statistics.cramer_rao.samplers import Draw, Draws

Matrix = Float64[np.ndarray, "k k"]


@dataclass(frozen=True)
class Quantity:
    """A parameter: its sign, its name, the range allowed, and a value to begin with."""

    symbol: str
    name: str
    low: float
    high: float
    usual: float


@dataclass(frozen=True)
class Family:
    """``quantities`` are theta and, where there is one, the second number. ``information(theta, known)`` is Fisher's
    for one draw, E[s·sᵀ] with s the score, of the ``estimated`` parameters; ``formula`` says it in signs. ``standard``
    gives location and scale, ``draw(generator, shape, theta, known)`` standard draws z, and ``scores(z, theta, known)``
    ∂ ln f(x; θ)/∂θ of each, an array for each parameter that is estimated.

    ``likelihood(x, known)`` is that of a sample, ``pair`` over both parameters where two are estimated. The first
    of the ``estimators``, ``mle``, is maximum likelihood. ``regular`` is False where the support depends on θ: then the
    score has not the mean 0 and E[s²] bounds nothing. ``support`` are the smallest and the largest value that can be
    drawn. ``cost`` is in nanoseconds for each draw on two cores, all n of the axis included: what sorting or searching
    for a maximum costs.
    """

    title: str
    cost: int
    quantities: tuple[Quantity, ...]
    information: Callable[[float, float], Matrix]
    formula: str
    standard: Callable[[float, float], tuple[float, float]]
    draw: Draw
    scores: Callable[[Draws, float, float], tuple[Draws, ...]]
    likelihood: Callable[[Sample, float], Likelihood]
    estimators: Mapping[str, Estimator]
    support: tuple[float, float] = (-np.inf, np.inf)
    whole: bool = False
    regular: bool = True
    pair: Callable[[Sample], JointLikelihood] | None = None

    @property
    def estimated(self) -> int:
        """How many parameters are."""
        return 1 if self.pair is None else 2


def bound(family: Family, theta: float, known: float) -> Matrix:
    """I(θ)⁻¹: the least variance (covariance) of an unbiased estimate, times the number of draws."""
    return np.asarray(np.linalg.inv(family.information(theta, known)), np.float64)


def _one(value: float) -> Matrix:
    return np.array([[value]], np.float64)


def _as_drawn(theta: float, known: float) -> tuple[float, float]:
    return 0.0, 1.0


def _location_scale(theta: float, known: float) -> tuple[float, float]:
    return theta, known


def _shape_score(z: Draws, alpha: float) -> Draws:
    return z.log() - float(digamma(alpha))


def _location(name: str = "location") -> Quantity:
    return Quantity("μ", name, -1e6, 1e6, 0.5)


def _positive(symbol: str, name: str, usual: float = 1.0, low: float = 1e-6, high: float = 1e6) -> Quantity:
    return Quantity(symbol, name, low, high, usual)


_SHAPE = _positive("α", "shape", 2.0, 0.5, 100.0)
_RATE = _positive("β", "rate")
_VARIANCE = _positive("σ²", "variance")
_ABOVE_ZERO = (0.0, np.inf)

FAMILIES: dict[str, Family] = {
    "normal-mean": Family(
        "Normal mean", 38, (_location("mean"), _positive("σ", "standard deviation")),
        lambda theta, known: _one(known**-2), "I(μ) = 1/σ²", _location_scale,
        samplers.normal, lambda z, theta, known: (z / known,), likelihood.normal_mean,
        {
            "mle": Estimator("mean (MLE)", by.mean, over_n(lambda at: at.known**2)),
            "median": MEDIAN,
            "trimmed": TRIMMED,
            "midrange": MIDRANGE,
            "shrunk": shrunk("shrunk mean", 0.0, lambda at: at.known**2),
        },
    ),
    "normal-variance": Family(
        "Normal variance", 50, (_VARIANCE, _location("mean")),
        lambda theta, known: _one(0.5 * theta**-2), "I(σ²) = 1/(2σ⁴)", lambda theta, known: (known, theta**0.5),
        samplers.normal, lambda z, theta, known: ((z.square() - 1) / (2 * theta),),
        lambda x, known: likelihood.scale((x - known) ** 2, 0.5),
        {
            "mle": Estimator("Σ(x−μ)²/n (MLE)", by.second_moment(0.0), over_n(lambda at: 2 * at.theta**2)),
            "sample": Estimator("s²", by.variance(-1.0), lambda n, at: (2 * at.theta**2 / (n - 1),), moves="shift"),
            # Of all multiples of Σ(x − μ)² it has the least mean square error.
            "shrunk": Estimator("Σ(x−μ)²/(n+2)", by.second_moment(2.0),
                                lambda n, at: (2 * at.theta**2 * n / (n + 2) ** 2,)),
            "deviation": Estimator("median deviation", by.squared_median_deviation, moves="scale"),
        },
    ),
    "normal-both": Family(
        "Normal, both", 45, (_location("mean"), _VARIANCE),
        lambda theta, known: np.diag([1 / known, 0.5 * known**-2]), "I(μ, σ²) = diag(1/σ², 1/(2σ⁴))",
        lambda theta, known: (theta, known**0.5),
        samplers.normal, lambda z, theta, known: (z / known**0.5, (z.square() - 1) / (2 * known)),
        likelihood.normal_both,
        {
            "mle": Estimator("MLE", by.both(by.mean, by.variance(0.0)),
                             lambda n, at: (at.known / n, 2 * at.known**2 * (n - 1) / n**2)),
            "sample": Estimator("x̄ and s²", by.both(by.mean, by.variance(-1.0)),
                                lambda n, at: (at.known / n, 2 * at.known**2 / (n - 1)), moves="shift"),
            "quartiles": Estimator("median and quartiles", by.both(by.median, by.squared_quartile_range)),
        },
        pair=normal_pair,
    ),
    "bernoulli": Family(
        "Bernoulli", 15, (Quantity("p", "probability of a 1", 0.001, 0.999, 0.3),),
        lambda theta, known: _one(1 / (theta * (1 - theta))), "I(p) = 1/(p(1−p))", _as_drawn,
        samplers.bernoulli, lambda z, theta, known: ((z - theta) / (theta * (1 - theta)),), likelihood.bernoulli,
        {
            "mle": Estimator("mean (MLE)", by.mean, over_n(lambda at: at.theta * (1 - at.theta))),
            "shrunk": shrunk("shrunk to ½", 0.5, lambda at: at.theta * (1 - at.theta)),
        },
        (0.0, 1.0), whole=True,
    ),
    "poisson": Family(
        "Poisson", 35, (_positive("λ", "mean", 3.0, 0.01, 1_000.0),),
        lambda theta, known: _one(1 / theta), "I(λ) = 1/λ", _as_drawn,
        samplers.poisson, lambda z, theta, known: ((z - theta) / theta,), likelihood.poisson,
        {
            "mle": Estimator("mean (MLE)", by.mean, over_n(lambda at: at.theta)),
            "sample": Estimator("s²", by.variance(-1.0), lambda n, at: (at.theta / n + 2 * at.theta**2 / (n - 1),),
                                moves="shift"),
            "shrunk": shrunk("shrunk mean", 0.0, lambda at: at.theta),
        },
        _ABOVE_ZERO, whole=True,
    ),
    "exponential": Family(
        "Exponential rate", 40, (_positive("λ", "rate", 2.0),),
        lambda theta, known: _one(theta**-2), "I(λ) = 1/λ²", lambda theta, known: (0.0, 1 / theta),
        samplers.exponential, lambda z, theta, known: ((1 - z) / theta,),
        lambda x, known: likelihood.gamma_rate(x, 1.0),
        {
            "mle": by.of_gamma_rate("1/x̄ (MLE)", 0.0),
            "unbiased": by.of_gamma_rate("(n−1)/Σx", 1.0),
            "shrunk": by.of_gamma_rate("(n−2)/Σx", 2.0),
            # It is far out where more than half of the draws are near 0.
            "median": Estimator("ln 2/median", lambda draws, at: (math.log(2) / (draws.scale * draws.median),),
                                tail=lambda n, at: n // 2 + 1, moves="scale"),
        },
        _ABOVE_ZERO,
    ),
    "exponential-scale": Family(
        "Exponential scale", 40, (_positive("β", "scale", 0.5),),
        lambda theta, known: _one(theta**-2), "I(β) = 1/β²", lambda theta, known: (0.0, theta),
        samplers.exponential, lambda z, theta, known: ((z - 1) / theta,), lambda x, known: likelihood.scale(x, 1.0),
        {
            "mle": Estimator("mean (MLE)", by.mean, over_n(lambda at: at.theta**2)),
            # Of all multiples of Σx it has the least mean square error.
            "shrunk": Estimator("Σx/(n+1)", by.multiple(by.mean, lambda n: n / (n + 1)),
                                lambda n, at: (at.theta**2 * n / (n + 1) ** 2,), moves="scale"),
            "median": Estimator("median/ln 2", by.multiple(by.median, lambda n: 1 / math.log(2)), moves="scale"),
        },
        _ABOVE_ZERO,
    ),
    "gamma-shape": Family(
        "Gamma shape", 65, (_SHAPE, _RATE),
        lambda theta, known: _one(float(polygamma(1, theta))), "I(α) = ψ′(α)", lambda theta, known: (0.0, 1 / known),
        samplers.gamma(lambda theta, known: theta), lambda z, theta, known: (_shape_score(z, theta),),
        likelihood.gamma_shape,
        {
            "mle": Estimator("MLE", lambda draws, at: (by.inverse_digamma(draws.log_mean),)),
            "moments": Estimator("β·x̄ (moments)", lambda draws, at: (draws.mean,), over_n(lambda at: at.theta),
                                 moves="shift"),
        },
        _ABOVE_ZERO,
    ),
    "gamma-rate": Family(
        "Gamma rate", 60, (_RATE, _SHAPE),
        lambda theta, known: _one(known * theta**-2), "I(β) = α/β²", lambda theta, known: (0.0, 1 / theta),
        samplers.gamma(lambda theta, known: known), lambda z, theta, known: ((known - z) / theta,),
        likelihood.gamma_rate,
        {
            "mle": by.of_gamma_rate("α/x̄ (MLE)", 0.0, lambda at: at.known),
            "unbiased": by.of_gamma_rate("(nα−1)/Σx", 1.0, lambda at: at.known),
        },
        _ABOVE_ZERO,
    ),
    "gamma-both": Family(
        "Gamma, both", 75, (_SHAPE, _RATE),
        lambda theta, known: np.array([[polygamma(1, theta), -1 / known], [-1 / known, theta / known**2]]),
        "I(α, β) = [ψ′(α), −1/β; −1/β, α/β²]", lambda theta, known: (0.0, 1 / known),
        samplers.gamma(lambda theta, known: theta),
        lambda z, theta, known: (_shape_score(z, theta), (theta - z) / known), likelihood.gamma_both,
        {
            "mle": Estimator("MLE", by.gamma_likelihood, tail=by.moments_of_gamma),
            "moments": Estimator("moments", by.gamma_moments, tail=by.moments_of_gamma),
        },
        _ABOVE_ZERO, pair=gamma_pair,
    ),
    "laplace": Family(
        "Laplace location", 42, (_location(), _positive("b", "scale")),
        lambda theta, known: _one(known**-2), "I(μ) = 1/b²", _location_scale,
        samplers.laplace, lambda z, theta, known: (z.sign() / known,), likelihood.laplace,
        {
            "mle": Estimator("median (MLE)", by.median, moves="shift"),
            "mean": Estimator("mean", by.mean, over_n(lambda at: 2 * at.known**2), moves="shift"),
            "trimmed": TRIMMED,
            "midrange": MIDRANGE,
        },
    ),
    "cauchy": Family(
        "Cauchy location", 60, (_location(), _positive("γ", "scale")),
        lambda theta, known: _one(0.5 * known**-2), "I(μ) = 1/(2γ²)", _location_scale,
        samplers.cauchy, lambda z, theta, known: (2 * z / (1 + z.square()) / known,), likelihood.cauchy,
        {
            "mle": Estimator("MLE", by.cauchy_likelihood, tail=by.most_far_out, moves="shift"),
            "one-step": Estimator("one step", by.cauchy_one_step, tail=by.half_far_out, moves="shift"),
            "median": Estimator("median", by.median, tail=by.half_far_out, moves="shift"),
            "trimmed": Estimator("trimmed mean", by.trimmed, tail=lambda n, at: int(at.trim * n) + 1, moves="shift",
                                 takes="trim"),
            "mean": Estimator("mean", by.mean, tail=lambda n, at: 1),
        },
    ),
    "uniform": Family(
        "Uniform (0, θ)", 42, (_positive("θ", "upper end"),),
        lambda theta, known: _one(theta**-2), "E[s²] = 1/θ²", lambda theta, known: (0.0, theta),
        samplers.up_to_one, lambda z, theta, known: (0 * z - 1 / theta,), likelihood.uniform,
        {
            "mle": Estimator("max (MLE)", by.largest,
                             lambda n, at: (at.theta**2 * n / ((n + 1) ** 2 * (n + 2)),)),
            "unbiased": Estimator("(n+1)/n·max", by.multiple(by.largest, lambda n: (n + 1) / n),
                                  lambda n, at: (at.theta**2 / (n * (n + 2)),)),
            "moments": Estimator("2·x̄ (moments)", by.multiple(by.mean, lambda n: 2),
                                 over_n(lambda at: at.theta**2 / 3)),
            "midrange": Estimator("min + max", by.multiple(by.midrange, lambda n: 2),
                                  lambda n, at: (2 * at.theta**2 / ((n + 1) * (n + 2)),)),
        },
        _ABOVE_ZERO, regular=False,
    ),
}  # fmt: skip
