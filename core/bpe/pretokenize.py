"""Pre-tokenisation: where one word ends and the next begins, before any model looks inside a word.

Byte-pair encoding never merges across these boundaries, so they decide what a token can be at all.
``"Call 911!"`` is two words to the scheme "whitespace" and three to "punctuation":

    >>> pretokenize("Call 911!", "punctuation")
    [('Call', (0, 4)), ('911', (5, 8)), ('!', (8, 9))]

The patterns need the ``regex`` module: the standard library's ``re`` knows no ``\\p{L}``, leaves combining
marks out of ``\\w`` and counts the control characters U+001C to U+001F as white space, against Unicode.
"""

import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import islice, pairwise
from typing import Literal

import numpy as np
import regex
from jaxtyping import Int32, Int64

from core.bpe import word_scan
from core.bpe.spelling import code_points
from core.errors import InputError

Scheme = Literal["whitespace", "punctuation", "gpt2", "bert", "clip", "spaces"]

START = "▁"  # a space, as SentencePiece writes it
SIGN = r"\p{P}!-/:-@\[-`{-~"  # what BERT takes for punctuation

PATTERNS: dict[str, regex.Pattern[str]] = {
    "whitespace": regex.compile(r"\S+"),
    # Hugging Face's ``Whitespace``: runs of word characters, or runs of what is neither word nor white space.
    "punctuation": regex.compile(r"\w+|[^\w\s]+"),
    # Radford et al. (2019), github.com/openai/gpt-2, src/encoder.py: a word carries the space before it.
    "gpt2": regex.compile(r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"),
    # Google's BERT, tokenization.py: each sign of punctuation is a word.
    "bert": regex.compile(rf"[{SIGN}]|[^\s{SIGN}]+"),
    # Radford et al. (2021), github.com/openai/CLIP, simple_tokenizer.py: each digit is a word.
    "clip": regex.compile(r"'s|'t|'re|'ve|'m|'ll|'d|\p{L}+|\p{N}|[^\s\p{L}\p{N}]+"),
    # Kudo and Richardson (2018), "SentencePiece", section 2: a text is its words with the sign of the space before.
    "spaces": regex.compile(rf"{START}[^{START}]*"),
}

# No scheme has a word that runs over such a place, nor one that looks beyond it, so a text may be cut here.
_SAFE_CUT = regex.compile(r"(?<=\S)\s")
_SPACE_CUT = regex.compile(START)
_BLOCK = 1 << 18
MAX_DISTINCT = 5_000_000
"""Characters of all distinct words together, each of which takes some 70 bytes while merges are learned."""


@dataclass(frozen=True, eq=False)
class WordCounts:
    """The distinct words of a corpus and how often each occurs.

    ``words`` stand in the order of their first occurrence, which is the order that "met first" refers to;
    ``frequencies[i]`` is the number of times ``words[i]`` occurs, at least 1.

    Raises ``ValueError`` where the two differ in length or a frequency is below 1.
    """

    words: tuple[str, ...]
    frequencies: Int64[np.ndarray, " words"]

    def __post_init__(self) -> None:
        if len(self.words) != len(self.frequencies):
            raise ValueError(f"{len(self.words)} words need as many frequencies, not {len(self.frequencies)}")
        if len(self.words) and self.frequencies.min() < 1:
            raise ValueError("every word needs a frequency of at least 1: leave out the words that never occur")


def pretokenize(text: str, scheme: Scheme) -> list[tuple[str, tuple[int, int]]]:
    """The words of ``text`` with their half-open spans (start, end), in characters of ``text``.

    "whitespace" splits on Unicode white space, "punctuation" also between word characters and others,
    "gpt2" by the pattern of GPT-2, which keeps every character: its words joined give the text again. "bert" takes each
    sign of punctuation alone, "clip" each digit. To "spaces" nothing but the space ends a word, and every word begins
    with ``START`` in its place (of the first it stands nowhere in ``text``).
    """
    spelt = _spelt(text, scheme)
    before = len(spelt) - len(text)
    found = ((match.group(), match.span()) for match in PATTERNS[scheme].finditer(spelt))
    return [(word, (max(0, start - before), end - before)) for word, (start, end) in found]


def _spelt(text: str, scheme: str) -> str:
    """The text, to "spaces" with ``START`` in front and for every space."""
    if scheme != "spaces" or not text:
        return text
    marked = text.replace(" ", START)
    return marked if marked.startswith(START) else START + marked


def count_words(
    text: str, scheme: Scheme, lowercase: bool = False, progress: Callable[[float], None] = lambda share: None
) -> WordCounts:
    """Count the words of ``text``, after ``str.lower`` if ``lowercase``.

    Works through the text in blocks, so that memory follows the number of distinct words rather than the
    length of the text. ``progress`` is called with the share of the text done; what it raises ends the counting.

    Raises ``InputError`` of the field ``text`` as soon as the distinct words have more than ``MAX_DISTINCT`` characters
    together.
    """
    if scheme not in word_scan.TELLING:
        return _found_words(text, scheme, lowercase, progress)
    rules, seed = (word_scan.TELLING[scheme], scheme == "gpt2"), int.from_bytes(os.urandom(7))
    words, total = word_scan.no_words(), np.zeros(word_scan.TOTALS, np.int64)
    for block in _blocks(text, _SAFE_CUT, progress):
        code = code_points(block.lower() if lowercase else block)
        kinds, place = word_scan.kinds_of(code), 0
        while (place := word_scan.count(code, kinds, *rules, seed, words, total, place)) < len(code):
            _check_room(int(total[word_scan.STORED]))
            end = word_scan.word_end(code, kinds, *rules, place)
            words = word_scan.grown(words, total, end - place, MAX_DISTINCT)
        _check_room(int(total[word_scan.STORED]))
    made, stored = total.tolist()
    return WordCounts(_strings(words.code[:stored], words.end[: made + 1]), words.times[:made].copy())


def _found_words(text: str, scheme: Scheme, lowercase: bool, progress: Callable[[float], None]) -> WordCounts:
    """The same, with the words that the pattern finds."""
    times: Counter[str] = Counter()
    stored = 0
    for block in _blocks(_spelt(text, scheme), _SPACE_CUT if scheme == "spaces" else _SAFE_CUT, progress):
        known = len(times)
        times.update(PATTERNS[scheme].findall(block.lower() if lowercase else block))
        stored += sum(map(len, islice(times, known, None)))
        _check_room(stored)
    return WordCounts(tuple(times), np.array([*times.values()], np.int64))


def _check_room(stored: int) -> None:
    if stored > MAX_DISTINCT:
        rule = f"its distinct words must have at most {MAX_DISTINCT:,} characters together"
        raise InputError("text", "the text", rule, "Bring a part of it, or put spaces between words.")


def _strings(code: Int32[np.ndarray, " characters"], end: Int64[np.ndarray, " word_ends"]) -> tuple[str, ...]:
    text, ends = code.tobytes().decode("utf-32-le", "surrogatepass"), end.tolist()
    return tuple(text[start:end] for start, end in pairwise(ends))


def _blocks(text: str, safe: regex.Pattern[str], progress: Callable[[float], None]) -> Iterator[str]:
    """The text in pieces; of each that has been worked through ``progress`` is told the share of the text done."""
    start = 0
    while start < len(text):
        cut = safe.search(text, start + _BLOCK)
        end = cut.start() if cut else len(text)
        yield text[start:end]
        start = end
        progress(start / len(text))
