"""The one HTML document that Streamlit serves, with the house's style and scripts in it from the first byte.

Sent by a page's script, the style would come after Streamlit's first picture of the page, and everything would jump.
"""

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files

import streamlit as st
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui import assets, languages
from ui.languages import preferred, streamlits

MODULES = ("figure.js", "panel.js", "control.js", "copy.js", "search.js")
STARTED = ("cold.js", "symbols.js", "links.js", "back.js", "language.js", "load_plotly.js")  # for the whole document
STREAMLITS = ("BidiComponent", "Html", "rehype-katex", "rehype-raw")  # what every page shows, loaded once it is shown
CHANGED = (b"content-length", b"etag", b"last-modified", b"accept-ranges")  # these no longer hold


@cache
def _head() -> bytes:
    """Says where the server is, and asks for what every page needs, before Streamlit knows it."""
    addresses = [*map(assets.address, assets.with_imports(MODULES)), *_streamlits()]
    modules = [f'<link rel="modulepreload" href="{address}">' for address in addresses]
    text = assets.address(next(name for name in assets.FONTS if name.startswith("inter")))
    font = f'<link rel="preload" as="font" type="font/woff2" href="{text}" crossorigin>'
    start = "".join(f'<script type="module" src="{assets.address(name)}"></script>' for name in STARTED)
    return "".join([_whereabouts(), *modules, font, start]).encode()


def _whereabouts() -> str:
    """Where the server answers, and whom it lets talk to its pages: Streamlit's own script would ask for both.

    It begins by asking below the page, at "/fourier/_stcore", where nothing is, and waits before it asks elsewhere.
    """
    host = {"allowedOrigins": st.get_option("client.allowedOrigins"), "useExternalAuthToken": False}
    place = json.dumps(assets.base() or "/")
    known = f"{{BACKEND_BASE_URL: location.origin + {place}, HOST_CONFIG: {json.dumps(host)}}}"
    return f"<script>window.__streamlit = {known}</script>"


@cache
def _style() -> bytes:
    """At the end of the body, where it outranks the rules that Streamlit writes into the head."""
    return "".join(f'<link rel="stylesheet" href="{assets.address(name)}">' for name in assets.STYLES).encode()


@cache
def _streamlits() -> list[str]:
    """Addresses of Streamlit's own modules of STREAMLITS, and of what they import that its document does not name."""
    static = files("streamlit") / "static"
    there = {path.name: path for path in (static / "static" / "js").iterdir()}
    named = (static / "index.html").read_text(encoding="utf-8")

    def imports(names: Iterable[str]) -> dict[str, None]:
        found: dict[str, None] = {}
        for name in names:
            if name not in named:
                start = there[name].read_text(encoding="utf-8").split(";var ", 1)[0]
                found |= {name: None} | imports(re.findall(r'(?:from|import)"\./([^"]+)"', start))
        return found

    wanted = (next(name for name in there if re.fullmatch(rf"{stem}\.[^.]+\.js", name)) for stem in STREAMLITS)
    return [f"./static/js/{name}" for name in imports(wanted)]


@cache
def words(language: str) -> str:
    """What scripts say in another language, as data in a document: a browser runs no script of this type."""
    if language == "en":
        return ""
    known = json.dumps(languages.script_words(language), ensure_ascii=False).replace("<", "\\u003c")
    return f'<script type="application/json" id="gb-words">{known}</script>'


@cache
def _streamlits_words(language: str) -> str:
    """What Streamlit says in another language, and the script that puts it there."""
    if language == "en":
        return ""
    known = json.dumps(streamlits.texts(language), ensure_ascii=False).replace("<", "\\u003c")
    return (f'<script type="application/json" id="gb-streamlits">{known}</script>'
            f'<script type="module" src="{assets.address("streamlit_words.js")}"></script>')  # fmt: skip


def furnished(document: bytes, draws: bool = True, language: str = "en") -> bytes:
    """Streamlit's document with our style and scripts, and our name; first of all Plotly, where the page ``draws``.

    It takes longer than anything else here, and assets/js/load_plotly.js says when it is read.
    """
    source = assets.address(assets.PLOTLY_NAME)
    plotly = f'<link rel="preload" as="script" fetchpriority="high" data-plotly href="{source}">'
    title = "<title>Glassbox</title>" + plotly * draws
    document = document.replace(b"<title>Streamlit</title>", title.encode(), 1)
    if language != "en":
        document = document.replace(b'<html lang="en"', f'<html lang="{language}"'.encode(), 1)
    said = (words(language) + _streamlits_words(language)).encode()
    document = document.replace(b"</head>", said + _head() + b"</head>", 1)
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
        draws = scope["path"].rstrip("/") != assets.base()
        await self.app(
            scope,
            receive,
            _Rewriting(send, draws, preferred.of_query(scope.get("query_string", b"").decode("latin-1"))),
        )


def _header(holder: Scope | Message, name: bytes) -> bytes:
    return next((value for key, value in holder["headers"] if key.lower() == name), b"")


class _Rewriting:
    """Gathers an HTML answer and sends it furnished; any other passes as it comes."""

    def __init__(self, send: Send, draws: bool, language: str) -> None:
        self.send, self.draws, self.language, self.body = send, draws, language, b""
        self.start: Message | None = None

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start" and _header(message, b"content-type").startswith(b"text/html"):
            self.start = message
        elif self.start is None:
            await self.send(message)
        else:
            self.body += message.get("body", b"")
            if not message.get("more_body"):
                await self._finish(self.start, furnished(self.body, self.draws, self.language))

    async def _finish(self, start: Message, body: bytes) -> None:
        kept = [pair for pair in start["headers"] if pair[0].lower() not in CHANGED]
        headers = [*kept, (b"content-length", str(len(body)).encode())]
        await self.send({**start, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})
