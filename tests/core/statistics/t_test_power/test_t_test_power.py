"""The explorer: its presets say what they compute, plans are refused in words, and an axis meets its plan."""

from typing import get_args

import numpy as np
import pytest
from scipy import stats

from core.costs import estimate_seconds
from core.errors import InputError
from core.statistics import t_test_power
from core.statistics.t_test_power import MAX_DRAWS, PRESETS, Params, affordable, compute, snippet
from core.statistics.t_test_power.design import Kind, power
from core.statistics.t_test_power.plan import Unknown
from core.statistics.t_test_power.sweep import axis_of

PRESET = {preset.name: Params(**preset.values) for preset in PRESETS}
FEW = {"replicates": 200}


@pytest.fixture(scope="module")
def results():
    return {name: compute(params) for name, params in PRESET.items()}


def test_the_presets_hold_the_golden_numbers(results) -> None:
    """golden.md, Statistics."""
    plans = {name: result.plan for name, result in results.items()}
    assert plans["textbook"].n == plans["textbook"].n2 == 64
    assert plans["textbook"].exact_n == pytest.approx(63.7656, abs=5e-5)
    assert plans["textbook"].power == pytest.approx(0.801460, abs=5e-7)
    assert (plans["one-sample"].n, plans["one-sample"].exact_n) == (34, pytest.approx(33.3671, abs=5e-5))
    assert plans["one-sided"].power == pytest.approx(0.672574, abs=5e-7)
    assert plans["unequal"].power == pytest.approx(0.294873, abs=5e-7)


def test_the_simulation_sides_with_the_exact_power_of_welch_against_the_usual_approximation(results) -> None:
    welch = results["welch-small"]
    home = np.flatnonzero(welch.experiment.at == welch.axis.home)[0]
    assert welch.experiment.low[home] < welch.theory.exact[welch.axis.home] < welch.experiment.high[home]
    assert welch.experiment.low[home] > welch.plan.power


@pytest.mark.parametrize("name", PRESET)
def test_every_axis_meets_its_plan(results, name: str) -> None:
    axis, plan, theory = results[name].axis, results[name].plan, results[name].theory
    assert (axis.effect[axis.home], axis.n[axis.home], axis.n2[axis.home]) == (plan.effect, plan.n, plan.n2)
    assert theory.power[axis.home] == pytest.approx(plan.power, abs=1e-12)
    assert (np.diff(axis.values) > 0).all()
    assert (np.diff(axis.times) > 0).all() or plan.effect < 0
    assert axis.times[axis.home] == 1
    assert axis.home in results[name].experiment.at


EQUIVALENCE = {"alternative": "equivalence", "margin": 0.4}


@pytest.mark.parametrize("settings", [
    EQUIVALENCE | {"kind": "welch", "effect": 0.1, "ratio": 2.0, "sd_ratio": 2.0},
    EQUIVALENCE | {"effect": 0.0},
    EQUIVALENCE | {"effect": -0.3},
    EQUIVALENCE | {"effect": 0.9, "solve": "power"},
    {"effect": 0.0, "solve": "power"},
    {"effect": -0.4},
])  # fmt: skip
def test_at_once_the_effect_planned_for_the_axis_stands_at_the_plan(settings) -> None:
    result = compute(Params(**settings, **FEW))
    step = np.abs(result.axis.times - 1).argmin()  # the default of the field, which the browser looks up
    assert result.axis.effect[step] == result.plan.effect
    assert result.theory.power[step] == pytest.approx(result.plan.power, abs=1e-12)


@pytest.mark.parametrize("kind", get_args(Kind))
@pytest.mark.parametrize("solve", get_args(Unknown))
def test_of_the_defaults_a_plan_for_equivalence_can_be_made(kind: Kind, solve: Unknown) -> None:
    plan = compute(Params(kind=kind, alternative="equivalence", solve=solve, **FEW)).plan
    assert abs(plan.effect) < plan.design.margin
    assert plan.power >= (0.8 if solve == "n" else 0.05)


