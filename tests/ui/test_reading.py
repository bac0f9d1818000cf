"""A reader's file is read in the process that serves the pages only where that is sure to take little; whatever else it
does, it does to a worker, and only the page that brought it is told.
"""

import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from types import SimpleNamespace
from typing import Any, Literal

import pytest
from askers import besides, die, endless, greedy, slow, where

from core import fields, table_text, worker
from core.errors import InputError, Unfinished
from core.statistics import t_test_power
from figures.statistics import t_test_power as t_test_figures
from ui import compute as computing
from ui import reading, road
from ui.jobs import Pool
from ui.state import File, State

SMALL, LARGE = b"a,b\n" + b"1,2\n" * 100, b"a,b\n" + b"1,2\n" * 20_000


def page(*askers: fields.Columns) -> State:
    """Of an explorer that asks for a table and for columns of it."""

    @dataclass(frozen=True)
    class Params:
        source: Literal["sample", "file"] = fields.choice(
            "sample", "Source", {"sample": "Sample", "file": "A file"}, file=table_text.TABLE
        )
        column: str = fields.column("Column", askers[0])
        by: str = fields.column("Second column", askers[-1])

    explorer: Any = SimpleNamespace(Params=Params)
    return State("invented", explorer, values={**vars(Params()), "source": "file"})


@pytest.fixture(scope="module")
def workers() -> Iterator[Pool]:
    pool = Pool(workers=2)
    pool.submit(worker.within_memory, worker.columns_of, [where], b"", "").result()
    yield pool
    pool.stop()


@pytest.fixture
def pool(workers: Pool, monkeypatch: pytest.MonkeyPatch) -> Pool:
    monkeypatch.setattr(reading, "POOL", workers)
    return workers


def file(data: bytes) -> File:
    return File("table.csv", data, str(hash(data)))


def read(state: State, brought: File, asked: fields.Columns) -> tuple[str, ...]:
    """The columns, asked for until they are there, as a page does."""
    end = time.monotonic() + 120  # workers yield to whatever else the machine does
    while time.monotonic() < end:
        found = reading.columns(state, brought, asked)
        if found is not None:
            return found
        time.sleep(0.05)
    raise AssertionError("the columns never came")


def test_a_small_table_is_read_where_the_page_runs_and_a_large_one_is_not(pool: Pool) -> None:
    assert read(page(where), file(SMALL), where) == (str(os.getpid()),)
    assert read(page(where), file(LARGE), where) != (str(os.getpid()),)


def test_a_large_table_is_read_once_for_all_that_a_page_asks_of_it(pool: Pool) -> None:
    state, brought = page(where, besides), file(LARGE)
    assert read(state, brought, where) == read(state, brought, where)
    assert state.job is None
    with pytest.raises(InputError, match="must be a table"):
        reading.columns(state, brought, besides)
    assert state.job is None  # no second reading has begun


def test_the_page_stands_while_its_file_is_read(pool: Pool) -> None:
    state, brought = page(slow), file(LARGE)
    assert reading.columns(state, brought, slow) is None  # long before there is an answer
    assert state.job.doing == "Reading the file"
    assert read(state, brought, slow) == ("late",)


def test_another_file_takes_the_place_of_one_that_is_being_read(pool: Pool) -> None:
    state = page(slow)
    assert reading.columns(state, file(LARGE), slow) is None
    first = state.job
    assert read(state, file(LARGE + b"3,4\n"), slow) == ("late",)
    assert first.job.future.cancelled()


@pytest.mark.parametrize("deadly", [die, endless])
def test_a_file_that_its_reading_does_not_survive_is_told_of_on_its_page_alone(
    deadly: fields.Columns, monkeypatch: pytest.MonkeyPatch
) -> None:
    pool = Pool(workers=2)
    monkeypatch.setattr(reading, "POOL", pool)
    monkeypatch.setattr(reading, "MAX_SECONDS", 2.0)
    monkeypatch.setattr(computing, "SOON_SECONDS", 0.0)  # a worker may die sooner than a page gives up waiting
    state, brought, other = page(deadly), file(LARGE), page(where)
    assert reading.columns(state, brought, deadly) is None
    assert read(other, file(LARGE), where) != (str(os.getpid()),)
    with pytest.raises(Unfinished, match=r"table\.csv could not be read") as caught:
        read(state, brought, deadly)
    assert caught.value.field == "file"
    with pytest.raises(Unfinished):  # in the next run too, and nothing has begun again
        reading.columns(state, brought, deadly)
    assert read(other, file(LARGE + b"5,6\n"), where) != (str(os.getpid()),)
    pool.stop()


