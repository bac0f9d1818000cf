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
from core.numbers import count, exact
from core.sound.vowels import FORMANTS, Vowel, glottal_pulses, resonate

Samples = Float32[np.ndarray, " frames"]
Seconds = float | int

MAX_SECONDS = 600.0
MAX_FRAMES = 30_000_000  # ten minutes at 48 kHz and a little more: 240 MB while it is made
CHIRP_TOP = 0.45  # where a chirp ends by default, as a share of the sampling rate


def two_tones(duration: Seconds, sample_rate: int, *, low: float = 440.0, high: float = 466.16) -> Samples:
    """Two sines of equal strength: ½ sin(2π·low·t) + ½ sin(2π·high·t). By default A4 and the semitone above it.

    Raises:
        InputError: a frequency reaches f_s/2, or the duration or rate cannot be used.
    """
    time = _time(duration, sample_rate)
    _below_half_rate(sample_rate, low=low, high=high)
    return _samples(0.5 * np.sin(2 * np.pi * low * time) + 0.5 * np.sin(2 * np.pi * high * time))


def linear_chirp(duration: Seconds, sample_rate: int, *, start: float = 50.0, stop: float | None = None) -> Samples:
    """A sine whose frequency rises evenly: sin(2π(start·t + (stop − start)·t²/2T)). ``stop`` is 0.45 f_s by default.

    Raises:
        InputError: a frequency reaches f_s/2, or the duration or rate cannot be used.
    """
    time = _time(duration, sample_rate)
    stop = CHIRP_TOP * sample_rate if stop is None else stop
    _below_half_rate(sample_rate, start=start, stop=stop)
    return _samples(np.sin(2 * np.pi * (start * time + (stop - start) * time**2 / (2 * duration))))


def logarithmic_chirp(
    duration: Seconds, sample_rate: int, *, start: float = 50.0, stop: float | None = None
) -> Samples:
    """A sine that climbs the same interval in the same time: sin(2π·start·T/ln k·(k^(t/T) − 1)), k = stop/start.

    Raises:
        InputError: a frequency reaches f_s/2 or both are equal, or the duration or rate cannot be used.
    """
    time = _time(duration, sample_rate)
    stop = CHIRP_TOP * sample_rate if stop is None else stop
    _below_half_rate(sample_rate, start=start, stop=stop)
    if start == stop:
        raise InputError("stop", stop, "a chirp must end at another frequency than it starts at")
    growth = math.log(stop / start)
    return _samples(np.sin(2 * np.pi * start * duration / growth * np.expm1(growth * time / duration)))


def click_train(duration: Seconds, sample_rate: int, *, rate: float = 10.0) -> Samples:
    """One sample of 1 at the nearest place to each k/rate, k = 0, 1, …, and silence between: every frequency at once.

    Raises:
        InputError: the rate of clicks reaches f_s/2, or the duration or sampling rate cannot be used.
    """
    time = _time(duration, sample_rate)
    _below_half_rate(sample_rate, rate=rate)
    samples = np.zeros(len(time), np.float32)
    places = np.round(np.arange(math.ceil(duration * rate)) * sample_rate / rate).astype(np.int64)
    samples[places[places < len(samples)]] = 1.0
    return samples


def tone_burst(duration: Seconds, sample_rate: int, *, frequency: float = 1_000.0) -> Samples:
    """sin(2π·frequency·t) for T/3 ≤ t < 2T/3, silence before and after: the edges spread over all frequencies.

    Raises:
        InputError: the frequency reaches f_s/2, or the duration or rate cannot be used.
    """
    time = _time(duration, sample_rate)
    _below_half_rate(sample_rate, frequency=frequency)
    sounding = (time >= duration / 3) & (time < 2 * duration / 3)
    return _samples(np.where(sounding, np.sin(2 * np.pi * frequency * time), 0.0))


def amplitude_modulation(
    duration: Seconds, sample_rate: int, *, carrier: float = 1_000.0, rate: float = 40.0, depth: float = 1.0
) -> Samples:
    """(1 + depth·cos(2π·rate·t))/(1 + depth)·sin(2π·carrier·t): lines at carrier and carrier ± rate.

    Raises:
        InputError: carrier + rate reaches f_s/2, depth is not in [0, 1], or the duration or rate cannot be used.
    """
    time = _time(duration, sample_rate)
    _below_half_rate(sample_rate, carrier=carrier, rate=rate)
    _below_half_rate(sample_rate, carrier=carrier + rate)
    if not 0 <= depth <= 1:
        raise InputError("depth", depth, "it must be from 0 to 1")
    envelope = (1 + depth * np.cos(2 * np.pi * rate * time)) / (1 + depth)
    return _samples(envelope * np.sin(2 * np.pi * carrier * time))


