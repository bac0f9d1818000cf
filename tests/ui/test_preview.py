"""A long computation is preceded by a preview, which is shown until the whole is there, and is never taken for it."""

from collections.abc import Callable
from concurrent.futures import Future
from types import SimpleNamespace
from typing import Any

import pytest

from core.errors import InputError, Unfinished
from core.signals import spectrogram
from ui import compute as computing
from ui.job import Job
from ui.state import File, State

PARAMS = spectrogram.Params(source="file", end=300.0)
FILE = File("voice.wav", b"never decoded here", "digest of voice.wav")


class Pool:
    """Notes what is asked of it."""

    def __init__(self) -> None:
        self.jobs: dict[str, Job] = {}

    def submit(self, function: Callable[..., Any], *arguments: Any, is_long: bool = False) -> Job:
        name = arguments[3] if len(arguments) > 3 else "compute"
        self.jobs[name] = Job(Future(), 0, [0.0, 0.0], 1)
        return self.jobs[name]


@pytest.fixture
def pool(monkeypatch: pytest.MonkeyPatch) -> Pool:
    pool = Pool()
    monkeypatch.setattr(computing, "POOL", pool)
    monkeypatch.setattr(computing, "MEMORY", computing.Memory(10**9))
    return pool


def test_the_preview_is_shown_until_the_whole_is_there(pool: Pool) -> None:
    state = State("spectrogram", spectrogram)
    early, whole = (spectrogram.compute(spectrogram.Params(length=length)) for length in (10.0, 20.0))
    assert computing.compute(state, PARAMS, FILE) is None
    assert set(pool.jobs) == {"preview", "compute"}
    assert computing.last(state) is None
    pool.jobs["preview"].future.set_result((early, 0.1))
    assert computing.compute(state, PARAMS, FILE) is None  # a preview is not the result
    shown = computing.last(state)
    assert shown is not None
    assert (shown[0].result, shown[1]) == (early, PARAMS)
    pool.jobs["compute"].future.set_result((whole, 9.0))
    found = computing.compute(state, PARAMS, FILE)
    assert found is not None
    assert found.result is whole
    assert state.job is None
    assert computing.last(state) == (found, PARAMS)


def test_a_long_computation_runs_on_the_cluster_where_there_is_one_and_the_page_says_so(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    machines = Pool()
    monkeypatch.setattr("ui.cluster.joined", lambda: machines)
    monkeypatch.setattr(Job, "where", "on a machine of the cluster")
    state = State("spectrogram", spectrogram)
    assert computing.compute(state, PARAMS, FILE) is None
    assert not pool.jobs
    machines.jobs["compute"].future.set_result((spectrogram.compute(spectrogram.Params(length=10.0)), 9.0))
    found = computing.compute(state, PARAMS, FILE)
    assert found is not None
    assert found.where == "cpu, on a machine of the cluster"


def test_what_cannot_be_used_is_said_once_by_the_computation_itself(pool: Pool) -> None:
    state = State("spectrogram", spectrogram)
    computing.compute(state, PARAMS, FILE)
    wrong = InputError("file", "voice.wav", "it is text")
    pool.jobs["preview"].future.set_exception(wrong)
    assert computing.compute(state, PARAMS, FILE) is None
    assert computing.last(state) is None
    pool.jobs["compute"].future.set_exception(wrong)
    with pytest.raises(InputError, match="it is text"):
        computing.compute(state, PARAMS, FILE)


def test_something_else_stops_both_and_short_work_has_no_preview(pool: Pool) -> None:
    state = State("spectrogram", spectrogram)
    computing.compute(state, PARAMS, FILE)
    first = dict(pool.jobs)
    pool.jobs.clear()
    computing.compute(state, spectrogram.Params(source="file", end=1.0), FILE)
    assert all(job.future.cancelled() for job in first.values())
    assert set(pool.jobs) == {"compute"}


def test_a_computation_that_was_stopped_while_nobody_asked_begins_again_when_the_page_is_back(pool: Pool) -> None:
    state = State("spectrogram", spectrogram)
    computing.compute(state, PARAMS, FILE)
    first = pool.jobs["compute"]
    first.abandoned = True
    first.cancel()
    assert computing.compute(state, PARAMS, FILE) is None
    assert not state.job.job.done()
    assert pool.jobs["compute"] is not first


def test_a_computation_that_failed_is_not_begun_again_by_the_page_itself(pool: Pool) -> None:
    state = State("spectrogram", spectrogram)
    computing.compute(state, PARAMS, FILE)
    first = pool.jobs["compute"]
    first.future.set_exception(Unfinished("job", None, "It took too long", "Ask for less."))
    for _ in range(2):
        with pytest.raises(Unfinished, match=r"It took too long. Ask for less."):
            computing.compute(state, PARAMS, FILE)
    assert pool.jobs["compute"] is first


def test_a_page_out_of_sight_keeps_its_computation_longer_than_one_that_is_closed(
    pool: Pool, monkeypatch: pytest.MonkeyPatch
) -> None:
    state, connected = State("spectrogram", spectrogram), {"reader"}
    computing.compute(state, PARAMS, FILE)
    monkeypatch.setattr(computing, "get_instance", lambda: SimpleNamespace(is_active_session=connected.__contains__))
    assert computing._is_wanted(state.job, "reader")
    state.job.polled_at -= 61  # seconds: a browser lets a hidden page ask once a minute
    assert computing._is_wanted(state.job, "reader")
    connected.clear()
    assert not computing._is_wanted(state.job, "reader")
