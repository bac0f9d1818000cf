"""The rules that settings of every explorer share, each with its sentence."""

from typing import Any

from core.errors import InputError
from core.numbers import number


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
        rule = f"it must be from {number(low, digits)} to {number(high, digits)} {unit}".rstrip()
        raise InputError(name, getattr(params, name), rule, remedy)


def whole(params: Any, name: str, low: int, high: int, remedy: str = "") -> None:
    """Raises InputError unless the setting is an integer from ``low`` to ``high``; ``True`` is none."""
    value = getattr(params, name)
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InputError(name, value, whole_rule(low, high), remedy)


def whole_rule(low: int, high: int) -> str:
    """What must hold of an integer from ``low`` to ``high``."""
    return f"it must be a whole number from {low:,} to {high:,}"
