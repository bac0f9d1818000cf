"""A plan and a test in sentences."""

import math

from core.statistics.t_test_power import Result
from core.statistics.t_test_power.data_report import Report
from core.statistics.t_test_power.plan import Plan

TESTS = {"one sample": "one-sample t test", "paired": "paired t test", "two samples": "Student’s t test",
         "welch": "Welch’s t test"}  # fmt: skip
SIDES = {"two-sided": "two-sided", "greater": "one-sided, for more", "less": "one-sided, for less",
         "equivalence": "two one-sided tests"}  # fmt: skip


def answer(result: Result) -> str:
    """The plan as one would say it."""
    plan = result.plan
    chance, effect, level = percent(plan.power), f"d = {short(plan.effect)}", f"at α = {short(plan.alpha)}"
    aim = f"to detect {effect} with {percent(plan.target)} power {level}"
    if plan.design.alternative == "equivalence":
        within = f"to show equivalence within ±{plan.design.margin:g} (true {effect})"
        aim = f"{within} with {percent(plan.target)} power {level}"
    match plan.unknown:
        case "n":
            return f"You need {people(plan)} {aim}."
        case "effect":
            name = "The smallest effect" if plan.design.alternative != "equivalence" else "The largest true effect"
            return f"{name} that {people(plan)} detect with {percent(plan.target)} power {level} is {effect}."
        case "alpha":
            return f"With {people(plan)} and {effect}, {chance} power takes a level of α = {short(plan.alpha)}."
        case "power":
            if plan.effect == 0 and plan.design.alternative != "equivalence":
                return f"With {people(plan)} and no effect, {chance} of tests reject: that is α, for there is no power."
            return f"With {people(plan)} and {effect} the power is {chance} {level}."


def method(plan: Plan) -> str:
    """Which test it is, and what the formula gives before n is made whole."""
    test = f"{TESTS[plan.design.kind]}, {SIDES[plan.design.alternative]}"
    exact = f": the formula asks for {plan.exact_n:.6g}, whole numbers give {percent(plan.power)}"
    design = plan.design
    pairs = (f" Correlated by {short(design.pair_correlation)}, the differences have a standard deviation of "
             f"{short(design.spread)}: d = {short(plan.effect)} is dz = {short(plan.effect / design.spread)}."
             if design.kind == "paired" else "")  # fmt: skip
    return test[0].upper() + test[1:] + (exact if plan.unknown == "n" else "") + "." + pairs


def percent(share: float) -> str:
    """To a tenth of a per cent, and never rounded to what is certain."""
    if 0.9995 <= share < 1:
        return "more than 99.9 %"
    return f"{100 * share:.1f} %".replace(".0 %", " %")


def short(value: float) -> str:
    """To four digits, with the sign that is as wide as a plus: −0.4, 1e−12."""
    return f"{value:.4g}".replace("-", "−")


def people(plan: Plan) -> str:
    if plan.design.groups == 1:
        return f"{plan.n:,} pairs" if plan.design.kind == "paired" else f"{plan.n:,} observations"
    return f"{plan.n:,} per group" if plan.n == plan.n2 else f"{plan.n:,} and {plan.n2:,} in the groups"


def reading(report: Report) -> list[tuple[str, str]]:
    """The test of a reader's data, line by line: what, and its value."""
    low, high = report.limits
    level = f"{100 * report.level:.4g} % interval"
    lines = [(group.name, f"n = {len(group.values):,}, mean {group.mean:.5g}, standard deviation {group.deviation:.5g}")
             for group in report.groups]  # fmt: skip
    tested = f"t = {report.t:.4f}, df = {report.df:.5g}, p = {p_value(report.p)}"
    two = len(report.groups) == 2
    told = [
        *lines,
        (f"{TESTS[report.design.kind]}, {SIDES[report.design.alternative]}", tested),
        ("difference" if two else "mean", f"{report.estimate:.5g}, {level} {low:.5g} to {high:.5g}"),
        ("Cohen’s d", f"{report.d:.3f}, {level} {report.d_limits[0]:.3f} to {report.d_limits[1]:.3f}"),
        ("Hedges’ g", f"{report.g:.3f}, {level} {report.g_limits[0]:.3f} to {report.g_limits[1]:.3f}"),
    ]  # fmt: skip
    return [(name, value.replace("-", "−")) for name, value in told]


def next_time(report: Report, plan: Plan) -> list[tuple[str, str]]:
    """What n next time, for each reason."""
    each = "per group" if plan.design.groups == 2 and plan.design.ratio == 1 else "in the first group"
    each = each if plan.design.groups == 2 else ("pairs" if plan.design.kind == "paired" else "observations")
    return [
        (why.replace("-", "−"), "more than 10,000,000" if math.isnan(n) else f"{math.ceil(n - 1e-9):,} {each}")
        for why, n in report.next_n
    ]


def p_value(p: float) -> str:
    return short(p) if p >= 1e-300 else "less than 1e−300"
