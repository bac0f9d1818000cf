"""Where a Cauchy lies, for a whole table of samples at once: maximum likelihood, and one step from the median.

On a processor a compiled kernel does it; any other device takes the same steps by torch.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import torch
from jaxtyping import Float, Float64

from core.statistics.cramer_rao._cauchy_kernel import SMALL, highest_peaks, one_step

if TYPE_CHECKING:
    from core.statistics.cramer_rao.prefix_statistics import Prefixes

Rows = Float[torch.Tensor, "replicates n"]
Column = Float[torch.Tensor, "replicates 1"]
Table = Float64[torch.Tensor, "replicates n"]

MIDDLING, LARGE = 40, 100


def cauchy_location(prefixes: Prefixes) -> Table:
    """The highest peak of −Σ ln(1 + (z − m)²) for each prefix."""
    if prefixes.draws.device.type != "cpu":
        return location_by_torch(prefixes)
    sizes = np.array(prefixes.grid, np.int64)
    return torch.from_numpy(highest_peaks(prefixes.draws.numpy(), sizes, prefixes.median.numpy()))


def cauchy_step(prefixes: Prefixes) -> Table:
    """The median and one step of Fisher scoring from it, m + (4/n)·Σ d/(1 + d²) with d = z − m."""
    if prefixes.draws.device.type != "cpu":
        return step_by_torch(prefixes)
    sizes = np.array(prefixes.grid, np.int64)
    return torch.from_numpy(one_step(prefixes.draws.numpy(), sizes, prefixes.median.numpy()))


def location_by_torch(prefixes: Prefixes) -> Table:
    """``cauchy_location`` on any device, all samples at once.

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


def step_by_torch(prefixes: Prefixes) -> Table:
    """``cauchy_step`` on any device."""
    columns = []
    for k, n in enumerate(prefixes.grid):
        start = prefixes.median[:, k, None]
        apart = prefixes.draws[:, :n] - start.to(prefixes.draws.dtype)
        columns.append(start + 4 / n * _dot(apart, 1 / (1 + apart.square())).double())
    return torch.cat(columns, dim=1)


def _best_draw(rows: Rows) -> Column:
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
