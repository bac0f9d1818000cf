"""A pinned state A beside the present one. It is computed as any other, and only what stays of its pictures is kept."""

from collections.abc import Container, Sequence
from typing import Any

from core import fields, link
from core.errors import InputError, MissingInput
from core.explorer import focused
from core.numbers import count, exact, with_unit
from core.text import Verbatim, moved, shortened, visible
from figures import pinned
from figures.plot import Views
from ui import compute as computing
from ui.languages import worded
from ui.state import State

LONGEST = 40  # characters of a text


def views(state: State, result: Any, params: Any) -> Views:
    """All pictures of the page, with what stays of A in grey."""
    return beside(state, state.views(result, params), result, params)


def beside(state: State, views: Views, result: Any, params: Any) -> Views:
    """Those pictures, with what stays of A in grey."""
    one = state.pinned
    if one is None or one.still is None:
        return views
    settings = differing(one.params(), params, views.swept.field if views.swept else "")
    return pinned.beside(views, state.explorer.headline(result, params), one.still, settings)


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
        result = focused(one.explorer, computed.result, params)
        headline = state.explorer.headline(result, params)
        one.still = pinned.still(state.views(result, params), headline, params)
    return ""


def settings_of(params: Any, named: Sequence[str] = ()) -> str:
    """What the settings are by the names and values that controls show, as far as they differ from the defaults.

    Those ``named`` are told in any case, where they count and are not empty.
    """
    counted = {name for name in named if fields.is_used(params, name) and getattr(params, name) not in ("", ())}
    return _listed(params, {*link.encode(params), *counted}, "the settings that the page opens with")


def differing(one: Any, other: Any, swept: str) -> str:
    """What is set otherwise in ``one`` than in ``other`` and counts there, by the names and values of the controls.

    The setting that is ``swept`` is told in any case: a hand moves it without a run of the page.
    """
    counting = [name for name in fields.declared(type(one)) if fields.is_used(one, name)]
    names = {name for name in counting if name == swept or getattr(one, name) != getattr(other, name)}
    return _listed(one, names, "the same settings")


def _listed(params: Any, names: Container[str], none: str) -> str:
    """In the order of the page; ``none`` where there are none."""
    given = [f"{worded(fields.resolved(one.label, params))} = {_value(params, name)}"
             for name, one in fields.declared(type(params)).items() if name in names]  # fmt: skip
    return Verbatim(", ".join(given) or worded(none))


def _value(params: Any, name: str) -> str:
    kind, value = type(params), getattr(params, name)
    base = fields.base(kind, name)
    match fields.declared(kind)[name]:
        case fields.Number(unit=unit):
            written = count(value + base) if isinstance(value, int) else exact(value)
            return worded(with_unit(written, unit))
        case fields.Choice(options=options):
            return visible(worded(fields.resolved(options, params).get(value, value)))
        case fields.Switch():
            return worded("yes" if value else "no")
    text = moved(", ".join(value) if isinstance(value, tuple) else value, base)
    return shortened(text, LONGEST)[:LONGEST]
