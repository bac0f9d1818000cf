"""What a training leaves, by merges or by pruning: a tokenizer that cuts words as they stood at every step of it."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from core.bpe.byte_alphabet import as_bytes
from core.bpe.pretokenize import pretokenize
from core.tokenizer_files import TokenizerFile
from core.tokens.tokenizer.cuts import Cuts
from core.tokens.tokenizer.languages import Tax, tax
from core.tokens.tokenizer.params import Params


@dataclass(frozen=True, eq=False, kw_only=True)
class Finished(ABC):
    """The last of the ``steps`` has this number; ``characters`` are those of all running words. Where a file was
    ``given``, ``params`` are those that it stands for. ``passage_words`` are the words at the start of the text, as the
    training saw them; ``cuts`` are those of the words of ``Params.segment``, ``own`` those of the page's own texts.
    """

    passage_words: tuple[str, ...]
    steps: int
    characters: int
    distinct_words: int
    running_words: int
    remarks: tuple[str, ...]
    params: Params
    given: TokenizerFile | None = None
    own: "OwnTexts | None" = None
    cuts: tuple[Cuts, ...] = ()
    device: str = "cpu"

    @property
    @abstractmethod
    def tokens(self) -> tuple[str, ...]:
        """All tokens in the order of their ids, without the one for the unknown; of two alike the first counts."""

    @abstractmethod
    def cut(self, word: str) -> Cuts:
        """One word of ``split`` at every step."""

    @property
    def spelling(self) -> Params | TokenizerFile:
        """What tells the marks of words: ``mark``, ``suffix``, ``inside`` and ``start``."""
        return self.given or self.params

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The tokens of the training with their ids."""
        return dict(zip(reversed(self.tokens), range(len(self.tokens) - 1, -1, -1), strict=True))

    def split(self, text: str) -> list[str]:
        """The words of a text as the training would have seen them."""
        text = self.given.normal(text) if self.given else text.lower() if self.params.lowercase else text
        words = [word for word, _ in pretokenize(text, self.params.pretokenizer)]
        return [*map(as_bytes, words)] if self.params.algorithm == "bytes" else words

    def cut_text(self, text: str) -> tuple[Cuts, ...]:
        """All words of a text."""
        words = self.split(text)
        cut = {word: self.cut(word) for word in dict.fromkeys(words)}
        return tuple(cut[word] for word in words)

    def encode(self, text: str) -> list[int]:
        """The ids of a text, as the files to keep give them, or the one that was read."""
        pieces = chain.from_iterable(cut.at(self.steps) for cut in self.cut_text(text))
        if self.given:
            return [*chain.from_iterable(map(self.given.ids_of, pieces))]
        return [self.numbers.get(piece, len(self.tokens)) for piece in pieces]


@dataclass(frozen=True, eq=False)
class OwnTexts:
    """How a ``tokenizer`` cuts the start of its text, and sentences in many scripts: it does so when somebody looks,
    once for all settings that only look elsewhere.
    """

    tokenizer: Finished

    @cached_property
    def passage(self) -> tuple[Cuts, ...]:
        return tuple(map(self.tokenizer.cut, dict.fromkeys(self.tokenizer.passage_words)))

    @cached_property
    def tax(self) -> Tax:
        return tax(self.tokenizer.cut_text, self.tokenizer.steps)
