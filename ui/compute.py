"""Runs an explorer's mathematics for a page: from memory, at once, or in a worker with progress and a way to stop."""

import contextlib
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import streamlit as st
from streamlit.runtime import get_instance
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core import costs, fields
from core.errors import InputError, Unfinished
from core.explorer import Explorer, computation_key, find, home
from core.numbers import percent
from core.worker import Cancelled, compute_in_worker, timed
from ui import cluster, languages
from ui.address import is_current
from ui.job import Job
from ui.jobs import POOL
from ui.languages import worded
from ui.memory import Computed, Memory
from ui.share import Share, share
from ui.state import File, State

PREVIEW_SECONDS = 4.0  # estimated work beyond this is preceded by a preview, where the explorer has one
LONG_SECONDS = 6.0  # work that is estimated to take longer never has all workers
LATE_SECONDS = 1.0  # work that was estimated to be quick and took longer than this, twice, is computed elsewhere
GONE_SECONDS = 10.0  # a page out of touch may come back so soon and find its computation going on
HIDDEN_SECONDS = 90.0  # a browser lets a page that is out of sight ask once a minute
SOON_SECONDS = 0.3  # that quick work in a worker is waited for, before the page says that it goes on
CACHE_BYTES = 256_000_000


MEMORY = Memory(CACHE_BYTES)
LATE: Counter[tuple[str, frozenset[str]]] = Counter()  # how often, by the kinds of work


@dataclass(frozen=True)
class LastDrawn:
    """What a page showed last: it stays in sight while something new is computed."""

    key: Any
    params: Any


@dataclass
class Running:
    """The long computation of one session, and what may be shown of it before."""

    key: Any
    job: Job
    preview: Job | None = None
    doing: str = "Computing"
    polled_at: float = field(default_factory=time.monotonic)  # when the page last asked how far it is

    @property
    def abandoned(self) -> bool:
        return self.job.abandoned

    def has_news(self) -> bool:
        return any(job is not None and job.done() for job in (self.job, self.preview))

    def cancel(self) -> None:
        for job in (self.job, self.preview):
            if job is not None:
                job.cancel()

    def watch_over(self) -> None:
        """Has it stopped once the page of the session that runs now asks no longer."""
        context = get_script_run_ctx()
        wanted = partial(_is_wanted, self, context.session_id if context else None)
        for job in (self.job, self.preview):
            if job is not None:
                job.is_wanted = wanted


def compute(state: State, params: Any, file: File | None) -> Computed | None:
    """The result for ``params``; ``None`` while a worker is at it, or after the reader stopped it.

    Raises:
        InputError: the parameters or the data cannot be used.
    """
    key = _key(state.slug, params, file)
    if state.job is not None and (state.job.key != key or state.job.abandoned):
        state.job.cancel()
        state.job = None
    found = at_once(state, params, file) if state.job is None else MEMORY.get(key)
    if found is None and state.job is None:
        state.job = _start(state, key, params, file.data if file else None)
    if found is None and state.job.job.done():
        found = _collect(state, key)
    if found is not None:
        state.drawn = LastDrawn(key, params)
    elif state.job is not None:
        _take_preview(state.job, state, params)
    return found


def _start(state: State, key: Any, params: Any, data: bytes | None) -> Running:
    explorer, preview = state.explorer, None
    seconds = costs.estimate_seconds(explorer, params, data)
    if hasattr(explorer, "preview") and seconds > PREVIEW_SECONDS:
        preview = _begin(explorer, key, params, data, "preview")
    running = Running(key, _begin(explorer, key, params, data, is_long=seconds > LONG_SECONDS), preview)
    running.watch_over()
    if _is_quick(state, params, data):  # and was kept away from here by its file alone
        running.job.wait(SOON_SECONDS)
    return running


def _begin(explorer: Explorer, key: Any, params: Any, data: bytes | None, *name: str, is_long: bool = False) -> Share:
    """A part in the job that computes it, in a worker here or of the cluster."""
    pool, module = cluster.joined() or POOL, home(explorer.Params)
    return share((pool, key, *name), lambda: pool.submit(compute_in_worker, module, params, data, *name,
                                                         is_long=is_long))  # fmt: skip


def ahead(slug: str, params: Any, is_wanted: Callable[[], bool]) -> None:
    """Has a worker compute what a page may ask for, and waits for it, unless it is remembered. Needs no session.

    Raises:
        InputError: the parameters cannot be used, or the workers are busy.
        Cancelled: it was wanted no more.
    """
    key = _key(slug, params, None)
    if MEMORY.get(key) is None:
        explorer = find(slug)
        is_long = costs.estimate_seconds(explorer, params, None) > LONG_SECONDS
        job = _begin(explorer, key, params, None, is_long=is_long)
        job.is_wanted = is_wanted
        _remembered(key, job)


def _is_wanted(running: Running, session: str | None) -> bool:
    """Whether the page still asks, or at least stands in a browser that may be resting it."""
    try:
        connected = session is None or get_instance().is_active_session(session)
    except RuntimeError:  # no server, as in a test of a page alone
        connected = True
    return time.monotonic() - running.polled_at < (HIDDEN_SECONDS if connected else GONE_SECONDS)


