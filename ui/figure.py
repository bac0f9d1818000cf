"""The figure component: any Plotly figure, its swept axis scrubbed in the browser, mounted once and redrawn in place.

The browser is sent everything the axis can show. Dragging calls nobody; on release the index comes back, and with it
the address. Panels (views of an explorer's own) follow the same axis.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from core import link
from core.errors import InputError
from figures.plot import Array, Panel, Plot, Sweep, browser_array
from ui import languages, payload
from ui.assets import PLOTLY_ADDRESS
from ui.component import Component
from ui.languages import worded
from ui.state import State
from ui.titles import title

_figure, _panel = Component("figure", "figure.js"), Component("panel", "panel.js")


def draw(view: Plot | Panel, packed: bytes, state: State) -> None:
    """Draws a ``packed`` view. A sweep with a field stands where that says, and a reader's scrub is heard in it."""
    key = f"{state.slug}.{view.name}"
    data = payload_of(view, state, state.values, packed)
    if isinstance(view, Panel):
        hears = {what: _hears_fields(state, key, what) for what in ("zoom", "values")}
        state.resume(_panel(key, data, hears), hears)
    else:
        hears = {"index": _hears(view, state, key)}
        state.resume(_figure(key, data, hears), hears)


def payload_of(view: Plot | Panel, state: State, values: Mapping[str, Any], packed: bytes | None = None) -> bytes:
    """What the browser is given of a view, which may be ``packed`` already. What is no part of it stands aside.

    The axis of a sweep moves to where ``values`` say, and stays where they do not name its field. What a lesson locks
    no hand moves in a picture either.
    """
    aside: dict[str, Any] = {**state.received, "fixed": state.locked}
    if isinstance(view, Panel):
        aside |= _zoom_aside(view, state, values)
    elif view.sweep is not None and view.sweep.field in values:
        aside["index"] = view.sweep.index_of(values[view.sweep.field])
    return payload.beside(aside, payload.body(*encoded(view)) if packed is None else packed)


def encoded(view: Plot | Panel) -> tuple[dict[str, Any], dict[str, Array]]:
    """Header and arrays of a view: all that its picture is made from."""
    return _of_panel(view) if isinstance(view, Panel) else _of_figure(view)


def _hears(plot: Plot, state: State, key: str) -> Callable[[], None]:
    def released() -> None:
        at, sweep = state.message(key, "index"), plot.sweep
        if sweep is None or not sweep.field or sweep.field in state.locked:
            return
        if type(at) is int and 0 <= at < sweep.length:
            state.set(**{sweep.field: sweep.value_at(at)})
        elif isinstance(at, Mapping) and isinstance(text := at.get("text"), str):  # a value that a reader has written
            _take(state, {sweep.field: text})

    return released


def _hears_fields(state: State, key: str, what: str) -> Callable[[], None]:
    """Takes the fields that a panel tells of, as texts, as a control would."""

    def selected() -> None:
        texts = state.message(key, what)
        if not isinstance(texts, Mapping) or not all(isinstance(text, str) for text in texts.values()):
            return  # nothing that a panel of ours tells
        _take(state, texts)

    return selected


def _take(state: State, texts: Mapping[str, str]) -> None:
    """Sets fields as a hand on their controls would."""
    if any(name in state.locked for name in texts):
        return
    try:
        state.set(**{name: link.read_value(state.explorer.Params, name, text) for name, text in texts.items()})
    except InputError as error:
        state.refuse(error.field, error)


def _zoom_aside(view: Panel, state: State, values: Mapping[str, Any]) -> dict[str, Any]:
    """What a hand that selects needs to know: which fields hold the ends, what they are now, and for the whole."""
    if view.zoom is None:
        return {}
    now, params_type = {**state.values, **values}, state.explorer.Params
    at = {name: link.write_value(params_type, name, now[name]) for name in view.zoom.fields if name in now}
    whole = {name: link.write_value(params_type, name, state.default(name)) for name in view.zoom.fields}
    return {"zoom": {"x": view.zoom.x, "y": view.zoom.y, "at": at, "whole": whole}}


def _of_panel(view: Panel) -> tuple[dict[str, Any], dict[str, Array]]:
    header = {
        "name": view.name,
        "called": worded(title(view.name)) if view.kept else "",
        "module": view.module,
        "follow": view.follow,
        "length": view.length,
        "kept": view.kept,
        "drawn": view.drawn,
        **languages.words_of(view.header),
    }
    return header, dict(view.arrays)


def _of_figure(plot: Plot) -> tuple[dict[str, Any], dict[str, Array]]:
    """The plot's JSON with every array taken out and sent as it is."""
    arrays: dict[str, Array] = {}
    header: dict[str, Any] = {
        "figure": languages.figure(_take_arrays({"data": list(plot.data), "layout": plot.layout}, arrays)),
        "name": plot.name,
        "called": worded(title(plot.name)),
        "summary": worded(plot.summary),
        "height": plot.height,
        "plotly": PLOTLY_ADDRESS,
    }
    if plot.sweep is not None:
        header["sweep"] = _sweep_header(plot.sweep, arrays)
    return header, arrays


def _sweep_header(sweep: Sweep, arrays: dict[str, Array]) -> dict[str, Any]:
    """The sweep's header; its arrays join ``arrays``."""

    def sent(name: str, array: Array) -> str:
        arrays[name] = array if array.dtype.str[1:] in payload.KINDS else browser_array(array)  # int64, as a rule
        return name

    rows = [{"path": path, "array": sent(f"row{i}", array)} for i, (path, array) in enumerate(sweep.rows.items())]
    cursor = sweep.cursor and {
        "x": sent("cursor", sweep.cursor.x),
        "marks": [{"axis": axis, "array": sent(f"cursor.{axis}", array)} for axis, array in sweep.cursor.y.items()],
    }
    along = "cursor" if cursor else None if sweep.along is None else sent("along", sweep.along)
    label, unit = worded(sweep.label), worded(sweep.unit)
    displayed = sweep.values if sweep.displayed is None else sweep.displayed
    return {
        "name": sweep.name,
        "label": label,
        "words": worded(sweep.words) or f"{label} {{value}} {unit}".strip(),
        "length": sweep.length,
        "values": None if displayed is None else sent("values", np.asarray(displayed, np.float64)),
        "field": _held(sweep, sent),
        "rows": rows,
        "cursor": cursor,
        "along": along,
        "scale": sweep.scale,
        "sets": sweep.field,
        "held": sweep.held and [sent(f"held.{axis}", array) for axis, array in zip("xy", sweep.held, strict=True)],
        "control": sweep.control,
    }


def _held(sweep: Sweep, sent: Callable[[str, Array], str]) -> str | None:
    """The array of what the field holds at each step, unless it holds the index."""
    if sweep.values is None or sweep.displayed is None:
        return None if sweep.values is None else "values"
    return sent("field", np.asarray(sweep.values, np.float64))


def _take_arrays(node: Any, arrays: dict[str, Array]) -> Any:
    if isinstance(node, np.ndarray):
        name = f"a{len(arrays)}"
        arrays[name] = node
        return {"array": name}
    if isinstance(node, dict):
        return {key: _take_arrays(value, arrays) for key, value in node.items()}
    if isinstance(node, list | tuple):
        return [_take_arrays(value, arrays) for value in node]
    return node
