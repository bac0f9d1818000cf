"""The sampling explorer: a tone is swept from 0 to three times the sampling rate, and its alias folds up and down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64

from core.errors import InputError
from core.explorer import Preset, settings
from core.signals.sampling_theory import alias, reconstruct, signed_alias
from core.signals.tone_peaks import peak_frequencies, strengths
from core.signals.tone_sum import read_tones, returned_waves, waves

STEPS = 241  # 12.5 Hz apart at 1000 Hz
REACH = 3  # the sweep goes up to so many times the sampling rate
CURVE_POINTS = 36  # for each sample shown: twelve to a period of the fastest tone
RECONSTRUCTION_POINTS = 12  # for each sample shown: no period is shorter than two samples
GUARD = 1_000  # samples beyond each end of what is shown: a tone x·f_s from half the rate needs many more than 1/x
RECORD = 4_096  # samples whose spectrum the peak is measured in
DRAWN_RECORD = 256  # samples whose spectrum is drawn
HEARD_RATE = 48_000  # Hz
HEARD_SECONDS = 1.2
HIGHEST_HEARD = 20_000  # Hz

Wave = Callable[..., Float64[np.ndarray, "tones times"]]
Waves = Float64[np.ndarray, "tones times"]
Heard = Float32[np.ndarray, " frames"]


@dataclass(frozen=True)
class Params:
    """What a reader sets. The swept tone is sin(2πft + phase), of strength 1; ``others`` are added to it.

    ``frequency`` (Hz) is sure to be met on the sweep; ``phase`` is in degrees; ``shown`` counts sampling intervals.
    ``step`` is where on the sweep the reader looks.
    """

    sample_rate: float = 1_000.0
    frequency: float = 600.0
    phase: float = 0.0
    others: str = ""
    shown: int = 16
    step: int = field(default=48, metadata={"view": True})

    def __post_init__(self) -> None:
        _between(self, "sample_rate", 1.0, 1e6, "Hz")
        _between(self, "frequency", 0.0, REACH * self.sample_rate, f"Hz, {REACH} times the sampling rate")
        _between(self, "phase", -360.0, 360.0, "degrees")
        read_tones(self.others, REACH * self.sample_rate, "others")
        _whole(self, "shown", 4, 20)
        _whole(self, "step", 0, STEPS - 1)

    @property
    def tones(self) -> tuple[tuple[float, float], ...]:
        """Frequency (Hz) and strength of the tones beside the swept one."""
        return read_tones(self.others, REACH * self.sample_rate, "others")


def _between(params: Params, name: str, low: float, high: float, unit: str) -> None:
    if not low <= getattr(params, name) <= high:
        raise InputError(name, getattr(params, name), f"it must be from {low:,.10g} to {high:,.10g} {unit}")


def _whole(params: Params, name: str, low: int, high: int) -> None:
    value = getattr(params, name)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(name, value, f"it must be a whole number from {low:,} to {high:,}")


PRESETS: tuple[Preset, ...] = (
    Preset("below", "100 Hz stays 100 Hz", "Below half the rate nothing happens: the samples bring the tone back.",
           {"frequency": 100.0, "step": 8}),
    Preset("folded", "600 Hz becomes 400 Hz", "100 Hz above half the rate folds to 100 Hz below it, upside down.",
           {"frequency": 600.0, "step": 48}),
    Preset("mirror", "900 Hz becomes 100 Hz", "The samples of a 100 Hz tone with the sign changed: compare 1100 Hz.",
           {"frequency": 900.0, "step": 72}),
    Preset("copy", "1100 Hz becomes 100 Hz", "One whole turn more between samples, which they cannot tell from none.",
           {"frequency": 1_100.0, "step": 88}),
    Preset("second-zone", "1499 Hz becomes 499 Hz", "Just below one and a half times the rate: almost as high as "
           "an alias can be.", {"frequency": 1_499.0, "step": 120}),
    Preset("at-the-limit", "2500 Hz becomes 500 Hz", "The alias is half the rate exactly. Seen at its peaks "
           "(phase 90°) the tone swings from sample to sample.", {"frequency": 2_500.0, "phase": 90.0, "step": 200}),
    Preset("vanished", "A 500 Hz sine samples to zero", "Known to mislead: “at least twice the frequency” is not "
           "enough. At exactly twice, every sample of this sine is 0, and nothing brings it back.",
           {"frequency": 500.0, "step": 40}),
    Preset("three-tones", "Three tones, one of them folded", "50 and 300 Hz stay where they are while the third "
           "wanders among them.", {"frequency": 850.0, "others": "50:0.8 300:0.5", "step": 68}),
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class Result:
    """The whole sweep, a row for each tone of ``frequency``. Frequencies in Hz, times in seconds.

    ``signed`` is the alias with the sign of its direction, ``predicted`` the folding formula, ``measured`` the
    peak of the spectrum of the swept tone's samples (NaN where all are 0). The rows of ``curve`` (the tone, with
    the others), of ``samples``, of ``reconstruction`` (from samples) and of ``alias_curve`` (theory: the tone
    that it should be) belong to ``curve_time``, ``sample_time`` and ``reconstruction_time``. ``spectrum`` is the
    strength of the samples' tones at ``spectrum_frequency``; ``copies`` are the lines of the swept tone, m·f_s + f
    for m = −3 … 3 and then m·f_s − f for m = 0 … 6, NaN outside the sweep.
    """

    sample_rate: float
    frequency: Float64[np.ndarray, " steps"]
    signed: Float64[np.ndarray, " steps"]
    predicted: Float64[np.ndarray, " steps"]
    measured: Float64[np.ndarray, " steps"]
    curve_time: Float64[np.ndarray, " points"]
    curve: Float32[np.ndarray, "steps points"]
    sample_time: Float64[np.ndarray, " shown"]
    samples: Float32[np.ndarray, "steps shown"]
    reconstruction_time: Float64[np.ndarray, " grid"]
    reconstruction: Float32[np.ndarray, "steps grid"]
    alias_curve: Float32[np.ndarray, "steps grid"]
    spectrum_frequency: Float64[np.ndarray, " bins"]
    spectrum: Float32[np.ndarray, "steps bins"]
    copies: Float32[np.ndarray, "steps lines"]
    device: str = "cpu"

    @property
    def folded(self) -> Bool[np.ndarray, " steps"]:
        """Where the tone comes back mirrored."""
        return np.asarray(self.signed < 0)

    def table(self) -> pd.DataFrame:
        """The sweep, one tone to a row."""
        return pd.DataFrame(
            {
                "tone_hz": self.frequency,
                "sample_rate_hz": self.sample_rate,
                "predicted_alias_hz": self.predicted,
                "measured_peak_hz": self.measured,
                "mirrored": self.folded,
                "all_samples_zero": np.isnan(self.measured),
            }
        )

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        return sum(value.nbytes for value in vars(self).values() if isinstance(value, np.ndarray))


def sweep(params: Params) -> Float64[np.ndarray, " steps"]:
    """The frequencies of the sweep: even steps, the one nearest to ``params.frequency`` moved onto it."""
    frequency = np.linspace(0.0, REACH * params.sample_rate, STEPS)
    frequency[step_of(params)] = params.frequency
    return frequency


def step_of(params: Params) -> int:
    """Where on the sweep ``params.frequency`` stands."""
    return round(params.frequency / (REACH * params.sample_rate) * (STEPS - 1))


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: str = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """All tones of the sweep at once: their samples, the way back, and the peaks of their spectra.

    It takes a few hundredths of a second on the CPU, less than a way to another device.
    """
    rate, frequency = params.sample_rate, sweep(params)
    records = waves(frequency, np.full(STEPS, np.radians(params.phase)), np.arange(RECORD) / rate)
    record_time = np.arange(-GUARD, params.shown + GUARD + 1) / rate
    samples = _sums(params, frequency, record_time, waves)
    shown = slice(GUARD, GUARD + params.shown + 1)
    curve_time = np.arange(CURVE_POINTS * params.shown + 1) / (CURVE_POINTS * rate)
    grid = np.arange(RECONSTRUCTION_POINTS * params.shown + 1) / (RECONSTRUCTION_POINTS * rate)
    return Result(
        sample_rate=rate,
        frequency=frequency,
        signed=signed_alias(frequency, rate),
        predicted=alias(frequency, rate),
        measured=peak_frequencies(records, rate),
        curve_time=curve_time,
        curve=_sums(params, frequency, curve_time, waves).astype(np.float32),
        sample_time=record_time[shown],
        samples=samples[:, shown].astype(np.float32),
        reconstruction_time=grid,
        reconstruction=reconstruct(samples, grid, rate, start=-GUARD / rate).astype(np.float32),
        alias_curve=_sums(params, frequency, grid, partial(returned_waves, sample_rate=rate)).astype(np.float32),
        spectrum_frequency=np.fft.rfftfreq(DRAWN_RECORD, 1 / rate),
        spectrum=strengths(_sums(params, frequency, np.arange(DRAWN_RECORD) / rate, waves)).astype(np.float32),
        copies=_copies(frequency, rate),
    )


def hear(params: Params, frequency: float) -> tuple[Heard, Heard, int]:
    """The tones, what their samples bring back, and the rate (Hz) to play both at: 1.2 s with soft ends.

    The swept tone stands at ``frequency`` Hz. Tones above 20 kHz, which no one hears, are left out.
    """
    tones = np.array([(frequency, 1.0), *params.tones])
    phase = np.zeros(len(tones))
    phase[0] = np.radians(params.phase)
    time = np.arange(round(HEARD_SECONDS * HEARD_RATE)) / HEARD_RATE
    ends = np.minimum(1.0, np.minimum(time, time[::-1]) / 0.02) * 0.8 / tones[:, 1].sum()

    def played(landing: Float64[np.ndarray, " tones"], wave: Waves) -> Heard:
        audible = np.where(landing <= HIGHEST_HEARD, tones[:, 1], 0.0)
        return np.asarray(ends * (audible @ wave), np.float32)

    original = played(tones[:, 0], waves(tones[:, 0], phase, time))
    back = returned_waves(tones[:, 0], phase, time, params.sample_rate)
    return original, played(alias(tones[:, 0], params.sample_rate), back), HEARD_RATE


def _sums(
    params: Params, frequency: Float64[np.ndarray, " steps"], times: Float64[np.ndarray, " times"], wave: Wave
) -> Float64[np.ndarray, "steps times"]:
    """The swept tone at every frequency, each with the other tones added; ``wave`` says what becomes of a tone."""
    swept = wave(frequency, np.full(len(frequency), np.radians(params.phase)), times)
    others = np.array(params.tones).reshape(-1, 2)
    return np.asarray(swept + others[:, 1] @ wave(others[:, 0], np.zeros(len(others)), times))


def _copies(frequency: Float64[np.ndarray, " steps"], rate: float) -> Float32[np.ndarray, "steps lines"]:
    upright = frequency[:, None] + rate * np.arange(-REACH, REACH + 1)
    mirrored = rate * np.arange(2 * REACH + 1) - frequency[:, None]
    lines = np.hstack([upright, mirrored])
    return np.where((lines >= 0) & (lines <= REACH * rate), lines, np.nan).astype(np.float32)


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on one core of a laptop: it does not depend on the settings."""
    return 0.09


def snippet(params: Params) -> str:
    """Python that prints the same sweep."""
    return "\n".join(
        [
            "from core.signals import sampling",
            "",
            f"params = sampling.Params({settings(params)})",
            "table = sampling.compute(params).table()",
            'print(table[["tone_hz", "predicted_alias_hz", "measured_peak_hz"]].to_string())',
        ]
    )
