"""Pictures of what is simulated: refits with new noise, and intervals while an assumption is broken."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.least_squares.coverage import KINDS
from core.numbers import number
from core.statistics.linear_regression.assumptions import Coverage
from core.statistics.linear_regression.params import BROKEN, VARIED
from core.statistics.linear_regression.spread import GRIDS, TRUE, Spread
from figures import leaving, theme
from figures.plot import Cursor, Plot, Row, Sweep
from figures.statistics.linear_regression.arithmetic import AXIS, labels
from figures.traces import Traces, around

BLUE, GREEN, PINK = theme.CATEGORIES[:3]
HEIGHT, LOW, FRAME = 300, 240, theme.legend(l=56, r=16, t=44, b=36)
STRENGTH = theme.axis("how far it is broken", range=[-0.03, 1.03])
SIZES = (8, 4, 4, 4, 7, 7)  # of the dots of each kind of error: some are looked at first
Curve = tuple[str, str, str]  # which of the numbers, its name, its colour


def cloud(its: Spread) -> Plot:
    """Pairs of coefficients, one of each refit, and the ellipse that holds 95 % of them by theory."""
    traces, name = Traces(len(its.values)), its.params.vary
    traces.dots(its.cloud[:, :, 0], its.cloud[:, :, 1], "refits", BLUE, 4, opacity=0.5)
    traces.add(its.ellipse[:, :, 0], its.ellipse[:, :, 1], "95 % by theory", line=theme.THEORY)
    traces.dots(TRUE[:1], TRUE[1:], "true coefficients", theme.FOCUS, 12, "cross")
    reach = 1.05 * float(np.quantile(np.abs(its.ellipse - TRUE).max(axis=(1, 2)), 0.9))
    sweep = Sweep(AXIS, VARIED[name], len(its.values), values=GRIDS[name], words=f"{VARIED[name]} = {{value}}",
                  shown=its.values.round(4), field=name)  # fmt: skip
    x, y = (theme.axis(f"b{sign}", range=[true - reach, true + reach], nticks=6)
            for sign, true in zip("₁₂", TRUE, strict=True))  # fmt: skip
    summary = "Pairs of coefficients over refits with new noise, and their ellipse by theory."
    return traces.plot("regression-cloud", summary, HEIGHT, sweep, x, y, **FRAME, hovermode=False)


def over_axis(its: Spread, name: str, title: str, curves: Sequence[Curve], low: float, high: float, tall: int) -> Plot:
    """Numbers of the fits over the axis: theory dashed, refits as dots with bars of twice their Monte Carlo error."""
    x, vary = its.values.astype(float), its.params.vary
    log: dict[str, Any] = {"type": "log", "dtick": 1} if vary in ("n", "ridge") else {}
    x = np.maximum(x, 0.05) if vary == "ridge" else x  # 0 has no logarithm
    traces, some = Traces(len(x)), np.unique(np.linspace(0, len(x) - 1, 25).astype(int))
    for one, words, colour in curves:
        theory, seen, error = its.of(one)
        traces.compared(x, theory, seen, words, colour, dotted="refits", within=(low, high), some=some, error=2 * error)
    focus = leaving.inside(its.of(curves[0][0])[0], low, high)
    return traces.plot(f"regression-{name}", f"{title}, over the axis: by theory and over the refits.", tall, AXIS,
                       theme.axis(VARIED[vary], range=around(np.log10(x) if log else x, 0.02), **log),
                       theme.axis(title, range=[low, high]), cursor=Cursor(x, {"y": focus}), **FRAME)  # fmt: skip


def errors(its: Spread) -> Plot:
    """Standard errors of a coefficient and of the sum of both."""
    curves: list[Curve] = [("b1_deviation", "b₁", BLUE), ("sum_deviation", "b₁ + b₂", GREEN)]
    if its.ridge.any():
        curves.append(("b1_rmse", "b₁, with its bias (RMSE)", PINK))
    top = 1.15 * max(float(np.quantile(its.of(name)[0], 0.97)) for name, _, _ in curves)
    return over_axis(its, "errors", "standard deviation of the estimate", curves, 0.0, top, HEIGHT)


def averages(its: Spread) -> tuple[Row, ...]:
    """Coefficients, R², and leverage and Cook's distance of the observation of the largest leverage, on average."""

    def one(name: str, title: str, *curves: Curve) -> Plot:
        held = np.concatenate([its.of(each)[0] for each, _, _ in curves])
        top = 1.05 if name == "r-squared" else 1.1 * float(np.quantile(held, 0.97))
        return over_axis(its, name, title, curves, 0.0 if name == "r-squared" else min(0.0, held.min()), top, LOW)

    first = (one("coefficients-spread", "coefficients, on average", ("b1", "b₁", BLUE), ("b2", "b₂", PINK)),
             one("r-squared", "R², on average", ("r_squared", "R²", BLUE)))  # fmt: skip
    lever = one("leverage", "largest leverage", ("leverage", "leverage", GREEN))
    if its.ridge.any():  # no formula is known for Cook's distance of a ridge fit, and few use it
        return Row(first), Row((lever,))
    cook = one("cook", "its Cook’s distance, on average", ("cooks_distance", "Cook’s distance", BLUE))
    return Row(first), Row((lever, cook))


