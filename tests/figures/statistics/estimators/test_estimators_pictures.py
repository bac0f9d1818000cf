"""The pictures of /estimators: what is drawn stays inside them."""

import numpy as np
import pytest

from core.statistics.estimators import Params, compute
from figures.plot import Plot
from figures.statistics.estimators import views


@pytest.mark.parametrize("values", [{}, {"source": "cauchy"}, {"shown": "scaled"}, {"part": "delta"}])
def test_the_highest_pile_of_single_estimates_stays_inside_the_picture(values: dict[str, str]) -> None:
    params = Params(**values)  # type: ignore[arg-type]
    (plot,) = [view for view in views(compute(params), params).all() if view.name == "estimators-distribution"]
    (dots,) = [place for place, trace in enumerate(plot.data) if trace.get("meta") == "falls"]
    _, top = plot.layout["yaxis"]["range"]
    assert plot.sweep is not None
    assert np.nanmax(plot.sweep.rows[f"data.{dots}.y"]) < top


@pytest.mark.parametrize("values", [{}, {"source": "cauchy"}, {"source": "log-normal"}, {"part": "delta"}])
def test_the_peak_of_a_distribution_stands_at_two_thirds_of_the_height_of_its_axis(values: dict[str, str]) -> None:
    """Where single dots stood in narrow piles these reached twice as high as the peak, which is at 1."""
    params = Params(**values)  # type: ignore[arg-type]
    (plot,) = [view for view in views(compute(params), params).all() if view.name == "estimators-distribution"]
    assert plot.layout["yaxis"]["range"][1] <= 1.52


@pytest.mark.parametrize("part", ["distribution", "laws"])
def test_the_sample_sizes_along_an_axis_are_whole_numbers(part: str) -> None:
    params = Params(part=part)  # type: ignore[arg-type]
    plots = [view for view in views(compute(params), params).all() if isinstance(view, Plot)]
    sizes = [plot.layout["xaxis"] for plot in plots if plot.layout["xaxis"].get("type") == "log"]
    shown = ["1", "10", "100", "1,000"] if part == "laws" else ["5", "10", "20", "50", "100", "200", "500"]
    assert sizes
    assert all(axis["ticktext"] == shown for axis in sizes)


def said(**values: object) -> list[str]:
    """The sentence at each step."""
    params = Params(**values)
    return ["".join(text for _, text in step) for step in views(compute(params), params).readout.header["said"]]


def test_an_infinite_error_is_called_so_and_one_for_large_n_too() -> None:
    """The median of three Cauchy draws: E T² diverges, and 0.82 stood there as its theory."""
    sentences = said(source="cauchy", estimator="median")
    assert sentences[0].startswith("The mean square error is infinite, and no simulation would settle. Over 4,000 ")
    assert sentences[1].startswith("Mean square error ")
    assert all(each.startswith("The mean square error is infinite") for each in said(source="cauchy"))
    for values, cases in (({"source": "cauchy", "estimator": "median"}, [2] + [0] * 16),
                          ({"source": "cauchy"}, [2] * 17),
                          ({"source": "pareto", "estimator": "deviation"}, [3] * 17),
                          ({"estimator": "trimmed"}, [1] * 17), ({}, [0] * 17)):  # fmt: skip
        params = Params(**values)
        opened = views(compute(params), params).opened[0]
        line = len(opened.header["lines"]) - 1
        assert opened.arrays[f"{line}.case"].tolist() == cases
    assert opened.header["lines"][line]["note"][1:3] == [
        ". For large n it would be {known}.",
        ". In theory it is infinite.",
    ]


@pytest.mark.parametrize(("values", "line", "why"), [
    ({"source": "cauchy", "estimator": "variance"}, 0, ": the population has no such number."),
    ({"part": "delta", "function": "root", "mu": 0.0}, 0, ": the function has no slope at μ. "),
])  # fmt: skip
def test_where_an_arithmetic_has_no_result_words_say_why(values: dict, line: int, why: str) -> None:
    params = Params(**values)
    opened = views(compute(params), params).opened[0]
    case = int(opened.arrays[f"{line}.case"][0])
    assert np.isnan(opened.arrays[f"{line}.result"]).all()
    assert opened.header["lines"][line]["substitution"][case] == ""
    assert opened.header["lines"][line]["note"][case].startswith(why)


def test_a_root_at_zero_has_no_deviation_for_large_n() -> None:
    """√x̄ of the samples whose mean is above 0 has the size n^(−1/4) there, not ∞/√n."""
    params = Params(part="delta", source="normal", function="root", mu=0.0)
    its = compute(params)
    assert np.isnan(its.theory.limit).all()
    assert np.isnan(its.known[2]).all()
    assert its.simulated[2, -1] == pytest.approx(np.sqrt(2 / np.pi / 501), rel=0.05)  # E(x̄ | x̄ > 0)


def test_the_mean_of_draws_without_a_deviation_is_given_no_formula_of_one() -> None:
    params = Params(source="cauchy")
    opened = views(compute(params), params).opened[0]
    assert [line["formula"][0] for line in opened.header["lines"]] == ["mean square error = bias² + variance"]


def test_where_no_monte_carlo_error_is_finite_none_is_told() -> None:
    of_three, of_five, *_ = said(part="delta", function="inverse")
    assert of_three.endswith(" Its Monte Carlo error is infinite, as the estimates’ fourth moment is.")
    assert "±" not in of_three
    assert "± " in of_five
    assert not any("±" in each for each in said(source="pareto"))


def test_samples_without_a_value_are_not_counted_as_simulated_ones() -> None:
    sentences = said(part="delta", source="typed", values="-1 " * 250 + "1e6", replicates=200)
    assert sentences[0] == "Too few values for a mean square error: 0 of 200 simulated samples of 3 have one."
    assert " of 200 simulated samples of 501: bias " in sentences[-1]
    assert said(estimator="maximum")[0].startswith("Mean square error undefined: the population has no such number. ")


def test_one_draw_is_no_mean() -> None:
    assert said(part="laws")[0].startswith("Largest gap 0.159 between the law of single draws and the normal law.")
    assert said(part="laws", source="cauchy")[0].endswith("Half of all single draws lie beyond ±1.")


def test_numbers_far_from_zero_beside_their_spread_keep_their_picture() -> None:
    """Times of day in seconds since 1970: float32 has steps of 128 there, and all estimates fell on one."""
    times = " ".join(str(1_700_000_000 + k * k) for k in range(9))
    params = Params(source="typed", values=times)
    plot = views(compute(params), params).main.views[0]
    low, high = plot.layout["xaxis"]["range"]
    assert 5 < high - low < 200
    dots = plot.sweep.rows["data.2.x"][2]
    assert len(np.unique(dots)) > 5
    assert plot.sweep.rows["data.2.x"].dtype == np.float64


def test_estimates_of_numbers_far_from_zero_are_told_to_the_digits_in_which_they_differ() -> None:
    far = {"part": "robustness", "source": "typed", "row": 0}
    middle = said(values="1000000.1 1000000.2 1000000.4 1000000.8", **far)[80]
    assert middle.startswith("Mean 1,000,000.45, median 1,000,000.4, ")
    assert said(values="1 2 4 7", **far)[80].startswith("Mean 4.25, median 4, ")
