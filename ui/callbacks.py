"""What a hand has set is never lost to what it did next.

Streamlit ends a run at its first look into the session once another request waits (``runner.fastReruns`` is off, or it
would end it for good). The first looks come before what the browser told has been taken in, and while callbacks take it
in; then it never is: of two presses within milliseconds the first would not have happened.
"""

from typing import Any

from streamlit.runtime.state import SafeSessionState


def take_in_at_once() -> None:
    """Has Streamlit call all callbacks of a request before it looks whether another one waits, as it does right after.

    A trigger, which all our components tell, comes with one request only.
    """

    def on_script_will_rerun(self: SafeSessionState, *args: Any, **kwargs: Any) -> None:
        look = self._yield_callback
        object.__setattr__(self, "_yield_callback", lambda: None)  # as its own __init__ sets it
        try:
            with self._lock:
                self._state.on_script_will_rerun(*args, **kwargs)
        finally:
            object.__setattr__(self, "_yield_callback", look)

    SafeSessionState.on_script_will_rerun = on_script_will_rerun  # type: ignore[method-assign]
