"""Many readers at once, in the short form; ``python tests/load`` is the long one."""

import asyncio
import os
from collections.abc import Iterator
from unittest.mock import patch

import psutil
import pytest
from load.crowd import crowd
from load.greatest import greatest
from load.isolation import isolated
from load.surplus import until_usual, wanted
from serving import Server, held

PLACES = 12
HOST = "127.0.0.1"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with patch.dict(os.environ, {"GLASSBOX_CONNECTIONS": str(PLACES), "GLASSBOX_ARRIVALS_PER_ADDRESS": "100000"}):
        server = Server().wait()
    yield server
    log = server.log()
    server.stop()
    assert "Traceback" not in log


def test_readers_who_think_are_all_answered(server: Server) -> None:
    waits = asyncio.run(crowd(HOST, server.port, 8, 0.5, 10))
    assert waits.unanswered == []
    assert {"draw", "light"} <= waits.seconds.keys()


def test_no_reader_sees_the_text_of_another_and_a_seed_gives_all_the_same(server: Server) -> None:
    assert asyncio.run(isolated(HOST, server.port, 10, 80)) == []


def test_the_surplus_meets_the_busy_page_and_its_places_are_free_again_afterwards(server: Server) -> None:
    door = asyncio.run(wanted(HOST, server.port, 2 * PLACES, 1.0, 8))
    assert door.admitted == PLACES
    assert door.busy + door.late >= PLACES
    assert door.waits.unanswered == []
    assert asyncio.run(until_usual(HOST, server.port, 60.0)) < 60.0


def test_others_are_answered_beside_a_reader_at_the_greatest_cost(server: Server) -> None:
    async def both() -> list[str]:
        one = asyncio.create_task(greatest(HOST, server.port))
        beside = await crowd(HOST, server.port, 4, 0.5, 8)
        one.cancel()
        return beside.unanswered

    assert asyncio.run(both()) == []


def test_runs_of_pages_leave_no_memory_behind(server: Server) -> None:
    """Results are remembered up to a bound (ui/compute.py); those of these runs are far below it."""
    sizes: list[int] = []
    process = psutil.Process(server.pid)
    assert asyncio.run(isolated(HOST, server.port, 5, 150, lambda *_: sizes.append(held(process)))) == []
    assert sizes[-1] - sizes[50] < 50_000_000
