"""Segmentation by learnt merge rules: a new word is cut as the training would have cut it."""

import heapq
from bisect import bisect_right
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from jaxtyping import Int32

from core.bpe.spelling import joined, symbols_of

NEVER = -1


@dataclass(frozen=True)
class Rules:
    """Merge rules in order of priority, and the base symbols that the training met.

    ``pairs[i]`` is the left and the right string that rule ``i`` joins. With ``again`` the earliest rule that fits is
    always next, as Hugging Face's ``tokenizers`` has it; else each rule has its turn once. ``inside`` and ``suffix``
    are as in ``core.bpe.learn``. With ``drops`` symbols that are not of ``base`` are left out.
    """

    base: frozenset[str]
    pairs: tuple[tuple[str, str], ...]
    again: bool = False
    inside: str = ""
    suffix: str = ""
    drops: bool = False

    @cached_property
    def priorities(self) -> dict[tuple[str, str], list[int]]:
        """The rules that join each pair, rising. More than one where a pair came back after its merge."""
        found: dict[tuple[str, str], list[int]] = {}
        for rule, pair in enumerate(self.pairs):
            found.setdefault(pair, []).append(rule)
        return found


@dataclass(frozen=True, eq=False)
class Segmentation:
    """One word under all rules.

    ``symbols`` are its characters and the end-of-word mark; ``boundary_rule[i]`` is the rule that removed the
    boundary in front of symbol i, −1 if none did. ``unknown`` holds the distinct symbols that the training never met,
    in the order of the word; no rule knows them, so they stay single.
    """

    word: str
    symbols: tuple[str, ...]
    boundary_rule: Int32[np.ndarray, " symbols"]
    unknown: tuple[str, ...]
    inside: str = ""

    @property
    def tokens(self) -> list[str]:
        """The tokens when all rules have had their turn."""
        return self.after(int(self.boundary_rule.max(initial=NEVER)))

    def after(self, rule: int) -> list[str]:
        """The tokens once rules 0 to ``rule`` have been applied; rule −1 gives the symbols themselves."""
        return tokens_between(self.symbols, self.boundary_rule, rule + 1, self.inside)


def tokens_between(
    symbols: tuple[str, ...], boundary_step: Int32[np.ndarray, " symbols"], step: int, inside: str = ""
) -> list[str]:
    """Join the symbols over every boundary that vanished before ``step``."""
    cuts = np.flatnonzero((boundary_step == NEVER) | (boundary_step >= step)).tolist()
    bare = [symbol[len(inside) :] for symbol in symbols] if inside else symbols
    return [symbols[start] + "".join(bare[start + 1 : end]) for start, end in pairwise([*cuts, len(symbols)])]


def segment(word: str, rules: Rules, end_of_word: str = "") -> Segmentation:
    """Cut one word: start from its characters and ``end_of_word``, apply every rule in order of priority.

    Each rule is applied greedily from left to right. That is what going through all rules one by one does;
    here only the rules that fit are looked at, the next of them from a queue, so that the time follows the
    length of the word and not the number of rules.

    Source: Sennrich, Haddow and Birch (2016), "Neural Machine Translation of Rare Words with Subword Units",
    section 3.2.
    """
    symbols = (*word, end_of_word) if end_of_word else symbols_of(word, rules.inside, rules.suffix)
    if rules.drops:
        symbols = tuple(symbol for symbol in symbols if symbol in rules.base)
    boundary_rule = np.full(len(symbols), NEVER, np.int32)
    token: list[str] = list(symbols)
    following = [*range(1, len(symbols)), NEVER][: len(symbols)]
    preceding = [NEVER, *range(len(symbols) - 1)][: len(symbols)]
    queue: list[tuple[int, int]] = []

    def enqueue(here: int, after_rule: int) -> None:
        candidates = rules.priorities.get((token[here], token[following[here]]), [])
        # A rule whose turn is over does not come back for a pair that arises later.
        place = 0 if rules.again else bisect_right(candidates, after_rule)
        if place < len(candidates):
            heapq.heappush(queue, (candidates[place], here))

    for here in range(len(symbols) - 1):
        enqueue(here, NEVER)
    latest = NEVER  # rules that wait for one after them fire with it
    while queue:
        rule, here = heapq.heappop(queue)
        there = following[here]
        if there == NEVER or (token[here], token[there]) != rules.pairs[rule]:
            continue
        boundary_rule[there] = latest = max(rule, latest)
        token[here], token[there] = joined(token[here], token[there], rules.inside), ""
        following[here], before = following[there], preceding[here]
        if following[here] != NEVER:
            preceding[following[here]] = here
            enqueue(here, rule)
        if before != NEVER:
            enqueue(before, rule)
    unknown = tuple(dict.fromkeys(symbol for symbol in symbols if symbol not in rules.base))
    return Segmentation(word, symbols, boundary_rule, unknown, rules.inside)
