"""Long work outside the server's process, behind ``concurrent.futures``: progress while it runs, and a way to stop it.

The server holds Python's interpreter lock for every reader at once, so pure-Python work of more than about 100 ms
belongs in a worker. Another executor (a cluster) can stand behind :class:`Pool` by giving it another ``start``.
"""

import itertools
import logging
import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass
from typing import Any

from core import worker
from core.errors import InputError

SLOTS = 64  # jobs waiting or running at once, over all readers
LOG = logging.getLogger("glassbox.jobs")


@dataclass
class Job:
    """One piece of long work. ``result()`` raises what the work raised; ``Cancelled`` if it was stopped."""

    future: Future[Any]
    slot: int
    board: worker.Board
    number: int  # its own for ever, while its slot will be another's

    @property
    def progress(self) -> float:
        return float(self.board[worker.CELLS * self.slot])

    @property
    def waiting(self) -> bool:
        return not self.future.running() and not self.future.done()

    def done(self) -> bool:
        return self.future.done()

    def cancel(self) -> None:
        if not self.future.cancel():
            self.board[worker.CELLS * self.slot + 1] = self.number

    def result(self) -> Any:
        try:
            return self.future.result()
        except CancelledError:
            raise worker.Cancelled from None
        except BrokenProcessPool as error:
            raise InputError(
                "data",
                "this input",
                "the computation needed more memory than there is and was stopped",
                "Try a smaller one.",
            ) from error


class Pool:
    """Workers and the board they report on. Starts at the first job, or before it through :meth:`warm`."""

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(2, (os.cpu_count() or 2) - 1)  # two: a long job must not hold up a short one
        self._lock = threading.Lock()
        self._executor: Executor | None = None
        self._free: list[int] = []
        self._board: worker.Board = []
        self._numbers = itertools.count(1)

    def start(self) -> Executor:
        context = multiprocessing.get_context("spawn")  # a fork would copy the server's threads and locks
        self._board = context.Array("d", SLOTS * worker.CELLS, lock=False)
        self._free = list(range(SLOTS))
        return ProcessPoolExecutor(
            self.workers, mp_context=context, initializer=worker.initialise, initargs=(self._board,)
        )

    def submit(self, function: Callable[..., Any], *arguments: Any, **options: Any) -> Job:
        """Starts ``function(*arguments, progress=…, **options)`` in a worker.

        Raises:
            InputError: as many jobs as there are places are waiting already.
        """
        with self._lock:
            if self._executor is None:
                self._executor = self.start()
            if not self._free:
                raise InputError("job", "this computation", "too many others are waiting", "Try again in a minute.")
            slot, board, number = self._free.pop(), self._board, next(self._numbers)
            board[worker.CELLS * slot] = 0.0
            try:
                future = self._executor.submit(worker.run, slot, number, function, *arguments, **options)
            except BrokenProcessPool:
                LOG.warning("a worker died; the pool starts anew")
                self._executor = self.start()
                slot, board = self._free.pop(), self._board
                future = self._executor.submit(worker.run, slot, number, function, *arguments, **options)
        job = Job(future, slot, board, number)
        future.add_done_callback(lambda _: self._release(job))
        return job

    def _release(self, job: Job) -> None:
        with self._lock:
            if job.board is self._board:  # not a slot of a pool that died
                self._free.append(job.slot)

    def warm(self, function: Callable[..., Any]) -> None:
        """Runs ``function(progress=…)`` in every worker, so that the first reader waits for no start."""
        for _ in range(self.workers):
            self.submit(function)

    def stop(self) -> None:
        with self._lock:
            executor, self._executor = self._executor, None
        if executor is not None:
            for slot in range(SLOTS):
                self._board[worker.CELLS * slot + 1] = worker.EVERY_JOB  # running jobs end at their next report
            executor.shutdown(wait=False, cancel_futures=True)


POOL = Pool()
