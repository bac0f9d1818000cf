"""A byte-level tokenizer: byte-pair encoding over the bytes of UTF-8, so that every text can be written and read back.

The 256 bytes are tokens 0 to 255, each merge makes one more, in the order they were learned. Words are cut as GPT-2
cuts them, a space belonging to the word after it, and no merge crosses from one word into the next.

    >>> tokenizer = learn_bytes("low lower lowest " * 3, merges=2)
    >>> tokenizer.encode("low é").ids
    (257, 32, 195, 169)

Source: Radford et al. (2019), "Language Models are Unsupervised Multitask Learners", section 2.2.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from core.bpe import Rules, learn, segment
from core.bpe.pretokenize import WordCounts, count_words, pretokenize
from core.errors import InputError

BYTES = tuple(map(chr, range(256)))
"""Byte b as the character U+00b: what the learning and the segmentation of ``core.bpe`` work on."""

SHORT = 40  # characters of a word that is remembered once it has been cut


@dataclass(frozen=True)
class Encoding:
    """A text's tokens: ``ids``, and the half-open ``spans`` in characters of the text that they touch.

    A character of several bytes may be shared by tokens, whose spans then overlap in it.
    """

    ids: tuple[int, ...]
    spans: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class ByteTokenizer:
    """``merges`` are pairs of strings of ``BYTES`` in order of priority, each of which makes another token."""

    merges: tuple[tuple[str, str], ...]

    @cached_property
    def tokens(self) -> tuple[bytes, ...]:
        """The bytes of every token."""
        return tuple(token.encode("latin-1") for token in (*BYTES, *map("".join, self.merges)))

    @cached_property
    def rules(self) -> Rules:
        return Rules(frozenset(BYTES), self.merges)

    @cached_property
    def _numbers(self) -> dict[str, int]:
        return {token.decode("latin-1"): number for number, token in enumerate(self.tokens)}

    def encode(self, text: str) -> Encoding:
        """The tokens of ``text``, which may hold anything, lone surrogates too."""
        ids: list[int] = []
        spans: list[tuple[int, int]] = []
        for word, (start, _) in pretokenize(text, "gpt2"):
            of_word = self._remembered(word) if len(word) <= SHORT else self._word_ids(word)
            ids += of_word
            spans += self._spans(word, start, of_word)
        return Encoding(tuple(ids), tuple(spans))

    def decode(self, ids: Iterable[int]) -> str:
        """The text of ``ids``. Bytes that are no UTF-8 become U+FFFD: only cut-out tokens hold such.

        Raises:
            InputError: an id is none of this vocabulary.
        """
        joined = b"".join(self.token(each) for each in ids)
        try:
            return joined.decode("utf-8", "surrogatepass")
        except UnicodeDecodeError:
            return joined.decode("utf-8", "replace")

    def token(self, number: int) -> bytes:
        """The bytes of token ``number``.

        Raises:
            InputError: there is no such token.
        """
        if not 0 <= number < len(self.tokens):
            raise InputError("token", number, f"the number of a token must be from 0 to {len(self.tokens) - 1}")
        return self.tokens[number]

    @cached_property
    def _remembered(self) -> Callable[[str], tuple[int, ...]]:
        return lru_cache(maxsize=4096)(self._word_ids)

    def _word_ids(self, word: str) -> tuple[int, ...]:
        return tuple(self._numbers[token] for token in segment(as_bytes(word), self.rules).tokens)

    def _spans(self, word: str, start: int, ids: tuple[int, ...]) -> list[tuple[int, int]]:
        if word.isascii():
            ends = np.cumsum([len(self.tokens[each]) for each in ids]).tolist()
            return [(start + low, start + high) for low, high in zip([0, *ends], ends, strict=False)]
        # The character that each byte belongs to.
        owner = [place for place, sign in enumerate(word) for _ in sign.encode("utf-8", "surrogatepass")]
        spans, at = [], 0
        for each in ids:
            end = at + len(self.tokens[each])
            spans.append((start + owner[at], start + owner[end - 1] + 1))
            at = end
        return spans


def learn_bytes(text: str, merges: int) -> ByteTokenizer:
    """The tokenizer that ``merges`` merges on the bytes of ``text`` give, fewer where no pair comes twice."""
    counts = count_words(text, "gpt2")
    counts = WordCounts(tuple(map(as_bytes, counts.words)), counts.frequencies)
    pairs = learn(counts, merges=merges, leaders=1, sources=1).rules().pairs
    made: dict[str, tuple[str, str]] = {}
    for pair in pairs:  # A token that two pairs make is one token; the first pair makes it.
        made.setdefault("".join(pair), pair)
    return ByteTokenizer(tuple(made.values()))


def as_bytes(word: str) -> str:
    """The UTF-8 bytes of ``word``, each as the character of its number."""
    return word.encode("utf-8", "surrogatepass").decode("latin-1")
