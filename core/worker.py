"""The worker's side of long work: a function runs elsewhere, tells how far it is, and stops when asked.

``board`` is an array of float64 shared between processes, three cells for each place on it: the fraction done, the
number of the job that its owner has cancelled, and the process that is at it. A number, because a job may end just
before it is cancelled, and its place may be another's by then. Stopping is cooperative, at the next report of
progress: killing a worker breaks its whole pool, and is for work that reports none.
"""

import contextlib
import importlib
import multiprocessing
import os
import threading
import time
from collections.abc import Callable, MutableSequence
from typing import Any

CELLS = 3  # progress, number of the cancelled job, process
EVERY_JOB = float("inf")
WAITING = -1.0  # in the place of the fraction done, until a worker begins
Board = MutableSequence[float]

_board: Board | None = None


class Cancelled(Exception):  # noqa: N818 — an event that a reader asked for, not an error
    """Raised inside a job at its first report of progress after its owner cancelled it."""


def initialise(board: Board) -> None:
    """Runs once in each new worker. Readers' clicks come before long work, so workers yield the processor.

    Half-way: beside three busy processes on two cores, 0.6 s of work takes 3.6 s as an equal, 6 s with a niceness of 5
    and 15 s with 10.
    """
    global _board
    _board = board
    threading.Thread(target=_leave_with_server, daemon=True).start()
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(5)


def _leave_with_server() -> None:
    """A server that is killed cannot tell its workers; left alone, they would wait for work for ever."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def run(slot: int, number: int, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """Calls ``function(*arguments, progress=report, **options)`` in a worker, as the job of that number."""
    assert _board is not None, "initialise() runs first, in every worker"
    board = _board

    def report(fraction: float) -> None:
        board[CELLS * slot] = fraction
        if board[CELLS * slot + 1] in (number, EVERY_JOB):
            raise Cancelled

    board[CELLS * slot + 2] = os.getpid()
    report(0.0)
    return function(*arguments, progress=report, **options)


def timed(function: Callable[..., Any], *arguments: Any, **options: Any) -> tuple[Any, float]:
    """The result and the seconds it took, measured where it runs."""
    start = time.perf_counter()
    return function(*arguments, **options), time.perf_counter() - start


def compute_in_worker(
    module: str, params: Any, data: bytes | None, name: str = "compute", *, progress: Callable[[float], None]
) -> tuple[Any, float]:
    """``compute`` (or ``preview``) of the explorer that is the module of that name, timed."""
    return timed(getattr(importlib.import_module(module), name), params, data, progress=progress)
