"""The pictures of /cramer-rao hold what was computed, of the estimator and the parameter that are looked at."""

import dataclasses
import re

import numpy as np
import pytest
from plotly_check import validate

from core import fields
from core.statistics import cramer_rao
from core.statistics.cramer_rao import Params, compute
from core.statistics.cramer_rao.families import FAMILIES
from core.statistics.cramer_rao.params import usual
from figures.plot import Panel, Plot
from figures.statistics import cramer_rao as figures
from ui.figure import payload_of
from ui.state import State

QUICK = {"error": 15.0}
CASES = [Params(family=family, theta=0.7, **QUICK) for family in FAMILIES]
CASES += [Params(family=family, theta=0.7, view="one") for family in FAMILIES]
CASES += [
    Params(family="gamma-both", theta=0.7, view="theta", n=10, parameter="second", measure="variance", **QUICK),
    Params(view="theta", n=10, measure="bias", **QUICK),
    Params(family="cauchy", measure="bias", estimator="mean", **QUICK),
    Params(family="uniform", theta=1.0, measure="mse", **QUICK),
    Params(family="bernoulli", view="one", source="values", values="0 0 0 0"),
    Params(family="gamma-both", theta=2.0, view="theta", n=2, **QUICK),  # no variance exists
]


@pytest.mark.parametrize("params", CASES, ids=lambda params: f"{params.family}-{params.view}")
def test_every_picture_is_a_valid_plotly_figure_and_light(params: Params) -> None:
    sent, state = 0, State("cramer-rao", cramer_rao)
    for view in figures.views(compute(params), params).all():
        if isinstance(view, Plot):
            validate(view)
        sent += len(payload_of(view, state, {}))
    assert sent < 1_500_000


@pytest.mark.parametrize("params", [Params(**QUICK), Params(family="uniform", theta=1.0, **QUICK)],
                         ids=lambda params: params.family)  # fmt: skip
def test_every_single_sample_between_the_ends_of_its_axis_is_drawn_within_its_height(params: Params) -> None:
    (plot,) = (view for view in figures.views(compute(params), params).all() if view.name == "cramer-rao-distribution")
    assert isinstance(plot, Plot)
    assert plot.sweep is not None
    (dots,) = (i for i, trace in enumerate(plot.data) if trace.get("meta") == "falls")
    x, y = (plot.sweep.rows[f"data.{dots}.{axis}"] for axis in "xy")
    assert y[np.abs(x) <= 4].max() <= 0.96 * plot.layout["yaxis"]["range"][1]


@pytest.mark.parametrize("params", [case for case in CASES if case.view == "one"], ids=lambda params: params.family)
def test_no_greek_letter_of_one_sample_carries_a_mark_that_the_font_sets_beside_it(params: Params) -> None:
    for view in figures.views(compute(params), params).all():
        words = repr((view.data, view.layout) if isinstance(view, Plot) else view.header)
        assert not re.search("[\u0370-\u03ff][\u0300-\u036f]", words), view.name


@pytest.mark.parametrize(("view", "words"), [("n", "n = {value}"), ("theta", "μ = {value}")])
def test_the_readout_names_the_swept_quantity_by_its_symbol(view: str, words: str) -> None:
    sweep = picture(Params(view=view, **QUICK), "cramer-rao-variances").sweep
    assert sweep is not None
    assert sweep.words == words


@pytest.mark.parametrize("view", ["n", "theta"])
def test_all_that_is_drawn_along_the_axis_has_its_name_and_its_numbers(view: str) -> None:
    params = Params(family="gamma-both", view=view, **QUICK)
    main, under = (picture(params, f"cramer-rao-{name}").layout["xaxis"] for name in ("variances", "eigenvalues"))
    assert under == main


def test_the_arithmetic_of_the_second_parameter_stands_at_a_place_of_the_first_along_which_it_moves() -> None:
    params = Params(family="gamma-both", view="theta", parameter="second", theta=0.7, **QUICK)
    (opened,) = figures.views(compute(params), params).opened
    assert isinstance(opened, Panel)
    assert "At α = " in repr(opened.header)
    assert "At β = " not in repr(opened.header)


