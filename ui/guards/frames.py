"""What comes over a reader's connection: messages that Streamlit's browsers send, and no faster than these do.

A message that no page sends is left out: ``clear_cache`` would empty the memory of all readers, and others are for the
developers of Streamlit. One that comes too fast waits, and so do those before and after the Back button's for runs of
their own; one of a page just left leads on (``page_requests``). A value of a type that is not its control's goes too:
Streamlit would keep it, and fail at each run.
"""

import asyncio
import contextlib
import json
import logging
import re

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState

from ui import folds, metrics
from ui.guards.allowance import Allowance
from ui.guards.page_requests import PageRequests

LOG = logging.getLogger("glassbox")
STREAMLITS = tuple(map(logging.getLogger, ("streamlit.web.server.starlette.starlette_websocket", "uvicorn.error")))
UNREADABLE = ("Error deserializing back message", "Invalid UTF-8 sequence received from client")
UNSUPPORTED = 1003  # a frame of a kind that is not accepted (RFC 6455, 7.4.1)
ACCEPTED = {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat", "backend_operation_request"}
MOST_FILES = 20  # places asked for at once to upload to
# A page that computes asks four times a second; a hand moves some ten controls a second at the most.
RATE, BURST = 30.0, 120.0
LONGEST_BACK = 3.0  # seconds until a run begins (ui/turns.py)

# Streamlit's own widgets, by the end of their key; all others are components of ours, which tell objects in JSON.
WIDGETS = (
    (re.compile(r"\.(file|recording|session)$"), "file_uploader_state_value"),
    (re.compile(r"\.(cancel|again|turn|save)$|\.download\.[^/]*$"), "trigger_value"),
    (re.compile(rf"\.({'|'.join(folds.NAMES)})$"), "bool_value"),
    (re.compile(r"\.lesson\.([0-9]+\.[0-9]+\.)?(title|name|text|question)$"), "string_value"),
    (re.compile(r"\.lesson\.([0-9]+\.[0-9]+\.)?(hidden|locked)$"), "string_array_value"),
    (re.compile(r"\.lesson\.(add|[0-9]+\.[a-z-]+)$"), "trigger_value"),
    (re.compile(r"__events$"), "json_trigger_value"),
)


class OneLine(logging.Filter):
    """A frame that no browser of ours sends is worth a line in the log, not a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.getMessage().startswith(UNREADABLE):
            record.msg, record.args, record.exc_info = f"A frame that cannot be read: {record.exc_info[0]}", (), None
        return True


class Frames:
    """ASGI middleware over every websocket."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "websocket":
            await self.app(scope, receive, send)
            return
        allowance, dropped, pages = Allowance(RATE, BURST), set[str](), PageRequests()
        begun = asyncio.Event()  # what was asked for last

        async def wanted() -> Message:
            while True:
                message = await receive()
                if message["type"] != "websocket.receive":
                    return message
                await asyncio.sleep(allowance.take())
                frame = message.get("bytes")
                if frame is None:
                    LOG.warning("A frame that cannot be read: text")
                    await send({"type": "websocket.close", "code": UNSUPPORTED})
                    return {"type": "websocket.disconnect", "code": UNSUPPORTED}
                kept, left_out = sifted(frame)
                if left_out is not None:
                    metrics.REFUSALS.labels("message").inc()
                    if left_out not in dropped:
                        LOG.warning("A message that no page sends was left out: %s", left_out)
                        dropped.add(left_out)
                if kept is None:
                    continue
                if pages.is_apart(kept):
                    begun.clear()
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(begun.wait(), LONGEST_BACK)
                return {**message, "bytes": pages.redirected(kept)}

        async def said(message: Message) -> None:
            pages.note_sent(message.get("bytes") or b"")
            if not pages.is_waiting:
                begun.set()
            await send(message)

        await self.app(scope, wanted, said)


def sifted(frame: bytes) -> tuple[bytes | None, str | None]:
    """What passes of a frame, and what was left out of it, if anything. An unreadable one is left to Streamlit."""
    try:
        message = BackMsg.FromString(frame)
    except DecodeError:
        return frame, None
    kind = str(message.WhichOneof("type"))
    if kind == "file_urls_request" and len(message.file_urls_request.file_names) > MOST_FILES:
        return None, f"{kind} for more than {MOST_FILES} files"
    if kind not in ACCEPTED:
        return None, kind
    given = message.rerun_script.widget_states.widgets
    kept = [each for each in given if fits(each)]
    if len(kept) == len(given):
        return frame, None
    del given[:]
    given.extend(kept)
    return bytes(message.SerializeToString()), "a value that its control cannot have"


def fits(state: WidgetState) -> bool:
    """Whether a widget that is named so can have the value."""
    kind = next((kind for key, kind in WIDGETS if key.search(state.id)), "json_value")
    if state.WhichOneof("value") != kind:
        return False
    if not kind.startswith("json"):
        return True
    try:
        value = json.loads(getattr(state, kind))
    except (ValueError, RecursionError):
        return False
    return isinstance(value, dict if kind == "json_value" else list)
