"""Sampling: the folding formula against spectra, copies, rates for a band, sinc reconstruction, and the wheel."""

import math

import numpy as np
import pytest
import scipy.interpolate
from hypothesis import assume, given
from hypothesis import strategies as st

from core.signals.sampling.sampling_theory import (
    alias,
    apparent_wheel_speed,
    bandpass_landing,
    bandpass_rates,
    reconstruct,
    signed_alias,
)

GOLDEN = {100.0: 100.0, 600.0: 400.0, 900.0: 100.0, 1100.0: 100.0, 1499.0: 499.0, 2500.0: 500.0}


def test_the_golden_table() -> None:
    """golden.md, Signals: where tones land at 1000 Hz."""
    assert alias(np.array(list(GOLDEN)), 1000.0).tolist() == list(GOLDEN.values())
    assert [float(alias(f, 1000)) for f in GOLDEN] == list(GOLDEN.values())
    assert (signed_alias(np.array(list(GOLDEN)), 1000.0) < 0).tolist() == [False, True, True, False, False, False]


def test_a_sine_of_half_the_rate_samples_to_zero() -> None:
    """golden.md, Signals: "at least twice" must read strictly more."""
    samples = np.sin(2 * np.pi * 500 * np.arange(1000) / 1000)
    assert np.abs(samples).max() < 1e-9


def test_the_alias_of_a_thousand_random_tones_is_the_peak_of_their_spectrum() -> None:
    rng = np.random.default_rng(20)
    rate, frequency = 10 ** rng.uniform(1, 5, 1000), 10 ** rng.uniform(0, 6, 1000)
    n = 4096
    samples = np.sin(2 * np.pi * np.fmod(frequency / rate, 1)[:, None] * np.arange(n) + 1.0)
    peak = np.abs(np.fft.rfft(samples * np.hanning(n))).argmax(axis=1) * rate / n
    assert (np.abs(peak - alias(frequency, rate)) <= 2 * rate / n).all()


@given(st.floats(-1e6, 1e6), st.floats(1.0, 1e5))
def test_the_alias_is_the_formula_and_within_half_the_rate(frequency: float, rate: float) -> None:
    found = float(alias(frequency, rate))
    assert found == pytest.approx(abs(frequency - rate * round(frequency / rate)), abs=1e-9 * (abs(frequency) + rate))
    assert 0 <= found <= rate / 2 + 1e-9 * abs(frequency)


@given(st.floats(0, 5_000), st.floats(-3.2, 3.2))
def test_the_signed_alias_has_the_very_samples_of_the_tone(frequency: float, phase: float) -> None:
    n = np.arange(50) / 1000
    of_alias = np.sin(2 * np.pi * float(signed_alias(frequency, 1000.0)) * n + phase)
    np.testing.assert_allclose(of_alias, np.sin(2 * np.pi * frequency * n + phase), atol=1e-9)


def test_a_folded_band_runs_backwards() -> None:
    assert signed_alias(600.0, 1000.0) < 0
    assert alias(610.0, 1000.0) < alias(600.0, 1000.0)
    assert alias(1110.0, 1000.0) > alias(1100.0, 1000.0)


def test_fm_radio_band_has_the_textbook_rates() -> None:
    """The band from 88 to 108 MHz: n = 5 gives 43.2 to 44 MHz, the lowest (Lyons, Understanding DSP, band-pass)."""
    ranges = bandpass_rates(88.0, 108.0)
    assert [(r.zone, round(r.lowest, 4), round(r.highest, 4)) for r in ranges] == [
        (1, 216.0, math.inf), (2, 108.0, 176.0), (3, 72.0, 88.0), (4, 54.0, 58.6667), (5, 43.2, 44.0),
    ]  # fmt: skip
    assert [r.mirrored for r in ranges] == [False, True, False, True, False]


@given(st.floats(1.0, 1e3), st.floats(5.0, 1e4), st.floats(0.001, 0.999), st.data())
def test_a_band_is_whole_at_every_rate_of_its_ranges_and_at_none_between(low, width, share, data) -> None:
    high = low + width
    ranges = bandpass_rates(low, high)
    chosen = data.draw(st.sampled_from(ranges))
    top = chosen.highest if chosen.highest < math.inf else 2 * chosen.lowest
    rate = chosen.lowest + share * (top - chosen.lowest)
    assume(top - chosen.lowest > 1e-6 * top)
    within = np.linspace(low, high, 257)[1:-1]
    landed = alias(within, rate)
    steps = np.diff(landed)
    assert (steps < 0).all() if chosen.mirrored else (steps > 0).all()  # one to one: nothing lies on anything
    landing = bandpass_landing(low, high, rate)
    assert (landing.clean, landing.zone) == (True, chosen.zone)
    assert (landing.low, landing.high) == pytest.approx(tuple(sorted(alias(np.array([low, high]), rate))))
    following = ranges[chosen.zone : chosen.zone + 1]
    if following and following[0].highest < chosen.lowest * (1 - 1e-6):
        rate = following[0].highest + share * (chosen.lowest - following[0].highest)
        steps = np.diff(alias(np.linspace(low, high, 4097), rate))
        assert (steps > 0).any()
        assert (steps < 0).any()
        assert not bandpass_landing(low, high, rate).clean


