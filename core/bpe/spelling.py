"""How counted words are spelt in base symbols."""

from typing import NamedTuple

import numpy as np
from jaxtyping import Int32
from numpy.typing import NDArray

_OPENING = 0x220000  # beyond twice all code points: added to the first of a word where pieces inside are others


class Spelling(NamedTuple):
    """The distinct words as one row of code points, with those of the base symbols behind, and one of base symbols."""

    code: NDArray[np.int32]
    symbol: NDArray[np.int32]
    word_offset: NDArray[np.int64]
    base: tuple[str, ...]
    size: NDArray[np.int64]  # code points of each base symbol


def lay_out_text(words: tuple[str, ...], end_of_word: str, alphabet: str = "") -> Spelling:
    """Spell the words, each followed by ``end_of_word``, in base symbols sorted by code point.

    The characters of ``alphabet`` are base symbols whether they occur or not.
    """
    code = code_points("".join(word + end_of_word for word in words))
    lengths = np.fromiter(map(len, words), np.int64, len(words)) + bool(end_of_word)
    word_offset = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    n_positions = int(word_offset[-1])
    surplus = max(len(end_of_word) - 1, 0)
    opening = code[np.arange(n_positions) + surplus * np.repeat(np.arange(len(words)), lengths)]
    marks = word_offset[1:] - 1 if end_of_word else np.zeros(0, np.int64)
    is_character = np.ones(n_positions, bool)
    is_character[marks] = False
    characters = np.flatnonzero(np.bincount(opening[is_character]))
    base = sorted({*map(chr, characters.tolist()), *([end_of_word] if len(marks) else []), *alphabet})
    token = {string: number for number, string in enumerate(base)}
    number = np.zeros(int(opening.max(initial=0)) + 1, np.int32)
    number[characters] = [token[chr(point)] for point in characters.tolist()]
    symbol = number[opening]
    if len(marks):
        symbol[marks] = token[end_of_word]
    size = np.array([*map(len, base)], np.int64)
    return Spelling(np.append(code, code_points("".join(base))), symbol, word_offset, tuple(base), size)


def lay_out_pieces(words: tuple[str, ...], inside: str = "", suffix: str = "") -> Spelling:
    """Spell the words as ``symbols_of`` does: a character is another symbol inside a word, or at its end.

    Base symbols are ``inside`` and the character first, by code point, then those that start a word; each stands before
    the same with ``suffix``.
    """
    plain = lay_out_text(words, "")
    filled = np.diff(plain.word_offset) > 0
    code = 2 * plain.code[: len(plain.symbol)]
    if suffix:
        code[plain.word_offset[1:][filled] - 1] += 1
    if inside:
        code[plain.word_offset[:-1][filled]] += _OPENING
    points, symbol = np.unique(code, return_inverse=True)
    base = []
    for opens, point in zip(*(part.tolist() for part in divmod(points, _OPENING)), strict=True):
        base.append(("" if opens else inside) + chr(point // 2) + suffix * (point % 2))
    size = np.ones(len(base), np.int64)
    return Spelling(np.append(code, points), symbol.astype(np.int32).ravel(), plain.word_offset, tuple(base), size)


def symbols_of(word: str, inside: str = "", suffix: str = "") -> tuple[str, ...]:
    """The characters of a word, each but the first behind ``inside``, the last with ``suffix``.

    >>> symbols_of("low", suffix="</w>")
    ('l', 'o', 'w</w>')
    """
    symbols = [inside + sign if place else sign for place, sign in enumerate(word)]
    return (*symbols[:-1], *(symbol + suffix for symbol in symbols[-1:]))


def joined(left: str, right: str, inside: str = "") -> str:
    """The token that a merge of two makes: ``##ow`` of ``##o`` and ``##w``."""
    return left + right[len(inside) :]


def code_points(text: str) -> Int32[np.ndarray, " characters"]:
    """The numbers of the characters; half a surrogate pair is one like any other here."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.int32)
