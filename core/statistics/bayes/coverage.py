"""How often intervals for a share hold the true one: credible ones beside those of the textbooks, by a finite sum."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy import stats

from core.explorer import OfArrays
from core.intervals import clopper_pearson, equal_tailed, highest_density, wald, wilson
from core.statistics.bayes.params import METHODS, Params

THETAS = np.linspace(0.005, 0.995, 199).round(3)
KINDS = ("credible", *METHODS)
CLOSE = 1e-9  # of an end of an interval to 0 or 1


@dataclass(frozen=True, eq=False)
class Coverage(OfArrays):
    """At each true share of ``THETAS`` the ``share`` of intervals of each kind that hold it, exactly and ``simulated``
    with a Monte Carlo ``error``. ``low`` and ``high`` are the intervals for each count. ``below`` is the share of
    samples whose credible interval lies below θ; ``average`` is coverage averaged over the prior.
    """

    params: Params
    low: Float64[np.ndarray, "kinds counts"]
    high: Float64[np.ndarray, "kinds counts"]
    share: Float64[np.ndarray, "kinds thetas"]
    below: Float64[np.ndarray, " thetas"]
    average: Float64[np.ndarray, " kinds"]
    simulated: Float64[np.ndarray, "kinds thetas"]
    error: Float64[np.ndarray, "kinds thetas"]

    def table(self) -> pd.DataFrame:
        """One true share to a row; coverage of each kind of interval, as a share."""
        parts = (("", self.share), ("_simulated", self.simulated), ("_error", self.error))
        columns = {f"coverage_{kind}{what}": each[i] for i, kind in enumerate(KINDS) for what, each in parts}
        return pd.DataFrame({"true_share": THETAS, **columns})


def intervals(params: Params) -> tuple[np.ndarray, np.ndarray]:
    """Ends of the intervals of each kind for 0 to n successes."""
    n, k, level = params.n, np.arange(params.n + 1.0), params.level / 100
    posterior, one_peak = stats.beta(params.a + k, params.b + n - k), (params.a + k >= 1) | (params.b + n - k >= 1)
    credible = highest_density(posterior, level, one_peak) if params.highest else equal_tailed(posterior, level)
    ends = np.array([credible, *(kind(k, n, level) for kind in (wald, wilson, clopper_pearson))])
    return ends[:, 0], ends[:, 1]


def cover(params: Params) -> Coverage:
    """Coverage at θ is Σ P(k | θ) over the counts k whose interval holds θ."""
    low, high = intervals(params)
    n, k, theta = params.n, np.arange(params.n + 1), THETAS[:, None]
    chance = stats.binom(n, theta).pmf(k)
    held = [(low[i] <= theta) & (theta <= high[i]) for i in range(len(KINDS))]
    posterior = stats.beta(params.a + k, params.b + n - k)
    between = posterior.cdf(high) - posterior.cdf(low)
    close = (low[0] < CLOSE) | (high[0] > 1 - CLOSE)  # where doubles stand too far apart to say how much lies between
    between[0, close] = params.level / 100
    average = stats.betabinom(n, params.a, params.b).pmf(k) * between
    drawn = np.random.default_rng(params.seed).binomial(n, THETAS, (params.replicates, len(THETAS)))
    simulated = np.stack([one[np.arange(len(THETAS)), drawn].mean(axis=0) for one in held])
    return Coverage(params, low, high, np.stack([(chance * one).sum(axis=1) for one in held]),
                    (chance * (high[0] < theta)).sum(axis=1), average.sum(axis=1), simulated,
                    np.sqrt(simulated * (1 - simulated) / params.replicates))  # fmt: skip
