"""The sampling explorer: a tone meets a sampling rate, either of them is swept, and the alias folds up and down."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from jaxtyping import Float32, Float64

from core.errors import InputError
from core.explorer import Preset, settings
from core.signals.alias_sweep import (
    FASTEST,
    REACH,
    SLOWEST,
    AliasSweep,
    Swept,
    Tones,
    sweep_frequency,
    sweep_rate,
    with_value,
)
from core.signals.sampling_theory import alias
from core.signals.tone_sum import read_tones, returned_waves, waves

HEARD_RATE = 48_000  # Hz
HEARD_SECONDS = 1.2
HIGHEST_HEARD = 20_000  # Hz

Waves = Float64[np.ndarray, "tones times"]
Heard = Float32[np.ndarray, " frames"]
Result = AliasSweep


def _swept(name: Swept) -> dict[str, Any]:
    """The field that is swept says where on the sweep the reader looks."""
    return {"view": lambda params: params.sweep == name}


@dataclass(frozen=True)
class Params:
    """What a reader sets. The swept tone is sin(2πft + phase), of strength 1; ``others`` are added to it.

    ``sweep`` says whether the tone's ``frequency`` (Hz) or the ``sample_rate`` (Hz) is swept; ``phase`` is in
    degrees; ``shown`` counts sampling intervals, or half periods of the tone where the rate is swept.
    """

    sweep: Swept = "frequency"
    sample_rate: float = field(default=1_000.0, metadata=_swept("sample_rate"))
    frequency: float = field(default=600.0, metadata=_swept("frequency"))
    phase: float = 0.0
    others: str = ""
    shown: int = 16

    def __post_init__(self) -> None:
        if self.sweep == "frequency":
            _between(self, "sample_rate", 1.0, 1e6, "Hz")
            _between(self, "frequency", 0.0, REACH * self.sample_rate, f"Hz, {REACH} times the sampling rate")
        else:
            _between(self, "frequency", 1.0, 250e3, "Hz to sweep the rate")
            fastest = FASTEST * self.frequency
            _between(self, "sample_rate", SLOWEST * self.frequency, fastest, f"Hz, {FASTEST:g} times the tone")
        _between(self, "phase", -360.0, 360.0, "degrees")
        read_tones(self.others, self.highest, "others")
        _whole(self, "shown", 4, 20)

    @property
    def highest(self) -> float:
        """The highest frequency (Hz) that the pictures show."""
        return REACH * (self.sample_rate if self.sweep == "frequency" else self.frequency)

    @property
    def tones(self) -> Tones:
        """The phase of the swept tone, and the tones beside it."""
        return Tones(self.phase, read_tones(self.others, self.highest, "others"))


def _between(params: Params, name: str, low: float, high: float, unit: str) -> None:
    if not low <= getattr(params, name) <= high:
        raise InputError(name, getattr(params, name), f"it must be from {low:,.10g} to {high:,.10g} {unit}")


def _whole(params: Params, name: str, low: int, high: int) -> None:
    value = getattr(params, name)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(name, value, f"it must be a whole number from {low:,} to {high:,}")


PRESETS: tuple[Preset, ...] = (
    Preset("below", "100 Hz stays 100 Hz", "Below half the rate nothing happens: the samples bring the tone back.",
           {"frequency": 100.0}),
    Preset("folded", "600 Hz becomes 400 Hz", "100 Hz above half the rate folds to 100 Hz below it, upside down.",
           {"frequency": 600.0}),
    Preset("mirror", "900 Hz becomes 100 Hz", "The samples of a 100 Hz tone with the sign changed: compare 1100 Hz.",
           {"frequency": 900.0}),
    Preset("copy", "1100 Hz becomes 100 Hz", "One whole turn more between samples, which they cannot tell from none.",
           {"frequency": 1_100.0}),
    Preset("second-zone", "1499 Hz becomes 499 Hz", "Just below one and a half times the rate: almost as high as "
           "an alias can be.", {"frequency": 1_499.0}),
    Preset("at-the-limit", "2500 Hz becomes 500 Hz", "The alias is half the rate exactly. Seen at its peaks "
           "(phase 90°) the tone swings from sample to sample.", {"frequency": 2_500.0, "phase": 90.0}),
    Preset("vanished", "A 500 Hz sine samples to zero", "Known to mislead: “at least twice the frequency” is not "
           "enough. At exactly twice, every sample of this sine is 0, and nothing brings it back.",
           {"frequency": 500.0}),
    Preset("three-tones", "Three tones, one of them folded", "50 and 300 Hz stay where they are while the third "
           "wanders among them.", {"frequency": 850.0, "others": "50:0.8 300:0.5"}),
    Preset("rate", "The rate falls instead", "One tone of 440 Hz. Drag the rate down: nothing is lost until it meets "
           "880 Hz, and everything right after.", {"sweep": "sample_rate", "frequency": 440.0, "sample_rate": 1_200.0}),
)  # fmt: skip


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: str = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """All steps of the sweep at once: their samples, the way back, and the peaks of their spectra.

    It takes a few hundredths of a second on the CPU, less than a way to another device.
    """
    if params.sweep == "frequency":
        sweep = sweep_frequency(params.sample_rate, params.tones, params.shown)
    else:
        sweep = sweep_rate(params.frequency, params.tones, params.shown)
    return focus(sweep, params)


def focus(result: Result, params: Params) -> Result:
    """The sweep with the step nearest to the chosen value moved onto it."""
    return with_value(result, getattr(params, params.sweep), params.tones)


def step_of(result: Result, params: Params) -> int:
    """Where on the sweep the chosen value stands."""
    return int(np.abs(result.values - getattr(params, params.sweep)).argmin())


def hear(params: Params) -> tuple[Heard, Heard, int]:
    """The tones, what their samples bring back, and the rate (Hz) to play both at: 1.2 s with soft ends.

    Tones above 20 kHz, which no one hears, are left out.
    """
    swept = params.tones
    tones = np.array([(params.frequency, 1.0), *swept.others])
    phase = np.zeros(len(tones))
    phase[0] = np.radians(swept.phase)
    time = np.arange(round(HEARD_SECONDS * HEARD_RATE)) / HEARD_RATE
    ends = np.minimum(1.0, np.minimum(time, time[::-1]) / 0.02) * 0.8 / tones[:, 1].sum()

    def played(landing: Float64[np.ndarray, " tones"], wave: Waves) -> Heard:
        audible = np.where(landing <= HIGHEST_HEARD, tones[:, 1], 0.0)
        return np.asarray(ends * (audible @ wave), np.float32)

    original = played(tones[:, 0], waves(tones[:, 0], phase, time))
    back = returned_waves(tones[:, 0], phase, time, params.sample_rate)
    return original, played(alias(tones[:, 0], params.sample_rate), back), HEARD_RATE


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
