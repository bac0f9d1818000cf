"""What a transform of each length costs: N² products by the definition, about N·log₂N by the fast algorithm."""

import timeit
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64

from core.explorer import OfArrays
from core.signals.fourier.coefficients import turns

LENGTHS = (16, 17, 31, 32, 61, 64, 100, 127, 128, 251, 256, 360, 509, 512, 720, 1_000, 1_021, 1_024, 1_440, 2_039,
           2_048, 3_000, 4_093, 4_096)  # fmt: skip
MOST_DIRECT = 1_024  # its table of turns has N² numbers of 16 bytes
SHORT = 100  # samples
MOST_CALLS = 3_000  # of the transform of one sample
Measured = Float64[np.ndarray, " lengths"]


@dataclass(frozen=True, eq=False)
class Cost(OfArrays):
    """Seconds for a transform of each ``length``, the least of several: ``direct`` (NaN where not tried) and ``fast``.

    ``direct_theory`` and ``fast_theory`` are c·N² and c·N·log₂N, each through the middle of what was measured.
    """

    length: Int64[np.ndarray, " lengths"]
    prime: Bool[np.ndarray, " lengths"]
    direct: Measured
    fast: Measured
    direct_theory: Measured
    fast_theory: Measured

    def table(self) -> pd.DataFrame:
        """A row for each length."""
        return pd.DataFrame({"length": self.length, "prime": self.prime, "direct_s": self.direct, "fft_s": self.fast,
                             "direct_theory_s": self.direct_theory, "fft_theory_s": self.fast_theory})  # fmt: skip


def measure(progress: Callable[[float], None]) -> Cost:
    """Times both on this machine's processor; what stands is of the run, and another run differs by some per cent."""
    lengths = np.array(LENGTHS)
    direct, fast = np.full((2, len(lengths)), np.nan)
    for i, length in enumerate(LENGTHS):
        x = np.cos(np.arange(length) ** 2.0)
        least = partial(timeit.repeat, number=1, repeat=3 + MOST_CALLS // length)
        fast[i] = min(least(partial(np.fft.fft, x)))
        if length <= MOST_DIRECT:
            direct[i] = min(least(partial(np.einsum, "kn,n->k", turns(length), x)))
        progress((i + 1) / len(LENGTHS))
    prime = np.array([all(length % divisor for divisor in range(2, length)) for length in LENGTHS])
    slow, quick = lengths**2.0, lengths * np.log2(lengths)
    long = (lengths >= SHORT) & ~prime  # the time of a short one is that of the call
    return Cost(lengths, prime, direct, fast, slow * np.nanmedian((direct / slow)[lengths >= SHORT]),
                quick * np.median((fast / quick)[long]))  # fmt: skip
