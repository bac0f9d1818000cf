"""One sample to look at: drawn, typed, or a column of a reader's CSV file."""

import numpy as np
from jaxtyping import Float64

from core.errors import InputError, MissingInput
from core.number_text import typed_numbers
from core.numbers import counted, exact
from core.statistics.cramer_rao.families import Family

Sample = Float64[np.ndarray, " draws"]
MOST_TYPED = 1_000
LARGEST, SMALLEST = 1e60, 1e-60  # whose fourth powers are numbers too
NEARLY = 1e-6  # of the largest: a gamma's shape grows with the square of its inverse, and runs out of digits
DIGITS = 1e-10  # of a place on an axis, that its neighbours must differ by


def typed(text: str) -> Sample:
    """The numbers of ``text``, between spaces, commas or semicolons.

    Raises:
        InputError: there is none, or something else stands among them.
    """
    if not text.strip():
        raise MissingInput("values", text, "There is no number yet", "Type some, with spaces between them.")
    return typed_numbers(text, "values", MOST_TYPED, least=1, remedy="Bring more of them as a CSV file.")


def check(sample: Sample, family: Family, known: float, field: str) -> None:
    """Whether ``sample`` can come from ``family``, and is enough to estimate from.

    Raises:
        InputError: it cannot, or is not; told at ``field``.
    """
    low, high = family.support
    where = f"{family.title} draws"
    if len(sample) < 2:
        raise InputError(field, counted(len(sample), "number"), "there must be at least 2", "Bring more.")
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
        rule = "a number at least must differ from this mean, or the variance cannot be estimated"
        raise InputError(field, known, rule, "Bring others.")


def check_digits(theta: Float64[np.ndarray, " at"], field: str) -> None:
    """Whether the places ``theta`` of a curve can be told apart.

    Raises:
        InputError: they cannot; told at ``field``.
    """
    if not np.isfinite(theta).all() or np.ptp(theta) <= DIGITS * np.abs(theta).max():
        rule = "the estimate must not exceed its standard error so far that numbers of 16 digits cannot show both"
        raise InputError(field, "the sample", rule, "Subtract a constant, or choose another unit or family.")
