"""Where a Cauchy lies, for a whole table of samples at once: maximum likelihood, and one step from the median.

Compiled for the processor, where draws of another device go too: a table of every draw and every n takes longer to
write down than to reckon.
"""

from collections.abc import Callable

import numpy as np
import torch
from jaxtyping import Float64

from core.statistics.cramer_rao._cauchy_kernel import highest_peaks, one_step
from core.statistics.cramer_rao.prefix_statistics import Prefixes

Table = Float64[torch.Tensor, "replicates n"]


def cauchy_location(prefixes: Prefixes) -> Table:
    """The highest peak of −Σ ln(1 + (z − m)²) for each prefix."""
    return _compiled(highest_peaks, prefixes)


def cauchy_step(prefixes: Prefixes) -> Table:
    """The median and one step of Fisher scoring from it, m + (4/n)·Σ d/(1 + d²) with d = z − m."""
    return _compiled(one_step, prefixes)


def _compiled(kernel: Callable[..., np.ndarray], prefixes: Prefixes) -> Table:
    draws, medians = prefixes.draws.cpu().numpy(), prefixes.median.cpu().numpy()
    found = kernel(draws, np.array(prefixes.grid, np.int64), medians)
    return torch.from_numpy(found).to(prefixes.draws.device)