def frequency_modulation(
    duration: Seconds, sample_rate: int, *, carrier: float = 1_000.0, rate: float = 4.0, deviation: float = 300.0
) -> Samples:
    """sin(2π·carrier·t + deviation/rate·sin(2π·rate·t)): the frequency swings by ± deviation, rate times a second.

    Its lines, carrier ± k·rate of strength J_k(deviation/rate), fade beyond carrier ± (deviation + rate) (Carson).

    Raises:
        InputError: carrier + deviation + rate reaches f_s/2, or the duration or rate cannot be used.
    """
    time = _time(duration, sample_rate)
    _below_half_rate(sample_rate, carrier=carrier, rate=rate, deviation=deviation)
    _below_half_rate(sample_rate, carrier=carrier + deviation + rate)
    swing = deviation / rate * np.sin(2 * np.pi * rate * time)
    return _samples(np.sin(2 * np.pi * carrier * time + swing))


def vowel(duration: Seconds, sample_rate: int, *, pitch: float = 120.0, kind: Vowel = "a") -> Samples:
    """A vowel-like sound: pulses of the glottis through one resonator for each formant (see ``core.sound.vowels``).

    Scaled to a peak of 0.9. A formant that reaches f_s/2 is left out.

    Raises:
        InputError: the pitch reaches f_s/2, or the duration or rate cannot be used.
    """
    time = _time(duration, sample_rate)
    _below_half_rate(sample_rate, pitch=pitch)
    sound = glottal_pulses(pitch * time)
    for frequency, bandwidth in FORMANTS[kind]:
        if frequency < sample_rate / 2:
            sound = resonate(sound, frequency, bandwidth, sample_rate)
    loudest = float(np.abs(sound).max())
    return _samples(sound * (0.9 / loudest if loudest else 0.0))


def white_noise(duration: Seconds, sample_rate: int, *, seed: int = 0) -> Samples:
    """Independent draws from the uniform distribution on [−1, 1]: the same power, 1/(3N), at all N frequencies.

    Raises:
        InputError: the duration or rate cannot be used.
    """
    frames = len(_time(duration, sample_rate))
    return np.random.default_rng(seed).uniform(-1.0, 1.0, frames).astype(np.float32)


BUILT_IN: Mapping[str, Callable[..., Samples]] = {
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
"""Name in the address → signal. ``make(duration, sample_rate, **parameters)``; only noise takes a ``seed``."""


def built_in(name: str, duration: Seconds, sample_rate: int, seed: int = 0) -> Samples:
    """The built-in signal of that name with its usual parameters; ``seed`` matters to noise alone.

    Raises:
        InputError: there is no such signal, or the duration or rate cannot be used with it.
    """
    if name not in BUILT_IN:
        raise InputError("signal", name, "there is no such signal", f"There are: {', '.join(BUILT_IN)}.")
    make = BUILT_IN[name]
    return make(duration, sample_rate, seed=seed) if make is white_noise else make(duration, sample_rate)


def _time(duration: Seconds, sample_rate: int) -> Float64[np.ndarray, " frames"]:
    if not 100 <= sample_rate <= 384_000:
        raise InputError("sample_rate", sample_rate, "it must be from 100 to 384,000 Hz")
    if not 0 < duration <= MAX_SECONDS:
        raise InputError("duration", duration, f"it must be more than 0 and at most {count(MAX_SECONDS)} seconds")
    frames = max(round(duration * sample_rate), 1)
    if frames > MAX_FRAMES:
        rule = f"a sound must have at most {MAX_FRAMES:,} samples, and at {sample_rate:,} Hz this makes {frames:,}"
        raise InputError("duration", duration, rule, f"Take at most {count(MAX_FRAMES / sample_rate)} seconds.")
    return np.arange(frames) / sample_rate


def _below_half_rate(sample_rate: int, **frequencies: float) -> None:
    for name, frequency in frequencies.items():
        if not 0 < frequency < sample_rate / 2:
            rule = f"it must be above 0 and below half the sampling rate, {exact(sample_rate / 2)} Hz, or it folds back"
            raise InputError(name, frequency, rule, "Lower it, or raise the sampling rate.")


def _samples(values: Float64[np.ndarray, " frames"]) -> Samples:
    return values.astype(np.float32)
