"""How a corpus of counted words is laid out in the arrays that the kernel works on."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bpe.kernel import enter_pairs, index_pairs, index_tokens
from core.bpe.pretokenize import WordCounts
from core.bpe.record import Record
from core.bpe.tables import ACTIVE, HASH_BASE, NONE, PAIRS_MADE, THRESHOLD, TOKENS, TOTALS, Corpus, Pairs, Tokens
from core.errors import InputError

_POSITIONS_MAX = 2**31 - 1
_FIRST_CAPACITY = 1 << 8
_OPENING = 0x110000  # beyond all code points: added to the first of a word where pieces inside are others


class Text(NamedTuple):
    """The distinct words as one row of code points and one row of base symbols."""

    code: NDArray[np.int32]
    symbol: NDArray[np.int32]
    word_offset: NDArray[np.int64]
    base: tuple[str, ...]


def lay_out_text(words: tuple[str, ...], end_of_word: str, alphabet: str = "") -> Text:
    """Spell the words, each followed by ``end_of_word``, in base symbols sorted by code point.

    The characters of ``alphabet`` are base symbols whether they occur or not.
    """
    code = _code_points("".join(word + end_of_word for word in words))
    lengths = np.fromiter(map(len, words), np.int64, len(words)) + bool(end_of_word)
    word_offset = np.concatenate([np.zeros(1, np.int64), np.cumsum(lengths)])
    n_positions = int(word_offset[-1])
    if max(n_positions, len(code)) > _POSITIONS_MAX:
        raise InputError("counts", n_positions, f"the distinct words must hold at most {_POSITIONS_MAX} symbols")
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
    return Text(np.append(code, _code_points(alphabet)), symbol, word_offset, tuple(base))


def lay_out_pieces(words: tuple[str, ...], inside: str) -> Text:
    """Spell the words so that a character inside a word is another symbol than at its start.

    Base symbols are ``inside`` and the character first, by code point, then those that start a word.
    """
    plain = lay_out_text(words, "")
    starts = plain.word_offset[:-1][np.diff(plain.word_offset) > 0]
    code = plain.code.copy()
    code[starts] += _OPENING
    points, symbol = np.unique(code, return_inverse=True)
    base = [chr(point - _OPENING) if point >= _OPENING else inside + chr(point) for point in points.tolist()]
    return Text(code, symbol.astype(np.int32).ravel(), plain.word_offset, tuple(base))


def new_corpus(text: Text, counts: WordCounts, end_of_word: str) -> Corpus:
    """Every symbol a token of its own, linked to its neighbours within the word."""
    n_positions, lengths = len(text.symbol), np.diff(text.word_offset)
    following = np.arange(1, n_positions + 1, dtype=np.int32)
    following[text.word_offset[1:][lengths > 0] - 1] = NONE
    preceding = np.arange(-1, n_positions - 1, dtype=np.int32)
    preceding[text.word_offset[:-1][lengths > 0]] = NONE
    word = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    pair, later, earlier, boundary_step = (np.full(n_positions, NONE, np.int32) for _ in range(4))
    return Corpus(
        text.symbol.copy(),
        following,
        preceding,
        word,
        pair,
        later,
        earlier,
        boundary_step,
        counts.frequencies,
        text.code,
        max(len(end_of_word) - 1, 0),
    )


def new_tokens(text: Text, corpus: Corpus, room: int, state: NDArray[np.int64], inside: str = "") -> Tokens:
    """The base symbols, with room for as many new tokens as there can be merges."""
    n_base = len(text.base)
    offset, length = np.zeros(n_base + room + 1, np.int32), np.ones(n_base + room + 1, np.int32)
    hashes, power = np.zeros(n_base + room + 1, np.int64), np.full(n_base + room + 1, HASH_BASE, np.int64)
    weight = np.zeros(n_base + room + 1, np.int64)
    np.add.at(weight, text.symbol, corpus.frequency[corpus.word])
    # One place of each base symbol, so that it too is a stretch of the text; behind the words stands the alphabet.
    position = np.full(n_base, NONE, np.int32)
    position[text.symbol] = np.arange(len(text.symbol), dtype=np.int32)
    offset[:n_base] = position + corpus.surplus * corpus.word[position] if len(text.symbol) else 0
    tail = max(len(text.code) - n_base, 0)
    behind = {point: place for place, point in enumerate(text.code[tail:].tolist(), tail)}
    for token, string in enumerate(text.base):
        if position[token] == NONE:
            offset[token] = behind[ord(string)]
        points = [text.code[offset[token]]] if inside else _code_points(string)
        length[token] = len(points)
        value, factor = 0, 1
        for point in map(int, points):
            value, factor = value * HASH_BASE + point + 1, factor * HASH_BASE
        hashes[token], power[token] = _signed(value), _signed(factor)
    tokens = Tokens(offset, length, hashes, power, weight, _empty_slots(n_base + room))
    index_tokens(corpus, tokens, n_base)
    state[TOKENS] = n_base
    return tokens


def new_record(steps: int, leaders: int, sources: int, scored: bool) -> Record:
    """Blank rows for each step, and one row more for the leaders after the last."""
    of_tokens = steps + 1 if scored else 0
    return Record(
        left=np.zeros(steps, np.int32),
        right=np.zeros(steps, np.int32),
        merged=np.zeros(steps, np.int32),
        left_count=np.zeros(steps, np.int64),
        right_count=np.zeros(steps, np.int64),
        winning_count=np.zeros(steps, np.int64),
        replaced=np.zeros(steps, np.int64),
        tied=np.zeros(steps + 1, np.int32),
        n_pairs=np.zeros(steps + 1, np.int32),
        leaders_left=np.full((steps + 1, leaders), NONE, np.int32),
        leaders_right=np.full((steps + 1, leaders), NONE, np.int32),
        leaders_count=np.zeros((steps + 1, leaders), np.int64),
        leaders_first=np.zeros((of_tokens, leaders), np.int64),
        leaders_second=np.zeros((of_tokens, leaders), np.int64),
        source_word=np.full((steps, sources), NONE, np.int32),
        source_occurrences=np.zeros((steps, sources), np.int32),
        source_words=np.zeros(steps, np.int32),
        rule=np.zeros(steps, np.int32),
        leading=np.zeros(leaders, np.int32),
    )


def new_state() -> NDArray[np.int64]:
    """The running totals; nothing is active until all pairs are entered."""
    state = np.zeros(TOTALS, np.int64)
    state[THRESHOLD] = np.iinfo(np.int64).max
    return state


def count_pairs(corpus: Corpus, state: NDArray[np.int64], always_active: int = 0) -> Pairs:
    """The pairs of the corpus as it stands at the start; those of a given count or more stay active."""
    pairs = _empty_pairs(_FIRST_CAPACITY)
    position = enter_pairs(corpus, pairs, state, 0)
    while position < len(corpus.token):
        pairs = grown(pairs, int(state[PAIRS_MADE]))
        position = enter_pairs(corpus, pairs, state, position)
    if not always_active:
        state[THRESHOLD] = pairs.weight[: state[PAIRS_MADE]].max(initial=0) + 1
        return pairs
    state[THRESHOLD] = always_active
    active = np.flatnonzero(pairs.weight[: state[PAIRS_MADE]] >= always_active)
    pairs.active[: len(active)], pairs.is_active[active] = active, True
    state[ACTIVE] = len(active)
    return pairs


def grown(pairs: Pairs, made: int) -> Pairs:
    """The same pairs with room for twice as many."""
    larger = _empty_pairs(2 * len(pairs.weight))
    for column in Pairs._fields[:-1]:
        getattr(larger, column)[:made] = getattr(pairs, column)[:made]
    index_pairs(larger, made)
    return larger


def _empty_pairs(capacity: int) -> Pairs:
    return Pairs(
        left=np.empty(capacity, np.int32),
        right=np.empty(capacity, np.int32),
        weight=np.empty(capacity, np.int64),
        score=np.zeros(capacity, np.float64),
        first=np.empty(capacity, np.int32),
        last=np.empty(capacity, np.int32),
        active=np.empty(capacity, np.int32),
        is_active=np.empty(capacity, np.bool_),
        disordered=np.empty(capacity, np.int32),
        is_disordered=np.empty(capacity, np.bool_),
        slot=_empty_slots(capacity),
    )


def _empty_slots(entries: int) -> NDArray[np.int32]:
    return np.full(1 << (2 * max(entries, 1) - 1).bit_length(), NONE, np.int32)


def _code_points(string: str) -> NDArray[np.int32]:
    # A str may hold lone surrogates; they are code points like any other here.
    return np.frombuffer(string.encode("utf-32-le", "surrogatepass"), np.int32)


def _signed(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63
