"""When a server begins to end, and what work still has."""

import asyncio
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace

import pytest
from starlette.applications import Starlette
from starlette.testclient import TestClient

from ui import drain, health
from ui.guards.admission import Admission
from ui.settings import Settings


@pytest.fixture(autouse=True)
def _fresh(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drain, "_begun", threading.Event())
    monkeypatch.setattr(drain, "DRAW_SECONDS", 0.0)
    monkeypatch.setattr(drain, "EVERY", 0.01)


def kept(is_busy: Callable[[], bool], settings: Settings) -> SimpleNamespace:
    """A server that has been told to end, once it may."""
    server = SimpleNamespace(should_exit=False, config=SimpleNamespace(timeout_graceful_shutdown=None))
    asyncio.run(asyncio.wait_for(drain._keep(server, is_busy, settings), 10))
    return server


def test_work_that_ends_is_waited_for_and_other_work_so_long_and_no_longer() -> None:
    drain.begin("a test")
    left = [True, True, True]
    server = kept(lambda: bool(left and left.pop()), Settings())
    assert server.should_exit
    assert not left
    began = time.monotonic()
    assert kept(lambda: True, Settings(drain_seconds=1)).should_exit
    assert 1 <= time.monotonic() - began < 5


def test_answers_on_their_way_cannot_hold_the_server_for_ever() -> None:
    drain.begin("a test")
    assert kept(lambda: False, Settings()).config.timeout_graceful_shutdown == drain.CLOSE_SECONDS


def test_a_server_that_holds_too_much_memory_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    held = iter([900_000_000, 1_000_000_000, 1_000_000_001])
    monkeypatch.setattr(drain, "memory", lambda: next(held))
    assert kept(lambda: False, Settings(memory_mb=1_000)).should_exit
    assert next(held, None) is None
    assert drain.is_begun()


def test_a_limit_that_the_server_exceeds_before_its_first_reader_is_refused() -> None:
    async def start() -> None:
        async with drain.watched(lambda: False, Settings(memory_mb=1)):
            pass

    with pytest.raises(ValueError, match="GLASSBOX_MEMORY_MB = 1 cannot be used: the server holds"):
        asyncio.run(start())


def test_a_server_that_ends_says_so_to_whoever_asks_for_a_place() -> None:
    asked = TestClient(Admission(Starlette(routes=health.routes(Settings())), Settings()))
    assert asked.get("/healthz").status_code == 200
    drain.begin("a test")
    answer = asked.get("/healthz")
    assert (answer.status_code, answer.text) == (503, "draining")
    assert asked.get("/_stcore/health").status_code == 503
    page = asked.get("/tokenizer", headers={"accept": "text/html"})
    assert (page.status_code, page.headers["retry-after"]) == (503, "10")
