"""The server: `streamlit run app.py`. Start-up and routes; everything a reader sees begins in ui/shell.py."""

import asyncio
import gc
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import streamlit as st
from starlette.middleware import Middleware

from ui import (
    ahead,
    assets,
    callbacks,
    cluster,
    delivery,
    document,
    drain,
    gone_pages,
    guards,
    health,
    logs,
    qr,
    road,
    rooms,
    search,
    startup,
)
from ui.settings import SETTINGS

logging.getLogger("glassbox").setLevel(logging.INFO)
guards.watch_logs()
callbacks.take_in_at_once()
delivery.deliver_whole()
logs.begin()
# Of Python's collector of garbage. By its own (700, 10, 10) a server with a hundred readers walked everything they hold
# every five seconds, for half a second in which nobody was answered; so, it does once in some minutes.
GENERATIONS = 20_000, 20, 20


@asynccontextmanager
async def lifespan(_: Any) -> AsyncIterator[dict[str, Any]]:
    """Everything slow happens here, once, before the first reader."""
    await asyncio.to_thread(startup.load)
    gc.collect()
    gc.freeze()  # what is loaded now stays for ever: later collections need not walk it
    gc.set_threshold(*GENERATIONS)
    logs.begin()  # of what was loaded meanwhile
    if SETTINGS.presets:
        ahead.begin()
    async with drain.watched(lambda: any(pool.is_busy() for pool in cluster.pools())):
        yield {}
    for pool in cluster.pools():
        pool.stop()


app = st.App(
    "ui/shell.py",  # not beside pages/, which would make Streamlit take those for an app of the old kind
    lifespan=lifespan,
    routes=[*health.routes(), *road.routes(), *qr.routes(), *rooms.routes(), *search.routes(), *assets.routes()],
    middleware=[*guards.middleware(), Middleware(gone_pages.Redirects), Middleware(document.Furnished)],
    on_script_error=guards.apologise,
)
