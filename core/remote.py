"""The worker's side of long work on a cluster: there, the board of ``core.worker`` is no memory that both sides share.

Each worker's process keeps a board of its own for every server. What work writes there of its progress goes to the
server as an event of Dask's, ten times a second at the most; what a server cancels, it writes there itself.
"""

import time
from collections.abc import Callable
from typing import Any

from distributed import get_worker

from core import worker

EVERY = 0.1  # seconds between two reports of a job


class ReportedBoard:
    """A board whose progress the server that listens to ``topic`` is told, as (slot, number of the job, fraction)."""

    def __init__(self, topic: str) -> None:
        self.topic, self.cells = topic, dict[int, float]()
        self.numbers, self.at = dict[int, int](), dict[int, float]()

    def __getitem__(self, cell: int) -> float:
        return self.cells.get(cell, 0.0)

    def __setitem__(self, cell: int, value: float) -> None:
        self.cells[cell] = value
        slot, kind = divmod(cell, worker.CELLS)
        if kind == 0 and (value in (0.0, 1.0) or time.monotonic() - self.at.get(slot, 0.0) >= EVERY):
            self.at[slot] = time.monotonic()
            get_worker().log_event(self.topic, (slot, self.numbers[slot], float(value)))


_boards: dict[str, ReportedBoard] = {}


def run(topic: str, slot: int, number: int, function: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """``worker.run`` for the server that listens to ``topic``."""
    board = _boards.setdefault(topic, ReportedBoard(topic))
    board.numbers[slot] = number
    return worker.run_on(board, slot, number, function, *arguments, **options)


def write(topic: str, cell: int, value: float) -> None:
    """What a server has a worker read on its board. Work that has not begun finds it there."""
    _boards.setdefault(topic, ReportedBoard(topic)).cells[cell] = value
