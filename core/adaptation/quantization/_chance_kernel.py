"""The loop of stochastic rounding: Σ E e², the mean over all draws."""

import math

import numpy as np

from core.adaptation.quantization._kernel import CLIPPED, CLIPPING, ROUNDING, ZERO, Blocks, Choices, Ends, Row, Sums
from core.compiled import vectorised


@vectorised
def expected(
    x: Blocks, inverse: Choices, scale: Choices, zero: Choices, grid: Row, even: bool, limits: Ends, sums: Sums
) -> None:
    """Σ E e² where x/s + z goes up or down by chance between the numbers g ≤ h of ``grid`` around it: s² times
    (x/s − g)(h − x/s). Beyond the ends nothing is left to chance. On an ``even`` grid (whole numbers) g is the floor.
    """
    first, last = float(grid[0]), float(grid[-1])
    for b in range(x.shape[0]):
        for k in range(inverse.shape[1]):
            inv, s, z = inverse[b, k], scale[b, k], zero[b, k]
            total, outside, beyond = 0.0, 0.0, 0.0
            for i in range(x.shape[1]):
                v = float(x[b, i] * inv + z)
                c = min(max(v, first), last)
                if even:
                    part = c - math.floor(c)
                    square = part * (1.0 - part)
                else:
                    place = min(max(int(np.searchsorted(grid, np.float32(c))), 1), len(grid) - 1)
                    square = (c - float(grid[place - 1])) * (float(grid[place]) - c)
                square += (v - c) * (v - c)
                off = 1.0 if v < limits[0] or v > limits[1] else 0.0
                total += square
                outside += square * off
                beyond += off
            # A scale of 0 gives zeros back, and loses the numbers themselves.
            if s <= ZERO:
                for i in range(x.shape[1]):
                    sums[ROUNDING, b, k] += np.float64(x[b, i]) * np.float64(x[b, i])
                continue
            sums[ROUNDING, b, k] += (total - outside) * np.float64(s) * np.float64(s)
            sums[CLIPPING, b, k] += outside * np.float64(s) * np.float64(s)
            sums[CLIPPED, b, k] += beyond
