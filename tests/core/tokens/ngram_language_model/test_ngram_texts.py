"""Every number that a preset, a question or the theory of /ngram-language-model states."""

import math
from functools import cache
from inspect import signature

import numpy as np
import pytest
from nltk.lm import AbsoluteDiscountingInterpolated, KneserNeyInterpolated
from stated import assert_asked, assert_stated, assert_theory_states

from catalog import BY_SLUG
from core.explorer import as_used
from core.ngrams.katz import MOST
from core.ngrams.settings import NAMES
from core.ngrams.smoothing import NOT_COUNTED, NOT_ESTIMATED
from core.tokens.ngram_language_model import PRESETS, QUESTIONS, Params, compute

PRESET = {preset.name: preset for preset in PRESETS}
QUESTION = {question.name: question for question in QUESTIONS}


@cache
def result(name: str):
    return compute(as_used(Params(**PRESET[name].values)), device="cpu")


def at(name: str, method: str, step: int) -> float:
    return float(result(name).perplexity[NAMES.index(method), step])


def chance(name: str, word: str) -> float:
    return float(result(name).chosen[result(name).words.index(word)])


def unknown(name: str) -> str:
    return result(name).remarks[0].partition("of these ")[2].partition(" %")[0]


def seen(name: str, word: str) -> int:
    return str(PRESET[name].values["text"]).lower().split().count(word)


STATED = {
    "sam": {"2/3": lambda: math.isclose(chance("sam", "i"), 2 / 3) and seen("sam", "i") == 3,
            "unseen there 0.": lambda: chance("sam", "am") == 0 and result("sam").followed == 2},
    "infinite": {"has 342": lambda: set(result("infinite").zeros[[2, 3, 6], 0].tolist()) == {342}
                 and (np.isinf(result("infinite").perplexity).all(axis=1)
                      == [name != "added" for name in NAMES]).all()},
    "orders": {"from 242": lambda: round(at("orders", "kneser_ney", 0)) == 242,
               "126.5 for n = 3": lambda: round(at("orders", "kneser_ney", 2), 1) == 126.5
               and result("orders").perplexity[5].argmin() == 2,
               "132.7 for n = 6": lambda: round(at("orders", "kneser_ney", 5), 1) == 132.7
               and Params(**PRESET["orders"].values).discount == 0.75,
               "118.9 from n = 4": lambda: set(result("orders").perplexity[6, 3:].round(1).tolist()) == {118.9}},
    "added": {"k = 1, gives": lambda: Params(**PRESET["added"].values).added == 1,
              "1,641": lambda: round(at("added", "added", 40)) == 1641 and result("added").values[40] == 1,
              "0.01, with 796": lambda: round(at("added", "added", 20)) == 796
              and abs(result("added").perplexity[1].argmin() - 20) <= 1,
              "119.7": lambda: round(at("added", "modified", 0), 1) == 119.7},
    "growing": {"445 to 126.5": lambda: (round(at("growing", "kneser_ney", 0)),
                                         round(at("growing", "kneser_ney", -1), 1)) == (445, 126.5)},
    "unknown": {"than 50 times": lambda: PRESET["unknown"].values["min_count"] == 50,
                "falls to 19": lambda: round(at("unknown", "kneser_ney", 30)) == 19,
                "32 %": lambda: round(float(unknown("unknown"))) == 32},
    "glasses": {"3 times": lambda: seen("glasses", "francisco") == seen("glasses", "glasses") == 3,
                "0.173 to 0.0557": lambda: (round(chance("glasses", "glasses"), 3),
                                            round(chance("glasses", "francisco"), 4)) == (0.173, 0.0557)},
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_every_number_of_a_preset_comes_out_of_it(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])


def answer(name: str):
    params = as_used(Params(**QUESTION[name].values))
    return QUESTION[name].truth(compute(params, device="cpu"), params)


def added(order: int) -> np.ndarray:
    return compute(Params(method="added", axis="added", order=order)).perplexity[1]


ASKED = {
    "nats": {"10 words": lambda: math.isclose(answer("nats"), 10),
             "2.303 nats": lambda: round(math.log(10), 3) == 2.303,
             "2 to the power of the loss": lambda: round(2**2.303, 2) == 4.93, "base 2": lambda: True,
             "or 2 to the power": lambda: True},
    "unseen": {"n = 3": lambda: Params().order == 3, "probability 0": lambda: answer("unseen") > 70},
    "before": {"n = 3": lambda: Params().order == 3, "to 4": lambda: True,
               "n − 1 are": lambda: answer("before") == "two"},
    "ranking": {"of 4 words": lambda: QUESTION["ranking"].values == {"order": 4}},
    "rescue": {"near 800": lambda: round(added(3).min(), -2) == 800 and round(added(3)[20], -2) == 800,
               "order 3. Bring": lambda: True, "to 225": lambda: added(3).min() > 225 > added(2)[20],
               "back to 3": lambda: True},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTION)
