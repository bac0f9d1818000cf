"""The two-way tie of what a reader has set on one page to the address.

The address is the state: every value that differs from its default stands in the query string, read by ``core.link``
once when it changes and written back after each run. The address and what we remember can disagree. The rule: what a
hand has touched in this run wins, unless it went back then; otherwise an address that is not the one we wrote last is
news (a link, the Back button) and wins; otherwise what we remember stands, also for controls that are out of sight. A
request that left the browser before our last address came there has an older one, which is no news. A hand on a widget
of Streamlit's may send such a request, with a fold that it opens; nothing of ours may (``is_current``).
"""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx
from streamlit.runtime.state import get_session_state

from core import link, questions
from core.errors import Unheld
from core.explorer import Explorer
from core.questions import rooms
from ui import languages
from ui.state import State

_CURRENT = "glassbox.page"
_ARRIVED = "glassbox.arrived"
_FIRST = "glassbox.first"
TURNED = "glassbox.turned"
MOST_BEYOND = 20  # addresses of a page for each of which what was too long is kept


def arrive(path: str) -> None:
    """Notes which page this run is about to show, explorer or not: coming back from one is not staying on it."""
    session = st.session_state
    session[_ARRIVED], session[_CURRENT] = session.get(_CURRENT) != path, path
    session.setdefault(_FIRST, path)
    if _goes_back():  # the answer to what was told before may have been written over the address
        st.query_params.from_dict(st.query_params.to_dict())


def is_come_to_bare(state: State) -> bool:
    """Whether the session came to the page from another one, which says nothing of what is set here."""
    elsewhere = st.session_state.get(_FIRST, state.slug) != state.slug
    return bool(elsewhere and not state.arrived and not state.opened)


def turn_to(slug: str, explorer: Explorer) -> State:
    """The state of a page that this session's next run shows, with what a callback sets there: see ``shell``."""
    st.session_state[TURNED] = slug
    state: State = st.session_state.setdefault(f"glassbox.state.{slug}", State(slug, explorer))
    state.address = {} if state.address is None else state.address  # what is set wins over the address
    return state


def open_state(slug: str, explorer: Explorer) -> State:
    """The state of a page at the start of a run, with the address taken in where it brings news."""
    session = st.session_state
    state: State = session.setdefault(f"glassbox.state.{slug}", State(slug, explorer))
    address = st.query_params.to_dict()
    state.language = languages.spoken()
    arrived = session.get(_ARRIVED, True)
    returning = arrived and state.address is not None and not {*address} - {link.LANGUAGE}
    touched = state.touched or (not arrived and _moves_widget())
    news = address != state.address and (_goes_back() or not touched) and not returning
    state.new = state.address is None
    if state.new or news:
        name = named(address)
        take(state, address | state.beyond.get(name, {}))
        state.address, state.arrived = address, name if state.new else state.arrived
    elif returning:  # what was wrong with the link, before the reader moved on
        state.problems = ()
    state.touched = False
    return state


def _goes_back() -> bool:
    """Whether the Back or the Forward button asked for this run, as the last of what waited for it."""
    context = get_script_run_ctx()
    return context is not None and context.is_history_navigation


def _moves_widget() -> bool:
    """Whether the request tells what a hand did with a widget."""
    state = get_session_state()._state
    return any(map(state._widget_changed, state._new_widget_state))


def take(state: State, address: Mapping[str, str]) -> None:
    """Takes in an address, whole: with what was too long for it."""
    explorer = state.explorer
    refused = state.take_lesson(address)
    settings = state.scenario.settings if state.scenario and link.BEGIN in address else address
    known = {link.encode_pinned(one.params()): one.params() for one in (state.pinned, *state.unpinned) if one}
    pinned = known.get(settings.get(link.PINNED, ""))  # perhaps longer than any link may be
    settings = {name: text for name, text in settings.items() if pinned is None or name != link.PINNED}
    decoded = link.decode(explorer.Params, settings, explorer.PRESETS)
    if decoded.problems and _is_of_another_page(address, state):
        settings, decoded = {}, link.decode(explorer.Params, {}, explorer.PRESETS)
    state.put(**asdict(decoded.params))
    state.chosen = {}
    state.pin_as_linked(pinned or decoded.pinned)
    state.room = address.get(link.ROOM, "") if rooms.CODE.fullmatch(address.get(link.ROOM, "")) else ""
    unusable = state.take_guesses(address.get(link.GUESSES, ""))
    state.lacking = {name: mark for name, mark in decoded.lacking.items() if name not in address}
    problems = (one for one in decoded.problems if not isinstance(one, Unheld) or one.field in state.lacking)
    state.problems, state.named = (*problems, *unusable, *refused), frozenset(settings)


def _is_of_another_page(address: Mapping[str, str], state: State) -> bool:
    """Whether another page of this session wrote it: the browser, on its way to this one, may still say so."""
    others = (one for one in st.session_state.values() if isinstance(one, State) and one is not state)
    return any(one.address == address for one in others)


def is_current(state: State) -> bool:
    """Whether the request that is being answered knows the address that we wrote last."""
    return bool(st.query_params.to_dict() == state.address)


def write_address(state: State, params: Any) -> None:
    """Puts ``params`` into the address. Long texts stay out when it would grow beyond what servers take; the state
    keeps them for an address that comes again, as with the Back button.

    A lesson does not: no session file keeps it.
    """
    query, beyond = link.encode(params), dict[str, str]()
    if state.pinned is not None:
        query[link.PINNED] = link.encode_pinned(state.pinned.params())
    if state.lesson:
        query |= {link.LESSON: state.packed, link.SCENARIO: str(state.place + 1)}
    if (language := languages.spoken()) != "en":
        query[link.LANGUAGE] = language
    if state.room:
        query[link.ROOM] = state.room
    if state.guesses:
        query[link.GUESSES] = questions.written(state.guesses)
    state.lacking = marks = {name: mark for name, mark in state.lacking.items() if name not in query}
    while not link.fits(link.query_string(query)):
        longest = max((name for name in query if name != link.LESSON), key=lambda name: len(query[name]))
        beyond[longest] = query.pop(longest)
        marks = marks | {longest: link.marked(beyond[longest])}
    query |= link.without(marks)
    state.left_out, name = tuple(beyond), named(query)
    beyond = next((same for same in state.beyond.values() if same == beyond), beyond)  # a text is held once
    others = [one for one in state.beyond.items() if one[0] != name]
    state.beyond = dict([*others[1 - MOST_BEYOND :], *([(name, beyond)] if beyond else [])])
    state.address = query  # first: what follows may end this run, if another is asked for
    if query != st.query_params.to_dict():
        st.query_params.from_dict(query)


def named(address: Mapping[str, str]) -> str:
    """An address in any language, as a name."""
    return link.query_string({name: address[name] for name in sorted(address) if name != link.LANGUAGE})
