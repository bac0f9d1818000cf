"""A question that is answered by a curve drawn by hand."""

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from core.numbers import number
from core.questions.axis import Axis, Values
from core.questions.kinds import NEAR_ENOUGH, Answer, Key, Question, in_digits

POINTS = 25  # of the curve, from the left end of its axis to the right


@dataclass(frozen=True, kw_only=True)
class Sketch(Question):
    """A curve drawn over ``x``; ``truth`` and ``theory`` give places and heights. It is right where it lies within
    ``near`` of the height of the picture on average. A guess is two digits for each point, its height in hundredths.
    """

    x: Axis
    y: Axis
    truth: Callable[[Any, Any], tuple[Values, Values]]
    theory: Callable[[Any, Any], tuple[Values, Values]] | None = None
    near: float = 0.1
    kind = "sketch"

    def check(self, guess: str) -> None:
        if len(guess) != 2 * POINTS or not (guess.isascii() and guess.isdigit()):
            raise self.refusal(guess, f"it must be {POINTS} heights of two digits each")

    def key(self, result: Any, params: Any) -> Key:
        theory = None if self.theory is None else _plain(self._heights(self.theory(result, params)))
        return Key(_plain(self._heights(self.truth(result, params))), theory)

    def verdict(self, guess: str, key: Key) -> Answer:
        said, true = sketched(guess), np.asarray(key.truth, np.float64)
        off = np.abs(said - true)
        worst = int(np.nanargmax(off))
        mean = float(np.nanmean(off))
        at, is_at = float(self.x.value(worst / (POINTS - 1))), float(self.y.value(true[worst]))
        place, height, right = in_digits(at, self.x.unit), in_digits(is_at, self.y.unit), mean <= self.near
        average = (
            f"On average the guess lies {number(100 * mean, 2)} % of the picture's height from the computed curve."
        )
        furthest = f"It is furthest off at {place}, where the computed curve is at {height}."
        if not self.x.unit:
            furthest = f"It is furthest off at {self.x.label} = {place}, where the computed curve is at {height}."
        return Answer(right, " ".join([average, furthest, *([NEAR_ENOUGH] if right else [])]), key.truth, key.theory)

    def is_belief(self, guess: str) -> bool:
        if self.belief is None:
            return False
        return float(np.abs(sketched(guess) - sketched(self.belief[0])).mean()) <= self.near

    def _heights(self, curve: tuple[Values, Values]) -> NDArray[np.float64]:
        """The curve at the places of a sketch, as shares of the height."""
        x, y = (np.asarray(each, np.float64) for each in curve)
        places = np.linspace(0.0, 1.0, POINTS)
        inside = np.isfinite(x) & np.isfinite(y)
        low, high = self.x.shares([x[inside].min(), x[inside].max()])
        heights = np.interp(places, self.x.shares(x[inside]), self.y.shares(y[inside]))
        step = 1 / (POINTS - 1)
        return np.asarray(np.where((places >= low - step) & (places <= high + step), heights, np.nan))

    def header(self) -> dict[str, Any]:
        return {"x": vars(self.x), "y": vars(self.y), "points": POINTS}


def sketched(guess: str) -> NDArray[np.float64]:
    """The heights of a sketch as shares of the picture's height."""
    return np.asarray([int(guess[at : at + 2]) / 99 for at in range(0, 2 * POINTS, 2)])


def drawn(question: Sketch, heights: Values) -> str:
    """The guess that a curve of those heights is, given as values of the y axis at the places of a sketch."""
    return "".join(f"{round(99 * share):02d}" for share in np.nan_to_num(question.y.shares(heights)))


def _plain(heights: NDArray[np.float64]) -> list[float | None]:
    return [None if math.isnan(each) else float(each) for each in heights]
