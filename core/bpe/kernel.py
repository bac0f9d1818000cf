"""The loops of byte-pair encoding and WordPiece: find the leading pairs, note where the winner comes from, merge it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bpe.record import Record, list_sources
from core.bpe.tables import (
    ACTIVE,
    DISORDERED,
    NONE,
    PAIRS_ALIVE,
    PAIRS_MADE,
    RULE,
    STEP,
    THRESHOLD,
    TOKENS,
    Corpus,
    Pairs,
    Tokens,
    attach,
    compare,
    detach,
    joined_token,
    pair_slot,
    restore_order,
    token_slot,
)
from core.compiled import compiled

# Why `advance` came back.
REACHED, BELOW_MIN_COUNT, EXHAUSTED, CROWDED = range(4)


class Plan(NamedTuple):
    """Which pair is merged at each step: the leading one, or the one that is ``given``."""

    until: int  # merges
    min_count: int
    lexicographic: bool
    scored: bool  # by count over the product of its tokens' counts, not by count alone
    given: NDArray[np.int32]  # G, 3: the parts and what they make, as places in `number`; empty where the leader wins
    number: NDArray[np.int32]  # the token of each, NONE until it is made
    skips: bool  # those given that stand nowhere


@compiled
def enter_pairs(corpus: Corpus, pairs: Pairs, state: NDArray[np.int64], start: int) -> int:
    """Enter the pairs of the untouched corpus from ``start``; return where room for new pairs ran out."""
    for here in range(start, len(corpus.token)):
        if state[PAIRS_MADE] == len(pairs.weight):
            return here
        after = corpus.following[here]
        if after != NONE:
            attach(corpus, pairs, state, here, corpus.token[here], corpus.token[after])
    return len(corpus.token)


@compiled
def index_pairs(pairs: Pairs, made: int) -> None:
    """Fill an empty hash index with the first ``made`` pairs."""
    for pair in range(made):
        pairs.slot[pair_slot(pairs, pairs.left[pair], pairs.right[pair])] = pair


@compiled
def index_tokens(corpus: Corpus, tokens: Tokens, made: int) -> None:
    """Fill an empty hash index with the first ``made`` tokens."""
    for token in range(made):
        tokens.slot[token_slot(corpus, tokens, token)] = token


@compiled
def gap(pairs: Pairs, plan: Plan, one: int, other: int) -> float:
    """By how much the pair ``one`` leads ``other``, in counts or in scores."""
    if plan.scored:
        return pairs.score[one] - pairs.score[other]
    return np.float64(pairs.weight[one] - pairs.weight[other])


@compiled
def precedes(corpus: Corpus, tokens: Tokens, pairs: Pairs, plan: Plan, one: int, other: int) -> bool:
    """Whether the pair ``one`` leads ``other``: by count or score, then by the tie rule."""
    ahead = gap(pairs, plan, one, other)
    if ahead != 0:
        return ahead > 0
    if not plan.lexicographic:
        return pairs.first[one] < pairs.first[other]
    if pairs.left[one] != pairs.left[other]:
        return compare(corpus, tokens, pairs.left[one], pairs.left[other]) < 0
    return compare(corpus, tokens, pairs.right[one], pairs.right[other]) < 0


@compiled
def lower_threshold(pairs: Pairs, state: NDArray[np.int64]) -> None:
    """Lower the count that makes a pair active by an eighth, and list the active pairs anew."""
    state[THRESHOLD] -= max(1, state[THRESHOLD] // 8)
    state[ACTIVE] = 0
    for pair in range(state[PAIRS_MADE]):
        pairs.is_active[pair] = pairs.weight[pair] >= state[THRESHOLD]
        if pairs.is_active[pair]:
            pairs.active[state[ACTIVE]] = pair
            state[ACTIVE] += 1


@compiled
def score_active(tokens: Tokens, pairs: Pairs, state: NDArray[np.int64]) -> None:
    """WordPiece's score of every active pair. Counts of equal ratio have equal scores: both are rounded once."""
    for i in range(state[ACTIVE]):
        pair = pairs.active[i]
        product = np.float64(tokens.weight[pairs.left[pair]]) * np.float64(tokens.weight[pairs.right[pair]])
        pairs.score[pair] = pairs.weight[pair] / product


@compiled
def prune_active(pairs: Pairs, state: NDArray[np.int64]) -> None:
    """Drop the pairs that have fallen below the threshold since they were listed."""
    kept = 0
    for i in range(state[ACTIVE]):
        pair = pairs.active[i]
        if pairs.weight[pair] >= state[THRESHOLD]:
            pairs.active[kept] = pair
            kept += 1
        else:
            pairs.is_active[pair] = False
    state[ACTIVE] = kept


