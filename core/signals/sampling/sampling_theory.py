"""Sampling: where a frequency lands, which rates suit a band, and the way back to a curve.

Frequencies and rates are in Hz, times in seconds. f_s is the sampling rate, and half of it is the limit: below it, not
at it, a frequency is told from all others. Shannon, Proc. IRE 37 (1949) 10; the notes' section on sampling.
"""

import math
from dataclasses import dataclass
from typing import Literal, NamedTuple

import numpy as np
from jaxtyping import Bool, Float, Float64, Int64

Number = float | int
Values = Float[np.ndarray, "*#shape"] | float | int
Joined = Literal["sinc", "hold", "linear"]


def signed_alias(frequency: Values, sample_rate: Values) -> Float64[np.ndarray, "*#shape"]:
    """s = f − f_s·⌈f/f_s − ½⌉ in (−f_s/2, f_s/2]: the samples of sin(2πft + φ) are those of sin(2πst + φ).

    A negative s is a frequency |s| that runs backwards: a sine changes its sign, a wheel turns the other way.
    """
    return np.asarray(frequency - sample_rate * np.ceil(np.divide(frequency, sample_rate) - 0.5), np.float64)


def alias(frequency: Values, sample_rate: Values) -> Float64[np.ndarray, "*#shape"]:
    """|f − f_s·round(f/f_s)|, in [0, f_s/2]: the frequency at which a tone of ``frequency`` appears."""
    return np.asarray(np.abs(signed_alias(frequency, sample_rate)))


def at_half_rate(signed: Values, sample_rate: Values) -> Bool[np.ndarray, "*#shape"]:
    """Where an alias stands on f_s/2 itself. Of a sine of the phase φ a wave |sin φ| times as high comes back there."""
    return np.asarray(np.isclose(2 * np.abs(signed), sample_rate, rtol=1e-12, atol=0))


@dataclass(frozen=True)
class RateRange:
    """Sampling rates from ``lowest`` to ``highest`` Hz that keep a band whole: it lies in zone ``zone`` of width f_s/2.

    ``mirrored`` says that the band appears upside down, as in every even zone.
    """

    zone: int
    lowest: float
    highest: float

    @property
    def mirrored(self) -> bool:
        return self.zone % 2 == 0


def bandpass_rates(low: Number, high: Number) -> tuple[RateRange, ...]:
    """All rates that sample the band (low, high) without overlap: 2·high/n ≤ f_s ≤ 2·low/(n − 1) for n = 1, 2, …

    From the highest (n = 1, the usual rule, without an upper end) to the lowest, n = ⌊high/(high − low)⌋.
    Vaughan, Scott and White, IEEE Trans. Signal Processing 39 (1991) 1973.
    """
    # A whole ratio must not be lost to rounding: the last range is then a single rate.
    zones = math.floor(high / (high - low) * (1 + 1e-12))
    ends = [math.inf, *(2 * low / (n - 1) for n in range(2, zones + 1))]
    return tuple(RateRange(n, min(2 * high / n, end), float(end)) for n, end in enumerate(ends, 1))


class Landing(NamedTuple):
    """Where a band appears, in Hz, for each rate; ``clean`` unless it lies across a multiple of f_s/2 and folds onto
    itself. Its low edge lies in ``zone`` (1: below half the rate).
    """

    low: Float64[np.ndarray, "*shape"]
    high: Float64[np.ndarray, "*shape"]
    clean: Bool[np.ndarray, "*shape"]
    zone: Int64[np.ndarray, "*shape"]


def bandpass_landing(low: Number, high: Number, sample_rate: Values) -> Landing:
    """The frequencies from 0 to f_s/2 that the band (low, high) covers after sampling at each ``sample_rate``."""
    half = np.asarray(sample_rate, np.float64) / 2
    zone = np.floor(low / half + 1e-12).astype(np.int64) + 1
    folds = np.ceil(high / half - 1e-12).astype(np.int64) - zone  # both edges may stand on a multiple of f_s/2
    ends = np.sort([alias(low, sample_rate), alias(high, sample_rate)], axis=0)
    reaches_half = (folds > 1) | ((folds == 1) & (zone % 2 == 1))
    reaches_zero = (folds > 1) | ((folds == 1) & (zone % 2 == 0))
    return Landing(np.where(reaches_zero, 0.0, ends[0]), np.where(reaches_half, half, ends[1]), folds < 1, zone)


def reconstruct(
    samples: Float[np.ndarray, "*batch n"], times: Float64[np.ndarray, " times"], start: Number = 0.0,
    joined: Joined = "sinc",
) -> Float64[np.ndarray, "*batch times"]:  # fmt: skip
    """x(t) = Σ x[n]·sinc(t − start − n), sinc u = sin πu/(πu), over the samples that there are; t counts samples.

    The full sum is exact below f_s/2; k samples away from both ends the missing terms are of the order 1/(πk).
    Sample 0 stands at ``start``. A ``hold`` keeps each sample until the next (``interp1d(kind="previous")`` of
    SciPy), and ``linear`` draws straight lines (``numpy.interp``).
    """
    place, position = np.arange(samples.shape[-1]), times - start
    if joined == "sinc":  # sin π(t − n) = (−1)ⁿ·sin πt: one sine for each t instead of each t and n
        turned, distance = 1.0 - 2 * (place % 2), position - place[:, None]
        whole = np.rint(position)
        sine = np.sin(np.pi * (position - whole)) * (1 - 2 * (whole % 2)) / np.pi
        at_sample = np.tile(turned[:, None], len(position))
        return np.asarray(samples * turned @ np.divide(sine, distance, out=at_sample, where=distance != 0))
    left = np.clip(np.floor(position + 1e-9).astype(np.int64), 0, place[-1])
    right, share = np.minimum(left + 1, place[-1]), position - left if joined == "linear" else 0.0
    return np.asarray((1 - share) * samples[..., left] + share * samples[..., right])


def apparent_wheel_speed(revolutions: Values, spokes: int, frame_rate: Values) -> Float64[np.ndarray, "*#shape"]:
    """Revolutions per second that a film shows of a wheel: signed_alias(spokes·r, frame_rate)/spokes.

    All spokes look alike, so the picture repeats spokes·r times a second; negative is backwards.
    """
    return np.asarray(signed_alias(spokes * revolutions, frame_rate) / spokes)
