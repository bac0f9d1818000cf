"""What a component of ours tells, in the session as Streamlit shows it to a callback: a plain dictionary.

Streamlit makes a class for each component at each look, so that one can assign to what is shown. A class refers to
itself, so all that a reader's session held stays until Python's collector walks through everything there is: after
thousands of readers who came and went the server held 2 GB more, and stood still for six seconds.
"""

from collections.abc import Callable
from typing import Any

from streamlit.components.v2.bidi_component import main
from streamlit.runtime.state import SafeSessionState, SessionState
from streamlit.runtime.state.common import user_key_from_element_id


class Told(dict[str, Any]):
    """It is read, and never changed: a copy is not needed."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "Told":
        return self


def present_plainly() -> None:
    """Has Streamlit show what components tell in this way."""
    main.make_bidi_component_presenter = presenter  # type: ignore[assignment, attr-defined]


def presenter(told_id: str, component_id: str | None = None, allowed: set[str] | None = None) -> Callable[..., Any]:
    """A function of the state of a component and of the session that gives that state beside what was told.

    What a component tells comes under a widget of its own, ``told_id``, as a list of ``{"event": name, "value": …}``.
    """

    def present(state: Any, session: SessionState) -> Any:
        widgets = session._new_widget_state
        if not isinstance(state, dict) or told_id not in widgets.widget_metadata:
            return state
        return Told(_told(widgets.get(told_id)) | state)

    return present


def told_late(session: SafeSessionState, key: str) -> dict[str, Any]:
    """What a component told that the run before took away: the session knows it by its key no more."""
    widgets = session._state._new_widget_state
    its = (name for name in widgets if user_key_from_element_id(name) == f"{key}__events")
    return _told(widgets.get(next(its, "")))


def _told(events: Any) -> dict[str, Any]:
    found = [one for one in events or () if isinstance(one, dict)]
    return {one["event"]: one.get("value") for one in found if isinstance(one.get("event"), str)}
