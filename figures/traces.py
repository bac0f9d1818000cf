"""Traces whose arrays may have a row for each step of a sweep: those are taken out, to be swept by the browser."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle
from typing import Any

import numpy as np

from figures import leaving, theme
from figures.plot import Array, Cursor, Plot, Sweep, browser_array

LEAST, MOST = (float(end) for end in (np.finfo(np.float32).tiny, np.finfo(np.float32).max))
FAR = 1e3  # widths of a picture: from 0 so far away float32 has steps of a ten-thousandth of it


class Traces:
    """A picture in the making; ``data`` and ``rows`` go to ``Plot`` and ``Sweep``.

    Rows travel as float32, which has seven digits, or as float64 where ``x``, what is drawn, lies so far from 0 that
    it needs more.
    """

    def __init__(self, steps: int, x: Array | None = None) -> None:
        self.steps = steps
        far = x is not None and np.nanmax(np.abs(x)) > FAR * np.ptp(x[np.isfinite(x)])
        self.kind = np.float64 if far else np.float32
        self.data: list[dict[str, Any]] = []
        self.rows: dict[str, Array] = {}

    def add(self, x: Array, y: Array, name: str = "", **more: Any) -> None:
        """A line, or what ``more`` says. An array of two dimensions has a row for each step, or one for all.

        Rows of unsigned integers travel as they are.
        """
        places = {"x": np.asarray(x), "y": np.asarray(y)}
        for axis, array in places.items():
            if array.ndim == 2 and len(array) == self.steps:
                coded = array.dtype.kind == "u"
                self.rows[f"data.{len(self.data)}.{axis}"] = array if coded else array.astype(self._kind_of(array))
                places[axis] = np.zeros(0)
            else:
                places[axis] = browser_array(array[0] if array.ndim == 2 else array)
        self.data.append({"type": "scatter", "mode": "lines", **places, "name": name, **more})

    def _kind_of(self, array: Array) -> type[np.floating[Any]]:
        """That of the picture, or float64 where float32 has no number so large, or none so small."""
        largest = float(np.abs(array).max(initial=0.0, where=np.isfinite(array)))
        return self.kind if largest == 0 or LEAST <= largest <= MOST else np.float64

    def line(
        self, x: Array, y: Array, name: str, colour: str, width: float = 2, *, dash: str = "", **more: Any
    ) -> None:
        """A line, full unless it has a ``dash`` or other colours beside it (``_stroked``)."""
        broken = {"dash": dash} if dash else {}
        self.add(x, y, name, line={"color": colour, "width": width, **broken}, **more)

    def dots(
        self, x: Array, y: Array, name: str, colour: str, size: float = 5, symbol: str | Sequence[str] = "",
        *, error: Array | None = None, **more: Any,
    ) -> None:  # fmt: skip
        """Points alone, or with bars that reach an ``error`` up and down."""
        marker = {"color": colour, "size": size, **({"symbol": symbol} if symbol else {})}
        if error is not None:
            more["error_y"] = {"type": "data", "array": error, "color": colour, "thickness": 1.2, "width": 2}
        self.add(x, y, name, mode="markers", marker=marker, **more)

    def level(self, x: Array, y: float, name: str, style: dict[str, Any], **more: Any) -> None:
        """A level line at ``y``, from the first of ``x`` to the last."""
        self.add(np.asarray(x)[[0, -1]], np.full(2, float(y)), name, line=style, **more)

    def bars(self, x: Array, low: Array | float, high: Array, name: str, colour: str, width: float = 2,
             **more: Any) -> None:  # fmt: skip
        """Upright lines from ``low`` to ``high`` at each ``x``; these may have a row for each step."""
        ends = np.stack([np.broadcast_to(low, high.shape), high, np.full(high.shape, np.nan)], axis=-1)
        self.line(np.repeat(x, 3), ends.reshape(*high.shape[:-1], -1), name, colour, width, **more)

    def compared(
        self, x: Array, theory: Array, computed: Array, name: str, colour: str, size: float = 6, *,
        dotted: str = "", dashed: str = "theory", error: Array | None = None,
        within: tuple[float, float] = (-np.inf, np.inf), some: Array | slice = slice(None), legend: str = "",
        **more: Any,
    ) -> None:  # fmt: skip
        """Theory dashed over what was ``computed``, both where they lie ``within`` the picture.

        The dots stand at ``some`` of the places, with bars of an ``error``: twice the Monte Carlo error, as a rule.
        Both have the ``name``, with what ``dotted`` and ``dashed`` say of each. The dots stand in the legend;
        ``legend`` names the theory there, too, once for several pairs.
        """
        bars = None if error is None else error[some]
        self.dots(x[some], leaving.inside(computed, *within)[some], f"{name}, {dotted}" if dotted else name, colour,
                  size, error=bars, **more)  # fmt: skip
        self.add(x, leaving.inside(theory, *within), legend or f"{name}, {dashed}", line=theme.THEORY,
                 showlegend=bool(legend))  # fmt: skip

    def plot(
        self, name: str, summary: str, height: int, sweep: Sweep | str | None, xaxis: dict[str, Any],
        yaxis: dict[str, Any], *, cursor: Cursor | None = None, **layout: Any,
    ) -> Plot:  # fmt: skip
        """The picture: what has a row for each step moves with ``sweep``, or follows the one of that name."""
        axis = Sweep(sweep, "", self.steps, control=False) if isinstance(sweep, str) else sweep
        moved = axis and replace(axis, rows=self.rows, cursor=cursor or axis.cursor)
        data = _shaped(self.data)
        if layout.get("showlegend"):
            data = _stroked(data)
        return Plot(name, data, theme.layout(xaxis, yaxis, **layout), summary, height, moved)


def _shaped(data: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Points of several colours that the legend names, each with a shape of its own: they are told apart in grey, too.

    What says its shape keeps it, and so does what is in the focus, or in the colour of theory or of what is pinned.
    """
    kinds = [_kind(trace) for trace in data]
    named = [kind for kind, trace in zip(kinds, data, strict=True) if kind and trace.get("showlegend", True)]
    shapes = dict(zip(dict.fromkeys(named), cycle(theme.SHAPES), strict=False))
    if len(shapes) < 2:
        return [*data]
    return [trace | {"marker": {"color": kind, **trace.get("marker", {}), "symbol": shapes[kind]}} if kind in shapes
            else trace for kind, trace in zip(kinds, data, strict=True)]  # fmt: skip


