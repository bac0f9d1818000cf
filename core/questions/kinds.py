"""The kinds of question: a number marked on an axis or typed, one of several, an order, a goal."""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from core.errors import InputError
from core.numbers import count, measured, number
from core.questions.axis import Axis

LONGEST = 60  # characters of a guess
NEAR = 0.05
NEAR_ENOUGH = "That is near enough."


@dataclass(frozen=True)
class Answer:
    """What is said of a guess. ``truth`` and ``theory`` are drawn beside it: a number, a text, heights of a curve."""

    right: bool
    sentence: str
    truth: Any
    theory: Any = None


@dataclass(frozen=True)
class Key:
    """What a guess is held against: what the page computes, and what a formula says, as they are drawn."""

    truth: Any
    theory: Any = None


@dataclass(frozen=True, kw_only=True)
class Question:
    """``name`` stands in the address. ``values`` are the settings it is asked of, as those of a preset. ``why`` is one
    sentence, ``next`` one thing to try. ``belief`` is an answer that many give, written as a guess, and why it fails.
    """

    name: str
    text: str
    values: Mapping[str, object]
    why: str
    next: str
    belief: tuple[str, str] | None = None
    kind = ""
    near = 0.0

    def check(self, guess: str) -> None:
        """Raises:
        InputError: this can be no guess of the question.
        """
        raise NotImplementedError

    def answer(self, guess: str, result: Any, params: Any) -> Answer:
        """What the ``result`` for the question's ``params`` says to a guess."""
        return self.verdict(guess, self.key(result, params))

    def key(self, result: Any, params: Any) -> Key:
        """What the ``result`` for the question's ``params`` says, whatever is guessed."""
        raise NotImplementedError

    def verdict(self, guess: str, key: Key) -> Answer:
        """What is said of a guess: the same as ``assets/js/questions/verdict.js`` says where there is no server."""
        raise NotImplementedError

    def is_belief(self, guess: str) -> bool:
        """Whether the guess is the one that many make."""
        return self.belief is not None and guess == self.belief[0]

    def header(self) -> dict[str, Any]:
        """What the browser needs to ask."""
        return {}

    def refusal(self, guess: str, rule: str) -> InputError:
        return InputError("guess", guess, rule, "It is ignored.")


@dataclass(frozen=True, kw_only=True)
class _Number(Question):
    """A number, right within ``near`` of the true one. ``theory`` is what a formula says."""

    truth: Callable[[Any, Any], float]
    theory: Callable[[Any, Any], float] | None = None
    near: float = NEAR

    def key(self, result: Any, params: Any) -> Key:
        theory = None if self.theory is None else float(self.theory(result, params))
        return Key(float(self.truth(result, params)), theory)

    def verdict(self, guess: str, key: Key) -> Answer:
        said, true = float(guess), key.truth
        parts = [f"The guess is {in_digits(said, self._unit)}.", f"The page computes {in_digits(true, self._unit)}."]
        if key.theory is not None:
            parts.append(f"Theory gives {in_digits(key.theory, self._unit)}.")
        right = self._meets(said, true)
        if in_digits(said, self._unit) == in_digits(true, self._unit):
            parts.append("There is no gap.")
        else:
            parts += [_gap(said, true, self._unit, self._is_ratio(said, true)), *([NEAR_ENOUGH] if right else [])]
        return Answer(right, " ".join(parts), true, key.theory)

    def is_belief(self, guess: str) -> bool:
        return self.belief is not None and self._meets(float(guess), float(self.belief[0]))

    def _meets(self, said: float, true: float) -> bool:
        """Whether one number is as near to the other as it takes."""
        raise NotImplementedError

    def _is_ratio(self, said: float, true: float) -> bool:
        """Whether the gap is told as a factor."""
        raise NotImplementedError

    @property
    def _unit(self) -> str:
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Mark(_Number):
    """A number, marked along an ``axis``; right within ``near`` of the axis' length. ``theory`` stands dashed."""

    axis: Axis
    kind = "mark"

    def check(self, guess: str) -> None:
        if not self.axis.low <= _read(self, guess) <= self.axis.high:
            raise self.refusal(guess, f"it must be from {number(self.axis.low)} to {number(self.axis.high)}")

    def _meets(self, said: float, true: float) -> bool:
        return bool(abs(self.axis.shares(said) - self.axis.shares(true)) <= self.near)

    def _is_ratio(self, said: float, true: float) -> bool:
        return self.axis.log

    @property
    def _unit(self) -> str:
        return self.axis.unit

    def header(self) -> dict[str, Any]:
        return {"x": vars(self.axis)}


