"""A reader's tokenizer: Hugging Face's tokenizer.json (BPE, WordPiece, Unigram), a merges.txt, or BERT's vocab.txt.

The file is data. Its patterns are compared with those that are known here and are never run; what is not one of them
is left out, and the remarks name it. A merge may join only characters and what merges before it made.
"""

import gc
from codecs import BOM_UTF8
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from operator import methodcaller
from typing import Any

import msgspec
import regex

from core.bpe.byte_alphabet import ALPHABET
from core.bpe.longest_match import INSIDE, UNKNOWN
from core.bpe.pretokenize import Scheme
from core.bpe.spelling import joined
from core.errors import InputError, MissingInput
from core.text import decode, listed, visible
from core.tokenizer_files import checks, parts
from core.tokenizer_files.checks import label, refuse
from core.tokenizer_files.normalisers import Step, apply

SUFFIX = "</w>"  # how subword-nmt writes the end of a word
_SPACE_SIGN = "Ġ"  # how byte-level files write a space


@dataclass(frozen=True)
class TokenizerFile:
    """What a file says. ``ids`` are those of its tokens, none in a merges.txt; ``unknown`` is the token for what is not
    in its vocabulary, "" for none, and with ``fused`` one for several side by side. With ``fallback`` their bytes have
    ids. ``scheme`` is None where its pre-tokeniser is not known here. ``mark``, ``suffix`` and ``inside`` are as in
    ``core.bpe.learn``, and every word begins with ``start``. WordPiece knows no word of more than ``longest``
    characters, and its ``merges`` are the two longest known pieces of each, as the file has none. ``scores`` are
    Unigram's log-probabilities, in the order of ``ids``.
    """

    algorithm: str
    ids: dict[str, int]
    merges: tuple[tuple[str, str], ...] = ()
    scores: tuple[float, ...] = ()
    scheme: Scheme | None = None
    mark: str = ""
    suffix: str = ""
    inside: str = ""
    start: str = ""
    normalisers: tuple[Step, ...] = ()
    unknown: str = ""
    fused: bool = False
    fallback: bool = False
    longest: int = 0
    remarks: tuple[str, ...] = ()

    @property
    def base(self) -> frozenset[str]:
        """What a word may begin as: its characters, as the file spells them, are among these."""
        return frozenset(self.ids or (part for part in chain(*self.merges) if checks.is_symbol(part, self)))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The ids of the tokens that can come out: a token that no merge makes does not."""
        if self.algorithm not in ("bpe", "bytes"):
            return self.ids
        made = {joined(*pair, self.inside) for pair in self.merges}
        return {token: its for token, its in self.ids.items() if token in made or checks.is_symbol(token, self)}

    def ids_of(self, piece: str) -> list[int]:
        """The ids of a piece: its own, those of its bytes, or that of the unknown; −1 where there is none."""
        if piece not in self.numbers and self.fallback:
            return [self.ids[f"<0x{byte:02X}>"] for byte in piece.encode("utf-8", "surrogatepass")]
        return [self.numbers.get(piece, self.ids.get(self.unknown, -1))]

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes, with ``numbers``."""
        return 180 * len(self.ids) + 240 * len(self.merges) + 32 * len(self.scores)

    def normal(self, text: str) -> str:
        """A text as the file's normalisers leave it."""
        return apply(text, self.normalisers)


def read(data: bytes | None) -> TokenizerFile:
    """The tokenizer of a file.

    Raises:
        InputError: it is none of the kinds above, holds what cannot be, or is larger than a text may be.
    """
    if data is None:
        raise MissingInput.no_file("Choose a tokenizer.json or a merges.txt.")
    text = decode(data).text
    with _uncollected():
        try:
            return _of_json(text) if text.lstrip().startswith("{") else _of_lines(text)
        except InputError as error:
            raise error.kept() from None


@contextmanager
def _uncollected() -> Iterator[None]:
    """A file's lists hold no cycle, and a collector that walks half a million of them again and again finds none."""
    if enabled := gc.isenabled():
        gc.disable()
    try:
        yield
    finally:
        if enabled:  # another thread may end first: then the collector works while this one goes on
            gc.enable()


class _Model(msgspec.Struct, frozen=True):
    vocab: msgspec.Raw = msgspec.Raw(b"")


class _Glimpse(msgspec.Struct, frozen=True):
    """What is asked of a file before it is read; its vocabulary, which may be large, is passed over."""

    normalizer: Any = None
    pre_tokenizer: Any = None
    model: _Model = _Model()


def _glimpse(data: bytes) -> _Glimpse:
    with suppress(msgspec.MsgspecError, RecursionError, UnicodeError):
        return msgspec.json.decode(data.removeprefix(BOM_UTF8), type=_Glimpse)
    return _Glimpse()


def is_unigram(data: bytes) -> bool:
    """Whether it is a tokenizer.json of Unigram, as its vocabulary tells: that of all others gives ids to names."""
    return bytes(memoryview(_glimpse(data).model.vocab)[:1]) == b"["


def says_where_words_end(data: bytes) -> bool:
    """Whether it brings a scheme of its own; a vocab.txt does."""
    if not data.removeprefix(BOM_UTF8).lstrip().startswith(b"{"):
        return regex.search(rb"^\[UNK\]\r?$", data, regex.MULTILINE) is not None
    return parts.words(msgspec.structs.asdict(_glimpse(data))).scheme is not None


