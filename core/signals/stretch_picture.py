"""A stretch of sound as a picture under one window, on the grid that suits the window's length."""

import dataclasses
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32, Float64

from core.device import Device
from core.signals.picture import Framing, Grid, grid
from core.signals.rows import Rows, Spacing, rows
from core.signals.stretch import Stretch

COLUMNS, ROWS, BANDS = 240, 180, 128  # of one picture at most; 33 of them are 1.4 MB
WAVE_POINTS = 480


@dataclass(frozen=True)
class Layout:
    """The axis of frequency: how its rows are spaced between ``low`` and ``high`` Hz."""

    scale: Spacing
    low: float
    high: float


def picture(
    stretch: Stretch,
    window: Float64[np.ndarray, " length"],
    hops: int,
    padding: int,
    layout: Layout,
    device: Device = "cpu",
) -> Grid:
    """The stretch under ``window``, ``hops`` of which make its length, through a transform ``padding`` times as long.

    Where a column holds two frames or more, they may lie as far apart as a quarter of the window: what lies between
    two of them reads at most 1.4 dB too low (Hann). On a mel axis a band adds up bins, so their number is divided out.
    Frames at the ends see the sound beyond the stretch.
    """
    rate, samples, length = stretch.sample_rate, stretch.last - stretch.first, len(window)
    hop = max(1, length // hops, min(length // 4, samples // COLUMNS // 2))
    padding = _padding(padding, length * (layout.high - layout.low) / rate, layout.scale)
    framing = Framing(hop, padding * length, start=stretch.first, stop=stretch.last)
    rows_shown = _rows(layout, framing.fft_length, float(rate))
    seen = grid(stretch.samples, float(rate), [window], framing, rows_shown, device, max_columns=COLUMNS)
    power = seen.power / np.float32(padding) if layout.scale == "mel" else seen.power
    return dataclasses.replace(seen, power=power, start=seen.start + stretch.start - stretch.first / rate)


def _padding(asked: int, bins: float, scale: Spacing) -> int:
    """The padding that a picture needs: no more than makes two bins to a row of the ``bins`` that there are without.

    Twice the window at least, where the largest of the bins counts: a tone between two reads 0.4 dB too low (Hann).
    """
    least = 1 if scale == "mel" else 2
    return next((padding for padding in range(least, asked) if padding * bins >= 2 * ROWS), asked)


def _rows(layout: Layout, fft_length: int, rate: float) -> Rows:
    """As many rows as the picture has, but no mel band so narrow that no bin falls into it."""
    count = BANDS if layout.scale == "mel" else ROWS
    found = rows(layout.scale, count, fft_length, rate, layout.low, layout.high)
    while found.empty and len(found) > 1:
        found = rows(layout.scale, len(found) // 2, fft_length, rate, layout.low, layout.high)
    return found


def envelope(samples: Float32[np.ndarray, " shown"]) -> Float32[np.ndarray, "2 points"]:
    """The lowest and the highest sample in each of ``WAVE_POINTS`` equal parts, or fewer where samples are."""
    points = min(WAVE_POINTS, len(samples))
    places = np.arange(points) * len(samples) // points
    return np.stack([np.minimum.reduceat(samples, places), np.maximum.reduceat(samples, places)])
