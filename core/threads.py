"""Work that holds no lock of Python's, such as that of NumPy, torch and compiled loops, on a few threads."""

import os
from collections.abc import Callable, Collection, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")

FEW = 2  # threads of one call: the other cores are other readers'


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
        for done, result in enumerate((pool.map if pool else map)(run, items), 1):
            yield result
            if progress:
                progress(done / len(items))
    finally:
        if pool:
            pool.shutdown(cancel_futures=True)
