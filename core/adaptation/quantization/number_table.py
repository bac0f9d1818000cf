"""A reader's table (CSV) as a tensor: its columns of numbers, but for those that only name the rows."""

import io
import re
from itertools import chain, islice

import numpy as np
import pandas
from jaxtyping import Float64

from core.errors import InputError
from core.number_column import PLAINLY, total_remark
from core.number_text import may_be_number, numbers
from core.table_columns import Column, read_table
from core.table_header import MAX_COLUMNS, headless, numbers_remark, with_delimiters
from core.table_text import beginning, csv_columns, is_identifier
from core.text import Verbatim, listed, shortened, visible

MOST_LISTED = 200
TOLD = 5  # remarks on single columns
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
    columns, remarks = _columns(data)
    words = {column.name: column.word for column in columns if column.word}
    found = {column.name: column for column in columns if column.plain}
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
    told = chain.from_iterable((*each.remarks, *total_remark(each.name, each.finite)) for each in kept)
    return np.stack([each.values for each in kept], axis=1), (*remarks, *islice(told, TOLD))


def number_columns(data: bytes, name: str = "file") -> tuple[str, ...]:
    """The names of the columns of numbers, as far as the beginning of the file tells: a page asks in each run. None of
    a table with more than 200 columns, which is a matrix rather than a list of measurements.

    Raises:
        InputError: as ``read_matrix``.
    """
    found = tuple(column.name for column in _columns(*beginning(data))[0] if column.plain)
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


def _columns(data: bytes, whole: bool = True) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """The columns of the table, and remarks on its rows and on how commas were read; of one of plain numbers without a
    text for each cell."""
    check_size(data)
    names = csv_columns(data, "file")
    plain = _plain_numbers(data, len(names))
    if plain is None:
        table = read_table(data, "file", whole, matrix=True)
        return table.columns, table.remarks
    names, first = headless(names)
    rows = np.vstack([numbers(first), plain]) if first else plain
    filled = np.count_nonzero(~np.isnan(rows), axis=0).tolist()
    return tuple(map(Column, names, rows.T, filled)), numbers_remark(names)


def _plain_numbers(data: bytes, columns: int) -> Float64[np.ndarray, "rows columns"] | None:
    """The numbers below the header of a table of nothing but numbers between commas, in rows of one length; None of any
    other. To the same bits as ``float`` of each cell, without a text for each."""
    head, _, body = data.partition(b"\n")
    body = body.replace(b"\r\n", b"\n").rstrip(b"\n")
    rows = body.count(b"\n") + 1
    if not body or body.translate(None, b"0123456789+-.eE,\n") or b"\n\n" in body or body.startswith(b"\n"):
        return None
    if head.count(b",") != columns - 1 or body.count(b",") != rows * (columns - 1):
        return None
    if not head.strip() or any(each in head for each in _OTHER):
        return None
    try:
        head.decode()  # else it is told how the names were read
        found = pandas.read_csv(io.BytesIO(body), header=None, dtype=np.float64).to_numpy()
    except (ValueError, pandas.errors.ParserError):  # a row of another length, "1-2", or no UTF-8
        return None
    return found if found.shape == (rows, columns) else None


# In a header: other signs between the cells, quotes, and the line "sep=," that stands above one.
_OTHER = (b'"', b";", b"\t", b"|", b"\0", b"=")
