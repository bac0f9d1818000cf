"""Checks arrays against the annotations of ``core`` while a function is still new to the tests.

Checking every call took two thirds of their time: some functions are called a hundred thousand times. Each is checked
for its first thirty calls in each process instead, and one that is never called costs nothing.
"""

import inspect
import sys
from collections.abc import Callable
from functools import reduce
from typing import Any

from beartype import beartype

CALLS = 30


def checked(stand_in: Callable[..., Any]) -> Callable[..., Any]:
    """beartype, as jaxtyping asks it of a ``stand_in`` that has the name and the annotations of a function."""
    if isinstance(stand_in, type) or "<locals>" in stand_in.__qualname__:
        return beartype(stand_in)
    check, calls = None, 0

    def while_new(*args: Any, **kwargs: Any) -> Any:
        nonlocal check, calls
        check = check or beartype(stand_in)
        calls += 1
        if calls == CALLS:
            found = reduce(inspect.getattr_static, stand_in.__qualname__.split("."), sys.modules[stand_in.__module__])
            if inspect.isroutine(found):
                # The mark of typing.no_type_check, for which jaxtyping looks at every call.
                inspect.unwrap(found).__no_type_check__ = True
        return check(*args, **kwargs)

    return while_new
