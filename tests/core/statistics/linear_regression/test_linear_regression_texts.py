"""Every number that a preset or a question of /linear-regression states, and that the theory states none unchecked."""

from functools import cache

import numpy as np
import pytest
from stated import assert_asked, assert_stated, assert_theory_states

from core.explorer import as_used
from core.statistics.linear_regression import PRESETS, QUESTIONS, Params, compute

PRESET = {preset.name: preset for preset in PRESETS}
QUESTION = {question.name: question for question in QUESTIONS}


@cache
def result(name: str):
    return compute(as_used(Params(**PRESET[name].values)), device="cpu")


def at(values: np.ndarray, value: float) -> int:
    return int(np.abs(values - value).argmin())


def r_squared(name: str, shift: float = 0.0) -> str:
    its = result(name)
    return f"{its.fit.r_squared[at(its.shift, shift)]:.2f}"


def spread(name: str, value: float, number: str = "b1_deviation") -> float:
    its = result(name)
    return float(its.of(number)[0][at(its.values, value)])


def origin(name: str, field: str, lift: float = 0.0) -> float:
    """A number of the line through the origin, of two decimals."""
    its = result(name)
    of = its if field == "refitted_centred" else its.line if field == "line" else its.through
    values = of.r_squared if field in ("line", "through") else its.refitted_centred
    return round(float(values[at(its.lift, lift)]), 2)


def gnp() -> float:
    data = result("longley").data
    return round(float(np.corrcoef(data.x[:, 1], data.y)[0, 1]), 2)


def inflation() -> int:
    return round(np.diag(np.linalg.inv(np.corrcoef(result("longley").data.x.T)))[1])


STATED = {
    "outlier": {"2.1 standard": lambda: result("outlier").shift[result("outlier").fit.r_squared.argmax()] == -2.1,
                "0.67 to 1.00": lambda: (r_squared("outlier"), r_squared("outlier", -2.1)) == ("0.67", "1.00")},
    "curve": {"R² is 0.67": lambda: r_squared("curve") == "0.67",
              "slope 0.50": lambda: f"{result('curve').fit.beta[30, 1]:.2f}" == "0.50"},
    "leverage": {"leverage 1": lambda: result("leverage").fit.leverage[7] == pytest.approx(1)},
    "longley": {
        "by 0.98": lambda: gnp() == 0.98,
        "t is −1.07": lambda: round(result("longley").fit.t[30, 2], 2) == -1.07,
        "is 1,789 times": lambda: inflation() == 1789,
    },
    "origin": {"R² = 0.96": lambda: origin("origin", "through") == 0.96,
               "of 0.67": lambda: origin("origin", "line") == 0.67,
               "leaves 1.8 times": lambda: round(result("origin").through.rss[50] / result("origin").line.rss[50], 1)
               == 1.8,
               "with 0": lambda: True},
    "negative": {"is −1.25": lambda: origin("negative", "refitted_centred", 2.5) == -1.25,
                 "against 0 ": lambda: True,
                 "is 0.95": lambda: origin("negative", "through", 2.5) == 0.95},
    "collinear": {"correlation of 0.9 ": lambda: Params().rho == 0.9,
                  "is 2.3 times": lambda: round(spread("collinear", 0.9) / spread("collinear", 0.0), 1) == 2.3,
                  "that at 0.": lambda: True,
                  "0.19 against 0.26": lambda: (round(spread("collinear", 0.9, "sum_deviation"), 2),
                                                round(spread("collinear", 0.0, "sum_deviation"), 2)) == (0.19, 0.26)},
    "ridge": {"penalty of 1.4": lambda: PRESET["ridge"].values["ridge"] == 1.4,
              "draws the two coefficients together":
              lambda: 0 < spread("ridge", 1.4, "b1") - spread("ridge", 1.4, "b2") < 1,
              "0.58 to 0.42": lambda: [round(spread("ridge", penalty, "b1_rmse"), 2) for penalty in (0, 1.4)]
              == [0.58, 0.42]},
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_every_number_of_a_preset_comes_out_of_it(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])


def answer(name: str) -> float:
    question = QUESTION[name]
    params = as_used(Params(**question.values))
    return float(question.truth(compute(params, device="cpu"), params))


ASKED = {
    "onto": {"is 0.67": lambda: r_squared("outlier") == "0.67", "is 0, and": lambda: answer("onto") > 0.999,
             "is 1.": lambda: answer("onto") > 0.999},
    "better": {"R² = 0.67": STATED["origin"]["of 0.67"], "R² = 0.96": STATED["origin"]["R² = 0.96"],
               "stay near 1": lambda: result("origin").through.r_squared[50:].min() > 0.9},
    "squares": {"up to 0,": lambda: answer("squares") == 0},
    "flat": {"slope of the line is 0": lambda: True,
             "leverage is 1": lambda: result("leverage").fit.leverage[7] == pytest.approx(1)},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTION)
def test_every_number_of_a_question_comes_out_of_the_page(name: str) -> None:
    assert_asked(QUESTION[name], ASKED[name])


def test_the_sum_of_squares_that_many_answer_is_the_tss() -> None:
    its = compute(Params(source="anscombe1"))
    assert f"{its.fit.tss[30]:.2f}" == QUESTION["squares"].belief[0]


def test_the_theory_states_no_number_that_nothing_checks() -> None:
    assert_theory_states("linear_regression", {}, formulas=r"\bHC[0-3]\b")


def test_a_large_constant_takes_the_uncentred_r_squared_to_the_cosine_of_x_and_the_ones() -> None:
    x = compute(Params(source="anscombe1")).data.x[:, 0]
    y = 1e6 + np.arange(11.0)
    left = y - x * (x @ y) / (x @ x)
    assert 1 - left @ left / (y @ y) == pytest.approx(x.sum() ** 2 / (11 * x @ x), abs=1e-5)
