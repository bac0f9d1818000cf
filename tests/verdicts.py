"""Guesses at made-up questions, with what core/questions says of them: without a server, scripts must say the same."""

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

import numpy as np

from core.questions import Amount, Axis, Key, Mark, Order, Pick, Question, Sketch
from core.questions.sketch import POINTS

MANY = 60
TEXTS = {"text": "", "values": {}, "why": "", "next": "", "truth": lambda its, params: None}
UNITS = ("", "%", "steps", "m", "turns a second")
WORDS = {"a": "one", "b": "two words", "c": "three", "d": "four"}


def cases(seed: int = 1) -> Iterator[dict[str, Any]]:
    """Questions of every kind, in the form in which a file holds them."""
    rng = np.random.default_rng(seed)
    for _ in range(MANY):
        yield from (_case(*make(rng)) for make in (_mark, _amount, _pick, _order, _sketch))


def _case(question: Question, key: Key, guess: str) -> dict[str, Any]:
    answer = question.verdict(guess, key)
    belief = question.belief and {"guess": question.belief[0], "words": []}
    held = {**asdict(key), "near": question.near, "belief": belief}
    return {
        "asked": {"kind": question.kind, "guess": guess, **question.header(), "held": held},
        "said": {"right": answer.right, "sentence": answer.sentence},
        "belief": question.is_belief(guess),
    }


def _axis(rng: np.random.Generator) -> Axis:
    low = float(rng.choice([0.01, 1.0, 3.0]))
    if rng.random() < 0.5:
        return Axis("merges", low, low * 10.0 ** int(rng.integers(1, 5)), str(rng.choice(UNITS)), log=True)
    return Axis("share", -low, low + float(rng.integers(1, 100)), str(rng.choice(UNITS)))


def _number(rng: np.random.Generator) -> float:
    return float(f"{rng.choice([-1, 1]) * 10 ** rng.uniform(-4, 8):.3g}" if rng.random() < 0.7 else rng.integers(-5, 6))


def _mark(rng: np.random.Generator) -> tuple[Question, Key, str]:
    axis = _axis(rng)
    true, theory, believed = (float(axis.value(share)) for share in rng.random(3))
    guess = true if rng.random() < 0.2 else float(axis.value(rng.random()))
    question = Mark(name="mark", axis=axis, near=0.05, belief=(f"{believed:.3g}", "No."), **TEXTS)
    return question, Key(true, theory if rng.random() < 0.5 else None), f"{guess:.3g}"


def _amount(rng: np.random.Generator) -> tuple[Question, Key, str]:
    true, guess = _number(rng), _number(rng)
    question = Amount(name="amount", unit=str(rng.choice(UNITS)), belief=(f"{_number(rng):g}", "No."), **TEXTS)
    near = true * rng.choice([1.0, 1.04, 1.06])
    return question, Key(true, _number(rng) if rng.random() < 0.5 else None), f"{rng.choice([guess, near, true]):.6g}"


def _pick(rng: np.random.Generator) -> tuple[Question, Key, str]:
    true, guess, believed = (str(one) for one in rng.choice([*WORDS], 3))
    return Pick(name="pick", options=WORDS, belief=(believed, "No."), **TEXTS), Key(true), guess


def _order(rng: np.random.Generator) -> tuple[Question, Key, str]:
    items = dict(list(WORDS.items())[: int(rng.integers(2, 5))])
    true, guess, believed = (".".join(rng.permutation([*items])) for _ in range(3))
    question = Order(name="order", items=items, ends=("low", "high"), belief=(believed, "No."), **TEXTS)
    return question, Key(true), guess


def _sketch(rng: np.random.Generator) -> tuple[Question, Key, str]:
    def heights() -> list[float]:
        return np.clip(np.cumsum(rng.normal(0, 0.1, POINTS)) + rng.random(), 0, 1).tolist()

    def guess(of: list[float]) -> str:
        return "".join(f"{round(99 * height):02d}" for height in of)

    true: list[float | None] = [*heights()]
    true[: int(rng.integers(0, 4))] = [None] * int(rng.integers(0, 4))
    true = (true + [None] * POINTS)[:POINTS]
    question = Sketch(name="sketch", x=_axis(rng), y=_axis(rng), belief=(guess(heights()), "No."), **TEXTS)
    return question, Key(true), guess([height or 0.0 for height in true] if rng.random() < 0.3 else heights())
