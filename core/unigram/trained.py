"""A trained unigram tokenizer with all its states, and how each of them cuts a word."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain, groupby

import numpy as np
from jaxtyping import Bool, Float64, Int64

from core.bpe.pretokenize import WordCounts
from core.errors import InputError
from core.unigram import kernel
from core.unigram.kernel import Lattice

MAX_CHARACTERS = 300_000  # of the distinct words together, each of which takes about 600 bytes in training
UNKNOWN_PENALTY = 10.0  # log-probability of an unknown character below the least likely piece
Edge = tuple[int, int, int]  # start, end, and number of the piece, −1 for an unknown character


def check_length(counts: WordCounts) -> None:
    """Raises InputError of ``text``, where its words are too long for lattices."""
    if sum(map(len, counts.words)) > MAX_CHARACTERS:
        rule = f"for Unigram its distinct words must have at most {MAX_CHARACTERS:,} characters together"
        raise InputError("text", "the text", rule, "Bring a part of it.")


@dataclass(frozen=True, eq=False)
class WordLattice:
    """All cuts of a word in one state: its E ``edges``, from the left, as a graph of the N+1 places between characters.

    ``score[e]`` = log p of its piece, −inf where the state lacks it; ``forward[i]`` and ``backward[i]`` are log-sums
    over all paths from the start to place i and from there to the end. So log P(word) = ``forward[N]``, and an edge
    from i to j is expected exp(forward[i] + score + backward[j] − forward[N]) times (``expected``).
    """

    edges: tuple[Edge, ...]
    score: Float64[np.ndarray, " edges"]
    best: Bool[np.ndarray, " edges"]
    expected: Float64[np.ndarray, " edges"]
    forward: Float64[np.ndarray, " places"]
    backward: Float64[np.ndarray, " places"]


@dataclass(frozen=True, eq=False)
class Trained:
    """All ``pieces`` that were ever in the vocabulary, and the S states that it went through.

    ``score[s]`` are their log-probabilities in state s, NaN for those that it lacks: 0 is the seed vocabulary, the last
    one is final. ``loss[s]`` is what removing each piece would have cost when state s was pruned to s+1, after its
    expectation–maximisation, in mean log P(word) (−inf: it was not needed, inf: nothing can replace it, NaN: it was
    gone). ``likelihood[s]`` is the mean log P(word) and ``tokens[s]`` the pieces of the whole corpus, each word cut the
    likeliest way. The piece ``strange`` stands for what is unknown. ``used[s]`` is how often each piece is in these
    cuts, where that is known.
    """

    pieces: tuple[str, ...]
    score: Float64[np.ndarray, "states pieces"]
    loss: Float64[np.ndarray, "states pieces"]
    likelihood: Float64[np.ndarray, " states"]
    tokens: Int64[np.ndarray, " states"]
    strange: int = -1
    used: Int64[np.ndarray, "used pieces"] | None = None

    @property
    def states(self) -> int:
        return len(self.score)

    @cached_property
    def size(self) -> Int64[np.ndarray, " states"]:
        """The pieces of each state."""
        return np.asarray(np.isfinite(self.score).sum(axis=1), np.int64)

    @cached_property
    def final(self) -> list[int]:
        """The pieces of the last state, the likeliest first."""
        return [*np.argsort(-self.score[-1], kind="stable")[: self.size[-1]].tolist()]

    @cached_property
    def number(self) -> dict[str, int]:
        """The place of every piece."""
        return {piece: place for place, piece in enumerate(self.pieces)}

    @cached_property
    def unknown(self) -> Float64[np.ndarray, " states"]:
        """The log-probability of a character that is no piece."""
        return np.asarray(np.nanmin(self.score, axis=1) - UNKNOWN_PENALTY)

    @cached_property
    def lengths(self) -> dict[str, list[int]]:
        """How long the pieces are that begin with each character, rising."""
        found: dict[str, set[int]] = {}
        for piece in self.pieces:
            found.setdefault(piece[0], set()).add(len(piece))
        return {sign: sorted(its) for sign, its in found.items()}

    def edges(self, word: str) -> tuple[Edge, ...]:
        """Start, end and number of every piece that ever fits into the word; −1 for a character that is none."""
        found = [(start, start + size, self.number[word[start : start + size]]) for start, sign in enumerate(word)
                 for size in self.lengths.get(sign, ()) if word[start : start + size] in self.number
                 and start + size <= len(word)]  # fmt: skip
        known = {start for start, end, _ in found if end == start + 1}
        return tuple(sorted([*found, *((at, at + 1, -1) for at in range(len(word)) if at not in known)]))

    def scores(self, edges: tuple[Edge, ...]) -> tuple[np.ndarray, np.ndarray]:
        """The log-probability of each edge in every state, and whether it is an unknown character there."""
        start, end, piece = np.array(edges, np.int64).T
        found = np.where(piece < 0, np.nan, self.score[:, piece])
        lacked = np.where(end == start + 1, self.unknown[:, None], -np.inf)
        return np.where(np.isnan(found), lacked, found), np.isnan(found) | (piece == self.strange)

    def cut(self, word: str) -> list[list[str]]:
        """The likeliest pieces of a word in every state; unknown characters side by side are one."""
        edges, cuts = self.edges(word), []
        scores, unknown = self.scores(edges)
        spelt = [word[start:end] for start, end, _ in edges]
        for best, strange in zip(kernel.likeliest(_numbered(word, edges), scores), unknown, strict=True):
            pieces: list[str] = []
            for unread, run in groupby(np.flatnonzero(best).tolist(), strange.item):
                its = [spelt[edge] for edge in run]
                pieces += ["".join(its)] if unread else its
            cuts.append(pieces)
        return cuts

    def lattices(self, word: str) -> tuple[WordLattice, ...]:
        """All cuts of a word in every state, with their forward and backward sums."""
        edges = self.edges(word)
        lattice, once = _numbered(word, edges), np.ones(1, np.int64)
        scores, _ = self.scores(edges)
        return tuple(
            WordLattice(edges, score, best, *kernel.expect(lattice, score, once))
            for score, best in zip(scores, kernel.likeliest(lattice, scores), strict=True)
        )


def lattice_of(words: Sequence[str], edges: Sequence[tuple[Edge, ...]]) -> Lattice:
    """Words as one lattice of the edges of each."""
    offset = np.concatenate([[0], np.cumsum([len(word) + 1 for word in words])]).astype(np.int64)
    flat = np.array([*chain.from_iterable(chain.from_iterable(edges))], np.int64)
    start, end, piece = np.ascontiguousarray(flat.reshape(-1, 3).T)
    before = np.repeat(offset[:-1], [*map(len, edges)])
    first = np.searchsorted(start + before, np.arange(offset[-1] + 1)).astype(np.int64)
    return Lattice(first, end + before, piece, offset)


def _numbered(word: str, edges: tuple[Edge, ...]) -> Lattice:
    """The lattice of a word in which each edge is a piece of its own."""
    return lattice_of([word], [edges])._replace(piece=np.arange(len(edges)))
