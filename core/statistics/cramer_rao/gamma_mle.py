"""Maximum likelihood where no formula gives it: gamma, for a whole table of samples at once.

Works on torch tensors of any shape and device by their methods.
"""

from __future__ import annotations

import torch
from jaxtyping import Float64

Values = Float64[torch.Tensor, "*shape"]

EULER = 0.5772156649015329


def inverse_digamma(value: Values) -> Values:
    """The α > 0 with ψ(α) = ``value``: Newton from Minka's start (Estimating a Dirichlet distribution, 2000)."""
    alpha = torch.where(value >= -2.22, value.exp() + 0.5, -1 / (value + EULER))
    for _ in range(5):
        alpha = alpha - (alpha.digamma() - value) / alpha.polygamma(1)
    return alpha


def gamma_shape(gap: Values) -> Values:
    """The α with ln α − ψ(α) = ``gap``, the logarithm of the mean less the mean of the logarithms.

    Minka's Newton steps on 1/α (Estimating a gamma distribution, 2002), from the start of Thom (1958). A gap of 0, of
    equal draws, has no finite α.
    """
    alpha = (3 - gap + ((gap - 3).square() + 24 * gap).sqrt()) / (12 * gap)
    for _ in range(4):
        residual = alpha.log() - alpha.digamma() - gap
        alpha = 1 / (1 / alpha + residual / (alpha.square() * (1 / alpha - alpha.polygamma(1))))
    return alpha
