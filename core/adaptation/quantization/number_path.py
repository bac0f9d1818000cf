"""The way of single numbers to a code and back, with every intermediate; and the round trip of all of them."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Float64

from core.adaptation.quantization.blocks import Blocks
from core.adaptation.quantization.fake_quantization import Errors, Rounding, ends, fake_quantized, per_block, round_trip
from core.adaptation.quantization.formats import Integers
from core.adaptation.quantization.scheme import ScaleAndZero, Scheme

MOST_LEVELS = 257


@dataclass(frozen=True, eq=False)
class Numbers:
    """Some numbers on their way, over the steps: x/s, rounded, with z added, clipped to a code, and back."""

    scaled: Float64[np.ndarray, "steps numbers"]
    rounded: Float64[np.ndarray, "steps numbers"]
    shifted: Float64[np.ndarray, "steps numbers"]
    code: Float64[np.ndarray, "steps numbers"]
    back: Float64[np.ndarray, "steps numbers"]


def median_group(scales: ScaleAndZero) -> int:
    """A group whose scale is the median of all."""
    half = len(scales.scale) // 2
    return int(np.argpartition(scales.scale, half)[half])


def other_zero_point(scheme: Scheme, zero: float, notes: bool) -> float:
    """The other zero-point: the notes' where ``zero`` is right, the right one where it is the notes'."""
    codes = scheme.codes
    if not (isinstance(codes, Integers) and scheme.affine):
        return zero
    return float(zero + codes.low if notes else min(zero - codes.low, codes.high))


def through(x: np.ndarray, scheme: Scheme, scale: float, zero: float) -> tuple[np.ndarray, ...]:
    """x/s, rounded, z added, clipped, and s(q − z): of floating-point codes the last two are the code's value."""
    scaled = x / scale if scale else np.zeros_like(x)
    codes = scheme.codes
    if isinstance(codes, Integers):
        rounded = np.rint(scaled)
        code = np.clip(rounded + zero, codes.low, codes.high)
        return scaled, rounded, rounded + zero, code, scale * (code - zero)
    one = torch.ones(1, dtype=torch.float64)
    rounded = fake_quantized(torch.from_numpy(scaled), scheme, one, one, 0 * one).numpy()
    return scaled, rounded, rounded, rounded, scale * rounded


def tripped(
    blocks: Blocks, scheme: Scheme, scales: ScaleAndZero, rounding: Rounding, seed: int
) -> tuple[Float[np.ndarray, "blocks width"], Errors]:
    """The round trip: by compiled loops, or by torch's operators where it rounds by chance.

    On the processor everywhere: a GPU was slower, and would draw other numbers than the presets speak of.
    """
    if rounding == "nearest":
        return round_trip(blocks, scheme, scales)
    own = per_block(blocks, scales)
    singles = (each.astype(np.float32) for each in (blocks.x, own.scale, own.inverse, own.zero))
    x, scale, inverse, zero = map(torch.from_numpy, singles)
    generator = torch.Generator().manual_seed(seed % 2**63)
    back = fake_quantized(x, scheme, scale, inverse, zero, rounding, generator)
    error = (back - x).double()
    square = error.square()
    low, high = ends(scheme)
    code = x * inverse + zero
    beyond = (code < low) | (code > high)
    sums = (square * ~beyond, square * beyond)
    rounded, clipped = (one.sum(1, keepdim=True).numpy() for one in sums)
    found = Errors(
        rounded,
        clipped,
        error.abs().amax(1, keepdim=True).numpy(),
        beyond.double().sum(1, keepdim=True).numpy(),
    )
    return back.numpy(), found


def visible_levels(scheme: Scheme, scale: float, zero: float, low: float, high: float) -> np.ndarray:
    """Where the codes lie, as far as they are in sight; NaN fills the row, and stands alone where they are too many."""
    places = np.full(MOST_LEVELS, np.nan)
    grid = scheme.codes.grid
    if len(grid) <= MOST_LEVELS:
        at = scale * (grid - zero)
        at = np.unique(at[(at >= low * 1.05 - 1e-12) & (at <= high * 1.05 + 1e-12)])
        places[: len(at)] = at
    return places


def stacked(steps: list[tuple[np.ndarray, ...]]) -> Numbers:
    return Numbers(*(np.array([step[i] for step in steps], np.float64) for i in range(5)))
