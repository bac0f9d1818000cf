"""Populations: their laws, order statistics, means and estimates, against scipy and whole fractions."""

from fractions import Fraction
from math import comb, factorial

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import integrate, stats
from scipy.special import expit

from core.populations import LAWS, of_atoms
from core.populations.estimates import SLOPES, quantile
from core.populations.means import exact_law, irwin_hall
from core.populations.order_statistics import order_moments

KNOWN = {"normal": stats.norm(), "uniform": stats.uniform(), "exponential": stats.expon(),
         "log-normal": stats.lognorm(1), "pareto": stats.pareto(3), "cauchy": stats.cauchy()}  # fmt: skip
SHARES = expit(np.linspace(-7.0, 7.0, 141))
SLOPE_STEP = 1e-6


@pytest.mark.parametrize("kind", KNOWN)
def test_a_law_has_the_quantiles_and_moments_of_scipy(kind: str) -> None:
    its, known, u = LAWS[kind], KNOWN[kind], np.linspace(0.001, 0.999, 97)
    np.testing.assert_allclose(its.quantile(u), known.ppf(u), rtol=1e-12, atol=1e-15)
    assert its.density_at(0.5) == pytest.approx(known.pdf(known.ppf(0.5)), rel=1e-6)
    if kind != "cauchy":
        mean, variance, skewness, excess = known.stats("mvsk")
        assert (its.mean, its.deviation**2) == pytest.approx((mean, variance))
        finite = kind != "pareto"  # its third moment is infinite
        assert not finite or (its.skewness, its.kurtosis) == pytest.approx((skewness, excess + 3))
        ends = known.support()
        low, high = max(-40.0, ends[0]), min(ends[1], 3_000.0)
        parts = [integrate.quad(lambda x: np.abs(x - mean) ** 3 * known.pdf(x), *part, limit=500)[0]
                 for part in ((low, mean), (mean, min(high, mean + 40)), (min(high, mean + 40), high))]  # fmt: skip
        assert np.isinf(its.third) or its.third == pytest.approx(sum(parts) / variance**1.5, rel=1e-6)


def test_order_statistics_have_their_textbook_moments() -> None:
    """David and Nagaraja, Order Statistics: uniform k/(n + 1), exponential Σ1/i, normal maximum of 3 0.8463."""
    sizes = np.array([3, 5, 21])
    mean, deviation = order_moments(LAWS["uniform"], (sizes + 1) // 2, sizes)
    np.testing.assert_allclose(mean, 0.5)
    np.testing.assert_allclose(deviation**2, 1 / (4 * (sizes + 2)))
    mean, deviation = order_moments(LAWS["exponential"], sizes, sizes)
    np.testing.assert_allclose(mean, [sum(1 / i for i in range(1, n + 1)) for n in sizes])
    np.testing.assert_allclose(deviation**2, [sum(1 / i**2 for i in range(1, n + 1)) for n in sizes])
    assert order_moments(LAWS["normal"], sizes, sizes)[0][0] == pytest.approx(1.5 / np.sqrt(np.pi))


@pytest.mark.parametrize(("name", "source", "law"), [
    ("mean", "normal", stats.norm(0, 1 / 3)), ("mean", "exponential", stats.gamma(9, scale=1 / 9)),
    ("mean", "cauchy", stats.cauchy()), ("variance", "normal", stats.chi2(8, scale=1 / 8)),
    ("variance n", "normal", stats.chi2(8, scale=1 / 9)), ("deviation", "normal", stats.chi(8, scale=8**-0.5)),
    ("deviation n", "normal", stats.chi(8, scale=1 / 3)),
    ("median", "uniform", stats.beta(5, 5)), ("maximum", "uniform", stats.beta(9, 1))])  # fmt: skip
def test_the_exact_law_of_an_estimate_from_nine_draws_is_the_one_of_scipy(name, source, law) -> None:
    np.testing.assert_allclose(quantile(name, LAWS[source], 9, SHARES), law.ppf(SHARES), rtol=1e-8)


@given(st.floats(-1e6, 1e6), st.floats(0.1, 1e6), st.integers(1, 8))
def test_no_population_has_a_kurtosis_below_one_and_two_equal_shares_have_just_that(low, apart, repeats) -> None:
    atoms = np.repeat([low, low + apart], repeats)
    its = of_atoms("typed", atoms, np.full(len(atoms), 1 / len(atoms)))
    assert its.kurtosis >= 1
    assert its.kurtosis == pytest.approx(1, abs=1e-6)


@given(st.sampled_from([*SLOPES]), st.floats(0.05, 0.95))
def test_each_function_has_its_slope(name: str, x: float) -> None:
    function, slope = SLOPES[name]
    assert (function(x + SLOPE_STEP) - function(x - SLOPE_STEP)) / (2 * SLOPE_STEP) == pytest.approx(slope(x), rel=1e-4)


@pytest.mark.parametrize("n", [1, 4, 8, 9, 12, 20])
def test_the_law_of_a_sum_of_uniform_draws_is_its_polynomial_in_whole_fractions(n: int) -> None:
    for x in (Fraction(n, 5), Fraction(n, 2), Fraction(7 * n, 10)):
        known = sum((-1) ** k * comb(n, k) * (x - k) ** n for k in range(int(x) + 1)) / factorial(n)
        z = (float(x) - n / 2) / np.sqrt(n / 12)
        assert irwin_hall(n, np.array([z]))[0] == pytest.approx(float(known), abs=1e-12)


def test_the_law_of_a_mean_of_exponential_draws_is_gamma() -> None:
    z = np.linspace(-3, 3, 41)
    np.testing.assert_allclose(exact_law(LAWS["exponential"], 30, z),
                               stats.gamma(30, scale=1 / 30).cdf(1 + z / np.sqrt(30)), atol=1e-14)  # fmt: skip
