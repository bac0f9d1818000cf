"""The estimators of /cramer-rao: how each is computed, for every sample and every n of the axis at once, and what is
known of it exactly.

An estimate takes the draws (``Prefixes``) and where they come from (``Setting``), and returns a table
``[replicates, n]`` for each parameter that is estimated.
"""

import math
import threading
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import Literal

import numpy as np
import torch
from cachetools import LRUCache, cached
from jaxtyping import Float64
from scipy.special import ndtri

from core.statistics.cramer_rao._cauchy_kernel import highest_peaks, one_step
from core.statistics.cramer_rao.prefix_statistics import Prefixes

Values = Float64[torch.Tensor, "*shape"]
Tables = tuple[torch.Tensor, ...]
Sizes = Float64[np.ndarray, " n"]

# Tables of 1,024 samples, of some hundred kilobytes each: θ moves over the same draws.
KNOWN: LRUCache[Hashable, torch.Tensor] = LRUCache(32_000_000, getsizeof=lambda table: table.nbytes)
LOCK = threading.Lock()
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


Statistic = Callable[[Prefixes, Setting], Values]
Estimate = Callable[[Prefixes, Setting], Tables]
Variances = Callable[[Sizes, Setting], tuple[Sizes, ...]]
OfSetting = Callable[[Setting], float]


def located(statistic: Statistic) -> Estimate:
    """location + scale·T(z), with ``statistic`` the T of the standard draws: it moves and stretches with the draws, and
    of draws that come again, at another θ, it is known.
    """

    def key(draws: Prefixes, at: Setting) -> Hashable:
        return draws.digest, draws.draws.device, draws.grid, statistic, at.trim

    known = cached(KNOWN, key, LOCK)(statistic)
    return lambda draws, at: (draws.location + draws.scale * known(draws, at),)


def multiple(estimate: Estimate, factor: Callable[[Values], Values | float]) -> Estimate:
    """factor(n) times another estimate."""
    return lambda draws, at: tuple(table * factor(draws.sizes) for table in estimate(draws, at))


def both(first: Estimate, second: Estimate) -> Estimate:
    """Two parameters, each by an estimate of its own."""
    return lambda draws, at: first(draws, at) + second(draws, at)


def by_kernel(kernel: Callable[..., np.ndarray]) -> Statistic:
    """What a ``kernel`` makes of the standard draws, the sizes and the medians.

    It is compiled for the processor, where draws of another device go too: a table of every draw and every n takes
    longer to write down than to reckon.
    """

    def statistic(draws: Prefixes, at: Setting) -> Values:
        found = kernel(draws.draws.cpu().numpy(), np.array(draws.grid, np.int64), draws.median.cpu().numpy())
        return torch.from_numpy(found).to(draws.draws.device)

    return statistic


mean = located(lambda draws, at: draws.mean)
median = located(lambda draws, at: draws.median)
trimmed = located(lambda draws, at: draws.trimmed(at.trim))
largest = located(lambda draws, at: draws.quantile(1.0))
midrange = located(lambda draws, at: 0.5 * (draws.quantile(0.0) + draws.quantile(1.0)))
cauchy_likelihood = located(by_kernel(highest_peaks))
cauchy_one_step = located(by_kernel(one_step))


def second_moment(add: float) -> Estimate:
    """Σ(x − μ)²/(n + add), with μ known."""
    return lambda draws, at: (draws.scale**2 * draws.square * (draws.sizes / (draws.sizes + add)),)


def variance(add: float) -> Estimate:
    """Σ(x − x̄)²/(n + add)."""
    return lambda draws, at: (draws.scale**2 * draws.deviation / (draws.sizes + add),)


def squared_median_deviation(draws: Prefixes, at: Setting) -> Tables:
    """(median |x − μ| / 0.6745)², with μ known."""
    return ((draws.scale / _QUARTILE * Prefixes(draws.draws.abs(), draws.grid).median).square(),)


