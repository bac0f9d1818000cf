"""Resampling: the filter's figures, tones that stay and tones that must go, SciPy as the other side."""

import math
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.signal import kaiser_atten, kaiserord, resample_poly

from core.sound.resample import BETA, PASS_BAND, ZERO_CROSSINGS, low_pass, ratio, resample

RATES = (8e3, 11_025.0, 16e3, 22_050.0, 44.1e3, 48e3, 96e3, 192e3)


def response(up: int, down: int) -> tuple[np.ndarray, np.ndarray]:
    """Frequencies in units of the lower Nyquist frequency, and the filter's level there in dB."""
    taps = low_pass(up, down)
    level = 20 * np.log10(np.abs(np.fft.rfft(taps, 32 * len(taps))) + 1e-12)
    return np.linspace(0, max(up, down), len(level)), level


def tone(hz: float, rate: float, seconds: float = 0.5) -> np.ndarray:
    return np.sin(2 * np.pi * hz * np.arange(round(seconds * rate)) / rate)


@pytest.mark.parametrize(("up", "down"), [(1, 2), (3, 1), (160, 147), (80, 441)])
def test_filter_is_flat_in_its_pass_band_and_a_hundred_decibels_down_in_its_stop_band(up, down):
    frequency, level = response(up, down)
    assert np.abs(level[frequency <= PASS_BAND]).max() < 1e-3
    assert level[frequency >= 1].max() < -99


def test_filter_is_as_long_as_kaiser_says():
    taps, beta = kaiserord(100, 0.1 / 1)  # SciPy's figures for 100 dB and that transition, at a factor of 1
    assert pytest.approx(taps, rel=0.01) == 2 * ZERO_CROSSINGS + 1
    assert pytest.approx(beta, rel=0.01) == BETA
    assert kaiser_atten(2 * ZERO_CROSSINGS + 1, 0.1) == pytest.approx(100, abs=1)


@given(st.sampled_from(RATES), st.sampled_from(RATES))
def test_rates_of_common_use_are_exact(from_rate, to_rate):
    assert ratio(from_rate, to_rate) == Fraction(int(to_rate), int(from_rate))


@given(st.floats(1_000, 200_000), st.floats(1_000, 200_000))
def test_other_rates_are_met_to_a_part_in_four_thousand(from_rate, to_rate):
    factor = ratio(from_rate, to_rate)
    assert float(factor) == pytest.approx(to_rate / from_rate, rel=2.5e-4)
    assert max(factor.numerator, factor.denominator) <= 4_000


@settings(max_examples=30)
@given(st.sampled_from(RATES[:6]), st.sampled_from(RATES[:6]), st.integers(1, 2_000))
def test_values_are_those_of_scipy_with_the_same_filter(from_rate, to_rate, samples):
    signal, factor = np.random.default_rng(samples).standard_normal(samples), Fraction(int(to_rate), int(from_rate))
    theirs = signal
    if factor != 1:
        taps = low_pass(factor.numerator, factor.denominator)
        theirs = resample_poly(signal, factor.numerator, factor.denominator, window=taps)
    np.testing.assert_allclose(resample(signal, from_rate, to_rate), theirs, rtol=1e-5, atol=1e-12)


@pytest.mark.parametrize(("from_rate", "to_rate"), [(48e3, 44.1e3), (44.1e3, 16e3), (22_050.0, 48e3)])
@pytest.mark.parametrize("share", [0.01, 0.3, 0.89])
def test_a_tone_below_the_pass_bands_end_stays_what_it_is(from_rate, to_rate, share):
    hz = share * min(from_rate, to_rate) / 2
    got = resample(tone(hz, from_rate), from_rate, to_rate)
    inner = slice(1_000, -1_000)
    np.testing.assert_allclose(got[inner], tone(hz, to_rate)[inner], rtol=0, atol=2e-4)


@pytest.mark.parametrize(("from_rate", "to_rate"), [(48e3, 44.1e3), (44.1e3, 16e3), (44.1e3, 8e3)])
@pytest.mark.parametrize("beyond", [1.01, 1.05])
def test_a_tone_beyond_the_new_nyquist_frequency_does_not_come_back_as_an_alias(from_rate, to_rate, beyond):
    got = resample(tone(beyond * to_rate / 2, from_rate), from_rate, to_rate)
    assert np.abs(got[1_000:-1_000]).max() < 1.2e-5  # −98 dB


def test_precision_is_kept_and_the_same_rate_is_a_copy():
    signal = np.ones(100, dtype=np.float32)
    assert resample(signal, 3.0, 2.0).dtype == np.float32
    same = resample(signal, 8e3, 8e3)
    assert same is not signal
    np.testing.assert_array_equal(same, signal)


@given(st.sampled_from(RATES), st.sampled_from(RATES), st.integers(1, 500))
@settings(max_examples=30)
def test_length_is_that_of_the_signal_at_the_new_rate_rounded_up(from_rate, to_rate, samples):
    assert len(resample(np.ones(samples), from_rate, to_rate)) == math.ceil(
        samples * Fraction(int(to_rate), int(from_rate))
    )
