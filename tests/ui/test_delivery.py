"""What a run says comes to the browser whole and in its order, and the server is asked twice for it."""

import asyncio
from typing import Any, Self
from unittest.mock import MagicMock

import pytest
import uvicorn
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.NewSession_pb2 import CustomThemeConfig, NewSession
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.script_data import ScriptData
from streamlit.runtime.scriptrunner import RunDescriptor, ScriptRunnerEvent
from streamlit.runtime.scriptrunner_utils import script_run_context
from uvicorn.protocols.http.auto import AutoHTTPProtocol
from websockets.asyncio.client import connect

from ui import delivery

PATCHED = ((AppSession, "_on_scriptrunner_event"), (AppSession, "_create_scriptrunner"),
           (app_session, "_populate_theme_msg"), (app_session, "_populate_config_msg"),
           (script_run_context, "populate_hash_if_needed"), (AutoHTTPProtocol, "connection_made"))  # fmt: skip
WAYS = pytest.mark.parametrize("ours", [True, False], ids=["ours", "Streamlit's"])


@pytest.fixture
def delivered(ours: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Messages go our way or Streamlit's, and runs are none: they take no second request."""
    for holder, name in PATCHED:
        monkeypatch.setattr(holder, name, getattr(holder, name))  # which puts it back afterwards
    monkeypatch.setattr(app_session, "ScriptRunner", lambda **_: MagicMock(**{"request_rerun.return_value": False}))
    if ours:
        delivery.deliver_whole()


class Session:
    """A session, and the run that is its first."""

    def __init__(self) -> None:
        self.asked = 0
        self.session = AppSession(ScriptData("app.py", True), MagicMock(), MagicMock(), MagicMock(), {})
        self.session._create_scriptrunner(MagicMock())
        self.run = self.session._scriptrunner
        self.loop = self.session._call_soon_on_event_loop
        self.session._call_soon_on_event_loop = self.count  # type: ignore[method-assign]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.session._script_event_loop.close()

    def count(self, callback: Any) -> None:
        self.asked += 1
        self.loop(callback)

    def tell(self, event: ScriptRunnerEvent, **told: Any) -> None:
        self.session._on_scriptrunner_event(self.run, event=event, **told)

    def say(self, *words: str) -> None:
        for word in words:
            message = ForwardMsg()
            message.delta.new_element.text.body = word
            message.metadata.delta_path[:] = [0, ord(word)]
            self.tell(ScriptRunnerEvent.ENQUEUE_FORWARD_MSG, forward_msg=message)

    def end(self) -> None:
        self.tell(ScriptRunnerEvent.SCRIPT_STOPPED_WITH_SUCCESS, run_descriptor=RunDescriptor.create())

    def heard(self) -> str:
        """The words that there are to send, and a full stop where a run has ended."""
        kinds = {"delta": lambda one: one.delta.new_element.text.body, "script_finished": lambda _: "."}
        sent = [(one.WhichOneof("type"), one) for one in self.session.flush_browser_queue()]
        return "".join(kinds[kind](one) for kind, one in sent if kind in kinds)


@pytest.mark.usefixtures("delivered")
@WAYS
def test_elements_of_one_content_have_one_number_wherever_they_stand_and_those_of_another_have_another() -> None:
    def numbered(body: str, *place: int) -> str:
        message = ForwardMsg()
        message.delta.new_element.text.body = body
        message.metadata.delta_path[:] = place
        script_run_context.populate_hash_if_needed(message)
        return str(message.hash)

    assert numbered("a", 0, 1) == numbered("a", 0, 2)
    assert len({"", *(numbered(body, 0, 1) for body in ("a", "b", "ab"))}) == 4


@pytest.mark.usefixtures("delivered")
@WAYS
def test_all_that_a_run_has_said_comes_though_the_next_one_is_asked_for_at_its_end(ours: bool) -> None:
    """If Streamlit came to do so by itself, too, ours could go."""

    async def scene() -> str:
        with Session() as session:
            session.say("a", "b", "c")
            session.end()
            session.session.request_rerun(None)  # before the loop has had a moment for what was said
            await asyncio.sleep(5 * delivery.LATEST)
            return session.heard()

    assert asyncio.run(scene()) == ("abc." if ours else "")


@pytest.mark.usefixtures("delivered")
@WAYS
def test_a_run_asks_for_the_event_loop_twice_and_not_at_each_message(ours: bool) -> None:
    async def scene() -> tuple[str, int]:
        with Session() as session:
            session.say(*"abcdefgh")
            session.end()
            await asyncio.sleep(5 * delivery.LATEST)
            return session.heard(), session.asked

    assert asyncio.run(scene()) == ("abcdefgh.", 2 if ours else 9)


@pytest.mark.usefixtures("delivered")
@pytest.mark.parametrize("ours", [True])
def test_what_is_said_before_a_long_computation_comes_while_it_goes_on() -> None:
    async def scene() -> list[str]:
        heard = []
        with Session() as session:
            for words in ("ab", "c"):
                session.say(*words)
                await asyncio.sleep(5 * delivery.LATEST)
                heard.append(session.heard())
        return heard

    assert asyncio.run(scene()) == ["ab", "c"]


@pytest.mark.usefixtures("delivered")
@pytest.mark.parametrize("ours", [True])
def test_a_message_that_fails_keeps_no_other_back() -> None:
    async def scene() -> str:
        failed: list[dict[str, Any]] = []
        asyncio.get_running_loop().set_exception_handler(lambda _, context: failed.append(context))
        with Session() as session:
            session.say("a")
            session.tell(ScriptRunnerEvent.ENQUEUE_FORWARD_MSG)  # with nothing to send
            session.say("b")
            session.end()
            await asyncio.sleep(5 * delivery.LATEST)
            assert len(failed) == 1
            return session.heard()

    assert asyncio.run(scene()) == "ab."


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What every connection has been given to send, piece by piece."""
    pieces: list[bytes] = []
    send = asyncio.selector_events._SelectorSocketTransport.write  # type: ignore[attr-defined]

    def note(transport: asyncio.Transport, data: bytes) -> None:
        pieces.append(bytes(data))
        send(transport, data)

    monkeypatch.setattr(asyncio.selector_events._SelectorSocketTransport, "write", note)  # type: ignore[attr-defined]
    return pieces


async def speaker(scope: Any, receive: Any, send: Any) -> None:
    """An app that says eight words at once, and ends."""
    await receive()
    if scope["type"] == "websocket":
        await send({"type": "websocket.accept"})
        for word in "abcdefgh":
            await send({"type": "websocket.send", "text": word})
        await send({"type": "websocket.close"})


@pytest.mark.usefixtures("delivered")
@WAYS
def test_messages_that_are_there_at_once_travel_in_one_piece(ours: bool, written: list[bytes]) -> None:
    async def scene() -> str:
        server = uvicorn.Server(uvicorn.Config(speaker, port=0, log_level="critical", lifespan="off"))
        serving = asyncio.create_task(server.serve())
        while not server.started:
            await asyncio.sleep(0.01)
        port = server.servers[0].sockets[0].getsockname()[1]
        async with connect(f"ws://127.0.0.1:{port}", compression=None) as client:
            heard = "".join([str(word) async for word in client])
        server.should_exit = True
        await serving
        return heard

    assert asyncio.run(scene()) == "abcdefgh"
    assert sum(b"\x81\x01" in piece for piece in written) == (1 if ours else 8)


@pytest.mark.parametrize("section", ["theme", "theme.dark", "theme.light.sidebar"])
def test_the_theme_of_a_later_run_is_that_of_the_first(section: str) -> None:
    fill = delivery.once(app_session._populate_theme_msg)
    parts = []
    for _ in range(2):
        theme = CustomThemeConfig()
        fill(theme, section)
        parts.append(theme)
    by_streamlit = CustomThemeConfig()
    app_session._populate_theme_msg(by_streamlit, section)
    assert parts == [by_streamlit, by_streamlit]


def test_a_part_of_the_theme_that_says_nothing_stays_away() -> None:
    session, fill = NewSession(), delivery.once(lambda _: None)
    for _ in range(2):
        fill(session.custom_theme.dark)
    assert not session.HasField("custom_theme")
