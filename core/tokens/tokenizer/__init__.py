"""The tokenizer explorer: byte-pair encoding or WordPiece learned from a reader's text, with its whole history."""

import dataclasses
from collections.abc import Callable

from core.bpe import segment
from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline
from core.tokens.tokenizer import answer as answers
from core.tokens.tokenizer import corpus as corpora
from core.tokens.tokenizer.corpus import Corpus
from core.tokens.tokenizer.languages import tax
from core.tokens.tokenizer.params import Params as Params
from core.tokens.tokenizer.presets import PRESETS as PRESETS
from core.tokens.tokenizer.questions import QUESTIONS as QUESTIONS
from core.tokens.tokenizer.training import Result as Result
from core.tokens.tokenizer.training import showable, train
from core.value_text import MAX_TEXT

COUNTING = 0.5  # the share of the time that counting words takes, about


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result:
    """Learns from the text that ``params`` names. Counting and merging are integer work: it runs on the CPU.

    Raises:
        InputError: there is no text, or it cannot be read.
    """
    corpus = read_corpus(params, data, lambda fraction: run.report(COUNTING * fraction))
    answer = answers.read(params.answer)
    trace = train(params, corpus.counts, lambda fraction: run.report(COUNTING + (1 - COUNTING) * fraction))
    result = showable(trace, corpus, params)
    passage = tuple(map(result.cut, dict.fromkeys(result.passage_words)))
    if answer:
        marked = answers.mark(answer, lambda pairs: train(params, corpus.counts, given=pairs, min_count=1))
        result = dataclasses.replace(result, answer=marked)
    result = dataclasses.replace(result, tax=tax(result.cut_text, trace.steps), passage_cuts=passage)
    return focus(result, params)


def focus(result: Result, params: Params) -> Result:
    """``result`` with the segmentation of ``params.segment``; nothing is learned again."""
    cuts = result.cut_text(params.segment)
    each = {} if result.trace.inside else {
        cut.word: segment(cut.word, result.rules, params.mark) for cut in cuts
    }  # fmt: skip
    return dataclasses.replace(result, cuts=cuts, segmentation=tuple(each[cut.word] for cut in cuts) if each else ())


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
