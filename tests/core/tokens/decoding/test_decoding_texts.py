"""Every number that a preset, a question or the theory of /decoding states."""

from functools import cache

import numpy as np
import pytest
from scipy.special import softmax
from stated import assert_asked, assert_stated, assert_theory_states

from core.explorer import as_used
from core.tokens.decoding import PRESETS, QUESTIONS, Params, compute

PRESET = {preset.name: preset for preset in PRESETS}
QUESTION = {question.name: question for question in QUESTIONS}


@cache
def result(name: str, **other):
    return compute(as_used(Params(**{**PRESET[name].values, **other})), device="cpu")


def at(name: str, value: float, **other) -> int:
    return int(np.abs(result(name, **other).values - value).argmin())


def best(name: str, **other):
    return result(name, **other).history[-1][0]


def best_text(name: str, **other) -> str:
    return result(name, **other).texts[best(name, **other).tokens].strip()


def greedy_text(name: str) -> str:
    return result(name).texts[result(name).greedy.tokens].strip()


def four_share(heat: float) -> float:
    its = result("four")
    return float(its.chance[at("four", heat), :4].sum())


def first_share(scores: list[float]) -> float:
    return round(float(softmax(scores)[0]), 3)


STATED = {
    "four": {"98.9 %": lambda: round(100 * four_share(1.0), 1) == 98.9,
             "and 824 others": lambda: result("four").vocabulary - 4 == 824,
             "1.88 bits": lambda: round(result("four").whole, 2) == 1.88},
    "tail": {"T = 3": lambda: PRESET["tail"].values["temperature"] == 3,
             "only 23 %": lambda: round(100 * four_share(3.0)) == 23},
    "nucleus": {"p = 0.9": lambda: result("nucleus").kept[at("nucleus", 0.9)] == 4},
    "divide-first": {"Scores 3, 2, 1 at T = 0.5 and p = 0.8": lambda: True,
                     "of 0.867": lambda: first_share([6, 4, 2]) == 0.867 and
                     result("divide-first").kept[at("divide-first", 0.8)] == 1},
    "cut-first": {"has 0.665": lambda: first_share([3, 2, 1]) == 0.665,
                  "p = 0.8": lambda: result("cut-first").kept[at("cut-first", 0.8)] == 2},
    "crossing": {"Scores 3, 2, 1 at T = 1": lambda: True, "holds 0.665": lambda: first_share([3, 2, 1]) == 0.665,
                 "crosses p = 0.8": lambda: (result("crossing").kept[at("crossing", 0.8)],
                                             result("crossing", crossing=True).kept[at("crossing", 0.8)]) == (1, 2)},
    "min-first": {"Scores 3, 2, 1, 0 with p = 0.9 and min-p 0.1": lambda: True,
                  "keeps 2": lambda: result("min-first").kept[at("min-first", 0.9)] == 2,
                  "3 tokens stay": lambda: result("min-first", min_first=False).kept[at("min-first", 0.9)] == 3},
    "tie": {"Scores 3, 2, 2, 1 and k = 2": lambda: True,
            "keeps 3 tokens": lambda: result("tie").kept[at("tie", 2)] == 3,
            "exactly 2": lambda: result("tie", exact=True).kept[at("tie", 2)] == 2},
    "min-p": {"T = 3": lambda: PRESET["min-p"].values["temperature"] == 3,
              "keeps 8": lambda: result("min-p").kept[at("min-p", 0.1)] == 8,
              "p = 0.9 would keep 593": lambda: result("min-p", axis="top_p", top_p=0.9, min_p=0.0).kept[
                  at("min-p", 0.9, axis="top_p", top_p=0.9, min_p=0.0)] == 593},
    "beam": {"of −15.07": lambda: round(result("beam").greedy.total, 2) == -15.07 and
             greedy_text("beam").startswith("and "),
             "width 4 starts": lambda: Params().width == 4 and best_text("beam").startswith("walked "),
             "at −13.51": lambda: round(best("beam").total, 2) == -13.51},
    "narrow": {"width 4": lambda: Params().width == 4, "of −16.77": lambda: round(best("narrow").total, 2) == -16.77,
               "at −15.34": lambda: round(result("narrow").greedy.total, 2) == -15.34},
    "herself": {"width 10": lambda: PRESET["herself"].values["width"] == 10,
                "of −15.06": lambda: round(best("herself").total, 2) == -15.06,
                "has −17.02": lambda: round(result("herself").greedy.total, 2) == -17.02 and
                "Rose found a coat, looked at it and gave it to Rose." in best_text("herself")},
    "longer": {"α = 1": lambda: Params().penalty == 1, "has 25": lambda: len(best("longer").tokens) == 25,
               "of 20 tokens": lambda: len(result("longer").greedy.tokens) == 20 and
               result("longer").greedy.total > best("longer").total,
               "α = 0": lambda: len(best("longer", penalty=0.0).tokens) == 20},
    "samples": {},
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_every_number_of_a_preset_of_decoding_comes_out_of_it(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])


