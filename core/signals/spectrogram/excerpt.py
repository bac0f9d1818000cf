"""The excerpt of sound that a picture shows: made, or decoded from a file; cut out, and perhaps resampled.

What lies within ``MARGIN`` before and after it comes along: windows at its ends see it.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32

from core.errors import InputError
from core.numbers import exact
from core.signals.spectrogram.window_lengths import LOW_TONE, higher_tone
from core.sound.built_in_sounds import built_in, two_tones
from core.sound.files import MAX_FRAMES, Sound, first_sample
from core.sound.resample import resample

MARGIN = 0.3  # s: half the longest window, and a little more for the filter of the resampling
OPENING = 10.0  # s that are shown of a file at first
BUILT_IN_RATE = 8_000  # Hz


@dataclass(frozen=True, eq=False)
class Excerpt:
    """``samples[first:last]`` are shown, and stand at ``start`` … ``end`` of ``whole`` seconds of sound."""

    samples: Float32[np.ndarray, " samples"]
    sample_rate: int
    first: int
    last: int
    start: float  # s
    whole: float  # s
    remarks: tuple[str, ...] = ()

    @property
    def end(self) -> float:
        return self.start + (self.last - self.first) / self.sample_rate

    @property
    def samples_in_view(self) -> Float32[np.ndarray, " shown"]:
        return self.samples[self.first : self.last]


def make(signal: str, seconds: float, rate: int, separation: float) -> Sound:
    """A built-in signal; the two close tones stand ``separation`` Hz apart. ``rate`` 0 is 8000 Hz.

    Raises:
        InputError: a frequency would fold at that rate.
    """
    rate = rate or BUILT_IN_RATE
    if signal == "two-tones":
        return Sound(two_tones(seconds, rate, low=LOW_TONE, high=higher_tone(separation, float(rate))), rate, 1)
    return Sound(built_in(signal, seconds, rate), rate, 1)


def cut(sound: Sound, start: float, end: float, rate: int = 0) -> Excerpt:
    """``start`` … ``end`` seconds of ``sound``, at ``rate`` Hz (0: its own). ``end`` 0 is ten seconds on.

    Raises:
        InputError: there is nothing between them, or it has too many samples at that rate.
    """
    first, stop = first_sample(sound, start), min(end or start + OPENING, sound.seconds)
    before = round(max(0.0, start - MARGIN) * sound.sample_rate)
    last = round(stop * sound.sample_rate)
    if not first < last:
        raise InputError(
            "end", end, f"a sample at least must lie between the start, {exact(start)} s, and it", "Choose a later end."
        )
    part = sound.samples[before : last + round(MARGIN * sound.sample_rate)]
    own, remarks = sound.sample_rate, (sound.remark,) if sound.remark else ()
    if not rate or rate == own:
        return Excerpt(part, own, first - before, last - before, first / own, sound.seconds, remarks)
    if len(part) / own * rate > MAX_FRAMES:
        rule = f"the excerpt must have at most {MAX_FRAMES:,} samples at that rate"
        raise InputError("rate", rate, rule, "Lower it, or show a shorter excerpt.")
    ends = [round((place - before) * rate / own) for place in (first, last)]
    samples = resample(part, float(own), float(rate))
    return Excerpt(samples, rate, ends[0], max(ends[1], ends[0] + 1), first / own, sound.seconds, remarks)
