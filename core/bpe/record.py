"""What each step of a training leaves behind, and the words behind its winner."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bpe.tables import NONE, Pairs, TokenPositions
from core.compiled import compiled


class Record(NamedTuple):
    """What each step (S) leaves behind: K leading pairs before it, and M words behind its winner."""

    left: NDArray[np.int64]  # S, as all up to ``replaced``
    right: NDArray[np.int64]
    merged: NDArray[np.int64]
    left_count: NDArray[np.int64]
    right_count: NDArray[np.int64]
    winning_count: NDArray[np.int64]
    replaced: NDArray[np.int64]
    rule: NDArray[np.int64]  # the place of a merge among those given
    source_words: NDArray[np.int64]
    source_word: NDArray[np.int64]  # S, M
    source_occurrences: NDArray[np.int64]
    tied: NDArray[np.int64]  # S+1
    leaders_left: NDArray[np.int64]  # S+1, K
    leaders_right: NDArray[np.int64]
    leaders_count: NDArray[np.int64]
    leaders_score: NDArray[np.int64]  # the bits of their scores: S+1, K where pairs are scored, else 0, K
    leading: NDArray[np.int64]  # K: the pairs of the current row


@compiled
def note_source(corpus: TokenPositions, record: Record, step: int, word: int, occurrences: int) -> None:
    """Enter a word among the sources of a step, if it contributes more than the least of them."""
    room = record.source_word.shape[1]
    known = min(record.source_words[step], room)
    record.source_words[step] += 1
    weight = corpus.frequency[word] * occurrences
    place = known
    while place > 0:
        rival = record.source_word[step, place - 1]
        if corpus.frequency[rival] * record.source_occurrences[step, place - 1] >= weight:
            break
        if place < room:
            record.source_word[step, place] = rival
            record.source_occurrences[step, place] = record.source_occurrences[step, place - 1]
        place -= 1
    if place < room:
        record.source_word[step, place], record.source_occurrences[step, place] = word, occurrences


@compiled
def list_sources(corpus: TokenPositions, pairs: Pairs, record: Record, step: int, pair: int) -> None:
    """Note the words that a pair occurs in."""
    occurrences = 0
    here = pairs.first[pair]
    while here != NONE:
        occurrences += 1
        after = corpus.later[here]
        if after == NONE or corpus.word[after] != corpus.word[here]:
            note_source(corpus, record, step, corpus.word[here], occurrences)
            occurrences = 0
        here = after
