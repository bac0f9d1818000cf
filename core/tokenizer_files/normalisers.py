"""The normalisers of a tokenizer.json that are known here, and what each makes of a text.

A pattern of a file is a string that equals one of ours, or not; it is never run. What could make a text much longer is
not known either.

>>> prepared, left_out = known([{"type": "NFKC"}, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}])
>>> apply("ﬁne   day", prepared)
'fine day'
"""

import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import regex

Step = tuple[str | bool | None, ...]  # the name of one of ``_STEPS``, and what it is given besides the text

# As str.lower has it: behind a letter of some case and before none, whatever signs of no case stand between.
_CASED = r"(?!\p{Case_Ignorable})\p{Cased}"
FINAL_SIGMA = rf"{_CASED}\p{{Case_Ignorable}}*+\KΣ(?!\p{{Case_Ignorable}}*+{_CASED})"
_FORMER_SIGMA = r"(?<=\p{L})Σ(?!\p{L})"  # of files that /tokenizer wrote before it knew those signs
_REPLACED = {(FINAL_SIGMA, "ς"), (_FORMER_SIGMA, "ς"), (r"\s+", " "), (" {2,}", " ")}
_KNOWN = {pattern: regex.compile(pattern) for pattern, _ in _REPLACED}
PRIVATE = range(0xE000, 0xF900)
_MOST_STEPS, _MOST_PREPENDED = 32, 8
_SPACES = "\t\n\x0c\r\u1680\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u2581\ufeff\ufffd"
_DROPPED = [*range(1, 9), 0x0B, *range(0x0E, 0x20), 0x7F, 0x8F, 0x9F]
_NMT = str.maketrans({**dict.fromkeys(_SPACES, " "), **dict.fromkeys(map(chr, _DROPPED), "")})
_IDEOGRAPH = regex.compile(
    "[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0002a6df\U0002a700-\U0002b81f\U0002b920-\U0002ceaf"
    "\U0002f800-\U0002fa1f]"
)


def small(text: str) -> str:
    """Each character by itself: a Σ at the end of a word becomes σ."""
    return "".join(sign.lower() for sign in text)


def _of_bert(text: str, clean: bool, ideographs: bool, accents: bool | None, lowercase: bool) -> str:
    """Google's BERT, tokenization.py: BasicTokenizer."""
    if clean:
        text = regex.sub(r"[\t\n\r\p{Zs}\p{Zl}\p{Zp}]", " ", text)
        text = regex.sub(r"[\p{Cc}\p{Cf}\p{Co}\ufffd]", "", text)
    text = _IDEOGRAPH.sub(r" \g<0> ", text) if ideographs else text
    if lowercase if accents is None else accents:
        text = regex.sub(r"\p{Mn}", "", unicodedata.normalize("NFD", text))
    return small(text) if lowercase else text


def _stripped(text: str, left: bool, right: bool) -> str:
    text = regex.sub(r"^\s+", "", text) if left else text
    return regex.sub(r"\s+\Z", "", text) if right else text


_STEPS: dict[str, Callable[..., str]] = {
    **{form: partial(unicodedata.normalize, form) for form in ("NFC", "NFD", "NFKC", "NFKD")},
    "Lowercase": small,
    "StripAccents": lambda text: regex.sub(r"\p{M}", "", text),
    "Nmt": lambda text: text.translate(_NMT),
    "Prepend": lambda text, sign: sign + text if text else text,
    "Strip": _stripped,
    "BertNormalizer": _of_bert,
    "string": lambda text, old, new: text.replace(old, new),
    "pattern": lambda text, pattern, content: _KNOWN[pattern].sub(content, text),
    "space": lambda text: text if text.startswith(" ") or not text else f" {text}",
}  # fmt: skip
_SETTINGS: dict[str, list[str]] = {
    "Prepend": ["prepend"], "Strip": ["strip_left", "strip_right"],
    "BertNormalizer": ["clean_text", "handle_chinese_chars", "strip_accents", "lowercase"],
    **{plain: [] for plain in ("Lowercase", "NFC", "NFD", "NFKC", "NFKD", "StripAccents", "Nmt")},
}  # fmt: skip


def apply(text: str, steps: Sequence[Step]) -> str:
    """The text, step after step."""
    for name, *arguments in steps:
        text = str(_STEPS[str(name)](text, *arguments))
    return text


def known(normalizers: Sequence[Any]) -> tuple[tuple[Step, ...], list[Any]]:
    """The steps of those that are known, and the others."""
    found = [(one, _step(one) if place < _MOST_STEPS else None) for place, one in enumerate(normalizers)]
    return tuple(step for _, step in found if step), [one for one, step in found if not step]


def replacement(one: Any, kind: str = "Regex") -> tuple[str, str]:
    """The pattern and the content of a normaliser that replaces, empty where it is another one."""
    match one:
        case {"pattern": dict(its), "content": str(content)} if isinstance(pattern := its.get(kind), str):
            return (pattern, content) if one == replaced(pattern, content, kind) else ("", "")
    return "", ""


def replaced(pattern: str, content: str, kind: str = "Regex") -> dict[str, Any]:
    """A normaliser that writes ``content`` for a pattern."""
    return {"type": "Replace", "pattern": {kind: pattern}, "content": content}


def _step(one: Any) -> Step | None:
    pattern, content = replacement(one)
    if (pattern, content) in _REPLACED:
        return "pattern", pattern, content
    if len(pattern) == len(content) == 1 and ord(pattern) in PRIVATE:
        return "string", pattern, content
    pattern, content = replacement(one, "String")
    if pattern and len(content) <= len(pattern):
        return "string", pattern, content
    if not isinstance(one, dict) or not isinstance(name := one.get("type"), str):
        return None
    settings = {key: value for key, value in one.items() if key != "type"}
    arguments = [*settings.values()]
    if [*settings] != _SETTINGS.get(name):
        return None
    if name == "Prepend":
        (text,) = arguments
        return ("Prepend", text) if isinstance(text, str) and len(text) <= _MOST_PREPENDED else None
    flags = all(isinstance(value, bool) or (value is None and key == "strip_accents")
                for key, value in settings.items())  # fmt: skip
    return (name, *arguments) if flags else None
