"""What leaves a picture is marked where it leaves: a triangle for what goes on beyond, ∞ for what is infinite.

A line ends where it meets the top for good: cut off there it would look like a plateau. Rows are cut along their last
dimension.
"""

from typing import TYPE_CHECKING, Any

import numpy as np

from figures.plot import Array

if TYPE_CHECKING:
    from figures.traces import Traces

SIZE = 10  # of a triangle
EDGE = 0.04  # of a picture's height: so far inside its edge stands a mark of what leaves it


def ended(values: Array, top: float) -> Array:
    """``values`` up to ``top``, NaN after the point where a row meets it for good; a row that starts there is NaN.

    A value that is no number counts as beyond. A row that comes back lies at the top meanwhile.
    """
    held = np.minimum(np.nan_to_num(values, nan=top, posinf=top), top)
    back = np.logical_or.accumulate((held < top)[..., ::-1], axis=-1)[..., ::-1]  # it will be below again
    gone = ~back
    gone[..., 1:] &= ~back[..., :-1]  # the first of them is where it ends
    return np.asarray(np.where(gone, np.nan, held))


def leaving(x: Array, values: Array, top: float) -> tuple[Array, Array]:
    """Where each row meets the top for good, as x and y of one point; NaN where it stays or was beyond from the start.

    ``x`` (points) belongs to ``values`` (… × points); both results have the shape … × 1.
    """
    held = ended(values, top)
    last = np.maximum(np.isfinite(held).sum(axis=-1, keepdims=True) - 1, 0)
    leaves = np.take_along_axis(held, last, axis=-1) >= top
    return np.where(leaves, np.asarray(x)[last], np.nan), np.where(leaves, top, np.nan)


def add_mark(traces: "Traces", x: Array, values: Array, top: float, colour: str, name: str = "diverges, → ∞") -> None:
    """Adds a triangle in the ``colour`` of the line where it leaves; ``values`` may have several for a step."""
    places, heights = leaving(x, values, top)
    if np.isfinite(heights).any():
        if values.ndim == 3:
            places, heights = places[..., 0], heights[..., 0]
        traces.dots(places, heights, name, colour, SIZE, "triangle-up")


def beyond(x: Array, y: Array, colour: str, *, up: bool = True, **more: Any) -> dict[str, Any]:
    """Triangles that point out of the picture, at (x, y)."""
    marker = {"color": colour, "size": SIZE, "symbol": "triangle-up" if up else "triangle-down"}
    return {
        "type": "scatter",
        "mode": "markers",
        "x": x,
        "y": y,
        "marker": marker,
        "name": "beyond the picture",
        **more,
    }


def mark_exits(traces: "Traces", x: Array, values: Array, low: float, high: float, colour: str) -> None:
    """Adds triangles where a curve leaves a picture that reaches from ``low`` to ``high``, at its top or its bottom."""
    room = EDGE * (high - low)
    for up, gone, y in ((True, exits(values, high), high - room), (False, exits(-values, -low), low + room)):
        if gone.any():
            traces.data.append(beyond(x, np.where(gone, y, np.nan), colour, up=up, showlegend=False, hoverinfo="name"))


def infinite(x: Array, y: Array, colour: str, **more: Any) -> dict[str, Any]:
    """The sign ∞ at (x, y)."""
    return {"type": "scatter", "mode": "text", "x": x, "y": y, "text": "∞", "textfont": {"color": colour, "size": 15},
            "name": "infinite", "showlegend": False, **more}  # fmt: skip


def inside(values: Array, low: float, high: float) -> Array:
    """The values from ``low`` to ``high``; NaN for all others, so that no focus is drawn where there is no point."""
    with np.errstate(invalid="ignore"):
        return np.asarray(np.where((values >= low) & (values <= high), values, np.nan))


def exits(values: Array, high: float) -> Array:
    """Which points are the last of a curve before it passes ``high``, or has no value, on either side."""
    within = np.isfinite(inside(values, -np.inf, high))
    gone = np.concatenate([[False], ~within, [False]])
    return np.asarray(within & (gone[:-2] | gone[2:]))
