"""The Monte Carlo of /cramer-rao against exact variances, and the explorer's contract."""

import dataclasses
import math
import threading
from typing import Any

import numpy as np
import pytest
import torch
from scipy import integrate, stats

from core import explorer
from core.costs import estimate_seconds
from core.errors import InputError
from core.explorer import computation_key
from core.statistics import cramer_rao
from core.statistics.cramer_rao import SIZES, Params, compute
from core.statistics.cramer_rao._cauchy_kernel import highest_peaks
from core.statistics.cramer_rao.accuracy import SHARES, _quantiles
from core.statistics.cramer_rao.estimates import Setting
from core.statistics.cramer_rao.families import FAMILIES
from core.statistics.cramer_rao.replicates import BLOCK, simulate

CLOSE = {"error": 1.4}  # percent: 10,205 replicates
AT = {"bernoulli": {"theta": 0.3}, "gamma-shape": {"theta": 2.0}, "gamma-both": {"theta": 2.0, "known": 1.5},
      "poisson": {"theta": 3.0}, "exponential": {"theta": 2.0}}  # fmt: skip


class Results(dict[str, cramer_rao.Result]):
    """That of each family, computed when it is first asked for."""

    def __missing__(self, family: str) -> cramer_rao.Result:
        self[family] = compute(Params(family=family, **CLOSE, **AT.get(family, {})))
        return self[family]


@pytest.fixture(scope="module")
def results() -> Results:
    return Results()


def of(result: cramer_rao.Result, name: str, n: int) -> dict[str, float]:
    """The numbers of one estimator at one n, of the first parameter."""
    row, column = list(FAMILIES[result.family].estimators).index(name), SIZES.index(n)
    fields = ("variance", "variance_error", "biased_bound", "bias", "bias_error", "mse", "slope", "slope_error")
    return {field: float(getattr(result.accuracy, field)[row, column, 0]) for field in fields}


@pytest.mark.parametrize("family", FAMILIES)
def test_variances_are_the_exact_ones_within_their_errors(results, family: str) -> None:
    accuracy = results[family].accuracy
    with np.errstate(invalid="ignore"):  # what never varies has no error
        apart = (accuracy.variance - accuracy.exact_variance) / accuracy.variance_error
    # With tails that barely have a fourth moment the error is itself too uncertain to be held against.
    at = Setting(Params(family=family, **AT.get(family, {})).theta, 1.0)
    steady = np.array([[one.tail(n, at) > 12 for n in SIZES] for one in FAMILIES[family].estimators.values()])
    known = np.isfinite(apart) & steady[..., None]
    assert known.any() == (family not in ("gamma-both", "cauchy"))
    assert np.abs(apart[known]).max(initial=0.0) < 4.5


@pytest.mark.parametrize(
    ("family", "name", "n", "exact"),
    [
        ("normal-mean", "mle", 25, 1 / 25),
        ("bernoulli", "mle", 50, 0.0042),
        ("poisson", "mle", 10, 0.3),
        ("uniform", "unbiased", 10, 0.25 / 120),
        ("normal-variance", "sample", 25, 2 * 0.25 / 24),
        ("exponential", "unbiased", 20, 4 / 18),
    ],
)
def test_variances_are_those_of_the_notes(results, family: str, name: str, n: int, exact: float) -> None:
    found = of(results[family], name, n)
    assert abs(found["variance"] - exact) < 4.5 * found["variance_error"]
    assert found["variance_error"] < 0.03 * exact


def order_statistic_variance(n: int, density, cumulative) -> float:
    """The variance of the median of an odd n by integration: its density is n·C(n−1, m)·Fᵐ(1−F)ᵐf."""
    m = (n - 1) // 2
    log = math.log(n) + math.lgamma(n) - 2 * math.lgamma(m + 1)

    def integrand(x: float) -> float:
        share = cumulative(x)
        return x**2 * math.exp(log + m * (math.log(share) + math.log1p(-share))) * density(x)

    return 2 * integrate.quad(integrand, 0, 8, epsabs=1e-12)[0]


