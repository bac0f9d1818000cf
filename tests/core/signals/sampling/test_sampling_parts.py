"""Bands, amplitudes and wheels: what theory says beside what is measured on their samples."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.signals.sampling import band_sweep, bits_sweep, wheel_sweep
from core.signals.sampling.band_sweep import sweep_band, with_rate
from core.signals.sampling.bits_sweep import sweep_bits
from core.signals.sampling.sampling_theory import bandpass_rates
from core.signals.sampling.wheel_sweep import sweep_wheel

bands = st.builds(lambda high, share: (share * high, high), st.floats(10.0, 1e6), st.floats(0.0, 0.95))


@settings(max_examples=25)  # each of 241 rates
@given(bands)
def test_where_the_band_lands_is_where_the_spectrum_of_its_samples_has_its_edges(band: tuple[float, float]) -> None:
    result = sweep_band(*band)
    for theory, measured in ((result.landed_low, result.measured_low), (result.landed_high, result.measured_high)):
        error = np.abs(theory - measured)[result.clean] / result.sample_rate[result.clean]
        assert (error < 2.5 / 512).all()  # bins of the shortest record


@given(bands)
@settings(max_examples=25)
def test_a_rate_is_clean_exactly_where_the_rule_of_band_pass_sampling_says(band: tuple[float, float]) -> None:
    result = sweep_band(*band)
    rates = result.sample_rate
    allowed = np.zeros(len(rates), bool)
    edge = np.zeros(len(rates), bool)
    for one in bandpass_rates(*band):
        allowed |= (one.lowest <= rates) & (rates <= one.highest)
        edge |= np.isclose(rates, one.lowest, rtol=1e-9) | np.isclose(rates, one.highest, rtol=1e-9)
    np.testing.assert_array_equal(result.clean[~edge], allowed[~edge])


def test_in_an_even_zone_the_band_comes_back_mirrored_and_its_strong_end_lies_low() -> None:
    result = sweep_band(620.0, 780.0)
    for step in np.flatnonzero(result.clean):
        strongest = result.spectrum_frequency[step, result.spectrum[step].argmax()]
        middle = (result.landed_low[step] + result.landed_high[step]) / 2
        assert result.mirrored[step] == (result.zone[step] % 2 == 0) == (strongest < middle)


def test_a_chosen_rate_stands_on_the_sweep_of_the_band() -> None:
    result = with_rate(sweep_band(620.0, 780.0), 577.7)
    step = int(np.flatnonzero(result.sample_rate == 577.7)[0])
    assert (result.landed_low[step], result.landed_high[step]) == pytest.approx((620 - 577.7, 780 - 577.7))
    assert result.nbytes < 1_500_000


@pytest.mark.parametrize("level", [0.0, -6.0, -20.0])
def test_from_eight_bits_on_every_bit_is_worth_six_decibels_with_and_without_dither(level: float) -> None:
    result = sweep_bits(level, "none")
    off = result.measured_db - result.rule_db
    assert np.abs(off[result.bits >= 8]).max() < 0.7
    assert np.abs(np.diff(result.measured_db[9:], axis=0) - 6.02).max() < 0.5
    assert result.rule_db[:, 0] - result.rule_db[:, 1] == pytest.approx(4.771, abs=1e-3)


def test_with_dither_a_tone_smaller_than_a_step_survives_and_its_harmonics_vanish() -> None:
    """At -40 dB in 6 bits the peak is a third of a step: plain rounding makes a square wave of it."""
    plain, dithered = (sweep_bits(-40.0, dither) for dither in bits_sweep.DITHERS)
    third = np.abs(plain.spectrum_frequency - 3 * bits_sweep.TONE).argmin()
    tone = np.abs(plain.spectrum_frequency - bits_sweep.TONE).argmin()
    assert plain.spectrum[5, tone] - plain.spectrum[5, third] == pytest.approx(20 * np.log10(3), abs=1.5)
    assert dithered.spectrum[5, tone] - dithered.spectrum[5, third] > 20
    assert dithered.spectrum[5, tone] == pytest.approx(-40, abs=2.0)


def test_the_kept_wave_lies_on_its_steps_and_off_by_half_of_one_at_most() -> None:
    result = sweep_bits(-1.0, "none")
    for bits, kept, error in zip(result.bits, result.kept, result.error, strict=True):
        places = kept * 2.0 ** (bits - 1) - 0.5
        np.testing.assert_allclose(places, np.round(places), atol=2e-3)
        assert np.abs(error).max() <= 0.5 + 1e-3


wheels = st.builds(dict, spokes=st.integers(1, 24), frame_rate=st.floats(1.0, 1e4), share=st.floats(0.0, 1.0))


@given(wheels)
def test_an_eye_that_takes_the_shortest_way_sees_the_speed_of_the_formula(wheel: dict) -> None:
    fastest = wheel_sweep.fastest(wheel["spokes"], wheel["frame_rate"])
    result = sweep_wheel(wheel["spokes"], wheel["frame_rate"], min(wheel["share"] * fastest, fastest))
    most = wheel["frame_rate"] / wheel["spokes"] / 2
    # Half way between two spokes both ways are equally short, and rounding decides.
    sure = np.abs(np.abs(result.predicted) - most) > 1e-6 * most
    np.testing.assert_allclose(result.measured[sure], result.predicted[sure], atol=1e-9 * most)
    assert np.abs(result.measured).max() <= most * (1 + 1e-9)


def test_eight_spokes_at_24_frames_stand_still_at_three_turns_a_second_and_run_backwards_just_below() -> None:
    result = sweep_wheel(8, 24.0, 2.75)
    at = {speed: int(np.abs(result.revolutions - speed).argmin()) for speed in (2.75, 3.0)}
    assert result.predicted[at[2.75]] == pytest.approx(-0.25)
    assert result.predicted[at[3.0]] == pytest.approx(0.0, abs=1e-12)


def test_the_sweeps_have_tables_with_a_row_for_each_step() -> None:
    tables = [sweep_band(1.0, 2.0).table(), sweep_bits(0.0, "none").table(), sweep_wheel(3, 24.0, 1.0).table()]
    assert [len(table) for table in tables] == [band_sweep.STEPS, bits_sweep.MOST_BITS, wheel_sweep.STEPS]