def _take_preview(running: Running, state: State, params: Any) -> None:
    """Shows the preview as soon as there is one. What stops it stops the computation too, and is said there."""
    if running.preview is None or not running.preview.done():
        return
    preview, running.preview = running.preview, None
    with contextlib.suppress(InputError, Cancelled):
        result, seconds = preview.result()
        state.drawn = LastDrawn(_preview_key(running.key), params)
        MEMORY.put(state.drawn.key, Computed(result, seconds, result.device))


def previewed(state: State) -> bool:
    """Whether what the page shows is a preview of what is being computed."""
    return state.job is not None and state.drawn is not None and state.drawn.key == _preview_key(state.job.key)


def _preview_key(key: Any) -> Any:
    return "preview", key


def last(state: State) -> tuple[Computed, Any] | None:
    """The result and the params that the page showed before the computation that runs, where they are remembered."""
    drawn: LastDrawn | None = state.drawn
    found = MEMORY.get(drawn.key) if drawn is not None else None
    return None if drawn is None or found is None else (found, drawn.params)


def at_once(state: State, params: Any, file: File | None) -> Computed | None:
    """The result from memory, or computed here and now where that is quick; else ``None``. Needs no session.

    Raises:
        InputError: the parameters or the data cannot be used.
    """
    key, data = _key(state.slug, params, file), file.data if file else None
    found = MEMORY.get(key)
    if found is None and fields.is_small(params, data) and _is_quick(state, params, data):
        with MEMORY.turn(key):
            found = MEMORY.get(key) or _computed(state, key, params, data)
    return found


def _computed(state: State, key: Any, params: Any, data: bytes | None) -> Computed:
    result, seconds = timed(state.explorer.compute, params, data)
    if seconds > LATE_SECONDS:
        LATE[state.slug, frozenset(costs.work_of(state.explorer, params, data))] += 1
    return MEMORY.put(key, Computed(result, seconds, result.device))


def soon(state: State, params: Any, file: File | None) -> Computed | None:
    """The result ``at_once``, or from a worker where the file alone keeps it away from here; ``None`` where it takes
    longer. Needs no session.

    Raises:
        InputError: the parameters or the data cannot be used, or the workers are busy.
    """
    found = at_once(state, params, file)
    if found is not None or file is None or not _is_quick(state, params, file.data):
        return found
    job = POOL.submit(compute_in_worker, home(state.explorer.Params), params, file.data)
    job.wait(SOON_SECONDS)
    if not job.done():
        job.cancel()
        return None
    return _remembered(_key(state.slug, params, file), job)


def _is_quick(state: State, params: Any, data: bytes | None) -> bool:
    """As it is estimated, and was not found otherwise here: what is late once may have loaded what it needs."""
    work = costs.work_of(state.explorer, params, data)
    return costs.is_quick(state.slug, work) and LATE[state.slug, frozenset(work)] < 2


def _remembered(key: Any, job: Job) -> Computed:
    result, seconds = job.result()
    return MEMORY.put(key, Computed(result, seconds, f"{result.device}, {job.where}"))


def _key(slug: str, params: Any, file: File | None) -> Any:
    return slug, computation_key(params), file.digest if file else None


def _collect(state: State, key: Any) -> Computed | None:
    try:
        found = _remembered(key, state.job.job)
    except Cancelled:
        return None  # state.job stays: it marks this computation as stopped until something changes
    except Unfinished:
        raise  # and state.job stays here too: no run of the page begins it again by itself
    except BaseException:
        state.job = None
        raise
    state.job = None
    return found


@st.fragment(run_every=0.25)
def watch(state: State) -> None:
    """Progress of the session's long computation, and its cancel button; reruns the page when it is over.

    What the style dims while it is here, and lays this over, are the pictures that the page showed last; it keeps the
    place of a first one.
    """
    with languages.speaking(state.language, state.slug):  # a run of this fragment alone begins outside the shell
        _watched(state)


def _watched(state: State) -> None:
    running: Running | None = state.job
    over = "gb-previewed" if state.beside or previewed(state) else "gb-over"
    st.html(f'<span class="gb-computing {over}"></span>')
    if running is not None and _was_stopped(running.job):
        _offer_again(state)
        return
    # A request made before our last address reached the browser still carries the one before it. A rerun would take
    # that for a reader who has gone back, and undo what they have just set; the next request comes in a moment.
    if is_current(state) and (running is None or running.has_news()):
        st.rerun()
    if running is None:
        return
    running.polled_at = time.monotonic()
    job = running.job
    left, right = st.columns([5, 1], vertical_alignment="bottom")
    done = f"{worded(running.doing)}{' A' if state.beside else ''}… {worded(percent(job.progress, 0))}"
    progress = worded(f"Waiting for a free worker, place {job.place}") if job.waiting else done
    left.progress(min(max(job.progress, 0.0), 1.0), text=progress)
    if right.button(worded("Cancel"), key=f"{state.slug}.cancel"):
        running.cancel()


def _was_stopped(job: Job) -> bool:
    return job.done() and (job.future.cancelled() or isinstance(job.future.exception(), Cancelled))


def _offer_again(state: State) -> None:
    def again() -> None:
        state.job = None
        state.touch()

    st.write(worded("The computation was cancelled. Change a control, or start it again."))
    st.button(worded("Start again"), key=f"{state.slug}.again", on_click=again)
