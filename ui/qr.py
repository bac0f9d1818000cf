"""A link as a QR code, for phones in a lecture room."""

import asyncio
import io

import segno
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ui.assets import prefix

LONGEST = 1_500  # characters: more than a phone reads off a screen


def drawn(link: str) -> bytes:
    """An SVG picture of ``link``, black on white whatever the theme: some phones read no other."""
    picture = io.BytesIO()
    segno.make(link, error="l", micro=False).save(
        picture, kind="svg", scale=4, border=4, light="#ffffff", dark="#000000"
    )
    return picture.getvalue()


async def _serve(request: Request) -> Response:
    link = request.query_params.get("link", "")
    if not 0 < len(link) <= LONGEST:
        return Response("This link is too long for a QR code.", status_code=414, media_type="text/plain")
    picture = await asyncio.to_thread(drawn, link)
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "no-store"})


def routes() -> list[Route]:
    return [Route(f"{prefix()}/qr.svg", _serve)]
