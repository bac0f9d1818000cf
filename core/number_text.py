"""Numbers as people write them in tables: which sign is the decimal sign of a column, decided from all of it.

``1,234`` alone may be 1234 or 1.234. Elsewhere in its column ``0,5``, ``12,75`` or ``1.234,5`` shows that the comma is
the decimal sign; ``1,234,567``, ``1,234.5`` or ``0.5`` that it groups thousands. Without such a cell the other columns
of its table tell (``core.table_text.usual_sign``), and where they do not it groups them. So does a point where the
column has ``1.234.567``: there ``1.234`` is 1234, and elsewhere 1.234. No-break spaces and apostrophes between groups
of three digits are no sign of anything else.
"""

import dataclasses
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

import numpy as np
from jaxtyping import Float64

from core import fields
from core.errors import InputError
from core.numbers import exact
from core.text import Verbatim, listed, visible

DecimalSign = Literal[".", ","]
Usual = Callable[[], DecimalSign]  # the sign of a column that does not show its own

_EXPONENT = r"([eE][+-]?[0-9]+)?\s*"
_LAKHS = r"[1-9][0-9]?(,[0-9]{2})+,[0-9]{3}"  # as India groups: 12,34,567
_GROUPED = {  # by the decimal sign: the other sign stands between groups of three digits
    ".": re.compile(rf"\s*[+−-]?([1-9][0-9]{{0,2}}(,[0-9]{{3}})+|{_LAKHS})(?P<fraction>\.[0-9]*)?{_EXPONENT}"),
    ",": re.compile(rf"\s*[+−-]?[1-9][0-9]{{0,2}}(\.[0-9]{{3}})+(?P<fraction>,[0-9]*)?{_EXPONENT}"),
}
_DOTTED = re.compile(r"\s*[0-9]+(\.[0-9]+)+\s*")
# An address of the Internet stands for no number, though 192.168.100.100 looks like one.
_BYTE = r"(25[0-5]|(2[0-4]|1?[0-9])?[0-9])"
_ADDRESS = re.compile(rf"\s*{_BYTE}(\.{_BYTE}){{3}}\s*")
# As numbers are printed: with a minus sign, and between groups of three digits an apostrophe or a space of that use. A
# plain one may stand between two columns.
_SPACES = "'’\u00a0\u2009\u202f"
_PRINTED = re.compile(
    rf"\s*[+−-]?(([0-9]+|[1-9][0-9]{{0,2}}([{_SPACES}][0-9]{{3}})+)([.,][0-9]*)?|[.,][0-9]+)"
    r"([eE][+−-]?[0-9]+|[dD][+−-][0-9]+)?\s*"  # 1.5D+00 as Fortran writes double precision
)
_TYPED = str.maketrans("−,Dd", "-.ee", _SPACES)
_BETWEEN = re.compile(r"(?<![0-9.])([+−-]?[0-9.]+),([+−-]?[0-9.]+)")
_BLANKS = re.compile(r"(?<![0-9.,])([1-9][0-9]{0,2})(?:[\u00a0\u2009\u202f]([0-9]{3})| (0[0-9]{2}))(?![0-9])")
_COUNTED = re.compile(r"(?<![^\s,;])([^\s,;×*]+)\s*[×*]\s*([0-9]{1,5})(?![^\s,;])")
# What programs write, in small letters, where a cell holds nothing: Excel in English, German and French, SPSS, pandas,
# the World Bank (..), Eurostat (:) and C's printf.
MISSING = {"", "na", "n/a", "nan", "null", "none", "<na>", "nat", "-", ".", "..", ":", "-1.#ind", "1.#qnan",
           "#n/a", "#div/0!", "#value!", "#num!", "#null!", "#ref!", "#name?", "#nv", "#wert!", "#zahl!", "#bezug!",
           "#valeur!", "#nombre!"}  # fmt: skip

_FIGURES = re.compile(r"(\W{0,3}|[A-Z]{3} ?)[0-9][0-9.,'’\s]*\D{0,12}")  # $1,037.50, (100), 5 %, 12 kg, 10 000

_LONGEST = 400  # characters of a number: the largest of double precision has 309 digits
_NAMED = 5  # columns that a sentence names


def numbers(cells: Iterable[str], usual: Usual = lambda: ".") -> Float64[np.ndarray, " cells"]:
    """The number in each cell of a column, NaN where there is none."""
    cells = list(cells)
    sign = decimal_sign(cells, usual)
    return np.fromiter((_number(cell, sign) for cell in cells), np.float64, len(cells))