def test_both_parameters_are_chosen_by_their_own_symbols() -> None:
    choice = fields.declared(Params)["parameter"]
    assert isinstance(choice, fields.Choice)
    for family, symbols in (("normal-both", ["μ", "σ²"]), ("gamma-both", ["α", "β"])):
        assert [*fields.resolved(choice.options, Params(family=family)).values()] == symbols


def picture(params: Params, name: str) -> Plot:
    (found,) = (one for one in figures.views(compute(params), params).all() if one.name == name)
    assert isinstance(found, Plot)
    return found


def test_the_points_are_the_variances_in_units_of_the_bound() -> None:
    params = Params(estimator="median", **QUICK)
    accuracy = compute(params).accuracy
    assert accuracy is not None
    drawn = {trace["name"]: trace for trace in picture(params, "cramer-rao-variances").data}
    np.testing.assert_allclose(drawn["median"]["y"], accuracy.variance[1, :, 0] / accuracy.bound[:, 0])
    np.testing.assert_allclose(drawn["bound 1/(nI)"]["y"], 1.0)
    bars = drawn["median"]["error_y"]["array"]
    np.testing.assert_allclose(bars, 1.96 * accuracy.variance_error[1, :, 0] / accuracy.bound[:, 0])


def test_bias_and_mean_square_error_stand_over_the_axis_with_their_errors_and_the_least_there_can_be() -> None:
    params = Params(family="exponential", theta=2.0, estimator="mle", measure="bias", **QUICK)
    accuracy = compute(params).accuracy
    assert accuracy is not None
    unit = accuracy.bound[:, 0]
    bias = {trace["name"]: trace for trace in picture(params, "cramer-rao-variances").data}
    (label,) = (name for name in bias if "MLE" in name)
    np.testing.assert_allclose(bias[label]["y"], accuracy.bias[0, :, 0] / np.sqrt(unit))
    np.testing.assert_allclose(
        bias[label]["error_y"]["array"], np.nan_to_num(1.96 * accuracy.bias_error[0, :, 0] / np.sqrt(unit))
    )
    assert (bias["no bias"]["y"] == 0).all()
    square = {trace["name"]: trace for trace in
              picture(dataclasses.replace(params, measure="mse"), "cramer-rao-variances").data}  # fmt: skip
    np.testing.assert_allclose(square[label]["y"], accuracy.mse[0, :, 0] / unit)
    low = square["bound for its bias + bias²"]["y"] - 2 * square[label]["error_y"]["array"]
    known = np.isfinite(square[label]["y"] + low) & (square[label]["error_y"]["array"] > 0)
    assert known.sum() > 20
    assert (square[label]["y"] >= low)[known].all()


def test_only_a_biased_estimator_has_a_bound_of_its_own() -> None:
    for name, expected in (("mle", False), ("midrange", False), ("shrunk", True)):
        names = [trace["name"] for trace in picture(Params(estimator=name, **QUICK), "cramer-rao-variances").data]
        assert ("bound for its bias" in names) == expected


def test_the_formula_is_not_called_a_bound_where_the_theorem_does_not_apply() -> None:
    plot = picture(Params(family="uniform", theta=1.0, **QUICK), "cramer-rao-variances")
    assert "1/(nI), no bound here" in [trace["name"] for trace in plot.data]


def test_the_stack_is_variance_below_and_squared_bias_on_top() -> None:
    params = Params(estimator="shrunk", **QUICK)
    accuracy = compute(params).accuracy
    assert accuracy is not None
    sweep = picture(params, "cramer-rao-errors").sweep
    assert sweep is not None
    whole, variance = (sweep.rows[f"data.{i}.y"].reshape(len(cramer_rao.SIZES), 5, 4)[:, :, 1] for i in (0, 1))
    np.testing.assert_allclose(whole, (accuracy.mse / accuracy.bound)[:, :, 0].T, rtol=1e-6)
    np.testing.assert_allclose(variance, (accuracy.variance / accuracy.bound)[:, :, 0].T, rtol=1e-6)


def test_the_ellipse_of_the_bound_holds_95_percent_of_a_normal_pair() -> None:
    plot = picture(Params(family="normal-both", theta=0.7, **QUICK), "cramer-rao-ellipse")
    assert plot.sweep is not None
    x, y = plot.sweep.rows["data.1.x"][-1], plot.sweep.rows["data.1.y"][-1]
    np.testing.assert_allclose(x**2 + y**2, 5.991465, rtol=1e-5)  # χ²₂ at 95 %; the two are independent


