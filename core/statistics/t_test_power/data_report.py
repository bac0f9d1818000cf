"""The reader's own numbers: tested as the plan says, and what they say about the next study."""

import math
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pandas as pd
from scipy.special import gammaln, ndtri, stdtr

from core.errors import MissingInput
from core.numbers import number
from core.statistics.t_test_power.design import Design, estimate
from core.statistics.t_test_power.groups import Group, read_groups
from core.statistics.t_test_power.noncentral_t import critical_value, upper_tail
from core.statistics.t_test_power.params import Params
from core.statistics.t_test_power.plan import Plan, required_n, rising_root, whole_n

SAMPLE = Path(__file__).resolve().parents[3] / "assets" / "samples" / "t_test_power.csv"
SAMPLE_COLUMNS = ("drug 1 (hours)", "drug 2 (hours)")
Effect = tuple[float, ...]  # with the low and the high end of its interval


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
    low, high = rising_root(lambda x: upper_tail(t, df, x), tails, t - spread, t + spread, guess - 0.5, guess + 0.5)
    return float(low), float(high)


def _next_n(plan: Plan, g: Effect) -> tuple[tuple[str, float], ...]:
    """What n would detect the plan's effect, the one seen, and the least that the interval leaves."""
    estimate, low, high = g
    cautious = 0.0 if low <= 0 <= high else min(low, high, key=abs)
    planned = plan.effect / plan.design.spread  # of pairs: in standard deviations of the differences, as what was seen
    planned_for = "the effect planned for" + (" (dz)" if plan.design.kind == "paired" else "")
    wanted = [(planned_for, planned), ("the effect seen (g)", estimate)]
    wanted += [("the end of its interval nearer to 0", cautious)] if cautious else []
    sd_ratio = 1.0 if plan.design.kind == "paired" else plan.design.sd_ratio  # dz counts it in already
    design = Design(plan.design.kind, "two-sided", plan.design.ratio, sd_ratio)
    target = max(plan.target, plan.alpha * 1.001)

    def needed(effect: float) -> float:
        exact = float(required_n(design, effect, plan.alpha, target))
        return exact if math.isnan(exact) else float(whole_n(design, effect, plan.alpha, target, exact))

    return tuple((f"{why}, {number(effect, 3)}", needed(effect)) for why, effect in wanted if effect)
