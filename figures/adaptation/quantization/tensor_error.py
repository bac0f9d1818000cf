"""Where the error of a tensor lies: spread over a step, along the staircase, and in the rows."""

import numpy as np

from core.adaptation.quantization import Params
from core.adaptation.quantization.tensor_sweep import TensorSweep
from core.numbers import number
from figures import marks, theme
from figures.adaptation.quantization.tensor_axis import OTHER
from figures.adaptation.quantization.words import AXIS, named, shared_by
from figures.plot import Panel, Plot
from figures.traces import Traces


def error_histogram(result: TensorSweep) -> Plot:
    """The error in steps, beside the uniform law on ±½."""
    traces = Traces(len(result.values))
    some = result.counted_errors < result.counted
    of = f" ({result.counted_errors:,} of {result.counted:,} numbers)" if some else ""
    traces.add(result.error_places, result.error_density, name="measured", fill="tozeroy",
               line={**theme.EXPERIMENT, "shape": "linear"})  # fmt: skip
    if result.other:
        traces.add(result.error_places, result.other.error_density, name="B", line=OTHER)
    law = np.array([[-1.02, -0.5, -0.5, 0.5, 0.5, 1.02], [0, 0, 1, 1, 0, 0]], np.float64)
    chance = result.settings.by_chance
    if chance:  # the sum of two uniform laws, where the place between two codes is even
        law = np.array([[-1.02, -1, 0, 1, 1.02], [0, 0, 1, 0, 0]], np.float64)
    traces.add(law[0], law[1], name="triangular law" if chance else "uniform law", line=theme.THEORY)
    text = "triangular: s²/6" if chance else "uniform: s²/12"
    summary = "How the error is spread over a step, beside the law that the rule assumes."
    return traces.plot(
        "quantization-error", summary, 215, AXIS,
        theme.axis(f"error in steps{of}", range=[-1.02, 1.02], nticks=5),
        theme.axis("density", range=[0, 2.4], nticks=3),
        annotations=[marks.text(0.52, 1.1, text, "left")],
    )  # fmt: skip


def staircase(result: TensorSweep, params: Params) -> Plot:
    """What comes back, over what went in, with the number in focus."""
    traces = Traces(len(result.values))
    at, chosen, scheme = result.stairs_at, params.index - 1, result.settings.scheme
    traces.add(at[[0, -1]], at[[0, -1]], name="x", line=theme.THEORY)
    if result.other:
        traces.add(at, result.other.stairs, name="B", line=OTHER)
    traces.add(at, result.stairs, name="x̂", line=theme.EXPERIMENT)
    if chosen < len(result.x):
        focus = np.repeat(result.x[chosen], len(result.values))[:, None]
        traces.dots(focus, result.numbers.back[:, chosen][:, None], "in focus", theme.FOCUS, 10)
    reach = [float(at[0]), float(at[-1])]
    summary = "The staircase from a value to what comes back of it."
    return traces.plot(
        "quantization-staircase", summary, 280, AXIS,
        theme.axis("value x", range=reach),
        theme.axis("comes back as x̂", range=reach, nticks=5),
        annotations=[{**marks.text(0.02, 0.98, f"{named(scheme)}, {shared_by(scheme)}", "left"),
                      "xref": "paper", "yref": "paper", "yanchor": "top"}],
    )  # fmt: skip


def error_map(result: TensorSweep) -> Panel:
    """The error of parts of rows relative to the numbers that stand there."""
    most = result.map.max(axis=(1, 2), keepdims=True)
    relative = np.divide(result.map, most, out=np.zeros_like(result.map), where=most > 0)
    cells, (_, rows, columns) = np.round(254 * relative).astype(np.uint8), result.map.shape
    parts = "group" if result.settings.scheme.sharing == "group" or result.swept == "group" else "place in the row"
    header = {"colours": [colour for _, colour in theme.MAGMA], "rows": rows, "columns": columns,
              "most": [number(float(value), 3) for value in most.ravel()],
              "words": f"Error relative to the numbers there, by channel (down) and {parts} (across)"}  # fmt: skip
    return Panel(
        "quantization-map", "adaptation/quantization/error_map.js", AXIS, len(result.values), header, {"cells": cells}
    )
