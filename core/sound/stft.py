"""The frames of the short-time Fourier transform.

    X[k, t] = Σ_n x[t·hop + n − ⌊L/2⌋] w[n] e^{−2πikn/L},   k = 0 … ⌊L/2⌋,   t = 0 … ⌊samples/hop⌋

L is the length of the transform; a shorter window lies in its middle, zeros around it. Frames are *centred*: frame t
stands at sample t·hop, and what it sees before the first and after the last sample is padding, zeros or the signal's
reflection (without the end sample twice). That is ``librosa.stft(center=True)`` and ``torch.stft(center=True)``, which
leave out the last frame when L is odd and the hop divides the samples; ``scipy.signal.ShortTimeFFT`` with
``phase_shift=None`` has the same frames, at negative times too. The phase counts from the start of the frame.
Precision is the signal's: complex64 for float32.

Source: J. B. Allen and L. R. Rabiner, A unified approach to short-time Fourier analysis and synthesis,
Proc. IEEE 65 (1977) 1558–1564.
"""

from typing import Literal

import numpy as np
from jaxtyping import Float
from numpy.lib.stride_tricks import sliding_window_view

from core.errors import InputError

Padding = Literal["zeros", "reflection"]
_BLOCK = 1 << 18  # samples in frames at a time: what stays in a core's cache


def check(samples: int, window_length: int, hop: int, fft_length: int) -> None:
    """What every transform asks of its lengths (all in samples).

    Raises:
        InputError: one of them cannot be used.
    """
    if samples < 1:
        raise InputError("signal", samples, "there are no samples to transform")
    if hop < 1:
        raise InputError("hop", hop, "frames must be at least one sample apart", "Try a quarter of the window.")
    if not 1 <= window_length <= fft_length:
        rule = f"the transform must be no shorter than the window, {window_length:,} samples"
        raise InputError("fft_length", fft_length, rule, "Lengthen the transform or shorten the window.")


def frame_count(samples: int, hop: int) -> int:
    """Frames of a signal: one for each multiple of ``hop`` from sample 0 to ``samples`` inclusive."""
    return 1 + samples // hop


def centre(window: Float[np.ndarray, "*lead length"], fft_length: int) -> Float[np.ndarray, "*lead fft_length"]:
    """The window in the middle of the transform: ⌊(L − N)/2⌋ zeros before it, the rest after."""
    before = (fft_length - window.shape[-1]) // 2
    after = fft_length - window.shape[-1] - before
    return np.pad(window, [(0, 0)] * (window.ndim - 1) + [(before, after)])


def frames_of(
    signal: Float[np.ndarray, " samples"],
    first: int,
    last: int,
    hop: int,
    fft_length: int,
    padding: Padding,
    offset: int = 0,
) -> Float[np.ndarray, "frames fft_length"]:
    """Frames ``first`` … ``last`` − 1 as [frames, fft_length], a view of the signal wherever nothing is padded.

    Frame t is centred at sample ``offset`` + t·``hop``.
    """
    start = offset + first * hop - fft_length // 2
    excerpt = excerpt_of(signal, start, start + (last - first - 1) * hop + fft_length, padding)
    return sliding_window_view(excerpt, fft_length)[::hop]


def excerpt_of(
    signal: Float[np.ndarray, " samples"], start: int, stop: int, padding: Padding
) -> Float[np.ndarray, " excerpt"]:
    """``signal[start:stop]`` of a signal that goes on at both ends."""
    length = len(signal)
    if start >= 0 and stop <= length:
        return signal[start:stop]
    place = np.arange(start, stop)
    if padding == "reflection":
        period = max(1, 2 * (length - 1))
        place %= period
        return signal[np.minimum(place, period - place)] if length > 1 else np.broadcast_to(signal, place.shape)
    return np.where((place >= 0) & (place < length), signal[np.clip(place, 0, length - 1)], signal.dtype.type(0))


def blocks(count: int, fft_length: int) -> list[tuple[int, int]]:
    """Pairs (first, last) that cut ``count`` frames into pieces that stay in a core's cache."""
    step = max(1, _BLOCK // fft_length)
    return [(first, min(first + step, count)) for first in range(0, count, step)]
