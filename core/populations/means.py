"""The law of a standardised mean of n draws, and how far it is from the normal law (Kolmogorov's distance)."""

from bisect import bisect_left
from itertools import count
from math import comb, factorial

import numpy as np
from scipy.special import bdtr, gammainc, ndtr

from core.populations import Population, Some

Z = np.linspace(-4.0, 4.0, 801)  # where continuous laws are compared


def exact_law(its: Population, n: int, z: Some) -> Some | None:
    """P((x̄ − μ)·√n/σ ≤ z) of n continuous draws; ``None`` where the law of their sum is not known."""
    match its.kind:
        case "normal":
            return np.asarray(ndtr(z))
        case "exponential":
            return np.asarray(gammainc(n, np.maximum(n + np.sqrt(n) * z, 0.0)))
        case "uniform":
            return irwin_hall(n, z)
    return None


def irwin_hall(n: int, z: Some) -> Some:
    """The law of a sum of n uniform draws, standardised: by its polynomial, or from n = 9 on, where that loses digits,
    by inverting its characteristic function (sin t/t)ⁿ, of which the rest beyond the last t is below 10⁻¹².
    """
    if n < 9:
        x = np.clip(n / 2 + z * np.sqrt(n / 12), 0, n)
        parts = [(-1) ** k * comb(n, k) * np.maximum(x - k, 0) ** n for k in range(n + 1)]
        return np.asarray(np.sum(parts, axis=0) / factorial(n))
    t = 0.25 * (np.arange(400) + 0.5)
    height = np.sinc(np.sqrt(3 / n) * t / np.pi) ** n / t
    return np.asarray(0.5 + np.sin(np.multiply.outer(z, t)) @ height * 0.25 / np.pi)


def exact_distance(its: Population, n: int) -> float:
    """sup |F − Φ| of the standardised mean of n draws; NaN where F is not known."""
    if its.kind != "bernoulli":
        law = exact_law(its, n, Z)
        return float("nan") if law is None else float(np.abs(law - ndtr(Z)).max())
    mean, spread = n * its.mean, np.sqrt(n) * its.deviation
    yes = np.arange(max(0.0, np.floor(mean - 9 * spread)), min(n, np.ceil(mean + 9 * spread)) + 1)
    law = np.append(bdtr(yes[0] - 1, n, its.mean) if yes[0] else 0.0, bdtr(yes, n, its.mean))
    normal = ndtr((yes - mean) / spread)  # F jumps at each count of yes, from the law before it
    return float(np.maximum(np.abs(law[1:] - normal), np.abs(law[:-1] - normal)).max())


def smallest(its: Population, distance: float) -> int | None:
    """An n where the exact distance is below ``distance`` and at n − 1 is not; ``None`` where it is not known."""
    if np.isnan(exact_distance(its, 1)):
        return None
    enough = next(n for n in (2**power for power in count()) if exact_distance(its, n) < distance)
    few = range(enough // 2 + 1, enough)
    return few.start + bisect_left(few, True, key=lambda n: exact_distance(its, n) < distance)
