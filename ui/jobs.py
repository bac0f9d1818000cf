"""Long work outside the server's process, behind ``concurrent.futures``: progress while it runs, and a way to stop it.

The server holds Python's interpreter lock for every reader at once, so pure-Python work of more than about 100 ms
belongs in a worker. ``ui/cluster.py`` has another executor stand behind :class:`Pool`.

A worker that dies takes its pool along, and with it the work of others. So what was running then runs once more, alone
in a process of its own, and only what ends that one too is told of; what had not begun just begins again.

Long jobs never take all workers: one is left to those that are soon done, so that nobody waits minutes for a second.
"""

import contextlib
import itertools
import logging
import multiprocessing
import os
import queue
import signal
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import forkserver
from typing import Any
from weakref import WeakValueDictionary

from core import worker
from core.errors import Unfinished
from core.numbers import count
from core.warm_up import LIBRARIES
from ui import metrics
from ui.job import HERE, Job

SLOTS = 64  # jobs waiting or running at once, over all readers
CELLS = SLOTS * worker.CELLS  # of a board
MAX_SECONDS = 300.0  # that a computation may take, waiting left out
WARM_SECONDS = 120.0  # that a worker may take to load what it needs
MAX_ATTEMPTS = 5  # of a job that others' deaths took along before it had begun
DEAF_SECONDS = 5.0  # that work may go on without a report of progress once it is stopped
EVERY = 0.5  # seconds between two looks at what still runs
LOG = logging.getLogger("glassbox.jobs")
# A fork of the server would copy its threads and locks. Of a process that has loaded the libraries and does nothing
# else, a fork takes a third of the time of a new process, and shares their memory; other systems do not fork safely.
START = "forkserver" if sys.platform == "linux" else "spawn"

DIED = (
    "The computation ended twice before its result came, as when it needs more memory than there is",
    "Ask for less.",
)
TOO_LONG = (
    f"The computation was stopped after {count(MAX_SECONDS / 60)} minutes, the most that it may take",
    "Ask for less.",
)


