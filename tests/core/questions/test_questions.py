"""What is said of a guess, and how guesses stand in an address."""

import dataclasses
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import questions
from core.errors import InputError
from core.questions import Amount, Axis, Goal, Mark, Order, Pick, Sketch, drawn, sketched

ASKED = {"text": "?", "values": {}, "why": ".", "next": "."}
LINE = Axis("share", 0.0, 10.0, "%")
DECADES = Axis("n", 1.0, 1000.0, log=True)
MARK = Mark(name="mark", axis=LINE, truth=lambda its, params: 4.0, theory=lambda its, params: 4.1, **ASKED)
AMOUNT = Amount(name="amount", unit="m", truth=lambda its, params: 8.0, belief=("4", "No."), **ASKED)
PICK = Pick(name="pick", options={"a": "A", "b": "B"}, truth=lambda its, params: "b", **ASKED)
ORDER = Order(name="order", items={"a": "A", "b": "B", "c": "C"}, ends=("low", "high"),
              truth=lambda its, params: ("b", "a", "c"), **ASKED)  # fmt: skip
SKETCH = Sketch(name="sketch", x=LINE, y=LINE, truth=lambda its, params: (np.arange(11.0), np.arange(11.0)), **ASKED)
GOAL = Goal(name="goal", met=lambda its, params: True, **ASKED)
ALL = (MARK, AMOUNT, PICK, ORDER, SKETCH, GOAL)


def test_a_mark_is_told_beside_result_and_theory_with_the_gap_as_a_number() -> None:
    assert MARK.answer("5", None, None).sentence == (
        "The guess is 5 %. The page computes 4 %. Theory gives 4.1 %. The gap is 1 percentage point."
    )
    assert not MARK.answer("5", None, None).right
    assert MARK.answer("4.4", None, None).right


def test_a_guess_that_counts_as_right_is_told_so_though_a_gap_is_left() -> None:
    near = "That is near enough."
    assert MARK.answer("4.4", None, None).sentence.endswith(near)
    assert AMOUNT.answer("7.7", None, None).sentence.endswith(near)
    assert SKETCH.answer(drawn(SKETCH, np.linspace(0, 10, questions.sketch.POINTS)), None, None).sentence.endswith(near)
    assert not any(near in one.sentence for one in (MARK.answer("4", None, None), MARK.answer("5", None, None)))


def test_a_curve_that_is_nothing_but_rounding_is_told_as_0() -> None:
    flat = dataclasses.replace(SKETCH, truth=lambda its, params: (np.arange(11.0), np.full(11, 2e-20)))
    assert "the computed curve is at 0 %." in flat.answer("50" * questions.sketch.POINTS, None, None).sentence


def test_on_a_scale_of_factors_the_gap_is_a_factor() -> None:
    mark = Mark(name="n", axis=DECADES, truth=lambda its, params: 10.0, **ASKED)
    assert "too high by a factor of 5" in mark.answer("50", None, None).sentence
    assert "too low by a factor of 2" in mark.answer("5", None, None).sentence
    assert mark.answer("10", None, None).sentence.endswith("There is no gap.")


def test_a_whole_number_is_told_in_all_its_digits_and_so_is_the_gap() -> None:
    words = Amount(name="words", unit="words", truth=lambda its, params: 1949.0, theory=lambda its, params: 2044.78,
                   **ASKED)  # fmt: skip
    assert words.answer("2536", None, None).sentence == (
        "The guess is 2,536 words. The page computes 1,949 words. Theory gives 2,045 words. The gap is 587 words."
    )


def test_an_amount_that_many_give_is_recognised_within_its_tolerance() -> None:
    assert AMOUNT.is_belief("4.1")
    assert not AMOUNT.is_belief("5")
    assert AMOUNT.answer("7.7", None, None).right


def test_counts_are_told_apart_by_how_many_they_differ() -> None:
    assert AMOUNT.answer("5", None, None).sentence == "The guess is 5 m. The page computes 8 m. The gap is 3 m."
    heads = dataclasses.replace(AMOUNT, unit="heads")
    assert (
        heads.answer("7", None, None).sentence == "The guess is 7 heads. The page computes 8 heads. The gap is 1 head."
    )
    assert "too low by a factor of 1.78" in AMOUNT.answer("4.5", None, None).sentence


