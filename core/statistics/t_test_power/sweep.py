"""Everything that a plan's page scrubs through: one axis, of true effects or of sample sizes, in one batch."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from jaxtyping import Bool, Float64, Int64

from core.intervals import clopper_pearson
from core.statistics.t_test_power.densities import Shaded, shaded
from core.statistics.t_test_power.design import Design, power
from core.statistics.t_test_power.error_rates import conditional, nodes_of, p_value_shares, type_s_and_m, welch_power
from core.statistics.t_test_power.noncentral_t import Array, nodes_taken
from core.statistics.t_test_power.plan import Plan, detectable_effect, required_n, whole_n
from core.statistics.t_test_power.simulation import Samples
from core.swept_rows import nearest

Scrub = Literal["effect", "n"]
Column = Float64[np.ndarray, " steps"]
Counts = Int64[np.ndarray, " points"]

STEPS = 181
ZERO = 60  # the step of no effect on an axis of effects, and that of the plan's n on one of sizes
BINS = np.linspace(0.05, 0.95, 19)  # the inner edges of the p-values' histogram
CONFIDENCE = 0.99  # of the Monte Carlo’s intervals, which are Clopper and Pearson’s
STUDIES = 40  # of it that are shown one by one
# What the integrals of the theory are counted by, before they are evaluated:
ROOT_STEPS = 12  # that finding an n or an effect takes, about
CURVES = 3  # of power over the axis
MIXTURES = 3  # of t tests, for Welch's: exact power, type M and type S
ROWS = 9  # of the axis, that stand for all


@dataclass(frozen=True, eq=False)
class PlanAxis:
    """The true ``effect``, ``n`` and ``n2`` at each step; ``home`` is the step of the plan itself.

    ``times`` is 1 at the plan itself: the multiple of the plan's n, or 1 + (d − d₀)/u with the plan's effect d₀. There
    u is d₀, which makes it the multiple of d₀; three standard errors where d₀ = 0; and for an equivalence test two
    thirds of the axis to either side, mostly the margin.
    """

    scrub: Scrub
    effect: Column
    n: Column
    n2: Column
    times: Column
    home: int

    @property
    def values(self) -> Column:
        return self.effect if self.scrub == "effect" else self.n

    @property
    def points(self) -> Counts:
        """The steps that are simulated: every fifteenth with the plan's own, or eight sample sizes."""
        length = len(self.n)
        some = np.arange(0, length, 15) if self.scrub == "effect" else np.linspace(0, length - 1, 8).round()
        return np.unique(np.append(some.astype(np.int64), self.home))

    @property
    def sizes(self) -> list[tuple[int, int]]:
        """Those that are simulated."""
        return sorted({(int(self.n[at]), int(self.n2[at])) for at in self.points})


def axis_of(plan: Plan, scrub: Scrub) -> PlanAxis:
    """True effects from −d to 2d (for an equivalence test one and a half margins both ways), or n from least to 3n."""
    if scrub == "effect":
        effect, unit = _effects(plan)
        here, home = np.ones(STEPS), nearest(effect, plan.effect)
        effect[home] = plan.effect
        times = np.round(1 + (effect - plan.effect) / unit, 4)
        return PlanAxis(scrub, effect, plan.n * here, plan.n2 * here, times, home)
    least = min(float(plan.design.least_n), plan.n)
    below = np.unique(np.linspace(least, plan.n, ZERO + 1).round())
    above = np.unique(np.linspace(plan.n, max(3 * plan.n, 12), STEPS - ZERO).round())
    n = np.concatenate([below, above[1:]])
    effect, n2 = np.full(len(n), plan.effect), plan.design.second_n(n)
    return PlanAxis(scrub, effect, n, n2, np.round(n / plan.n, 6), len(below) - 1)


