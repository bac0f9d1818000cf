"""Tones found again in the spectrum of their samples."""

import numpy as np
from jaxtyping import Float, Float64

from core.sound.windows import Window, sample

SILENCE = 1e-6  # a record whose strongest tone is weaker holds none
FEW_PERIODS = 4  # in a record: fewer, and the tone's image at −f reaches into its peak
ROUNDING = 1e-13  # of sin²(ωL/2), for angles of some ten thousand radians

Records = Float[np.ndarray, "records n"]


def strengths(records: Records) -> Float64[np.ndarray, "records bins"]:
    """2·|X[k]|/Σw of each record under Hann's window: a sine shows its amplitude. At 0 and f_s/2 |X[k]|/Σw.

    Bin k stands at k·f_s/n, with n even.
    """
    window = sample(Window("hann"), records.shape[-1])
    spectrum = np.abs(np.fft.rfft(records * window)) * 2 / window.sum()
    spectrum[:, [0, -1]] /= 2
    return np.asarray(spectrum, np.float64)


def tone_frequencies(records: Records, sample_rate: float) -> Float64[np.ndarray, " records"]:
    """The frequency (Hz) of the sine of which each record consists, NaN in silence.

    Every sine has x[n − L] − 2x[n] + x[n + L] = −4 sin²(ωL/2)·x[n], here solved for ω by least squares. Above f_s/4
    this is asked of (−1)ⁿx[n], whose ω is π less the other. L is 1 but for a tone of a few periods in the record: its
    neighbours hardly differ.
    """
    n = records.shape[-1]
    strength = strengths(records)
    sounds = strength.max(axis=1) > SILENCE
    near = np.minimum(place := strength.argmax(axis=1), n // 2 - place)  # bins from 0 or from f_s/2
    mirrored = place > n // 4
    slow = np.array(records)
    slow[mirrored, 1::2] *= -1
    turn = np.empty(len(records))
    for few in (False, True):
        lag, rows = n // 16 if few else 1, (near < FEW_PERIODS) == few
        found = slow[rows]
        x = found[:, lag:-lag]
        bend = np.vecdot(2 * x - found[:, : -2 * lag] - found[:, 2 * lag :], x)
        share = np.divide(bend, 4 * np.vecdot(x, x), out=np.zeros(len(x)), where=sounds[rows])
        share = np.where(share < ROUNDING, 0.0, np.minimum(share, 1.0))
        turn[rows] = np.arcsin(np.sqrt(share)) / (np.pi * lag)
    frequency = np.where(mirrored, 0.5 - turn, turn) * sample_rate
    return np.where(sounds, frequency, np.nan)
