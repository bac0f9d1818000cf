"""The language of the pictures: what theory, experiment, bounds and the focus look like on every page.

Colours are names that the browser turns into those of the reader's theme (``palette`` in ``assets/js/palette.js``):
one figure serves light and dark. A name is understood wherever Plotly's key ends in ``color``.
"""

import html
from typing import Any

from plotly import colors
from plotly.colors import make_colorscale

from core.text import Verbatim, shortened

INK, MUTED, GRID, SOFT, FOCUS, PINNED = (f"gb:{name}" for name in ("ink", "muted", "grid", "soft", "focus", "pinned"))
CATEGORIES = tuple(f"gb:category{i}" for i in range(1, 7))  # Okabe–Ito, less the colour kept for the focus
BLUE, GREEN, PINK, SKY, ORANGE, OLIVE = CATEGORIES

# Of several lines beside one another, and of several kinds of points, so that they are told apart in grey, too.
SHAPES = ("circle", "square", "diamond")
STROKES = ("solid", "dot", "dashdot", "longdashdot")  # beside theory, which is dashed
PATTERNS = ("", "/", ".", "x")  # of bars
DASHES = ("solid", "dash", "longdash", "dashdot", "longdashdot", "8px,3px,2px,3px,2px,3px", "dot")

# Magnitudes, from little to much, in the form that the browser knows.
MAGMA = [[place, colour] for place, colour in make_colorscale(colors.sequential.Magma)]
VIRIDIS = [[place, colour] for place, colour in make_colorscale(colors.sequential.Viridis)]

THEORY = {"color": INK, "width": 1.2, "dash": "dash"}
BOUND = {"color": INK, "width": 1}
EXPERIMENT = {"color": CATEGORIES[0], "width": 2}

# Above the axes, where the names of lines would not fit on them.
LEGEND = {"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom", "font": {"size": 11}, "tracegroupgap": 0}


def legend(width: int = 0, **margin: float) -> dict[str, Any]:
    """What of a layout names its lines above the axes, each in a ``width`` of pixels, and leaves them room.

    Of the ``margin`` only what is not usual is given.
    """
    return {"showlegend": True, "legend": {**LEGEND, "entrywidth": width} if width else LEGEND,
            "margin": {"l": 56, "r": 16, "t": 44, "b": 36, **margin}}  # fmt: skip


def label(text: str, limit: int = 40) -> Verbatim:
    """Text from outside for Plotly's labels and hovers, which understand a part of HTML (links included)."""
    escaped = html.escape(shortened(text, limit))
    return Verbatim(escaped.replace("&quot;", "&#34;"))  # Plotly knows quotation marks by their number alone


def axis(title: str, unit: str = "", **more: Any) -> dict[str, Any]:
    """An axis that says its quantity and unit, with a quiet grid and a range that stays put under the hand.

    Ticks and hovers write numbers much as ``core.numbers`` does; ``hoverformat`` may say how many decimals. A format
    within a hover's template would make Plotly write hyphens for minus signs.
    """
    return {
        "title": {"text": f"{title} ({unit})" if unit else title, "standoff": 6, "font": {"size": 12}},
        "gridcolor": GRID,
        "showgrid": more.get("showticklabels", True),  # lines without numbers say nothing
        "zeroline": False,
        "linecolor": GRID,
        "ticks": "outside",
        "tickcolor": GRID,
        "tickfont": {"size": 11, "color": MUTED},
        "fixedrange": True,
        "separatethousands": True,
        "exponentformat": "power",
        "minexponent": 6,
        "ticklabeloverflow": "allow",  # else Plotly measures every label, which takes a third of its time
        **more,
    }


def counts(title: str, unit: str = "", **more: Any) -> dict[str, Any]:
    """An axis of whole numbers: however few they are, none stands between two of them (``assets/js/axis_room.js``)."""
    return axis(title, unit, tickformat=",d", **more)


def places(count: int, title: str = "sample n", **more: Any) -> dict[str, Any]:
    """An axis of ``count`` places, numbered from 0, each with half a place of room at both sides."""
    return counts(title, range=[-0.5, count - 0.5], **more)


def layout(xaxis: dict[str, Any], yaxis: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The frame of a figure: no title (the page has one), no legend (labels sit on the lines)."""
    return {
        "xaxis": xaxis,
        "yaxis": yaxis,
        "margin": {"l": 56, "r": 16, "t": 10, "b": 40},
        "showlegend": False,
        "hovermode": "x unified",
        "hoverlabel": {"namelength": -1},
        "uirevision": "keep",
        **more,
    }
