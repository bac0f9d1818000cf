"""Coverage against simulation, known limits and statsmodels, while one assumption after the other is broken."""

from functools import cache

import numpy as np
import pytest
import statsmodels.api as sm
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.least_squares import least_squares
from core.least_squares.coverage import KINDS, Intervals
from core.statistics.regression_assumptions import Params, compute, coverage
from core.statistics.regression_assumptions.coverage import DRAWN
from figures.statistics.regression_assumptions import intervals, views

SOURCES = ("anscombe1", "anscombe2", "anscombe3")


@cache
def result(**values):
    return compute(Params(**values), device="cpu")


@pytest.mark.parametrize("breaks", ["variance", "correlation", "curve", "confounder"])
@pytest.mark.parametrize("source", ["anscombe1", "longley", "made"])
def test_simulated_coverage_meets_the_exact_one_within_its_monte_carlo_error(breaks: str, source: str) -> None:
    found = result(breaks=breaks, source=source, replicates=20_000)
    error = np.sqrt(found.exact * (1 - found.exact) / 20_000) + 1e-4
    assert (np.abs(found.share - found.exact) / error).max() < 4.5


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("level", [80.0, 95.0, 99.0])
def test_with_nothing_broken_the_classical_interval_keeps_its_promise_exactly(source: str, level: float) -> None:
    found = result(source=source, level=level, replicates=200)
    assert 100 * found.exact[0, 0] == pytest.approx(level, abs=1e-7)
    assert found.true[0] == pytest.approx(1.0)


def test_hc2_is_unbiased_where_variances_are_equal() -> None:
    """On average its square is the true variance (MacKinnon and White, 1985)."""
    found = result(replicates=50_000)
    fit, j = found.fit, 1
    a = fit.pinv[j]
    draws = np.random.default_rng(5).standard_normal((len(a), 40_000))
    left = draws - fit.x @ (fit.pinv @ draws)
    square = (a**2 / (1 - fit.leverage)) @ left**2
    assert square.mean() == pytest.approx(a @ a, abs=4 * square.std() / 200)
    assert KINDS[3] == "HC2"
    assert found.reported[3, 0] < 1.0  # the root of an unbiased square is too small on average


def test_the_same_seed_gives_the_same_numbers_and_another_does_not() -> None:
    again = compute(Params(), device="cpu")
    np.testing.assert_array_equal(again.share, result().share)
    assert (compute(Params(seed=9), device="cpu").share != again.share).any()


@pytest.mark.parametrize("few_rows", [False, True])
def test_newey_west_errors_of_a_refit_are_those_of_statsmodels_with_and_without_correction(few_rows: bool) -> None:
    import torch

    chance = np.random.default_rng(2)
    x = np.column_stack([np.ones(20), np.sort(chance.standard_normal(20))])
    errors = chance.standard_normal((20, 3))
    fit = least_squares(x, errors[:, 0], True)
    its = Intervals(fit, 1, 2.0, np.arange(20), 20 / fit.df if few_rows else 1.0)
    deviations = its.refit(torch.as_tensor(errors))[1].numpy()
    most = int(np.floor(4 * (20 / 100) ** (2 / 9)))
    for draw, ours in zip(errors.T, deviations[5], strict=True):
        known = sm.OLS(draw, x).fit(cov_type="HAC", cov_kwds={"maxlags": most, "use_correction": few_rows})
        assert ours == pytest.approx(known.bse[1])


def test_the_single_intervals_are_the_first_of_those_that_are_counted() -> None:
    found = result(replicates=200)
    held = np.abs(found.middles) <= found.halves
    assert held.shape == (6, DRAWN, 21)
    whole = compute(Params(replicates=DRAWN * 4), device="cpu")
    np.testing.assert_array_equal(whole.middles, found.middles)
    share = held.mean(axis=1)
    assert np.abs(share - found.share).max() < 5 * np.sqrt(0.25 / DRAWN)


def test_single_intervals_are_drawn_in_deviations_of_the_slope_where_nothing_is_broken() -> None:
    """Where variances differ most the slope is spread 1.4 times as wide, and so are the points."""
    found = result(breaks="variance")
    seen = np.sqrt((found.middles**2).mean(axis=0))
    np.testing.assert_allclose(seen[[0, -1]], [1.0, found.true[-1]], rtol=0.15)
    assert found.true[-1] == pytest.approx(1.418, abs=0.001)
    picture = intervals(found, 0)
    assert picture.layout["yaxis"]["title"]["text"] == "off by (deviations at strength 0)"


def test_where_a_cause_is_left_out_more_rows_make_coverage_worse() -> None:
    covered = [result(source="made", breaks="confounder", n=n, replicates=200).exact[0, 10] for n in (10, 20, 50, 100)]
    assert (np.diff(covered) < 0).all()


