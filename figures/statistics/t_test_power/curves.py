"""The curves of /t-test-power under its densities: power, p-values, exaggeration, cost."""

from typing import Any

import numpy as np

from core.numbers import chance, count, number, percent
from core.statistics.t_test_power import Result
from core.statistics.t_test_power.sweep import CONFIDENCE
from figures import leaving, marks, theme
from figures.plot import Array, Cursor, Plot
from figures.traces import Traces

AXIS = "t-test-power"
NAMES = {"effect": "True effect", "n": "Sample size"}
ONE = theme.BLUE
ROUND = [first * 10**power for power in range(8) for first in (1, 3)]  # on an axis of decades
SHARES = (0, 0.25, 0.5, 0.75, 1)
LOW = 0.25  # power at which a name would stand on that of α
PLACES = ((0.3, "left"), (0.9, "right"))  # of the names of two curves: a height, and the side that the curve is on


def power(result: Result) -> Plot:
    """The power function with other n (or power over n with other effects), and the Monte Carlo's points on it."""
    theory, axis, trials, plan = result.theory, result.axis, result.experiment, result.plan
    x = axis.values
    traces = Traces(len(x))
    traces.add(x, np.full(len(x), plan.alpha), name="α", line=theme.BOUND, hoverinfo="skip")
    traces.add(x, np.full(len(x), plan.target), name="target", line={**theme.BOUND, "dash": "dot"}, hoverinfo="skip")
    by_effect = axis.scrub == "effect"
    labels = [f"n = {count(one)}" if by_effect else f"d = {number(one, 3)}" for one in theory.curve_settings]
    for name, curve in zip(labels, theory.curves, strict=True):
        traces.line(x, curve, name, theme.PINNED, 1.2)
    traces.add(x, theory.power, name="formula", line=theme.THEORY)
    if plan.design.kind == "welch":
        traces.line(x, theory.exact, "Welch, exact", theme.INK, 1.4)
    at = x[trials.at]
    traces.bars(at, trials.low, trials.high, f"{percent(CONFIDENCE, 0)} interval", ONE, hoverinfo="skip")
    traces.dots(at, trials.power, "simulated", ONE, 6)
    traces.dots(x[[axis.home]], theory.power[[axis.home]], "planned", theme.INK, 9, "diamond")
    own = [_curve_name(x, curve, text, place)
           for text, curve, place in zip(labels, theory.curves, PLACES, strict=True)]  # fmt: skip
    summary = f"Power over the {NAMES[axis.scrub].lower()}: formula, and {trials.replicates:,} simulated tests a point."
    return traces.plot(
        "t-test-power", summary, 215, AXIS,
        _along(result),
        theme.axis("power", range=[-0.02, 1.04], nticks=5),
        annotations=[*own, _named(plan.alpha, f"α = {number(plan.alpha)}"), _named(plan.target, chance(plan.target))],
        cursor=Cursor(x, {"y": theory.power}),
    )  # fmt: skip


def _curve_name(x: Array, curve: Array, text: str, place: tuple[float, str]) -> dict[str, Any]:
    """A name at the right half of a curve, where it reaches a height."""
    height, side = place
    third = len(x) // 3
    at = third + int(np.abs(curve[third:] - height).argmin())
    at_end = at > 0.85 * len(x)  # there the name stands on this side of the curve
    if curve[at] < LOW:  # on the line of α, or its name
        at = len(x) // 2 if side == "left" or not at_end else 2 * len(x) // 3
    flat = curve[at] > 0.93  # there it stands below
    across = "center" if flat else "right" if at_end else side
    return marks.text(float(x[at]), float(curve[at]), f" {text} ", across,
                      "top" if flat else "bottom" if at_end else "middle",
                      font={"size": 10, "color": theme.MUTED})  # fmt: skip


def _named(height: float, text: str) -> dict[str, Any]:
    return marks.text(1, height, text, "right", "bottom", xref="paper", font={"size": 10})


def p_values(result: Result) -> Plot:
    """How p-values spread at each step: the formula's histogram, and the simulated one where the step is simulated."""
    theory, trials = result.theory, result.experiment
    bins = theory.p_shares.shape[1]
    middle, edges = (np.arange(bins) + 0.5) / bins, np.arange(bins + 1) / bins
    traces = Traces(len(theory.p_shares))
    traces.add(np.repeat(edges, 2)[1:-1], np.repeat(theory.p_shares, 2, axis=1), name="formula", fill="tozeroy",
               fillcolor=theme.SOFT, line=theme.THEORY)  # fmt: skip
    traces.dots(middle, result.at_every_step(trials.p_shares), "simulated", ONE, 6)
    traces.add(edges, np.full(bins + 1, 1 / bins), name="no effect", line=theme.BOUND, hoverinfo="skip")
    summary = "The distribution of the p-value at the present step, in twenty bins, beside the even one of no effect."
    return traces.plot(
        "t-test-p-values", summary, 215, AXIS,
        theme.axis("p-value", range=[0, 1], nticks=6),
        theme.axis("share of studies", range=[0, 1.03], tickvals=list(SHARES), ticktext=[*map(percent, SHARES)],
                   hoverformat=".3f"),
        annotations=[_named(1 / bins, "no effect: all alike")],
    )  # fmt: skip


