"""A reader's table (CSV) as a tensor: its columns of numbers, but for those that only name the rows."""

import re
from itertools import chain, islice

import numpy as np
from jaxtyping import Float64

from core.errors import InputError
from core.number_column import PLAINLY, total_remark
from core.number_text import may_be_number
from core.table_columns import read_table
from core.table_header import MAX_COLUMNS, with_delimiters
from core.table_text import beginning, is_identifier
from core.text import Verbatim, listed, shortened, visible

MOST_LISTED = 200
MOST_TOTALS = 5  # remarks on single columns
MOST_CELLS = 3_000_000  # held as texts while they are read, some 150 bytes each
_SAVE = "Save it as .npy, which holds up to 64 MB of numbers."


def read_matrix(
    data: bytes, chosen: tuple[str, ...] = ()
) -> tuple[Float64[np.ndarray, "rows columns"], tuple[str, ...]]:
    """The columns that are ``chosen``, missing numbers being NaN, and remarks for the reader.

    Where none is chosen, they are all that hold nothing but numbers, without those that name the rows. A table whose
    first line is of numbers alone has no header.

    Raises:
        InputError: the file is no table or too large a one, a chosen column holds no numbers, or none does.
    """
    check_size(data)
    table = read_table(data, "file", matrix=True)
    words = {column.name: column.word for column in table.columns if column.word}
    found = {column.name: column for column in table.columns if column.plain}
    remarks = table.remarks
    if not found:
        raise _no_numbers(words)
    for name in chosen:
        if name not in found:
            remedy = f"It has: {listed(found, 10)}."
            raise InputError("columns", name, "the table has no column of numbers of this name", remedy)
    naming = [] if chosen else [name for name, column in found.items() if is_identifier(name, column.values)]
    kept = [found[name] for name in chosen or found if name not in naming] or [*found.values()]
    if words and not chosen:
        remarks += (_left_out(words),)
    if len(kept) < len(found) and not chosen:
        remarks += (_naming(naming),)
    totals = chain.from_iterable((*each.remarks, *total_remark(each.name, each.finite)) for each in kept)
    return np.stack([each.values for each in kept], axis=1), (*remarks, *islice(totals, MOST_TOTALS))


def number_columns(data: bytes, name: str = "file") -> tuple[str, ...]:
    """The names of the columns of numbers, as far as the beginning of the file tells: a page asks in each run. None of
    a table with more than 200 columns, which is a matrix rather than a list of measurements.

    Raises:
        InputError: as ``read_matrix``.
    """
    data, whole = beginning(data)
    check_size(data)
    found = tuple(column.name for column in read_table(data, "file", whole, matrix=True).columns if column.plain)
    return found if len(found) <= MOST_LISTED else ()


def check_size(data: bytes) -> int:
    """How many cells a table has at the most, counted without reading one.

    Raises:
        InputError: more columns or cells than are read.
    """
    first = re.split(rb"[\r\n]", data.lstrip(b"\r\n\xff\xfe\0"), maxsplit=1)[0]
    columns = 1 + max(first.count(each) for each in (b",", b";", b"\t", b"|"))
    rows = max(data.count(b"\n"), data.count(b"\r"), 1)
    cells = columns * rows
    if columns == 1:  # blanks may stand between more
        cells = min(max(1, len(first.split())) * rows, rows + data.count(b" "))
    if columns > MAX_COLUMNS:
        rule = f"it must have at most {MAX_COLUMNS:,} columns, and its first line has {columns:,}"
        raise unusable(rule, _SAVE)
    if cells > MOST_CELLS:
        rule = f"as a text it must have at most {MOST_CELLS:,} cells, and has about {cells:,}"
        raise unusable(rule, _SAVE)
    return cells


def unusable(rule: str, remedy: str) -> InputError:
    """The refusal of a file."""
    return InputError("file", "the file", rule, remedy)


def _naming(names: list[str]) -> str:
    """That columns are left out which number the rows."""
    named = Verbatim(listed(map(visible, names), 5))
    if len(names) == 1:
        return f"Left out: {named}, which numbers the rows and measures nothing. Choose columns to include it."
    return f"Left out: {named}, which number the rows and measure nothing. Choose columns to include them."


def _left_out(words: dict[str, str]) -> str:
    """That columns are left out, and the first word of the first of them."""
    named, word = Verbatim(listed(map(visible, words), 5)), visible(next(iter(words.values())))
    if len(words) == 1:
        return f"Left out: {named}, which holds more than numbers: “{word}”."
    return f"Left out: {named}, which hold more than numbers, the first of them “{word}”."


def _no_numbers(words: dict[str, str]) -> InputError:
    """That no column holds numbers alone, and a word in one of them, if possible one that may be meant as a number."""
    remedy = with_delimiters("Choose another table.", words)
    if not words:
        return unusable("one column of it at least must hold nothing but numbers", remedy)
    name, word = next((each for each in words.items() if may_be_number(each[1])), next(iter(words.items())))
    rule = (f"one column of it at least must hold nothing but numbers, and “{visible(name)}” holds "
            f"“{Verbatim(shortened(word))}”")  # fmt: skip
    return unusable(rule, PLAINLY if may_be_number(word) else remedy)
