"""Amplitude in steps: the rule of 6.02 dB a bit, and what dither does to the error."""

import io
import math

import numpy as np
import pytest
import soundfile
from scipy.special import j0

from core.signals.sampling.pcm_quantiser import Levels, quantise, rule_db, step_of

N = 1 << 16
# A whole and odd number of periods, so that the sine meets N different values and lines do not leak.
PERIODS = 6_421


def sine(amplitude: float = 1.0, periods: int = PERIODS) -> np.ndarray:
    return amplitude * np.sin(2 * np.pi * periods * np.arange(N) / N + 0.1)


@pytest.mark.parametrize("bits", range(4, 15))
def test_a_sine_of_full_scale_keeps_the_rule_within_a_third_of_a_decibel(bits: int) -> None:
    """A sine whose peaks reach the outermost levels, 1 − Δ/2."""
    assert rule_db(bits) == pytest.approx(6.02 * bits + 1.76, abs=0.015)
    measured = quantise(sine(1 - 1 / 2**bits), bits)
    assert measured.signal_to_noise_db == pytest.approx(rule_db(bits), abs=0.3)
    assert np.abs(measured.error).max() <= step_of(bits) / 2 * (1 + 1e-12)


@pytest.mark.parametrize("bits", range(2, 15))
@pytest.mark.parametrize("amplitude", [1.0, 0.83, 0.4])
def test_the_noise_of_a_sine_is_its_exact_series(bits: int, amplitude: float) -> None:
    """e² = Δ²/12 + Δ²/π²·Σ cos(2πkx/Δ)/k² has the mean Δ²/12 + Δ²/π²·Σ J₀(2πkA/Δ)/k² over a sine of amplitude A."""
    step, k = 2 / 2**bits, np.arange(1, 4_000)
    noise = step**2 / 12 + step**2 / np.pi**2 * np.sum(j0(2 * np.pi * k * amplitude / step) / k**2)
    expected = 10 * math.log10(amplitude**2 / 2 / noise)
    assert quantise(sine(amplitude), bits).signal_to_noise_db == pytest.approx(expected, abs=0.05)


@pytest.mark.parametrize("bits", range(6, 15))
def test_triangular_dither_costs_the_decibels_that_the_rule_says(bits: int) -> None:
    measured = quantise(sine(), bits, "triangular")
    assert rule_db(bits, "triangular") == pytest.approx(rule_db(bits) - 4.77, abs=0.01)
    assert measured.signal_to_noise_db == pytest.approx(rule_db(bits, "triangular"), abs=0.3)


@pytest.mark.parametrize("bits", [1, 2, 8, 16])
def test_there_are_two_to_the_b_levels_within_full_scale(bits: int) -> None:
    levels = np.unique(quantise(np.linspace(-1.5, 1.5, 400_001), bits).samples)
    step = 2 / 2**bits
    assert len(levels) == 2**bits
    assert np.diff(levels) == pytest.approx(step)
    assert levels[[0, -1]].tolist() == [-1 + step / 2, 1 - step / 2]


def test_the_error_is_half_a_step_at_most_and_what_lies_beyond_full_scale_is_clipped() -> None:
    samples = np.linspace(-2, 2, 10_001)
    got = quantise(samples, 5)
    within = np.abs(samples) <= 1
    assert np.abs(got.error[within]).max() <= 1 / 32 + 1e-12
    np.testing.assert_array_equal(got.samples[~within], np.sign(samples[~within]) * (1 - 1 / 32))


def harmonics_db(samples: np.ndarray, periods: int) -> np.ndarray:
    """Strength of harmonics 2 to 10 against the tone, in dB."""
    lines = np.abs(np.fft.rfft(samples)) + 1e-12
    return 20 * np.log10(lines[periods * np.arange(2, 11)] / lines[periods])


def test_without_dither_a_quiet_tone_has_harmonics_and_with_it_none() -> None:
    quiet = sine(0.6 / 2**8, 601)  # its peaks are 0.3 of a step
    bare, dithered = (quantise(quiet, 8, kind).samples for kind in ("none", "triangular"))
    assert harmonics_db(bare, 601).max() > -15
    assert harmonics_db(dithered, 601).max() < -30


