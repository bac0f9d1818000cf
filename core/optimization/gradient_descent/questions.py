"""What a reader of /gradient-descent guesses first."""

from typing import Any

import numpy as np

from core.optimization.gradient_descent.methods import LINEAR
from core.optimization.gradient_descent.quadratic import steps_until
from core.optimization.gradient_descent.quadratic_sweep import Descent
from core.questions import Amount, Axis, Goal, Mark, Order, Question, Sketch
from core.swept_rows import nearest

_SIGMA = {"a": "σ = 2 (steepest)", "b": "σ = 1.5", "c": "σ = 1", "d": "σ = 0.5 (flattest)"}
_FEW, _RATIO = 60, 99.0  # steps of the goal, and how much more curved its valley is across than along, at least

QUESTIONS: tuple[Question, ...] = (
    Sketch(
        name="needed", values={"flat": 1.2},
        x=Axis("step size ÷ its limit", 0.0, 1.0), y=Axis("steps", 1.0, 1000.0, log=True),
        text="How large a step is best? A valley is steep across and gentle along. The step size grows from 0 to its "
             "limit. Draw how many steps it takes until the error is a thousandth of what it was.",
        truth=lambda its, params: (its.runs.relative, np.where(its.runs.counted > 0, its.runs.counted, np.nan)),
        theory=lambda its, params: (its.runs.relative, its.runs.needed),
        why="Small steps get on slowly along the valley, and large ones jump from side to side across it. The best "
            "step size lies between, where both directions keep the same share of the error.",
        next="Lower Singular value σ₂ to 0.5: the valley gets longer, and even the best step size takes more steps.",
    ),
    Amount(
        name="limit", values={"part": "values", "sigma": "0.5"}, near=0.03,
        text="The loss (y − w/2)² has the slope (w − 2y)/2. So a step takes away η/2 of the error w − 2y. Above which "
             "step size η does gradient descent diverge?",
        truth=lambda its, params: its.unit * float(its.runs.relative[its.runs.measured <= 1 + 1e-9].max()),
        theory=lambda its, params: its.unit,
        belief=("2", "With this η the first step lands on the minimum, and many take that for the limit. But a step "
                     "beyond the minimum still helps, as long as it ends nearer than it began."),
        why="At the limit a step takes twice the error away, so it ends just as far on the other side.",
        next="Write 1 under Singular values σ: a loss that is steeper has a lower limit.",
    ),
    Order(
        name="directions", values={"part": "values", "sigma": "2 1.5 1 0.5"}, items=_SIGMA,
        ends=("Fastest", "Slowest"),
        text="A loss has four directions. The larger the singular value σ, the steeper it is. The step size is 0.9 of "
             "its limit. Along which direction does the error shrink fastest?",
        truth=lambda its, params: [list(_SIGMA)[i] for i in np.argsort(_kept(its, params.step))],
        belief=("a.b.c.d", "Many put the steepest direction first. But there each step jumps over the minimum and "
                           "ends almost as far away on the other side."),
        why="One step size is too long for the steepest direction and too short for the flattest. It suits one that "
            "lies between.",
        next="Drag the step size down to half of its limit: there the steepest direction comes first.",
    ),
    Mark(
        name="valley", values={"flat": 0.2, "step": 0.9901}, axis=Axis("steps", 1.0, 10_000.0, log=True),
        text="A valley is 100 times as curved across as along. Gradient descent takes the best step size there is. "
             "How many steps does it take until the error is a thousandth of what it was?",
        truth=lambda its, params: float(its.runs.counted[nearest(its.runs.relative, params.step)]),
        theory=lambda its, params: steps_until(
            LINEAR["gd"].fastest(its.problem.quadratic.steepest, its.problem.quadratic.flattest)[2], its.accuracy),
        belief=("10", "A few steps are enough where the valley is equally curved in all directions. Here a step that "
                      "suits the steep direction is far too short for the flat one."),
        why="The steep direction limits the step size. Along the flat one such a step takes only a fiftieth of the "
            "error away.",
        next="Raise Singular value σ₂ to 1, and a few steps are enough.",
    ),
    Goal(
        name="in-sixty", values={"flat": 0.2}, solution={"flat": 0.2, "method": "heavy-ball", "beta": 0.67,
                                                         "step": 1.65},
        text="A goal: the valley is 100 times as curved across as along. Bring the error to a thousandth within 60 "
             "steps, in this valley.",
        met=lambda its, params: _arrives(its, params),
        why="With momentum a step also keeps some of the way of the steps before. Along the flat direction these add "
            "up; across the valley they cancel.",
        next="Drag Momentum β to 0.95: now the path swings around the minimum for longer.",
    ),
)  # fmt: skip


def _kept(its: Descent, step: float) -> np.ndarray:
    """The share of its error that each mode has left after five steps."""
    modes = its.runs.modes[nearest(its.runs.relative, step)]
    return np.asarray(np.abs(modes[:, 5] / modes[:, 0]))


def _arrives(its: Any, params: Any) -> bool:
    if not isinstance(its, Descent) or its.problem.quadratic.condition < _RATIO or its.accuracy > 1e-3:
        return False
    return 0 < int(its.runs.counted[nearest(its.runs.relative, params.step)]) <= _FEW
