"""The loops of byte-pair encoding and WordPiece: take the leading pair, note where it comes from, merge it."""

import numpy as np
from numpy.typing import NDArray

from core.bpe.leaders import MergePlan, rank_leaders, touch_pairs_of
from core.bpe.record import Record, list_sources
from core.bpe.tables import (
    DISORDERED,
    NONE,
    PAIRS_MADE,
    RULE,
    STEP,
    TOKENS,
    Pairs,
    TokenPositions,
    Tokens,
    attach,
    detach,
    joined_token,
    pair_slot,
    restore_order,
)
from core.compiled import compiled

REACHED, BELOW_MIN_COUNT, EXHAUSTED, FULL = range(4)  # why `advance` came back


@compiled
def enter_pairs(corpus: TokenPositions, pairs: Pairs, state: NDArray[np.int64]) -> None:
    """Enter the pairs of the untouched corpus."""
    for here, after in enumerate(corpus.following):
        if after != NONE:
            attach(corpus, pairs, state, here, corpus.token[here], corpus.token[after])


@compiled
def merge(corpus: TokenPositions, pairs: Pairs, state: NDArray[np.int64], pair: int, merged: int) -> int:
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
def next_given(pairs: Pairs, state: NDArray[np.int64], plan: MergePlan) -> int:
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
    corpus: TokenPositions, tokens: Tokens, pairs: Pairs, record: Record, state: NDArray[np.int64], plan: MergePlan
) -> int:
    """Merge until ``plan.until`` merges are done or there is a reason to stop, which is returned."""
    while True:
        step = state[STEP]
        winner = rank_leaders(corpus, tokens, pairs, record, state, plan)
        if state[TOKENS] >= plan.size:
            return FULL
        if step == plan.until:
            return REACHED
        if len(plan.given):
            winner = next_given(pairs, state, plan)
            if winner == NONE:
                return EXHAUSTED
        elif winner == NONE or pairs.weight[winner] < plan.min_count:  # by scores rare pairs do not even lead
            return BELOW_MIN_COUNT if np.any(pairs.weight[: state[PAIRS_MADE]] > 0) else EXHAUSTED
        list_sources(corpus, pairs, record, step, winner)
        left, right = pairs.left[winner], pairs.right[winner]
        merged = joined_token(corpus, tokens, state, left, right, pairs.first[winner])
        record.left[step], record.right[step], record.merged[step] = left, right, merged
        record.left_count[step], record.right_count[step] = tokens.weight[left], tokens.weight[right]
        record.winning_count[step] = pairs.weight[winner]
        record.replaced[step] = merge(corpus, pairs, state, winner, merged)
        tokens.weight[left] -= record.replaced[step]
        tokens.weight[right] -= record.replaced[step]
        tokens.weight[merged] += record.replaced[step]
        if plan.scored:
            touch_pairs_of(pairs, state, left)
            touch_pairs_of(pairs, state, right)
            touch_pairs_of(pairs, state, merged)
        if len(plan.given):
            plan.number[plan.given[state[RULE], 2]] = merged
            record.rule[step] = state[RULE]
            state[RULE] += 1
        state[STEP] += 1
