"""A tone across the bins of its transform, and two tones whose transform is padded with zeros."""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Complex128, Float32, Float64, Int64

from core.explorer import OfArrays
from core.numbers import number
from core.signals.fourier.coefficients import scale
from core.signals.fourier.params import LONGEST, Params
from core.sound import windows
from core.swept_rows import filled

STEPS = 241  # of the swept tone
FINE = 8  # points of the curve in each bin
MOST_PADDING = 16
SAME = 1e-6  # bins: a tone as near as this to one is in its middle, which few decimals can write
Steps = Float64[np.ndarray, " steps"]
Grid = Float64[np.ndarray, " grid"]


def phases(params: Params, frequency: Steps) -> Steps:
    """Of the first sample, in radians; where two tones are padded, ``params.phase`` is that of the window's middle."""
    centred = params.part == "padding"
    return np.asarray(math.radians(params.phase) - np.pi * (params.n - 1) * centred * frequency / params.rate)


def sampled(params: Params, frequency: Steps) -> Float64[np.ndarray, "steps samples"]:
    """w[n]·cos(2πfn/f_s + φ), a row for each frequency in Hz."""
    angle = 2 * np.pi * np.outer(frequency / params.rate, np.arange(params.n)) + phases(params, frequency)[:, None]
    return np.asarray(windows.sample(params.shape, params.n) * np.cos(angle))


def spectrum(params: Params, at: Grid, frequency: Steps) -> Complex128[np.ndarray, "steps grid"]:
    """X at the frequencies ``at``, ½(e^{iφ}W(f − f₀) + e^{−iφ}W(f + f₀)) with W of the window, all in Hz."""
    turn, tone = np.exp(1j * phases(params, frequency))[:, None], frequency[:, None]
    above, below = (windows.transform(params.shape, (at - side * tone) / params.rate, params.n)
                    for side in (1, -1))  # fmt: skip
    return np.asarray(scale(params.n, params.norm) / 2 * (turn * above + below / turn))


@dataclass(frozen=True, eq=False)
class Leakage(OfArrays):
    """Tones of each ``frequency`` (Hz): their ``samples``, |DFT| as ``magnitude`` at ``points`` (Hz), |X| by formula.

    ``captured`` is the share of the energy of all N bins that lies in the bin nearest to the tone and in its mirror.
    """

    params: Params
    frequency: Steps
    samples: Float32[np.ndarray, "steps samples"]
    points: Float64[np.ndarray, " bins"]
    magnitude: Float64[np.ndarray, "steps bins"]
    grid: Float64[np.ndarray, " grid"]
    theory: Float32[np.ndarray, "steps grid"]
    captured: Steps

    @property
    def bins(self) -> Steps:
        """The frequencies in bins, each of which is f_s/N wide."""
        return _in_bins(self.params, self.frequency)

    def table(self) -> pd.DataFrame:
        """A row for each tone and bin."""
        tone, place = np.indices(self.magnitude.shape)
        return pd.DataFrame({"tone_hz": self.frequency[tone.ravel()], "bin": place.ravel(),
                             "magnitude": self.magnitude.ravel()})  # fmt: skip


def even(params: Params) -> Steps:
    """Frequencies from 0 to half the rate, in Hz, of as few decimals as leave those on a bin of any N there."""
    decimals = max(0, math.ceil(math.log10(LONGEST / (2 * SAME * params.rate))))
    return np.minimum(np.linspace(0.0, params.rate / 2, STEPS).round(decimals), params.rate / 2)


def _in_bins(params: Params, frequency: Steps) -> Steps:
    bins = frequency * params.n / params.rate
    return np.where(np.abs(bins - np.rint(bins)) < SAME, np.rint(bins), bins)


def sweep(params: Params, frequency: Steps) -> Leakage:
    """The transform of a tone of each ``frequency``."""
    n, rate = params.n, params.rate
    whole = np.rint(places := _in_bins(params, frequency))
    tone = np.where(places == whole, whole * rate / n, frequency)
    samples, nearest = sampled(params, tone), whole.astype(np.int64) % n
    magnitude = np.abs(np.fft.fft(samples, axis=1))
    mirror, rows = -nearest % n, np.arange(len(frequency))
    own = magnitude[rows, nearest] ** 2 + np.where(mirror == nearest, 0.0, magnitude[rows, mirror] ** 2)
    energy = (magnitude**2).sum(axis=1)
    bins, grid = np.arange(n // 2 + 1) * rate / n, np.arange(FINE * n // 2 + 1) * rate / (FINE * n)
    return Leakage(
        params, frequency, samples.astype(np.float32), bins, scale(n, params.norm) * magnitude[:, : len(bins)],
        grid, np.abs(spectrum(params, grid, tone)).astype(np.float32),
        np.divide(own, energy, out=np.full(len(energy), np.nan), where=energy > 1e-20 * n),
    )  # fmt: skip


@dataclass(frozen=True, eq=False)
class Padding(OfArrays):
    """Two ``tones`` (Hz) sampled together; |X| at the points that each padding makes, NaN beyond their number.

    ``theory`` is the curve that all of them lie on; ``peaks`` are the frequencies of its maxima less than a bin from a
    tone and at least half as high as that of one tone. Beyond 0 and f_s/2 the curve is its own mirror image.
    """

    params: Params
    tones: Float64[np.ndarray, "2"]
    factor: Int64[np.ndarray, " steps"]
    points: Float64[np.ndarray, "steps most"]
    magnitude: Float64[np.ndarray, "steps most"]
    grid: Grid
    theory: Grid
    peaks: tuple[float, ...]

    @property
    def remarks(self) -> tuple[str, ...]:
        """Where the samples show a tone that lies beyond half their rate."""
        rate = self.params.rate
        return tuple(f"The tone of {number(tone)} Hz lies beyond half the sampling rate. Sampled, it is a tone of "
                     f"{number(abs(tone - rate * round(tone / rate)))} Hz."
                     for tone in self.tones.tolist() if 2 * tone > rate)  # fmt: skip

    def table(self) -> pd.DataFrame:
        """A row for each point of each padding."""
        step, place = np.nonzero(np.isfinite(self.points))
        return pd.DataFrame({"padded_to": self.factor[step] * self.params.n, "frequency_hz": self.points[step, place],
                             "magnitude": self.magnitude[step, place]})  # fmt: skip


def pad(params: Params) -> Padding:
    """Tones at bin ``first`` and ``apart`` bins above it, padded with zeros to between N and 16·N samples."""
    from scipy.signal import find_peaks  # half a second to import

    n, rate = params.n, params.rate
    tones = np.array([params.first, params.first + params.apart]) * rate / n
    samples, factors = sampled(params, tones).sum(axis=0), np.arange(1, MOST_PADDING + 1)
    points = filled([np.fft.rfftfreq(length, 1 / rate) for length in (factors * n).tolist()])
    padded = filled([np.fft.rfft(samples, length) for length in (factors * n).tolist()])
    grid = np.linspace(0.0, rate / 2, 4 * points.shape[1])
    theory = np.abs(spectrum(params, grid, tones).sum(axis=0))
    of_one = scale(n, params.norm) * float(windows.sample(params.shape, n).sum()) / 2
    peaks = grid[find_peaks(np.pad(theory, 1, mode="reflect"), height=of_one / 2)[0] - 1]
    near = np.abs(peaks[:, None] - tones).min(axis=1) < rate / n
    magnitude = scale(n, params.norm) * np.abs(padded)
    return Padding(params, tones, factors, points, magnitude, grid, theory, tuple(peaks[near].tolist()))
