"""Every number that the title or the sentence of a preset states comes out of the preset itself."""

from functools import cache

import numpy as np
import pytest
from stated import assert_stated

from core.statistics import t_test_power
from core.statistics.t_test_power import PRESETS, Params, Result
from core.statistics.t_test_power.design import power

PRESET = {preset.name: preset for preset in PRESETS}


@cache
def result(name: str, **others: str) -> Result:
    return t_test_power.compute(Params(**{**PRESET[name].values, **others}))


def chance(name: str, percent: int) -> bool:
    return round(100 * result(name).plan.power) == percent


def here(name: str, field: str) -> float:
    """A number of the theory at the plan itself."""
    found = result(name)
    return float(getattr(found.theory, field)[found.axis.home])


def size(name: str) -> tuple[float, float]:
    """The interval of the simulated share of tests that reject where there is nothing to find."""
    found = result(name).experiment
    return found.size_low, found.size_high


def detects(name: str) -> float:
    plan = result(name).plan
    return float(power(plan.design, np.array(plan.n, np.float64), plan.effect, plan.alpha))


# What a preset states, in its own words, and whether it is so. All its digits stand in one of these phrases.
STATED = {
    "textbook": {
        "64 in each group": lambda: (result("textbook").plan.n, result("textbook").plan.n2) == (64, 64),
        "80 % power": lambda: chance("textbook", 80),
        "effect to 0.25": lambda: result("textbook").plan.effect == 2 * 0.25,
        "29 % power": lambda: round(100 * float(np.interp(0.25, result("textbook").axis.effect,
                                                          result("textbook").theory.power))) == 29,
    },
    "one-sample": {
        "34 in one sample": lambda: result("one-sample").plan.n == 34,
        "The same effect": lambda: result("one-sample").plan.effect == result("textbook").plan.effect,
        "takes 34 in all": lambda: result("one-sample").plan.design.groups == 1,
    },
    "one-sided": {
        "Power of 50": lambda: result("one-sided").plan.n == 50,
        "d = 0.3": lambda: result("one-sided").plan.effect == 0.3,
        "67 %": lambda: chance("one-sided", 67),
    },
    "unequal": {
        "40 against 80 at 1 %": lambda: (
            (result("unequal").plan.n, result("unequal").plan.n2, result("unequal").plan.alpha) == (40, 80, 0.01)
        ),
        "29 % power": lambda: chance("unequal", 29),
        "exaggerate the effect 1.6 times": lambda: round(here("unequal", "type_m"), 1) == 1.6,
    },
    "underpowered": {
        "20 each, d = 0.2": lambda: (result("underpowered").plan.n, result("underpowered").plan.effect) == (20, 0.2),
        "9 % power": lambda: chance("underpowered", 9),
        "3.8 times too large": lambda: round(here("underpowered", "type_m"), 1) == 3.8,
        "one in nineteen has the wrong sign": lambda: round(1 / here("underpowered", "type_s")) == 19,
    },
    "detectable": {
        "effect of 30 each": lambda: (result("detectable").plan.n, result("detectable").plan.n2) == (30, 30),
        "that 30 in each group detect four times out of five": lambda: detects("detectable") == pytest.approx(4 / 5),
    },
    "welch-small": {
        "Welch with 3 and 50": lambda: (result("welch-small").plan.n, result("welch-small").plan.n2) == (3, 50),
        "approximation says 51 %": lambda: chance("welch-small", 51),
        "by simulation, it is 54 %": lambda: round(100 * here("welch-small", "exact")) == 54,
    },
    "unequal-variances": {
        "three times the spread": lambda: (
            result("unequal-variances").plan.design.sd_ratio == pytest.approx(1 / 3, rel=1e-3)
        ),
        "far more often than 5 %": lambda: size("unequal-variances")[0] > 0.2,
    },
    "skewed": {
        "n = 15": lambda: result("skewed").plan.n == 15,
        "more than twice the nominal one": lambda: size("skewed")[0] > 2 * 0.05,
    },
    "correlated": {
        "a correlation of 0.3": lambda: Params(**PRESET["correlated"].values).correlation == 0.3,
        "nearly triples the false-positive rate": lambda: (
            2.5 * 0.05 < size("correlated")[0] < size("correlated")[1] < 3.5 * 0.05
        ),
    },
    "equivalence": {
        "less than half a standard deviation": lambda: result("equivalence").plan.design.margin == 0.5,
        "if they do not differ at all": lambda: result("equivalence").plan.effect == 0,
    },
    "sleep": {
        "data of 1908, paired: ten patients": lambda: len(result("sleep").report.groups[0].values) == 10,
        "t = −4.06": lambda: round(result("sleep").report.t, 2) == -4.06,
        "two samples (try it) the same numbers give −1.86": lambda: (
            round(result("sleep", kind="two samples").report.t, 2) == -1.86
        ),
    },
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_what_a_preset_states_is_so(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])
