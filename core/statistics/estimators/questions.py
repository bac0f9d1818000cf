"""What a reader of /estimators guesses first."""

from typing import Any

import numpy as np

from core.questions import Axis, Goal, Mark, Order, Pick, Question, Sketch
from core.statistics.estimators.distribution import Distribution
from core.statistics.estimators.laws import SIZES
from core.swept_rows import nearest

FALLING = "".join(f"{round(99 * (0.701 - 0.5 * place / 24)):02d}" for place in range(25))  # as 1/√n on log axes

QUESTIONS: tuple[Question, ...] = (
    Pick(
        name="root", values={"source": "normal", "estimator": "deviation", "n": 5},
        options={"below": "Below σ", "equal": "Exactly σ", "above": "Above σ"},
        text="Dividing by n − 1 makes s² right on average. Where does its root s lie on average, of five normal draws?",
        truth=lambda its, params: ("below", "equal", "above")[1 + int(np.sign(its.theory.mean[1] - its.theory.truth))],
        belief=("equal", "Being right on average does not survive a root, for the mean of roots is not the root of "
                         "the mean."),
        why="The root bends down: what large values of s² add to s is less than what small ones take away.",
        next="Drag n and watch the bias of s fade as 1/n.",
    ),
    Mark(
        name="thirty", values={"part": "laws", "source": "bernoulli", "n": 30}, near=0.1,
        axis=Axis("largest gap between both laws", 0.0, 0.15),
        text="A rule of thumb says that from n = 30 on a mean is normal. For the share of heads in 30 fair throws, how "
             "large is the largest gap between its distribution function and the normal one?",
        truth=lambda its, params: float(its.exact[nearest(SIZES, 30.0)]),
        belief=("0.005", "The rule fits laws that are continuous and nearly symmetric, not every law."),
        why="The share jumps from one of its few values to the next, and the normal curve passes halfway.",
        next="Choose the uniform law and see how few draws it needs.",
    ),
    Sketch(
        name="cauchy", values={"part": "laws", "source": "cauchy"},
        x=Axis("draws n", 1.0, 1_000.0, log=True), y=Axis("half the width of the band", 0.1, 100.0, log=True),
        text="Means of n Cauchy draws: draw half the width of the band that holds the middle 95 % of them.",
        truth=lambda its, params: (SIZES, (its.ends[1] - its.ends[0]) / 2),
        theory=lambda its, params: (SIZES, (its.band[1] - its.band[0]) / 2),
        belief=(FALLING, "So it falls wherever a variance exists. Here it does not."),
        why="The mean of n Cauchy draws has the law of a single draw.",
        next="Follow one path and see the jump that undoes a long quiet stretch.",
    ),
    Order(
        name="far", values={"part": "robustness", "source": "normal"},
        items={"mean": "mean", "s": "deviation s", "median": "median"},
        ends=("moves least", "moves most"),
        text="One of 20 points is dragged far away. Order three estimates by how far each is moved.",
        truth=lambda its, params: _by_move(its),
        why="The median only counts on which side the point lies, and s squares its distance.",
        next="Look at the lowest picture: it says how many such points each estimate can bear.",
    ),
    Goal(
        name="flat", values={"part": "delta", "source": "normal", "function": "square"},
        solution={"part": "delta", "source": "normal", "function": "square", "mu": 0.0},
        text="A goal: choose the mean μ so that the delta method promises that x̄² does not vary at all.",
        met=lambda its, params: isinstance(its, Distribution) and params.part == "delta"
            and bool(its.theory.limit[0] < 1e-9),
        why="The delta method replaces the function by its tangent, and a level tangent carries no spread.",
        next="Show the error times √n: it goes to nothing, while n times the square keeps its spread.",
    ),
)  # fmt: skip


def _by_move(its: Any) -> list[str]:
    """The estimates by how far the point takes them, from the middle to the end of its way."""
    moves = np.abs(its.estimates[[0, 1, 3], -1] - its.estimates[[0, 1, 3], its.estimates.shape[1] // 2])
    return [("mean", "median", "s")[k] for k in np.argsort(moves)]
