"""What stands between the house and the open web: headers on every answer, and an apology in place of a traceback."""

import logging

import streamlit as st
from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOG = logging.getLogger("glassbox")
FRAMES = tuple(map(logging.getLogger, ("streamlit.web.server.starlette.starlette_websocket", "uvicorn.error")))
UNREADABLE = ("Error deserializing back message", "Invalid UTF-8 sequence received from client")
UNSUPPORTED = 1003  # a frame of a kind that is not accepted (RFC 6455, 7.4.1)
HEADERS = [
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"strict-origin-when-cross-origin"),
]


class Headers:
    """ASGI middleware: adds ``HEADERS`` to every HTTP answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(h for h in HEADERS if h[0] not in present)]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


class OneLine(logging.Filter):
    """A frame that no browser of ours sends is worth a line in the log, not a traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        if record.exc_info and record.getMessage().startswith(UNREADABLE):
            record.msg, record.args, record.exc_info = f"A frame that cannot be read: {record.exc_info[0]}", (), None
        return True


class BytesAlone:
    """ASGI middleware: ends a connection that sends text, where Streamlit's browsers send bytes and it expects them."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def bytes_alone() -> Message:
            message = await receive()
            if message["type"] != "websocket.receive" or message.get("bytes") is not None:
                return message
            LOG.warning("A frame that cannot be read: text")
            await send({"type": "websocket.close", "code": UNSUPPORTED})
            return {"type": "websocket.disconnect", "code": UNSUPPORTED}

        await self.app(scope, bytes_alone if scope["type"] == "websocket" else receive, send)


def apologise(error: Exception) -> bool:
    """One line in the log and a sentence on the page; True keeps the traceback from the reader."""
    origin = error.__traceback__
    while origin is not None and origin.tb_next is not None:
        origin = origin.tb_next
    place = f"{origin.tb_frame.f_code.co_filename}:{origin.tb_lineno}" if origin is not None else "?"
    LOG.error("%s: %.300r at %s", type(error).__name__, str(error), place)
    st.error("Something went wrong on our side, and it has been noted. Reload the page to go on from your link.")
    return True
