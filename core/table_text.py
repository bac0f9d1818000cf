"""One column of a reader's CSV file as text, and a table of results as CSV.

The csv module reads here instead of pandas: pandas ends a cell at its first NUL, refuses lone surrogates, and
counts the lines it skips only in a warning, which is global to all threads.
"""

import csv
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import islice
from operator import itemgetter
from typing import Any

import numpy as np
import pandas
from jaxtyping import Float64

from core.errors import InputError
from core.fields import SMALL_BYTES, FileKind
from core.number_text import MISSING, DecimalSign, Usual, decimal_sign, has_decimal_point, numbers, separator_remarks
from core.table_header import Header, header, numbers_remark
from core.table_records import lines_in, records
from core.text import Reading, decode, listed, visible

BEGINNING = 200_000  # characters of a table that tell which of its columns hold numbers
SAMPLED = 1_000  # rows that tell which sign stands before fractions
MAX_CELLS = 4_000_000


def is_small(data: bytes) -> bool:
    """Whether reading a table is sure to take little: it has few bytes, and no more cells than bytes.

    A row that is shorter than the header is filled up: 16 kB of such rows may hold a million cells.
    """
    if len(data) > SMALL_BYTES:
        return False
    try:
        columns = len(csv_columns(data))
    except InputError:  # which is all that will come of it
        return True
    return columns * (data.count(b"\n") + data.count(b"\r")) <= len(data) + columns


TABLE = FileKind("A table (CSV) of up to 20 MB", ("csv", "tsv", "txt", "dat", "xlsx", "xls", "ods"), small=is_small)


def beginning(data: bytes) -> tuple[bytes, bool]:
    """The lines with which a table begins, which tell what its columns hold, and whether they are all of it."""
    whole = len(data) <= BEGINNING
    return data if whole else data[: data.rfind(b"\n", 0, BEGINNING) + 1] or data, whole


def csv_columns(data: bytes, name: str = "table") -> tuple[str, ...]:
    """The names of the columns, from the header alone; ``,``, ``;``, tab or ``|`` stands between them, or blanks where
    all below them is numbers.

    A name that is missing becomes ``column 3``, one that comes again ``name (2)``.

    Raises:
        InputError: the file is not text, has no header, or a cell of it lacks a quotation mark at its end.
    """
    return header(decode(data, name).text, name).names


def numbers_first(data: bytes, name: str = "table") -> tuple[str, ...]:
    """The names of the columns: first those that hold numbers, then those whose numbers only name the rows, then the
    others, as far as the beginning of the file tells.

    Raises:
        InputError: as ``csv_columns``.
    """
    places = _places(data, name)
    return tuple(sorted(places, key=places.__getitem__))


def identifiers_last(data: bytes, name: str = "table") -> tuple[str, ...]:
    """The names of the columns, those whose numbers only name the rows at the end.

    Raises:
        InputError: as ``csv_columns``.
    """
    places = _places(data, name)
    return tuple(sorted(places, key=lambda each: places[each] == 1))


def _places(data: bytes, name: str) -> dict[str, int]:
    """Of each column, in the order of the file, its ``_place``, as far as the beginning of the file tells."""
    text = decode(data, name).text
    its = header(text, name)
    if cut := len(text) > BEGINNING:
        text = text[: text.rfind("\n", 0, BEGINNING) + 1] or text
    rows = list(_rows(text, its, its.names, name, [], whole=not cut))
    columns = zip(*rows, strict=True) if rows else [()] * len(its.names)
    return {each: _place(each, cells) for each, cells in zip(its.names, columns, strict=True)}


def _place(name: str, cells: Sequence[str]) -> int:
    """0 for a column that measures something, 1 for one that names the rows by numbers, 2 for any other."""
    values = numbers(cells)
    return 2 if not holds_numbers(values, filled(cells)) else int(is_identifier(name, values))


def usual_sign(data: bytes, name: str = "table") -> Usual:
    """What finds the decimal sign of a table's columns that do not show their own, of which ``4,161`` may be one, once
    it is asked for: a comma where another column shows that, or semicolons stand between the cells, which they do
    where commas cannot; a point where any cell has one before its fraction.
    """

    @cache
    def found() -> DecimalSign:
        text = decode(beginning(data)[0], name).text
        its = header(text, name)
        columns = [*zip(*islice(_rows(text, its, its.names, name, [], whole=False), SAMPLED), strict=True)]
        if any(has_decimal_point(cell) for cells in columns for cell in cells):
            return "."
        return "," if its.delimiter == ";" or "," in map(decimal_sign, columns) else "."

    return found


