"""Another sampling rate for a signal: up by P, through a low-pass filter, down by Q, in one pass of polyphase sums.

    y[m] = P·Σ_n h[mQ − nP]·x[n],   P/Q ≈ to/from in lowest terms

The filter h is a sinc under a Kaiser window with β = 10: its stop band lies 100 dB down (99.5 dB at its very edge).
With 64 zero crossings to each side its transition is a tenth of the lower of the two Nyquist frequencies wide and ends
there, so what is kept is flat (within 0.0001 dB) to 0.90 of that frequency, and nothing above it folds down louder than
−99 dB. From 48 to 44.1 kHz: flat to 19.8 kHz. It delays nothing: sample m stands where sample m·Q/P stood. Ten minutes
take some three seconds of one core.

Source: J. F. Kaiser's formulas as in A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, 3rd edition,
section 7.5.3 (A = 8.7 + β/0.1102; transition (A − 7.95)/(2.285·order)) and section 4.6.
"""

from fractions import Fraction
from typing import Any

import numpy as np
from jaxtyping import Float, Float64

BETA = 10.0
ZERO_CROSSINGS = 64  # of the sinc, to each side
PASS_BAND = 0.90  # of the lower Nyquist frequency; the stop band begins at all of it
MAX_TERM = 4_000  # of P and Q


def ratio(from_rate: float, to_rate: float) -> Fraction:
    """P/Q nearest to ``to_rate``/``from_rate`` with neither above ``MAX_TERM``. Whole rates of common use are exact.

    Otherwise the rate is off by less than a part in 4,000, and mostly by parts in a million: the true one is
    ``from_rate``·P/Q.
    """
    wanted = Fraction(to_rate) / Fraction(from_rate)
    if wanted <= 1:
        return wanted.limit_denominator(MAX_TERM)
    return 1 / (1 / wanted).limit_denominator(MAX_TERM)


def low_pass(up: int, down: int) -> Float64[np.ndarray, " taps"]:
    """h at ``up`` times the original rate, of unit gain at 0 Hz: 2·64·max(up, down) + 1 taps about its middle."""
    from scipy.signal import firwin  # half a second to import, for those who resample

    slower = max(up, down)
    middle = (1 + PASS_BAND) / 2 / slower  # of the transition, as a share of the fast rate's Nyquist frequency
    return np.asarray(firwin(2 * ZERO_CROSSINGS * slower + 1, middle, window=("kaiser", BETA)))


def resample(
    signal: Float[np.ndarray, " samples"], from_rate: float, to_rate: float
) -> Float[np.ndarray, " resampled"]:
    """``signal`` at ``to_rate`` (``from_rate`` times ``ratio``): ⌈samples·P/Q⌉ samples of the same precision.

    Before the first and after the last sample the signal counts as zero.
    """
    factor = ratio(from_rate, to_rate)
    from scipy.signal import resample_poly

    # SciPy's stubs know no filter given as an array; SciPy does.
    taps: Any = low_pass(factor.numerator, factor.denominator).astype(signal.dtype)
    return np.asarray(resample_poly(signal, factor.numerator, factor.denominator, window=taps))
