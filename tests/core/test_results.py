"""What every explorer's result says of the memory that it holds, by which the server's memory is bounded."""

import sys
from types import FunctionType, ModuleType
from typing import Any

import numpy as np
import pytest
from every_view import case, names

LITTLE = 10_000  # bytes beside the arrays: numbers, names and settings


def held(value: Any, found: set[int]) -> int:
    """The bytes of all that ``value`` refers to, each once, and of an array that is part of another the whole."""
    if id(value) in found or isinstance(value, type | ModuleType | FunctionType):
        return 0
    found.add(id(value))
    if isinstance(value, np.ndarray):
        return held(value.base, found) if isinstance(value.base, np.ndarray) else value.nbytes
    parts: Any = ()
    if isinstance(value, dict):
        parts = (*value, *value.values())
    elif isinstance(value, tuple | list | set | frozenset):
        parts = value
    elif hasattr(value, "__dict__"):
        parts = vars(value).values()
    return sys.getsizeof(value) + sum(held(part, found) for part in parts)


@pytest.mark.parametrize(("slug", "name"), [*names()])
def test_a_result_says_the_memory_that_it_holds_or_more(slug: str, name: str) -> None:
    result = case(slug, name).page.compute(case(slug, name).params)
    assert result.nbytes >= 0.8 * held(result, set()) - LITTLE
