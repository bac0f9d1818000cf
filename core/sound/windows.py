"""The windows of short-time analysis, and what each costs: measured widths, lobes and levels.

A window is a shape w(u) over −1 ≤ u ≤ 1. Sampled for analysis it is periodic (DFT-even): N samples at
u_n = 2n/N − 1, n = 0 … N−1, so that its period N continues it without a doubled point. A symmetric one, made for the
design of filters, has u_n = 2n/(N − 1) − 1. Frequencies in *bins*
are multiples of f_s/N, N the length of the window (not of a longer, zero-padded transform).

Source: F. J. Harris, On the use of windows for harmonic analysis with the discrete Fourier transform,
Proc. IEEE 66 (1978) 51–83.
"""

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy.fft
from jaxtyping import Complex128, Float, Float64
from scipy.special import diric

Kind = Literal["rectangular", "hann", "hamming", "blackman", "kaiser", "gaussian"]

GABOR_LIMIT = 1 / (4 * math.pi)
MAX_BETA = 50.0
MIN_SIGMA, MAX_SIGMA = 0.02, 10.0

# w(u) = a₀ + a₁·cos(πu) + a₂·cos(2πu), and the width of the main lobe from null to null in bins.
_COSINES: dict[str, tuple[float, ...]] = {
    "rectangular": (1.0,),
    "hann": (0.5, 0.5),
    "hamming": (0.54, 0.46),
    "blackman": (0.42, 0.5, 0.08),
}
_MAIN_LOBE_BINS = {"rectangular": 2.0, "hann": 4.0, "hamming": 4.0, "blackman": 6.0}
_OVERSAMPLING = 16  # points of the fine spectrum for each bin, at least
_FINE_POINTS = 1 << 15  # and in all, at least


@dataclass(frozen=True)
class Window:
    """Which window: ``beta`` shapes the Kaiser window alone, ``sigma`` the Gaussian alone.

    ``sigma`` is the standard deviation of the Gaussian as a fraction of the window's half length:
    w(u) = exp(−u²/(2σ²)), so a window of N samples has a standard deviation of σ·N/2 samples. ``symmetric`` says that
    its last sample mirrors the first.
    """

    kind: Kind = "hann"
    beta: float = 8.6
    sigma: float = 0.25
    symmetric: bool = False


@dataclass(frozen=True)
class WindowFacts:
    """What is measured of a window of ``length`` samples at ``sample_rate``; *bins* are f_s/length wide.

    ``time_width`` Δt (s) and ``frequency_width`` Δf (Hz) are RMS widths of |w(t)|² and |W(f)|². ``product`` is
    Δt·Δf and ``product_bound`` what no sampled window of this spectrum can go below (see ``measure``).
    ``main_lobe`` is the full width from null to null.
    """

    length: int
    sample_rate: float
    time_width: float  # s
    frequency_width: float  # Hz
    product: float
    product_bound: float
    main_lobe: float  # bins
    side_lobe: float  # dB relative to the main lobe


def shape(window: Window, u: Float64[np.ndarray, "*any"]) -> Float64[np.ndarray, "*any"]:
    """w(u) for −1 ≤ u ≤ 1, which is 1 in the middle.

    Rectangular 1; Hann ½ + ½cos πu; Hamming 0.54 + 0.46 cos πu; Blackman 0.42 + 0.5 cos πu + 0.08 cos 2πu;
    Kaiser I₀(β√(1−u²))/I₀(β); Gaussian exp(−u²/(2σ²)), cut off at the ends.
    """
    if window.kind == "kaiser":
        return np.i0(window.beta * np.sqrt(np.maximum(0.0, 1 - u * u))) / np.i0(window.beta)
    if window.kind == "gaussian":
        return np.exp(-0.5 * (u / window.sigma) ** 2)
    values = np.zeros_like(u)
    for order, share in enumerate(_COSINES[window.kind]):
        values += share * np.cos(order * math.pi * u)
    return values


def sample(window: Window, length: int) -> Float64[np.ndarray, " length"]:
    """The periodic (DFT-even) window, w(2n/N − 1) for n = 0 … N−1; the symmetric one, w(2n/(N − 1) − 1)."""
    if length == 1:
        return np.ones(1)  # of the middle, not of the start: a Hann window of one sample would be nothing
    return shape(window, 2 * np.arange(length) / (length - window.symmetric) - 1)


def transform(window: Window, frequency: Float64[np.ndarray, "*any"], length: int) -> Complex128[np.ndarray, "*any"]:
    """W(ν) = Σ w[n]·exp(−2πiνn) in closed form, ν in cycles a sample, of a window that is a sum of cosines.

    aₖ·cos(πku) at u = 2n/N − 1 is (−1)ᵏaₖ·cos(2πkn/N): two Dirichlet kernels, k bins to both sides; of a symmetric
    window k/(N − 1) instead of k/N to both sides.
    """
    first, *others = _COSINES[window.kind]
    kernels = [
        (0, first),
        *((side * k, (-1) ** k * share / 2) for k, share in enumerate(others, 1) for side in (-1, 1)),
    ]
    parts = (share * dirichlet(frequency - k / max(length - window.symmetric, 1), length) for k, share in kernels)
    return np.asarray(sum(parts))


