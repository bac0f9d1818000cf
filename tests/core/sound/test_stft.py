"""The short-time Fourier transform and its inverse, against librosa and SciPy.

1. frames and values: librosa, scipy.signal.ShortTimeFFT, a sum written out
2. energy: Parseval
3. COLA and NOLA against scipy.signal
4. back again: perfect reconstruction wherever NOLA holds
5. what is refused
"""

import librosa
import numpy as np
import pytest
import scipy.fft
from hypothesis import assume, given
from hypothesis import strategies as st
from scipy.signal import ShortTimeFFT, check_COLA, check_NOLA

from core.errors import InputError
from core.sound.inverse_stft import cola, nola, reconstruct
from core.sound.stft import Padding, centre, frame_count, frames_of
from core.sound.windows import Window, sample

KINDS = ("rectangular", "hann", "hamming", "blackman", "kaiser", "gaussian")

windows = st.builds(Window, st.sampled_from(KINDS), beta=st.floats(0, 14), sigma=st.floats(0.2, 1.0))
lengths = st.integers(2, 300)


def noise(samples: int, seed: int = 0, dtype: type = np.float64) -> np.ndarray:
    return np.random.default_rng(seed).standard_normal(samples).astype(dtype)


def close(ours: np.ndarray, theirs: np.ndarray, relative: float = 1e-5) -> None:
    assert ours.shape == theirs.shape
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=relative * max(np.abs(theirs).max(), 1e-30))


def stft(signal: np.ndarray, w: np.ndarray, hop: int, length: int, padding: Padding = "zeros") -> np.ndarray:
    """[bins, frames], by the frames that pictures are made of."""
    frames = frames_of(signal, 0, frame_count(len(signal), hop), hop, length, padding)
    return scipy.fft.rfft(frames * centre(w, length).astype(signal.dtype)).T


# 1. Frames and values


