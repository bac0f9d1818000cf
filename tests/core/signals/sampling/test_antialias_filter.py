"""Decimation: filters against scipy's designs, what folds and what does not, and that nothing is delayed."""

from typing import get_args

import numpy as np
import pytest
import scipy.signal
from hypothesis import given
from hypothesis import strategies as st

from core.signals.sampling.antialias_filter import AntiAlias, Kind, coefficients, decimate, response
from core.signals.sampling.sampling_theory import alias

RATE = 48_000
ORDER = {"kaiser": 400, "hamming": 400, "butterworth": 8, "chebyshev": 8, "elliptic": 7}
every_kind = pytest.mark.parametrize("kind", get_args(Kind))


def tone(frequency: float, seconds: float = 0.5, rate: float = RATE) -> np.ndarray:
    return (0.8 * np.sin(2 * np.pi * frequency * np.arange(round(seconds * rate)) / rate)).astype(np.float32)


def middle(samples: np.ndarray) -> np.ndarray:
    return samples[len(samples) // 4 : -len(samples) // 4]


def peak_frequency(samples: np.ndarray, rate: float) -> float:
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples))))
    return float(spectrum.argmax() * rate / len(samples))


@pytest.mark.parametrize(("order", "factor", "edge"), [(2, 2, 0.5), (64, 4, 0.9), (400, 5, 1.0), (2_000, 64, 0.8)])
def test_taps_are_a_sinc_under_the_window_that_sum_to_one(order: int, factor: int, edge: float) -> None:
    """Oppenheim and Schafer, section 7.5: β of 80 dB is 0.1102·(80 − 8.7)."""
    n, cutoff = np.arange(order + 1), edge / factor
    for kind, window in (("kaiser", np.kaiser(order + 1, 0.1102 * (80 - 8.7))), ("hamming", np.hamming(order + 1))):
        expected = cutoff * np.sinc(cutoff * (n - order / 2)) * window
        found = coefficients(AntiAlias(kind, order, edge), factor)
        np.testing.assert_allclose(found, expected / expected.sum(), atol=1e-12)


@every_kind
def test_the_response_is_that_of_the_filter_as_applied(kind: Kind) -> None:
    """The spectrum of an impulse that went through it, in the middle of silence."""
    impulse = np.zeros(8_192)
    impulse[4_096] = 1.0
    design = AntiAlias(kind, ORDER[kind])
    filter_ = coefficients(design, 4)
    if filter_.ndim == 1:
        through = np.convolve(impulse, filter_)[: len(impulse)]
    else:
        through = scipy.signal.sosfiltfilt(filter_, impulse)
    measured = 20 * np.log10(np.abs(np.fft.rfft(through)) + 1e-10)
    drawn = response(design, 4, RATE, points=4_097)
    np.testing.assert_allclose(drawn.frequency, np.fft.rfftfreq(8_192, 1 / RATE))
    heard = drawn.magnitude_db > -120
    np.testing.assert_allclose(drawn.magnitude_db[heard], measured[heard], atol=0.05)


@every_kind
def test_the_group_delay_of_one_pass_is_scipys(kind: Kind) -> None:
    design = AntiAlias(kind, ORDER[kind])
    filter_ = coefficients(design, 4)
    drawn = response(design, 4, RATE, points=301)
    passing = drawn.magnitude_db > -60  # scipy's own sum loses its digits where the filter lets nothing through
    if filter_.ndim == 1:
        assert drawn.group_delay_ms == pytest.approx(1_000 * design.order / 2 / RATE)
        return
    system = scipy.signal.sos2tf(filter_)
    expected = scipy.signal.group_delay(system, drawn.frequency[passing], fs=RATE)[1]
    np.testing.assert_allclose(drawn.group_delay_ms[passing] * RATE / 1_000, expected, rtol=1e-3, atol=1e-3)


@pytest.mark.parametrize("kind", ["kaiser", "hamming", "butterworth"])
def test_the_edge_is_six_decibels_down(kind: Kind) -> None:
    drawn = response(AntiAlias(kind, ORDER[kind], 0.8), 4, RATE, points=481)  # 50 Hz apart
    (at_edge,) = drawn.magnitude_db[np.isclose(drawn.frequency, 0.8 * RATE / 8)]
    assert at_edge == pytest.approx(-6.02, abs=0.1)


