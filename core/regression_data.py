"""What a line is fitted to: Anscombe's and Longley's data, a made-up line, a reader's numbers, or a reader's table."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

import numpy as np
from jaxtyping import Float64, Int64

from core import fields
from core.design_matrix import make_design, numeric_columns, table_size, target_first
from core.errors import InputError, MissingInput
from core.explorer import OfArrays, from_source
from core.least_squares import dependent
from core.number_column import vary
from core.number_text import typed_numbers
from core.numbers import counted
from core.table_columns import read_table
from core.table_text import TABLE
from core.value_text import MAX_TEXT

Source = Literal["anscombe1", "anscombe2", "anscombe3", "anscombe4", "longley", "made", "typed", "file"]
SOURCES = {**{f"anscombe{i}": f"Anscombe {numeral}" for i, numeral in enumerate(("I", "II", "III", "IV"), 1)},
           "longley": "Longley, 1947–1962", "made": "A made-up line", "typed": "Your numbers",
           "file": "Your table"}  # fmt: skip
MOST_ROWS, MOST_FEATURES = 1_000, 12
SAMPLES = Path(__file__).resolve().parents[1] / "assets" / "samples" / "linear_regression"
BUILT_IN = {"anscombe1": ("anscombe", "y1", ("x",)), "anscombe2": ("anscombe", "y2", ("x",)),
            "anscombe3": ("anscombe", "y3", ("x",)), "anscombe4": ("anscombe", "y4", ("x4",)),
            "longley": ("longley", "", ())}  # fmt: skip
SIZES = {"longley": (16, 6), "file": (MOST_ROWS, MOST_FEATURES)}
LARGEST = 1e12  # of a typed number
CHOICE: dict[str, Any] = {"rearranges": True, "folded": True, "file": TABLE, "used": lambda its: its.takes_data}


@dataclass(frozen=True)
class OfData:
    """The settings of a page that say which observations are fitted, and which ``feature``, counted from 0, is looked
    at. A page that has a made-up line says by ``n`` and ``seed`` which one.
    """

    # fmt: off
    source: Source = fields.choice("anscombe3", "Data", SOURCES, begins=lambda value: {"feature": 0}, **CHOICE)
    xs: str = fields.text("1 2 3 4 5 6", "Your x", longest=MAX_TEXT, placeholder="1 2 3 4", numbers=True,
                         **from_source("typed"))
    ys: str = fields.text("2.1 2.9 4.2 4.8 6.1 9", "Your y", longest=MAX_TEXT, placeholder="2 3 5 4",
                          help="As many numbers as x has.", numbers=True, **from_source("typed"))
    target: str = fields.column("Target y", target_first, **from_source("file"))
    features: tuple[str, ...] = fields.column("Features x", numeric_columns, several=True, besides="target",
                                              help="Where none is chosen, all others are taken.", longest=MAX_TEXT,
                                              **from_source("file"))
    feature: int = fields.number(0, "Feature looked at", 0, MOST_FEATURES - 1, base=1,
                                 help="The number of a column of x, in the order of the table.",
                                 used=lambda its: its.takes_data and its.source in ("longley", "file"))
    # fmt: on

    @property
    def takes_data(self) -> bool:
        """Whether the part of the page that is looked at fits the data of ``source``."""
        return True

    def __post_init__(self) -> None:
        fields.check(self)


@dataclass(frozen=True, eq=False)
class Observations:
    """y and the features x, by their names; ``remarks`` say what was left out of a table, ``rows`` are the numbers of
    the rows that were not, from 1 below the header.
    """

    x: Float64[np.ndarray, "rows features"]
    y: Float64[np.ndarray, " rows"]
    names: tuple[str, ...]
    target: str
    remarks: tuple[str, ...] = ()
    rows: Int64[np.ndarray, " rows"] | None = None

    def design(self, constant: bool = True) -> Float64[np.ndarray, "rows columns"]:
        """X, with a column of ones before the features."""
        return np.column_stack([np.ones(len(self.x)), self.x]) if constant else self.x


@dataclass(frozen=True, eq=False)
class OfObservations(OfArrays):
    """A result of the observations ``data``, which has to say of them what was left out."""

    params: Any
    data: Observations

    @property
    def remarks(self) -> tuple[str, ...]:
        return self.data.remarks


def size(params: Any, data: bytes | None) -> tuple[int, int, int]:
    """How many rows and features the source has, and bytes that are read, without reading them."""
    alone = {"typed": 1 + params.xs.count(" "), "made": params.n}
    rows, features = SIZES.get(params.source, (alone.get(params.source, 11), 1))
    if params.source == "file" and data:
        rows, features = np.minimum((rows, features), table_size(data)).tolist()
        return rows, features, len(data)
    return rows, features, 0


def observations(params: Any, data: bytes | None) -> Observations:
    """The data of the source that ``params`` (``OfData``, with ``n`` and ``seed``) name.

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
        target = target or (table.columns[0].name if name else "")
        made = make_design(table, target, features, standardise=False)
        found = Observations(made.x[:, :-1], made.y, made.features[:-1], made.target, made.remarks, made.rows)
    _check(found, params)
    return found


def _check(its: Observations, params: OfData) -> None:
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
