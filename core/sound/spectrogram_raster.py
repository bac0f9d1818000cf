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


@dataclass(frozen=True, eq=False)
class Grid:
    """Power in cells, rows from low to high frequency; 1 is a sine of amplitude 1.

    Column j covers ``column_frames`` frames (the last one perhaps fewer) and spans ``start`` + j·``column_seconds`` …
    ``start`` + (j + 1)·``column_seconds`` seconds: from half a hop before its first frame to half a hop after its last.
    ``device`` says where it was computed.
    """

    power: Float32[np.ndarray, "rows columns"]
    edges: Float64[np.ndarray, " edges"]  # Hz
    start: float  # s
    column_seconds: float
    column_frames: int
    device: str = "cpu"


def analysis(
    samples: int,
    window: Float[np.ndarray, " length"],
    hop: int,
    fft_length: int,
    rows: Rows,
    max_columns: int = MAX_COLUMNS,
    *,
    start: int = 0,
    stop: int | None = None,
) -> Part:
    """Of a signal of so many ``samples``: frames of ``fft_length`` centred at ``start``, ``start`` + ``hop``, … up to
    ``stop`` (None: the end), in samples, under a window of that length or less, in at most ``max_columns`` cells.

    They see the signal beyond both, where there is some.

    Raises:
        InputError: lengths that cannot be used.
    """
    first = max(0, start)
    last = samples if stop is None else min(stop, samples)
    check(last - first, len(window), hop, fft_length)
    count, values = frame_count(last - first, hop), np.asarray(window, dtype=np.float64)
    scaled = centre(2 * values / values.sum(), fft_length).astype(np.float32)
    return Part(scaled, first, hop, count, -(-count // max(1, max_columns)), rows)


def grids(
    signal: Float32[np.ndarray, " samples"],
    sample_rate: float,
    parts: Sequence[Part],
    padding: Padding = "zeros",
    device: Device = "cpu",
    progress: Callable[[float], None] | None = None,
) -> list[Grid]:
    """|X[k, t]|²·(2/Σw)² of a signal, the largest in each cell, for the ``parts`` of all analyses in one call.

    ``padding`` is what frames see before the first sample and after the last. On the ``cpu`` this needs no torch, and
    beside the signal and the result only a few megabytes. ``progress`` hears fractions from 0 to 1.

    Raises:
        InputError: the signal holds something other than finite numbers.
    """
    place = None if device == "cpu" else devices.choose(device)
    where = "cpu" if place is None else place.type
    found = largest(signal, parts, padding, None if where == "cpu" else place, progress)
    if not all(np.isfinite(power).all() for power in found):
        raise InputError("signal", "not finite", "the samples must be finite numbers, and of a moderate size")
    return [
        Grid(
            power=np.ascontiguousarray(power.T),
            edges=part.rows.edges,
            start=(part.centre - part.hop / 2) / sample_rate,
            column_seconds=part.per_cell * part.hop / sample_rate,
            column_frames=part.per_cell,
            device=where,
        )
        for part, power in zip(parts, found, strict=True)
    ]


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
