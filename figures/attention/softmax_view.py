"""The chosen query over all temperatures: weights that part, entropy that falls, and all keys at the one in sight."""

import math
from typing import Any

import numpy as np

from core.attention.attention import Result
from figures import theme
from figures.attention.head_views import called
from figures.plot import Array, Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces

AXIS = "attention-temperature"
LINES = 6  # keys with a line of their own: those of the largest scores
TICKS = [0.03125, 0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32]


def views(result: Result) -> Views:
    """The weights with the scrub, entropy and the largest weight, and the keys as bars."""
    return Views(above=(bars(result), Row((weights(result), saturation(result)))))


def weights(result: Result) -> Plot:
    """The weights of the keys with the largest scores, over the logarithm of T."""
    told = result.temperatures
    assert told is not None
    place, labels = np.log2(told.values), result.reading.labels
    traces = Traces(len(place))
    best = np.argsort(-told.weights[0] - 1e-3 * told.weights[len(place) // 2], kind="stable")[:LINES]
    best = np.array([key for key in best if told.weights[-1, key] > 0], dtype=int)
    for number, key in enumerate(best):
        colour = theme.CATEGORIES[number % len(theme.CATEGORIES)]
        dash = ("solid", "dot", "dash", "longdash", "dashdot", "solid")[number]
        traces.add(place, told.weights[:, key].astype(np.float64), name=f"{theme.label(labels[key], 24)} ({key})",
                   line={"color": colour, "width": 2, "dash": dash})  # fmt: skip
    first = told.weights[:, best[0]].astype(np.float64) if len(best) else np.zeros(len(place))
    layout = theme.layout(_temperature_axis(), theme.axis("weight", range=[-0.04, 1.06]), **_marks(told.unscaled))
    layout |= {"showlegend": True, "legend": {"x": 1, "xanchor": "right", "y": 1, "font": {"size": 11}}}
    summary = f"Weights of {len(best)} keys over the temperature; at T = 1 the largest is {told.largest[80]:.3f}."
    sweep = Sweep(AXIS, "Temperature", len(place), values=told.values, field="temperature",
                  words="T = {value}", cursor=Cursor(place, {"y": first}))  # fmt: skip
    return Plot("attention-weights", traces.data, layout, summary, height=300, sweep=sweep)


def saturation(result: Result) -> Plot:
    """Entropy and the largest weight over the logarithm of T."""
    told = result.temperatures
    assert told is not None
    place, seen = np.log2(told.values), int(result.reading.changed.allowed[result.query].sum())
    most = math.log2(max(seen, 2))
    traces = Traces(len(place))
    traces.add(place, np.full(len(place), math.log2(max(seen, 1))), name="all keys alike", line=theme.BOUND)
    traces.add(place, told.entropy, name="entropy (bits)", line=theme.EXPERIMENT)
    traces.add(place, told.largest, name="largest weight", yaxis="y2",
               line={**theme.EXPERIMENT, "color": theme.CATEGORIES[1], "dash": "dot"})  # fmt: skip

    def coloured(text: str, colour: str) -> dict[str, Any]:
        return {"title": {"text": text, "font": {"size": 12, "color": colour}, "standoff": 6}}

    left = theme.axis("", range=[-0.04 * most, 1.08 * most]) | coloured("entropy (bits)", theme.CATEGORIES[0])
    right = theme.axis("", range=[-0.04, 1.08], overlaying="y", side="right", showgrid=False)
    layout = theme.layout(_temperature_axis(), left, **_marks(told.unscaled),
                          yaxis2=right | coloured("largest weight", theme.CATEGORIES[1]))  # fmt: skip
    layout |= {"margin": {"l": 56, "r": 56, "t": 10, "b": 40}}
    cursor = Cursor(place, {"y": told.entropy, "y2": told.largest})
    sweep = Sweep(AXIS, "Temperature", len(place), control=False, cursor=cursor)
    summary = "Entropy rises with the temperature to that of keys all alike, and the largest weight falls."
    return Plot("attention-saturation", traces.data, layout, summary, height=300, sweep=sweep)


def bars(result: Result) -> Panel:
    """Every key's weight at the temperature in sight, and the numbers in a sentence."""
    told, seen = result.temperatures, result.reading.changed
    assert told is not None
    header = {
        "labels": list(result.reading.labels), "query": result.query, "name": called(result).capitalize(),
        "unscaled": told.unscaled, "width": seen.query.shape[-1], "seen": int(seen.allowed[result.query].sum()),
    }  # fmt: skip
    arrays: dict[str, Array] = {"weights": told.weights, "values": told.values, "entropy": told.entropy,
                                "largest": told.largest}  # fmt: skip
    return Panel("attention-keys", "attention_keys.js", AXIS, len(told.values), header, arrays)


def _temperature_axis() -> dict[str, Any]:
    return theme.axis("temperature T, in softmax(q·k / (T√d))", range=[-5.1, 5.1],
                      tickvals=[math.log2(each) for each in TICKS],
                      ticktext=["1/32", "1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8", "16", "32"])  # fmt: skip


def _marks(unscaled: float) -> dict[str, Any]:
    """The model's own temperature, and the one without the division by √d."""
    marks = ((1.0, "the model"), (unscaled, "without 1/√d"))
    shapes = [{"type": "line", "x0": math.log2(at), "x1": math.log2(at), "yref": "paper", "y0": 0, "y1": 1,
               "line": theme.BOUND} for at, _ in marks]  # fmt: skip
    notes = [{"x": math.log2(at), "y": 1, "yref": "paper", "yanchor": "top", "xanchor": "right", "showarrow": False,
              "text": f"{text} ", "font": {"size": 11}} for at, text in marks]  # fmt: skip
    return {"shapes": shapes, "annotations": notes}
