"""The parts of a tokenizer.json around its model: which of them are known here, by comparison with what they would be.

A pattern of a file is a string that equals one of ours, or not.
"""

from dataclasses import dataclass
from typing import Any

from core.bpe.pretokenize import PATTERNS, SIGN, START, Scheme
from core.tokenizer_files import normalisers
from core.tokenizer_files.normalisers import Step, replacement

CLIP = r"'s|'t|'re|'ve|'m|'ll|'d|[\p{L}]+|[\p{N}]|[^\s\p{L}\p{N}]+"
WORD = r"\p{Alphabetic}\p{M}\p{Nd}\p{Pc}\x{200C}\x{200D}"  # as \w of the pre-tokeniser Whitespace
ENDS: dict[Scheme, str] = {
    "whitespace": r"(?<=\S)(?=\s|\z)",
    "punctuation": rf"(?<=[{WORD}])(?![{WORD}])|(?<=[^{WORD}\s])(?![^{WORD}\s])",
    "bert": rf"(?<=[{SIGN}])|(?<=[^\s{SIGN}])(?![^\s{SIGN}])",
}
STARTS: dict[Scheme, str] = {
    "whitespace": r"(?<!\S)(?=\S)",
    "punctuation": rf"(?<![{WORD}])(?=[{WORD}])|(?<![^{WORD}\s])(?=[^{WORD}\s])",
    "bert": rf"(?=[{SIGN}])|(?<![^\s{SIGN}])(?=[^\s{SIGN}])",
}
_ENDED, _STARTED = ({pattern: scheme for scheme, pattern in its.items()} for its in (ENDS, STARTS))
_SPACES = {"type": "Metaspace", "replacement": START, "prepend_scheme": "always", "split": True}
SPLITTERS: dict[Scheme, dict[str, Any]] = {
    "whitespace": {"type": "WhitespaceSplit"},
    "punctuation": {"type": "Whitespace"},
    "gpt2": {"type": "Split", "pattern": {"Regex": PATTERNS["gpt2"].pattern}, "behavior": "Isolated", "invert": False},
    "bert": {"type": "BertPreTokenizer"},
    "clip": {"type": "Split", "pattern": {"Regex": CLIP}, "behavior": "Removed", "invert": True},
    "spaces": _SPACES,
}
_FIRST = _SPACES | {"prepend_scheme": "first"}
_METASPACES = [[_SPACES], [_FIRST], [{"type": "Metaspace", "replacement": START, "add_prefix_space": True}]]
# The files of T5 and XLM-R split at white space before: what a Metaspace finds then, it finds in a text so prepared.
_SPLIT_BEFORE = [[SPLITTERS["whitespace"], *one] for one in _METASPACES if one != [_FIRST]]
_PREPARED: tuple[Step, ...] = (("Strip", True, True), ("pattern", r"\s+", " "), ("string", f" {START}", " "))
# Those of Mistral and of Llama 2 split nothing; the latter's normalisers write the sign of a space.
_UNSPLIT = [[_SPACES | {"split": False}], [_FIRST | {"split": False}]]
_WRITTEN = ("Prepend", START), ("string", " ", START)
_TAKES_FRONT = {"Strip", "BertNormalizer", "Nmt", "StripAccents"}  # perhaps the text's first character
_FLAGS = ("dropout", "ignore_merges")


@dataclass(frozen=True)
class Words:
    """How a file splits a text: ``scheme`` is None where that is not known here; ``left_out`` are names. A word ends in
    ``mark`` or begins with ``start``, where a normaliser puts such a sign there. A text that stays ``unsplit`` is one
    word to the file.
    """

    scheme: Scheme | None = None
    bytes: bool = False
    steps: tuple[Step, ...] = ()
    mark: str = ""
    start: str = ""
    unsplit: bool = False
    left_out: tuple[str, ...] = ()


def words(whole: dict[str, Any]) -> Words:
    """What the normaliser and the pre-tokeniser of a file make of a text."""
    normalizers = _parts(whole.get("normalizer"), "normalizers")
    parts = _parts(whole.get("pre_tokenizer"), "pretokenizers")
    mark, start, ends = "", "", None
    for place, one in enumerate(normalizers):
        pattern, content = replacement(one)
        if pattern in _ENDED and len(content) == 2 and content[1] == " ":
            mark, ends = content[0], _ENDED[pattern]
        elif pattern in _STARTED and len(content) == 2 and content[0] == " ":
            start, ends = content[1], _STARTED[pattern]
        if ends:  # what follows would change it
            before, after = normalizers[:place], normalizers[place + 1 :]
            break
    else:
        before, after = normalizers, []
    steps, strange = normalisers.known(before)
    left_out = [f"normalizer {_type(one)}" for one in [*strange, *after]]
    last = parts[-1] if parts and isinstance(parts[-1], dict) else {}
    in_bytes = last.get("type") == "ByteLevel"
    scheme = _scheme(parts, ends) if not in_bytes or not ends else None
    if in_bytes and last.get("add_prefix_space", True) and (scheme or len(parts) == 1):
        scheme, steps = (scheme, (*steps, ("space",))) if len(parts) == 1 else (None, steps)
    # "first" puts no sign where the first character of the text is gone.
    if last.get("prepend_scheme") == "first" and any(one[0] in _TAKES_FRONT or one[-1] == "" for one in steps):
        return Words(None, in_bytes, steps, mark, start, False, (*left_out, f"pre_tokenizer {_type(last)}"))
    unsplit = not ends and (parts in _UNSPLIT or (not parts and steps[-2:] == _WRITTEN))
    if not ends and parts in _SPLIT_BEFORE:
        scheme, steps = "spaces", (*steps, *_PREPARED)
    elif unsplit:
        scheme = "spaces"
    if scheme is None:
        left_out += [f"pre_tokenizer {_type(one)}" for one in parts]
    return Words(scheme, in_bytes, steps, mark, start, unsplit, tuple(left_out))


def _scheme(parts: list[Any], ends: Scheme | None) -> Scheme | None:
    """The scheme of pre-tokenisers; where words ``ends`` are marked already, these only split at white space."""
    if ends:
        return ends if parts == [SPLITTERS["whitespace"]] else None
    last = parts[-1] if parts else None
    if not isinstance(last, dict) or last.get("type") != "ByteLevel":
        return "spaces" if parts in _METASPACES else _splits(parts)
    patterned = bool(last.get("use_regex", True))
    if len(parts) == 1:
        return "gpt2" if patterned else None
    scheme = _splits(parts[:-1])
    return scheme if scheme == "clip" or not patterned else None  # GPT-2's pattern cuts no word of CLIP's


def _splits(parts: list[Any]) -> Scheme | None:
    return next((scheme for scheme, its in SPLITTERS.items() if parts == [its]), None)


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


def _type(part: Any) -> str:
    return str(part.get("type"))[:20] if isinstance(part, dict) else type(part).__name__