@pytest.mark.parametrize("n", [3, 9, 25])
def test_the_median_of_normal_draws_has_the_variance_of_its_order_statistic(results, n: int) -> None:
    exact = order_statistic_variance(n, stats.norm.pdf, stats.norm.cdf)
    found = of(results["normal-mean"], "median", n)
    assert abs(found["variance"] - exact) < 4.5 * found["variance_error"]


def test_the_median_of_a_normal_sample_has_efficiency_two_over_pi(results) -> None:
    found = of(results["normal-mean"], "median", 1_000)
    efficiency, error = (1 / 1_000) / found["variance"], found["variance_error"] / found["variance"]
    assert abs(efficiency - 2 / math.pi) < 4.5 * error * efficiency + 0.002  # at n = 1000 it is 0.6375


@pytest.mark.parametrize("family", [name for name, kind in FAMILIES.items() if kind.regular])
def test_maximum_likelihood_becomes_efficient(results, family: str) -> None:
    accuracy = results[family].accuracy
    ratio = (accuracy.variance / accuracy.bound)[0, -1]
    error = (accuracy.variance_error / accuracy.bound)[0, -1]
    assert (np.abs(ratio - 1) < 4.5 * error + (0.06 if family == "laplace" else 0.01)).all()


@pytest.mark.parametrize("family", [name for name, kind in FAMILIES.items() if kind.regular])
def test_no_estimator_is_below_its_biased_bound(results, family: str) -> None:
    accuracy = results[family].accuracy
    with np.errstate(invalid="ignore"):  # what never varies has no noise
        noise = accuracy.variance_error + 2 * accuracy.biased_bound * np.abs(accuracy.slope_error / accuracy.slope)
        below = (accuracy.biased_bound - accuracy.variance) / noise
    assert np.nanmax(below) < 4.5


def test_a_shrunk_mean_is_below_the_bound_for_unbiased_ones_and_meets_the_biased_bound(results) -> None:
    found = of(results["normal-mean"], "shrunk", 10)
    assert found["variance"] < 0.5 * (1 / 10)
    exact = 10 / 15**2  # n·σ²/(n + w)²
    assert found["biased_bound"] == pytest.approx(exact, rel=1e-9)
    assert found["slope"] == pytest.approx(10 / 15, rel=1e-9)
    assert abs(found["bias"] - -0.5 * 5 / 15) < 4.5 * found["bias_error"]


def test_the_slope_of_a_mean_is_its_covariance_with_the_score() -> None:
    """1/x̄ of n exponential draws has E = n/(n − 1)·θ; the score finds the slope that the closed form gives."""
    result = compute(Params(family="gamma-both", theta=2.0, known=1.0, **CLOSE))
    assert result.accuracy is not None
    moments = result.accuracy.slope[1, SIZES.index(1_000)]
    np.testing.assert_allclose(moments, 1.0, atol=0.06)


@pytest.mark.parametrize(("family", "name"), [
    ("normal-variance", "sample"), ("normal-both", "sample"), ("poisson", "sample"), ("exponential", "unbiased"),
    ("gamma-shape", "moments"), ("gamma-rate", "unbiased"),
])  # fmt: skip
def test_the_bound_for_its_bias_of_an_unbiased_estimator_is_that_of_all_such(results, family: str, name: str) -> None:
    accuracy, row = results[family].accuracy, list(FAMILIES[family].estimators).index(name)
    bound = np.where(np.isnan(accuracy.variance[row]), np.nan, accuracy.bound)
    np.testing.assert_allclose(accuracy.biased_bound[row], bound, rtol=1e-12)
    assert np.nanmax(np.abs(accuracy.bias[row]) / accuracy.bias_error[row]) < 4.5


