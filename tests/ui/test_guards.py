"""What a stranger cannot do to the server, and what an operator may set."""

import asyncio
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from unittest.mock import MagicMock

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket, WebSocketDisconnect
from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState
from streamlit.runtime.fragment import MemoryFragmentStorage

from catalog import ROOT
from ui import settings
from ui.guards import apologise
from ui.guards import uploads as uploading
from ui.guards.admission import MOST_ADDRESSES, Admission
from ui.guards.allowance import Allowance
from ui.guards.frames import MOST_FILES, Frames, fits, sifted
from ui.guards.headers import DOCUMENT, Headers, inline_scripts
from ui.guards.page_requests import PageRequests
from ui.guards.private import Private
from ui.guards.uploads import LEAST, Uploads
from ui.settings import Settings
from ui.state import State


def message(**parts: Any) -> bytes:
    return BackMsg(**parts).SerializeToString()


@pytest.mark.parametrize("kind", ["clear_cache", "set_run_on_save", "load_git_info", "debug_shutdown_runtime"])
def test_a_message_that_no_page_sends_is_left_out(kind: str) -> None:
    assert sifted(message(**{kind: True})) == (None, kind)


def test_messages_of_pages_pass_and_few_files_are_asked_for_at_once() -> None:
    few, many = (message(file_urls_request={"file_names": ["a.csv"] * files}) for files in (MOST_FILES, MOST_FILES + 1))
    unreadable = b"\xff\xfe"  # Streamlit ends the connection
    for frame in (message(rerun_script={}), message(stop_script=True), few, unreadable):
        assert sifted(frame) == (frame, None)
    kept, left_out = sifted(many)
    assert kept is None
    assert left_out is not None


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("$$ID-0a-tokenizer.merges", {"json_value": "no JSON"}),
        ("$$ID-0a-tokenizer.merges", {"json_value": "[" * 100_000}),
        ("$$ID-0a-tokenizer.merges", {"json_value": "[3]"}),
        ("$$ID-0a-tokenizer.merges", {"int_value": 3}),
        ("$$ID-0a-tokenizer.merges", {}),
        ("$$ID-0a-tokenizer.file", {"json_value": "{}"}),
        ("$$ID-0a-tokenizer.cancel", {"string_value": "x"}),
    ],
)
def test_a_value_that_its_control_cannot_have_is_left_out_of_the_message(name: str, value: dict[str, Any]) -> None:
    good = {"id": "$$ID-0b-tokenizer.seed", "json_value": '{"value": {"value": 3, "sent": 1}}'}
    sent = message(
        rerun_script={"query_string": "merges=3", "widget_states": {"widgets": [{"id": name, **value}, good]}}
    )
    kept, left_out = sifted(sent)
    assert left_out == "a value that its control cannot have"
    left = BackMsg.FromString(kept or b"").rerun_script
    assert left.query_string == "merges=3"
    assert [each.id for each in left.widget_states.widgets] == [good["id"]]
    assert fits(left.widget_states.widgets[0])


def test_the_controls_of_a_page_that_comes_back_keep_their_kinds() -> None:
    for resumed in (False, True):
        key = State("tokenizer", None, values={}, resumed=resumed).key
        assert fits(WidgetState(id=f"$$ID-0a-{key('file')}", file_uploader_state_value={}))
        assert fits(WidgetState(id=f"$$ID-0a-{key('merges')}", json_value="{}"))


def test_a_message_with_fitting_values_passes_as_it_is() -> None:
    for frame in (message(rerun_script={}), message(stop_script=True), b"\xff\xfe"):
        assert sifted(frame)[0] is frame


async def echo(socket: WebSocket) -> None:
    await socket.accept()
    try:
        while True:
            await socket.send_bytes(await socket.receive_bytes())
    except WebSocketDisconnect:
        pass


async def plain(_: Request) -> PlainTextResponse:
    return PlainTextResponse("here")


