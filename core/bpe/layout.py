"""How a corpus of counted words is laid out in the arrays that the kernel works on."""

import numpy as np
from numpy.typing import NDArray

from core.bpe.kernel import enter_pairs, index_pairs, index_tokens
from core.bpe.leaders import Ranking
from core.bpe.pretokenize import WordCounts
from core.bpe.record import Record
from core.bpe.spelling import Text, code_points
from core.bpe.tables import HASH_BASE, NONE, PAIRS_MADE, PAIRS_RANKED, TOKENS, TOTALS, TOUCHED, Corpus, Pairs, Tokens

_FIRST_CAPACITY = 1 << 8


def new_corpus(text: Text, counts: WordCounts, end_of_word: str, suffix: str = "") -> Corpus:
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
        2 * ord(suffix[0]) if suffix else 0,
    )


def new_tokens(text: Text, corpus: Corpus, room: int, state: NDArray[np.int64], pieces: bool = False) -> Tokens:
    """The base symbols, each one code where they are ``pieces``, with room for a new token for each merge."""
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
        points = [text.code[offset[token]]] if pieces else code_points(string)
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
    """The running totals."""
    return np.zeros(TOTALS, np.int64)


def count_pairs(corpus: Corpus, state: NDArray[np.int64]) -> Pairs:
    """The pairs of the corpus as it stands at the start."""
    pairs = _empty_pairs(_FIRST_CAPACITY)
    position = enter_pairs(corpus, pairs, state, 0)
    while position < len(corpus.token):
        pairs = grown(pairs, state)
        position = enter_pairs(corpus, pairs, state, position)
    return pairs


def grown(pairs: Pairs, state: NDArray[np.int64]) -> Pairs:
    """The same pairs with room for twice as many, which wait for a ``new_ranking``."""
    made, larger = int(state[PAIRS_MADE]), _empty_pairs(2 * len(pairs.weight))
    for column in Pairs._fields[:-1]:
        getattr(larger, column)[:made] = getattr(pairs, column)[:made]
    index_pairs(larger, made)
    return larger


def new_ranking(pairs: Pairs, tokens: Tokens, scored: bool, state: NDArray[np.int64]) -> Ranking:
    """A tournament in which all pairs are still to play."""
    made, leaves = int(state[PAIRS_MADE]), len(pairs.weight)
    pairs.touched[:made], pairs.is_touched[:made] = np.arange(made), True
    state[TOUCHED], state[PAIRS_RANKED] = made, 0
    best, tied = np.full(2 * leaves, NONE, np.int32), np.zeros(2 * leaves, np.int32)
    best[leaves:], tied[leaves:] = np.arange(leaves), 1
    chained = leaves if scored else 0
    return Ranking(
        key=np.zeros(2 * leaves, np.int64),
        best=best,
        tied=tied,
        on_left=np.full(chained, NONE, np.int32),
        on_right=np.full(chained, NONE, np.int32),
        heads=np.full((2, len(tokens.weight) if scored else 0), NONE, np.int32),
    )


def _empty_pairs(capacity: int) -> Pairs:
    kinds: dict[str, type[np.generic]] = {"weight": np.int64, "is_touched": np.bool_, "is_disordered": np.bool_}
    columns = [np.empty(capacity, kinds.get(name, np.int32)) for name in Pairs._fields[:-1]]
    return Pairs._make([*columns, _empty_slots(capacity)])


def _empty_slots(entries: int) -> NDArray[np.int32]:
    return np.full(1 << (2 * max(entries, 1) - 1).bit_length(), NONE, np.int32)


def _signed(value: int) -> int:
    return (value + 2**63) % 2**64 - 2**63
