"""The figure component: any Plotly figure, its swept axis scrubbed in the browser, mounted once and redrawn in place.

The browser is sent everything the axis can show. Dragging calls nobody; on release the index comes back, and with it
the address. Panels (views of an explorer's own) follow the same axis.
"""

from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
import streamlit as st

from figures.plot import Panel, Plot, Sweep
from ui import payload
from ui.assets import PLOTLY_ADDRESS, module_loader

_figure = st.components.v2.component(
    "glassbox.figure",
    html='<div class="gb-figure"></div>',
    js=module_loader("figure.js"),
    isolate_styles=False,
)
_panel = st.components.v2.component(
    "glassbox.panel", html='<div class="gb-panel"></div>', js=module_loader("panel.js"), isolate_styles=False
)


def figure(plot: Plot, *, key: str, index: int = 0, on_index: Callable[[int], None] | None = None) -> None:
    """Draws ``plot``; ``index`` is where its sweep stands, ``on_index`` hears where a reader leaves it."""

    heard = f"{key}.heard"

    def released() -> None:
        told = st.session_state[key].get("index")
        if on_index is None or not isinstance(told, Mapping):
            return
        at, sent = told.get("at"), told.get("sent")
        if isinstance(at, int) and isinstance(sent, int):
            st.session_state[heard] = sent
            on_index(at)

    data = figure_payload(plot, index, st.session_state.get(heard, 0))
    _figure(key=key, data=data, on_index_change=released)


def panel(view: Panel, *, key: str) -> None:
    """Draws a panel, which follows its sweep wherever on the page the control is."""
    header = {
        "name": view.name,
        "module": view.module,
        "follow": view.follow,
        "length": view.length,
        **view.header,
    }
    _panel(key=key, data=payload.pack(header, view.arrays))


def figure_payload(plot: Plot, index: int = 0, heard: int = 0) -> bytes:
    """What the browser is given of ``plot``: its JSON with every array taken out and sent as it is.

    ``heard`` is when, by the browser's clock, it last said where its sweep stands: ``index`` is no older than that.
    """
    arrays: dict[str, np.ndarray] = {}
    header: dict[str, Any] = {
        "figure": _take_arrays({"data": list(plot.data), "layout": plot.layout}, arrays),
        "name": plot.name,
        "summary": plot.summary,
        "height": plot.height,
        "plotly": PLOTLY_ADDRESS,
    }
    if plot.sweep is not None:
        header["sweep"] = _sweep_header(plot.sweep, arrays) | {"index": index, "heard": heard}
    return payload.pack(header, arrays)


def _sweep_header(sweep: Sweep, arrays: dict[str, np.ndarray]) -> dict[str, Any]:
    """The sweep's header; its arrays join ``arrays``."""

    def sent(name: str, array: np.ndarray) -> str:
        arrays[name] = array
        return name

    rows = [{"path": path, "array": sent(f"row{i}", array)} for i, (path, array) in enumerate(sweep.rows.items())]
    cursor = sweep.cursor and {
        "x": sent("cursor", sweep.cursor.x),
        "marks": [{"axis": axis, "array": sent(f"cursor.{axis}", array)} for axis, array in sweep.cursor.y.items()],
    }
    return {
        "name": sweep.name,
        "label": sweep.label,
        "words": sweep.words or f"{sweep.label} {{value}} {sweep.unit}".strip(),
        "length": sweep.length,
        "values": None if sweep.values is None else sent("values", np.asarray(sweep.values, np.float64)),
        "rows": rows,
        "cursor": cursor,
        "control": sweep.control,
    }


def _take_arrays(node: Any, arrays: dict[str, np.ndarray]) -> Any:
    if isinstance(node, np.ndarray):
        name = f"a{len(arrays)}"
        arrays[name] = node
        return {"array": name}
    if isinstance(node, dict):
        return {key: _take_arrays(value, arrays) for key, value in node.items()}
    if isinstance(node, list | tuple):
        return [_take_arrays(value, arrays) for value in node]
    return node
