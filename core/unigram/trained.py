"""A trained unigram tokenizer with all its states, and how each of them cuts a word."""

from dataclasses import dataclass
from functools import cached_property
from math import exp, inf

import numpy as np
from jaxtyping import Float64, Int64

from core.bpe.pretokenize import WordCounts
from core.errors import InputError
from core.unigram.kernel import log_sum

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
    forward: Float64[np.ndarray, " places"]
    backward: Float64[np.ndarray, " places"]
    expected: Float64[np.ndarray, " edges"]
    best: tuple[int, ...]


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
        score = self.score[-1]
        return [place for place in np.argsort(-score, kind="stable").tolist() if np.isfinite(score[place])]

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

    def scores(self, edges: tuple[Edge, ...], state: int) -> list[float]:
        """The log-probability of each edge in a state; a character that the state lacks is an unknown one."""
        numbers, unknown = self.score[state], float(self.unknown[state])
        found = [float(numbers[piece]) if piece >= 0 else np.nan for _, _, piece in edges]
        return [score if score == score else unknown if end == start + 1 else -inf
                for score, (start, end, _) in zip(found, edges, strict=True)]  # fmt: skip

    def cut(self, word: str) -> list[list[str]]:
        """The likeliest pieces of a word in every state; unknown characters side by side are one."""
        edges, cuts = self.edges(word), []
        for state in range(self.states):
            pieces: list[str] = []
            before = False
            for edge in viterbi(edges, self.scores(edges, state), len(word)):
                start, end, piece = edges[edge]
                strange = piece in (-1, self.strange) or bool(np.isnan(self.score[state, piece]))
                if strange and before:
                    pieces[-1] += word[start:end]
                else:
                    pieces.append(word[start:end])
                before = strange
            cuts.append(pieces)
        return cuts

    def lattices(self, word: str) -> tuple[WordLattice, ...]:
        """All cuts of a word in every state, with their forward and backward sums."""
        edges = self.edges(word)
        return tuple(_lattice(edges, self.scores(edges, state), len(word)) for state in range(self.states))


def _lattice(edges: tuple[Edge, ...], score: list[float], length: int) -> WordLattice:
    forward, backward = [0.0] + [-inf] * length, [-inf] * length + [0.0]
    for (start, end, _), each in zip(edges, score, strict=True):
        forward[end] = log_sum(forward[end], forward[start] + each)
    for (start, end, _), each in zip(reversed(edges), reversed(score), strict=True):
        backward[start] = log_sum(backward[start], each + backward[end])
    expected = [exp(forward[start] + each + backward[end] - forward[length])
                for (start, end, _), each in zip(edges, score, strict=True)]  # fmt: skip
    best = viterbi(edges, score, length)
    return WordLattice(edges, np.array(score), np.array(forward), np.array(backward), np.array(expected), best)


def viterbi(edges: tuple[Edge, ...], score: list[float], length: int) -> tuple[int, ...]:
    """The edges of the likeliest path, from the left."""
    total, via = [0.0] + [-inf] * length, [-1] * (length + 1)
    for place, (start, end, _) in enumerate(edges):
        if via[end] < 0 or total[start] + score[place] > total[end]:
            total[end], via[end] = total[start] + score[place], place
    path, at = [], length
    while at > 0:
        path.append(via[at])
        at = edges[via[at]][0]
    return tuple(reversed(path))
