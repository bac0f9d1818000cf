"""The steps of a sweep: the one nearest to a value, and a sweep in even steps with that one moved onto it."""

import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import numpy as np
from jaxtyping import Float64, Int64
from numpy.typing import NDArray

S = TypeVar("S")
Steps = Float64[np.ndarray, " steps"]


def nearest(values: Float64[np.ndarray, " steps"] | Int64[np.ndarray, " steps"], value: float | int) -> int:
    """Where the one of ``values`` stands that is nearest to ``value``; of equals the first."""
    return int(np.abs(values - value).argmin())


def filled(rows: Sequence[NDArray[Any]]) -> NDArray[Any]:
    """The rows one below the other, each filled up with NaN to the length of the longest."""
    whole = np.full((len(rows), max(map(len, rows))), np.nan, rows[0].dtype)
    for place, row in zip(whole, rows, strict=True):
        place[: len(row)] = row
    return whole


def moved_onto(
    sweep: S, at: Steps, even: Steps, value: float, evaluate: Callable[[Int64[np.ndarray, " changed"], Steps], S]
) -> S:
    """``sweep``, which stands at the values ``at``, with the steps ``even`` but for the nearest to ``value``.

    ``evaluate(steps, values)`` is asked for the rows that change, one or two. The result depends on ``even`` and
    ``value`` alone, whatever step was moved before. Arrays without a row for each step stay.
    """
    wanted = even.copy()
    wanted[nearest(wanted, value)] = value
    changed = np.flatnonzero(wanted != at)
    if not len(changed):
        return sweep
    return with_rows(sweep, len(even), changed, evaluate(changed, wanted[changed]))


def with_rows(sweep: S, steps: int, changed: Int64[np.ndarray, " changed"], new: S) -> S:
    """``sweep`` with the rows of ``new`` in the place of those ``changed``; what has no row for each step stays."""

    def moved(rows: Any, to: Any) -> Any:
        if len(rows) != steps or len(to) != len(changed):  # a grid may have as many points as there are steps
            return rows
        rows = rows.copy()
        rows[changed] = to
        return rows

    arrays: dict[str, Any] = {
        name: moved(rows, getattr(new, name)) for name, rows in vars(sweep).items() if isinstance(rows, np.ndarray)
    }
    return dataclasses.replace(sweep, **arrays)  # type: ignore[type-var]
