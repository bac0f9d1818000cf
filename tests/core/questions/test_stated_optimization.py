"""Every number that the questions of /gradient-descent state, held against what the page computes."""

import dataclasses
from functools import cache
from typing import Any

import numpy as np
import pytest
from stated import assert_asked

from core import questions
from core.optimization import gradient_descent
from core.optimization.gradient_descent.methods import LINEAR
from figures.optimization.gradient_descent import quadratic_curves

ASKED = {one.name: one for one in gradient_descent.QUESTIONS}


@cache
def computed(name: str, **changed: Any) -> Any:
    params = dataclasses.replace(questions.settings_of(ASKED[name], gradient_descent.Params), **changed)
    return gradient_descent.compute(params, device="cpu")


def best_rate(its: Any) -> float:
    return LINEAR["gd"].fastest(its.problem.quadratic.steepest, its.problem.quadratic.flattest)[2]


def steps(its: Any, relative: float) -> int:
    return int(its.runs.counted[np.abs(its.runs.relative - relative).argmin()])


def test_fewer_steps_are_needed_up_to_the_best_step_size_and_then_more() -> None:
    its = computed("needed")
    needed = its.runs.counted[its.runs.counted > 0]
    best = int(needed.argmin())
    assert (np.diff(needed[: best + 1]) <= 0).all()
    assert (np.diff(needed[best:]) >= 0).all()
    assert_asked(ASKED["needed"], {
        "grows from 0 to its limit": lambda: its.runs.counted[its.runs.relative >= 1].max() < 0,
        "σ₂ to 0.5": lambda: best_rate(computed("needed", flat=0.5)) > best_rate(its),
    })  # fmt: skip


def test_the_curve_that_is_asked_for_is_not_the_one_that_stands_below_the_picture() -> None:
    asked = ASKED["needed"]
    assert isinstance(asked, questions.Sketch)
    below = quadratic_curves.rate(computed("needed")).sweep
    assert below is not None
    assert below.cursor is not None
    places = asked.x.value(np.linspace(0, 1, questions.sketch.POINTS))
    copied = questions.drawn(asked, np.interp(places, below.cursor.x, below.cursor.y["y"]))
    assert not asked.answer(copied, computed("needed"), questions.settings_of(asked, gradient_descent.Params)).right


def test_the_scalar_loss_has_the_slope_and_the_limits_that_are_stated() -> None:
    its = computed("limit")
    w, y, sigma = 3.0, 1.0, 0.5
    slope = ((y - sigma * (w + 1e-6)) ** 2 - (y - sigma * (w - 1e-6)) ** 2) / 2e-6
    landing = np.abs(its.runs.relative * its.unit - 2).argmin()
    assert its.runs.modes[landing, 0, 1] == pytest.approx(0, abs=1e-9)  # the first step lands on the minimum
    assert_asked(ASKED["limit"], {
        "(y − w/2)² has the slope (w − 2y)/2": lambda: slope == pytest.approx((w - 2 * y) / 2, abs=1e-6),
        "takes away η/2 of the error w − 2y": lambda: its.runs.measured[24] == pytest.approx(
            1 - its.runs.relative[24] * its.unit / 2),
        "Write 1 under": lambda: computed("limit", sigma="1").unit < its.unit,
    })  # fmt: skip


def test_the_directions_shrink_as_the_question_says_of_them() -> None:
    its, params = computed("directions"), questions.settings_of(ASKED["directions"], gradient_descent.Params)
    half = np.abs(its.runs.relative - 0.5).argmin()
    left = np.abs(its.runs.modes[:, :, 1] / its.runs.modes[:, :, 0])
    here = left[np.abs(its.runs.relative - 0.9).argmin()]
    assert params.sigma.split() == [text.split()[2] for text in ASKED["directions"].items.values()]  # type: ignore[attr-defined]
    assert here[0] > 0.75  # ends almost as far away on the other side
    assert left[half].argmin() == 0  # the steepest comes first
    assert_asked(ASKED["directions"], {"0.9 of its limit": lambda: params.step == 0.9})


def test_a_long_valley_takes_the_steps_that_are_stated() -> None:
    its = computed("valley")
    assert steps(computed("valley", flat=1.0), 0.8) < 30
    assert 1 - best_rate(its) == pytest.approx(1 / 50, rel=0.02)  # a fiftieth
    assert its.accuracy == 1e-3  # a thousandth
    assert_asked(ASKED["valley"], {
        "100 times as curved": lambda: its.problem.quadratic.condition == pytest.approx(100),
        "σ₂ to 1": lambda: best_rate(computed("valley", flat=1.0)) < 0.7,
    })  # fmt: skip


def test_momentum_alone_brings_the_goal_within_reach() -> None:
    its = computed("in-sixty")
    assert its.runs.counted[its.runs.counted > 0].min() > 60
    quick = computed("in-sixty", method="heavy-ball", beta=0.67, step=1.65)
    swinging = computed("in-sixty", method="heavy-ball", beta=0.95, step=1.65)
    assert_asked(ASKED["in-sixty"], {
        "100 times as curved": lambda: its.problem.quadratic.condition == pytest.approx(100),
        "within 60 steps": lambda: 0 < steps(quick, 1.65) <= 60,
        "β to 0.95": lambda: steps(swinging, 1.65) > 60,
    })  # fmt: skip
