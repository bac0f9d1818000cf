"""The routes of a class: a teacher opens a room with a question, phones send guesses, and the teacher shows the answer.

Everything goes by the room's code, which stands in the path, so that a proxy can keep a room at one replica.
"""

from typing import Any

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from core.errors import InputError
from core.explorer import find
from core.questions.rooms import RoomRefusal, Rooms
from ui.assets import prefix
from ui.guards.allowance import Allowance
from ui.requests import Refused, read_json

LONGEST = 2_000  # bytes of a request
BURST = 1_000.0
LOOKS, CHANGES, STRANGE = 200.0, 100.0, 20.0  # requests a second: looks into rooms, what changes one, and all others
PACE = 100.0  # looks a second that are asked for: half of what is answered, so that who keeps to it is never refused
SOONEST, LATEST = 1.5, 15.0  # seconds from one look to the next
KEY = "x-glassbox-key"

ROOMS = Rooms()
_looks, _changes, _strange = (Allowance(rate, BURST) for rate in (LOOKS, CHANGES, STRANGE))
_pace = Allowance(PACE, PACE)


def routes() -> list[Route]:
    return [Route(f"{prefix()}/room/{{code}}", _serve, methods=["GET", "PUT", "POST", "DELETE"])]


async def _serve(request: Request) -> Response:
    """PUT ``{slug, question}`` opens a room, POST ``{pupil, guess}`` or ``{show}`` adds to it, DELETE closes it."""
    code, key = request.path_params["code"], request.headers.get(KEY, "")
    if not _allowance(request.method, code).take_if_due():
        return Response(status_code=429)
    try:
        if request.method in ("GET", "HEAD"):
            response: Response = JSONResponse(_results(code, key))
        else:
            response = _changed(request.method, code, key, await read_json(request, LONGEST))
    except (LookupError, TypeError, AttributeError, InputError):
        return Response(status_code=400)
    except (Refused, RoomRefusal) as refused:
        return Response(status_code=refused.status)
    response.headers["Cache-Control"] = "no-store"
    return response


def _allowance(method: str, code: str) -> Allowance:
    """No look of a large class keeps a guess out, and nobody who knows no room keeps out who does."""
    if code not in ROOMS:
        return _strange
    return _looks if method in ("GET", "HEAD") else _changes


def _results(code: str, key: str) -> dict[str, object] | None:
    """What there is to see; nothing where there is no room, which is no fault of who looks."""
    try:
        return {**ROOMS.look(code, key), "again": _next_look()}
    except RoomRefusal:
        return None


def _next_look() -> float:
    """The seconds after which to look again: the more look, the later, and each at a time of its own."""
    return max(SOONEST, _pace.take() if _pace.due() < LATEST else LATEST)


def _changed(method: str, code: str, key: str, body: Any) -> Response:
    if method == "PUT":
        slug, name = str(body["slug"]), str(body["question"])
        known = {one.name: one for one in find(slug).QUESTIONS}
        return JSONResponse({"key": ROOMS.open(code, slug, known[name])}, 201)
    if method == "DELETE":
        ROOMS.close(code, key)
    elif body.get("show") is True:
        ROOMS.show(code, key)
    else:
        ROOMS.guess(code, str(body["pupil"]), str(body["guess"]))
    return Response(status_code=204)
