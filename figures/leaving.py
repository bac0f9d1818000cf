"""Lines that leave a picture: each ends where it meets the top for good, and a triangle marks that it goes on beyond.

A value cut off at the top would lie there like a plateau. Rows are cut along their last dimension.
"""

import numpy as np

from figures.plot import Array
from figures.traces import Traces


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


def add_mark(traces: Traces, x: Array, values: Array, top: float, colour: str, name: str = "leaves, → ∞") -> None:
    """Adds a triangle in the ``colour`` of the line where it leaves; ``values`` may have several for a step."""
    places, heights = leaving(x, values, top)
    if np.isfinite(heights).any():
        if values.ndim == 3:
            places, heights = places[..., 0], heights[..., 0]
        traces.add(places, heights, name=name, mode="markers",
                   marker={"color": colour, "symbol": "triangle-up", "size": 12})  # fmt: skip
