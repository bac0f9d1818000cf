"""The tokenizer explorer: byte-pair encoding learned from a reader's text, with its whole history."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Int64
from numpy.typing import NDArray

from core.bpe import Rules, Segmentation, Trace, learn, segment
from core.bpe.pretokenize import pretokenize
from core.computation import Run, computation
from core.explorer import array_bytes, script
from core.headline import Headline
from core.tokens.tokenizer import corpus as corpora
from core.tokens.tokenizer.corpus import Corpus
from core.tokens.tokenizer.params import Params as Params
from core.tokens.tokenizer.presets import PRESETS as PRESETS
from core.tokens.tokenizer.questions import QUESTIONS as QUESTIONS
from core.value_text import MAX_TEXT

MOST_SYMBOLS = 60  # of one word; a longer one is cut on the screen, never in the counting
COUNTING = 0.5  # the share of the time that counting words takes, about
LEADERS = 10
SOURCES = 6


@dataclass(frozen=True, eq=False)
class Result:
    """What was learned, ready to show.

    ``trace`` is the history of the training; its words are those worth showing (the start of the text and the
    words behind each merge), cut to ``MOST_SYMBOLS`` symbols, with their ``frequency`` and full ``length``
    in symbols. ``characters`` are those of all running words. ``passage`` is the start of the text as places
    among them. ``segmentation`` has one entry for each word of ``Params.segment``.
    """

    trace: Trace
    frequency: Int64[np.ndarray, " words"]
    length: Int64[np.ndarray, " words"]
    passage: tuple[int, ...]
    characters: int
    distinct_words: int
    running_words: int
    remarks: tuple[str, ...]
    segmentation: tuple[Segmentation, ...] = ()
    device: str = "cpu"

    def table(self) -> pd.DataFrame:
        """The merges, one to a row. ``corpus_tokens`` and ``vocabulary_size`` are those after the merge."""
        trace = self.trace
        return pd.DataFrame(
            {
                "merge": np.arange(1, trace.steps + 1),
                "left": self._tokens(trace.left),
                "right": self._tokens(trace.right),
                "token": self._tokens(trace.merged),
                "count": trace.count,
                "replaced": trace.replaced,
                "pairs_sharing_the_count": trace.tied[:-1],
                "words_holding_the_pair": trace.source_words,
                "corpus_tokens": trace.corpus_tokens[1:],
                "vocabulary_size": trace.vocabulary_size[1:],
            }
        )

    def vocabulary(self) -> pd.DataFrame:
        """The tokens, one to a row, numbered as in the training; ``made_by_merge`` is 0 for base symbols."""
        made = np.zeros(len(self.trace.tokens), dtype=np.int64)
        steps = np.arange(1, self.trace.steps + 1)
        made[self.trace.merged[::-1]] = steps[::-1]  # the first merge that made it
        return pd.DataFrame(
            {"id": np.arange(len(made)), "token": self._tokens(np.arange(len(made))), "made_by_merge": made}
        )

    def _tokens(self, numbers: NDArray[np.integer[Any]]) -> "pd.Series[str]":
        # Left to choose, pandas takes a string type that cannot hold half a surrogate pair.
        return pd.Series([self.trace.tokens[number] for number in numbers.tolist()], dtype=object)

    @cached_property
    def rules(self) -> Rules:
        return self.trace.rules()

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        return array_bytes(self.trace) + 120 * len(self.trace.tokens) + 10_000


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """Learns from the text that ``params`` names. Counting and merging are integer work: it runs on the CPU.

    Raises:
        InputError: there is no text, or it cannot be read.
    """
    corpus = read_corpus(params, data, lambda fraction: run.report(COUNTING * fraction))
    trace = learn(
        corpus.counts,
        merges=params.merges,
        end_of_word=params.mark,
        min_count=params.min_count,
        tie=params.tie,
        leaders=LEADERS,
        sources=SOURCES,
        progress=lambda fraction: run.report(COUNTING + (1 - COUNTING) * fraction),
    )
    return focus(_showable(trace, corpus, params), params)


def focus(result: Result, params: Params) -> Result:
    """``result`` with the segmentation of ``params.segment``; nothing is learned again."""
    text = params.segment.lower() if params.lowercase else params.segment
    words = [word for word, _ in pretokenize(text, params.pretokenizer)]
    segmented = {word: segment(word, result.rules, params.mark) for word in dict.fromkeys(words)}
    return dataclasses.replace(result, segmentation=tuple(segmented[word] for word in words))


def read_corpus(params: Params, data: bytes | None, progress: Callable[[float], None] | None = None) -> Corpus:
    """The counted words of the source that ``params`` names."""
    scheme, lowercase = params.pretokenizer, params.lowercase
    match params.source:
        case "sample":
            return corpora.from_text(corpora.sample(), scheme, lowercase, "source")
        case "text":
            return corpora.from_text(params.text, scheme, lowercase, "text", progress=progress)
        case "words":
            return corpora.from_weighted_words(params.words, lowercase)
        case "file":
            return corpora.from_file(data, params.column, scheme, lowercase, progress)


def headline(result: Result, params: Params) -> Headline:
    """The tokens of the corpus after each merge."""
    return Headline("tokens in the corpus", result.trace.corpus_tokens)


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Characters read, and merges, of which there are no more than characters in distinct words."""
    length = {"text": len(params.text), "words": len(params.words), "file": len(data or b"")}.get(params.source, 10_000)
    written = {"text": params.text, "words": params.words}.get(params.source, "")
    distinct = sum(map(len, set(written.split()))) if written else min(length, MAX_TEXT) // 4
    merges = min(params.merges, distinct)
    return {"characters": length, "merges": merges}