def csv_column(data: bytes, column: str, name: str = "table") -> Reading:
    """The cells of ``column`` that are not empty, joined by newlines.

    Words such as NA and null are words. A row with more cells than the header cannot be assigned to the
    columns: it is left out, and the remark counts such rows.

    Raises:
        InputError: as ``csv_columns``, or there is no such column.
    """
    reading = decode(data, name)
    its, skipped = header(reading.text, name), list[int]()
    cells = "\n".join(cell for (cell,) in _rows(reading.text, its, (column,), name, skipped) if cell)
    return replace(reading, text=cells, remark=_remark(reading, its, len(skipped)))


@dataclass(frozen=True, eq=False)
class Cells:
    """The cells of columns by their names, what finds the decimal sign of those that do not show their own, the names
    of all columns, and what their reading left to say.
    """

    columns: Mapping[str, tuple[str, ...]]
    usual: Usual
    names: tuple[str, ...]
    remark: str | None

    def remarks(self, numeric: Iterable[str]) -> tuple[str, ...]:
        """What the reading left to say, of the first line and of the commas in columns of numbers too."""
        commas = separator_remarks({name: self.columns[name] for name in numeric}, self.usual)
        return (*([self.remark] if self.remark else []), *numbers_remark(self.names), *commas)


def read_cells(
    data: bytes, columns: tuple[str, ...], name: str = "table", whole: bool = True, skipped: list[int] | None = None
) -> Cells:
    """The cells of ``columns``, empty where they are missing; and a remark as ``csv_column`` makes it.

    Of a file that is not ``whole`` the last cell may lack the quotation mark at its end. ``skipped`` takes the numbers,
    from 1 below the header, of the rows that are left out.

    Raises:
        InputError: as ``csv_column``, or most rows cannot be assigned to the columns.
    """
    reading = decode(data, name)
    its, skipped = header(reading.text, name), [] if skipped is None else skipped
    rows = list(_rows(reading.text, its, columns, name, skipped, whole))
    if len(skipped) > len(rows):
        rule = "most rows have more cells than the first line, which must name the columns"
        remedy = "Delete a title above the names of the columns, or name all of them."
        if its.delimiter == ",":
            remedy = f"{remedy} Where a comma stands before decimals, semicolons must stand between columns."
        raise InputError("file", name, rule, remedy)
    cells = zip(*rows, strict=True) if rows else [()] * len(columns)
    named = dict(zip(columns, cells, strict=True))
    return Cells(named, usual_sign(data, name), its.names, _remark(reading, its, len(skipped)))


def csv_rows(data: bytes, columns: tuple[str, ...]) -> tuple[list[tuple[str, ...]], str | None]:
    """The same row by row, with the remark."""
    taken = read_cells(data, columns)
    return list(zip(*taken.columns.values(), strict=True)), taken.remark


def filled(cells: Iterable[str]) -> int:
    """How many of the cells hold something."""
    return sum(1 for cell in cells if cell.strip().lower() not in MISSING)


def holds_numbers(values: Float64[np.ndarray, " cells"], filled: int) -> bool:
    """Whether at least half of what a column holds is finite numbers."""
    return 0 < filled <= 2 * int(np.isfinite(values).sum())


def is_identifier(name: str, values: Float64[np.ndarray, " cells"]) -> bool:
    """Whether a column names its rows and measures nothing: whole numbers, no two of them equal, under a name that
    says so (``id``, ``user_id``, ``UserId``, ``Index``, ``No.``, ``patient``), or with no name and counting by one; or
    dates such as 20240131. A row of units or a source below the table has none.
    """
    values = values[np.isfinite(values)]
    if len(values) < 2 or (values % 1).any():
        return False
    if are_dates(values):
        return True
    if _NAMELESS.fullmatch(name):
        return bool((np.diff(values) == 1).all())
    return bool(_NAMES_ROWS.fullmatch(name)) and len(np.unique(values)) == len(values)


def are_dates(values: Float64[np.ndarray, " numbers"]) -> bool:
    """Whether finite numbers are all days of 1900 to 2099, written as 20240131."""
    months, days = values // 100 % 100, values % 100
    near = (values > 19e6) & (values < 21e6) & (months >= 1) & (months <= 12) & (days >= 1) & (days <= 31)
    return len(values) > 1 and bool(near.all() and not (values % 1).any())