@pytest.mark.parametrize("kind", ["chebyshev", "elliptic"])
def test_the_pass_band_wavers_by_its_ripple_of_two_passes(kind: Kind) -> None:
    drawn = response(AntiAlias(kind, ORDER[kind], 0.8), 4, RATE, points=4_801)
    passing = drawn.magnitude_db[drawn.frequency <= 0.8 * RATE / 8]
    assert passing.min() == pytest.approx(-0.2, abs=0.01)
    assert passing.max() <= 1e-9


@pytest.mark.parametrize("frequency", [7_000.0, 11_000.0, 17_500.0, 23_000.0])
@every_kind
def test_a_tone_above_the_new_half_rate_folds_unless_it_is_filtered(kind: Kind, frequency: float) -> None:
    got = decimate(tone(frequency), RATE, 4, AntiAlias(kind, ORDER[kind], 0.8))
    assert got.sample_rate == RATE / 4
    assert peak_frequency(got.unfiltered, got.sample_rate) == pytest.approx(float(alias(frequency, RATE / 4)), abs=3)
    assert np.abs(middle(got.filtered)).max() < 0.8 * 10 ** (-45 / 20)
    assert np.abs(middle(got.playable_filtered)).max() < 0.8 * 10 ** (-45 / 20)
    assert peak_frequency(got.playable_unfiltered, RATE) == pytest.approx(float(alias(frequency, RATE / 4)), abs=3)


@pytest.mark.parametrize("factor", [2, 3, 4, 7, 16, 64])
@every_kind
def test_a_tone_below_passes_in_its_place_without_delay(kind: Kind, factor: int) -> None:
    order = {"kaiser": 2_000, "hamming": 2_000}.get(kind, ORDER[kind])
    sound = tone(0.5 * RATE / (2 * factor), 1.0)
    got = decimate(sound, RATE, factor, AntiAlias(kind, order))
    np.testing.assert_array_equal(got.unfiltered, sound[::factor])
    assert len(got.filtered) == len(got.unfiltered)
    np.testing.assert_allclose(middle(got.filtered), middle(got.unfiltered), atol=0.02)
    np.testing.assert_allclose(middle(got.playable_filtered), middle(sound), atol=0.02)


@pytest.mark.parametrize("frames", [1, 2, 3, 10, 47, 48, 49, 1_001])
@every_kind
def test_a_sound_of_any_length_keeps_its_length(kind: Kind, frames: int) -> None:
    sound = np.linspace(-1, 1, frames, dtype=np.float32)
    got = decimate(sound, RATE, 7, AntiAlias(kind, ORDER[kind]))
    assert len(got.unfiltered) == len(got.filtered) == -(-frames // 7)
    assert len(got.playable_unfiltered) == len(got.playable_filtered) == frames
    for each in (got.unfiltered, got.filtered, got.playable_unfiltered, got.playable_filtered):
        assert each.dtype == np.float32
        assert np.isfinite(each).all()
    assert np.abs(got.playable_unfiltered).max() <= 1


@given(st.integers(2, 64), st.integers(1, 40), st.integers(1, 400))
def test_the_windowed_sinc_decimates_as_filtering_and_then_choosing(factor: int, half_order: int, frames: int) -> None:
    sound = np.random.default_rng(frames).uniform(-1, 1, frames).astype(np.float32)
    design = AntiAlias("kaiser", 2 * half_order)
    whole = np.convolve(sound, coefficients(design, factor))[half_order : half_order + frames]
    np.testing.assert_allclose(decimate(sound, RATE, factor, design).filtered, whole[::factor], atol=1e-5)


def test_every_filter_that_can_be_asked_for_is_stable() -> None:
    for kind in ("butterworth", "chebyshev", "elliptic"):
        for order in range(1, {"butterworth": 16, "chebyshev": 12, "elliptic": 10}[kind] + 1):
            for factor, edge in ((2, 1.0), (16, 0.5), (64, 0.9), (64, 0.1)):
                sections = coefficients(AntiAlias(kind, order, edge), factor)
                poles = np.concatenate([np.roots(section[3:]) for section in sections])
                assert np.abs(poles).max() < 1
                drawn = response(AntiAlias(kind, order, edge), factor, RATE)
                assert np.isfinite(drawn.magnitude_db).all()
                assert np.isfinite(drawn.group_delay_ms).all()