def test_dither_removes_what_the_error_shares_with_the_signal() -> None:
    quiet = sine(0.6 / 2**8, 601)
    shared = {k: np.corrcoef(quiet, quantise(quiet, 8, k).error)[0, 1] for k in ("none", "triangular")}
    assert abs(shared["none"]) > 0.5
    assert abs(shared["triangular"]) < 4 / math.sqrt(N)


def test_dither_makes_the_noise_the_same_wherever_the_signal_stands() -> None:
    """Mean 0 and variance Δ²/4 of the error at any constant input; without dither it is the same error every time."""
    step = 2 / 2**6
    for place in (0.0, 0.1 * step, 0.25 * step, 0.5 * step, 0.77 * step):
        held = np.full(N, place)
        error = quantise(held, 6, "triangular", seed=5).error
        assert error.mean() == pytest.approx(0, abs=4 * step / 2 / math.sqrt(N))
        assert error.var() == pytest.approx(step**2 / 4, rel=0.03)
        assert np.ptp(quantise(held, 6).error) == 0


def test_dither_is_the_same_for_the_same_seed() -> None:
    np.testing.assert_array_equal(*(quantise(sine(), 6, "triangular", seed=2).samples for _ in range(2)))
    assert (quantise(sine(), 6, "triangular", seed=2).samples != quantise(sine(), 6, "triangular").samples).any()


def test_silence_has_no_ratio_and_an_exact_signal_an_infinite_one() -> None:
    assert math.isnan(quantise(np.zeros(10), 8).signal_to_noise_db)
    assert quantise(np.full(10, 0.5), 1).signal_to_noise_db == math.inf
    assert math.isnan(quantise(np.array([]), 8).signal_to_noise_db)


def test_mid_tread_levels_of_sixteen_bits_are_what_libsndfile_reads() -> None:
    codes = np.arange(-(2**15), 2**15).astype(np.int16)
    held = io.BytesIO()
    soundfile.write(held, codes, 8_000, format="WAV", subtype="PCM_16")
    held.seek(0)
    read, _ = soundfile.read(held, dtype="float64")
    nudged = read + np.random.default_rng(1).uniform(-0.49, 0.49, len(read)) / 2**15
    np.testing.assert_array_equal(quantise(nudged, 16, levels="tread").samples, read)


@pytest.mark.parametrize("bits", [1, 2, 5, 9])
def test_levels_at_both_ends_are_those_of_linspace(bits: int) -> None:
    places = np.linspace(-1, 1, 2**bits)
    np.testing.assert_allclose(quantise(places, bits, levels="ends").samples, places, atol=1e-12)
    fine = np.linspace(-1, 1, 4_001)
    np.testing.assert_allclose(np.unique(quantise(fine, bits, levels="ends").samples), places, atol=1e-12)


@pytest.mark.parametrize("levels", ["rise", "tread", "ends"])
@pytest.mark.parametrize("bits", range(4, 13))
def test_the_noise_of_a_sine_that_is_not_clipped_is_the_exact_series_of_its_levels(levels: Levels, bits: int) -> None:
    """As above, the k-th term with the sign (−1)^k where zero is a level."""
    peak = {"rise": 1 - 1 / 2**bits, "tread": 1 - 2 / 2**bits, "ends": 1.0}[levels]
    found = quantise(sine(peak), bits, levels=levels)
    assert np.abs(found.error).max() <= step_of(bits, levels) / 2 * (1 + 1e-12)
    step, k = step_of(bits, levels), np.arange(1, 4_000)
    sign = (-1.0) ** k if levels == "tread" else 1.0
    noise = step**2 / 12 + step**2 / np.pi**2 * np.sum(sign * j0(2 * np.pi * k * peak / step) / k**2)
    assert found.signal_to_noise_db == pytest.approx(10 * math.log10(peak**2 / 2 / noise), abs=0.05)
    assert rule_db(bits, levels=levels) == pytest.approx(10 * math.log10(0.5 / (step**2 / 12)))
