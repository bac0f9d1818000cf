"""The spectrogram explorer: one sound under one window of many lengths, and the trade of time against frequency.

Frames stand ``hops`` to a window's length, so every length has a grid of its own: a short window many frames of few
bins, a long one few frames of many. All lengths go through in one call on the device (``core.sound.block_maxima``).
"""

import dataclasses
import math
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from core.checks import between, choices, whole
from core.device import Device
from core.errors import InputError
from core.explorer import from_source, script
from core.signals.spectrogram.excerpt import BUILT_IN_RATE, OPENING, cut, make, read
from core.signals.spectrogram.excerpt_rasters import Layout, envelope, fine, hop_and_points, pictures, scrubbed
from core.signals.spectrogram.presets import PRESETS as PRESETS
from core.signals.spectrogram.result import Result as Result
from core.signals.spectrogram.result import milliseconds_of
from core.signals.spectrogram.window_lengths import LONGEST, LOW_TONE, higher_tone, lengths, trade, work
from core.sound.files import MAX_RATE, MAX_SECONDS, MIN_RATE, Sound
from core.sound.frequency_axis import Spacing
from core.sound.inverse_stft import reconstruct
from core.sound.spectrogram_raster import Measure
from core.sound.windows import Kind, Window, sample

Source = Literal["two-tones", "linear-chirp", "logarithmic-chirp", "clicks", "burst", "amplitude-modulation",
                 "frequency-modulation", "vowel", "noise", "file", "microphone"]  # fmt: skip
Colours = Literal["magma", "viridis", "cividis", "grey"]

LOWEST_LOGARITHMIC = 20.0  # Hz
ABOUT_TONES = 6  # times the separation, shown to either side of two tones
HEARD_SECONDS = 5.0
DECODING = 0.2  # the share of the time that decoding takes, about
MAX_HOPS, MAX_PADDING = 32, 8
LENGTH_SECONDS, SAMPLE_SECONDS = 0.0008, 5e-9  # of a core: for a length of the window, for a point of a transform
WORTH_A_GPU = 2.0  # s of estimated work, below which looking for one takes longer than the work


@dataclass(frozen=True)
class Params:
    """What a reader sets. The window's length is the swept axis; they look at the one nearest to ``length`` (ms).

    Of a sound, ``start`` … ``end`` seconds are shown (``end`` 0: ten seconds on), from ``low_hz`` to ``high_hz`` (0:
    as the sound asks for), at ``rate`` Hz (0: its own). ``hops`` of the window make its length, and the transform is
    ``padding`` times as long. ``floor`` and ``ceiling`` are in dB, 0 being a sine of amplitude 1.
    """

    source: Source = "two-tones"
    separation: float = field(default=26.16, metadata=from_source("two-tones"))
    seconds: float = 0.6
    rate: int = 0
    start: float = 0.0
    end: float = 0.0
    window: Kind = "hann"
    beta: float = 8.6
    sigma: float = 0.25
    hops: int = 8
    padding: int = 4
    scale: Spacing = "linear"
    low_hz: float = 0.0
    high_hz: float = 0.0
    measure: Measure = field(default="decibels", metadata={"view": True})
    floor: float = field(default=-50.0, metadata={"view": True})
    ceiling: float = field(default=0.0, metadata={"view": True})
    colours: Colours = field(default="magma", metadata={"view": True})
    length: float = field(default=10.0, metadata={"view": True})

    def __post_init__(self) -> None:
        choices(self)
        Window(self.window, self.beta, self.sigma)
        if self.tones_apart is not None:
            between(self, "separation", 2.0, 2_000.0, "Hz")
        if not self.brought:
            between(self, "seconds", 0.05, 30.0, "seconds")
        if self.rate:
            whole(self, "rate", MIN_RATE, MAX_RATE)
        between(self, "start", 0.0, float(MAX_SECONDS), "seconds")
        between(self, "end", 0.0, float(MAX_SECONDS), "seconds")
        if 0 < self.end <= self.start:
            rule = f"it must lie after the start, {self.start:g} s"
            raise InputError("end", self.end, rule, "0 means ten seconds from there.")
        whole(self, "hops", 1, MAX_HOPS)
        whole(self, "padding", 1, MAX_PADDING)
        between(self, "low_hz", 0.0, MAX_RATE / 2, "Hz")
        between(self, "high_hz", 0.0, MAX_RATE / 2, "Hz")
        if 0 < self.high_hz <= self.low_hz:
            raise InputError("high_hz", self.high_hz, f"it must lie above the lowest frequency, {self.low_hz:g} Hz")
        between(self, "floor", -200.0, 100.0, "dB")
        between(self, "ceiling", -200.0, 100.0, "dB")
        if self.floor >= self.ceiling:
            raise InputError(
                "floor", self.floor, f"it must lie below the ceiling, {self.ceiling:g} dB", "Try −50 and 0."
            )
        between(self, "length", 1.0, 1_000.0, "ms")
        if not self.brought:  # of a reader's own sound only ``compute`` knows the length and the rate
            if self.start >= self.seconds:
                raise InputError("start", self.start, f"it must lie before the end of the sound, {self.seconds:g} s")
            rate = self.rate or BUILT_IN_RATE
            if self.tones_apart is not None:
                higher_tone(self.tones_apart, float(rate))
            _band(self, rate)

    @property
    def brought(self) -> bool:
        """Whether the sound is a reader's own."""
        return self.source in ("file", "microphone")

    @property
    def tones_apart(self) -> float | None:
        """Hz between the two tones, where the sound is of two."""
        return self.separation if self.source == "two-tones" else None

    @property
    def shape(self) -> Window:
        return Window(self.window, self.beta, self.sigma)


