"""The sampling explorer: a tone folds, a band lands, amplitudes fall on steps, and a wheel turns backwards.

Each part is a sweep of its own: ``alias_sweep``, ``band_sweep``, ``bits_sweep``, ``wheel_sweep``. The last one,
``decimation``, is a sound of the reader's with fewer samples.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from core.checks import between, choices, whole
from core.explorer import script
from core.signals.sampling.alias_sweep import (
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
from core.signals.sampling.antialias_filter import MAX_FACTOR, MAX_ORDER, nearest_design
from core.signals.sampling.antialias_filter import Kind as Filter
from core.signals.sampling.band_sweep import NARROWEST, BandSweep, sweep_band, with_rate
from core.signals.sampling.band_sweep import ends as band_ends
from core.signals.sampling.bits_sweep import MOST_BITS, BitsSweep, sweep_bits
from core.signals.sampling.decimation import Decimation, Source, decimated
from core.signals.sampling.pcm_quantiser import Dither
from core.signals.sampling.presets import PRESETS as PRESETS
from core.signals.sampling.tone_audio import HEARD_RATE, Heard, heard_bits, heard_tones
from core.signals.sampling.tone_sum import read_tones
from core.signals.sampling.wheel_sweep import WheelSweep, fastest, sweep_wheel

Result = AliasSweep | BandSweep | BitsSweep | WheelSweep | Decimation
Part = Literal["alias", "band", "bits", "wheel", "sound"]


def _swept(name: str) -> dict[str, Any]:
    """The field that is swept: it says where on the sweep the reader looks."""
    return {"view": lambda params: params.swept == name}


@dataclass(frozen=True)
class Params:
    """What a reader sets. ``part`` says what is sampled; each part has its own fields, sweeps one of them, and
    refuses what it cannot use; a number of another part is refused when that one is chosen.

    - ``alias``: sin(2πft + phase), of strength 1, and ``others``. ``sweep`` says whether the tone's ``frequency`` or
      the ``sample_rate`` (Hz) is swept; ``phase`` in degrees; ``shown`` counts sampling intervals, or half periods of
      the tone where the rate is swept.
    - ``band``: all frequencies from ``low`` to ``high`` Hz, over ``band_rate`` (Hz).
    - ``bits``: a tone of 997 Hz whose peak is ``level`` dB below full scale, over ``bits``, with ``dither``.
    - ``wheel``: ``spokes`` equal spokes filmed at ``frame_rate`` per second, over ``revolutions`` per second.
    - ``sound``: 20 s of ``source`` from ``start`` (seconds) on, one sample in ``factor`` kept, without and with
      an anti-alias ``filter`` of ``order``, or the nearest that it can have. Nothing is swept.
    """

    part: Part = "alias"
    sweep: Swept = "frequency"
    sample_rate: float = field(default=1_000.0, metadata=_swept("sample_rate"))
    frequency: float = field(default=600.0, metadata=_swept("frequency"))
    phase: float = 0.0
    others: str = field(default="", metadata={"used": lambda params: params.part == "alias"})
    shown: int = 16
    low: float = 620.0
    high: float = 780.0
    band_rate: float = field(default=580.0, metadata=_swept("band_rate"))
    bits: int = field(default=4, metadata=_swept("bits"))
    level: float = 0.0
    dither: Dither = "none"
    spokes: int = 8
    frame_rate: float = 24.0
    revolutions: float = field(default=2.75, metadata=_swept("revolutions"))
    source: Source = "linear-chirp"
    start: float = 0.0
    factor: int = 4
    filter: Filter = "kaiser"
    order: int = 128

    def __post_init__(self) -> None:
        choices(self)  # every one: the numbers below are held against those of the present part alone
        match self.part:
            case "alias":
                self._check_tone()
            case "band":
                between(self, "high", 1.0, 1e6, "Hz")
                between(self, "low", 0.0, (1 - NARROWEST) * self.high, f"Hz, {NARROWEST:.0%} below the high edge")
                between(self, "band_rate", *band_ends(self.low, self.high), "Hz for this band")
            case "bits":
                whole(self, "bits", 1, MOST_BITS)
                between(self, "level", -80.0, 0.0, "dB")
            case "wheel":
                whole(self, "spokes", 1, 24)
                between(self, "frame_rate", 1.0, 10_000.0, "frames a second")
                most = fastest(self.spokes, self.frame_rate)
                stands = "revolutions a second, where the wheel seems to stand a third time"
                between(self, "revolutions", 0.0, most, stands)
            case "sound":
                if self.source == "file":
                    between(self, "start", 0.0, 600.0, "seconds")
                whole(self, "factor", 2, MAX_FACTOR)
                whole(self, "order", 1, max(MAX_ORDER.values()))

    def _check_tone(self) -> None:
        if self.sweep == "frequency":
            between(self, "sample_rate", 1.0, 1e6, "Hz")
            between(self, "frequency", 0.0, REACH * self.sample_rate, f"Hz, {REACH} times the sampling rate")
        else:
            between(self, "frequency", 1.0, 250e3, "Hz to sweep the rate")
            fastest_rate = FASTEST * self.frequency
            between(self, "sample_rate", SLOWEST * self.frequency, fastest_rate, f"Hz, {FASTEST:g} times the tone")
        between(self, "phase", -360.0, 360.0, "degrees")
        read_tones(self.others, self.highest, "others")
        whole(self, "shown", 4, 20)

    @property
    def swept(self) -> str:
        """The field that is swept, or "" where nothing is."""
        swept = {"alias": self.sweep, "band": "band_rate", "bits": "bits", "wheel": "revolutions"}
        return swept.get(self.part, "")

    @property
    def highest(self) -> float:
        """The highest frequency (Hz) that the pictures of a tone show."""
        return REACH * (self.sample_rate if self.sweep == "frequency" else self.frequency)

    @property
    def tones(self) -> Tones:
        """The phase of the swept tone, and the tones beside it."""
        return Tones(self.phase, read_tones(self.others, self.highest, "others"))


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: str = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """All steps of the sweep of ``params.part`` at once; ``data`` is the file of a sound.

    A sweep takes a few hundredths of a second on the CPU, less than a way to another device.

    Raises:
        InputError: the file cannot be used, or too little of the sound would remain.
    """
    match params.part:
        case "band":
            return with_rate(sweep_band(params.low, params.high), params.band_rate)
        case "bits":
            return sweep_bits(params.level, params.dither)
        case "wheel":
            return sweep_wheel(params.spokes, params.frame_rate, params.revolutions)
        case "sound":
            design = nearest_design(params.filter, params.order)
            return decimated(params.source, data, params.start, params.factor, design, progress)
    if params.sweep == "frequency":
        sweep = sweep_frequency(params.sample_rate, params.tones, params.shown)
    else:
        sweep = sweep_rate(params.frequency, params.tones, params.shown)
    return focus(sweep, params)


def focus(result: Result, params: Params) -> Result:
    """The sweep with the step nearest to the chosen value moved onto it."""
    match result:
        case AliasSweep():
            return with_value(result, getattr(params, params.sweep), params.tones)
        case BandSweep():
            return with_rate(result, params.band_rate)
        case WheelSweep():
            return sweep_wheel(params.spokes, params.frame_rate, params.revolutions)  # a millisecond
    return result


def step_of(result: AliasSweep, params: Params) -> int:
    """Where on the sweep the chosen value stands."""
    return int(np.abs(result.values - getattr(params, params.sweep)).argmin())


def hear(result: Result, params: Params) -> tuple[dict[str, Heard], int]:
    """What of the present part can be heard, by title, and at which rate (Hz) to play it.

    Tones sound for 1.2 s with soft ends; above 20 kHz, where no one hears them, they are left out.
    """
    match result:
        case AliasSweep():
            return heard_tones(params.frequency, params.tones, params.sample_rate), HEARD_RATE
        case BitsSweep():
            return heard_bits(params.level, params.bits, params.dither), HEARD_RATE
        case Decimation():
            titles = ("Hear the sound", f"One sample in {params.factor}, no filter", "With the filter in front")
            return dict(zip(titles, result.heard, strict=True)), round(result.sample_rate)
    return {}, HEARD_RATE


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on one core of a laptop. A file is decoded where it can do no harm."""
    return 2.0 if params.part == "sound" and params.source == "file" else 0.09


def snippet(params: Params) -> str:
    """Python that prints the same numbers."""
    from_file = params.part == "sound" and params.source == "file"
    return script(params, "print(result.table().to_string())", file="your-file.wav" if from_file else "")
