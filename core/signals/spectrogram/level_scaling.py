"""What level of a spectrogram reads 0 dB: the scalings of the short-time transform in which libraries differ."""

from typing import Literal

import numpy as np
from jaxtyping import Float64

Scaling = Literal["sine", "spectrum", "density", "none", "loudest"]


def scaling_factor(
    scaling: Scaling, window: Float64[np.ndarray, " length"], sample_rate: float, loudest: float = 1.0
) -> float:
    """By what to multiply the power |X|²/(½Σw)², of which 1 is a sine of amplitude 1 on a bin.

    - ``sine``: 1.
    - ``spectrum``: ¼, which gives |X|²/(Σw)²; of a sine ¼, of a constant 1 its own power (``scipy.signal.stft``).
    - ``density``: (Σw)²/(2f_sΣw²), which gives 2|X|²/(f_sΣw²), power for each hertz on one side of the spectrum
      (``scipy.signal.spectrogram``). White noise keeps its level whatever the length of the window; a tone does not.
    - ``none``: ¼(Σw)², which gives |X|² (``librosa.stft``, ``torch.stft``).
    - ``loudest``: 1 over the ``loudest`` power of the picture (``librosa.power_to_db`` with ``ref=np.max``).

    Source: G. Heinzel, A. Rüdiger, R. Schilling, Spectrum and spectral density estimation by the DFT (2002), section 9.
    """
    total, energy = float(window.sum()), float((window**2).sum())
    if scaling == "loudest":
        return 1 / loudest if loudest > 0 else 1.0
    if scaling == "density":
        return total**2 / (2 * sample_rate * energy)
    return {"sine": 1.0, "spectrum": 0.25, "none": total**2 / 4}[scaling]
