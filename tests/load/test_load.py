"""Many readers at once, in the short form; ``python tests/load`` is the long one."""

import asyncio
import os
from collections.abc import Iterator
from unittest.mock import patch

import psutil
import pytest
from load.crowd import arrive, crowd, foreign, rerun
from serving import Server, held

PLACES = 12


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with patch.dict(os.environ, {"GLASSBOX_CONNECTIONS": str(PLACES), "GLASSBOX_ARRIVALS_PER_ADDRESS": "100000"}):
        server = Server().wait()
    yield server
    log = server.log()
    server.stop()
    assert "Traceback" not in log


def test_readers_who_think_are_all_answered(server: Server) -> None:
    waits = asyncio.run(crowd("127.0.0.1", server.port, 8, 0.5, 10))
    assert waits.unanswered == []
    assert {"draw", "light"} <= waits.seconds.keys()


def test_no_reader_sees_the_text_of_another_and_a_seed_gives_all_the_same(server: Server) -> None:
    assert asyncio.run(foreign("127.0.0.1", server.port, 10, 80)) == []


def test_the_surplus_is_turned_away_and_its_places_are_free_again_afterwards(server: Server) -> None:
    refused, waits = asyncio.run(arrive("127.0.0.1", server.port, 2 * PLACES))
    assert refused == PLACES
    assert len(waits.seconds["light"]) == PLACES
    refused, _ = asyncio.run(arrive("127.0.0.1", server.port, PLACES))
    assert refused == 0


def test_a_page_that_runs_again_and_again_leaves_no_memory_behind(server: Server) -> None:
    """Results are remembered up to a bound (ui/compute.py); those of these runs are far below it."""
    sizes: list[int] = []
    process = psutil.Process(server.pid)
    asyncio.run(rerun("127.0.0.1", server.port, range(150), lambda _: sizes.append(held(process))))
    assert sizes[-1] - sizes[50] < 50_000_000
