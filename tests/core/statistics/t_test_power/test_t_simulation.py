"""The Monte Carlo: reproducible, standardised, and within its interval of the exact power."""

from collections import Counter

import numpy as np
import pytest
import scipy.signal
import torch
from scipy import stats

from core.statistics.t_test_power import Params, compute
from core.statistics.t_test_power import simulation as t_simulation
from core.statistics.t_test_power.design import Design, power
from core.statistics.t_test_power.error_rates import welch_power
from core.statistics.t_test_power.simulation import _correlated, simulate

POPULATIONS = ["normal", "exponential", "log-normal", "student 3", "uniform"]


def random_design(draw: np.random.Generator) -> tuple[Design, int, int]:
    kind = str(draw.choice(["one sample", "paired", "two samples", "welch"]))
    alternative = str(draw.choice(["two-sided", "greater", "less", "equivalence"]))
    design = Design(
        kind,
        alternative,
        sd_ratio=float(draw.uniform(0.3, 3)) if kind in ("welch", "paired") else 1.0,
        margin=float(draw.uniform(0.3, 1)),
        pair_correlation=float(draw.uniform(-0.9, 0.9)),
    )
    n, n2 = (int(draw.integers(3, 60)) for _ in range(2))
    return design, n, n2 if design.groups == 2 else 0


def test_in_two_hundred_random_settings_the_simulated_power_lies_around_the_exact_one() -> None:
    """99.9 % intervals: two hundred of them miss 0.2 times, more than twice hardly ever."""
    draw, missed, times = np.random.default_rng(5), 0, 8_000
    for seed in range(200):
        design, n, n2 = random_design(draw)
        effect, alpha = float(draw.uniform(-0.8, 0.8)), float(10 ** draw.uniform(-3, -0.7))
        seen = simulate(design, n, n2, times, seed=seed).rejected(np.array([effect]), alpha)[0]
        exact = (
            welch_power(design, n, effect, alpha, n2) if design.kind == "welch" else power(design, n, effect, alpha, n2)
        )
        low, high = stats.binom.interval(0.999, times, float(exact))
        missed += not low <= seen * times <= high
    assert missed <= 2


@pytest.mark.parametrize("population", POPULATIONS)
def test_every_population_has_mean_0_and_variance_1(population) -> None:
    samples = simulate(Design("one sample"), 50, 0, 60_000, population=population, seed=3)
    assert samples.estimate.mean() == pytest.approx(0, abs=4 * np.sqrt(1 / 50 / 60_000))
    heavy = {"log-normal": 0.03, "student 3": 0.06}.get(population, 0.005)
    assert (samples.error**2 * 50).mean() == pytest.approx(1, abs=heavy)


def test_groups_have_the_variances_of_their_design() -> None:
    design = Design("welch", sd_ratio=3.0)
    samples = simulate(design, 40, 40, 40_000, seed=1)
    assert samples.estimate.var() == pytest.approx(2 / 40, rel=0.03)  # the mean variance is 1
    assert design.variances == pytest.approx((0.2, 1.8))


def test_pairs_are_tested_as_scipy_tests_correlated_measurements() -> None:
    """Formula, simulation, and scipy.stats.ttest_rel on draws of its own from the same bivariate normal."""
    design, effect, times = Design("paired", sd_ratio=2.0, pair_correlation=0.8), 0.4, 20_000
    first, second = np.sqrt(design.variances)
    covariance = [[first**2, 0.8 * first * second], [0.8 * first * second, second**2]]
    x = np.random.default_rng(4).multivariate_normal([effect, 0.0], covariance, (times, 15))
    theirs = float((stats.ttest_rel(x[..., 0], x[..., 1], axis=1).pvalue <= 0.05).mean())
    ours = float(simulate(design, 15, 0, times, seed=6).rejected(np.array([effect]), 0.05)[0])
    exact = float(power(design, 15, effect, 0.05))
    assert theirs == pytest.approx(exact, abs=3.3 * np.sqrt(exact * (1 - exact) / times))
    assert ours == pytest.approx(exact, abs=3.3 * np.sqrt(exact * (1 - exact) / times))


@pytest.mark.parametrize("samples", [1, 20, 700])
@pytest.mark.parametrize("correlation", [-0.84, 0.3, 0.99])
def test_correlated_observations_are_those_of_a_first_order_filter(correlation: float, samples: int) -> None:
    x = np.random.default_rng(1).normal(size=(50, samples)).astype(np.float32)
    fed = x.astype(np.float64)
    fed[1:] *= np.sqrt(1 - correlation**2)
    expected = scipy.signal.lfilter([1.0], [1.0, -correlation], fed, axis=0)
    found = _correlated(torch.from_numpy(x.copy()), correlation, None).numpy()
    np.testing.assert_allclose(found, expected, atol=2e-5)


def test_neighbours_are_correlated_as_set() -> None:
    """The variance of a mean of n from a first-order autoregression, to leading order (1 + ρ)/(1 − ρ)/n."""
    samples = simulate(Design("one sample"), 400, 0, 20_000, correlation=0.5, seed=2)
    lags = np.arange(1, 400)
    expected = (1 + 2 * ((1 - lags / 400) * 0.5**lags).sum()) / 400
    assert samples.estimate.var() == pytest.approx(expected, rel=0.04)


