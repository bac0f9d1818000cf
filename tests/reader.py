"""A reader without a browser: opens pages over the websocket, sets controls, asks the short road."""

import asyncio
import http.client
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from google.protobuf.message import Message
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from unpacking import unpack
from websockets.asyncio.client import ClientConnection, connect

WAITING = "gb-computing"  # stands on a page whose computation goes on in a worker (ui/compute.py)
AGAIN = ForwardMsg.FINISHED_EARLY_FOR_RERUN
LONGEST_MESSAGE = 200_000_000  # bytes


@dataclass
class Page:
    """What the server has sent of one run: texts, widgets by their ids, pictures, exceptions."""

    seconds: float = 0.0
    texts: list[str] = field(default_factory=list)
    exceptions: list[str] = field(default_factory=list)
    widgets: dict[str, str] = field(default_factory=dict)  # id → kind of the element
    packed: list[bytes] = field(default_factory=list)  # what pictures, panels and controls are sent
    fragments: list[str] = field(default_factory=list)  # that ask to be run again by themselves
    size: int = 0  # bytes

    @property
    def headers(self) -> list[dict[str, Any]]:
        return [unpack(each)[0] for each in self.packed]

    @property
    def content(self) -> str:
        """Everything that a reader could see of it, as text."""
        return "\n".join([*self.texts, *(json.dumps(header, ensure_ascii=False) for header in self.headers)])

    @property
    def waits(self) -> bool:
        return bool(self.fragments) and any(WAITING in text for text in self.texts)

    @property
    def road(self) -> str:
        """The name under which the page's controls ask the short road."""
        return next((page for each in self.packed if (page := unpack(each)[0].get("page"))), "")

    def digests(self) -> dict[str, str]:
        """Of the pictures, by name."""
        return {header["name"]: header["digest"] for header in self.headers if {"name", "digest"} <= header.keys()}


