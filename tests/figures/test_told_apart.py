"""What a legend names is told apart where a picture is printed in grey."""

from typing import Any

import pytest
from every_view import case, names

from figures import theme
from figures.plot import Plot


@pytest.mark.parametrize(("slug", "name"), [*names()])
def test_points_that_a_legend_names_differ_in_more_than_their_colour(slug: str, name: str) -> None:
    for plot in case(slug, name).views.all():
        if isinstance(plot, Plot):
            looks = dict(_look(trace) for trace in plot.data
                         if "markers" in (trace.get("mode") or "") and trace.get("showlegend", True))  # fmt: skip
            several = {colour: look for colour, look in looks.items() if colour in theme.CATEGORIES}
            assert len({*several.values()}) >= min(len(several), len(theme.SHAPES)), plot.name


@pytest.mark.parametrize(("slug", "name"), [*names()])
def test_lines_and_bars_that_a_legend_names_differ_in_more_than_their_colour(slug: str, name: str) -> None:
    for plot in case(slug, name).views.all():
        if isinstance(plot, Plot) and plot.layout["showlegend"]:
            named = [trace for trace in plot.data if trace["name"] and trace.get("showlegend", True)]
            for styled in (_stroke, _pattern):
                looks = dict(look for trace in named if (look := styled(trace)) and look[0] in theme.CATEGORIES)
                assert len({*looks.values()}) == len(looks), plot.name


def _stroke(trace: dict[str, Any]) -> tuple[str, tuple[Any, ...]] | None:
    """The colour of a line without points or a region, and how it is drawn."""
    line = trace.get("line", {})
    is_bare = trace.get("mode") == "lines" and not trace.get("fill") and line.get("width") != 0
    return (line["color"], (line.get("dash", "solid"), line.get("width"))) if is_bare else None


def _pattern(trace: dict[str, Any]) -> tuple[str, str] | None:
    """The colour of bars, and the pattern in them."""
    marker = trace.get("marker", {})
    return (str(marker["color"]), marker.get("pattern", {}).get("shape", "")) if trace["type"] == "bar" else None


def _look(trace: dict[str, Any]) -> tuple[str, tuple[str, str]]:
    """The colour of points, and what they look like beside it."""
    marker = trace.get("marker", {})
    colour = marker.get("color", trace.get("line", {}).get("color"))
    return str(colour), (str(marker.get("symbol", "circle")), str(marker.get("size")))
