"""What a reader sets on /tokenizer."""

from dataclasses import dataclass
from typing import Any, Literal

from core import fields
from core.bpe import Best, Tie
from core.bpe.longest_match import INSIDE
from core.bpe.pretokenize import START, Scheme
from core.errors import InputError
from core.explorer import from_source
from core.table_text import csv_columns
from core.tokenizer_files import is_unigram, says_where_words_end
from core.tokenizer_files.parts import ENDS, STARTS
from core.tokens.tokenizer.corpus import sample
from core.value_text import MAX_TEXT

Source = Literal["sample", "text", "words", "file"]
Ending = Literal["symbol", "suffix"]
Algorithm = Literal["bpe", "bytes", "wordpiece", "unigram", "file"]
ALGORITHMS = {
    "bpe": "BPE", "bytes": "Byte-level BPE", "wordpiece": "WordPiece", "unigram": "Unigram", "file": "From a file",
}  # fmt: skip
SOURCES = {"sample": "A sample", "text": "Your text", "file": "Your file", "words": "Words with counts"}
SCHEMES = {
    "whitespace": "White space",
    "punctuation": "White space and punctuation",
    "bert": "The same, each sign alone (BERT)",
    "gpt2": "GPT-2's pattern",
    "clip": "CLIP's pattern, each digit alone",
    "spaces": "Spaces (SentencePiece)",
}
ENDINGS = {"symbol": "A symbol of its own", "suffix": "Part of the last character"}
BEST = {"score": "Largest score", "count": "Largest count"}
ENDS_AT = {"merges": "A number of merges", "size": "A size of the vocabulary"}
TIES = {
    "first met": "The pair met first", "lexicographic": "Code-point order", "last": "Last code points (subword-nmt)",
    "ids": "Smallest ids (tokenizers)", "shortest": "Shortest token (SentencePiece)",
}  # fmt: skip
FILE = fields.FileKind(
    "A text of up to 20 MB",
    ("txt", "md", "csv", "log", "pdf", "docx"),
    small=lambda data: len(data) <= fields.SMALL_BYTES,
)
TOKENIZER = fields.FileKind("A tokenizer: tokenizer.json, merges.txt or vocab.txt", ("json", "txt"), small=FILE.small)
MAX_MERGES = 10_000
MAX_MARK = 8  # characters
MAX_SEGMENT = 1_000  # characters
BEGINS: dict[str, dict[str, Any]] = {
    "bytes": {"pretokenizer": "gpt2", "lowercase": False},
    "wordpiece": {"pretokenizer": "punctuation"},
    "file": {"merges": MAX_MERGES},
    "unigram": {"pretokenizer": "punctuation", "step": 5},
}
MERGING: dict[str, Any] = {  # what only merges need
    "used": lambda its: its.algorithm != "unigram",
    "unless": lambda its: is_unigram if its.algorithm == "file" else None,
}
LEARNED: dict[str, Any] = {"used": lambda its: its.algorithm not in ("unigram", "file")}  # what merges are learned by


def _sources(params: Any) -> dict[str, str]:
    """Where the text comes from: there is one file at a time."""
    return {name: word for name, word in SOURCES.items() if name != "file" or params.algorithm != "file"}


def columns(data: bytes, name: str) -> tuple[str, ...]:
    """Those of a table; a text has none."""
    return csv_columns(data, name) if name.lower().endswith(".csv") else ()


