"""The pictures of /gradient-descent hold what was computed, divergence included, and say it in words."""

import dataclasses

import numpy as np
import pytest
from plotly_check import validate

from core import fields
from core.explorer import find, focused
from core.optimization import gradient_descent
from core.optimization.gradient_descent import PRESETS, Params, Result
from figures import leaving
from figures.optimization import gradient_descent as figures
from figures.optimization.gradient_descent import axes
from figures.plot import Panel, Plot
from ui import languages
from ui.figure import encoded, payload_of
from ui.state import State

SHORT = {"trained": 40, "seeds": 20, "observations": 20}
PARAMS = {preset.name: Params(**{**preset.values, **SHORT}) for preset in PRESETS}


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    return {name: gradient_descent.compute(params) for name, params in PARAMS.items()}


def views(results: dict[str, Result], name: str) -> dict[str, Plot | Panel]:
    return {view.name: view for view in figures.views(results[name], PARAMS[name]).all()}


@pytest.mark.parametrize("name", PARAMS)
def test_each_picture_is_valid_holds_no_undefined_step_and_fits_in_two_megabytes(results, name: str) -> None:
    shown = views(results, name).values()
    controls_held = [view for view in shown if isinstance(view, Plot) and view.sweep and view.sweep.control]
    assert len(controls_held) == 1
    assert controls_held[0].sweep.field == "step"
    for view in shown:
        if isinstance(view, Plot):
            validate(view)
        else:
            assert all(np.isfinite(array).all() for key, array in view.arrays.items() if key in ("path", "other"))
    state = State("gradient-descent", gradient_descent)
    assert sum(len(payload_of(view, state, {})) for view in shown) < 2_000_000


def test_the_modes_that_a_path_is_drawn_over_are_named_in_french_too(results) -> None:
    name = next(name for name, params in PARAMS.items() if params.part == "values")
    path = views(results, name)["descent-path"]
    with languages.speaking("fr", "gradient-descent"):
        assert encoded(path)[0]["names"] == ["erreur du mode 1", "erreur du mode 2"]


def test_the_fastest_step_size_is_named_above_the_picture_where_no_cursor_goes(results) -> None:
    notes = views(results, "zigzag")["descent-rate"].layout["annotations"]
    (named,) = [note for note in notes if note["text"].startswith("fastest")]
    assert (named["yref"], named["yanchor"]) == ("paper", "bottom")
    assert named["y"] > 1


def test_the_method_that_is_compared_is_named_in_french_too() -> None:
    params = Params(other="gd")
    said = {view.name: view for view in figures.views(gradient_descent.compute(params), params).all()}
    with languages.speaking("fr", "gradient-descent"):
        assert encoded(said["descent-headline"])[0]["other"]["method"] == "descente de gradient"


def test_a_diverging_loss_ends_at_the_top_and_is_marked_as_leaving_there(results) -> None:
    plot, runs = views(results, "zigzag")["descent-loss"], results["zigzag"].runs
    rows = plot.sweep.rows["data.0.y"]
    ends = int(np.isfinite(rows[-1]).sum())
    assert rows[-1, ends - 1] == pytest.approx(axes.CEILING)
    assert np.isnan(rows[-1, ends:]).all()
    assert 0 < ends < rows.shape[1]
    assert plot.data[-1]["name"] == "diverges, → ∞"
    x, y = (plot.sweep.rows[f"data.{len(plot.data) - 1}.{name}"] for name in "xy")
    assert (x[-1, 0], y[-1, 0]) == (results["zigzag"].times[ends - 1], axes.CEILING)
    stays = runs.excess[:, -1] < axes.CEILING * runs.excess[:, 0]
    assert np.isnan(y[stays]).all()
    assert np.isfinite(y[~stays]).all()