# As pandas and this module call a column without a name, and what people call one that numbers the rows.
_NAMELESS = re.compile(r"|unnamed: \d+|column \d+", re.IGNORECASE)
_NAMES_ROWS = re.compile(
    r"(?i:ids?|index|idx|uuid|row|row[ _]?(number|no|nr|id|name)|no\.?|nr\.?|#|.*[ _.-]id|"
    r"patient|subject|participant|respondent|person|record|observation|obs)|.*[a-z]I[dD]"
)


def to_csv(table: pandas.DataFrame) -> str:
    """``table`` as CSV; words in quotation marks, numbers without, missing numbers empty.

    A word that a spreadsheet would work out as a formula gets an apostrophe, which ``csv_rows`` takes off again.
    """
    harmless = table.set_axis([_no_formula(name) for name in table.columns], axis=1)
    for place, kind in enumerate(table.dtypes):
        if not pandas.api.types.is_numeric_dtype(kind):
            # Left to choose, pandas takes a string type that cannot hold half a surrogate pair.
            words = pandas.Series([*map(_no_formula, table.iloc[:, place])], dtype=object, index=table.index)
            harmless.isetitem(place, words)  # type: ignore[arg-type]  # the stubs lack Series
    # Left to itself the writer quotes only where it must, and forgets the carriage return.
    return harmless.to_csv(index=False, quoting=csv.QUOTE_NONNUMERIC, lineterminator="\n")


# What spreadsheets take for a formula (OWASP, "CSV Injection"). A word that has the apostrophe already gets another.
_FORMULA = re.compile(r"'*[=+\-@\t\r]")


def _no_formula(value: Any) -> Any:
    return f"'{value}" if isinstance(value, str) and _FORMULA.match(value) else value


def _rows(
    text: str, its: Header, columns: tuple[str, ...], name: str, skipped: list[int], whole: bool = True
) -> Iterator[tuple[str, ...]]:
    """The cells of ``columns`` in every row; ``skipped`` takes the numbers of those with more cells than the header."""
    known, delimiter = its.names, its.delimiter
    place = {column: number for number, column in enumerate(known)}
    for column in columns:
        if column not in place:
            raise InputError("column", column, "there is no such column", f"There are: {listed(known, 20)}.")
    # Before memory is taken: what a row lacks is filled in. Lines are rows where none is blank, or stands in quotes.
    lines = 0 if any(sign in text for sign in ('"', "\n\n", "\n\r\n")) else text.count("\n") - 1
    cells = text.count(delimiter) + 1 if delimiter != " " else 0  # several blanks may stand between two cells
    _limit_cells(max(cells, lines * len(columns)), name)
    places = [place[column] for column in columns]
    pick = itemgetter(*places) if len(places) > 1 else lambda row: (row[places[0]],)
    read = records(text, delimiter, name if whole else None, its.start)
    next(read)
    for number, row in enumerate(read, 1):
        _limit_cells(number * len(places), name)
        if len(row) == len(known):
            yield pick(row)
        elif len(row) > len(known) and any(row[len(known) :]):
            # An empty cell too many is a delimiter at the end of the line, and harmless.
            skipped.append(number)
        else:
            yield tuple(row[each] if each < len(row) else "" for each in places)


def _remark(reading: Reading, its: Header, skipped: int) -> str | None:
    remarks = [reading.remark] if reading.remark else []
    if its.title:
        line = lines_in(reading.text[: its.start]) + 1
        remarks.append(f"The names of the columns were found in line {line:,}, below the title “{visible(its.title)}”.")
    if its.delimiter == " ":
        remarks.append("The columns were read as parted by blanks.")
    if its.row_name:
        name = visible(its.names[0])
        remarks.append(f"The first cell of each row has no name above it and was read as “{name}”.")
    if skipped:
        rows_have = "row has" if skipped == 1 else "rows have"
        remarks.append(f"{skipped:,} {rows_have} more cells than the header and did not count.")
    return " ".join(remarks) or None


def _limit_cells(cells: int, name: str) -> None:
    if cells > MAX_CELLS:
        raise InputError("file", name, f"it must have at most {MAX_CELLS:,} cells", "Bring a part of it.")
