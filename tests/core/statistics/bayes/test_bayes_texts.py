"""Every number that a preset or a question of /bayes states, and that the theory states none unchecked."""

from functools import cache

import numpy as np
import pytest
from scipy import stats
from stated import assert_asked, assert_stated, assert_theory_states

from core.explorer import as_used
from core.statistics.bayes import PRESETS, QUESTIONS, Params, compute
from core.statistics.bayes.coverage import KINDS, THETAS

PRESET = {preset.name: preset for preset in PRESETS}
QUESTION = {question.name: question for question in QUESTIONS}


@cache
def result(name: str):
    return compute(as_used(Params(**PRESET[name].values)), device="cpu")


def mean(name: str) -> float:
    return float(result(name).mean[-1])


def ends(name: str) -> tuple[float, float]:
    return round(float(result(name).low[-1]), 3), round(float(result(name).high[-1]), 3)


def held(kind: str, theta: float = 0.1) -> int:
    return round(100 * float(result("wald").share[KINDS.index(kind), np.abs(THETAS - theta).argmin()]))


def next_deaths() -> tuple[float, float]:
    law = stats.nbinom(18, 22 / 32)
    page = result("kicks")
    assert np.abs(page.predicted[-1] - law.pmf(page.outcome)).max() < 1e-12
    return law.mean(), law.var()


def stopped(name: str, rule: int) -> float:
    its = result(name)
    assert abs(its.share[rule, -1] - its.exact[rule, -1]) < 4 * its.error[rule, -1]
    return 100 * float(its.exact[rule, -1])


def mendel() -> np.ndarray:
    return np.bincount(result("peas").sample.astype(int))[1:]


STATED = {
    "patients": {"20 patients 14": lambda: np.bincount(result("patients").sample.astype(int)).tolist() == [6, 14],
                 "all 20": lambda: len(result("patients").sample) == 20,
                 "mean is 0.67": lambda: round(mean("patients"), 2) == 0.67,
                 "0.50 that the prior": lambda: result("patients").mean[0] == 0.5,
                 "of 0.70": lambda: result("patients").sample.mean() == 0.7},
    "strong": {"counts as 40": lambda: Params(**PRESET["strong"].values).a * 2 == 40, "if 40 patients": lambda:
               result("strong").held[0][0] + result("strong").held[1][0] == 40,
               "same 20": lambda: len(result("strong").sample) == 20,
               "to 0.57": lambda: round(mean("strong"), 2) == 0.57},
    "kicks": {"16 men in 20": lambda: (result("kicks").sample.sum(), len(result("kicks").sample)) == (16, 20),
              "10 years 8.2 are": lambda: Params().ahead == 10 and round(next_deaths()[0], 1) == 8.2,
              "is 12, not 8.2": lambda: round(next_deaths()[1]) == 12},
    "density": {"29 measurements": lambda: len(result("density").sample) == 29, "95 %": lambda: Params().level == 95,
                "5.31 to 5.56": lambda: [round(each, 2) for each in ends("density")] == [5.31, 5.56],
                "5.51 grams": lambda: 5.31 < 5.51 < 5.56},
    "peas": {"9 of 16": lambda: 9 / 16 == 0.5625, "of 0.5625": lambda: mendel().tolist() == [315, 108, 101, 32],
             "556 peas": lambda: mendel().sum() == 556, "is 0.564": lambda: round(mean("peas"), 3) == 0.564,
             "0.523 to 0.605": lambda: ends("peas") == (0.523, 0.605)},
    "lindley": {"p = 0.05": lambda: result("lindley").p_value == 0.05, "width 1 ": lambda: Params().tau == 1,
                "50 % to": lambda: Params().prior_null == 50,
                "99.3 %": lambda: round(100 * result("lindley").null[60], 1) == 99.3,
                "rejects H₀": lambda: True},
    "euro": {"250 times": lambda: PRESET["euro"].values["n"] == 250,
             "140 times": lambda: PRESET["euro"].values["successes"] == 140,
             "p = 0.066": lambda: round(result("euro").p_value, 3) == 0.066,
             "1.94 to 1": lambda: round(float(np.exp(-result("euro").log_bf01.min())), 2) == 1.94},
    "wald": {"95 % that": lambda: Params().level == 95,
             "1.96 standard": lambda: round(stats.norm.ppf(0.975), 2) == 1.96,
             "promises 95 %": lambda: True, "With 30": lambda: PRESET["wald"].values["n"] == 30,
             "of 0.1 it": lambda: Params().theta == 0.1, "in 81 %": lambda: held("wald") == 81,
             "in 97 %": lambda: held("credible") == 97},
    "peeking": {"each of 100": lambda: result("peeking").n[-1] == 100, "p < 0.05": lambda: Params().alpha == 0.05,
                "37 % of": lambda: round(stopped("peeking", 0)) == 37, "factor of 20": lambda: Params().threshold == 20,
                "in 2.3 %": lambda: round(stopped("peeking", 1), 1) == 2.3},
    "effect": {"of 0.3": lambda: PRESET["effect"].values["effect"] == 0.3,
               "53 % of runs by n = 100": lambda: round(stopped("effect", 1)) == 53 and result("effect").n[-1] == 100,
               "of 85 %": lambda: round(100 * float(result("effect").once[-1])) == 85},
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_every_number_of_a_preset_comes_out_of_it(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])


