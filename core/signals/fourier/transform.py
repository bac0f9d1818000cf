"""The discrete Fourier transform by its definition.

X[k] = s·Σ x[n]·exp(−2πi·kn/N) for k = 0 … N − 1; s is 1, 1/√N or 1/N, and the inverse has what is left of 1/N. Between
the bins lies the discrete-time Fourier transform X(ν) = Σ x[n]·exp(−2πiνn), ν in cycles a sample: the DFT is X(k/N).

Source: A. V. Oppenheim and R. W. Schafer, *Discrete-Time Signal Processing*, 3rd ed., chapters 2 and 8.
"""

import math
from typing import Literal

import numpy as np
from jaxtyping import Complex128

Norm = Literal["backward", "ortho", "forward"]  # as NumPy and SciPy name them


def scale(length: int, norm: Norm) -> float:
    """s: the factor of the forward transform."""
    return {"backward": 1.0, "ortho": 1 / math.sqrt(length), "forward": 1 / length}[norm]


def turns(length: int, sign: int = -1) -> Complex128[np.ndarray, "bins samples"]:
    """exp(sign·2πi·kn/N) for k and n from 0 to N − 1; whole turns are taken off in integers, where nothing is lost."""
    places = np.arange(length)
    return np.asarray(np.exp(sign * 2j * np.pi * (np.outer(places, places) % length) / length))