@pytest.mark.filterwarnings("error")
@pytest.mark.parametrize("p", [0.001, 0.999])
def test_samples_that_are_all_alike_have_no_variance_and_say_nothing_of_the_bias(p: float) -> None:
    """Of 50 samples of two draws with p = 0.001 nine in ten times none has a 1."""
    accuracy = compute(Params(family="bernoulli", theta=p, error=20.0, seed=2)).accuracy
    assert accuracy is not None
    np.testing.assert_array_equal(accuracy.variance[:, 0], 0.0)
    np.testing.assert_array_equal(accuracy.variance_error[:, 0], 0.0)
    assert np.isnan(accuracy.slope[:, 0]).all()
    assert (accuracy.variance >= 0).all()


@pytest.mark.parametrize("family", FAMILIES)
def test_mean_square_error_is_variance_and_squared_bias(results, family: str) -> None:
    accuracy, count = results[family].accuracy, results[family].replicates
    together = accuracy.variance * (count - 1) / count + accuracy.bias**2
    defined = np.isfinite(accuracy.mse)
    np.testing.assert_allclose(accuracy.mse[defined], together[defined], rtol=1e-9)


def test_moments_that_are_infinite_are_not_estimated(results) -> None:
    cauchy, exponential = results["cauchy"].accuracy, results["exponential"].accuracy
    names = list(FAMILIES["cauchy"].estimators)
    assert np.isnan(cauchy.variance[names.index("mean")]).all()
    median = cauchy.variance[names.index("median"), :, 0]
    assert [n for n, value in zip(SIZES, median, strict=True) if np.isnan(value)] == [2, 3, 4]  # a density like t⁻ᵏ⁻¹
    mle = cauchy.variance[0, :, 0]
    assert [n for n, value in zip(SIZES, mle, strict=True) if np.isnan(value)] == [2, 3]
    assert np.isnan(exponential.variance[0, SIZES.index(2)]).all()  # 1/Σx of two draws
    assert np.isnan(exponential.variance_error[0, SIZES.index(4)]).all()
    assert np.isfinite(exponential.variance_error[0, SIZES.index(5)]).all()


@pytest.mark.parametrize("more", [{"weight": 1e6}, {"theta": 1e6}, {"theta": 1e6, "known": 1e-6}])
def test_a_bias_that_is_large_beside_the_spread_takes_no_digits_from_the_variance(more: dict[str, float]) -> None:
    """A shrunk mean of normal draws is normal: its variance has the relative error √(2/R)."""
    its = compute(Params(estimator="shrunk", error=4.0, **more))
    assert its.accuracy is not None
    row, weight = list(FAMILIES["normal-mean"].estimators).index("shrunk"), Params(**more).weight
    found, exact, error = (getattr(its.accuracy, name)[row, :, 0] for name in
                           ("variance", "exact_variance", "variance_error"))  # fmt: skip
    np.testing.assert_allclose(error / exact, math.sqrt(2 / its.replicates), rtol=0.2)
    assert (np.abs(found - exact) / error).max() < 4.5
    bias = -weight * Params(**more).theta / (its.axis + weight)
    np.testing.assert_allclose(its.accuracy.mse[row, :, 0], bias**2 + exact, rtol=0.2)
    of_squares = np.sqrt((2 * exact**2 + 4 * bias**2 * exact) / its.replicates)
    np.testing.assert_allclose(its.accuracy.mse_error[row, :, 0], of_squares, rtol=0.2)


@pytest.mark.parametrize(("name", "more"), [("shrunk", {"family": "exponential"}), ("unbiased", {
    "family": "gamma-rate", "known": 0.5})])  # fmt: skip
def test_no_draws_over_their_sum_is_zero_and_has_no_variance(name: str, more: dict[str, Any]) -> None:
    """(n − 2)/Σx of two draws, and (nα − 1)/Σx of two with α = ½: infinite moments of 1/Σx, times 0."""
    accuracy = compute(Params(theta=2.0, error=10.0, **more)).accuracy
    assert accuracy is not None
    row = list(FAMILIES[more["family"]].estimators).index(name)
    found = [getattr(accuracy, which)[row, 0, 0] for which in ("variance", "exact_variance", "slope", "biased_bound")]
    assert found == [0.0, 0.0, 0.0, 0.0]
    assert (accuracy.bias[row, 0, 0], accuracy.mse[row, 0, 0]) == pytest.approx((-2.0, 4.0))


