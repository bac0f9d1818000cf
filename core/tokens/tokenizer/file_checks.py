"""What a tokenizer's file must hold: ids, merges in an order that can be, and text; the first fault is refused."""

from collections import Counter
from collections.abc import Iterable
from typing import Any, NoReturn

from core.errors import InputError
from core.text import Verbatim, visible
from core.tokens.tokenizer.params import INSIDE

MOST_TOKENS = 500_000
MOST_SHOWN = 40  # characters of a token in a sentence
MOST_SPLIT = 64  # characters of a WordPiece piece of which parts are sought
_EXPORT = "Export it again from the library that made it."


def vocabulary_of(vocabulary: Any) -> dict[str, int]:
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


def merges_of(listed: Any, ids: dict[str, int]) -> tuple[tuple[str, str], ...]:
    if not isinstance(listed, list) or len(listed) > MOST_TOKENS:
        refuse(f"its merges must be a list of at most {MOST_TOKENS:,}")
    pairs: dict[tuple[str, str], int] = {}
    made: set[str] = set()
    for number, each in enumerate(listed, 1):
        parts = tuple(each.split(" ")) if isinstance(each, str) else tuple(each) if isinstance(each, list) else ()
        if len(parts) != 2 or not all(isinstance(part, str) and part for part in parts):
            refuse(f"its merge {number:,} must be two tokens")
        whole, spelt = "".join(parts), " ".join(map(label, parts))
        for part in parts:
            if len(part) != 1 and part not in made:
                rule = f"its merge {number:,} must join what is there, and no merge before it makes {label(part)}"
                refuse(rule)
        if ids and (missing := next((token for token in (*parts, whole) if token not in ids), None)):
            refuse(f"its merge {number:,}, {Verbatim(spelt)}, must be of its vocabulary, which lacks {label(missing)}")
        if pairs.setdefault(parts, number) != number:
            refuse(f"each merge must stand once, and {Verbatim(spelt)} is its merge {pairs[parts]:,} and {number:,}")
        made.add(whole)
    _check_characters(made)
    return tuple(pairs)


def pieces_of(ids: dict[str, int]) -> tuple[tuple[str, str], ...]:
    """The two longest pieces that spell each piece and have a smaller id, or are characters."""
    known = {token for token in ids if len(token.removeprefix(INSIDE)) == 1}
    merges = []
    for token in sorted(ids, key=ids.__getitem__):
        start = len(INSIDE) + 1 if token.startswith(INSIDE) else 1
        ends = range(len(token) - 1, start - 1, -1) if len(token) <= MOST_SPLIT else ()
        split = next((end for end in ends if token[:end] in known and INSIDE + token[end:] in known), None)
        if split is not None:
            merges.append((token[:split], INSIDE + token[split:]))
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
