"""The seed vocabulary of a unigram tokenizer: all characters, and the repeated substrings of the distinct words."""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from core.bpe.pretokenize import WordCounts
from core.bpe.spelling import code_points
from core.unigram.kernel import Lattice

LONGEST = 16  # characters of a piece, as in SentencePiece


@dataclass(frozen=True, eq=False)
class Seeds:
    """The ``pieces``, characters first, with their weights, and every place where one stands as an edge of the lattice.

    ``single`` are as many pieces as there are characters; ``where`` is a node at which each piece starts.
    """

    pieces: tuple[str, ...]
    single: int
    weight: Float64[np.ndarray, " pieces"]
    length: Int64[np.ndarray, " pieces"]
    where: Int64[np.ndarray, " pieces"]
    lattice: Lattice


def seeds(counts: WordCounts) -> Seeds:
    """The seeds of counted words.

    As in SentencePiece a substring is taken if it stands twice in the running text and two different characters (or a
    character and a word's end) follow it, for otherwise the longer one stands as often. Its weight is count · length;
    that of a character is its count.
    """
    code, offset = _laid_out(counts.words)
    times = np.repeat(counts.frequencies, np.diff(offset))
    position = np.flatnonzero(code >= 0)
    _, follows = np.unique(code, return_inverse=True)  # 0 is the end of a word
    _, ids = np.unique(code[position], return_inverse=True)
    found: list[np.ndarray] = []
    weights: list[np.ndarray] = []
    kinds = int(follows.max(initial=0)) + 1
    for size in range(1, LONGEST + 1):
        follow = follows[position + size]
        pairs, pair = np.unique(ids * kinds + follow, return_inverse=True)
        often = np.bincount(ids, times[position])
        taken = (often >= 2) & (np.bincount(pairs // kinds) >= 2) | (size == 1)
        # The characters are numbered from the most frequent on, all others as they are.
        order = np.flatnonzero(taken) if size > 1 else np.argsort(-often, kind="stable")
        number, here = np.full(len(taken), -1), taken[ids]
        number[order] = np.arange(len(order)) + sum(map(len, weights))
        found.append(np.stack([position[here], position[here] + size, number[ids[here]]]))
        weights.append(often[order] * size)
        on = (np.bincount(pair, times[position])[pair] >= 2) & (follow > 0)
        position = position[on]
        _, ids = np.unique(pair[on], return_inverse=True)
        if not len(position):
            break
    start, end, number = np.concatenate(found, axis=1)
    _, first = np.unique(number, return_index=True)  # a place where each piece stands: its first
    where, length = start[first], (end - start)[first]
    text = "\0".join(counts.words)
    pieces = tuple(text[at : at + size] for at, size in zip(where.tolist(), length.tolist(), strict=True))
    order = np.lexsort((end, start))
    leaving = np.searchsorted(start[order], np.arange(int(offset[-1]) + 1)).astype(np.int64)
    lattice = Lattice(leaving, end[order], number[order], offset)
    return Seeds(pieces, len(weights[0]), np.concatenate(weights).astype(np.float64), length, where, lattice)


def _laid_out(words: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The code points of the words, each with −1 behind it, and where each word starts."""
    code = code_points("".join(word + "\0" for word in words)).astype(np.int64)
    offset = np.concatenate([[0], np.cumsum([len(word) + 1 for word in words])]).astype(np.int64)
    code[offset[1:] - 1] = -1
    return code, offset
