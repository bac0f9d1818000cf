"""How frequencies are laid out for the ear: the mel scale and its filter bank.

Source: S. S. Stevens, J. Volkmann and E. B. Newman, JASA 8 (1937) 185–190 (the mel); M. Slaney, Auditory Toolbox,
Interval Research technical report 1998-010; S. Young et al., The HTK Book (2006), section 5.4.
"""

import math
from typing import Any, Literal

import numpy as np
import scipy.sparse
from jaxtyping import Float64

Mel = Literal["slaney", "htk"]

_SLANEY_HZ_PER_MEL = 200 / 3
_SLANEY_CORNER_HZ = 1_000.0
_SLANEY_CORNER_MEL = _SLANEY_CORNER_HZ / _SLANEY_HZ_PER_MEL
_SLANEY_STEP = math.log(6.4) / 27  # of ln f, for each mel above the corner
_HTK_HZ, _HTK_MEL = 700.0, 2595.0 / math.log(10)


def hz_to_mel(hz: Float64[np.ndarray, "*any"], kind: Mel = "slaney") -> Float64[np.ndarray, "*any"]:
    """Slaney: 3f/200 up to 1000 Hz (15 mel), from there 15 + 27·ln(f/1000)/ln 6.4. HTK: 2595·log₁₀(1 + f/700)."""
    if kind == "htk":
        return np.asarray(_HTK_MEL * np.log1p(hz / _HTK_HZ))
    above = _SLANEY_CORNER_MEL + np.log(np.maximum(hz, _SLANEY_CORNER_HZ) / _SLANEY_CORNER_HZ) / _SLANEY_STEP
    return np.where(hz < _SLANEY_CORNER_HZ, hz / _SLANEY_HZ_PER_MEL, above)


def mel_to_hz(mel: Float64[np.ndarray, "*any"], kind: Mel = "slaney") -> Float64[np.ndarray, "*any"]:
    """The inverse of ``hz_to_mel``."""
    if kind == "htk":
        return np.asarray(_HTK_HZ * np.expm1(mel / _HTK_MEL))
    above = _SLANEY_CORNER_HZ * np.exp(_SLANEY_STEP * (np.maximum(mel, _SLANEY_CORNER_MEL) - _SLANEY_CORNER_MEL))
    return np.where(mel < _SLANEY_CORNER_MEL, mel * _SLANEY_HZ_PER_MEL, above)


def band_points(bands: int, low_hz: float, high_hz: float, kind: Mel = "slaney") -> Float64[np.ndarray, " points"]:
    """``bands`` + 2 frequencies in Hz, equally far apart in mel: band i rises from point i to i + 1, ends at i + 2."""
    ends = hz_to_mel(np.array([low_hz, high_hz], dtype=np.float64), kind)
    return mel_to_hz(np.linspace(ends[0], ends[1], bands + 2), kind)


def filter_bank(
    fft_length: int, sample_rate: float, bands: int, low_hz: float, high_hz: float, kind: Mel = "slaney"
) -> Any:  # fmt: skip
    """Triangular weights [bands, bins] over the bins k·f_s/L of a power spectrum, as a sparse array of SciPy.

    ``bank @ power`` is the mel spectrum.

    Band i over the points p: max(0, min((f − p_i)/(p_{i+1} − p_i), (p_{i+2} − f)/(p_{i+2} − p_{i+1}))), 1 at its
    middle, where a tone of any band reads alike. A band narrower than a bin may have no weight at all: ask for fewer
    bands or a longer transform.
    """
    points = band_points(bands, low_hz, high_hz, kind)
    # Each bin lies in two bands at most: all weights at once would be a hundred times as many, gigabytes of zeros.
    places = points * (fft_length / sample_rate)
    first = np.floor(places[:-2]).astype(np.int64)
    counts = np.minimum(np.ceil(places[2:]).astype(np.int64), fft_length // 2) - first + 1
    band = np.repeat(np.arange(bands), counts)
    bin_number = np.arange(len(band)) + np.repeat(first - (np.cumsum(counts) - counts), counts)
    frequency = bin_number * sample_rate / fft_length
    left, middle, right = points[band], points[band + 1], points[band + 2]
    weights = np.maximum(0.0, np.minimum((frequency - left) / (middle - left), (right - frequency) / (right - middle)))
    return scipy.sparse.csc_array((weights, (band, bin_number)), shape=(bands, fft_length // 2 + 1))
