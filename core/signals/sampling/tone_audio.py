"""Short tones to hear: what is sampled, beside what its samples bring back."""

import numpy as np
from jaxtyping import Float32, Float64

from core.numbers import counted
from core.signals.sampling.alias_sweep import Tones
from core.signals.sampling.bits_sweep import RATE, TONE
from core.signals.sampling.pcm_quantiser import Dither, Levels, quantise
from core.signals.sampling.sampling_theory import alias
from core.signals.sampling.tone_sum import returned_waves, waves

AUDIO_RATE = round(RATE)  # Hz
SECONDS = 1.2
HIGHEST = 20_000  # Hz: above it tones are left out, as no one hears them

Audio = Float32[np.ndarray, " frames"]

_TIMES = np.arange(round(SECONDS * AUDIO_RATE)) / AUDIO_RATE
_SOFT_ENDS = np.minimum(1.0, np.minimum(_TIMES, _TIMES[::-1]) / 0.02)  # or the sound would start with a click


def audio_of_tones(frequency: float, with_others: Tones, sample_rate: float) -> dict[str, Audio]:
    """The sum of a tone (Hz) and the others, and of their aliases at ``sample_rate`` (Hz)."""
    tones = np.array([(frequency, 1.0), *with_others.others])
    phase = np.zeros(len(tones))
    phase[0] = np.radians(with_others.phase)

    def played(landing: Float64[np.ndarray, " tones"], wave: Float64[np.ndarray, "tones times"]) -> Audio:
        audible = np.where(landing <= HIGHEST, tones[:, 1], 0.0)
        return np.asarray(_SOFT_ENDS * 0.8 / tones[:, 1].sum() * (audible @ wave), np.float32)

    back = returned_waves(tones[:, 0], phase, _TIMES, sample_rate)
    return {
        "Hear the tone": played(tones[:, 0], waves(tones[:, 0], phase, _TIMES)),
        "Hear what its samples bring back": played(alias(tones[:, 0], sample_rate), back),
    }


def audio_of_bits(level: float, bits: int, dither: Dither, levels: Levels) -> dict[str, Audio]:
    """A tone whose peak is ``level`` dB, and what ``bits`` keep of it; both raised alike where it is weak."""
    tone = 10 ** (level / 20) * np.sin(2 * np.pi * TONE * _TIMES)
    kept = quantise(tone, bits, dither, levels).samples
    loudness = 0.5 * _SOFT_ENDS / max(float(np.abs(kept).max()), float(np.abs(tone).max()))
    return {
        "Hear the tone": (loudness * tone).astype(np.float32),
        f"Hear it in {counted(bits, 'bit')}": (loudness * kept).astype(np.float32),
    }