def _effects(plan: Plan) -> tuple[Column, float]:
    """The steps in ascending order, and what the axis counts in."""
    if plan.design.alternative == "equivalence":
        unit = max(plan.design.margin, abs(plan.effect) / 1.5)
        return 1.5 * unit * np.linspace(-1, 1, STEPS), unit
    unit = plan.effect or 3 * float(plan.design.standard_error(plan.n, plan.n2))
    return np.sort(unit * np.round(np.linspace(-1, 2, STEPS), 4)) + 0.0, unit


@dataclass(frozen=True, eq=False)
class PowerTheory:
    """What the formulas say at each step. ``needed`` is the whole n₁ that detects the step's effect with the target
    power, or on an axis of n the smallest effect that is detected. ``curves`` are power functions for ``curve_labels``.

    ``exact`` is Welch's power without fixing its degrees of freedom, and NaN for the other tests, which are exact.
    ``type_s`` and ``type_m`` do not fix them either.
    """

    noncentrality: Column
    df: Column
    critical: Column
    power: Column
    exact: Column
    type_s: Column
    type_m: Column
    needed: Column
    p_shares: Float64[np.ndarray, "steps bins"]
    curve_settings: Float64[np.ndarray, " curves"]
    curves: Float64[np.ndarray, "curves steps"]
    null: Shaded
    alternative: Shaded


def theory(plan: Plan, axis: PlanAxis) -> PowerTheory:
    design, alpha = plan.design, plan.alpha
    rows = slice(0, 1) if axis.scrub == "effect" else slice(None)  # that differ in n: of effects one stands for all
    at = axis.n[rows], axis.effect, alpha, axis.n2[rows]
    df, error = design.degrees_of_freedom(axis.n, axis.n2), design.standard_error(axis.n, axis.n2)
    critical, delta = design.critical(alpha, df), axis.effect / error
    chance = power(design, axis.n, axis.effect, alpha, axis.n2)
    type_s, type_m = _apart(type_s_and_m, design, *at)
    settings, curves = _curves(plan, axis)
    borders = (each[rows] for each in (design.border / error, df, critical, design.margin / error))
    return PowerTheory(
        noncentrality=delta,
        df=df,
        critical=critical,
        power=chance,
        exact=_apart(welch_power, design, *at) if design.kind == "welch" else np.full_like(chance, np.nan),
        type_s=type_s,
        type_m=type_m,
        needed=_needed(plan, axis),
        p_shares=p_value_shares(design, axis.n, axis.effect, axis.n2, BINS),
        curve_settings=settings,
        curves=curves,
        null=shaded(design, *borders),
        alternative=shaded(design, delta, df, critical, design.margin / error),
    )


def _apart(function: Callable[..., Any], design: Design, *at: Array | float) -> Array:
    """``function`` at every step, asked apart for the steps at which it needs more nodes."""
    settings = n, _, _, n2 = np.broadcast_arrays(*at)
    nodes = nodes_of(n, n2)
    if (nodes == nodes[0]).all():
        return np.asarray(function(design, *at))
    found = {some: np.asarray(function(design, *(each[nodes == some] for each in settings))) for some in set(nodes)}
    steps = np.empty(next(iter(found.values())).shape[:-1] + nodes.shape)
    for some, values in found.items():
        steps[..., nodes == some] = values
    return steps


def theory_nodes(plan: Plan, axis: PlanAxis) -> float:
    """At how many nodes the integrals of ``theory`` are evaluated, about.

    What one of them takes depends on whether its step is sharp, which is asked at a few places of the axis.
    """
    design = plan.design
    rows = np.unique(np.linspace(0, len(axis.n) - 1, ROWS).round().astype(np.int64))
    n, n2, effect = axis.n[rows], axis.n2[rows], axis.effect[rows]
    df = design.degrees_of_freedom(n, n2)
    whole = design.spared if axis.scrub == "effect" else 0
    taken = (CURVES + ROOT_STEPS + whole) * nodes_taken(df, design.critical(plan.alpha, df)).mean()
    taken += len(BINS) * nodes_taken(df, design.critical(BINS[0], df)).mean()
    if design.kind == "welch":
        _, total, critical, _ = conditional(design, n, effect, plan.alpha, n2)
        taken += MIXTURES * nodes_of(axis.n, axis.n2).mean() * nodes_taken(total, critical).mean()
    return float((len(design.signs) or 1) * len(axis.n) * taken)


