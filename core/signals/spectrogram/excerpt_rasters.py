"""An excerpt of sound as pictures under many lengths of a window, each on the grid that suits its length."""

import dataclasses
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Literal

import numpy as np
from jaxtyping import Float32, Float64, UInt16

from core.device import Device
from core.signals.spectrogram.excerpt import Excerpt
from core.sound.block_maxima import Part
from core.sound.frequency_axis import MELS, Rows, Spacing, rows
from core.sound.mel import band_points
from core.sound.spectrogram_raster import Grid, Measure, analysis, grids, quantise
from core.sound.stft import Padding

COLUMNS, ROWS, BANDS = 1_200, 320, 128  # of the picture at rest, at most: 0.4 MB
SCRUBBED_COLUMNS, SCRUBBED_ROWS = 200, 160  # of one picture of the sweep: 33 of them are 1.06 MB
SMOOTH_COLUMNS = 400  # of the picture at rest, at least, where its frames settle what lies between them
WAVE_POINTS = 480

Ends = Literal[Padding, "whole"]

_STEP = 0.005  # dB, of a code
_LOWEST = -210.0  # dB, of code 0


@dataclass(frozen=True)
class Layout:
    """The axis of frequency: how its rows are spaced between ``low`` and ``high`` Hz; and the frames.

    ``hops`` of a window make its length, and the transform is ``padding`` times as long, or a little more. ``area``
    gives each mel band the area 1, a height of 2 over its width in Hz. ``ends`` are padded, or only frames that lie
    ``whole`` in the sound are taken.
    """

    scale: Spacing
    low: float
    high: float
    hops: int
    padding: int
    area: bool = False
    ends: Ends = "zeros"


@dataclass(frozen=True, eq=False)
class Fine:
    """A picture for all pixels that a screen can show. Codes are levels in steps of 0.005 dB from −210 dB on.

    Column j spans ``start`` + j·``column_seconds`` … ``start`` + (j + 1)·``column_seconds``; rows rise with frequency.
    """

    codes: UInt16[np.ndarray, "rows columns"]
    edges: Float64[np.ndarray, " edges"]  # Hz
    start: float  # s
    column_seconds: float

    def levels(self, floor: float, ceiling: float, measure: Measure, factor: float = 1.0) -> np.ndarray:
        """Levels 0 … 255 of ``factor`` times the power as ``core.sound.spectrogram_raster.quantise`` makes them."""
        decibels = _LOWEST + _STEP * np.arange(1 << 16)
        return np.asarray(quantise(factor * 10 ** (decibels / 10), floor, ceiling, measure)[self.codes])


def pictures(
    excerpt: Excerpt,
    windows: Sequence[Float64[np.ndarray, " _"]],
    layout: Layout,
    device: Device = "cpu",
    progress: Callable[[float], None] | None = None,
    *,
    settled: bool = False,
) -> list[Grid]:
    """The excerpt under each of ``windows``, in one call on the device.

    Where its frames settle what lies between them (``settled``), a long window's picture has frames there, too: held
    for a hop of 26 ms each, the line of a rising tone would stand in steps that are not in the sound. Where a column
    holds two frames or more, they may lie as far apart as a quarter of the window: what lies between two of them reads
    at most 1.4 dB too low (Hann). On a mel axis a band adds up bins, so their number is divided out. Frames at the
    ends see the sound beyond the excerpt.
    """
    rate = excerpt.sample_rate
    parts = [_part(excerpt, window, layout, settled) for window in windows]
    beyond: Padding = "zeros" if layout.ends == "whole" else layout.ends
    found = grids(excerpt.samples, float(rate), parts, beyond, device, progress)
    if layout.scale in MELS:
        found = [dataclasses.replace(one, power=one.power * _band_heights(layout, len(window), part))
                 for one, window, part in zip(found, windows, parts, strict=True)]  # fmt: skip
    return [dataclasses.replace(one, start=one.start + excerpt.start - excerpt.first / rate) for one in found]


def _band_heights(layout: Layout, length: int, part: Part) -> Float32[np.ndarray, "_ 1"]:
    """By what each mel band is multiplied: the share of the window in the transform, and its height."""
    points = band_points(len(part.rows), layout.low, layout.high, MELS[layout.scale])
    heights = 2 / (points[2:] - points[:-2]) if layout.area else np.ones(len(part.rows))
    return (length / len(part.window) * heights).astype(np.float32)[:, None]


