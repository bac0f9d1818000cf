"""What a tokenizer's file must hold: ids, merges in an order that can be, and text; the first fault is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from itertools import chain, count, repeat, takewhile
from operator import methodcaller
from typing import TYPE_CHECKING, Any, NoReturn

import msgspec
import numpy as np

from core.errors import InputError
from core.text import Verbatim, visible

if TYPE_CHECKING:
    from core.tokenizer_files import TokenizerFile

MOST_TOKENS = 500_000
MOST_LINES = MOST_BRACKETS = MOST_TOKENS + 100_000  # one of each merge, and room for all else
MOST_SIGN = 16  # characters of a prefix or suffix
MOST_PIECE = 256  # characters of a piece of Unigram
MOST_SCORE = 1_000_000  # a log-probability is from 0 down to the logarithm of the smallest number
MOST_QUOTED = 40  # characters of a token in a sentence
MOST_SPLIT = 64  # characters of a WordPiece piece of which parts are sought
_EXPORT = "Export it again from the library that made it."


def parsed(text: str) -> Any:
    """The JSON that a text holds."""
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        refuse(f"it must have at most {MOST_BRACKETS:,} brackets, and is no tokenizer.json")
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        found = msgspec.json.decode(text)  # takes half the time, and the last of two equal names
        if "\\u003" not in text and msgspec.json.encode(found).count(b":") == text.count(":"):
            return found
    try:
        return json.loads(text, parse_constant=no_number, object_pairs_hook=once)
    except InputError:
        raise
    except RecursionError:
        refuse("its brackets are nested too deeply for a tokenizer.json")
    except ValueError:
        refuse("it must be a tokenizer.json, and is no valid JSON")


def sign_of(model: dict[str, Any], name: str, usual: str = "") -> str:
    """The sign that a model puts before or behind its symbols."""
    sign = model.get(name, usual) or ""
    if not isinstance(sign, str) or len(sign) > MOST_SIGN:
        refuse(f"its “{name}” must be a text of at most {MOST_SIGN} characters")
    return sign


def unknown_of(model: dict[str, Any], ids: dict[str, int]) -> str:
    """The token for the unknown; empty where there is none."""
    unknown = model.get("unk_token") or ""
    if unknown and (not isinstance(unknown, str) or unknown not in ids):
        refuse(f"its token for the unknown, {label(unknown)}, must be in its vocabulary")
    return str(unknown)


def scores_of(listed: Any) -> tuple[dict[str, int], tuple[float, ...]]:
    """Unigram's pieces with their places, and their log-probabilities."""
    if not isinstance(listed, list) or not 0 < len(listed) <= MOST_TOKENS:
        refuse(f"its vocabulary must be a list of 1 to {MOST_TOKENS:,} pieces")
    ids: dict[str, int] = {}
    scores = []
    for place, each in enumerate(listed):
        if not isinstance(each, list) or len(each) != 2 or not isinstance(each[0], str) or not each[0]:
            refuse(f"its piece {place + 1:,} must be a text with a score")
        piece, score = each
        if type(score) not in (int, float) or not abs(score) <= MOST_SCORE:
            refuse(f"the score of {label(piece)} must be a number from −{MOST_SCORE:,} to {MOST_SCORE:,}")
        if len(piece) > MOST_PIECE:
            refuse(f"its pieces must have at most {MOST_PIECE} characters, and {label(piece)} has {len(piece):,}")
        if ids.setdefault(piece, place) != place:
            refuse(f"each piece must stand once, and {label(piece)} is its piece {ids[piece] + 1:,} and {place + 1:,}")
        scores.append(float(score))
    _check_characters(ids)
    return ids, tuple(scores)


def is_symbol(part: str, file: TokenizerFile) -> bool:
    """Whether a word can begin with it as one symbol."""
    return len(part.removeprefix(file.inside).removesuffix(file.suffix)) == 1 or len(part) == 1 or part == file.mark


def vocabulary_of(vocabulary: Any) -> dict[str, int]:
    """The ids of tokens."""
    if not isinstance(vocabulary, dict) or not vocabulary or len(vocabulary) > MOST_TOKENS:
        refuse(f"its vocabulary must give ids to 1 to {MOST_TOKENS:,} tokens")
    ids = vocabulary.values()
    if {*map(type, ids)} != {int} or min(ids) < 0 or max(ids) >= 2**31:
        refuse("its ids must be whole numbers from 0 on")
    if len({*ids}) < len(ids):
        number = twice(ids)
        one, other = [token for token, its in vocabulary.items() if its == number][:2]
        refuse(f"each token must have an id of its own, and {label(one)} and {label(other)} share {number}")
    _check_characters(vocabulary)
    return vocabulary


def merges_of(listed: Any, file: TokenizerFile) -> tuple[tuple[str, str], ...]:
    """The merges, each of what merges before it made, or of symbols; all of them are in the vocabulary."""
    if not isinstance(listed, list) or len(listed) > MOST_TOKENS:
        refuse(f"its merges must be a list of at most {MOST_TOKENS:,}")
    parts = _parts(listed)
    lefts, rights = parts[::2], parts[1::2]
    wholes = [left + right[len(file.inside) :] for left, right in zip(lefts, rights, strict=True)]
    if (sound := _sound(parts, wholes, file)) < len(listed):
        _refuse_merge(sound, lefts, rights, wholes, file)
    if not file.ids:
        _check_characters(wholes)
    return tuple(zip(lefts, rights, strict=True))


