"""What a hand has set is never lost to what it did next.

Streamlit ends a run at its first look into the session once another request waits (``runner.fastReruns`` is off, or it
would end it for good). The first looks come before what the browser told has been taken in, and while callbacks take it
in; then it never is: of two presses within milliseconds the first would not have happened. Requests that wait together
are one by then, with the newest first: callbacks are called in the order in which a hand told what they take in.
"""

import re
from typing import Any

from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from streamlit.runtime.state import SafeSessionState

_SENT = re.compile(r'"sent":\s*(\d{1,16})\b')


def take_in_at_once() -> None:
    """Has Streamlit call all callbacks of a request before it looks whether another one waits, as it does right after.

    A trigger, which all our components tell, comes with one request only.
    """

    def on_script_will_rerun(self: SafeSessionState, states: WidgetStates | None, *args: Any, **kwargs: Any) -> None:
        look = self._yield_callback
        object.__setattr__(self, "_yield_callback", lambda: None)  # as its own __init__ sets it
        try:
            with self._lock:
                if states is not None:
                    states.widgets.sort(key=_sent)
                self._state.on_script_will_rerun(states, *args, **kwargs)
        finally:
            object.__setattr__(self, "_yield_callback", look)

    SafeSessionState.on_script_will_rerun = on_script_will_rerun  # type: ignore[assignment, method-assign]


def _sent(widget: WidgetState) -> int:
    """When a component of ours told that, by the browser's clock; 0 for all others."""
    return max(map(int, _SENT.findall(widget.json_trigger_value)), default=0)
