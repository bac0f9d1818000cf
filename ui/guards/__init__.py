"""What stands between the house and the open web: one place for all of it, and the order in which it is asked."""

import logging
import secrets

import streamlit as st
from starlette.middleware import Middleware
from streamlit.runtime.scriptrunner import get_script_run_ctx

from ui import logs, metrics
from ui.guards.admission import Admission
from ui.guards.apologies import apology
from ui.guards.frames import STREAMLITS, Frames, OneLine
from ui.guards.headers import Headers
from ui.guards.private import Private
from ui.guards.uploads import Uploads
from ui.settings import SETTINGS

LOG = logging.getLogger("glassbox")


def watch_logs() -> None:
    """Has Streamlit tell of a frame that cannot be read in one line."""
    for log in STREAMLITS:
        log.addFilter(OneLine())


def middleware() -> list[Middleware]:
    """The outermost first."""
    return [Middleware(Headers, SETTINGS), Middleware(Private, SETTINGS), Middleware(Admission, SETTINGS),
            Middleware(Uploads, SETTINGS), Middleware(Frames)]  # fmt: skip


def noted(error: Exception) -> str:
    """One line in the log, and the word by which it is found there."""
    word = secrets.token_hex(3)
    metrics.ERRORS.inc()
    LOG.error("%s %s", word, logs.in_one_line(error))
    return word


def apologise(error: Exception) -> bool:
    """A sentence on the page that names what is noted in the log; True keeps the traceback from the reader.

    A part that runs by itself goes too. Streamlit would keep it though the page around it went, and run it once more
    where it had been asked for just before: the browser finds no place for it, and all of the page goes.
    """
    st.error(apology(noted(error)))
    if (context := get_script_run_ctx(suppress_warning=True)) is not None:
        context.fragment_storage.clear()
    return True