def typed_numbers(
    text: str, field: str, most: int, *, least: int = 0, largest: float = math.inf, remedy: str = ""
) -> Float64[np.ndarray, " numbers"]:
    """Numbers with spaces, commas or semicolons between them, from ``least`` to ``most`` of them.

    Raises:
        InputError: there are more or fewer (``remedy`` helps), or a word of ``text`` is no number within ±``largest``.
    """
    words = re.findall(r"[^\s,;]+", text)
    read = words[:most]  # beyond these their number alone is refused, however long the text
    values = np.array([_number(word, ".") for word in read])
    for word, value in zip(read, values.tolist(), strict=True):
        if abs(value) > largest:
            raise InputError(field, word, f"each number must lie between ±{exact(largest)}")
        if not math.isfinite(value):
            share = any(sign in word for sign in "/%½⅓¼¾")
            advice = "Write 0.5 for 1/2, ½ or 50 %." if share else "Write numbers such as 0.5, with spaces between."
            raise InputError(field, word, "it is not a number", advice)
    check_count(len(words), field, text, least, most, remedy)  # behind the words: "abc 3" does not hold two numbers
    return values


def between_remarks(params: Any) -> tuple[str, ...]:
    """How a comma between digits was read in the first text of numbers that has one: it may stand for a point; and a
    blank, which may group thousands where it is a no-break one, or a nought follows.
    """
    texts = [getattr(params, one.name) for one in dataclasses.fields(params)
             if one.metadata.get("numbers") and fields.is_used(params, one.name)]  # fmt: skip
    if blank := next(filter(None, map(_BLANKS.search, texts)), None):
        return (f"Each blank was read as the end of a number: “{Verbatim(blank[0])}” is two numbers. "
                "Write thousands without blanks.",)  # fmt: skip
    if not (found := next(filter(None, map(_BETWEEN.search, texts)), None)):
        return ()
    return (f"Each comma was read as the end of a number: “{Verbatim(found[0])}” is two numbers, "
            f"“{Verbatim(found[1])}” and “{Verbatim(found[2])}”. A point stands before decimals.",)  # fmt: skip


def check_count(count: int, field: str, value: str, least: int, most: int, remedy: str = "") -> None:
    """Refuses a ``value`` that holds fewer numbers than ``least`` or more than ``most``.

    Raises:
        InputError: it does.
    """
    if not least <= count <= most:
        rule = (f"it must hold {least:,} to {most:,} numbers, and holds {count:,}" if least else
                f"it must hold at most {most:,} numbers, and holds {count:,}")  # fmt: skip
        raise InputError(field, value, rule, remedy)


def counted_numbers(
    text: str, field: str, most: int, *, largest: float = math.inf
) -> tuple[Float64[np.ndarray, " numbers"], list[int], bool]:
    """Numbers as ``typed_numbers`` reads them, how often each stands there, and whether any is written as value×times.

    >>> counted_numbers("2 1×3", "sample", 10)
    (array([2., 1.]), [1, 3], True)
    """
    groups = _COUNTED.findall(text)
    parts = _COUNTED.sub(" ", text), " ".join(value for value, _ in groups)
    single, several = (typed_numbers(part, field, most, largest=largest) for part in parts)
    return np.concatenate([single, several]), [1] * len(single) + [int(times) for _, times in groups], bool(groups)


def decimal_sign(cells: Sequence[str], usual: Usual = lambda: ".") -> DecimalSign:
    """The sign before the fractions of a column: a comma where more cells show that than show a point, and ``usual``
    where as many show either, or none does.
    """
    commas = [cell for cell in cells if "," in cell]
    grouped = sum(_shows_grouping_point(cell) for cell in cells if cell.count(".") > 1)
    if not (commas or grouped):
        return "."
    points = (cell for cell in cells if "." in cell and "," not in cell and not _grouped(cell, ","))
    comma = sum(map(_shows_decimal_comma, commas)) + grouped
    point = sum(map(_shows_grouping_comma, commas)) + sum(map(_shows_other_point, points))
    return usual() if comma == point else "," if comma > point else "."


def first_word(cells: Sequence[str], values: Float64[np.ndarray, " cells"]) -> str:
    """The first cell that is no number, is not empty and does not say so; "" where there is none."""
    missing = (cells[place].strip() for place in np.flatnonzero(np.isnan(values)).tolist())
    return next((cell for cell in missing if cell.lower() not in MISSING), "")


def may_be_number(word: str) -> bool:
    """Whether a word that was read as no number has figures in one place, with signs, units or blanks around them."""
    return len(word) <= _LONGEST and _FIGURES.fullmatch(word) is not None