def dirichlet(frequency: Float64[np.ndarray, "*any"], length: int) -> Complex128[np.ndarray, "*any"]:
    """Σ exp(−2πiνn) = exp(−πiν(N − 1))·sin(πνN)/sin(πν): the spectrum of N ones; N where ν is a whole number."""
    turn = np.exp(-1j * np.pi * frequency * (length - 1))
    return np.asarray(length * turn * diric(2 * np.pi * frequency, length))


def main_lobe_bins(window: Window) -> float:
    """Theory's width of the main lobe from null to null, in bins.

    Rectangular 2, Hann and Hamming 4, Blackman 6 (an integer each: the nulls of the Dirichlet kernels that they
    add up); Kaiser 2√(1 + (β/π)²); a Gaussian has no null, so its lobe is infinitely wide. One that is cut off
    has: ``measure`` finds it.

    Source: Harris 1978; J. F. Kaiser and R. W. Schafer, IEEE Trans. ASSP 28 (1980) 105–107.
    """
    if window.kind == "kaiser":
        return 2 * math.hypot(1, window.beta / math.pi)
    return _MAIN_LOBE_BINS.get(window.kind, math.inf)


def measure(window: Float[np.ndarray, " length"], sample_rate: float) -> WindowFacts:
    """Every figure from the samples themselves, through a zero-padded transform of 16 points a bin or more.

    Δt² = Σ(t−t̄)²w²/Σw² and Δf² = ∫f²|W|²df / ∫|W|²df over |f| ≤ f_s/2. A window that steps to zero at its ends
    (rectangular, Hamming; Kaiser and Gaussian by as much as they are cut off) has side lobes that fall like 1/f:
    in continuous time its Δf is infinite. What is given here is the width within the band, which grows with f_s:
    Δf ≈ f_s·√(ln 2/N)/π for the rectangular window, so its Δt·Δf ≈ √(N·ln 2/12)/π.

    The Gabor limit Δt·Δf ≥ 1/(4π) is one of continuous time. For samples it reads
    Δt·Δf ≥ |1 − |W(f_s/2)|²/(f_s·Σw²)|/(4π), which is ``product_bound``: the same, unless the window is so short
    that its spectrum has not ended at half the sampling rate.

    Nulls are the first minima beside the peak. Where a lobe sinks to rounding (300 dB down) before it has one,
    as that of a narrow Gaussian, the noise of rounding sets both the null and ``side_lobe``.

    Source: D. Gabor, J. IEE 93 (1946) 429–457; R. Parhizkar, Y. Barbotin and M. Vetterli, Sequences with minimal
    time–frequency uncertainty, Appl. Comput. Harmon. Anal. 38 (2015) 452–468; Harris 1978 for the rest.
    """
    w = np.asarray(window, dtype=np.float64)
    length, energy = len(w), float(w @ w)
    n = np.arange(length)
    centre = float(n @ w**2) / energy
    time_width = math.sqrt(float((n - centre) ** 2 @ w**2) / energy) / sample_rate
    points = 2 * scipy.fft.next_fast_len(max(_OVERSAMPLING * length, _FINE_POINTS) // 2, real=True)
    power = np.abs(scipy.fft.rfft(w, points)) ** 2
    frequency_width, nyquist_share = _spectral_width(power, sample_rate)
    per_bin, null = points / length, _first_minimum(power)
    return WindowFacts(
        length=length,
        sample_rate=float(sample_rate),
        time_width=time_width,
        frequency_width=frequency_width,
        product=time_width * frequency_width,
        product_bound=GABOR_LIMIT * abs(1 - nyquist_share),
        main_lobe=2 * null / per_bin,
        side_lobe=_highest(power, math.ceil(null)),
    )


def _spectral_width(power: Float64[np.ndarray, " points"], sample_rate: float) -> tuple[float, float]:
    """Δf in Hz, and |W(f_s/2)|² as a share of its mean over the band."""
    both_sides = np.full(len(power), 2.0)
    both_sides[[0, -1]] = 1.0
    frequency = np.linspace(0, sample_rate / 2, len(power))
    # No product of BLAS, whose threads would wait for each other (see core.sound.block_maxima).
    weighted = both_sides * power
    area = float(weighted.sum())
    width = math.sqrt(float((frequency**2 * weighted).sum()) / area)
    return width, float(power[-1]) * float(both_sides.sum()) / area


def _first_minimum(power: Float64[np.ndarray, " points"]) -> float:
    """Where the main lobe ends: the first minimum below half power; between points, where |W| crosses zero."""
    minima = np.flatnonzero((np.diff(power) > 0) & (power[:-1] < power[0] / 2))
    if len(minima) == 0:
        return float(len(power) - 1)  # no null below half the sampling rate: a window of one or two samples
    place = int(minima[0])
    before, here, after = (math.sqrt(value) for value in power[place - 1 : place + 2])
    # A null is a change of sign that |W| hides: it lies on the side of the smaller neighbour.
    return place - here / (before + here) if before < after else place + here / (here + after)


def _highest(power: Float64[np.ndarray, " points"], start: int) -> float:
    """The highest level from ``start`` on in dB below the main lobe; −∞ where there is nothing."""
    peak = float(power[start:].max(initial=0.0)) / float(power[0])
    return 10 * math.log10(peak) if peak > 0 else -math.inf
