"""The likelihood of one sample against scipy's densities, and its intervals against scipy and closed forms."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import optimize, stats

from core import fields
from core.errors import InputError, MissingInput
from core.number_column import column
from core.statistics.cramer_rao import Params, compute
from core.statistics.cramer_rao import observed_sample as samples
from core.statistics.cramer_rao.families import FAMILIES
from core.statistics.cramer_rao.intervals import KINDS, POINTS, evidence

KNOWN = 1.4
RNG = np.random.default_rng(5)
SAMPLES = {
    "normal-mean": RNG.normal(0.6, KNOWN, 23),
    "normal-variance": RNG.normal(KNOWN, 1.8, 23),
    "normal-both": RNG.normal(0.6, 1.8, 23),
    "bernoulli": (RNG.random(40) < 0.3).astype(float),
    "poisson": RNG.poisson(2.5, 23).astype(float),
    "exponential": RNG.exponential(0.5, 23),
    "gamma-shape": RNG.gamma(2.5, 1 / KNOWN, 23),
    "gamma-rate": RNG.gamma(KNOWN, 0.5, 23),
    "gamma-both": RNG.gamma(2.5, 0.5, 23),
    "laplace": RNG.laplace(0.6, KNOWN, 23),
    "cauchy": 0.6 + KNOWN * RNG.standard_cauchy(23),
    "uniform": RNG.uniform(0, 2.5, 23),
    "exponential-scale": RNG.exponential(0.5, 23),
}
one_parameter = [name for name, kind in FAMILIES.items() if kind.estimated == 1]
smooth = [name for name in FAMILIES if name not in ("laplace", "uniform")]


def log_density(family: str, x: np.ndarray, theta: float) -> np.ndarray:
    """scipy's log-density, with the second parameter fitted where it is estimated too."""
    match family:
        case "normal-mean":
            return stats.norm.logpdf(x, theta, KNOWN)
        case "normal-variance":
            return stats.norm.logpdf(x, KNOWN, theta**0.5)
        case "normal-both":
            return stats.norm.logpdf(x, theta, np.sqrt(np.mean((x - theta) ** 2)))
        case "bernoulli":
            return stats.bernoulli.logpmf(x, theta)
        case "poisson":
            return stats.poisson.logpmf(x, theta)
        case "exponential":
            return stats.expon.logpdf(x, scale=1 / theta)
        case "exponential-scale":
            return stats.expon.logpdf(x, scale=theta)
        case "gamma-shape":
            return stats.gamma.logpdf(x, theta, scale=1 / KNOWN)
        case "gamma-rate":
            return stats.gamma.logpdf(x, KNOWN, scale=1 / theta)
        case "gamma-both":
            return stats.gamma.logpdf(x, theta, scale=x.mean() / theta)
        case "laplace":
            return stats.laplace.logpdf(x, theta, KNOWN)
        case "cauchy":
            return stats.cauchy.logpdf(x, theta, KNOWN)
        case "uniform":
            return stats.uniform.logpdf(x, 0, theta)
    raise AssertionError(family)


@pytest.mark.parametrize("family", FAMILIES)
def test_the_log_likelihood_is_the_sum_of_log_densities_up_to_a_constant(family: str) -> None:
    x = SAMPLES[family]
    like = FAMILIES[family].likelihood(x, KNOWN)
    theta = (
        np.linspace(like.peak * 1.01 + 1e-3, like.peak * 1.5 + 0.1, 7)
        if family != "bernoulli"
        else np.linspace(0.1, 0.9, 7)
    )
    expected = np.array([log_density(family, x, at).sum() for at in theta])
    np.testing.assert_allclose(like.log(theta) - like.log(theta)[0], expected - expected[0], atol=1e-8)


def test_the_score_interval_of_a_variance_has_no_end_where_half_the_draws_are_fewer_than_the_quantile() -> None:
    # S²/(nI) = n/2·(s²/σ² − 1)² comes down to n/2 as σ² grows, and χ²₁ at 95 % is 3.84.
    for n in (2, 5, 7, 8, 20):
        x = np.random.default_rng(n).normal(0, 1.8, n)
        seen = evidence(FAMILIES["normal-variance"].likelihood(x, 0.0), 0.95, True)
        low, high = seen.intervals[2]
        square = np.mean(x**2)
        assert low == pytest.approx(square / (1 + np.sqrt(2 * stats.chi2.ppf(0.95, 1) / n)))
        assert np.isinf(high) == (n < 2 * stats.chi2.ppf(0.95, 1))
        assert np.isfinite(seen.theta).all()
        assert seen.theta[-1] > seen.intervals[np.isfinite(seen.intervals)].max()


