"""Asks a page's questions (``core.questions``): a guess first, and what the page computes beside it."""

from dataclasses import asdict, replace
from typing import Any

import pandas

from catalog import BY_SLUG
from core import link, questions
from core.errors import InputError
from core.explorer import focused
from core.questions import Answer, Goal, Question
from figures.plot import Download, Sweep
from ui import glossary
from ui.compute import at_once
from ui.controls import Controls
from ui.languages import worded
from ui.state import State

ELSEWHERE = "The pictures of this file show other settings than those of the question."


def ask(controls: Controls, result: Any | None, params: Any) -> None:
    """Draws the questions of the page; the ``result`` answers those that are asked of its ``params``."""
    state = controls.state
    known = {one.name: one for one in state.explorer.QUESTIONS}
    if not known:
        return
    if result is not None:
        _answer(state, result, params)
    header = {
        "kind": "questions",
        "label": "Guess, then see",
        "field": link.GUESSES,
        "value": questions.written(state.guesses),
        "questions": [_header(state, one, params) for one in known.values()],
        "room": state.room,
        "slug": state.slug,
        "opened": state.scenario.question if state.scenario else "",
        "rearranges": True,  # other settings may need other controls
    }
    key = f"{state.slug}-questions"

    def answered() -> None:
        name, _, guess = str(state.message(key, "value")).partition("~")
        if name in known:
            _take(state, known[name], guess)

    controls.mount(key, header, answered, "stretch")


def downloads(state: State) -> list[Download]:
    """A table to keep of what the reader has guessed, where there is anything."""
    if not state.answers:
        return []
    return [Download.table("Your guesses (CSV)", f"{state.slug}-guesses.csv", lambda: table(state))]


def table(state: State) -> pandas.DataFrame:
    """A row for each question that the reader has answered. A sketch is the heights of its points, in hundredths."""
    answered = [(one, state.answers[one.name]) for one in state.explorer.QUESTIONS if one.name in state.answers]
    rows = [
        (worded(one.text), one.kind, state.guesses.get(one.name, ""), questions.as_text(answer.truth), answer.right,
         worded(answer.sentence)) for one, answer in answered
    ]  # fmt: skip
    return pandas.DataFrame(rows, columns=["question", "kind", "guess", "computed", "right", "told"])


def kept(state: State, result: Any, params: Any, sweep: Sweep | None) -> list[dict[str, Any]]:
    """The questions that a file without a server asks, with what guesses are held against.

    One that is asked of other settings than these is there where its answer is computed at once.
    """
    questions_kept = []
    for one in state.explorer.QUESTIONS:
        if (held := _held(state, one, result, params, sweep)) is None:
            continue
        belief = {"guess": one.belief[0], "words": _pieces(state, one.belief[1])} if one.belief else None
        following = one.next if "step" in held else ELSEWHERE
        said = {"why": _pieces(state, one.why), "next": _pieces(state, following), "belief": belief}
        questions_kept.append({**_question(state, one), "held": held | said})
    return questions_kept


def _held(state: State, question: Question, result: Any, params: Any, sweep: Sweep | None) -> dict[str, Any] | None:
    """The key to a question and, where it is asked of these settings, the step of the axis at which it is asked.

    For a goal it is the steps at which it is met; None where there are none, or it is met at once.
    """
    settings, stands = questions.settings_of(question, type(params)), questions.stands(question, params)
    held = {"step": sweep.index_of(getattr(settings, sweep.field)) if sweep and sweep.field else 0} if stands else {}
    if isinstance(question, Goal):
        met = _steps_met(state, question, result, settings, sweep) if stands else []
        return {**held, "met": met} if met and held["step"] not in met else None
    found = None if stands else at_once(state, settings, None)
    if not stands and found is None:
        return None
    key = question.key(focused(state.explorer, found.result if found else result, settings), settings)
    return {**held, **asdict(key), "near": question.near}


def _steps_met(state: State, goal: Goal, result: Any, params: Any, sweep: Sweep | None) -> list[int]:
    if not (sweep and sweep.field):
        return []
    places = (replace(params, **{sweep.field: sweep.value_at(step)}) for step in range(sweep.length))
    return [step for step, at in enumerate(places) if goal.met(focused(state.explorer, result, at), at)]


def _answer(state: State, result: Any, params: Any) -> None:
    """Notes what the result says to guesses, and which goals it meets: however they are met, they stay so."""
    for one in state.explorer.QUESTIONS:
        if isinstance(one, Goal):
            if one.name not in state.answers and one.met(result, params):
                state.answers[one.name] = Answer(True, "You have met this goal.", "met")
        elif one.name in state.guesses and one.name not in state.answers and questions.stands(one, params):
            settings = questions.settings_of(one, type(params))
            at = focused(state.explorer, result, settings)
            state.answers[one.name] = one.answer(state.guesses[one.name], at, settings)


def _take(state: State, question: Question, guess: str) -> None:
    """A guess sets what the question is asked of, as a preset does; none takes an earlier one back."""
    state.answers.pop(question.name, None)
    state.guesses.pop(question.name, None)
    if not guess and not isinstance(question, Goal):
        state.touch()
        return
    try:
        questions.check(question, guess)
    except InputError as error:
        state.touch()
        state.say(error)
        return
    if guess:
        state.guesses[question.name] = guess
    state.begin(question.values)


def _header(state: State, question: Question, params: Any) -> dict[str, Any]:
    """A question as the browser has it."""
    guess, answer = state.guesses.get(question.name, ""), state.answers.get(question.name)
    verdict = answer and {
        "right": answer.right,
        "sentence": answer.sentence,
        "truth": answer.truth,
        "theory": answer.theory,
        "stands": isinstance(question, Goal) or (params is not None and questions.stands(question, params)),
        "why": _pieces(state, question.why),
        "next": _pieces(state, question.next),
        "belief": _pieces(state, question.belief[1] if question.belief and question.is_belief(guess) else ""),
    }
    return _question(state, question, guess, verdict)


def _question(
    state: State, question: Question, guess: str = "", answer: dict[str, Any] | None = None
) -> dict[str, Any]:
    return {"name": question.name, "kind": question.kind, "text": _pieces(state, question.text), "guess": guess,
            "answer": answer, **question.header()}  # fmt: skip


def _pieces(state: State, text: str) -> tuple[tuple[str, str], ...]:
    return glossary.pieces(text, BY_SLUG[state.slug].section) if text else ()
