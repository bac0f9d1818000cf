"""Questions that a reader answers before the page does: a guess, what is, and the gap between them.

Each is asked of settings of its own, and its answer is taken from the result that the page computes for them. A guess
is a short text: it stands in the address, so that a class can send theirs.

>>> written({"peak": "3.5", "order": "b.a"})
'peak~3.5,order~b.a'
"""

from collections.abc import Mapping, Sequence
from typing import Any

from core import value_text
from core.errors import InputError
from core.explorer import as_used, computation_key
from core.questions.axis import Axis
from core.questions.kinds import LONGEST, Amount, Answer, Goal, Key, Mark, Order, Pick, Question
from core.questions.sketch import Sketch, drawn, sketched

__all__ = ["Amount", "Answer", "Axis", "Goal", "Key", "Mark", "Order", "Pick", "Question", "Sketch", "as_text",
           "check", "drawn", "read", "settings_of", "sketched", "stands", "written"]  # fmt: skip


def settings_of(question: Question, params_type: type[Any]) -> Any:
    """The settings that a question is asked of."""
    return as_used(params_type(**question.values))


def stands(question: Question, params: Any) -> bool:
    """Whether the result for ``params`` holds the question's answer."""
    return computation_key(settings_of(question, type(params))) == computation_key(as_used(params))


def written(guesses: Mapping[str, str]) -> str:
    """Guesses as the one value that stands behind ``guess=`` in an address."""
    return ",".join(f"{name}~{guess}" for name, guess in guesses.items())


def read(questions: Sequence[Question], text: str) -> tuple[dict[str, str], tuple[InputError, ...]]:
    """The guesses that ``text`` holds by the names of their questions, and what of it cannot be used."""
    known, guesses, problems = {one.name: one for one in questions}, {}, []
    for part in filter(None, text.split(",", len(known))[: len(known)]):
        name, _, guess = part.partition("~")
        try:
            if name not in known:
                raise InputError("guess", part[:LONGEST], "there is no such question", "It is ignored.")
            check(known[name], guess)
        except InputError as error:
            problems.append(error)
        else:
            guesses[name] = guess
    return guesses, tuple(problems)


def as_text(truth: Any) -> str:
    """A truth in the form of a guess."""
    if isinstance(truth, list):
        return "".join("--" if share is None else f"{round(99 * share):02d}" for share in truth)
    return value_text.write(truth, float) if isinstance(truth, float) else str(truth)


def check(question: Question, guess: str) -> None:
    """Raises:
    InputError: this can be no guess of the question.
    """
    if len(guess) > LONGEST:
        raise question.refusal(guess[:LONGEST], f"it must have at most {LONGEST} characters")
    question.check(guess)
