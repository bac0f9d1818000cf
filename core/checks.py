"""The rules that settings of every explorer share, each with its sentence."""

from __future__ import annotations

import dataclasses
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

from core.errors import InputError


def choices(params: Any) -> None:
    """Raises InputError unless every setting whose type is a ``Literal`` is one of those that it names."""
    for name, options in _choices(type(params)):  # type: ignore[arg-type]  # a class is hashable
        one_of(params, name, options)


@lru_cache(maxsize=64)
def _choices(kind: type[Any]) -> tuple[tuple[str, tuple[str, ...]], ...]:
    hints = get_type_hints(kind)  # too slow for every new Params
    kinds = ((field.name, hints[field.name]) for field in dataclasses.fields(kind))
    return tuple((name, get_args(hint)) for name, hint in kinds if get_origin(hint) is Literal)


def one_of(params: Any, name: str, options: tuple[str, ...]) -> None:
    """Raises InputError unless the setting ``name`` is one of ``options``."""
    if getattr(params, name) not in options:
        remedy = f"Choose one of {', '.join(options)}."
        raise InputError(name, getattr(params, name), "there is no such choice", remedy)


def between(
    params: Any, name: str, low: float, high: float, unit: str = "", remedy: str = "", *, digits: int = 10
) -> None:
    """Raises InputError unless ``low`` ≤ the setting ≤ ``high``, which are told in so many ``digits``, in ``unit``."""
    if not low <= getattr(params, name) <= high:
        rule = f"it must be from {low:,.{digits}g} to {high:,.{digits}g} {unit}".rstrip()
        raise InputError(name, getattr(params, name), rule, remedy)


def whole(params: Any, name: str, low: int, high: int, remedy: str = "") -> None:
    """Raises InputError unless the setting is an integer from ``low`` to ``high``; ``True`` is none."""
    value = getattr(params, name)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(name, value, f"it must be a whole number from {low:,} to {high:,}", remedy)
