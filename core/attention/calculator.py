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
LARGEST = 1e100  # of an entry: products of two stay far from the end of the numbers
Matrix = Float64[np.ndarray, "_rows _columns"]


@dataclass(frozen=True, eq=False)
class Steps:
    """softmax(Q Kᵀ·scale + M) V, step by step.

    ``products`` Q Kᵀ, ``scaled`` times ``scale``, ``masked`` −∞ where ``allowed`` is False, ``exponentials`` of the
    masked scores minus the largest of their row, ``sums`` of these by row, ``weights``, ``output``. A query that may
    look nowhere has weights and output 0.
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
    lines = [line.strip(" \t,") for line in regex.sub(r"\]\s*,?\s*\[", "\n", text).replace(";", "\n").splitlines()]
    rows = [regex.split(r"[,\s]+", cleaned) for line in lines if (cleaned := line.strip("[] \t,"))]
    if not rows:
        raise MissingInput(field, text, f"{field} has no numbers yet", "Write a row on each line.")
    for number, row in enumerate(rows, 1):
        if len(row) != len(rows[0]):
            rule = f"row {number} of {field} has {len(row)} numbers and row 1 has {len(rows[0])}"
            raise InputError(field, text, rule, "Give every row the same number.")
    if max(len(rows), len(rows[0])) > MOST:
        rule = f"{field} is {len(rows)} × {len(rows[0])} and {MOST} rows and columns are the limit"
        raise InputError(field, text, rule, "Take a part of it.")
    return np.array([[_number(field, entry, i, j) for j, entry in enumerate(row, 1)] for i, row in enumerate(rows, 1)])


def read_scale(text: str, width: int) -> float:
    """The factor on the products: ``1/sqrt(d)`` and ``1/d`` with d the ``width`` of a key, 1/sqrt(2), or a number.

    Raises:
        InputError: it is neither, or 0, which makes all scores alike.
    """
    cleaned = regex.sub(r"(?<=[/(√])d_?k?(?=\)|$)", str(width), text.replace(" ", "").lower())
    root = regex.fullmatch(r"1/(?:sqrt\((?P<of>[^()]+)\)|√(?P<of>.+))", cleaned)
    scale = _number("scale", root["of"] if root else cleaned, 0, 0)
    if root and scale <= 0:
        raise InputError("scale", text, "only a number above 0 has a root to divide by", "1/sqrt(d) is usual.")
    scale = scale**-0.5 if root else scale
    if scale == 0:
        remedy = "Choose another number; 1/sqrt(d) is usual."
        raise InputError("scale", text, "with a scale of 0 all scores are 0 and every query looks everywhere", remedy)
    return scale


def calculate(
    queries: Matrix, keys: Matrix, values: Matrix, *, scale: float, allowed: Bool[np.ndarray, "_q _k"] | None = None
) -> Steps:
    """Every step of softmax(Q Kᵀ·scale + M) V; rows are vectors. ``allowed`` None hides nothing.

    Raises:
        InputError: shapes that do not fit, both named; entries so large that a product leaves the numbers.
    """
    shapes = {name: f"{each.shape[0]} × {each.shape[1]}" for name, each in (("Q", queries), ("K", keys), ("V", values))}
    if queries.shape[1] != keys.shape[1]:
        rule = f"Q is {shapes['Q']} and K is {shapes['K']}, and their rows must be equally long for the products"
        raise InputError("Q", shapes["Q"], rule, "Make the columns of Q and K as many.")
    if keys.shape[0] != values.shape[0]:
        rule = f"K is {shapes['K']} and V is {shapes['V']}, and each key needs one value"
        raise InputError("V", shapes["V"], rule, "Make the rows of K and V as many.")
    size = (len(queries), len(keys))
    allowed = np.ones(size, bool) if allowed is None else allowed
    if allowed.shape != size:
        rule = f"the mask is {allowed.shape[0]} × {allowed.shape[1]} and the scores are {size[0]} × {size[1]}"
        raise InputError("mask", "×".join(map(str, allowed.shape)), rule, "It needs a row for each query.")
    products = queries @ keys.T
    scaled = products * scale
    masked = np.where(allowed, scaled, -np.inf)
    largest = np.where(allowed.any(1), masked.max(1), 0.0)
    exponentials = np.exp(masked - largest[:, None])
    sums = exponentials.sum(1)
    weights = exponentials / np.where(sums > 0, sums, 1.0)[:, None]
    return Steps(products, scale, scaled, allowed, masked, exponentials, sums, weights, weights @ values)


def _number(field: str, entry: str, row: int, column: int) -> float:
    where = f"row {row}, column {column} of {field}" if row else field
    above, slash, below = entry.replace("−", "-").partition("/")
    try:
        value = float(above) / (float(below) if slash else 1.0)
    except (ValueError, ZeroDivisionError):
        raise InputError(field, entry, f"{where} is not a number", "Write it as 0.5, -2, 1e-3 or 1/3.") from None
    if not math.isfinite(value) or abs(value) > LARGEST:
        rule = f"{where} is {entry[:20]}, and only numbers up to 1e100 can be reckoned with"
        raise InputError(field, entry, rule, "Write a finite number; to hide a key, use the mask.")
    return value
