"""A component of ours on a page: an element, a script that draws in it, and what it tells.

``st.components.v2`` would register two widgets for each, one for a state that ours do not have, and a class to show
that by; and make digests to tell those apart that have no key. That takes two and a half times as long, for some
twenty components in each run of a page. A class refers to itself, too, so all that a reader's session held stayed
until Python's collector had walked through everything there is.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Literal

import streamlit as st
from streamlit.components.v2.bidi_component.main import _make_trigger_id
from streamlit.components.v2.bidi_component.serialization import deserialize_trigger_list
from streamlit.elements.lib.layout_utils import LayoutConfig
from streamlit.elements.lib.utils import compute_and_register_element_id
from streamlit.proto.BidiComponent_pb2 import BidiComponent
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx
from streamlit.runtime.state import get_session_state, register_widget
from streamlit.runtime.state.common import user_key_from_element_id

from ui.assets import module_loader

KIND = "bidi_component"  # as Streamlit calls it
EVENTS = "events"  # the widget under which it keeps all that a component tells at once


class Component:
    """A kind of component: ``Component("control", "control.js")`` draws in ``<div class="gb-control"></div>``."""

    def __init__(self, name: str, script: str) -> None:
        self._drawn = BidiComponent(component_name=f"glassbox.{name}", html_content=f'<div class="gb-{name}"></div>',
                                    js_content=module_loader(script), js_source_path="", css_content="",
                                    css_source_path="")  # fmt: skip

    def __call__(
        self, key: str, data: bytes | Mapping[str, Any], hears: dict[str, Callable[[], None]],
        width: int | Literal["content", "stretch"] = "stretch",
    ) -> dict[str, Any]:  # fmt: skip
        """Draws one; returns what it has just told, by name. Before the next run Streamlit calls what ``hears`` it."""
        drawn = BidiComponent()
        drawn.CopyFrom(self._drawn)
        if isinstance(data, bytes):
            drawn.bytes = data
        else:
            drawn.json = json.dumps(data)
        drawn.id = compute_and_register_element_id(
            KIND, user_key=key, key_as_main_identity=True, dg=None, component_name=drawn.component_name
        )
        widget = register_widget(
            _make_trigger_id(drawn.id, EVENTS), deserializer=deserialize_trigger_list, serializer=json.dumps,
            ctx=get_script_run_ctx(), callbacks={**hears}, value_type="json_trigger_value",
        )  # fmt: skip
        st._main._enqueue(KIND, drawn, layout_config=LayoutConfig(width=width, height="content"))
        return _by_name(widget.value)


def messages(key: str) -> dict[str, Any]:
    """What the component of that key tells in this request, by name; also of one that the run before took away."""
    widgets = get_session_state()._state._new_widget_state
    its = (name for name in widgets if user_key_from_element_id(name) == f"{key}__{EVENTS}")
    return _by_name(widgets.get(next(its, "")))


def _by_name(events: Any) -> dict[str, Any]:
    """Of a list of ``{"event": name, "value": …}``; nothing where a stranger has sent something else."""
    found = [one for one in events or () if isinstance(one, dict)]
    return {one["event"]: one.get("value") for one in found if isinstance(one.get("event"), str)}
