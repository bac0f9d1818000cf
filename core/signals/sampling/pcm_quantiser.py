"""Amplitude in steps: a uniform quantiser of b bits, its noise against the rule of 6.02 dB a bit, and dither."""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float, Float64

Dither = Literal["none", "triangular"]


@dataclass(frozen=True, eq=False)
class Quantised:
    """Samples on the steps, and the noise: ``error`` is quantised − original, ``clipped`` a share from 0 to 1.

    ``signal_to_noise_db`` is 10·log₁₀(Σx²/Σe²), measured (NaN for silence); ``rule_db`` is what the rule says of a
    sine of full scale with the same dither.
    """

    samples: Float64[np.ndarray, " frames"]
    error: Float64[np.ndarray, " frames"]
    clipped: float
    signal_to_noise_db: float
    rule_db: float


def quantise(samples: Float[np.ndarray, " frames"], bits: int, dither: Dither = "none", *, seed: int = 0) -> Quantised:
    """q = Δ·(⌊(x + d)/Δ⌋ + ½), Δ = 2/2^b, kept within ±(1 − Δ/2): 2^b levels over the full scale from −1 to 1.

    Without dither d = 0. Triangular dither is the sum of two uniform draws from [−Δ/2, Δ/2): the mean and the
    variance of the error then do not depend on x, and the noise is Δ²/4 in place of Δ²/12, 4.77 dB more.
    Lipshitz, Wannamaker and Vanderkooy, J. Audio Eng. Soc. 40 (1992) 355.
    """
    step = 2.0 / 2**bits
    original = samples.astype(np.float64)
    shifted = original
    if dither == "triangular":
        draws = np.random.default_rng(seed).uniform(-0.5, 0.5, (2, len(samples)))
        shifted = original + step * draws.sum(axis=0)
    level = np.floor(shifted / step)
    highest = 2 ** (bits - 1) - 1
    kept = np.clip(level, -highest - 1, highest)
    quantised = step * (kept + 0.5)
    error = quantised - original
    clipped = float(np.mean(np.abs(shifted) > 1.0)) if len(samples) else 0.0
    return Quantised(quantised, error, clipped, _ratio_db(original, error), rule_db(bits, dither))


def rule_db(bits: int, dither: Dither = "none") -> float:
    """20·log₁₀(2)·b + 10·log₁₀(3/2) = 6.02·b + 1.76 dB: a sine of full scale (½) over noise of Δ²/12.

    With triangular dither 10·log₁₀(3) = 4.77 dB less. A sine whose peaks stand on the outermost levels keeps the rule
    within 0.2 dB from 4 bits on; one that reaches ±1 itself lingers where the error is largest, and falls short of
    it by 0.5 dB at 4 bits and 0.1 dB at 9. Bennett, Bell Syst. Tech. J. 27 (1948) 446.
    """
    plain = 20 * math.log10(2) * bits + 10 * math.log10(1.5)
    return plain - (10 * math.log10(3) if dither == "triangular" else 0.0)


def _ratio_db(signal: Float64[np.ndarray, " frames"], noise: Float64[np.ndarray, " frames"]) -> float:
    strength, rest = float(np.square(signal).sum()), float(np.square(noise).sum())
    if not strength:
        return math.nan
    return 10 * math.log10(strength / rest) if rest else math.inf
