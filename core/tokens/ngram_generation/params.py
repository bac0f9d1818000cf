"""What a reader sets on /ngram-generation."""

from dataclasses import dataclass
from typing import Literal

from core import fields
from core.ngrams.settings import OfNgrams, of_words

WRITTEN = of_words("Word written")
LEARNED = {"end": "All but its end", "text": "All of it"}


@dataclass(frozen=True)
class Params(OfNgrams):
    """What a reader sets. ``step`` of the words written after ``context`` are there."""

    # fmt: off
    held: Literal["end", "text"] = fields.choice(
        "end", "Learn from the text", LEARNED, rearranges=True,
        help="The page of perplexities holds the end of the text out. Without it the same model writes here.")
    drawn: Literal["all", "followed"] = fields.choice(
        "all", "Draw from",
        lambda its: {"all": of_words("All words")(its), "followed": of_words("Words that followed (nltk)")(its)},
        help=of_words("All words but <unk> may come, each by its probability. nltk’s generate draws only from words "
                      "that followed the context in the training text, or a shorter context where none did; <unk> may "
                      "be one."))
    length: int = fields.number(40, of_words("Words to write"), 1, 200)
    seed: int = fields.number(0, "Seed", 0, 2**53)
    step: int = fields.number(0, WRITTEN, 0, 1_000, view=True, base=1)
    # fmt: on
