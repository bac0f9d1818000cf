"""A plan and a test in sentences, and the number in focus opened: the noncentrality, then the power that follows."""

import math

import numpy as np

from core.numbers import apart, exact, fixed, number, percent, positive, uncertain
from core.statistics.t_test_power import Result
from core.statistics.t_test_power.data_report import Report
from core.statistics.t_test_power.plan import SMALLEST_ALPHA, Plan
from core.text import visible
from figures.opened import Line, panel
from figures.plot import Panel
from figures.statistics.t_test_power.curves import AXIS

TESTS = {"one sample": "one-sample t test", "paired": "paired t test", "two samples": "Student’s t test",
         "welch": "Welch’s t test"}  # fmt: skip
SIDES = {"two-sided": "two-sided", "greater": "one-sided, for more", "less": "one-sided, for less",
         "equivalence": "two one-sided tests"}  # fmt: skip
# As the noncentral t distribution and, for equivalence, s = √(χ²(ν)/ν) have it.
REJECTED = {
    "two-sided": ("P(|t′| > c)", "P(|t′(ν = {df}, δ = {delta})| > {critical})"),
    "greater": ("P(t′ > c)", "P(t′(ν = {df}, δ = {delta}) > {critical})"),
    "less": ("P(t′ < −c)", "P(t′(ν = {df}, δ = {delta}) < {least})"),
    "equivalence": ("P(|z + δ| < Δ/SE − c·s)", "P(|z + {delta}| < {margin} − {critical}·s(ν = {df}))"),
}


SURE = 1e-9  # of β: a smaller one is lost where the power is rounded


def answer(result: Result) -> str:
    """The plan as one would say it."""
    plan = result.plan
    effect, level = f"d = {number(plan.effect)}", f"at α = {number(plan.alpha)}"
    chance, target = uncertain(plan.power), percent(plan.target)
    match plan.unknown:
        case "n":
            if plan.design.alternative != "equivalence":
                return f"You need {people(plan)} to detect {effect} with {target} power {level}."
            return (f"You need {people(plan)} to show equivalence within ±{exact(plan.design.margin)} (true {effect}) "
                    f"with {target} power {level}.")  # fmt: skip
        case "effect":
            if plan.design.alternative != "equivalence":
                return f"The smallest effect that {people(plan)} detect with {target} power {level} is {effect}."
            return (f"The largest true effect with which {people(plan)} show equivalence within "
                    f"±{exact(plan.design.margin)} with {target} power {level} is {effect}.")  # fmt: skip
        case "alpha":
            if plan.alpha < 1.000001 * SMALLEST_ALPHA:  # there the search ends
                return f"With {people(plan)} and {effect} the power is {chance} {level}, the least level of the page."
            return f"With {people(plan)} and {effect}, {chance} power takes a level of α = {number(plan.alpha)}."
        case "power":
            if plan.effect == 0 and plan.design.alternative != "equivalence":
                return f"With {people(plan)} and no effect, {chance} of tests reject: that is α, for there is no power."
            return f"With {people(plan)} and {effect} the power is {chance} {level}."


def method(plan: Plan) -> str:
    """Which test it is, and what the formula gives before n is made whole."""
    test = f"{TESTS[plan.design.kind]}, {SIDES[plan.design.alternative]}"
    test = test[0].upper() + test[1:]
    design = plan.design
    pairs = (f" Correlated by {number(design.pair_correlation)}, the differences have a standard deviation of "
             f"{number(design.spread)}: d = {number(plan.effect)} is dz = {number(plan.effect / design.spread)}."
             if design.kind == "paired" else "")  # fmt: skip
    if plan.unknown != "n":
        return f"{test}.{pairs}"
    exact_n, power = number(plan.exact_n, 6), uncertain(plan.power)
    if plan.exact_n <= design.smallest_n * (1 + 1e-9):  # where the search begins
        exact_n = f"{exact_n} or fewer"
    if design.alternative == "equivalence":
        said = f"{test}: the formula asks for {exact_n}, whole numbers give {power}."
    else:
        rough = number(plan.normal_n, 4)
        said = (
            f"{test}: the formula asks for {exact_n}, a normal approximation for {rough}; whole numbers give {power}."
        )
    if plan.n < plan.exact_n * (1 - 1e-9):
        said += f" As n₂ is rounded up to {plan.n2:,}, fewer in the first group are enough."
    return said + pairs


