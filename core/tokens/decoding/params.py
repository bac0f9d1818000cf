"""What a reader sets on /decoding."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from core import fields
from core.explorer import in_part
from core.models.generation import OURS
from core.models.pretrained import offered
from core.number_text import typed_numbers
from core.tokens.decoding.filters import Filters
from core.value_text import MAX_TEXT

Part = Literal["next", "search", "speculative", "trap", "forcing"]
Axis = Literal["temperature", "top_k", "top_p", "min_p"]
Divisor = Literal["power", "google"]
DIVISORS = {"power": "length^α", "google": "((5 + length)/6)^α"}  # of the sum of logarithms
PARTS = {"next": "Next token", "search": "Beam search", "speculative": "Speculative", "trap": "Likelihood trap",
         "forcing": "Teacher forcing"}  # fmt: skip
AXES = {"temperature": "Temperature", "top_k": "Top-k", "top_p": "Top-p", "min_p": "Min-p"}
MODELS = {OURS: "The small model of Glassbox"}
STORY = "Mary and John went to the market. John had a red book and gave it to Mary. Mary was happy."
BEGINS: dict[str, dict[str, Any]] = {"top_k": {"top_k": 5}, "top_p": {"top_p": 0.9}, "min_p": {"min_p": 0.1}}
MOST = 64  # tokens of a text that are read
MOST_LOGITS, LARGEST = 50, 100.0


def _reads(its: Any) -> bool:
    """Whether a model is asked."""
    return bool(its.part != "next" or its.source != "logits")


def _of_next(axis: str) -> dict[str, Any]:
    """What a filter declares: it counts where tokens are drawn, and is a view where its axis is swept."""
    drawn = lambda its: its.part in ("next", "trap") or (its.part == "search" and its.way == "samples")  # noqa: E731
    swept = lambda its: (its.part == "next" and its.axis == axis) or (its.part == "trap" and axis == "temperature")  # noqa: E731
    return {"used": drawn, "view": swept}


@dataclass(frozen=True)
class Params:
    """What a reader sets: a prompt ``text``, or typed ``logits``; in the last part a ``story``.

    ``top_k`` = 0, ``top_p`` = 1 and ``min_p`` = 0 cut nothing. ``step`` (how many tokens the search has written) and
    ``place`` (of a wrong token, counted from 0) are where a reader looks.
    """

    # fmt: off
    part: Part = fields.choice("next", "View", PARTS, rearranges=True,
                               begins=lambda value: {"samples": 12, "tokens": 64} if value == "trap" else {})
    source: Literal["prompt", "logits"] = fields.choice(
        "prompt", "Scores from", {"prompt": "Your prompt", "logits": "Typed scores"}, rearranges=True,
        **in_part("next"))
    text: str = fields.text("Once Rose", "Your prompt", height=68, placeholder="The beginning of a story",
                            longest=MAX_TEXT,
                            help="The small model knows some three hundred words of very short stories.",
                            used=lambda its: its.part != "forcing" and _reads(its))
    logits: str = fields.text("3 2 1", "Scores (logits)", longest=1_000, placeholder="3 2 1",
                              **in_part("next", source="logits"))
    story: str = fields.text(STORY, "A true text", height=68, placeholder="A whole story", longest=MAX_TEXT,
                             **in_part("forcing"))
    model: str = fields.choice(OURS, "Model", lambda its: MODELS | {each: each for each in offered()}, folded=True,
                               used=_reads)
    axis: Axis = fields.choice("temperature", "Drag", AXES, rearranges=True, begins=lambda value: BEGINS.get(value, {}),
                               **in_part("next"))
    way: Literal["beam", "samples"] = fields.choice("beam", "Tree of", {"beam": "Beam search", "samples": "Samples"},
                                                    rearranges=True, **in_part("search"))
    temperature: float = fields.number(1.0, "Temperature", 0.05, 5.0, log=True, **_of_next("temperature"),
                                       help="Scores are divided by it. Near 0 the likeliest token takes all.")
    top_k: int = fields.number(0, "Top-k", 0, 1_000, help="Keep the k likeliest tokens; 0 keeps all.",
                               **_of_next("top_k"))
    top_p: float = fields.number(1.0, "Top-p", 0.01, 1.0, **_of_next("top_p"),
                                 help="Keep the likeliest tokens until they hold this share together.")
    min_p: float = fields.number(0.0, "Min-p", 0.0, 1.0, **_of_next("min_p"),
                                 help="Keep tokens with at least this share of the largest probability.")
    last: bool = fields.switch(False, "Cut first, then divide by the temperature",
                               used=lambda its: its.part == "next")
    width: int = fields.number(4, "Beam width", 1, 10, drag=True,
                               **in_part("search", way="beam"),
                               help="How many unfinished texts are kept at each step. With 1 this is greedy decoding.")
    penalty: float = fields.number(1.0, "Length penalty α", -2.0, 3.0, **in_part("search", way="beam"),
                                   help="The sum Σ log p of a finished text is divided by its length to the power of "
                                        "α. Above 0 that favours long texts.")
    divisor: Divisor = fields.choice("power", "Divide by", DIVISORS, **in_part("search", way="beam"),
                                     help="Transformers and fairseq divide by the first, Google’s translation system "
                                          "and OpenNMT (wu) by the second.")
    samples: int = fields.number(6, "Samples", 1, lambda its: 24 if its.part == "trap" else 10,
                                 used=lambda its: its.part == "trap" or (its.part == "search" and its.way == "samples"))
    tokens: int = fields.number(28, "New tokens at most", 4, 80, **in_part("search", "speculative", "trap"))
    step: int = fields.number(28, "Tokens written", 0, 80, view=True, **in_part("search"))
    draft: Literal["context", "temperature"] = fields.choice(
        "context", "The draft model", {"context": "Sees fewer tokens", "temperature": "Another temperature"},
        rearranges=True, **in_part("speculative"))
    context: int = fields.number(4, "Tokens it sees", 1, 24, view=True,
                                 **in_part("speculative", draft="context"))
    heat: float = fields.number(2.0, "Its temperature", 0.25, 4.0, view=True,
                                **in_part("speculative", draft="temperature"))
    ahead: int = fields.number(4, "Tokens drafted at once", 1, 12, **in_part("speculative"))
    draws: int = fields.number(400, "Draws", 50, 5_000, **in_part("next", "speculative", "forcing"))
    place: int = fields.number(3, "Place of the wrong token", 1, 62, base=1, view=True, **in_part("forcing"))
    wrong: Literal["likeliest", "drawn"] = fields.choice(
        "likeliest", "The wrong token", {"likeliest": "Likeliest other", "drawn": "A drawn other"},
        **in_part("forcing"))
    seed: int = fields.number(0, "Seed", 0, 2**53)
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if self.part == "next" and self.source == "logits":
            self.typed_logits()

    @property
    def filters(self) -> Filters:
        """What is cut before a token is drawn."""
        return Filters(self.temperature, self.top_k, self.top_p, self.min_p, self.last)

    def typed_logits(self) -> np.ndarray:
        """The scores that a reader typed.

        Raises:
            InputError: there are fewer than two or more than fifty, or one is no number from −100 to 100.
        """
        return typed_numbers(self.logits, "logits", MOST_LOGITS, least=2, largest=LARGEST)
