"""The loops of a unigram language model over lattices: expected counts, best paths, and the best way around a piece.

A lattice's nodes are the places before, between and after the characters of the words, word after word; the edges that
leave node n are ``first[n]`` to ``first[n + 1]``. Edges lead to the right, so one pass in their order suffices.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import compiled


class Lattice(NamedTuple):
    """W words as lattices, of E edges between N nodes; those of word w are ``offset[w]`` to ``offset[w+1]``."""

    first: NDArray[np.int64]  # N+1
    end: NDArray[np.int64]  # E: the node where an edge ends
    piece: NDArray[np.int64]  # E
    offset: NDArray[np.int64]  # W+1


@compiled
def log_sum(one: float, other: float) -> float:
    """log(exp(one) + exp(other))."""
    high, low = max(one, other), min(one, other)
    return high if low == -np.inf else high + np.log1p(np.exp(low - high))


@compiled
def expect(
    lattice: Lattice, score: NDArray[np.float64], frequency: NDArray[np.int64]
) -> tuple[NDArray[np.float64], NDArray[np.float64], NDArray[np.float64]]:
    """How often each piece is expected in the words, and forward and backward: of each node the log-sums over all paths
    to it from the start of its word, and from it to the end. ``score`` are the log-probabilities of the pieces.
    """
    nodes = len(lattice.first) - 1
    expected, forward, backward = np.zeros(len(score)), np.full(nodes, -np.inf), np.full(nodes, -np.inf)
    for word in range(len(lattice.offset) - 1):
        start, last = lattice.offset[word], lattice.offset[word + 1] - 1
        forward[start], backward[last] = 0.0, 0.0
        for node in range(start, last):
            for edge in range(lattice.first[node], lattice.first[node + 1]):
                end = lattice.end[edge]
                forward[end] = log_sum(forward[end], forward[node] + score[lattice.piece[edge]])
        for node in range(last - 1, start - 1, -1):
            for edge in range(lattice.first[node], lattice.first[node + 1]):
                backward[node] = log_sum(backward[node], score[lattice.piece[edge]] + backward[lattice.end[edge]])
        for node in range(start, last):
            for edge in range(lattice.first[node], lattice.first[node + 1]):
                piece = lattice.piece[edge]
                share = forward[node] + score[piece] + backward[lattice.end[edge]] - forward[last]
                expected[piece] += frequency[word] * np.exp(share)
    return expected, forward, backward


@compiled
def best_path(
    lattice: Lattice, score: NDArray[np.float64], start: int, last: int, skipped: int, path: NDArray[np.int64]
) -> int:
    """Writes the pieces of the likeliest path between two nodes, last piece first, and returns how many there are.

    The edge of the piece ``skipped`` from end to end is not used; 0 if there is no other path.
    """
    best = np.full(last - start + 1, -np.inf)
    via, before = np.full(last - start + 1, -1), np.full(last - start + 1, -1)
    best[0] = 0.0
    for node in range(start, last):
        for edge in range(lattice.first[node], lattice.first[node + 1]):
            end, piece = lattice.end[edge], lattice.piece[edge]
            if end > last or (piece == skipped and node == start and end == last):
                continue
            reached = best[node - start] + score[piece]
            if reached > best[end - start]:
                best[end - start], via[end - start], before[end - start] = reached, piece, node - start
    length, place = 0, last - start
    while place > 0 and via[place] >= 0:
        path[length] = via[place]
        length += 1
        place = before[place]
    return length if place == 0 else 0


@compiled
def count_best(
    lattice: Lattice, score: NDArray[np.float64], frequency: NDArray[np.int64], strange: int
) -> NDArray[np.int64]:
    """How often each piece stands in the likeliest paths.

    Pieces from number ``strange`` on stand for what is unknown: those side by side are one.
    """
    path, counts = np.empty(len(lattice.first), np.int64), np.zeros(len(score), np.int64)
    for word in range(len(lattice.offset) - 1):
        length = best_path(lattice, score, lattice.offset[word], lattice.offset[word + 1] - 1, -1, path)
        for place in range(length):
            run = place > 0 and path[place] >= strange and path[place - 1] >= strange
            counts[path[place]] += 0 if run else frequency[word]
    return counts


@compiled
def likeliest(lattice: Lattice, scores: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether each edge of a word's lattice is on the likeliest path; it is a piece of its own, of all ``scores``."""
    path, found = np.empty(len(lattice.first), np.int64), np.zeros(scores.shape, np.bool_)
    for state in range(len(scores)):
        for place in range(best_path(lattice, scores[state], 0, lattice.offset[1] - 1, -1, path)):
            found[state, path[place]] = True
    return found


@compiled
def detours(
    lattice: Lattice, score: NDArray[np.float64], where: NDArray[np.int64], length: NDArray[np.int64],
    counts: NDArray[np.int64], words: int, counted: NDArray[np.int64],
) -> NDArray[np.float64]:  # fmt: skip
    """The loss of mean log P(word) where each piece is replaced by the best other path through its own characters.

    ``where`` is a node where the piece starts, −1 for pieces to leave out, and ``counted`` as which piece each counts.
    A piece that a detour beats, or that no likeliest path uses, has loss −inf; one without a detour inf.
    """
    path, loss = np.empty(len(lattice.first), np.int64), np.full(len(where), np.nan)
    total = counts.sum()
    for piece in range(len(where)):
        if where[piece] < 0:
            continue
        steps = best_path(lattice, score, where[piece], where[piece] + length[piece], piece, path)
        around = 0.0
        for place in range(steps):
            around += score[path[place]]
        if counts[piece] == 0 or (steps > 0 and around > score[piece]):
            loss[piece] = -np.inf
        elif steps == 0:
            loss[piece] = np.inf
        else:
            moved = -steps * np.log(total + counts[piece] * (steps - 1))
            for place in range(steps):
                moved += np.log(counts[counted[path[place]]] + counts[piece])
            loss[piece] = counts[piece] / words * (np.log(counts[piece]) - np.log(total) - moved)
    return loss


def mean_log_probability(lattice: Lattice, score: NDArray[np.float64], frequency: NDArray[np.int64]) -> float:
    """Mean log P(word)."""
    _, forward, _ = expect(lattice, score, frequency)
    return float(frequency @ forward[lattice.offset[1:] - 1]) / max(1, int(frequency.sum()))
