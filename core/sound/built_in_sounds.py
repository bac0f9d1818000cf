"""Signals that are built in: each a formula of time, of a length in seconds and a sampling rate in Hz.

t is time in seconds, T the duration, f_s the sampling rate; sample n stands at t = n/f_s. Every function returns
float32 samples of magnitude at most 1, the same for the same arguments, and keeps what can be kept below f_s/2:
a frequency that would fold is refused. ``BUILT_IN`` is the table of all.
"""

import math
from collections.abc import Callable, Mapping

import numpy as np
from jaxtyping import Float32, Float64

from core.errors import InputError
from core.numbers import exact
from core.sound.vowels import FORMANTS, glottal_pulses, resonate

Samples = Float32[np.ndarray, " frames"]
Seconds = float | int

CHIRP_START, CHIRP_TOP = 50.0, 0.45  # where a chirp begins in Hz, and where it ends as a share of the sampling rate
CLICKS = 10.0  # a second
CARRIER = 1_000.0  # Hz


def two_tones(duration: Seconds, sample_rate: int, *, low: float = 440.0, high: float = 466.16) -> Samples:
    """Two sines of equal strength: ½ sin(2π·low·t) + ½ sin(2π·high·t). By default A4 and the semitone above it."""
    time = _time(duration, sample_rate)
    return _samples(0.5 * np.sin(2 * np.pi * low * time) + 0.5 * np.sin(2 * np.pi * high * time))


def linear_chirp(duration: Seconds, sample_rate: int) -> Samples:
    """A sine whose frequency rises evenly from f₀ = 50 Hz to f₁ = 0.45 f_s: sin(2π(f₀t + (f₁ − f₀)t²/2T))."""
    time, rise = _time(duration, sample_rate), CHIRP_TOP * sample_rate - CHIRP_START
    return _samples(np.sin(2 * np.pi * (CHIRP_START * time + rise * time**2 / (2 * duration))))


def logarithmic_chirp(duration: Seconds, sample_rate: int) -> Samples:
    """A sine that climbs the same interval in the same time: sin(2πf₀T/ln k·(k^(t/T) − 1)), k = f₁/f₀, f₀ and f₁ as in
    ``linear_chirp``.
    """
    time, growth = _time(duration, sample_rate), math.log(CHIRP_TOP * sample_rate / CHIRP_START)
    return _samples(np.sin(2 * np.pi * CHIRP_START * duration / growth * np.expm1(growth * time / duration)))


def click_train(duration: Seconds, sample_rate: int) -> Samples:
    """One sample of 1 at the nearest place to each k/10 s, k = 0, 1, …, silence between: every frequency at once."""
    samples = np.zeros(len(_time(duration, sample_rate)), np.float32)
    places = np.round(np.arange(math.ceil(duration * CLICKS)) * sample_rate / CLICKS).astype(np.int64)
    samples[places[places < len(samples)]] = 1.0
    return samples


def tone_burst(duration: Seconds, sample_rate: int) -> Samples:
    """sin(2π·1000t) for T/3 ≤ t < 2T/3, silence before and after: the edges spread over all frequencies.

    Raises:
        InputError: 1000 Hz reach f_s/2.
    """
    _below_half_rate(sample_rate, CARRIER)
    time = _time(duration, sample_rate)
    sounding = (time >= duration / 3) & (time < 2 * duration / 3)
    return _samples(np.where(sounding, np.sin(2 * np.pi * CARRIER * time), 0.0))


def amplitude_modulation(duration: Seconds, sample_rate: int) -> Samples:
    """½(1 + cos(2π·40t))·sin(2π·1000t): lines at 1000 and 1000 ± 40 Hz.

    Raises:
        InputError: 1040 Hz reach f_s/2.
    """
    rate = 40.0
    _below_half_rate(sample_rate, CARRIER + rate)
    time = _time(duration, sample_rate)
    return _samples((1 + np.cos(2 * np.pi * rate * time)) / 2 * np.sin(2 * np.pi * CARRIER * time))


def frequency_modulation(duration: Seconds, sample_rate: int) -> Samples:
    """sin(2π·1000t + 300/4·sin(2π·4t)): the frequency swings by ± 300 Hz, 4 times a second.

    Its lines, 1000 ± 4k Hz of strength J_k(300/4), fade beyond 1000 ± (300 + 4) (Carson).

    Raises:
        InputError: 1304 Hz reach f_s/2.
    """
    rate, deviation = 4.0, 300.0
    _below_half_rate(sample_rate, CARRIER + deviation + rate)
    time = _time(duration, sample_rate)
    return _samples(np.sin(2 * np.pi * CARRIER * time + deviation / rate * np.sin(2 * np.pi * rate * time)))


def vowel(duration: Seconds, sample_rate: int) -> Samples:
    """A vowel-like sound of 120 Hz: pulses of the glottis through one resonator for each formant of an “a” (see
    ``core.sound.vowels``).

    Scaled to a peak of 0.9. A formant that reaches f_s/2 is left out.
    """
    sound = glottal_pulses(120.0 * _time(duration, sample_rate))
    for frequency, bandwidth in FORMANTS:
        if frequency < sample_rate / 2:
            sound = resonate(sound, frequency, bandwidth, sample_rate)
    loudest = float(np.abs(sound).max())
    return _samples(sound * (0.9 / loudest if loudest else 0.0))


def white_noise(duration: Seconds, sample_rate: int) -> Samples:
    """Independent draws from the uniform distribution on [−1, 1]: the same power, 1/(3N), at all N frequencies."""
    return _samples(np.random.default_rng(0).uniform(-1.0, 1.0, len(_time(duration, sample_rate))))


BUILT_IN: Mapping[str, Callable[[Seconds, int], Samples]] = {
    "two-tones": two_tones,
    "linear-chirp": linear_chirp,
    "logarithmic-chirp": logarithmic_chirp,
    "clicks": click_train,
    "burst": tone_burst,
    "amplitude-modulation": amplitude_modulation,
    "frequency-modulation": frequency_modulation,
    "vowel": vowel,
    "noise": white_noise,
}
"""Name in the address → signal of a duration and a sampling rate."""


def built_in(name: str, duration: Seconds, sample_rate: int) -> Samples:
    """The built-in signal of that name.

    Raises:
        InputError: one of its frequencies would fold at that rate.
    """
    return BUILT_IN[name](duration, sample_rate)


def _time(duration: Seconds, sample_rate: int) -> Float64[np.ndarray, " frames"]:
    return np.arange(max(round(duration * sample_rate), 1)) / sample_rate


def _below_half_rate(sample_rate: int, highest: float) -> None:
    if not highest < sample_rate / 2:
        rule = f"half of it must lie above {exact(highest)} Hz, the highest frequency of this tone, or that folds back"
        raise InputError("rate", sample_rate, rule, "Raise it, or choose another sound.")


def _samples(values: Float64[np.ndarray, " frames"]) -> Samples:
    return values.astype(np.float32)
