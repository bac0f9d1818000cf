"""What a hand has set is never lost to what it did next."""

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

from streamlit.runtime.scriptrunner import RerunException

P = ParamSpec("P")


def whole(callback: Callable[P, None]) -> Callable[P, None]:
    """A callback that does all its work, also where the next request is there already.

    Streamlit ends a run at its first look into the session once another request waits. Where that look is a callback's,
    it takes the end for a rerun that the callback itself has asked for, and never calls it again: the value that the
    browser had told was lost. The request is given out once, so a second call comes through; then it is passed on.
    """

    @wraps(callback)
    def done(*args: P.args, **kwargs: P.kwargs) -> None:
        try:
            callback(*args, **kwargs)
        except RerunException:
            callback(*args, **kwargs)
            raise

    return done
