"""Numbers as ``core.numbers`` writes them, in the form of another language: 1,234.5 is 1 234,5 in French.

The space is U+202F, as in ``assets/js/numbers.js``. Only what is sure to be a number is rewritten.

>>> rewritten("1,234.5").replace("\\u202f", " "), is_numeric("η = 3.2·10⁻⁵ Hz"), is_numeric("page 3")
('1 234,5', True, False)
"""

import re

NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WRITTEN = re.compile(r"(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?")
_SIGNED = re.compile(rf"-?(?:{_WRITTEN.pattern})")
_TINY = re.compile(r"(?:< )?-?(?:\d(?:\.\d+)?·)?10⁻[⁰¹²³⁴⁵⁶⁷⁸⁹]+")
_LETTERS = re.compile(r"[^\W\d_⁰¹²³⁴⁵⁶⁷⁸⁹₀₁₂₃₄₅₆₇₈₉½¼¾]+")
_UNITS = frozenset(["s", "ms", "µs", "B", "kB", "MB", "GB", "Hz", "kHz", "dB", "px", "h", "min"])
_SWAPPED = str.maketrans(",.", "\u202f,")


def is_numeric(text: str) -> bool:
    """Whether it is numbers, signs and symbols of one letter, with units that are the same in all languages."""
    return all(len(word) == 1 or word in _UNITS for word in _LETTERS.findall(text))


def is_few(number: str) -> bool:
    """Whether it is a number between −2 and 2, with which French has the singular: 0 case, 1,5 case, 2 cases."""
    value = number.replace("−", "-")
    return bool(_TINY.fullmatch(value) or (_SIGNED.fullmatch(value) and abs(float(value.replace(",", ""))) < 2))


def rewritten(number: str) -> str:
    """A number in French; what is none, such as the version 3.11.2, stays."""
    return number.translate(_SWAPPED) if _WRITTEN.fullmatch(number) else number
