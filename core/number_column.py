"""The numbers of one column of a reader's CSV file."""

import math
import re
from collections.abc import Sequence

import numpy as np
from jaxtyping import Float64

from core.errors import InputError, MissingInput
from core.number_text import MISSING, check_count, first_word, may_be_number, numbers
from core.numbers import exact
from core.table_header import with_delimiters
from core.table_text import are_dates, numbers_first, read_cells
from core.text import Verbatim, shortened, visible

PLAINLY = "Choose another column, or write its numbers with digits and a point alone, such as 1037.5."
_CODES = {-9999.0, -999.0, -99.0, 999.0, 9999.0}
_WHOLE = re.compile(r"[+-]?[0-9]{1,309}")
SMALLEST = 1e-60  # that squares of numbers so far apart are still numbers


def vary(values: Float64[np.ndarray, " numbers"]) -> bool:
    """Whether numbers differ by more than rounding makes."""
    return bool(np.ptp(values) > max(1e-12 * np.abs(values).max(), SMALLEST))


def column(
    data: bytes | None, name: str, *, least: int = 0, most: int | None = None, largest: float = math.inf
) -> tuple[Float64[np.ndarray, " numbers"], tuple[str, ...]]:
    """The numbers of a column, "" being the first that measures something, and what to know about cells that are none.

    Raises:
        InputError: there is no file, no such column, it holds words rather than numbers, fewer than ``least`` or more
            than ``most`` (both count where ``most`` is named), or one beyond ±``largest``.
    """
    if data is None:
        raise MissingInput.no_file("Choose a CSV file with a column of numbers.")
    name = name or numbers_first(data)[0]
    taken = read_cells(data, (name,))
    cells = [cell.strip() for cell in taken.columns[name]]
    filled = [cell for cell in cells if cell.lower() not in MISSING]
    read = numbers(filled, taken.usual)
    sample = read[np.isfinite(read)]
    if 2 * len(sample) < max(1, len(filled)):
        word = first_word(cells, numbers(cells, taken.usual))
        raise no_numbers(name, word, with_delimiters("Choose another column.", taken.names))
    if most is not None:
        check_count(len(sample), "column", name, least, most, "Choose another column, or bring a part of it.")
    if len(beyond := sample[np.abs(sample) > largest]):
        raise InputError("column", exact(beyond[0]), f"each number must lie between ±{exact(largest)}")
    remarks = [*taken.remarks((name,))]
    if len(sample) < len(cells):
        remarks.append(left_out_remark(len(cells) - len(sample), len(cells)))
    remarks += [*cell_remarks(name, filled, read), *total_remark(name, sample)]
    return sample, tuple(remarks)


def no_numbers(name: str, word: str, remedy: str, field: str = "column") -> InputError:
    """The column of ``field`` is none of numbers; a ``word`` in it that may be meant as one is told how to write it."""
    rule = f"it must hold numbers, and “{Verbatim(shortened(word))}” is none" if word else "it must hold numbers"
    return InputError(field, name, rule, PLAINLY if may_be_number(word) else remedy)


def cell_remarks(name: str, cells: Sequence[str], values: Float64[np.ndarray, " cells"]) -> tuple[str, ...]:
    """What cells of a column of numbers may not mean as they were read: a word, digits beyond those of doubles, a code
    for missing values, and dates. Where there are no ``cells``, the last two alone are looked for.
    """
    read = (*_word_remark(name, first_word(cells, values)), *_digits_remark(name, cells, values)) if cells else ()
    finite = values[np.isfinite(values)]
    return *read, *_code_remark(name, finite), *_date_remark(name, finite)


def _word_remark(name: str, word: str) -> tuple[str, ...]:
    """Which word stands where a column should hold a number, so that who wrote (1,000) or 5 % for one learns of it."""
    return (f"“{visible(name)}” holds “{Verbatim(shortened(word))}”, which was read as no number.",) if word else ()


def _digits_remark(name: str, cells: Sequence[str], values: Float64[np.ndarray, " cells"]) -> tuple[str, ...]:
    """The first whole number that is none of the doubles, the nearest of which was read."""
    for place in np.flatnonzero(np.abs(values) >= 2.0**53).tolist():
        if _WHOLE.fullmatch(cell := cells[place].strip()) and int(cell) != float(values[place]):
            return (f"“{visible(name)}” holds {Verbatim(shortened(cell))}: beyond 2⁵³ doubles hold whole numbers only "
                    "nearly.",)  # fmt: skip
    return ()


def _code_remark(name: str, values: Float64[np.ndarray, " numbers"]) -> tuple[str, ...]:
    """That a number beyond ten interquartile ranges of the others may be what statisticians write for a missing one."""
    for code in sorted(_CODES & {values.min(), values.max()}) if len(values) else ():
        others = values[values != code]
        times = len(values) - len(others)
        if len(others) and times >= (2 if len(values) >= 30 else 1):
            low, high = np.quantile(others, [0.25, 0.75]).tolist()
            if not low - 10 * (high - low) <= code <= high + 10 * (high - low):
                many = f"“{visible(name)}” holds {exact(code)} {times:,} times, which counts as a number."
                counts = many if times > 1 else f"“{visible(name)}” holds {exact(code)}, which counts as a number."
                remedy = "Delete it where it stands for a missing value."
                return (f"{counts} {remedy}",)
    return ()


def _date_remark(name: str, values: Float64[np.ndarray, " numbers"]) -> tuple[str, ...]:
    """That dates such as 20240131 count as numbers, among which a month ends with a jump."""
    if not are_dates(values):
        return ()
    return (f"“{visible(name)}” holds {Verbatim(str(int(values[0])))}, which counts as a number. Where it is a date, "
            "count days instead.",)  # fmt: skip


def total_remark(name: str, values: Float64[np.ndarray, " numbers"]) -> tuple[str, ...]:
    """That the last number of a column is the sum of the others, as a table's line of totals has it."""
    others = values[:-1]
    if len(values) < 5 or not (others >= 0).all() or np.count_nonzero(others) < 3:
        return ()
    with np.errstate(over="ignore"):
        if not math.isclose(values[-1], others.sum(), rel_tol=1e-9):
            return ()
    return (f"The last number of “{visible(name)}”, {exact(values[-1])}, is the sum of those above and counts as one "
            "of them. Delete it if it is a total.",)  # fmt: skip


def left_out_remark(left_out: int, cells: int) -> str:
    """How many of so many cells did not count."""
    if left_out == 1:
        return f"1 of {cells:,} cells holds no number and was left out."
    return f"{left_out:,} of {cells:,} cells hold no number and were left out."
