"""What an operator learns of a server: its health, its figures and its log."""

import json
import logging
from concurrent.futures import Future
from typing import Any

import pytest
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, WebSocketRoute
from starlette.testclient import TestClient
from starlette.websockets import WebSocket

from core.worker import CELLS
from ui import health, logs
from ui.guards import noted
from ui.guards.admission import Admission
from ui.guards.uploads import Uploads
from ui.job import Job
from ui.jobs import POOL
from ui.settings import Settings

SECRET = "a reader's own words"


def figures(client: TestClient) -> dict[str, float]:
    """Every figure by its name and labels."""
    lines = client.get("/metrics").text.splitlines()
    return {line.rsplit(" ", 1)[0]: float(line.rsplit(" ", 1)[1]) for line in lines if not line.startswith("#")}


def test_a_server_says_that_it_takes_readers_and_nobody_keeps_the_answer() -> None:
    answer = TestClient(Starlette(routes=health.routes(Settings()))).get("/healthz")
    assert (answer.status_code, answer.text, answer.headers["cache-control"]) == (200, "ok", "no-store")


def test_a_server_whose_workers_load_leaves_readers_to_another(monkeypatch: pytest.MonkeyPatch) -> None:
    client = TestClient(Starlette(routes=health.routes(Settings())))
    job = Job(Future(), 0, [0.0] * CELLS, 1)
    monkeypatch.setattr(POOL, "_warming", [job])
    answer = client.get("/healthz")
    assert (answer.status_code, answer.text) == (503, "warming")
    job.future.set_exception(MemoryError())  # what could not be loaded is no reason to stay away for ever
    assert client.get("/healthz").status_code == 200


def test_figures_are_served_only_where_the_operator_shows_them() -> None:
    assert TestClient(Starlette(routes=health.routes(Settings()))).get("/metrics").status_code == 404
    shown = figures(TestClient(Starlette(routes=health.routes(Settings(metrics=True)))))
    assert shown['glassbox_jobs{state="waiting"}'] == shown['glassbox_jobs{state="running"}'] == 0
    assert shown["process_resident_memory_bytes"] > 1_000_000


def test_what_is_turned_away_and_what_is_open_is_counted() -> None:
    async def wait(socket: WebSocket) -> None:
        await socket.accept()
        await socket.receive()

    async def plain(_: Request) -> Response:
        return Response()

    settings = Settings(metrics=True, connections=1, upload_mb=1)
    guards = [Middleware(Admission, settings), Middleware(Uploads, settings, dict)]
    routes = [
        *health.routes(settings),
        WebSocketRoute("/stream", wait),
        Route("/{path:path}", plain, methods=["GET", "PUT"]),
    ]
    client = TestClient(Starlette(routes=routes, middleware=guards))
    before = figures(client)
    with client.websocket_connect("/stream"):
        assert client.get("/", headers={"accept": "text/html"}).status_code == 503
        assert figures(client)["glassbox_connections"] == before["glassbox_connections"] + 1
    assert client.put("/_stcore/upload_file/a/b", content=bytes(1_000_001)).status_code == 413
    after = figures(client)
    assert after["glassbox_connections"] == before["glassbox_connections"]
    for what in ("page", "file"):
        name = f'glassbox_refusals_total{{what="{what}"}}'
        assert after[name] == before.get(name, 0) + 1


def written(record: logging.LogRecord) -> dict[str, Any]:
    line = logs.JsonLine().format(record)
    assert "\n" not in line
    found: dict[str, Any] = json.loads(line)
    return found


def test_an_event_is_one_line_of_json_and_tells_no_word_of_a_readers(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(logs, "SETTINGS", Settings(log="json"))
    try:
        raise ValueError(f"could not convert\n{SECRET}")
    except ValueError as error:
        word = noted(error)
        logging.getLogger("elsewhere").exception("Something failed")
    ours, theirs = (written(record) for record in caplog.records[-2:])
    assert ours["level"] == "ERROR"
    assert ours["event"].startswith(f"{word} ValueError at {__file__}:")
    assert theirs["error"].startswith(f"ValueError at {__file__}:")
    assert SECRET not in caplog.records[-2].getMessage() + json.dumps([ours, theirs])
    assert set(theirs) == {"time", "level", "logger", "event", "error"}


def test_every_handler_of_every_logger_is_told_the_operators_choice(monkeypatch: pytest.MonkeyPatch) -> None:
    log, handler = logging.getLogger("of a library"), logging.StreamHandler()
    log.addHandler(handler)
    kept = {one: one.formatter for name in (None, *logging.root.manager.loggerDict)
            for one in logging.getLogger(name).handlers}  # fmt: skip
    try:
        logs.begin()
        assert not isinstance(handler.formatter, logs.JsonLine)
        monkeypatch.setattr(logs, "SETTINGS", Settings(log="json"))
        logs.begin()
        assert isinstance(handler.formatter, logs.JsonLine)
    finally:
        log.removeHandler(handler)
        logging.captureWarnings(False)
        for one, formatter in kept.items():
            one.setFormatter(formatter)
