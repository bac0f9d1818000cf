"""Every number that a preset, a question or the theory of /text-normalization states."""

import re
from functools import cache

import numpy as np
import pytest
from stated import assert_asked, assert_stated, assert_theory_states

from catalog import ROOT
from core.explorer import as_used
from core.tokens.text_normalization import PRESETS, QUESTIONS, Params, compute
from core.word_forms import LONGEST, UNSAFE, reducer

PRESET = {preset.name: preset for preset in PRESETS}
QUESTION = {question.name: question for question in QUESTIONS}
STEMMERS = ("porter", "snowball", "lancaster", "lemma")


@cache
def result(name: str = ""):
    return compute(as_used(Params(**(PRESET[name].values if name else {}))), device="cpu")


def left(name: str) -> list[int]:
    return result(name).distinct[:, -1].tolist()


def group(name: str, after: str):
    return next(one for one in result(name).joined if one.after == (after,))


STATED = {
    "ran": {},
    "universe": {"these are 3 different": lambda: {*group("universe", "univers").lemmas} ==
                 {"universe", "university", "universal"} and len(group("universe", "univers").words) == 4
                 and {*group("universe", "new").words} == {"new", "news"}},
    "traps": {"there are 35": lambda: left("traps")[0] == 35, "all steps 19": lambda: left("traps")[-1] == 19},
    "stemmers": {"2,237": lambda: left("stemmers")[0] == 2237, "leaves 1,949": lambda: left("stemmers")[1] == 1949,
                 "Snowball 1,874": lambda: left("stemmers")[2] == 1874,
                 "Lancaster 1,810": lambda: left("stemmers")[3] == 1810, "1,845": lambda: left("stemmers")[4] == 1845},
    "straight": {"0.782": lambda: round(result("straight").exponent[0, -1], 3) == 0.782,
                 "0.689": lambda: round(result("straight").exponent[-1, -1], 3) == 0.689},
    "forecast": {"first 621": lambda: result("forecast").at[4] == PRESET["forecast"].values["read"] == 621,
                 "3,278": lambda: round(expected(4)) == 3278, "2,237": lambda: left("forecast")[-1] == 2237,
                 "β falls": lambda: (np.diff(result("forecast").exponent[-1, [4, 20, 50, -1]]) < 0).all()},
}  # fmt: skip


def expected(step: int) -> float:
    its = result("forecast")
    return float(its.scale[-1, step] * its.at[-1] ** its.exponent[-1, step])


@pytest.mark.parametrize("name", PRESET)
def test_every_number_of_a_preset_comes_out_of_it(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])


def test_the_preset_s_place_is_the_end_of_its_text() -> None:
    assert all(result(name).at[-1] == PRESET[name].values["read"] for name in PRESET if name != "forecast")


def test_no_stemmer_makes_run_of_ran_and_only_lancaster_makes_car_of_caring() -> None:
    """What some notes say, against what is computed (also in the preset “ran”)."""
    assert [reducer(name)("ran") for name in STEMMERS] == ["ran", "ran", "ran", "run"]
    assert [reducer(name)("caring") for name in STEMMERS] == ["care", "care", "car", "care"]
    ends = {word: made for word, made, _ in result("ran").choices}
    assert (ends["ran"], ends["caring"]) == (("ran", "ran", "ran", "run"), ("care", "care", "car", "care"))


def answer(name: str):
    params = as_used(Params(**QUESTION[name].values))
    return QUESTION[name].truth(compute(params, device="cpu"), params)


ASKED = {
    "ran": {},
    "double": {"1,268": lambda: result().distinct[-1][39] == 1268 and abs(2 * result().at[39] - result().at[-1]) <= 1,
               "2^β times": lambda: True, "below 1": lambda: result().exponent[-1, -1] < 1,
               "to 621": lambda: 621 in result().at},
    "forms": {"left of 4": lambda: len(QUESTION["forms"].values["text"].split()) == 4},
    "fewest": {},
    "one": {"in 5 ways": lambda: len({*QUESTION["one"].values["text"].split()}) == 5},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTION)
def test_every_number_of_a_question_comes_out_of_the_page(name: str) -> None:
    assert_asked(QUESTION[name], ASKED[name])


def test_the_answers_are_those_of_the_page() -> None:
    assert (answer("ran"), answer("double"), answer("forms")) == ("lemma", 1949, 3)
    assert answer("fewest") == ["lancaster", "snowball", "porter", "none"]


def test_the_list_of_the_theory_is_what_the_stemmers_make() -> None:
    text = (ROOT / "assets/theory/text_normalization.md").read_text(encoding="utf-8")
    rows = re.findall(r"^- \*(\w+)\*: Porter (\w+), Snowball (\w+), Lancaster (\w+), dictionary (\w+)\.$", text, re.M)
    assert [row[0] for row in rows] == ["ran", "caring", "universities", "mice"]
    for word, *made in rows:
        assert [reducer(name)(word) for name in STEMMERS] == made


def test_the_theory_states_no_number_that_nothing_checks() -> None:
    from nltk.stem import PorterStemmer

    assert_theory_states("text_normalization", {
        "x² becomes x2": lambda: True, "NFKC turns x² into x2": lambda: True,
        "published in 1980": lambda: True,
        "“die” of “dying”, not “dy”": lambda: [stem("dying") for stem in (PorterStemmer().stem, reducer("porter"))]
        == ["die", "dy"],
        "“univers” has measure 3": lambda: len(re.findall("[aeiou]+[^aeiou]+", "univers")) == 3,
        "more than 30 marks": lambda: UNSAFE.search("\u0301" * 31) and not UNSAFE.search("\u0301" * 30),
        "more than 100 characters": lambda: LONGEST == 100,
    }, r"[Ss]tep \d\w?|Annex \d+")  # fmt: skip
