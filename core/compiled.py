"""Loops compiled by numba, where arrays would take too long.

The code on disk is renewed when its own file changes, not when a function that it calls does: after an edit there,
delete the *.nbi and *.nbc files of the kernel beside it.
"""

from collections.abc import Callable
from inspect import unwrap
from typing import Any, ParamSpec, TypeVar

import numba

_P = ParamSpec("_P")
_R = TypeVar("_R")

KERNELS: list[Any] = []  # every compiled loop of the modules imported so far, as numba's dispatchers


def compiled(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """``numba.njit`` that releases the interpreter lock and keeps the machine code on disk."""
    return _registered(function, fastmath=False)


def vectorised(function: Callable[_P, _R]) -> Callable[_P, _R]:
    """The same for sums whose terms may be taken in any order, and so several at a time. NaN and infinities keep their
    meaning."""
    return _registered(function, fastmath={"reassoc", "contract"})


def _registered(function: Callable[_P, _R], **options: Any) -> Callable[_P, _R]:
    # The shape checker of the tests wraps every function of a package; numba needs the bare one.
    kernel: Callable[_P, _R] = numba.njit(cache=True, nogil=True, **options)(unwrap(function))
    KERNELS.append(kernel)
    return kernel