def test_the_maximum_likelihood_of_four_cauchy_draws_has_a_variance() -> None:
    """Two draws far out on one side take their median along, and P(|T| > t) falls as t⁻². The highest peak is there
    only where these two stand closer to each other than the other two do, or three are far out: as t⁻³ ln t."""
    z = np.random.default_rng(0).standard_cauchy((400_000, 4))
    peak = np.abs(highest_peaks(z, np.array([4]), np.median(z, axis=1)[:, None])[:, 0])
    median = np.abs(np.median(z, axis=1))
    of_threefold = [(each > 10).mean() / (each > 30).mean() for each in (median, peak)]
    assert of_threefold[0] == pytest.approx(3**2, rel=0.25)
    assert of_threefold[1] > 15
    assert [FAMILIES["cauchy"].estimators["mle"].tail(n, None) for n in (2, 3, 4, 5, 6)] == [1, 2, 3, 3, 4]


def test_the_uniform_beats_the_formula_and_gets_no_biased_bound(results) -> None:
    accuracy = results["uniform"].accuracy
    assert (accuracy.variance[1, :, 0] < accuracy.bound[:, 0]).all()
    assert np.isnan(accuracy.biased_bound).all()


@pytest.mark.parametrize("family", ["normal-both", "gamma-both"])
def test_two_parameters_have_no_direction_below_the_biased_bound(results, family: str) -> None:
    joint = results[family].accuracy.joint
    defined = np.isfinite(joint.error) & (joint.error > 0) & (np.array(SIZES) >= 10)
    assert (joint.biased[defined] > -4.5 * joint.error[defined]).all()


def test_maximum_likelihood_of_mean_and_variance_is_below_the_unbiased_bound_in_one_direction(results) -> None:
    joint = results["normal-both"].accuracy.joint
    mle, sample = 0, 1
    at = SIZES.index(10)
    assert joint.smallest[mle, at] == pytest.approx(9 / 10 - 1, abs=4.5 * joint.error[mle, at])  # Var(σ̂²)·n/(2σ⁴) − 1
    assert joint.smallest[sample, at] > -4.5 * joint.error[sample, at]
    np.testing.assert_allclose(joint.bound[at], np.diag([1 / 10, 2 / 10]), atol=1e-12)


def test_the_plain_eigenvalue_is_that_of_the_difference_of_the_matrices(results) -> None:
    joint = results["gamma-both"].accuracy.joint
    at = SIZES.index(100)
    for row in range(2):
        values = np.linalg.eigvalsh(joint.covariance[row, at] - joint.bound[at])
        assert joint.plain[row, at] == pytest.approx(values[0], rel=1e-9)


@pytest.mark.parametrize("family", [name for name, kind in FAMILIES.items() if kind.regular])
def test_the_measured_variance_of_the_score_is_the_information(results, family: str) -> None:
    params = Params(family=family, **AT.get(family, {}))
    information = FAMILIES[family].information(params.theta, params.known)
    scale = np.sqrt(np.outer(np.diag(information), np.diag(information)))
    assert (np.abs(results[family].accuracy.score_variance[-1] - information) / scale < 0.07).all()


