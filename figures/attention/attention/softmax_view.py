"""The chosen query over all temperatures: weights that part, their entropy, and all keys at the one in sight."""

import math
from typing import Any

import numpy as np

from core.attention.attention import Result
from core.attention.attention.temperature import Temperatures
from figures import theme
from figures.attention.attention.head_views import called
from figures.plot import Array, Cursor, Panel, Plot, Sweep, Views
from figures.traces import Traces

AXIS = "attention-temperature"
LINES = 6  # keys with a line of their own: those of the largest scores
DASHES = ("solid", "dot", "dash", "longdash", "dashdot", "solid")
TICKS = [0.03125, 0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32]


def views(result: Result) -> Views:
    """The weights with the scrub, then the keys as bars."""
    return Views(weights(result), more=(bars(result),))


def weights(result: Result) -> Plot:
    """The weights of the keys with the largest scores over the logarithm of T, and the entropy of all."""
    told = result.temperatures
    assert told is not None
    place, labels = np.log2(told.values), result.reading.labels
    traces = Traces(len(place))
    best = _largest(told)
    for number, key in enumerate(best):
        colour = theme.CATEGORIES[number % len(theme.CATEGORIES)]
        traces.add(place, told.weights[:, key].astype(np.float64), name=f"{theme.label(labels[key], 24)} ({key})",
                   line={"color": colour, "width": 2, "dash": DASHES[number]})  # fmt: skip
    traces.add(
        place, told.entropy, name="entropy of all keys (bits)", yaxis="y2", line={"color": theme.INK, "width": 1.5}
    )
    most = 1.06 * math.log2(max(int(result.reading.changed.allowed[result.query].sum()), 2))
    layout = theme.layout(
        theme.axis("temperature T, in softmax(q·k / (T√d))", range=[-5.1, 5.1], tickvals=np.log2(TICKS).tolist(),
                   ticktext=["1/32", "1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8", "16", "32"]),
        theme.axis("weight", range=[-0.03, 1.06]),
        yaxis2=theme.axis("entropy", "bits", range=[-0.03 * most, most], overlaying="y", side="right", showgrid=False,
                          tickmode="auto"),
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 11}},
        margin={"l": 56, "r": 56, "t": 40, "b": 40},
        **_marks(told.unscaled),
    )  # fmt: skip
    first = told.weights[:, best[0]].astype(np.float64) if len(best) else np.zeros(len(place))
    summary = (
        f"Weights of {len(best)} keys over the temperature, from one that takes all to all alike; and their entropy."
    )
    sweep = Sweep(AXIS, "Temperature", len(place), values=told.values, field="temperature", words="T = {value}",
                  cursor=Cursor(place, {"y": first, "y2": told.entropy}))  # fmt: skip
    return Plot("attention-weights", traces.data, layout, summary, height=300, sweep=sweep)


def _largest(told: Temperatures) -> Array:
    """The keys with the largest scores, largest first; the order is that at every temperature."""
    row = told.weights[-1]
    return np.array([key for key in np.argsort(-row, kind="stable")[:LINES] if row[key] > 0], dtype=int)


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
    return Panel("attention-keys", "attention/attention/keys.js", AXIS, len(told.values), header, arrays)


def _marks(unscaled: float) -> dict[str, Any]:
    """The model's own temperature, and the one without the division by √d."""
    marks = ((1.0, "the model"), (unscaled, "without 1/√d"))
    shapes = [{"type": "line", "x0": math.log2(at), "x1": math.log2(at), "yref": "paper", "y0": 0, "y1": 1,
               "line": theme.BOUND} for at, _ in marks]  # fmt: skip
    notes = [{"x": math.log2(at), "y": 1, "yref": "paper", "yanchor": "top", "xanchor": "right", "showarrow": False,
              "text": f"{text} ", "font": {"size": 11}} for at, text in marks]  # fmt: skip
    return {"shapes": shapes, "annotations": notes}
