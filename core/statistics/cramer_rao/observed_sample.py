"""One sample to look at: drawn, typed, or a column of a reader's CSV file."""

import numpy as np
from jaxtyping import Float64

from core.errors import InputError, MissingInput
from core.number_text import numbers, separator_remarks, typed_numbers
from core.numbers import exact
from core.statistics.cramer_rao.families import Family
from core.table_text import csv_column

Sample = Float64[np.ndarray, " draws"]
MOST_TYPED = 1_000
LARGEST, SMALLEST = 1e60, 1e-60  # whose fourth powers are numbers too
NEARLY = 1e-6  # of the largest: a gamma's shape grows with the square of its inverse, and runs out of digits
DIGITS = 1e-10  # of a place on an axis, that its neighbours must differ by
_MISSING = {"", "na", "n/a", "nan", "null", "none", "-", "."}


def typed(text: str) -> Sample:
    """The numbers of ``text``, between spaces, commas or semicolons.

    Raises:
        InputError: there is none, or something else stands among them.
    """
    if not text.strip():
        raise MissingInput("values", text, "There is no number yet", "Type some, with spaces between them.")
    return typed_numbers(text, "values", MOST_TYPED, least=1, remedy="Bring more of them as a CSV file.")


def column(data: bytes | None, name: str) -> tuple[Sample, tuple[str, ...]]:
    """The numbers of a column, and what a reader should know about the cells that are none.

    Raises:
        InputError: there is no file, no such column, or it holds words rather than numbers.
    """
    if data is None:
        raise MissingInput(
            "file",
            "",
            "No file is chosen yet (a link does not carry one)",
            "Choose a CSV file with a column of numbers.",
        )
    reading = csv_column(data, name)
    cells = [cell.strip() for cell in reading.text.split("\n")] if reading.text else []
    filled = [cell for cell in cells if cell.lower() not in _MISSING]
    read = numbers(filled)
    sample = read[np.isfinite(read)]
    if 2 * len(sample) < max(1, len(filled)):
        raise InputError("column", name, "it must hold numbers", "Choose another column.")
    remarks = [*([reading.remark] if reading.remark else []), *separator_remarks({name: filled})]
    if len(sample) < len(cells):
        left_out = len(cells) - len(sample)
        remarks.append(f"{left_out:,} of {len(cells):,} cells {'holds' if left_out == 1 else 'hold'} no number "
                       f"and {'was' if left_out == 1 else 'were'} left out.")  # fmt: skip
    return sample, tuple(remarks)


def check(sample: Sample, family: Family, known: float, field: str) -> None:
    """Whether ``sample`` can come from ``family``, and is enough to estimate from.

    Raises:
        InputError: it cannot, or is not; told at ``field``.
    """
    low, high = family.support
    where = f"{family.title} draws"
    if len(sample) < 2:
        raise InputError(field, f"{len(sample)} numbers", "there must be at least 2", "Bring more.")
    size = np.abs(sample)
    extreme = (size > LARGEST) | ((size > 0) & (size < SMALLEST))
    if extreme.any():
        rule = f"a number must be 0, or from {exact(SMALLEST)} to {exact(LARGEST)} in magnitude"
        raise InputError(field, float(sample[extreme][0]), rule, "Choose another unit.")
    strange = sample < low if family.whole else sample <= low
    strange |= (sample > high) | (family.whole & (sample != np.floor(sample)))
    if strange.any():
        allowed = "0 or 1" if high == 1 else "whole numbers from 0" if family.whole else "above 0"
        raise InputError(field, float(sample[strange][0]), f"{where} must be {allowed}", "Choose another family.")
    if family.estimated == 2 and np.ptp(sample) <= (NEARLY * sample.max() if low == 0 else 0.0):
        rule = "the numbers must differ, or their spread cannot be estimated"
        raise InputError(field, float(sample[0]), rule, "Bring others.")
    if family.title == "Normal variance" and np.all(sample == known):
        raise InputError(
            field,
            known,
            "a number at least must differ from this mean, or the variance cannot be estimated",
            "Bring others.",
        )


def check_digits(theta: Float64[np.ndarray, " at"], field: str) -> None:
    """Whether the places ``theta`` of a curve can be told apart.

    Raises:
        InputError: they cannot; told at ``field``.
    """
    if not np.isfinite(theta).all() or np.ptp(theta) <= DIGITS * np.abs(theta).max():
        rule = "the estimate must not exceed its standard error so far that numbers of 16 digits cannot show both"
        raise InputError(field, "the sample", rule, "Subtract a constant, or choose another unit or family.")
