"""Tones found again in the spectrum of their samples."""

import numpy as np
from jaxtyping import Float, Float64

from core.sound.windows import Window, sample

SILENCE = 1e-6  # a record whose strongest tone is weaker holds none

Records = Float[np.ndarray, "records n"]


def strengths(records: Records) -> Float64[np.ndarray, "records bins"]:
    """2·|X[k]|/Σw of each record under Hann's window: a sine shows its amplitude. At 0 and f_s/2 |X[k]|/Σw.

    Bin k stands at k·f_s/n, with n even.
    """
    window = sample(Window("hann"), records.shape[-1])
    spectrum = np.abs(np.fft.rfft(records * window)) * 2 / window.sum()
    spectrum[:, [0, -1]] /= 2
    return np.asarray(spectrum, np.float64)


def peak_frequencies(records: Records, sample_rate: float) -> Float64[np.ndarray, " records"]:
    """The frequency (Hz) of the strongest tone of each record, NaN in silence.

    The top of the parabola through the logarithms of the strongest bin k and its neighbours: with a = ln|X[k−1]|,
    b = ln|X[k]|, c = ln|X[k+1]| it stands at k + ½(a − c)/(a − 2b + c) bins. Smith, Spectral Audio Signal
    Processing (2011), quadratic interpolation of spectral peaks.
    """
    n = records.shape[-1]
    found = strengths(records)
    found[:, [0, -1]] *= 2  # of a peak there, both neighbours are the same one, in the same measure
    peak = found.argmax(axis=1)
    rows = np.arange(len(found))
    # Beyond 0 and f_s/2 the spectrum is its own mirror image.
    places = (np.abs(peak - 1), peak, found.shape[1] - 1 - np.abs(found.shape[1] - 2 - peak))
    left, top, right = (np.log(np.maximum(found[rows, place], 1e-300)) for place in places)
    bend = left - 2 * top + right
    offset = np.divide(0.5 * (left - right), bend, out=np.zeros(len(peak)), where=bend != 0)
    frequency = np.clip((peak + offset) / n, 0.0, 0.5) * sample_rate
    return np.where(found[rows, peak] > SILENCE, frequency, np.nan)
