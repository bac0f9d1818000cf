"""The parts of a tokenizer.json around its model: which of them are known here, by comparison with what they would be.

A pattern of a file is a string that equals one of ours, or not.
"""

import json
from dataclasses import dataclass
from typing import Any

from core.bpe.pretokenize import Scheme

FINAL_SIGMA = r"(?<=\p{L})Σ(?!\p{L})"  # as str.lower writes it, apart from signs between letters
GPT2 = r"'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+"
WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\x{200C}\x{200D}"  # as \w of the pre-tokeniser Whitespace
ENDS: dict[Scheme, str] = {
    "whitespace": r"(?<=\S)(?=\s|\z)",
    "punctuation": rf"(?<=[{WORD}])(?![{WORD}])|(?<=[^{WORD}\s])(?![^{WORD}\s])",
}
_SPLITTERS: dict[Scheme, dict[str, Any]] = {
    "whitespace": {"type": "WhitespaceSplit"},
    "punctuation": {"type": "Whitespace"},
    "gpt2": {"type": "Split", "pattern": {"Regex": GPT2}, "behavior": "Isolated", "invert": False},
}
_FLAGS = ("dropout", "fuse_unk", "byte_fallback", "ignore_merges")
_NAMED = ("Lowercase", "NFC", "NFD", "NFKC", "NFKD")  # normalisers that have no settings
_PRIVATE = range(0xE000, 0xF900)


@dataclass(frozen=True)
class Words:
    """How a file splits a text: ``scheme`` is None where that is not known here; ``left_out`` are names."""

    scheme: Scheme | None = None
    bytes: bool = False
    prefix_space: bool = False
    left_out: tuple[str, ...] = ()


def tokenizer_json(
    *, lowercase: bool, replacing: list[dict[str, Any]], pre_tokenizer: Any, decoder: Any, model: dict[str, Any]
) -> str:
    """A whole tokenizer, for ``tokenizers.Tokenizer.from_file``; texts become small before the other normalisers."""
    small = [replaced(FINAL_SIGMA, "ς"), {"type": "Lowercase"}] if lowercase else []
    normalizers = [*small, *replacing]
    whole: dict[str, Any] = {
        "version": "1.0",
        "truncation": None,
        "padding": None,
        "added_tokens": [],
        "normalizer": {"type": "Sequence", "normalizers": normalizers} if normalizers else None,
        "pre_tokenizer": pre_tokenizer,
        "post_processor": None,
        "decoder": decoder,
        "model": model,
    }
    return json.dumps(whole, ensure_ascii=True)


def replaced(pattern: str, content: str) -> dict[str, Any]:
    """A normaliser that writes ``content`` for a pattern."""
    return {"type": "Replace", "pattern": {"Regex": pattern}, "content": content}


def splitter(scheme: Scheme) -> dict[str, Any]:
    """The pre-tokeniser of a scheme."""
    return _SPLITTERS[scheme]


def normalisers(normalizer: Any) -> tuple[list[str], str, Scheme | None, list[str]]:
    """The steps that are known, the mark at the end of a word and where words then end, and what is left out."""
    steps: list[str] = []
    left_out: list[str] = []
    mark, ends = "", None
    for one in _parts(normalizer, "normalizers"):
        pattern, content = _replacement(one)
        if mark:  # what follows would change it
            left_out.append(f"normalizer {_type(one)}")
        elif pattern in ENDS.values() and content[1:] == " ":
            mark, ends = content[0], next(scheme for scheme, end in ENDS.items() if end == pattern)
        elif (pattern, content) == (FINAL_SIGMA, "ς"):
            steps.append(content)
        elif len(pattern) == len(content) == 1 and ord(pattern) in _PRIVATE:
            steps.append(pattern + content)
        elif one in [{"type": kind} for kind in _NAMED]:
            steps.append(one["type"])
        else:
            left_out.append(f"normalizer {_type(one)}")
    return steps, mark, ends, left_out


def _replacement(one: Any) -> tuple[str, str]:
    """The pattern and the content of a normaliser that replaces, empty where it is another one."""
    content = one.get("content") if isinstance(one, dict) else None
    inner = one.get("pattern") if isinstance(one, dict) else None
    pattern = inner.get("Regex") if isinstance(inner, dict) else None
    if isinstance(pattern, str) and isinstance(content, str) and one == replaced(pattern, content):
        return pattern, content
    return "", ""


def words(pre_tokenizer: Any, ends: Scheme | None) -> Words:
    """How the pre-tokeniser splits a text; behind a mark at the end of each word, where that normaliser puts it."""
    parts = _parts(pre_tokenizer, "pretokenizers")
    last = parts[-1] if parts else None
    if not isinstance(last, dict) or last.get("type") != "ByteLevel":
        scheme = next((scheme for scheme, its in _SPLITTERS.items() if parts == [its]), None)
        scheme = scheme if ends is None else ends if scheme == "whitespace" else None
        return Words(scheme, left_out=() if scheme else _left_out(parts))
    before, space = parts[:-1], bool(last.get("add_prefix_space", True))
    if last.get("use_regex", True):
        return Words("gpt2", True, space) if not before else Words(None, True, left_out=_left_out(parts))
    scheme = next((scheme for scheme, its in _SPLITTERS.items() if before == [its] and not space), None)
    return Words(scheme, True, left_out=() if scheme else _left_out(parts))


def others(whole: dict[str, Any], model: dict[str, Any]) -> list[str]:
    """What else a file asks for and this page does not do, by name."""
    added = whole.get("added_tokens")
    tokens = [str(one.get("content"))[:20] for one in added if isinstance(one, dict)] if isinstance(added, list) else []
    processor = whole.get("post_processor")
    # What a ByteLevel there does concerns places in the text alone.
    left_out = [f"post_processor {_type(processor)}"] if processor and _type(processor) != "ByteLevel" else []
    return [*(f"added token {token}" for token in tokens), *left_out, *(flag for flag in _FLAGS if model.get(flag))]


def _parts(part: Any, name: str) -> list[Any]:
    """A part, or those of a sequence of them."""
    inner = part.get(name) if isinstance(part, dict) and part.get("type") == "Sequence" else [part]
    return [one for one in inner if one is not None] if isinstance(inner, list) else [part]


def _left_out(parts: list[Any]) -> tuple[str, ...]:
    return tuple(f"pre_tokenizer {_type(one)}" for one in parts)


def _type(part: Any) -> str:
    return str(part.get("type"))[:20] if isinstance(part, dict) else type(part).__name__