ASKED = {
    "order": {"scores 3, 2 and 1": lambda: True, "T = 0.5, then": lambda: True, "p = 0.8": lambda: True,
              "holds 0.665": lambda: first_share([3, 2, 1]) == 0.665,
              "T = 0.5 the scores are 6, 4 and 2": lambda: True,
              "holds 0.867": lambda: first_share([6, 4, 2]) == 0.867},
    "wider": {"the 4 best": lambda: Params().width == 4,
              "width to 1": lambda: best("narrow", width=1).tokens == result("narrow").greedy.tokens},
    "entropy": {"824 others": lambda: result("four").vocabulary == 828,
                "T = 0.05 to T = 5": lambda: result("four").values[[0, -1]].tolist() == [0.05, 5.0],
                "T = 1 only": lambda: four_share(1.0) > 0.98, "most 2 bits": lambda: np.log2(4) == 2,
                "down to 4": lambda: result("four", top_k=4).entropy.max() < 2, "below 2 bits": lambda: True},
    "home": {},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTION)
def test_every_number_of_a_question_of_decoding_comes_out_of_the_page(name: str) -> None:
    assert_asked(QUESTION[name], ASKED[name])


def test_greedy_decoding_wins_where_the_question_says_so() -> None:
    question = QUESTION["wider"]
    params = as_used(Params(**question.values))
    assert question.truth(compute(params, device="cpu"), params) == "greedy"


def test_the_theory_of_decoding_states_no_number_that_nothing_checks() -> None:
    def shares(scores: list[float]) -> list[float]:
        return [round(float(each), 3) for each in softmax(scores)]

    phrases = {
        "Scores 3, 2, 1 have probabilities 0.665, 0.245, 0.090": lambda: shares([3, 2, 1]) == [0.665, 0.245, 0.09],
        "they have 0.867, 0.117, 0.016": lambda: shares([6, 4, 2]) == [0.867, 0.117, 0.016],
        "A nucleus of 0.8 then": lambda: PRESET["divide-first"].values["top_p"] == 0.8,
        "Scores 3, 2, 1, 0 have probabilities 0.644, 0.237, 0.087, 0.032": lambda: (
            shares([3, 2, 1, 0]) == [0.644, 0.237, 0.087, 0.032]
        ),
        "Top-p with $p = 0.9$ keeps three of them, and min-p with 0.1 keeps these": lambda: (
            result("min-first", min_first=False).kept[at("min-first", 0.9)] == 3
        ),
        "hold 0.665, 0.245, 0.090, and top-p keeps two": lambda: result("min-first").kept[at("min-first", 0.9)] == 2,
        "of the scores 3, 2, 2, 1 with $k = 2$ it keeps three": lambda: result("tie").kept[at("tie", 2)] == 3,
        "scores 3, 2, 1 with $p = 0.8$": lambda: True,
        "with 0.910 and 0.665": lambda: [round(sum(shares([3, 2, 1])[:kept]), 3) for kept in (2, 1)] == [0.91, 0.665],
    }
    assert_theory_states("decoding", phrases)
