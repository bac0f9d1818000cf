"""The tables behind byte-pair encoding: the corpus as linked positions, the pairs, and the tokens.

Every symbol of every distinct word has a position, numbered through the corpus. A position that is still the
start of a token links to the tokens beside it in its word, and belongs to the list of all occurrences of the
pair that it opens. These lists are kept in the order of the corpus, which gives two things for nothing: the
head of a list is where the pair is first met, and taking heads one by one merges greedily from left to right.

Everything here is compiled by numba, and works on plain arrays that the caller owns.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from core.compiled import compiled

NONE = -1  # no such position, pair or token

# The running totals of one training, as places in an int64 array.
STEP, TOKENS, PAIRS_MADE, TOUCHED, DISORDERED, RULE, TOTALS = range(7)

# Knuth's multiplicative hashing: 2^64 over the golden ratio, as a signed number.
GOLDEN = -7046029254386353131


class TokenPositions(NamedTuple):
    """All positions (P) of the distinct words (W), and the code points (C) that their tokens spell."""

    token: NDArray[np.int32]  # P: the token that starts here
    following: NDArray[np.int32]  # P: start of the next token of the word
    preceding: NDArray[np.int32]  # P: start of the token before
    word: NDArray[np.int32]  # P
    pair: NDArray[np.int32]  # P: the pair of the token here and the next
    later: NDArray[np.int32]  # P: next occurrence of that pair
    earlier: NDArray[np.int32]  # P: occurrence before
    boundary_step: NDArray[np.int32]  # P: the merge that removed the boundary in front
    frequency: NDArray[np.int64]  # W
    code: NDArray[np.int32]  # C
    surplus: int  # code points of the end-of-word mark beyond the first
    mark: int  # the first code point of a mark that is part of the last character, doubled as all are; 0 for none


class Pairs(NamedTuple):
    """The distinct pairs (L at most), in the order in which they appeared, a hash index over them, and a tournament.

    Pair p is the leaf L+p of the tournament, node 1 its root, and below node n are 2n and 2n+1. ``key`` is the count of
    the best pair below a node, or the bits of its score, which are in order as scores are; 0 for none that takes part.
    """

    left: NDArray[np.int32]  # L, as all up to ``heads``
    right: NDArray[np.int32]
    weight: NDArray[np.int64]  # occurrences, each weighted with the frequency of its word
    first: NDArray[np.int32]  # head and tail of the list of occurrences
    last: NDArray[np.int32]
    touched: NDArray[np.int32]  # the pairs that may have another rank than when the leaders were last sought
    is_touched: NDArray[np.bool_]
    disordered: NDArray[np.int32]  # the pairs whose list one merge has left out of order
    is_disordered: NDArray[np.bool_]
    is_named: NDArray[np.bool_]  # among the leaders of the current row, and so out of the tournament
    chain: NDArray[np.int32]  # 2, L: the pair before that has the same left, or right, token
    heads: NDArray[np.int32]  # 2, tokens: the last pair that has a token on its left, or right
    key: NDArray[np.int64]  # 2L
    best: NDArray[np.int32]  # 2L: the pair
    tied: NDArray[np.int32]  # 2L: how many share its rank
    slot: NDArray[np.int32]  # open addressing, at least half empty


class Tokens(NamedTuple):
    """The strings of the tokens, as stretches of ``TokenPositions.code``."""

    offset: NDArray[np.int32]
    length: NDArray[np.int32]
    hash: NDArray[np.int64]  # the sum of those of its code points, the same for strings that are equal
    weight: NDArray[np.int64]  # occurrences, each weighted with the frequency of its word
    longer: int  # those before are single code points


@compiled
def pair_slot(pairs: Pairs, left: int, right: int) -> int:
    """The slot that holds the pair (left, right), or the empty one where it belongs."""
    mask = len(pairs.slot) - 1
    place = ((((np.int64(left) << 32) | np.int64(right)) * GOLDEN) >> 32) & mask
    while True:
        pair = pairs.slot[place]
        if pair == NONE or (pairs.left[pair] == left and pairs.right[pair] == right):
            return place
        place = (place + 1) & mask


@compiled
def touch(pairs: Pairs, state: NDArray[np.int64], pair: int) -> None:
    """Note that a pair may have another rank now."""
    if not pairs.is_touched[pair]:
        pairs.is_touched[pair] = True
        pairs.touched[state[TOUCHED]] = pair
        state[TOUCHED] += 1


@compiled
def attach(corpus: TokenPositions, pairs: Pairs, state: NDArray[np.int64], here: int, left: int, right: int) -> None:
    """Enter the position ``here`` as the last occurrence of the pair (left, right)."""
    place = pair_slot(pairs, left, right)
    pair = pairs.slot[place]
    if pair == NONE:
        pair = state[PAIRS_MADE]
        state[PAIRS_MADE] += 1
        pairs.slot[place] = pair
        pairs.left[pair], pairs.right[pair] = left, right
        pairs.first[pair], pairs.last[pair] = NONE, NONE
        pairs.best[len(pairs.left) + pair], pairs.tied[len(pairs.left) + pair] = pair, 1
        pairs.chain[0, pair], pairs.heads[0, left] = pairs.heads[0, left], pair
        pairs.chain[1, pair], pairs.heads[1, right] = pairs.heads[1, right], pair
    tail = pairs.last[pair]
    corpus.pair[here], corpus.earlier[here], corpus.later[here] = pair, tail, NONE
    pairs.last[pair] = here
    if tail == NONE:
        pairs.first[pair] = here
    else:
        corpus.later[tail] = here
        if tail > here and not pairs.is_disordered[pair]:
            pairs.is_disordered[pair] = True
            pairs.disordered[state[DISORDERED]] = pair
            state[DISORDERED] += 1
    pairs.weight[pair] += corpus.frequency[corpus.word[here]]
    touch(pairs, state, pair)


@compiled
def detach(corpus: TokenPositions, pairs: Pairs, state: NDArray[np.int64], here: int) -> None:
    """Strike the position ``here`` from the list of its pair."""
    pair, before, after = corpus.pair[here], corpus.earlier[here], corpus.later[here]
    if before == NONE:
        pairs.first[pair] = after
    else:
        corpus.later[before] = after
    if after == NONE:
        pairs.last[pair] = before
    else:
        corpus.earlier[after] = before
    corpus.pair[here] = NONE
    pairs.weight[pair] -= corpus.frequency[corpus.word[here]]
    touch(pairs, state, pair)


@compiled
def restore_order(corpus: TokenPositions, pairs: Pairs, pair: int) -> None:
    """Put a list into the order of the corpus, after a merge that gave a string known already."""
    places = [pairs.first[pair]]
    while corpus.later[places[-1]] != NONE:
        places.append(corpus.later[places[-1]])
    places.sort()
    for i, here in enumerate(places):
        corpus.earlier[here] = places[i - 1] if i else NONE
        corpus.later[here] = places[i + 1] if i + 1 < len(places) else NONE
    pairs.first[pair], pairs.last[pair] = places[0], places[-1]


@compiled
def compare(corpus: TokenPositions, tokens: Tokens, one: int, other: int) -> int:
    """Below, at or above zero as the string of ``one`` stands before, at or after that of ``other``."""
    return compare_codes(corpus, tokens.offset[one], tokens.length[one], tokens.offset[other], tokens.length[other])


@compiled
def compare_codes(corpus: TokenPositions, one: int, length: int, other: int, its_length: int) -> int:
    """The same of two stretches of ``TokenPositions.code``. A mark that is part of a character stands behind it."""
    for i in range(min(length, its_length)):
        mine, its = np.int64(corpus.code[one + i]), np.int64(corpus.code[other + i])
        if mine != its:
            if corpus.mark and mine == its + 1 and i + 1 < its_length:
                return (corpus.mark - corpus.code[other + i + 1]) or 1
            if corpus.mark and its == mine + 1 and i + 1 < length:
                return (corpus.code[one + i + 1] - corpus.mark) or -1
            return mine - its
    return length - its_length


@compiled
def joined_token(
    corpus: TokenPositions, tokens: Tokens, state: NDArray[np.int64], left: int, right: int, here: int
) -> int:
    """The token that spells ``left`` and ``right``, which meet at ``here``: a known one or a new one."""
    new = state[TOKENS]
    tokens.offset[new] = here + corpus.surplus * corpus.word[here]
    tokens.length[new] = tokens.length[left] + tokens.length[right]
    tokens.hash[new] = tokens.hash[left] + tokens.hash[right]
    for known in range(tokens.longer, new):
        if tokens.hash[known] == tokens.hash[new] and compare(corpus, tokens, known, new) == 0:
            return known
    state[TOKENS] += 1
    return new
