"""What a hand has set is never lost to what it did next.

Streamlit ends a run at its first look into the session once another request waits (``runner.fastReruns`` is off, or it
would end it for good). Two of these looks come before what the browser told has been taken in, and then it never is:
the press that followed within milliseconds would win alone.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

from streamlit.runtime.scriptrunner import RerunException
from streamlit.runtime.state import SafeSessionState

P = ParamSpec("P")


def whole(callback: Callable[P, None]) -> Callable[P, None]:
    """A callback that does all its work, also where the next request is there already.

    Where the look is a callback's own, Streamlit takes the end for a rerun that the callback has asked for, and never
    calls it again. The request is given out once, so a second call comes through; then it is passed on.
    """

    @wraps(callback)
    def done(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            callback(*args, **kwargs)
        except RerunException:
            callback(*args, **kwargs)
            raise

    return done


def take_in_at_once() -> None:
    """Has Streamlit call the callbacks of a request before it looks whether another one waits.

    A trigger, which all our components tell, comes with one request only: where that ends before, it is lost.
    """

    def on_script_will_rerun(self: SafeSessionState, *args: Any, **kwargs: Any) -> None:
        with self._lock:
            self._state.on_script_will_rerun(*args, **kwargs)

    SafeSessionState.on_script_will_rerun = on_script_will_rerun  # type: ignore[method-assign]
