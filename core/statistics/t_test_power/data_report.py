"""The reader's own numbers: read from a table, tested as the plan says, and what they say about the next study."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy.special import gammaln, ndtri, stdtr

from core.errors import InputError, MissingInput
from core.number_column import MISSING, left_out_remark
from core.number_text import numbers, separator_remarks
from core.numbers import counted, fixed, number
from core.statistics.t_test_power.design import Design, estimate
from core.statistics.t_test_power.noncentral_t import critical_value, upper_tail
from core.statistics.t_test_power.params import Params
from core.statistics.t_test_power.plan import Plan, required_n, rising_root, whole_n
from core.table_text import csv_rows
from core.text import visible

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "samples" / "t_test_power.csv"
SAMPLE_COLUMNS = ("drug 1 (hours)", "drug 2 (hours)")
_CODES = ([0, 1], [1, 2], [-1, 1])
MOST_NAMED = 60  # characters of a group's name
Values = Float64[np.ndarray, " observations"]
Effect = tuple[float, ...]  # with the low and the high end of its interval


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


@dataclass(frozen=True, eq=False)
class Report:
    """A t test made. Estimate and limits in the data's unit, ``d`` (Cohen) and ``g`` (Hedges) in standard deviations.

    ``level`` is the confidence of all intervals. ``next_n`` are pairs of a reason and the whole n₁ that it asks for
    (NaN where 10⁷ do not suffice).
    """

    design: Design
    groups: tuple[Group, ...]
    null: float
    estimate: float
    error: float
    t: float
    df: float
    p: float
    level: float
    limits: tuple[float, float]
    d: Effect
    g: Effect
    next_n: tuple[tuple[str, float], ...]
    remarks: tuple[str, ...]

    def table(self) -> pd.DataFrame:
        """The test as one row: means in the data's unit, effect sizes in standard deviations."""
        groups = {
            f"{what}_{place}": value
            for place, group in enumerate(self.groups, 1)
            for what, value in (("group", pd.Series([group.name], dtype=object)), ("n", len(group.values)),
                                ("mean", group.mean), ("standard_deviation", group.deviation))
        }  # fmt: skip
        made = {
            "margin_sd": self.design.margin if self.design.alternative == "equivalence" else math.nan,
            "estimate": self.estimate,
            "null": self.null,
            "standard_error": self.error,
            "t": self.t,
            "degrees_of_freedom": self.df,
            "p": self.p,
            "confidence": self.level,
            "low": self.limits[0],
            "high": self.limits[1],
        }
        effects = {
            f"{name}{end}_sd": value
            for name, effect in (("cohen_d", self.d), ("hedges_g", self.g))
            for end, value in zip(("", "_low", "_high"), effect, strict=True)
        }
        tested = {"test": [self.design.kind], "alternative": self.design.alternative}
        return pd.DataFrame(tested | groups | made | effects)


def report(params: Params, data: bytes | None, plan: Plan) -> Report | None:
    """The test of the table that the source names; ``None`` where there is none.

    Raises:
        InputError: the table or its columns cannot be used.
    """
    if params.source == "none":
        return None
    column, by = params.column, params.by
    if params.source == "sample":
        data, (column, by) = SAMPLE.read_bytes(), SAMPLE_COLUMNS
    if data is None:
        raise MissingInput.no_file("Choose a table (CSV).")
    groups, remarks = read_groups(data, column, by, plan.design)
    return run_test(groups, params.null if plan.design.kind == "one sample" else 0.0, plan, remarks, int(params.ddof))


