"""What a reader takes along: the link, the data, runnable Python, and a session file where a link would be too long."""

import html
from collections.abc import Callable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

import streamlit as st
from streamlit.runtime.uploaded_file_manager import DeletedFile

from core import link, session_file
from core.errors import InputError, Unfinished
from core.explorer import find
from core.numbers import count, joined
from core.text import visible
from core.worker import within_memory
from figures.plot import Download
from ui import compare, folds, languages, lesson_editor, questions, tab
from ui.address import turn_to
from ui.component import Component
from ui.controls import Controls, digest
from ui.jobs import POOL
from ui.languages import worded
from ui.state import File, State
from ui.words import say

MAX_SESSION_UPLOAD = 60  # MB
MOST_SECONDS = 30.0  # that a session file may take to be opened

_copy = Component("copy", "copy.js")


def link_buttons(state: State) -> None:
    """The page's address to copy, and as a QR code; what a reader compares with to pin, and to let go of."""
    standing = state.pinning == "pin" if state.pinning else state.pinned is not None  # once this run is over
    key, data = f"{state.slug}.copy", {**state.received, "pinned": standing}

    def pinned() -> None:
        if (wanted := state.message(key, "pin")) in ("pin", "unpin"):
            state.touch()
            state.pinning = wanted

    def brought() -> None:  # a file, of which Streamlit has told just before: here the browser learns that it is heard
        state.message(key, "brought")

    hears = {"pin": pinned, "brought": brought}
    state.resume(_copy(key, data, hears, "content"), hears)


def downloads(pictures: Any, slug: str, result: Any) -> list[Download]:
    """The data of the page: what its ``pictures`` offer, or else the table of the result."""
    if result is None:
        return []
    if hasattr(pictures, "downloads"):
        return list(pictures.downloads(result))
    return [Download.table("The numbers (CSV)", f"{slug}.csv", result.table)]


def offer(state: State, params: Any, file: File | None, downloads: list[Download], named: Sequence[str]) -> None:
    """The row of things to take along, and a lesson; on paper the settings in words, those ``named`` in any case."""
    st.html(f'<h2 class="gb-part">{worded("Take it with you")}</h2>')
    with st.container(horizontal=True, vertical_alignment="center"):
        for download in (*downloads, *questions.downloads(state)):
            st.download_button(
                worded(download.label),
                data=partial(_encoded, languages.bound(download.make)),
                file_name=download.name,
                mime=download.kind,
                on_click="ignore",
                key=f"{state.slug}.download.{download.name}",
            )
        st.download_button(
            worded("Session file"),
            data=lambda: _save(state, params, file),
            file_name=f"{state.slug}.glassbox.json",
            mime="application/json",
            on_click="ignore",
            key=f"{state.slug}.save",
        )
    tab.keep_page(state, params)
    for name in state.left_out:
        called = Controls(state).called(name)
        keeps = (
            f"“{called}” is too long for a link. The link carries everything else; save a session file to keep it too."
        )
        leaves = f"“{called}” is too long for a link. The link carries everything else."
        say("notice", leaves if name == link.GUESSES else keeps)  # no session file keeps a guess
    if file is not None and len(file.data) > session_file.MAX_BYTES:
        say(
            "notice",
            f"Neither a link nor a session file carries {visible(file.name)}: it is too large. Bring it again.",
        )
    elif file is not None:
        say("notice", "A link does not carry a file. Save a session file to keep this one with its settings.")
    _snippet(state, params)
    st.html(
        f'<p class="gb-on-paper">{worded("Settings:")} {html.escape(joined(compare.settings_of(params, named)))}.</p>'
    )
    with st.expander(worded("Open a session file"), icon=":material/folder_open:"):
        key = f"{state.slug}.session"
        st.file_uploader(
            worded("Session file"),
            ["json"],
            key=key,
            on_change=_open,
            args=(state, key),
            max_upload_size=MAX_SESSION_UPLOAD,
        )
        if refusal := st.session_state.pop(f"{key}.refusal", None):
            say("error", Controls(state).sentence(refusal))
    lesson_editor.offer(state, params)


def _encoded(make: Callable[[], str | bytes]) -> bytes:
    """A file's bytes. A lone surrogate, which UTF-8 lacks, becomes a backslash and its number."""
    content = make()
    return content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content


def _snippet(state: State, params: Any) -> None:
    # What colours the code weighs as much as the drawing library.
    place = folds.opened(state.slug, "snippet", worded("The same in Python"), "code")
    if place is None:
        return
    with place:
        hint = "Run it from the root of the repository. On the command line: python -m core with the same address."
        st.caption(worded(hint))
        st.code(state.explorer.snippet(params), language="python")


def _save(state: State, params: Any, file: File | None) -> bytes:
    pinned = state.pinned
    return session_file.save(
        state.slug, params, _contents(file), pinned and pinned.params(), _contents(pinned.file if pinned else None)
    )


def _contents(file: File | None) -> session_file.Contents | None:
    return None if file is None else (file.name, file.data)


def _open(state: State, key: str) -> None:
    upload = st.session_state.get(key)
    if upload is None or isinstance(upload, DeletedFile):  # the server may have lost it meanwhile
        return
    try:
        session = _loaded(upload.getvalue(), state.slug)
        explorer = find(session.slug)
        kind = explorer.Params
        params = session_file.params_of(kind, session.current.settings)
        pinned = session.pinned and session_file.params_of(kind, session.pinned.settings)
    except InputError as error:
        st.session_state[f"{key}.refusal"] = error
        return
    if session.slug != state.slug:
        state = turn_to(session.slug, explorer)
    state.set(**asdict(params))
    file = _file(session.current.file)
    state.files, state.opened = {"file": file} if file else {}, state.opened + 1
    if session.says_pinned:
        state.pin(pinned, _file(session.pinned.file) if session.pinned else None)


def _loaded(data: bytes, slug: str) -> session_file.Session:
    """What the file holds; a large one is unpacked by a worker.

    Raises:
        InputError: as ``session_file.load``, or that took too long.
    """
    if len(data) <= session_file.SMALL_BYTES:
        return session_file.load(data, slug)
    job = POOL.submit(within_memory, session_file.load, data, slug)
    job.wait(MOST_SECONDS)
    if not job.done():
        job.cancel()
        rule = f"The session file could not be opened in {count(MOST_SECONDS)} s"
        raise Unfinished("session", "this file", rule, "Try again in a minute.")
    found: session_file.Session = job.result()
    return found


def _file(contents: session_file.Contents | None) -> File | None:
    return None if contents is None else File(*contents, digest(contents[1]))
