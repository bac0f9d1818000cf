"""The pictures of /t-test-power hold what was computed, and say it in a sentence."""

import io
import re

import numpy as np
import pandas as pd
import pytest
from plotly_check import validate
from scipy import stats

from core.statistics import t_test_power
from core.statistics.t_test_power import PRESETS, Params, Result
from core.statistics.t_test_power.data_report import SAMPLE, SAMPLE_COLUMNS
from core.statistics.t_test_power.plan import make_plan
from figures.plot import Plot
from figures.statistics import t_test_power as figures
from figures.statistics.t_test_power import curves
from figures.statistics.t_test_power.sentences import answer, method, next_time, reading, together
from ui.figure import payload_of
from ui.state import State

PARAMS = {preset.name: Params(**{**preset.values, "replicates": 300}) for preset in PRESETS}


@pytest.fixture(scope="module")
def results() -> dict[str, Result]:
    return {name: t_test_power.compute(params) for name, params in PARAMS.items()}


@pytest.mark.parametrize("name", PARAMS)
def test_each_picture_is_a_valid_plotly_figure(results, name: str) -> None:
    plots = [view for view in figures.views(results[name], PARAMS[name]).all() if isinstance(view, Plot)]
    assert len(plots) == {"sleep": 7, "equivalence": 4}.get(name, 5)
    for plot in plots:
        validate(plot)


@pytest.mark.parametrize("name", PARAMS)
def test_the_page_sends_less_than_a_megabyte_and_a_half(results, name: str) -> None:
    state = State("t-test-power", t_test_power)
    views = figures.views(results[name], PARAMS[name])
    assert sum(len(payload_of(view, state, {})) for view in views.all()) < 1_500_000


@pytest.mark.parametrize("name", PARAMS)
def test_every_single_test_is_drawn_within_the_height_of_the_axis_at_every_step(results, name: str) -> None:
    """On a phone the axis is 108 px high, and a dot 7 px."""
    plot = figures.densities(results[name])
    assert plot.sweep is not None
    dots = [i for i, trace in enumerate(plot.data) if trace.get("meta") == "falls"]
    highest = max(np.nanmax(plot.sweep.rows[f"data.{i}.y"]) for i in dots)
    assert highest <= plot.layout["yaxis"]["range"][1] * (1 - 3.5 / 108)


@pytest.mark.parametrize("name", PARAMS)
def test_a_density_fills_two_thirds_of_the_height_of_its_axis(results, name: str) -> None:
    top = figures.densities(results[name]).layout["yaxis"]["range"][1]
    assert results[name].theory.null.y.max() >= 2 / 3 * top


@pytest.mark.parametrize(("name", "called"), [("equivalence", "H₀, margin"), ("textbook", "H₀, no effect")])
def test_the_null_hypothesis_of_an_equivalence_test_is_an_effect_as_large_as_the_margin(results, name, called) -> None:
    plot = figures.densities(results[name])
    (null,) = [trace for trace in plot.data if str(trace["name"]).startswith("H₀")]
    assert null["name"] == called
    assert (np.median(results[name].theory.null.x) > 1) == (called == "H₀, margin")
    assert ("at the margin" in plot.summary) == (called == "H₀, margin")


def area(x: np.ndarray, y: np.ndarray) -> float:
    return float(np.trapezoid(y, x))


@pytest.mark.parametrize("name", ["textbook", "one-sided", "unequal", "underpowered", "equivalence"])
def test_the_shaded_areas_are_size_beta_and_power(results, name: str) -> None:
    theory, alpha = results[name].theory, results[name].plan.alpha
    drawn = theory.alternative
    for step in (0, results[name].axis.home, len(theory.power) - 1):
        rejected = area(*drawn.left[:, step]) + area(*drawn.right[:, step])
        assert rejected == pytest.approx(theory.power[step], abs=0.004)
    null = theory.null
    size = area(*null.left[:, 0]) + area(*null.right[:, 0])
    assert size == pytest.approx(alpha, abs=0.1 * alpha)