def test_a_curve_that_many_draw_is_recognised_by_where_it_lies() -> None:
    flat = drawn(SKETCH, np.full(questions.sketch.POINTS, 5.0))
    held = Sketch(name="held", x=LINE, y=LINE, truth=SKETCH.truth, **{**ASKED, "belief": (flat, "No.")})
    assert held.is_belief(drawn(SKETCH, np.full(questions.sketch.POINTS, 5.5)))
    assert not held.is_belief(drawn(SKETCH, np.linspace(0, 10, questions.sketch.POINTS)))
    assert not SKETCH.is_belief(flat)


def test_an_order_is_told_by_the_pairs_that_stand_the_wrong_way_round() -> None:
    assert ORDER.answer("b.a.c", None, None).right
    told = ORDER.answer("a.b.c", None, None)
    assert not told.right
    assert told.sentence == "Pairs the wrong way round: 1 of 3. The order is: B, A, C."
    assert "3 of 3." in ORDER.answer("c.a.b", None, None).sentence


def test_a_sketch_is_measured_over_the_whole_axis_and_told_where_it_is_furthest_off() -> None:
    places = np.linspace(0, 10, questions.sketch.POINTS)
    assert SKETCH.answer(drawn(SKETCH, places), None, None).right
    flat = SKETCH.answer(drawn(SKETCH, np.full(len(places), 5.0)), None, None)
    assert not flat.right
    assert "26 % of the picture's height" in flat.sentence
    assert "furthest off at 0 %" in flat.sentence
    counted = dataclasses.replace(SKETCH, x=Axis("merges", 0.0, 10.0))
    assert "furthest off at merges = 0," in counted.answer("50" * questions.sketch.POINTS, None, None).sentence


def test_a_curve_without_values_somewhere_is_not_measured_there() -> None:
    half = Sketch(
        name="half", x=LINE, y=LINE, truth=lambda its, params: ([0.0, 5.0, 10.0], [0.0, 5.0, math.nan]), **ASKED
    )
    answer = half.answer(drawn(half, np.linspace(0, 10, questions.sketch.POINTS)), None, None)
    assert answer.right
    assert answer.truth[0] == 0.0
    assert answer.truth[-1] is None


@given(st.lists(st.floats(0.0, 10.0), min_size=questions.sketch.POINTS, max_size=questions.sketch.POINTS))
def test_a_sketch_keeps_its_heights_to_a_hundredth(heights: list[float]) -> None:
    assert np.abs(sketched(drawn(SKETCH, heights)) - np.array(heights) / 10).max() <= 0.5001 / 99


@given(st.floats(1.0, 1000.0))
def test_an_axis_of_decades_finds_every_value_again(value: float) -> None:
    assert math.isclose(float(DECADES.value(DECADES.shares(value))), value, rel_tol=1e-9)


def test_guesses_come_back_from_an_address() -> None:
    guesses = {
        "mark": "2.5",
        "amount": "-3e-05",
        "pick": "a",
        "order": "c.b.a",
        "sketch": "07" * questions.sketch.POINTS,
    }
    assert questions.read(ALL, questions.written(guesses)) == (guesses, ())


@pytest.mark.parametrize("text", [
    "mark~11", "mark~nan", "mark~1_0", "amount~inf", "amount~", "pick~c", "order~a.b", "order~a.b.c.c", "sketch~12",
    "sketch~" + "²" * 50, "goal~done", "nobody~1", "mark~" + "1" * 100, "~", "mark", "mark~<b>",
])  # fmt: skip
def test_what_can_be_no_guess_is_left_out_with_a_sentence(text: str) -> None:
    guesses, problems = questions.read(ALL, text)
    assert guesses == {}
    assert len(problems) == 1
    assert isinstance(problems[0], InputError)
    assert str(problems[0]).endswith("It is ignored.")


@given(st.text(max_size=300))
def test_no_text_in_the_place_of_guesses_is_more_than_a_sentence(text: str) -> None:
    guesses, problems = questions.read(ALL, text)
    assert len(guesses) + len(problems) <= len(ALL)
