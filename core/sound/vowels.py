"""The parts of a vowel: pulses of the glottis, and the resonances of the vocal tract that shape them."""

import numpy as np
from jaxtyping import Float64
from scipy.signal import lfilter

Signal = Float64[np.ndarray, " frames"]

FORMANTS = ((730.0, 80.0), (1090.0, 90.0), (2440.0, 120.0))
"""(frequency, bandwidth) in Hz of an “a”. Frequencies: means of 33 men in Peterson and Barney, J. Acoust. Soc. Am. 24
(1952) 175; bandwidths: rounded to the usual size of the vocal tract's."""

OPENING, CLOSING = 0.4, 0.16  # shares of a period


def glottal_pulses(periods: Signal) -> Signal:
    """The flow of air through the glottis, differenced once, as the lips radiate it; ``periods`` is time in periods.

    With φ the fraction of the present period the flow is 3(φ/a)² − 2(φ/a)³ while φ < a (opening, a = 0.4),
    1 − ((φ − a)/b)² while φ < a + b (closing, b = 0.16), and 0 after. Rosenberg, J. Acoust. Soc. Am. 49 (1971) 583.
    """
    phase = periods % 1.0
    opening, closing = phase / OPENING, (phase - OPENING) / CLOSING
    shut = np.where(closing < 1, 1 - closing**2, 0.0)
    flow = np.where(opening < 1, 3 * opening**2 - 2 * opening**3, shut)
    return np.diff(flow, prepend=0.0)


def resonate(samples: Signal, frequency: float, bandwidth: float, sample_rate: float | int) -> Signal:
    """``samples`` through y[n] = A·x[n] + B·y[n−1] + C·y[n−2], a resonance at ``frequency`` of gain 1 at 0 Hz.

    C = −e^(−2π·bandwidth/f_s), B = 2·e^(−π·bandwidth/f_s)·cos(2π·frequency/f_s), A = 1 − B − C, all in Hz.
    Klatt, J. Acoust. Soc. Am. 67 (1980) 971.
    """
    radius = np.exp(-np.pi * bandwidth / sample_rate)
    b, c = 2 * radius * np.cos(2 * np.pi * frequency / sample_rate), -(radius**2)
    filtered: Signal = lfilter([1 - b - c], [1.0, -b, -c], samples)
    return filtered