def together(plan: Plan) -> str:
    """How many observations two groups have; some programs print this number as n."""
    return f" Both groups together have {plan.n + plan.n2:,} observations." if plan.design.groups == 2 else ""


def people(plan: Plan) -> str:
    if plan.design.groups == 1:
        return f"{plan.n:,} pairs" if plan.design.kind == "paired" else f"{plan.n:,} observations"
    return f"{plan.n:,} per group" if plan.n == plan.n2 else f"{plan.n:,} and {plan.n2:,} in the groups"


def reading(report: Report) -> list[tuple[str, str]]:
    """The test of a reader's data, line by line: what, and its value."""
    low, high = report.limits
    level = short_of_all(report.level)
    groups = []
    for group in report.groups:
        mean = number(group.mean, apart(group.mean, group.mean + group.deviation, 3) + 2)
        deviation = number(group.deviation, 5)
        groups.append((visible(group.name), f"n = {len(group.values):,}, mean {mean}, standard deviation {deviation}"))
    tested = f"t = {fixed(report.t, 4)}, df = {number(report.df, 5)}, p {positive(report.p, equals='= ')}"
    d, d_low, d_high = (fixed(one, 3) for one in report.d)
    g, g_low, g_high = (fixed(one, 3) for one in report.g)
    middle, start, end = (number(one, apart(low, high, 3) + 2) for one in (report.estimate, low, high))
    estimate = f"{middle}, {level} % interval {start} to {end}"
    hedges = f"{g}, {level} % interval {g_low} to {g_high}"
    if report.df <= 1:
        hedges = "none: with one degree of freedom d has no mean"
    return [
        *groups,
        (f"{TESTS[report.design.kind]}, {SIDES[report.design.alternative]}", tested),
        ("difference" if len(report.groups) == 2 else "mean", estimate),
        ("Cohen’s d", f"{d}, {level} % interval {d_low} to {d_high}"),
        ("Hedges’ g", hedges),
    ]


def short_of_all(share: float) -> str:
    """A share in percent, to as many digits as tell it apart from 100."""
    return number(100 * share, apart(100 * share, 100.0, 4))


def next_time(report: Report, plan: Plan) -> list[tuple[str, str]]:
    """What n next time, for each reason."""
    each = "per group" if plan.design.groups == 2 and plan.design.ratio == 1 else "in the first group"
    each = each if plan.design.groups == 2 else ("pairs" if plan.design.kind == "paired" else "observations")
    return [(why, "more than 10,000,000" if math.isnan(n) else f"{int(n):,} {each}") for why, n in report.next_n]


def opened(result: Result) -> Panel:
    """δ = d/SE, and the probability that the test rejects."""
    theory, axis, design = result.theory, result.axis, result.plan.design
    error = design.standard_error(axis.n, axis.n2) + 0 * axis.effect
    sizes = "{n} and {n2}" if design.groups == 2 else "{n}"
    noncentrality = Line("Noncentrality, the effect d over its standard error: δ = d / SE", "{effect} / {error}",
                         {"effect": axis.effect, "error": error}, note=f", with n = {sizes}",
                         beside={"n": axis.n, "n2": axis.n2})  # fmt: skip
    formula, substitution = REJECTED[design.alternative]
    given = {"df": theory.df, "delta": theory.noncentrality, "critical": theory.critical, "least": -theory.critical,
             "margin": design.margin / error}  # fmt: skip
    some = np.isfinite(theory.type_m).astype(int)  # an effect; where there is none nothing can be missed
    some += some & (theory.power > 1 - SURE)
    meaning = "" if design.alternative == "equivalence" else ", with the critical value c and ν degrees of freedom"
    power = f"Power {formula}"
    none = power if design.alternative == "equivalence" else f"No effect, rejected by chance (α) {formula}"
    exact = "; exactly {exact}" if design.kind == "welch" else ""
    worth = "; significant results exaggerate {type_m} times, and a share of {type_s} of them has the wrong sign"
    chance = Line([none, power], substitution,
                  {name: number for name, number in given.items() if f"{{{name}}}" in substitution},
                  result=theory.power, case=some,
                  note=[exact + meaning, f"{meaning}; β = {{beta}}{exact}{worth}",
                        f"{meaning}; β is below 10⁻⁹{exact}{worth}"],
                  beside={"beta": 1 - theory.power, "exact": theory.exact, "type_m": theory.type_m,
                          "type_s": theory.type_s})  # fmt: skip
    return panel("t-test-opened", AXIS, len(axis.n), noncentrality, chance)
