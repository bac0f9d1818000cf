"""Errors of a linear model that are not independent, alike and normal: their law, and draws from it."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
from jaxtyping import Float64, Int64

Rows = Float64[np.ndarray, " rows"]


@dataclass(frozen=True, eq=False)
class Errors:
    """mean + deviation·z, where z of neighbours is correlated by ``phi``, or has the tails of Student's t."""

    mean: Rows
    deviation: Rows
    phi: float = 0.0
    freedom: float = np.inf

    def covariance(self, apart: Int64[np.ndarray, "rows rows"]) -> Float64[np.ndarray, "rows rows"]:
        """Of rows that stand so far ``apart``. Student's t has the variance 1/(1 − 2/ν), for ν > 2; normal errors 1."""
        variance = 1 / (1 - 2 / self.freedom)
        return np.asarray(variance * np.outer(self.deviation, self.deviation) * self.phi**apart)

    def draw(self, z: torch.Tensor, along: np.ndarray) -> torch.Tensor:
        """Of ``standard`` draws z (rows × replicates). Each row of ``along`` is a neighbour of the next."""
        z = z.clone() if self.phi else z
        for last, row in pairwise(along) if self.phi else ():
            z[row] = self.phi * z[last] + np.sqrt(1 - self.phi**2) * z[row]
        mean, deviation = (torch.as_tensor(each, device=z.device)[:, None] for each in (self.mean, self.deviation))
        return mean + deviation * z


def standard(uniform: torch.Tensor, freedom: float) -> torch.Tensor:
    """Draws of Student's t, or of a normal number where ``freedom`` is infinite, of two uniform ones each, by the polar
    method (Bailey, 1994).
    """
    first = 1 - uniform[0]  # above 0
    if freedom < 1e6:
        radius = torch.sqrt(freedom * (first ** (-2 / freedom) - 1))
    else:
        radius = torch.sqrt(-2 * torch.log(first))
    return radius * torch.cos(2 * torch.pi * uniform[1])
