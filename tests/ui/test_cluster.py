"""The same work on a cluster: a real scheduler and two workers in processes of their own."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import dask
import pytest
from distributed import LocalCluster
from test_jobs import count_to, die, refuse, see_progress, started, wait_for

from core.errors import InputError, Unfinished
from core.worker import Cancelled
from ui import cluster, jobs
from ui.cluster import ClusterPool

pytestmark = pytest.mark.filterwarnings("default")  # of a library that leaves sockets to the collector


@pytest.fixture(scope="module")
def machines() -> Iterator[LocalCluster]:
    """Work that ends two workers is given up."""
    with (
        dask.config.set({"distributed.scheduler.allowed-failures": 1}),
        LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None) as machines,
    ):
        yield machines


@pytest.fixture(scope="module")
def pool(machines: LocalCluster) -> Iterator[ClusterPool]:
    pool = ClusterPool(machines.scheduler_address)
    yield pool
    pool.stop()


def count_and_say_where(notes: Path, limit: int, pause: float, *, progress: Callable[[float], None]) -> int:
    with notes.open("a") as file:
        file.write(f"{os.getpid()}\n")
    return count_to(limit, pause, progress=progress)


def test_work_runs_on_a_worker_of_the_cluster_and_its_progress_is_seen(pool: ClusterPool) -> None:
    see_progress(pool)
    assert pool.submit(count_to, 3).result() == 3
    with pytest.raises(InputError, match="it is refused") as caught:
        pool.submit(refuse).result()
    assert (caught.value.field, caught.value.remedy) == ("text", "Try another.")


def test_cancelled_work_stops_and_gives_its_worker_to_what_waits(pool: ClusterPool) -> None:
    running = [started(pool), started(pool)]
    waiting = [pool.submit(count_to, 3) for _ in range(3)]
    time.sleep(0.3)
    assert [job.waiting for job in (*running, *waiting)] == [False, False, True, True, True]
    assert [pool.place(job) for job in waiting] == [1, 2, 3]
    waiting[0].cancel()
    running[0].cancel()
    for cancelled in (waiting[0], running[0]):
        with pytest.raises(Cancelled):
            cancelled.result()
    assert [job.result() for job in waiting[1:]] == [3, 3]
    assert not running[1].done()
    running[1].cancel()
    wait_for(lambda: not pool._jobs)


def test_a_lost_worker_costs_a_retry_and_not_a_result(pool: ClusterPool, tmp_path: Path) -> None:
    notes = tmp_path / "where"
    job, beside = pool.submit(count_and_say_where, notes, 40, 0.05), pool.submit(count_to, 60, 0.05)
    wait_for(lambda: job.progress > 0)
    os.kill(int(notes.read_text()), signal.SIGKILL)
    assert (job.result(), beside.result()) == (40, 60)
    first, second = notes.read_text().split()
    assert first != second


def test_work_that_ends_every_worker_is_told_plainly(pool: ClusterPool) -> None:
    with pytest.raises(Unfinished, match="ended several machines before its result came"):
        pool.submit(die).result()
    assert pool.submit(count_to, 2).result() == 2


def test_two_servers_on_one_cluster_stop_only_their_own_work(machines: LocalCluster) -> None:
    one, other = ClusterPool(machines.scheduler_address), ClusterPool(machines.scheduler_address)
    ours, theirs = one.submit(count_to, 100_000, 0.005), other.submit(count_to, 60, 0.02)
    assert ours.slot == theirs.slot  # on boards of their own
    wait_for(lambda: ours.progress > 0)
    ours.cancel()
    assert theirs.result() == 60
    one.stop()
    other.stop()


def test_no_computation_takes_longer_there_than_any_may(pool: ClusterPool, monkeypatch: pytest.MonkeyPatch) -> None:
    job = started(pool)
    monkeypatch.setattr(jobs, "MAX_SECONDS", 0.5)
    with pytest.raises(Unfinished, match="the most that it may take"):
        job.result()
    wait_for(lambda: not pool._jobs)


def test_a_scheduler_that_is_gone_is_told_plainly_and_what_follows_runs_here(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "_joined", [])
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        place = f"127.0.0.1:{probe.getsockname()[1]}"
    command = [sys.executable, "-m", "distributed.cli.dask_scheduler", "--host", place, "--no-dashboard"]
    scheduler = subprocess.Popen(command, stderr=subprocess.DEVNULL)
    wait_for(lambda: can_join(f"tcp://{place}"))
    (pool,) = cluster._joined
    assert cluster.joined() is pool
    job = pool.submit(count_to, 3)
    scheduler.kill()
    scheduler.wait()
    with pytest.raises(Unfinished, match="cannot be reached"):
        job.result()
    assert cluster.joined() is None
    with pytest.raises(Unfinished, match="cannot be reached"):
        pool.submit(count_to, 1)
    wait_for(lambda: len(pool._free) == jobs.SLOTS)
    began = time.monotonic()
    pool.stop()
    assert time.monotonic() - began < 10


def can_join(address: str) -> bool:
    try:
        cluster.join(address)
    except ValueError:
        return False
    return True


def test_a_server_whose_cluster_does_not_answer_says_so_at_its_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "SECONDS", 0.2)
    with pytest.raises(ValueError, match=r"GLASSBOX_CLUSTER = 'tcp://127.0.0.1:1' cannot be used"):
        cluster.join("tcp://127.0.0.1:1")
