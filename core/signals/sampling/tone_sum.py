"""A few tones: read from a line of text, as curves, and as what their samples bring back.

``250:0.5 1200`` is 250 Hz at strength 0.5 and 1,200 Hz at strength 1.
"""

import math
import re

import numpy as np
from jaxtyping import Float64

from core.errors import InputError
from core.numbers import exact
from core.signals.sampling.sampling_theory import at_half_rate, signed_alias

MAX_TONES = 2
MAX_STRENGTH = 2.0

Tones = Float64[np.ndarray, " tones"]
Times = Float64[np.ndarray, " times"]
Waves = Float64[np.ndarray, "tones times"]


def read_tones(text: str, highest: float, field: str) -> tuple[tuple[float, float], ...]:
    """(frequency in Hz, strength) of each tone; spaces, commas or semicolons stand between them.

    Raises:
        InputError: an entry is no frequency from 0 to ``highest`` Hz with a strength up to 2, or there are over two.
    """
    entries = [entry for entry in re.split(r"[\s,;]+", text) if entry]
    if len(entries) > MAX_TONES:
        raise InputError(
            field, text, f"there must be at most {MAX_TONES} tones, and it names {len(entries)}", "Leave some out."
        )
    return tuple(_tone(entry, highest, field) for entry in entries)


def _tone(entry: str, highest: float, field: str) -> tuple[float, float]:
    frequency, _, strength = entry.partition(":")
    try:
        tone = float(frequency), float(strength or "1")
    except ValueError:
        tone = math.nan, math.nan
    if not (0 <= tone[0] <= highest and 0 < tone[1] <= MAX_STRENGTH):
        rule = f"a tone must be a frequency from 0 to {exact(highest)} Hz, a colon, and a strength above 0 and up to 2"
        raise InputError(field, entry, rule, "Write 250:0.5, or 250 alone for strength 1.")
    return tone


def waves(frequency: Tones, phase: Tones, times: Times) -> Waves:
    """sin(2πft + φ) for each tone: f in Hz, φ in radians, t in seconds, evenly spaced.

    sin(a + b) = sin a·cos b + cos a·sin b, where a is the angle at the start of a stretch of times and b what is added
    within it. That takes a quarter of the time of a sine for each of a million angles.
    """
    many = math.isqrt(len(times)) + 1
    turn = 2 * np.pi * frequency[:, None]
    a, b = (turn * times[::many] + phase[:, None])[:, :, None], (turn * (times[:many] - times[0]))[:, None]
    whole = np.sin(a) * np.cos(b)
    whole += np.cos(a) * np.sin(b)
    return np.asarray(whole.reshape(len(frequency), -1)[:, : len(times)])


def returned_waves(frequency: Tones, phase: Tones, times: Times, sample_rate: float) -> Waves:
    """What the samples of each tone bring back: sin(2πst + φ), s the signed alias.

    At half the rate itself the samples see of sin(πf_s·t + φ) = sin φ·cos(πf_s·t) + cos φ·sin(πf_s·t) the first part
    alone, and that is what comes back: nothing, of a sine.
    """
    signed = signed_alias(frequency, sample_rate)
    at_limit = at_half_rate(signed, sample_rate)
    standing = np.sin(phase)[:, None] * np.cos(np.pi * sample_rate * times)
    return np.where(at_limit[:, None], standing, waves(signed, phase, times))
