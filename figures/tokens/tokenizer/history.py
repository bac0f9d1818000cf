"""The main picture, whatever the algorithm: tokens of the corpus, and what comes of the vocabulary."""

from typing import Any

from figures import marks, theme
from figures.plot import Array, Plot, Sweep
from figures.traces import Traces


class History:
    """Two curves over one axis, each with a scale of its own that is named above it."""

    def __init__(self, x: Array, tokens: Array, beside: Array, name: str, **more: Any) -> None:
        self.traces, (self.blue, self.orange) = Traces(0), theme.CATEGORIES[:2]
        self.traces.add(x, tokens, "tokens in the corpus", line=theme.EXPERIMENT, **more)
        self.traces.add(x, beside, name, yaxis="y2", line={**theme.EXPERIMENT, "color": self.orange, "dash": "dot"},
                        **more)  # fmt: skip

    def plot(
        self, summary: str, sweep: Sweep, across: dict[str, Any], left: dict[str, Any], right: dict[str, Any], name: str
    ) -> Plot:
        """The picture: ``across`` is the axis of x, ``left`` and ``right`` are what the others are given, ``name`` is
        that of the one on the right.
        """
        above: dict[str, Any] = {
            "xref": "paper",
            "yref": "paper",
        }  # beside it a name would leave a phone too little room
        return self.traces.plot(
            "tokenizer-curves", summary, 202, sweep, across,
            theme.axis("", nticks=4, **left),
            yaxis2=theme.axis("", nticks=4, **right, overlaying="y", side="right", showgrid=False, tickmode="auto"),
            annotations=[
                marks.text(0.0, 1, "corpus (tokens)", "left", "bottom", font={"size": 12, "color": self.blue}, **above),
                marks.text(1.0, 1, name, "right", "bottom", font={"size": 12, "color": self.orange}, **above),
            ],
            margin={"l": 46, "r": 42, "t": 20, "b": 36},
        )  # fmt: skip