@pytest.mark.parametrize("family", FAMILIES)
def test_nothing_near_is_higher_than_the_maximum(family: str) -> None:
    like = FAMILIES[family].likelihood(SAMPLES[family], KNOWN)
    near = like.peak + np.concatenate([-np.geomspace(1e-3, 0.3, 60), np.geomspace(1e-3, 2.0, 60)])
    near = near[(near > like.low) & (near < like.high)]
    assert (like.log(near) <= like.log(np.array([like.peak])) + 1e-9).all()


def test_observed_and_expected_information_are_the_same_at_the_maximum_but_for_cauchy_and_laplace_draws() -> None:
    different = []
    for family in (name for name, kind in FAMILIES.items() if kind.regular):
        like = FAMILIES[family].likelihood(SAMPLES[family], KNOWN)
        peak = np.array([like.peak])
        if like.observed(peak) != pytest.approx(like.expected(peak), rel=1e-9):
            different.append(family)
    assert different == ["laplace", "cauchy"]
    said = fields.declared(Params)["information"].help
    assert "In the other regular families but Laplace’s both are the same at the maximum." in said


@pytest.mark.parametrize("family", smooth)
def test_score_and_observed_information_are_the_derivatives(family: str) -> None:
    like = FAMILIES[family].likelihood(SAMPLES[family], KNOWN)
    theta, step = np.array([0.8, 1.1]) * (like.peak if family != "bernoulli" else 0.5), 1e-5
    slope = (like.log(theta + step) - like.log(theta - step)) / (2 * step)
    np.testing.assert_allclose(like.score(theta), slope, rtol=1e-5, atol=1e-5)
    curvature = -(like.score(theta + step) - like.score(theta - step)) / (2 * step)
    np.testing.assert_allclose(like.observed(theta), curvature, rtol=1e-5, atol=1e-5)
    assert abs(like.score(np.array([like.peak]))[0]) < 1e-6 * like.expected(np.array([like.peak]))[0]


@pytest.mark.parametrize("family", one_parameter)
def test_expected_information_is_n_times_that_of_one_draw(family: str) -> None:
    like = FAMILIES[family].likelihood(SAMPLES[family], KNOWN)
    for theta in (0.4, 0.7):
        one = FAMILIES[family].information(theta, KNOWN)[0, 0]
        assert like.expected(np.array([theta]))[0] == pytest.approx(like.size * one, rel=1e-9)


def test_the_profile_keeps_what_is_left_of_the_information() -> None:
    like = FAMILIES["gamma-both"].likelihood(SAMPLES["gamma-both"], KNOWN)
    left = 1 / np.linalg.inv(FAMILIES["gamma-both"].information(2.2, 0.9))[0, 0]
    assert like.expected(np.array([2.2]))[0] == pytest.approx(23 * left, rel=1e-9)


def found(family: str, x: np.ndarray, known: float = KNOWN, confidence: float = 0.95) -> dict[str, np.ndarray]:
    seen = evidence(FAMILIES[family].likelihood(x, known), confidence, FAMILIES[family].regular)
    return dict(zip(KINDS, seen.intervals, strict=True))


def test_the_score_interval_of_a_share_is_wilsons() -> None:
    x = np.array([1.0] * 15 + [0.0] * 35)
    wilson = stats.binomtest(15, 50).proportion_ci(method="wilson")
    np.testing.assert_allclose(found("bernoulli", x)["score"], [wilson.low, wilson.high], rtol=1e-9)
    np.testing.assert_allclose(
        found("bernoulli", x)["Wald"], 0.3 + np.array([-1, 1]) * 1.959963985 * 0.0042**0.5, rtol=1e-8
    )


def test_all_three_intervals_of_a_normal_mean_are_the_same() -> None:
    x = SAMPLES["normal-mean"]
    expected = x.mean() + np.array([-1, 1]) * stats.norm.ppf(0.975) * KNOWN / 23**0.5
    for interval in found("normal-mean", x).values():
        np.testing.assert_allclose(interval, expected, rtol=1e-9)


def test_the_score_interval_of_a_poisson_mean_solves_its_quadratic() -> None:
    x, z2 = SAMPLES["poisson"], stats.chi2.ppf(0.95, 1)
    n, mean = len(x), x.mean()
    expected = np.sort(np.roots([1, -(2 * mean + z2 / n), mean**2]))
    np.testing.assert_allclose(found("poisson", x)["score"], expected, rtol=1e-9)


