"""A reader's table as a least-squares problem: which rows and columns count, what was done to them, and the spectrum.

A row in which a chosen column lacks a finite number is left out, and counted. Columns are standardised (mean 0,
variance 1; the target is centred, so that no constant term is needed), or taken as they are beside a column of ones.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from jaxtyping import Bool, Float64

from core.errors import InputError
from core.number_column import total_remark
from core.number_text import may_be_number
from core.numbers import number
from core.table_columns import Numbers, Table, TableColumn, Values, read_table
from core.table_header import with_delimiters
from core.table_text import are_dates, beginning
from core.text import Verbatim, listed, shortened, visible

LARGEST = 1e100  # beyond it squares leave the numbers
CONSTANT = "constant term"

Matrix = Float64[np.ndarray, "rows columns"]


@dataclass(frozen=True, eq=False)
class DesignMatrix:
    """y ≈ Xw: ``features`` name the columns of X, ``remarks`` say what was left out and why, ``rows`` number the rows
    that were not, from 1 below the header.
    """

    features: tuple[str, ...]
    target: str
    x: Matrix
    y: Values
    remarks: tuple[str, ...]
    rows: Numbers


@dataclass(frozen=True, eq=False)
class Spectrum:
    """X = U·diag(σ)·Vᵀ as far as it concerns descent from w = 0.

    ``sigma`` are the singular values, one for each column of X, 0 for a direction that X does not see; the rows of
    ``directions`` are the vᵢ; ``least`` is the solution of least norm, where descent from 0 ends.
    """

    sigma: Float64[np.ndarray, " columns"]
    directions: Float64[np.ndarray, "columns columns"]
    least: Float64[np.ndarray, " columns"]

    @property
    def rank(self) -> int:
        return int((self.sigma > 0).sum())


def numeric_columns(data: bytes, name: str = "table") -> tuple[str, ...]:
    """The names of the columns that hold numbers, those that only name the rows at the end, as far as the first rows
    tell: a page asks for them in each run.

    Raises:
        InputError: as ``read_table``, or there are fewer than two.
    """
    return _names(_numeric(data, name))


def target_first(data: bytes, name: str = "table") -> tuple[str, ...]:
    """As ``numeric_columns``, but the likely target comes first.

    Raises:
        InputError: as there.
    """
    columns = _numeric(data, name)
    return _names(columns, likely_target(columns))


def likely_target(columns: Sequence[TableColumn]) -> str:
    """The last column that measures something, or the one called y or target."""
    measures = [column.name for column in columns if column.measures]
    called = [name for name in measures if name.lower() in ("y", "target")]
    return (called or measures or [columns[0].name])[-1]


def _names(columns: list[TableColumn], first: str = "") -> tuple[str, ...]:
    return tuple(each.name for each in sorted(columns, key=lambda each: (each.name != first, not each.measures)))


def _numeric(data: bytes, name: str) -> list[TableColumn]:
    data, whole = beginning(data)
    columns = read_table(data, name, whole).columns
    found = [column for column in columns if column.numeric]
    if len(found) < 2:
        rule = f"two columns must hold numbers, a target and a feature, and {'only one' if found else 'none'} does"
        remedy = with_delimiters("Choose another table.", [each.name for each in columns])
        if nearly := [one for one in columns if not one.numeric and may_be_number(one.word)]:
            remedy = (f"“{visible(nearly[0].name)}” holds “{Verbatim(shortened(nearly[0].word))}”: "
                      "write its numbers with digits and a point alone, such as 1037.5.")  # fmt: skip
        raise InputError("file", name, rule, remedy)
    return found


def table_size(data: bytes) -> tuple[int, int]:
    """About how many rows and columns a table (CSV) has, without reading it."""
    header = data[:100_000].partition(b"\n")[0]
    signs = max(header.count(mark) for mark in (b",", b";", b"\t"))
    return data.count(b"\n") + 1, 1 + signs if signs else max(1, len(header.split()))


def make_design(table: Table, target: str, features: tuple[str, ...], standardise: bool) -> DesignMatrix:
    """``features`` against ``target``; () are all other columns that measure something, "" is ``likely_target``.

    Raises:
        InputError: the target or a feature cannot be used, or too little is left.
    """
    columns, known = table.columns, {column.name: column for column in table.columns}
    measures = [column.name for column in columns if column.measures]
    target = target or likely_target(columns)
    for field, named in (("target", (target,)), ("features", features)):
        for name in named:
            _check(field, name, known)
    dates = [column.name for column in columns if column.numeric and are_dates(column.finite)]
    chosen = [name for name in (features or measures) if name != target] or ([] if features else dates)
    if not chosen:
        raise InputError(
            "features", target, "there must be a feature besides the target", "Choose another column of numbers."
        )
    remarks = list(table.remarks)
    left = [column.described for column in columns
            if not column.measures and column.name not in (*chosen, target) and not features]  # fmt: skip
    if left:
        remarks.append(f"Left out: {_listed(left)}.")
    values = np.column_stack([known[name].values for name in (*chosen, target)])
    whole, lost = _whole_rows(values)
    values, rows = values[whole], table.rows[whole]
    x, y = values[:, :-1], values[:, -1]
    if np.abs(values).max() > LARGEST:
        worst = (*chosen, target)[int(np.abs(values).max(axis=0).argmax())]
        rule = f"its numbers must be at most {number(LARGEST, 1)} in size, so that their squares can be computed"
        raise InputError("features", worst, rule, "Choose other columns, or a larger unit.")
    remarks += lost
    remarks += chain.from_iterable(known[name].remarks for name in (*chosen, target))
    remarks += total_remark(target, y)
    if standardise:
        return _standardised(chosen, target, x, y, remarks, rows)
    x = np.column_stack([x, np.ones(len(x))])
    return DesignMatrix((*chosen, CONSTANT), target, x, y, tuple(remarks), rows)


def _check(field: str, name: str, known: dict[str, TableColumn]) -> None:
    if name not in known:
        raise InputError(field, name, "there is no such column", f"There are: {listed(known, 20)}.")
    if not known[name].numeric:
        rule = "it holds text, not numbers" if known[name].filled else "it is empty"
        raise InputError(field, name, rule, with_delimiters("Choose a column of numbers.", known))


def _listed(texts: list[str], most: int = 5) -> str:
    rest = f", and {len(texts) - most:,} more" if len(texts) > most else ""
    return ", ".join(texts[:most]) + rest


def _whole_rows(values: Matrix) -> tuple[Bool[np.ndarray, " rows"], list[str]]:
    """Which are the rows in which all numbers are finite, and how many others there were."""
    infinite = np.isinf(values).any(axis=1)
    missing = np.isnan(values).any(axis=1) & ~infinite
    whole = ~(infinite | missing)
    remarks = [
        sentence
        for which, sentences in ((missing, _lacking), (infinite, _unbounded))
        if (sentence := sentences(int(which.sum()), len(values)))
    ]
    if not whole.any():
        rule = f"a row at least must have a finite number in every chosen column, and none of {len(values):,} has"
        raise InputError("features", "these columns", rule, "Choose fewer features.")
    return whole, remarks


def _standardised(
    chosen: list[str], target: str, x: Matrix, y: Values, remarks: list[str], rows: Numbers
) -> DesignMatrix:
    centre = x.mean(axis=0)
    centred = x - centre
    spread = centred.std(axis=0)
    moves = spread > 1e-12 * np.abs(centre)  # a column of 0.1 has a mean that is not quite 0.1
    if not moves.any():
        several = "a feature at least must take two values, or its standard deviation is 0"
        rule = several if len(x) > 1 else "a single row is left, and a standard deviation needs two"
        raise InputError("standardise", True, rule, "Switch standardising off, or choose other columns.")
    still = [f"“{name}”" for name, moving in zip(chosen, moves, strict=True) if not moving]
    if still:
        remarks = [*remarks, f"Left out as constant: {_listed(still)}."]
    kept = tuple(name for name, moving in zip(chosen, moves, strict=True) if moving)
    return DesignMatrix(kept, target, centred[:, moves] / spread[moves], y - y.mean(), tuple(remarks), rows)


def spectrum(x: Matrix, y: Values) -> Spectrum:
    """The singular value decomposition of X and the least-squares solution of least norm.

    Of X = QR only R is decomposed, as small as X is wide; unlike XᵀX it keeps all digits. Singular values below
    max(n, d)·ε·σ_max, which rounding alone would make, are 0.
    """
    rows, columns = x.shape
    r = np.asarray(np.linalg.qr(np.column_stack([x, y]), mode="r"))
    left, sigma, directions = np.linalg.svd(r[:, :columns])
    values = np.zeros(columns)
    values[: len(sigma)] = sigma
    values[values <= max(rows, columns) * np.finfo(float).eps * values[0]] = 0
    rank = int((values > 0).sum())
    return Spectrum(values, directions, (left[:, :rank].T @ r[:, columns] / values[:rank]) @ directions[:rank])


def _lacking(count: int, rows: int) -> str:
    if count == 1:
        return f"1 of {rows:,} rows lacks a number and did not count."
    return f"{count:,} of {rows:,} rows lack a number and did not count." if count else ""


def _unbounded(count: int, rows: int) -> str:
    if count == 1:
        return f"1 of {rows:,} rows holds an infinite value and did not count."
    return f"{count:,} of {rows:,} rows hold an infinite value and did not count." if count else ""
