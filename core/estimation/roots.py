"""Maximum likelihood where no formula gives it: gamma and Cauchy, for a whole table of samples at once.

Works on torch tensors of any shape and device by their methods.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import torch
from jaxtyping import Float, Float64

if TYPE_CHECKING:
    from core.estimation.prefixes import Prefixes

Values = Float64[torch.Tensor, "*shape"]
Rows = Float[torch.Tensor, "replicates n"]
Column = Float[torch.Tensor, "replicates 1"]

SMALL = 16  # up to so many draws the likelihood of a Cauchy location may well have several peaks
MIDDLING, LARGE = 40, 100
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


def cauchy_location(prefixes: Prefixes) -> Float64[torch.Tensor, "replicates n"]:
    """The highest peak of −Σ ln(1 + (z − m)²) for each prefix.

    Up to 16 draws every draw is tried as a start. Beyond, the median is almost surely under the highest peak, and then
    the estimate of an n a little smaller stands within half a standard error: each of Newton's steps squares that.
    """
    found: list[torch.Tensor] = []
    for k, n in enumerate(prefixes.grid):
        rows = prefixes.draws[:, :n]
        if n <= SMALL:
            start, steps = _best_draw(rows), 12
        elif n <= MIDDLING or n > 1.3 * prefixes.grid[k - 1] or not found:
            start, steps = prefixes.median[:, k, None].to(rows.dtype), 6
        else:
            start, steps = found[-1], 3 if n <= LARGE else 2
        found.append(_climb(rows, start, steps))
    return torch.cat(found, dim=1).double()


def cauchy_step(prefixes: Prefixes) -> Float64[torch.Tensor, "replicates n"]:
    """The median and one step of Fisher scoring from it, m + (4/n)·Σ d/(1 + d²) with d = z − m."""
    columns = []
    for k, n in enumerate(prefixes.grid):
        start = prefixes.median[:, k, None]
        apart = prefixes.draws[:, :n] - start.to(prefixes.draws.dtype)
        columns.append(start + 4 / n * _dot(apart, 1 / (1 + apart.square())).double())
    return torch.cat(columns, dim=1)


def _best_draw(rows: Rows) -> Float[torch.Tensor, "replicates 1"]:
    misfit = (rows[:, :, None] - rows[:, None, :]).square().log1p().sum(dim=1)
    return rows.gather(1, misfit.argmin(dim=1, keepdim=True))


def _climb(rows: Rows, at: Column, steps: int) -> Column:
    """Newton's steps on the score 2Σ dw, w = 1/(1 + d²), with slope 2Σ w(2w − 1), kept from falling below n/4.

    That is half of its expectation; the score of one draw is at most 1, so that no step is longer than 4.
    """
    for _ in range(steps):
        apart = rows - at
        weight = apart.square().add_(1).reciprocal_()
        slope = 4 * _dot(weight, weight) - 2 * weight.sum(dim=1, keepdim=True)
        at = at + 2 * _dot(apart, weight) / slope.clamp_min(rows.shape[1] / 4)
    return at


def _dot(left: Rows, right: Rows) -> Column:
    dots: Column = torch.linalg.vecdot(left, right)[:, None]
    return dots
