"""The way of single numbers to a code and back, with every intermediate."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

from core.adaptation.quantization.formats import Integers, round_to
from core.adaptation.quantization.scheme import ScaleAndZero, Scheme

MOST_LEVELS = 257


@dataclass(frozen=True, eq=False)
class Numbers:
    """Some numbers on their way, over the steps: x/s, rounded, with z added, clipped to a code, and back (the results
    of ``through``)."""

    scaled: Float64[np.ndarray, "steps numbers"]
    rounded: Float64[np.ndarray, "steps numbers"]
    shifted: Float64[np.ndarray, "steps numbers"]
    code: Float64[np.ndarray, "steps numbers"]
    back: Float64[np.ndarray, "steps numbers"]


def median_group(scales: ScaleAndZero) -> int:
    """A group whose scale is the median of all."""
    half = len(scales.scale) // 2
    return int(np.argpartition(scales.scale, half)[half])


def through(x: np.ndarray, scheme: Scheme, scale: float, zero: float) -> tuple[np.ndarray, ...]:
    """x/s, rounded, z added, clipped, and s(q − z): of floating-point codes the last two are the code's value."""
    scaled = x / scale if scale else np.zeros_like(x)
    codes = scheme.codes
    if isinstance(codes, Integers):
        rounded = np.rint(scaled)
        code = np.clip(rounded + zero, codes.low, codes.high)
        return scaled, rounded, rounded + zero, code, scale * (code - zero)
    rounded = round_to(codes, scaled)
    return scaled, rounded, rounded, rounded, scale * rounded


def visible_levels(scheme: Scheme, scale: float, zero: float, low: float, high: float) -> np.ndarray:
    """Where the codes lie, as far as they are in sight; NaN fills the row, and stands alone where they are too many."""
    places = np.full(MOST_LEVELS, np.nan, np.float32)
    grid = scheme.codes.grid
    if len(grid) <= MOST_LEVELS:
        at = scale * (grid - zero)
        at = np.unique(at[(at >= low * 1.05 - 1e-12) & (at <= high * 1.05 + 1e-12)])
        places[: len(at)] = at
    return places
