"""The training that the settings ask for, and of what it leaves the part that is shown."""

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np

from core.bpe import MergeTrace, learn
from core.bpe.byte_alphabet import ALPHABET, as_bytes
from core.bpe.pretokenize import WordCounts
from core.numbers import count, counted
from core.tokenizer_files import TokenizerFile
from core.tokens.tokenizer.corpus import TrainingCorpus
from core.tokens.tokenizer.params import MAX_MERGES, Params
from core.tokens.tokenizer.result import MOST_SYMBOLS, Result


def train(
    params: Params, counts: WordCounts, progress: Callable[[float], None] = lambda share: None,
    file: TokenizerFile | None = None, **given: Any,
) -> MergeTrace:  # fmt: skip
    """The training that ``params`` ask for, or with merges that are ``given``, as those of a ``file``, of these."""
    its = file or params
    ends = {"size": params.size, "merges": MAX_MERGES} if params.by_size else {"size": None, "merges": params.merges}
    given = {"given": file.merges, "skip": True, "min_count": 1} if file else given
    if params.algorithm == "bytes":
        counts = WordCounts(tuple(map(as_bytes, counts.words)), counts.frequencies)
    return learn(
        counts,
        end_of_word=its.mark,
        inside=its.inside,
        suffix=its.suffix,
        best=params.best if params.algorithm == "wordpiece" else "count",
        alphabet=ALPHABET if params.algorithm == "bytes" else "",
        **({"min_count": params.min_count} | ends | given),
        tie=params.tie,
        progress=progress,
    )


def showable(trace: MergeTrace, corpus: TrainingCorpus, params: Params, given: TokenizerFile | None = None) -> Result:
    """The result without the words that no picture shows: a corpus of 20 MB has a hundred thousand."""
    words = np.unique(np.concatenate([np.array(corpus.passage, np.int64), trace.source_word.ravel()]))
    words = words[words >= 0]
    length = np.diff(trace.word_offset)
    kept = np.minimum(length[words], MOST_SYMBOLS)
    offset = np.concatenate([[0], np.cumsum(kept)]).astype(np.int64)
    within = np.arange(offset[-1]) - np.repeat(offset[:-1], kept) + np.repeat(trace.word_offset[words], kept)
    place = np.full(len(length) + 1, -1, dtype=np.int64)  # the last entry answers for "no word", −1
    place[words] = np.arange(len(words))
    cut = dataclasses.replace(
        trace,
        symbol=trace.symbol[within],
        boundary_step=trace.boundary_step[within],
        word_offset=offset,
        source_word=place[trace.source_word],
    )
    passage = tuple(place[list(corpus.passage)].tolist())
    written = tuple(corpus.counts.words[word][:MOST_SYMBOLS] for word in words.tolist())
    spell = as_bytes if params.algorithm == "bytes" else str
    return Result(
        trace=cut,
        steps=trace.steps,
        frequency=corpus.counts.frequencies[words],
        length=length[words],
        passage=passage,
        passage_words=tuple(spell(written[word]) for word in passage),
        words=written,
        characters=corpus.characters,
        distinct_words=len(corpus.counts.words),
        running_words=corpus.running_words,
        remarks=corpus.remarks + _mark_remark(corpus, given or params) + (_found(trace, given) if given else ()),
        params=params,
        given=given,
    )


def _found(trace: MergeTrace, given: TokenizerFile) -> tuple[str, ...]:
    merges, made = counted(len(given.merges), "merge"), count(trace.steps)
    if trace.stopped == "merges":  # others may find theirs
        return *given.remarks, f"The file has {merges}; “Number of merges” asks for {made}."
    if not trace.steps:
        return *given.remarks, f"Of the {merges} of the file none finds its pair in this text."
    if trace.steps == 1:
        return *given.remarks, f"Of the {merges} of the file 1 finds its pair in this text: it is made."
    return *given.remarks, f"Of the {merges} of the file {made} find their pair in this text: these are made."


def _mark_remark(corpus: TrainingCorpus, spelling: Params | TokenizerFile) -> tuple[str, ...]:
    mark = spelling.mark or spelling.suffix
    if not mark or not any(mark in word for word in corpus.counts.words):
        return ()
    return (f"The text itself contains {mark}, which is also the end-of-word mark: the two cannot be told apart. "
            "Choose another mark.",)  # fmt: skip
