"""The history of a training, step by step."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from jaxtyping import Float64, Int32, Int64

from core.bpe.record import Record
from core.bpe.segmentation import Rules
from core.bpe.spelling import Spelling, joined
from core.bpe.tables import TokenPositions

Stopped = Literal["merges", "size", "min_count", "exhausted"]


@dataclass(frozen=True, eq=False)
class MergeTrace:
    """Everything that happened in a training of S merges, step by step.

    Tokens are numbered: the base symbols by code point, then what each merge made, in order. A merge whose
    string is a token already gives that token again, so there may be fewer new tokens than merges.
    ``left``, ``right``, ``merged``: the tokens of each merge; ``left_count`` and ``right_count``: how often the first
    two stood in the corpus before it. ``count``: how often the pair stood together,
    each word weighted with its frequency; ``replaced``: how often it was merged, which is less where
    occurrences overlap (``aaa`` holds the pair ``a a`` twice, and one of the two is merged).

    Rows of ``leaders_*`` are the K leading pairs before each merge, by count and then by the tie rule: entry
    0 wins, and the ``tied[s] - 1`` entries after it share its count (as far as K reaches). These have S+1 rows:
    the last shows the state after all merges, with what would come next, even if its count is below
    ``min_count``. Missing entries are −1 with count 0. Pairs may lead by score (``scored``): rarer ones than
    ``min_count`` are left out, and ``scores`` are WordPiece's, count(pair) / (count(first) · count(second)), 0 for
    missing entries (else of no rows).

    ``source_word[s]`` are the words (places in ``WordCounts.words``) that contribute most to the winning
    count, by frequency times ``source_occurrences[s]``, −1 where there are fewer; ``source_words[s]`` is how
    many words hold the pair at all.

    ``corpus_tokens`` (tokens in the whole corpus) and ``vocabulary_size`` also stand before step 0 and after
    each step, S+1 values.

    ``symbol`` is the base symbol at every position of the distinct words, word w being at ``word_offset[w]``
    to ``word_offset[w + 1]``; ``boundary_step`` is the step that removed the boundary in front of it, −1 for
    never and for the first symbol of a word. Where merges were given, ``rule`` are the places of those made among them.
    """

    tokens: tuple[str, ...]
    left: Int64[np.ndarray, " steps"]
    right: Int64[np.ndarray, " steps"]
    merged: Int64[np.ndarray, " steps"]
    left_count: Int64[np.ndarray, " steps"]
    right_count: Int64[np.ndarray, " steps"]
    count: Int64[np.ndarray, " steps"]
    replaced: Int64[np.ndarray, " steps"]
    tied: Int64[np.ndarray, " steps+1"]
    leaders_left: Int64[np.ndarray, "steps+1 leaders"]
    leaders_right: Int64[np.ndarray, "steps+1 leaders"]
    leaders_count: Int64[np.ndarray, "steps+1 leaders"]
    scores: Float64[np.ndarray, "scored leaders"]
    source_word: Int64[np.ndarray, "steps sources"]
    source_occurrences: Int64[np.ndarray, "steps sources"]
    source_words: Int64[np.ndarray, " steps"]
    corpus_tokens: Int64[np.ndarray, " steps+1"]
    vocabulary_size: Int64[np.ndarray, " steps+1"]
    symbol: Int32[np.ndarray, " positions"]
    boundary_step: Int32[np.ndarray, " positions"]
    word_offset: Int64[np.ndarray, " word_ends"]
    stopped: Stopped
    rule: Int64[np.ndarray, " rules"]
    inside: str = ""
    suffix: str = ""
    scored: bool = False

    @property
    def winning_scores(self) -> Float64[np.ndarray, " steps"]:
        """WordPiece's score of each merge."""
        return np.asarray(self.count / (self.left_count.astype(np.float64) * self.right_count))

    @property
    def steps(self) -> int:
        """The number of merges, S."""
        return len(self.count)

    def vocabulary(self, step: int) -> tuple[str, ...]:
        """The tokens known after ``step`` merges."""
        return self.tokens[: self.vocabulary_size[step]]

    def rules(self) -> Rules:
        """The merges as rules to segment with."""
        pairs = zip(self.left.tolist(), self.right.tolist(), strict=True)
        named = tuple((self.tokens[left], self.tokens[right]) for left, right in pairs)
        return Rules(frozenset(self.vocabulary(0)), named, inside=self.inside, suffix=self.suffix)


def traced(
    text: Spelling,
    corpus: TokenPositions,
    record: Record,
    steps: int,
    stopped: Stopped,
    *,
    inside: str,
    suffix: str,
    scored: bool,
) -> MergeTrace:
    """The history that a training of ``steps`` merges left in its tables."""
    spare = len(record.left) - steps
    kept = {name: array[: len(array) - spare] for name, array in record._asdict().items() if name != "leading"}
    strings, made = list(text.base), np.maximum.accumulate(np.append(len(text.base) - 1, kept["merged"]))
    for left, right, merged in zip(*(kept[name].tolist() for name in ("left", "right", "merged")), strict=True):
        if merged == len(strings):
            strings.append(joined(strings[left], strings[right], inside))
    start = int(np.diff(text.word_offset) @ corpus.frequency)
    return MergeTrace(
        tokens=tuple(strings),
        count=kept.pop("winning_count"),
        scores=kept.pop("leaders_score").view(np.float64),
        **kept,
        corpus_tokens=start - np.append(0, np.cumsum(kept["replaced"])),
        vocabulary_size=made + 1,
        symbol=text.symbol,
        boundary_step=corpus.boundary_step,
        word_offset=text.word_offset,
        stopped=stopped,
        inside=inside,
        suffix=suffix,
        scored=scored,
    )
