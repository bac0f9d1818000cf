"""What the pages of n-gram models have in common of their settings: the text, its words, the order and the smoother."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, get_args

from core import fields
from core.errors import InputError
from core.text_source import OfText

Method = Literal["likelihood", "added", "interpolation", "katz", "absolute", "kneser_ney", "modified"]
METHODS = {
    "likelihood": "Maximum likelihood", "added": "Add-k", "interpolation": "Interpolation (Jelinek–Mercer)",
    "katz": "Katz back-off", "absolute": "Absolute discounting", "kneser_ney": "Kneser–Ney",
    "modified": "Modified Kneser–Ney"}  # fmt: skip
NAMES: tuple[Method, ...] = get_args(Method)
UNITS = {"words": "Words and punctuation", "spaces": "White space", "characters": "Characters"}
MOST_ORDER, MOST_CONTEXT = 6, 1_000
DIRECT = ("likelihood", "added")  # no shorter n-gram is asked
OWN = {"discount": ("absolute", "kneser_ney"), "weight": ("interpolation",), "added": ("added",)}  # whose number it is


def _swept(name: str) -> dict[str, Any]:
    """What a setting declares that may be the axis of a page."""
    return {"drag": True, "view": lambda its: its.swept == name}


def _asks(its: Any, name: str) -> bool:
    """Whether the smoother whose number it is is asked."""
    return bool(its.compares or its.method in OWN[name])


def _estimates(its: Any) -> bool:
    """Whether discounts come from the text; where D is the axis they stand beside it."""
    return bool(its.estimated and its.swept != "discount")


def _own(name: str) -> dict[str, Any]:
    """What a smoother's own number declares: it counts where that smoother is asked."""
    return {**_swept(name), "used": lambda its: _asks(its, name)}


def of_words(text: str) -> Callable[["OfNgrams"], str]:
    """A text about words, which speaks of characters where these are counted."""
    return lambda its: text.replace("word", its.noun).replace("Word", its.noun.capitalize())


@dataclass(frozen=True)
class OfNgrams(OfText):
    """The settings of a model of n-grams, of the text that it learns from, and of the context it is asked after."""

    # fmt: off
    held: Literal["end", "text"] = fields.choice(
        "end", "Held-out text", {"end": "The end of the text", "text": "Another text"}, rearranges=True,
        help="What no model has learned from: only there a perplexity says something.")
    share: float = fields.number(10.0, "Held out", 1.0, 90.0, unit="%", used=lambda its: its.held == "end")
    order: int = fields.number(3, "Order n", 1, MOST_ORDER, **_swept("order"),
                               help=of_words("An n-gram is n words in a row: the last one is predicted from the n − 1 "
                                             "before."))
    method: Method = fields.choice("kneser_ney", "Smoother", METHODS, folded=True)
    discount: float = fields.number(0.75, "Discount D", 0.0, 1.0, **_swept("discount"),
                                    used=lambda its: _asks(its, "discount") and not _estimates(its),
                                    help="Absolute discounting and Kneser–Ney take D from every count.")
    estimated: bool = fields.switch(False, "Estimate D from the text",
                                    used=lambda its: _asks(its, "discount") and its.swept != "discount",
                                    help="SRILM (-ukndiscount) estimates a D for each order: n₁/(n₁ + 2n₂), where n₁ "
                                         "n-grams came once and n₂ twice. nltk takes one D for all, 0.1 for Kneser–Ney "
                                         "unless it is told another.")
    trusted: Literal["katz", "srilm"] = fields.choice(
        "katz", "Katz lowers", lambda its: {
            "katz": "Counts up to 5 (Katz)", "srilm": of_words("Up to 7, no single words (SRILM)")(its)},
        used=lambda its: its.compares or its.method == "katz",
        help=of_words("Katz’s back-off lowers small counts alone: in his paper those up to 5, in SRILM those up to 7, "
                      "and no count of a single word."))
    weight: float = fields.number(0.6, "Weight λ", 0.0, 1.0, **_own("weight"),
                                  help="Interpolation weighs the n-gram with λ and shorter ones with 1 − λ.")
    added: float = fields.number(0.01, "Added count k", 1e-4, 10.0, log=True, **_own("added"),
                                 help="Add-k adds k to every count; k = 1 is Laplace’s rule.")
    size: float = fields.number(100.0, "Training text used", 1.0, 100.0, unit="%", **_swept("size"))
    context: str = fields.text("i will", "Context", longest=MOST_CONTEXT, used=lambda its: not its.swept,
                               help=of_words("The words that stand before the one that is predicted."))
    unit: Literal["words", "spaces", "characters"] = fields.choice("words", "What is a word", UNITS)
    lowercase: bool = fields.switch(True, "Lower-case first")
    lines: bool = fields.switch(False, "Each line is a sentence",
                                help="Then each line begins with <s> and ends with </s>, as in textbooks.")
    starts: Literal["all", "one"] = fields.choice(
        "all", "Marks <s> before a line", {"all": "n − 1 (nltk)", "one": "One (SRILM, KenLM)"},
        used=lambda its: its.lines,
        help=of_words("With one mark, n-grams that begin with it keep their counts in Kneser–Ney, for no word stands "
                      "before it. Of n − 1 marks one stands before another, and such an n-gram counts as one."))
    min_count: int = fields.number(2, of_words("Smallest word count"), 1, 1_000,
                                   help=of_words("The vocabulary is closed: words rarer than this in the training "
                                                 "text, and all that only the held-out text has, become the one word "
                                                 "<unk>."))
    floor: bool = fields.switch(True, of_words("Give every word of the vocabulary a share"),
                                used=lambda its: its.compares or its.method not in DIRECT,
                                help=of_words("The shortest n-grams fall back on 1/V for each of the V words. Without "
                                              "it a word that was never seen has probability 0."))
    # fmt: on

    @property
    def swept(self) -> str:
        """The setting that is the axis of held-out perplexities, of a page that measures them; else none."""
        return ""

    @property
    def noun(self) -> str:
        """What a sentence calls the words that are counted."""
        return "character" if self.unit == "characters" else "word"

    @property
    def gap(self) -> str:
        """What stands between two words in a text."""
        return "" if self.unit == "characters" else " "

    @property
    def one_start(self) -> bool:
        """Whether one mark alone is read before a line."""
        return self.lines and self.starts == "one"

    @property
    def compares(self) -> bool:
        """Whether all smoothers are asked, not the chosen one alone."""
        return False

    def __post_init__(self) -> None:
        fields.check(self)
        if len(self.context) > MOST_CONTEXT:
            rule = f"it must have at most {MOST_CONTEXT:,} characters"
            raise InputError("context", self.context, rule, "Only its last words count.")
