"""Parts of pages that have become pages of their own: what names the old page leads to the new one.

>>> led("linear-regression", {"part": "assumptions", "breaks": "tails"})
('regression-assumptions', {'breaks': 'tails'})
>>> led("decoding", {"part": "trap", "width": "3"})
('generated-text', {'part': 'trap'})
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl

from core import link, value_text
from core.annotations import types_of
from core.explorer import find


@dataclass(frozen=True)
class MovedPart:
    """What the page ``old`` had where ``setting`` is one of ``values``, the page ``new`` has now.

    A page for one value needs no such setting; that for several keeps it. What both pages have begins alike on them.
    """

    old: str
    setting: str
    values: tuple[str, ...]
    new: str


MOVED = (
    MovedPart("linear-regression", "part", ("assumptions",), "regression-assumptions"),
    MovedPart("decoding", "part", ("speculative", "trap", "forcing"), "generated-text"),
    MovedPart("ngram-language-model", "part", ("generation",), "ngram-generation"),
)


def led(slug: str, settings: Mapping[str, Any], to: str = "") -> tuple[str, dict[str, Any]]:
    """The page that has now what ``slug`` had with these settings, of an address or a session file, and what they are
    there; the page is ``to``, where that is known.

    A preset of the other page is spelt out, and what only the other one has is left out: where it stood it never
    counted.
    """
    settings, one = dict(settings), of(slug)
    if one is None:
        return slug, settings
    home, preset = _of_preset(one, settings.get("preset"))
    at = (preset | settings).get(one.setting)
    slug = to if to in (one.old, one.new) else one.new if at in one.values else one.old
    if home not in ("", slug):
        settings = preset | {name: value for name, value in settings.items() if name != "preset"}
    if (settings.get(one.setting) in one.values) != (slug == one.new):
        settings.pop(one.setting, None)
    return slug, _beside(one, slug, {name: settings[name] for name in kept(one, slug, settings)})


def of(slug: str) -> MovedPart | None:
    """What the page has handed over."""
    return next((one for one in MOVED if one.old == slug), None)


def kept(one: MovedPart, slug: str, names: Iterable[str]) -> tuple[str, ...]:
    """Those settings, less what of the two pages only the other one has."""
    own, foreign = types_of(find(slug).Params), types_of(find(_other(one, slug)).Params)
    return tuple(name for name in names if name in own or name not in foreign)


def asks(one: MovedPart, question: str) -> str:
    """Which of the two pages asks a question; "" where none does."""
    return next((slug for slug in (one.old, one.new) if question in _questions(slug)), "")


def _other(one: MovedPart, slug: str) -> str:
    return one.old if slug == one.new else one.new


def _questions(slug: str) -> set[str]:
    return {question.name for question in find(slug).QUESTIONS}


def _of_preset(one: MovedPart, name: Any) -> tuple[str, dict[str, Any]]:
    """The page whose preset is called so, and its settings as the old page's address would hold them."""
    for slug in (one.old, one.new):
        kind = find(slug).Params
        for preset in (each for each in find(slug).PRESETS if each.name == name):
            values = {key: link.write_value(kind, key, value) for key, value in preset.values.items()}
            part = getattr(kind(**preset.values), one.setting, one.values[0]) if slug == one.new else None
            return slug, values if part is None else {**values, one.setting: part}
    return "", {}


def _beside(one: MovedPart, slug: str, settings: dict[str, Any]) -> dict[str, Any]:
    """The settings with what else an address holds, as far as it is of the page: guesses, and a pinned state."""
    guesses, pinned = settings.get(link.GUESSES), settings.get(link.PINNED)
    if isinstance(guesses, str):
        foreign = _questions(_other(one, slug)) - _questions(slug)
        left = [each for each in guesses.split(",") if each.partition("~")[0] not in foreign]
        settings = settings | {link.GUESSES: ",".join(left)}
        if not any(left):
            del settings[link.GUESSES]
    if isinstance(pinned, str):
        try:
            query = dict(parse_qsl(value_text.read(pinned, str, link.MAX_LINK), keep_blank_values=True))
        except ValueError:
            return settings  # the page will say so
        page, query = led(one.old, {name: value for name, value in query.items() if name != link.PINNED})
        settings = settings | {link.PINNED: value_text.write(link.query_string(query), str)}
        if page != slug:
            del settings[link.PINNED]
    return settings