@given(st.floats(0, 1e4), st.floats(1.0, 1e4), st.floats(10.0, 1e5))
def test_a_band_lands_where_its_tones_land(low: float, width: float, rate: float) -> None:
    landing = bandpass_landing(low, low + width, rate)
    landed = alias(np.linspace(low, low + width, 20_001), rate)
    assert landing.low == pytest.approx(landed.min(), abs=width / 10_000)
    assert landing.high == pytest.approx(landed.max(), abs=width / 10_000)


def test_a_band_from_zero_needs_twice_its_highest_frequency() -> None:
    (only,) = bandpass_rates(0.0, 4_000.0)
    assert (only.lowest, only.highest, only.mirrored) == (8_000.0, math.inf, False)


def test_a_band_at_a_multiple_of_its_width_reaches_twice_the_width() -> None:
    lowest = bandpass_rates(30.0, 40.0)[-1]
    assert (lowest.zone, lowest.lowest, lowest.highest) == (4, 20.0, 20.0)
    assert bandpass_landing(30.0, 40.0, 20.0).clean


def band_limited(times: np.ndarray) -> np.ndarray:
    """Three sines, the highest at 0.45 of a rate of 1."""
    return sum(np.sin(2 * np.pi * f * times + f) for f in (0.03, 0.21, 0.45)) / 3


def test_samples_bring_the_curve_back_in_the_middle_of_the_record() -> None:
    """The truncated sum misses terms of the order 1/(πk), k samples from the ends: below 1e-3 here."""
    n = np.arange(2000.0)
    times = np.linspace(950.0, 1050.0, 1234)
    error = np.abs(reconstruct(band_limited(n), times) - band_limited(times))
    assert error.max() < 1e-3


def test_reconstruction_passes_through_the_samples_and_takes_any_start() -> None:
    samples = np.random.default_rng(0).normal(size=(3, 40))
    np.testing.assert_allclose(reconstruct(samples, 2.5 + np.arange(40), 2.5), samples, atol=1e-9)


def test_reconstruction_of_one_sample_is_the_sinc_and_of_none_is_silence() -> None:
    times = np.linspace(-3, 3, 61)
    np.testing.assert_allclose(reconstruct(np.array([2.0]), times), 2 * np.sinc(times), atol=1e-15)
    assert not reconstruct(np.array([]), times).any()


def test_samples_held_and_joined_by_lines_are_those_of_scipy_and_numpy() -> None:
    samples = np.random.default_rng(3).standard_normal(40)
    n, times = np.arange(40), np.arange(39 * 12 + 1) / 12
    np.testing.assert_allclose(reconstruct(samples, times, joined="linear"), np.interp(times, n, samples))
    held = scipy.interpolate.interp1d(n, samples, kind="previous")(np.floor(times + 1e-9))
    np.testing.assert_allclose(reconstruct(samples, times + 2.5, 2.5, "hold"), held)


@pytest.mark.parametrize(("joined", "power"), [("hold", 1), ("linear", 2)])
def test_what_holds_or_draws_lines_multiplies_a_tones_spectrum_by_sinc(joined, power) -> None:
    n, bins, fine = np.arange(64), 20, 256
    times = (np.arange(64 * fine) + 0.5) / fine
    samples = np.cos(2 * np.pi * bins * np.arange(66) / 64)
    curve = reconstruct(samples, times, joined=joined)
    strength = 2 * abs(np.exp(-2j * np.pi * bins * times / 64) @ curve) / len(times)
    assert strength == pytest.approx(np.sinc(bins / len(n)) ** power, rel=1e-4)


def test_a_tone_beyond_half_the_rate_comes_back_as_its_alias() -> None:
    n = np.arange(2000.0)
    times = np.linspace(990.0, 1010.0, 500)
    back = reconstruct(np.sin(2 * np.pi * 0.9 * n), times)
    np.testing.assert_allclose(back, -np.sin(2 * np.pi * 0.1 * times), atol=2e-3)


@pytest.mark.parametrize(
    ("revolutions", "spokes", "frames", "shown"),
    [
        (3.0, 8, 24.0, 0.0),  # 24 spokes pass a second: it stands still
        (2.9, 8, 24.0, -0.1),
        (3.1, 8, 24.0, 0.1),
        (1.0, 8, 24.0, 1.0),
        (1.5, 8, 24.0, 1.5),  # half the frame rate: forwards and backwards look alike
        (23.0, 1, 24.0, -1.0),
    ],
)
def test_a_filmed_wheel_turns_as_its_spokes_alias(revolutions, spokes, frames, shown) -> None:
    assert float(apparent_wheel_speed(revolutions, spokes, frames)) == pytest.approx(shown)


@given(st.floats(0, 60), st.integers(1, 24), st.floats(8.0, 120.0))
def test_the_film_cannot_tell_the_apparent_speed_from_the_true_one(revolutions, spokes, frames) -> None:
    """At every frame the spokes stand where they would at the apparent speed, up to one spoke for another."""
    frame = np.arange(30) / frames
    seen = float(apparent_wheel_speed(revolutions, spokes, frames))
    np.testing.assert_allclose(
        np.exp(2j * np.pi * spokes * seen * frame), np.exp(2j * np.pi * spokes * revolutions * frame), atol=1e-6
    )
