"""Every number that a preset, a question or the theory of /estimators states comes out of the page."""

from functools import cache

import numpy as np
import pytest
from scipy.stats import norm
from stated import assert_asked, assert_stated, assert_theory_states

from core.explorer import as_used
from core.populations import LAWS
from core.populations.means import exact_distance
from core.statistics.estimators import PRESETS, QUESTIONS, Params, compute
from core.statistics.estimators.distribution import SIZES
from core.statistics.estimators.laws import BERRY_ESSEEN, SURE
from core.statistics.estimators.laws import SIZES as LAW_SIZES
from core.statistics.estimators.populations import NEWCOMB, population
from core.statistics.estimators.robustness import SHIFTS

PRESET = {preset.name: preset for preset in PRESETS}
QUESTION = {question.name: question for question in QUESTIONS}


@cache
def of(**values):
    return compute(as_used(Params(**values)), device="cpu")


def result(name: str):
    return of(**PRESET[name].values)


def holds(**values) -> bool:
    """Whether the preset of that name has these settings, as its default or its own."""
    name = values.pop("name")
    return all(getattr(Params(**PRESET[name].values), field) == value for field, value in values.items())


def theory(name: str, field: str, n: int) -> float:
    return float(getattr(result(name).theory, field)[n == SIZES][0])


def known(name: str, measure: int, n: int) -> float:
    return float(result(name).known[measure][n == SIZES][0])


def simulated(name: str, measure: int, n: int) -> float:
    return float(result(name).simulated[measure][n == SIZES][0])


def slip(k: int, shift: float) -> float:
    return float(result("slip").estimates[k, shift == SHIFTS][0])


def distance(source: str, n: int, share: float = 0.5) -> float:
    return exact_distance(population(Params(source=source, share=share), None), n)


def both(name: str, n: int, spread: float, digits: int) -> bool:
    """Whether the standard deviation is that, in theory and as simulated."""
    return round(known(name, 1, n) ** 0.5, digits) == spread and simulated(name, 1, n) ** 0.5 == pytest.approx(
        spread, rel=0.05
    )


def cauchy_is_as_wide() -> bool:
    ends = result("cauchy").ends
    return (ends[1] - ends[0])[-1] == pytest.approx((ends[1] - ends[0])[0], rel=0.3)


STATED = {
    "mean": {"differ by 1,": lambda: result("mean").population.deviation == 1,
             "31 draws differ by 0.18": lambda: holds(name="mean", n=31) and both("mean", 31, 0.18, 2),
             "501 draws by 0.045": lambda: both("mean", 501, 0.045, 3),
             "as 1/√n": lambda: known("mean", 1, 3) * 3 == pytest.approx(known("mean", 1, 501) * 501)},
    "surer": {"at 0.69": lambda: round(result("surer").theory.tends, 2) == 0.69,
              "which is 1,": lambda: result("surer").theory.truth == 1},
    "better": {"of 5 normal": lambda: holds(name="better", n=5),
               "20 % too small": lambda: known("better", 0, 5) == pytest.approx(-0.2),
               "is 0.36": lambda: round(known("better", 2, 5), 2) == 0.36,
               "is 0.50": lambda: round(of(source="normal", estimator="variance").known[2][SIZES == 5][0], 2) == 0.5},
    "s": {"n − 1 makes": lambda: of(source="normal", estimator="variance").known[0] == pytest.approx(0),
          "With 5 ": lambda: holds(name="s", n=5), "6 % too small": lambda: round(100 * known("s", 0, 5)) == -6},
    "maximum": {"of 31 draws from 0 to 1 lies 0.031": lambda: round(known("maximum", 0, 31), 3) == -0.031
                and holds(name="maximum", n=31),
                "as 1/n": lambda: known("maximum", 0, 31) * 32 == pytest.approx(known("maximum", 0, 501) * 502)},
    "bootstrap": {"66 passages": lambda: len(NEWCOMB) == 66, "of 31 numbers": lambda: holds(name="bootstrap", n=31),
                  "by 1.0 ": lambda: both("bootstrap", 31, 1.0, 1),
                  "by 1.9": lambda: round(of(source="newcomb").known[1][SIZES == 31][0] ** 0.5, 1) == 1.9},
    "thirty": {"n = 30 enough": lambda: holds(name="thirty", n=30),
               "of 30 exponential draws is 0.024": lambda: round(distance("exponential", 30), 3) == 0.024,
               "177 draws": lambda: result("thirty").small == 177, "below 0.01": lambda: True},
    "coin": {"n ≥ 30 is": lambda: holds(name="coin", n=30),
             "in 30 fair throws is 0.072": lambda: round(distance("bernoulli", 30), 3) == 0.072,
             "31 values": lambda: True, "1,592 throws": lambda: result("coin").small == 1592,
             "below 0.01": lambda: distance("bernoulli", 1592) < 0.01},
    "cauchy": {"means of 1,000 draws": cauchy_is_as_wide},
    "slip": {"among 66": lambda: len(NEWCOMB) == 66,
             "of all 66 by 1.1": lambda: round(slip(0, 0) - slip(0, -16), 1) == 1.1,
             "down −44": lambda: NEWCOMB[PRESET["slip"].values["row"]] == -44,
             "16 units": lambda: round(result("slip").place[SHIFTS == -16][0]) == -44,
             "from 6.2 to 10.8": lambda: [round(slip(3, at), 1) for at in (0, -16)] == [6.2, 10.8],
             "stays 27": lambda: slip(1, 0) == slip(1, -16) == 27},
    "log": {"At 1 the": lambda: result("log").population.mean == 1, "slope 1.": lambda: True,
            "of 31 draws": lambda: holds(name="log", n=31), "0.18": lambda: both("log", 31, 0.18, 2)},
    "flat": {"slope is 0": lambda: True, "μ = 0 the": lambda: (result("flat").theory.limit == 0).all(),
             "31-draw means differ by 0.046": lambda: round(theory("flat", "deviation", 31), 3) == 0.046
             and simulated("flat", 1, 31) ** 0.5 == pytest.approx(0.046, rel=0.1)},
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_every_number_of_a_preset_comes_out_of_it(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])


