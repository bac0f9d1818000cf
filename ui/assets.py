"""Our style and scripts, and Plotly's: their addresses change with their content, and browsers keep them for ever."""

import asyncio
import gzip
import hashlib
from functools import cache
from pathlib import Path

import streamlit as st
from plotly.offline import get_plotlyjs, get_plotlyjs_version
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

ROOT = Path(__file__).resolve().parent.parent / "assets"
PLOTLY_NAME = f"plotly-{get_plotlyjs_version()}.min.js"
VENDOR = "vendor"  # stands for the version in Plotly's address: its name carries its own
PLOTLY_ADDRESS = f"../{VENDOR}/{PLOTLY_NAME}"  # as our scripts see it
FOREVER = {"Cache-Control": "public, max-age=31536000, immutable", "Vary": "Accept-Encoding"}


@cache
def _scripts() -> dict[str, bytes]:
    scripts = {str(path.relative_to(ROOT / "js")): path.read_bytes() for path in sorted((ROOT / "js").rglob("*.js"))}
    return {"style.css": (ROOT / "style.css").read_bytes(), **scripts}


@cache
def version() -> str:
    """A digest of all our scripts: they import each other, so they change address together."""
    digest = hashlib.blake2b(digest_size=6)
    for name, content in _scripts().items():
        digest.update(name.encode() + content)
    return digest.hexdigest()


def prefix() -> str:
    """Where our own routes begin."""
    base = (st.get_option("server.baseUrlPath") or "").strip("/")
    return f"/{base}/glassbox" if base else "/glassbox"


def address(name: str) -> str:
    """Where a style, a script or Plotly is served."""
    return f"{prefix()}/{VENDOR if name == PLOTLY_NAME else version()}/{name}"


def module_loader(name: str) -> str:
    """The script a component is registered with: it loads the real module, from our own address."""
    return f"const m = await import(new URL({address(name)!r}, document.baseURI).href);\nexport default m.default;\n"


@cache
def _content(name: str) -> tuple[bytes, bytes]:
    """Plain and compressed bytes of a script that there is."""
    plain = get_plotlyjs().encode() if name == PLOTLY_NAME else _scripts()[name]
    return plain, gzip.compress(plain, compresslevel=6, mtime=0)


async def _serve(request: Request) -> Response:
    """A script by its address. A wrong version is answered too, but not kept: a page of an older release lives on."""
    name = request.path_params["name"]
    if name != PLOTLY_NAME and name not in _scripts():  # it is not remembered: a request may name anything
        return Response("There is no such file.", status_code=404, media_type="text/plain")
    plain, packed = await asyncio.to_thread(_content, name)
    current = request.path_params["version"] in (version(), VENDOR)
    headers = dict(FOREVER) if current else {"Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    headers["X-Content-Type-Options"] = "nosniff"
    kind = "text/css" if name.endswith(".css") else "text/javascript"
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(packed, media_type=kind, headers={**headers, "Content-Encoding": "gzip"})
    return Response(plain, media_type=kind, headers=headers)


def warm() -> None:
    """Compresses everything once, before the first reader asks."""
    for name in (*_scripts(), PLOTLY_NAME):
        _content(name)


def routes() -> list[Route]:
    return [Route(prefix() + "/{version}/{name:path}", _serve)]
