"""The main picture, whatever the algorithm: tokens of the corpus, and what comes of the vocabulary."""

from dataclasses import replace
from typing import Any

import numpy as np

from core.numbers import counted
from figures import marks, theme
from figures.log_axis import log_axis
from figures.plot import Array, Cursor, Plot, Sweep, browser_array
from figures.traces import Traces

FEW = 40  # points that stand apart


def history(
    x: Array, tokens: Array, beside: Array, drawn: Array, names: tuple[str, str], summary: str, sweep: Sweep,
    across: dict[str, Any], left: dict[str, Any], right: dict[str, Any], **more: Any,
) -> Plot:  # fmt: skip
    """Two curves over one axis, each with a scale of its own that is named above it: the tokens of the corpus, and what
    stands ``beside``, with the ``names`` of this curve and of its axis. ``drawn`` are the steps that are points;
    ``across`` is the axis of x, ``left`` and ``right`` are what the others are given.
    """
    traces, (blue, orange) = Traces(0), theme.CATEGORIES[:2]
    traces.add(x[drawn], tokens[drawn], "tokens in the corpus", line=theme.EXPERIMENT, **more)
    traces.add(x[drawn], beside[drawn], names[0], yaxis="y2",
               line={**theme.EXPERIMENT, "color": orange, "dash": "dot"}, **more)  # fmt: skip
    # Beside it a name would leave a phone too little room.
    above: dict[str, Any] = {"xref": "paper", "yref": "paper"}
    return traces.plot(
        "tokenizer-curves", summary, 202, sweep, across,
        theme.axis("", nticks=4, **left),
        yaxis2=theme.axis("", nticks=4, **right, overlaying="y", side="right", showgrid=False, tickmode="auto"),
        annotations=[
            marks.text(0.0, 1, "corpus (tokens)", "left", "bottom", font={"size": 12, "color": blue}, **above),
            marks.text(1.0, 1, names[1], "right", "bottom", font={"size": 12, "color": orange}, **above),
        ],
        cursor=Cursor(browser_array(x), {"y": browser_array(tokens), "y2": browser_array(beside)}),
        margin={"l": 46, "r": 42, "t": 20, "b": 36},
    )  # fmt: skip


def by_vocabulary(size: Array, tokens: Array, drawn: Array, most: int) -> Plot:
    """Tokens of the corpus against the tokens in the vocabulary: one pair of axes for all algorithms, so that any two
    are compared at equal size. ``drawn`` are the steps that are points, ``most`` the tokens that any may begin with.
    """
    known = np.maximum(1, size)  # a text of one word may leave a single piece
    traces = Traces(len(size))
    traces.add(known[drawn], tokens[drawn], "tokens in the corpus", line=theme.EXPERIMENT,
               mode="lines+markers" if len(drawn) <= FEW else "lines")  # fmt: skip
    cursor = Cursor(browser_array(known), {"y": browser_array(tokens)})
    began, has = counted(int(size[0]), "token"), counted(int(tokens[0]), "token")
    summary = (f"With {began} in the vocabulary the corpus has {has}, "
               f"with {size[-1]:,} it has {tokens[-1]:,}.")  # fmt: skip

    def axes(sizes: Array, counts: Array) -> dict[str, Any]:
        """Those that hold the curve, and another one of these sizes and counts."""
        ends = np.log10([min(10, known.min(), *sizes), max(1_000, known.max(), *sizes)])
        reach = log_axis(float(ends[0]) - 0.02, float(ends[1]) + 0.02)
        top = 1.08 * max(most, int(tokens.max()), *counts)
        return {"xaxis": theme.axis("vocabulary", "tokens", **reach),
                "yaxis": theme.axis("corpus", "tokens", range=[0, top], nticks=5)}  # fmt: skip

    plot = traces.plot("tokenizer-vocabulary", summary, 230, "step", **axes(*np.zeros((2, 0))),
                       cursor=cursor, margin={"l": 60, "r": 16, "t": 12, "b": 40})  # fmt: skip
    return replace(plot, widened=axes)