def test_a_line_that_comes_back_from_beyond_the_top_goes_on() -> None:
    values = np.array([[1.0, 1e9, 2.0, 3.0], [1.0, 1e9, np.inf, np.inf]])
    np.testing.assert_array_equal(axes.ended(values), [[1, 1e4, 2, 3], [1, 1e4, np.nan, np.nan]])
    points = leaving.leaving(np.arange(4), values, 1e4)
    np.testing.assert_array_equal(points, [[[np.nan], [1]], [[np.nan], [1e4]]])


def test_small_losses_are_told_as_they_were_computed_below_the_picture_too(results) -> None:
    """Of each step of the fastest descent 0.36 is left: after 40 steps 2·10⁻¹⁸."""
    plot, runs = views(results, "fastest")["descent-loss"], results["fastest"].runs
    home = int(np.argmin(np.abs(runs.relative - 0.8)))
    told = plot.sweep.rows["data.0.y"][home]
    np.testing.assert_allclose(told, runs.excess[home] / runs.excess[home, 0], rtol=1e-6)
    assert told.min() < 10 ** plot.layout["yaxis"]["range"][0] / 1e3


def test_a_line_that_is_beyond_the_top_from_the_start_is_neither_drawn_nor_marked() -> None:
    assert np.isnan(leaving.ended(np.array([2.0, 3.0]), 1.0)).all()
    assert np.isnan(leaving.leaving(np.arange(2), np.array([2.0, 3.0]), 1.0)).all()


@pytest.mark.parametrize("name", PARAMS)
def test_no_line_lies_flat_along_the_top_of_its_picture(results, name: str) -> None:
    """Between two equal numbers at the top a line would say that a run has come to rest there."""
    for view in views(results, name).values():
        if not isinstance(view, Plot) or view.layout["yaxis"].get("type") != "log" or view.sweep is None:
            continue
        for place, trace in enumerate(view.data):
            rows = np.atleast_2d(view.sweep.rows.get(f"data.{place}.y", trace["y"]))
            if trace["mode"] != "markers" and rows.dtype.kind == "f" and rows.size:
                for row in rows[rows[:, 0] < (top := np.nanmax(rows, initial=0.0))]:
                    last = row[np.isfinite(row)][-2:]
                    assert len(last) < 2 or not (last == top).all(), (view.name, trace["name"])


def test_a_table_has_its_spectrum_and_momentum_its_map(results) -> None:
    assert "descent-spectrum" in views(results, "cars")
    assert "momentum-map" in views(results, "heavy-ball")
    assert "momentum-map" not in views(results, "zigzag")
    assert views(results, "heavy-ball")["momentum-map"].arrays["levels"].shape == (512, 512)


def test_the_second_run_is_drawn_beside_the_first(results) -> None:
    shown = views(results, "versus")
    assert shown["descent-path"].arrays["other"].shape == (1, 41, 2)
    assert shown["descent-loss"].data[0]["name"] == "B: Adam"


def test_the_sentences_of_training_and_noise_say_what_happens(results) -> None:
    def sentence(name: str, panel: str, place: int) -> str:
        return "".join(text for _, text in views(results, name)[panel].header["said"][place])

    assert sentence("logistic", "training-told", 4).startswith("η = ")
    assert "falling in every one" in sentence("logistic", "training-told", 4)
    assert "diverges, though the mean of w would converge" in sentence("input-noise", "noisy-told", 18)
    assert "η < 0.4" in sentence("input-noise", "noisy-limits", 0)


def test_the_limit_of_the_notes_is_set_beside_that_of_the_mean_under_each_convention_and_only_for_one_number() -> None:
    """One observation: with the 2 of ‖·‖² the mean converges for η < 1/(x² + σ²), with ½‖·‖² for η < 2/(x² + σ²)."""

    def said(**values: object) -> str:
        params = Params(part="noise", inputs=1.0, steps=5, seeds=5, **values)
        shown = {view.name: view for view in figures.views(gradient_descent.compute(params), params).all()}
        return "".join(text for _, text in shown["noisy-limits"].header["said"][0])

    assert "1/(x² + σ²) = 0.5, the limit of the mean above" in said(data="single", convention="sum")
    assert "1/(x² + σ²) = 0.5, 0.5 of the limit of the mean" in said(data="single", convention="half")
    assert "x² + σ²" not in said(data="table")
    assert "falls short" in said(data="table")


