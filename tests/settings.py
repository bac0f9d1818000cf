"""Settings other than the defaults, made from what the fields of an explorer declare."""

import dataclasses
from typing import Any

from hypothesis import strategies as st

from core import fields
from core.errors import InputError


def another(params: type[Any], name: str, settings: Any) -> Any:
    """A value near the default, and not it, that goes with the ``settings`` so far.

    The default itself where only a reader or a file can say another, or where there is no other.
    """
    default, declared = params.__dataclass_fields__[name].default, fields.declared(params)[name]
    match declared:
        case fields.Number(whole=True):
            return default + 1 if default < fields.resolved(declared.high, settings) else default - 1
        case fields.Number():
            low, high = fields.resolved(declared.low, settings), fields.resolved(declared.high, settings)
            return default + (high - default) / 64 if default < high else (low + high) / 2
        case fields.Choice():
            options = fields.literals(params).get(name) or tuple(fields.resolved(declared.options, settings))
            return options[(options.index(default) + 1) % len(options)]
        case fields.Switch():
            return not default
    return default


def full(params: type[Any], given: dict[str, Any]) -> Any:
    """Every setting another than its default, those that are ``given`` as they are."""
    made = {**vars(params()), **given}
    for name in fields.declared(params):
        if name not in given:
            made[name] = another(params, name, fields.unchecked(params, made))
    return params(**made)


def values(params: type[Any], name: str) -> st.SearchStrategy[Any]:
    """Values that the declaration of a field admits by itself."""
    default, declared = params.__dataclass_fields__[name].default, fields.declared(params)[name]
    settings = params()
    match declared:
        case fields.Number(whole=whole):
            low, high = fields.resolved(declared.low, settings), fields.resolved(declared.high, settings)
            return st.integers(int(low), int(high)) if whole else st.floats(low, high)
        case fields.Choice():
            return st.sampled_from(fields.literals(params).get(name) or [*fields.resolved(declared.options, settings)])
        case fields.Switch():
            return st.booleans()
        case fields.Column(several=True):
            return st.lists(st.text(max_size=20), max_size=4).map(tuple)
    return st.text(max_size=40) | st.just(default)


def changes(params: type[Any]) -> st.SearchStrategy[list[tuple[str, Any]]]:
    """A few fields and their new values."""
    each = [st.tuples(st.just(name), values(params, name)) for name in fields.declared(params)]
    return st.lists(st.one_of(each), max_size=6)


def changed(params: type[Any], made_of: list[tuple[str, Any]]) -> Any:
    """Params with those fields set anew; what does not fit the rest stays as it was."""
    made = params()
    for name, value in made_of:
        try:
            made = dataclasses.replace(made, **{name: value})
        except InputError:
            continue
    return made