@pytest.mark.skipif(not worker._STATUS.exists(), reason="this system tells no process how much memory it holds")
def test_a_file_that_takes_more_memory_than_any_may_is_refused_and_the_worker_lives(pool: Pool) -> None:
    before = read(page(where), file(LARGE), where)
    with pytest.raises(InputError, match=r"must take at most 4 GB of memory"):
        read(page(greedy), file(LARGE), greedy)
    assert {*before, *read(page(where), file(LARGE + b"7,8\n"), where)} <= {
        str(process.pid) for one in pool._executors.values() for process in one._processes.values()
    }


def test_a_reader_who_stopped_the_reading_is_not_read_to_again(pool: Pool) -> None:
    state, brought = page(slow), file(LARGE)
    assert reading.columns(state, brought, slow) is None
    state.job.cancel()
    job = state.job
    assert reading.columns(state, brought, slow) is None
    assert state.job is job
    assert computing._was_stopped(job.job)


TABLE = b"height,weight\n" + b"".join(b"%d.5,%d.25\n" % (i % 37, i % 41) for i in range(6_000))
TESTED = t_test_power.Params(source="file", column="height", kind="one sample", replicates=500)


def opened() -> State:
    return State("t-test-power", t_test_power, values=dict(vars(TESTED)), views=t_test_figures.views)


@pytest.fixture
def computing_pool(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> Pool:
    monkeypatch.setattr(computing, "POOL", pool)
    monkeypatch.setattr(computing, "MEMORY", computing.Memory(10**9))
    monkeypatch.setattr(computing, "SOON_SECONDS", 60.0)  # a cold worker imports what it needs
    return pool


def test_a_large_file_is_computed_elsewhere_even_where_that_is_quick(computing_pool: Pool) -> None:
    expected = t_test_power.compute(TESTED, TABLE, device="cpu")
    state, brought = opened(), file(TABLE)
    assert computing.at_once(state, TESTED, brought) is None
    found = computing.compute(state, TESTED, brought)
    assert found is not None
    assert found.where.endswith("in a worker process")
    assert state.job is None
    assert found.result.report.p == expected.report.p
    assert computing.at_once(state, TESTED, brought) is found  # from memory


def test_a_small_file_is_computed_where_the_page_runs(computing_pool: Pool) -> None:
    found = computing.at_once(opened(), TESTED, file(TABLE[:3_000].rpartition(b"\n")[0]))
    assert found is not None
    assert "worker" not in found.where


def test_the_picture_of_a_large_file_follows_the_hand(computing_pool: Pool) -> None:
    state = opened()
    state.file = file(TABLE)
    drawn = road.answer(state, {"alpha": "0.01"})
    assert drawn is not None
    assert computing.at_once(state, type(TESTED)(**{**vars(TESTED), "alpha": 0.01}), state.file) is not None


def test_what_takes_longer_than_the_hand_waits_is_left_to_the_page(
    computing_pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computing, "SOON_SECONDS", 0.0)
    state = opened()
    assert computing.soon(state, TESTED, file(TABLE + b"1.5,2.5\n")) is None
    found = computing.compute(state, TESTED, file(TABLE + b"1.5,2.5\n"))
    while found is None:
        time.sleep(0.05)
        found = computing.compute(state, TESTED, file(TABLE + b"1.5,2.5\n"))
    assert found.where.endswith("in a worker process")


def test_what_is_wrong_with_a_large_file_is_said_at_once(computing_pool: Pool) -> None:
    with pytest.raises(InputError, match="ZIP archive"):
        computing.compute(opened(), TESTED, file(b"PK\x03\x04" + bytes(50_000)))