def told_of_noise(**values: object) -> tuple[str, str]:
    """What the page says at the step size, and of the limits."""
    params = Params(part="noise", convention="halfmean", **values)
    shown = figures.views(gradient_descent.compute(params), params)
    step = shown.swept.index_of(params.step)
    limits = next(view for view in shown.all() if view.name == "noisy-limits")
    return tuple("".join(text for _, text in panel.header["said"][place])
                 for panel, place in ((shown.readout, step), (limits, 0)))  # fmt: skip


def test_runs_that_all_diverge_alike_are_not_said_to_be_rare() -> None:
    """With little noise each run multiplies its error by about 1 − 2.4·x² at each step, as the expectation does."""
    assert "rare runs" not in told_of_noise(data="single", inputs=0.01, step=1.2, steps=60)[1]
    assert "rare runs" in told_of_noise(data="single", inputs=0.2, step=1.1, steps=60)[1]


def test_a_batch_of_all_rows_has_no_noise() -> None:
    assert "there is no noise" in told_of_noise(data="table", batch=300, steps=5, seeds=5)[1]
    assert "never dies down" in told_of_noise(data="table", batch=31, steps=5, seeds=5)[1]


def test_a_single_column_of_a_hundred_rows_has_numbers_beside_its_singular_value() -> None:
    """Standardised it has the length √100, and the axis of powers of ten had no room above 10."""
    rows = np.random.default_rng(0).normal(size=(100, 2)).tolist()
    data = "y,x\n" + "\n".join(f"{y},{x}" for y, x in rows)
    params = Params(part="table", source="file", target="y")
    shown = figures.views(gradient_descent.compute(params, data.encode()), params)
    axis = next(view for view in shown.all() if view.name == "descent-spectrum").layout["yaxis"]
    assert axis["range"][0] < axis["range"][1]
    assert axis["ticktext"]


def test_a_run_without_a_formula_is_said_to_arrive_only_within_the_steps_that_it_takes() -> None:
    """Adam is below a thousandth after 56 steps: 40 do not tell that."""
    params = Params(other="adam", other_step=0.8, steps=40)
    for steps, counted in ((40, -1), (60, 56)):
        shown = dataclasses.replace(params, steps=steps)
        header = figures.views(gradient_descent.compute(shown), shown).readout.header
        assert (header["other"]["counted"], header["other"]["within"], header["within"]) == (counted, steps, 2_000)


def test_at_a_limit_nothing_is_said_to_converge() -> None:
    """There 1 − ηλ is −1: without noise a run is thrown to and fro, and with noise the mean of runs is. At the limit in
    mean square, 0.4 for x = σ = 1, the square of an error is kept, and noise is added to it at each step."""
    assert "η = 2 neither converges nor diverges" in told_of_noise(data="single", step=1.0)[0]
    assert "neither converges nor" in told_of_noise(data="table", batch=300, step=1.0, steps=5, seeds=5)[0]
    assert "the mean of w swings" in told_of_noise(data="single", inputs=1.0, step=1.0)[0]
    assert "η = 0.4 diverges, though" in told_of_noise(data="single", inputs=1.0, step=0.4)[0]


def test_noise_that_does_not_die_down_leaves_a_scatter_and_no_error_of_mean_square_0() -> None:
    """Of w itself: where some w fits all rows, a step near it has no noise; on the inputs there is always some."""
    assert "converges in mean square" in told_of_noise(step=0.1, steps=5, seeds=5)[0]
    assert "converges in mean square" in told_of_noise(data="table", batch=300, step=0.1, steps=5, seeds=5)[0]
    for values in ({"data": "single", "inputs": 1.0}, {"data": "table"}):
        assert "converges to a scatter that lasts" in told_of_noise(**values, step=0.025, steps=5, seeds=5)[0]


