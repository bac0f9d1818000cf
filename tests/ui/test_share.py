"""What several sessions ask for is computed once, and goes on as long as one of them wants it."""

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor

import pytest

from core.errors import InputError
from core.explorer import Explorer
from core.signals import spectrogram
from core.tokens import tokenizer
from core.worker import CELLS, Cancelled
from ui import compute as computing
from ui.job import Job
from ui.share import share
from ui.state import State


class Begun:
    """The jobs that were submitted."""

    def __init__(self) -> None:
        self.jobs: list[Job] = []

    def __call__(self) -> Job:
        self.jobs.append(Job(Future(), 0, [0.0] * CELLS, 1))
        return self.jobs[-1]


def test_a_job_that_two_ask_for_runs_once_and_both_have_its_result() -> None:
    begun = Begun()
    first, second = share("a", begun), share("a", begun)
    other = share("b", begun)
    assert len(begun.jobs) == 2
    begun.jobs[0].future.set_result("found")
    assert (first.result(), second.result()) == ("found", "found")
    assert not other.done()
    assert share("a", begun).result() == "found"  # until all have fetched it
    assert len(begun.jobs) == 2


def test_what_one_stops_goes_on_for_the_other_and_ends_with_the_last() -> None:
    begun = Begun()
    first, second = share("a", begun), share("a", begun)
    first.cancel()
    with pytest.raises(Cancelled):
        first.result()
    assert not begun.jobs[0].done()
    second.cancel()
    assert begun.jobs[0].future.cancelled()
    assert not share("a", begun).done()  # asked for again, it begins anew
    assert len(begun.jobs) == 2


def test_a_job_is_wanted_as_long_as_one_of_its_sessions_wants_it() -> None:
    begun = Begun()
    first, second = share("a", begun), share("a", begun)
    first.is_wanted = lambda: False
    assert begun.jobs[0].is_wanted()
    second.is_wanted = lambda: False
    assert not begun.jobs[0].is_wanted()
    second.is_wanted = lambda: True
    second.cancel()
    assert not begun.jobs[0].is_wanted()


def test_nothing_holds_the_part_of_a_session_that_is_gone() -> None:
    begun = Begun()
    part = share("a", begun)
    del part
    assert not begun.jobs[0].is_wanted()
    begun.jobs[0].future.set_result("nobody's")
    assert not share("a", begun).done()
    assert len(begun.jobs) == 2


def test_every_session_is_told_why_there_is_no_result_and_the_next_one_tries_again() -> None:
    begun = Begun()
    parts = share("a", begun), share("a", begun)
    begun.jobs[0].future.set_exception(InputError("n", 1, "it must be 2"))
    for part in parts:
        with pytest.raises(InputError, match="it must be 2"):
            part.result()
    share("a", begun)
    assert len(begun.jobs) == 2


def test_a_job_that_was_stopped_since_nobody_asked_is_marked_so_for_all() -> None:
    begun = Begun()
    part = share("a", begun)
    begun.jobs[0].abandoned = True
    begun.jobs[0].cancel()
    assert part.abandoned
    assert part.future.cancelled()


def test_a_result_is_fetched_when_all_have_fetched_it() -> None:
    begun = Begun()
    first, second = share("a", begun), share("a", begun)
    begun.jobs[0].future.set_result("found")
    first.result()
    assert not begun.jobs[0].is_fetched
    second.result()
    assert begun.jobs[0].is_fetched


def test_sessions_with_the_same_settings_wait_for_one_computation(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pool:
        def __init__(self) -> None:
            self.begun = Begun()

        def submit(self, *_: object, is_long: bool = False) -> Job:
            return self.begun()

    pool = Pool()
    monkeypatch.setattr(computing, "POOL", pool)
    monkeypatch.setattr(computing, "MEMORY", computing.Memory(10**9))
    monkeypatch.setattr(computing, "_is_quick", lambda *_: False)
    whole = spectrogram.compute(spectrogram.Params())
    states = [State("spectrogram", spectrogram) for _ in range(3)]
    assert [computing.compute(state, spectrogram.Params(), None) for state in states] == [None] * 3
    assert len(pool.begun.jobs) == 1
    states[0].job.cancel()
    pool.begun.jobs[0].future.set_result((whole, 1.0))
    for state in states[1:]:
        found = computing.compute(state, spectrogram.Params(), None)
        assert found is not None
        assert found.result is whole


def test_what_is_quick_is_computed_once_for_those_who_ask_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(computing, "MEMORY", computing.Memory(10**9))
    count, all_here = 0, threading.Barrier(4)
    usual: Callable[..., object] = computing.timed

    def counted(function: Explorer, *arguments: object) -> object:
        nonlocal count
        count += 1
        time.sleep(0.1)
        return usual(function, *arguments)

    monkeypatch.setattr(computing, "timed", counted)

    def ask() -> object:
        all_here.wait()
        found = computing.at_once(State("tokenizer", tokenizer), tokenizer.Params(), None)
        return found and found.result

    with ThreadPoolExecutor(4) as threads:
        first, *others = [one.result() for one in [threads.submit(ask) for _ in range(4)]]
    assert count == 1
    assert first is not None
    assert all(each is first for each in others)
