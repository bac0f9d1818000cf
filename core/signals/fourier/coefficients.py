"""A signal of one's own: each coefficient as a sum of turning arrows, the way back, and Parseval's theorem.

X[k] = s·Σ x[n]·exp(−2πi·kn/N) for k = 0 … N − 1; s is 1, 1/√N or 1/N, and the inverse has what is left of 1/N. Between
the bins lies the discrete-time Fourier transform X(ν) = Σ x[n]·exp(−2πiνn), ν in cycles a sample: the DFT is X(k/N).

Source: A. V. Oppenheim and R. W. Schafer, *Discrete-Time Signal Processing*, 3rd ed., chapters 2 and 8.
"""

import math
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Complex128, Float64

from core.errors import InputError
from core.explorer import OfArrays
from core.number_text import typed_numbers
from core.numbers import number
from core.signals.fourier.params import LARGEST, MOST_TYPED, Norm, Params
from core.sound.decode_cache import brought

ROUNDING = 1e-14  # of the length of all arrows


@dataclass(frozen=True, eq=False)
class Coefficients(OfArrays):
    """X[k] of ``samples`` for k up to N/2, each as the ``path`` of its partial sums from 0 to X[k].

    ``rebuilt`` is the signal of the coefficients up to k (and their mirrors) alone; ``energy`` the share of Σ|x|² that
    they hold. ``parseval`` is Σ|x|² and, from all coefficients, what the theorem says it is: both 0 where the samples
    are so small that no double holds their squares. ``remarks`` say how a sound was read.
    """

    samples: Float64[np.ndarray, " samples"]
    coefficient: Complex128[np.ndarray, " bins"]
    path: Complex128[np.ndarray, "bins points"]
    rebuilt: Float64[np.ndarray, "bins samples"]
    energy: Float64[np.ndarray, " bins"]
    parseval: tuple[float, float]
    remarks: tuple[str, ...] = ()

    def table(self) -> pd.DataFrame:
        """A row for each k."""
        x = self.coefficient
        return pd.DataFrame({"k": np.arange(len(x)), "real": x.real, "imaginary": x.imag, "magnitude": np.abs(x),
                             "phase_degrees": np.degrees(np.angle(x)), "energy_up_to_k": self.energy})  # fmt: skip


def scale(length: int, norm: Norm) -> float:
    """s: the factor of the forward transform."""
    return {"backward": 1.0, "ortho": 1 / math.sqrt(length), "forward": 1 / length}[norm]


def turns(length: int, sign: int = -1) -> Complex128[np.ndarray, "bins samples"]:
    """exp(sign·2πi·kn/N) for k and n from 0 to N − 1; whole turns are taken off in integers, where nothing is lost."""
    places = np.arange(length)
    return np.asarray(np.exp(sign * 2j * np.pi * (np.outer(places, places) % length) / length))


def open_signal(params: Params, data: bytes | None) -> Coefficients:
    """All coefficients of the signal that ``params`` name, each with its path.

    Raises:
        InputError: the numbers cannot be read, or the sound is shorter than asked for.
    """
    x, remarks = signal(params, data)
    n, sign = len(x), -1 if params.sign == "-" else 1
    half, factor = n // 2 + 1, scale(n, params.norm)
    terms = factor * turns(n, sign)[:half] * x
    path = np.concatenate([np.zeros((half, 1)), np.cumsum(terms, axis=1)], axis=1)
    parts = path.view(np.float64)[:, -2:]  # of X[k]: both are 0 where the arrows close but for rounding
    parts[np.abs(parts) < ROUNDING * factor * np.abs(x).sum()] = 0.0
    found = path[:, -1]
    twice = np.where((np.arange(half) == 0) | (2 * np.arange(half) == n), 1.0, 2.0)  # all others have a mirror at N − k
    waves = twice[:, None] * (found[:, None] * turns(n, -sign)[:half]).real / (n * factor)
    unit = 2.0 ** np.frexp(np.abs(x).max())[1]  # shares are of numbers whose squares do not leave the doubles
    energies = twice * np.hypot(found.real / unit, found.imag / unit) ** 2 / (n * factor**2)
    total = float(((x / unit) ** 2).sum())
    share = np.cumsum(energies) / total if total > 0 else np.full(half, np.nan)
    both = total * unit**2, float(energies.sum()) * unit**2
    return Coefficients(x, found, path, np.cumsum(waves, axis=0), share, both, remarks)


def signal(params: Params, data: bytes | None) -> tuple[Float64[np.ndarray, " samples"], tuple[str, ...]]:
    """The samples: typed, of a wave of one period, or of a sound from ``start`` seconds on; and how that was read.

    Raises:
        InputError: see ``open_signal``.
    """
    place = np.arange(params.n) / params.n
    match params.source:
        case "square":
            return np.where(place < 0.5, 1.0, -1.0), ()
        case "sawtooth":
            return 1 - 2 * place, ()
        case "numbers":
            return typed_numbers(params.values, "values", MOST_TYPED, least=2, largest=LARGEST), ()
    sound = brought(data)
    if (many := len(sound.samples)) < params.n:
        raise InputError("n", params.n, f"the sound must have as many samples, and has {many}", "Choose fewer.")
    samples = sound.samples[int(params.start * sound.sample_rate) :][: params.n].astype(np.float64)
    if len(samples) < params.n:
        rule = f"{params.n} samples must follow it, and the sound has {number(sound.seconds)} s"
        raise InputError("start", params.start, rule, "Begin earlier.")
    return samples, (sound.remark,) if sound.remark else ()
