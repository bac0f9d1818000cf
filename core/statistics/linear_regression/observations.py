"""What is fitted: Anscombe's and Longley's data, a made-up line, a reader's numbers, or a reader's table."""

from dataclasses import dataclass
from pathlib import Path

import numpy as np
from jaxtyping import Float64

from core.design_matrix import make_design, read_table
from core.errors import InputError, MissingInput
from core.least_squares import dependent
from core.number_column import vary
from core.number_text import typed_numbers
from core.numbers import counted
from core.statistics.linear_regression.params import MOST_FEATURES, MOST_ROWS, Params

SAMPLES = Path(__file__).resolve().parents[3] / "assets" / "samples" / "linear_regression"
BUILT_IN = {"anscombe1": ("anscombe", "y1", ("x",)), "anscombe2": ("anscombe", "y2", ("x",)),
            "anscombe3": ("anscombe", "y3", ("x",)), "anscombe4": ("anscombe", "y4", ("x4",)),
            "longley": ("longley", "", ())}  # fmt: skip
LARGEST = 1e12  # of a typed number


@dataclass(frozen=True, eq=False)
class Observations:
    """y and the features x, by their names; ``remarks`` say what was left out of a table."""

    x: Float64[np.ndarray, "rows features"]
    y: Float64[np.ndarray, " rows"]
    names: tuple[str, ...]
    target: str
    remarks: tuple[str, ...] = ()

    def design(self, constant: bool = True) -> Float64[np.ndarray, "rows columns"]:
        """X, with a column of ones before the features."""
        return np.column_stack([np.ones(len(self.x)), self.x]) if constant else self.x


def observations(params: Params, data: bytes | None) -> Observations:
    """The data of the source.

    Raises:
        InputError: they cannot be read, or no line can be fitted to them.
    """
    if params.source == "typed":
        x, y = (typed_numbers(getattr(params, name), name, MOST_ROWS, largest=LARGEST) for name in ("xs", "ys"))
        if len(x) != len(y):
            rule = f"x and y must have as many numbers as each other, and have {len(x):,} and {len(y):,}"
            raise InputError("ys", params.ys, rule, "Write one y for each x.")
        found = Observations(x[:, None], y, ("x",), "y")
    elif params.source == "made":
        x, errors = np.linspace(0.0, 10.0, params.n), np.random.default_rng(params.seed).standard_normal(params.n)
        found = Observations(x[:, None], 3 + x / 2 + errors, ("x",), "y")
    else:
        name, target, features = BUILT_IN.get(params.source, ("", params.target, params.features))
        if not name and data is None:
            raise MissingInput.no_file("Choose a table (CSV).")
        table = read_table((SAMPLES / f"{name}.csv").read_bytes() if name else data or b"")
        made = make_design(table, target, features, standardise=False)
        found = Observations(made.x[:, :-1], made.y, made.features[:-1], made.target, made.remarks)
    _check(found, params)
    return found


def _check(its: Observations, params: Params) -> None:
    """Raises InputError where no line can be fitted, with leverage and errors to tell of."""
    (rows, features), named = its.x.shape, ", ".join(its.names)
    field, target = ("xs", "ys") if params.source == "typed" else ("features", "target")
    if rows > MOST_ROWS:
        rule = f"it must have at most {MOST_ROWS:,} rows, for each is drawn, and has {rows:,}"
        raise InputError("file", named, rule, "Bring a part of it.")
    if features > MOST_FEATURES:
        rule = f"there must be at most {MOST_FEATURES} features, and there are {features}"
        raise InputError(field, named, rule, "Choose some of them.")
    if rows < features + 3:
        rule = f"a fit with errors must have two rows more than coefficients, {features + 3} here, not {rows}"
        raise InputError(field, named, rule, "Bring more rows, or choose fewer features.")
    for name, column, place in (*zip(its.names, its.x.T, [field] * features, strict=True), (its.target, its.y, target)):
        if not vary(column):
            raise InputError(place, name, "its values must differ by more than rounding makes",
                             "Choose another column.")  # fmt: skip
    if (which := dependent(its.design())) is not None:
        rule = "it must not be a sum of multiples of the other features and a constant, or many fits are equally good"
        raise InputError(field, its.names[which - 1], rule, "Leave it out.")
    if params.feature >= features:
        rule = f"it must be one of {counted(features, 'feature')}"
        raise InputError("feature", params.feature, rule, "Choose one of them.")
    if params.part == "fit" and params.row >= rows:
        raise InputError("row", params.row, f"it must be one of {rows:,} rows", "Choose one of them.")