def read_groups(data: bytes, column: str, by: str, design: Design) -> tuple[tuple[Group, ...], tuple[str, ...]]:
    """The observations. ``by`` is a second column of numbers, or for two samples one that names two groups.

    Raises:
        InputError: there are no numbers, not two groups, or too few or constant observations.
    """
    if design.kind != "one sample" and not by:
        rule = "this test needs a second column, of numbers or of the names of two groups"
        raise InputError("by", by, rule, "Bring a table that has one, or test one sample.")
    rows, remark = csv_rows(data, (column,) if design.kind == "one sample" else (column, by))
    taken = dict(zip((column, by), map(list, zip(*rows, strict=True)), strict=False))
    remarks, pairs = [*([remark] if remark else []), *separator_remarks(taken)], list[str]()
    first = _numbers([row[0] for row in rows], column)
    if design.kind == "one sample":
        groups = [Group(column, first)]
    elif design.kind == "paired":
        second = _numbers([row[1] for row in rows], by)
        groups = [Group(f"{column} − {by}", first - second)]
        pairs = _pair_remark(first, second)
    else:
        groups, said = _two_groups(first, [row[1].strip() for row in rows], column, by)
        remarks += said
    kept = tuple(Group(group.name, group.values[np.isfinite(group.values)]) for group in groups)
    for group in kept:
        _check(group)
    return kept, (*remarks, *_left_out(groups, kept, len(rows)), *pairs)


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


def _numbers(cells: list[str], column: str) -> Values:
    values = numbers(cells)
    values[np.isinf(values)] = np.nan
    if not np.isfinite(values).any():
        raise InputError("column", column, "it holds no numbers", "Choose a column of measurements.")
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


def _two_groups(first: Values, others: list[str], column: str, by: str) -> tuple[list[Group], list[str]]:
    """The groups that ``by`` names, or ``by`` as the second; and what to know where its names may be measures."""
    names = list(dict.fromkeys(name for name in others if name))
    if len(names) > 2:  # of two, even "none" is one; and a number that stands there once is no group
        named = [name for name in names if name.lower() not in MISSING]
        names = named if len(named) == 2 and min(map(others.count, named)) > 1 else names
    measured = sorted(numbers(names).tolist())
    # What measures may take two values; one that stands there once names no group, unless both are codes of groups.
    plain = bool(np.isfinite(measured).all()) and measured not in _CODES
    if len(names) == 2 and not (plain and min(map(others.count, names)) == 1):
        said = [f"The two values of “{visible(by)}” were read as the names of two groups. If they are measurements, "
                "exchange the two columns."] if plain else []  # fmt: skip
        return [Group(f"{column}, {name}"[:MOST_NAMED], first[np.array(others) == name]) for name in names], said
    try:
        second = _numbers(others, by)
    except InputError:
        second = np.zeros(0)
    if len(names) < 2 or np.isfinite(second).sum() < len([name for name in others if name]) / 2:
        rule = (
            f"it names {len(names):,} {'group' if len(names) == 1 else 'groups'}, and a test of two samples needs two"
        )
        raise InputError("by", by, rule, "Choose a column with two names in it, or a second column of numbers.")
    return [Group(column, first), Group(by, second)], []


def _check(group: Group) -> None:
    if len(group.values) < 2:
        rule = f"“{group.name}” has {counted(len(group.values), 'number')}, and a standard deviation needs two"
        raise InputError("column", group.name, rule, "Choose another column.")
    with np.errstate(over="ignore", invalid="ignore"):
        squares = group.squares
    if not 0 < squares < math.inf or np.ptp(group.values) <= 1e-14 * np.abs(group.values).max():
        rule = (
            "its numbers must differ, and be neither too large nor too small to compute with: effects are measured in "
            "standard deviations"
        )
        raise InputError("column", group.name, rule, "Choose another column.")


