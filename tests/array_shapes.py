"""Checks arrays against the annotations of ``core`` while a function is still new to the tests.

Checking every call took two thirds of their time: some functions are called a hundred thousand times. Each is checked
for its first thirty calls in each process instead, and one that is never called costs nothing. A function within a
function is made anew at each call of the outer one, and to make it with its checks takes a hundred times as long as to
call it: so of those the first thirty that are made are checked.

An object refuses by its own rules what it cannot hold, before its arguments are checked against their annotations.
Otherwise a wrong option would be refused by the rules or by the checks, as few or many were made before it.
"""

import inspect
import sys
from collections import Counter
from collections.abc import Callable
from functools import reduce
from types import CodeType
from typing import Any

import jaxtyping
from beartype import beartype

CALLS = 30


jaxtyped = jaxtyping.jaxtyped
made: Counter[CodeType] = Counter()  # functions within functions, by what they have in common


def jaxtyped_while_new(*, typechecker: Callable[..., Any]) -> Callable[..., Any]:
    """jaxtyping's own decorator, which its hook puts before every function and class of ``core``."""
    with_checks = jaxtyped(typechecker=typechecker)

    def decorated(function: Any) -> Any:
        if inspect.isfunction(function) and "<locals>" in function.__qualname__:
            made[function.__code__] += 1
            if made[function.__code__] > CALLS:
                return function
        return with_checks(function)

    return decorated


jaxtyping.jaxtyped = jaxtyped_while_new  # the hook looks it up at each use


def checked(stand_in: Callable[..., Any]) -> Callable[..., Any]:
    """beartype, as jaxtyping asks it of a ``stand_in`` that has the name and the annotations of a function."""
    if isinstance(stand_in, type) or "<locals>" in stand_in.__qualname__:
        return beartype(stand_in)
    if stand_in.__name__ == "__init__" and stand_in.__annotations__["return"] is Any:  # asked before the call
        return stand_in  # a second one, with what comes back, is asked after it
    check, calls = None, 0

    def while_new(*args: Any, **kwargs: Any) -> Any:
        nonlocal check, calls
        check = check or beartype(stand_in)
        calls += 1
        if calls == CALLS:
            found = reduce(inspect.getattr_static, stand_in.__qualname__.split("."), sys.modules[stand_in.__module__])
            found = getattr(found, "fget", getattr(found, "func", found))  # of a property, kept or not
            if inspect.isroutine(found):
                # The mark of typing.no_type_check, for which jaxtyping looks at every call.
                inspect.unwrap(found).__no_type_check__ = True
        return check(*args, **kwargs)

    return while_new