def test_the_preset_of_equivalence_asks_for_seventy_per_group_within_half_a_standard_deviation(results) -> None:
    """A million simulated pairs of one-sided t tests: two per group less have too little power, two more enough."""
    plan = results["equivalence"].plan
    assert plan.n == 70
    assert (plan.effect, plan.design.margin) == (0.0, 0.5)
    draw, times = np.random.default_rng(1), 1_000_000
    shares = []
    for n in (plan.n - 2, plan.n + 2):
        df = 2 * n - 2
        error = np.sqrt(draw.chisquare(df, times) / df * 2 / n)
        reach = plan.design.margin - stats.t.isf(plan.alpha, df) * error
        shares.append((np.abs(draw.standard_normal(times) * np.sqrt(2 / n)) < reach).mean())
    assert shares[0] < 0.8 < shares[1]


@pytest.mark.parametrize("name", ["textbook", "one-sided", "equivalence", "detectable"])
def test_simulated_points_lie_on_the_curve_where_the_assumptions_hold(results, name: str) -> None:
    """Fourteen intervals of 99 %, dependent ones: two may miss."""
    seen, theory = results[name].experiment, results[name].theory
    exact = theory.power[seen.at]
    assert ((seen.low > exact) | (seen.high < exact)).sum() <= 2
    np.testing.assert_allclose(seen.p_shares.sum(axis=1), 1)


def test_with_no_effect_the_power_is_alpha_and_p_values_are_even() -> None:
    result = compute(Params(solve="power", n=20, effect=0.0, **FEW))
    assert result.plan.power == pytest.approx(0.05, abs=1e-12)
    assert result.axis.effect[result.axis.home] == 0
    np.testing.assert_allclose(result.theory.p_shares[result.axis.home], 0.05, atol=1e-12)


@pytest.mark.parametrize(("settings", "field", "said"), [
    ({"solve": "power", "n": 1}, "n", "two observations"),
    ({"alpha": 0.0}, "alpha", "such as 0.05"),
    ({"alpha": 1.0}, "alpha", "such as 0.05"),
    ({"sd_ratio": -1.0}, "sd_ratio", "positive"),
    ({"power": 1.0}, "power", "such as 0.8"),
    ({"solve": "power", "n": 5, "ratio": 0.1}, "n", "two observations in each group"),
])  # fmt: skip
def test_settings_that_make_no_test_are_refused(settings, field: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        Params(**settings)
    assert caught.value.field == field


@pytest.mark.parametrize(("settings", "field", "said"), [
    ({"effect": 0.0}, "effect", "probability α, whatever n is"),
    ({"power": 0.04}, "power", "must be above the level α = 0.05: the test rejects that often"),
    ({"effect": 1e-5}, "effect", "not reached below n = 10,000,000"),
    ({"effect": -0.5, "alternative": "greater"}, "effect", "cannot find an effect on this side"),
    ({"effect": 0.5, "margin": 0.5, "alternative": "equivalence"}, "effect", "must lie inside the margin"),
    ({"solve": "effect", "n": 4, "alternative": "equivalence"}, "power", "even with no effect"),
    ({"solve": "alpha", "n": 4, "effect": 0.01, "power": 0.9}, "power", "α of 0.5 .*or a larger effect"),
    ({"solve": "alpha", "effect": -0.5, "alternative": "greater"}, "effect", "cannot find an effect on this side"),
    ({"solve": "alpha", "effect": 0.5, "margin": 0.5, "alternative": "equivalence"}, "effect", "inside the margin"),
    ({"solve": "alpha", "n": 4, "alternative": "equivalence"}, "power", "α of 0.5 .*or a wider margin"),
    ({"effect": 0.49999, "margin": 0.5, "alternative": "equivalence"}, "effect", "Choose a wider margin or less power"),
    ({"power": 0.04, "alternative": "equivalence"}, "power", "may show equivalence that often where there is none"),
])  # fmt: skip
def test_plans_that_cannot_be_are_told_why(settings, field: str, said: str) -> None:
    with pytest.raises(InputError, match=said) as caught:
        compute(Params(**settings, **FEW))
    assert caught.value.field == field


@pytest.mark.parametrize("settings", [
    {"effect": 0.0},
    {"alternative": "greater", "effect": -0.5},
    {"alternative": "equivalence", "effect": 2.0},
    {"solve": "alpha", "n": 4, "effect": 0.01, "power": 0.9},
])  # fmt: skip
def test_data_are_tested_also_where_no_plan_can_be_made(settings) -> None:
    """R 4, ?sleep, paired: t = −4.0621. The power is that of the n that is set."""
    result = compute(Params(kind="paired", source="sample", **settings, **FEW))
    assert result.report.t == pytest.approx(-4.0621, abs=5e-5)
    assert "cannot be made" in result.unplanned
    assert (result.plan.unknown, result.plan.n) == ("power", settings.get("n", 64))


def test_without_a_table_there_is_nothing_but_a_plan_to_refuse() -> None:
    with pytest.raises(InputError, match="whatever n is"):
        compute(Params(effect=0.0, source="file", **FEW))
    assert compute(Params(source="sample", **FEW)).unplanned == ""


def test_the_python_to_take_along_prints_the_test_of_the_data(capsys) -> None:
    exec(snippet(Params(kind="paired", source="sample", **FEW)), {})
    printed = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines()[-22:])
    assert float(printed["t"]) == pytest.approx(-4.0621, abs=5e-5)
    assert float(printed["degrees_of_freedom"]) == 9
    assert float(printed["p"]) == pytest.approx(0.002833, abs=5e-7)
    assert "report" not in snippet(Params())