def answer(name: str):
    question = QUESTION[name]
    params = as_used(Params(**question.values))
    return question.truth(of(**question.values), params)


ASKED = {
    "root": {"n − 1 makes": lambda: answer("root") == "below",
             "fade as 1/n": lambda: known("s", 0, 501) * 501 == pytest.approx(known("s", 0, 101) * 101, rel=0.01)},
    "thirty": {"n = 30 on": lambda: True, "in 30 fair": lambda: round(answer("thirty"), 3) == 0.072},
    "cauchy": {"95 %": lambda: True},
    "far": {"of 20 points": lambda: Params().size == 20},
    "flat": {},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTION)
def test_every_number_of_a_question_comes_out_of_the_page(name: str) -> None:
    assert_asked(QUESTION[name], ASKED[name])


def test_the_estimates_are_moved_in_the_order_that_the_question_says() -> None:
    assert answer("far") == ["median", "mean", "s"]


def skewed() -> bool:
    """|E z³|/(6√(2πn)) for a smooth law."""
    return distance("exponential", 900) == pytest.approx(2 / (6 * np.sqrt(2 * np.pi * 900)), rel=0.02)


THEORY = {
    "C = 0.4748": lambda: BERRY_ESSEEN == 0.4748,
    "0.33554\\,(E|z|^3 + 0.415)": lambda: True,  # the second inequality of arXiv:1111.6554
    "$0.33554 \\times 1.415 < 0.4748$": lambda: BERRY_ESSEEN > 0.33554 * 1.415 > BERRY_ESSEEN - 1e-4,
    "\\frac{\\sqrt{10} + 3}{6\\sqrt{2\\pi}} = 0.4097":
        lambda: (np.sqrt(10) + 3) / (6 * np.sqrt(2 * np.pi)) == pytest.approx(0.4097, abs=5e-5),
    "$0.4690$": lambda: True,
    "1.96\\,\\sigma": lambda: norm.ppf(0.975) == pytest.approx(1.96, abs=5e-5),
    "95 % of all means": lambda: True,
    "Shevtsova (2011)": lambda: True, "(Esseen, 1956)": lambda: True, "Shevtsova (2013)": lambda: True,
    "about $\\frac{|E z^3|}{6\\sqrt{2\\pi n}}$": skewed,
    "*n ≥ 30* is": lambda: True,
    "30 uniform draws the distance is 0.0009": lambda: round(distance("uniform", 30), 4) == 0.0009,
    "for 30 exponential ones 0.024": lambda: round(distance("exponential", 30), 3) == 0.024,
    "for 30 throws of a fair coin 0.072": lambda: round(distance("bernoulli", 30), 3) == 0.072,
    "share of 2 % it is 0.33": lambda: round(distance("bernoulli", 30, 0.02), 2) == 0.33,
    "$1.358/\\sqrt R$": lambda: round(SURE, 3) == 1.358,
    "less than 5 % of": lambda: 2 * np.exp(-2 * SURE**2) == pytest.approx(0.05),
    "1.4826 times": lambda: 1 / norm.ppf(0.75) == pytest.approx(1.4826, abs=5e-5),
    "*No mean* (Cauchy): no law": lambda: LAWS["cauchy"].tail == 1 and np.isnan(LAWS["cauchy"].mean),
    "tail index 3,": lambda: LAWS["pareto"].tail == 3,
    "quantile 0.6745, R's": lambda: norm.ppf(0.75) == pytest.approx(0.6745, abs=5e-5),
    "by 1.4826;": lambda: True, "(Stigler, 1973)": lambda: True,
}  # fmt: skip


def test_the_theory_states_no_number_that_nothing_checks() -> None:
    assert_theory_states("estimators", THEORY)


def test_the_axis_of_the_laws_holds_the_thirty_of_the_rule() -> None:
    assert {30, 1_000} <= set(LAW_SIZES.tolist())
