"""What a hand has set is never lost to what it did next."""

import json
from collections.abc import Callable
from contextvars import copy_context

import pytest
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner import RerunData, RerunException
from streamlit.runtime.scriptrunner_utils.script_run_context import ThreadState
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.runtime.state.common import WidgetMetadata

from core.signals import sampling
from ui import component
from ui.callbacks import take_in_at_once
from ui.state import State

CONTROL = "$$ID-c0ffee-key__events"
TOLD = WidgetStates(widgets=[WidgetState(id=CONTROL, json_trigger_value=json.dumps(
    [{"event": "value", "value": {"value": "7", "sent": 5}}]))])  # fmt: skip


class Session:
    """One of Streamlit's own, with a control whose callback reads what it told; requests that ``wait`` are given out
    one at each look.
    """

    def __init__(self) -> None:
        self.waiting: list[RerunData] = []
        self.taken: list[object] = []
        self.held, state = SessionState(), State("sampling", sampling)
        self.safe = SafeSessionState(self.held, self.look)
        self.held._set_widget_metadata(WidgetMetadata(
            CONTROL, deserializer=json.loads, serializer=json.dumps, value_type="json_trigger_value",
            callback=lambda: self.taken.append(state.message("key", "value"))))  # fmt: skip

    def hear(self, told: WidgetStates = TOLD) -> None:
        """Begins a run, in a context of its own, as each has."""

        def begin() -> None:
            ThreadState.initialize()
            self.safe.on_script_will_rerun(told)

        copy_context().run(begin)

    def look(self) -> None:
        if self.waiting:
            raise RerunException(self.waiting.pop())


@pytest.fixture
def began(monkeypatch: pytest.MonkeyPatch) -> Callable[[], Session]:
    monkeypatch.setattr(SafeSessionState, "on_script_will_rerun", SafeSessionState.on_script_will_rerun)  # puts it back

    def begin() -> Session:
        session = Session()
        monkeypatch.setattr(component, "get_session_state", lambda: session.safe)
        return session

    return begin


def test_a_value_is_taken_though_the_next_request_is_there_and_that_is_answered_too(
    began: Callable[[], Session],
) -> None:
    take_in_at_once()
    session, following = began(), RerunData(query_string="next")
    session.waiting.append(following)
    session.hear()
    assert session.taken == ["7"]
    with pytest.raises(RerunException) as passed_on:
        assert session.safe["key"]
    assert passed_on.value.rerun_data is following


def test_a_callback_that_nothing_ends_works_once(began: Callable[[], Session]) -> None:
    take_in_at_once()
    session = began()
    session.hear()
    assert session.taken == ["7"]


def test_of_requests_that_wait_together_what_was_told_first_is_taken_in_first(began: Callable[[], Session]) -> None:
    """As Streamlit makes one of them: the widgets of the newest, and then what only older ones have told."""
    take_in_at_once()
    session, words = began(), {"preset": ("sent", 30), "pin": ("sent", 20), "axis": ("sent", 10)}
    for name in words:
        session.held._set_widget_metadata(WidgetMetadata(
            name, deserializer=json.loads, serializer=json.dumps, value_type="json_trigger_value",
            callback=lambda name=name: session.taken.append(name)))  # type: ignore[misc]  # fmt: skip
    told = [WidgetState(id=name, json_trigger_value=json.dumps([{"event": "value", "value": dict([word])}]))
            for name, word in words.items()]  # fmt: skip
    session.hear(WidgetStates(widgets=told))
    assert session.taken == ["axis", "pin", "preset"]


def test_of_itself_streamlit_takes_nothing_in_once_the_next_request_is_there(began: Callable[[], Session]) -> None:
    session = began()
    session.waiting.append(RerunData())
    with pytest.raises(RerunException):
        session.hear()
    assert CONTROL not in session.held._new_widget_state.states
    assert session.taken == []


def test_a_callback_that_fails_leaves_the_looks_as_they_were(
    began: Callable[[], Session], monkeypatch: pytest.MonkeyPatch
) -> None:
    take_in_at_once()
    session = began()
    session.waiting.append(RerunData())
    monkeypatch.setattr(State, "message", lambda *_: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        session.hear()
    with pytest.raises(RerunException):
        assert session.safe["key"]
