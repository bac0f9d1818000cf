"""Every question of every page can be answered: the page's own answer is accepted, a wrong one is explained."""

import re
from functools import cache
from typing import Any

import numpy as np
import pytest

from catalog import BY_SLUG
from core import questions
from core.explorer import Explorer, as_used, find, focused, slugs
from core.questions import Amount, Answer, Goal, Mark, Order, Pick, Question, Sketch, drawn
from ui.languages import catalogue

ALL = [(slug, one) for slug in slugs() for one in find(slug).QUESTIONS]
each = pytest.mark.parametrize(("slug", "question"), ALL, ids=[f"{slug}-{one.name}" for slug, one in ALL])


@cache
def result_of(slug: str, values: tuple[tuple[str, object], ...]) -> tuple[Any, Any]:
    explorer = find(slug)
    params = as_used(explorer.Params(**dict(values)))
    return focused(explorer, explorer.compute(params, device="cpu"), params), params


def answered(slug: str, question: Question, guess: str) -> Answer:
    questions.check(question, guess)
    return question.answer(guess, *result_of(slug, tuple(question.values.items())))


def right_and_wrong(slug: str, question: Question) -> tuple[str, str]:
    """The page's own answer as a guess, and one that is far from it."""
    result, params = result_of(slug, tuple(question.values.items()))
    match question:
        case Mark():
            true = question.truth(result, params)
            far = question.axis.low if question.axis.shares(true) > 0.5 else question.axis.high
            return f"{true:.4g}", str(far)
        case Amount():
            true = question.truth(result, params)
            return f"{true:.4g}", f"{3 * true + 1:.4g}"
        case Pick():
            true = question.truth(result, params)
            return true, next(key for key in question.options if key != true)
        case Order():
            order = list(question.truth(result, params))
            return ".".join(order), ".".join(reversed(order))
        case Sketch():
            x, y = (np.asarray(one, float) for one in question.truth(result, params))
            known = np.isfinite(y)
            places = question.x.value(np.linspace(0, 1, questions.sketch.POINTS))
            guess = drawn(question, np.interp(places, x[known], y[known]))
            return guess, "".join(f"{99 - int(guess[at : at + 2]):02d}"[:2] for at in range(0, len(guess), 2))
    raise AssertionError(question)


@pytest.mark.parametrize("slug", slugs())
def test_a_page_has_three_to_five_questions_with_a_goal_and_a_common_wrong_belief(slug: str) -> None:
    asked = find(slug).QUESTIONS
    assert 3 <= len(asked) <= 5
    assert any(isinstance(one, Goal) for one in asked)
    assert any(one.belief for one in asked)
    assert len({type(one) for one in asked}) >= 3
    assert len({one.name for one in asked}) == len(asked)
    for one in asked:
        assert re.fullmatch(r"[a-z][a-z0-9-]{1,19}", one.name)
        for text in (one.text, one.why, one.next, *(one.belief or ())[1:]):
            assert text.endswith((".", "?")), text


@each
def test_the_things_to_order_can_be_told_apart_in_a_sentence(slug: str, question: Question) -> None:
    if isinstance(question, Order):
        assert not [words for words in question.items.values() if "," in words]


def test_an_axis_of_per_cent_says_of_what_they_are() -> None:
    axes = [axis for _, one in ALL for axis in (getattr(one, "x", None), getattr(one, "y", None),
                                                getattr(one, "axis", None)) if axis]  # fmt: skip
    assert not [axis for axis in axes if axis.label == "share"]


@each
def test_the_settings_of_a_question_can_be_used_and_differ_from_those_that_a_page_opens_with(
    slug: str, question: Question
) -> None:
    kind = find(slug).Params
    assert isinstance(question, Goal) or questions.settings_of(question, kind) != as_used(kind())


@each
def test_the_answer_of_the_page_is_accepted_and_a_far_one_is_not(slug: str, question: Question) -> None:
    if isinstance(question, Goal):
        assert question.met(*result_of(slug, tuple(question.solution.items())))
        assert not question.met(*result_of(slug, ()))
        assert not question.met(*result_of(slug, tuple(question.values.items())))
        return
    right, wrong = right_and_wrong(slug, question)
    good, bad = answered(slug, question, right), answered(slug, question, wrong)
    assert good.right, good.sentence
    assert not bad.right, bad.sentence
    assert bad.sentence != good.sentence
    assert not question.is_belief(right)


@each
def test_a_common_wrong_belief_is_a_possible_answer_and_wrong(slug: str, question: Question) -> None:
    if question.belief is not None:
        assert question.is_belief(question.belief[0])
        assert not answered(slug, question, question.belief[0]).right


@each
def test_every_verdict_is_said_in_french_with_french_numbers(
    slug: str, question: Question, monkeypatch: pytest.MonkeyPatch
) -> None:
    if isinstance(question, Goal):
        return
    words = catalogue("fr", BY_SLUG[slug].section)
    for guess in right_and_wrong(slug, question):
        monkeypatch.setattr(words, "unknown", set())
        said = words.text(answered(slug, question, guess).sentence)
        assert not words.unknown
        assert not re.search(r"\d\.\d", said), said


@each
def test_theory_and_the_page_agree_where_a_question_shows_both(slug: str, question: Question) -> None:
    if isinstance(question, Mark | Amount) and question.theory is not None:
        result, params = result_of(slug, tuple(question.values.items()))
        guess = f"{question.theory(result, params):.6g}"
        assert answered(slug, question, guess).right, answered(slug, question, guess).sentence
    if isinstance(question, Sketch) and question.theory is not None:
        result, params = result_of(slug, tuple(question.values.items()))
        theory = answered(slug, question, right_and_wrong(slug, question)[0])
        heights = [(a, b) for a, b in zip(theory.truth, theory.theory, strict=True) if None not in (a, b)]
        assert np.mean([abs(a - b) for a, b in heights]) <= question.near


@each
def test_a_question_is_answered_the_same_from_wherever_its_axis_stands(slug: str, question: Question) -> None:
    """The page answers from the result that stands, looked at again from where the question looks."""
    if isinstance(question, Goal):
        return
    explorer = find(slug)
    result, params = result_of(slug, tuple(question.values.items()))
    moved = as_used(explorer.Params(**{**dict(question.values), **_elsewhere(explorer, params)}))
    assert questions.stands(question, moved)
    guess = right_and_wrong(slug, question)[0]
    again = focused(explorer, focused(explorer, result, moved), params)
    assert question.answer(guess, again, params) == answered(slug, question, guess)


def _elsewhere(explorer: Explorer, params: Any) -> dict[str, object]:
    """The default in the place of every setting that only says where a reader looks."""
    fields = explorer.Params.__dataclass_fields__
    views = {name: one.metadata.get("view", False) for name, one in fields.items()}
    return {name: fields[name].default for name, view in views.items() if view is True}
