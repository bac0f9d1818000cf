"""Bootstrap intervals, against their definitions by hand and scipy.stats.bootstrap."""

import numpy as np
import pytest
from scipy import stats

from catalog import BY_SLUG
from core.bootstrap import interval, remark

VALUES = np.random.default_rng(5).exponential(size=25)
MANY = 4_000


def medians(rows: np.ndarray) -> np.ndarray:
    return np.median(rows, axis=1)


def means(rows: np.ndarray) -> np.ndarray:
    return rows.mean(axis=1)


@pytest.mark.parametrize("method", ["percentile", "basic", "BCa"])
def test_an_interval_is_that_of_scipy(method: str) -> None:
    wanted = stats.bootstrap((VALUES,), np.mean, n_resamples=MANY, method=method, rng=np.random.default_rng(3))
    assert interval(VALUES, means, method, MANY, seed=3) == pytest.approx(tuple(wanted.confidence_interval))


def test_basic_is_percentile_mirrored_at_the_estimate() -> None:
    low, high = interval(VALUES, medians, "percentile", MANY, seed=1)
    twice = 2 * np.median(VALUES)
    assert interval(VALUES, medians, "basic", MANY, seed=1) == pytest.approx((twice - high, twice - low))


def test_bca_takes_shares_moved_by_bias_and_skewness() -> None:
    """Efron 1987: Φ(z₀ + (z₀ + z)/(1 − a(z₀ + z))), with a from the estimates that leave one value out."""
    chance = np.random.default_rng(2)
    drawn = means(VALUES[chance.integers(0, len(VALUES), (200_000, len(VALUES)))])
    left_out = np.array([np.delete(VALUES, i).mean() for i in range(len(VALUES))])
    away = left_out.mean() - left_out
    a = (away**3).sum() / (6 * (away**2).sum() ** 1.5)
    z0, z = stats.norm.ppf((drawn < VALUES.mean()).mean()), stats.norm.ppf([0.025, 0.975])
    wanted = np.quantile(drawn, stats.norm.cdf(z0 + (z0 + z) / (1 - a * (z0 + z))))
    assert interval(VALUES, means, "BCa", 40_000, seed=4) == pytest.approx(wanted, abs=0.015)


def test_bca_has_no_end_where_all_estimates_are_alike() -> None:
    assert np.isnan(interval(np.r_[np.zeros(50), 1.0], medians, "BCa", 500, seed=0)).any()


def test_the_ends_of_a_narrow_interval_are_told_apart() -> None:
    said = remark(1e6 + VALUES, means, "percentile", MANY, seed=3)
    low, high = (f"{1e6 + end:,.1f}" for end in interval(VALUES, means, "percentile", MANY, seed=3))
    assert said.endswith(f"reaches from {low} to {high}.")


def test_a_median_that_several_values_share_stays_when_any_one_is_left_out_and_another_does_not() -> None:
    """So the acceleration of BCa is 0/0 for the first alone, as the theory of /estimators says."""
    shared, single = np.array([1.0, 3, 3, 3, 7]), np.array([1.0, 2, 3, 5, 7])
    assert {np.median(np.delete(shared, k)) for k in range(5)} == {3.0}
    assert len({np.median(np.delete(single, k)) for k in range(5)}) > 1
    assert "a median that several values share" in BY_SLUG["estimators"].theory.read_text(encoding="utf-8")