@pytest.mark.parametrize(
    ("name", "words", "value"),
    [
        ("textbook", "d = {value}", 0.5),
        ("detectable", "n = {value} per group", 30),
        ("one-sample", "d = {value}", 0.5),
    ],
)
def test_the_readout_says_the_value_itself(results, name: str, words: str, value: float) -> None:
    result = results[name]
    sweep = figures.densities(result).sweep
    assert sweep is not None
    assert sweep.displayed is not None
    assert sweep.words == words
    assert sweep.displayed[result.axis.home] == value
    assert len(set(sweep.displayed.tolist())) == sweep.length


def test_the_answer_is_a_sentence(results) -> None:
    said = answer(results["textbook"])
    assert said.startswith("You need 64 per group to detect d = 0.5 with 80 % power at α = 0.05")
    assert method(results["textbook"].plan) == (
        "Student’s t test, two-sided: the formula asks for 63.7656, a normal approximation for 62.79; whole numbers "
        "give 80.1 %."
    )
    assert together(results["textbook"].plan) == " Both groups together have 128 observations."
    assert answer(results["detectable"]).startswith("The smallest effect that 30 per group detect with 80 % power")
    assert "the power is 29.5 % at α = 0.01" in answer(results["unequal"])
    assert "40 and 80 in the groups" in answer(results["unequal"])
    assert "equivalence within ±0.5" in answer(results["equivalence"])


@pytest.mark.parametrize(
    ("settings", "asked", "second"),
    [
        ({"ratio": 0.01, "effect": 5.0}, "200 or fewer", "2"),
        ({"ratio": 0.1}, "347.105", "35"),
        ({"effect": 20.0}, "2 or fewer", ""),
        ({"ratio": 2.0}, "47.7419", ""),
    ],
)
def test_a_plan_says_why_it_needs_fewer_than_the_formula(settings: dict, asked: str, second: str) -> None:
    params = Params(**settings)
    plan = make_plan(params.design, "n", params.n, params.effect, params.alpha, params.power)
    assert f"the formula asks for {asked}" in method(plan)
    fewer = f" As n₂ is rounded up to {second}, fewer in the first group are enough." if second else ""
    assert method(plan).endswith(f"%.{fewer}")


NEGATIVE = {
    "fewer": {"kind": "one sample", "alternative": "less", "effect": -0.4},
    "over n": {"effect": -0.4, "scrub": "n"},
    "strict": {"solve": "power", "alpha": 1e-12},
    "pairs": {"kind": "paired", "effect": -0.4, "pair_correlation": -0.2, "source": "sample"},
    "alpha": {"solve": "alpha", "n": 1_000, "effect": -2.0},
}


@pytest.mark.parametrize("name", NEGATIVE)
def test_what_is_below_zero_is_told_with_a_minus_sign_and_not_with_a_hyphen(name: str) -> None:
    params = Params(**NEGATIVE[name], replicates=300)
    result = t_test_power.compute(params)
    texts = [answer(result), method(result.plan)]
    for plot in (view for view in figures.views(result, params).all() if isinstance(view, Plot)):
        texts += [plot.summary, *(trace.get("name", "") for trace in plot.data)]
        texts += [note["text"] for note in plot.layout.get("annotations", ())]
    assert not [text for text in texts if re.search(r"-\s?\d", text)]
    assert any(re.search(r"−\d|⁻", text) for text in texts)


