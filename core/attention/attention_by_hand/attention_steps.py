"""Attention on matrices that are written down: every step from Q, K and V to the output.

>>> keys, values = read_matrix("K", "1 0; 0 1"), read_matrix("V", "2 0; 0 4")
>>> steps = calculate(read_matrix("Q", "1 0"), keys, values, scale=1.0)
>>> steps.weights.round(3).tolist()
[[0.731, 0.269]]
>>> steps.output.round(3).tolist()
[[1.462, 1.076]]
"""

import math
from dataclasses import dataclass

import numpy as np
import regex
from jaxtyping import Bool, Float64

from core.errors import InputError, MissingInput

MOST = 64  # rows or columns of a matrix
LONGEST = 60  # characters of a number, or of a scale
MOST_CHARACTERS = 32 * MOST**2  # of a matrix: doubles in full, with signs and blanks between them, take less
LARGEST = 1e100  # of an entry: products of two stay far from the end of the numbers
Matrix = Float64[np.ndarray, "_rows _columns"]


@dataclass(frozen=True, eq=False)
class AttentionSteps:
    """softmax(Q Kᵀ·scale + M) V, step by step.

    ``products`` Q Kᵀ, ``scaled`` times ``scale``, ``masked`` −∞ where ``allowed`` is False, ``exponentials`` of the
    masked scores minus the largest of their row, ``sums`` of these by row, ``weights``, ``output``. A query that may
    look nowhere has weights and output 0, or what else ``calculate`` was told.
    """

    products: Float64[np.ndarray, "queries keys"]
    scale: float
    scaled: Float64[np.ndarray, "queries keys"]
    allowed: Bool[np.ndarray, "queries keys"]
    masked: Float64[np.ndarray, "queries keys"]
    exponentials: Float64[np.ndarray, "queries keys"]
    sums: Float64[np.ndarray, " queries"]
    weights: Float64[np.ndarray, "queries keys"]
    output: Float64[np.ndarray, "queries width"]


def read_matrix(field: str, text: str) -> Matrix:
    """The numbers of ``text``: rows on lines of their own or divided by ``;``, numbers by spaces, commas or tabs.

    Brackets may stand around rows, as Python prints them; fractions such as 1/3 are read, −, × and the like are not.

    Raises:
        InputError: an entry is no finite number, the rows differ in length, or there are too many.
        MissingInput: there is no number.
    """
    if len(text) > MOST_CHARACTERS:
        rule = f"{field} must have at most {MOST_CHARACTERS:,} characters, not {len(text):,}"
        raise InputError(field, text, rule, "Take a part of it.")
    # The blanks are taken possessively: given back one by one, they would take quadratic time.
    lines = [line.strip(" \t,") for line in regex.sub(r"\][\s,]*+\[", "\n", text).replace(";", "\n").splitlines()]
    rows = [regex.split(r"[,\s]+", cleaned) for line in lines if (cleaned := line.strip("[] \t,"))]
    if not rows:
        raise MissingInput(field, text, f"{field} has no numbers yet", "Write a row on each line.")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            rule = f"row {number} of {field} must have as many numbers as row 1, {len(rows[0])}, not {len(row)}"
            raise InputError(field, text, rule, "Give every row as many numbers as the first.")
    if max(len(rows), len(rows[0])) > MOST:
        rule = f"{field} must have at most {MOST} rows and columns, not {len(rows)} × {len(rows[0])}"
        raise InputError(field, text, rule, "Take a part of it.")
    return np.array([[_number(field, entry, i, j) for j, entry in enumerate(row, 1)] for i, row in enumerate(rows, 1)])


def read_scale(text: str, width: int) -> float:
    """The factor on the products: a number or a root, divided by numbers, roots or d, the ``width`` of a key.

    Such as 0.5, 1/sqrt(d), 1/d, 1/sqrt(2) and sqrt(2)/d; √ may stand for sqrt, and it is divided from left to right.

    Raises:
        InputError: it is none of these, or 0, which makes all scores alike.
    """
    try:
        above, *below = regex.split(r"/(?![^()]*\))", text.replace(" ", "").lower() if len(text) <= LONGEST else "")
        scale = math.prod([_factor(above, None), *(1 / _factor(each, width) for each in below)])
    except (ValueError, ZeroDivisionError):
        rule = "it must be a number or a square root, divided by numbers, square roots or d (the width of a key)"
        raise InputError("scale", text, rule, "Write it as 1/sqrt(d), 1/d, sqrt(2)/d, 1/3 or 0.5.") from None
    if scale == 0:
        rule = "it must not be 0: all scores would be 0, and a query would give every key the same weight"
        raise InputError("scale", text, rule, "Choose another number; 1/sqrt(d) is usual.")
    if not abs(scale) <= LARGEST:
        raise InputError("scale", text, "it must be from −10¹⁰⁰ to 10¹⁰⁰", "1/sqrt(d) is usual.")
    return scale