def compute(
    params: Params,
    data: bytes | None = None,
    *,
    device: Device = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """The spectrograms of an excerpt of sound, one for each length of the window. ``auto`` keeps short work on the CPU.

    Raises:
        InputError: there is no sound, it cannot be read, or a setting does not fit it.
    """
    return _computed(params, data, device, progress, every_length=True)


def preview(
    params: Params,
    data: bytes | None = None,
    *,
    device: Device = "auto",
    progress: Callable[[float], None] | None = None,
) -> Result:
    """``compute`` with the picture of the present length alone, in the places of all."""
    return _computed(params, data, device, progress, every_length=False)


def _computed(
    params: Params,
    data: bytes | None,
    device: Device,
    progress: Callable[[float], None] | None,
    *,
    every_length: bool,
) -> Result:
    report: Callable[[float], None] = progress or (lambda fraction: None)
    sound, decoding = _sound(params, data, report), DECODING if params.brought else 0.0
    excerpt = cut(sound, params.start, params.end, params.rate if params.brought else 0)
    low, high = _band(params, excerpt.sample_rate)
    samples = excerpt.last - excerpt.first
    # Beyond the longest window the number of samples changes nothing, and would defeat the cache. Windows see beyond
    # the excerpt, so that a close look does not take long ones away.
    enough = min(round(excerpt.whole * excerpt.sample_rate), math.ceil(LONGEST * excerpt.sample_rate))
    traded = trade(params.shape, float(excerpt.sample_rate), enough, params.hops, params.tones_apart)
    small = _work(params, samples, float(excerpt.sample_rate), (low, high)) < WORTH_A_GPU
    where: Device = "cpu" if device == "auto" and small else device
    milliseconds = milliseconds_of(traded.lengths, excerpt.sample_rate)
    here = int(np.abs(milliseconds - params.length).argmin())
    drawn = traded.lengths if every_length else traded.lengths[here : here + 1]
    windows = [sample(params.shape, length) for length in drawn.tolist()]
    layout = Layout(params.scale, low, high)

    def told(fraction: float) -> None:
        report(decoding + (1 - decoding) * fraction)

    told(0.0)
    seen = pictures(excerpt, windows, params.hops, params.padding, layout, where, told)
    missing = (
        "" if every_length else f"Drawn so far: {milliseconds[here]:.3g} ms. The other lengths are being computed."
    )
    repeated = 1 if every_length else len(traded.lengths)
    result = Result(
        sample_rate=excerpt.sample_rate,
        start=excerpt.start,
        end=excerpt.end,
        whole=excerpt.whole,
        low=low,
        high=high,
        trade=traded,
        pictures=tuple(scrubbed(one) for one in seen) * repeated,
        fine=tuple(fine(one) for one in seen) * repeated,
        wave=envelope(excerpt.shown),
        heard=excerpt.shown[: round(HEARD_SECONDS * excerpt.sample_rate)].copy(),
        remarks=(*excerpt.remarks, *filter(None, [seen[0].notice, missing])),
        device=seen[0].device,
    )
    return focus(result, params)


def focus(result: Result, params: Params) -> Result:
    """``result`` with what the inverse transform brings back at the length that is looked at."""
    step = result.index_of(params.length)
    if step == result.step:
        return result
    if not result.trade.nonzero[step]:
        return dataclasses.replace(result, step=step, rebuilt=None, error=math.nan)
    length, hop = int(result.trade.lengths[step]), int(result.trade.hops[step])
    rebuilt, error = reconstruct(result.heard, sample(params.shape, length), hop, length)
    return dataclasses.replace(result, step=step, rebuilt=rebuilt, error=error)


def _sound(params: Params, data: bytes | None, report: Callable[[float], None]) -> Sound:
    if not params.brought:
        return make(params.source, params.seconds, params.rate, params.separation)
    return read(data, params.source, lambda fraction: report(DECODING * fraction))


def _band(params: Params, sample_rate: int) -> tuple[float, float]:
    """The frequencies shown. Two tones are shown from near, every other sound up to half its rate."""
    low, high = 0.0, sample_rate / 2
    if params.source == "two-tones":
        reach = ABOUT_TONES * params.separation
        low, high = max(low, LOW_TONE - reach), min(high, LOW_TONE + params.separation + reach)
    low, high = params.low_hz or low, params.high_hz or high
    if params.scale == "logarithmic":
        low = max(low, min(LOWEST_LOGARITHMIC, high / 2))
    if high > sample_rate / 2:
        raise InputError("high_hz", high, f"it must be at most half the sampling rate, {sample_rate / 2:,.6g} Hz")
    if low >= high:
        raise InputError("low_hz", low, f"it must lie below the highest frequency shown, {high:,.6g} Hz")
    return low, high


def _work(params: Params, samples: int, rate: float, band: tuple[float, float]) -> float:
    """Seconds of one core for all lengths: an overhead for each, and what the transforms of its frames take."""
    layout, total = Layout(params.scale, *band), 0.0
    for length in lengths(rate, round(LONGEST * rate) + 1, params.hops).tolist():
        hop, points = hop_and_points(length, samples, rate, params.hops, params.padding, layout)
        spread = 2.0 if params.scale == "mel" else 1.0  # every bin of every frame is weighed, not the loudest alone
        beyond_cache = 1.0 if points <= 1 << 17 else 2.0
        total += LENGTH_SECONDS + SAMPLE_SECONDS * (1 + samples // hop) * points * spread * beyond_cache
    return total


def estimate_seconds(params: Params, data: bytes | None) -> float:
    """About how long ``compute`` takes on one core of a laptop. Decoding counts as long: it may not harm the server."""
    rate = params.rate or (44_100 if params.brought else BUILT_IN_RATE)
    try:
        band = _band(params, rate)
    except InputError:  # of a reader's sound, whose rate is known only once it is decoded
        band = (0.0, rate / 2)
    window = work(float(rate), params.tones_apart)
    if not params.brought:
        return window + _work(params, round(params.seconds * rate), float(rate), band)
    seconds = params.end - params.start if params.end else OPENING
    return 0.3 + 2e-8 * len(data or b"") + window + _work(params, round(seconds * rate), float(rate), band)


def snippet(params: Params) -> str:
    """Python that prints the same sweep."""
    return script(
        params,
        "print(result.table().to_string())",
        "picture = result.pictures[result.index_of(params.length)]  # .power, .edges (Hz), .start and .column_seconds",
        file="your-sound.wav" if params.brought else "",
    )
