"""The built-in signals: each against its formula, or against what scipy makes of the same parameters."""

import numpy as np
import pytest
import scipy.signal
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.fields import declared
from core.signals.spectrogram import Params
from core.sound import built_in_sounds
from core.sound.built_in_sounds import BUILT_IN, built_in
from core.sound.vowels import FORMANTS, resonate

RATE = 8_000


def spectrum(samples: np.ndarray) -> np.ndarray:
    """Amplitudes of the sines in a signal of a whole number of seconds; entry k is k Hz for one second."""
    return np.abs(np.fft.rfft(samples)) * 2 / len(samples)


every_signal = pytest.mark.parametrize("name", BUILT_IN)


@every_signal
@pytest.mark.parametrize(("duration", "rate"), [(1.0, 8_000), (0.25, 44_100), (1e-4, 44_100), (0.5, 192_000)])
def test_a_built_in_signal_is_float32_of_the_stated_length_within_full_scale(name, duration, rate) -> None:
    samples = built_in(name, duration, rate)
    assert samples.dtype == np.float32
    assert len(samples) == round(duration * rate)
    assert np.isfinite(samples).all()
    assert np.abs(samples).max() <= 1.0


@every_signal
def test_a_built_in_signal_is_the_same_every_time(name) -> None:
    np.testing.assert_array_equal(built_in(name, 0.5, RATE), built_in(name, 0.5, RATE))


def test_two_tones_are_two_lines_of_one_half() -> None:
    lines = spectrum(built_in_sounds.two_tones(1.0, RATE, low=440.0, high=460.0))
    assert lines[[440, 460]] == pytest.approx([0.5, 0.5], abs=1e-4)
    assert np.delete(lines, [440, 460]).max() < 1e-4


@pytest.mark.parametrize(
    ("make", "method"), [(built_in_sounds.linear_chirp, "linear"), (built_in_sounds.logarithmic_chirp, "logarithmic")]
)
def test_chirps_are_scipys(make, method) -> None:
    time = np.arange(2 * RATE) / RATE
    expected = scipy.signal.chirp(time, 50.0, 2.0, 0.45 * RATE, method=method, phi=-90)
    np.testing.assert_allclose(make(2.0, RATE), expected, atol=1e-6)


def test_a_click_train_has_one_sample_for_each_click() -> None:
    samples = built_in_sounds.click_train(1.0, RATE)
    assert np.flatnonzero(samples).tolist() == list(range(0, RATE, 800))
    assert set(samples.tolist()) == {0.0, 1.0}


def test_the_tone_sounds_in_the_middle_third_only() -> None:
    samples, rate = built_in_sounds.tone_burst(3.0, 8_191), 8_191
    assert not samples[:rate].any()
    assert not samples[2 * rate :].any()
    np.testing.assert_allclose(
        samples[rate : 2 * rate], np.sin(2 * np.pi * 1_000 * np.arange(rate, 2 * rate) / rate), atol=1e-6
    )


def test_amplitude_modulation_is_three_lines() -> None:
    """½(1 + cos)·sin has a carrier of ½ and side lines of half its depth."""
    lines = spectrum(built_in_sounds.amplitude_modulation(1.0, RATE))
    assert lines[[960, 1000, 1040]] == pytest.approx([1 / 4, 1 / 2, 1 / 4], abs=1e-4)
    assert np.delete(lines, [960, 1000, 1040]).max() < 1e-4


def test_frequency_modulation_has_lines_of_bessel_strength() -> None:
    lines = spectrum(built_in_sounds.frequency_modulation(1.0, RATE))
    orders = np.arange(-90, 91)
    assert lines[1_000 + 4 * orders] == pytest.approx(np.abs(scipy.special.jv(orders, 75.0)), abs=1e-4)


def test_a_vowel_is_loudest_near_its_first_formant_and_has_only_harmonics() -> None:
    lines = spectrum(built_in_sounds.vowel(4.0, 16_000)[16_000:])  # three seconds
    assert abs(lines.argmax() / 3 - FORMANTS[0][0]) <= 60
    harmonics = lines[::360]
    assert np.square(harmonics).sum() > 0.999 * np.square(lines).sum()


def test_a_resonator_has_the_gain_of_its_formula() -> None:
    """Klatt's resonator is 1 at 0 Hz; at its frequency the gain is |A / (1 − B z⁻¹ − C z⁻²)|."""
    impulse = np.zeros(RATE)
    impulse[0] = 1.0
    response = np.abs(np.fft.rfft(resonate(impulse, 730.0, 80.0, float(RATE))))
    assert response[0] == pytest.approx(1.0)
    assert abs(int(response.argmax()) - 730) <= 2
    near = np.flatnonzero(response > response.max() / np.sqrt(2))
    assert near[-1] - near[0] == pytest.approx(80, abs=3)


def test_white_noise_has_the_variance_of_the_uniform_distribution_and_no_memory() -> None:
    samples = built_in_sounds.white_noise(10.0, RATE).astype(np.float64)
    assert samples.var() == pytest.approx(1 / 3, rel=0.02)
    lags = [np.mean(samples[:-lag] * samples[lag:]) for lag in (1, 2, 10)]
    assert np.abs(lags).max() < 4 / 3 / np.sqrt(len(samples))


@pytest.mark.parametrize(
    ("name", "highest"), [("burst", 1_000), ("amplitude-modulation", 1_040), ("frequency-modulation", 1_304)]
)
def test_a_signal_that_would_fold_is_refused_by_the_sampling_rate_which_alone_can_be_set(
    name: str, highest: int
) -> None:
    rate = 2 * highest
    assert len(built_in(name, 1.0, rate + 1)) == rate + 1
    with pytest.raises(InputError, match=f"half of it must lie above {highest:,} Hz.* Raise it") as caught:
        built_in(name, 1.0, rate)
    assert (caught.value.field, caught.value.value) == ("rate", rate)
    assert "rate" in declared(Params)


@given(st.floats(1e-6, 2.0), st.integers(2_700, 48_000))
def test_every_signal_can_be_made_for_any_length_and_usual_rate(duration: float, rate: int) -> None:
    for name in BUILT_IN:
        samples = built_in(name, duration, rate)
        assert len(samples) >= 1
        assert np.abs(samples).max() <= 1.0
