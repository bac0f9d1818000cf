"""The loops of byte-pair encoding and WordPiece: take the leading pair, note where it comes from, merge it."""

import numpy as np
from numpy.typing import NDArray

from core.bpe.leaders import Plan, Ranking, rank_leaders, touch_pairs_of
from core.bpe.record import Record, list_sources
from core.bpe.tables import (
    DISORDERED,
    NONE,
    PAIRS_MADE,
    RULE,
    STEP,
    TOKENS,
    Corpus,
    Pairs,
    Tokens,
    attach,
    detach,
    joined_token,
    pair_slot,
    restore_order,
    token_slot,
)
from core.compiled import compiled

# Why `advance` came back.
REACHED, BELOW_MIN_COUNT, EXHAUSTED, CROWDED, FULL = range(5)


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
    ranking: Ranking,
    record: Record,
    state: NDArray[np.int64],
    plan: Plan,
) -> int:
    """Merge until ``plan.until`` merges are done or there is a reason to stop, which is returned."""
    while True:
        step = state[STEP]
        winner = rank_leaders(corpus, tokens, pairs, ranking, record, state, plan)
        if state[TOKENS] >= plan.size:
            return FULL
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
        if plan.scored:
            for token in (left, right, merged):
                touch_pairs_of(pairs, ranking, state, token)
        if len(plan.given):
            plan.number[plan.given[state[RULE], 2]] = merged
            record.rule[step] = state[RULE]
            state[RULE] += 1
        state[STEP] += 1
