"""Work in other processes: progress, cancelling, failing, and a pool that outlives a dead worker."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from core.errors import InputError, Unfinished
from core.worker import CELLS, Cancelled
from ui import jobs
from ui.job import Job
from ui.jobs import SLOTS, Pool


def count_to(limit: int, pause: float = 0.0, *, progress: Callable[[float], None]) -> int:
    for i in range(limit):
        time.sleep(pause)
        progress((i + 1) / limit)
    return limit


def refuse(*, progress: Callable[[float], None]) -> None:
    raise InputError("text", "x", "it is refused", "Try another.")


def die(*, progress: Callable[[float], None]) -> None:
    os._exit(1)


@pytest.fixture(scope="module")
def pool() -> Iterator[Pool]:
    pool = Pool(workers=2)
    yield pool
    pool.stop()


def wait_for(condition: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def started(pool: Pool) -> Job:
    job = pool.submit(count_to, 100_000, 0.005)
    wait_for(lambda: job.progress > 0)
    return job


def see_progress(pool: Pool) -> None:
    """Progress rises while the job is still under way."""
    job = started(pool)
    first = job.progress
    wait_for(lambda: job.progress > first)
    assert not job.done()
    job.cancel()


def test_a_job_runs_elsewhere_and_returns_its_result(pool: Pool) -> None:
    job = pool.submit(count_to, 3)
    assert job.result() == 3
    assert job.progress == 1.0
    assert pool.submit(process_id).result() != os.getpid()


def process_id(*, progress: Callable[[float], None]) -> int:
    return os.getpid()


def test_progress_is_seen_while_the_job_runs(pool: Pool) -> None:
    see_progress(pool)


def test_a_cancelled_job_stops_and_leaves_the_others_alone(pool: Pool) -> None:
    cancelled, other = started(pool), pool.submit(count_to, 40, 0.01)
    cancelled.cancel()
    with pytest.raises(Cancelled):
        cancelled.result()
    assert other.result() == 40


def test_a_job_cancelled_after_its_end_does_not_stop_the_one_that_has_its_place_now(pool: Pool) -> None:
    ended = pool.submit(count_to, 1)
    ended.result()
    wait_for(lambda: ended.slot in pool._free)
    while (heir := pool.submit(count_to, 20, 0.01)).slot != ended.slot:
        pass
    ended.cancel()
    assert heir.result() == 20


def test_a_job_still_waiting_can_be_cancelled(pool: Pool) -> None:
    running = [started(pool), started(pool)]
    waiting = [pool.submit(count_to, 3) for _ in range(5)]
    waiting[-1].cancel()
    with pytest.raises(Cancelled):
        waiting[-1].result()
    for job in running:
        job.cancel()


def test_what_a_reader_can_mend_comes_back_as_it_was_raised(pool: Pool) -> None:
    with pytest.raises(InputError, match="it is refused") as caught:
        pool.submit(refuse).result()
    assert (caught.value.field, caught.value.remedy) == ("text", "Try another.")


def test_too_many_waiting_jobs_are_refused_with_a_sentence() -> None:
    pool = Pool(workers=1)
    submitted = [pool.submit(count_to, 100_000, 0.005) for _ in range(SLOTS)]
    with pytest.raises(InputError, match="too many others are waiting"):
        pool.submit(count_to, 1)
    for job in submitted:
        job.cancel()
    wait_for(lambda: len(pool._free) == SLOTS)  # a place is given back when its worker has stopped
    assert pool.submit(count_to, 2).result() == 2
    pool.stop()


def test_work_that_ends_its_process_twice_is_told_plainly_and_the_worker_replaced() -> None:
    pool = Pool(workers=2)
    with pytest.raises(Unfinished, match="ended twice before its result came"):
        pool.submit(die).result()
    assert pool.submit(count_to, 2).result() == 2
    pool.stop()


def test_others_keep_their_results_when_a_worker_dies() -> None:
    pool = Pool(workers=2)
    beside = started_slowly(pool)
    lethal = pool.submit(die)
    waiting = [pool.submit(count_to, 3) for _ in range(4)]
    with pytest.raises(Unfinished):
        lethal.result()
    assert [job.result() for job in (beside, *waiting)] == [100, 3, 3, 3, 3]
    pool.stop()


def started_slowly(pool: Pool) -> Job:
    job = pool.submit(count_to, 100, 0.02)
    wait_for(lambda: job.progress > 0)
    return job


def test_a_job_behind_busy_workers_waits_and_knows_its_place() -> None:
    pool = Pool(workers=2)
    running = [started(pool), started(pool)]
    waiting = [pool.submit(count_to, 3) for _ in range(3)]
    wait_for(lambda: waiting[0].attempt is not None and waiting[0].attempt.running())  # which says nothing
    assert [job.waiting for job in (*running, *waiting)] == [False, False, True, True, True]
    assert [pool.place(job) for job in waiting] == [1, 2, 3]
    for job in running:
        job.cancel()
    assert [job.result() for job in waiting] == [3, 3, 3]
    pool.stop()


def test_long_jobs_leave_a_worker_to_those_that_are_soon_done() -> None:
    pool = Pool(workers=2)
    try:
        first, *held = [pool.submit(count_to, 100_000, 0.005, is_long=True) for _ in range(4)]
        wait_for(lambda: first.progress > 0)
        assert [pool.submit(count_to, 3).result() for _ in range(3)] == [3, 3, 3]
        assert all(job.waiting for job in held)
        assert [job.place for job in held] == [1, 2, 3]
        held[0].cancel()  # before it begins
        first.cancel()
        wait_for(lambda: held[1].progress > 0)
        assert held[2].waiting
        wait_for(lambda: held[0].slot in pool._free)
    finally:
        pool.stop()


def test_a_job_cancelled_in_the_queue_costs_none_behind_it_its_result_when_a_worker_dies() -> None:
    pool = Pool(workers=1)
    try:
        busy = started(pool)
        queued = [pool.submit(count_to, 3) for _ in range(5)]  # more than the executor hands over beforehand
        queued[3].cancel()
        assert queued[3].slot in pool._free
        os.kill(int(pool._board[CELLS * busy.slot + 2]), signal.SIGKILL)
        assert [job.result() for job in (*queued[:3], queued[4])] == [3] * 4
        busy.cancel()
    finally:
        pool.stop()


def test_a_job_cancelled_while_it_waits_to_run_alone_costs_nobody_a_result(
    caplog: pytest.LogCaptureFixture,
) -> None:
    pool = Pool(workers=2)
    try:
        begun = [started(pool), started(pool)]
        os.kill(int(pool._board[CELLS * begun[0].slot + 2]), signal.SIGKILL)
        wait_for(lambda: all(job.attempts == 2 for job in begun) and any(not job.waiting for job in begun))
        queued, running = sorted(begun, key=lambda job: not job.waiting)
        queued.cancel()
        running.cancel()
        wait_for(lambda: all(job.attempt is not None and job.attempt.done() for job in begun))
        later = pool.submit(count_to, 3)
        wait_for(later.done)
        assert later.result() == 3
        assert "could not be ended" not in caplog.text
    finally:
        pool.stop()


def test_a_place_that_a_cancelled_job_left_is_another_jobs_own() -> None:
    pool = Pool(workers=1)
    try:
        busy = started(pool)
        left = pool.submit(count_to, 3)
        left.cancel()
        taken = pool.submit(count_to, 40, 0.01)
        assert taken.slot == left.slot
        busy.cancel()
        assert taken.result() == 40
        with pytest.raises(Cancelled):
            left.result()
    finally:
        pool.stop()


def test_a_job_that_nobody_waits_for_leaves_its_worker_to_others(pool: Pool) -> None:
    job = started(pool)
    job.is_wanted = lambda: False
    wait_for(job.done)
    assert job.abandoned
    wait_for(lambda: job.slot in pool._free)
    with pytest.raises(Cancelled):
        job.result()


def test_a_pool_is_busy_until_every_result_is_fetched_that_somebody_waits_for() -> None:
    pool = Pool(workers=1)
    job, left = pool.submit(count_to, 3), pool.submit(count_to, 3)
    assert pool.is_busy()
    wait_for(lambda: not pool._jobs)
    assert pool.is_busy()
    job.result()
    assert pool.is_busy()
    left.is_wanted = lambda: False
    assert not pool.is_busy()
    stopped = started(pool)
    assert pool.is_busy()
    stopped.cancel()
    assert not pool.is_busy()
    pool.stop()


def sleep_without_a_word(seconds: float, *, progress: Callable[[float], None]) -> None:
    time.sleep(seconds)


def test_cancelled_work_that_reports_no_progress_gives_its_worker_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "DEAF_SECONDS", 0.5)
    pool = Pool(workers=1)
    deaf, behind = pool.submit(sleep_without_a_word, 60), pool.submit(count_to, 3)
    wait_for(lambda: not deaf.waiting)
    deaf.cancel()
    wait_for(behind.done, 20)
    assert behind.result() == 3
    wait_for(lambda: deaf.slot in pool._free)
    with pytest.raises(Cancelled):
        deaf.result()
    pool.stop()


def test_a_stopped_pool_ends_work_that_reports_no_progress(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jobs, "DEAF_SECONDS", 0.5)
    pool = Pool(workers=1)
    deaf = pool.submit(sleep_without_a_word, 60)
    wait_for(lambda: not deaf.waiting)
    thread = threads_of(pool)[0]
    pool.stop()
    wait_for(lambda: not thread.is_alive(), 20)


def count_bytes(data: bytes, *, progress: Callable[[float], None]) -> int:
    time.sleep(0.5)
    return len(data)


def test_nothing_goes_on_sending_a_large_file_to_workers_that_have_died() -> None:
    pool = Pool(workers=1)
    sent = [pool.submit(count_bytes, bytes(1_000_000)) for _ in range(4)]
    wait_for(lambda: not sent[0].waiting)
    thread = threads_of(pool)[0]
    os.kill(int(pool._board[CELLS * sent[0].slot + 2]), signal.SIGKILL)
    assert [job.result() for job in sent] == [1_000_000] * 4
    wait_for(lambda: not thread.is_alive(), 20)
    pool.stop()


def threads_of(pool: Pool) -> list[Any]:
    """The threads that hand work to the processes of a pool; Python waits for them when it ends."""
    return [executor._executor_manager_thread for executor in pool._executors.values()]  # type: ignore[attr-defined]


def test_no_computation_takes_longer_than_any_may(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    job, other = started(pool), pool.submit(count_to, 3)
    assert other.result() == 3
    monkeypatch.setattr(jobs, "MAX_SECONDS", 0.5)
    with pytest.raises(Unfinished, match="the most that it may take"):
        job.result()
    wait_for(lambda: job.slot in pool._free)


SERVER = """
import os, signal, time
from tests.ui.test_jobs import process_id, Pool
if __name__ == "__main__":
    pool = Pool(workers=2)
    pool.submit(process_id).result()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_workers_end_with_their_server_however_it_ends(tmp_path: Path) -> None:
    script = tmp_path / "server.py"
    script.write_text(SERVER)
    # Workers inherit the server's output, so it is at its end only when the last of them is gone.
    environment = {**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])}
    ended = subprocess.run([sys.executable, script], stdout=subprocess.PIPE, env=environment, timeout=60)
    assert ended.returncode == -signal.SIGKILL


def test_a_pool_is_warm_once_every_worker_has_done_what_it_is_to_do_first() -> None:
    pool = Pool(workers=2)
    assert pool.is_warm()
    try:
        pool.warm(partial(count_to, 3))
        assert not pool.is_warm()
        wait_for(pool.is_warm)
        pool.warm(refuse)
        wait_for(pool.is_warm)
    finally:
        pool.stop()


def test_a_pool_that_has_stopped_has_no_thread_that_still_closes_its_pipes() -> None:
    """At the end of the process Python wakes such a thread by a pipe, and complained where that was just closed."""
    before, pool = {*threading.enumerate()}, Pool(1)
    wait_for(pool.submit(count_to, 1).done)
    pool.stop()
    assert not [one for one in {*threading.enumerate()} - before if "Executor" in type(one).__name__]