def squared_quartile_range(draws: Prefixes, at: Setting) -> Tables:
    """((upper − lower quartile) / 1.349)²."""
    apart = draws.quantile(0.75) - draws.quantile(0.25)
    return ((draws.scale * apart / (2 * _QUARTILE)).square(),)


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
    alpha = torch.where(value >= -2.22, value.exp() + 0.5, -1 / (value + np.euler_gamma))
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


@dataclass(frozen=True)
class Estimator:
    """``variance(n, setting)`` is exact where a closed form exists: for every n, an array for each parameter.

    ``tail(n, setting)`` is the index ν of the tails, P(|T| > t) ~ t^−ν, or a lower bound of it: E|T|^k is finite where
    k < ν. The variance needs ν > 2, and the Monte Carlo error of a variance ν > 4. ``moves`` says how E[T] follows θ:
    by as much (``shift``), as where there is no bias, in proportion (``scale``), or in no such simple way (``freely``).
    ``takes`` names the reader's setting that it takes.
    """

    label: str
    estimate: Estimate
    variance: Variances | None = None
    tail: Callable[[int, Setting], float] = lambda n, at: math.inf
    moves: Literal["shift", "scale", "freely"] = "freely"
    takes: Literal["", "trim", "weight"] = ""


MEDIAN = Estimator("median", median, moves="shift")
TRIMMED = Estimator("trimmed mean", trimmed, moves="shift", takes="trim")
MIDRANGE = Estimator("midrange", midrange, moves="shift")


def over_n(one: OfSetting) -> Variances:
    """Of a mean: that of one draw, divided by n."""
    return lambda n, at: (one(at) / n,)


def shrunk(label: str, towards: float, one: OfSetting) -> Estimator:
    """(n·x̄ + w·towards)/(n + w): the mean, with w more draws that are all ``towards``; ``one`` is the variance of one
    draw."""

    def estimate(draws: Prefixes, at: Setting) -> Tables:
        (own,) = mean(draws, at)
        return ((draws.sizes * own + at.weight * towards) / (draws.sizes + at.weight),)

    return Estimator(label, estimate, lambda n, at: (one(at) * n / (n + at.weight) ** 2,), takes="weight")


def of_gamma_rate(label: str, subtract: float, shape: OfSetting = lambda at: 1.0) -> Estimator:
    """(m − subtract)/Σx, where Σx is gamma of shape m = n·shape and rate θ: Var(1/Σx) = θ²/((m − 1)²(m − 2)). Where
    m = subtract it is 0, whatever is drawn.
    """

    def estimate(draws: Prefixes, at: Setting) -> Tables:
        return ((shape(at) - subtract / draws.sizes) / (draws.scale * draws.mean),)

    def variance(n: Sizes, at: Setting) -> tuple[Sizes, ...]:
        m = n * shape(at)
        times = at.theta * (m - subtract) / np.where(m > 2, m - 1, np.nan)
        return (np.where(m == subtract, 0.0, times**2 / np.where(m > 2, m - 2, np.nan)),)

    def tail(n: int, at: Setting) -> float:
        return math.inf if n * shape(at) == subtract else n * shape(at)

    return Estimator(label, estimate, variance, tail, "shift" if subtract == 1 else "scale")


def half_far_out(n: int, at: Setting) -> float:
    """The tail where half of the draws must lie far out on the same side (density tails like t⁻²)."""
    return float((n + 1) // 2)


def most_far_out(n: int, at: Setting) -> float:
    """Of the highest peak more than half must lie far out: as many there as around θ would have to stand closer to each
    other as well, and P(|T| > t) falls by t⁻ⁿᐟ²⁻¹ up to logarithms. Of two draws both peaks are equally high.
    """
    return 1.0 if n == 2 else float(n // 2 + 1)


def moments_of_gamma(n: int, at: Setting) -> float:
    """The fit of α runs away when all draws are nearly equal, that of β also when all are nearly 0."""
    return min(0.5 * (n - 1), n * at.theta)
