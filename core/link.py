"""The address of a page holds the whole state of an explorer: settings to query string, and back.

>>> link.query_string(link.encode(Params(source="text", text="low lower lowest", merges=6)))
'source=text&text=low%20lower%20lowest&merges=6'

Only what differs from the defaults is written, so an address stays short; how one value is written stands in
``core.value_text``. Reading never fails: a value that cannot be used is replaced, and a sentence says so.
"""

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeVar
from urllib.parse import parse_qsl, quote, unquote, urlencode

from core import value_text
from core.annotations import types_of
from core.errors import InputError, Unheld, quoted
from core.explorer import Preset, as_used
from core.text import Verbatim

P = TypeVar("P")

MAX_LINE = 2_000
"""Characters of a text, once unpacked, whose field does not declare more by ``metadata={"longest": …}``."""
MAX_LINK = 8_000
"""Characters of a query string that servers, proxies and messengers on the way still carry."""
PINNED = "A"
"""The key of the settings that a reader compares with: their own query, as one text."""
GUESSES = "guess"
"""The key of what a reader guesses (``core.questions``), which is no setting."""
ROOM = "room"
"""The key of the room in which a class answers a question (``core.questions.rooms``), which is none either."""
LESSON, SCENARIO, BEGIN = "lesson", "scenario", "begin"
"""The keys of a lesson (``core.lessons``), of the place in it, counted from 1, and of one whose settings begin anew."""
WITHOUT = "without"
"""The key that names the texts too long for this link, each with a digest: two of them have links of their own."""
LANGUAGE = "lang"
"""The key of the language in which the pages speak; English leaves none."""
BESIDE = (PINNED, GUESSES, ROOM, LESSON, SCENARIO, BEGIN, WITHOUT, LANGUAGE)
"""All keys of an address that are no settings."""


@dataclass(frozen=True)
class Decoded(Generic[P]):
    """Settings that can be used, those to compare with, and a sentence for all in the address that cannot be used.

    ``lacking`` holds the mark of each text that the address names and does not hold.
    """

    params: P
    problems: tuple[InputError, ...]
    pinned: P | None = None
    lacking: Mapping[str, str] = field(default_factory=dict)


def encode(params: Any) -> dict[str, str]:
    """The fields of ``params`` that differ from their defaults and count for its part and source, as text.

    Raises:
        TypeError: a field has a type that ``core.value_text`` cannot write.
    """
    kinds, default, params = types_of(type(params)), type(params)(), as_used(params)
    query = {}
    for name, kind in kinds.items():
        value, usual = getattr(params, name), getattr(default, name)
        if value != usual or type(value) is not type(usual):
            query[name] = value_text.write(value, kind)
    return query


def encode_pinned(params: Any) -> str:
    """All of ``params`` as the one value that stands behind ``A=``."""
    return value_text.write(query_string(encode(params)), str)


def decode(params_type: type[P], query: Mapping[str, str], presets: Sequence[Preset] = ()) -> Decoded[P]:
    """The settings that ``query`` stands for, with a problem for each part of it that cannot be used.

    ``preset=NAME`` is read first and the other keys change what it sets. A field that cannot be used, by
    itself or beside the others, falls back to the preset's value, or else to its default. What ``A=`` holds is pinned
    if every part of it can be used.
    """
    query, pinned, lacking = dict(query), None, _lacking(params_type, query)
    packed, *_ = (query.pop(name, None) for name in BESIDE)
    base, problems = _read_preset(query.get("preset"), presets)
    kinds, given = types_of(params_type), {}
    for name, text in query.items():
        if name in kinds:
            try:
                given[name] = value_text.read(text, kinds[name], _longest(params_type, name))
            except ValueError as error:
                problems.append(InputError(name, text, str(error), _instead(name, name, params_type, base)))
        elif name != "preset":
            remedy = f"It is ignored. There are: {Verbatim(', '.join(kinds))}."
            problems.append(InputError(name[:60], text, "there is no such setting", remedy))
    params, broken_rules = _construct(params_type, base, given)
    problems += broken_rules
    if packed is not None:
        try:
            pinned = _read_pinned(params_type, packed, presets)
        except InputError as error:
            problems.append(error.kept())
    return Decoded(params, (*map(Unheld.by_link, lacking), *problems), pinned, lacking)