def test_a_loss_beyond_all_numbers_is_not_called_infinite() -> None:
    """With z ~ N(1, 1) a step multiplies it by E(1 − 1.2z²)² = 10.6, and 10.6²⁰⁰⁰ is no double."""
    said, _ = told_of_noise(data="single", inputs=1.0, step=1.2, steps=2_000, seeds=20)
    assert "the expected loss is more than 1.798·10³⁰⁸ of the first" in said
    assert "∞" not in said


def test_a_loss_that_stays_within_rounding_neither_rises_nor_falls() -> None:
    """Below 2/λₘₐₓ at w = 0 the loss of logistic regression never rises."""
    params = Params(part="logistic", convention="mean", trained=1_500, scatter=0.5)
    result = gradient_descent.compute(params)
    low = result.relative < 1
    assert (np.diff(result.losses[low], axis=1) > 0).any()  # in the last digit
    assert not result.rises[low].any()
    told = "".join(text for _, text in figures.views(result, params).readout.header["said"][8])
    assert "never rising by more than rounding" in told
    assert "falling in every one" not in told


def test_the_error_of_every_mode_is_drawn_over_the_steps_and_divergence_leaves_through_the_top() -> None:
    params = Params(part="values", sigma=" ".join(str(one) for one in range(1, 13)), steps=20, step=0.9)
    result = gradient_descent.compute(params)
    plot = {view.name: view for view in figures.views(result, params).all()}["descent-modes"]
    [others] = [i for i, trace in enumerate(plot.data) if trace["name"] == "the other modes"]
    x, rows = plot.data[others]["x"], plot.sweep.rows[f"data.{others}.y"]
    low, high = np.array(plot.layout["yaxis"]["range"])
    ends = np.array(plot.layout["yaxis2"]["range"])

    def drawn(step: float) -> np.ndarray:
        row = rows[np.abs(result.runs.relative - step).argmin()]
        powers = low + (row[np.isfinite(x)] - ends[0]) / (ends[1] - ends[0]) * (high - low)
        return 10 ** powers.reshape(6, 21)

    curvature = (np.arange(12, 0, -1) / 12) ** 2
    between = curvature[result.recorded.others]
    start = np.abs(result.problem.quadratic.start)
    others = result.recorded.others
    expected = (start[others] / start.max())[:, None] * np.abs(1 - 1.8 * between)[:, None] ** np.arange(21)
    np.testing.assert_allclose(drawn(0.9), np.clip(expected, axes.FLOOR, axes.OUT), rtol=1e-3)
    assert len(result.recorded.named) + len(between) == 12
    assert axes.coded(np.array([1e9, np.inf])).min() > ends[1]


@pytest.mark.parametrize(("method", "roots"), [("gd", 1), ("nesterov", 2)])
def test_the_unit_circle_holds_every_mode(method: str, roots: int) -> None:
    params = Params(part="values", sigma=" ".join(str(one) for one in range(1, 13)), method=method, step=0.9)
    result = gradient_descent.compute(params)
    plot = {view.name: view for view in figures.views(result, params).all()}["descent-circle"]
    places = [array for path, array in plot.sweep.rows.items() if path.endswith(".x")]
    assert sum(array.shape[1] for array in places) == 12 * roots
    if method == "gd":
        at = int(np.abs(result.runs.relative - 0.9).argmin())
        seen = np.sort(np.concatenate([array[at] for array in places]))
        np.testing.assert_allclose(seen, np.sort(1 - 1.8 * (np.arange(1, 13) / 12) ** 2), atol=1e-6)


