"""What is said of a posterior."""

import re

import numpy as np
import pytest
from scipy import stats

from core.statistics.bayes import Params, compute
from figures.statistics.bayes import views


def test_the_ends_of_a_narrow_interval_are_told_apart() -> None:
    heights = np.random.default_rng(0).normal(170, 8, 60).round(1)
    params = Params(pair="normal_normal", source="typed", sample=" ".join(map(str, heights)))
    its = compute(params)
    said = views(its, params).readout.header["said"][-1][1][1]
    low, high = map(float, re.search(r"reaches from ([0-9.]+) to ([0-9.]+)\.", said).groups())
    assert abs(low - its.low[-1]) < 0.1 * (its.high[-1] - its.low[-1])
    assert abs(high - its.high[-1]) < 0.1 * (its.high[-1] - its.low[-1])


def test_the_narrowest_interval_of_a_share_does_not_reach_certainty() -> None:
    params = Params(source="typed", sample="1×300", highest=True)
    its = compute(params)
    said = views(its, params).readout.header["said"][-1][1][1]
    high = float(re.search(r" to ([0-9.]+)\. The median", said)[1])
    assert its.mode[-1] < high < 1
    assert 1 - high == pytest.approx(1 - its.high[-1], rel=0.05)


@pytest.mark.parametrize("factor", ["BF₀₁", "BF₁₀"])
def test_a_bayes_factor_that_no_double_holds_is_written_from_its_logarithm(factor: str) -> None:
    """Of 1,000 successes in 1,000 against 1 in 1,000: 10³⁰⁰⁰ under H₀; under the widest prior one in 1,000."""
    params = Params(part="width", test="binomial", successes=1_000, n=1_000, null=0.001, factor=factor)
    its = compute(params)
    drawn = views(its, params)
    first, then = (drawn.readout.header["said"][-1][i][1] for i in (0, 1))
    assert first == "With τ = 1,000 H₀ now has a probability of < 0.1 %."
    assert " The data are 10²⁹⁹⁷ times as probable under H₁. The p-value is < 10⁻³⁰⁰ whatever" in then
    assert then.endswith("τ = 1,000 speaks most against H₀, by 10²⁹⁹⁷ to 1.")
    arrays, deep = drawn.opened[0].arrays, abs(its.log_bf01) > 700
    lines = drawn.opened[0].header["lines"]
    assert 0 < deep.sum() < len(deep)
    for i, line in enumerate(lines):
        assert [formula.startswith("log₁₀") for formula in line["formula"]] == [False, True]
        np.testing.assert_array_equal(arrays[f"{i}.case"], deep)
    assert arrays["0.result"][-1] == pytest.approx(-2997)
    assert arrays["0.result"][0] == pytest.approx(np.exp(its.log_bf01[0]))
    odds = arrays[f"{len(lines) - 1}.result"]
    assert odds[-1] == pytest.approx(-2997)  # P(H₀) before is a half
    assert odds[0] == pytest.approx(its.null[0])


@pytest.mark.parametrize("settings", [
    {"p_value": 1.0, "n": 1_000_000},
    {"p_value": 0.5},
    {"test": "binomial", "n": 10, "successes": 5},
    {"test": "binomial", "n": 1, "successes": 1, "null": 0.999},
])  # fmt: skip
def test_where_no_width_speaks_against_the_null_hypothesis_none_is_named(settings) -> None:
    """With |z| ≤ 1 BF₀₁ is at least 1 for every width, and of one count every prior of mean p₀ says the same."""
    params = Params(part="width", **settings)
    for _, (_, then) in views(compute(params), params).readout.header["said"]:
        assert then.endswith("whatever the width. No width in the picture speaks against H₀.")