@dataclass(frozen=True)
class Params:
    """What a reader sets. ``step`` merges have been made where they look; ``segment`` is what they segment."""

    # fmt: off
    source: Source = fields.choice("sample", "Text", _sources, rearranges=True, file=FILE)
    text: str = fields.text("", "Your text", height=160, placeholder="Paste any text here.", start=sample,
                            longest=MAX_TEXT, **from_source("text"))
    words: str = fields.text("low:5 lower:2 newest:6 widest:3", "Words with counts", longest=MAX_TEXT,
                             help="Each word, a colon, and how often it occurs: low:5 lower:2", **from_source("words"))
    column: str = fields.column("Column", columns, **from_source("file"))
    algorithm: Algorithm = fields.choice("bpe", "Algorithm", ALGORITHMS, rearranges=True, file=TOKENIZER,
                                         begins=lambda algorithm: BEGINS.get(algorithm, {}))
    until: Literal["merges", "size"] = fields.choice(
        "merges", "Training ends at", ENDS_AT, rearranges=True, **LEARNED,
        begins=lambda until: {"size": 300} if until == "size" else {},
        help="subword-nmt asks for merges, Hugging Face’s tokenizers and SentencePiece for the size of the vocabulary.")
    merges: int = fields.number(200, "Number of merges", 0, MAX_MERGES, drag=True, unless=MERGING["unless"],
                                used=lambda its: its.algorithm != "unigram" and not its.by_size)
    size: int = fields.number(60, "Size of the vocabulary", 2, MAX_MERGES, drag=True,
                              used=lambda its: its.algorithm == "unigram" or its.by_size,
                              help="Training ends with this many tokens. Of Unigram’s one is [UNK], for unknown "
                                   "characters.")
    shrinking: float = fields.number(0.9, "Share that a round keeps", 0.5, 0.95, drag=True, digits=2,
                                     used=lambda its: its.algorithm == "unigram",
                                     help="Pruning keeps this share of the pieces. SentencePiece keeps 0.75.")
    pretokenizer: Scheme = fields.choice("punctuation", "Words end at", SCHEMES, unless=lambda its: (
                                         says_where_words_end if its.algorithm == "file" else None))
    end_of_word: str = fields.text("_", "End-of-word mark",
                                   help="A symbol put after every word. Leave it empty for none: GPT-2 has none.",
                                   used=lambda its: its.algorithm == "bpe")
    ending: Ending = fields.choice("symbol", "This mark is", ENDINGS, used=lambda its: its.algorithm == "bpe" and bool(
                                   its.end_of_word) and its.pretokenizer in ENDS,
                                   help="In Sennrich's paper a symbol; subword-nmt since 0.2, GPT-1 and CLIP make it a "
                                        "part of the last character.")
    best: Best = fields.choice("score", "Take the pair of", BEST, used=lambda its: its.algorithm == "wordpiece",
                               help="The trainer of Hugging Face's tokenizers that is named WordPiece counts.")
    lowercase: bool = fields.switch(True, "Lower-case first", used=lambda its: its.algorithm != "file")
    min_count: int = fields.number(2, "Smallest pair count", 1, 1_000_000, **LEARNED,
                                   help="Learning stops below this count: 2 in subword-nmt, 1 in Hugging Face’s "
                                        "tokenizers, unless they are told another.")
    tie: Tie = fields.choice("first met", "Among equal counts take", TIES, **LEARNED,
                             help="Code points are the numbers of characters in Unicode: Z comes before a. Hugging "
                                  "Face’s course and minbpe take the pair met first.")
    segment: str = fields.text("the slowest keeper", "Segment a new word or sentence", view=True,
                               help="It is cut by the vocabulary where you look.")
    answer: str = fields.text("", "Check my answer: your own merges", height=84, placeholder="e s\nes t",
                              longest=MAX_TEXT, **LEARNED,
                              help="One merge on a line: its two tokens with a space between them, "
                                   "as in merges.txt. ␣ is a space inside a token.")
    tree: str = fields.text("", "Token to take apart", view=True, longest=MAX_SEGMENT, **MERGING,
                            placeholder="the next one, or the last", help="Its tree shows the merges that made it.")
    step: int = fields.number(36, lambda its: "Round of pruning" if its.algorithm == "unigram" else "Merges made", 0,
                             MAX_MERGES, view=True)
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
        if self.source == self.algorithm == "file":
            rule = "the text must come from elsewhere where the tokenizer comes from a file"
            raise InputError("source", self.source, rule, "Paste the text.")
        mark = self.end_of_word
        if len(mark) > MAX_MARK or any(sign.isspace() for sign in mark):
            rule = f"the end-of-word mark must have at most {MAX_MARK} characters, none of them white space"
            raise InputError("end_of_word", mark, rule, "Try _ or </w>, or leave it empty.")
        if len(self.segment) > MAX_SEGMENT:
            rule = f"it must have at most {MAX_SEGMENT:,} characters, and has {len(self.segment):,}"
            raise InputError("segment", self.segment, rule, "Segment a sentence at a time.")

    @property
    def by_size(self) -> bool:
        """Whether merges are learned until the vocabulary has its ``size``."""
        return self.until == "size" and self.algorithm not in ("unigram", "file")

    @property
    def mark(self) -> str:
        """The symbol that ends every word, if there is one."""
        return self.end_of_word if self._marked and self.ending == "symbol" and self.pretokenizer in ENDS else ""

    @property
    def suffix(self) -> str:
        """What the last character of every word ends in, if there is such a sign."""
        return self.end_of_word if self._marked and not self.mark else ""

    @property
    def _marked(self) -> bool:
        """GPT-2's pattern and SentencePiece keep the space before a word, which then needs no mark at its end."""
        return self.algorithm == "bpe" and self.pretokenizer not in ("gpt2", "spaces")

    @property
    def start(self) -> str:
        """What every word of Unigram begins with, where the words have no such sign yet."""
        return START if self.algorithm == "unigram" and self.pretokenizer in STARTS else ""

    @property
    def inside(self) -> str:
        """What a piece begins with that does not start its word."""
        return INSIDE if self.algorithm == "wordpiece" else ""

    @property
    def look(self) -> str:
        """What the page looks at, where its sentence is another one."""
        return self.algorithm
