"""Traces of a swept figure, one after the other."""

from typing import Any

import numpy as np

from figures.plot import Array


class Traces:
    """Traces of a figure; arrays with a row for each step are taken out of them, to be swept."""

    def __init__(self, steps: int) -> None:
        self.steps = steps
        self.data: list[dict[str, Any]] = []
        self.rows: dict[str, Array] = {}

    def add(self, x: Array, y: Array, **more: Any) -> None:
        places = {"x": np.asarray(x), "y": np.asarray(y)}
        for name, array in places.items():
            if array.ndim == 2 and len(array) == self.steps:
                self.rows[f"data.{len(self.data)}.{name}"] = array.astype(np.float32)
                places[name] = np.zeros(0)
            elif array.ndim == 2:
                places[name] = array[0]
        self.data.append({"type": "scatter", "mode": "lines", **places, **more})
