"""Two signals convolved through transforms of every length: circular where the length is too short, else linear."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.explorer import OfArrays
from core.swept_rows import filled


@dataclass(frozen=True, eq=False)
class Convolution(OfArrays):
    """(a ∗ b)[n] = Σ a[m]·b[n − m] in ``linear``; a row of ``circular`` for each ``length`` of the transforms.

    A row is the inverse transform of the product of both transforms, NaN from its length on; ``wrapped`` is how many of
    its samples hold what has come round the end.
    """

    a: Float64[np.ndarray, " first"]
    b: Float64[np.ndarray, " second"]
    linear: Float64[np.ndarray, " both"]
    length: Int64[np.ndarray, " steps"]
    circular: Float64[np.ndarray, "steps samples"]
    wrapped: Int64[np.ndarray, " steps"]

    def table(self) -> pd.DataFrame:
        """A row for each length and sample."""
        step, place = np.nonzero(np.isfinite(self.circular))
        return pd.DataFrame({"length": self.length[step], "n": place, "circular": self.circular[step, place],
                             "linear": np.append(self.linear, np.zeros(len(self.length)))[place]})  # fmt: skip


def convolve(a: Float64[np.ndarray, " first"], b: Float64[np.ndarray, " second"]) -> Convolution:
    """Through transforms from the longer signal's length to two samples more than a linear convolution needs."""
    linear = np.convolve(a, b)
    lengths = np.arange(max(len(a), len(b)), len(linear) + 3)
    rows = filled([np.fft.irfft(np.fft.rfft(a, n) * np.fft.rfft(b, n), n) for n in lengths.tolist()])
    return Convolution(a, b, linear, lengths, rows, np.maximum(len(linear) - lengths, 0))
