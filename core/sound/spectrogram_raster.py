"""Spectrograms ready to draw: power in decibels as bytes, no more cells than a screen has pixels.

A cell of time is a whole number of frames, a row of frequency what ``core.sound.frequency_axis`` says, and a cell shows
the largest power within it. Windows are scaled by 2/Σw: a sine of amplitude 1 on a bin reads 0 dB through every window
(a constant of 1 reads +6 dB).

Analyses with windows, hops and transforms of their own go through in one call, on the GPU where there is one.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float, Float32, Float64, UInt8

from core import device as devices
from core.device import Device
from core.errors import InputError
from core.sound.block_maxima import Part, largest
from core.sound.frequency_axis import Rows
from core.sound.stft import Padding, centre, check, frame_count

Measure = Literal["decibels", "magnitude", "power"]
MAX_COLUMNS = 1_400


@dataclass(frozen=True)
class Framing:
    """Frames of ``fft_length`` centred at ``start``, ``start`` + ``hop``, … up to ``stop`` (None: the end), in samples.

    They see the signal beyond both, where there is some, and ``padding`` where there is none.
    """

    hop: int
    fft_length: int
    padding: Padding = "zeros"
    start: int = 0
    stop: int | None = None


@dataclass(frozen=True, eq=False)
class Grid:
    """Power in cells, rows from low to high frequency; 1 is a sine of amplitude 1.

    Column j covers ``column_frames`` frames (the last one perhaps fewer) and spans ``start`` + j·``column_seconds`` …
    ``start`` + (j + 1)·``column_seconds`` seconds: from half a hop before its first frame to half a hop after its last.
    ``device`` says where it was computed.
    """

    power: Float32[np.ndarray, "windows rows columns"]
    edges: Float64[np.ndarray, " edges"]  # Hz
    start: float  # s
    column_seconds: float
    column_frames: int
    device: str = "cpu"


@dataclass(frozen=True, eq=False)
class Analysis:
    """Windows, of any lengths up to that of the transform, that share frames and bins; and the picture's size."""

    windows: Sequence[Float[np.ndarray, " _"]]
    framing: Framing
    rows: Rows
    max_columns: int = MAX_COLUMNS


def grid(
    signal: Float32[np.ndarray, " samples"],
    sample_rate: float,
    analysis: Analysis,
    device: Device = "cpu",
    *,
    progress: Callable[[float], None] | None = None,
) -> Grid:
    """One of ``grids``."""
    return grids(signal, sample_rate, [analysis], device, progress=progress)[0]


def grids(
    signal: Float32[np.ndarray, " samples"],
    sample_rate: float,
    analyses: Sequence[Analysis],
    device: Device = "cpu",
    *,
    progress: Callable[[float], None] | None = None,
) -> list[Grid]:
    """|X[k, t]|²·(2/Σw)² of an excerpt of a signal, the largest in each cell, for all analyses in one call.

    On the ``cpu`` this needs no torch, and beside the signal and the result only a few megabytes. ``progress``
    hears fractions from 0 to 1.

    Raises:
        InputError: lengths that cannot be used, or a signal that holds something other than finite numbers.
    """
    parts = [_part(len(signal), analysis) for analysis in analyses]
    padding = analyses[0].framing.padding
    place = None if device == "cpu" else devices.choose(device)
    on_gpu = place is not None and place.type != "cpu"
    found = largest(signal, parts, padding, place if on_gpu else None, progress)
    if not all(np.isfinite(power).all() for power in found):
        raise InputError("signal", "not finite", "the samples must be finite numbers, and of a moderate size")
    where = "cpu" if place is None else place.type
    return [
        Grid(
            power=np.ascontiguousarray(power.transpose(0, 2, 1)),
            edges=part.rows.edges,
            start=(part.centre - part.hop / 2) / sample_rate,
            column_seconds=part.per_cell * part.hop / sample_rate,
            column_frames=part.per_cell,
            device=where,
        )
        for part, power in zip(parts, found, strict=True)
    ]


def _part(whole: int, analysis: Analysis) -> Part:
    framing, windows = analysis.framing, analysis.windows
    first = max(0, framing.start)
    samples = (whole if framing.stop is None else min(framing.stop, whole)) - first
    check(samples, max((len(window) for window in windows), default=0), framing.hop, framing.fft_length)
    count = frame_count(samples, framing.hop)
    scaled = np.stack([_scaled(window, framing.fft_length) for window in windows])
    return Part(scaled, first, framing.hop, count, -(-count // max(1, analysis.max_columns)), analysis.rows)


def _scaled(window: Float[np.ndarray, " length"], fft_length: int) -> Float32[np.ndarray, " fft_length"]:
    values = np.asarray(window, dtype=np.float64)
    return centre(2 * values / values.sum(), fft_length).astype(np.float32)


def quantise(
    power: Float[np.ndarray, "*any"], floor: float, ceiling: float, measure: Measure = "decibels"
) -> UInt8[np.ndarray, "*any"]:
    """Power as levels 0 … 255, evenly spaced in ``measure`` from ``floor`` to ``ceiling``, both in dB.

    q = round(255·(v − v_floor)/(v_ceiling − v_floor)), cut off at 0 and 255, where v is 10·log₁₀ p, √p or p. With −80
    and 0 dB a step is 0.31 dB.
    """
    ends = np.array([floor, ceiling])
    if measure == "decibels":
        value = 10 * np.log10(np.maximum(power, np.finfo(np.float32).tiny))
    else:
        value = np.sqrt(power) if measure == "magnitude" else power
        ends = 10 ** (ends / (20 if measure == "magnitude" else 10))
    low, high = ends.tolist()
    return np.asarray(np.rint(np.clip((value - low) * (255 / (high - low)), 0, 255)).astype(np.uint8))