def test_of_a_prior_without_a_mean_the_posterior_mean_weighs_the_centre() -> None:
    """Student's t with 2a = 0.024 degrees of freedom has no mean; with the data it has 2a + n, and one."""
    params = Params(pair="normal_inverse_gamma", a=0.012, b=900.0, m=539_100.0, kappa=0.69)
    its = compute(params)
    line, arrays = (views(its, params).opened[0].header["lines"][1], views(its, params).opened[0].arrays)
    assert line["substitution"][0] == "{w} × {x} + (1 − {w}) × {m}"
    w, x, m = (arrays[f"1.{name}"] for name in "wxm")
    assert np.isnan(its.mean[0])
    np.testing.assert_array_equal(arrays["1.result"], its.mean)
    np.testing.assert_allclose((w * x + (1 - w) * m)[2:], its.mean[2:], rtol=1e-6)


def test_an_interval_far_wider_than_the_picture_is_drawn_across_it() -> None:
    params = Params(pair="normal_inverse_gamma", a=0.012, b=900.0, m=539_100.0, kappa=0.69)
    its = compute(params)
    assert its.high[0] > 1e50
    plot = next(view for view in views(its, params).all() if getattr(view, "name", "") == "bayes-densities")
    name = next(i for i, trace in enumerate(plot.data) if "credible" in trace["name"])
    low, high = plot.sweep.rows[f"data.{name}.x"][0]
    assert low < its.x[0] < its.x[-1] < high
    assert np.isfinite([low, high]).all()


def test_the_interval_under_two_peaks_is_not_called_the_narrowest() -> None:
    """Of Beta(½, ½) the equal-tailed interval is shown, and one that begins at 0 holds as much and is narrower."""
    params = Params(a=0.5, b=0.5, highest=True)
    its = compute(params)
    said = [step[1][1] for step in views(its, params).readout.header["said"]]
    assert stats.beta(0.5, 0.5).ppf(0.95) < its.high[0] - its.low[0]
    assert said[0].startswith(" The equal-tailed 95 % credible interval reaches from 0.00154 to 0.998.")
    assert all(each.startswith(" The narrowest 95 %") for each in said[1:])


def test_a_share_that_is_neither_none_nor_all_is_not_rounded_to_it() -> None:
    """Clopper and Pearson's intervals of 99.9 % hold nearly always; an effect of 2 is nearly always found."""
    params = Params(part="coverage", a=1.0, b=1.0, level=99.9, against="clopper_pearson")
    said = ["".join(text for _, text in step) for step in views(compute(params), params).readout.header["said"]]
    assert not any("100 % simulated." not in each and "100 %" in each for each in said)
    assert any("those of Clopper–Pearson in > 99.9 %" in each for each in said)
    params = Params(part="stopping", effect=2.0, n=1_000, replicates=200)
    last = views(compute(params), params).readout.header["said"][-1]
    assert last[0][1] == "By n = 1,000 the rule p < α has stopped 100 % of runs"  # all 200
    assert last[1][1].endswith("finds p < α in > 99.9 %.")


def test_a_factor_of_1_makes_neither_hypothesis_more_probable() -> None:
    params = Params(part="width", test="binomial", n=1, successes=0, null=0.5)
    said = views(compute(params), params).readout.header["said"]
    assert all("The data are about as probable under H₁ as under H₀." in then for _, (_, then) in said)


@pytest.mark.parametrize(("shape", "has_mean"), [(0.5, False), (0.51, True)])
def test_a_prior_that_has_no_mean_is_said_to_have_none_in_place_of_a_sum(shape: float, has_mean: bool) -> None:
    """Student's t with 2a degrees of freedom has a mean from more than one on."""
    params = Params(pair="normal_inverse_gamma", a=shape)
    (opened,) = views(compute(params), params).opened
    assert opened.arrays["1.case"].tolist() == [not has_mean, *[0] * (len(opened.arrays["1.case"]) - 1)]
    first = opened.arrays["1.result"][0]
    assert first == 5 if has_mean else np.isnan(first)
    assert opened.header["lines"][1]["substitution"][1] == ""
    assert "the prior has none" in opened.header["lines"][1]["note"][1]