def has_decimal_point(cell: str) -> bool:
    """Whether a cell is a number with a point before its fraction."""
    return "." in cell and not _grouped(cell, ",") and math.isfinite(_number(cell, "."))


def separator_remarks(columns: Mapping[str, Sequence[str]], usual: Usual = lambda: ".") -> tuple[str, ...]:
    """How the commas of each column's numbers were read, and points that may stand between thousands, for those who
    wrote them; nothing where there is none.
    """
    decimal, grouping, points, doubtful = [], [], [], []
    for name, cells in columns.items():
        sign = decimal_sign(cells, usual)
        numeric = [cell for cell in cells if "," in cell and math.isfinite(_number(cell, sign))]
        groups = [cell for cell in (numeric if sign == "." else cells) if _grouped(cell, sign)]
        if sign == "." and groups:
            grouping.append((name, groups[0].strip()))
        elif numeric:
            decimal.append((name, numeric[0].strip()))
        elif groups:
            points.append((name, groups[0].strip()))
        elif pointed := _may_be_groups(cells, usual):
            doubtful.append((name, pointed))
    read: list[tuple[str, list[tuple[str, str]], DecimalSign]] = [
        ("the decimal sign", decimal, ","), ("a separator of thousands", grouping, "."), ("", points, ",")]  # fmt: skip
    said = [_sentence(role, found, sign) for role, found, sign in read if found]
    if doubtful:
        named, example = listed((visible(name) for name, _ in doubtful), _NAMED), doubtful[0][1]
        said.append(f"The point was read as the decimal sign in {Verbatim(named)}: {Verbatim(example)} is not "
                    f"{example.replace('.', '')}. Delete it if it groups thousands.")  # fmt: skip
    return tuple(said)


def _may_be_groups(cells: Sequence[str], usual: Usual) -> str:
    """The first number with a point of a column whose points may all group thousands, in a table whose other columns or
    semicolons show the decimal comma; "" of any other column.
    """
    pointed = (cell.strip() for cell in cells if "." in cell and cell.strip(" ."))
    first = next(pointed, "")
    return first if first and all(_grouped(cell, ",") for cell in (first, *pointed)) and usual() == "," else ""


def _sentence(role: str, found: list[tuple[str, str]], sign: DecimalSign) -> str:
    named, example = listed((visible(name) for name, _ in found), _NAMED), found[0][1]
    value = exact(_number(example, sign)).replace(",", "")  # as the remark is on commas and points
    if not role:
        return f"The point was read as a separator of thousands in {Verbatim(named)}: {Verbatim(example)} is {value}."
    return f"The comma was read as {role} in {Verbatim(named)}: {Verbatim(example)} is {value}."


def _number(cell: str, sign: DecimalSign) -> float:
    if "," in cell and sign == "." and _grouped(cell, "."):
        return _plain(cell.replace(",", ""))
    if "." in cell and sign == "," and _grouped(cell, ","):
        return _plain(cell.replace(".", ""))
    return _plain(cell)


def _plain(cell: str) -> float:
    try:
        return float(cell.replace(",", ".")) if cell.isascii() and "_" not in cell else _printed(cell)
    except ValueError:
        return _printed(cell)


def _printed(cell: str) -> float:
    return float(cell.translate(_TYPED).strip()) if len(cell) <= _LONGEST and _PRINTED.fullmatch(cell) else math.nan


def _grouped(cell: str, sign: DecimalSign) -> re.Match[str] | None:
    return _GROUPED[sign].fullmatch(cell) if len(cell) <= _LONGEST else None


def _shows_decimal_comma(cell: str) -> bool:
    """Whether a cell with a comma is a number only if the comma is its decimal sign."""
    if _grouped(cell, "."):
        return False
    return math.isfinite(_plain(cell)) or _grouped(cell, ",") is not None


def _shows_grouping_comma(cell: str) -> bool:
    """Whether a cell with a comma is a number only if commas group its thousands."""
    grouped = _grouped(cell, ".")
    return grouped is not None and (cell.count(",") > 1 or grouped["fraction"] is not None)


def _shows_grouping_point(cell: str) -> bool:
    """Whether a cell with several points and no comma is a number only if points group its thousands."""
    return "," not in cell and _grouped(cell, ",") is not None and not _ADDRESS.fullmatch(cell)


def _shows_other_point(cell: str) -> bool:
    """Whether the points of a cell group no thousands: it has one before a fraction, or is a version such as 1.2.3."""
    return math.isfinite(_plain(cell)) or _DOTTED.fullmatch(cell) is not None
