"""Results in order from a few threads, and an end where somebody stops."""

import threading
import time

import pytest

from core.threads import AHEAD, in_threads


@pytest.mark.parametrize("most", [1, 3])
def test_results_come_in_the_order_of_the_items_and_shares_are_told(most: int) -> None:
    told: list[float] = []
    slower_first = [0.02, 0.01, 0.0, 0.0]
    assert [*in_threads(lambda wait: time.sleep(wait) or wait, slower_first, told.append, most)] == slower_first
    assert told == [0.25, 0.5, 0.75, 1.0]


def test_no_more_run_at_once_than_are_allowed() -> None:
    running, most, lock = 0, 0, threading.Lock()

    def run(item: int) -> None:
        nonlocal running, most
        with lock:
            running += 1
            most = max(most, running)
        time.sleep(0.002)
        with lock:
            running -= 1

    assert len([*in_threads(run, range(20), most=2)]) == 20
    assert most <= 2


@pytest.mark.parametrize("most", [1, 2])
def test_what_has_not_begun_is_dropped_when_progress_raises(most: int) -> None:
    begun: list[int] = []

    def stop(share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        for _ in in_threads(lambda item: begun.append(item) or time.sleep(0.001), range(1_000), stop, most):
            pass
    assert len(begun) < 100


def test_of_many_items_only_some_are_begun_ahead_of_who_asks() -> None:
    begun: list[int] = []
    results = in_threads(lambda item: begun.append(item) or item, range(100_000))
    assert next(results) == 0
    before = -1
    while before != len(begun):  # until the threads rest
        before = len(begun)
        time.sleep(0.02)
    assert before <= 2 * AHEAD
    assert sum(results) == sum(range(100_000))
    assert len(begun) == 100_000


def test_nothing_to_do_has_no_results() -> None:
    assert [*in_threads(abs, [])] == []
