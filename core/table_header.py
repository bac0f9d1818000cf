"""The line of a table that names its columns: what stands between them, and what titles stand above it."""

import io
import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import islice

import numpy as np

from core.errors import InputError
from core.number_text import MISSING, numbers
from core.table_records import declared, records
from core.text import visible

# Stands between no two cells: the delimiter of a file that has one column.
_NO_DELIMITER = "\x1f"
ROW_NAME = "row name"
NAME_THEM = "Name the columns in the first line."
AGAIN = re.compile(r" \(\d+\)$")  # what is added to a name that comes again
MAX_HEADER = 1_000_000  # characters of the line that names the columns
MAX_COLUMN = 1_000  # characters of one name
MAX_COLUMNS = 5_000
TRIED = 20  # rows whose cells tell what stands between the columns
MOST_TITLES = 40  # lines, blank ones among them, that may stand above the names: an instrument writes its settings
TITLE_LENGTH = 60  # characters of a title
_JSON = re.compile(r'\s{0,99}(\{\s{0,99}"[^"\r\n]{0,99}"\s{0,9}:|\[\s{0,99}(\{\s{0,99}"|\[\s{0,99}["\d-]))')
_COMMENTS = "#", "%"  # % as MATLAB and LaTeX write them
_QUOTED = re.compile(r' *"[^"\r\n]+"( +"[^"\r\n]+")* *[\r\n]')  # names as R writes them between blanks
_LOOKED_AT = 20_000  # characters of a table in which they are looked for


@dataclass(frozen=True)
class Header:
    """The names of the columns and the delimiter. They begin at ``start``, below ``title`` where one stands above; the
    first stands above nothing in the file where each row has a ``row_name``.
    """

    names: tuple[str, ...]
    delimiter: str
    start: int = 0
    title: str = ""
    row_name: bool = False


def header(text: str, name: str) -> Header:
    """The names in the first line of a table, or below its title.

    Raises:
        InputError: there are none, or too many or too long ones.
    """
    if not text:
        rule = "it must have a header line, and it is empty"
        raise InputError("file", name, rule, "Save it again, or choose another.")
    if _JSON.match(text):
        raise InputError("file", name, "it is JSON, not a table", "Save it as CSV.")
    start, title = _below_title(text)
    blanks = not start and _blanks_part(text)
    if not (start or blanks) and text.startswith(_COMMENTS):
        start, title = _below_comments(text)
        blanks = start > 0
    beginning = text[: start + MAX_HEADER + 1]
    delimiter = " " if blanks else _delimiter(beginning[start:])
    names = [cell.strip() for cell in next(records(beginning, delimiter, name, start), [])]
    _limit_header(names, name)
    delimiter = _beside_numbers(beginning, start) if len(names) == 1 and not blanks else delimiter
    if delimiter != _NO_DELIMITER:
        _, *rows = islice(records(beginning, delimiter, start=start), 1 + TRIED)
        if _have_names(names, rows):
            *distinct, first = _distinct([*names, ROW_NAME])
            return Header((first, *distinct), delimiter, start, title, row_name=True)
    return Header(_distinct(names), delimiter if len(names) > 1 else _NO_DELIMITER, start, title)


def _have_names(names: list[str], rows: list[list[str]]) -> bool:
    """Whether each row begins with a name of its own, as R writes them: it has one cell more than the header. Where all
    of these are empty at the end, a delimiter stands there; and numbers alone are no header.
    """
    return (
        len(rows) > 1
        and all(names)
        and all(len(row) == len(names) + 1 for row in rows)
        and any(row[-1] for row in rows)
        and len({row[0] for row in rows}) == len(rows)
        and not np.isfinite(numbers(names)).all()
    )


def _beside_numbers(text: str, start: int) -> str:
    """What parts a single named column from names of rows that count from 1. As 1,5 is a number, these stand in
    quotation marks before a comma, as R writes them.
    """
    for delimiter in ",;\t|":
        _, *rows = [*islice(records(text, delimiter, start=start), 1 + TRIED)] or [[]]
        numbered = [row[0] for row in rows if len(row) == 2] == [str(place) for place in range(1, 1 + len(rows))]
        if numbered and (delimiter != "," or '\n"1",' in text):
            return delimiter
    return _NO_DELIMITER


