"""Windows: SciPy's samples, the textbooks' figures, the Gabor limit, and two tones told apart.

1. samples against scipy.signal.get_window
2. figures of the textbooks: side lobes, main lobes
3. the uncertainty product
4. two close tones: theory's length against spectra
"""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.signal import get_window

from core.signals.spectrogram.resolution import DIP, dip, resolution_bins, resolved_length
from core.sound.windows import GABOR_LIMIT, Window, main_lobe_bins, measure, sample, shape, transform

COSINES = ("rectangular", "hann", "hamming", "blackman")
KINDS = (*COSINES, "kaiser", "gaussian")

windows = st.builds(Window, st.sampled_from(KINDS), beta=st.floats(0, 20), sigma=st.floats(0.05, 1.0))


def scipys_name(window: Window, length: int) -> object:
    named = {
        "rectangular": "boxcar",
        "kaiser": ("kaiser", window.beta),
        "gaussian": ("gaussian", window.sigma * length / 2),
    }
    return named.get(window.kind, window.kind)


# 1. Samples


@given(windows, st.integers(2, 5_000))
def test_samples_are_those_of_scipy(window, length):
    expected = get_window(scipys_name(window, length), length, fftbins=True)
    np.testing.assert_allclose(sample(window, length), expected, rtol=1e-9, atol=1e-15)


@given(st.sampled_from(COSINES), st.integers(4, 300), st.floats(-2, 2))
def test_the_transform_is_the_sum_that_it_is_the_closed_form_of(kind, length, frequency):
    window = Window(kind)
    by_sum = sample(window, length) @ np.exp(-2j * np.pi * frequency * np.arange(length))
    assert abs(transform(window, np.array([frequency]), length)[0] - by_sum) < 1e-8 * length


@given(windows)
def test_a_window_of_one_sample_is_one(window):
    assert sample(window, 1).tolist() == [1.0]


@given(windows, st.floats(0, 1))
def test_shape_is_even_and_highest_in_the_middle(window, u):
    left, middle, right = shape(window, np.array([-u, 0.0, u]))
    assert left == right <= middle * (1 + 1e-12)
    assert middle == pytest.approx(1)


# 2. Figures


# Harris 1978, table 1, as every textbook repeats it.
@pytest.mark.parametrize(
    ("kind", "decibels"), [("rectangular", -13.3), ("hann", -31.5), ("hamming", -42.7), ("blackman", -58.1)]
)
def test_highest_side_lobe_is_that_of_the_textbooks(kind, decibels):
    assert measure(sample(Window(kind), 1024), 1.0).side_lobe == pytest.approx(decibels, abs=0.05)


@pytest.mark.parametrize(("kind", "bins"), [("rectangular", 2), ("hann", 4), ("hamming", 4), ("blackman", 6)])
@pytest.mark.parametrize("length", [64, 501, 4096])
def test_main_lobe_is_two_four_four_and_six_bins_wide(kind, bins, length):
    assert main_lobe_bins(Window(kind)) == bins
    assert measure(sample(Window(kind), length), 8_000.0).main_lobe == pytest.approx(bins, rel=2e-3)


@pytest.mark.parametrize("beta", [0.0, 2.0, 5.0, 8.6, 14.0])
def test_main_lobe_of_kaiser_follows_its_formula(beta):
    window = Window("kaiser", beta=beta)
    assert measure(sample(window, 2048), 1.0).main_lobe == pytest.approx(main_lobe_bins(window), rel=5e-3)


def test_a_gaussian_has_no_null_but_one_that_is_cut_off_has():
    assert main_lobe_bins(Window("gaussian")) == math.inf
    assert measure(sample(Window("gaussian", sigma=0.4), 512), 1.0).main_lobe < 10


@given(windows, st.integers(16, 2_000), st.floats(1, 1e6))
def test_figures_in_bins_do_not_depend_on_the_sampling_rate(window, length, sample_rate):
    values = sample(window, length)
    one, other = measure(values, 1.0), measure(values, sample_rate)
    assert other.product == pytest.approx(one.product, rel=1e-9)
    assert other.time_width * sample_rate == pytest.approx(one.time_width, rel=1e-9)
    assert (other.main_lobe, other.side_lobe) == (one.main_lobe, one.side_lobe)


# 3. The uncertainty product


@pytest.mark.parametrize("sigma", [0.1, 0.15, 0.2, 0.25])
@pytest.mark.parametrize("length", [256, 1024, 4096])
def test_gaussian_reaches_the_gabor_limit(sigma, length):
    facts = measure(sample(Window("gaussian", sigma=sigma), length), 44_100.0)
    assert facts.product == pytest.approx(GABOR_LIMIT, rel=1e-3)
    # |w|² is a Gaussian of σ/√2.
    assert facts.time_width == pytest.approx(sigma * length / 2 / 44_100 / math.sqrt(2), rel=1e-3)


@given(windows, st.integers(64, 4_096))
def test_no_window_goes_below_the_gabor_limit(window, length):
    assert measure(sample(window, length), 1.0).product >= GABOR_LIMIT * (1 - 1e-6)


@given(windows, st.integers(1, 64))
def test_no_window_however_short_goes_below_the_bound_for_samples(window, length):
    facts = measure(sample(window, length), 1.0)
    assert facts.product >= facts.product_bound - 1e-7
    assert facts.product_bound <= GABOR_LIMIT * (1 + 1e-6) or length < 8


