"""Where a tokenizer's text comes from: the built-in sample, a pasted text, counted words, or a reader's file."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from core import text_source
from core.bpe.pretokenize import START, Scheme, WordCounts, count_words, pretokenize
from core.errors import InputError, MissingInput
from core.text_source import not_empty, read_file

MAX_WORD = 1_000_000  # characters, each of which takes some 50 bytes while merges are learned
MAX_FREQUENCY = 10**12  # keeps every count exact in a browser's numbers (2⁵³)
PASSAGE = 90  # words shown in running order


@dataclass(frozen=True)
class TrainingCorpus:
    """Words with their frequencies, and how the text was read.

    ``passage`` is the beginning of the text in its own order, as places in ``counts.words``.
    """

    counts: WordCounts
    passage: tuple[int, ...]
    remarks: tuple[str, ...]

    @property
    def running_words(self) -> int:
        return int(self.counts.frequencies.sum())

    @property
    def characters(self) -> int:
        """Those of all running words."""
        return int(self.counts.frequencies @ np.array([*map(len, self.counts.words)], np.int64))


def sample() -> str:
    return text_source.sample("tokenizer")


def read_corpus(
    params: Any,
    data: bytes | None,
    progress: Callable[[float], None] = lambda share: None,
    normal: Callable[[str], str] = str,
) -> TrainingCorpus:
    """The counted words of the source that ``params`` name, as ``normal`` leaves them.

    Raises:
        InputError: there is no text, it cannot be read, lacks the column, or holds no word, or words that are too long,
            alone or together.
    """
    scheme, lowercase = params.pretokenizer, params.lowercase
    match params.source:
        case "words":
            return from_weighted_words(params.words, lowercase, scheme, normal)
        case "file":
            text, remarks = read_file(data, column=params.column, remedy="Choose a text or a table.")
        case "text":
            text, remarks = params.text, ()
        case _:
            text, remarks = sample(), ()
    field = "source" if params.source == "sample" else params.source
    text = not_empty(field, normal(text))
    try:
        counts = count_words(text, scheme, lowercase, progress)
    except InputError as error:
        raise InputError(field, error.value, error.rule, error.remedy) from error
    if (longest := max(map(len, counts.words), default=0)) > MAX_WORD:
        rule = f"a word must have at most {MAX_WORD:,} characters, and one has {longest:,}"
        raise InputError(field, "the text", rule, "Put spaces between words, or bring a part of it.")
    place = {word: i for i, word in enumerate(counts.words)}
    head = text[: 40 * PASSAGE]
    words = [word for word, _ in pretokenize(head.lower() if lowercase else head, scheme)][:PASSAGE]
    passage = tuple(place[word] for word in words if word in place)  # the last one may be cut in two
    return TrainingCorpus(counts, passage, remarks)


def from_weighted_words(
    text: str, lowercase: bool, scheme: Scheme = "whitespace", normal: Callable[[str], str] = str
) -> TrainingCorpus:
    """The corpus of ``low:5 lower:2``: words with their frequencies, 1 where none is given, as ``normal`` leaves each.

    To "spaces" they begin with ``START``, as all words do.

    Raises:
        InputError: no word, or a frequency that is not a whole number from 1 to 10¹².
    """
    totals: dict[str, int] = {}
    for entry in text.split():
        written, weight = _weighted(entry)
        for word in normal(written.lower() if lowercase else written).split():
            spelt = START + word.removeprefix(START) if scheme == "spaces" else word
            totals[spelt] = totals.get(spelt, 0) + weight
    if not totals:
        raise MissingInput(
            "words", text, "There are no words yet", "Write some with their counts, as in low:5 lower:2."
        )
    if sum(totals.values()) > MAX_FREQUENCY:
        raise InputError("words", text, f"the counts must add up to at most {MAX_FREQUENCY:,}", "Use smaller ones.")
    counts = WordCounts(tuple(totals), np.array(list(totals.values()), dtype=np.int64))
    return TrainingCorpus(counts, tuple(range(min(len(totals), PASSAGE))), ())


def _weighted(entry: str) -> tuple[str, int]:
    word, colon, weight = entry.rpartition(":")
    if not colon or not word:
        return entry, 1
    if not (weight.isascii() and weight.isdigit() and len(weight) <= 13 and 1 <= int(weight) <= MAX_FREQUENCY):
        raise InputError(
            "words", entry, f"the count after the colon must be a whole number from 1 to {MAX_FREQUENCY:,}",
            "Write it as in low:5.",
        )  # fmt: skip
    return word, int(weight)