def test_the_tangent_of_the_likelihood_has_the_slope_of_the_score() -> None:
    params = Params(view="one", family="exponential", theta=2.0)
    seen, plot = compute(params).evidence, picture(params, "cramer-rao-likelihood")
    assert seen is not None
    assert plot.sweep is not None
    x, y = plot.sweep.rows["data.3.x"].astype(float), plot.sweep.rows["data.3.y"].astype(float)
    np.testing.assert_allclose((y[:, 1] - y[:, 0]) / (x[:, 1] - x[:, 0]), seen.score, rtol=1e-3, atol=1e-3)


def test_the_panel_is_given_the_information_and_the_measured_variance_of_the_score() -> None:
    params = Params(family="poisson", theta=3.0, error=2.0)
    views = figures.views(compute(params), params).all()
    panel = next(one for one in views if isinstance(one, Panel) and one.module == "shared/opened.js")
    np.testing.assert_allclose(panel.arrays["0.information"], 1 / 3)
    np.testing.assert_allclose(panel.arrays["0.score"], 1 / 3, rtol=0.1)


def test_what_two_scores_measure_of_one_parameter_is_what_is_left_of_its_information() -> None:
    params = Params(family="gamma-both", theta=2.0, known=1.0, error=2.0)
    views = figures.views(compute(params), params).all()
    panel = next(one for one in views if isinstance(one, Panel) and one.module == "shared/opened.js")
    trigamma = np.pi**2 / 6 - 1
    np.testing.assert_allclose(panel.arrays["0.information"], trigamma - 1 / 2)  # I₁₁ − I₁₂²/I₂₂
    np.testing.assert_allclose(panel.arrays["0.score"], trigamma - 1 / 2, rtol=0.15)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_smallest_samples_are_drawn_with_intervals_that_have_no_end(family: str) -> None:
    state = State("cramer-rao", cramer_rao)
    for n in (2, 3, 5):
        for seed in range(3):
            params = Params(family=family, view="one", n=n, seed=seed, **usual(family))
            for view in figures.views(compute(params), params).all():
                if isinstance(view, Plot):
                    assert all(np.isfinite(view.layout[axis]["range"]).all() for axis in ("xaxis", "yaxis"))
                payload_of(view, state, {})


@pytest.mark.parametrize("theta", [1e-5, 0.7, 400_000.0])
def test_the_readout_of_a_likelihood_tells_neighbours_apart(theta: float) -> None:
    params = Params(family="gamma-rate", theta=theta, known=2.0, view="one")
    sweep = picture(params, "cramer-rao-likelihood").sweep
    assert sweep is not None
    assert sweep.displayed is not None
    assert sweep.words == "β = {value}"
    assert len({f"{value:.6g}" for value in sweep.displayed}) == sweep.length
    np.testing.assert_allclose(sweep.displayed, compute(params).axis, atol=1e-3 * theta)


@pytest.mark.parametrize("family", ["normal-both", "gamma-both"])
def test_the_focus_on_the_surface_stands_on_its_ridge(family: str) -> None:
    params = Params(family=family, theta=2.0, view="one")
    plot = picture(params, "cramer-rao-surface")
    seen = compute(params).surface
    assert seen is not None
    assert plot.sweep is not None
    assert plot.sweep.cursor is not None
    low, high = plot.layout["yaxis"]["range"]
    np.testing.assert_allclose(plot.sweep.cursor.y["y"], np.clip(seen.best, low, high))
    drawn = {trace["name"]: trace for trace in plot.data}
    assert [*drawn["maximum"]["x"], *drawn["maximum"]["y"]] == seen.peak.tolist()
    np.testing.assert_array_equal(drawn["likelihood ratio, 95 %"]["y"], seen.ratio[1])


def test_an_infinite_variance_is_marked_with_its_sign_and_has_neither_point_nor_focus() -> None:
    params = Params(family="cauchy", estimator="mean", **QUICK)
    plot = picture(params, "cramer-rao-variances")
    assert plot.sweep is not None
    assert plot.sweep.cursor is not None
    (mean,) = (trace for trace in plot.data if trace["name"] == "mean")
    assert np.isnan(mean["y"]).all()
    assert np.isnan(plot.sweep.cursor.y["y"]).all()
    low, high = plot.layout["yaxis"]["range"]
    marked = [trace for trace in plot.data if trace.get("text") == "∞"]
    whole = [trace for trace in marked if np.isfinite(trace["y"]).all()]
    assert [trace["textfont"]["color"] for trace in whole] == [mean["line"]["color"]]
    for trace in marked:
        known = trace["y"][np.isfinite(trace["y"])]
        assert ((known > low) & (known < high)).all()


