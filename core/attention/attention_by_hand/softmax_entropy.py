r"""The entropy that softmax leaves on average, exactly: of n independent normal scores, and of a random query's scores.

Z = Σᵢ exp(s·xᵢ) with independent standard normal xᵢ. With F(s) = E ln Z the mean entropy of softmax(s·x) is
F(s) − s·F′(s), because F′(s) is the mean of Σ wᵢxᵢ. From ln Z = ∫ (e^{−t} − e^{−tZ}) dt/t, where t = e^u,

    F(s) = ∫ (exp(−e^u) − G(u)ⁿ) du,   G(u) = E exp(−e^{u + s·x}),

two integrals of one variable for any n. The scores of a query q with normal keys are normal with deviation σ‖q‖ around
a mean that softmax does not notice, and ‖q‖²/σ² is noncentral χ² of d degrees of freedom: (z + √λ)² + χ²_{d−1} with z
standard normal and λ = ‖μ‖²/σ². Where λ is large it is averaged over as such a sum, since its own quantiles take
seconds, or are lost. Where it is not, some queries are nearly 0, which so few z would miss.

Source: the integral is Frullani's, used for E ln Z of random energies by Derrida (1981), "Random-energy model: an
exactly solvable model of disordered systems", Physical Review B 24, 2613.
"""

from functools import lru_cache

import numpy as np
from jaxtyping import Float64
from scipy import stats
from scipy.interpolate import CubicSpline

DEVIATIONS = np.concatenate([[0.0], np.geomspace(0.1, 16.0, 40)])
STEP = 0.25  # of u
LENGTHS = 64  # evenly in their logarithms, of a χ distribution
NEAR, NEAR_LENGTHS = 9.0, 1_024  # of a noncentral one: the largest √λ whose queries may be nearly 0
NODES = 32  # of Gauss and Hermite's rule for z


def mean_entropy(keys: int, deviation: Float64[np.ndarray, "*any"]) -> Float64[np.ndarray, "*any"]:
    """Bits of softmax over so many independent normal scores of the given ``deviation``, on average.

    Between computed places it is interpolated. Beyond a deviation s of 16 s times the bits is, linearly in 1/s, towards
    what two scores leave that are the largest and nearly equal: of weights 1 and e^{−sx} the integral over sx is π²/6.
    """
    last = DEVIATIONS[-1]
    within, share = _entropies(keys)(np.arcsinh(np.minimum(deviation, last))), last / np.maximum(deviation, last)
    two = np.pi**2 / 6 / np.log(2) * _ties(keys) / last
    return np.asarray(share * (two + share * (within - two)))


def mean_entropy_of_queries(keys: int, width: int, deviation: float, mean: float, *, scale: float) -> float:
    """Bits of softmax(scale·q·k) on average, every coordinate normal with the given ``mean`` and ``deviation``."""
    lengths, probabilities = _lengths(width, width**0.5 * abs(mean) / deviation)
    return float(probabilities @ mean_entropy(keys, abs(scale) * deviation**2 * lengths))


@lru_cache(maxsize=64)
def _entropies(keys: int) -> CubicSpline:
    """In bits, over the inverse hyperbolic sine of the deviation; flat at 0, since a deviation has no sign."""
    nats = [np.log(keys), *(_entropy(keys, float(s)) for s in DEVIATIONS[1:])]
    bits = np.maximum(np.array(nats) / np.log(2), 0.0)
    return CubicSpline(np.arcsinh(DEVIATIONS), bits, bc_type=("clamped", "not-a-knot"))


@lru_cache(maxsize=64)
def _ties(keys: int) -> float:
    """The density of the distance, at 0, between the two largest of so many standard normal numbers."""
    x = np.arange(-10.0, 10.0, 0.02)
    return float(keys * (keys - 1) * 0.02 * (stats.norm.pdf(x) ** 2 * stats.norm.cdf(x) ** (keys - 2)).sum())


@lru_cache(maxsize=256)
def _lengths(width: int, away: float) -> tuple[Float64[np.ndarray, " lengths"], Float64[np.ndarray, " lengths"]]:
    """Values of ‖q‖/σ and their probabilities, where ‖μ‖/σ is ``away``."""
    if away < NEAR:
        return _around(width, away, NEAR_LENGTHS if away else LENGTHS)
    z, heights = np.polynomial.hermite_e.hermegauss(NODES)
    across, shares = _around(width - 1, 0.0, LENGTHS)
    return np.hypot((z + away)[:, None], across).ravel(), np.outer(heights / heights.sum(), shares).ravel()


def _around(
    width: int, away: float, many: int
) -> tuple[Float64[np.ndarray, " lengths"], Float64[np.ndarray, " lengths"]]:
    """So many values of a noncentral χ of ``width`` degrees of freedom with √λ = ``away``, and their probabilities.
    Near 0, where all keys are alike however large the numbers, they lie close together."""
    if width == 0:
        return np.zeros(1), np.ones(1)
    first, last = (float(stats.chi.ppf(share, width)) for share in (1e-10, 1 - 1e-10))
    lengths = np.geomspace(first, last + away, many)
    heights = stats.ncx2.pdf(lengths**2, width, away**2) * lengths**2
    return lengths, heights / heights.sum()


def _entropy(keys: int, s: float) -> float:
    apart = min(0.25, 0.8 / s)  # exp(−e^(u + s·x)) falls over a stretch of 1/s
    x = np.arange(-7.0, 7.0, apart)
    density = np.exp(-(x**2) / 2) * apart / np.sqrt(2 * np.pi)
    u = np.arange(-7 * s - np.log(keys) - 20, 7 * s + 5, STEP)
    exponent = np.exp(np.minimum(u[:, None] + s * x, 30.0))
    held = np.exp(-exponent) * density
    g = held.sum(1)
    slope = -(held * exponent * x).sum(1)  # dG/ds
    free = (np.exp(-np.exp(np.minimum(u, 30.0))) - g**keys).sum() * STEP
    rising = -(keys * g ** (keys - 1) * slope).sum() * STEP
    return float(free - s * rising)
