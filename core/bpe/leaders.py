"""Which pairs lead, kept as a tournament: a step plays again only the matches of pairs that the last merge touched.

The pairs are the leaves of a binary tree. Every node holds the best pair below it and how many share its rank, so the
root knows the winner and the ties, and the next pairs are found where those before them won their matches.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bpe.record import Record
from core.bpe.tables import (
    NONE,
    PAIRS_ALIVE,
    PAIRS_MADE,
    PAIRS_RANKED,
    STEP,
    TOUCHED,
    Corpus,
    Pairs,
    Tokens,
    compare,
    compare_codes,
    touch,
)
from core.compiled import compiled

FIRST_MET, LEXICOGRAPHIC, LAST, IDS, SHORTEST = range(5)
TIES = {"first met": FIRST_MET, "lexicographic": LEXICOGRAPHIC, "last": LAST, "ids": IDS, "shortest": SHORTEST}
_MANY = 8  # where this times the touched pairs are all, the whole tournament is played again


class Plan(NamedTuple):
    """Which pair is merged at each step: the leading one, or the one that is ``given``."""

    until: int  # merges
    min_count: int
    size: int  # tokens: the vocabulary that is not outgrown
    tie: int  # its place in `TIES`
    scored: bool  # by count over the product of its tokens' counts, not by count alone
    given: NDArray[np.int32]  # G, 3: the parts and what they make, as places in `number`; empty where the leader wins
    number: NDArray[np.int32]  # the token of each, NONE until it is made
    skips: bool  # those given that stand nowhere


class Ranking(NamedTuple):
    """The tournament of L pairs: node 1 is the root, below node n are 2n and 2n+1, and pair p is the leaf L+p.

    ``key`` is the count of the best pair, or the bits of its score, which are in order as scores are; 0 for pairs that
    take no part. For scored pairs ``on_left`` and ``on_right`` chain those that share a token, from its ``heads`` on.
    """

    key: NDArray[np.int64]  # 2L
    best: NDArray[np.int32]  # 2L
    tied: NDArray[np.int32]  # 2L
    on_left: NDArray[np.int32]  # L
    on_right: NDArray[np.int32]
    heads: NDArray[np.int32]  # 2, tokens


@compiled
def rank_leaders(
    corpus: Corpus, tokens: Tokens, pairs: Pairs, ranking: Ranking, record: Record, state: NDArray[np.int64], plan: Plan
) -> int:
    """Write the row of leading pairs for the current state, and return the winner, or NONE."""
    play_touched(corpus, tokens, pairs, ranking, state, plan)
    key, best, first = ranking.key, ranking.best, pairs.first
    row, nodes, room, leaves = state[STEP], record.leading, len(record.leading), len(pairs.weight)
    # The nodes whose winners were not named yet, the best first: their winners are what can come next.
    nodes[0], place, many = 1, 0, 1 if key[1] > 0 else 0
    record.tied[row], record.n_pairs[row] = ranking.tied[1] if many else 0, state[PAIRS_ALIVE]
    while place < many:
        node = np.int64(nodes[place])
        pair = best[node]
        note_leader(tokens, pairs, record, row, place, pair, plan.scored)
        place += 1
        while node < leaves:
            node, beaten = (2 * node, 2 * node + 1) if best[2 * node] == pair else (2 * node + 1, 2 * node)
            if key[beaten] == 0 or (many == room and place == room):
                continue
            at = many
            while at > place:
                rival = nodes[at - 1]
                ahead = key[beaten] > key[rival]
                if key[beaten] == key[rival] and plan.tie != FIRST_MET:
                    ahead = comes_first(corpus, tokens, pairs, best[beaten], best[rival], plan.tie)
                elif key[beaten] == key[rival]:
                    ahead = first[best[beaten]] < first[best[rival]]
                if not ahead:
                    break
                if at < room:
                    nodes[at] = rival
                at -= 1
            if at < room:
                nodes[at], many = beaten, min(many + 1, room)
    return best[1] if key[1] > 0 else NONE


@compiled
def note_leader(
    tokens: Tokens, pairs: Pairs, record: Record, row: int, place: int, pair: int, scored: bool
) -> None:  # fmt: skip
    """Enter a pair into the row of leaders."""
    record.leaders_left[row, place], record.leaders_right[row, place] = pairs.left[pair], pairs.right[pair]
    record.leaders_count[row, place] = pairs.weight[pair]
    if scored:
        record.leaders_first[row, place] = tokens.weight[pairs.left[pair]]
        record.leaders_second[row, place] = tokens.weight[pairs.right[pair]]


@compiled
def comes_first(corpus: Corpus, tokens: Tokens, pairs: Pairs, one: int, other: int, tie: int) -> bool:
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
    corpus: Corpus, tokens: Tokens, pairs: Pairs, ranking: Ranking, state: NDArray[np.int64], plan: Plan
) -> None:
    """Bring the tournament up to date with the touched pairs."""
    # To hand all tables to a function takes longer than a match: so matches stand here, on arrays of their own.
    key, best, tied, first, touched = ranking.key, ranking.best, ranking.tied, pairs.first, pairs.touched
    leaves, many = len(first), state[TOUCHED]
    chain_new(pairs, ranking, state, plan.scored)
    for i in range(many):
        pairs.is_touched[touched[i]] = False
        key[leaves + touched[i]] = key_of(tokens, pairs, touched[i], plan.scored, plan.min_count)
    whole = many * _MANY > state[PAIRS_MADE]
    for i in range(leaves - 1 if whole else many):
        leaf = NONE if whole else touched[i]
        node = leaves - 1 - i if whole else (leaves + leaf) >> 1
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
            if whole or (same and best[node] != leaf):
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
def chain_new(pairs: Pairs, ranking: Ranking, state: NDArray[np.int64], scored: bool) -> None:
    """Chain the pairs that were made since, where scores ask for the others of a token."""
    if scored:
        for pair in range(state[PAIRS_RANKED], state[PAIRS_MADE]):
            left, right = pairs.left[pair], pairs.right[pair]
            ranking.on_left[pair], ranking.heads[0, left] = ranking.heads[0, left], pair
            ranking.on_right[pair], ranking.heads[1, right] = ranking.heads[1, right], pair
    state[PAIRS_RANKED] = state[PAIRS_MADE]


@compiled
def touch_pairs_of(pairs: Pairs, ranking: Ranking, state: NDArray[np.int64], token: int) -> None:
    """Touch all pairs of a token, whose count has changed and with it their scores."""
    pair = ranking.heads[0, token]
    while pair != NONE:
        touch(pairs, state, pair)
        pair = ranking.on_left[pair]
    pair = ranking.heads[1, token]
    while pair != NONE:
        touch(pairs, state, pair)
        pair = ranking.on_right[pair]
