"""What the page shows of a text: curves, laws, the passage, and what each step makes of words."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.explorer import OfArrays, array_bytes
from core.tokens.text_normalization.params import REDUCTIONS, Params
from core.tokens.text_normalization.stages import Change, WordGroup
from core.word_laws import Steps

Trace = tuple[str, tuple[tuple[int, str], ...]]  # a word as it is written; steps that change it, and what they make
Choice = tuple[str, tuple[str, ...], int]  # a word, what each stemmer makes of it, how often it comes


@dataclass(frozen=True, eq=False)
class Result(OfArrays):
    """Of each curve of ``names`` how many words are ``distinct`` in the first ``at``, and Heaps' K and β up to there.

    ``frequency`` is that of the words at ``ranks``, as they are written and after all steps, with Zipf's C and s of the
    latter. ``window`` holds the words of the text around each place, by their places in ``traces``. ``choices`` are
    words after all steps but the last, what each stemmer makes of them and how often they come. Of these four lists the
    first ``MOST_LISTED`` are kept; ``many`` is how long they are.
    """

    params: Params
    names: tuple[str, ...]
    at: Steps
    distinct: Int64[np.ndarray, "curves steps"]
    scale: Float64[np.ndarray, "curves steps"]
    exponent: Float64[np.ndarray, "curves steps"]
    ranks: Int64[np.ndarray, " ranks"]
    frequency: Float64[np.ndarray, "2 steps ranks"]
    zipf: Float64[np.ndarray, "steps 2"]
    window: Int64[np.ndarray, "steps shown"]
    traces: tuple[Trace, ...]
    steps: tuple[str, ...]
    changes: tuple[Change, ...]
    joined: tuple[WordGroup, ...]
    apart: tuple[WordGroup, ...]
    choices: tuple[Choice, ...]
    many: tuple[int, int, int, int]
    remarks: tuple[str, ...]

    @property
    def focus(self) -> int:
        """The place of the curve after all steps."""
        every = self.params.part == "endings"
        return list(REDUCTIONS).index(self.params.reduction) if every else len(self.names) - 1

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        texts = len(self.traces) + len(self.changes) + len(self.joined) + len(self.apart) + len(self.choices)
        return array_bytes(self) + 500 * texts + 20_000

    def table(self) -> pd.DataFrame:
        """Different words of each curve after so many words, beside Heaps' law fitted to all up to there."""
        curves, steps = self.distinct.shape
        n = np.tile(self.at, curves)
        return pd.DataFrame({
            "words_as": np.repeat(np.array(self.names, dtype=object), steps), "words_read": n,
            "distinct_words": self.distinct.ravel(), "heaps_K": self.scale.ravel(), "heaps_beta": self.exponent.ravel(),
            "heaps_distinct_words": self.scale.ravel() * n**self.exponent.ravel(),
        })  # fmt: skip

    def changed_words(self) -> pd.DataFrame:
        """What each step changes, the most frequent words first."""
        rows = [(one.step, one.before, " ".join(one.after), one.count) for one in self.changes]
        return pd.DataFrame(rows, columns=["step", "before", "after", "count"], dtype=object)

    def groups(self) -> pd.DataFrame:
        """Words that a step makes one, and words of one lemma that it leaves different."""
        rows = [
            (kind, one.step, " ".join(one.words), " ".join(one.after), " ".join(one.lemmas), one.count)
            for kind, groups in (("made one", self.joined), ("kept apart", self.apart))
            for one in groups
        ]
        return pd.DataFrame(rows, columns=["kind", "step", "words", "after", "lemmas", "count"], dtype=object)
