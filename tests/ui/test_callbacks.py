"""What a hand has set is never lost to what it did next."""

import ast
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

import pytest
import streamlit as st
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.scriptrunner import RerunData, RerunException
from streamlit.runtime.state import SafeSessionState, SessionState

from core.signals import sampling
from ui.callbacks import take_in_at_once, whole
from ui.state import State

UI = Path(__file__).resolve().parents[2] / "ui"
WITHOUT_THE_SESSION = {"self._forget", "again", "lambda: None"}  # these never look into it


@pytest.fixture
def session(monkeypatch: pytest.MonkeyPatch) -> list[RerunData]:
    """A session of Streamlit's own that holds what a control told; the requests that wait are given out at a look."""
    waiting: list[RerunData] = []

    def look() -> None:
        if waiting:
            raise RerunException(waiting.pop())

    held = SafeSessionState(SessionState(), look)
    held["key"] = {"value": {"value": "7", "sent": 5}}
    monkeypatch.setattr(st, "session_state", held)
    return waiting


def test_a_value_is_taken_though_the_next_request_is_there_and_that_is_answered_too(session: list[RerunData]) -> None:
    state, taken, following = State("sampling", sampling), [], RerunData(query_string="next")
    session.append(following)
    with pytest.raises(RerunException) as passed_on:
        whole(lambda: taken.append(state.told("key", "value")))()
    assert taken == ["7"]
    assert passed_on.value.rerun_data is following


def test_a_callback_that_nothing_ends_works_once(session: list[RerunData]) -> None:
    state, taken = State("sampling", sampling), []
    whole(lambda: taken.append(state.told("key", "value")))()
    assert taken == ["7"]


def test_what_a_request_tells_is_taken_in_though_the_next_one_is_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(SafeSessionState, "on_script_will_rerun", SafeSessionState.on_script_will_rerun)  # puts it back

    def look() -> None:
        raise RerunException(RerunData())

    told = WidgetStates(widgets=[WidgetState(id="widget", trigger_value=True)])
    for at_once in (False, True):
        held = SessionState()
        if at_once:
            take_in_at_once()
        with nullcontext() if at_once else pytest.raises(RerunException):
            SafeSessionState(held, look).on_script_will_rerun(told)
        assert ("widget" in held._new_widget_state.states) == at_once


def test_every_callback_that_looks_into_the_session_is_whole() -> None:
    found = {f"{path.name}: {words}" for path in sorted(UI.rglob("*.py")) for words in _given(path)}
    assert found == set()


def _given(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        for keyword in node.keywords if isinstance(node, ast.Call) else ():
            name, words = keyword.arg or "", ast.unparse(keyword.value)
            hears = name == "on_click" or (name.startswith("on_") and name.endswith("change"))
            asks = not isinstance(keyword.value, ast.Constant) and not words.startswith("whole(")
            if hears and asks and words not in WITHOUT_THE_SESSION:
                yield words
