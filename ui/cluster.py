"""Computations of pages on a cluster of Dask's, where the operator names one and it can be reached; else here.

Only long computations go there. Reading a file stays here, where a process that it ends takes nothing along.
"""

import socket
import uuid
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import partial
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from core import worker
from core.errors import Unfinished
from ui.job import Job
from ui.jobs import CELLS, POOL, SLOTS, Pool

if TYPE_CHECKING:
    from distributed import Client

NEEDED = "GLASSBOX_CLUSTER needs what requirements-cluster.txt names: pip install -r requirements-cluster.txt"
SECONDS = 10.0  # that the scheduler has to answer when the server starts
FOREVER = 1e9  # seconds that a scheduler may be gone and is sought
LARGEST = 200_000_000  # bytes of a reader's file and more, which Dask would warn of
LOST = (
    "The computation ended several machines before its result came, as when it needs more memory than there is",
    "Ask for less.",
)
AWAY = "The machines that compute cannot be reached", "Try again in a minute."


class ClusterBoard:
    """The server's side: it hears of progress, and what it writes of cancelling goes to every worker."""

    def __init__(self, client: "Client", topic: str, cancelling: Executor) -> None:
        self.cells = [0.0] * CELLS
        self.client, self.topic, self.cancelling = client, topic, cancelling

    def __getitem__(self, cell: int) -> float:
        return self.cells[cell]

    def __setitem__(self, cell: int, value: float) -> None:
        self.cells[cell] = value
        if cell % worker.CELLS == 1:
            from core import remote

            self.cancelling.submit(self.client.run, remote.write, self.topic, cell, value, on_error="ignore")


class ClusterPool(Pool):
    """A pool whose workers are a cluster's. The scheduler begins a job anew whose worker was lost."""

    where = "on a machine of the cluster"

    def __init__(self, address: str) -> None:
        """Raises:
        OSError: no scheduler answers at the address.
        """
        super().__init__()
        self.most_long = SLOTS  # the scheduler knows how many machines there are
        with socket.create_connection(_place(address), SECONDS):
            pass
        import dask
        from distributed import Client, KilledWorker

        from core import remote

        dask.config.set({"distributed.admin.large-graph-warning-threshold": LARGEST})
        self._client = Client(address, timeout=FOREVER, set_as_default=False)
        self._topic = f"glassbox-{uuid.uuid4().hex}"
        self._cancelling = ThreadPoolExecutor(1, "cancel")  # nobody waits for the network
        self._board = ClusterBoard(self._client, self._topic, self._cancelling)
        self._client.subscribe_topic(self._topic, self._hear)
        self._killed = KilledWorker
        self._run = partial(remote.run, self._topic)

    def _hear(self, event: Any) -> None:
        slot, number, fraction = event[1]
        if number in self._jobs:
            self._board[worker.CELLS * slot] = fraction

    @property
    def is_there(self) -> bool:
        """Whether the scheduler can be reached."""
        return bool(self._client.status == "running")

    def _begin(self, job: Job) -> None:
        if not self.is_there:
            raise Unfinished("job", None, *AWAY)
        super()._begin(job)

    def withdraw(self, job: Job) -> None:
        if job.attempt is not None:
            job.attempt.cancel()  # the scheduler drops it

    def _executor(self, alone: bool) -> Executor:
        executor: Executor = self._client.get_executor(pure=False)
        return executor

    def _error_of(self, attempt: Future[Any]) -> BaseException | None:
        if attempt.cancelled():  # by its reader, who was told already, or by a scheduler that is gone
            return Unfinished("job", None, *AWAY)
        error = super()._error_of(attempt)
        return Unfinished("job", None, *LOST) if isinstance(error, self._killed) else error

    def _close(self, executor: Executor) -> None:
        executor.shutdown(wait=False)

    def stop(self) -> None:
        super().stop()
        self._cancelling.shutdown(wait=self.is_there)
        self._client.close(timeout=2)


_joined: list[ClusterPool] = []


def join(address: str) -> None:
    """Has long computations run on the cluster whose scheduler is at ``address``, unless that is ``none``.

    Raises:
        ValueError: it does not answer, or the library for it is missing.
    """
    if address == "none":
        return
    try:
        _joined.append(ClusterPool(address))
    except ImportError:
        raise ValueError(NEEDED) from None
    except OSError:
        raise ValueError(f"GLASSBOX_CLUSTER = {address!r} cannot be used: no scheduler answers there.") from None


def pools() -> tuple[Pool, ...]:
    """Wherever work of pages may run."""
    return POOL, *_joined


def joined() -> Pool | None:
    """The cluster on which long computations run, if there is one and it can be reached."""
    return next((pool for pool in _joined if pool.is_there), None)


def _place(address: str) -> tuple[str, int]:
    """Host and port."""
    parts = urlsplit(address)
    return parts.hostname or "", parts.port or 0
