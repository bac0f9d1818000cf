"""What a reader sets on /ngram-language-model."""

from dataclasses import dataclass
from typing import Any, Literal

from core import fields
from core.errors import InputError
from core.explorer import in_part
from core.text_source import OfText
from core.value_text import MAX_TEXT

Part = Literal["perplexity", "context", "generation"]
Method = Literal["likelihood", "added", "interpolation", "katz", "absolute", "kneser_ney", "modified"]
Axis = Literal["discount", "weight", "added", "order", "size"]
PARTS = {"perplexity": "Perplexity", "context": "One context", "generation": "Generation"}
METHODS = {"likelihood": "Maximum likelihood", "added": "Add-k", "interpolation": "Interpolation (Jelinek–Mercer)",
           "katz": "Katz back-off", "absolute": "Absolute discounting", "kneser_ney": "Kneser–Ney",
           "modified": "Modified Kneser–Ney"}  # fmt: skip
AXES = {"discount": "Discount D", "weight": "Weight λ", "added": "Added count k", "order": "Order n",
        "size": "Training text"}  # fmt: skip
UNITS = {"words": "Words and punctuation", "spaces": "White space", "characters": "Characters"}
MOST_ORDER, MOST_CONTEXT = 6, 1_000
OWN = {"discount": ("absolute", "kneser_ney"), "weight": ("interpolation",), "added": ("added",)}  # whose number it is


def _number(name: str) -> dict[str, Any]:
    """What the field of a smoother's own number declares: when it counts, and when it is the axis."""
    return {"view": lambda its: _is_axis(its, name),
            "used": lambda its: its.part != "generation" or its.method in OWN[name]}  # fmt: skip


def _is_axis(its: Any, name: str) -> bool:
    return bool(its.part == "perplexity" and its.axis == name)


@dataclass(frozen=True)
class Params(OfText):
    """What a reader sets. ``place`` is the word looked at after ``context``; ``step`` of the written ones are there."""

    # fmt: off
    part: Part = fields.choice("perplexity", "View", PARTS, rearranges=True)
    held: Literal["end", "text"] = fields.choice(
        "end", "Held-out text", {"end": "The end of the text", "text": "Another text"}, rearranges=True,
        help="What no model has learned from: only there a perplexity says something.")
    share: float = fields.number(10.0, "Held out", 1.0, 90.0, unit="%", used=lambda its: its.held == "end")
    held_text: str = fields.text("", "Your held-out text", height=70, placeholder="Paste another text here.",
                                 longest=MAX_TEXT, used=lambda its: its.held == "text" and its.part == "perplexity")
    axis: Axis = fields.choice("discount", "Drag", AXES, rearranges=True, folded=True, **in_part("perplexity"))
    order: int = fields.number(3, "Order n", 1, MOST_ORDER, drag=True, view=lambda its: _is_axis(its, "order"),
                               help="An n-gram is n words in a row: the last one is predicted from the n − 1 before.")
    method: Method = fields.choice("kneser_ney", "Smoother", METHODS, folded=True)
    discount: float = fields.number(0.75, "Discount D", 0.0, 1.0, drag=True, **_number("discount"),
                                    help="Absolute discounting and Kneser–Ney take D from every count.")
    weight: float = fields.number(0.6, "Weight λ", 0.0, 1.0, drag=True, **_number("weight"),
                                  help="Interpolation weighs the n-gram with λ and shorter ones with 1 − λ.")
    added: float = fields.number(0.01, "Added count k", 1e-4, 10.0, drag=True, log=True, **_number("added"),
                                 help="Add-k adds k to every count; k = 1 is Laplace’s rule.")
    size: float = fields.number(100.0, "Training text used", 1.0, 100.0, unit="%", drag=True,
                                view=lambda its: _is_axis(its, "size"))
    context: str = fields.text("i will", "Context", help="The words that stand before the one that is predicted.",
                               longest=MOST_CONTEXT, **in_part("context", "generation"))
    place: int = fields.number(0, "Word looked at", 0, 1_000, view=True, base=1, **in_part("context"))
    length: int = fields.number(40, "Words to write", 1, 200, **in_part("generation"))
    seed: int = fields.number(0, "Seed", 0, 2**53, **in_part("generation"))
    step: int = fields.number(0, "Word written", 0, 1_000, view=True, base=1, **in_part("generation"))
    unit: Literal["words", "spaces", "characters"] = fields.choice("words", "What is a word", UNITS)
    lowercase: bool = fields.switch(True, "Lower-case first")
    lines: bool = fields.switch(False, "Each line is a sentence",
                                help="Then each line begins with <s> and ends with </s>, as in textbooks.")
    min_count: int = fields.number(2, "Smallest word count", 1, 1_000,
                                   help="The vocabulary is closed: words rarer than this in the training text, and all "
                                        "that only the held-out text has, become the one word <unk>.")
    unknown: bool = fields.switch(True, "Measure <unk>, too", **in_part("perplexity"),
                                  help="As nltk does. SRILM leaves held-out words that are <unk> out of the mean, and "
                                       "KenLM tells both perplexities.")
    floor: bool = fields.switch(True, "Give every word of the vocabulary a share",
                                help="The shortest n-grams fall back on 1/V for each of the V words. Without it a word "
                                     "that was never seen has probability 0.")
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if len(self.context) > MOST_CONTEXT:
            rule = f"it must have at most {MOST_CONTEXT:,} characters"
            raise InputError("context", self.context, rule, "Only its last words count.")
