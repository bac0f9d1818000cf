"""How a finished tokenizer cuts a word, at every step of its training, whatever the algorithm."""

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from core.bpe.segmentation import Segmentation


@dataclass(frozen=True)
class Cuts:
    """A word's ``pieces`` from each of the ``steps`` on at which they change; the first of these is 0.

    ``lost`` of its characters are in no vocabulary and cannot be read back.
    """

    word: str
    steps: tuple[int, ...]
    pieces: tuple[tuple[str, ...], ...]
    lost: int = 0

    def at(self, step: int) -> tuple[str, ...]:
        """The pieces after so many steps."""
        return self.pieces[bisect_right(self.steps, step) - 1]


def of_text(words: Sequence[str], cut: Callable[[str], Cuts]) -> tuple[Cuts, ...]:
    """All words of a text in their order, each different one cut once."""
    each = {word: cut(word) for word in dict.fromkeys(words)}
    return tuple(each[word] for word in words)


def ids(cuts: Sequence[Cuts], step: int, number: Mapping[str, int], unknown: int) -> list[int]:
    """The numbers of all pieces after so many steps; those that have none are ``unknown``."""
    return [number.get(piece, unknown) for cut in cuts for piece in cut.at(step)]


def of_rules(cut: Segmentation, step_of: Callable[[int], int] = lambda rule: rule + 1) -> Cuts:
    """A word under merge rules: it changes wherever one of them fired, which is at ``step_of`` it."""
    fired = sorted({*cut.boundary_rule[cut.boundary_rule >= 0].tolist()})
    last = {0: -1} | {step_of(rule): rule for rule in fired}
    lost = sum(symbol in cut.unknown for symbol in cut.symbols)
    return Cuts(cut.word, tuple(last), tuple(tuple(cut.after(rule)) for rule in last.values()), lost)


def counts(cuts: tuple[Cuts, ...], steps: int) -> np.ndarray:
    """How many pieces the words have together, after 0 to ``steps`` steps."""
    change = np.zeros(steps + 1, np.int64)
    for cut in cuts:
        sizes = [len(pieces) for pieces in cut.pieces]
        for step, size, before in zip(cut.steps, sizes, [0, *sizes], strict=False):
            change[min(step, steps)] += size - before
    return np.cumsum(change)