def read_value(params_type: type[Any], name: str, text: str) -> Any:
    """One setting from its form in an address.

    Raises:
        InputError: there is no such setting, or ``text`` is none of its values.
    """
    kinds = types_of(params_type)
    if name not in kinds:
        raise InputError(name[:60], text, "there is no such setting")
    try:
        return value_text.read(text, kinds[name], _longest(params_type, name))
    except ValueError as error:
        raise InputError(name, text, str(error)) from error


def read_by_hand(params_type: type[Any], name: str, text: str) -> Any:
    """One setting as a hand writes it: a text is what it is, several are a list in JSON, and anything else has its form
    in an address.

    Raises:
        InputError: as ``read_value``.
    """
    kind = types_of(params_type).get(name)
    if kind not in (str, tuple[str, ...]):
        return read_value(params_type, name, text)
    try:
        value_text.limited(text, _longest(params_type, name))
    except ValueError as error:
        raise InputError(name, text, str(error)) from error
    return text if kind is str else _read_list(name, text)


def write_by_hand(params_type: type[Any], name: str, value: Any) -> str:
    """What ``read_by_hand`` reads."""
    if types_of(params_type)[name] == tuple[str, ...]:
        return json.dumps(value, ensure_ascii=False)  # escaped, two lone surrogates would be read as one character
    return value if isinstance(value, str) else write_value(params_type, name, value)


def _read_list(name: str, text: str) -> tuple[str, ...]:
    try:
        texts = json.loads(text)
    except (ValueError, RecursionError):
        texts = None
    if not isinstance(texts, list) or not all(isinstance(each, str) for each in texts):
        raise InputError(name, text, "it must be a list of names")
    return tuple(texts)


def write_value(params_type: type[Any], name: str, value: Any) -> str:
    """One setting in the form it has in an address."""
    return value_text.write(value, types_of(params_type)[name])


def check_kinds(params_type: type[Any], values: Mapping[str, Any]) -> None:
    """Holds values that did not come as text, as those of a session file, against the annotated types.

    Raises:
        InputError: there is no such setting, or its value is of another type, not finite, or too long.
    """
    for name, value in values.items():
        try:
            read = read_value(params_type, name, write_value(params_type, name, value))
            same = type(read) is type(value) and read == value  # True is no 1, and 2 no 2.0
        except (InputError, KeyError, TypeError, ValueError, AttributeError, OverflowError):
            same = False
        if not same:
            raise InputError(name[:60], value, "it must be a value that this setting can have")


def without(marks: Mapping[str, str]) -> dict[str, str]:
    """What an address says of texts that it does not hold, by their names and marks; nothing where there is none."""
    return {WITHOUT: ",".join(f"{name}~{mark}" for name, mark in marks.items())} if marks else {}


def marked(text: str) -> str:
    """The mark of a text that an address does not hold."""
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def _lacking(params_type: type[Any], address: Mapping[str, str]) -> dict[str, str]:
    """The settings that an address says it does not hold, and A where it is one of them, with their marks."""
    found = re.findall(r"(?:^|,)(\w{1,60})~([0-9a-f]{12})(?=,|$)", address.get(WITHOUT, ""), re.ASCII)
    names = {*types_of(params_type), PINNED} - {*address}
    return {name: mark for name, mark in found if name in names}


def query_string(query: Mapping[str, str]) -> str:
    """``query`` percent-encoded, without the question mark."""
    return urlencode(query, safe="~,", encoding="utf-8", errors="surrogatepass", quote_via=quote)


def fits(query: str) -> bool:
    """Whether a query string is short enough to be sent as a link."""
    return len(query) <= MAX_LINK


