"""A pinned state A beside the present one: its curves in grey, as they stood, and both numbers in focus."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from core.headline import Headline
from figures import theme
from figures.plot import Array, Later, Panel, Plot, Row, Views, browser_array

LETTER = "A"
QUIET = {theme.PINNED, theme.MUTED, theme.GRID, theme.SOFT}
BAR_GAP = 0.2  # of the room of a bar, as Plotly has it
_ROW = re.compile(r"data\.(\d+)\.(.+)")


@dataclass(frozen=True)
class Curve:
    """A trace in grey, and what its two axes say."""

    trace: dict[str, Any]
    axes: tuple[str, str]


@dataclass(frozen=True)
class Still:
    """What stays of a pinned state: a few curves, however large its result was."""

    curves: Mapping[str, tuple[Curve, ...]]
    panels: Mapping[str, tuple[Mapping[str, Any], Mapping[str, Array]]]
    headline: Headline


def still(views: Views, headline: Headline, params: Any) -> Still:
    """What stays of ``views``, at the step where ``params`` stand."""
    sweep = views.swept
    step = 0 if sweep is None else sweep.index_of(getattr(params, sweep.field))
    plots = [view for view in views.all() if isinstance(view, Plot)]
    panels = (view for view in views.all() if isinstance(view, Panel))
    return Still(
        {plot.name: tuple(_curves(plot, step)) for plot in plots},
        {panel.name: panel.still(step) for panel in panels if panel.still is not None},
        replace(headline, values=headline.at(step)),
    )


def beside(views: Views, headline: Headline, pinned: Still, settings: str) -> Views:
    """``views`` with the curves of ``pinned`` in those that have the same name and axes, and a line that compares.

    ``settings`` says in words what is set otherwise in ``pinned``.
    """

    def with_pinned(view: Any) -> Any:
        if isinstance(view, Row):
            return replace(view, views=tuple(with_pinned(each) for each in view.views))
        if isinstance(view, Panel) and view.name in pinned.panels:
            header, arrays = pinned.panels[view.name]
            named = {f"pinned.{name}": array for name, array in arrays.items()}
            return replace(view, header={**view.header, "pinned": header}, arrays={**view.arrays, **named})
        return _drawn_beside(view, _fitting(view, pinned)) if isinstance(view, Plot) else view

    return replace(
        views,
        main=with_pinned(views.main),
        axis=with_pinned(views.axis),
        opened=[with_pinned(view) for view in views.opened],
        more=Later(lambda: [with_pinned(view) for view in views.more]),
        compared=_compared(views, headline, pinned, settings),
    )


def _compared(views: Views, headline: Headline, pinned: Still, settings: str) -> Panel:
    """Both numbers in focus, and what A was where no curve of it can be drawn here."""
    sweep, its = views.swept, pinned.headline
    drawn = any(_fitting(view, pinned) for view in views.all() if isinstance(view, Plot))
    shared = any(panel.name in pinned.panels for panel in views.all() if isinstance(panel, Panel))
    header = {
        "quantity": headline.name,
        "unit": headline.unit,
        "was": {"quantity": its.name, "unit": its.unit},
        "settings": settings,
        "elsewhere": not (drawn or shared),
    }
    name, length = (sweep.name, sweep.length) if sweep else ("", 1)
    arrays = {"now": headline.steps, "then": its.steps}
    return Panel("compared", "shared/compared.js", name, length, header, arrays, kept=False)


def _fitting(plot: Plot, pinned: Still) -> list[Curve]:
    """The pinned curves whose quantities and units are those of the plot."""
    return [curve for curve in pinned.curves.get(plot.name, ()) if curve.axes == _titles(plot, curve.trace)]


def _drawn_beside(plot: Plot, curves: list[Curve]) -> Plot:
    """The plot with grey curves above its regions and bounds, and below its own curves."""
    traces = [dict(curve.trace) for curve in curves if not _stands(plot, curve.trace)]
    if not traces:
        return plot
    place = next((i for i, trace in enumerate(plot.data) if _is_drawn(trace)), len(plot.data))
    layout = plot.layout
    if plot.widened is not None:
        layout = {**layout, **plot.widened(*(np.concatenate([trace[name] for trace in traces]) for name in "xy"))}
    if layout.get("showlegend"):
        traces[0]["showlegend"] = True
    else:
        layout = {**layout, "annotations": [*layout.get("annotations", ()), *_letter(layout, traces)]}

    def moved(path: str) -> str:
        found = _ROW.fullmatch(path)
        return f"data.{int(found[1]) + len(traces)}.{found[2]}" if found and int(found[1]) >= place else path

    sweep = plot.sweep and replace(plot.sweep, rows={moved(path): rows for path, rows in plot.sweep.rows.items()})
    return replace(plot, data=[*plot.data[:place], *traces, *plot.data[place:]], layout=layout, sweep=sweep)


def _stands(plot: Plot, trace: dict[str, Any]) -> bool:
    """Whether the plot has that very curve, which does not depend on what differs."""
    alike = (each for each in plot.data if each["type"] == trace["type"] and each.get("mode") == trace["mode"])
    return any(all(np.array_equal(trace[name], each[name], equal_nan=True) for name in "xy") for each in alike)


def _letter(layout: Mapping[str, Any], traces: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The letter A at the end of a curve, or at A's focus, for a picture without a legend."""
    for trace in reversed(traces):
        names = trace.get("xaxis", "x"), trace.get("yaxis", "y")
        axes = [layout[f"{name[0]}axis{name[1:]}"] for name in names]
        places = [_on_axis(axis, trace[name]) for axis, name in zip(axes, "xy", strict=True)]
        inside = np.flatnonzero(places[0][1] & places[1][1])
        if len(inside):
            x, y = (float(values[inside[-1]]) for values, _ in places)
            yield {"x": x, "y": y, "xref": names[0], "yref": names[1], "text": LETTER, "showarrow": False,
                   "yshift": 9, "font": {"size": 12, "color": theme.PINNED}}  # fmt: skip
            return