def _factor(text: str, width: int | None) -> float:
    """A number, or a root of one; d where there is a ``width``.

    Raises:
        ValueError: it is neither, or what is below the root is not above 0.
        ZeroDivisionError: a fraction below a root divides by 0.
    """
    root = regex.fullmatch(r"sqrt\((?P<of>.+)\)|√\(?(?P<of>[^()]+)\)?", text)
    inner = root["of"] if root else text
    value = float(width) if width and regex.fullmatch("d_?k?", inner) else _quotient(inner)
    if not math.isfinite(value) or (root and value <= 0):
        raise ValueError
    return math.sqrt(value) if root else value


def _quotient(text: str) -> float:
    """A decimal number, or one divided by another; ValueError or ZeroDivisionError where it is neither."""
    above, slash, below = text.replace("−", "-").partition("/")
    return float(above) / (float(below) if slash else 1.0)


def calculate(
    queries: Matrix, keys: Matrix, values: Matrix, *, scale: float,
    allowed: Bool[np.ndarray, "_q _k"] | None = None, blind: float = 0.0,
) -> AttentionSteps:  # fmt: skip
    """Every step of softmax(Q Kᵀ·scale + M) V; rows are vectors. ``allowed`` None hides nothing; ``blind`` is the
    weight of every key where a query may look nowhere: 0, or NaN for 0/0.

    Raises:
        InputError: shapes that do not fit, both named; entries so large that a product leaves the numbers.
    """
    shapes = {name: f"{each.shape[0]} × {each.shape[1]}" for name, each in (("Q", queries), ("K", keys), ("V", values))}
    if queries.shape[1] != keys.shape[1]:
        rule = f"Q is {shapes['Q']} and K is {shapes['K']}, and a query must have as many numbers as a key"
        raise InputError("Q", shapes["Q"], rule, "Give Q and K the same number of columns.")
    if keys.shape[0] != values.shape[0]:
        rule = f"K is {shapes['K']} and V is {shapes['V']}, and each key must have one value"
        raise InputError("V", shapes["V"], rule, "Give K and V the same number of rows.")
    size = (len(queries), len(keys))
    allowed = np.ones(size, bool) if allowed is None else allowed
    if allowed.shape != size:
        rule = f"the mask must be {size[0]} × {size[1]}, as the scores are"
        raise InputError("mask", "×".join(map(str, allowed.shape)), rule, "Give it a row for each query.")
    products = queries @ keys.T
    scaled = products * scale
    masked = np.where(allowed, scaled, -np.inf)
    largest = np.where(allowed.any(1), masked.max(1), 0.0)
    exponentials = np.exp(masked - largest[:, None])
    sums = exponentials.sum(1)
    weights = exponentials / np.where(sums > 0, sums, 1.0)[:, None] + np.where(sums > 0, 0.0, blind)[:, None]
    return AttentionSteps(products, scale, scaled, allowed, masked, exponentials, sums, weights, weights @ values)


def _number(field: str, entry: str, row: int, column: int) -> float:
    where = f"row {row}, column {column} of {field}"
    if len(entry) > LONGEST:
        rule = f"{where} must have at most {LONGEST} characters, not {len(entry):,}"
        raise InputError(field, entry, rule, "Write it as 0.5, -2, 1e-3 or 1/3.")
    try:
        value = _quotient(entry)
    except (ValueError, ZeroDivisionError):
        raise InputError(field, entry, f"{where} must be a number", "Write it as 0.5, -2, 1e-3 or 1/3.") from None
    if not abs(value) <= LARGEST:
        rule = f"{where} must be a number from −10¹⁰⁰ to 10¹⁰⁰, not {entry}"
        raise InputError(field, entry, rule, "Write a finite number; to hide a key, use the mask.")
    return value