def test_product_of_a_rectangle_grows_with_the_root_of_its_length():
    # ∫f²·sin²(πNf)/sin²(πf) over the band tends to ln 2/π².
    for length in (512, 4096):
        facts = measure(sample(Window("rectangular"), length), 1.0)
        assert facts.frequency_width == pytest.approx(math.sqrt(math.log(2) / length) / math.pi, rel=2e-3)
        assert facts.product == pytest.approx(math.sqrt(length * math.log(2) / 12) / math.pi, rel=2e-3)


def test_width_of_hann_is_that_of_calculus():
    # ∫t²cos⁴(πt)dt and ∫|w′|²dt over |t| ≤ ½: Δt² = 1/12 − 5/(8π²), Δf² = 1/3, in T² and 1/T².
    facts = measure(sample(Window("hann"), 4096), 4096.0)
    assert facts.time_width == pytest.approx(math.sqrt(1 / 12 - 5 / (8 * math.pi**2)), rel=1e-4)
    assert facts.frequency_width == pytest.approx(math.sqrt(1 / 3), rel=1e-4)


# 4. Two close tones


def spectrum(window: Window, length: int, tones: tuple[float, float], quarter: float) -> np.ndarray:
    """Power of two tones (cycles a sample), ``quarter`` turns apart in the middle of the window; 8 points a bin."""
    t = np.arange(length) - length / 2
    signal = np.cos(2 * np.pi * tones[0] * t) + np.cos(2 * np.pi * (tones[1] * t + quarter / 4))
    return np.abs(np.fft.rfft(signal * sample(window, length), 8 * length)) ** 2


@settings(max_examples=30)  # each of 101 lengths
@given(
    st.builds(Window, st.sampled_from(KINDS), beta=st.floats(0, 12), sigma=st.floats(0.15, 1.0)),
    st.floats(0.004, 0.02),
    st.floats(0.2, 0.3),
)
def test_two_tones_separate_from_the_length_that_theory_says(window, separation, lower):
    tones = (lower, lower + separation)
    theory = resolved_length(separation, 1.0, window)
    lengths = np.unique(np.linspace(0.6 * theory, 1.6 * theory, 101).astype(int)).tolist()
    told_apart = [dip(spectrum(window, n, tones, 1), 1 / (8 * n), *tones) >= DIP for n in lengths]
    assert lengths[told_apart.index(True)] == pytest.approx(theory, rel=0.1)
    assert all(apart for length, apart in zip(lengths, told_apart, strict=True) if length >= 1.1 * theory)


@pytest.mark.parametrize("kind", KINDS)
def test_spectra_averaged_over_the_beat_separate_from_the_same_length(kind):
    window, tones = Window(kind), (0.25, 0.26)
    theory = resolved_length(0.01, 1.0, window)
    for length, expected in ((round(0.9 * theory), False), (round(1.1 * theory), True)):
        mean = np.mean([spectrum(window, length, tones, quarter) for quarter in range(4)], axis=0)
        assert (dip(mean, 1 / (8 * length), *tones) >= DIP) is expected


def test_a_symmetric_window_parts_two_tones_from_one_sample_more_than_a_periodic_one():
    """It is the periodic one of its period, and the first sample again: of Hann's window a zero."""
    for length in (9, 32):
        np.testing.assert_allclose(
            sample(Window(symmetric=True), length)[:-1], sample(Window(), length - 1), atol=1e-15
        )
    for kind in set(KINDS) - {"rectangular"}:
        for separation in (0.003, 0.25):
            periodic, symmetric = (
                resolved_length(separation, 1.0, Window(kind, symmetric=each)) for each in (False, True)
            )
            assert symmetric == periodic + 1


def test_tones_in_step_fill_the_dip_and_opposed_ones_dig_it():
    tones, length = (0.25, 0.26), 100
    in_step, apart, opposed = (
        dip(spectrum(Window("rectangular"), length, tones, quarter), 1 / (8 * length), *tones) for quarter in (0, 1, 2)
    )
    assert in_step < 0.5 < apart < 3 < opposed


# The 6 dB widths of the continuous windows; Hann: half amplitude at one bin, exactly.
@pytest.mark.parametrize(("kind", "bins"), [("rectangular", 1.2), ("hann", 2), ("hamming", 1.81), ("blackman", 2.3)])
def test_resolution_is_the_width_six_decibels_down(kind, bins):
    assert resolution_bins(Window(kind)) == pytest.approx(bins, rel=0.01)


def test_the_narrowest_gaussian_resolves_as_its_formula_says():
    # 2·√(2·ln 2)/(πσ) bins, its transform being a Gaussian of 1/(πσ) bins.
    assert resolution_bins(Window("gaussian", sigma=0.02)) == pytest.approx(
        2 * math.sqrt(2 * math.log(2)) / (math.pi * 0.02), rel=0.01
    )


def test_one_tone_or_silence_is_not_two():
    assert dip(np.zeros(100), 1.0, 20.0, 30.0) < DIP
    assert dip(np.exp(-((np.arange(100) - 25.0) ** 2) / 50), 1.0, 20.0, 30.0) < DIP
    assert dip(np.ones(100), 1.0, 50.0, 50.1) == 0
