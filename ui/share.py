"""A job that several sessions wait for: it runs once, and for as long as one of them wants it."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any
from weakref import WeakValueDictionary, ref

from ui.job import Job

_lock = threading.Lock()
_under_way: WeakValueDictionary[Any, "_Common"] = WeakValueDictionary()  # by what is computed


class _Common:
    """The job, and everybody's part in it. Whoever has a part holds this; nothing here holds a part."""

    def __init__(self, job: Job) -> None:
        self.job = job
        self.parts = parts = list[ref[Share]]()
        job.is_wanted = lambda: any(not one.done() and one.is_wanted() for one in _alive(parts))

    @property
    def failed(self) -> bool:
        future = self.job.future
        return future.done() and (future.cancelled() or future.exception() is not None)


class Share(Job):
    """One session's part: a job as any other, but what this session stops goes on for the others."""

    def __init__(self, common: _Common) -> None:
        job, me = common.job, ref(self)
        super().__init__(Future(), job.slot, job.board, job.number, pool=job.pool)
        self._common = common
        common.parts.append(me)

        def over(ended: Future[Any]) -> None:
            if (part := me()) is not None:
                part._end(ended)

        job.future.add_done_callback(over)

    def _end(self, ended: Future[Any]) -> None:
        """As the job has ended. Takes no lock: it may be called by who holds the pool's."""
        self.abandoned = self._common.job.abandoned
        if ended.cancelled():
            self.future.cancel()
        elif self.future.set_running_or_notify_cancel():
            if (error := ended.exception()) is not None:
                self.future.set_exception(error)
            else:
                self.future.set_result(ended.result())

    def cancel(self) -> None:
        with _lock:
            if self.future.cancel() and all(one.done() for one in _alive(self._common.parts)):
                self._common.job.cancel()

    def result(self) -> Any:
        try:
            return super().result()
        finally:
            parts = _alive(self._common.parts)
            self._common.job.is_fetched = all(one.is_fetched or one.future.cancelled() for one in parts)


def _alive(parts: list[ref[Share]]) -> list[Share]:
    return [part for one in [*parts] if (part := one()) is not None]


def share(key: Any, submit: Callable[[], Job]) -> Share:
    """A part in the job that computes ``key``; who is the first to want it has it submitted.

    Raises:
        Unfinished: as ``submit``.
    """
    with _lock:
        common = _under_way.get(key)
        if common is None or common.failed:
            common = _under_way[key] = _Common(submit())
        return Share(common)