@compiled
def rank_leaders(
    corpus: Corpus, tokens: Tokens, pairs: Pairs, record: Record, state: NDArray[np.int64], plan: Plan
) -> int:
    """Write the row of leading pairs for the current state, and return the winner, or NONE."""
    row, room, filled, tied = state[STEP], len(record.leading), 0, 0
    prune_active(pairs, state)
    # Every pair outside the active ones counts less than each of them: enough active pairs hold all leaders.
    while state[ACTIVE] < room and state[THRESHOLD] > 1 and not plan.scored:
        lower_threshold(pairs, state)
    if plan.scored:
        score_active(tokens, pairs, state)
    for i in range(state[ACTIVE]):
        pair = pairs.active[i]
        ahead = np.float64(1) if filled == 0 else gap(pairs, plan, pair, record.leading[0])
        if ahead > 0:
            tied = 1
        elif ahead == 0:
            tied += 1
        if filled == room:
            if not precedes(corpus, tokens, pairs, plan, pair, record.leading[room - 1]):
                continue
        else:
            filled += 1
        place = filled - 1
        while place > 0 and precedes(corpus, tokens, pairs, plan, pair, record.leading[place - 1]):
            record.leading[place] = record.leading[place - 1]
            place -= 1
        record.leading[place] = pair
    # A text of few letters starts with fewer pairs than leaders; the threshold rises when there are more.
    crowded = filled == room and pairs.weight[record.leading[room - 1]] > 2 * state[THRESHOLD]
    if crowded and not plan.scored:
        state[THRESHOLD] = pairs.weight[record.leading[room - 1]] * 7 // 8
    record.tied[row], record.n_pairs[row] = tied, state[PAIRS_ALIVE]
    for k in range(filled):
        pair = record.leading[k]
        record.leaders_left[row, k], record.leaders_right[row, k] = pairs.left[pair], pairs.right[pair]
        record.leaders_count[row, k] = pairs.weight[pair]
        if plan.scored:
            record.leaders_first[row, k] = tokens.weight[pairs.left[pair]]
            record.leaders_second[row, k] = tokens.weight[pairs.right[pair]]
    return record.leading[0] if filled else NONE


@compiled
def merge(corpus: Corpus, pairs: Pairs, state: NDArray[np.int64], pair: int, merged: int) -> int:
    """Replace a pair by its token everywhere, greedily from left to right; return how often, weighted."""
    replaced = 0
    while pairs.first[pair] != NONE:
        here = pairs.first[pair]
        there = corpus.following[here]
        before, after = corpus.preceding[here], corpus.following[there]
        detach(corpus, pairs, state, here)
        if after != NONE:
            detach(corpus, pairs, state, there)
            corpus.preceding[after] = here
        corpus.following[here] = after
        corpus.token[here] = merged
        corpus.boundary_step[there] = state[STEP]
        if before != NONE:
            detach(corpus, pairs, state, before)
            attach(corpus, pairs, state, before, corpus.token[before], merged)
        if after != NONE:
            attach(corpus, pairs, state, here, merged, corpus.token[after])
        replaced += corpus.frequency[corpus.word[here]]
    while state[DISORDERED] > 0:
        state[DISORDERED] -= 1
        strayed = pairs.disordered[state[DISORDERED]]
        pairs.is_disordered[strayed] = False
        if pairs.first[strayed] != NONE:
            restore_order(corpus, pairs, strayed)
    return replaced


@compiled
def next_given(pairs: Pairs, state: NDArray[np.int64], plan: Plan) -> int:
    """The pair of the next merge given, or NONE where it stands nowhere; ``plan.skips`` such merges."""
    while state[RULE] < len(plan.given):
        left, right = plan.number[plan.given[state[RULE], 0]], plan.number[plan.given[state[RULE], 1]]
        if left != NONE and right != NONE:
            pair = pairs.slot[pair_slot(pairs, left, right)]
            if pair != NONE and pairs.weight[pair] > 0:
                return pair
        if not plan.skips:
            break
        state[RULE] += 1
    return NONE


@compiled
def advance(
    corpus: Corpus,
    tokens: Tokens,
    pairs: Pairs,
    record: Record,
    state: NDArray[np.int64],
    plan: Plan,
) -> int:
    """Merge until ``plan.until`` merges are done or there is a reason to stop, which is returned."""
    while True:
        step = state[STEP]
        winner = rank_leaders(corpus, tokens, pairs, record, state, plan)
        if step == plan.until:
            return REACHED
        if len(plan.given):
            winner = next_given(pairs, state, plan)
        if winner == NONE:
            return EXHAUSTED
        if pairs.weight[winner] < plan.min_count:
            return BELOW_MIN_COUNT
        # Each replacement makes two pairs at most, and there are no more new pairs than tokens to pair with.
        positions = list_sources(corpus, pairs, record, step, winner)
        if state[PAIRS_MADE] + 2 * min(positions, state[TOKENS] + 1) > len(pairs.weight):
            return CROWDED
        left, right = pairs.left[winner], pairs.right[winner]
        merged = joined_token(corpus, tokens, state, left, right, pairs.first[winner])
        record.left[step], record.right[step], record.merged[step] = left, right, merged
        record.left_count[step], record.right_count[step] = tokens.weight[left], tokens.weight[right]
        record.winning_count[step] = pairs.weight[winner]
        record.replaced[step] = merge(corpus, pairs, state, winner, merged)
        tokens.weight[left] -= record.replaced[step]
        tokens.weight[right] -= record.replaced[step]
        tokens.weight[merged] += record.replaced[step]
        if len(plan.given):
            plan.number[plan.given[state[RULE], 2]] = merged
            record.rule[step] = state[RULE]
            state[RULE] += 1
        state[STEP] += 1