class Reader:
    """One connection: ``async with Reader(host, port) as reader: await reader.open("tokenizer", "merges=3")``.

    ``cookie`` is what a proxy keeps its readers apart by: of what it gives here all that follows is asked.
    """

    def __init__(self, host: str, port: int, cookie: str = "") -> None:
        self.host, self.port, self.cookie = host, port, cookie
        self.slug = self.query = self.session = ""
        self.hash = ""
        self.page = Page()

    async def __aenter__(self) -> Self:
        self.socket: ClientConnection = await connect(
            f"ws://{self.host}:{self.port}/_stcore/stream",
            subprotocols=["streamlit"],  # type: ignore[list-item]
            origin=f"http://{self.host}:{self.port}",  # type: ignore[arg-type]
            additional_headers={"Cookie": self.cookie} if self.cookie else None,
            max_size=LONGEST_MESSAGE,
            max_queue=None,  # what is not read must not keep the end of a connection back
            open_timeout=30,
            ping_interval=None,
        )
        given = self.socket.response.headers.get("Set-Cookie") if self.socket.response else None
        self.cookie = given.split(";")[0] if given else self.cookie
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.socket.close()

    async def open(self, slug: str, query: str = "", seconds: float = 60.0) -> Page:
        """Goes to the page, and stays until its pictures are there or that long."""
        self.slug, self.query, self.hash = slug, query, ""
        start = time.perf_counter()
        page = await self.run(seconds=seconds)
        while page.waits and time.perf_counter() - start < seconds:
            await asyncio.sleep(0.25)
            page = await self.run(fragment=page.fragments[-1]) if page.fragments else await self.run()
        page.seconds = time.perf_counter() - start
        return page

    async def run(self, widgets: Mapping[str, Any] = {}, fragment: str = "", seconds: float = 60.0) -> Page:
        """One run of the page. ``widgets`` are values by id: a text is the JSON that a component of ours tells."""
        message = BackMsg()
        state = message.rerun_script
        state.query_string, state.page_name, state.page_script_hash = self.query, self.slug, self.hash
        state.fragment_id, state.is_auto_rerun = fragment, bool(fragment)
        for name, value in widgets.items():
            state.widget_states.widgets.add(id=name, **value)
        start = time.perf_counter()
        await self.send(message.SerializeToString())
        page = await self.receive(seconds, self.page if fragment else Page())
        page.seconds = time.perf_counter() - start
        self.page = page
        return page

    async def send(self, frame: bytes) -> None:
        await self.socket.send(frame)

    async def receive(self, seconds: float, page: Page) -> Page:
        """Everything until a run has ended.

        Raises:
            TimeoutError: it has not, in that time.
        """
        async with asyncio.timeout(seconds):
            begun = False
            page.texts = [text for text in page.texts if WAITING not in text]
            while True:
                data = await self.socket.recv()
                page.size += len(data)
                message = ForwardMsg.FromString(data)
                kind = message.WhichOneof("type")
                if kind == "new_session":
                    if begun:
                        page = Page()  # a part has had the whole page run again
                    begun = True
                    self.session = message.new_session.initialize.session_id or self.session
                elif kind == "navigation":
                    self.hash = message.navigation.page_script_hash
                elif kind == "auto_rerun":
                    page.fragments.append(message.auto_rerun.fragment_id)
                elif kind == "page_info_changed":
                    self.query = message.page_info_changed.query_string
                elif kind == "delta" and message.delta.WhichOneof("type") == "new_element":
                    _note(message.delta.new_element, page)
                elif kind == "script_finished" and begun and message.script_finished != AGAIN:
                    return page

    async def bring(self, widget: str, name: str, data: bytes) -> Page:
        """Uploads a file to a control, and runs the page with it."""
        message = BackMsg()
        asked = message.file_urls_request
        asked.request_id, asked.session_id = name, self.session
        asked.file_names.append(name)
        await self.send(message.SerializeToString())
        place = (await self._next("file_urls_response")).file_urls[0]
        status = await asyncio.to_thread(self._put, place.upload_url, name, data)
        if status != 204:
            raise ConnectionError(f"the upload was answered {status}")
        file = {"file_id": place.file_id, "name": name, "size": len(data), "file_urls": place}
        return await self.run({widget: {"file_uploader_state_value": {"uploaded_file_info": [file]}}})

    async def _next(self, kind: str) -> Any:
        async with asyncio.timeout(30):
            while True:
                message = ForwardMsg.FromString(await self.socket.recv())
                if message.WhichOneof("type") == kind:
                    return getattr(message, kind)

    def _put(self, address: str, name: str, data: bytes) -> int:
        """Status of an upload, in the form in which a browser sends it."""
        connection = http.client.HTTPConnection(self.host, self.port, timeout=60)
        try:
            connection.request("GET", "/_stcore/health", headers={"Cookie": self.cookie})
            health = connection.getresponse()
            health.read()
            cookie = (health.getheader("set-cookie") or "").split(";")[0]
            bound = "-" * 20 + "7e3a"
            head = f'--{bound}\r\nContent-Disposition: form-data; name="file"; filename="{name}"\r\n\r\n'
            body = head.encode("utf-8", "replace") + data + f"\r\n--{bound}--\r\n".encode()
            headers = {
                "Content-Type": f"multipart/form-data; boundary={bound}",
                "X-Xsrftoken": cookie.partition("=")[2],
            }
            connection.request("PUT", address, body, headers | {"Cookie": f"{cookie}; {self.cookie}".strip("; ")})
            return connection.getresponse().status
        finally:
            connection.close()

    def draw(self, values: Mapping[str, str], page: str = "") -> tuple[int, bytes]:
        """Status and body of an answer of the short road."""
        question = json.dumps({"page": page or self.page.road, "values": dict(values)})
        return ask(self.host, self.port, question.encode(), cookie=self.cookie)


def ask(host: str, port: int, body: bytes, seconds: float = 60.0, cookie: str = "") -> tuple[int, bytes]:
    """Status and body of what ``/draw`` answers to a body."""
    connection = http.client.HTTPConnection(host, port, timeout=seconds)
    try:
        connection.request("POST", "/glassbox/draw", body, {"Content-Type": "application/json", "Cookie": cookie})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def _note(element: Message, page: Page) -> None:
    kind = str(element.WhichOneof("type"))
    one = getattr(element, kind)
    if kind == "exception":
        page.exceptions.append(f"{one.type}: {one.message}")
    for name in ("body", "text", "label"):
        if isinstance(text := getattr(one, name, None), str) and text:
            page.texts.append(text)
    if getattr(one, "id", ""):
        page.widgets[one.id] = kind
    if kind == "bidi_component" and one.WhichOneof("data") == "bytes":
        page.packed.append(one.bytes)
