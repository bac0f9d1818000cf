"""The k-th smallest of n draws, by its law: the share below it has the law Beta(k, n − k + 1)."""

import numpy as np
from jaxtyping import Float64, Int64
from scipy.special import betainc, betaincinv, expit

from core.populations import Population

LOGITS = np.arange(-34.0, 34.0, 0.1)  # integrands in them are analytic, so that equal steps converge fast
Sizes = Int64[np.ndarray, " steps"]
Steps = Float64[np.ndarray, " steps"]


def order_moments(its: Population, k: Sizes, sizes: Sizes) -> tuple[Steps, Steps]:
    """Mean and deviation of the k-th smallest of n draws, by its law I(k, n − k + 1); NaN where there is none."""
    found = []
    for place, n in zip(k.tolist(), sizes.tolist(), strict=True):
        if its.edges is not None and its.atoms is not None:
            x, mass = its.atoms, np.diff(betainc(place, n - place + 1, its.edges))
        else:
            x = its.quantile(np.clip(betaincinv(place, n - place + 1, expit(LOGITS)), 1e-300, 1 - 2.0**-53))
            mass = 0.1 * expit(LOGITS) * expit(-LOGITS)
        finite, mean = its.tail * min(place, n - place + 1), float(mass @ x)  # moments below this
        found.append((mean if finite > 1 else np.nan, np.sqrt(mass @ (x - mean) ** 2) if finite > 2 else np.nan))
    mean, deviation = np.array(found).T
    return mean, deviation