def snippet(params: Params) -> str:
    """Python that prints the same merges."""
    return script(
        params,
        'for left, right, count in result.table()[["left", "right", "count"]].itertuples(index=False):',
        "    print(left, right, count)",
    )


def _showable(trace: Trace, corpus: Corpus, params: Params) -> Result:
    """The result without the words that no picture shows: a corpus of 20 MB has a hundred thousand."""
    words = np.unique(np.concatenate([np.array(corpus.passage, np.int64), trace.source_word.ravel()]))
    words = words[words >= 0]
    length = np.diff(trace.word_offset)
    kept = np.minimum(length[words], MOST_SYMBOLS)
    offset = np.concatenate([[0], np.cumsum(kept)]).astype(np.int64)
    within = np.arange(offset[-1]) - np.repeat(offset[:-1], kept) + np.repeat(trace.word_offset[words], kept)
    place = np.full(len(length) + 1, -1, dtype=np.int32)  # the last entry answers for "no word", −1
    place[words] = np.arange(len(words))
    cut = dataclasses.replace(
        trace,
        symbol=trace.symbol[within],
        boundary_step=trace.boundary_step[within],
        word_offset=offset,
        source_word=place[trace.source_word],
    )
    remarks = corpus.remarks + _mark_remark(trace, corpus, params)
    return Result(
        trace=cut,
        frequency=corpus.counts.frequencies[words],
        length=length[words],
        passage=tuple(place[list(corpus.passage)].tolist()),
        characters=int(corpus.counts.frequencies @ np.array([*map(len, corpus.counts.words)], np.int64)),
        distinct_words=len(corpus.counts.words),
        running_words=int(corpus.counts.frequencies.sum()),
        remarks=remarks,
    )


def _mark_remark(trace: Trace, corpus: Corpus, params: Params) -> tuple[str, ...]:
    mark = params.mark
    if not mark or not any(mark in word for word in corpus.counts.words):
        return ()
    return (f"The text itself contains {mark}, which is also the end-of-word mark: the two cannot be told apart. "
            "Choose another mark.",)  # fmt: skip