def _on_axis(axis: Mapping[str, Any], values: Any) -> tuple[Array, Array]:
    """The values as an annotation places them, and which are in sight."""
    with np.errstate(divide="ignore", invalid="ignore"):
        places = np.log10(values) if axis.get("type") == "log" else np.asarray(values, np.float64)
        low, high = sorted(axis["range"]) if "range" in axis else (-np.inf, np.inf)
        return places, (places >= low) & (places <= high)


def _curves(plot: Plot, step: int) -> Iterator[Curve]:
    """The theory and the experiment of a plot in grey, as they stand at a step; and its focus."""
    rows = plot.sweep.rows if plot.sweep is not None else {}
    bars = [i for i, trace in enumerate(plot.data) if trace["type"] == "bar"]
    for i, trace in enumerate(plot.data):
        if not _is_drawn(trace):
            continue
        x, y = (browser_array(rows[path][step] if (path := f"data.{i}.{name}") in rows else trace[name])
                for name in "xy")  # fmt: skip
        if trace["type"] == "bar":
            x, y = _outline(x, y, bars.index(i), len(bars), plot.layout.get("bargap", BAR_GAP))
        yield _curve(plot, {**trace, "x": x, "y": y})
    if plot.sweep is None or (cursor := plot.sweep.cursor) is None:
        return
    for name, heights in cursor.y.items():
        focus = {"mode": "markers", "x": cursor.x[[step]], "y": heights[[step]], "yaxis": name, "name": "focus",
                 "marker": {"size": 9}}  # fmt: skip
        yield _curve(plot, focus)


def _is_drawn(trace: Mapping[str, Any]) -> bool:
    """Whether a trace is theory or experiment: no region, no bound, and nothing that stands in grey by itself."""
    if trace["type"] == "bar":
        return True
    line, mode = trace.get("line", {}), trace.get("mode", "lines")
    looks = line if "lines" in mode else trace.get("marker", {})
    if trace["type"] != "scatter" or "text" in mode or str(looks.get("symbol", "")).startswith("triangle"):
        return False
    return looks.get("color") not in QUIET and not (looks.get("color") == theme.INK and looks.get("width") == 1)


def _curve(plot: Plot, trace: Mapping[str, Any]) -> Curve:
    line, marker = trace.get("line") or {}, trace.get("marker") or {}
    lines = trace.get("mode") != "markers"
    grey: dict[str, Any] = {
        "type": "scatter", "mode": trace.get("mode") or "lines", "x": trace["x"], "y": trace["y"],
        "name": f"{LETTER}: {trace.get('name', '')}", "legendgroup": LETTER, "showlegend": False, "hoverinfo": "skip",
    }  # fmt: skip
    if lines:
        grey["line"] = {"width": 1.2, **{key: line[key] for key in ("width", "dash", "shape") if line.get(key)},
                        "color": theme.PINNED}  # fmt: skip
    if "markers" in grey["mode"]:
        grey["marker"] = {key: marker[key] for key in ("size", "symbol") if key in marker} | {"color": theme.PINNED}
    grey |= {name: trace[name] for name in ("xaxis", "yaxis") if name in trace and trace[name] != name[0]}
    return Curve(grey, _titles(plot, grey))


def _titles(plot: Plot, trace: Mapping[str, Any]) -> tuple[str, str]:
    names = trace.get("xaxis", "x"), trace.get("yaxis", "y")
    across, up = (_title(plot.layout.get(f"{name[0]}axis{name[1:]}", {})) for name in names)
    return across, up


def _title(axis: Mapping[str, Any]) -> str:
    """Quantity and unit of an axis; where it has none, the words that stand along it."""
    return axis.get("title", {}).get("text") or " ".join(axis.get("ticktext", ()))


def _outline(x: Array, y: Array, place: int, of: int, gap: float) -> tuple[Array, Array]:
    """Bars as the line around them: the ``place``-th ``of`` those that stand side by side."""
    wide = (1 - gap) / of
    left = x + (place - of / 2) * wide
    corners = np.stack([left, left, left + wide, left + wide, np.full(len(x), np.nan)], axis=1)
    heights = np.stack([0 * y, y, y, 0 * y, np.full(len(y), np.nan)], axis=1)
    return corners.ravel(), heights.ravel()