@cache
def asked(name: str):
    return compute(as_used(Params(**QUESTION[name].values)), device="cpu")


def answer(name: str):
    return QUESTION[name].truth(asked(name), as_used(Params(**QUESTION[name].values)))


def no_success(theta: float, n: int) -> float:
    its = asked("promise")
    assert its.low[1, 0] == its.high[1, 0] == 0
    return (1 - theta) ** n


ASKED = {
    "peek": {"each of 100": lambda: Params().n == 100, "p < 0.05": lambda: Params().alpha == 0.05,
             "of 100 such": lambda: True, "level of 0.05": lambda: Params().alpha == 0.05,
             "to 20": lambda: compute(Params(part="stopping", every=20)).exact[0, -1] < 0.5 * answer("peek") / 100},
    "promise": {"is 0.05": lambda: QUESTION["promise"].values["theta"] == 0.05,
                "have 30": lambda: QUESTION["promise"].values["n"] == 30, "95 % interval": lambda: Params().level == 95,
                "Here 95 %": lambda: answer("promise") < 90
                and compute(Params(part="coverage", n=500)).share[1, np.abs(THETAS - 0.05).argmin()] > 0.93,
                "one sample of five": lambda: 0.19 < no_success(0.05, 30) < 0.23},
    "width": {"p = 0.05": lambda: Params().p_value == 0.05 and Params().n == 100,
              "a third": lambda: asked("width").null.min() == pytest.approx(1 / 3, abs=0.02)
              and asked("width").null[-1] > 0.98 and asked("width").null[0] == pytest.approx(0.5, abs=0.01)},
    "losses": {"high at 0": lambda: asked("losses").posterior[1].argmax() == 0 and asked("losses").sample[0] == 0,
               "three": lambda: answer("losses") == ["mode", "median", "mean"]},
    "stubborn": {"14 of 20": STATED["patients"]["20 patients 14"], "most 0.55": lambda: True,
                 "a + b = 60": lambda: (30 + 14) / 80 <= 0.55 < (29 + 14) / 78, "as 60": lambda: True,
                 "three times": lambda: 60 / 20 == 3},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTION)
def test_every_number_of_a_question_comes_out_of_the_page(name: str) -> None:
    assert_asked(QUESTION[name], ASKED[name])


def test_the_theory_states_no_number_that_nothing_checks() -> None:
    rate, count = stats.gamma(17, scale=1 / 21), stats.nbinom(17, 21 / 22)  # where the variance is the rate
    phrases = {
        "in 95 % of them": lambda: Params().level == 95,
        "of 95 % for": lambda: Params().level == 95,
        "wider than predictions for single $\\theta$ are on average: how far their means differ comes on top": lambda: (
            count.var() == pytest.approx(rate.mean() + rate.var()) and count.var() < rate.ppf(0.95)
        ),
    }
    assert_theory_states("bayes", phrases, formulas=r"\bBF₁₀ = 1/BF₀₁|H[₀₁]|0–1 loss")


@pytest.mark.parametrize("z", [1.2, 1.96, 4.0])
def test_the_least_bayes_factor_over_all_widths_is_the_one_of_the_theory(z: float) -> None:
    its = compute(Params(part="width", p_value=float(2 * stats.norm.sf(z))))
    assert its.log_bf01.min() == pytest.approx(np.log(z) + (1 - z**2) / 2, abs=2e-3)
