"""What a reader sets on /text-normalization."""

from dataclasses import dataclass
from typing import Literal

from core import fields
from core.text_source import OfText
from core.word_forms import Accents, Cut, Porter, Reduction

Form = Literal["none", "NFC", "NFD", "NFKC", "NFKD"]
Case = Literal["none", "lower", "fold"]
PORTERS: dict[str, str] = {"original": "As published", "nltk": "As in nltk"}
CUTS: dict[str, str] = {"inner": "don't", "sklearn": "don (scikit-learn)", "nltk": "do n't (nltk)",
                        "bert": "don ' t (BERT)"}  # fmt: skip
ACCENTS: dict[str, str] = {"NFD": "NFD (BERT)", "NFKD": "NFKD (scikit-learn “unicode”)",
                           "ascii": "ASCII only (scikit-learn “ascii”)"}  # fmt: skip
FORMS = {"none": "As it is", "NFC": "NFC", "NFD": "NFD", "NFKC": "NFKC", "NFKD": "NFKD"}
CASES = {"none": "As it is", "lower": "Lower case", "fold": "Case folding"}
REDUCTIONS: dict[Reduction, str] = {"none": "None", "porter": "Porter", "snowball": "Snowball",
                                    "lancaster": "Lancaster", "lemma": "Dictionary"}  # fmt: skip
PARTS = {"steps": "Each step", "endings": "Each stemmer"}
AXES = {"linear": "Linear", "log": "Logarithmic"}
MOST_WORDS = 5_000_000


@dataclass(frozen=True)
class Params(OfText):
    """What a reader sets. After ``read`` words they look."""

    # fmt: off
    form: Form = fields.choice("NFC", "Unicode form", FORMS,
                               help="C composes a letter and its accent into one character, D takes them apart. "
                                    "K also replaces characters that stand for others, such as the ligature ﬁ.")
    spaces: bool = fields.switch(True, "All white space, nothing invisible",
                                 help="Cuts at no-break and other spaces, too, and removes what shows nothing, such as "
                                      "soft hyphens. A plain program cuts only at spaces, tabs and ends of lines.")
    punctuation: bool = fields.switch(True, "Cut at punctuation")
    cut: Cut = fields.choice("inner", "“don't” becomes", CUTS, used=lambda its: its.punctuation,
                             help="By the first rule a sign between two letters stays, and others go. Scikit-learn "
                                  "cuts at every sign and drops words of one letter. Nltk cuts off “n't” and “'s”. "
                                  "BERT cuts at every sign. In the last two, signs are words of their own.")
    case: Case = fields.choice("fold", "Case", CASES,
                               help="Case folding makes all words alike that differ in case only: ß becomes ss.")
    accents: bool = fields.switch(False, "Without accents")
    accents_by: Accents = fields.choice("NFD", "Taken off by", ACCENTS, used=lambda its: its.accents,
                                        help="NFD takes a letter and its accent apart. NFKD also replaces characters "
                                             "that stand for others, such as ﬁ and ². “ascii” then drops every other "
                                             "character that is not ASCII, such as ß and all Greek letters.")
    reduction: Reduction = fields.choice("porter", "Stemmer", dict(REDUCTIONS.items()),
                                         help="A stemmer cuts endings by rules. A dictionary looks up the lemma, the "
                                              "form under which it lists the word. All are for English.")
    porter: Porter = fields.choice("original", "Porter’s rules", PORTERS,
                                   used=lambda its: its.reduction == "porter" or its.part == "endings",
                                   help="nltk adds rules unless it is asked for those of 1980: “dying” becomes “die” "
                                        "and not “dy”.")
    part: Literal["steps", "endings"] = fields.choice("steps", "A curve for", PARTS)
    axes: Literal["linear", "log"] = fields.choice("linear", "Axes", AXES, view=True,
                                                   help="On logarithmic axes Heaps’ law is a straight line.")
    read: int = fields.number(4_000, "Words read", 1, MOST_WORDS, view=True)
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