def with_delimiters(remedy: str, names: Collection[str]) -> str:
    """A remedy, and what must stand between columns where a table has a single one under a name with a blank."""
    single = len(names) == 1 and " " in next(iter(names))
    return f"{remedy} Commas, semicolons or tabs must stand between columns." if single else remedy


def _blanks_part(text: str) -> bool:
    """Whether blanks alone stand between columns: every line has as many words, at least two, or every row one more
    than there are names, and the first rows are numbers, other than one number with blanks between its thousands.
    Columns of words may stand among them where all names are in quotation marks, or most columns hold numbers.
    """
    if len(text) > _LOOKED_AT:
        text = text[: text.rfind("\n", 0, _LOOKED_AT) + 1]
    if any(sign in text for sign in ";\t|"):
        return False
    names, *rows = [*records(text, " ")] or [[]]
    width, first = len(rows[0]) if rows else 0, rows[:TRIED]
    if width < 2 or "," in "".join(names) or any(len(row) != width for row in rows):
        return False
    quoted = _QUOTED.match(text) is not None
    if width != len(names) and not (_have_names(names, first) and (quoted or len(names) > 1)):
        return False
    if np.isfinite(numbers(map("\u00a0".join, first))).all():
        return False
    found = sum(map(_measures, zip(*first, strict=True)))
    return found == width or (found > 0 and (quoted or 2 * found > width))


def _measures(cells: tuple[str, ...]) -> bool:
    """Whether cells are numbers, at least one, but for those that say that one is missing."""
    finite = np.isfinite(numbers(cells))
    return any(finite) and all(is_one or cell.lower() in MISSING for is_one, cell in zip(finite, cells, strict=True))


def _delimiter(beginning: str) -> str:
    """The delimiter that cuts the first line into the most cells, but where several cut it the one that suits the rows
    below best, as of ``Zeit, s;Weg, m`` over ``0,5;1,2`` the semicolon.
    """
    headers = {delimiter: next(records(beginning, delimiter), []) for delimiter in ",;\t|"}
    if len(cutting := [each for each, cells in headers.items() if len(cells) > 1]) > 1:
        return max(cutting, key=lambda each: _fit(beginning, each))
    return max(headers, key=lambda each: len(headers[each]))


def _fit(beginning: str, delimiter: str) -> tuple[float, float, int]:
    """How well a delimiter suits the first rows: the share of them that have as many cells as the header, that of
    numbers among those cells, and how many columns it makes.
    """
    names, *rows = islice(records(beginning, delimiter), 1 + TRIED)
    cells = [cell for row in rows if len(row) == len(names) for cell in row]
    finite = int(np.isfinite(numbers(cells)).sum())
    return len(cells) / max(1, len(names) * len(rows)), finite / max(1, len(cells)), len(names)


def _below_comments(text: str) -> tuple[int, str]:
    """Where names with blanks between them begin below lines of comments, or in the last of these, as
    numpy.savetxt writes them, and the first line where it is not that one; 0 and "" where there are none.
    """
    last = end = 0
    for line in io.StringIO(text[:_LOOKED_AT], newline=""):
        if not line.startswith(_COMMENTS):
            break
        last, end = end, end + len(line)
    place = next((place for place in (last + 1, end) if _blanks_part(text[place:])), 0)
    return place, text.partition("\n")[0].strip()[:TITLE_LENGTH] if place > 1 else ""


def _below_title(text: str) -> tuple[int, str]:
    """Where the names of the columns begin and what stands above them, as spreadsheets save a sheet with a title; 0 and
    "" where the first line may name the columns.

    Above rows of as many cells as there are names, some of which are numbers, a title is a line of fewer cells, or one
    with a blank line below it that fills a single cell.
    """
    if len(text) > _LOOKED_AT:
        text = text[: text.rfind("\n", 0, _LOOKED_AT) + 1]
    first = next(records(text, delimiter := _delimiter(text)), [])
    if not first or (len(first) > 1 and all(first) and _fit(text, delimiter)[0] == 1):
        return 0, ""
    start, blank, title, comments = declared(text), False, "", 0
    for number, line in enumerate(io.StringIO(text[start:], newline="")):
        written = line.strip(',;\t|"\r\n ')
        comment = line.startswith(_COMMENTS)
        comments += comment
        if number > MOST_TITLES + comments:
            break
        if title and written and not (comment and number > MOST_TITLES) and (cells := _names_rows(text[start:], blank)):
            above = [row for row in records(text[:start], _delimiter(text[start:])) if any(row)]
            single = blank and all(sum(map(bool, row)) == 1 for row in above)
            if single or all(len(row) < cells for row in above):
                return start, title
        blank = not written
        title = title or written[:TITLE_LENGTH]
        start += len(line)
    return 0, ""