def client(*middleware: Middleware) -> TestClient:
    anywhere = Route("/{path:path}", plain, methods=["GET", "PUT"])
    return TestClient(Starlette(routes=[WebSocketRoute("/stream", echo), anywhere], middleware=middleware))


def test_what_is_left_out_reaches_nobody_and_the_connection_stands(caplog: pytest.LogCaptureFixture) -> None:
    run, clear = message(rerun_script={}), message(clear_cache=True)
    with client(Middleware(Frames)).websocket_connect("/stream") as socket:
        for sent in (clear, clear, run):
            socket.send_bytes(sent)
        assert socket.receive_bytes() == run
    assert caplog.text.count("left out: clear_cache") == 1


def of_page(page: str, *controls: str, back: bool = False, query: str = "") -> bytes:
    """What a browser says that shows the page, or asks for it, with the controls that it tells of."""
    widgets = [WidgetState(id=f"{one}.snippet", bool_value=True) for one in controls]
    return message(rerun_script={
        "page_script_hash": page, "query_string": query, "is_history_navigation": back, "fragment_id": "",
        "widget_states": {"widgets": widgets},
    })  # fmt: skip


def begun(page: str, kind: str = "new_session") -> bytes:
    return bytes(ForwardMsg(**{kind: {"page_script_hash": page}}).SerializeToString())


@pytest.mark.parametrize("back", [False, True])
def test_what_a_hand_sets_on_the_page_that_it_leaves_is_told_and_brings_that_page_back_no_more(back: bool) -> None:
    pages = PageRequests()
    pages.redirected(of_page(""))
    pages.note_sent(begun("home"))  # a browser that has no page yet asks by its name
    pages.note_sent(begun("first", "navigation"))
    asked = of_page("second", "search", back=back, query="a=1" * back)
    assert pages.redirected(asked) == asked
    late = of_page("first", "search", "fourier")
    led = of_page("second", "search", "fourier", back=back, query="a=1" * back)
    assert pages.redirected(late) == led
    pages.note_sent(begun("first"))  # a run of before
    assert pages.redirected(late) == led
    pages.note_sent(begun("second"))
    assert pages.redirected(late) == led
    shown = of_page("second", "search", "sampling")
    assert pages.redirected(shown) == shown


def test_a_reader_who_asks_for_the_page_before_again_gets_it() -> None:
    pages = PageRequests()
    for again in (of_page("first", "search"), of_page("first", "search", "fourier", back=True)):
        pages.note_sent(begun("first"))
        pages.redirected(of_page("second", "search"))
        assert pages.redirected(again) == again
        pages.note_sent(begun("first"))
        later = of_page("first", "search", "fourier")
        assert pages.redirected(later) == later


@pytest.mark.parametrize("led_to", ["first", "third"])
def test_a_page_that_the_server_leads_to_is_the_readers(led_to: str) -> None:
    """From the address of a page that has moved, or to the next step of a lesson."""
    pages = PageRequests()
    pages.note_sent(begun("first"))
    pages.redirected(of_page("second", "search"))
    pages.note_sent(begun("second"))
    pages.note_sent(begun(led_to))
    for page in (led_to, "fourth", led_to):  # the last two turns are the server's alone
        pages.note_sent(begun(page))
        told = of_page(page, "search", page)
        assert pages.redirected(told) == told


def test_what_cannot_be_read_and_what_asks_for_no_page_pass() -> None:
    pages = PageRequests()
    for frame in (b"\xff\xff", message(stop_script=True), of_page("")):
        assert pages.redirected(frame) == frame


