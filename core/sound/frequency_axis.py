"""The rows of a spectrogram: which bins of a power spectrum each row of pixels stands for.

On a linear or logarithmic axis a row shows the *largest* power of the bins whose frequencies it covers, so that no
thin line is lost between pixels; noise looks the higher for it (the largest of m bins of noise is about ln m + 0.58
times their mean). A row that covers no bin, as at the low end of a logarithmic axis, repeats the nearest one: the
blocks one sees there are the true resolution. On a mel axis a row is a band of the filter bank, a weighted sum.
"""

import math
from dataclasses import dataclass
from functools import reduce
from typing import Any, Literal

import numpy as np
from jaxtyping import Float, Float64, Int64

from core.sound.mel import Mel, band_points, filter_bank

Spacing = Literal["linear", "logarithmic", "mel", "htk"]
MELS: dict[str, Mel] = {"mel": "slaney", "htk": "htk"}
_ROUNDING = 1e-9  # bins
_FEW = 6  # bins in a row


@dataclass(frozen=True, eq=False)
class Rows:
    """Rows from low to high, row i from ``edges[i]`` to ``edges[i + 1]`` Hz.

    Its bins are ``first[i]`` … ``last[i]`` − 1, never none. On a mel axis ``bank`` holds the weights, and the
    edges lie halfway (in Hz) between the middles of neighbouring bands.
    """

    edges: Float64[np.ndarray, " edges"]
    first: Int64[np.ndarray, " rows"]
    last: Int64[np.ndarray, " rows"]
    bank: Any = None  # [rows, bins], sparse

    def __len__(self) -> int:
        return len(self.first)

    @property
    def empty(self) -> int:
        """Mel bands so narrow that no bin falls into them; they stay dark."""
        return 0 if self.bank is None else int((self.bank.sum(axis=1) == 0).sum())

    def pool(self, power: Float[np.ndarray, "*lead bins"]) -> Float[np.ndarray, "*lead rows"]:
        """Row i as the largest of its bins (linear and logarithmic axes), or as a sum of them (mel)."""
        if self.bank is not None:
            # A dense product would also be one of BLAS, whose threads wait for each other on a busy server.
            summed = power.reshape(-1, power.shape[-1]) @ self.bank.T
            return np.asarray(summed).reshape(*power.shape[:-1], len(self))
        widest = int((self.last - self.first).max())
        if widest <= _FEW:  # reduceat takes several times as long for each of few
            each = (np.minimum(self.first + i, self.last - 1) for i in range(widest))
            return reduce(np.maximum, (np.take(power, bins, axis=-1) for bins in each))
        # reduceat reads its places in pairs; an end may be one past the last bin, hence the bin more.
        padded = np.concatenate([power, power[..., -1:]], axis=-1)
        places = np.stack([self.first, self.last], axis=1).ravel()
        return np.maximum.reduceat(padded, places, axis=-1)[..., ::2]


def rows(
    spacing: Spacing, count: int, fft_length: int, sample_rate: float, low_hz: float = 0.0, high_hz: float | None = None
) -> Rows:
    """At most ``count`` rows from ``low_hz`` to ``high_hz`` (None: f_s/2), equally spaced in Hz, in log f or in mel.

    On a linear axis there are no more rows than bins; a logarithmic one starts above 0 Hz. Mel bands are 1 at their
    middles (not normalised by area).
    """
    highest = sample_rate / 2 if high_hz is None else high_hz
    if spacing in MELS:
        return _mel_rows(count, fft_length, sample_rate, low_hz, highest, MELS[spacing])
    bin_hz = sample_rate / fft_length
    if spacing == "linear":
        within = math.floor(highest / bin_hz + _ROUNDING) - math.ceil(low_hz / bin_hz - _ROUNDING) + 1
        edges = np.linspace(low_hz, highest, max(1, min(count, within)) + 1)
    else:
        edges = np.geomspace(low_hz, highest, count + 1)
    return _covering(spacing, edges, bin_hz, fft_length // 2)


def _covering(spacing: Spacing, edges: Float64[np.ndarray, " edges"], bin_hz: float, last_bin: int) -> Rows:
    """Rows whose bins lie within their edges, the upper one excluded but for the last row's."""
    # A bin that stands on an edge belongs above it, whatever rounding says.
    bounds = np.ceil(edges / bin_hz - _ROUNDING).astype(np.int64)
    bounds[-1] = math.floor(edges[-1] / bin_hz + _ROUNDING) + 1
    bounds = np.minimum(bounds, last_bin + 1)
    middle = np.sqrt(edges[:-1] * edges[1:]) if spacing == "logarithmic" else (edges[:-1] + edges[1:]) / 2
    nearest = np.clip(np.rint(middle / bin_hz).astype(np.int64), 0, last_bin)
    first, last = bounds[:-1], bounds[1:]
    none = first >= last
    return Rows(edges, np.where(none, nearest, first), np.where(none, nearest + 1, last))


def _mel_rows(count: int, fft_length: int, sample_rate: float, low: float, high: float, mel: Mel) -> Rows:
    points = band_points(count, low, high, mel)
    middles = points[1:-1]
    edges = np.concatenate([[low], (middles[:-1] + middles[1:]) / 2, [high]])
    bank = filter_bank(fft_length, sample_rate, count, low, high, mel)
    covering = _covering("linear", points, sample_rate / fft_length, fft_length // 2)
    return Rows(edges, covering.first[:-1], covering.last[1:], bank.astype(np.float32))
