"""Every number that a preset, a question or the theory of /ngram-generation states."""

from functools import cache

import numpy as np
import pytest
from stated import assert_asked, assert_stated, assert_theory_states

from core.explorer import as_used
from core.ngrams.corpus import sample
from core.tokens.ngram_generation import PRESETS, QUESTIONS, Params, compute

PRESET = {preset.name: preset for preset in PRESETS}
QUESTION = {question.name: question for question in QUESTIONS}


@cache
def result(name: str, **other):
    values = PRESET[name].values if name else {}
    return compute(as_used(Params(**{**values, **other})), device="cpu")


def answer(name: str):
    params = as_used(Params(**QUESTION[name].values))
    return QUESTION[name].truth(compute(params, device="cpu"), params)


def perplexity(its) -> float:
    return float(2 ** its.mean[-1])


STATED = {
    "followed": {"first: 37": lambda: result("followed").many[0] == 37,
                 "instead of 2,470": lambda: set(result("").many.tolist()) == {2470},
                 "all 2,470": lambda: result("").many[0] == 2470},
    "copied": {"to 39 words": lambda: result("copied").run.max() == 39,
               "96 of 100": lambda: (result("copied").many == 1).sum() == 96 and len(result("copied").words) == 100},
    "salad": {"n = 1": lambda: PRESET["salad"].values == {"order": 1}},
    "ends": {"After 13 words": lambda: len(result("ends").words) == 13
             and result("ends").remarks[-1].startswith("The text ends")},
    "letters": {},
}  # fmt: skip


@pytest.mark.parametrize("name", PRESET)
def test_every_number_of_a_preset_of_generation_comes_out_of_it(name: str) -> None:
    assert_stated(PRESET[name], STATED[name])


def test_letters_six_at_a_time_write_words_that_the_text_has_not() -> None:
    assert Params(**PRESET["letters"].values).order == 6
    words = "".join(result("letters").words).replace("␣", " ").replace("↵", " ").split(" ")[1:-1]
    known = set(sample().lower().split())
    assert sum(word not in known for word in words) >= 2


ASKED = {
    "come": {"probability above 0": lambda: result("").many.min() == result("").many.max() == 2470},
    "likeliest": {"writes 200": lambda: QUESTION["likeliest"].values == {"length": 200}},
    "longest": {"n = 6 writes 100": lambda: (QUESTION["longest"].values["order"],
                                             QUESTION["longest"].values["length"]) == (6, 100),
                "the 5 before": lambda: True, "Each 6 words": lambda: True},
    "own": {"Write 100 words": lambda: True,
            "than 12 in a row": lambda: result("copied").run.max() > 12 >= result("copied", order=3).run.max(),
            "below 5": lambda: perplexity(result("copied", order=3)) < 5 < perplexity(result("copied", order=2))},
}  # fmt: skip


@pytest.mark.parametrize("name", QUESTION)
def test_every_number_of_a_question_of_generation_comes_out_of_the_page(name: str) -> None:
    assert_asked(QUESTION[name], ASKED[name])


def test_what_can_come_is_every_word_and_few_of_them_are_the_likeliest() -> None:
    assert answer("come") == "all"
    assert 15 < answer("likeliest") < 30
    assert answer("longest") == 39


def test_the_theory_of_generation_states_no_number_that_nothing_checks() -> None:
    assert_theory_states("ngram_generation", {
        "1 bit for one of two words alike, 10 bits for one of 1,024": lambda: 2**10 == 1024,
        "from $n$ = 4 on": lambda: np.median(result("followed", order=3).many) > 1
        and np.median(result("followed", order=4).many) == 1,
        "with a $k$ near 1": lambda: np.median(result("", method="added", added=1.0).chance) * 2470 < 2,
    })  # fmt: skip