def test_what_reaches_beyond_the_top_is_marked_and_says_its_value() -> None:
    params = Params(family="normal-mean", estimator="shrunk", theta=4.0, measure="mse", weight=50.0, **QUICK)
    accuracy, plot = compute(params).accuracy, picture(params, "cramer-rao-variances")
    assert accuracy is not None
    marks = [trace for trace in plot.data if trace.get("marker", {}).get("symbol") == "triangle-up"]
    values, top = accuracy.mse[4, :, 0] / accuracy.bound[:, 0], plot.layout["yaxis"]["range"][1]
    (mark,) = (trace for trace in marks if "shrunk" in trace["hovertemplate"])
    away = np.isfinite(mark["y"])
    assert away[values > top].all()
    assert not away[values + 3 * accuracy.mse_error[4, :, 0] / accuracy.bound[:, 0] < top].any()
    assert mark["text"][3].startswith(f"{values[3]:.4g}")
    assert plot.sweep is not None
    assert plot.sweep.cursor is not None
    assert np.isnan(plot.sweep.cursor.y["y"][values > top]).all()


def test_a_bar_that_the_top_cuts_off_is_marked_and_an_infinite_one_is_no_bar() -> None:
    params = Params(family="exponential", theta=2.0, **QUICK)
    accuracy, plot = compute(params).accuracy, picture(params, "cramer-rao-errors")
    assert accuracy is not None
    assert plot.sweep is not None
    mse = (accuracy.mse / accuracy.bound)[:, :, 0].T
    height = plot.layout["yaxis"]["range"][1]
    assert np.isnan(mse).any()
    assert (mse > height).any()
    for trace, gone in ((3, np.isnan(mse)), (4, mse > height)):
        np.testing.assert_array_equal(np.isfinite(plot.sweep.rows[f"data.{trace}.y"]), gone)
    bars = plot.sweep.rows["data.0.y"].reshape(*mse.shape, 4)
    assert (bars[np.isnan(mse)] == 0).all()
    assert {plot.data[3]["text"], plot.data[4]["marker"]["symbol"]} == {"∞", "triangle-up"}


def test_a_variance_without_a_fourth_moment_is_given_no_error() -> None:
    """The median of five Cauchy draws has a variance, of which no simulation says how far it is off."""
    params = Params(family="cauchy", estimator="median", n=5, **QUICK)
    drawn = figures.views(its := compute(params), params)
    said = [step[0][1] for step in drawn.readout.header["said"]]
    at = {int(n): step for step, n in enumerate(its.axis)}
    assert not any("undefined" in each for each in said)
    assert said[at[5]].endswith(" times the bound, nobody knows how far off: its fourth moment is infinite.")
    assert " ± " in said[at[9]]
    arrays, note = drawn.opened[0].arrays, drawn.opened[0].header["lines"][1]["note"]
    assert [int(arrays["1.case"][at[n]]) for n in (4, 5, 9)] == [0, 2, 1]
    assert "nobody knows" in note[2]
    hovers = [text for view in drawn.all() if isinstance(view, Plot) for trace in view.data
              for text in trace.get("text", ()) if isinstance(trace.get("text"), list)]  # fmt: skip
    assert hovers
    assert not any(text.endswith("± 0") for text in hovers)


def test_walds_interval_of_laplace_draws_names_the_information_that_it_took() -> None:
    """J is 0 nearly everywhere there, and the page takes nI."""
    for family, taken in (("laplace", "nI"), ("cauchy", "J"), ("normal-mean", "J")):
        params = Params(view="one", family=family)
        lines = figures.views(compute(params), params).opened[0].header["lines"]
        assert lines[2]["formula"] == [f"Wald (μ_max − μ)²·{taken}(μ_max)"]


