"""Estimates against numpy, pandas, scipy and statsmodels; theory against enumeration, known laws and simulation."""

from fractions import Fraction
from functools import cache
from itertools import product
from math import comb

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from scipy import stats
from statsmodels.robust.scale import mad

from core.errors import InputError, MissingInput
from core.numbers import number
from core.populations import LAWS
from core.populations.estimates import SLOPES, of_prefixes, theory
from core.populations.means import exact_distance, smallest
from core.populations.order_statistics import order_moments
from core.statistics.estimators import Params, compute
from core.statistics.estimators.distribution import SIZES
from core.statistics.estimators.laws import BERRY_ESSEEN, SMALL
from core.statistics.estimators.laws import SIZES as LAW_SIZES
from core.statistics.estimators.params import ESTIMATORS, FUNCTIONS, PARTS, SAMPLES, SOURCES
from core.statistics.estimators.populations import NEWCOMB, population
from core.statistics.estimators.robustness import ALIKE, FAR, SHIFTS, four, influence


@cache
def result(**values):
    return compute(Params(**values), device="cpu")


def at(n: int) -> int:
    return int(np.flatnonzero(n == SIZES)[0])


def test_newcombs_66_passages_have_the_summary_that_stigler_printed() -> None:
    """Stigler (1977), table 5: mean 26.21, standard deviation 10.75, median 27."""
    assert len(NEWCOMB) == 66
    assert (round(NEWCOMB.mean(), 2), round(NEWCOMB.std(ddof=1), 2), np.median(NEWCOMB)) == (26.21, 10.75, 27)


@given(arrays(np.float64, (3, 11), elements=st.floats(-1e3, 1e3)), st.sampled_from([0.0, 0.1, 0.25, 0.45]))
def test_estimates_from_the_first_n_draws_are_those_of_numpy_and_pandas(draws, cut: float) -> None:
    sizes = np.array([3, 5, 11])
    for column, n in enumerate(sizes):
        for row in range(3):
            x = draws[row, :n]
            left = int(cut * n)  # scipy: the proportion is cut off on each side
            known = {"mean": x.mean(), "median": np.median(x), "trimmed": np.sort(x)[left : n - left].mean(),
                     "variance n": np.var(x), "variance": pd.Series(x).var(), "deviation": pd.Series(x).std(),
                     "deviation n": np.std(x),
                     "maximum": x.max(), "square": x.mean() ** 2}  # fmt: skip
            for name, value in known.items():
                found = of_prefixes(name, draws, sizes, cut, 7.0)[row, column]
                assert found == pytest.approx(value, rel=1e-6, abs=1e-4), name


@pytest.mark.parametrize("estimator", sorted({*ESTIMATORS} - {"trimmed", "deviation n", "deviation"}))
def test_theory_of_three_numbers_is_what_all_their_samples_say(estimator: str) -> None:
    """Of three numbers 27 samples of 3 can be drawn, all equally likely."""
    numbers = (1.0, 2.5, 7.0)
    params = Params(source="typed", values="7 1 2.5", estimator=estimator)
    its = population(params, None)
    all_samples = np.array(list(product(numbers, repeat=3)))
    every = of_prefixes(estimator, all_samples, np.array([3]), 0.0, 0.0)[:, 0]
    known = theory(params.statistic, its, np.array([3]), params.trim / 100)
    assert known.mean[0] == pytest.approx(every.mean())
    assert known.deviation[0] == pytest.approx(every.std())


def test_the_square_of_a_mean_has_the_variance_that_all_samples_say() -> None:
    params = Params(part="delta", source="typed", values="7 1 2.5", function="square")
    squares = np.array(list(product((1.0, 2.5, 7.0), repeat=3))).mean(axis=1) ** 2
    known = theory(params.statistic, population(params, None), np.array([3]), params.trim / 100)
    assert (known.mean[0], known.deviation[0]) == pytest.approx((squares.mean(), squares.std()))


