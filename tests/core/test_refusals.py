"""What every explorer refuses, and how it says so: a rule is what must hold, never what the refused value is."""

import ast
import dataclasses
import math
import random
import re
import typing
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core import explorer, fields
from core.errors import InputError

ROOT = Path(__file__).parents[2]
STATES_A_RULE = re.compile(r"\b(must|no|not|neither|cannot|limit)\b")
COMPARES = re.compile(
    r"\b(below|above|at least|at most|between|from .* to|before|after|beyond|more than|positive|one of)\b"
)
FAR_OFF: dict[type, tuple[Any, ...]] = {
    float: (-1e9, -1.0, 0.0, 0.5, 3.0, 1e9, math.inf, math.nan),
    int: (-(10**9), -1, 0, 1, 3, 10**9),
    str: ("<b>", "1 2 x", "1000:2", "0" * 100),
}


def kinds(params: type[Any]) -> dict[str, Any]:
    return {field.name: typing.get_type_hints(params)[field.name] for field in dataclasses.fields(params)}


def settings(params: type[Any]) -> Iterator[dict[str, Any]]:
    """Every field far off by itself, and a few fields at a time moved, so that they no longer fit each other."""
    dice, usual, kind_of = random.Random(1), params(), kinds(params)
    for name, kind in kind_of.items():
        yield from ({name: value} for value in FAR_OFF.get(kind, ()))

    def moved(name: str) -> Any:
        kind, value = kind_of[name], getattr(usual, name)
        if typing.get_origin(kind) is typing.Literal:
            return dice.choice(typing.get_args(kind))
        if kind in (int, float):
            return kind(dice.choice([value, 2 * value, value / 2, value + 1, -value, dice.uniform(-100, 100)]))
        return dice.choice(FAR_OFF[str]) if kind is str else value

    for _ in range(1_000):
        names = dice.sample(list(kind_of), min(len(kind_of), dice.randint(1, 4)))
        yield {name: moved(name) for name in names}


@pytest.mark.parametrize("slug", explorer.slugs())
def test_what_an_explorer_refuses_it_refuses_by_the_rule_that_must_hold(slug: str) -> None:
    params = explorer.find(slug).Params
    refusals = set()
    for values in settings(params):
        try:
            params(**values)
        except InputError as error:
            refusals.add((error.field, error.rule))
    assert refusals
    assert {field for field, _ in refusals} <= set(kinds(params))
    assert [(field, rule) for field, rule in refusals if not STATES_A_RULE.search(rule)] == []


@pytest.mark.parametrize("slug", explorer.slugs())
@given(other=st.text(max_size=20))
def test_a_setting_that_is_one_of_a_few_is_refused_where_it_is_another(slug: str, other: str) -> None:
    params = explorer.find(slug).Params
    for name, kind in kinds(params).items():
        declared = fields.declared(params).get(name)
        known = fields.resolved(declared.options, params()) if isinstance(declared, fields.Choice) else ()
        if (known or typing.get_origin(kind) is typing.Literal) and other not in {*known, *typing.get_args(kind)}:
            changed = params()
            object.__setattr__(changed, name, other)  # the tests' own check of types would stop it on the way
            with pytest.raises(InputError) as refusal:
                changed.__post_init__()
            assert refusal.value.field == name


def rules() -> Iterator[tuple[str, str]]:
    """The third argument of every refusal in the sources, and what is named ``rule`` for it."""
    for path in sorted(each for folder in ("core", "ui") for each in (ROOT / folder).rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "InputError" and len(node.args) > 2:
                yield f"{path.relative_to(ROOT)}:{node.lineno}", written(node.args[2])
            if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "rule":
                yield f"{path.relative_to(ROOT)}:{node.lineno}", written(node.value)


def written(node: ast.expr) -> str:
    """The text of a literal, a pair of braces standing for each value in it."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)


def test_a_rule_that_compares_says_what_must_hold() -> None:
    """“it lies below the ceiling” says of a floor above it what it is not."""
    found = dict(rules())
    assert len(found) > 100
    assert {
        place: rule for place, rule in found.items() if COMPARES.search(rule) and not STATES_A_RULE.search(rule)
    } == {}


def test_a_limit_is_told_before_what_exceeds_it() -> None:
    """“it must have at most 200 columns, and has 201”: what must hold comes first, and is a rule, not “the limit”."""
    assert {
        place: rule for place, rule in rules() if re.search(r"\b(is|are) the (limit|most)\b|\bclaims\b", rule)
    } == {}
