"""What a reader takes along: the link, the data, runnable Python, and a session file where a link would be too long."""

import base64
import json
import zlib
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from typing import Any

import streamlit as st

from core import link
from core.errors import InputError
from core.explorer import as_used
from core.text import visible
from figures.plot import Download
from ui.assets import module_loader
from ui.controls import digest
from ui.state import File, State
from ui.words import say

MAX_SESSION = 40_000_000  # bytes, unpacked, of a file in a session file; larger ones stay out
MAX_SESSION_UPLOAD = 60  # MB
MAX_PARTS = 1_000_000  # lists, objects and commas

_copy = st.components.v2.component(
    "glassbox.copy", html='<div class="gb-copy"></div>', js=module_loader("copy.js"), isolate_styles=False
)


def link_buttons(state: State) -> None:
    """The page's address to copy, and as a QR code; what a reader compares with to pin, and to let go of."""
    standing = state.pinning == "pin" if state.pinning else state.pinned is not None  # once this run is over
    key, data = f"{state.slug}.copy", {"page": state.road, "heard": state.heard, "pinned": standing}

    def pinned() -> None:
        if (asked := state.told(key, "pin")) in ("pin", "unpin"):
            state.touch()
            state.pinning = asked

    mounted = _copy(key=key, data=data, on_pin_change=pinned, width="content")
    if state.is_unheard(mounted.pin):
        state.resume(pinned)


def offer(state: State, params: Any, file: File | None, downloads: list[Download]) -> None:
    """The row of things to take along."""
    st.html('<h2 class="gb-part">Take it with you</h2>')
    with st.container(horizontal=True, vertical_alignment="center"):
        for download in downloads:
            st.download_button(
                download.label,
                data=partial(_encoded, download.make),
                file_name=download.name,
                mime=download.kind,
                on_click="ignore",
                key=f"{state.slug}.download.{download.name}",
            )
        st.download_button(
            "Session file",
            data=lambda: save_session(state.slug, params, file),
            file_name=f"{state.slug}.glassbox.json",
            mime="application/json",
            on_click="ignore",
            key=f"{state.slug}.save",
        )
    for name in state.left_out:
        say(
            "notice",
            f"The {name} is too long for a link. The link carries everything else; "
            f"save a session file to keep the {name} too.",
        )
    if file is not None and len(file.data) > MAX_SESSION:
        say(
            "notice",
            f"Neither a link nor a session file carries {visible(file.name)}: it is too large. Bring it again.",
        )
    elif file is not None:
        say("notice", "A link does not carry a file. Save a session file to keep this one with its settings.")
    _snippet(state, params)
    with st.expander("Open a session file", icon=":material/folder_open:"):
        key = f"{state.slug}.session"
        st.file_uploader(
            "Session file", ["json"], key=key, on_change=_open, args=(state, key), max_upload_size=MAX_SESSION_UPLOAD
        )
        if refusal := st.session_state.pop(f"{key}.refusal", None):
            say("error", refusal)


def _encoded(make: Callable[[], str | bytes]) -> bytes:
    """A file's bytes. A lone surrogate, which UTF-8 lacks, becomes a backslash and its number."""
    content = make()
    return content.encode("utf-8", "backslashreplace") if isinstance(content, str) else content


def _snippet(state: State, params: Any) -> None:
    with st.expander("The same in Python", icon=":material/code:"):
        st.caption("Run it from the root of the repository. On the command line: python -m core with the same address.")
        st.code(state.explorer.snippet(params), language="python")


def save_session(slug: str, params: Any, file: File | None) -> str:
    """Everything a page shows, as JSON; the reader's file is inside, deflated."""
    session: dict[str, Any] = {"glassbox": 1, "explorer": slug, "params": asdict(as_used(params))}
    if file is not None and len(file.data) <= MAX_SESSION:
        packed = base64.b64encode(zlib.compress(file.data, 6)).decode()
        session["file"] = {"name": file.name, "data": packed}
    return json.dumps(session)


def load_session(data: bytes, slug: str) -> tuple[dict[str, Any], File | None]:
    """The values and the file of a session file.

    Raises:
        InputError: it is no session file, or one of another explorer.
    """
    try:
        _refuse_nested(data)
        session = json.loads(data)
        ours, explorer, params = session["glassbox"], session["explorer"], dict(session["params"])
        file = _load_file(session["file"]) if "file" in session else None
    except (ValueError, KeyError, TypeError, zlib.error, RecursionError) as error:
        raise InputError(
            "session", "this file", "it is not a session file of Glassbox, or it is damaged", "Save it again."
        ) from error
    if ours != 1 or explorer != slug:
        raise InputError("session", str(explorer), f"it belongs to another page, not to /{slug}", "Open it there.")
    return params, file


def _refuse_nested(data: bytes) -> None:
    """Parsing takes some fifty bytes for a list that is two in the file, so they are counted before.

    Raises:
        ValueError: there are more values than a session file has, commas of texts included.
    """
    if data.count(b"[") + data.count(b"{") + data.count(b",") > MAX_PARTS:
        raise ValueError("too many parts")


def _load_file(entry: dict[str, str]) -> File:
    unpacker = zlib.decompressobj()
    data = unpacker.decompress(base64.b64decode(entry["data"], validate=True), MAX_SESSION)
    if unpacker.unconsumed_tail or not unpacker.eof:
        raise ValueError("too large, or cut short")
    return File(str(entry["name"]), data, digest(data))


def _open(state: State, key: str) -> None:
    upload = st.session_state[key]
    if upload is None:
        return
    try:
        values, file = load_session(upload.getvalue(), state.slug)
        params = _checked(state, values)
    except InputError as error:
        st.session_state[f"{key}.refusal"] = str(error)
        return
    state.set(**params)
    state.files = {"file": file} if file else {}


def _checked(state: State, values: dict[str, Any]) -> dict[str, Any]:
    """The settings of a session file, held against the same rules as an address."""
    defaults = asdict(state.explorer.Params())
    values = {name: tuple(value) if isinstance(value, list) else value for name, value in values.items()}
    foreign = [name for name, value in values.items() if type(value) is not type(defaults.get(name))]
    if foreign:
        rule = f"this page has no such setting as its {foreign[0]}"
        raise InputError("session", "this file", rule, "Save it again.")
    link.check_kinds(state.explorer.Params, values)
    return asdict(state.explorer.Params(**values))
