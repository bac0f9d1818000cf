"""How the server ends: new readers are turned away, running work has a bounded time, then the process ends with 0.

It begins with SIGTERM, as a supervisor sends it, or when the process holds more memory than the operator allows it:
then whoever restarts it has a fresh one. A second SIGTERM ends it at once.
"""

import asyncio
import contextlib
import logging
import os
import signal
import threading
import time
from collections.abc import AsyncIterator, Callable
from typing import Any

import psutil

from core.numbers import quantity
from ui.settings import SETTINGS, Settings

LOG = logging.getLogger("glassbox")
EVERY = 0.2  # seconds between two looks
DRAW_SECONDS = 2.0  # that pages have to draw what they fetched last
CLOSE_SECONDS = 5  # that answers on their way have, once no work runs
STUCK_SECONDS = 6.0  # after which the process ends though a worker that reports no progress still holds on

_begun = threading.Event()


def is_begun() -> bool:
    """Whether this server takes no more readers."""
    return _begun.is_set()


def begin(why: str) -> None:
    if not is_begun():
        LOG.warning("The server takes no more readers: %s", why)
        _begun.set()


@contextlib.asynccontextmanager
async def watched(is_busy: Callable[[], bool], settings: Settings = SETTINGS) -> AsyncIterator[None]:
    """Within, SIGTERM and too much memory end the server that runs here in good order.

    Raises:
        ValueError: it holds too much memory before its first reader.
    """
    if (most := settings.memory_mb * 1_000_000) and (held := memory()) > most:
        raise ValueError(
            f"GLASSBOX_MEMORY_MB = {settings.memory_mb} cannot be used: "
            f"the server holds {quantity(held, 'B')} before its first reader."
        )
    server = getattr(signal.getsignal(signal.SIGTERM), "__self__", None)  # uvicorn's, whose method is the handler
    if not hasattr(server, "should_exit"):  # another server, or none, as in a test
        yield
        return
    with contextlib.suppress(NotImplementedError):  # Windows knows no SIGTERM
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, _on_signal, server)
    keeper = asyncio.create_task(_keep(server, is_busy, settings))
    try:
        yield
    finally:
        keeper.cancel()
        if is_begun():
            stuck = threading.Timer(STUCK_SECONDS, os._exit, (0,))
            stuck.daemon = True
            stuck.start()


def memory() -> int:
    """Bytes of this process that lie in memory, those of its workers left out."""
    held: int = psutil.Process().memory_info().rss
    return held


def _on_signal(server: Any) -> None:
    if is_begun():
        server.should_exit = True
    begin("SIGTERM")


async def _keep(server: Any, is_busy: Callable[[], bool], settings: Settings) -> None:
    most = settings.memory_mb * 1_000_000
    while not is_begun():
        await asyncio.sleep(EVERY)
        if most and (held := memory()) > most:
            begin(f"it holds {quantity(held, 'B')} of memory")
    end = time.monotonic() + settings.drain_seconds
    if is_busy():
        while is_busy() and time.monotonic() < end:
            await asyncio.sleep(EVERY)
        await asyncio.sleep(DRAW_SECONDS)
    LOG.warning("The server ends%s", ", and work that still runs with it" if is_busy() else "")
    server.config.timeout_graceful_shutdown = CLOSE_SECONDS
    server.should_exit = True
