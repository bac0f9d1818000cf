"""What the browser tells is taken where it can be read; anything else did not happen."""

from typing import Any

import pytest

from core.signals import sampling
from ui import component
from ui.state import State

TIMES: list[Any] = [None, "1", 1.5, True, -1, 10**30, float("nan"), [], {}]
STRANGE: list[Any] = [None, 3, "x", [], {}, {"value": "7"}, *({"value": "7", "sent": time} for time in TIMES)]


@pytest.mark.parametrize("told", STRANGE)
def test_a_word_without_a_readable_time_is_not_heard(monkeypatch: pytest.MonkeyPatch, told: Any) -> None:
    state = State("sampling", sampling)
    monkeypatch.setattr(component, "messages", lambda key: {"value": told})
    assert state.message("key", "value") is None
    assert state.last_message == 0


def test_two_controls_that_tell_at_once_are_both_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    state = State("sampling", sampling)
    monkeypatch.setattr(component, "messages", lambda key: {"value": {"value": "7", "sent": 5}})
    assert [state.message("one", "value"), state.message("other", "value")] == ["7", "7"]