class Pool:
    """Workers and the board they report on. Starts at the first job, or before it through :meth:`warm`."""

    where = HERE

    def __init__(self, workers: int | None = None) -> None:
        self.workers = workers or max(2, (os.cpu_count() or 2) - 1)  # two: a long job must not hold up a short one
        self.most_long = max(1, self.workers - 1)
        self._lock = threading.RLock()
        self._executors: dict[bool, Executor] = {}  # by whether the job in it runs alone
        self._context = multiprocessing.get_context(START)
        self._free = list(range(SLOTS))
        self._board: worker.Board = self._context.Array("d", CELLS, lock=False)
        self._numbers = itertools.count(1)
        self._jobs: dict[int, Job] = {}
        self._ready: WeakValueDictionary[int, Job] = WeakValueDictionary()  # those that have ended
        self._ended: queue.SimpleQueue[tuple[Job, Future[Any], Any] | None] = queue.SimpleQueue()
        self._keeper: threading.Thread | None = None
        self._broken: dict[Any, float] = {}  # what sends to workers that have died, and since when
        self._warming: list[Job] = []
        self._run: Callable[..., Any] = worker.run  # in a worker

    def _executor(self, alone: bool) -> Executor:
        workers = 1 if alone else self.workers
        return ProcessPoolExecutor(
            workers, mp_context=self._context, initializer=worker.initialise, initargs=(self._board,)
        )

    def prepare(self) -> None:
        """Has the libraries loaded for the workers meanwhile; the first job would wait for them."""
        if START == "forkserver":
            self._context.set_forkserver_preload([*LIBRARIES])
            forkserver.ensure_running()

    def submit(self, function: Callable[..., Any], *arguments: Any, is_long: bool = False, **options: Any) -> Job:
        """Starts ``function(*arguments, progress=…, **options)`` in a worker; one that ``is_long`` leaves another free.

        Raises:
            Unfinished: as many jobs as there are places are waiting already.
        """
        with self._lock:
            if not self._free:
                metrics.REFUSALS.labels("job").inc()
                rule = "The computation could not begin: too many others are waiting"
                raise Unfinished("job", None, rule, "Try again in a minute.")
            slot, number = self._free.pop(), next(self._numbers)

            def work(executor: Executor) -> Future[Any]:
                self._board[worker.CELLS * slot + 2] = 0.0
                return executor.submit(self._run, slot, number, function, *arguments, **options)

            job = self._jobs[number] = Job(Future(), slot, self._board, number, work, pool=self, is_long=is_long)
            self._board[worker.CELLS * slot] = worker.WAITING
            try:
                if not is_long or self._long() < self.most_long:
                    self._begin(job)
            except Unfinished:
                self._forget(job)
                raise
            if self._keeper is None:
                self._keeper = threading.Thread(target=self._keep, daemon=True)
                self._keeper.start()
        return job

    def waiting(self) -> int:
        """How many jobs have not begun."""
        with self._lock:
            return sum(job.waiting for job in self._jobs.values())

    def running(self) -> int:
        """How many jobs have begun and have not ended, those that were cancelled counted until they stop."""
        with self._lock:
            return len(self._jobs) - self.waiting()

    def is_busy(self) -> bool:
        """Whether somebody waits for a job, or has not fetched its result."""
        with self._lock:
            jobs = [*self._jobs.values(), *self._ready.values()]
        return any(job.is_wanted() and not (job.is_fetched or job.future.cancelled()) for job in jobs)

    def place(self, job: Job) -> int:
        """How many jobs begin until this one has begun, itself counted."""
        with self._lock:
            return sum(one.waiting and one.number <= job.number for one in self._jobs.values())

    def withdraw(self, job: Job) -> None:
        """Gives the place of a job that was cancelled before it began to others.

        Its attempt ends when a worker comes to it. To cancel that would have Python 3.11 lose what is queued behind it
        when a worker dies: it tells all that wait, and stumbles over the first that has been cancelled.
        """
        with self._lock:
            if job.attempt is not None and self._board[worker.CELLS * job.slot] == worker.WAITING:
                self._forget(job)

    def _long(self) -> int:
        """How many long jobs the workers have."""
        return sum(job.is_long and job.attempt is not None for job in self._jobs.values())

    def _begin_held(self) -> None:
        """Hands over long jobs that were held back, the first one first, as far as there is room."""
        for job in [one for one in self._jobs.values() if one.attempt is None]:
            if job.done():  # cancelled before it began
                self._forget(job)
            elif self._long() < self.most_long:
                try:
                    self._begin(job)
                except Unfinished as error:
                    self._forget(job)
                    job.fail(error)

    def _begin(self, job: Job) -> None:
        """Hands the job to the workers, to new ones where those that there were have died."""
        assert job.work is not None
        job.attempts += 1
        self._board[worker.CELLS * job.slot] = worker.WAITING
        try:
            executor = self._executors.get(job.alone) or self._executor(job.alone)
            job.attempt = job.work(executor)
        except BrokenProcessPool:
            LOG.warning("a worker died; the pool starts anew")
            executor = self._executor(job.alone)
            job.attempt = job.work(executor)
        self._executors[job.alone] = executor
        sending = getattr(executor, "_call_queue", None)
        # Not more than this: it is called by the thread that takes a broken pool apart.
        job.attempt.add_done_callback(lambda attempt: self._ended.put((job, attempt, sending)))

    def _keep(self) -> None:
        """Until the pool is stopped and nothing runs: ends jobs, begins them again, and stops those that go on for too
        long."""
        looked, stopped = time.monotonic(), False
        while self._jobs or self._broken or not stopped:
            try:
                if (ended := self._ended.get(timeout=EVERY)) is None:
                    stopped = True
                else:
                    self._end(*ended)
            except queue.Empty:
                pass
            except Exception:  # one job's fault is not to leave every other without its end
                LOG.exception("a job could not be ended")
            if time.monotonic() - looked >= EVERY:
                looked = time.monotonic()
                self._look()

    def _end(self, job: Job, attempt: Future[Any], sending: Any) -> None:
        error = self._error_of(attempt)
        with self._lock:
            if isinstance(error, BrokenProcessPool) and sending is not None:
                self._broken.setdefault(sending, time.monotonic())
            if isinstance(error, BrokenProcessPool) and not job.done():
                begun = not job.waiting
                if not (begun and job.alone) and job.attempts < MAX_ATTEMPTS:
                    job.alone = job.alone or begun
                    self._begin(job)
                    return
                error = Unfinished("job", None, *DIED)
            self._forget(job)
            self._begin_held()
            # A job cancelled in the queue is counted no more, and ends after the others: it may have gone already.
            is_over = not any(one.alone for one in self._jobs.values())
            if is_over and (executor := self._executors.pop(True, None)) is not None:
                executor.shutdown(wait=False)
        job.conclude(attempt, error)

    def _error_of(self, attempt: Future[Any]) -> BaseException | None:
        """Why an attempt that has ended has no result."""
        return worker.Cancelled() if attempt.cancelled() else attempt.exception()

    def _forget(self, job: Job) -> None:
        if self._jobs.pop(job.number, None) is None:
            return
        self._ready[job.number] = job
        self._free.append(job.slot)

    def _look(self) -> None:
        """Stops what nobody waits for, what has run for longer than anything may, and what sends to dead workers."""
        # Python before 3.11.5 goes on sending a large file to nobody, and its process does not end
        # (github.com/python/cpython/issues/94777). What is not stuck closes its pipe by itself, within the second.
        for sending in [one for one, since in self._broken.items() if time.monotonic() - since > 1]:
            del self._broken[sending]
            with contextlib.suppress(OSError):
                sending._reader.close()
        with self._lock:
            self._begin_held()
            jobs = list(self._jobs.values())
        for job in jobs:
            if job.done():
                self._end_deaf(job)
                continue
            if not job.waiting:
                job.began = job.began or time.monotonic()
            if not job.is_wanted():
                job.abandoned = True
                job.cancel()
            elif job.began is not None and time.monotonic() - job.began > (job.most_seconds or MAX_SECONDS):
                self._board[worker.CELLS * job.slot + 1] = job.number
                assert job.attempt is not None
                job.conclude(job.attempt, Unfinished("job", None, *TOO_LONG))

    def _end_deaf(self, job: Job) -> None:
        """Ends the process of work that has been stopped and hears nothing; what it takes along begins again."""
        process = int(self._board[worker.CELLS * job.slot + 2])
        if not process or job.attempt is None or job.attempt.done():
            return
        job.stopped = job.stopped or time.monotonic()
        if time.monotonic() - job.stopped > DEAF_SECONDS:
            job.stopped = time.monotonic()
            LOG.warning("stopped work reports no progress; its worker is ended")
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)

    def warm(self, function: Callable[..., Any], is_wanted: Callable[[], bool] = lambda: True) -> None:
        """Runs ``function(progress=…)`` in every worker, so that the first reader waits for no start."""
        for _ in range(self.workers):
            self._warming.append(job := self.submit(function))
            job.is_wanted, job.most_seconds = is_wanted, WARM_SECONDS

    def is_warm(self) -> bool:
        """Whether no worker is at what :meth:`warm` has it do; one that failed will do its work all the same."""
        self._warming = [job for job in self._warming if not job.done()]
        return not self._warming

    def stop(self) -> None:
        with self._lock:
            executors, self._executors = list(self._executors.values()), {}
            jobs, self._keeper = list(self._jobs.values()), None
            self._ended.put(None)
        for slot in range(SLOTS if executors else 0):
            self._board[worker.CELLS * slot + 1] = worker.EVERY_JOB  # running jobs end at their next report
        for job in jobs:
            job.future.cancel()
        for executor in executors:
            self._close(executor)

    def _close(self, executor: Executor) -> None:
        executor.shutdown(cancel_futures=True)  # and waits: Python's own at its exit meets pipes that are being closed


POOL = Pool()
