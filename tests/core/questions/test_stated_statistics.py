"""Every number that the questions of /cramer-rao and /t-test-power state, held against what the pages compute."""

import dataclasses
from functools import cache
from typing import Any

import numpy as np
import pytest
from stated import assert_asked

from core import questions
from core.statistics import cramer_rao, t_test_power
from core.statistics.cramer_rao.families import FAMILIES

BOUND = {one.name: one for one in cramer_rao.QUESTIONS}
POWER = {one.name: one for one in t_test_power.QUESTIONS}


@cache
def computed(page: Any, name: str, **changed: Any) -> Any:
    known = {one.name: one for one in page.QUESTIONS}
    params = dataclasses.replace(questions.settings_of(known[name], page.Params), **changed)
    return page.compute(params, device="cpu")


def variance(its: Any, estimator: str, n: int) -> float:
    row = int(np.abs(its.axis - n).argmin())
    return float(its.accuracy.variance[list(FAMILIES[its.family].estimators).index(estimator), row, 0])


def test_the_share_of_heads_varies_most_at_a_half_and_meets_the_bound() -> None:
    its = computed(cramer_rao, "coin")
    mean, shrunk = its.accuracy.variance[:, :, 0]
    assert its.accuracy.exact_variance[0, :, 0] == pytest.approx(its.accuracy.bound[:, 0])
    assert abs(its.axis[mean.argmax()] - 0.5) < 0.15
    assert (shrunk < mean).all()
    assert np.abs(its.accuracy.bias[1, [0, -1], 0]).min() > 0.05  # the price
    params = questions.settings_of(BOUND["coin"], cramer_rao.Params)
    assert_asked(BOUND["coin"], {
        "toss it 25 times": lambda: params.n == 25,
        "from 0 to 1": lambda: its.axis[0] < 0.05 and its.axis[-1] > 0.95,
    })  # fmt: skip


def test_the_order_for_a_normal_law_is_the_one_that_the_page_opens_with() -> None:
    opened = cramer_rao.compute(cramer_rao.Params(), device="cpu")
    names = ("mle", "trimmed", "median", "midrange")
    belief = BOUND["laplace"].belief
    assert belief is not None
    assert belief[0] == "mean.trimmed.mle.midrange"  # of the Laplace law the median is the mle
    assert sorted(names, key=lambda name: variance(opened, name, 100)) == list(names)
    its = computed(cramer_rao, "laplace")
    assert variance(its, "mle", 20) * 20 > variance(its, "mle", 1_000) * 1_000 * 1.1  # it comes down slowly
    params = questions.settings_of(BOUND["laplace"], cramer_rao.Params)
    assert params.trim == 10  # the outer tenths
    assert_asked(BOUND["laplace"], {"100 draws": lambda: params.n == 100})


def test_the_error_of_the_largest_draw_falls_with_n_and_that_of_a_mean_with_its_root() -> None:
    its = computed(cramer_rao, "largest")
    fallen = {name: (variance(its, name, 10) / variance(its, name, 40)) ** 0.5 for name in ("unbiased", "moments")}
    assert fallen["moments"] == pytest.approx(2, rel=0.05)
    assert fallen["unbiased"] == pytest.approx(4, rel=0.1)
    assert_asked(BOUND["largest"], {
        "between 0 and": lambda: FAMILIES["uniform"].support[0] == 0,
        "40 draws and not 10": lambda: {10.0, 40.0} <= set(its.axis),
        "2·x̄": lambda: FAMILIES["uniform"].estimators["moments"].label == "2·x̄ (moments)",
    })  # fmt: skip


def test_twenty_tosses_without_heads_leave_more_than_a_single_point() -> None:
    its = computed(cramer_rao, "no-heads").evidence
    one_head = computed(cramer_rao, "no-heads", values=" ".join(["1"] + ["0"] * 19)).evidence
    wald = its.peak * (1 - its.peak) / its.size
    assert_asked(BOUND["no-heads"], {
        "tossed 20 times": lambda: its.size == 20,
        "the 95 % interval": lambda: cramer_rao.Params().confidence == 95,
        "share of heads is 0": lambda: its.peak == 0,
        "gives 0 as well": lambda: wald == 0,
        "20 tosses without heads": lambda: its.size == 20,
        "Write a 1 in the place of one 0": lambda: one_head.peak > 0,
        "leave 0": lambda: one_head.intervals[1, 0] > 0,
    })  # fmt: skip


