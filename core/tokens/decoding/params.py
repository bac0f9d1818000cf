"""What a reader sets on /decoding."""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from core import fields, generation_settings
from core.explorer import in_part
from core.models.token_filters import Filters
from core.number_text import typed_numbers

Part = Literal["next", "search"]
Axis = Literal["temperature", "top_k", "top_p", "min_p"]
Divisor = Literal["power", "google"]
DIVISORS = {"power": "length^α", "google": "((5 + length)/6)^α"}  # of the sum of logarithms
Stopping = Literal["present", "full", "longest"]
STOPPINGS = {
    "present": "No unfinished text scores better (transformers)",
    "full": "Enough have ended to fill the beam (fairseq)",
    "longest": "No unfinished text can become better (“never”)",
}
PARTS = {"next": "Next token", "search": "Beam search"}
AXES = {"temperature": "Temperature", "top_k": "Top-k", "top_p": "Top-p", "min_p": "Min-p"}
BEGINS: dict[str, dict[str, Any]] = {"top_k": {"top_k": 5}, "top_p": {"top_p": 0.9}, "min_p": {"min_p": 0.1}}
MOST_LOGITS, LARGEST = 50, 100.0


def _reads(its: Any) -> bool:
    """Whether a model is asked."""
    return bool(its.part != "next" or its.source != "logits")


def _drawn(its: Any) -> bool:
    """Whether tokens are drawn, and filters count."""
    return bool(its.part == "next" or its.way == "samples")


def _filter(axis: str) -> dict[str, Any]:
    """What a filter declares: it counts where tokens are drawn, and is a view where its axis is swept."""
    return {"used": _drawn, "view": lambda its: its.part == "next" and its.axis == axis}


@dataclass(frozen=True)
class Params:
    """What a reader sets: a prompt ``text``, or typed ``logits``.

    ``top_k`` = 0, ``top_p`` = 1 and ``min_p`` = 0 cut nothing. ``step`` (how many tokens the search has written) is
    where a reader looks.
    """

    # fmt: off
    part: Part = fields.choice("next", "View", PARTS, rearranges=True)
    source: Literal["prompt", "logits"] = fields.choice(
        "prompt", "Scores from", {"prompt": "Your prompt", "logits": "Typed scores"}, rearranges=True,
        **in_part("next"))
    text: str = generation_settings.prompt("Once Rose", used=_reads)
    logits: str = fields.text("3 2 1", "Scores (logits)", longest=1_000, placeholder="3 2 1", numbers=True,
                              **in_part("next", source="logits"))
    model: str = generation_settings.model(used=_reads)
    axis: Axis = fields.choice("temperature", "Drag", AXES, rearranges=True, begins=lambda value: BEGINS.get(value, {}),
                               **in_part("next"))
    way: Literal["beam", "samples"] = fields.choice("beam", "Tree of", {"beam": "Beam search", "samples": "Samples"},
                                                    rearranges=True, **in_part("search"))
    temperature: float = generation_settings.temperature(1.0, **_filter("temperature"))
    top_k: int = generation_settings.top_k(**_filter("top_k"))
    top_p: float = generation_settings.top_p(**_filter("top_p"))
    min_p: float = generation_settings.min_p(**_filter("min_p"))
    last: bool = fields.switch(False, "Cut first, then divide by the temperature",
                               help="Transformers takes temperature, top-k, top-p, min-p in this order. Llama.cpp "
                                    "takes top-k, top-p, min-p and last the temperature, unless it is told otherwise.",
                               used=_drawn)
    min_first: bool = fields.switch(False, "Min-p first, as vLLM", used=_drawn,
                                    help="vLLM takes temperature, min-p, top-k, top-p in this order. What min-p cuts "
                                         "no longer counts for top-p. Transformers and llama.cpp take min-p after "
                                         "top-k and top-p.")
    exact: bool = fields.switch(False, "Exactly k at a tie, as llama.cpp", used=_drawn,
                                help="Several tokens may score as much as the last one of top-k. Transformers keeps "
                                     "them all, llama.cpp only k: which ones depends on how it sorts. Here it is the "
                                     "first ones of the vocabulary.")
    crossing: bool = fields.switch(True, "Keep the token that crosses top-p", used=_drawn,
                                   help="Transformers, vLLM and llama.cpp keep the token with which the kept ones "
                                        "reach p. ESM (proteins) and Fish Speech (voices) drop it, unless it is the "
                                        "first.")
    width: int = fields.number(4, "Beam width", 1, 10, drag=True,
                               **in_part("search", way="beam"),
                               help="How many unfinished texts are kept at each step. With 1 this is greedy decoding.")
    penalty: float = fields.number(1.0, "Length penalty α", -2.0, 3.0, **in_part("search", way="beam"),
                                   help="The sum Σ log p of a finished text is divided by its length to the power of "
                                        "α. Above 0 that favours long texts.")
    divisor: Divisor = fields.choice("power", "Divide by", DIVISORS, **in_part("search", way="beam"),
                                     help="Transformers and fairseq divide by the first, Google’s translation system "
                                          "and OpenNMT (wu) by the second.")
    stopping: Stopping = fields.choice("present", "The search ends when", STOPPINGS, **in_part("search", way="beam"),
                                       help="Transformers asks whether an unfinished text scores better at its present "
                                            "length than the worst finished one; with early_stopping=“never” at the "
                                            "greatest length, if α favours long texts. With early_stopping=True it "
                                            "ends as fairseq does.")
    samples: int = fields.number(6, "Samples", 1, 10, **in_part("search", way="samples"))
    tokens: int = fields.number(28, "New tokens at most", 4, 80, **in_part("search"))
    step: int = fields.number(28, "Tokens written", 0, 80, view=True, **in_part("search"))
    draws: int = fields.number(400, "Draws", 50, 5_000, **in_part("next"))
    seed: int = fields.number(0, "Seed", 0, 2**53, used=_drawn)
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if self.part == "next" and self.source == "logits":
            self.typed_logits()

    @property
    def filters(self) -> Filters:
        """What is cut before a token is drawn."""
        return Filters(self.temperature, self.top_k, self.top_p, self.min_p, self.last, self.crossing, self.min_first,
                       self.exact)  # fmt: skip

    @property
    def look(self) -> str:
        """What the sentence under the title is about, where the view has none of its own: what the slider moves."""
        return self.axis

    def typed_logits(self) -> np.ndarray:
        """The scores that a reader typed.

        Raises:
            InputError: there are fewer than two or more than fifty, or one is no number from −100 to 100.
        """
        return typed_numbers(self.logits, "logits", MOST_LOGITS, least=2, largest=LARGEST)
