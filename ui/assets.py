"""Our style, scripts, fonts, and Plotly: their addresses change with their content, and browsers keep them for ever."""

import asyncio
import gzip
import hashlib
import posixpath
import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import streamlit as st
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

ROOT = Path(__file__).resolve().parent.parent / "assets"
PLOTLY = next((ROOT / "plotly").glob("*.min.js"))
PLOTLY_NAME = PLOTLY.name
VENDOR = "vendor"  # stands for the version in the address of what is not ours: its name carries its own
PLOTLY_ADDRESS = f"../{VENDOR}/{PLOTLY_NAME}"  # as our scripts see it
FONTS = tuple(sorted(path.name for path in (ROOT / "fonts").glob("*.woff2")))
STYLES = ("style.css", "cold.css")
KINDS = {".css": "text/css", ".js": "text/javascript", ".woff2": "font/woff2", ".webp": "image/webp"}
PACKED = (".woff2", ".webp")  # compressed as they are
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}


@cache
def _scripts() -> dict[str, bytes]:
    scripts = {str(path.relative_to(ROOT / "js")): path.read_bytes() for path in sorted((ROOT / "js").rglob("*.js"))}
    pictures = {str(path.relative_to(ROOT)): path.read_bytes() for path in sorted(ROOT.rglob("*.webp"))}
    return {**{name: (ROOT / name).read_bytes() for name in STYLES}, **scripts, **pictures}


def with_imports(names: Sequence[str]) -> list[str]:
    """Scripts by name, and all that these import, each once."""
    found = dict.fromkeys(names)
    for name in names:
        imported = re.findall(r'^import .* from "([^"]+)";$', _scripts()[name].decode(), re.MULTILINE)
        paths = [posixpath.normpath(posixpath.join(name, "..", path)) for path in imported]
        found |= dict.fromkeys(with_imports(paths))
    return list(found)


@cache
def version() -> str:
    """A digest of all our scripts: they import each other, so they change address together."""
    digest = hashlib.blake2b(digest_size=6)
    for name, content in _scripts().items():
        digest.update(name.encode() + content)
    return digest.hexdigest()


def base() -> str:
    """Where the app begins on its server: nothing, or a path with a slash before it."""
    path = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{path}" if path else ""


def site() -> str:
    """Where the server is, as a reader's browser says it; nothing where it does not."""
    origin = st.context.headers.get("Origin") or ""
    return origin if origin.startswith(("http://", "https://")) else ""


def prefix() -> str:
    """Where our own routes begin."""
    return f"{base()}/glassbox"


def address(name: str) -> str:
    """Where a style, a script or a font is served."""
    return f"{prefix()}/{VENDOR if name in (PLOTLY_NAME, *FONTS) else version()}/{name}"


def module_loader(name: str) -> str:
    """The script a component is registered with: it loads the real module, from our own address."""
    return f"const m = await import(new URL({address(name)!r}, document.baseURI).href);\nexport default m.default;\n"


def plotly() -> bytes:
    """Plotly's own script."""
    return PLOTLY.read_bytes()


@cache
def _content(name: str) -> tuple[bytes, bytes]:
    """Plain and compressed bytes of a file that there is."""
    if name in FONTS:
        return (font := (ROOT / "fonts" / name).read_bytes()), font
    plain = plotly() if name == PLOTLY_NAME else _scripts()[name]
    return plain, gzip.compress(plain, compresslevel=6, mtime=0)


def is_served(name: str) -> bool:
    """Whether there is a file of this name; what there is was read once, and no folder is looked into."""
    return name == PLOTLY_NAME or name in FONTS or name in _scripts()


async def _serve(request: Request) -> Response:
    """A script by its address. A wrong version is answered too, but not kept: a page of an older release lives on."""
    name = request.path_params["name"]
    if not is_served(name):  # it is not remembered: a request may name anything
        return Response("There is no such file.", status_code=404, media_type="text/plain")
    plain, packed = await asyncio.to_thread(_content, name)
    current = request.path_params["version"] in (version(), VENDOR)
    headers = dict(FOREVER) if current else {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    headers["X-Content-Type-Options"] = "nosniff"
    kind = KINDS[posixpath.splitext(name)[1]]
    if not name.endswith(PACKED) and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(plain, media_type=kind, headers=headers)


def warm() -> None:
    """Compresses everything once, before the first reader asks."""
    for name in (*_scripts(), PLOTLY_NAME, *FONTS):
        _content(name)


def routes() -> list[Route]:
    return [Route(prefix() + "/{version}/{name:path}", _serve)]
