"""The scalings of a spectrogram's levels against the libraries that they are named after."""

import numpy as np
import pytest
import scipy.signal
import torch

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
