"""What a component of ours tells is shown as Streamlit shows it, and keeps no session that has ended."""

import gc
import json
import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.components.v2 import presentation
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.runtime.state.common import WidgetMetadata

from ui.presenter import presenter, told_late

WORDS = st.text(max_size=3)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | WORDS, lambda of: st.lists(of, max_size=2), max_leaves=3
)
EVENTS = st.fixed_dictionaries({}, optional={"event": WORDS | st.none(), "value": VALUES, "other": VALUES})


def session_told(told: Any, name: str = "told") -> SessionState:
    """One whose component has told that, in JSON."""
    session = SessionState()
    session._set_widget_metadata(WidgetMetadata(name, json.loads, json.dumps, "json_trigger_value"))
    session._new_widget_state.set_widget_from_proto(WidgetState(id=name, json_trigger_value=json.dumps(told)))
    return session


@pytest.fixture
def without_the_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


@given(st.none() | st.lists(EVENTS | VALUES, max_size=3), st.dictionaries(WORDS, VALUES, max_size=2) | VALUES)
def test_a_component_shows_what_streamlit_would_show(told: Any, state: Any) -> None:
    session = session_told(told)
    assert presenter("told")(state, session) == presentation.make_bidi_component_presenter("told")(state, session)
    assert presenter("other")(state, session) is state


def test_what_was_told_is_found_though_the_component_is_gone_and_no_other_ones_is_taken_for_it() -> None:
    session = session_told([{"event": "value", "value": "7"}], "$$ID-c0ffee-cross-attention-layer__events")
    safe = SafeSessionState(session, lambda: None)
    assert told_late(safe, "cross-attention-layer") == {"value": "7"}
    assert told_late(safe, "attention-layer") == {}


@pytest.mark.usefixtures("without_the_collector")
@pytest.mark.parametrize(
    ("make", "stays"),
    [(presenter, False), (presentation.make_bidi_component_presenter, True)],
    ids=["ours", "Streamlit's"],
)
def test_a_session_that_has_ended_goes_without_the_collector(make: Callable[..., Any], stays: bool) -> None:
    """If Streamlit's way came to let it go, too, ours could go."""
    session = session_told([{"event": "value", "value": "7"}])
    session["shown"] = make("told", "component")({}, session)
    assert session["shown"]["value"] == "7"
    gone = weakref.ref(session["shown"])
    del session
    assert (gone() is not None) == stays
