"""The loops of byte-pair encoding and WordPiece: find the leading pairs, note where the winner comes from, merge it."""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.bpe.tables import (
    ACTIVE,
    DISORDERED,
    NONE,
    PAIRS_ALIVE,
    PAIRS_MADE,
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
    given: NDArray[np.int32]  # G, 2: tokens; empty where the leading pair wins


class Record(NamedTuple):
    """What each step (S) leaves behind: K leading pairs before it, and M words behind its winner."""

    left: NDArray[np.int32]  # S
    right: NDArray[np.int32]
    merged: NDArray[np.int32]
    left_count: NDArray[np.int64]
    right_count: NDArray[np.int64]
    winning_count: NDArray[np.int64]
    replaced: NDArray[np.int64]
    tied: NDArray[np.int32]  # S+1
    n_pairs: NDArray[np.int32]
    leaders_left: NDArray[np.int32]  # S+1, K
    leaders_right: NDArray[np.int32]
    leaders_count: NDArray[np.int64]
    leaders_first: NDArray[np.int64]  # S+1, K where pairs are scored, else 0, K
    leaders_second: NDArray[np.int64]
    source_word: NDArray[np.int32]  # S, M
    source_occurrences: NDArray[np.int32]
    source_words: NDArray[np.int32]  # S
    leading: NDArray[np.int32]  # K: the pairs of the current row


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
def note_source(corpus: Corpus, record: Record, step: int, word: int, occurrences: int) -> None:
    """Enter a word among the sources of a step, if it contributes more than the least of them."""
    room = record.source_word.shape[1]
    known = min(record.source_words[step], room)
    record.source_words[step] += 1
    weight = corpus.frequency[word] * occurrences
    place = known
    while place > 0:
        rival = record.source_word[step, place - 1]
        if corpus.frequency[rival] * record.source_occurrences[step, place - 1] >= weight:
            break
        if place < room:
            record.source_word[step, place] = rival
            record.source_occurrences[step, place] = record.source_occurrences[step, place - 1]
        place -= 1
    if place < room:
        record.source_word[step, place], record.source_occurrences[step, place] = word, occurrences


@compiled
def list_sources(corpus: Corpus, pairs: Pairs, record: Record, step: int, pair: int) -> int:
    """Note the words that a pair occurs in, and return its number of positions."""
    record.source_words[step] = 0
    positions, occurrences = 0, 0
    here = pairs.first[pair]
    while here != NONE:
        positions += 1
        occurrences += 1
        after = corpus.later[here]
        if after == NONE or corpus.word[after] != corpus.word[here]:
            note_source(corpus, record, step, corpus.word[here], occurrences)
            occurrences = 0
        here = after
    return positions


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
            winner = pairs.slot[pair_slot(pairs, plan.given[step, 0], plan.given[step, 1])]
            if winner != NONE and pairs.weight[winner] == 0:
                winner = NONE
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
        state[STEP] += 1
