"""What a tokenizer's file must hold: ids, merges in an order that can be, and text; the first fault is refused."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NoReturn

from core.errors import InputError
from core.text import Verbatim, visible

if TYPE_CHECKING:
    from core.tokenizer_files import TokenizerFile

MOST_TOKENS = 500_000
MOST_LINES = MOST_BRACKETS = MOST_TOKENS + 100_000  # one of each merge, and room for all else
MOST_SIGN = 16  # characters of a prefix or suffix
MOST_PIECE = 256  # characters of a piece of Unigram
MOST_SCORE = 1_000_000  # a log-probability is from 0 down to the logarithm of the smallest number
MOST_SHOWN = 40  # characters of a token in a sentence
MOST_SPLIT = 64  # characters of a WordPiece piece of which parts are sought
_EXPORT = "Export it again from the library that made it."


def parsed(text: str) -> Any:
    """The JSON that a text holds."""
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        refuse(f"it must have at most {MOST_BRACKETS:,} brackets, and is no tokenizer.json")
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
    if not all(type(number) is int and 0 <= number < 2**31 for number in vocabulary.values()):
        refuse("its ids must be whole numbers from 0 on")
    if len({*vocabulary.values()}) < len(vocabulary):
        number = twice(vocabulary.values())
        one, other = [token for token, its in vocabulary.items() if its == number][:2]
        refuse(f"each token must have an id of its own, and {label(one)} and {label(other)} share {number}")
    _check_characters(vocabulary)
    return vocabulary


def merges_of(listed: Any, file: TokenizerFile) -> tuple[tuple[str, str], ...]:
    """The merges, each of what merges before it made, or of symbols; all of them are in the vocabulary."""
    ids = file.ids
    if not isinstance(listed, list) or len(listed) > MOST_TOKENS:
        refuse(f"its merges must be a list of at most {MOST_TOKENS:,}")
    pairs: dict[tuple[str, str], int] = {}
    made: set[str] = set()
    unknown, inside = file.unknown, len(file.inside)
    for number, each in enumerate(listed, 1):  # half a million: nothing is called that need not be
        parts = tuple(each.split(" ")) if type(each) is str else tuple(each) if type(each) is list else ()
        if len(parts) != 2 or not (type(parts[0]) is type(parts[1]) is str and parts[0] and parts[1]):
            refuse(f"its merge {number:,} must be two tokens")
        left, right = parts
        whole = left + right[inside:]
        for part in parts:
            if part not in made:
                if not is_symbol(part, file):
                    refuse(f"its merge {number:,} must join what is there, and no merge before it makes {label(part)}")
                made.add(part)  # asked once of each symbol
        if ids and not (left in ids and right in ids and whole in ids):
            missing, spelt = next(token for token in (left, right, whole) if token not in ids), _spelt(parts)
            refuse(f"its merge {number:,}, {Verbatim(spelt)}, must be of its vocabulary, which lacks {label(missing)}")
        if unknown and unknown in (left, right, whole):
            refuse(f"its merge {number:,} must not hold its token for the unknown, {label(unknown)}")
        if pairs.setdefault(parts, number) != number:
            spelt = _spelt(parts)
            refuse(f"each merge must stand once, and {Verbatim(spelt)} is its merge {pairs[parts]:,} and {number:,}")
        made.add(whole)
    _check_characters(made)
    return tuple(pairs)


def _spelt(parts: Iterable[str]) -> str:
    return " ".join(map(label, parts))


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
    return visible(text[:MOST_SHOWN] + "…" if len(text) > MOST_SHOWN else text, spaces=True)


def refuse(rule: str, remedy: str = _EXPORT) -> NoReturn:
    raise InputError("file", "the file", rule, remedy)