def test_a_test_of_data_can_be_taken_along_beside_the_plan(results) -> None:
    """scipy.stats.ttest_rel of Student's sleep data."""
    assert [download.name for download in figures.downloads(results["textbook"])] == ["power.csv"]
    made = {download.name: download for download in figures.downloads(results["sleep"])}
    kept = pd.read_csv(io.StringIO(made["test.csv"].make())).iloc[0]
    sleep = pd.read_csv(SAMPLE)[list(SAMPLE_COLUMNS)]
    theirs = stats.ttest_rel(*(sleep[column] for column in SAMPLE_COLUMNS))
    interval = theirs.confidence_interval(kept["confidence"])
    found = [kept[name] for name in ("t", "degrees_of_freedom", "p", "low", "high")]
    assert found == pytest.approx([theirs.statistic, theirs.df, theirs.pvalue, *interval])
    assert kept["cohen_d_sd"] == pytest.approx(theirs.statistic / np.sqrt(10))
    assert (kept["test"], kept["n_1"]) == ("paired", 10)


def test_the_readers_test_is_told_line_by_line(results) -> None:
    report = results["sleep"].report
    lines = dict(reading(report))
    assert "t = −4.0621, df = 9, p = 0.002833" in lines.values()
    assert lines["Cohen’s d"].startswith("−1.285")
    assert [why.split(",")[0] for why, _ in next_time(report, results["sleep"].plan)] == [
        "the effect planned for (dz)", "the effect seen (g)", "the end of its interval nearer to 0"
    ]  # fmt: skip


def test_the_exaggeration_and_the_cost_of_no_effect_are_infinite_and_marked_as_leaving_on_both_sides(results) -> None:
    result = results["textbook"]
    zero = int(np.abs(result.axis.effect).argmin())
    for plot in (curves.exaggeration(result), curves.cost(result)):
        mark = plot.data[-1]
        assert mark["marker"]["symbol"] == "triangle-up"
        at = np.flatnonzero(np.isfinite(mark["y"]))
        assert len(at) == 2
        assert at[0] < zero < at[1]
        assert plot.sweep is not None
        assert plot.sweep.cursor is not None
        focus = plot.sweep.cursor.y["y"]
        assert np.isnan(focus[at[0] + 1 : at[1]]).all()
        assert np.isfinite(focus[[0, *at, -1]]).all()


@pytest.mark.parametrize("settings", [
    {}, {"ratio": 0.01, "effect": 3.0}, {"ratio": 0.3}, {"kind": "welch", "ratio": 0.01, "effect": 2.0},
    {"kind": "paired"}, {"alternative": "equivalence", "effect": 0.0},
])  # fmt: skip
def test_the_cost_of_the_planned_effect_is_that_of_the_plan(settings) -> None:
    """With 1 for 100 the formula asks for 200 and 2, and whole numbers for 101 and 2."""
    result = t_test_power.compute(Params(replicates=100, **settings))
    assert curves.cost(result).data[0]["y"][result.axis.home] == result.plan.n + result.plan.n2


@pytest.mark.parametrize("name", ["textbook", "detectable", "equivalence"])
def test_the_plan_stays_in_the_pictures_where_the_true_effect_is_dragged_away(results, name: str) -> None:
    axis, theory = results[name].axis, results[name].theory
    densities = {trace["name"]: (i, trace) for i, trace in enumerate(figures.densities(results[name]).data)}
    (i, true), (_, planned) = densities["H₁, true"], densities["H₁, planned"]
    sweep = figures.densities(results[name]).sweep
    assert sweep is not None
    np.testing.assert_allclose(sweep.rows[f"data.{i}.y"][axis.home], planned["y"], rtol=1e-6)  # float32
    assert true["line"] != planned["line"]
    (point,) = (trace for trace in curves.power(results[name]).data if trace["name"] == "planned")
    assert [*point["x"], *point["y"]] == pytest.approx([axis.values[axis.home], theory.power[axis.home]])


def test_the_test_of_a_readers_data_stands_before_the_pictures_of_the_plan() -> None:
    params = Params(source="sample", replicates=100)
    names = [getattr(view, "name", "") for view in figures.views(t_test_power.compute(params), params).more]
    assert names[0] == "t-test-data"