def exaggeration(result: Result) -> Plot:
    """Type M and type S over the axis."""
    theory, axis = result.theory, result.axis
    x, cap = axis.values, 10.0
    factor = np.where(theory.type_m > 3 * cap, np.nan, theory.type_m)
    wrong = 100 * theory.type_s
    traces = Traces(len(x))
    traces.line(x, factor, "type M, factor", ONE)
    traces.line(x, wrong, "type S, %", theme.PINK, dash="dot", yaxis="y2")
    traces.data.append(_exit(x, factor, cap))
    left = theme.axis("", range=[0, cap], nticks=5) | _coloured("exaggerated × (type M)", ONE)
    right = theme.axis("", range=[0, 50], overlaying="y", side="right", showgrid=False, nticks=5)
    summary = "What a significant result would exaggerate on average, and how often its sign would be wrong."
    return traces.plot(
        "t-test-exaggeration", summary, 215, AXIS,
        _along(result),
        left,
        yaxis2=right | _coloured("wrong sign, % (type S)", theme.PINK),
        margin={"l": 56, "r": 56, "t": 10, "b": 40},
        cursor=Cursor(x, {"y": leaving.inside(factor, 0.0, cap), "y2": np.nan_to_num(wrong, nan=50.0)}),
    )  # fmt: skip


def _coloured(text: str, colour: str) -> dict[str, Any]:
    return {"title": {"text": text, "font": {"size": 12, "color": colour}, "standoff": 6}}


def _exit(x: Array, y: Array, high: float) -> dict[str, Any]:
    """Where a curve that has a pole, at no effect, leaves the picture."""
    height = np.where(leaving.exits(y, high), 0.95 * high, np.nan)
    return leaving.beyond(x, height, ONE, name="grows beyond all bounds", hoverinfo="skip")


def cost(result: Result) -> Plot:
    """What detecting costs: the n for each effect, or the effect for each n, at the plan's level and target."""
    theory, axis, plan = result.theory, result.axis, result.plan
    x, by_effect = axis.values, result.axis.scrub == "effect"
    y = theory.needed + plan.design.second_n(theory.needed) if by_effect else theory.needed
    traces = Traces(len(x))
    pairs = plan.design.kind == "paired"
    counts = "pairs" if pairs else "observations in all"
    traces.line(x, y, counts if by_effect else "detectable effect", ONE)
    finite = y[np.isfinite(y)]
    top = (float(np.quantile(finite, 0.8)) * 3 if by_effect else float(finite.max())) if len(finite) else 1.0
    low = float(finite.min()) if len(finite) else 0.1
    wide = by_effect and top > 30 * low
    title = "smallest detectable d"
    if by_effect:
        title = f"pairs for {chance(plan.target)} power" if pairs else f"observations for {chance(plan.target)} power"
    if plan.design.alternative == "equivalence" and not by_effect:
        title = "largest equivalent d"
    bottom, top = (0.8 * low, top) if wide else (min(0.0, 1.1 * low), max(0.0, 1.1 * top))
    ends = np.log10([bottom, top]).tolist() if wide else [bottom, top]
    if by_effect:
        traces.data.append(_exit(x, y, top))
    summary = f"The {title}, over the {NAMES[axis.scrub].lower()}."
    return traces.plot(
        "t-test-cost", summary, 215, AXIS,
        _along(result),
        theme.axis(title, range=ends, **({"type": "log", "tickvals": ROUND, "ticktext": [f"{one:,}" for one in ROUND]}
                                         if wide else {"nticks": 5})),
        margin={"l": 84 if top > 1e5 else 68, "r": 16, "t": 10, "b": 40},
        cursor=Cursor(x, {"y": leaving.inside(y, bottom, top)}),
    )  # fmt: skip


def _along(result: Result) -> dict[str, Any]:
    """The axis that is swept."""
    x, n = result.axis.values, "n in the first group" if result.plan.design.groups == 2 else "n"
    return theme.axis("true effect d" if result.axis.scrub == "effect" else n, range=x[[0, -1]].tolist(), nticks=6)
