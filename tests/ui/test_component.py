"""A component of ours is to a browser what one of Streamlit's own is, and keeps no session that has ended."""

import functools
import gc
import json
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
import streamlit as st
from google.protobuf.json_format import MessageToDict
from hypothesis import given
from hypothesis import strategies as some
from streamlit.components.v2 import manifest_scanner, presentation
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.runtime.state.common import WidgetMetadata
from streamlit.testing.v1 import AppTest

from ui import component
from ui.assets import module_loader
from ui.component import Component

manifest_scanner.scan_component_manifests = functools.cache(manifest_scanner.scan_component_manifests)

WORDS = some.text(max_size=3)
VALUES = some.recursive(
    some.none() | some.booleans() | some.integers() | WORDS, lambda of: some.lists(of, max_size=2), max_leaves=3
)
EVENTS = some.fixed_dictionaries({}, optional={"event": WORDS | some.none(), "value": VALUES, "other": VALUES})
DATA = pytest.mark.parametrize("data", [b"packed", {"page": "here"}, b"", {}], ids=["bytes", "words", "none", "empty"])


def drawn(draw: Callable[..., object], *arguments: Any, **named: Any) -> dict[str, Any]:
    """What a browser is told of a component that a page draws with these, as JSON."""

    def page(draw, arguments, named):  # Streamlit runs its text alone
        draw(*arguments, **named)

    (element,) = AppTest.from_function(page, args=(draw, arguments, named)).run().get("bidi_component")
    return MessageToDict(element.proto)


def nothing() -> None:
    pass


@DATA
def test_a_browser_is_told_of_a_component_what_streamlit_would_tell(data: Any) -> None:
    theirs = st.components.v2.component(
        "glassbox.copy", html='<div class="gb-copy"></div>', js=module_loader("copy.js"), isolate_styles=False
    )
    told = drawn(theirs, key="one", data=data, on_pin_change=nothing)
    assert drawn(Component("copy", "copy.js"), "one", data, {"pin": nothing}) == told


def session_told(told: Any, name: str = "$$ID-c0ffee-layer__events") -> SessionState:
    """One whose component has told that, in JSON."""
    session = SessionState()
    session._set_widget_metadata(WidgetMetadata(name, json.loads, json.dumps, "json_trigger_value"))
    session._new_widget_state.set_widget_from_proto(WidgetState(id=name, json_trigger_value=json.dumps(told)))
    return session


def heard(session: SessionState, key: str, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    with monkeypatch.context() as patch:
        patch.setattr(component, "get_session_state", lambda: SafeSessionState(session, lambda: None))
        return component.messages(key)


@given(some.none() | some.lists(EVENTS | VALUES, max_size=3))
def test_what_a_component_tells_is_understood_as_streamlit_does(told: Any) -> None:
    session = session_told(told)
    shown = presentation.make_bidi_component_presenter("$$ID-c0ffee-layer__events")({}, session)
    with pytest.MonkeyPatch.context() as patch:
        assert heard(session, "layer", patch) == shown


def test_what_was_told_is_found_by_the_key_and_no_other_ones_is_taken_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    session = session_told([{"event": "value", "value": "7"}], "$$ID-c0ffee-cross-attention-layer__events")
    assert heard(session, "cross-attention-layer", monkeypatch) == {"value": "7"}
    assert heard(session, "attention-layer", monkeypatch) == {}


@pytest.fixture
def without_the_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("without_the_collector")
def test_a_session_that_has_ended_goes_without_the_collector(monkeypatch: pytest.MonkeyPatch) -> None:
    class Held:
        """What it holds."""

    session = session_told([{"event": "value", "value": "7"}])
    session["held"] = Held()
    gone = weakref.ref(session["held"])
    assert heard(session, "layer", monkeypatch) == {"value": "7"}
    del session
    assert gone() is None