def _of_json(text: str) -> TokenizerFile:
    whole = checks.parsed(text)
    model = whole.get("model") if isinstance(whole, dict) else None
    if not isinstance(model, dict):
        refuse("it must have a “model” with a vocabulary and merges, as a tokenizer.json has", "Bring the whole file.")
    named = "Unigram" if isinstance(model.get("vocab"), list) else "WordPiece"
    kind = model.get("type") or ("BPE" if "merges" in model else named)
    make = {"BPE": _bpe, "WordPiece": _wordpiece, "Unigram": _unigram}.get(kind if isinstance(kind, str) else "")
    if make is None:
        refuse(f"its model must be BPE, WordPiece or Unigram, and is {label(kind)}", "Choose another one.")
    words = parts.words(whole)
    file = make(model, words.bytes)
    fallback = bool(model.get("byte_fallback"))
    complete = fallback and all(f"<0x{byte:02X}>" in file.ids for byte in range(256))
    left_out = [*words.left_out, *parts.others(whole, model), *(["byte_fallback"] if fallback and not complete else [])]
    remarks = [f"The file asks for what this page leaves out: {visible(listed(left_out, 8))}."] if left_out else []
    if words.scheme is None:
        remarks.append("Its words end where “Words end at” says.")
    elif words.unsplit:
        remarks.append("For this file a whole text is one word. Here one ends at each space, so tokens with a space "
                       "after their first character do not occur.")  # fmt: skip
    return replace(file, scheme=words.scheme, mark=words.mark, start=words.start, normalisers=words.steps,
                   fallback=complete, remarks=tuple(remarks))  # fmt: skip


def _bpe(model: dict[str, Any], in_bytes: bool) -> TokenizerFile:
    ids = checks.vocabulary_of(model.get("vocab"))
    inside, suffix = (checks.sign_of(model, name) for name in ("continuing_subword_prefix", "end_of_word_suffix"))
    file = TokenizerFile("bytes" if in_bytes else "bpe", ids, inside=inside, suffix=suffix,
                         unknown=checks.unknown_of(model, ids), fused=bool(model.get("fuse_unk")))  # fmt: skip
    return replace(file, merges=checks.merges_of(model.get("merges"), file))


def _wordpiece(model: dict[str, Any], in_bytes: bool) -> TokenizerFile:
    ids = checks.vocabulary_of(model.get("vocab"))
    longest, unknown = model.get("max_input_chars_per_word", 100), checks.unknown_of(model, ids)
    if in_bytes or type(longest) is not int or not unknown:
        refuse("it must have a token for the unknown, and characters, not bytes")
    inside = checks.sign_of(model, "continuing_subword_prefix", INSIDE)
    return TokenizerFile("wordpiece", ids, checks.pieces_of(ids, inside), inside=inside, unknown=unknown,
                         longest=longest)  # fmt: skip


def _unigram(model: dict[str, Any], in_bytes: bool) -> TokenizerFile:
    ids, scores = checks.scores_of(model.get("vocab"))
    place = model.get("unk_id")
    if in_bytes or (place is not None and (type(place) is not int or not 0 <= place < len(ids))):
        refuse("its “unk_id” must be the place of a piece, and it must have characters, not bytes")
    unknown = "" if place is None else [*ids][place]
    return TokenizerFile("unigram", ids, scores=scores, unknown=unknown, fused=bool(unknown))


def _of_lines(text: str) -> TokenizerFile:
    if (many := text.count("\n")) > checks.MOST_LINES:
        refuse(f"it must hold at most {checks.MOST_TOKENS:,} merges or tokens, one on a line, and has {many:,} lines")
    lines = [line for line in text.split("\n") if line.strip() and not line.startswith("#version")]
    if "\r" in text:
        lines = [line.rstrip("\r") for line in lines]
    if {*map(methodcaller("count", " "), lines)} == {1}:
        return _of_merges(lines)
    if UNKNOWN not in lines or regex.search(r"[^\S\n]", "\n".join(lines)):
        rule = "it must be a tokenizer.json, a merges.txt with two tokens on each line, or a vocab.txt with [UNK]"
        refuse(rule, "Choose one of these.")
    if len({*lines}) < len(lines):
        refuse(f"its token {label(checks.twice(lines))} must have one id, and stands on two lines")
    ids = checks.vocabulary_of({token: number for number, token in enumerate(lines)})
    lowercase = not any(token.lower() != token for token in lines if not token.startswith("["))
    remark = "A vocab.txt does not say how texts are prepared and split: that is done as BERT does it."
    return TokenizerFile("wordpiece", ids, checks.pieces_of(ids, INSIDE), scheme="bert", inside=INSIDE, unknown=UNKNOWN,
                         longest=100, remarks=(remark,),
                         normalisers=(("BertNormalizer", True, True, None, lowercase),))  # fmt: skip


def _of_merges(lines: list[str]) -> TokenizerFile:
    """An end of a word that stands alone is a symbol of its own, as in subword-nmt 0.1; later it is a suffix."""
    signs = {*chain(*(line.split(" ") for line in lines if SUFFIX in line))}
    mark = SUFFIX if SUFFIX in signs else ""
    suffix = SUFFIX if not mark and any(sign.endswith(SUFFIX) for sign in signs) else ""
    file = TokenizerFile("bpe", {}, mark=mark, suffix=suffix)
    merges = checks.merges_of(lines, file)
    signs = {*chain(*chain(*merges))}
    in_bytes = _SPACE_SIGN in signs and signs <= {*ALPHABET}
    remark = "A merges.txt holds no ids, and its words end where “Words end at” says."
    return replace(file, algorithm="bytes" if in_bytes else "bpe", merges=merges, remarks=(remark,))