def told(**values: object) -> tuple[Params, Result]:
    params = Params(replicates=100, **values)
    return params, t_test_power.compute(params)


def test_a_power_is_never_none_nor_certain() -> None:
    for effect, said in ((2.0, "> 99.9 %"), (-2.0, "< 0.1 %")):
        _, its = told(solve="power", n=100_000, effect=effect, alternative="greater")
        assert its.plan.power in (0.0, 1.0)  # as doubles have it
        assert f"the power is {said} at" in answer(its)


def test_the_least_level_is_not_one_that_a_power_takes() -> None:
    _, its = told(solve="alpha", n=5_000, effect=2.0)
    assert answer(its) == ("With 5,000 per group and d = 2 the power is > 99.9 % at α = 10⁻¹², the least level of the "
                           "page.")  # fmt: skip


def test_an_equivalence_test_detects_no_effect() -> None:
    _, its = told(solve="effect", alternative="equivalence", n=30)
    assert answer(its) == ("The largest true effect with which 30 per group show equivalence within ±1 with 80 % power "
                           "at α = 0.05 is d = 0.3502.")  # fmt: skip


def test_a_beta_that_rounding_made_is_not_told() -> None:
    """β = 2·10⁻¹⁶ stood there where δ = 100, and 0 beyond."""
    params, its = told(solve="power", n=5_000, effect=2.0)
    opened = figures.views(its, params).opened[0]
    case, power = opened.arrays["1.case"], its.theory.power
    np.testing.assert_array_equal(case, np.isfinite(its.theory.type_m).astype(int) * np.where(power > 1 - 1e-9, 2, 1))
    assert "β is below 10⁻⁹" in opened.header["lines"][1]["note"][2]


def test_means_far_from_zero_are_told_apart_and_hedges_needs_two_degrees_of_freedom() -> None:
    pressures = "a,b\n101325.21,101324.2\n101325.94,101325.6\n101324.8,101324.9\n101325.5,101325.5\n"
    params = Params(kind="one sample", source="file", column="a", null=101_325.0, replicates=100)
    its = t_test_power.compute(params, pressures.encode())
    lines = dict(reading(its.report))
    assert lines["a"].startswith("n = 4, mean 101,325.363, ")
    assert lines["mean"] == "101,325.36, 95 % interval 101,324.6 to 101,326.13"
    params = Params(kind="paired", source="file", column="a", by="b", replicates=100)
    two = dict(reading(t_test_power.compute(params, b"a,b\n1,2\n3,5\n").report))
    assert two["Hedges’ g"] == "none: with one degree of freedom d has no mean"


def test_a_confidence_or_a_power_short_of_certainty_is_not_called_100_percent() -> None:
    params = Params(solve="effect", alpha=1e-6, power=0.99999, source="sample", kind="paired", replicates=100)
    drawn = figures.views(its := t_test_power.compute(params, None), params)
    assert " 99.9999 % interval " in dict(reading(its.report))["mean"]
    assert next(view for view in drawn.all() if view.name == "t-test-data").header["power"] == "99.999 %"
    titles = {view.name: view.layout["yaxis"]["title"]["text"] for view in drawn.all() if isinstance(view, Plot)}
    assert titles["t-test-cost"] == "pairs for 0.99999 power"


@pytest.mark.parametrize("settings", [{"margin": 50.0}, {"margin": 1.0}, {"effect": 0.1}], ids=str)
def test_no_name_of_a_power_curve_lies_on_the_line_of_alpha(settings) -> None:
    """Within a wide margin of equivalence power falls from 1 to 0 at once, and no point of the curve is between."""
    params = Params(alternative="equivalence", solve="power", replicates=300, **settings)
    plot = curves.power(t_test_power.compute(params))
    names = [note for note in plot.layout["annotations"] if "n = " in note["text"]]
    assert len(names) == 2
    assert all(note["y"] > params.alpha + 0.1 for note in names)
