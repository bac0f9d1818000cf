"""Work that holds no lock of Python's, such as that of NumPy, torch and compiled loops, on a few threads."""

import os
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

FEW = 2  # threads of one call: the other cores are other readers'
AHEAD = 64  # results for each thread that may wait to be asked for: there may be millions of items


def in_threads(
    run: Callable[[T], R], items: Collection[T], progress: Callable[[float], None] | None = None, most: int = FEW
) -> Iterator[R]:
    """``run(item)`` of each of the items, in their order, at most so many at a time.

    ``progress`` hears which share is done when the next result is asked for. Where it raises, or nobody asks any more,
    what has not begun is dropped.
    """
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    threads = min(most, cores, len(items))
    pool = ThreadPoolExecutor(threads) if threads > 1 else None
    try:
        for done, result in enumerate(_ahead(pool, run, items, AHEAD * threads) if pool else map(run, items), 1):
            yield result
            if progress:
                progress(done / len(items))
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)


def _ahead(pool: ThreadPoolExecutor, run: Callable[[T], R], items: Iterable[T], most: int) -> Iterator[R]:
    """What ``pool.map`` gives, with so many items begun or waiting at most."""
    begun: deque[Future[R]] = deque()
    for item in items:
        begun.append(pool.submit(run, item))
        if len(begun) == most:
            yield begun.popleft().result()
    while begun:
        yield begun.popleft().result()
