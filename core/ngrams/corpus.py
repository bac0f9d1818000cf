"""A reader's text as numbers: cut into words, split into training and held-out text, with a closed vocabulary."""

import hashlib
import threading
from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from sys import getsizeof

import numpy as np
from cachetools import LRUCache, cached
from jaxtyping import Int64

from core import text_source
from core.bpe.pretokenize import PATTERNS
from core.errors import InputError
from core.models.token_labels import readable
from core.ngrams.settings import OfNgrams
from core.numbers import count, counted, percent
from core.text_source import not_empty

UNKNOWN, START, END = "<unk>", "<s>", "</s>"
MOST_WORDS, MOST_HELD = 2_000_000, 20_000
MOST_BYTES = 64_000_000  # of texts that a process remembers as numbers
READ_BY = ("unit", "lowercase", "lines", "held", "share", "min_count")  # the settings that say how a text is read
PATTERN = {"words": PATTERNS["punctuation"], "spaces": PATTERNS["whitespace"]}
Ids = Int64[np.ndarray, " _"]  # of any length


@dataclass(frozen=True, eq=False)
class EncodedText:
    """Words by their numbers, and the ``lengths`` of its sentences; a text of one piece is one sentence.

    ``lead`` are words that stand before the first one and are given: of a text that goes on, its beginning.
    """

    ids: Ids
    lengths: Int64[np.ndarray, " sentences"]
    lead: Ids

    def first(self, words: int) -> "EncodedText":
        """Its first words."""
        ends = np.minimum(np.cumsum(self.lengths), words)
        lengths = np.diff(ends, prepend=0)
        return EncodedText(self.ids[:words], lengths[lengths > 0], self.lead)

    def part(self, percent: float) -> "EncodedText":
        """Its first so many per cent, two words at least."""
        return self.first(max(2, round(len(self.ids) * percent / 100)))

    def padded(self, width: int, start: int) -> tuple[Ids, Ids]:
        """The words with so many marks ``start`` before each sentence, and the places of the words among them.

        Words that lead to the first sentence take the places of its marks.
        """
        sentence = np.repeat(np.arange(len(self.lengths)), self.lengths)
        places = np.arange(len(self.ids)) + width * (sentence + 1)
        made = np.full(len(self.ids) + width * len(self.lengths), start, np.int64)
        made[places] = self.ids
        known = self.lead[len(self.lead) - min(width, len(self.lead)) :]
        made[width - len(known) : width] = known
        return made, places


@dataclass(frozen=True, eq=False)
class Corpus:
    """Training and held-out text over one vocabulary, whose last word is ``<unk>``; ``remarks`` say how it was read."""

    words: tuple[str, ...]
    training: EncodedText
    held: EncodedText
    remarks: tuple[str, ...]

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        numbers = (each for text in (self.training, self.held) for each in (text.ids, text.lengths, text.lead))
        return sum(each.nbytes for each in numbers) + sum(getsizeof(word) + 8 for word in self.words)

    @property
    def size(self) -> int:
        """V: how many words can be predicted, <unk> among them."""
        return len(self.words)

    def named(self, ids: Ids) -> tuple[str, ...]:
        """Words by their numbers as they can be shown, and the mark of a start."""
        return tuple(readable(self.words[i]) if i < self.size else START for i in ids.tolist())


def sample() -> str:
    return text_source.sample("ngram_language_model")


def cut(text: str, params: OfNgrams) -> list[list[str]]:
    """The words of each sentence: of the text as a whole, or of each line and with </s> at its end."""
    text = text.lower() if params.lowercase else text
    pieces = [line for line in text.splitlines() if line.strip()] if params.lines else [text]
    split = list if params.unit == "characters" else PATTERN[params.unit].findall
    return [[*split(piece), *([END] if params.lines else [])] for piece in pieces]


def read(params: OfNgrams, data: bytes | None, held_text: str | None = None) -> Corpus:
    """The text that ``params`` name, split and counted; a reader's own ``held_text`` where held-out text is measured.

    Raises:
        InputError: there is no text, it cannot be read, or it is too short or too long.
    """
    return _read(params, *text_source.read(params, sample, data), held_text)