def _curves(plan: Plan, axis: PlanAxis) -> tuple[Float64[np.ndarray, " curves"], Float64[np.ndarray, "curves steps"]]:
    """Power over the axis with half and twice what is not swept: the plan's n, or its effect."""
    factors = np.array([0.5, 2.0])
    if axis.scrub == "effect":
        n = np.maximum(np.round(plan.n * factors), plan.design.least_n)
        n2 = plan.design.second_n(n)
        return n, power(plan.design, n[:, None], axis.effect, plan.alpha, n2[:, None])
    effect = plan.effect * factors
    return effect, power(plan.design, axis.n, effect[:, None], plan.alpha, axis.n2)


def _needed(plan: Plan, axis: PlanAxis) -> Column:
    if axis.scrub == "n":
        return detectable_effect(plan.design, axis.n, plan.alpha, max(plan.target, plan.alpha * 1.001), axis.n2)
    signs = plan.design.signs
    possible = np.isin(np.sign(axis.effect), signs) if signs else np.abs(axis.effect) < plan.design.margin
    needed = np.full(len(axis.effect), np.nan)
    if plan.target > plan.alpha:
        needed[possible] = required_n(plan.design, axis.effect[possible], plan.alpha, plan.target)
        some = np.isfinite(needed)
        needed[some] = whole_n(plan.design, axis.effect[some], plan.alpha, plan.target, needed[some])
    return needed


@dataclass(frozen=True, eq=False)
class Experiment:
    """What the Monte Carlo found at the steps ``at``: the share rejected with its interval, and shares of p-values.

    ``p_shares`` has a row for each step of ``at``. ``size`` is the share rejected where there is nothing to find.
    ``studies`` are the statistics of the first simulated studies at every step, NaN where n is not simulated, and
    ``found`` says which of them reject.
    """

    replicates: int
    at: Counts
    power: Float64[np.ndarray, " points"]
    low: Float64[np.ndarray, " points"]
    high: Float64[np.ndarray, " points"]
    p_shares: Float64[np.ndarray, "points bins"]
    size: float
    size_low: float
    size_high: float
    studies: Float64[np.ndarray, "steps studies"]
    found: Bool[np.ndarray, "steps studies"]


def experiment(plan: Plan, axis: PlanAxis, samples: Iterable[tuple[int, Samples]], replicates: int) -> Experiment:
    """``samples`` come with each n₁ that the axis meets, one after the other, and answer for all effects at once."""
    at, size = axis.points, np.zeros(1)
    share, p_shares = np.empty(len(at)), np.empty((len(at), len(BINS) + 1))
    shape = len(axis.n), min(STUDIES, replicates)
    studies, found = np.full(shape, np.nan), np.zeros(shape, np.bool_)
    for n, drawn in samples:
        here = axis.n[at] == n
        effect = axis.effect[at][here]
        share[here] = drawn.rejected(effect, plan.alpha)
        below = np.stack([drawn.rejected(effect, float(level)) for level in BINS], axis=1)
        p_shares[here] = np.diff(below, axis=1, prepend=0.0, append=1.0)
        steps = axis.n == n
        error = float(plan.design.standard_error(n, axis.n2[steps][0]))
        studies[steps], found[steps] = drawn.first(STUDIES, axis.effect[steps], plan.alpha, error)
        if n == plan.n:
            size = drawn.rejected(np.array([plan.design.border]), plan.alpha)
    low, high = clopper_pearson(np.round(np.append(share, size) * replicates), replicates, CONFIDENCE)
    return Experiment(replicates, at, share, low[:-1], high[:-1], p_shares, float(size[0]), float(low[-1]),
                      float(high[-1]), studies, found)  # fmt: skip
