"""How each estimator of /cramer-rao is computed, for every sample and every n of the axis at once.

Each function takes the draws (``Prefixes``) and where they come from (``Setting``), and returns a table
``[replicates, n]`` for each parameter that is estimated.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import torch
from jaxtyping import Float64
from scipy.special import ndtri

from core.statistics.cramer_rao.cauchy import cauchy_location, cauchy_step
from core.statistics.cramer_rao.prefix_statistics import Prefixes

Values = Float64[torch.Tensor, "*shape"]
Tables = tuple[torch.Tensor, ...]
EULER = 0.5772156649015329

_QUARTILE = float(ndtri(0.75))  # of |z|, z standard normal, the median; and the upper quartile of z


@dataclass(frozen=True)
class Setting:
    """The two numbers of a family, and the two of the estimators.

    ``trim`` is the share that a trimmed mean leaves out at each end; ``weight`` is how many draws shrinkage adds.
    """

    theta: float
    known: float
    trim: float = 0.1
    weight: float = 5.0


Estimate = Callable[[Prefixes, Setting], Tables]


def located(statistic: Callable[[Prefixes, Setting], Values]) -> Estimate:
    """location + scale·T(z), with ``statistic`` the T of the standard draws: it moves and stretches with the draws."""
    return lambda draws, at: (draws.location + draws.scale * statistic(draws, at),)


def multiple(estimate: Estimate, factor: Callable[[Values], Values | float]) -> Estimate:
    """factor(n) times another estimate."""
    return lambda draws, at: tuple(table * factor(draws.sizes) for table in estimate(draws, at))


def both(first: Estimate, second: Estimate) -> Estimate:
    """Two parameters, each by an estimate of its own."""
    return lambda draws, at: first(draws, at) + second(draws, at)


mean = located(lambda draws, at: draws.mean)
median = located(lambda draws, at: draws.median)
trimmed = located(lambda draws, at: draws.trimmed(at.trim))
largest = located(lambda draws, at: draws.quantile(1.0))
midrange = located(lambda draws, at: 0.5 * (draws.quantile(0.0) + draws.quantile(1.0)))
cauchy_likelihood = located(lambda draws, at: cauchy_location(draws))
cauchy_one_step = located(lambda draws, at: cauchy_step(draws))


def shrunk(towards: float) -> Estimate:
    """(n·x̄ + w·towards)/(n + w): the mean, with w more draws that are all ``towards``."""

    def estimate(draws: Prefixes, at: Setting) -> Tables:
        (own,) = mean(draws, at)
        return ((draws.sizes * own + at.weight * towards) / (draws.sizes + at.weight),)

    return estimate


def second_moment(add: float) -> Estimate:
    """Σ(x − μ)²/(n + add), with μ known."""
    return lambda draws, at: (draws.scale**2 * draws.square * (draws.sizes / (draws.sizes + add)),)


def variance(add: float) -> Estimate:
    """Σ(x − x̄)²/(n + add)."""
    return lambda draws, at: (draws.scale**2 * draws.deviation / (draws.sizes + add),)


def squared_median_deviation(draws: Prefixes, at: Setting) -> Tables:
    """(median |x − μ| / 0.6745)², with μ known."""
    return ((draws.scale / _QUARTILE * draws.absolute().median).square(),)


def squared_quartile_range(draws: Prefixes, at: Setting) -> Tables:
    """((upper − lower quartile) / 1.349)²."""
    apart = draws.quantile(0.75) - draws.quantile(0.25)
    return ((draws.scale * apart / (2 * _QUARTILE)).square(),)


def inverse_mean(subtract: float, shape: Callable[[Setting], float] = lambda at: 1.0) -> Estimate:
    """(n·shape − subtract)/Σx, for draws that are gamma of that shape."""
    return lambda draws, at: ((shape(at) - subtract / draws.sizes) / (draws.scale * draws.mean),)


def inverse_median(draws: Prefixes, at: Setting) -> Tables:
    """ln 2 / median, of exponential draws."""
    return (math.log(2) / (draws.scale * draws.median),)


def shape_from_mean(draws: Prefixes, at: Setting) -> Tables:
    """β·x̄ of gamma draws whose rate β is known."""
    return (draws.mean,)


def shape_likelihood(draws: Prefixes, at: Setting) -> Tables:
    """ψ⁻¹(mean of ln βx)."""
    return (inverse_digamma(draws.log_mean),)


def gamma_likelihood(draws: Prefixes, at: Setting) -> Tables:
    """α with ln α − ψ(α) = ln x̄ − mean of ln x, and β = α/x̄."""
    shape = gamma_shape(draws.mean.log() - draws.log_mean)
    return shape, shape / (draws.scale * draws.mean)


def gamma_moments(draws: Prefixes, at: Setting) -> Tables:
    """x̄²/v and x̄/v, with v = Σ(x − x̄)²/n."""
    spread = draws.deviation / draws.sizes
    return draws.mean.square() / spread, draws.mean / spread / draws.scale


def inverse_digamma(value: Values) -> Values:
    """The α > 0 with ψ(α) = ``value``: Newton from Minka's start (Estimating a Dirichlet distribution, 2000)."""
    alpha = torch.where(value >= -2.22, value.exp() + 0.5, -1 / (value + EULER))
    for _ in range(5):
        alpha = alpha - (alpha.digamma() - value) / alpha.polygamma(1)
    return alpha


def gamma_shape(gap: Values) -> Values:
    """The α with ln α − ψ(α) = ``gap``, the logarithm of the mean less the mean of the logarithms.

    Minka's Newton steps on 1/α (Estimating a gamma distribution, 2002), from the start of Thom (1958). A gap of 0, of
    equal draws, has no finite α.
    """
    alpha = (3 - gap + ((gap - 3).square() + 24 * gap).sqrt()) / (12 * gap)
    for _ in range(4):
        residual = alpha.log() - alpha.digamma() - gap
        alpha = 1 / (1 / alpha + residual / (alpha.square() * (1 / alpha - alpha.polygamma(1))))
    return alpha