@pytest.mark.parametrize("family", [name for name in FAMILIES if name != "uniform"])
def test_the_likelihood_has_dropped_by_the_quantile_at_the_ends_of_its_interval(family: str) -> None:
    like = FAMILIES[family].likelihood(SAMPLES[family], KNOWN)
    ends = found(family, SAMPLES[family])["likelihood ratio"]
    drop = 2 * (like.log(np.array([like.peak])) - like.log(ends))
    np.testing.assert_allclose(drop, stats.chi2.ppf(0.95, 1), rtol=1e-6)
    assert ends[0] < like.peak < ends[1]


def test_the_score_interval_of_a_laplace_location_lies_between_order_statistics() -> None:
    x = np.sort(SAMPLES["laplace"])
    ends = found("laplace", x)["score"]
    assert np.abs(x[:, None] - ends).min(axis=0).max() < 1e-9
    below = [int((x <= end + 1e-9).sum()) for end in ends]
    limit = stats.chi2.ppf(0.95, 1)  # (n − 2k)²/n ≤ χ²: the sign test
    assert (23 - 2 * below[0]) ** 2 / 23 <= limit < (23 - 2 * (below[0] - 1)) ** 2 / 23


def test_the_interval_of_a_uniform_starts_at_its_maximum_and_covers_exactly() -> None:
    ends = found("uniform", SAMPLES["uniform"])["likelihood ratio"]
    assert ends[0] == SAMPLES["uniform"].max()
    assert ends[1] == pytest.approx(ends[0] * 0.05 ** (-1 / 23))
    draws = np.random.default_rng(1).uniform(0, 3.0, (4_000, 8)).max(axis=1)
    covered = np.mean(draws * 0.05 ** (-1 / 8) >= 3.0)
    assert stats.binomtest(round(4_000 * covered), 4_000, 0.95).pvalue > 1e-4


@pytest.mark.parametrize("kind", KINDS)
def test_intervals_of_an_exponential_rate_cover_about_as_often_as_they_say(kind: str) -> None:
    draws = np.random.default_rng(2).exponential(0.5, (1_000, 60))
    covered = sum(low <= 2.0 <= high for low, high in (found("exponential", x)[kind] for x in draws))
    assert stats.binomtest(covered, 1_000, 0.95).pvalue > 1e-4


@pytest.mark.parametrize(("ones", "end"), [(0, 0.0), (12, 1.0)])
def test_a_share_of_none_or_all_has_no_wald_interval_but_the_others(ones: int, end: float) -> None:
    x = np.array([1.0] * ones + [0.0] * (12 - ones))
    intervals = found("bernoulli", x)
    assert np.isnan(intervals["Wald"]).all()
    wilson = stats.binomtest(ones, 12).proportion_ci(method="wilson")
    np.testing.assert_allclose(intervals["score"], [wilson.low, wilson.high], atol=1e-8)
    assert end in intervals["likelihood ratio"]
    other = np.exp(-stats.chi2.ppf(0.95, 1) / 24)  # 12·ln(1 − p) = −χ²/2
    assert np.abs(intervals["likelihood ratio"] - (1 - other if end == 0 else other)).min() < 1e-9


@given(st.sampled_from([name for name in FAMILIES if name not in ("bernoulli", "uniform")]), st.integers(0, 10_000))
def test_every_interval_holds_the_maximum_and_a_wider_confidence_holds_a_narrower(family: str, seed: int) -> None:
    rng = np.random.default_rng(seed)
    x = rng.gamma(1.5, 1.0, 12) if FAMILIES[family].support[0] == 0 else rng.normal(0, 1.0, 12)
    if FAMILIES[family].whole:
        x = np.floor(3 * x) + 1
    peak = FAMILIES[family].likelihood(x, KNOWN).peak
    narrow, wide = found(family, x, confidence=0.8), found(family, x, confidence=0.95)
    for kind in KINDS:
        assert wide[kind][0] - 1e-9 <= narrow[kind][0] <= peak <= narrow[kind][1] <= wide[kind][1] + 1e-9


def test_the_middle_of_the_curves_is_the_maximum() -> None:
    for family, x in SAMPLES.items():
        seen = evidence(FAMILIES[family].likelihood(x, KNOWN), 0.95, FAMILIES[family].regular)
        assert seen.theta[POINTS - 1] == pytest.approx(seen.peak)
        assert seen.log[POINTS - 1] == pytest.approx(0.0, abs=1e-9)
        assert (np.diff(seen.theta) > 0).all()


def test_the_cauchy_likelihood_of_two_groups_takes_the_larger() -> None:
    x = np.array([-20.0, -20.3, -19.8, 20.0, 20.1, 19.9, 20.4])
    assert FAMILIES["cauchy"].likelihood(x, 1.0).peak == pytest.approx(20.1, abs=0.2)
    best = optimize.minimize_scalar(lambda t: np.log1p((x - t) ** 2).sum(), bounds=(19, 21), method="bounded")
    assert FAMILIES["cauchy"].likelihood(x, 1.0).peak == pytest.approx(best.x, abs=1e-5)


