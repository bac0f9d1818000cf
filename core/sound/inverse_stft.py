"""Back from the short-time Fourier transform by weighted overlap-add, and the conditions under which there is a way.

Source: J. B. Allen and L. R. Rabiner, Proc. IEEE 65 (1977) 1558–1564; D. W. Griffin and J. S. Lim, Signal estimation
from modified short-time Fourier transform, IEEE Trans. ASSP 32 (1984) 236–243.
"""

from dataclasses import dataclass

import numpy as np
import scipy.fft
from jaxtyping import Float, Float64
from numpy.typing import NDArray

from core.sound.stft import blocks, centre, check, frame_count, frames_of

_BLOCK = 1 << 10  # frames
_ROUNDING = 1e-9  # sums that differ by less are equal
_VANISHING = 1e-10  # Σw² below this share of its largest value cannot be divided by


@dataclass(frozen=True, eq=False)
class Overlap:
    """What windows laid ``hop`` apart add up to: ``sums`` [hop], one period of Σ_m w[n − m·hop]^power.

    ``deviation`` is the largest distance from their mean, as a share of it; ``smallest`` the least of the sums as
    a share of the largest.
    """

    sums: Float64[np.ndarray, " hop"]

    @property
    def deviation(self) -> float:
        return float(np.abs(self.sums - self.sums.mean()).max() / self.sums.mean())

    @property
    def smallest(self) -> float:
        return float(self.sums.min() / self.sums.max())

    @property
    def constant(self) -> bool:
        """COLA: nothing but rounding tells the sums from a constant."""
        return self.deviation < _ROUNDING

    @property
    def nonzero(self) -> bool:
        """NOLA: no sum vanishes, so that every sample can be had back."""
        return self.smallest > _VANISHING


def cola(window: Float[np.ndarray, " length"], hop: int) -> Overlap:
    """Constant overlap-add, Σ_m w[n − m·hop] = const: frames merely added give the signal back."""
    return _overlap(np.asarray(window, dtype=np.float64), hop)


def nola(window: Float[np.ndarray, " length"], hop: int) -> Overlap:
    """Nonzero overlap-add, Σ_m w²[n − m·hop] > 0 for all n: the weighted inverse gives the signal back."""
    return _overlap(np.asarray(window, dtype=np.float64) ** 2, hop)


def reconstruct(
    signal: Float[np.ndarray, " samples"], window: Float[np.ndarray, " length"], hop: int, fft_length: int
) -> tuple[Float[np.ndarray, " samples"], float]:
    """x̂[n] = Σ_t y_t[n]·w[n − t·hop] / Σ_t w²[n − t·hop], y_t the frames transformed and back, and ‖x − x̂‖/‖x‖.

    The relative error is 0 for silence. One frame stands beyond the last sample, so that every sample lies under a
    window, where NOLA holds. Block by block: ten minutes need no more memory than their samples.

    Raises:
        InputError: as ``check``.
    """
    check(len(signal), len(window), hop, fft_length)
    centred, count = centre(window, fft_length).astype(signal.dtype), frame_count(len(signal), hop) + 1
    total = np.zeros(_span(count, hop, fft_length), dtype=signal.dtype)
    for first, last in blocks(count, fft_length):
        frames = frames_of(signal, first, last, hop, fft_length, "zeros")
        _add(total, scipy.fft.irfft(scipy.fft.rfft(frames * centred), fft_length) * centred, first, hop)
    back = _weighted(total, centred, count, hop, len(signal))
    size = float(np.linalg.norm(signal))
    return back, float(np.linalg.norm(signal - back)) / size if size else 0.0


def _span(count: int, hop: int, fft_length: int) -> int:
    """Samples that ``count`` frames reach over, rounded up to whole hops for the last of them."""
    return (count - 1) * hop + -(-fft_length // hop) * hop


def _add(
    total: Float[np.ndarray, " span"], frames: Float[np.ndarray, "frames fft_length"], first: int, hop: int
) -> None:
    """Add frames [frames, L] to ``total``, frame ``first`` + i at (first + i)·hop: hop by hop, all frames at once."""
    count, length = frames.shape
    for begin in range(0, length, hop):
        piece = frames[:, begin : begin + hop]
        start = first * hop + begin
        total[start : start + count * hop].reshape(count, hop)[:, : piece.shape[1]] += piece


def _weighted(
    total: Float[np.ndarray, " span"], centred: Float[np.ndarray, " fft_length"], count: int, hop: int, length: int
) -> Float[np.ndarray, " length"]:
    """``total`` over Σw², without the padding; where no window reaches, zeros."""
    weight = np.zeros_like(total)
    squares = np.broadcast_to(centred**2, (min(count, _BLOCK), len(centred)))
    for first in range(0, count, _BLOCK):
        _add(weight, squares[: count - first], first, hop)
    start = len(centred) // 2
    total, weight = total[start : start + length], weight[start : start + length]
    result = np.zeros(length, dtype=total.dtype)
    reached = weight > _VANISHING * weight.max(initial=0)
    np.divide(total, weight, out=result[: len(total)], where=reached)
    return result


def _overlap(weights: NDArray[np.float64], hop: int) -> Overlap:
    padded = np.pad(weights, (0, -len(weights) % hop))
    return Overlap(padded.reshape(-1, hop).sum(axis=0))
