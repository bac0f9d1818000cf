"""What a route of ours takes from a browser: JSON of a page of ours, up to a length."""

import json
from typing import Any
from urllib.parse import urlsplit

from starlette.requests import Request


class Refused(Exception):  # noqa: N818 (an answer, not a fault)
    """A request that is answered by its ``status`` alone."""

    def __init__(self, status: int) -> None:
        super().__init__(status)
        self.status = status


def is_own(request: Request) -> bool:
    """Whether a page of ours asks: in JSON, which no form of another site can send, and from the same origin."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    origin, site = request.headers.get("origin"), request.headers.get("sec-fetch-site")
    if site is not None:  # a browser's own word, which no proxy on the way changes
        same = site == "same-origin"
    else:
        same = origin is None or urlsplit(origin).netloc == request.headers.get("host")
    return kind == "application/json" and same


async def read_json(request: Request, longest: int) -> Any:
    """The body of a request of ours, of at most ``longest`` bytes.

    Raises:
        Refused: it comes from elsewhere (403), is too long (413), or is no JSON (400).
    """
    if not is_own(request):
        raise Refused(403)
    body = b""
    async for part in request.stream():  # a length that is told need not be true, and need not be told
        body += part
        if len(body) > longest:
            raise Refused(413)
    try:
        return json.loads(body)
    except (ValueError, RecursionError) as error:
        raise Refused(400) from error
