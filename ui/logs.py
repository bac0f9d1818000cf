"""How events are written for the operator: as text, or each as one line of JSON without a word of a reader's."""

import logging
from types import TracebackType
from typing import Any

from pythonjsonlogger.json import JsonFormatter

from ui.settings import SETTINGS

NAMES = {"asctime": "time", "levelname": "level", "name": "logger", "message": "event", "exc_info": "error"}


class JsonLine(JsonFormatter):
    """An event as one line of JSON. Of an error it tells the kind and the place: its words may be a reader's."""

    def __init__(self) -> None:
        super().__init__("{asctime}{levelname}{name}{message}", style="{", rename_fields=NAMES)

    def formatException(self, ei: Any) -> str:  # noqa: N802 (logging's name)
        return f"{ei[0].__name__} at {place(ei[2])}"


def begin() -> None:
    """Has every logger that there is write as the operator chose: Streamlit gives each of its own a handler."""
    logging.basicConfig(format="%(asctime)s %(levelname)-7s %(name)s: %(message)s")
    if SETTINGS.log == "text":
        return
    logging.captureWarnings(True)
    for name in (None, *logging.root.manager.loggerDict):
        for handler in logging.getLogger(name).handlers:
            handler.setFormatter(JsonLine())


def in_one_line(error: BaseException) -> str:
    """An error in one line: its kind, its words where the log is for an operator's eyes alone, and its place."""
    words = f": {str(error)!r:.300}" if SETTINGS.log == "text" else ""
    return f"{type(error).__name__}{words} at {place(error.__traceback__)}"


def place(trace: TracebackType | None) -> str:
    """The file and the line where an error arose."""
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    return "?" if trace is None else f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}"
