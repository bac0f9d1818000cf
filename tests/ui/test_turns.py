"""Few runs of pages go on at a time, in the order in which they were asked for, and none keeps others out."""

import threading
import time
from collections.abc import Callable
from contextlib import ExitStack
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from catalog import ROOT
from ui import turns


def run(work: Callable[[], Any]) -> threading.Thread:
    thread = threading.Thread(target=work, daemon=True)
    thread.start()
    return thread


def all_taken(but: int = 0) -> ExitStack:
    """Runs that go on until it is closed, less so many."""
    going = ExitStack()
    for _ in range(turns.AT_ONCE - but):
        going.enter_context(turns.taken())
    return going


def test_runs_that_wait_begin_in_the_order_in_which_they_came() -> None:
    begun: list[int] = []

    def one(number: int) -> None:
        with turns.taken():
            begun.append(number)

    with all_taken(but=1):  # so that of the others only one goes on at a time
        with turns.taken():
            threads = []
            for number in range(8):
                threads.append(run(lambda number=number: one(number)))
                time.sleep(0.02)  # until it waits
            assert begun == []
        for thread in threads:
            thread.join(10)
    assert begun == list(range(8))


def test_who_comes_when_a_turn_ends_does_not_overtake_one_who_waits() -> None:
    begun: list[str] = []

    def one() -> None:
        with turns.taken():
            begun.append("who waited")

    going = all_taken()
    waiting = run(one)
    time.sleep(0.05)  # until it waits
    going.close()
    with all_taken():
        begun.append("who came then")
    waiting.join(10)
    assert begun == ["who waited", "who came then"]


def test_no_more_run_at_once_than_have_turns() -> None:
    going, most, guard = 0, 0, threading.Lock()

    def one() -> None:
        nonlocal going, most
        with turns.taken():
            with guard:
                going += 1
                most = max(most, going)
            time.sleep(0.01)
            with guard:
                going -= 1

    for thread in [run(one) for _ in range(20)]:
        thread.join(10)
    assert most == turns.AT_ONCE


def test_a_run_begins_after_a_while_although_those_before_it_go_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(turns, "LONGEST_WAIT", 0.05)
    with all_taken():
        start = time.perf_counter()
        with turns.taken():
            assert time.perf_counter() - start >= 0.05
    with all_taken():  # it gave back none that was not its own
        assert turns._free == 0


def test_a_run_that_ends_in_an_error_gives_its_turn_back() -> None:
    for _ in range(2 * turns.AT_ONCE):
        with pytest.raises(ValueError, match="gone"), turns.taken():
            raise ValueError("gone")
    all_taken().close()


def test_a_page_waits_for_its_turn() -> None:
    page = AppTest.from_file(str(ROOT / "ui" / "shell.py"), default_timeout=30)
    with all_taken():
        waiting = run(page.run)
        time.sleep(0.3)
        assert waiting.is_alive()
    waiting.join(30)
    assert not waiting.is_alive()
    assert not page.exception


def test_a_page_that_stops_gives_its_turn_back() -> None:
    for _ in range(2 * turns.AT_ONCE):
        AppTest.from_function(_stopping).run()
    all_taken().close()


def _stopping() -> None:
    import streamlit as st

    from ui import turns

    with turns.taken():
        st.stop()
