"""Which pairs lead, kept as a tournament: a step plays again only the matches of pairs that the last merge touched.

The pairs are the leaves of a binary tree. Every node holds the best pair below it and how many share its rank, so the
root knows the winner and the ties. Who has been named leaves the tournament, and then the next one wins.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bpe.record import Record
from core.bpe.tables import NONE, STEP, TOUCHED, Pairs, TokenPositions, Tokens, compare, compare_codes, touch
from core.compiled import compiled

FIRST_MET, LEXICOGRAPHIC, LAST, IDS, SHORTEST = range(5)
TIES = {"first met": FIRST_MET, "lexicographic": LEXICOGRAPHIC, "last": LAST, "ids": IDS, "shortest": SHORTEST}


class MergePlan(NamedTuple):
    """Which pair is merged at each step: the leading one, or the one that is ``given``."""

    until: int  # merges
    min_count: int
    size: int  # tokens: the vocabulary that is not outgrown
    tie: int  # its place in `TIES`
    scored: bool  # by count over the product of its tokens' counts, not by count alone
    given: NDArray[np.int32]  # G, 3: the parts and what they make, as places in `number`; empty where the leader wins
    number: NDArray[np.int32]  # the token of each, NONE until it is made
    skips: bool  # those given that stand nowhere


@compiled
def rank_leaders(
    corpus: TokenPositions, tokens: Tokens, pairs: Pairs, record: Record, state: NDArray[np.int64], plan: MergePlan
) -> int:
    """Write the row of leading pairs for the current state, and return the winner, or NONE."""
    play_touched(corpus, tokens, pairs, state, plan)
    row, room, named = state[STEP], len(record.leading), 0
    winner, record.tied[row] = (pairs.best[1], pairs.tied[1]) if pairs.key[1] > 0 else (NONE, 0)
    while named < room and pairs.key[1] > 0:
        pair = pairs.best[1]
        record.leaders_left[row, named], record.leaders_right[row, named] = pairs.left[pair], pairs.right[pair]
        record.leaders_count[row, named] = pairs.weight[pair]
        if plan.scored:
            record.leaders_score[row, named] = pairs.key[1]
        record.leading[named], pairs.is_named[pair] = pair, True
        named += 1
        touch(pairs, state, pair)
        play_touched(corpus, tokens, pairs, state, plan)
    for pair in record.leading[:named]:
        pairs.is_named[pair] = False
        touch(pairs, state, pair)
    return winner


@compiled
def comes_first(corpus: TokenPositions, tokens: Tokens, pairs: Pairs, one: int, other: int, tie: int) -> bool:
    """Whether the pair ``one`` stands before ``other`` by a rule that does not ask where it was met."""
    left, its_left, right, its_right = pairs.left[one], pairs.left[other], pairs.right[one], pairs.right[other]
    if tie == IDS:
        return bool(left < its_left if left != its_left else right < its_right)
    if tie == SHORTEST:
        length = tokens.length[left] + tokens.length[right]
        its_length = tokens.length[its_left] + tokens.length[its_right]
        if length != its_length:
            return bool(length < its_length)
        here, there = pairs.first[one], pairs.first[other]
        here, there = here + corpus.surplus * corpus.word[here], there + corpus.surplus * corpus.word[there]
        order = compare_codes(corpus, here, length, there, its_length)
        if order != 0:
            return order < 0
    order = compare(corpus, tokens, left, its_left) if left != its_left else compare(corpus, tokens, right, its_right)
    return order > 0 if tie == LAST else order < 0


@compiled
def play_touched(
    corpus: TokenPositions, tokens: Tokens, pairs: Pairs, state: NDArray[np.int64], plan: MergePlan
) -> None:
    """Bring the tournament up to date with the touched pairs."""
    # To hand all tables to a function takes longer than a match: so matches stand here, on arrays of their own.
    key, best, tied, first, touched = pairs.key, pairs.best, pairs.tied, pairs.first, pairs.touched
    leaves, many = len(first), state[TOUCHED]
    for i in range(many):
        pair = touched[i]
        pairs.is_touched[pair] = False
        key[leaves + pair] = 0 if pairs.is_named[pair] else key_of(tokens, pairs, pair, plan.scored, plan.min_count)
    for i in range(many):
        node = (leaves + touched[i]) >> 1
        while node > 0:
            one, other = 2 * node, 2 * node + 1
            winner, ties = (one, tied[one]) if key[one] >= key[other] else (other, tied[other])
            if key[one] == key[other] and key[one] > 0:
                ties = tied[one] + tied[other]
                if plan.tie != FIRST_MET:
                    ahead = comes_first(corpus, tokens, pairs, best[other], best[one], plan.tie)
                else:
                    ahead = first[best[other]] < first[best[one]]
                winner = other if ahead else one
            same = key[node] == key[winner] and best[node] == best[winner] and tied[node] == ties
            key[node], best[node], tied[node] = key[winner], best[winner], ties
            if same and best[node] != touched[i]:
                break
            node >>= 1
    state[TOUCHED] = 0


@compiled
def key_of(tokens: Tokens, pairs: Pairs, pair: int, scored: bool, min_count: int) -> np.int64:
    """What a pair is ranked by; scores of equal ratio are equal, since both are rounded once."""
    weight: np.int64 = pairs.weight[pair]
    if not scored:
        return weight
    if weight < max(min_count, 1):
        return np.int64(0)
    product = np.float64(tokens.weight[pairs.left[pair]]) * np.float64(tokens.weight[pairs.right[pair]])
    score: np.int64 = np.float64(weight / product).view(np.int64)
    return score


@compiled
def touch_pairs_of(pairs: Pairs, state: NDArray[np.int64], token: int) -> None:
    """Touch all pairs of a token, whose count has changed and with it their scores."""
    for side in range(2):
        pair = pairs.heads[side, token]
        while pair != NONE:
            touch(pairs, state, pair)
            pair = pairs.chain[side, pair]