def test_every_number_of_a_question_comes_out_of_the_page(name: str) -> None:
    assert_asked(QUESTION[name], ASKED[name])


@pytest.mark.parametrize(("unit", "stated"), [("words", 0.9), ("spaces", 0.9), ("characters", 0.5)])
def test_the_best_discount_is_near_the_one_that_the_page_states(unit: str, stated: float) -> None:
    entry = BY_SLUG["ngram-language-model"].look_for
    assert "At n = 3 the best D is near 0.9 for words, 0.5 for characters." in entry
    found = compute(Params(unit=unit), device="cpu")
    for method in ("absolute", "kneser_ney"):
        assert abs(found.values[np.argmin(found.perplexity[NAMES.index(method)])] - stated) < 0.1


def test_the_items_of_the_ranking_are_the_settings_of_the_page() -> None:
    items = QUESTION["ranking"].items
    its = Params()
    assert items["added"].endswith(f"(k = {its.added})")
    assert items["interpolation"].endswith(f"(λ = {its.weight})")
    assert items["absolute"].endswith(f"(D = {its.discount})")
    assert items["kneser_ney"].endswith(f"(D = {its.discount})")


def test_the_theory_states_no_number_that_nothing_checks() -> None:
    assert_theory_states("ngram_language_model", {
        "A text of 7 words holds 7 unigrams, 6 bigrams and 5 trigrams": lambda: [7 - n for n in (0, 1, 2)] == [7, 6, 5],
        "“black” came 1,000 times, and “black cat” 100 times": lambda: True,
        "100/1,000 = 0.1": lambda: 100 / 1000 == 0.1,
        "$V$ = 50,000 words Laplace's rule gives 101/51,000 = 0.00198": lambda: round(101 / 51_000, 5) == 0.00198,
        "fifty times less": lambda: 49 < 0.1 / 0.00198 < 51,
        "1/51,000": lambda: 1_000 + 50_000 == 51_000,
        "stand-ins are taken, 0.5, 1 and 1.5": lambda: NOT_COUNTED == (0.5, 1.0, 1.5),
        "for each order its own": lambda: True,
        "is $0$, 0.75 is taken": lambda: NOT_ESTIMATED == 0.75,
        "comes to 122.0, instead of 126.5 with $D$ = 0.75": lambda: (
            round(2 ** float(compute(Params()).estimated[NAMES.index("kneser_ney")]), 1),
            round(float(compute(Params()).perplexity[NAMES.index("kneser_ney"), 30]), 1)) == (122.0, 126.5),
        "Kneser–Ney has 89.58 by the first way, 151.9 by the second and 136.0 without ends": lambda: [
            f"{float(compute(Params(lines=True, ends=each)).perplexity[NAMES.index('kneser_ney'), 30]):.4g}"
            for each in ("counted", "summed", "left")] == ["89.58", "151.9", "136"],
        "has the perplexity 157.0 on the plays": lambda: round(float(compute(Params(
            lines=True, starts="one", min_count=1)).perplexity[NAMES.index("modified"), 30]), 1) == 157.0,
        "Counts above $k = 5$": lambda: MOST == 5,
        "$\\ln 2$ = 0.6931": lambda: round(math.log(2), 4) == 0.6931,
        "A perplexity of 10 is 3.322 bits or 2.303 nats": lambda: (round(math.log2(10), 3), round(math.log(10), 3))
        == (3.322, 2.303),
        "to raise 2 to the power of 2.303 gives 4.93": lambda: round(2 ** math.log(10), 2) == 4.93,
        "A perplexity of 100 is 6.644 bits": lambda: round(math.log2(100), 3) == 6.644,
        "nltk takes 0.1 for <control discount>$D$</control> of Kneser–Ney and 0.75 for that of absolute": lambda: [
            signature(smoother.__init__).parameters["discount"].default
            for smoother in (KneserNeyInterpolated, AbsoluteDiscountingInterpolated)] == [0.1, 0.75],
        "fewer than 50 times are `<unk>`, the perplexity of Kneser–Ney goes from 19.15 to 48.67": lambda: [
            round(float(compute(Params(min_count=50, unknown=each)).perplexity[NAMES.index("kneser_ney"), 30]), 2)
            for each in (True, False)] == [19.15, 48.67],
    })  # fmt: skip
