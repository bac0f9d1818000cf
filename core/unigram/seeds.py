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
    inside = code >= 0
    times = np.repeat(counts.frequencies, np.diff(offset))
    position = np.flatnonzero(inside)
    _, follows = np.unique(code, return_inverse=True)  # 0 is the end of a word
    _, ids = np.unique(code[position], return_inverse=True)
    found = [_ranked(ids, position, times)]
    for size in range(1, LONGEST + 1):
        follow = follows[position + size]
        pairs, pair = np.unique(ids * (int(follows.max(initial=0)) + 1) + follow, return_inverse=True)
        if size > 1:
            branches = np.bincount(pairs // (int(follows.max()) + 1))
            often = np.bincount(ids, times[position])
            taken = (often >= 2) & (branches >= 2)
            found.append(_numbered(ids, position, taken, often * size, size))
        on = (np.bincount(pair, times[position])[pair] >= 2) & (follow > 0)
        position = position[on]
        _, ids = np.unique(pair[on], return_inverse=True)
        if not len(position):
            break
    return _gathered(counts.words, found, offset)


def _laid_out(words: tuple[str, ...]) -> tuple[np.ndarray, np.ndarray]:
    """The code points of the words, each with −1 behind it, and where each word starts."""
    code = code_points("".join(word + "\0" for word in words)).astype(np.int64)
    offset = np.concatenate([[0], np.cumsum([len(word) + 1 for word in words])]).astype(np.int64)
    code[offset[1:] - 1] = -1
    return code, offset


@dataclass(frozen=True)
class _Found:
    """Substrings of one ``size``: the weight of each, a place where it stands, and all ``starts`` with its number."""

    size: int
    weight: np.ndarray
    where: np.ndarray
    starts: np.ndarray
    number: np.ndarray


def _ranked(ids: np.ndarray, position: np.ndarray, times: np.ndarray) -> _Found:
    """The characters, the most frequent first."""
    weight = np.bincount(ids, times[position])
    order = np.argsort(-weight, kind="stable")
    rank = np.empty(len(order), np.int64)
    rank[order] = np.arange(len(order))
    return _Found(1, weight[order], _first(rank[ids], position, len(order)), position, rank[ids])


def _numbered(ids: np.ndarray, position: np.ndarray, taken: np.ndarray, weight: np.ndarray, size: int) -> _Found:
    """Those substrings that are taken."""
    here, number = taken[ids], np.cumsum(taken) - 1
    starts, numbers = position[here], number[ids[here]]
    return _Found(size, weight[taken], _first(numbers, starts, int(taken.sum())), starts, numbers)


def _first(numbers: np.ndarray, position: np.ndarray, many: int) -> np.ndarray:
    """The first place of each number."""
    first = np.full(many, np.iinfo(np.int64).max)
    np.minimum.at(first, numbers, position)
    return first


def _gathered(words: tuple[str, ...], found: list[_Found], offset: np.ndarray) -> Seeds:
    text = "\0".join(words)
    length = np.concatenate([np.full(len(one.weight), one.size) for one in found]).astype(np.int64)
    where = np.concatenate([one.where for one in found]).astype(np.int64)
    pieces = tuple(text[at : at + size] for at, size in zip(where.tolist(), length.tolist(), strict=True))
    made = np.cumsum([0, *(len(one.weight) for one in found)])
    starts = np.concatenate([one.starts for one in found])
    ends = np.concatenate([one.starts + one.size for one in found])
    number = np.concatenate([one.number + before for one, before in zip(found, made, strict=False)])
    order = np.lexsort((ends, starts))
    first = np.searchsorted(starts[order], np.arange(int(offset[-1]) + 1)).astype(np.int64)
    lattice = Lattice(first, ends[order], number[order], offset)
    weight = np.concatenate([one.weight for one in found]).astype(np.float64)
    return Seeds(pieces, len(found[0].weight), weight, length, where, lattice)
