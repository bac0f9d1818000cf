"""One point null hypothesis H₀ against priors of every width: the Bayes factor and the posterior together."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy import stats
from scipy.special import expit, logit, ndtri

from core.bayes_factors import log_bf01_of_count, log_bf01_of_mean
from core.explorer import OfArrays
from core.intervals import equal_tailed
from core.statistics.bayes.params import Params

WIDTHS = np.array([float(f"{width:.4g}") for width in np.logspace(-3, 3, 121)])
Of = Float64[np.ndarray, " widths"]


@dataclass(frozen=True, eq=False)
class Width(OfArrays):
    """For each width ``tau``: ``log_bf01``, how much more probable the data are under H₀; ``null``, P(H₀ | data); the
    posterior's mean and interval under H₁, and its mean over both, ``averaged``.
    """

    params: Params
    tau: Of
    log_bf01: Of
    null: Of
    mean: Of
    low: Of
    high: Of
    averaged: Of
    p_value: float
    estimate: float

    def table(self) -> pd.DataFrame:
        """One width to a row: the numbers of prior robustness."""
        return pd.DataFrame({
            "width_tau": self.tau, "log10_bf01": self.log_bf01 / np.log(10), "p_h0": self.null,
            "posterior_mean": self.mean, "low": self.low, "high": self.high, "mean_over_both": self.averaged,
        })  # fmt: skip


def widen(params: Params) -> Width:
    """All widths at once. Of a mean, x̄ ~ N(θ, 1/n) with H₀: θ = 0, x̄ is as far off as its p-value says."""
    n, tau, k, centre = params.n, WIDTHS, params.successes, params.null
    if params.test == "normal":
        z, centre, p = float(-ndtri(params.p_value / 2)), 0.0, params.p_value
        at, share = z / np.sqrt(n), n * tau**2 / (1 + n * tau**2)
        posterior: Any = stats.norm(share * at, np.sqrt(share / n))
        log_bf01 = log_bf01_of_mean(z, n, tau)
    else:
        a, b, at = centre / tau**2, (1 - centre) / tau**2, k / n
        posterior = stats.beta(a + k, b + n - k)
        log_bf01 = log_bf01_of_count(k, n, centre, tau)
        p = float(stats.binomtest(k, n, centre).pvalue)
    null, mean = expit(log_bf01 + logit(params.prior_null / 100)), posterior.mean()
    return Width(params, tau, log_bf01, null, mean, *equal_tailed(posterior, params.level / 100),
                 null * centre + (1 - null) * mean, p, at)  # fmt: skip