@given(windows, lengths, st.integers(0, 100), st.integers(1, 200), st.integers(400, 3_000), st.integers(0, 9))
@pytest.mark.parametrize(("padding", "theirs"), [("zeros", "constant"), ("reflection", "reflect")])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_values_are_those_of_librosa(padding, theirs, dtype, window, length, zeros, hop, samples, seed):
    signal, w, fft_length = noise(samples, seed, dtype), sample(window, length), length + zeros
    ours = stft(signal, w, hop, fft_length, padding)
    assert ours.dtype == (np.complex64 if dtype is np.float32 else np.complex128)
    # librosa's own reflection starts from a few samples at the end, too few for the shortest frames.
    padded = signal if theirs == "constant" else np.pad(signal, fft_length // 2, mode=theirs)
    center = theirs == "constant"
    reference = librosa.stft(padded, n_fft=fft_length, hop_length=hop, win_length=length, window=w, center=center)
    # A frame of odd length reaches one sample farther after its middle, which costs librosa the last of them at times.
    assert 0 <= ours.shape[1] - reference.shape[1] <= fft_length % 2
    close(ours[:, : reference.shape[1]], reference)


@given(windows, lengths, st.integers(0, 100), st.integers(1, 200), st.integers(1, 3_000))
def test_values_are_those_of_scipy(window, length, zeros, hop, samples):
    signal, fft_length = noise(samples), length + zeros
    w = centre(sample(window, length), fft_length)
    transform = ShortTimeFFT(w, hop, fs=1.0, fft_mode="onesided", phase_shift=None)
    assume(samples >= -(-fft_length // 2))  # SciPy refuses shorter ones
    close(stft(signal, sample(window, length), hop, fft_length), transform.stft(signal, p0=0, p1=1 + samples // hop))


def test_a_frame_is_the_sum_that_defines_it():
    signal, w = noise(40), sample(Window("hamming"), 7)
    k, n = np.meshgrid(np.arange(6), np.arange(10), indexing="ij")
    padded = np.concatenate([np.zeros(5), signal, np.zeros(10)])
    frame = padded[3 * 4 : 3 * 4 + 10] * np.concatenate([[0], w, [0, 0]])
    close(stft(signal, w, 4, 10)[:, 3], (frame * np.exp(-2j * np.pi * k * n / 10)).sum(axis=1), 1e-12)


@pytest.mark.parametrize("samples", [1, 2, 3, 10])
@pytest.mark.parametrize("padding", ["zeros", "reflection"])
def test_a_signal_shorter_than_half_a_frame_is_padded_as_numpy_pads(samples, padding):
    signal = noise(samples)
    padded = np.pad(signal, 32, mode="constant" if padding == "zeros" else "reflect")
    np.testing.assert_array_equal(frames_of(signal, 0, 1, 4, 64, padding)[0], padded[:64])


# 2. Energy


@given(windows, lengths, st.integers(0, 100), st.integers(1, 1_000))
def test_parseval_holds_for_every_frame(window, length, zeros, samples):
    signal, w, fft_length = noise(samples), sample(window, length), length + zeros
    power = np.abs(stft(signal, w, 16, fft_length)) ** 2
    both_sides = np.full(len(power), 2.0)
    both_sides[0] = 1
    both_sides[-1] = 1 if fft_length % 2 == 0 else 2
    frames = frames_of(signal, 0, power.shape[1], 16, fft_length, "zeros") * centre(w, fft_length)
    np.testing.assert_allclose(both_sides @ power / fft_length, (frames**2).sum(axis=1), rtol=1e-9, atol=1e-12)


@given(windows, st.sampled_from([16, 64, 256]), st.sampled_from([1, 2, 4, 8]))
def test_energy_of_the_signal_is_that_of_its_frames_over_the_sum_of_squares(window, length, overlap):
    # Σ_t Σ_n x²w² = Σ_n x²·Σ_t w², which is a constant where w² overlaps to one.
    hop, signal = length // overlap, noise(2_000)
    w = sample(window, length)
    squares = nola(w, hop)
    assume(squares.constant)
    quiet = np.concatenate([np.zeros(length), signal, np.zeros(2 * length)])
    power = np.abs(stft(quiet, w, hop, length)) ** 2
    both_sides = np.full(len(power), 2.0)
    both_sides[[0, -1]] = 1
    energy = (both_sides @ power).sum() / length
    assert energy == pytest.approx((signal**2).sum() * squares.sums[0], rel=1e-9)


# 3. COLA and NOLA


@given(windows, lengths, st.integers(1, 300))
def test_cola_is_what_scipy_says(window, length, hop):
    assume(hop <= length)
    w = sample(window, length)
    assert cola(w, hop).constant == check_COLA(w, length, length - hop, tol=1e-9 * w.sum() / hop)


@given(windows, lengths, st.integers(1, 300))
def test_nola_is_what_scipy_says(window, length, hop):
    assume(hop <= length)
    w = sample(window, length)
    assume(not 1e-11 < nola(w, hop).smallest < 1e-9)
    assert nola(w, hop).nonzero == check_NOLA(w, length, length - hop, tol=1e-10 * nola(w, hop).sums.max())


@pytest.mark.parametrize(
    ("kind", "overlap", "holds"),
    [("rectangular", 1, True), ("hann", 2, True), ("hamming", 2, True), ("hann", 1, False), ("blackman", 2, False),
     ("blackman", 3, True)],
)  # fmt: skip
def test_cola_of_textbook_windows(kind, overlap, holds):
    # J. O. Smith, Spectral Audio Signal Processing: the cosine windows add up at every hop N/m beyond their order.
    assert cola(sample(Window(kind), 240), 240 // overlap).constant is holds


def test_how_far_from_constant_is_said():
    squares = nola(sample(Window("hann"), 256), 128)  # cos⁴ + sin⁴ runs from ½ to 1
    assert squares.deviation == pytest.approx(1 / 3, rel=1e-3)
    assert squares.smallest == pytest.approx(0.5, rel=1e-3)
    assert not cola(sample(Window("hann"), 8), 20).nonzero


# 4. Back again


@given(windows, lengths, st.integers(0, 100), st.integers(1, 300), st.integers(1, 3_000))
def test_reconstruction_is_perfect_where_nola_holds(window, length, zeros, hop, samples):
    w, signal = sample(window, length), noise(samples)
    assume(nola(w, hop).nonzero)
    back, error = reconstruct(signal, w, hop, length + zeros)
    assert error < 1e-6
    np.testing.assert_allclose(back, signal, rtol=0, atol=1e-6 * np.abs(signal).max())


def test_single_precision_comes_back_to_single_precision():
    signal = noise(50_000, dtype=np.float32)
    back, error = reconstruct(signal, sample(Window("hann"), 2048), 512, 2048)
    assert back.dtype == np.float32
    assert error < 1e-6


def test_silence_comes_back_as_silence():
    back, error = reconstruct(np.zeros(100), sample(Window(), 16), 4, 16)
    assert (error, back.any()) == (0.0, False)


# 5. What is refused


@pytest.mark.parametrize(
    ("samples", "length", "hop", "fft_length", "field"),
    [(0, 8, 2, 8, "signal"), (9, 8, 0, 8, "hop"), (9, 8, -1, 8, "hop"), (9, 8, 2, 7, "fft_length")],
)
def test_lengths_that_cannot_be_are_refused(samples, length, hop, fft_length, field):
    with pytest.raises(InputError) as caught:
        reconstruct(np.zeros(samples), np.ones(length), hop, fft_length)
    assert caught.value.field == field
