"""A tone across the bins of its transform, and two tones whose transform is padded with zeros."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Complex128, Float32, Float64, Int64

from core.explorer import OfArrays
from core.signals.fourier.transform import Norm, scale
from core.sound import windows
from core.sound.windows import Window
from core.swept_rows import moved_onto

STEPS = 241  # of the swept tone
FINE = 8  # points of the curve in each bin
MOST_PADDING = 16
Steps = Float64[np.ndarray, " steps"]
Grid = Float64[np.ndarray, " grid"]


@dataclass(frozen=True)
class Tone:
    """How a tone is sampled: N at a ``rate`` in Hz, at a ``phase`` in radians, under a ``window``; and the factor.

    The phase is that of the first sample, or of the middle of the window where tones are to be ``centred``.
    """

    n: int
    rate: float
    phase: float
    window: windows.Kind
    norm: Norm
    centred: bool = False

    def phases(self, frequency: Steps) -> Steps:
        """Of the first sample, in radians."""
        return np.asarray(self.phase - np.pi * (self.n - 1) * self.centred * frequency / self.rate)

    def sampled(self, frequency: Steps) -> Float64[np.ndarray, "steps samples"]:
        """w[n]·cos(2πfn/f_s + φ), a row for each frequency in Hz."""
        angle = 2 * np.pi * np.outer(frequency / self.rate, np.arange(self.n)) + self.phases(frequency)[:, None]
        return np.asarray(windows.sample(Window(self.window), self.n) * np.cos(angle))

    def spectrum(self, at: Grid, frequency: Steps) -> Complex128[np.ndarray, "steps grid"]:
        """X at the frequencies ``at``, ½(e^{iφ}W(f − f₀) + e^{−iφ}W(f + f₀)) with W of the window, all in Hz."""
        turn, tone = np.exp(1j * self.phases(frequency))[:, None], frequency[:, None]
        above, below = (windows.transform(Window(self.window), (at - side * tone) / self.rate, self.n)
                        for side in (1, -1))  # fmt: skip
        return np.asarray(scale(self.n, self.norm) / 2 * (turn * above + below / turn))


@dataclass(frozen=True, eq=False)
class Leakage(OfArrays):
    """A tone of each ``frequency`` (Hz): its ``samples``, its DFT's ``magnitude`` at ``bins`` (Hz), and |X| by formula.

    ``captured`` is the share of the energy of all N bins that lies in the bin nearest to the tone and in its mirror.
    """

    tone: Tone
    frequency: Steps
    samples: Float32[np.ndarray, "steps samples"]
    bins: Float64[np.ndarray, " bins"]
    magnitude: Float64[np.ndarray, "steps bins"]
    grid: Float64[np.ndarray, " grid"]
    theory: Float32[np.ndarray, "steps grid"]
    captured: Steps

    def table(self) -> pd.DataFrame:
        """A row for each tone and bin."""
        tone, place = np.indices(self.magnitude.shape)
        return pd.DataFrame({"tone_hz": self.frequency[tone.ravel()], "bin": place.ravel(),
                             "magnitude": self.magnitude.ravel()})  # fmt: skip


def even(tone: Tone) -> Steps:
    """Frequencies from 0 to half the rate, in Hz."""
    return np.linspace(0.0, tone.rate / 2, STEPS)


def with_tone(swept: Leakage, frequency: float) -> Leakage:
    """The sweep in even steps, but for the one nearest to ``frequency``, which is moved onto it."""
    at, tone = min(frequency, swept.tone.rate / 2), swept.tone
    return moved_onto(swept, swept.frequency, even(tone), at, lambda changed, values: sweep(tone, values))


def sweep(tone: Tone, frequency: Steps) -> Leakage:
    """The transform of a tone of each ``frequency``."""
    samples, half = tone.sampled(frequency), tone.n // 2
    spectrum = np.abs(np.fft.fft(samples, axis=1))
    nearest = np.rint(frequency * tone.n / tone.rate).astype(np.int64) % tone.n
    mirror, rows = -nearest % tone.n, np.arange(len(frequency))
    own = spectrum[rows, nearest] ** 2 + np.where(mirror == nearest, 0.0, spectrum[rows, mirror] ** 2)
    energy = (spectrum**2).sum(axis=1)
    grid = np.arange(FINE * tone.n // 2 + 1) * tone.rate / (FINE * tone.n)
    return Leakage(
        tone, frequency, samples.astype(np.float32), np.arange(half + 1) * tone.rate / tone.n,
        scale(tone.n, tone.norm) * spectrum[:, : half + 1],
        grid, np.abs(tone.spectrum(grid, frequency)).astype(np.float32),
        np.divide(own, energy, out=np.full(len(energy), np.nan), where=energy > 1e-20 * tone.n),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Padding(OfArrays):
    """Two ``tones`` (Hz) sampled together; |X| at the points that each padding makes, NaN beyond their number.

    ``theory`` is the curve that all of them lie on; ``peaks`` are the frequencies of its maxima near the tones.
    """

    tone: Tone
    tones: tuple[float, float]
    factor: Int64[np.ndarray, " steps"]
    points: Float64[np.ndarray, "steps most"]
    magnitude: Float64[np.ndarray, "steps most"]
    grid: Grid
    theory: Grid
    peaks: tuple[float, ...]

    def table(self) -> pd.DataFrame:
        """A row for each point of each padding."""
        step, place = np.nonzero(np.isfinite(self.points))
        return pd.DataFrame({"padded_to": self.factor[step] * self.tone.n, "frequency_hz": self.points[step, place],
                             "magnitude": self.magnitude[step, place]})  # fmt: skip


def pad(tone: Tone, first: float, apart: float) -> Padding:
    """Tones ``first`` and ``apart`` more bins up: transforms of N to 16·N samples, all but the first N of them zero."""
    tones = np.array([first, first + apart]) * tone.rate / tone.n
    samples, factors = tone.sampled(tones).sum(axis=0), np.arange(1, MOST_PADDING + 1)
    most = MOST_PADDING * tone.n // 2 + 1
    points, magnitude = np.full((2, len(factors), most), np.nan)
    for row, factor in enumerate(factors.tolist()):
        spectrum = scale(tone.n, tone.norm) * np.abs(np.fft.rfft(samples, factor * tone.n))
        points[row, : len(spectrum)] = np.fft.rfftfreq(factor * tone.n, 1 / tone.rate)
        magnitude[row, : len(spectrum)] = spectrum
    grid = np.linspace(0.0, tone.rate / 2, 4 * most)
    theory = np.abs(tone.spectrum(grid, tones).sum(axis=0))
    return Padding(tone, (float(tones[0]), float(tones[1])), factors, points, magnitude, grid, theory, _peaks(
        grid, theory, tones, tone.rate / tone.n))  # fmt: skip


def _peaks(grid: Grid, theory: Grid, tones: Steps, bin_width: float) -> tuple[float, ...]:
    """The maxima of the curve between half a bin below the lower tone and half a bin above the upper one."""
    inside = (grid[1:-1] > tones[0] - bin_width / 2) & (grid[1:-1] < tones[1] + bin_width / 2)
    high = (theory[1:-1] > theory[:-2]) & (theory[1:-1] >= theory[2:]) & (theory[1:-1] > theory.max() / 2)
    return tuple(grid[1:-1][inside & high].tolist())
