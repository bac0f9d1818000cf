"""What comes over a reader's connection: messages that Streamlit's browsers send, and no faster than these do.

A message that no page sends is left out: ``clear_cache`` would empty the memory of all readers, and others are for the
developers of Streamlit. One that comes too fast waits.
"""

import asyncio
import logging

from google.protobuf.message import DecodeError  # type: ignore[import-untyped]
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.proto.BackMsg_pb2 import BackMsg

from ui import metrics
from ui.guards.allowance import Allowance

LOG = logging.getLogger("glassbox")
STREAMLITS = tuple(map(logging.getLogger, ("streamlit.web.server.starlette.starlette_websocket", "uvicorn.error")))
UNREADABLE = ("Error deserializing back message", "Invalid UTF-8 sequence received from client")
UNSUPPORTED = 1003  # a frame of a kind that is not accepted (RFC 6455, 7.4.1)
ACCEPTED = {"rerun_script", "stop_script", "file_urls_request", "app_heartbeat", "backend_operation_request"}
MOST_FILES = 20  # places asked for at once to upload to
# A page that computes asks four times a second; a hand moves some ten controls a second at the most.
RATE, BURST = 30.0, 120.0


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
        allowance, dropped = Allowance(RATE, BURST), set[str]()

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
                kind = unwanted(frame)
                if kind is None:
                    return message
                metrics.REFUSALS.labels("message").inc()
                if kind not in dropped:
                    LOG.warning("A message that no page sends was left out: %s", kind)
                    dropped.add(kind)

        await self.app(scope, wanted, send)


def unwanted(frame: bytes) -> str | None:
    """What kind of message the frame holds, if it is one that no page sends. An unreadable one is left to Streamlit."""
    try:
        message = BackMsg.FromString(frame)
    except DecodeError:
        return None
    kind = str(message.WhichOneof("type"))
    if kind == "file_urls_request" and len(message.file_urls_request.file_names) > MOST_FILES:
        return f"{kind} for more than {MOST_FILES} files"
    return None if kind in ACCEPTED else kind
