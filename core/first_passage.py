"""When a sum of independent normal steps first leaves given bounds: the law of sequential tests, exactly."""

import numpy as np
from jaxtyping import Float64

from core.quadrature import legendre

FAR = 7.0  # standard deviations beyond which no sum is followed
DIGITS = 10  # decimals of a share: what lies beyond FAR and between the nodes is below 5·10⁻¹¹
Looks = Float64[np.ndarray, " looks"]


def first_passage(edge: Looks, mean: float, variance: float) -> Looks:
    """P(|S| has reached its edge by each look) of sums S of normal steps (Armitage, McPherson and Rowe, 1969).

    From look to look the density of those that went on is integrated over nodes of Gauss and Legendre, and what lies
    beyond the next edge is left out.
    """
    spread, left, s, density = np.sqrt(variance), np.zeros(len(edge)), np.zeros(1), np.ones(1)
    for look, (low, high, count) in enumerate(zip(*reached(edge, mean, variance), strict=True)):
        if not count:
            break
        x, weight = legendre(int(count))
        at, half = (low + high) / 2 + (high - low) / 2 * x, (high - low) / 2
        density = np.exp(-(((at[:, None] - s - mean) / spread) ** 2) / 2) @ density
        density *= half * weight / (spread * np.sqrt(2 * np.pi))
        s, left[look] = at, density.sum()
    return np.asarray(np.clip((1 - left).round(DIGITS), 0.0, 1.0))


def reached(edge: Looks, mean: float, variance: float) -> tuple[Looks, Looks, np.ndarray]:
    """Between which ends each look's density is followed, and at how many nodes: 1.8 or more for a deviation, or 0."""
    looks, spread = np.arange(1, len(edge) + 1), np.sqrt(variance)
    far = FAR * spread * np.sqrt(looks)
    low, high = np.maximum(-edge, mean * looks - far), np.minimum(edge, mean * looks + far)
    return low, high, np.where(high > low, 32 * (1 + ((high - low) / (18 * spread)).astype(int)), 0)


def products(edge: Looks, mean: float, variance: float) -> int:
    """How many products ``first_passage`` adds up, without doing it."""
    nodes = reached(edge, mean, variance)[2]
    return int((nodes[1:] * nodes[:-1]).sum())
