"""What a tab keeps for its reader (``assets/js/tab.js``): one that is loaded again, opened in another language, or back
after the server was away goes on with it, in a session that knows nothing of the one before.
"""

import secrets
from collections.abc import Callable, Mapping
from dataclasses import asdict
from functools import partial
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from core import link
from ui import address, component, road
from ui.component import Component
from ui.guards import uploads
from ui.state import State

SESSION = "glassbox.tab"  # of a session: by which a tab knows that it is another one

_kept = Component("tab", "tab.js")


def keep(name: str, what: Any, take: Callable[[Any], None], key: str = "gb-tab", wanted: bool = True) -> None:
    """Has the tab keep ``what``, in JSON, or forget it where that is None. ``take`` is given what it kept before this
    session, as any browser may tell it: where it is ``wanted``, or ``holds`` more than an address.
    """

    def resumed() -> None:
        if (before := component.messages(key).get("kept")) is not None:
            take(before)

    session = st.session_state.setdefault(SESSION, secrets.token_urlsafe(9))
    _kept(key, {"name": name, "what": what, "session": session, "wanted": wanted}, {"kept": resumed})


def keep_page(state: State, params: Any) -> None:
    """Keeps how a page stands, and what a link does not carry of it: long texts, and the name by which the server has
    its files, what stands in a control and cannot be used, and what does not count beside the ``params`` that do.
    """
    written = address.named(state.address or {})
    holds = bool(state.files or state.left_out or (state.pinned and state.pinned.file) or state.refused)
    holds = holds or state.values != asdict(params)
    what = {"road": state.road, "address": written, "beyond": state.beyond.get(written, {}), "holds": holds}
    wanted = address.is_come_to_bare(state)
    keep(state.slug, what if written or holds else None, partial(_go_on, state), wanted=wanted)


def _go_on(state: State, before: Any) -> None:
    if not isinstance(before, Mapping):
        return
    earlier, beyond, written = road.known(str(before.get("road"))), before.get("beyond"), str(before.get("address"))
    earlier = earlier if earlier is not None and earlier.slug == state.slug else None
    if earlier is not None:
        state.go_on(earlier)
        context = get_script_run_ctx()
        for file in state.files.values():
            uploads.count(context.session_id if context else "", file.name, file.data)
    if address.is_come_to_bare(state):
        here = link.read_address(f"?{written}")[1]
    else:
        here, beyond = {}, beyond if written == state.arrived else {}
    whole = {str(name): str(text) for name, text in beyond.items()} if isinstance(beyond, Mapping) else {}
    whole = state.beyond.get(state.arrived, {}) | whole
    address.take(state, whole | here | (state.address or {}))
    if earlier is not None and address.named(earlier.address or {}) == address.named(here or state.address or {}):
        state.values, state.refused = dict(earlier.values), dict(earlier.refused)
        state.chosen = dict(earlier.chosen)
    state.touched = True  # the request may have left the browser before our last address came there