@dataclass(frozen=True, kw_only=True)
class Amount(_Number):
    """A number that is typed, with its ``unit``; right within ``near`` of the true one, as a share of it."""

    unit: str = ""
    kind = "amount"

    def check(self, guess: str) -> None:
        _read(self, guess)

    def _meets(self, said: float, true: float) -> bool:
        return abs(said - true) <= self.near * abs(true)

    def _is_ratio(self, said: float, true: float) -> bool:
        """Counts are told apart by how many they differ."""
        return said * true > 0 and not (said.is_integer() and true.is_integer())

    @property
    def _unit(self) -> str:
        return self.unit

    def header(self) -> dict[str, Any]:
        return {"unit": self.unit}


@dataclass(frozen=True, kw_only=True)
class Pick(Question):
    """One of the ``options``, a word for each key; ``truth`` gives the key of the right one."""

    options: Mapping[str, str]
    truth: Callable[[Any, Any], str]
    kind = "pick"

    def check(self, guess: str) -> None:
        if guess not in self.options:
            raise self.refusal(guess, "there is no such answer")

    def key(self, result: Any, params: Any) -> Key:
        return Key(self.truth(result, params))

    def verdict(self, guess: str, key: Key) -> Answer:
        true = key.truth
        said, is_true = self.options[guess], self.options[true]
        sentence = (
            f"“{is_true}” is right." if guess == true else f"The guess is “{said}”. The right answer is “{is_true}”."
        )
        return Answer(guess == true, sentence, true)

    def header(self) -> dict[str, Any]:
        return {"options": list(self.options.items())}


@dataclass(frozen=True, kw_only=True)
class Order(Question):
    """The ``items`` put in order, a word for each key; ``truth`` gives their keys in the right order. A guess is its
    keys with points between them. ``ends`` say what the first and the last one are.
    """

    items: Mapping[str, str]
    ends: tuple[str, str]
    truth: Callable[[Any, Any], Sequence[str]]
    kind = "order"

    def check(self, guess: str) -> None:
        if sorted(guess.split(".")) != sorted(self.items):
            raise self.refusal(guess, f"it must name each of {', '.join(self.items)} once, with points between them")

    def key(self, result: Any, params: Any) -> Key:
        return Key(".".join(self.truth(result, params)))

    def verdict(self, guess: str, key: Key) -> Answer:
        true, said = key.truth.split("."), guess.split(".")
        wrong = sum(
            true.index(said[i]) > true.index(said[j]) for i in range(len(said)) for j in range(i + 1, len(said))
        )
        pairs = len(true) * (len(true) - 1) // 2
        order = ", ".join(self.items[key] for key in true)
        sentence = "The order is right." if not wrong else (
            f"Pairs the wrong way round: {count(wrong)} of {count(pairs)}. The order is: {order}."
        )  # fmt: skip
        return Answer(not wrong, sentence, key.truth)

    def header(self) -> dict[str, Any]:
        return {"options": list(self.items.items()), "ends": self.ends}


@dataclass(frozen=True, kw_only=True)
class Goal(Question):
    """Something to bring about on the page, from ``values`` on: ``met(result, params)`` says whether it stands there.
    ``solution`` are settings by which it does.
    """

    met: Callable[[Any, Any], bool]
    solution: Mapping[str, object] = field(default_factory=dict)
    kind = "goal"

    def check(self, guess: str) -> None:
        if guess:
            raise self.refusal(guess, "a goal is met, not guessed")


def _read(question: Question, guess: str) -> float:
    try:
        value = float(guess)
    except ValueError:
        value = math.nan
    if not math.isfinite(value) or "_" in guess:
        raise question.refusal(guess, "it must be a number")
    return value


def in_digits(value: float, unit: str = "") -> str:
    """A number as a verdict tells it: to three digits, and to all that stand before its point."""
    digits = next((each for each in range(3, 7) if abs(value) < 10**each - 0.5), 7)
    return measured(value, unit, digits)


def _gap(said: float, true: float, unit: str, as_factor: bool) -> str:
    """How far the guess is off: as a factor, or as a difference."""
    if as_factor and true:
        high, low = max(abs(said), abs(true)), min(abs(said), abs(true))
        way = "high" if abs(said) > abs(true) else "low"
        return f"The guess is too {way} by a factor of {number(high / low, 3)}."
    # Between 50 % and 80 % lie 30 percentage points: 30 % of 50 % would be 15 %.
    return f"The gap is {in_digits(abs(said - true), 'percentage points' if unit == '%' else unit)}."