def _key(params: OfNgrams, text: str, remarks: tuple[str, ...], held_text: str | None) -> Hashable:
    texts = (text, held_text) if params.held == "text" else (text,)
    digests = (each and hashlib.sha256(each.encode("utf-8", "surrogatepass")).digest() for each in texts)
    return *digests, remarks, held_text is None, *(getattr(params, name) for name in READ_BY)


# A reader moves other settings many times over one text, and reading it takes as long as what is then counted.
@cached(LRUCache(MOST_BYTES, getsizeof=lambda corpus: corpus.nbytes), key=_key, lock=threading.Lock())
def _read(params: OfNgrams, text: str, remarks: tuple[str, ...], held_text: str | None) -> Corpus:
    sentences = cut(text, params)
    text_source.at_most(params.source, sum(map(len, sentences)), MOST_WORDS, lambda many: counted(many, params.noun))
    measured = held_text is not None
    if params.held == "end":
        training, held = _split(sentences, params.share / 100)
    else:
        training, held = sentences, cut(not_empty("held_text", held_text), params) if held_text is not None else []
    if sum(map(len, training)) < 2 or (measured and not sum(map(len, held))):
        rule = f"it must have at least 2 {params.noun}s to learn from and 1 that is held out"
        raise InputError(params.source, text, rule, "Write some more.")
    return _numbered(training, held, params, measured, remarks)


def _split(sentences: list[list[str]], share: float) -> tuple[list[list[str]], list[list[str]]]:
    """The last ``share`` of the sentences is held out, or of the words where there is only one."""
    if len(sentences) > 1:
        kept = len(sentences) - max(1, round(share * len(sentences)))
        return sentences[:kept], sentences[kept:]
    whole = [word for sentence in sentences for word in sentence]
    kept = len(whole) - max(1, round(share * len(whole)))
    return [whole[:kept]], [whole[kept:]]


def _numbered(
    training: list[list[str]], held: list[list[str]], params: OfNgrams, measured: bool, remarks: tuple[str, ...]
) -> Corpus:
    tally = Counter(word for sentence in training for word in sentence)
    ends = {END} if params.lines else set()  # however rare: each line has one
    known = [word for word, times in tally.items() if (times >= params.min_count or word in ends) and word != UNKNOWN]
    known += ends - tally.keys()
    number = {word: i for i, word in enumerate(known)}

    def text(sentences: list[list[str]], lead: Ids) -> EncodedText:
        ids = [number.get(word, len(known)) for sentence in sentences for word in sentence]
        lengths = np.array([len(sentence) for sentence in sentences if sentence], np.int64)
        numbers = np.array(ids, np.int64)
        numbers.flags.writeable = lengths.flags.writeable = False  # whoever asks for this text has the same
        return EncodedText(numbers, lengths, lead)

    trained = text(training, np.zeros(0, np.int64))
    rest = text(held, trained.ids[: 0 if params.lines or params.held == "text" else None])
    said = (f"Training text: {counted(len(trained.ids), params.noun)}, {counted(len(tally), 'distinct one')}; the "
            f"vocabulary has V = {count(len(known) + 1)}.")  # fmt: skip
    if len(rest.ids):
        many, unknown = counted(len(rest.ids), params.noun), float((rest.ids == len(known)).mean())
        if not unknown:
            said += f" Held out: {many}; no <unk> is needed."
        elif len(rest.ids) == 1:
            said += f" Held out: {many}, which became <unk>."
        else:
            said += f" Held out: {many}; of these {percent(unknown)} became <unk>."
    if measured and len(rest.ids) > MOST_HELD:
        remarks += (f"Of the held-out {params.noun}s the first {count(MOST_HELD)} are measured.",)
        rest = rest.first(MOST_HELD)
    return Corpus((*known, UNKNOWN), trained, rest, (said, *remarks))


def amount(params: OfNgrams, data: bytes | None) -> tuple[int, int]:
    """About how many characters and words there are to read, without reading them."""
    characters = text_source.length(params, sample, data)
    return characters, characters // letters(params) + 1


def vocabulary(words: int) -> int:
    """About how many of so many words are distinct."""
    return 1 + min(words // 2, 40 * int(words**0.5))


def letters(params: OfNgrams) -> int:
    """About how many characters a word has, with the space after it."""
    return 1 if params.unit == "characters" else 5