def read_address(address: str) -> tuple[str, dict[str, str]]:
    """The slug and the query of an address, as browsers read it: whole, or only its end.

    ``tokenizer?merges=6``, ``/tokenizer?merges=6`` and ``https://host:8501/base/tokenizer?merges=6#top`` mean
    the same. Of a key that comes twice the last value counts. An address without a path has the slug "".
    """
    path, _, query = address.strip().partition("#")[0].partition("?")
    _, scheme, rest = path.partition("://")
    if scheme:
        path = rest.partition("/")[2]
    slug = unquote(path.rstrip("/").rpartition("/")[2])
    return slug, dict(parse_qsl(query, keep_blank_values=True))


def _longest(params_type: type[Any], name: str) -> int:
    """The characters that a setting may hold, bounded before anything parses them."""
    return int(params_type.__dataclass_fields__[name].metadata.get("longest", MAX_LINE))


def _read_preset(name: str | None, presets: Sequence[Preset]) -> tuple[Mapping[str, object], list[InputError]]:
    known = {preset.name: preset.values for preset in presets}
    if name is None or name in known:
        return known.get(name or "", {}), []
    there_are = f" There are: {Verbatim(', '.join(known))}." if known else ""
    return {}, [InputError("preset", name, "there is no such preset", f"It is ignored.{there_are}")]


def _read_pinned(params_type: type[P], packed: str, presets: Sequence[Preset]) -> P:
    """The settings behind ``A=``.

    Raises:
        InputError: some part of them cannot be used; others than those that were pinned would not be compared with.
    """
    remedy = "Nothing is pinned."
    try:
        query = dict(parse_qsl(value_text.read(packed, str, MAX_LINK), keep_blank_values=True, errors="surrogatepass"))
    except UnicodeDecodeError as error:
        raise InputError(PINNED, packed, "it must be text in UTF-8", remedy) from error
    except ValueError as error:
        raise InputError(PINNED, packed, str(error), remedy) from error
    if PINNED in query:
        raise InputError(PINNED, packed, "it must hold the settings of one state", remedy)
    decoded = decode(params_type, query, presets)
    for problem in decoded.problems:
        raise InputError(PINNED, packed, f"its {problem.field} cannot be used: {problem.rule}", remedy)
    return decoded.params


def _construct(
    params_type: type[P], base: Mapping[str, object], given: dict[str, object]
) -> tuple[P, list[InputError]]:
    """``params_type`` from ``base`` and as much of ``given`` as its own rules allow."""
    problems: list[InputError] = []
    while True:
        try:
            return params_type(**{**base, **given}), problems
        except InputError as error:
            # Settings that break their own rules with nothing given are a mistake in the explorer.
            if not given:
                raise
            name = error.field if error.field in given else _culprit(params_type, base, given)
            del given[name]
            remedy = f"{error.remedy} {_instead(error.field, name, params_type, base)}".strip()
            problems.append(InputError(error.field, error.value, error.rule, remedy))


def _culprit(params_type: type[P], base: Mapping[str, object], given: dict[str, object]) -> str:
    """The given field without which the others can be used, for a rule that blames one that is not given."""
    for name in given:
        try:
            params_type(**{**base, **given, **_usual(params_type, base, name)})
        except InputError:
            continue
        return name
    return next(reversed(given))


def _usual(params_type: type[Any], base: Mapping[str, object], name: str) -> dict[str, object]:
    return {name: base[name] if name in base else getattr(params_type(), name)}


def _instead(at_fault: str, name: str, params_type: type[Any], base: Mapping[str, object]) -> str:
    """The sentence that says what stands in the place of a value that could not be used, named if not ``at_fault``."""
    usual = _usual(params_type, base, name)[name]
    if name == at_fault and usual in ("", ()):
        return "It is left empty instead."
    stands = quoted(usual)
    stands = stands if name == at_fault else f"{name} = {stands}"
    return f"The {'value of the preset' if name in base else 'default'}, {stands}, is used instead."