@pytest.mark.parametrize("replicates", [1, 2, 777])
def test_quantiles_of_heavy_tailed_errors_are_numpys(replicates: int) -> None:
    kept = np.random.default_rng(0).standard_cauchy((2, 5, 2, replicates)).astype(np.float32)
    kept[0, 0, 0, 0], kept[1, 1, 1, : replicates // 20] = np.nan, np.inf
    with np.errstate(invalid="ignore"):  # as around all that is made of the totals
        theirs = np.moveaxis(np.quantile(kept, SHARES, axis=-1), 0, -1)
        np.testing.assert_allclose(_quantiles(np.sort(kept)), theirs, rtol=1e-5, atol=1e-6)


def test_the_sampling_distribution_of_an_efficient_estimate_is_standard_normal_in_units_of_the_bound(results) -> None:
    quantiles = results["normal-mean"].accuracy.quantiles[0, -1, 0]
    np.testing.assert_allclose(quantiles, stats.norm.ppf(np.arange(1, 100) / 100), atol=0.15)
    histogram = results["normal-mean"].accuracy.histogram[0, -1, 0]
    assert histogram.sum() * 8 / 64 == pytest.approx(1.0, abs=0.002)


@pytest.mark.parametrize("error", [10.0, 3.0])
def test_the_relative_error_of_a_normal_variance_is_the_one_asked_for(error: float) -> None:
    result = compute(Params(error=error))
    assert result.accuracy is not None
    achieved = (result.accuracy.variance_error / result.accuracy.variance)[0, :, 0]
    np.testing.assert_allclose(100 * np.median(achieved), error, rtol=0.1)


def test_the_same_seed_gives_the_same_numbers_and_another_seed_others() -> None:
    first, second, other = (compute(Params(error=6.0, seed=seed)).table() for seed in (4, 4, 5))
    assert first.equals(second)
    assert not first.equals(other)


def test_more_replicates_continue_the_same_blocks() -> None:
    def kept(replicates: int) -> np.ndarray:
        return simulate("exponential", Setting(2.0, 1.0), (2, 10), replicates, 3, torch.device("cpu")).kept

    np.testing.assert_array_equal(kept(2 * BLOCK)[..., :BLOCK], kept(BLOCK))


def test_efficiency_over_theta_is_that_over_n_at_the_same_place() -> None:
    over_theta = compute(Params(view="theta", family="exponential", n=20, **CLOSE))
    accuracy, at = over_theta.accuracy, 20
    assert accuracy is not None
    theta = over_theta.axis[at]
    exact = FAMILIES["exponential"].estimators["mle"].variance(np.array([20.0]), Setting(theta, 1.0))[0][0]
    assert accuracy.exact_variance[0, at, 0] == pytest.approx(exact)
    assert abs(accuracy.variance[0, at, 0] - exact) < 4.5 * accuracy.variance_error[0, at, 0]
    apart = ((accuracy.variance - accuracy.exact_variance) / accuracy.variance_error)[:3, :, 0]
    assert np.abs(apart).max() < 4.5
    assert 0.7 < apart.std() < 1.4  # each θ has draws of its own


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("known", [1e-6, 0.5, 1e6])
def test_every_place_of_the_axis_of_theta_is_a_setting(family: str, known: float) -> None:
    try:
        params = Params(view="theta", family=family, known=known)
    except InputError:
        return  # beyond what the second number of this family may be
    for theta in cramer_rao.thetas(params)[[0, -1]].tolist():
        assert dataclasses.replace(params, theta=theta).theta == theta


def test_progress_rises_to_one() -> None:
    heard: list[float] = []
    compute(Params(error=3.0), progress=heard.append)
    assert heard == sorted(heard)
    assert heard[-1] == pytest.approx(1.0)


def test_what_is_stopped_leaves_no_thread_at_work() -> None:
    class Stop(Exception):  # noqa: N818 — as a reader who cancels
        pass

    def stop(fraction: float) -> None:
        raise Stop

    with pytest.raises(Stop):
        simulate("bernoulli", Setting(0.3, 1.0), (2, 40), 300 * BLOCK, 1, torch.device("cpu"), stop)
    assert not [thread for thread in threading.enumerate() if thread.name.startswith("ThreadPoolExecutor")]


def test_looking_elsewhere_computes_nothing() -> None:
    params = Params()
    for change in ({"n": 300}, {"estimator": "median"}, {"measure": "variance"}, {"parameter": "second"}):
        moved = dataclasses.replace(params, **change)
        assert explorer.computation_key(moved) == explorer.computation_key(params)
    over_theta = dataclasses.replace(params, view="theta")
    assert explorer.computation_key(dataclasses.replace(over_theta, n=300)) != explorer.computation_key(over_theta)
    assert explorer.find("cramer-rao") is cramer_rao


@pytest.mark.parametrize(
    ("values", "field"),
    [
        ({"estimator": "midrange", "family": "poisson"}, "estimator"),
        ({"family": "bernoulli", "theta": 1.0}, "theta"),
        ({"family": "normal-variance", "theta": -1.0}, "theta"),
        ({"known": 0.0}, "known"),
        ({"theta": float("nan")}, "theta"),
        ({"family": "gamma-shape", "theta": 0.1}, "theta"),
        ({"n": 1}, "n"),
        ({"n": 1_001}, "n"),
        ({"error": 0.01}, "error"),
        ({"view": "theta", "n": 1_000, "error": 0.1}, "error"),
        ({"trim": 50.0}, "trim"),
        ({"weight": -1.0}, "weight"),
        ({"view": "one", "confidence": 100.0}, "confidence"),
        ({"seed": -1}, "seed"),
        ({"seed": True}, "seed"),
        ({"view": "one", "place": 241}, "place"),
    ],
)
def test_a_setting_that_cannot_be_used_is_named(values: dict, field: str) -> None:
    with pytest.raises(InputError) as caught:
        Params(**values)
    assert caught.value.field == field


def test_millions_of_replicates_may_be_asked_for_and_no_link_for_more_than_two_minutes() -> None:
    assert Params(error=0.09).replicates > 2_400_000
    assert estimate_seconds(cramer_rao, Params(error=0.09), None) > 60
    assert estimate_seconds(cramer_rao, Params(), None) <= 0.1
    for settings in ({"error": 0.045}, {"family": "gamma-both", "theta": 2.0, "error": 0.05},
                     {"view": "theta", "n": 1_000, "error": 0.2}):  # fmt: skip
        with pytest.raises(InputError, match="must take at most 120 s") as caught:
            Params(**settings)
        least = float(caught.value.remedy.split()[1])
        assert Params(**(settings | {"error": least})).seconds <= 120


@pytest.mark.parametrize("settings", [
    {"family": "gamma-both", "theta": 2.0, "error": 5.0}, {"error": 5.0}, {"view": "theta", "n": 5, "error": 9.0},
    {"view": "theta", "family": "normal-both", "n": 5, "error": 9.0},
    {"view": "one", "source": "file", "column": "x"},
])  # fmt: skip
def test_a_result_holds_no_more_memory_than_it_says(settings: dict) -> None:
    # A slice is small and keeps the whole: 10,000 errors of each estimator, or a column of any length.
    data = ("x\n" + "1.5\n2.5\n" * 40_000).encode()
    result = compute(Params(**settings), data)
    held = held_bytes(result)
    assert held <= result.nbytes <= 1.2 * held + 10_000


def held_bytes(value: object) -> int:
    """Of the arrays that own what ``value`` refers to."""
    owners: dict[int, int] = {}

    def visit(each: object) -> None:
        if isinstance(each, np.ndarray):
            while isinstance(each.base, np.ndarray):
                each = each.base
            owners[id(each)] = each.nbytes
        elif dataclasses.is_dataclass(each):
            for one in vars(each).values():
                visit(one)

    visit(value)
    return sum(owners.values())


def test_an_n_of_the_readers_own_joins_the_axis_and_leaves_the_others_as_they_were() -> None:
    usual, own = compute(Params(error=20.0)), compute(Params(error=20.0, n=34))
    assert own.axis.tolist() == sorted([*SIZES, 34])
    kept = own.axis != 34
    assert usual.accuracy is not None
    assert own.accuracy is not None
    np.testing.assert_allclose(own.accuracy.variance[:, kept], usual.accuracy.variance, rtol=1e-9)
    assert computation_key(Params(n=40)) == computation_key(Params(n=500)) != computation_key(Params(n=34))


def test_where_nothing_is_simulated_the_monte_carlo_error_may_be_anything() -> None:
    assert Params(view="one", error=1e-200).draws == 0
