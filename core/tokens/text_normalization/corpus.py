"""A reader's text as the different words that are written in it, and where each stands."""

from dataclasses import dataclass
from functools import cache

import numpy as np
from jaxtyping import Int64

from core import text_source
from core.numbers import counted
from core.tokens.text_normalization.params import Params
from core.word_forms import LONGEST, cut_plainly, is_safe

SAMPLED = 55_000  # characters
MOST_DISTINCT = 200_000


@dataclass(frozen=True, eq=False)
class WordSequence:
    """Words between plain spaces: the different ``words`` in the order in which they are first met, and by their
    places among these the words of the text, ``ids``.
    """

    words: tuple[str, ...]
    ids: Int64[np.ndarray, " running"]
    remarks: tuple[str, ...]

    @property
    def first(self) -> Int64[np.ndarray, " words"]:
        """How many words are read when each of them is first met."""
        return np.unique(self.ids, return_index=True)[1] + 1


@cache
def sample() -> str:
    """The first acts of a play: a page that opens should take little."""
    return text_source.sample("ngram_language_model")[:SAMPLED].rpartition("\n\n")[0]


def read(params: Params, data: bytes | None) -> WordSequence:
    """The words of the text that ``params`` name.

    Raises:
        InputError: there is no text, it cannot be read, holds no word, or too many different ones.
    """
    text, remarks = text_source.read(params, sample, data)
    running = cut_plainly(text)
    number = {word: i for i, word in enumerate(dict.fromkeys(running))}
    text_source.at_most(params.source, len(number), MOST_DISTINCT, lambda many: counted(many, "different word"))
    return WordSequence(
        tuple(number), np.array([number[word] for word in running], np.int64), (*remarks, *_odd(number))
    )


def _odd(words: dict[str, int]) -> list[str]:
    """What is said of words that some steps leave as they are."""
    made = []
    if long := sum(len(word) > LONGEST for word in words):
        made.append(f"Words of more than {LONGEST} characters are neither stemmed nor looked up; as it is written, the "
                    f"text has {counted(long, 'distinct word')} so long.")  # fmt: skip
    if unsafe := sum(not is_safe(word) for word in words):
        made.append(f"Unicode's forms leave words alone that have more than 30 marks in a row; the text has "
                    f"{counted(unsafe, 'distinct word')} of this kind.")  # fmt: skip
    return made