def test_the_ends_of_intervals_far_from_zero_are_told_apart() -> None:
    values = " ".join(f"{101_325 + 0.1 * k}" for k in range(10))
    params = Params(view="one", family="normal-both", source="values", values=values)
    its = compute(params)
    said = "".join(text for _, text in figures.views(its, params).readout.header["said"][0])
    low, high = (float(end.replace(",", "")) for end in re.search(r"Wald ([\d.,]+) to ([\d.,]+) ·", said).groups())
    np.testing.assert_allclose([low, high], its.evidence.intervals[0], atol=0.05)
    assert float(re.search(r"at μ = ([\d.,]+),", said)[1].replace(",", "")) == pytest.approx(101_325.45, abs=1e-3)


def test_a_place_that_the_score_test_does_not_reject_is_not_told_to_lie_beyond_where_it_does() -> None:
    """Near α = 0 three draws of a gamma law give S²/(nI) = n = 3, below 3.84: these α lie apart from the interval."""
    params = Params(view="one", family="gamma-shape", source="values", values="1 2 3")
    its = compute(params).evidence
    assert its is not None
    (opened,) = figures.views(compute(params), params).opened
    note = dict(enumerate(opened.header["lines"][0]["note"]))
    statistic = its.score**2 / its.expected
    assert "apart from the 95 % interval" in note[int(opened.arrays["0.case"][0])]
    for case, value in zip(opened.arrays["0.case"].tolist(), statistic.tolist(), strict=True):
        assert ("; outside" in note[case]) == (value > its.limit)


def test_of_samples_that_are_all_alike_the_page_says_so() -> None:
    params = Params(family="bernoulli", theta=0.001, error=20.0, seed=2, n=2)
    drawn = figures.views(compute(params), params)
    same = "mean (MLE): all 50 samples give the same estimate, and no variance"
    assert drawn.readout.header["said"][0] == [["focus", same]]
    (opened,) = drawn.opened
    assert opened.header["lines"][1]["formula"][int(opened.arrays["1.case"][0])] == same


@pytest.mark.parametrize("params", [
    Params(family="gamma-rate", parameter="second"), Params(family="gamma-both", theta=43.7, estimator="moments"),
])  # fmt: skip
def test_where_the_variance_is_infinite_words_stand_in_the_place_of_what_was_not_measured(params: Params) -> None:
    """One over a gamma variable of shape nα has no variance for nα ≤ 2."""
    result = compute(params)
    (panel,) = figures.views(result, params).opened
    for i, line in enumerate(panel.header["lines"][3:], 3):
        case, told = panel.arrays[f"{i}.case"], panel.arrays[f"{i}.result"]
        assert np.isnan(told[case == 0]).all()
        assert np.isfinite(told[case == 1]).all()
        assert (case[0], line["substitution"][0]) == (0, "")
        assert line["note"][0].endswith("variance is infinite")


def test_of_uniform_draws_the_interval_is_said_to_begin_at_the_maximum_of_the_likelihood() -> None:
    params = Params(family="uniform", view="one", source="values", values="3.2303 9.2003171 7.4074")
    (view,) = (each for each in figures.views(compute(params), params).all() if each.name == "cramer-rao-evidence")
    (_, text), (_, ends), _ = view.header["said"][0]
    assert "maximum at θ = 9.2003," in text
    assert "likelihood ratio 9.2003 to " in ends


@pytest.mark.parametrize("name", ["cramer-rao-score", "cramer-rao-information"])
def test_where_no_draw_is_possible_neither_score_nor_information_has_a_focus(name: str) -> None:
    """Below the largest of uniform draws, where the likelihood is 0."""
    plot = picture(Params(view="one", family="uniform"), name)
    curve = next(trace["y"] for trace in plot.data if trace["name"] in ("score", "observed −ℓ″"))
    assert plot.sweep is not None
    assert plot.sweep.cursor is not None
    assert np.isnan(curve).any()
    assert (np.isnan(plot.sweep.cursor.y["y"]) == np.isnan(curve)).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_estimators_are_told_apart_without_their_colours(family: str) -> None:
    traces = picture(Params(family=family), "cramer-rao-variances").data  # type: ignore[arg-type]
    looks = [(one["marker"]["symbol"], one["line"]["dash"]) for one in traces if one["mode"] == "lines+markers"]
    assert len(looks) > 1
    assert len(looks) == len(set(looks))