def _part(excerpt: Excerpt, window: Float64[np.ndarray, " length"], layout: Layout, settled: bool) -> Part:
    rate, first, last = float(excerpt.sample_rate), excerpt.first, excerpt.last
    hop, points = hop_and_points(len(window), last - first, rate, layout, settled)
    if layout.ends == "whole":
        first, last = _whole_frames(excerpt, len(window), points)
    laid_out = _rows(layout, points, rate)
    return analysis(len(excerpt.samples), window, hop, points, laid_out, COLUMNS, start=first, stop=last)


def _whole_frames(excerpt: Excerpt, length: int, points: int) -> tuple[int, int]:
    """The first and the last centre (samples) of frames that lie whole in the sound.

    Where the excerpt holds none, the nearest outside it.
    """
    before = points // 2 - (points - length) // 2  # samples of the window before its centre
    first, last = max(excerpt.first, before), min(excerpt.last, len(excerpt.samples) - length + before)
    if last <= first:
        first = before if before >= excerpt.last else max(last, 0)
    return first, max(last, first + 1)


def hop_and_points(length: int, samples: int, rate: float, layout: Layout, settled: bool = False) -> tuple[int, int]:
    """How far apart (samples) the frames of ``samples`` lie under a window of that length, and the points of their
    transform.
    """
    hop = min(length // layout.hops, samples // SMOOTH_COLUMNS) if settled else length // layout.hops
    hop = max(1, hop, min(length // 4, samples // COLUMNS // 2))
    needed = _padding(layout, length * (layout.high - layout.low) / rate)
    return hop, transform_length(needed * length)


def smooth_hop(excerpt: Excerpt) -> int:
    """How far apart (samples) frames may lie that make a line of the picture at rest, where they are settled."""
    return max(1, (excerpt.last - excerpt.first) // SMOOTH_COLUMNS)


def transform_length(least: int) -> int:
    """The next 2ᵏ or 3·2ᵏ samples: seven times as quick as lengths with large factors, and few for a batch to share."""
    power = 1 << max(0, least - 1).bit_length()
    return power * 3 // 4 if power >= 4 and power * 3 // 4 >= least else power


def _padding(layout: Layout, bins: float) -> int:
    """The padding that a picture needs: no more than makes two bins to a row of the ``bins`` that there are without.

    Twice the window at least, where the largest of the bins counts: a tone between two reads 0.4 dB too low (Hann).
    """
    least = 1 if layout.scale in MELS else 2
    return next((padding for padding in range(least, layout.padding) if padding * bins >= 2 * ROWS), layout.padding)


def _rows(layout: Layout, fft_length: int, rate: float) -> Rows:
    """As many rows as the picture has, but no mel band so narrow that no bin falls into it."""
    count = BANDS if layout.scale in MELS else ROWS
    while (found := rows(layout.scale, count, fft_length, rate, layout.low, layout.high)).empty and count > 1:
        count //= 2
    return found


def fine(grid: Grid) -> Fine:
    """The picture in 16 bits."""
    # The natural logarithm is several times as quick as that to base 10.
    logarithm = np.log(np.maximum(grid.power, np.finfo(np.float32).tiny))
    codes = np.rint(logarithm * np.float32(10 / math.log(10) / _STEP) - np.float32(_LOWEST / _STEP))
    limits = np.iinfo(np.uint16)
    return Fine(codes.clip(limits.min, limits.max).astype(np.uint16), grid.edges, grid.start, grid.column_seconds)


def scrubbed(grid: Grid) -> Grid:
    """The picture with as many cells as the sweep has room for: the largest of each few neighbours."""
    high, wide = grid.power.shape
    down, across = -(-high // SCRUBBED_ROWS), -(-wide // SCRUBBED_COLUMNS)
    padded = np.pad(grid.power, [(0, -high % down), (0, -wide % across)])
    power = reduce(np.maximum, (padded[i::down] for i in range(down)))
    power = reduce(np.maximum, (power[:, i::across] for i in range(across)))
    return dataclasses.replace(
        grid,
        power=power,
        edges=np.concatenate([grid.edges[:-1][::down], grid.edges[-1:]]),
        column_seconds=across * grid.column_seconds,
        column_frames=across * grid.column_frames,
    )


def envelope(samples: Float32[np.ndarray, " shown"]) -> Float32[np.ndarray, "2 points"]:
    """The lowest and the highest sample in each of ``WAVE_POINTS`` equal parts, or fewer where samples are."""
    points = min(WAVE_POINTS, len(samples))
    places = np.arange(points) * len(samples) // points
    return np.stack([np.minimum.reduceat(samples, places), np.maximum.reduceat(samples, places)])
