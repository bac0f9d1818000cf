"""The tokenizer explorer: byte-pair encoding, WordPiece or Unigram learned from a reader's text, with its history."""

import dataclasses
from collections.abc import Callable
from math import log
from typing import Any

from core import tokenizer_files
from core.computation import Run, computation
from core.explorer import script
from core.headline import Headline
from core.tokenizer_files import TokenizerFile
from core.tokens.tokenizer import answer as answers
from core.tokens.tokenizer import pruning
from core.tokens.tokenizer.corpus import TrainingCorpus, read_corpus
from core.tokens.tokenizer.finished import OwnTexts
from core.tokens.tokenizer.params import Params as Params
from core.tokens.tokenizer.presets import PRESETS as PRESETS
from core.tokens.tokenizer.pruning import Pruned as Pruned
from core.tokens.tokenizer.questions import QUESTIONS as QUESTIONS
from core.tokens.tokenizer.result import Result as Result
from core.tokens.tokenizer.training import showable, train
from core.unigram import MAX_CHARACTERS
from core.unigram.kept import MOST_STATES
from core.value_text import MAX_TEXT

COUNTING = 0.5  # the share of the time that counting words takes, about


@computation
def compute(params: Params, data: bytes | None, run: Run) -> Result | Pruned:
    """Learns from the text that ``params`` names. Counting and merging are integer work: it runs on the CPU.

    Raises:
        InputError: there is no text, it cannot be read, or Unigram can make no vocabulary of it.
    """
    given = tokenizer_files.read(data) if params.algorithm == "file" else None
    params = _given(params, given) if given else params
    normal = given.normal if given else str
    corpus = read_corpus(params, data, lambda fraction: run.report(COUNTING * fraction), normal)
    learn = pruning.train if params.algorithm == "unigram" else _merged
    result = learn(params, corpus, lambda done: run.report(COUNTING + (1 - COUNTING) * done), given)
    return focus(dataclasses.replace(result, own=OwnTexts(result)), params)


def _merged(
    params: Params, corpus: TrainingCorpus, progress: Callable[[float], None], given: TokenizerFile | None
) -> Result:
    answer = answers.read(params.answer, params.algorithm)
    result = showable(train(params, corpus.counts, progress, given), corpus, params, given)
    if not answer:
        return result
    its = train(params, corpus.counts, given=answer, size=None, merges=len(answer))
    marked = answers.mark(answer, its, params.min_count)
    return dataclasses.replace(result, answer=marked)


def focus(result: Result | Pruned, params: Params) -> Result | Pruned:
    """``result`` with the words of ``params.segment``; nothing is learned again."""
    look = {name: getattr(params, name) for name in ("segment", "tree", "step")}
    its = dataclasses.replace(result.params, **look)
    return dataclasses.replace(result, params=its, cuts=result.cut_text(its.segment))


def _given(params: Params, given: TokenizerFile) -> Params:
    """The settings that a file stands for."""
    its: dict[str, Any] = {
        "algorithm": given.algorithm,
        "pretokenizer": given.scheme or params.pretokenizer,
        "end_of_word": given.mark or given.suffix,
    }
    return dataclasses.replace(params, **its, lowercase=False, answer="")


def headline(result: Result | Pruned, params: Params) -> Headline:
    """The tokens of the corpus after each merge or round."""
    tokens = result.trained.tokens if isinstance(result, Pruned) else result.trace.corpus_tokens
    return Headline("tokens in the corpus", tokens)


def work(params: Params, data: bytes | None) -> dict[str, int]:
    """Characters read, and merges: no more than characters in distinct words; or these by rounds, or by states."""
    length = {"text": len(params.text), "words": len(params.words), "file": len(data or b"")}.get(params.source, 10_000)
    written = {"text": params.text, "words": params.words}.get(params.source, "")
    distinct = sum(map(len, set(written.split()))) if written else min(length, MAX_TEXT) // 4
    if params.algorithm == "unigram":
        known = min(distinct, MAX_CHARACTERS)
        rounds = 3 + max(0.0, log(max(known, 1) / params.size)) / -log(params.shrinking)
        return {"characters": length, "characters of all rounds": int(known * rounds)}
    merges = min(params.size if params.by_size else params.merges, distinct)
    read = {"bytes of a tokenizer": len(data or b"")} if params.algorithm == "file" else {}
    if read and tokenizer_files.is_unigram(data or b""):
        return {"characters": length, "characters of all states": MOST_STATES * min(distinct, MAX_CHARACTERS), **read}
    return {"characters": length, "merges": merges, **read}


snippet = script
