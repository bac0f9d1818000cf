"""The transform against SciPy's, the spectrum of a tone against its sum, and the theorems that the page shows."""

import numpy as np
import pytest
import scipy.fft
import scipy.signal
from hypothesis import example, given
from hypothesis import strategies as st
from stated import assert_stated

from core.errors import InputError, MissingInput
from core.signals.fourier import PRESETS, Params, compute
from core.signals.fourier.coefficients import scale, turns
from core.signals.fourier.leakage import FINE, sampled, spectrum
from core.sound import windows
from core.sound.files import to_wav
from core.sound.windows import dirichlet

NORMS = ("backward", "ortho", "forward")
signals = st.lists(st.floats(-100, 100), min_size=2, max_size=64).map(np.array)
PRESET = {preset.name: Params(**preset.values) for preset in PRESETS}


def typed(x: np.ndarray) -> str:
    return " ".join(map(repr, x.tolist()))


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("length", [1, 2, 3, 16, 97, 128, 251, 256, 509, 512])
def test_the_transform_by_its_definition_is_that_of_scipy(length: int, norm: str) -> None:
    x = np.random.default_rng(length).normal(size=length)
    expected = scipy.fft.fft(x, norm=norm)
    for sign, other in ((-1, expected), (1, expected.conj())):
        assert np.abs(scale(length, norm) * turns(length, sign) @ x - other).max() <= 1e-12 * np.abs(other).max()


@given(frequency=st.floats(-2, 2), length=st.integers(1, 300))
def test_the_kernel_is_the_sum_that_it_is_the_closed_form_of(frequency: float, length: int) -> None:
    by_sum = np.exp(-2j * np.pi * frequency * np.arange(length)).sum()
    assert abs(dirichlet(np.array([frequency]), length)[0] - by_sum) < 1e-9 * length


@given(at=st.floats(0, 0.5), tone=st.floats(0, 0.5), phase=st.floats(-3, 3), length=st.integers(4, 256),
       window=st.sampled_from(["boxcar", "hann"]), period=st.sampled_from(["periodic", "symmetric"]))  # fmt: skip
def test_a_tone_has_the_spectrum_of_its_formula(at, tone, phase, length, window, period) -> None:
    n = np.arange(length)
    shape = scipy.signal.get_window(window, length, fftbins=period == "periodic")
    x = shape * np.cos(2 * np.pi * tone * n + phase)
    window = "rectangular" if window == "boxcar" else window
    params = Params(n=length, rate=1.0, phase=np.degrees(phase), window=window, period=period)
    exact = spectrum(params, np.array([at]), np.array([tone]))[0, 0]
    assert abs(exact - (x * np.exp(-2j * np.pi * at * n)).sum()) < 1e-8 * length


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("window", ["rectangular", "hann"])
def test_the_dots_lie_on_the_curve_of_the_formula(window: str, norm: str) -> None:
    result = compute(Params(window=window, norm=norm, n=32, phase=40.0, frequency=77.7))
    np.testing.assert_allclose(result.theory[:, ::FINE], result.magnitude, atol=2e-6 * 17)
    assert 77.7 in result.frequency


@pytest.mark.parametrize("n", [32, 60])  # of 60 samples the formula is drawn at as many points as there are steps
def test_a_tone_that_no_even_step_meets_is_swept_all_the_same(n: int) -> None:
    result = compute(Params(n=n, frequency=123.4))
    assert 123.4 in result.frequency
    np.testing.assert_allclose(result.theory[:, ::FINE], result.magnitude, atol=2e-6 * 17)


def test_a_tone_on_a_bin_leaves_all_other_bins_empty() -> None:
    result = compute(PRESET["on-bin"])
    row = result.magnitude[np.flatnonzero(result.frequency == 125.0)[0]]
    assert row[4] == pytest.approx(16)
    assert np.delete(row, 4).max() < 1e-12


