"""A tone kept in 1 to 16 bits: its steps, its error, and the noise against the rule of 6.02 dB a bit."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float32, Float64, Int64

from core.explorer import OfArrays
from core.signals.sampling.pcm_quantiser import Dither, Levels, Quantised, quantise, rule_db, step_of
from core.signals.sampling.tone_peaks import strengths

MOST_BITS = 16
TONE = 997.0  # Hz: shares no factor with the rate, so the error does not repeat (AES17)
RATE = 48_000.0  # Hz
RECORD = 48_000  # samples measured: a second
DRAWN = 4_096  # samples whose spectrum is drawn
DRAWN_SAMPLES = 97  # samples of the drawn wave: two periods
FLOOR = -150.0  # dB

DITHERS: tuple[Dither, Dither] = ("none", "triangular")


@dataclass(frozen=True, eq=False)
class BitsSweep(OfArrays):
    """A row for each number of ``bits``. The tone is 997 Hz at 48 kHz, its peak ``level`` dB relative to full scale.

    The levels lie a ``step`` Δ apart, placed as ``levels`` says. ``measured_db`` is the signal-to-noise ratio without
    and with triangular dither (columns), ``rule_db`` the rule's. ``kept`` is the drawn wave on its steps and ``error``
    what it is off, in steps Δ, both with ``dither``; ``spectrum`` (dB relative to a sine of full scale) is that of
    the kept wave.
    """

    level: float
    dither: Dither
    levels: Levels
    step: Float64[np.ndarray, " bits"]
    bits: Int64[np.ndarray, " bits"]
    measured_db: Float64[np.ndarray, "bits 2"]
    rule_db: Float64[np.ndarray, "bits 2"]
    time: Float64[np.ndarray, " shown"]
    tone: Float64[np.ndarray, " shown"]
    kept: Float32[np.ndarray, "bits shown"]
    error: Float32[np.ndarray, "bits shown"]
    spectrum_frequency: Float64[np.ndarray, " bins"]
    spectrum: Float32[np.ndarray, "bits bins"]

    def table(self) -> pd.DataFrame:
        """The sweep, one number of bits to a row; ratios in dB."""
        columns: dict[str, object] = {"bits": self.bits}
        for i, dither in enumerate(DITHERS):
            columns[f"measured_db_dither_{dither}"] = self.measured_db[:, i]
            columns[f"rule_db_dither_{dither}"] = self.rule_db[:, i]
        return pd.DataFrame(columns)


def sweep_bits(level: float, dither: Dither, levels: Levels = "rise") -> BitsSweep:
    """A tone whose peak is ``level`` dB below (negative) full scale, on the ``levels`` of 1 to 16 bits."""
    time = np.arange(RECORD) / RATE
    tone = 10 ** (level / 20) * np.sin(2 * np.pi * TONE * time)
    bits = np.arange(1, MOST_BITS + 1)
    kept = {kind: [quantise(tone, int(b), kind, levels) for b in bits] for kind in DITHERS}
    step = np.array([step_of(int(b), levels) for b in bits])
    chosen = kept[dither]
    return BitsSweep(
        level=level,
        dither=dither,
        levels=levels,
        step=step,
        bits=bits,
        measured_db=np.array([[one.signal_to_noise_db for one in kept[kind]] for kind in DITHERS]).T,
        rule_db=np.array([[rule_db(int(b), kind, levels) + level for b in bits] for kind in DITHERS]).T,
        time=time[:DRAWN_SAMPLES],
        tone=tone[:DRAWN_SAMPLES],
        kept=np.stack([one.samples[:DRAWN_SAMPLES] for one in chosen]).astype(np.float32),
        error=np.stack([one.error[:DRAWN_SAMPLES] / d for one, d in zip(chosen, step, strict=True)]).astype(np.float32),
        spectrum_frequency=np.fft.rfftfreq(DRAWN, 1 / RATE),
        spectrum=_spectra(chosen),
    )


def _spectra(kept: list[Quantised]) -> Float32[np.ndarray, "bits bins"]:
    records = np.stack([one.samples[:DRAWN] for one in kept])
    decibels = 20 * np.log10(np.maximum(strengths(records), 10 ** (FLOOR / 20)))
    return np.asarray(decibels, np.float32)