def run_test(
    groups: tuple[Group, ...], null: float, plan: Plan, remarks: tuple[str, ...] = (), ddof: int = 1
) -> Report:
    """The t test of ``plan``'s kind and alternative, with the exact interval of its effect size.

    The deviation that Cohen's d counts in divides by n − ``ddof``; that of the test and of Hedges' g always by n − 1.
    """
    design = plan.design
    of_groups = ((len(group.values), group.mean, group.squares) for group in groups)
    mean, error, df = map(float, estimate(design.kind, *zip(*of_groups, strict=True)))
    unit, difference = _unit(design, groups), mean - null
    t = difference / error
    level = 1 - plan.alpha * (2 if design.alternative == "equivalence" else 1)
    reach = float(critical_value((1 - level) / 2, df)) * error
    effect = difference / unit, *(limit * (error / unit) for limit in _noncentrality_limits(t, df, level))
    shrink, stretch = hedges_correction(df), unit / _unit(design, groups, ddof)
    d, g = (tuple(factor * one for one in effect) for factor in (stretch, shrink))
    return Report(
        design, groups, null, mean, error, t, df, _p_value(design, difference, error, df, unit), level,
        (mean - reach, mean + reach), d, g, _next_n(plan, g), remarks,
    )  # fmt: skip


def hedges_correction(df: float) -> float:
    """J = Γ(ν/2)/(√(ν/2) Γ((ν−1)/2)): E(d) = δ/J (Hedges, 1981). 0 where ν ≤ 1 and E(d) does not exist."""
    if df <= 1:
        return 0.0
    return float(np.exp(gammaln(df / 2) - gammaln((df - 1) / 2)) / np.sqrt(df / 2))


def _unit(design: Design, groups: tuple[Group, ...], ddof: int = 1) -> float:
    """What effects are counted in, the deviation by sums of squares over n − ``ddof``: of two groups the pooled one,
    or for Welch the root of the mean of both variances."""
    variances = [float(group.values.var(ddof=ddof)) for group in groups]
    weights = [len(group.values) - ddof for group in groups] if design.kind == "two samples" else None
    return float(np.sqrt(np.average(variances, weights=weights)))


def _p_value(design: Design, estimate: float, error: float, df: float, unit: float) -> float:
    if not design.signs:
        return float(stdtr(df, (abs(estimate) - design.margin / design.spread * unit) / error))
    return float(len(design.signs) * min(stdtr(df, -sign * estimate / error) for sign in design.signs))


def _noncentrality_limits(t: float, df: float, level: float) -> tuple[float, float]:
    """The δ for which ``t`` would be exceeded with probabilities (1 − level)/2 and (1 + level)/2 (Steiger, 2004)."""
    tails = np.array([(1 - level) / 2, (1 + level) / 2])
    guess, spread = t + ndtri(tails) * np.sqrt(1 + t**2 / (2 * df)), 40 * (1 + abs(t))

    def rising(x: Float64[np.ndarray, " tails"]) -> Float64[np.ndarray, " tails"]:
        return upper_tail(t, df, x)

    low, high = rising_root(rising, tails, t - spread, t + spread, guess - 0.5, guess + 0.5)
    return float(low), float(high)


def _next_n(plan: Plan, g: Effect) -> tuple[tuple[str, float], ...]:
    """What n would detect the plan's effect, the one seen, and the least that the interval leaves."""
    seen, low, high = g
    cautious = 0.0 if low <= 0 <= high else min(low, high, key=abs)
    planned = plan.effect / plan.design.spread  # of pairs: in standard deviations of the differences, as what was seen
    planned_for = "the effect planned for" + (" (dz)" if plan.design.kind == "paired" else "")
    wanted = [(planned_for, planned), ("the effect seen (g)", seen)]
    wanted += [("the end of its interval nearer to 0", cautious)] if cautious else []
    sd_ratio = 1.0 if plan.design.kind == "paired" else plan.design.sd_ratio  # dz counts it in already
    design = Design(plan.design.kind, "two-sided", plan.design.ratio, sd_ratio)
    target = max(plan.target, plan.alpha * 1.001)

    def needed(effect: float) -> float:
        exact = float(required_n(design, effect, plan.alpha, target))
        return exact if math.isnan(exact) else float(whole_n(design, effect, plan.alpha, target, exact))

    return tuple((f"{why}, {number(effect, 3)}", needed(effect)) for why, effect in wanted if effect)
