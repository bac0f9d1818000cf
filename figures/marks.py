"""Words, lines and tinted regions in a picture, as annotations and shapes of Plotly."""

from typing import Any

from figures import theme


def text(x: float, y: float, words: str, across: str = "auto", up: str = "auto", **more: Any) -> dict[str, Any]:
    """Words at (x, y), which lies at their ``across`` (left, center, right) and ``up`` (top, middle, bottom) end."""
    return {"x": x, "y": y, "text": words, "xanchor": across, "yanchor": up, "showarrow": False, "font": {"size": 11},
            **more}  # fmt: skip


def at_top(x: float, words: str, across: str, **more: Any) -> dict[str, Any]:
    """Words at the top edge."""
    return text(x, 1, words, across, "top", yref="paper", **more)


def upright(x: float, style: dict[str, Any]) -> dict[str, Any]:
    """A line from bottom to top."""
    return {"type": "line", "x0": x, "x1": x, "y0": 0, "y1": 1, "yref": "paper", "line": style}


def region(start: float, end: float) -> dict[str, Any]:
    """The tinted region from ``start`` to ``end``, from bottom to top."""
    return {"type": "rect", "layer": "below", "x0": start, "x1": end, "y0": 0, "y1": 1, "yref": "paper",
            "fillcolor": theme.SOFT, "line": {"width": 0}}  # fmt: skip


def level(y: float, style: dict[str, Any]) -> dict[str, Any]:
    """A line from left to right."""
    return {"type": "line", "x0": 0, "x1": 1, "xref": "paper", "y0": y, "y1": y, "line": style}