def _names_rows(text: str, blank: bool) -> int:
    """How many columns the first line names: it is words and perhaps years, above rows most of which have a cell for
    each, and none more, and a column of numbers. 0 where it names none. Without a ``blank`` line above it a single year
    is none of the names, nor are several one of which stands above years: “Rome, 1960, 2024” is a line of text.
    """
    lines = records(text, _delimiter(text))
    names = [name.strip() for name in next(lines, [])]
    words = [name for name in names if (name == "Na" or name.lower() not in MISSING)  # which is sodium
             and not np.isfinite(numbers([name])[0])]  # fmt: skip
    years = [place for place, name in enumerate(names) if _is_year(name)]
    years = years if blank or len(years) > 1 else []
    ended = names[-1:] == [""]  # by a delimiter, as the World Bank writes each line
    if len(names) < 2 or not words or len(words) + len(years) + ended < len(names):
        return 0
    rows = list(islice(lines, TRIED))
    whole = [row for row in rows if len(row) == len(names)]
    if 2 * len(whole) < len(rows) or any(len(row) > len(names) for row in rows):
        return 0
    if not blank and any(all(_is_year(row[place].strip()) for row in whole) for place in years):
        return 0
    counts = [int(np.isfinite(numbers(cells)).sum()) for cells in zip(*whole, strict=True)]
    return len(names) if 2 * max(counts, default=-1) >= len(whole) else 0


def numbers_remark(names: Collection[str]) -> tuple[str, ...]:
    """That the first line was read as names where it may be a row: all are numbers, other than years, or one of them
    has a fraction.
    """
    names = [AGAIN.sub("", name) for name in names]
    finite = [name for name, value in zip(names, numbers(names), strict=True) if np.isfinite(value)]
    fractions = [name for name in finite if not name.isdecimal()]
    if not fractions and (len(finite) < len(names) or all(map(_is_year, finite))):
        return ()
    named = visible((fractions or finite)[0])
    return (f"The first line was read as the names of the columns, though “{named}” is a number. Write names above it "
            "if it is a row.",)  # fmt: skip


def headless(names: Sequence[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The names of a matrix's columns, and its first row where that stands in their place: a line of numbers alone."""
    cells = tuple(AGAIN.sub("", name) for name in names)
    return (tuple(names), ()) if np.isnan(numbers(cells)).any() else (_distinct([""] * len(names)), cells)


def _is_year(name: str) -> bool:
    return len(name) == 4 and name.isdecimal() and "1500" <= name < "2100"


def _limit_header(names: list[str], name: str) -> None:
    """
    Raises:
        InputError: the columns have no names, or too long ones, or are too many.
    """
    if not any(names):
        raise InputError("file", name, "it must have a header line", NAME_THEM)
    if (longest := max(map(len, names))) > MAX_COLUMN:
        rule = f"a column's name must have at most {MAX_COLUMN:,} characters, and one in the first line has {longest:,}"
        raise InputError("file", name, rule, NAME_THEM)
    if len(names) > MAX_COLUMNS:
        rule = f"it must have at most {MAX_COLUMNS:,} columns, and has {len(names):,}"
        raise InputError("file", name, rule, "Keep only the columns that matter.")


def _distinct(names: list[str]) -> tuple[str, ...]:
    taken, last = set(names), dict.fromkeys(names, 1)
    used: set[str] = set()
    distinct = []
    for position, name in enumerate(names, start=1):
        unique = name or f"column {position}"
        while unique in used or (unique != name and unique in taken):
            last[name] += 1
            unique = f"{name or f'column {position}'} ({last[name]})"
        used.add(unique)
        distinct.append(unique)
    return tuple(distinct)
