"""The observations of a reader's table in the groups that a t test compares."""

import math
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from jaxtyping import Float64

from core.errors import InputError
from core.number_column import cell_remarks, left_out_remark, no_numbers, total_remark
from core.number_text import MISSING, Usual, first_word, numbers
from core.numbers import counted, fixed
from core.statistics.t_test_power.design import Design
from core.table_header import with_delimiters
from core.table_text import csv_columns, read_cells
from core.text import alike, visible

_CODES = ([0, 1], [1, 2], [-1, 1])
MOST_NAMED = 60  # characters of a group's name
Values = Float64[np.ndarray, " observations"]


@dataclass(frozen=True, eq=False)
class Group:
    """A name and its observations (of pairs: the differences)."""

    name: str
    values: Values

    @property
    def mean(self) -> float:
        return float(self.values.mean())

    @property
    def deviation(self) -> float:
        return float(self.values.std(ddof=1))

    @property
    def squares(self) -> float:
        """Σ(x − x̄)²."""
        return float(len(self.values) * self.values.var())


def read_groups(data: bytes, column: str, by: str, design: Design) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """The observations. ``by`` is a second column of numbers, or for two samples one that names two groups.

    Raises:
        InputError: there are no numbers, not two groups, or too few or constant observations.
    """
    if design.kind != "one sample" and not by:
        rule = "this test needs a second column, of numbers or of the names of two groups"
        remedy = with_delimiters("Bring a table that has one, or test one sample.", csv_columns(data))
        raise InputError("by", by, rule, remedy)
    taken = read_cells(data, (column,) if design.kind == "one sample" else (column, by))
    cells, usual, rows = taken.columns, taken.usual, len(taken.columns[column])
    remarks, pairs = [*taken.remarks(cells)], list[str]()
    first = _numbers(cells[column], column, usual, "column", taken.names)
    measured = {column: first}
    if design.kind == "one sample":
        groups = [Group(column, first)]
    elif design.kind == "paired":
        second = _numbers(cells[by], by, usual, "by")
        groups = [Group(f"{column} − {by}", first - second)]
        measured[by], pairs = second, _pair_remark(first, second)
    else:
        groups, said = _two_groups(first, [cell.strip() for cell in cells[by]], column, by, usual)
        remarks += said
        if sum(len(group.values) for group in groups) > rows:  # two columns of numbers side by side
            measured[by] = groups[1].values
    kept = tuple(Group(group.name, group.values[np.isfinite(group.values)]) for group in groups)
    for group in kept:
        _check(group, "by" if group.name == by else "column")
    words = chain.from_iterable(cell_remarks(name, cells[name], read) for name, read in measured.items())
    totals = total_remark(column, first[np.isfinite(first)])
    return kept, (*remarks, *_left_out(groups, kept, rows), *words, *totals, *pairs)


def _left_out(groups: Sequence[Group], kept: Sequence[Group], rows: int) -> list[str]:
    """What did not count. Two columns side by side are two samples, whose cells count each alone; else a row counts if
    it has a number, and where a column names the groups a name."""
    cells, counted = (sum(len(group.values) for group in each) for each in (groups, kept))
    lacking = cells - counted
    if cells > rows:
        return [left_out_remark(lacking, cells)] if lacking else []
    remarks = []
    if (nameless := rows - cells) == 1:
        remarks.append(f"1 of {rows:,} rows names no group and did not count.")
    elif nameless:
        remarks.append(f"{nameless:,} of {rows:,} rows name no group and did not count.")
    if lacking:
        verb = "lacks" if lacking == 1 else "lack"
        remarks.append(f"{lacking:,} of {rows:,} rows {verb} a number and did not count.")
    return remarks


def _numbers(cells: Sequence[str], column: str, usual: Usual, field: str, names: Collection[str] = ()) -> Values:
    """The numbers of the column that ``field`` chooses, NaN where there is none. The first may be the only one of all
    ``names``.
    """
    values = numbers(cells, usual)
    values[np.isinf(values)] = np.nan
    if not np.isfinite(values).any():
        remedy = with_delimiters("Choose a column of measurements.", names)
        raise no_numbers(column, first_word(cells, values), remedy, field)
    return values


def _pair_remark(first: Values, second: Values) -> list[str]:
    """What the two measurements of a pair share, and d in units of their own spread: what a plan asks for."""
    x, y = np.stack([first, second])[:, np.isfinite(first + second)]
    with np.errstate(all="ignore"):
        unit = math.sqrt((x.var(ddof=1) + y.var(ddof=1)) / 2) if len(x) > 1 else 0.0
        r = float(np.corrcoef(x, y)[0, 1]) if min(unit, x.std(), y.std()) > 0 else math.nan
    if not math.isfinite(r):
        return []
    d = (x.mean() - y.mean()) / unit
    return [f"The two measurements correlate by r = {fixed(r, 3)}; in their own standard deviations d = {fixed(d, 3)}, "
            "while the d below is in those of the differences."]  # fmt: skip


def _two_groups(
    first: Values, others: list[str], column: str, by: str, usual: Usual
) -> tuple[list[Group], list[str]]:  # fmt: skip
    """The groups that ``by`` names, or ``by`` as the second; and what to know where its names may be measures."""
    names = list(dict.fromkeys(name for name in others if name))
    if len(names) > 2:  # of two, even "none" is one; and a number that stands there once is no group
        named = [name for name in names if name.lower() not in MISSING]
        names = named if len(named) == 2 and min(map(others.count, named)) > 1 else names
    measured = sorted(numbers(names, usual).tolist())
    # What measures may take two values; one that stands there once names no group, unless both are codes of groups.
    plain = bool(np.isfinite(measured).all()) and measured not in _CODES
    if len(names) == 2 and not (plain and min(map(others.count, names)) == 1):
        said = [f"The two values of “{visible(by)}” were read as the names of two groups. If they are measurements, "
                "exchange the two columns."] if plain else []  # fmt: skip
        if same := alike(names):
            said.append(f"“{visible(same[0][:MOST_NAMED])}” and “{visible(same[1][:MOST_NAMED])}” differ only in case "
                        "or blanks, and were read as two groups.")  # fmt: skip
        return [Group(f"{column}, {name}"[:MOST_NAMED], first[np.array(others) == name]) for name in names], said
    try:
        second = _numbers(others, by, usual, "by")
    except InputError:
        second = np.zeros(0)
    if len(names) < 2 or np.isfinite(second).sum() < len([name for name in others if name]) / 2:
        rule = (
            f"it names {len(names):,} {'group' if len(names) == 1 else 'groups'}, and a test of two samples needs two"
        )
        remedy = "Choose a column with two names in it, or a second column of numbers."
        if same := alike(names):
            remedy = (f"“{visible(same[0][:MOST_NAMED])}” and “{visible(same[1][:MOST_NAMED])}” differ only in case or "
                      "blanks: write both alike if they are one group.")  # fmt: skip
        raise InputError("by", by, rule, remedy)
    return [Group(column, first), Group(by, second)], []


def _check(group: Group, field: str) -> None:
    if len(group.values) < 2:
        rule = f"“{group.name}” has {counted(len(group.values), 'number')}, and a standard deviation needs two"
        raise InputError(field, group.name, rule, "Choose another column.")
    with np.errstate(over="ignore", invalid="ignore"):
        squares = group.squares
    if not 0 < squares < math.inf or np.ptp(group.values) <= 1e-14 * np.abs(group.values).max():
        rule = (
            "its numbers must differ, and be neither too large nor too small to compute with: effects are measured in "
            "standard deviations"
        )
        raise InputError(field, group.name, rule, "Choose another column.")
