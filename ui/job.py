"""One piece of long work, as the page that asked for it sees it."""

from collections.abc import Callable
from concurrent.futures import CancelledError, Executor, Future, wait
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from core import worker

if TYPE_CHECKING:
    from ui.jobs import Pool

HERE = "in a worker process"


@dataclass
class Job:
    """One piece of long work. ``result()`` raises what the work raised; ``Cancelled`` if it was stopped."""

    future: Future[Any]
    slot: int
    board: worker.Board
    number: int  # its own for ever, while its slot will be another's
    work: Callable[[Executor], Future[Any]] | None = None  # hands it to an executor
    is_wanted: Callable[[], bool] = field(default=lambda: True)  # whether somebody still waits for it
    is_long: bool = False  # it begins only where a worker is left to others
    alone: bool = False  # it ran when a worker died
    began: float | None = None  # the clock's time at which it was first found running
    abandoned: bool = False  # it was stopped because nobody waited for it
    stopped: float | None = None  # the clock's time at which its work was first found going on after its end
    attempt: Future[Any] | None = None
    attempts: int = 0
    most_seconds: float | None = None  # that it may run; MAX_SECONDS where nothing else is said
    pool: "Pool | None" = None  # whose job it is
    is_fetched: bool = False  # somebody has asked for the result

    @property
    def progress(self) -> float:
        return max(0.0, float(self.board[worker.CELLS * self.slot]))

    @property
    def waiting(self) -> bool:
        """Not begun. A future that is ``running()`` may lie in the queue of a worker that is busy."""
        return not self.done() and self.board[worker.CELLS * self.slot] == worker.WAITING

    @property
    def place(self) -> int:
        """How many jobs of its pool begin until it has begun, itself counted."""
        return self.pool.place(self) if self.pool else 1

    @property
    def where(self) -> str:
        """Where it runs, for a reader."""
        return self.pool.where if self.pool else HERE

    def done(self) -> bool:
        return self.future.done()

    def wait(self, seconds: float) -> None:
        """Comes back when it is done, or after that long."""
        wait([self.future], seconds)

    def cancel(self) -> None:
        """The reader is free at once; the worker stops at its next report of progress."""
        if self.future.cancel():
            self.board[worker.CELLS * self.slot + 1] = self.number
            if self.pool is not None:
                self.pool.withdraw(self)

    def result(self) -> Any:
        self.is_fetched = True
        try:
            return self.future.result()
        except CancelledError:
            raise worker.Cancelled from None

    def fail(self, error: BaseException) -> None:
        """Ends before any attempt, unless it has ended already."""
        if self.future.set_running_or_notify_cancel():
            self.future.set_exception(error)

    def conclude(self, attempt: Future[Any], error: BaseException | None) -> None:
        """Takes over how the attempt ended, unless the job has ended already."""
        if self.done() or not self.future.set_running_or_notify_cancel():
            return
        if error is not None:
            self.future.set_exception(error)
        else:
            self.future.set_result(attempt.result())