def test_what_a_hand_sets_before_and_after_the_back_button_is_told_in_runs_of_its_own() -> None:
    """Streamlit makes one of two requests that wait together: it took the first for no news of the address then."""
    said = [of_page("first", "fourier"), of_page("first", back=True), of_page("first", "fourier")]
    heard: list[Any] = []

    async def receive() -> Any:
        return {"type": "websocket.receive", "bytes": said[len(heard)]}

    async def told(message: Any) -> None:
        await asyncio.sleep(0)

    async def app(scope: Any, receive: Any, send: Any) -> None:
        heard.append((await receive())["bytes"])
        back = asyncio.ensure_future(receive())
        await asyncio.sleep(0.01)
        assert not back.done()  # the step before it would be set once more
        await send({"type": "websocket.send", "bytes": begun("first")})
        heard.append((await back)["bytes"])
        later = asyncio.ensure_future(receive())
        part = ForwardMsg(new_session={"page_script_hash": "first"})
        part.metadata.run.fragment_ids.append("progress")
        for frame in (begun("first", "navigation"), part.SerializeToString()):
            await send({"type": "websocket.send", "bytes": frame})
        await asyncio.sleep(0.01)
        assert not later.done()
        await send({"type": "websocket.send", "bytes": begun("first")})
        heard.append((await later)["bytes"])

    asyncio.run(Frames(app)({"type": "websocket"}, receive, told))
    assert heard == said


def test_a_connection_that_sends_too_fast_waits_and_nothing_of_it_is_lost() -> None:
    now = [0.0]
    allowance = Allowance(10.0, 3.0, lambda: now[0])
    assert [allowance.take() for _ in range(5)] == pytest.approx([0, 0, 0, 0.1, 0.2])
    now[0] = 0.5
    assert allowance.take() == 0
    now[0] = 100.0
    assert allowance.refill()
    assert [allowance.take_if_due() for _ in range(4)] == [True, True, True, False]


def test_the_surplus_of_readers_meets_a_plain_page_and_the_next_finds_room() -> None:
    few = client(Middleware(Admission, Settings(connections=1)))
    page = {"accept": "text/html,*/*"}
    with few.websocket_connect("/stream") as first:
        first.send_bytes(b"still here")
        assert first.receive_bytes() == b"still here"
        busy = few.get("/tokenizer?merges=3", headers=page)
        assert (busy.status_code, busy.headers["retry-after"]) == (503, "10")
        assert "busy" in busy.text
        assert few.get("/glassbox/style.css", headers={"accept": "*/*"}).text == "here"
        with pytest.raises(WebSocketDisconnect) as refused, few.websocket_connect("/stream"):
            pass
        assert refused.value.code == 1013
    assert few.get("/tokenizer", headers=page).text == "here"
    with few.websocket_connect("/stream"):
        pass


def connection(address: str, kind: str = "websocket") -> dict[str, Any]:
    return {"type": kind, "method": "GET", "client": (address, 1), "headers": [(b"accept", b"text/html")]}


def connect(admission: Admission, address: str, meanwhile: Callable[[], None] = lambda: None) -> bool:
    """Whether a connection from an address is let in; ``meanwhile`` it is open."""
    let_in = []

    async def app(*_: Any) -> None:
        let_in.append(True)
        meanwhile()

    async def receive() -> dict[str, str]:
        return {"type": "websocket.connect"}

    async def send(_: Any) -> None:
        pass

    kept, admission.app = admission.app, app
    asyncio.run(admission(connection(address), receive, send))
    admission.app = kept
    return bool(let_in)


def test_an_address_has_so_many_places_and_leaves_the_rest_to_others() -> None:
    admission = Admission(Starlette(), Settings(connections=3, connections_per_address=1))
    others = []
    assert connect(admission, "a", lambda: others.extend([admission.is_full("a"), admission.is_full("b")]))
    assert others == [True, False]
    assert not admission.is_full("a")
    assert not admission.open


def test_an_address_that_connects_again_and_again_waits_for_a_while() -> None:
    now = [0.0]
    admission = Admission(Starlette(), Settings(arrivals_per_address=6), lambda: now[0])
    assert [connect(admission, "a") for _ in range(7)] == [True] * 6 + [False]
    assert connect(admission, "b")
    now[0] = 10.0
    assert connect(admission, "a")