def test_a_shrunk_mean_is_better_only_near_the_place_that_it_is_pulled_to() -> None:
    its = computed(cramer_rao, "shrunk-worse")
    names, row = list(FAMILIES["normal-mean"].estimators), list(its.axis).index(25)

    def ratio(**changed: Any) -> float:
        mse = computed(cramer_rao, "shrunk-worse", **changed).accuracy.mse[:, row, 0]
        return float(mse[names.index("shrunk")] / mse[names.index("mle")])

    assert ratio() < 1 < ratio(theta=1.0)
    assert ratio(theta=0.8) > 1 > ratio(theta=0.8, weight=1.0)  # a weak pull helps over a wider range
    assert_asked(BOUND["shrunk-worse"], {
        "pulled towards 0. At": lambda: abs(its.accuracy.bias[names.index("shrunk"), 0, 0]) > 0.1,
        "mean towards 0 lowers": lambda: variance(its, "shrunk", 25) < variance(its, "mle", 25),
        "lies from 0": lambda: ratio(theta=2.0) > ratio(theta=1.0),
    })  # fmt: skip


def test_power_grows_with_the_groups_and_falls_with_half_the_effect() -> None:
    its, half = computed(t_test_power, "grow"), computed(t_test_power, "grow", effect=0.35)
    assert (half.theory.power < 0.6 * its.theory.power)[10:30].all()
    assert_asked(POWER["grow"], {
        "differ by 0.7": lambda: its.plan.effect == 0.7,
        "from 2 to 60": lambda: (its.axis.n[0], its.axis.n[-1]) == (2, 60),
        "to 0.35": lambda: half.plan.effect == its.plan.effect / 2,
    })  # fmt: skip


def test_significant_results_of_small_groups_exaggerate_and_those_of_large_ones_less() -> None:
    its, large = computed(t_test_power, "winner"), computed(t_test_power, "winner", n=100)
    assert_asked(POWER["winner"], {
        "groups of 20": lambda: (its.plan.n, its.plan.n2) == (20, 20),
        "differ by 0.3": lambda: its.plan.effect == 0.3,
        "(first group) to 100": lambda: large.theory.type_m[large.axis.home] < 0.6 * its.theory.type_m[its.axis.home],
    })  # fmt: skip


def test_a_result_on_the_edge_of_significance_comes_again_half_of_the_time() -> None:
    its = computed(t_test_power, "again")
    safer = computed(t_test_power, "again", solve="n")
    found, edge = its.theory.noncentrality[its.axis.home], its.theory.critical[its.axis.home]
    assert safer.plan.n > its.plan.n
    assert_asked(POWER["again"], {
        "25 people": lambda: its.plan.n == 25,
        "with p = 0.05": lambda: its.plan.alpha == 0.05 and found == pytest.approx(edge, rel=1e-3),
        "p-value of 0.05": lambda: its.plan.alpha == 0.05,
        "with 95 %": lambda: its.plan.power < 0.55,
    })  # fmt: skip


def test_half_the_effect_takes_four_times_the_people() -> None:
    its, half = computed(t_test_power, "half"), computed(t_test_power, "half", effect=0.3)
    assert half.plan.n == pytest.approx(4 * its.plan.n, rel=0.05)
    assert_asked(POWER["half"], {
        "effect of 0.6": lambda: its.plan.effect == 0.6,
        "power of 80 %": lambda: its.plan.target == 0.8,
        "needs 45 people": lambda: (its.plan.n, its.plan.n2) == (45, 45),
        "Effect d to 0.3": lambda: half.plan.effect == 0.3,
    })  # fmt: skip


def test_pairs_that_agree_reach_with_twenty_what_two_groups_do_not() -> None:
    its = computed(t_test_power, "twenty")
    pairs = {agree: computed(t_test_power, "twenty", kind="paired", pair_correlation=agree) for agree in (0.0, 0.8)}
    assert pairs[0.0].plan.power < its.plan.power  # the gain vanishes
    assert_asked(POWER["twenty"], {
        "effect is 0.5": lambda: its.plan.effect == 0.5,
        "only 20 people": lambda: (its.plan.n, its.plan.n2) == (20, 20),
        "power of 80 %": lambda: its.plan.power < 0.8 < pairs[0.8].plan.power,
        "α = 0.05": lambda: its.plan.alpha == 0.05,
        "in a pair to 0": lambda: pairs[0.0].plan.power < 0.5,
    })  # fmt: skip
