"""The columns of a reader's table (CSV): their numbers, and what is to know of each."""

import io
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
import pandas
from jaxtyping import Float64, Int64

from core.errors import InputError
from core.number_column import cell_remarks
from core.number_text import first_word, numbers
from core.table_header import headless, numbers_remark
from core.table_text import MAX_CELLS, csv_columns, filled, holds_numbers, is_identifier, read_cells
from core.text import visible

MOST_COLUMNS = 200
# In a header: other signs between the cells, quotes, and the line "sep=," that stands above one.
_OTHER_SIGNS = (b'"', b";", b"\t", b"|", b"\0", b"=")

Values = Float64[np.ndarray, " rows"]
Numbers = Int64[np.ndarray, " rows"]


@dataclass(frozen=True, eq=False)
class TableColumn:
    """Its cells as numbers, NaN where they are empty or none; how many are not empty, and the first that is a word.
    Where all are plain numbers there may be no texts of them.
    """

    name: str
    values: Values
    filled: int
    word: str = ""
    cells: Sequence[str] = ()

    @property
    def finite(self) -> Values:
        return np.asarray(self.values[np.isfinite(self.values)])

    @property
    def remarks(self) -> tuple[str, ...]:
        """What to know of its cells."""
        return cell_remarks(self.name, self.cells, self.values)

    @property
    def numeric(self) -> bool:
        return holds_numbers(self.values, self.filled)

    @property
    def plain(self) -> bool:
        """Whether it holds numbers and nothing else."""
        return self.filled > 0 and not self.word

    @property
    def measures(self) -> bool:
        """Whether it holds numbers that measure something, and do not only name the rows."""
        return self.numeric and not is_identifier(self.name, self.values)

    @property
    def described(self) -> str:
        """Why it is left out."""
        if self.numeric:
            return f"“{visible(self.name)}” only names the rows"
        return f"“{visible(self.name)}” holds text" if self.filled else f"“{visible(self.name)}” is empty"


@dataclass(frozen=True, eq=False)
class Table:
    """The columns of a reader's file, what its reading left to say, and the numbers of its rows below the header."""

    columns: tuple[TableColumn, ...]
    remarks: tuple[str, ...]
    rows: Numbers


def read_table(data: bytes, name: str = "table", whole: bool = True, matrix: bool = False) -> Table:
    """Every column of a table (CSV), or where it is not ``whole`` of its beginning; of one of plain numbers without a
    text for each cell.

    Of a ``matrix`` the columns may be more, a first line of numbers alone is a row, and columns with a word are none of
    numbers.

    Raises:
        InputError: the file is no table, has no rows, or too many columns.
    """
    names = csv_columns(data, name)
    if len(names) > MOST_COLUMNS and not matrix:
        rule = f"it must have at most {MOST_COLUMNS} columns, and has {len(names):,}"
        raise InputError("file", name, rule, "Keep only the columns that matter.")
    called, first = headless(names) if matrix else (names, ())
    if (plain := _plain_numbers(data, len(names))) is not None:
        values = np.vstack([numbers(first), plain]) if first else plain
        counts = np.count_nonzero(~np.isnan(values), axis=0).tolist()
        return Table(
            tuple(map(TableColumn, called, values.T, counts)), numbers_remark(called), np.arange(1, len(plain) + 1)
        )
    skipped: list[int] = []
    taken = read_cells(data, names, name, whole, skipped)
    rows = len(taken.columns[names[0]])
    counted = np.delete(np.arange(1, rows + len(skipped) + 1), np.array(skipped, int) - 1)
    if first:
        cells = zip(first, taken.columns.values(), strict=True)
        taken = replace(
            taken, names=called, columns={each: (top, *held) for each, (top, held) in zip(called, cells, strict=True)}
        )
    elif not rows:
        raise InputError("file", name, "it must have rows below the names of its columns", "Choose another table.")
    columns = tuple(_column(each, held, numbers(held, taken.usual)) for each, held in taken.columns.items())
    numeric = [each.name for each in columns if (each.plain if matrix else each.numeric)]
    return Table(columns, taken.remarks(numeric), counted)


def _column(name: str, cells: Sequence[str], values: Values) -> TableColumn:
    return TableColumn(name, values, filled(cells), first_word(cells, values), cells)


def _plain_numbers(data: bytes, columns: int) -> Float64[np.ndarray, "rows columns"] | None:
    """The numbers below the header of a table of nothing but numbers between commas, in rows of one length; None of any
    other, of too large a one, and where whole numbers have more digits than doubles. To the same bits as ``float`` of
    each cell, without a text for each.
    """
    head, _, body = data.partition(b"\n")
    body = body.replace(b"\r\n", b"\n").rstrip(b"\n")
    rows = body.count(b"\n") + 1
    if not body or body.translate(None, b"0123456789+-.eE,\n") or b"\n\n" in body or body.startswith(b"\n"):
        return None
    if head.count(b",") != columns - 1 or body.count(b",") != rows * (columns - 1) or rows * columns > MAX_CELLS:
        return None
    if not head.strip() or any(each in head for each in _OTHER_SIGNS):
        return None
    try:
        head.decode()  # else it is told how the names were read
        found = pandas.read_csv(io.BytesIO(body), header=None, dtype=np.float64).to_numpy()
    except (ValueError, pandas.errors.ParserError):  # a row of another length, "1-2", or no UTF-8
        return None
    return found if found.shape == (rows, columns) and not (np.abs(found) >= 2.0**53).any() else None
