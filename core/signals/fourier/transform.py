"""The discrete Fourier transform by its definition, the spectrum between its bins, and that of a tone in closed form.

X[k] = s·Σ x[n]·exp(−2πi·kn/N) for k = 0 … N − 1; s is 1, 1/√N or 1/N, and the inverse has what is left of 1/N. Between
the bins lies the discrete-time Fourier transform X(ν) = Σ x[n]·exp(−2πiνn), ν in cycles a sample: the DFT is X(k/N).

Source: A. V. Oppenheim and R. W. Schafer, *Discrete-Time Signal Processing*, 3rd ed., chapters 2 and 8.
"""

import math
from typing import Literal

import numpy as np
from jaxtyping import Complex128, Float64

Norm = Literal["backward", "ortho", "forward"]  # as NumPy and SciPy name them
Window = Literal["rectangular", "hann"]
Number = Float64[np.ndarray, "..."]


def scale(length: int, norm: Norm) -> float:
    """s: the factor of the forward transform."""
    return {"backward": 1.0, "ortho": 1 / math.sqrt(length), "forward": 1 / length}[norm]


def turns(length: int, sign: int = -1) -> Complex128[np.ndarray, "bins samples"]:
    """exp(sign·2πi·kn/N) for k and n from 0 to N − 1; whole turns are taken off in integers, where nothing is lost."""
    places = np.arange(length)
    return np.asarray(np.exp(sign * 2j * np.pi * (np.outer(places, places) % length) / length))


def dirichlet(frequency: Number, length: int) -> Complex128[np.ndarray, "..."]:
    """Σ exp(−2πiνn) = exp(−πiν(N − 1))·sin(πνN)/sin(πν): the spectrum of N ones; N where ν is a whole number."""
    below = np.sin(np.pi * frequency)
    whole = np.abs(below) < 1e-12
    ratio = np.sin(np.pi * frequency * length) / np.where(whole, 1.0, below)
    return np.where(whole, length, np.exp(-1j * np.pi * frequency * (length - 1)) * ratio)


def kernel(frequency: Number, length: int, window: Window) -> Complex128[np.ndarray, "..."]:
    """The spectrum of the window; Hann's ½ − ½cos(2πn/N) is three Dirichlet kernels a bin apart."""
    if window == "rectangular":
        return dirichlet(frequency, length)
    sides = dirichlet(frequency - 1 / length, length) + dirichlet(frequency + 1 / length, length)
    return np.asarray(0.5 * dirichlet(frequency, length) - 0.25 * sides)


def tone_spectrum(
    frequency: Number, tone: Number, phase: Number, length: int, window: Window = "rectangular"
) -> Complex128[np.ndarray, "..."]:
    """X(ν) of w[n]·cos(2πν₀n + φ): ½(e^{iφ}W(ν − ν₀) + e^{−iφ}W(ν + ν₀)), with ν₀ = ``tone`` and φ = ``phase``."""
    above, below = kernel(frequency - tone, length, window), kernel(frequency + tone, length, window)
    return np.asarray(0.5 * (np.exp(1j * phase) * above + np.exp(-1j * phase) * below))
