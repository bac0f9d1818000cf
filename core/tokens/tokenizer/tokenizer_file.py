"""A reader's tokenizer: Hugging Face's tokenizer.json (BPE or WordPiece), a merges.txt, or WordPiece's vocab.txt.

The file is data. Its patterns are compared with those that this page writes and are never run; what is not one of them
is left out, and the remarks name it. A merge may join only characters and what merges before it made.
"""

import json
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from itertools import chain
from typing import Any

import regex

from core.bpe.byte_alphabet import ALPHABET
from core.bpe.longest_match import UNKNOWN
from core.bpe.pretokenize import Scheme
from core.errors import InputError, MissingInput
from core.text import decode, listed, visible
from core.tokens.tokenizer import file_parts
from core.tokens.tokenizer.file_checks import (
    MOST_TOKENS,
    label,
    merges_of,
    no_number,
    once,
    pieces_of,
    refuse,
    twice,
    vocabulary_of,
)
from core.tokens.tokenizer.params import INSIDE

MOST_BRACKETS = MOST_TOKENS + 100_000  # one around each merge, and room for all else
_SPACE_SIGN = "Ġ"  # how byte-level files write a space
_STEPS: dict[str, Callable[[str], str]] = {
    **{form: partial(unicodedata.normalize, form) for form in ("NFC", "NFD", "NFKC", "NFKD")},
    "Lowercase": lambda text: "".join(map(str.lower, text)),
    "ς": lambda text: regex.sub(file_parts.FINAL_SIGMA, "ς", text),
    "space": lambda text: text if text.startswith(" ") or not text else f" {text}",
}  # fmt: skip


@dataclass(frozen=True)
class TokenizerFile:
    """What a file says. ``ids`` are those of its tokens, none in a merges.txt; ``unknown`` is the token for what is not
    in its vocabulary, "" for none. ``scheme`` is None where its pre-tokeniser is not known here. ``normalisers`` are
    names of ``_STEPS``, or two signs, the first of which becomes the second. WordPiece knows no word of more than
    ``longest`` characters, and its ``merges`` are the two longest known pieces of each, as the file has none.
    """

    algorithm: str
    merges: tuple[tuple[str, str], ...]
    ids: dict[str, int]
    scheme: Scheme | None = None
    mark: str = ""
    normalisers: tuple[str, ...] = ()
    unknown: str = ""
    longest: int = 0
    remarks: tuple[str, ...] = ()

    @property
    def base(self) -> frozenset[str]:
        """The symbols with which a word begins."""
        return frozenset(sign for sign in self.ids or chain(*self.merges) if len(sign) == 1)

    def normal(self, text: str) -> str:
        """A text as the file's normalisers leave it."""
        for step in self.normalisers:
            text = _STEPS[step](text) if step in _STEPS else text.replace(step[0], step[1])
        return text


def read(data: bytes | None) -> TokenizerFile:
    """The tokenizer of a file.

    Raises:
        InputError: it is none of the kinds above, holds what cannot be, or is larger than a text may be.
    """
    if data is None:
        raise MissingInput.no_file("Choose a tokenizer.json or a merges.txt.")
    text = decode(data).text
    return _of_json(text) if text.lstrip().startswith("{") else _of_lines(text)


def _of_json(text: str) -> TokenizerFile:
    if text.count("[") + text.count("{") > MOST_BRACKETS:
        refuse(f"it must have at most {MOST_BRACKETS:,} brackets, and is no tokenizer.json")
    try:
        whole = json.loads(text, parse_constant=no_number, object_pairs_hook=once)
    except InputError:
        raise
    except RecursionError:
        refuse("its brackets are nested too deeply for a tokenizer.json")
    except ValueError:
        refuse("it must be a tokenizer.json, and is no valid JSON")
    model = whole.get("model") if isinstance(whole, dict) else None
    if not isinstance(model, dict):
        refuse("it must have a “model” with a vocabulary and merges, as a tokenizer.json has", "Bring the whole file.")
    kind = model.get("type") or ("BPE" if "merges" in model else "WordPiece")
    if kind not in ("BPE", "WordPiece"):
        refuse(f"its model must be BPE or WordPiece, and is {label(kind)}", "Choose another one.")
    ids = vocabulary_of(model.get("vocab"))
    unknown = model.get("unk_token") or ""
    if unknown and (not isinstance(unknown, str) or unknown not in ids):
        refuse(f"its token for the unknown, {label(unknown)}, must be in its vocabulary")
    steps, mark, ends, left_out = file_parts.normalisers(whole.get("normalizer"))
    words = file_parts.words(whole.get("pre_tokenizer"), ends if mark else None)
    left_out += [*words.left_out, *file_parts.others(whole, model)]
    remarks = [f"The file asks for what this page leaves out: {visible(listed(left_out, 8))}."] if left_out else []
    if words.scheme is None:
        remarks.append("Its words end where “Words end at” says.")
    common: dict[str, Any] = {
        "ids": ids, "scheme": words.scheme, "unknown": unknown, "remarks": tuple(remarks),
        "normalisers": (*steps, *(("space",) if words.prefix_space else ())),
    }  # fmt: skip
    if kind == "WordPiece":
        longest = model.get("max_input_chars_per_word", 100)
        if model.get("continuing_subword_prefix", INSIDE) != INSIDE or type(longest) is not int or not unknown:
            refuse(f"its pieces inside a word must begin with {INSIDE}, and it must have a token for the unknown")
        return TokenizerFile("wordpiece", pieces_of(ids), longest=longest, **common)
    if model.get("continuing_subword_prefix"):
        refuse("its symbols inside a word must be written as all others", "Choose another one.")
    if suffix := model.get("end_of_word_suffix"):
        rule = f"the end of a word must be a symbol of its own, and here each last character ends in {label(suffix)}"
        refuse(rule, "Choose another one.")
    merges = merges_of(model.get("merges"), ids)
    return TokenizerFile("bytes" if words.bytes else "bpe", merges, mark=mark, **common)


def _of_lines(text: str) -> TokenizerFile:
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#version")]
    lines = [line.rstrip("\r") for line in lines]
    if lines and all(line.count(" ") == 1 for line in lines):
        merges = merges_of(lines, {})
        signs = {*chain(*chain(*merges))}
        in_bytes = _SPACE_SIGN in signs and signs <= {*ALPHABET}
        remark = "A merges.txt holds no ids, and its words end where “Words end at” says."
        return TokenizerFile("bytes" if in_bytes else "bpe", merges, {}, remarks=(remark,))
    if UNKNOWN not in lines or any(regex.search(r"\s", line) for line in lines):
        rule = "it must be a tokenizer.json, a merges.txt with two tokens on each line, or a vocab.txt with [UNK]"
        refuse(rule, "Choose one of these.")
    if len({*lines}) < len(lines):
        refuse(f"its token {label(twice(lines))} must have one id, and stands on two lines")
    ids = vocabulary_of({token: number for number, token in enumerate(lines)})
    small = not any(token.lower() != token for token in lines if not token.startswith("["))
    remark = "A vocab.txt does not say how words are split: they end where “Words end at” says."
    return TokenizerFile("wordpiece", pieces_of(ids), ids, unknown=UNKNOWN, longest=100, remarks=(remark,),
                         normalisers=("Lowercase",) if small else ())  # fmt: skip
