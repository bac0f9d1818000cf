"""What /fourier says and draws, against transforms of its own samples."""

from dataclasses import replace

import numpy as np
import pytest
from test_opened import shown

from core.signals import fourier
from figures.plot import Panel, Plot, Row
from figures.signals import fourier as figures


def written(panel: Panel) -> list[list[str]]:
    """Each line of an opened number, as the browser writes it at every step."""
    return [
        ["".join(line) for line in step] for step in zip(*shown({"line": panel}, panel.length)["line"], strict=True)
    ]


@pytest.mark.parametrize(("window", "period", "bins", "words"), [
    ("rectangular", "periodic", 1, "nothing leaks"),
    ("hann", "periodic", 3, "two neighbours hold all of it"),
    ("hann", "symmetric", 3, "two neighbours hold nearly all of it"),
])  # fmt: skip
def test_what_a_whole_number_of_periods_fills_depends_on_the_window(window, period, bins, words) -> None:
    params = fourier.Params(window=window, period=period, frequency=125.0)
    result = fourier.compute(params)
    power = result.magnitude[int(np.abs(result.frequency - 125).argmin())] ** 2
    held = np.sort(power)[-bins:].sum() / power.sum()
    assert held > (1 - 1e-12 if period == "periodic" else 0.99)
    assert (held < 1 - 1e-6) == (period == "symmetric" and window == "hann")
    assert {words in line for line in written(figures.views(result, params).opened[0])[0]} == {True}


@pytest.mark.parametrize("values", [
    {"frequency": 500.0, "phase": 90.0},  # cos(πn + 90°)
    {"part": "coefficients", "source": "numbers", "values": "0 0 0"},
])  # fmt: skip
def test_where_every_sample_is_0_no_share_of_the_energy_is_told_and_why(values) -> None:
    params = fourier.Params(**values)
    last = written(figures.views(fourier.compute(params), params).opened[0])[2][-1]
    assert last.endswith(". Every sample is 0: there is no energy to share.")


@pytest.mark.parametrize(("window", "apart", "peaks"), [("rectangular", 1.6, 2), ("hann", 1.6, 1), ("hann", 2.2, 2)])
def test_a_hann_window_parts_tones_from_twice_the_distance_on(window: str, apart: float, peaks: int) -> None:
    params = fourier.Params(part="padding", window=window, apart=apart)
    result = fourier.compute(params)
    assert len(result.peaks) == peaks
    said = written(figures.views(result, params).opened[0])[1][0]
    assert ("about twice this" in said) == (window == "hann")


@pytest.mark.parametrize("size", [1e-12, 1e-30, 1.0, 1e5])
def test_a_signal_fills_its_pictures_however_small_its_unit(size: float) -> None:
    """Such as a current in amperes: at 10⁻¹² it was a point in the middle of pictures that were 10⁻⁹ wide."""
    values = " ".join(repr(size * each) for each in (1.0, 2.0, 4.0, -1.0))
    params = fourier.Params(part="coefficients", source="numbers", values=values)
    views = figures.views(fourier.compute(params), params)
    assert isinstance(views.main, Row)
    for view, axis in zip(views.main.views, ("xaxis", "yaxis", "yaxis"), strict=True):
        assert isinstance(view, Plot)
        low, high = view.layout[axis]["range"]
        assert 4 * size < high - low < 30 * size


def test_the_sum_of_waves_stands_beside_the_arrows_of_the_coefficient_that_adds_one() -> None:
    params = fourier.Params(part="coefficients", k=5)
    main = figures.views(fourier.compute(params), params).main
    assert isinstance(main, Row)
    assert [view.name for view in main.views] == ["fourier-arrows", "fourier-inverse", "fourier-coefficients"]


@pytest.mark.parametrize("size", [1e-160, 1e-250, 1.0])
def test_numbers_whose_squares_no_double_holds_have_their_length_share_and_bound(size: float) -> None:
    """The length of X[k] is √(real² + imaginary²), and below 10⁻¹⁵⁴ both squares leave the doubles."""
    values = " ".join(repr(size * each) for each in (1.0, 2.0, 4.0, -1.0))
    params = fourier.Params(part="coefficients", source="numbers", values=values)
    result = fourier.compute(params)
    np.testing.assert_allclose(result.energy, fourier.compute(replace(params, values="1 2 4 -1")).energy)
    opened = figures.views(result, params).opened[0]
    np.testing.assert_allclose(opened.arrays["1.result"] / size, np.abs(np.fft.rfft([1.0, 2.0, 4.0, -1.0])))
    lost = np.isnan(opened.arrays["3.result"]).all()
    assert lost == (opened.header["lines"][3]["note"] == [" < 10⁻³⁰⁰. So is Σ|x[n]|² of the samples."]) == (size < 1)


def test_a_transform_that_was_not_timed_by_its_definition_is_divided_by_nothing() -> None:
    params = fourier.Params(part="cost")
    result = fourier.compute(params)
    (opened,) = figures.views(result, params).opened
    timed = result.length <= 1_024
    assert np.isfinite(opened.arrays["1.result"][timed]).all()
    line = opened.header["lines"][1]
    untimed = int(opened.arrays["1.case"][~timed][0])
    assert (opened.arrays["1.case"] == untimed).tolist() == (~timed).tolist()
    assert (line["substitution"][untimed], line["note"][untimed][:11]) == ("", ": {fast} µs")
