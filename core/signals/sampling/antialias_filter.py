"""Keeping every M-th sample of a sound, with and without a filter that first takes out what would fold.

Frequencies are in Hz. f_s is the rate before and f_s/M the rate after; what lies above f_s/(2M) folds. Crochiere and
Rabiner, Multirate Digital Signal Processing (1983), chapter 2; windowed sinc and Kaiser's window: Oppenheim and
Schafer, Discrete-Time Signal Processing (3rd ed.), section 7.5.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float32, Float64
from scipy import signal

Kind = Literal["kaiser", "hamming", "butterworth", "chebyshev", "elliptic"]
FIR = ("kaiser", "hamming")
MAX_FACTOR = 64
MAX_ORDER = {"kaiser": 2_000, "hamming": 2_000, "butterworth": 16, "chebyshev": 12, "elliptic": 10}
ATTENUATION = 80.0  # dB that Kaiser's window and the elliptic filter are designed for
RIPPLE = 0.1  # dB that the Chebyshev and elliptic filters waver by in the pass band, each time they run
FLOOR = -200.0  # dB

Samples = Float32[np.ndarray, " frames"]
Kept = Float32[np.ndarray, " kept"]


@dataclass(frozen=True)
class AntiAlias:
    """A low-pass filter: its kind, its order, and its edge as a share of the new half rate f_s/(2M).

    At the edge long windowed sincs and Butterworth's filter are 6 dB down as they are applied; Chebyshev's and the
    elliptic one have used up their ripple there. A windowed sinc of order N has N + 1 coefficients; N is even, so
    that its delay is whole. ``nearest_design`` makes one that its kind can have.
    """

    kind: Kind = "kaiser"
    order: int = 128
    edge: float = 0.9


def nearest_design(kind: Kind, order: int) -> AntiAlias:
    """The filter of this kind whose order is nearest to ``order``: even for a windowed sinc, no more than the most."""
    allowed = min(max(order, 1), MAX_ORDER[kind])
    return AntiAlias(kind, allowed + allowed % 2 if kind in FIR else allowed)


@dataclass(frozen=True, eq=False)
class Response:
    """What a filter does at each ``frequency`` (Hz) from 0 to f_s/2.

    ``magnitude_db`` is of the filter as applied: windowed sincs once and shifted back by their delay, the others
    forwards and backwards, so twice. ``group_delay_ms`` is that of a single pass, which a running system would have;
    applied as here it is 0.
    """

    frequency: Float64[np.ndarray, " points"]
    magnitude_db: Float64[np.ndarray, " points"]
    group_delay_ms: Float64[np.ndarray, " points"]


@dataclass(frozen=True, eq=False)
class Decimated:
    """A sound at ``sample_rate`` = f_s/M Hz, ``unfiltered`` and ``filtered``, and both to be heard at f_s.

    The playable versions are the decimated samples interpolated again by a factor M: what a converter would
    play, folded tones and all, at a rate that any browser takes.
    """

    unfiltered: Kept
    filtered: Kept
    sample_rate: float
    playable_unfiltered: Samples
    playable_filtered: Samples


def coefficients(design: AntiAlias, factor: int) -> Float64[np.ndarray, "*coefficients"]:
    """The taps of a windowed sinc [order + 1], or second-order sections as scipy has them [sections, 6].

    h[n] = c·sinc(c·(n − N/2))·w[n] for n = 0 … N, scaled so that Σh = 1; c, the edge, is a share of f_s/2. The order of
    a recursive filter is that of one pass.
    """
    edge = design.edge / factor
    match design.kind:
        case "kaiser":
            shape = ("kaiser", signal.kaiser_beta(ATTENUATION))
            return np.asarray(signal.firwin(design.order + 1, edge, window=shape))
        case "hamming":
            return np.asarray(signal.firwin(design.order + 1, edge, window="hamming"))
        case "butterworth":
            return np.asarray(signal.butter(design.order, edge, output="sos"))
        case "chebyshev":
            return np.asarray(signal.cheby1(design.order, RIPPLE, edge, output="sos"))
        case "elliptic":
            return np.asarray(signal.ellip(design.order, RIPPLE, ATTENUATION, edge, output="sos"))


def response(design: AntiAlias, factor: int, sample_rate: float | int, points: int = 1_001) -> Response:
    """The filter at ``points`` frequencies, evenly from 0 to f_s/2. Magnitudes below −200 dB are told as −200.

    All zeros of a recursive filter lie on the unit circle: they delay by half the order, as those of a windowed sinc.
    """
    filter_ = coefficients(design, factor)
    angle, delay = np.linspace(0, np.pi, points), np.full(points, design.order / 2)
    if design.kind in FIR:
        gain = np.abs(signal.freqz(filter_, worN=angle)[1])
    else:
        gain = np.abs(signal.freqz_sos(filter_, worN=angle)[1]) ** 2
        delay -= _group_delay(filter_[:, 3:], angle)
    magnitude = 20 * np.log10(np.maximum(gain, 10 ** (FLOOR / 20)))
    return Response(angle / np.pi * sample_rate / 2, magnitude, 1_000 * delay / sample_rate)


def decimate(samples: Samples, sample_rate: float | int, factor: int, design: AntiAlias) -> Decimated:
    """Every ``factor``-th sample of a sound as it is and after the filter of ``design``, without any delay."""
    filter_ = coefficients(design, factor)
    unfiltered = np.ascontiguousarray(samples[::factor])
    if design.kind in FIR:
        filtered = _fir_decimate(samples, filter_, factor)
    else:
        pad = min(3 * (2 * len(filter_) + 1), len(samples) - 1)
        smooth = signal.sosfiltfilt(filter_, samples, padlen=pad)
        filtered = smooth[::factor].astype(np.float32)
    interpolated = (_interpolate(each, factor, len(samples)) for each in (unfiltered, filtered))
    return Decimated(unfiltered, filtered, sample_rate / factor, *interpolated)


def _fir_decimate(samples: Samples, taps: Float64[np.ndarray, " taps"], factor: int) -> Kept:
    """Only the samples that are kept are computed, from silence around the sound."""
    delay = len(taps) // 2
    # Zeros in front make the delay a multiple of the factor, so that sample 0 of the sound is among those kept.
    lead = -delay % factor
    padded = np.concatenate([np.zeros(lead, np.float32), samples])
    kept = signal.upfirdn(taps.astype(np.float32), padded, down=factor)
    first = (delay + lead) // factor
    return np.asarray(kept[first : first + -(-len(samples) // factor)], np.float32)


def _interpolate(samples: Kept, factor: int, frames: int) -> Samples:
    interpolated = np.asarray(signal.resample_poly(samples, factor, 1), np.float32)
    return np.clip(interpolated[:frames], -1.0, 1.0)


def _group_delay(
    polynomials: Float64[np.ndarray, "sections 3"], angle: Float64[np.ndarray, " points"]
) -> Float64[np.ndarray, " points"]:
    """−dφ/dω in samples: for a polynomial Σ p_k z^{−k} it is Re(Σ k·p_k z^{−k} / Σ p_k z^{−k}), and sections add."""
    turn = np.exp(-1j * np.outer(np.arange(3), angle))
    return np.asarray(((np.arange(3) * polynomials @ turn) / (polynomials @ turn)).real.sum(axis=0))
