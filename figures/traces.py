"""Traces whose arrays may have a row for each step of a sweep: those are taken out, to be swept by the browser."""

from typing import Any

import numpy as np

from figures.plot import Array, browser_array


class Traces:
    """Scatter traces in the making; ``data`` and ``rows`` go to ``Plot`` and ``Sweep``."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.data: list[dict[str, Any]] = []
        self.rows: dict[str, Array] = {}

    def add(self, x: Array, y: Array, **more: Any) -> None:
        """A line, or what ``more`` says. An array of two dimensions has a row for each step, or one for all.

        Rows of unsigned integers travel as they are, all others as float32.
        """
        places = {"x": np.asarray(x), "y": np.asarray(y)}
        for name, array in places.items():
            if array.ndim == 2 and len(array) == self.steps:
                coded = array.dtype.kind == "u"
                self.rows[f"data.{len(self.data)}.{name}"] = array if coded else array.astype(np.float32)
                places[name] = np.zeros(0)
            else:
                places[name] = browser_array(array[0] if array.ndim == 2 else array)
        self.data.append({"type": "scatter", "mode": "lines", **places, **more})


def stems(places: Array, height: float) -> tuple[Array, Array]:
    """x and y of lines from 0 up to ``height`` at each of ``places``, for every row."""
    rows, lines = places.shape
    x = np.full((rows, lines, 3), np.nan)
    x[:, :, 0] = x[:, :, 1] = places
    return x.reshape(rows, -1), np.tile([0.0, height, np.nan], lines)