@pytest.mark.parametrize("settings", [
    {"solve": "power", "n": 2, "effect": 50.0, "alpha": 1e-12},
    {"solve": "power", "n": 1_000_000, "effect": 50.0, "alpha": 1e-12},
    {"solve": "power", "n": 10_000_000, "kind": "one sample", "effect": 1e-4},
        {"solve": "power", "n": 100_000, "effect": 1e-4, "scrub": "n"},
    {"solve": "effect", "n": 2, "alpha": 1e-12, "power": 1 - 1e-12},
    {"solve": "n", "effect": 50.0, "ratio": 100.0, "scrub": "n"},
    {"solve": "alpha", "n": 1_000, "effect": 2.0},
    {"alternative": "equivalence", "effect": 0.0, "margin": 50.0},
    {"kind": "welch", "solve": "power", "n": 2, "sd_ratio": 100.0},
    {"alternative": "equivalence", "solve": "power", "n": 5, "alpha": 0.5},  # whose critical value is 0
])  # fmt: skip
def test_extremes_are_finite(settings, monkeypatch) -> None:
    monkeypatch.setattr(t_test_power, "MAX_DRAWS", 10_000_000)
    result = compute(Params(**settings, replicates=100))
    assert np.isfinite(result.theory.power).all()
    for shaded in (result.theory.null, result.theory.alternative):
        assert all(np.isfinite(array).all() for array in vars(shaded).values())
    assert len(result.table()) == len(result.axis.n)
    assert result.nbytes > 0


def test_the_table_is_the_axis(results) -> None:
    table = results["unequal"].table()
    row = table.iloc[results["unequal"].axis.home]
    assert (row["n1"], row["n2"], row["true_effect_sd"]) == (40, 80, 0.4)
    design = PRESET["unequal"].design
    np.testing.assert_allclose(
        table["power"], power(design, 40, table["true_effect_sd"].to_numpy(), 0.01, 80), rtol=1e-9
    )


def test_a_simulation_too_large_is_cut_and_said() -> None:
    params = Params(solve="power", n=10_000_000, effect=1e-3, replicates=10_000_000)
    from core.statistics.t_test_power.plan import make_plan

    plan = make_plan(params.design, "power", params.n, params.effect, params.alpha, params.power)
    times = affordable(params, axis_of(plan, "effect"))
    assert times == MAX_DRAWS // (2 * params.n)
    assert estimate_seconds(t_test_power, params, None) > 1
    small = compute(Params(replicates=300))
    assert small.experiment.replicates == 300
    assert small.remarks == ()


def test_the_default_is_quick_enough_to_be_computed_at_once() -> None:
    assert estimate_seconds(t_test_power, Params(), None) <= 0.1
