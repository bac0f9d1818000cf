"""How many readers there is room for. The surplus is told so on a plain page, which tries again by itself.

A server that is about to end has no room. A page that has lost its connection asks for Streamlit's health before it
connects again, so this says so, too.
"""

import logging
import time
from collections import Counter
from collections.abc import Callable

from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from ui import drain, metrics
from ui.document import asks_for_a_page
from ui.guards.allowance import Allowance
from ui.guards.apologies import busy
from ui.languages.preferred import of_request
from ui.settings import Settings

LOG = logging.getLogger("glassbox")
TRY_AGAIN = 1013  # the server is too busy (RFC 6455, the IANA registry of close codes)
AGAIN_SECONDS = 10
MOST_ADDRESSES = 10_000  # that are remembered for their arrivals


class Admission:
    """ASGI middleware: counts open connections, in all and by address, and those that an address begins in a minute."""

    def __init__(self, app: ASGIApp, settings: Settings, clock: Callable[[], float] = time.monotonic) -> None:
        self.app, self.settings, self.clock = app, settings, clock
        self.open: Counter[str] = Counter()
        self.arrivals: dict[str, Allowance] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await self._connect(scope, receive, send)
        elif asks_for_a_page(scope) and self.is_full(_address(scope)):
            metrics.REFUSALS.labels("page").inc()
            headers = {"cache-control": "no-store", "retry-after": str(AGAIN_SECONDS)}
            await HTMLResponse(busy(AGAIN_SECONDS, of_request(scope)), 503, headers)(scope, receive, send)
        elif drain.is_begun() and scope["type"] == "http" and scope["path"].endswith("/_stcore/health"):
            await PlainTextResponse("draining", 503)(scope, receive, send)
        else:
            await self.app(scope, receive, send)

    def is_full(self, address: str) -> bool:
        """Whether there is no place for another reader, or none for another one from this address."""
        each, most = self.open[address], self.settings
        return drain.is_begun() or self.open.total() >= most.connections or each >= most.connections_per_address

    async def _connect(self, scope: Scope, receive: Receive, send: Send) -> None:
        address = _address(scope)
        if self.is_full(address) or not self._arrives(address):
            metrics.REFUSALS.labels("connection").inc()
            LOG.warning("A connection was refused: %d are open", self.open.total())
            await receive()
            await send({"type": "websocket.close", "code": TRY_AGAIN})
            return
        self.open[address] += 1
        try:
            with metrics.CONNECTIONS.track_inprogress():
                await self.app(scope, receive, send)
        finally:
            self.open[address] -= 1
            if not self.open[address]:
                del self.open[address]

    def _arrives(self, address: str) -> bool:
        if address not in self.arrivals:
            if len(self.arrivals) >= MOST_ADDRESSES:
                self.arrivals = {name: one for name, one in self.arrivals.items() if not one.refill()}
            if len(self.arrivals) >= MOST_ADDRESSES:
                return False
            a_minute = self.settings.arrivals_per_address
            self.arrivals[address] = Allowance(a_minute / 60, a_minute, self.clock)
        return self.arrivals[address].take_if_due()


def _address(scope: Scope) -> str:
    return str((scope.get("client") or ("",))[0])
