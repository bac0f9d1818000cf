"""What one reader, and all together, may have uploaded, and how fast."""

import asyncio
import re
import secrets
import time
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime import get_instance
from streamlit.runtime.uploaded_file_manager import UploadedFileRec

from ui import metrics
from ui.guards.allowance import Allowance
from ui.settings import Settings

UPLOAD = re.compile(r"/_stcore/upload_file/([^/]+)/[^/]+\Z")
LEAST = 10_000  # bytes that a file counts for: an empty one has its place in memory, too

# Bytes a second that a session sends once it has sent so many at once: each file is work for the server, and one after
# the other would be so without end. The line of a home is hardly faster.
RATE, BURST = 1_000_000.0, 100_000_000.0


def held() -> Mapping[str, int]:
    """Bytes of the files that the server holds, by session."""
    manager: Any = get_instance().uploaded_file_mgr
    sessions = list(manager.file_storage.items())
    return {session: sum(max(LEAST, len(file.data)) for file in list(files.values())) for session, files in sessions}


class Uploads:
    """ASGI middleware: refuses a file with which too much would be held, before its bytes are read, and takes those of
    the others no faster than a session may send them."""

    def __init__(self, app: ASGIApp, settings: Settings, held: Callable[[], Mapping[str, int]] = held,
                 clock: Callable[[], float] = time.monotonic) -> None:  # fmt: skip
        self.app, self.held, self.clock = app, held, clock
        self.each, self.all = settings.upload_mb * 1_000_000, settings.uploads_mb * 1_000_000
        self.coming: Counter[str] = Counter()
        self.paces: dict[str, Allowance] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        found = UPLOAD.search(scope["path"]) if scope["type"] == "http" and scope["method"] == "PUT" else None
        if found is None:
            await self.app(scope, receive, send)
            return
        session, length = found[1], _length(scope)
        if length is None or not self._has_room(session, length):
            metrics.REFUSALS.labels("file").inc()
            await Response(status_code=411 if length is None else 413)(scope, receive, send)
            return

        pace = self._pace(session)

        async def paced() -> Message:
            message = await receive()
            pace.spend(len(message.get("body", b"")))
            await asyncio.sleep(pace.due())
            return message

        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":  # the file is kept, and no run has seen it yet
                _name_plainly(session)
            await send(message)

        self.coming[session] += length
        try:
            await self.app(scope, paced, answer)
        finally:
            self.coming[session] -= length
            self.coming += Counter()  # drops those at 0

    def _pace(self, session: str) -> Allowance:
        """Of a session; those that need not be kept are dropped."""
        self.paces = {name: one for name, one in self.paces.items() if name in self.coming or not one.refill()}
        return self.paces.setdefault(session, Allowance(RATE, BURST, self.clock))

    def _has_room(self, session: str, length: int) -> bool:
        sizes = Counter(self.held()) + self.coming
        return sizes[session] + length <= self.each and sizes.total() + length <= self.all


def count(session: str, name: str, data: bytes) -> None:
    """Counts a file of an earlier session, with which this one goes on, as if it had been sent; it leaves with it."""
    manager: Any = get_instance().uploaded_file_mgr
    manager.add_file(session, UploadedFileRec(secrets.token_urlsafe(18), name, "", data))


def _name_plainly(session: str) -> None:
    """Takes the NULs from names of files: at one Streamlit ends every run of the session with an error."""
    manager: Any = get_instance().uploaded_file_mgr
    files = manager.file_storage.get(session, {})
    for key, file in list(files.items()):
        if "\0" in file.name:
            files[key] = file._replace(name=file.name.replace("\0", ""))


def _length(scope: Scope) -> int | None:
    """Of the body, which the server reads no further."""
    text = Headers(scope=scope).get("content-length", "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 16 else None
