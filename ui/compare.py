"""A pinned state A beside the present one. It is computed as any other, and only what stays of its pictures is kept."""

from typing import Any

from core import fields, link
from core.errors import InputError, MissingInput
from core.text import moved, visible
from figures import pinned
from figures.plot import Views
from ui import compute as computing
from ui.state import State


def views(state: State, result: Any, params: Any) -> Views:
    """All pictures of the page, with what stays of A in grey."""
    seen, one = state.views(result, params), state.pinned
    if one is None or one.still is None:
        return seen
    return pinned.beside(seen, state.explorer.headline(result, params), one.still)


def prepare(state: State) -> str:
    """Computes A where that has not been done; what is wrong in a sentence, and nothing where A can be drawn."""
    one = state.pinned
    if one is None or one.still is not None:
        return ""
    params = one.params()
    try:
        computed = computing.compute(one, params, one.file)
    except InputError as error:
        gone = isinstance(error, MissingInput) and error.field == "file"
        return "A cannot be drawn: its file is no longer here." if gone else f"A cannot be drawn: {error}"
    if computed is not None:
        result = computing.focused(one, computed.result, params)
        headline = state.explorer.headline(result, params)
        one.still = pinned.still(state.views(result, params), headline, params, _settings(params))
    return ""


def _settings(params: Any) -> str:
    """What the settings are, as far as they differ from the defaults."""
    given = []
    for name, text in link.encode(params).items():
        base = fields.base(type(params), name)
        given.append(f"{name} = {visible(moved(text, base))[:40]}")
    return ", ".join(given) or "the settings that the page opens with"
