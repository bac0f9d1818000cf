"""Addresses whose page is gone: a lesson that one of them holds goes on, at the nearest page that there is.

Streamlit would show the first page instead, under a box that says only that no page was found.
"""

from urllib.parse import parse_qsl

from starlette.responses import RedirectResponse
from starlette.types import ASGIApp, Receive, Scope, Send

from catalog import BY_SLUG
from core import lessons, link
from ui import assets
from ui.document import asks_for_a_page


class Redirects:
    """ASGI middleware: sends a browser to the page at which a lesson goes on."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        query = scope.get("query_string", b"").decode("latin-1")
        to = next_address(scope["path"], query) if asks_for_a_page(scope) else ""
        await (RedirectResponse(to) if to else self.app)(scope, receive, send)


def next_address(path: str, query: str) -> str:
    """Where the lesson of an address goes on; "" where its page is there, or it holds no lesson with one."""
    slug = path.removeprefix(assets.base()).strip("/")
    if f"{link.LESSON}=" not in query or slug in BY_SLUG or "/" in slug:
        return ""
    slug, address = lessons.led("", dict(parse_qsl(query, keep_blank_values=True, errors="surrogatepass")))
    return f"{assets.base()}/{slug}?{link.query_string(address)}" if slug else ""