@pytest.mark.parametrize("rate", [1.0, 1_000.0, 44_100.0, 192_000.0])
@pytest.mark.parametrize("n", [48, 160, 240])
def test_few_decimals_write_a_tone_on_each_bin_from_which_nothing_leaks(rate: float, n: int) -> None:
    result = compute(Params(rate=rate, n=n, frequency=0.0))
    assert max(len(repr(step)) for step in result.frequency.tolist()) <= 11
    on_bin = result.bins == np.rint(result.bins)
    np.testing.assert_array_equal(result.bins[on_bin], np.arange(n // 2 + 1))
    np.testing.assert_allclose(result.captured[on_bin], 1, atol=1e-12)
    rows = result.magnitude[on_bin]
    rows[np.arange(len(rows)), np.arange(len(rows))] = 0
    assert rows.max() < 1e-10 * n


def test_a_link_with_all_the_digits_of_a_step_leads_to_the_same_tone() -> None:
    exact, short = (compute(Params(n=48, frequency=tone)) for tone in (125 / 6, 20.833333))
    np.testing.assert_allclose(exact.magnitude, short.magnitude, atol=1e-12)
    assert (125 / 6 in exact.frequency, 20.833333 in short.frequency) == (True, True)


@given(apart=st.floats(0.05, 0.95), n=st.integers(16, 128))
def test_tones_closer_than_a_bin_have_one_peak_however_many_zeros_follow(apart: float, n: int) -> None:
    assert len(compute(Params(part="padding", n=n, apart=apart, first=n / 4)).peaks) == 1


@pytest.mark.parametrize("window", ["rectangular", "hann"])
@pytest.mark.parametrize(("first", "apart", "phase", "peaks"), [
    (0, 4, 0, 2), (0, 4, 90, 1), (12, 4, 0, 1), (12, 4, 90, 2), (6, 10, 90, 2), (0, 16, 45, 2),
    (0, 0, 0, 1), (0, 0, 90, 0),
])  # fmt: skip
def test_a_peak_at_an_end_of_the_axis_counts_and_rounding_does_not(window, first, apart, phase, peaks) -> None:
    """The middle of the window lies between two samples: at f_s/2 a tone is there at a quarter turn, at 0 at none."""
    params = Params(part="padding", first=first, apart=apart, phase=phase, window=window)
    result = compute(params)
    assert len(result.peaks) == peaks
    curve = np.abs(np.fft.fft(sampled(params, result.tones).sum(axis=0), 1 << 14))  # all round the circle
    tall = (
        (curve > np.roll(curve, 1))
        & (curve > np.roll(curve, -1))
        & (curve > 0.25 * windows.sample(params.shape, 32).sum())
    )
    tops = np.flatnonzero(tall[: (1 << 13) + 1]) * 1000 / (1 << 14)
    near = [top for top in tops if np.abs(top - result.tones).min() < 1000 / 32]
    assert result.peaks == pytest.approx(near, abs=0.5)


def test_a_tone_beyond_half_the_sampling_rate_is_told_with_its_alias() -> None:
    at_limit = compute(Params(part="padding", n=16, first=2, apart=6))
    assert at_limit.remarks == ()
    assert compute(Params(part="padding", n=16, first=2, apart=7)).remarks == (
        "The tone of 562.5 Hz lies beyond half the sampling rate. Sampled, it is a tone of 437.5 Hz.",)  # fmt: skip


def test_padding_adds_points_to_the_same_curve() -> None:
    result = compute(Params(part="padding"))
    for points, magnitude, factor in zip(result.points, result.magnitude, result.factor, strict=True):
        used = np.isfinite(points)
        assert used.sum() == factor * 16 + 1
        exact = np.abs(spectrum(result.params, points[used], result.tones).sum(axis=0))
        np.testing.assert_allclose(magnitude[used], exact, atol=1e-10)


@given(x=signals, norm=st.sampled_from(NORMS), sign=st.sampled_from("+-"))
@example(x=np.array([0.0, 5e-324]), norm="backward", sign="+")  # the smallest of the doubles
def test_energy_is_the_same_counted_either_way_and_the_inverse_brings_the_samples_back(
    x: np.ndarray, norm: str, sign: str
) -> None:
    result = compute(Params(part="coefficients", source="numbers", values=typed(x), norm=norm, sign=sign))
    assert result.parseval[1] == pytest.approx(result.parseval[0], rel=1e-10, abs=1e-12)
    np.testing.assert_allclose(result.rebuilt[-1], x, atol=1e-9)
    np.testing.assert_array_equal(result.path[:, -1], result.coefficient)
    expected = scipy.fft.rfft(x, norm=norm)
    np.testing.assert_allclose(result.coefficient, expected if sign == "-" else expected.conj(), atol=1e-10)


@pytest.mark.parametrize("values", ["1 2 3 4 1 2 3 4", "3e5 -1e5 7e4 3e5 -1e5 7e4", "1e-200 1e-200"])
def test_where_the_arrows_close_the_coefficient_is_zero_and_no_rounding(values: str) -> None:
    """What repeats once within the samples fills each second bin alone: |X[1]| was 1.3·10⁻¹⁵."""
    result = compute(Params(part="coefficients", source="numbers", values=values))
    np.testing.assert_array_equal(result.coefficient[1::2], 0)
    assert (np.abs(result.coefficient[::2]) > 0).all()


def test_a_square_wave_has_odd_coefficients_alone() -> None:
    result = compute(Params(part="coefficients"))
    np.testing.assert_array_equal(result.coefficient[::2], 0)
    np.testing.assert_allclose(result.coefficient[1::2].real, 2)


@given(a=signals, b=signals)
def test_a_transform_that_is_long_enough_convolves_and_a_shorter_one_wraps_round(a: np.ndarray, b: np.ndarray) -> None:
    result = compute(Params(part="convolution", a=typed(a), b=typed(b)))
    linear = scipy.signal.convolve(a, b, method="direct")
    for length, row, wrapped in zip(result.length, result.circular, result.wrapped, strict=True):
        folded = np.zeros(length)
        np.add.at(folded, np.arange(len(linear)) % length, linear)
        np.testing.assert_allclose(row[:length], folded, atol=1e-6)
        assert wrapped == max(0, len(linear) - length)


def test_every_length_is_timed_and_primes_are_marked() -> None:
    result = compute(PRESET["cost"])
    assert (result.fast > 0).all()
    assert set(result.length[result.prime].tolist()) == {17, 31, 61, 127, 251, 509, 1021, 2039, 4093}


@pytest.mark.parametrize("values", ["", "1", "1 x", "1 nan", "1 " * 129, "1 1e9"])
def test_numbers_that_make_no_signal_are_refused(values: str) -> None:
    with pytest.raises(InputError) as refusal:
        compute(Params(part="coefficients", source="numbers", values=values))
    assert refusal.value.field == "values"


def test_a_link_to_a_sound_asks_for_it() -> None:
    with pytest.raises(MissingInput):
        compute(Params(part="coefficients", source="file"))


def of_full_height(name: str, k: int) -> float:
    result = compute(PRESET[name])
    step = int(np.abs(result.frequency - PRESET[name].frequency).argmin())
    return round(float(result.magnitude[step, k]) / 16, 2)


def overshoot() -> list[float]:
    """How far the sum of the waves up to each odd k rises above the square wave."""
    result = compute(PRESET["square"])
    return [float(sums.max() - result.samples.max()) for sums in result.rebuilt[1::2]]


STATED = {
    "square": {"It overshoots at the jumps until the last one, k = 15, is added":
               lambda: min(overshoot()[:-1]) > 0.1 and abs(overshoot()[-1]) < 1e-9 and len(overshoot()) == 8},
    "between": {"3.5 periods": lambda: 109.375 * 32 / 1000 == 3.5,
                "0.60 and 0.67": lambda: (of_full_height("between", 3), of_full_height("between", 4)) == (0.60, 0.67)},
    "on-bin": {"Exactly 4 periods": lambda: 125.0 * 32 / 1000 == 4},
    "padding": {"0.7 of a bin": lambda: PRESET["padding"].apart == 0.7,
                "Drag the padding to 16": lambda: compute(PRESET["padding"]).factor[-1] == 16,
                "one peak": lambda: len(compute(PRESET["padding"]).peaks) == 1},
    "resolved": {"2 bins apart": lambda: PRESET["resolved"].apart == 2,
                 "two peaks": lambda: len(compute(PRESET["resolved"]).peaks) == 2},
    "wrap": {"has 6 samples": lambda: len(compute(PRESET["wrap"]).linear) == 6,
             "have only 4": lambda: PRESET["wrap"].length == 4,
             "last 2": lambda: compute(PRESET["wrap"]).wrapped[0] == 2},
    "numbers": {"exp(−2πikn/N)": lambda: len(compute(PRESET["numbers"]).samples) == 10},
    "linear": {"4 + 3 − 1 = 6": lambda: PRESET["linear"].length == 6 == len(compute(PRESET["linear"]).linear)},
}  # fmt: skip


@pytest.mark.parametrize("preset", PRESETS, ids=lambda preset: preset.name)
def test_what_a_preset_states_is_what_it_computes(preset) -> None:
    assert_stated(preset, STATED.get(preset.name, {}))


def test_a_sound_with_too_few_samples_has_too_few_wherever_one_begins() -> None:
    sound = to_wav(np.linspace(-1, 1, 20, dtype=np.float32), 8_000)
    params = {"part": "coefficients", "source": "file"}
    with pytest.raises(InputError, match=r"as many samples, and has 20\. Choose fewer") as caught:
        compute(Params(**params, n=32), sound)
    assert caught.value.field == "n"
    with pytest.raises(InputError, match="Begin earlier") as caught:
        compute(Params(**params, n=16, start=0.001), sound)
    assert caught.value.field == "start"
    assert len(compute(Params(**params, n=20), sound).table()) == 11


def test_how_a_sound_was_read_is_told_with_its_coefficients() -> None:
    whole = to_wav(np.linspace(-1, 1, 8_000, dtype=np.float32), 8_000)
    params = Params(part="coefficients", source="file")
    told = "The file is cut or damaged: its header claims 1 s, and only 0.5 s could be decoded."
    assert compute(params, whole[: 44 + 8_000]).remarks == (told,)
    assert compute(params, whole).remarks == compute(Params(part="coefficients")).remarks == ()
