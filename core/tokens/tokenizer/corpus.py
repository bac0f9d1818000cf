"""Where a tokenizer's text comes from: the built-in sample, a pasted text, counted words, or a reader's file."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from core.bpe.pretokenize import Scheme, WordCounts, count_words, pretokenize
from core.errors import InputError, MissingInput
from core.table_text import csv_column
from core.text import decode

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "samples" / "tokenizer.txt"
MAX_WORD = 1_000_000  # characters, each of which takes some 50 bytes while merges are learned
MAX_FREQUENCY = 10**12  # keeps every count exact in a browser's numbers (2⁵³)
ENCODINGS = {
    "utf-8": "UTF-8",
    "utf-8-sig": "UTF-8 with a byte order mark",
    "utf-16-le": "UTF-16, little-endian",
    "utf-16-be": "UTF-16, big-endian",
    "utf-32-le": "UTF-32, little-endian",
    "utf-32-be": "UTF-32, big-endian",
    "latin-1": "Latin-1",
}
NOTHING = {  # what is said where a source holds no text at all
    "text": ("There is no text yet", "Write or paste some."),
    "file": ("The file is empty", "Choose another one."),
}
PASSAGE = 90  # words shown in running order


@dataclass(frozen=True)
class Corpus:
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


@cache
def sample() -> str:
    return SAMPLE.read_text(encoding="utf-8")


def from_text(
    text: str,
    scheme: Scheme,
    lowercase: bool,
    field: str,
    remarks: tuple[str, ...] = (),
    progress: Callable[[float], None] | None = None,
) -> Corpus:
    """The corpus of a text; ``field`` is where the text came from, for what is said when it holds no word.

    Raises:
        InputError: the text is empty, or nothing but white space, or its words are too long, alone or together.
    """
    if not text:
        rule, remedy = NOTHING.get(field, ("The text is empty", ""))
        raise MissingInput(field, text, rule, remedy)
    if not text.strip():
        raise InputError(field, text, "it holds only white space, so there is no word to learn from", "Add some words.")
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
    return Corpus(counts, passage, remarks)


def from_file(
    data: bytes | None, column: str, scheme: Scheme, lowercase: bool, progress: Callable[[float], None] | None = None
) -> Corpus:
    """The corpus of a reader's file, or of one column of it.

    Raises:
        InputError: there is no file, it is no text, it lacks the column, or the text is empty.
    """
    if data is None:
        raise MissingInput.no_file("Choose a text or a table.")
    reading = csv_column(data, column) if column else decode(data)
    remarks = (f"Read as {ENCODINGS[reading.encoding]}.", *([reading.remark] if reading.remark else []))
    return from_text(reading.text, scheme, lowercase, "file", remarks, progress)


def from_weighted_words(text: str, lowercase: bool) -> Corpus:
    """The corpus of ``low:5 lower:2``: words with their frequencies, 1 where none is given.

    Raises:
        InputError: no word, or a frequency that is not a whole number from 1 to 10¹².
    """
    totals: dict[str, int] = {}
    for entry in text.split():
        word, weight = _weighted(entry)
        word = word.lower() if lowercase else word
        totals[word] = totals.get(word, 0) + weight
    if not totals:
        raise MissingInput(
            "words", text, "There are no words yet", "Write some with their counts, as in low:5 lower:2."
        )
    if sum(totals.values()) > MAX_FREQUENCY:
        raise InputError("words", text, f"the counts must add up to at most {MAX_FREQUENCY:,}", "Use smaller ones.")
    counts = WordCounts(tuple(totals), np.array(list(totals.values()), dtype=np.int64))
    return Corpus(counts, tuple(range(min(len(totals), PASSAGE))), ())


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
