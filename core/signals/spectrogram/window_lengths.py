"""One window at many lengths: what each length costs in time and buys in frequency, from theory and measured.

Lengths stand in equal ratios from 4 ms to 0.5 s, so that every step of the sweep changes the picture alike.
"""

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TypeVar

import numpy as np
import scipy.fft
from jaxtyping import Bool, Float64, Int64

from core.errors import InputError
from core.numbers import exact
from core.signals.spectrogram.resolution import DIP, dip, resolved_length
from core.sound.inverse_stft import cola, nola
from core.sound.windows import Window, WindowFacts, main_lobe_bins, measure, sample
from core.swept_rows import with_rows

T = TypeVar("T")

STEPS = 33
SHORTEST, LONGEST = 0.004, 0.512  # s
FEWEST = 8  # samples of a window
LOW_TONE = 440.0  # Hz: the lower of the two close tones
BEATS = 8  # phases of the beat that a spectrum of two tones is averaged over
LOBE_BINS = 12  # bins of the transform that are kept
_LOBE_LENGTH = 1_024  # samples: long enough for the lobes of the continuous shape
_LOBE_POINTS = 32  # to a bin
_BINS_BETWEEN = 8  # of a spectrum, between two tones, at least


def lengths(sample_rate: float, samples: int, multiple: int) -> Int64[np.ndarray, " steps"]:
    """Window lengths in samples, multiples of ``multiple`` from 4 ms to 0.5 s, none longer than the ``samples``.

    There are ``STEPS`` of them unless the rate is low or the signal short; at least one there is always.
    """
    ideal = np.geomspace(SHORTEST, LONGEST, STEPS) * sample_rate
    least = -(-FEWEST // multiple)
    whole = np.unique(np.maximum(np.round(ideal / multiple).astype(np.int64), least)) * multiple
    return whole[: max(1, int(np.searchsorted(whole, samples, side="right")))]


@dataclass(frozen=True, eq=False)
class Trade:
    """The window at each of ``lengths`` (samples). Bins are f_s/length wide; dB are relative to the main lobe.

    ``facts`` are measured; ``lobe_theory`` (bins from null to null, infinite for a Gaussian) is theory. Of a sound of
    two tones, ``separation`` Hz apart, ``dips`` (dB) are how far their averaged spectrum falls between them, and
    ``resolved`` is theory's shortest length (samples) that parts them; of any other sound these three are None.
    ``hops`` are in samples; ``constant`` is COLA, ``nonzero`` NOLA, and ``ripple`` how far from constant the windows
    add up, as a share of their mean. ``lobes`` [2, points] are the transform's frequency (bins) and level (dB), of the
    window's shape.
    """

    window: Window
    sample_rate: float
    lengths: Int64[np.ndarray, " steps"]
    hops: Int64[np.ndarray, " steps"]
    facts: tuple[WindowFacts, ...]
    lobe_theory: float
    separation: float | None
    resolved: int | None
    dips: Float64[np.ndarray, " steps"] | None
    constant: Bool[np.ndarray, " steps"]
    nonzero: Bool[np.ndarray, " steps"]
    ripple: Float64[np.ndarray, " steps"]
    lobes: Float64[np.ndarray, "2 points"]

    def fact(self, name: str) -> Float64[np.ndarray, " steps"]:
        """One of the measured figures over all lengths."""
        return np.array([getattr(fact, name) for fact in self.facts])

    def with_step(self, step: int, other: "Trade") -> "Trade":
        """The same with the only length of ``other`` in the place of number ``step``."""
        moved = with_rows(self, len(self.lengths), np.array([step]), other)
        return replace(moved, facts=with_item(self.facts, step, other.facts[0]))

    @property
    def lobe_hz(self) -> Float64[np.ndarray, " steps"]:
        """Theory's main lobe in Hz. The bins of a symmetric window are those of its period, a sample shorter."""
        return np.asarray(self.lobe_theory * self.sample_rate / (self.lengths - self.window.symmetric))

    @property
    def separated(self) -> Bool[np.ndarray, " steps"]:
        """Where the spectrum shows the two tones as two; nowhere in a sound that is not of two tones."""
        return np.zeros(len(self.lengths), bool) if self.dips is None else np.asarray(self.dips >= DIP)


def with_item(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """``items`` with another one at that place."""
    return (*items[:place], item, *items[place + 1 :])


def higher_tone(separation: float, sample_rate: float) -> float:
    """Hz of the higher of the two close tones.

    Raises:
        InputError: it reaches f_s/2.
    """
    if not LOW_TONE < LOW_TONE + separation < sample_rate / 2:
        rule = (
            f"the higher tone, 440 Hz and this much, must lie below half the sampling rate, {exact(sample_rate / 2)} Hz"
        )
        raise InputError("separation", separation, rule, "Bring the tones closer together.")
    return LOW_TONE + separation


def spectrum_points(sample_rate: float, separation: float | None) -> int:
    """Of the spectra of two tones at all lengths of the window, about."""
    return round(STEPS * BEATS * max(_BINS_BETWEEN / separation, LONGEST / 4) * sample_rate) if separation else 0


def trade(window: Window, sample_rate: float, samples: int, hops: int, separation: float | None) -> Trade:
    """What each length of the window does, ``hops`` of it to a length; to two tones, where ``separation`` is one.

    Raises:
        InputError: the higher tone reaches f_s/2.
    """
    return trade_at(window, sample_rate, tuple(lengths(sample_rate, samples, hops).tolist()), hops, separation)


@lru_cache(maxsize=32)
def trade_at(
    window: Window, sample_rate: float, samples: tuple[int, ...], hops: int, separation: float | None
) -> Trade:
    """The same of windows of so many ``samples``; where ``hops`` do not divide one, its hop is rounded down."""
    high = None if separation is None else higher_tone(separation, sample_rate)
    sizes = np.array(samples, np.int64)
    steps = np.maximum(sizes // hops, 1)
    shapes = [sample(window, size) for size in samples]
    sums = [cola(shape, int(hop)) for shape, hop in zip(shapes, steps, strict=True)]
    return Trade(
        window=window,
        sample_rate=sample_rate,
        lengths=sizes,
        hops=steps,
        facts=tuple(measure(shape, sample_rate) for shape in shapes),
        lobe_theory=main_lobe_bins(window),
        separation=separation,
        resolved=None if separation is None else resolved_length(separation, sample_rate, window),
        dips=None if high is None else np.array([two_tone_dip(each, sample_rate, LOW_TONE, high) for each in shapes]),
        constant=np.array([each.constant for each in sums]),
        nonzero=np.array([nola(shape, int(hop)).nonzero for shape, hop in zip(shapes, steps, strict=True)]),
        ripple=np.array([each.deviation for each in sums]),
        lobes=_lobes(window),
    )


def two_tone_dip(shape: Float64[np.ndarray, " length"], sample_rate: float, low: float, high: float) -> float:
    """How far (dB) the spectrum of two equal tones through a window falls between them, averaged over their beat.

    Frames at ``BEATS`` phases of the beat, evenly spaced: their mean power is that of a long recording.
    """
    n = np.arange(len(shape)) - len(shape) // 2
    turns = 2 * np.pi * np.arange(BEATS)[:, None] / BEATS
    frames = np.cos(2 * np.pi * low / sample_rate * n + turns) + np.cos(2 * np.pi * high / sample_rate * n)
    fine = math.ceil(_BINS_BETWEEN * sample_rate / (high - low))
    points = scipy.fft.next_fast_len(max(2 * len(shape), fine), real=True)
    power = sum(np.abs(scipy.fft.rfft(frame, points)) ** 2 for frame in frames * shape)
    return dip(np.asarray(power), sample_rate / points, low, high)


def _lobes(window: Window) -> Float64[np.ndarray, "2 points"]:
    spectrum = scipy.fft.rfft(sample(window, _LOBE_LENGTH), _LOBE_POINTS * _LOBE_LENGTH)
    power = np.abs(spectrum[: LOBE_BINS * _LOBE_POINTS + 1]) ** 2
    level = 10 * np.log10(np.maximum(power / power[0], 1e-16))
    return np.stack([np.arange(len(power)) / _LOBE_POINTS, level])