@pytest.mark.parametrize("correlation", [0.0, 0.7])
def test_a_sample_too_long_to_be_held_has_the_mean_and_variance_of_its_pieces_together(
    correlation: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    n, taken, longest = 40_000, Counter[int](), 0

    def drawn(population: str, shape: tuple[int, int], generator: torch.Generator, device: object) -> torch.Tensor:
        nonlocal longest
        seed, longest = generator.initial_seed(), max(longest, shape[0])
        whole = np.random.default_rng(seed).normal(5.0, 1.0, (n, 1)).astype(np.float32)
        taken[seed] += shape[0]
        return torch.from_numpy(whole[taken[seed] - shape[0] : taken[seed]])

    monkeypatch.setattr(t_simulation, "_draw", drawn)
    whole = simulate(Design("one sample"), n, 0, 3, correlation=correlation)
    assert longest == n
    taken.clear()
    longest = 0
    monkeypatch.setattr(t_simulation, "CPU_LONG", 1_234)
    pieces = simulate(Design("one sample"), n, 0, 3, correlation=correlation)
    assert longest == 1_234
    assert [*taken.values()] == [n] * 3
    np.testing.assert_allclose(pieces.estimate, whole.estimate, rtol=1e-5)
    np.testing.assert_allclose(pieces.error, whole.error, rtol=1e-5)


@pytest.mark.parametrize("population", POPULATIONS)
def test_one_seed_gives_one_set_of_samples_however_many_threads_draw(population, monkeypatch) -> None:
    first = simulate(Design("one sample"), 7, 0, 9_999, population=population, seed=11)
    monkeypatch.setattr(t_simulation, "THREADS", 1)
    again = simulate(Design("one sample"), 7, 0, 9_999, population=population, seed=11)
    other = simulate(Design("one sample"), 7, 0, 9_999, population=population, seed=12)
    np.testing.assert_array_equal(first.estimate, again.estimate)
    np.testing.assert_array_equal(first.error, again.error)
    assert not np.array_equal(first.estimate, other.estimate)


@pytest.mark.parametrize("kind", ["one sample", "two samples", "welch"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less"])
def test_the_share_rejected_is_that_of_scipys_p_values(kind, alternative) -> None:
    """scipy is given samples with the very means and variances that were drawn."""
    design = Design(kind, alternative)
    samples = simulate(design, 12, 15 if design.groups == 2 else 0, 500, seed=4)
    t = (samples.estimate + 0.4) / samples.error
    tails = {"two-sided": 2 * stats.t.sf(np.abs(t), samples.df), "greater": stats.t.sf(t, samples.df),
             "less": stats.t.cdf(t, samples.df)}  # fmt: skip
    assert samples.rejected(np.array([0.4]), 0.03)[0] == pytest.approx((tails[alternative] < 0.03).mean(), abs=1e-9)


def test_a_skewed_population_breaks_the_one_sided_size() -> None:
    """Exponential, n = 15, for less: the lower tail of t is heavier, so 5 % becomes more than 10 %."""
    size = simulate(Design("one sample", "less"), 15, 0, 50_000, population="exponential").rejected(np.zeros(1), 0.05)[
        0
    ]
    assert size > 0.10


def test_intervals_are_clopper_and_pearsons() -> None:
    """As scipy has them: also those of no rejection, of an effect on the wrong side, and of nothing but rejections."""
    seen = compute(Params(alternative="greater", alpha=0.001, replicates=200), device="cpu").experiment
    assert {0.0, 1.0} < {*seen.power.tolist()}
    intervals = zip(np.append(seen.power, seen.size), np.append(seen.low, seen.size_low),
                    np.append(seen.high, seen.size_high), strict=True)  # fmt: skip
    for share, low, high in intervals:
        exact = stats.binomtest(round(share * 200), 200).proportion_ci(0.99, "exact")
        assert (low, high) == pytest.approx((exact.low, exact.high), abs=1e-12)


def test_progress_rises_to_one() -> None:
    told: list[float] = []
    simulate(Design("two samples"), 2_000, 1_000, 500, progress=told.append)
    assert told == sorted(told)
    assert told[-1] == pytest.approx(1)


@pytest.mark.parametrize("kind", ["one sample", "paired", "two samples", "welch"])
@pytest.mark.parametrize("alternative", ["two-sided", "greater", "less", "equivalence"])
def test_among_the_tests_shown_one_by_one_as_many_reject_as_among_all(kind, alternative) -> None:
    design, effects = Design(kind, alternative, margin=0.9), np.array([-0.3, 0.0, 0.5])
    n2 = 12 if Design(kind).groups == 2 else 0
    samples = simulate(design, 15, n2, 500, seed=8)
    statistic, found = samples.first(500, effects, 0.05, float(design.standard_error(15, n2)))
    np.testing.assert_allclose(found.mean(axis=1), samples.rejected(effects, 0.05), atol=1e-12)
    if alternative == "equivalence":
        assert statistic.std(axis=1) == pytest.approx(1, abs=0.15)  # in true standard errors
    elif kind == "one sample":
        again = samples.first(7, effects, 0.05, 1.0)
        np.testing.assert_array_equal(again[0], statistic[:, :7])
        rejects = {"two-sided": np.abs(statistic), "greater": statistic, "less": -statistic}[alternative]
        levels = 0.05 / (2 if alternative == "two-sided" else 1)
        np.testing.assert_array_equal(found, rejects > stats.t.isf(levels, 14))