def _parts(listed: list[Any]) -> list[str]:
    """The two tokens of each merge, up to the first that does not have two."""
    if {*map(type, listed)} == {str} and {*map(methodcaller("count", " "), listed)} == {1}:
        parts = " ".join(listed).split(" ")  # all at once: there may be half a million
        return parts if all(parts) else parts[: parts.index("") // 2 * 2]
    each = [one.split(" ") if type(one) is str else one for one in listed]
    if not {*map(type, each)} <= {list} or not {*map(len, each)} <= {2}:
        each = [*takewhile(lambda one: type(one) is list and len(one) == 2, each)]
    parts = [*chain.from_iterable(each)]
    strange = (place for place, part in enumerate(parts) if type(part) is not str or not part)
    return parts if {*map(type, parts)} <= {str} and all(parts) else parts[: next(strange) // 2 * 2]


def _sound(parts: list[str], wholes: list[str], file: TokenizerFile) -> int:
    """How many merges are as they must be, up to the first that is not: all are looked at together, as numbers."""
    number = file.ids
    if (room := max(number.values(), default=4 * MOST_TOKENS) + 1) > 4 * MOST_TOKENS:
        number = dict(zip(number or chain(parts, wholes), count(), strict=False))
        room = max(number.values(), default=0) + 1
    left, right, whole = (np.fromiter(map(number.get, each, repeat(-1)), np.int64, len(wholes))
                          for each in (parts[::2], parts[1::2], wholes))  # fmt: skip
    many = _first(np.minimum(np.minimum(left, right), whole) < 0)
    left, right, whole = left[:many], right[:many], whole[:many]
    # Of each token the first merge of which it is a part, and the first that makes it.
    backwards = np.arange(many)[::-1]
    used, made = np.full((2, room), many)
    used[left[::-1]] = backwards
    used[right[::-1]] = np.minimum(backwards, used[right[::-1]])
    made[whole[::-1]] = backwards
    early = np.unique(used[(used <= made) & (used < many)]).tolist()
    unmade = (place for place in early for part in parts[2 * place : 2 * place + 2]
              if made[number[part]] >= place and not is_symbol(part, file))  # fmt: skip
    strange = np.isin([left, right, whole], number.get(file.unknown, -1)).any(axis=0)
    often = np.flatnonzero(np.bincount(whole, minlength=room)[whole] > 1)  # may be by other pairs
    again = np.delete(often, np.unique(left[often] * room + right[often], return_index=True)[1])
    return int(min(next(unmade, many), _first(strange), *again[:1]))


def _first(wrong: Any) -> int:
    """The place of the first, or how many there are."""
    return int(np.argmax(wrong)) if np.any(wrong) else len(wrong)


def _refuse_merge(place: int, lefts: list[str], rights: list[str], wholes: list[str], file: TokenizerFile) -> NoReturn:
    """Says why a merge cannot follow those before its place."""
    number, ids, unknown = place + 1, file.ids, file.unknown
    if place == len(wholes):
        refuse(f"its merge {number:,} must be two tokens")
    left, right, whole = lefts[place], rights[place], wholes[place]
    spelt = " ".join(map(label, (left, right)))
    for part in (left, right):
        if not is_symbol(part, file) and part not in wholes[:place]:
            refuse(f"its merge {number:,} must join what is there, and no merge before it makes {label(part)}")
    if missing := [token for token in (left, right, whole) if ids and token not in ids]:
        refuse(f"its merge {number:,}, {Verbatim(spelt)}, must be of its vocabulary, which lacks {label(missing[0])}")
    if unknown and unknown in (left, right, whole):
        refuse(f"its merge {number:,} must not hold its token for the unknown, {label(unknown)}")
    first = next(i for i, pair in enumerate(zip(lefts, rights, strict=True), 1) if pair == (left, right))
    refuse(f"each merge must stand once, and {Verbatim(spelt)} is its merge {first:,} and {number:,}")


def pieces_of(ids: dict[str, int], inside: str) -> tuple[tuple[str, str], ...]:
    """The two longest pieces that spell each piece and have a smaller id, or are characters."""
    known = {token for token in ids if len(token.removeprefix(inside)) == 1}
    merges = []
    for token in sorted(ids, key=ids.__getitem__):
        start = len(inside) + 1 if token.startswith(inside) else 1
        ends = range(len(token) - 1, start - 1, -1) if len(token) <= MOST_SPLIT else ()
        split = next((end for end in ends if token[:end] in known and inside + token[end:] in known), None)
        if split is not None:
            merges.append((token[:split], inside + token[split:]))
        known.add(token)
    return tuple(merges)


def _check_characters(tokens: Iterable[str]) -> None:
    try:
        "".join(tokens).encode()
    except UnicodeEncodeError:
        refuse("its tokens must be text, and one holds half a surrogate pair")


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    if len(found := dict(pairs)) < len(pairs):
        refuse(f"each of its names must stand once, and {label(twice(name for name, _ in pairs))} stands twice")
    return found


def twice(entries: Iterable[Any]) -> Any:
    return next(one for one, times in Counter(entries).items() if times > 1)


def no_number(name: str) -> NoReturn:
    refuse(f"its numbers must be numbers, and one is {name}")


def label(value: Any) -> str:
    text = value if isinstance(value, str) else type(value).__name__
    return visible(text[:MOST_QUOTED] + "…" if len(text) > MOST_QUOTED else text, spaces=True)


def refuse(rule: str, remedy: str = _EXPORT) -> NoReturn:
    raise InputError("file", "the file", rule, remedy)