def test_a_moment_that_is_infinite_is_not_computed() -> None:
    sizes = np.array([3, 5])
    mean, deviation = order_moments(LAWS["cauchy"], (sizes + 1) // 2, sizes)
    assert np.isfinite(mean).all()
    assert np.isfinite(deviation).tolist() == [False, True]  # E|X₂:₃|² diverges, E|X₃:₅|² does not
    assert np.isnan(result(source="cauchy").theory.limit).all()
    assert not np.isfinite(result(source="pareto", estimator="variance").theory.deviation).any()
    assert np.isinf(result(source="cauchy", estimator="median").known[1:, : at(5)]).all()
    assert np.isinf(result(source="cauchy", estimator="trimmed").known[1:, : at(21)]).all()  # none left out, or one
    assert np.isfinite(result(source="cauchy", estimator="trimmed").known[1:, at(21) :]).all()
    assert np.isinf(result(part="delta", source="normal", function="inverse").known[1:]).all()  # E(1/x̄)² of x̄ near 0


def test_s_of_pareto_draws_has_a_finite_error_of_which_the_page_knows_no_formula() -> None:
    """E s² = σ², so the mean square error of s is at most 2σ²; but s has no normal limit with √n."""
    its = result(source="pareto", estimator="deviation")
    assert not its.infinite.any()
    assert np.isnan(its.known[2]).all()


@pytest.mark.parametrize("estimator", ESTIMATORS)
@pytest.mark.parametrize("source", ["normal", "uniform", "exponential", "bernoulli", "newcomb"])
def test_simulated_bias_variance_and_error_agree_with_exact_theory(source: str, estimator: str) -> None:
    its = result(source=source, estimator=estimator, share=0.3, trim=12.0)
    mean, deviation = its.theory.mean, its.theory.deviation
    exact = np.stack([mean - its.theory.truth, deviation**2, (mean - its.theory.truth) ** 2 + deviation**2])
    sure = np.isfinite(exact) & (its.error > 1e-9)
    sure[:, :4] = False  # of few draws a median is an outlier so rarely that the error is not known either
    if (source, estimator) == ("bernoulli", "maximum"):
        sure[:, 5:] = False  # no yes among 15 draws is as rare
    np.testing.assert_array_less(np.abs(its.simulated - exact)[sure], 5 * its.error[sure])


@pytest.mark.parametrize(("source", "estimator"), [
    ("normal", "trimmed"), ("exponential", "trimmed"), ("newcomb", "trimmed"), ("cauchy", "trimmed"),
    ("cauchy", "median"), ("log-normal", "median"), ("uniform", "deviation"), ("exponential", "variance")])  # fmt: skip
def test_for_large_n_the_spread_is_the_one_of_the_limit(source: str, estimator: str) -> None:
    its = result(source=source, estimator=estimator)
    assert its.simulated[1, -1] == pytest.approx(its.known[1, -1], abs=5 * its.error[1, -1] + 0.02 * its.known[1, -1])
    bias = its.theory.tends - its.theory.truth
    assert its.simulated[0, -1] == pytest.approx(bias, abs=5 * its.error[0, -1] + 2 / 501)


@pytest.mark.parametrize("cut", [1e-5, 1e-3, 0.1])
def test_the_limit_of_a_trimmed_mean_is_that_of_an_integral_over_heavy_tails(cut: float) -> None:
    """Of Pareto draws with P(X > x) = x⁻³: E Xʳ below the quantile at 1 − α is 3(1 − b^(r − 3))/(3 − r)."""
    low, high = (1 - cut) ** (-1 / 3), cut ** (-1 / 3)
    first, second = (3 * (low ** (r - 3) - high ** (r - 3)) / (3 - r) for r in (1, 2))
    mean, square = first + cut * (low + high), second + cut * (low**2 + high**2)
    known = theory("trimmed", LAWS["pareto"], np.array([100]), cut)
    assert known.tends == pytest.approx(first / (1 - 2 * cut), rel=1e-10)
    assert known.limit[0] == pytest.approx(np.sqrt(square - mean**2) / (1 - 2 * cut) / 10, rel=1e-10)


def test_to_trim_less_than_rounding_is_to_trim_nothing() -> None:
    its = theory("trimmed", LAWS["normal"], SIZES, 1e-18)
    np.testing.assert_array_equal(its.deviation, theory("mean", LAWS["normal"], SIZES).deviation)


def test_a_monte_carlo_error_is_told_only_where_the_fourth_moment_is_finite() -> None:
    """1/x̄ of n exponential draws has moments below the n-th, and a mean of Pareto draws those below the third."""
    its = result(part="delta", function="inverse")
    np.testing.assert_array_equal(np.isnan(its.error[2]), SIZES < 5)
    assert np.isfinite(its.error[0]).all()
    assert np.isnan(result(source="pareto").error[1:]).all()
    assert np.isnan(result(part="delta", source="pareto", function="inverse", mu=0.5).error[2, 0])
    assert np.isfinite(result(part="delta", source="pareto", function="inverse", mu=1.0).error).all()


def test_a_trimmed_mean_has_no_limit_where_its_upper_quantile_is_not_unique() -> None:
    its = result(source="bernoulli", share=0.3, estimator="trimmed", trim=30.0)
    assert np.isnan(its.theory.limit).all()


def test_no_limit_is_claimed_where_a_quantile_is_not_unique() -> None:
    """Stigler (1973): a trimmed mean is then not normal for large n, and a bootstrap median has no limit."""
    ten = " ".join(map(str, range(9))) + " 40"
    assert np.isnan(result(source="typed", values=ten, estimator="trimmed").theory.limit).all()
    assert np.isnan(result(source="typed", values=ten, estimator="median").theory.tends)
    assert np.isfinite(result(source="typed", values=ten, estimator="trimmed", trim=15.0).theory.limit).all()


def test_dividing_by_n_minus_one_unbiases_the_variance_and_not_its_root() -> None:
    """c₄ of 5 draws is 0.9400 (tables of control charts)."""
    variance, root = result(source="normal", estimator="variance"), result(source="normal", estimator="deviation")
    np.testing.assert_allclose(variance.theory.mean, 1)
    assert root.theory.mean[at(5)] == pytest.approx(0.9400, abs=5e-5)
    assert root.simulated[0, at(5)] < -10 * root.error[0, at(5)]
    by_n = result(source="normal", estimator="deviation n")  # c₂ of the same tables
    assert by_n.theory.mean[at(5)] == pytest.approx(0.8407, abs=5e-5)


def test_spreads_of_the_bootstrap_are_those_of_scipy() -> None:
    numbers = np.random.default_rng(1).standard_exponential(15)
    its = result(source="typed", values=" ".join(map(repr, numbers.tolist())), replicates=20_000)
    known = stats.bootstrap((numbers,), np.mean, n_resamples=20_000, rng=np.random.default_rng(2)).standard_error
    assert np.sqrt(its.simulated[1, at(15)]) == pytest.approx(known, rel=0.03)


@pytest.mark.parametrize("function", [*SLOPES])
def test_the_delta_method_holds_for_large_n(function: str) -> None:
    its = result(part="delta", source="uniform", mu=0.6, function=function, replicates=20_000)
    assert np.sqrt(its.simulated[1, -1]) == pytest.approx(its.theory.limit[-1], rel=0.03)


def test_where_the_slope_is_zero_n_times_the_square_is_chi_squared() -> None:
    its = result(part="delta", source="normal", function="square", mu=0.0)
    assert (its.theory.limit == 0).all()
    assert stats.kstest(501 * its.estimates[-1].astype(float), stats.chi2(1).cdf).pvalue > 1e-3


def test_samples_whose_mean_has_no_logarithm_are_counted_and_said() -> None:
    its = result(part="delta", source="normal")
    lost = int(np.isnan(its.estimates[0]).sum())
    assert lost > 0
    assert its.remarks == (f"{lost:,} of 4,000 samples of 3 draws have no ln x̄. They do not count.",)
    np.testing.assert_array_equal(4_000 - its.count, np.isnan(its.estimates).sum(axis=1))


def test_of_samples_without_a_value_nothing_is_said() -> None:
    """Of 250 numbers below 0 and a huge one three draws have no logarithm, nor have five."""
    its = result(part="delta", source="typed", values="-1 " * 250 + "1e6", replicates=200)
    none, single = its.count == 0, its.count == 1
    assert none[0]
    assert np.isnan(its.simulated[:, none]).all()
    assert np.isnan(its.error[:, none | single]).all()
    lonely = result(part="delta", source="typed", values="-1 " * 250 + "1e6", replicates=201, seed=3)
    for step in np.flatnonzero(lonely.count == 1):
        value = lonely.estimates[step][np.isfinite(lonely.estimates[step])][0]
        assert lonely.simulated[0, step] == pytest.approx(value - lonely.theory.truth)


@pytest.mark.parametrize("share", [0.3, 0.1, 0.7, 0.05])
def test_as_many_means_have_no_value_as_the_binomial_law_says(share: float) -> None:
    """A mean of 0 or 1 was 10⁻¹⁷ beside it where the share is no sum of powers of two, and 1/x̄ 7·10¹⁶."""
    for function in ("inverse", "log", "logit"):
        its = result(part="delta", source="bernoulli", share=share, function=function, replicates=1_000)
        none = (1 - share) ** SIZES[:4] + (share ** SIZES[:4] if function == "logit" else 0.0)
        error = np.sqrt(none * (1 - none) / 1_000)
        np.testing.assert_array_less(np.abs(1 - its.count[:4] / 1_000 - none), 4.5 * error + 1e-9)
        assert np.nanmax(np.abs(its.estimates)) <= 501


def test_samples_are_counted_at_the_size_of_which_most_have_no_value() -> None:
    """Of −4 and five 1 the mean of five draws may be 0, that of three cannot."""
    its = result(part="delta", source="typed", values="-4 1 1 1 1 1", function="inverse")
    most = int(its.count.argmin())
    assert its.count[0] == 4_000 > its.count[most]
    said = f"{4_000 - its.count[most]:,} of 4,000 samples of {SIZES[most]} draws have no 1/x̄. They do not count."
    assert its.remarks[0] == said


def test_the_unit_of_points_that_are_mostly_alike_is_told_to_be_their_deviation() -> None:
    its = result(part="robustness", source="typed", values="1 1 1 1 1 1 2")
    others = np.array([1.0, 1, 1, 1, 1, 2])
    assert its.unit == pytest.approx(others.std())
    assert its.remarks == (ALIKE,)
    assert result(part="robustness", source="typed", values="1 2 3 4 5").remarks == ()


@pytest.mark.parametrize("share", [0.5, 0.1, 0.02])
@pytest.mark.parametrize("n", [1, 7, 30])
def test_the_distance_of_a_binomial_law_is_the_one_of_its_exact_steps(share: float, n: int) -> None:
    p = Fraction(share).limit_denominator(100)
    law, worst = Fraction(0), 0.0
    for k in range(n + 1):
        normal = stats.norm.cdf((k - n * share) / np.sqrt(n * share * (1 - share)))
        before, law = law, law + comb(n, k) * p**k * (1 - p) ** (n - k)
        worst = max(worst, abs(float(before) - normal), abs(float(law) - normal))
    assert exact_distance(population(Params(source="bernoulli", share=share), None), n) == pytest.approx(
        worst, abs=1e-12
    )


def test_distances_keep_to_berry_and_esseen_and_the_simulated_ones_to_their_band() -> None:
    for source in ("normal", "uniform", "exponential", "bernoulli"):
        laws = result(part="laws", source=source, share=0.1)
        assert (laws.exact <= laws.bound).all()
        assert (np.abs(laws.distance - laws.exact) <= laws.noise).mean() > 0.9
        assert laws.bound[0] / laws.population.third == BERRY_ESSEEN


def test_the_simulated_distance_is_the_statistic_of_scipys_kolmogorov_test() -> None:
    laws = result(part="laws", replicates=500)
    draws = LAWS["exponential"].draw(np.random.default_rng(Params().seed), (500, 1_000))
    for step in (0, 20, -1):
        n = int(LAW_SIZES[step])
        known = stats.kstest((draws[:, :n].mean(axis=1) - 1) * np.sqrt(n), "norm").statistic
        assert laws.distance[step] == pytest.approx(known, abs=1e-9)


@pytest.mark.parametrize(
    ("source", "share"), [("exponential", 0.5), ("bernoulli", 0.5), ("bernoulli", 0.1), ("uniform", 0.5)]
)
def test_the_n_where_the_distance_becomes_small_is_the_first_of_a_scan(source: str, share: float) -> None:
    its = population(Params(source=source, share=share), None)
    found = smallest(its, SMALL)
    assert exact_distance(its, found) < 0.01 <= exact_distance(its, found - 1)
    assert all(exact_distance(its, n) >= 0.01 for n in range(1, found, max(1, found // 300)))


def test_the_mean_of_cauchy_draws_has_the_law_of_one() -> None:
    laws = result(part="laws", source="cauchy")
    assert np.isnan(laws.distance).all()
    half = (laws.ends[1] - laws.ends[0]) / 2
    assert np.abs(half / stats.cauchy.ppf(0.975) - 1).max() < 0.3
    assert stats.kstest(result(source="cauchy").estimates[-1].astype(float), stats.cauchy.cdf).pvalue > 1e-3


def test_means_keep_to_the_band_of_the_law_of_large_numbers() -> None:
    laws = result(part="laws", source="uniform")
    np.testing.assert_allclose(laws.ends[:, 20:], laws.band[:, 20:], atol=0.01)
    assert np.abs(laws.paths[:, -1] - 0.5).max() < 0.05


@pytest.mark.parametrize("source", ["newcomb", "normal", "typed"])
def test_a_dragged_point_moves_the_estimates_as_numpy_and_scipy_say(source: str) -> None:
    moved = result(part="robustness", source=source, row=2)
    for step in (0, 80, 160):
        whole = np.append(moved.others, moved.place[step])
        known = [whole.mean(), np.median(whole), stats.trim_mean(whole, 0.1), np.std(whole, ddof=1)]
        np.testing.assert_allclose(moved.estimates[:, step], known)
    assert moved.unit == pytest.approx(mad(moved.others), rel=1e-4)
    np.testing.assert_allclose(moved.place, np.median(moved.others) + SHIFTS * moved.unit)


@pytest.mark.parametrize("cut", [0.1, 0.25])
def test_the_sensitivity_of_many_normal_numbers_is_the_influence_function(cut: float) -> None:
    others, z = stats.norm.ppf((np.arange(19_999) + 0.5) / 19_999), np.array([-5.0, -1.0, 0.5, 3.0])
    for k, x in enumerate(z):
        sensitivity = 20_000 * (four(np.append(others, x), cut) - four(others, cut))
        np.testing.assert_allclose(sensitivity, influence(z, cut)[:, k], rtol=5e-3, atol=5e-3)


@given(st.integers(5, 60), st.sampled_from([0.0, 5.0, 10.0, 25.0, 45.0]), st.integers(0, 99))
def test_an_estimate_follows_from_its_breakdown_on_and_not_before(size: int, trim: float, seed: int) -> None:
    moved = compute(Params(part="robustness", source="normal", size=size, trim=trim, seed=seed))
    for k, count in enumerate(moved.breakdown):
        assert (moved.ruined[k, :count] < 20).all()
        assert moved.ruined[k, count] > 0.9 * FAR / size


def test_the_same_seed_gives_the_same_numbers_and_another_does_not() -> None:
    again = compute(Params(source="normal"))
    np.testing.assert_array_equal(again.simulated, result(source="normal").simulated)
    assert (compute(Params(source="normal", seed=8)).simulated != again.simulated).any()


def test_a_readers_column_is_the_population_of_the_bootstrap() -> None:
    rows = "name,height\n" + "\n".join(f"{chr(97 + i)},{i**2}" for i in range(12)) + "\nm,\n"
    its = compute(Params(source="file", column="height"), rows.encode())
    heights = np.arange(12.0) ** 2
    assert (its.population.mean, its.population.deviation) == pytest.approx((heights.mean(), heights.std()))
    means = {round(sum(three) / 3, 9) for three in product(heights, repeat=3)}
    assert set(its.estimates[0].round(9).tolist()) <= means


BAD = {
    "differ": {"values": "2 2 2"}, "not a number": {"values": "1 2 x"}, "3 to 2,000": {"values": "1 2"},
    "between": {"values": "1 2 1e300"}, "one of 9 rows": {"part": "robustness", "row": 40},
    "value at the mean of the population, which is −1": {"part": "delta", "values": "-1 -2 0", "function": "root"},
}  # fmt: skip


@pytest.mark.parametrize("sentence", BAD)
@pytest.mark.filterwarnings("error")
def test_what_cannot_be_used_is_refused_in_a_sentence(sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        compute(Params(source="typed", **BAD[sentence]))


def test_the_delta_method_asks_for_another_population_where_there_is_no_mean() -> None:
    for function in FUNCTIONS:
        with pytest.raises(InputError, match="it must have a mean") as caught:
            compute(Params(part="delta", source="cauchy", function=function))
        assert caught.value.field == "source"


def test_a_column_of_words_is_refused_and_a_missing_file_asked_for() -> None:
    with pytest.raises(InputError, match="must hold numbers"):
        compute(Params(source="file", column="a"), b"a\nx\ny\nz\n")
    with pytest.raises(InputError, match="3 to 2,000 numbers"):
        compute(Params(source="file", column="a"), b"a\n1\n2\n")
    with pytest.raises(MissingInput):
        compute(Params(source="file", column="a"))


@pytest.mark.filterwarnings("error")
@given(st.lists(st.floats(-1e12, 1e12), min_size=3, max_size=9), st.sampled_from([*PARTS]),
       st.sampled_from([*ESTIMATORS]), st.sampled_from([*SLOPES]))  # fmt: skip
def test_any_numbers_are_taken_or_refused_and_never_warn(numbers, part: str, estimator: str, function: str) -> None:
    values = " ".join(map(repr, numbers))
    try:
        found = compute(Params(part=part, source="typed", values=values, estimator=estimator, function=function,
                               replicates=200))  # fmt: skip
    except InputError:
        return
    found.table()


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("source", [name for name in SOURCES if name not in SAMPLES])
@pytest.mark.parametrize("estimator", ESTIMATORS)
def test_every_law_and_estimator_ends_in_a_table_without_a_warning(source: str, estimator: str) -> None:
    for share in (0.5, 0.01):
        found = compute(Params(source=source, estimator=estimator, share=share, replicates=300))
        assert len(found.table()) == len(SIZES)


def test_the_unit_of_a_moved_point_is_that_of_scipy_or_of_r_and_statsmodels() -> None:
    """And in either unit the same influence function stands over the same place."""
    usual, raw = (result(part="robustness", source="newcomb", row=5, unit=unit) for unit in ("normal", "raw"))
    assert raw.unit == pytest.approx(stats.median_abs_deviation(raw.others), rel=1e-12)
    assert usual.unit == pytest.approx(mad(usual.others), rel=1e-4)  # 1.4826 is 1/0.6745, rounded
    for k in range(4):
        inside = np.abs(raw.place - np.median(raw.others)) < 5 * raw.unit
        drawn = np.interp(raw.place[inside], usual.place, usual.influence[k])
        # between neighbours of the other grid the square is not a line, and the sign jumps
        assert np.median(np.abs(drawn - raw.influence[k][inside])) < 0.02 * usual.unit


@pytest.mark.parametrize("interval", ["percentile", "basic", "BCa"])
def test_the_bootstrap_interval_that_is_told_is_that_of_scipy(interval: str) -> None:
    found = result(source="newcomb", estimator="trimmed", interval=interval)
    wanted = stats.bootstrap((NEWCOMB,), lambda x, axis: stats.trim_mean(x, 0.1, axis), n_resamples=4_000,
                             method=interval, rng=np.random.default_rng(9)).confidence_interval  # fmt: skip
    estimate, kind = number(stats.trim_mean(NEWCOMB, 0.1)), f"the 95 % bootstrap interval ({interval}) reaches"
    assert found.remarks == (
        f"All 66 numbers give {estimate}; {kind} from {number(wanted.low)} to {number(wanted.high)}.",
    )


def test_bca_is_not_told_where_no_single_value_moves_the_median() -> None:
    (said,) = result(source="newcomb", estimator="median", interval="BCa").remarks
    assert said == "All 66 numbers give 27. Of the kind BCa there is no bootstrap interval here."


def test_only_the_readers_numbers_have_a_bootstrap_interval() -> None:
    assert result(source="normal").remarks == ()
    assert result(part="delta", source="newcomb", function="square").remarks == ()
