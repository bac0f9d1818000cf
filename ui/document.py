"""The one HTML document that Streamlit serves, with the house's style and scripts in it from the first byte.

Sent by a page's script, the style would come after Streamlit's first picture of the page, and everything would jump.
"""

from functools import cache

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui import assets

MODULES = ("figure.js", "panel.js", "control.js", "copy.js", "search.js")
CHANGED = (b"content-length", b"etag", b"last-modified", b"accept-ranges")  # these no longer hold


@cache
def _head() -> bytes:
    """Asks for what every page needs, before Streamlit knows it."""
    modules = [f'<link rel="modulepreload" href="{assets.address(name)}">' for name in assets.with_imports(MODULES)]
    plotly = f'<link rel="preload" as="script" href="{assets.address(assets.PLOTLY_NAME)}">'
    text = assets.address(next(name for name in assets.FONTS if name.startswith("inter")))
    font = f'<link rel="preload" as="font" type="font/woff2" href="{text}" crossorigin>'
    start = f'<script type="module" src="{assets.address("cold.js")}"></script>'
    return "".join([*modules, font, plotly, start]).encode()


@cache
def _style() -> bytes:
    """At the end of the body, where it outranks the rules that Streamlit writes into the head."""
    return f'<link rel="stylesheet" href="{assets.address("style.css")}">'.encode()


def furnished(document: bytes) -> bytes:
    """Streamlit's document with our style and scripts, and our name."""
    document = document.replace(b"<title>Streamlit</title>", b"<title>Glassbox</title>", 1)
    document = document.replace(b"</head>", _head() + b"</head>", 1)
    return document.replace(b"</body>", _style() + b"</body>", 1)


def asks_for_a_page(scope: Scope) -> bool:
    """Whether a browser asks for a document, and not for what stands in it."""
    return scope["type"] == "http" and scope["method"] == "GET" and b"text/html" in _header(scope, b"accept")


class Furnished:
    """ASGI middleware: furnishes every HTML answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if not asks_for_a_page(scope):
            await self.app(scope, receive, send)
            return
        # Plain, and whole: what is changed can be neither deflated nor the rest of what a browser keeps.
        dropped = (b"accept-encoding", b"if-none-match", b"if-modified-since", b"range")
        scope = {**scope, "headers": [pair for pair in scope["headers"] if pair[0] not in dropped]}
        await self.app(scope, receive, _Rewriting(send))


def _header(holder: Scope | Message, name: bytes) -> bytes:
    return next((value for key, value in holder["headers"] if key.lower() == name), b"")


class _Rewriting:
    """Gathers an HTML answer and sends it furnished; any other passes as it comes."""

    def __init__(self, send: Send) -> None:
        self.send, self.body = send, b""
        self.start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _header(message, b"content-type").startswith(b"text/html"):
            self.start = message
        elif self.start is None:
            await self.send(message)
        else:
            self.body += message.get("body", b"")
            if not message.get("more_body"):
                await self._finish(self.start, furnished(self.body))

    async def _finish(self, start: Message, body: bytes) -> None:
        kept = [pair for pair in start["headers"] if pair[0].lower() not in CHANGED]
        headers = [*kept, (b"content-length", str(len(body)).encode())]
        await self.send({**start, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})
