"""How a finished tokenizer cuts a word, at every step of its training, whatever the algorithm."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np

from core.bpe.segmentation import Segmentation


@dataclass(frozen=True)
class Cuts:
    """A word's ``pieces`` from each of the ``steps`` on at which they change; the first of these is 0.

    ``lost`` of its characters are in no vocabulary and cannot be read back. ``by_rules`` tells which merges cut it.
    """

    word: str
    steps: tuple[int, ...]
    pieces: tuple[tuple[str, ...], ...]
    lost: int = 0
    by_rules: Segmentation | None = None

    def at(self, step: int) -> tuple[str, ...]:
        """The pieces after so many steps."""
        return self.pieces[bisect_right(self.steps, step) - 1]


def of_rules(cut: Segmentation, step_of: Callable[[int], int] = lambda rule: rule + 1, fused: bool = False) -> Cuts:
    """A word under merge rules: it changes wherever one of them fired, which is at ``step_of`` it.

    Unknown characters side by side may be ``fused``.
    """
    fired = sorted({*cut.boundary_rule[cut.boundary_rule >= 0].tolist()})
    last = {0: -1} | {step_of(rule): rule for rule in fired}
    lost = sum(symbol in cut.unknown for symbol in cut.symbols)
    pieces = [cut.after(rule) for rule in last.values()]
    if fused and lost > 1:
        pieces = [_fused(each, cut.unknown) for each in pieces]
    return Cuts(cut.word, tuple(last), tuple(map(tuple, pieces)), lost, cut)


def _fused(pieces: list[str], unknown: Sequence[str]) -> list[str]:
    runs = ((strange, [*run]) for strange, run in groupby(pieces, lambda piece: piece in unknown))
    return [piece for strange, run in runs for piece in (["".join(run)] if strange else run)]


def counts(cuts: tuple[Cuts, ...], steps: int) -> np.ndarray:
    """How many pieces the words have together, after 0 to ``steps`` steps."""
    change = np.zeros(steps + 1, np.int64)
    for cut in cuts:
        sizes = [len(pieces) for pieces in cut.pieces]
        for step, size, before in zip(cut.steps, sizes, [0, *sizes], strict=False):
            change[min(step, steps)] += size - before
    return np.cumsum(change)
