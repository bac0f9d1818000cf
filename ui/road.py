"""The short road: from a control straight to the mathematics, and its pictures straight back, past Streamlit.

A run of a page sends some seventy messages and costs the browser far more than the new picture does. So a control, of a
text too (``ui/controls.py``, ``assets/js/road.js``), asks here first, and the figures on the page draw the answer at
once. When the hand rests, the value goes to Streamlit as well, and the run that follows brings everything else up to
date: the address, the sentences, what there is to take along. That run finds the result in memory and the pictures
unchanged. Only pictures in sight are made: the others wait for that run.

What the short road cannot answer (a value that is refused, work that takes long, a page open in another server) it
leaves to that run: the answer is then empty. It works for a session, and for all of them, no more than their budgets
allow: who has spent them waits, and where that is long is told so (429), and the pictures wait for the run that follows
when the hand rests.
"""

import asyncio
import secrets
import threading
import time
from collections.abc import Collection, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import WeakValueDictionary

import numpy as np
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core import link
from core.errors import InputError
from core.explorer import as_used, focused
from ui import compute as computing
from ui import figure as figures
from ui import languages, metrics, payload
from ui.assets import prefix
from ui.drawn import Drawn, drawn
from ui.guards import noted
from ui.guards.allowance import Allowance
from ui.requests import Refused, read_json
from ui.state import State

MAX_QUESTION = 1_000_000  # bytes: a few numbers and names, and a text; longer ones are left to a run

# A question counts for the seconds that its answer takes, and for so many at the least.
LEAST_SECONDS = 0.005
# A hand rests between its moves. Who asks without end has a thread to themselves for forty seconds, then a quarter.
SESSION_RATE, SESSION_BURST = 0.25, 30.0
# All together have one of the processors in the long run, so that pages' own runs have the interpreter, too.
ALL_RATE, ALL_BURST = 1.0, 60.0
LONGEST_WAIT = 0.5  # seconds, for what is left of the budgets; who is refused sooner would ask again at once

# Threads of our own: slow answers must not hold up those that give out scripts and load files.
_threads = ThreadPoolExecutor(4, "draw")

# Pages in readers' hands, by a name that nobody can guess. They leave when Streamlit drops the session.
_open: WeakValueDictionary[str, State] = WeakValueDictionary()

# What is left to each session: seconds of our threads. What is left to all: seconds of a processor.
_budgets: WeakValueDictionary[str, Allowance] = WeakValueDictionary()
_budget_of_all = Allowance(ALL_RATE, ALL_BURST)
_paying = threading.Lock()


def enter(state: State) -> None:
    """Gives the page the name under which its controls ask, and its share of the session's budget."""
    if not state.road:
        state.road = secrets.token_urlsafe(18)
        _open[state.road] = state
        context = get_script_run_ctx()
        session = context.session_id if context else state.road
        state.budget = _budgets.setdefault(session, Allowance(SESSION_RATE, SESSION_BURST))


def known(name: str) -> State | None:
    """The page of that name, while its session lives: two minutes longer than its tab."""
    return _open.get(name)


def routes() -> list[Route]:
    return [Route(f"{prefix()}/draw", _serve, methods=["POST"])]


async def _serve(request: Request) -> Response:
    """``{"page": name, "values": {field: text}, "pictures": [name]}`` → those pictures; all where none is named."""
    try:
        question = await read_json(request, MAX_QUESTION)
        page, values = str(question["page"]), {str(name): str(text) for name, text in question["values"].items()}
        names = frozenset(map(str, question["pictures"])) if "pictures" in question else None
    except Refused as refused:
        return Response(status_code=refused.status)
    except (LookupError, TypeError, AttributeError):
        return Response(status_code=400)
    state = _open.get(page)
    if state is None:
        return Response(status_code=404)
    try:
        with metrics.ANSWERS.labels(state.slug).time():
            pictures = await _pictures(state, values, names)
    except Refused as refused:
        metrics.REFUSALS.labels("question").inc()
        return Response(status_code=refused.status)
    except Exception as error:  # noted, and the page's run meets it again, and tells the reader
        noted(error)
        pictures = None
    if pictures is None:
        return Response(status_code=204)
    # What shrinks is deflated already; Streamlit would spend more time on the whole again than on the pictures.
    headers = {"Cache-Control": "no-store", "Content-Encoding": "identity"}
    return Response(pictures, media_type="application/octet-stream", headers=headers)


async def _pictures(state: State, values: dict[str, str], names: Collection[str] | None) -> bytes | None:
    """The answer, worked out beside those to other pages. One question of a page at a time: a newer one that comes
    meanwhile replaces what still waits, which is left to the page's run.

    Raises:
        Refused: the budgets are spent, and more than a moment would pass until something is left of them (429).
    """
    state.question = question = object()
    loop = asyncio.get_running_loop()
    async with state.asking:
        if state.question is question and (due := max(state.budget.due(), _budget_of_all.due())):
            await asyncio.sleep(min(due, LONGEST_WAIT))
            if due > LONGEST_WAIT:
                raise Refused(429)
        return await loop.run_in_executor(_threads, _paid, state, values, names) if state.question is question else None


def _paid(state: State, values: dict[str, str], names: Collection[str] | None) -> bytes | None:
    """The answer, at the cost of the budgets; one that is refused or fails has its price, too."""
    wall, processor = time.perf_counter(), time.thread_time()
    try:
        return answer(state, values, names)
    finally:
        with _paying:
            state.budget.spend(max(LEAST_SECONDS, time.perf_counter() - wall))
            _budget_of_all.spend(max(LEAST_SECONDS, time.thread_time() - processor))


def answer(state: State, texts: dict[str, str], names: Collection[str] | None = None) -> bytes | None:
    """The pictures of these ``names``, or all of the page, with ``texts`` in place of some of its values; ``None``
    where that takes a run.
    """
    params_type: type[Any] = state.explorer.Params
    try:
        given = {name: link.read_by_hand(params_type, name, text) for name, text in texts.items()}
        params = as_used(params_type(**{**state.values, **given}))
        computed = computing.soon(state, params, state.file) if state.job is None else None
    except InputError:
        return None
    if computed is None:
        return None
    result = focused(state.explorer, computed.result, params)
    with languages.speaking(state.language, state.slug):
        return _pack(drawn(state, computed, result, params), state, given, names)


def _pack(its: Drawn, state: State, given: Mapping[str, Any], names: Collection[str] | None) -> bytes:
    """One message that holds the payload of each picture under the picture's name."""
    pictures = its.views.all() if names is None else its.views.named(names)
    parts = {view.name: np.frombuffer(figures.payload_of(view, state, given, its.packed(view)), np.uint8)
             for view in pictures}  # fmt: skip
    return payload.pack({}, parts)
