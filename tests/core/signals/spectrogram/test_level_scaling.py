"""The scalings of a spectrogram's levels against the libraries that they are named after."""

import librosa
import numpy as np
import pytest
import scipy.signal
import torch

from core.signals.spectrogram import Params, compute
from core.signals.spectrogram.excerpt import make
from core.signals.spectrogram.excerpt_rasters import transform_length
from core.signals.spectrogram.level_scaling import scaling_factor
from core.sound.inverse_stft import cola
from core.sound.windows import Window, sample

RATE, LENGTH, HOP = 8_000.0, 256, 64
SIGNAL = np.random.default_rng(5).standard_normal(4_096) + np.sin(2 * np.pi * 1_000 / RATE * np.arange(4_096))
HANN = sample(Window("hann"), LENGTH)


def ours(scaling: str) -> np.ndarray:
    """Power of the frames that lie whole in the signal, scaled as the page does it [bins, frames]."""
    frames = np.lib.stride_tricks.sliding_window_view(SIGNAL, LENGTH)[::HOP]
    power = np.abs(np.fft.rfft(frames * HANN)) ** 2 / (HANN.sum() / 2) ** 2
    return scaling_factor(scaling, HANN, RATE) * power.T  # type: ignore[arg-type]


def test_a_constant_of_one_is_scipys_stft() -> None:
    theirs = scipy.signal.stft(SIGNAL, RATE, "hann", LENGTH, LENGTH - HOP, boundary=None, padded=False)[2]
    np.testing.assert_allclose(ours("spectrum"), np.abs(theirs) ** 2, rtol=1e-9)


def test_power_for_each_hertz_is_scipys_spectrogram() -> None:
    theirs = scipy.signal.spectrogram(SIGNAL, RATE, "hann", LENGTH, LENGTH - HOP, detrend=False)[2]
    np.testing.assert_allclose(ours("density")[1:-1], theirs[1:-1], rtol=1e-9)  # the ends have no other side


def test_undivided_levels_are_those_of_pytorch() -> None:
    window = torch.from_numpy(HANN)
    theirs = torch.stft(torch.from_numpy(SIGNAL), LENGTH, HOP, window=window, center=False, return_complex=True)
    np.testing.assert_allclose(ours("none"), np.abs(theirs.numpy()) ** 2, rtol=1e-9)


@pytest.mark.parametrize("length", [64, 1_024])
def test_density_keeps_the_level_of_noise_and_sine_that_of_a_tone(length: int) -> None:
    window, noise = sample(Window("hann"), length), np.random.default_rng(8).standard_normal(1 << 18)
    frames = np.lib.stride_tricks.sliding_window_view(noise, length)[:: length // 2]
    power = np.mean(np.abs(np.fft.rfft(frames * window)[:, 4:-4]) ** 2) / (window.sum() / 2) ** 2
    assert scaling_factor("density", window, RATE) * power == pytest.approx(2 / RATE, rel=0.02)
    tone = np.sin(2 * np.pi * 8 / length * np.arange(length))
    peak = np.abs(np.fft.rfft(tone * window)).max() ** 2 / (window.sum() / 2) ** 2
    assert scaling_factor("sine", window, RATE) * peak == pytest.approx(1)


@pytest.mark.parametrize("kind", ["hann", "hamming", "blackman"])
def test_symmetric_windows_are_those_of_numpy(kind: str) -> None:
    numpys = {"hann": np.hanning, "hamming": np.hamming, "blackman": np.blackman}[kind]
    window = Window(kind, symmetric=True)  # type: ignore[arg-type]
    np.testing.assert_allclose(sample(window, 129), numpys(129), atol=1e-12)


def test_only_periodic_windows_add_up_to_a_constant_half_their_length_apart() -> None:
    assert cola(HANN, LENGTH // 2).constant
    assert not cola(sample(Window("hann", symmetric=True), LENGTH), LENGTH // 2).constant


STEP = 14  # of the lengths: a window of 45 ms, so short that each column holds one frame
SOUND = {"source": "vowel", "seconds": 0.4, "hops": 4, "padding": 1}
VOWEL = make("vowel", 0.4, 0, 26.0).samples.astype(np.float64)


def drawn(**settings: str | int) -> tuple[np.ndarray, np.ndarray, int, int]:
    """The power in each frame of the vowel's picture [rows, frames], the frames' times (s), their length and hop."""
    result = compute(Params(**{**SOUND, **settings}))
    one = result.pictures[STEP]
    assert one.column_frames == 1
    times = one.start + one.column_seconds * (np.arange(one.power.shape[1]) + 0.5)
    return one.power, times, int(result.trade.lengths[STEP]), int(result.trade.hops[STEP])


@pytest.mark.parametrize(("scale", "htk"), [("mel", False), ("htk", True)])
@pytest.mark.parametrize(("height", "norm"), [("one", None), ("area", "slaney")])
@pytest.mark.parametrize(("ends", "mode"), [("zeros", "constant"), ("reflection", "reflect")])
def test_a_mel_picture_is_librosas_with_its_own_settings(
    scale: str, htk: bool, height: str, norm: str | None, ends: str, mode: str
) -> None:
    power, _, length, hop = drawn(ends=ends, height=height, scale=scale)
    points, window = transform_length(length), sample(Window("hann"), length)
    theirs = librosa.feature.melspectrogram(
        y=VOWEL, sr=8_000, n_fft=points, hop_length=hop, win_length=length, window=window, center=True,
        pad_mode=mode, n_mels=power.shape[0], htk=htk, norm=norm,
    ) * (2 / window.sum()) ** 2 * length / points  # fmt: skip
    np.testing.assert_allclose(power, theirs[:, : power.shape[1]], rtol=2e-3, atol=1e-5 * theirs.max())
    assert power.shape[1] == 1 + len(VOWEL) // hop


def test_frames_left_out_are_those_of_scipys_spectrogram() -> None:
    power, times, length, hop = drawn(ends="whole", padding=8)
    _, their_times, theirs = scipy.signal.spectrogram(
        VOWEL, 8_000, sample(Window("hann"), length), noverlap=length - hop, detrend=False, mode="magnitude",
        scaling="spectrum", nfft=2048,
    )  # fmt: skip
    np.testing.assert_allclose(times, their_times, atol=1e-9)
    assert np.max(np.abs(10 * np.log10(power.max(axis=0) / (4 * theirs.max(axis=0) ** 2)))) < 0.5


def test_the_loudest_place_of_a_picture_reads_zero_as_librosas_maximum_does() -> None:
    power = np.abs(librosa.stft(SIGNAL, n_fft=LENGTH)) ** 2
    levels = 10 * np.log10(scaling_factor("loudest", HANN, RATE, power.max()) * power)
    np.testing.assert_allclose(levels, librosa.power_to_db(power, ref=np.max, top_db=None), atol=1e-6)
    assert scaling_factor("loudest", HANN, RATE, 0.0) == 1


def test_an_excerpt_shorter_than_the_window_has_no_frame_at_the_sounds_end() -> None:
    params = Params(source="vowel", seconds=2.0, start=1.95, end=2.0, ends="whole", hops=4)
    last = compute(params).pictures[-1]
    assert last.start + last.column_seconds / 2 == pytest.approx(2.0 - 0.256, abs=0.001)  # the last whole frame
    assert compute(params).pictures[0].start > 1.94
