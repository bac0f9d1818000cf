"""What a run says comes to the browser whole, and costs the server little.

A request that comes when a run has ended, but not all of its messages have been taken in, makes Streamlit forget those:
the rest of the page never comes. And Streamlit hands each of a run's seventy messages to the
event loop by itself, which takes the interpreter from the run each time, and finds anew at each run what settings and
theme the browser is to have: a sixth of what the server does for a run. A twelfth goes into digests of all messages,
where a browser wants a number of each element: it draws those anew that have another than before. And each message
is sent by itself, which lets go of the interpreter: the event loop has it again once a run lets go of it, up to 5 ms
later.
"""

import asyncio
from collections import deque
from collections.abc import Callable
from functools import partial
from typing import Any

from google.protobuf.message import Message  # type: ignore[import-untyped]
from streamlit.runtime import app_session
from streamlit.runtime.app_session import AppSession
from streamlit.runtime.scriptrunner import RerunData, ScriptRunner, ScriptRunnerEvent
from streamlit.runtime.scriptrunner_utils import script_run_context
from uvicorn.protocols.http.auto import AutoHTTPProtocol

LATEST = 0.01  # seconds that a message waits for others; the beginning and the end of a run take all along

_create_runner = AppSession._create_scriptrunner
_connect = AutoHTTPProtocol.connection_made


class SentTogether:
    """A connection that sends what is written to it in one turn of the event loop in one piece, after that turn."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._waiting: list[bytes] = []

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._send)
        self._waiting.append(data)

    def close(self) -> None:
        self._send()
        self._transport.close()

    def _send(self) -> None:
        waiting, self._waiting = self._waiting, []
        if waiting and not self._transport.is_closing():
            self._transport.write(b"".join(waiting))


def deliver_whole() -> None:
    """Has Streamlit hand over what a run says in this way."""
    AppSession._on_scriptrunner_event = _hand_over  # type: ignore[method-assign, assignment]
    AppSession._create_scriptrunner = _begin_anew  # type: ignore[method-assign, assignment]
    app_session._populate_theme_msg = once(app_session._populate_theme_msg)
    app_session._populate_config_msg = once(app_session._populate_config_msg)
    script_run_context.populate_hash_if_needed = _number  # type: ignore[assignment, attr-defined]
    AutoHTTPProtocol.connection_made = _send_together  # type: ignore[method-assign, assignment]


def _send_together(protocol: asyncio.BaseProtocol, transport: asyncio.BaseTransport) -> None:
    _connect(protocol, SentTogether(transport))  # type: ignore[arg-type]


def _number(message: Message) -> None:
    """Numbers an element by its content, in 64 bits; Python's own hash takes a fifth of the digest's time."""
    if message.delta.WhichOneof("type") == "new_element":
        message.hash = f"{hash(message.delta.SerializeToString(deterministic=True)):x}"


def _waiting(session: AppSession) -> deque[Callable[[], None]]:
    """What the session's runs have told and the event loop has not yet taken in."""
    return vars(session).setdefault("glassbox_waiting", deque())  # type: ignore[no-any-return]


def _hand_over(
    session: AppSession, sender: ScriptRunner | None, event: ScriptRunnerEvent, *args: Any, **keywords: Any
) -> None:
    """Called in a run's thread."""
    waiting = _waiting(session)
    waiting.append(partial(session._handle_scriptrunner_event_on_event_loop, sender, event, *args, **keywords))
    if event is not ScriptRunnerEvent.ENQUEUE_FORWARD_MSG:
        session._call_soon_on_event_loop(partial(_take_in, session))
    elif len(waiting) == 1:  # later ones find it under way
        session._call_soon_on_event_loop(partial(_take_in_soon, session))


def _take_in_soon(session: AppSession) -> None:
    session._event_loop.call_later(LATEST, _take_in, session)


def _take_in(session: AppSession) -> None:
    waiting = _waiting(session)
    try:
        while waiting:
            waiting.popleft()()
    finally:
        if waiting:  # one failed; the others come nevertheless
            session._event_loop.call_soon(_take_in, session)


def _begin_anew(session: AppSession, rerun: RerunData) -> None:
    """Whoever runs next is another: what the last one said is taken in while it still counts."""
    _take_in(session)
    _create_runner(session, rerun)


def once(fill: Callable[..., None]) -> Callable[..., None]:
    """``fill(message, *about)`` with what it has filled in first: the settings of a server stay."""
    known: dict[tuple[Any, ...], bytes] = {}

    def filled(message: Message, *about: Any) -> None:
        if about not in known:
            fresh = type(message)()
            fill(fresh, *about)
            known[about] = fresh.SerializeToString()
        if known[about]:  # a part with nothing in it stays away
            message.MergeFromString(known[about])

    return filled
