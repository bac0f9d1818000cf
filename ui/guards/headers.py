"""Headers of every answer: what a page of ours may load, and who may show it in a frame."""

import base64
import hashlib
import re
from pathlib import Path

import streamlit
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from ui.document import furnished
from ui.settings import Settings

# Streamlit and Plotly write styles into the page, and Streamlit's components are modules that it holds as blobs.
POLICY = (
    "default-src 'self'; script-src 'self' blob: 'wasm-unsafe-eval'{inline}; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; media-src 'self' data: blob:; connect-src 'self' data: blob:; "
    "worker-src 'self' blob:; object-src 'none'; base-uri 'self'; form-action 'self'; frame-ancestors {ancestors}"
)

DOCUMENT = Path(streamlit.__file__).parent / "static" / "index.html"


def inline_scripts(document: str) -> list[str]:
    """The scripts that stand in a document itself, each as the hash by which a policy lets it run."""
    scripts = re.findall(r"<script>(.*?)</script>", document, re.DOTALL)
    hashes = (hashlib.sha256(script.encode()).digest() for script in scripts)
    return [f"'sha256-{base64.b64encode(digest).decode()}'" for digest in hashes]


class Headers:
    """ASGI middleware: adds the headers to every HTTP answer that has none of their names."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        inline = "".join(f" {each}" for each in inline_scripts(furnished(DOCUMENT.read_bytes()).decode()))
        policy = POLICY.format(inline=inline, ancestors=settings.frame_ancestors)
        self.app = app
        self.headers = [
            (b"content-security-policy", policy.encode()),
            (b"x-content-type-options", b"nosniff"),
            (b"referrer-policy", b"strict-origin-when-cross-origin"),
        ]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                message["headers"] = [*message["headers"], *(h for h in self.headers if h[0] not in present)]
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)
