"""Every number that a preset, a question or the theory of /generated-text states."""

from functools import cache

import numpy as np
import pytest
from stated import assert_asked, assert_stated, assert_theory_states

from catalog import BY_SLUG
from core.explorer import as_used
from core.tokens.generated_text import PRESETS, QUESTIONS, Params, compute
from core.tokens.generated_text.trap import TEMPERATURES

PRESET = {preset.name: preset for preset in PRESETS}
QUESTION = {question.name: question for question in QUESTIONS}


@cache
def result(name: str, **other):
    return compute(as_used(Params(**{**PRESET[name].values, **other})), device="cpu")


def answer(name: str) -> object:
    question = QUESTION[name]
    params = as_used(Params(**question.values))
    return question.truth(compute(params, device="cpu"), params)


def at(name: str, value: float) -> int:
    return int(np.abs(result(name).values - value).argmin())


def bits(heat: float) -> float:
    return round(float(result("loop").bits[np.abs(TEMPERATURES - heat).argmin()]), 2)


STATED = {
    "trained": {"T = 1": lambda: Params(**PRESET["trained"].values).temperature == 1,
                "takes 1.26 bits": lambda: bits(1.0) == 1.26,
                "stories 1.17": lambda: round(result("loop").true_bits, 2) == 1.17 and
                result("loop").repeated[8] < 0.02},
    "babble": {"T = 2": lambda: PRESET["babble"].values["temperature"] == 2, "than 9 bits": lambda: bits(2.0) > 9,
               "70 %": lambda: round(100 * result("loop").strange[-1]) == 69},
    "draft": {"82.6 %": lambda: round(100 * result("draft").rate[at("draft", 4)], 1) == 82.6,
              "With 4 tokens": lambda: Params().ahead == 4,
              "3.5 tokens": lambda: round(result("draft").tokens_each[at("draft", 4)], 1) == 3.5},
    "hot-draft": {"79.1 %": lambda: round(100 * result("hot-draft").rate[at("hot-draft", 2.0)], 1) == 79.1},
    "loop": {"T = 0.05": lambda: TEMPERATURES[0] == 0.05,
             "1.4 %": lambda: round(100 * result("loop").true_repeated, 1) == 1.4 and
             0.4 < result("loop").repeated[0] < 0.6},
    "rescued": {"T = 2": lambda: TEMPERATURES[-1] == 2,
                "min-p = 0.1 samples at T = 2": lambda: result("rescued").strange[-1] < 0.01,
                "1.2 bits": lambda: round(result("rescued").bits[-1], 1) == 1.2,
                "than 9 bits": lambda: result("rescued", min_p=0.0).bits[-1] > 9},
    "wrong": {"costs 16.5 bits": lambda: round(float(result("wrong").after[2, 3]), 1) == 16.5 and
              (result("wrong").wrong[2], result("wrong").words[3]) == ("␣were", "␣went")},
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_every_number_of_a_preset_of_generated_text_comes_out_of_it(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])


ASKED = {
    "like-true": {"drawn at T = 1 is": lambda: answer("like-true") == "one",
                  "Drag to T = 1": lambda: 1 in TEMPERATURES},
    "recovers": {},
    "accepted": {"of 100": lambda: True},
    "rescue": {"at T = 2 most": lambda: result("loop").strange[-1] > 0.5,
               "Stay at T = 2": lambda: TEMPERATURES[-1] == 2,
               "than 2 %": lambda: result("rescued").strange[-1] < 0.02,
               "than 10 %": lambda: result("rescued").repeated[-1] <= 0.1},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTION)
def test_every_number_of_a_question_of_generated_text_comes_out_of_the_page(name: str) -> None:
    assert_asked(QUESTION[name], ASKED[name])


def test_the_model_recovers_from_a_wrong_word_where_the_question_says_so() -> None:
    assert answer("recovers") == "back"


def test_the_goal_is_not_met_by_greedy_samples_which_only_repeat() -> None:
    params = Params(temperature=2.0, top_k=1)
    assert not QUESTION["rescue"].met(compute(params, device="cpu"), params)


def test_the_theory_of_generated_text_states_no_number_that_nothing_checks() -> None:
    assert_theory_states("generated_text", {})


def test_a_model_that_runs_free_seldom_comes_back_as_the_page_says() -> None:
    """It does where the story goes on with the true words, whichever colour the book has."""
    its = compute(Params(), device="cpu")
    back = [bool(np.allclose(free[there], after[there], atol=1e-3)) for free, after, there in
            zip(its.free, its.after, np.isfinite(its.free), strict=True)]  # fmt: skip
    assert 0 < sum(back) < 0.25 * len(back)
    assert "a model that runs free seldom comes back" in " ".join(BY_SLUG["generated-text"].look_for.split())