def test_addresses_that_came_long_ago_are_forgotten() -> None:
    now = [0.0]
    admission = Admission(Starlette(), Settings(arrivals_per_address=60), lambda: now[0])
    for place in range(MOST_ADDRESSES):
        admission._arrives(str(place))
    assert not admission._arrives("one too many")
    now[0] = 60.0
    assert admission._arrives("one too many")
    assert len(admission.arrivals) == 1


def test_a_session_uploads_so_much_and_all_together_so_much(monkeypatch: pytest.MonkeyPatch) -> None:
    files = {"full": 900_000, "other": 2_000_000}
    monkeypatch.setattr("ui.guards.uploads.get_instance", MagicMock())
    uploads = client(Middleware(Uploads, Settings(upload_mb=1, uploads_mb=3), lambda: files))

    def put(session: str, size: int) -> int:
        return uploads.put(f"/_stcore/upload_file/{session}/1", content=bytes(size)).status_code

    assert put("full", 100_000) == 200
    assert put("full", 100_001) == 413
    assert put("new", 100_000) == 200
    assert put("new", 100_001) == 413
    assert uploads.put("/_stcore/upload_file/new/1", content=iter([b"of no length"])).status_code == 411
    assert uploads.put("/elsewhere", content=bytes(5_000_000)).status_code == 200


def test_a_session_sends_files_at_a_steady_pace_once_it_has_sent_many(monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]

    async def sleep(seconds: float) -> None:
        now[0] += seconds

    monkeypatch.setattr("ui.guards.uploads.asyncio.sleep", sleep)
    uploads = Uploads(Starlette(), Settings(), dict, lambda: now[0])

    def put(session: str, megabytes: int) -> float:
        """Seconds that it takes, of a reader whose line is as fast as can be."""
        start, parts = now[0], [bytes(100_000)] * (10 * megabytes)

        async def app(scope: Any, receive: Any, send: Any) -> None:
            while (await receive())["more_body"]:
                pass

        async def receive() -> dict[str, Any]:
            return {"type": "http.request", "body": parts.pop(), "more_body": bool(parts)}

        uploads.app = app
        length = (b"content-length", b"%d" % (1_000_000 * megabytes))
        scope = {"type": "http", "method": "PUT", "path": f"/_stcore/upload_file/{session}/1", "headers": [length]}
        asyncio.run(uploads(scope, receive, MagicMock()))
        return now[0] - start

    assert [put("one", 20) for _ in range(7)] == pytest.approx([0, 0, 0, 0, 0, 20, 20])
    assert put("other", 20) == 0
    now[0] += uploading.BURST / uploading.RATE
    assert put("one", 100) == 0
    now[0] += uploading.BURST / uploading.RATE
    put("third", 1)
    assert uploads.paces.keys() == {"third"}, "who owes nothing is forgotten"


def test_what_a_session_holds_is_read_from_streamlit_and_an_empty_file_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    from streamlit.runtime.memory_uploaded_file_manager import MemoryUploadedFileManager
    from streamlit.runtime.uploaded_file_manager import UploadedFileRec

    from ui.guards import uploads

    manager = MemoryUploadedFileManager("/upload")
    monkeypatch.setattr(uploads, "get_instance", lambda: type("Runtime", (), {"uploaded_file_mgr": manager}))
    for place, size in enumerate((0, 50_000)):
        manager.add_file("one", UploadedFileRec(str(place), "a.csv", "text/csv", bytes(size)))
    assert uploads.held() == {"one": LEAST + 50_000}


def test_figures_of_the_server_are_not_public_unless_the_operator_shows_them() -> None:
    for shown, status in ((False, 404), (True, 200)):
        server = client(Middleware(Private, Settings(metrics=shown)))
        assert server.get("/_stcore/metrics").status_code == status
        assert server.get("/_stcore/metrics/").status_code == status
        assert server.get("/_stcore/health").status_code == 200


