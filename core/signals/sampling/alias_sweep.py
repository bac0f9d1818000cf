"""A tone sampled, with its frequency or the sampling rate swept: what its samples bring back, at every step at once.

All is computed in samples and in cycles per sample, in which both sweeps are the same: ν = f/f_s.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from typing import Literal

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64

from core.explorer import OfArrays
from core.signals.sampling.sampling_theory import Joined, alias, at_half_rate, reconstruct, signed_alias
from core.signals.sampling.tone_peaks import strengths, tone_frequencies
from core.signals.sampling.tone_sum import returned_waves, waves
from core.swept_rows import moved_onto

Swept = Literal["frequency", "sample_rate"]

STEPS = 241  # 12.5 Hz apart when a tone is swept at 1000 Hz
REACH = 3  # a tone is swept up to so many times the sampling rate
SLOWEST, FASTEST = 1 / 3, 4.0  # the sampling rate is swept between these multiples of the tone
CURVE_POINTS = 36  # between two samples: twelve to a period of the fastest tone
RECONSTRUCTION_POINTS = 12  # between two samples: no period is shorter than two of them
GUARD = 1_000  # samples beyond each end of what is shown: a tone x·f_s from half the rate needs many more than 1/x
RECORD = 4_096  # samples in which the tone is measured
DRAWN_RECORD = 256  # samples whose spectrum is drawn

Steps = Float64[np.ndarray, " steps"]
Wave = Callable[..., Float64[np.ndarray, "tones times"]]


@dataclass(frozen=True)
class Tones:
    """The swept tone sin(2πft + phase), phase in degrees, and others (Hz, strength) that are added to it.

    ``joined`` says how their samples become a curve again.
    """

    phase: float = 0.0
    others: tuple[tuple[float, float], ...] = ()
    joined: Joined = "sinc"


@dataclass(frozen=True, eq=False)
class AliasSweep(OfArrays):
    """The whole sweep, a row for each step. Frequencies and rates in Hz, times in seconds, ``phase`` in degrees.

    ``signed`` is the alias with the sign of its direction, ``predicted`` the folding formula, ``measured`` the
    sine that the swept tone's samples are found to be (NaN where all are 0). ``curve`` is the tone with the others,
    ``reconstruction`` what comes of its ``samples``, ``alias_curve`` (theory) the tone that it should be; their
    times have one row where they are the same at every step, and so has a curve that stays. ``spectrum`` is the
    strength of the samples' tones at ``spectrum_frequency``; ``copies`` are the lines of the swept tone at m·f_s ± f.
    What lies beyond ``seconds`` or beyond ``highest`` (Hz) is NaN.
    """

    swept: Swept
    seconds: float
    highest: float
    phase: float
    joined: Joined
    frequency: Steps
    sample_rate: Steps
    signed: Steps
    predicted: Steps
    measured: Steps
    curve_time: Float64[np.ndarray, "1 points"]
    curve: Float32[np.ndarray, "curves points"]
    sample_time: Float64[np.ndarray, "rows shown"]
    samples: Float32[np.ndarray, "steps shown"]
    reconstruction_time: Float64[np.ndarray, "rows grid"]
    reconstruction: Float32[np.ndarray, "steps grid"]
    alias_curve: Float32[np.ndarray, "steps grid"]
    spectrum_frequency: Float64[np.ndarray, "rows bins"]
    spectrum: Float32[np.ndarray, "steps bins"]
    copies: Float32[np.ndarray, "steps lines"]

    @property
    def values(self) -> Steps:
        """What is swept."""
        return self.frequency if self.swept == "frequency" else self.sample_rate

    @property
    def folded(self) -> Bool[np.ndarray, " steps"]:
        """Where the tone comes back mirrored."""
        return np.asarray(self.signed < 0)

    @property
    def at_half(self) -> Bool[np.ndarray, " steps"]:
        """Where the tone comes back at half the rate itself."""
        return at_half_rate(self.signed, self.sample_rate)

    def table(self) -> pd.DataFrame:
        """The sweep, one step to a row."""
        return pd.DataFrame(
            {
                "tone_hz": self.frequency,
                "sample_rate_hz": self.sample_rate,
                "predicted_alias_hz": self.predicted,
                "measured_hz": self.measured,
                "mirrored": self.folded,
                "all_samples_zero": np.isnan(self.measured),
            }
        )


def sweep(swept: Swept, other: float, tones: Tones, intervals: int) -> AliasSweep:
    """A tone from 0 to three times the sampling rate ``other``, over so many ``intervals`` between samples; or the rate
    from a third of the tone ``other`` (above 0) to four times it, over ``intervals``/2 periods.
    """
    intervals_a_second = other if swept == "frequency" else 2 * other
    return _evaluate(swept, _even(swept, other), other, tones, intervals / intervals_a_second)


def _even(swept: Swept, other: float) -> Steps:
    low, high = (0.0, REACH) if swept == "frequency" else (SLOWEST, FASTEST)
    return np.linspace(low * other, high * other, STEPS)


def with_value(whole: AliasSweep, value: float, tones: Tones) -> AliasSweep:
    """The sweep in even steps, but for the one nearest to ``value``, which is moved onto it."""
    swept, other = whole.swept, float((whole.sample_rate if whole.swept == "frequency" else whole.frequency)[0])
    return moved_onto(whole, whole.values, _even(swept, other), value,
                      lambda _, values: _evaluate(swept, values, other, tones, whole.seconds, whole))  # fmt: skip


def _evaluate(
    swept: Swept, values: Steps, other: float, tones: Tones, seconds: float, like: AliasSweep | None = None
) -> AliasSweep:
    """Every step of a sweep, or single steps of one ``like`` which the arrays are to be shaped."""
    fixed = np.full(len(values), other)
    frequency, rate = (values, fixed) if swept == "frequency" else (fixed, values)
    intervals = like.samples.shape[1] if like else round(seconds * float(rate.max())) + 1
    highest = REACH * other
    lines = like.copies.shape[1] if like else 2 * (math.floor(highest / float(rate.min())) + 1)
    tone = frequency / rate
    record = np.arange(-GUARD, intervals + GUARD, dtype=np.float64)
    samples = _sums(tone, rate, tones, record, waves)
    own = waves(tone, np.full(len(tone), np.radians(tones.phase)), np.arange(RECORD, dtype=np.float64))
    grid = np.arange(RECONSTRUCTION_POINTS * (intervals - 1) + 1) / RECONSTRUCTION_POINTS
    one = slice(0, 1) if swept == "frequency" else slice(None)  # times are the same at every step, or not
    grid_time, sample_time = grid / rate[one, None], record[GUARD:-GUARD] / rate[one, None]
    curve_time, curve = _curve(values if swept == "frequency" else fixed[:1], other, tones, seconds)
    bins = np.fft.rfftfreq(DRAWN_RECORD)
    drawn = strengths(samples[:, GUARD : GUARD + DRAWN_RECORD])
    back = partial(returned_waves, sample_rate=1.0)

    def cut(values: np.ndarray, places: np.ndarray, end: float) -> np.ndarray:
        """What is not shown is not sent either."""
        return np.where(places <= end * (1 + 1e-9), values, np.nan).astype(np.float32)

    return AliasSweep(
        swept=swept,
        seconds=seconds,
        highest=highest,
        phase=tones.phase,
        joined=tones.joined,
        frequency=frequency,
        sample_rate=rate,
        signed=signed_alias(frequency, rate),
        predicted=alias(frequency, rate),
        measured=tone_frequencies(own, 1.0) * rate,
        curve_time=curve_time[None],
        curve=curve.astype(np.float32),
        sample_time=sample_time,
        samples=cut(samples[:, GUARD:-GUARD], sample_time, seconds),
        reconstruction_time=grid_time,
        reconstruction=cut(reconstruct(samples, grid, -GUARD, tones.joined), grid_time, seconds),
        alias_curve=cut(_sums(tone, rate, tones, grid, back), grid_time, seconds),
        spectrum_frequency=bins * rate[one, None],
        spectrum=drawn.astype(np.float32),
        copies=_copies(frequency, rate, highest, lines),
    )


def _curve(
    tone: Steps, other: float, tones: Tones, seconds: float
) -> tuple[Float64[np.ndarray, " points"], Float64[np.ndarray, "curves points"]]:
    """The tone before it is sampled: a curve for each tone of the sweep, or one, at 36 points in the shortest interval.

    In a sweep of the rate, twelve points to a period of the tone are half of that.
    """
    times = np.linspace(0.0, seconds, round(seconds * other) * CURVE_POINTS + 1)
    return times, _sums(tone, np.ones(len(tone)), tones, times, waves)


def _sums(
    tone: Steps, rate: Steps, tones: Tones, times: Float64[np.ndarray, " times"], wave: Wave
) -> Float64[np.ndarray, "steps times"]:
    """The swept tone (in units of 1/time) at every step, with the others (over ``rate``) added to it.

    ``wave`` says what becomes of a tone.
    """
    total = wave(tone, np.full(len(tone), np.radians(tones.phase)), times)
    for frequency, strength in tones.others:
        own, place = np.unique(frequency / rate, return_inverse=True)
        total = total + strength * wave(own, np.zeros(len(own)), times)[place]
    return np.asarray(total)


def _copies(frequency: Steps, rate: Steps, highest: float, lines: int) -> Float32[np.ndarray, "steps lines"]:
    """The places of m·f_s + f and m·f_s − f from 0 to ``highest``, from low to high and filled up with NaN."""
    most = 1 + math.ceil((highest + float(frequency.max())) / float(rate.min()))
    turns = np.arange(-most, most + 1) * rate[:, None]
    found = np.hstack([turns + frequency[:, None], turns - frequency[:, None]])
    found[(found < 0) | (found > highest)] = np.nan
    found.sort(axis=1)
    copies = np.full((len(found), lines), np.nan, np.float32)
    copies[:, : found.shape[1]] = found[:, :lines]
    return copies
