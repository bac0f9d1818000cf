"""Two close tones: the length of window from which theory tells them apart, and whether a spectrum does.

The criterion is one for both: two tones of equal amplitude stand apart when the spectrum between them dips by
3 dB or more. Tones that add in power (a quarter of a turn apart in the middle of the window, or averaged over the
beat between them) give |W(f−f₁)|² + |W(f−f₂)|², and midway 2|W(Δ/2)|²: half of a peak when |W(Δ/2)| is half
of |W(0)|. So the separation is the width of the main lobe 6 dB down, which Harris calls the resolution of a window.
In a single frame the tones may instead be in step, which fills the dip, or opposed, which digs one where there is
nothing to tell apart; hence spectra are averaged before they are judged.

Source: F. J. Harris, Proc. IEEE 66 (1978) 51–83, section IV.F (minimum resolution bandwidth).
"""

import math

import numpy as np
import scipy.fft
from jaxtyping import Float

from core.sound.windows import Window, shape

DIP = 3.0  # dB
_POINTS = 4096
_FINENESS = 32  # separations tried to a bin


def resolution_bins(window: Window) -> float:
    """The separation, in bins f_s/N, from which two equal tones dip by ``DIP`` dB between them.

    Solves max(|W(0)|² + |W(s)|²) / 2|W(s/2)|² = 10^(DIP/10) for the first s, W the Fourier transform of the
    window's continuous shape. About 1.2 for the rectangular window, 2.0 Hann, 1.8 Hamming, 2.3 Blackman.
    """
    u = (np.arange(_POINTS) + 0.5) * 2 / _POINTS - 1  # the midpoint rule
    power = np.abs(scipy.fft.rfft(shape(window, u), 2 * _FINENESS * _POINTS)) ** 2  # 2·_FINENESS points a bin
    half, whole = power[: len(power) // 2], power[::2][: len(power) // 2]  # |W(s/2)|², |W(s)|² at s = i/_FINENESS
    dips = 10 * np.log10((power[0] + whole) / np.maximum(2 * half, 1e-30 * power[0]))
    place = int(np.argmax(dips >= DIP))
    before, after = float(dips[place - 1]), float(dips[place])
    return (place - 1 + (DIP - before) / (after - before)) / _FINENESS


def resolved_length(separation_hz: float, sample_rate: float, window: Window) -> int:
    """The shortest window in samples that theory lets tell two tones apart: N = s·f_s/Δf, rounded up.

    s is ``resolution_bins(window)`` and Δf the distance of the tones. A symmetric window takes a sample more than its
    period.
    """
    return math.ceil(resolution_bins(window) * sample_rate / separation_hz) + window.symmetric


def dip(power: Float[np.ndarray, " bins"], bin_hz: float, one_hz: float, other_hz: float) -> float:
    """How far (dB) a power spectrum falls between two tones: the lower of their peaks over the lowest point between.

    Bin k stands at k·``bin_hz``. A tone's peak is the highest bin no farther from it than half their distance.
    0 where there is no dip, or where the bins are too coarse to hold one (fewer than three between the tones):
    zero-padding makes them finer.
    """
    low, high = sorted((one_hz, other_hz))
    reach = (high - low) / 2
    frequency = np.arange(len(power)) * bin_hz
    near = [np.flatnonzero(np.abs(frequency - tone) <= reach) for tone in (low, high)]
    if min(len(places) for places in near) < 2:
        return 0.0
    peaks = [int(places[np.argmax(power[places])]) for places in near]
    lowest = float(power[peaks[0] : peaks[1] + 1].min(initial=np.inf))
    lesser = float(min(power[peak] for peak in peaks))
    if not 0 < lesser < math.inf or peaks[0] >= peaks[1]:
        return 0.0
    return 10 * math.log10(lesser / max(lowest, lesser * 1e-30))