def coverage(its: Coverage) -> Plot:
    """How often intervals hold the true slope, over how far the assumption is broken, by each kind of error."""
    traces, x, level = Traces(len(its.strength)), its.strength, its.params.level
    low = min(80.0, 100 * float(its.share.min())) - 2
    traces.level(x, level, f"promised, {number(level, 3)} %", theme.BOUND, hoverinfo="skip")
    for k, name in enumerate(KINDS):
        traces.compared(x, 100 * its.exact[k], 100 * its.share[k], name, theme.CATEGORIES[k], SIZES[k], dashed="exact",
                        error=200 * its.error[k], legend="" if k else "exact")  # fmt: skip
    sweep = Sweep(AXIS, f"{BROKEN[its.params.breaks]}: strength", len(x), "", x, "broken by {value}",
                  cursor=Cursor(x, {"y": 100 * its.share[0]}), field="strength")  # fmt: skip
    summary = f"Coverage of intervals for the slope over refits; {its.params.replicates:,} at each strength."
    return traces.plot("regression-coverage", summary, HEIGHT, sweep, STRENGTH,
                       theme.axis("intervals that hold the slope", "%", range=[low, 101]), **FRAME)  # fmt: skip


def one_sample(its: Coverage) -> Plot:
    """One simulated table at each strength: what breaking the assumption looks like."""
    traces, x = Traces(len(its.strength)), its.data.x[:, its.params.feature]
    names = labels(its)
    traces.dots(x, its.sample, "one simulated sample", BLUE, 6 if len(x) < 100 else 4)
    if its.data.x.shape[1] == 1:
        ends = np.array([x.min(), x.max()])
        traces.add(ends, its.fit.beta[0] + its.fit.beta[1] * ends, "true line", line=theme.THEORY)
    summary = "One simulated sample at the present strength, and the line that it was made from."
    return traces.plot("regression-sample", summary, HEIGHT, AXIS, theme.axis(names[0], range=around(x, 0.05)),
                       theme.axis(f"{names[1]}, simulated", range=around(its.sample, 0.05)), **FRAME,
                       hovermode="closest")  # fmt: skip


def reported(its: Coverage) -> Plot:
    """The standard error that is reported on average, as a share of the true deviation of the slope."""
    traces, x, ratio = Traces(len(its.strength)), its.strength, its.reported / its.true
    traces.level(x, 1, "as large as it should be", theme.BOUND, hoverinfo="skip")
    for k, name in enumerate(KINDS):
        traces.line(x, ratio[k], name, theme.CATEGORIES[k])
    return traces.plot("regression-reported", "Reported standard errors over the true deviation of the slope.", LOW,
                       AXIS, STRENGTH, theme.axis("reported SE ÷ true", range=around(np.append(ratio, 1), 0.1)),
                       cursor=Cursor(x, {"y": ratio[0]}), **FRAME)  # fmt: skip
