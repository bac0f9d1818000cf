"""Every number that a preset or a question of /regression-assumptions states; its theory states none unchecked."""

from functools import cache

import numpy as np
import pytest
from scipy.stats import norm, t
from stated import assert_asked, assert_stated, assert_theory_states

from core.explorer import as_used
from core.least_squares.coverage import KINDS
from core.statistics.regression_assumptions import PRESETS, QUESTIONS, Params, compute
from core.statistics.regression_assumptions.coverage import law

PRESET = {preset.name: preset for preset in PRESETS}
QUESTION = {question.name: question for question in QUESTIONS}


@cache
def result(name: str):
    return compute(as_used(Params(**PRESET[name].values)), device="cpu")


def at(values: np.ndarray, value: float) -> int:
    return int(np.abs(values - value).argmin())


def held(name: str, kind: int, strength: float = 0.5, field: str = "exact") -> int:
    its = result(name)
    return round(100 * float(getattr(its, field)[kind, at(its.strength, strength)]))


def agree(name: str, kind: int, strength: float = 0.5) -> bool:
    """Whether simulation and formula give the same whole number, or neighbours."""
    return abs(held(name, kind, strength) - held(name, kind, strength, "share")) <= 1


STATED = {
    "robust": {"promise 95 %": lambda: Params().level == 95, "in 89 %": lambda: held("robust", 0) == 89,
               "HC3 in 94 %": lambda: held("robust", 4) == 94 and agree("robust", 0) and agree("robust", 4)},
    "eleven": {"with HC0": lambda: True, "in 90 %": lambda: held("eleven", 1, 0.0) == 90,
               "11 rows": lambda: len(result("eleven").data.y) == 11,
               "HC3 in 96 %": lambda: held("eleven", 4, 0.0) == 96 and agree("eleven", 1, 0.0)
               and agree("eleven", 4, 0.0)},
    "correlated": {"in 80 %": lambda: held("correlated", 0) == 80 and agree("correlated", 0),
                   "of 95 %": lambda: Params().level == 95,
                   "HC3 in 84 %": lambda: held("correlated", 4) == 84 and agree("correlated", 4)},
    "neighbours": {"by 0.475 ": lambda: law(Params(breaks="correlation"), 0.5, np.ones(3), np.eye(3)).phi == 0.475,
                   "in 87 %": lambda: held("neighbours", 5) == 87 and agree("neighbours", 5),
                   "in 76 %": lambda: held("neighbours", 0) == 76 and agree("neighbours", 0),
                   "the 11 rows": lambda: held("correlated", 5) < held("correlated", 0)
                   and len(result("correlated").data.y) == 11},
    "confounder": {"by 1.7 ": lambda: round((result("confounder").bias / result("confounder").true)[10], 1) == 1.7,
                   "is 68 %": lambda: held("confounder", 0) == 68 and agree("confounder", 0)},
    "normal": {"by 1.96": lambda: round(norm.ppf(0.975), 2) == 1.96,
               "has 2.26": lambda: round(t.ppf(0.975, 9), 2) == 2.26,
               "for 11 rows": lambda: len(result("normal").data.y) == 11,
               "HC0 holds the slope in 80 %": lambda: held("normal", 1) == 80
               and abs(held("normal", 1, field="share") - 80) <= 2},
    "bend": {"is 1.5 times": lambda: round((result("bend").reported[0] / result("bend").true)[10], 1) == 1.5,
              "more than 99 %": lambda: all(result("bend").exact[:5, 10] > 0.99)},
    "tails": {"in 96 %": lambda: held("tails", 0, 1.0, "share") == 96,
              "is spread wider": lambda: result("tails").true[20] > result("tails").true[0],
              "error grows with it": lambda: result("tails").reported[0, 20] > result("tails").reported[0, 0]},
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_every_number_of_a_preset_comes_out_of_it(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])


@cache
def asked(name: str):
    params = as_used(Params(**QUESTION[name].values))
    return compute(params, device="cpu"), params


def shift(rows: int) -> float:
    """How far the slope is off in units of y per x."""
    found = compute(Params(source="made", n=rows, breaks="confounder", replicates=200), device="cpu")
    return float(found.bias[10] * np.sqrt(found.fit.pinv[1] @ found.fit.pinv[1]))


ASKED = {
    "eleven": {"error HC0": lambda: True, "promise 95 %": lambda: Params().level == 95, "of 100 samples": lambda: True,
               "these 11 rows": lambda: len(result("eleven").data.y) == 11, "HC0 keeps": lambda: True,
               "so HC0 is too small": lambda: (result("eleven").reported[1] < 1).all(), "HC3, which": lambda: True,
               "by 1 − h": lambda: True},
    "more-rows": {"With 11 rows 95 %": lambda: len(result("confounder").data.y) == 11 and Params().level == 95,
                  "in 68 %": lambda: held("confounder", 0) == 68,
                  "of 100 rows": lambda: QUESTION["more-rows"].truth(*asked("more-rows")) < 1,
                  "do not take the shift of the slope away": lambda: shift(100) == pytest.approx(shift(20), rel=0.05),
                  "Choose 20 rows": lambda: 0.05 < compute(
                      Params(source="made", n=20, breaks="confounder"), device="cpu").share[0, 10] < 0.6},
    "neighbours": {"are 11 rows": lambda: len(asked("neighbours")[0].data.y) == 11, "With 11 rows": lambda: True,
                   "None keeps the promise. HC3": lambda: asked("neighbours")[0].share[:, 10].max() < 0.9
                   and QUESTION["neighbours"].truth(*asked("neighbours")) == "hc3",
                   "Newey–West comes first": lambda: KINDS[result("neighbours").share[:, 10].argmax()] == "Newey–West"},
    "harmless": {"in 95 % or more": lambda: held("tails", 0, 1.0, "share") >= 95,
                 "Find another one": lambda: held("bend", 0, 1.0) >= 95},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTION)
def test_every_number_of_a_question_comes_out_of_the_page(name: str) -> None:
    assert_asked(QUESTION[name], ASKED[name])


def test_the_theory_states_no_number_that_nothing_checks() -> None:
    assert_theory_states("regression_assumptions", {}, formulas=r"\bHC[0-3]\b")
