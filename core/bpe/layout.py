"""How a corpus of counted words is laid out in the arrays that the kernel works on."""

import numpy as np
from numpy.typing import NDArray

from core.bpe.kernel import enter_pairs
from core.bpe.pretokenize import WordCounts
from core.bpe.record import Record
from core.bpe.spelling import Spelling
from core.bpe.tables import GOLDEN, NONE, TOKENS, Pairs, TokenPositions, Tokens


def new_corpus(text: Spelling, counts: WordCounts, end_of_word: str, suffix: str = "") -> TokenPositions:
    """Every symbol a token of its own, linked to its neighbours within the word."""
    n_positions, lengths = len(text.symbol), np.diff(text.word_offset)
    following = np.arange(1, n_positions + 1, dtype=np.int32)
    following[text.word_offset[1:][lengths > 0] - 1] = NONE
    preceding = np.arange(-1, n_positions - 1, dtype=np.int32)
    preceding[text.word_offset[:-1][lengths > 0]] = NONE
    word = np.repeat(np.arange(len(lengths), dtype=np.int32), lengths)
    pair, later, earlier, boundary_step = (np.full(n_positions, NONE, np.int32) for _ in range(4))
    return TokenPositions(
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


def new_tokens(text: Spelling, corpus: TokenPositions, room: int, state: NDArray[np.int64]) -> Tokens:
    """The base symbols, whose code points stand behind the words, with room for a new token for each merge."""
    n_base = len(text.base)
    offset, length = np.zeros((2, n_base + room + 1), np.int32)
    hashes, weight = np.zeros((2, n_base + room + 1), np.int64)
    length[:n_base] = text.size
    start, behind = text.size.cumsum() - text.size, len(text.code) - int(text.size.sum())
    offset[:n_base] = behind + start
    mixed = text.code[behind:] * np.int64(GOLDEN)
    hashes[:n_base] = np.add.reduceat((mixed ^ (mixed >> 29)) * GOLDEN, start)
    np.add.at(weight, text.symbol, corpus.frequency[corpus.word])
    state[TOKENS] = n_base
    longer = np.append(np.flatnonzero(text.size > 1), n_base)[0]
    return Tokens(offset, length, hashes, weight, int(longer))


def new_record(steps: int, leaders: int, sources: int, scored: bool) -> Record:
    """Blank rows for each step, and one row more for the leaders after the last."""
    shapes: dict[str, tuple[int, ...]] = dict.fromkeys(Record._fields, (steps,))
    shapes |= dict.fromkeys(("source_word", "source_occurrences"), (steps, sources))
    shapes |= dict.fromkeys(("leaders_left", "leaders_right", "leaders_count"), (steps + 1, leaders))
    shapes |= {"tied": (steps + 1,), "leaders_score": (steps + 1 if scored else 0, leaders), "leading": (leaders,)}
    record = Record(**{name: np.zeros(shape, np.int64) for name, shape in shapes.items()})
    for listed in (record.source_word, record.leaders_left, record.leaders_right):
        listed[:] = NONE
    return record


def new_pairs(corpus: TokenPositions, tokens: Tokens, merges: int, state: NDArray[np.int64]) -> Pairs:
    """The pairs of the corpus as it stands at the start, all of which are still to play.

    There is room for as many as so many merges can make: each removes boundaries, and with each it makes two pairs at
    most, of the tokens that there are. Memory that is not written to is none.
    """
    boundaries, known = int(np.count_nonzero(corpus.following >= 0)), int(state[TOKENS])
    made = min(2 * boundaries, 2 * merges * (known + merges + 1))
    room = max(1, min(boundaries, known**2) + made)
    kinds: dict[str, type[np.generic]] = {"weight": np.int64, "key": np.int64} | dict.fromkeys(
        ("is_touched", "is_disordered", "is_named"), np.bool_)  # fmt: skip
    columns = {name: np.zeros(room, kinds.get(name, np.int32)) for name in Pairs._fields}
    columns |= {name: np.zeros(2 * room, kinds.get(name, np.int32)) for name in ("key", "best", "tied")}
    columns |= {"chain": np.zeros((2, room), np.int32), "heads": np.full((2, len(tokens.weight)), NONE, np.int32)}
    pairs = Pairs(**columns | {"slot": np.full(1 << (2 * room - 1).bit_length(), NONE, np.int32)})
    enter_pairs(corpus, pairs, state)
    return pairs