def test_a_run_to_compare_and_what_the_quadratic_foresees_are_drawn_beside_training() -> None:
    params = Params(part="logistic", convention="mean", other="adam", other_step=0.3, **SHORT)
    shown = {view.name: view for view in figures.views(gradient_descent.compute(params), params).all()}
    assert [trace["name"] for trace in shown["training-loss"].data] == ["least", "B", "loss", "quadratic"]
    said = "".join(text for _, text in shown["training-told"].header["said"][3])
    assert "B, Adam with η = " in said
    assert said.count(" takes the loss from ") == 1
    assert f" in {SHORT['trained']} steps, " in said
    told = shown["training-loss-told"]
    (line,) = told.header["lines"]
    assert line["formula"][0].endswith("L₀ + Σᵢ gᵢ²/(2λᵢ)·((1 − ηλᵢ)²ᵗ − 1)")
    assert line["substitution"][0].startswith("{first} + ")
    assert told.arrays["0.first"][0] == pytest.approx(np.log(2), rel=1e-12)  # of weights of 0
    assert all("In the run" in note for note in line["note"])


@pytest.mark.parametrize("name", ["sgd", "input-noise"])
def test_names_of_the_seeds_curves_end_before_the_next_one_begins(results, name: str) -> None:
    """A letter of 11 px takes 5.8 on average; the limit is what two names beside each other on a phone have."""
    plot = views(results, name)["noisy-loss"]
    named = [trace["name"] for trace in plot.data if trace.get("showlegend", True)]
    assert max(map(len, named)) * 5.8 <= plot.layout["legend"]["entrywidth"]


def test_a_panel_is_drawn_by_one_module_whatever_is_descended_and_how() -> None:
    """The browser keeps what stands under a name: what another module sends there, it cannot draw."""
    modules: dict[str, set[str]] = {}
    for part in fields.options(Params, "part"):
        for method in fields.options(Params, "method"):
            params = Params(part=part, method=method, steps=5, trained=10, observations=8, seeds=2, width=2)
            for view in figures.views(gradient_descent.compute(params), params).all():
                if isinstance(view, Panel):
                    modules.setdefault(view.name, set()).add(view.module)
    assert {name: found for name, found in modules.items() if len(found) > 1} == {}


def test_an_error_that_no_double_holds_is_more_than_the_largest_in_formula_and_run() -> None:
    """At η = 1.5·2/λₘₐₓ the steepest direction doubles its error each step: 2²⁰⁰⁰ is past 1.8·10³⁰⁸."""
    params = Params(step=1.5, steps=2_000, time=2_000)
    opened = figures.views(focused(find("gradient-descent"), gradient_descent.compute(params), params), params).opened
    error = next(panel for panel in opened if panel.name == "descent-error")
    line, case, result = error.header["lines"][1], error.arrays["1.case"], error.arrays["1.result"]
    assert case[-1] == 3
    assert line["substitution"][3] == ""
    assert line["note"][3] == ": more than {largest} in size, and so in the run"
    assert np.isnan(result[-1])
    assert not np.isinf(result).any()
    assert np.isfinite(error.arrays["1.run"][case < 2]).all()
    assert case[100] == 0


def test_where_the_slowest_direction_has_no_error_no_steps_are_asked_of_it() -> None:
    """λ = 8 and 0.5, and a start along the steep axis: the run takes the steps of its own factor 1 − 8η."""
    alone = gradient_descent.compute(Params(start_x=1.0, start_y=0.0, angle=0.0)).runs
    at = int(np.abs(alone.relative - 0.9).argmin())
    assert np.isnan(alone.needed[at])
    assert alone.counted[at] == np.ceil(np.log(1e-3) / np.log(0.8))
    both = gradient_descent.compute(Params(angle=0.0)).runs
    assert np.isfinite(both.needed[at])


def test_the_rates_of_the_steepest_and_the_flattest_direction_stand_at_their_lines(results) -> None:
    drawn = views(results, next(iter(PARAMS)))["descent-rate"]
    lines = {trace["name"].split(",")[0]: place for place, trace in enumerate(drawn.data)}
    names = {note["text"].strip(): note for note in drawn.layout["annotations"]}
    for name in ("steepest", "flattest"):
        line = drawn.data[lines[name]]
        assert names[name]["font"]["color"] == line["line"]["color"]
        assert np.interp(names[name]["x"], line["x"], line["y"]) == pytest.approx(names[name]["y"], abs=1e-6)
