"""The densities of a test's statistic under both hypotheses, cut where the test decides: what a picture shades.

For a t test the statistic is t. Equivalence is not decided by one number (two tests must reject), so there the picture
shows the estimate in true standard errors, z, and shades φ(z − δ)·P(s < (Δ − |z|)/c): where equivalence is declared.
"""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from jaxtyping import Float64
from scipy.special import gammainc

from core.statistics.t_test_power.design import Design
from core.statistics.t_test_power.noncentral_t import Array, density

Column = Float64[np.ndarray, " steps"]
Curve = Float64[np.ndarray, "steps points"]
Part = Float64[np.ndarray, "2 steps points"]

POINTS = 72
REACH = 4.6  # standard deviations drawn on each side


@dataclass(frozen=True, eq=False)
class Shaded:
    """A density, a row for each step, and the parts of it that lie left of, between and right of the critical values.

    A part that a design lacks has no height. Each part has x and y of its own, so that its edges stand exactly.
    """

    x: Curve
    y: Curve
    left: Part
    middle: Part
    right: Part


def shaded(design: Design, delta: Column, df: Column, critical: Column, margin: Column) -> Shaded:
    """The density of t with noncentrality ``delta``, cut at the critical values of ``design``'s alternative.

    For equivalence that of the estimate in standard errors, as the ``margin`` is; ``right`` is the part with which
    equivalence is declared.
    """
    if not design.signs:
        x = delta[:, None] + REACH * np.linspace(-1, 1, POINTS)
        y = np.exp(-((x - delta[:, None]) ** 2) / 2) / np.sqrt(2 * np.pi)
        room = np.maximum(margin[:, None] - np.abs(x), 0.0)
        with np.errstate(divide="ignore", invalid="ignore"):  # at α = ½ the critical value is 0: no s is too large
            most = room / critical[:, None]
        declared = y * np.where(room > 0, gammainc(df[:, None] / 2, df[:, None] * most**2 / 2), 0.0)
        return Shaded(x, y, *(np.stack([x, heights]) for heights in (np.zeros_like(y), y, declared)))
    spread = np.sqrt(1 + delta**2 / (2 * df)) * (1 + 2 / df)
    x = (delta * (1 + 0.75 / df))[:, None] + REACH * spread[:, None] * np.linspace(-1, 1, POINTS)
    y = density(x, df[:, None], delta[:, None])
    far = np.full((len(delta), 1), np.inf)
    low, high = (
        (sign * critical[:, None], density(sign * critical, df, delta)[:, None])
        if sign in design.signs
        else (sign * far, y)
        for sign in (-1, 1)
    )

    def part(start: tuple[Array, Array], end: tuple[Array, Array]) -> Part:
        """What lies between two edges, each a place and the height there."""
        beyond = (start[0] >= x[:, -1:]) | (end[0] <= x[:, :1])
        heights = np.where(x < start[0], start[1], np.where(x > end[0], end[1], y))
        return np.stack([np.where(beyond, x, np.clip(x, start[0], end[0])), np.where(beyond, 0.0, heights)])

    return Shaded(x, y, *(part(*edges) for edges in pairwise([(-far, y), low, high, (far, y)])))
