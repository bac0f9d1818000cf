"""Presets are computed once the server stands, one after another, so that a class that comes at once finds them."""

import contextlib
import logging
import threading
import time

from catalog import BY_SLUG
from core.errors import InputError
from core.explorer import find
from core.worker import Cancelled
from ui import cluster, compute, drain

WAIT_SECONDS = 0.5  # between two looks at whether readers wait for a worker
LOG = logging.getLogger("glassbox")


def begin() -> None:
    """In a thread; readers who are there already come first."""
    threading.Thread(target=compute_presets, daemon=True).start()


def compute_presets() -> None:
    """The defaults and every preset of every page, until the server is to end."""
    start = time.perf_counter()
    for slug in BY_SLUG:
        explorer = find(slug)
        for values in ({}, *(one.values for one in explorer.PRESETS)):
            while any(pool.waiting() for pool in cluster.pools()):
                time.sleep(WAIT_SECONDS)
            if drain.is_begun():
                return
            with contextlib.suppress(InputError, Cancelled):
                compute.ahead(slug, explorer.Params(**values), lambda: not drain.is_begun())
    LOG.info("presets computed in %.1f s", time.perf_counter() - start)
