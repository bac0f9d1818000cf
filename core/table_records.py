"""The rows of a table as text, cell by cell, without Excel's first line and the apostrophes of our own CSV."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from core.errors import InputError
from core.text import MAX_BYTES

# A cell may be as long as the whole file; the module's own limit of 131,072 would be an error for a book.
csv.field_size_limit(MAX_BYTES)

_DECLARED = re.compile(r'"?sep=[,;|\t]"?(\r\n|\r|\n)', re.IGNORECASE)
_LINE_END = re.compile(r"\r\n|\r|\n")
MARKED = re.compile(r"'+[=+\-@\t\r]")  # an apostrophe that keeps a spreadsheet from working a word out


def records(text: str, delimiter: str, name: str | None = None, start: int = 0) -> Iterator[list[str]]:
    """The rows from ``start`` on that are not blank, without the apostrophes of ``to_csv`` and Excel's first line
    ``sep=;``.

    Raises:
        InputError: a file is called ``name``, which is whole, and a cell of it begins with a quotation mark, goes on
            over line ends, and has no mark at its end.
    """
    start = max(start, declared(text))
    body = text[start:]
    # Of blanks, any number is one; and one may stand between a comma and a quotation mark.
    spaced = delimiter == " " or any(f'{delimiter} "' in line for line in body.split("\n", 2)[:2])
    rows: Iterator[list[str]] = _reader(io.StringIO(body, newline=""), delimiter, spaced)
    if name is not None and '"' in body:
        rows = _closed(body, delimiter, name, lines_in(text[:start]), spaced)
    if delimiter == " ":
        rows = (row if row[-1:] != [""] else row[:-1] for row in rows)  # blanks at the end of a line
    filled = (row for row in rows if row)
    return map(_as_written, filled) if "'" in body else filled


def _reader(lines: io.StringIO, delimiter: str, spaced: bool) -> Any:
    """What cuts lines into cells, of which each may begin with blanks that are not of it."""
    return csv.reader(lines, delimiter=delimiter, skipinitialspace=spaced)


def declared(text: str) -> int:
    """How many characters Excel's line ``sep=;`` has at the beginning of a table."""
    found = _DECLARED.match(text)
    return found.end() if found else 0


def lines_in(text: str) -> int:
    """How many lines a text ends."""
    return len(_LINE_END.findall(text))


def _closed(text: str, delimiter: str, name: str, above: int, spaced: bool) -> Iterator[list[str]]:
    """The rows, each looked at whose cells may go on over line ends; ``above`` lines stand above the text."""
    lines = io.StringIO(text, newline="")
    reader = _reader(lines, delimiter, spaced)
    start = line = 0
    for row in reader:
        end = lines.tell()
        if reader.line_num > line + 1 or end == len(text):
            _check(text[start:end], delimiter, name, above + line, spaced)
        start, line = end, reader.line_num
        yield row


def _check(record: str, delimiter: str, name: str, above: int, spaced: bool) -> None:
    """Raises InputError where a cell that goes on over line ends does not end with the mark that closes it: what comes
    behind that mark in a cell of one line is read as part of it.
    """
    between = re.escape(delimiter)
    plain = f"[^{between}\r\n]*"
    quoted = rf'{" *" if spaced else ""}"(?P<quoted>[^"]*+(?:""[^"]*+)*+)(?P<end>"?)(?P<more>{plain})'
    for cell in re.finditer(rf"(?:{quoted}|{plain})(?:{between}|\r\n?|\n|$)", record):
        if cell["quoted"] is None or (cell["end"] and not (cell["more"].strip() and _LINE_END.search(cell["quoted"]))):
            continue
        first = above + 1 + lines_in(record[: cell.start()])
        last = first + lines_in(cell["quoted"])
        begins = f"a cell begins with a quotation mark in line {first:,}"
        rule = f"{begins} and has none at its end, so all that follows is in it"
        if cell["end"]:
            rule = f"{begins}, goes on to line {last:,} and has none at its end"
        raise InputError("file", name, rule, "Put one there, or delete the one at the beginning.")


def _as_written(row: list[str]) -> list[str]:
    return [cell[1:] if MARKED.match(cell) else cell for cell in row]
