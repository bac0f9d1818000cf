"""Nodes and weights from −1 to 1, by which an integral becomes a sum."""

from functools import lru_cache

import numpy as np
from jaxtyping import Float64

Nodes = Float64[np.ndarray, " nodes"]


@lru_cache(maxsize=64)
def legendre(nodes: int) -> tuple[Nodes, Nodes]:
    """Those of Gauss and Legendre: exact for polynomials up to the degree 2·nodes − 1."""
    node, weight = np.polynomial.legendre.leggauss(nodes)
    return np.asarray(node), np.asarray(weight)
