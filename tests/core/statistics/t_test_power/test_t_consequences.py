"""Type S and M errors, p-values and Welch's test: against simulation and against each other."""

from typing import Any
from unittest.mock import patch

import numpy as np
import pytest
from scipy import special, stats

from core.quadrature import legendre
from core.statistics.t_test_power import Params
from core.statistics.t_test_power.design import Design, power
from core.statistics.t_test_power.error_rates import nodes_of, p_value_shares, type_s_and_m, welch_power
from core.statistics.t_test_power.plan import make_plan
from core.statistics.t_test_power.sweep import axis_of, theory

TWO = Design("two samples")
TIMES = 400_000


def type_s(*setting: Any) -> Any:
    return type_s_and_m(*setting)[0]


def type_m(*setting: Any) -> Any:
    return type_s_and_m(*setting)[1]


def simulated(n: int, effect: float, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """The differences and p-values of many two-sample tests, from the distributions of mean and spread."""
    draw = np.random.default_rng(seed)
    difference = effect + draw.standard_normal(TIMES) * np.sqrt(2 / n)
    error = np.sqrt(draw.chisquare(2 * n - 2, TIMES) / (2 * n - 2) * 2 / n)
    return difference, 2 * stats.t.sf(np.abs(difference / error), 2 * n - 2)


@pytest.mark.parametrize(("n", "effect"), [(20, 0.2), (5, 0.5), (64, 0.5), (10, -0.3)])
def test_exaggeration_and_wrong_signs_are_those_of_significant_simulated_results(n: int, effect: float) -> None:
    difference, p = simulated(n, effect)
    significant = difference[p < 0.05]
    wrong = (np.sign(significant) != np.sign(effect)).mean()
    spread = np.abs(significant).std() / abs(effect) / np.sqrt(len(significant))
    assert float(type_s(TWO, n, effect, 0.05, n)) == pytest.approx(wrong, abs=4 * np.sqrt(0.25 / len(significant)))
    assert float(type_m(TWO, n, effect, 0.05, n)) == pytest.approx(
        np.abs(significant).mean() / abs(effect), abs=4 * spread
    )


def test_gelman_and_carlin_example_of_beauty_and_sex_ratio() -> None:
    """Their retrodesign(0.1, 3.28): power 0.05, type S 0.46, exaggeration 77 (0.3 gives 0.39 and 25), df infinite."""
    n = 2e6
    for effect, sign, size in ((0.1, 0.46, 77), (0.3, 0.39, 25)):
        delta = effect / 3.28
        d = delta * float(TWO.standard_error(n, n))
        assert float(type_s(TWO, n, d, 0.05, n)) == pytest.approx(sign, abs=0.006)
        assert float(type_m(TWO, n, d, 0.05, n)) == pytest.approx(size, abs=1)


def test_a_certain_result_neither_exaggerates_nor_errs() -> None:
    assert float(type_m(TWO, 1000, 1.0, 0.05, 1000)) == pytest.approx(1, abs=1e-9)
    assert float(type_s(TWO, 1000, 1.0, 0.05, 1000)) < 1e-12


def test_no_effect_has_no_sign_to_get_wrong() -> None:
    assert np.isnan(type_s(TWO, 20, 0.0, 0.05, 20))
    assert np.isnan(type_m(TWO, 20, 0.0, 0.05, 20))


def test_p_values_are_uniform_without_an_effect_and_crowd_below_alpha_with_one() -> None:
    edges = np.linspace(0.05, 0.95, 19)
    null, real = p_value_shares(TWO, np.array([20.0, 20.0]), np.array([0.0, 0.8]), np.array([20.0, 20.0]), edges)
    np.testing.assert_allclose(null, 0.05, atol=1e-12)
    assert real.sum() == pytest.approx(1)
    assert (np.diff(real) < 0).all()
    p = simulated(20, 0.8)[1]
    seen = np.histogram(p, np.linspace(0, 1, 21))[0] / TIMES
    np.testing.assert_allclose(seen, real, atol=4 * np.sqrt(0.25 / TIMES))


WELCH = pytest.mark.parametrize(("n", "n2", "ratio"), [(2, 2, 3.0), (3, 50, 3.0), (5, 5, 2.0), (30, 10, 0.5)])


def welch_simulated(design: Design, n: int, n2: int, effect: float) -> tuple[np.ndarray, np.ndarray]:
    """A million differences and their p-values. Two variances are drawn, not assumed."""
    draw = np.random.default_rng(n)
    times = 1_000_000
    first, second = (s * draw.chisquare(m - 1, times) / (m - 1) / m
                     for s, m in zip(design.variances, (n, n2), strict=True))  # fmt: skip
    df = (first + second) ** 2 / (first**2 / (n - 1) + second**2 / (n2 - 1))
    difference = effect + draw.standard_normal(times) * float(design.standard_error(n, n2))
    return difference, 2 * stats.t.sf(np.abs(difference) / np.sqrt(first + second), df)


@WELCH
def test_welch_power_is_the_share_of_simulated_rejections(n: int, n2: int, ratio: float) -> None:
    """The approximation misses this by up to 0.026."""
    design = Design("welch", sd_ratio=ratio)
    rejected = (welch_simulated(design, n, n2, 0.8)[1] < 0.05).mean()
    exact = float(welch_power(design, n, 0.8, 0.05, n2))
    assert exact == pytest.approx(rejected, abs=3.3 * np.sqrt(exact * (1 - exact) / 1_000_000))
    assert abs(exact - float(power(design, n, 0.8, 0.05, n2))) < 0.03


@WELCH
@pytest.mark.parametrize("effect", [0.8, -0.3])
def test_what_welchs_test_exaggerates_is_what_its_simulated_rejections_do(
    n: int, n2: int, ratio: float, effect: float
) -> None:
    """With 3 and 50 the approximation says 1.24 at an effect of 0.8, and simulation 1.195."""
    design = Design("welch", sd_ratio=ratio)
    difference, p = welch_simulated(design, n, n2, effect)
    seen = difference[p < 0.05]
    size, wrong = np.abs(seen) / abs(effect), float(type_s(design, n, effect, 0.05, n2))
    error = float(size.std()) / np.sqrt(len(seen))
    assert float(type_m(design, n, effect, 0.05, n2)) == pytest.approx(size.mean(), abs=4 * error)
    assert wrong == pytest.approx((seen * effect < 0).mean(), abs=4 * np.sqrt((wrong + 1e-5) / len(seen)))


@pytest.mark.parametrize(("n", "n2", "ratio", "alpha"), [(100, 2, 10.0, 1e-3), (2, 32, 0.18, 1e-6), (3, 50, 3.0, 0.05)])
def test_the_size_of_welchs_test_is_an_integral_over_the_log_odds_of_the_share_of_a_variance(
    n: int, n2: int, ratio: float, alpha: float
) -> None:
    """Two observations beside a hundred: the degrees of freedom leap from 99 to 1 within a hundredth of samples."""
    design = Design("welch", sd_ratio=ratio)
    x = np.linspace(-80, 80, 16_001)
    share, rest = special.expit(x), special.expit(-x)
    weight = np.exp((n - 1) / 2 * special.log_expit(x) + (n2 - 1) / 2 * special.log_expit(-x))
    v, v2 = (s / m for s, m in zip(design.variances, (n, n2), strict=True))
    seen, seen2 = v * share * (n + n2 - 2) / (n - 1), v2 * rest * (n + n2 - 2) / (n2 - 1)
    df = (seen + seen2) ** 2 / (seen**2 / (n - 1) + seen2**2 / (n2 - 1))
    given = 2 * stats.t.sf(stats.t.isf(alpha / 2, df) * np.sqrt((seen + seen2) / (v + v2)), n + n2 - 2)
    size = float(given @ weight / weight.sum())
    assert float(welch_power(design, n, 0.0, alpha, n2)) == pytest.approx(size, abs=1e-5, rel=1e-4)


def test_a_sweep_takes_more_nodes_only_for_the_sizes_that_need_them() -> None:
    params = Params(kind="welch", solve="power", n=60, ratio=0.05, sd_ratio=3.0, scrub="n")
    plan = make_plan(params.design, "power", params.n, params.effect, params.alpha, params.power)
    axis = axis_of(plan, "n")
    needed = nodes_of(axis.n, axis.n2)
    assert set(needed) == {36, 288}
    found = theory(plan, axis)
    settings = axis.n, axis.effect, plan.alpha, axis.n2
    np.testing.assert_allclose(found.exact, welch_power(plan.design, *settings), atol=1e-5)
    np.testing.assert_allclose([found.type_s, found.type_m], type_s_and_m(plan.design, *settings), rtol=1e-5)
    with patch("core.statistics.t_test_power.error_rates.legendre", wraps=legendre) as asked:
        theory(plan, axis)
    assert {call.args for call in asked.call_args_list} == {(36,), (288,)}


def test_welch_in_large_samples_is_as_approximated() -> None:
    design = Design("welch", sd_ratio=2.0)
    exact, approximate = welch_power(design, 400, 0.2, 0.05, 400), power(design, 400, 0.2, 0.05, 400)
    assert float(exact) == pytest.approx(float(approximate), abs=1e-5)
