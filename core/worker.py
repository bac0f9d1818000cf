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
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, Protocol

from core.errors import InputError
from core.numbers import quantity

try:
    import resource
except ImportError:  # not on every system
    resource = None  # type: ignore[assignment]

CELLS = 3  # progress, number of the cancelled job, process
EVERY_JOB = float("inf")
WAITING = -1.0  # in the place of the fraction done, until a worker begins
MOST_MEMORY = 4_000_000_000  # bytes that work with a reader's file may take beside what its process holds


class Board(Protocol):
    """Numbers by their place."""

    def __getitem__(self, cell: int, /) -> float: ...
    def __setitem__(self, cell: int, value: float, /) -> None: ...


_board: Board | None = None
_STATUS = Path("/proc/self/status")


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
    return run_on(_board, slot, number, function, *arguments, **options)


def run_on(board: Board, slot: int, number: int, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """``run`` with a board of the caller's."""

    def report(fraction: float) -> None:
        if number <= board[CELLS * slot + 1]:  # numbers grow: one before this had its place before
            raise Cancelled
        board[CELLS * slot] = fraction

    report(0.0)  # one that was cancelled before leaves no trace: its place may be another's
    board[CELLS * slot + 2] = os.getpid()
    return function(*arguments, progress=report, **options)


def timed(function: Callable[..., Any], *arguments: Any, **options: Any) -> tuple[Any, float]:
    """The result and the seconds it took, measured where it runs."""
    start = time.perf_counter()
    return function(*arguments, **options), time.perf_counter() - start


def compute_in_worker(
    module: str, params: Any, data: bytes | None, name: str = "compute", *, progress: Callable[[float], None]
) -> tuple[Any, float]:
    """``compute`` (or ``preview``) of the explorer that is the module of that name, timed."""
    with bounded_memory() if data is not None else contextlib.nullcontext():
        return timed(getattr(importlib.import_module(module), name), params, data, progress=progress)


def within_memory(function: Callable[..., Any], *arguments: Any, progress: Callable[[float], None]) -> Any:
    """``function(*arguments)``, which reads a reader's file, with a bound on its memory."""
    with bounded_memory():
        return function(*arguments)


def columns_of(
    askers: Iterable[Callable[[bytes, str], tuple[str, ...]]], data: bytes, name: str
) -> dict[Any, tuple[str, ...] | InputError]:
    """What each of ``askers`` finds in a file of that name, or why nothing."""
    found: dict[Any, tuple[str, ...] | InputError] = {}
    for ask in askers:
        try:
            found[ask] = ask(data, name)
        except InputError as error:
            found[ask] = error
    return found


@contextlib.contextmanager
def bounded_memory() -> Iterator[None]:
    """Holds what runs within to ``MOST_MEMORY`` more than the process has, where the system can.

    Raises:
        InputError: it asked for more.
    """
    if resource is None or not _STATUS.exists():
        yield
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_DATA)
    held = next(line for line in _STATUS.read_text().splitlines() if line.startswith("VmData:"))
    most = int(held.split()[1]) * 1024 + MOST_MEMORY
    resource.setrlimit(resource.RLIMIT_DATA, (most if hard < 0 else min(most, hard), hard))
    try:
        yield
    except MemoryError as error:
        rule = f"it must take at most {quantity(MOST_MEMORY, 'B')} of memory, and takes more"
        raise InputError("file", "the file", rule, "Bring a part of it.") from error
    finally:
        resource.setrlimit(resource.RLIMIT_DATA, (soft, hard))