def _stroked(data: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    """Full lines of one width and of several colours that the legend names, each with a stroke of its own, and bars
    with a pattern.
    """
    named = [_plain(trace) for trace in data if trace["name"] and trace.get("showlegend", True)]
    looks: dict[tuple[Any, str], str] = {}
    for kind in dict.fromkeys(kind for kind, colour in named if colour):
        colours = dict.fromkeys(one for one in named if one[0] == kind and one[1])
        styles = theme.PATTERNS if kind == "bar" else theme.STROKES
        looks |= dict(zip(colours, cycle(styles), strict=False)) if len(colours) > 1 else {}
    return [_with_style(trace, looks.get(_plain(trace), "")) for trace in data]


def _plain(trace: dict[str, Any]) -> tuple[Any, str]:
    """Bars, or lines of a width, and their colour; no colour where something beside it says already how they look."""
    line, marker = trace.get("line", {}), trace.get("marker", {})
    is_bare = trace["mode"] == "lines" and not trace.get("fill") and "dash" not in line and line.get("width") != 0
    kind, colour = ("bar", marker.get("color")) if trace["type"] == "bar" else (line.get("width"), line.get("color"))
    is_free = (is_bare or kind == "bar") and isinstance(colour, str) and colour in theme.CATEGORIES
    return kind, colour if is_free else ""


def _with_style(trace: dict[str, Any], style: str) -> dict[str, Any]:
    if not style or style == "solid":
        return trace
    if trace["type"] == "bar":
        pattern = {"shape": style, "fillmode": "overlay", "fgcolor": "gb:paper"}
        return trace | {"marker": {**trace["marker"], "pattern": pattern}}
    return trace | {"line": {**trace["line"], "dash": style}}


def _kind(trace: dict[str, Any]) -> str:
    """The colour of points whose shape nothing says yet; nothing where there are none."""
    marker = trace.get("marker", {})
    colour = marker.get("color", trace.get("line", {}).get("color"))
    is_free = "markers" in (trace["mode"] or "") and "symbol" not in marker and isinstance(colour, str)
    return colour if is_free and colour in theme.CATEGORIES else ""


def stems(places: Array, height: float) -> tuple[Array, Array]:
    """x and y of lines from 0 up to ``height`` at each of ``places``, for every row."""
    rows, lines = places.shape
    x = np.full((rows, lines, 3), np.nan)
    x[:, :, 0] = x[:, :, 1] = places
    return x.reshape(rows, -1), np.tile([0.0, height, np.nan], lines)


def around(values: Array, share: float) -> list[float]:
    """The ends of an axis that holds ``values``, with a ``share`` of their reach beside them.

    What differs by less than 10⁻⁹ of its size is not spread over the axis, and what differs by less than 10⁻¹² is
    rounding: it has the share of its size beside it.
    """
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    size = max(abs(low), abs(high))
    room = share * (max(high - low, (1e-9 if high - low > 1e-12 * size else 1.0) * size) or 1.0)
    return [low - room, high + room]
