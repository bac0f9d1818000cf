"""What a reader sets on /ngram-language-model."""

from dataclasses import dataclass
from typing import Literal

from core import fields
from core.explorer import in_part
from core.ngrams.settings import OfNgrams, of_words
from core.value_text import MAX_TEXT

Part = Literal["perplexity", "context"]
Axis = Literal["discount", "weight", "added", "order", "size"]
Ends = Literal["counted", "summed", "left"]
PARTS = {"perplexity": "Perplexity", "context": "One context"}
AXES = {"discount": "Discount D", "weight": "Weight λ", "added": "Added count k", "order": "Order n",
        "size": "Training text"}  # fmt: skip

LOOKED_AT = of_words("Word looked at")
ENDS = {"counted": "Summed and counted in N", "summed": "Summed, not counted in N", "left": "Left out of both"}


@dataclass(frozen=True)
class Params(OfNgrams):
    """What a reader sets. ``place`` is the word looked at after ``context``."""

    # fmt: off
    part: Part = fields.choice("perplexity", "View", PARTS, rearranges=True)
    held_text: str = fields.text("", "Your held-out text", height=70, placeholder="Paste another text here.",
                                 longest=MAX_TEXT, used=lambda its: its.held == "text" and its.part == "perplexity")
    axis: Axis = fields.choice("discount", "Drag", AXES, rearranges=True, folded=True, **in_part("perplexity"))
    place: int = fields.number(0, LOOKED_AT, 0, 1_000, view=True, base=1, **in_part("context"))
    unknown: bool = fields.switch(True, "Measure <unk>, too", **in_part("perplexity"),
                                  help=of_words("As nltk does. SRILM leaves held-out words that are <unk> out of the "
                                                "mean, and KenLM tells both perplexities."))
    ends: Ends = fields.choice("counted", "Ends of lines, </s>", ENDS,
                               used=lambda its: its.part == "perplexity" and its.lines,
                               help=of_words("KenLM and SRILM’s ppl predict </s> and count it like a word. SRILM’s "
                                             "ppl1 keeps its log probability in the sum and divides by the words "
                                             "alone. KenLM leaves it out of both where its scores are asked with "
                                             "eos=False."))
    # fmt: on

    @property
    def swept(self) -> str:
        """The setting along which the perplexity is measured."""
        return self.axis if self.part == "perplexity" else ""

    @property
    def look(self) -> str:
        """What the sentence under the title is about, where the view has none of its own: what the slider moves."""
        return self.axis

    @property
    def compares(self) -> bool:
        """All smoothers stand side by side in both views."""
        return True