def test_a_bend_leaves_no_bias_and_makes_the_reported_error_too_large() -> None:
    found = result(breaks="curve")
    np.testing.assert_allclose(found.bias, 0, atol=1e-12)
    assert (np.diff(found.reported[0]) > 0).all()
    np.testing.assert_allclose(found.true, 1)


@pytest.mark.parametrize("n", [11, 200])
def test_heavy_tails_spread_the_slope_by_the_root_of_the_variance_of_students_t(n: int) -> None:
    """With ν = 2.2 degrees of freedom by √(ν/(ν − 2)) = 3.32, of which refits show less: the rare ones make it up."""
    found = result(source="made", breaks="tails", n=n, replicates=200)
    np.testing.assert_allclose(found.true, np.sqrt(2.2 / (2.2 - 2 * found.strength)))
    assert found.true[-1] == pytest.approx(3.3166248)


@pytest.mark.parametrize("breaks", ["variance", "correlation"])
def test_the_deviation_of_the_slope_is_exact_for_any_number_of_rows(breaks: str) -> None:
    found = result(source="made", breaks=breaks, n=200, replicates=20_000)
    seen = np.sqrt((found.middles**2).mean(axis=0))
    assert found.true[0] == pytest.approx(1.0)
    assert np.abs(seen / found.true - 1).max() < 5 / np.sqrt(2 * DRAWN)


def test_the_normal_law_makes_every_interval_shorter_than_students_t() -> None:
    assert (result(quantile="z").exact < result().exact).all()


@pytest.mark.filterwarnings("error")
@given(st.lists(st.tuples(st.floats(-1e12, 1e12), st.floats(-1e12, 1e12)), min_size=4, max_size=12),
       st.sampled_from(["variance", "correlation", "curve", "confounder", "tails"]))  # fmt: skip
def test_any_numbers_are_fitted_or_refused_and_never_warn(points, breaks: str) -> None:
    xs, ys = (" ".join(map(repr, each)) for each in zip(*points, strict=True))
    try:
        found = compute(Params(source="typed", xs=xs, ys=ys, breaks=breaks, replicates=200))
    except InputError:
        return
    found.table()


def test_refits_in_blocks_are_counted_as_those_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = compute(Params(replicates=3_000))
    monkeypatch.setattr(coverage, "BLOCK", 11 * 700)
    parts = compute(Params(replicates=3_000))
    assert parts.middles.shape == whole.middles.shape
    assert np.abs(parts.share - whole.share).max() < 6 * whole.error.max()
    assert np.allclose(parts.reported, whole.reported, rtol=0.05)
    assert np.allclose(parts.true, whole.true, rtol=0.1)
    assert not np.array_equal(parts.share, whole.share)  # other draws


def test_a_thousand_rows_are_refitted_a_million_errors_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    sizes, refitted = [], coverage._refitted

    def noted(chance, laws, its):
        sizes.append(chance.shape)
        return refitted(chance, laws, its)

    monkeypatch.setattr(coverage, "STEPS", 1)
    monkeypatch.setattr(coverage, "_refitted", noted)
    line = "\n".join(f"{a},{b}" for a, b in np.random.default_rng(1).normal(size=(1_000, 2)))
    compute(Params(source="file", replicates=2_500), f"x,y\n{line}\n".encode())
    assert sizes == [(2, 1_000, 1_000), (2, 1_000, 1_000), (2, 1_000, 500)]


def test_two_values_of_x_cannot_be_bent_and_a_bend_has_no_bias_at_all() -> None:
    its = result(breaks="curve", source="typed", xs="1 1 1 2 2 2", ys="1 2 3 4 5 7")
    assert (its.bias == 0).all()
    np.testing.assert_allclose(its.exact, its.exact[:, :1] * np.ones(coverage.STEPS), rtol=1e-9)
    assert (result(breaks="curve").bias == 0).all()  # it was 10⁻¹⁵
    assert (result(breaks="confounder").bias[1:] > 0.01).all()


def test_a_bend_has_no_bias_however_far_x_lies_from_0() -> None:
    """Of x about 10¹⁰ a bias of −2·10⁻⁶ deviations was told."""
    near, far = (result(breaks="curve", source="typed", ys="3 9 4 15 12 27",
                        xs=" ".join(str(start + x) for x in (1, 2, 4, 7, 8, 11))) for start in (0, 10**10))  # fmt: skip
    assert (far.bias == 0).all()
    np.testing.assert_allclose(far.exact, near.exact, atol=1e-9)


def test_nearly_all_intervals_are_not_called_all() -> None:
    params = Params(breaks="curve", level=99.9, replicates=20_000)
    its = compute(params)
    said = [step[0][1] for step in views(its, params).readout.header["said"]]
    for share, text in zip(its.share[params.kind], said, strict=True):
        assert (text == "100 %") == (share == 1)
    assert "> 99.9 %" in said