def test_pages_load_nothing_from_elsewhere_and_stand_in_no_frame_but_where_the_operator_allows_it() -> None:
    headers = client(Middleware(Headers, Settings(frame_ancestors="https://example.org"))).get("/").headers
    policy = dict(part.strip().split(" ", 1) for part in headers["content-security-policy"].split(";"))
    assert policy["frame-ancestors"] == "https://example.org"
    assert "'unsafe-inline'" not in policy["script-src"] + policy["default-src"]
    assert "'unsafe-eval'" not in policy["script-src"]
    assert not [place for part in policy.values() for place in part.split() if "//" in place and "example" not in place]
    assert inline_scripts(DOCUMENT.read_text(encoding="utf-8")), "Streamlit's document has a script in it"
    assert headers["x-content-type-options"] == "nosniff"
    assert (
        "frame-ancestors 'self'" in client(Middleware(Headers, Settings())).get("/").headers["content-security-policy"]
    )


def test_an_apology_and_its_line_in_the_log_have_the_same_word(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    told: list[str] = []
    monkeypatch.setattr("streamlit.error", told.append)
    assert apologise(ValueError("a reader's text"))
    word = caplog.records[-1].getMessage().split()[0]
    assert f"noted as {word}." in told[0]
    assert "reader" not in told[0]


def test_a_part_that_runs_by_itself_goes_with_the_page_that_failed(monkeypatch: pytest.MonkeyPatch) -> None:
    storage = MemoryFragmentStorage()
    storage.register("watch", lambda: None)
    monkeypatch.setattr("streamlit.error", lambda _: None)
    monkeypatch.setattr("ui.guards.get_script_run_ctx", lambda **_: SimpleNamespace(fragment_storage=storage))
    assert apologise(ValueError())
    assert not storage.contains("watch")


def test_an_operator_sets_what_differs_and_a_slip_is_told_in_a_sentence() -> None:
    assert Settings.read({}) == Settings()
    found = Settings.read({"GLASSBOX_CONNECTIONS": "50", "GLASSBOX_METRICS": "1", "GLASSBOX_FRAME_ANCESTORS": "'none'"})
    assert found == Settings(connections=50, metrics=True, frame_ancestors="'none'")
    for name, text, rule in (
        ("CONNECTIONS", "0", "whole number of 1 or more"),
        ("UPLOAD_MB", "many", "whole number"),
        ("METRICS", "yes", "0 or 1"),
        ("LOG", "xml", "text or json"),
        ("CLUSTER", "10.0.0.1", "an address such as tcp://"),
        ("FRAME_ANCESTORS", "*; script-src *", "must be sites"),
        ("FRAME_ANCESTORS", "a\nb", "must be sites"),
    ):
        with pytest.raises(ValueError, match=rule) as refused:
            Settings.read({settings.PREFIX + name: text})
        assert settings.PREFIX + name in str(refused.value)


def test_settings_may_stand_among_the_secrets_of_a_host(tmp_path: Path) -> None:
    (tmp_path / ".streamlit").mkdir()
    (tmp_path / ".streamlit" / "secrets.toml").write_text('GLASSBOX_CONNECTIONS = "7"\n')
    command = [sys.executable, "-c", "from ui.settings import SETTINGS; print(SETTINGS.connections)"]
    read = subprocess.run(command, cwd=tmp_path, env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True)
    assert read.stdout.split() == [b"7"], read.stderr


def test_the_readme_names_every_setting_with_its_default() -> None:
    table = re.findall(
        r"^\| `GLASSBOX_(\w+)` \| `?(.+?)`? \|", (ROOT / "README.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert {name.lower(): default for name, default in table} == {
        name: str(int(default) if isinstance(default, bool) else default) for name, default in vars(Settings()).items()
    }
