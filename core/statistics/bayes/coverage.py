"""How often intervals for a share hold the true one: credible ones beside those of the textbooks, by a finite sum."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy import stats
from scipy.special import ndtri

from core.explorer import OfArrays
from core.statistics.bayes.pairs import highest_density
from core.statistics.bayes.params import METHODS, Params

THETAS = np.linspace(0.005, 0.995, 199).round(3)
KINDS = ("credible", *METHODS)


@dataclass(frozen=True, eq=False)
class Coverage(OfArrays):
    """At each true share of ``THETAS`` the ``share`` of intervals of each kind that hold it, exactly and ``simulated``.

    ``low`` and ``high`` are the intervals for each count. ``below`` is the share of samples whose credible interval
    lies below θ; ``average`` is coverage averaged over the prior.
    """

    params: Params
    low: Float64[np.ndarray, "kinds counts"]
    high: Float64[np.ndarray, "kinds counts"]
    share: Float64[np.ndarray, "kinds thetas"]
    below: Float64[np.ndarray, " thetas"]
    average: Float64[np.ndarray, " kinds"]
    simulated: Float64[np.ndarray, "kinds thetas"]

    @property
    def error(self) -> Float64[np.ndarray, "kinds thetas"]:
        """The Monte Carlo error √(P(1 − P)/replicates) of what is simulated."""
        return np.asarray(np.sqrt(self.simulated * (1 - self.simulated) / self.params.replicates))

    def table(self) -> pd.DataFrame:
        """One true share to a row; coverage of each kind of interval, as a share."""
        parts = (("", self.share), ("_simulated", self.simulated), ("_error", self.error))
        columns = {f"coverage_{kind}{what}": each[i] for i, kind in enumerate(KINDS) for what, each in parts}
        return pd.DataFrame({"true_share": THETAS, **columns})


def intervals(params: Params) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the intervals of each kind for 0 to n successes."""
    n, k, tail = params.n, np.arange(params.n + 1.0), 0.5 - params.level / 200
    posterior, z, p = stats.beta(params.a + k, params.b + n - k), float(-ndtri(tail)), k / n
    credible = posterior.ppf(tail), posterior.ppf(1 - tail)
    if params.highest:
        credible = highest_density(posterior, params.level / 100, (params.a + k >= 1) | (params.b + n - k >= 1))
    wald, centre = z * np.sqrt(p * (1 - p) / n), (p + z**2 / (2 * n)) / (1 + z**2 / n)
    wilson = z / (1 + z**2 / n) * np.sqrt(p * (1 - p) / n + (z / (2 * n)) ** 2)
    below, above = stats.beta(np.maximum(k, 1), n - k + 1), stats.beta(k + 1, np.maximum(n - k, 1))
    exact = np.where(k > 0, below.ppf(tail), 0.0), np.where(k < n, above.ppf(1 - tail), 1.0)
    ends = np.array([credible, (p - wald, p + wald), (centre - wilson, centre + wilson), exact]).clip(0, 1)
    return ends[:, 0], ends[:, 1]


def cover(params: Params) -> Coverage:
    """Coverage at θ is Σ P(k | θ) over the counts k whose interval holds θ."""
    low, high = intervals(params)
    n, k, theta = params.n, np.arange(params.n + 1), THETAS[:, None]
    chance = stats.binom(n, theta).pmf(k)
    held = [(low[i] <= theta) & (theta <= high[i]) for i in range(len(KINDS))]
    posterior = stats.beta(params.a + k, params.b + n - k)
    average = stats.betabinom(n, params.a, params.b).pmf(k) * (posterior.cdf(high) - posterior.cdf(low))
    drawn = np.random.default_rng(params.seed).binomial(n, THETAS, (params.replicates, len(THETAS)))
    return Coverage(params, low, high, np.stack([(chance * one).sum(axis=1) for one in held]),
                    (chance * (high[0] < theta)).sum(axis=1), average.sum(axis=1),
                    np.stack([one[np.arange(len(THETAS)), drawn].mean(axis=0) for one in held]))  # fmt: skip
