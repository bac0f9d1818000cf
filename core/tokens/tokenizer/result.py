"""What a training by merges leaves to be shown: its history, and how the tokenizer that came out of it cuts words."""

import dataclasses
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Int64
from numpy.typing import NDArray

from core.bpe import MergeTrace, Rules, Segmentation, joined, segment
from core.bpe.longest_match import NO_WORD, UNKNOWN, longest_matches
from core.explorer import array_bytes
from core.tokens.tokenizer import cuts
from core.tokens.tokenizer.answer import MarkedMerges
from core.tokens.tokenizer.cuts import Cuts
from core.tokens.tokenizer.finished import Finished
from core.tokens.tokenizer.languages import SENTENCES

MOST_SYMBOLS = 60  # of one word; a longer one is cut on the screen, never in the counting


@dataclass(frozen=True, eq=False, kw_only=True)
class Result(Finished):
    """What was learned, ready to show.

    ``trace`` is the history of the training; its words are those worth showing (the start of the text and the
    words behind each merge), cut to ``MOST_SYMBOLS`` symbols, with their ``frequency`` and full ``length``
    in symbols. ``passage`` is the start of the text as places among them, ``words`` the same words as they are written.
    """

    trace: MergeTrace
    frequency: Int64[np.ndarray, " words"]
    length: Int64[np.ndarray, " words"]
    passage: tuple[int, ...]
    words: tuple[str, ...]
    answer: MarkedMerges | None = None

    @property
    def tokens(self) -> tuple[str, ...]:
        return self.trace.tokens

    def table(self) -> pd.DataFrame:
        """The merges, one to a row. ``corpus_tokens`` and ``vocabulary_size`` are those after the merge."""
        trace = self.trace
        scores = {"score": trace.winning_scores} if trace.scored else {}
        shared = "pairs_sharing_the_score" if trace.scored else "pairs_sharing_the_count"
        return pd.DataFrame(
            {
                "merge": np.arange(1, trace.steps + 1),
                **({"merge_in_the_file": trace.rule + 1} if self.given else {}),
                "left": self._tokens(trace.left),
                "right": self._tokens(trace.right),
                "token": self._tokens(trace.merged),
                "count": trace.count,
                **scores,
                "replaced": trace.replaced,
                **({} if self.given else {shared: trace.tied[:-1]}),  # a file's merges need not lead
                "words_holding_the_pair": trace.source_words,
                "corpus_tokens": trace.corpus_tokens[1:],
                "vocabulary_size": trace.vocabulary_size[1:],
            }
        )

    def vocabulary(self) -> pd.DataFrame:
        """The tokens, one to a row, numbered as in the training or file; ``made_by_merge`` is 0 for base symbols."""
        ids: Any = np.arange(len(self.trace.tokens))
        tokens = self._tokens(ids)
        if self.given and self.given.ids:
            missing = self.given.ids.get(self.given.unknown)
            ids = pd.array([self.given.ids.get(token, missing) for token in self.trace.tokens], dtype="Int64")
        return pd.DataFrame({"id": ids, "token": tokens, "made_by_merge": self.made})

    def _tokens(self, numbers: NDArray[np.integer[Any]]) -> "pd.Series[str]":
        # Left to choose, pandas takes a string type that cannot hold half a surrogate pair.
        return pd.Series([self.trace.tokens[number] for number in numbers.tolist()], dtype=object)

    @cached_property
    def made(self) -> Int64[np.ndarray, " tokens"]:
        """The first merge that made each token, counted from 1; 0 for base symbols."""
        return np.searchsorted(self.trace.vocabulary_size, np.arange(len(self.trace.tokens)), side="right")

    @cached_property
    def known(self) -> dict[str, int]:
        """How many merges it takes until each token is known."""
        if self.given:
            pairs = self.given.merges
            late = {joined(*pair, self.trace.inside): self.step_of(rule) for rule, pair in enumerate(pairs)}
            unmade = {joined(*pair, self.trace.inside) for pair in pairs[len(self.rules.pairs) :]}
            return {token: late.get(token, 0) for token in self.given.ids if token not in unmade}
        return dict(zip(reversed(self.trace.tokens), reversed(self.made.tolist()), strict=True))

    @property
    def unknown(self) -> str:
        """What WordPiece makes of a word that it cannot cut: no token that was learned."""
        return self.given.unknown if self.given else NO_WORD if UNKNOWN in self.known else UNKNOWN

    @cached_property
    def longest(self) -> int:
        """Characters of the longest token."""
        return max(map(len, self.known), default=0)

    @cached_property
    def rules(self) -> Rules:
        """The merges; of a file all up to the last one that is made, those between them too."""
        if not self.given:
            return self.trace.rules()
        more = self.trace.stopped != "merges"
        until = len(self.given.merges) if more else int(self.trace.rule[-1]) + 1 if self.trace.steps else 0
        drops = bool(self.given.ids) and not self.given.unknown and not self.given.fallback
        return Rules(self.given.base, self.given.merges[:until], True, self.given.inside, self.given.suffix, drops)

    def step_of(self, rule: int) -> int:
        """The step with which a merge of the file is made: its own, or where its pair stands nowhere the next one."""
        return min(int(np.searchsorted(self.trace.rule, rule)) + 1, self.trace.steps)

    def cut(self, word: str) -> Cuts:
        """One word of ``split`` under the finished tokenizer, at every step."""
        if self.params.algorithm != "wordpiece":
            found = segment(word, self.rules, self.spelling.mark)
            if not self.given:
                return cuts.of_rules(found)
            fused = self.given.fused and not self.given.fallback
            of_file = cuts.of_rules(found, self.step_of, fused)
            dropped = len(word) + bool(self.given.mark) - len(found.symbols)
            return dataclasses.replace(of_file, lost=0 if self.given.fallback else of_file.lost + dropped)
        too_long = self.given is not None and len(word) > self.given.longest
        match = [(0, [self.unknown])]
        if not too_long:
            match = longest_matches(word, self.known, self.trace.inside, self.longest, self.unknown)
        lost = len(word) if match[-1][1] == [self.unknown] else 0
        return Cuts(word, tuple(step for step, _ in match), tuple(tuple(pieces) for _, pieces in match), lost)

    @property
    def segmentation(self) -> tuple[Segmentation, ...]:
        """The words of ``Params.segment`` under the rules of the training; none where others cut them."""
        return () if self.given else tuple(cut.by_rules for cut in self.cuts if cut.by_rules)

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        given = self.given.nbytes if self.given else 0
        tax = 4 * len(SENTENCES) * self.steps
        return array_bytes(self.trace) + tax + 120 * len(self.trace.tokens) + given + 10_000
