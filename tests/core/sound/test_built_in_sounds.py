"""The built-in signals: each against its formula, or against what scipy makes of the same parameters."""

import numpy as np
import pytest
import scipy.signal
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
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
    np.testing.assert_array_equal(built_in(name, 0.5, RATE, seed=3), built_in(name, 0.5, RATE, seed=3))


def test_only_noise_depends_on_the_seed() -> None:
    differing = {name for name in BUILT_IN if (built_in(name, 0.2, RATE, 1) != built_in(name, 0.2, RATE, 2)).any()}
    assert differing == {"noise"}


def test_two_tones_are_two_lines_of_one_half() -> None:
    lines = spectrum(built_in_sounds.two_tones(1.0, RATE, low=440.0, high=460.0))
    assert lines[[440, 460]] == pytest.approx([0.5, 0.5], abs=1e-4)
    assert np.delete(lines, [440, 460]).max() < 1e-4


@pytest.mark.parametrize(
    ("make", "method"), [(built_in_sounds.linear_chirp, "linear"), (built_in_sounds.logarithmic_chirp, "logarithmic")]
)
def test_chirps_are_scipys(make, method) -> None:
    time = np.arange(2 * RATE) / RATE
    expected = scipy.signal.chirp(time, 100.0, 2.0, 3_000.0, method=method, phi=-90)
    np.testing.assert_allclose(make(2.0, RATE, start=100.0, stop=3_000.0), expected, atol=1e-6)


def test_a_click_train_has_one_sample_for_each_click() -> None:
    samples = built_in_sounds.click_train(1.0, RATE, rate=10.0)
    assert np.flatnonzero(samples).tolist() == list(range(0, RATE, 800))
    assert set(samples.tolist()) == {0.0, 1.0}


def test_the_tone_sounds_in_the_middle_third_only() -> None:
    samples = built_in_sounds.tone_burst(3.0, RATE, frequency=250.5)
    assert not samples[:RATE].any()
    assert not samples[2 * RATE :].any()
    np.testing.assert_allclose(
        samples[RATE : 2 * RATE], np.sin(2 * np.pi * 250.5 * np.arange(RATE, 2 * RATE) / RATE), atol=1e-6
    )


def test_amplitude_modulation_is_three_lines() -> None:
    """(1 + m cos)/(1 + m) sin has a carrier of 1/(1 + m) and side lines of half its depth."""
    lines = spectrum(built_in_sounds.amplitude_modulation(1.0, RATE, carrier=1_000.0, rate=40.0, depth=0.5))
    assert lines[[960, 1000, 1040]] == pytest.approx([1 / 6, 2 / 3, 1 / 6], abs=1e-4)


def test_frequency_modulation_has_lines_of_bessel_strength() -> None:
    lines = spectrum(built_in_sounds.frequency_modulation(1.0, RATE, carrier=1_000.0, rate=50.0, deviation=100.0))
    orders = np.arange(-4, 5)
    assert lines[1_000 + 50 * orders] == pytest.approx(np.abs(scipy.special.jv(orders, 2.0)), abs=1e-4)


@pytest.mark.parametrize("kind", FORMANTS)
def test_a_vowel_is_loudest_near_its_first_formant_and_has_only_harmonics(kind) -> None:
    lines = spectrum(built_in_sounds.vowel(4.0, 16_000, pitch=100.0, kind=kind)[16_000:])  # three seconds
    assert abs(lines.argmax() / 3 - FORMANTS[kind][0][0]) <= 100
    harmonics = lines[::300]
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
    samples = built_in_sounds.white_noise(10.0, RATE, seed=4).astype(np.float64)
    assert samples.var() == pytest.approx(1 / 3, rel=0.02)
    lags = [np.mean(samples[:-lag] * samples[lag:]) for lag in (1, 2, 10)]
    assert np.abs(lags).max() < 4 / 3 / np.sqrt(len(samples))


@pytest.mark.parametrize(
    ("make", "field"),
    [
        (lambda: built_in("flute", 1.0, RATE), "signal"),
        (lambda: built_in("noise", 0.0, RATE), "duration"),
        (lambda: built_in("noise", float("nan"), RATE), "duration"),
        (lambda: built_in("noise", 601.0, RATE), "duration"),
        (lambda: built_in("noise", 600.0, 192_000), "duration"),
        (lambda: built_in("noise", 1.0, 0), "sample_rate"),
        (lambda: built_in_sounds.two_tones(1.0, RATE, high=4_000.0), "high"),
        (lambda: built_in_sounds.linear_chirp(1.0, RATE, start=-1.0), "start"),
        (lambda: built_in_sounds.logarithmic_chirp(1.0, RATE, start=100.0, stop=100.0), "stop"),
        (lambda: built_in_sounds.amplitude_modulation(1.0, RATE, depth=2.0), "depth"),
        (lambda: built_in_sounds.frequency_modulation(1.0, RATE, carrier=3_800.0), "carrier"),
        (lambda: built_in_sounds.vowel(1.0, RATE, pitch=float("inf")), "pitch"),
    ],
)
def test_what_cannot_be_a_signal_is_refused_by_name(make, field: str) -> None:
    with pytest.raises(InputError) as caught:
        make()
    assert caught.value.field == field


@given(st.floats(1e-6, 2.0), st.integers(2_700, 48_000))
def test_every_signal_can_be_made_for_any_length_and_usual_rate(duration: float, rate: int) -> None:
    for name in BUILT_IN:
        samples = built_in(name, duration, rate)
        assert len(samples) >= 1
        assert np.abs(samples).max() <= 1.0
