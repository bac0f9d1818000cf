"""Why the products are divided by √d: their variance grows with d, and softmax of large numbers is all but one-hot.

Queries and keys with independent coordinates of mean μᵢ (the same for both) and variance σ² have

    E[q·k] = ‖μ‖²,   Var(q·k) = Σᵢ (σ⁴ + 2σ²μᵢ²) = dσ⁴ + 2σ²‖μ‖²,

so that with μ = 0, σ = 1 dividing by √d gives variance 1 for every d.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from core.models.softmax import entropy, softmax

DRAWN = 65_536  # normal numbers that stand in memory together


@dataclass(frozen=True)
class Simulated:
    """The ``variance`` of products measured on draws, with its standard error; and the softmax of rows of them.

    ``largest`` is the mean of the largest weight of a row, ``entropy`` the mean entropy in bits.
    """

    variance: float
    variance_error: float
    largest: float
    entropy: float


def product_variance(width: int, deviation: float, mean: float, *, scale: float = 1.0) -> float:
    """Of scale·q·k when every coordinate has the given ``mean`` and ``deviation``: ‖μ‖² = ``width``·``mean``²."""
    return scale**2 * (width * deviation**4 + 2 * deviation**2 * (width * mean**2))


def draw_products(
    width: int, deviation: float, mean: float, *, keys: int, rows: int, seed: int | tuple[int, ...]
) -> Float64[np.ndarray, "rows keys"]:
    """q·k of ``rows`` queries with ``keys`` keys each, all coordinates normal, by ``seed``."""
    draw = np.random.default_rng(seed)
    queries = draw.normal(mean, deviation, (rows, width))
    products = np.empty((rows, keys))
    many = max(1, DRAWN // (keys * width))
    for start in range(0, rows, many):  # some rows at a time: rows × keys × width numbers need not stand together
        query = queries[start : start + many, :, None]
        products[start : start + many] = (draw.normal(mean, deviation, (len(query), keys, width)) @ query)[..., 0]
    return products


def measure(products: Float64[np.ndarray, "rows keys"], mean: float = 0.0) -> Simulated:
    """The variance of the ``products`` of independent rows about their true ``mean``, and what a row's softmax is."""
    # Products of one row share their query; rows are independent, so the error comes from the rows. About the mean of
    # the draws, two rows off centre would have half of their variance, and hardly an error.
    squares = ((products - mean) ** 2).mean(1)
    weights = softmax(products)
    return Simulated(
        float(squares.mean()),
        float(squares.std(ddof=1) / np.sqrt(len(products))) if len(products) > 1 else float("nan"),
        float(weights.max(1).mean()),
        float(entropy(weights).mean()),
    )