# ---------------------------------------------------------------- what a reader brings
def test_typed_numbers_may_be_parted_by_anything_usual() -> None:
    np.testing.assert_array_equal(samples.typed("1 2.5,-3e-1; 4\n5"), [1, 2.5, -0.3, 4, 5])


@pytest.mark.parametrize("text", ["1 two 3", "1 nan 3", "1 inf", "1_000 2", "٣ 4"])
def test_what_is_no_number_is_named(text: str) -> None:
    with pytest.raises(InputError) as caught:
        samples.typed(text)
    assert caught.value.field == "values"
    assert str(caught.value.value) in text.split()


def test_nothing_typed_is_not_an_error_of_the_reader() -> None:
    with pytest.raises(MissingInput):
        samples.typed("  ")
    with pytest.raises(MissingInput):
        column(None, "x")


def test_missing_cells_of_a_column_are_left_out_and_counted() -> None:
    data = b"name,x\na,1.5\nb,NA\nc,\nd,2.5\ne,what\n"
    numbers, remarks = column(data, "x")
    np.testing.assert_array_equal(numbers, [1.5, 2.5])
    assert "3 of 5 cells hold no number" in " ".join(remarks)
    with pytest.raises(InputError) as caught:
        column(data, "name")
    assert caught.value.field == "column"


@pytest.mark.parametrize(
    ("family", "values", "rule"),
    [
        ("bernoulli", "0 1 2", "0 or 1"),
        ("poisson", "1 2.5", "whole numbers"),
        ("poisson", "1 -1", "whole numbers"),
        ("exponential", "1 0 2", "above 0"),
        ("gamma-both", "2 2 2", "the numbers must differ,"),
        ("normal-both", "2 2", "the numbers must differ,"),
        ("normal-variance", "1 1", "must differ from this mean"),
        ("normal-mean", "1", "at least 2"),
        ("normal-mean", "1e300 1", "from 10⁻⁶⁰ to"),
        ("exponential", "1e-300 1", "from 10⁻⁶⁰ to"),
        ("normal-mean", "1e20 1e20", "cannot show both"),
        ("gamma-both", "1 1.0000000001", "the numbers must differ"),
        ("uniform", "-1 2", "above 0"),
    ],
)
def test_a_sample_that_cannot_come_from_the_family_is_told_at_its_control(family: str, values: str, rule: str) -> None:
    params = Params(view="one", family=family, source="values", values=values)
    with pytest.raises(InputError, match=rule) as caught:
        compute(params)
    assert caught.value.field == "values"


def test_a_decimal_comma_in_a_column_is_read() -> None:
    sample, remarks = column(b"x;y\n1,5;a\n-2,25;b\n3;c\n", "x")
    np.testing.assert_array_equal(sample, [1.5, -2.25, 3])
    assert remarks == ("The comma was read as the decimal sign in x: 1,5 is 1.5.",)


def test_a_million_rows_are_read_and_estimated() -> None:
    numbers = np.random.default_rng(0).normal(3, 2, 1_000_000).round(3)
    data = ("x\n" + "\n".join(map(str, numbers.tolist()))).encode()
    result = compute(Params(view="one", family="normal-both", source="file", column="x"), data)
    assert result.evidence is not None
    assert result.evidence.size == 1_000_000
    assert result.evidence.peak == pytest.approx(numbers.mean())
    assert len(result.sample) == 1_000
    assert result.nbytes < 1_000_000


def test_a_drawn_sample_is_the_same_for_the_same_seed() -> None:
    first, second = (compute(Params(view="one", family="gamma-both", theta=2.0, seed=9)) for _ in range(2))
    assert first.table().equals(second.table())
    assert len(first.sample) == 25


@pytest.mark.parametrize(("known", "n"), [(1.0, 5), (0.1, 30), (0.01, 300)])
def test_no_place_beside_a_draw_is_likelier_than_the_maximum_of_cauchy_draws(known: float, n: int) -> None:
    """The best draw may stand at the second highest peak, and of many draws the best may be none of 101."""
    for seed in range(40):
        x = np.random.default_rng(seed).standard_cauchy(n)
        like = FAMILIES["cauchy"].likelihood(x, known)
        beside = (x[:, None] + known * np.linspace(-1.5, 1.5, 61)).ravel()
        best = beside[np.argsort(-2 * np.log1p(((x - beside[:, None]) / known) ** 2).sum(axis=1))[-3:]]
        assert like.log(np.array([like.peak]))[0] >= like.log(best).max() - 1e-9
