"""Bayes factors of one value of a parameter (H₀) against a prior around it (H₁), in closed form.

Of 100 observations whose mean has p = 0.05 and a prior as wide as one observation's deviation the data are 1.5 times as
probable under H₀:

>>> print(f"{float(np.exp(log_bf01_of_mean(1.959964, 100, 1.0))):.3f}")
1.501
"""

from typing import Any

import numpy as np
from scipy.special import betaln


def log_bf01_of_mean(z: Any, n: Any, tau: Any) -> Any:
    """ln BF₀₁ = ½ ln(1 + nτ²) − ½ z²·nτ²/(1 + nτ²): H₀ says that the mean θ is 0, H₁ that θ ~ N(0, τ²).

    ``z`` is x̄√n, with x̄ and ``tau`` in standard deviations of one of ``n`` observations (Gelman et al., *BDA*, 7.4).
    """
    growth = n * tau**2
    return 0.5 * np.log1p(growth) - 0.5 * z**2 * growth / (1 + growth)


def z_at_factor(factor: float, n: Any, tau: float) -> Any:
    """From which |z| on BF₁₀ = 1/BF₀₁ of a mean is at least ``factor``."""
    growth = n * tau**2
    return np.sqrt((2 * np.log(factor) + np.log1p(growth)) * (1 + growth) / growth)


def log_bf01_of_count(k: int, n: int, null: float, tau: Any) -> Any:
    """The same of ``k`` successes of ``n``: binomial with θ = ``null`` over beta–binomial.

    H₁ has Beta(p₀/τ², (1 − p₀)/τ²): a prior worth 1/τ² observations, as N(0, τ²) is.
    """
    a, b = null / tau**2, (1 - null) / tau**2
    return k * np.log(null) + (n - k) * np.log1p(-null) - betaln(a + k, b + n - k) + betaln(a, b)
