"""Pictures of refits with new noise: pairs of coefficients, and what a fit reports over the axis."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from core.statistics.linear_regression.params import VARIED
from core.statistics.linear_regression.spread import GRIDS, TRUE, Spread
from figures import leaving, theme
from figures.plot import Cursor, Plot, Row, Sweep
from figures.statistics.linear_regression.arithmetic import AXIS
from figures.traces import Traces, around

BLUE, GREEN, PINK = theme.CATEGORIES[:3]
FRAME = theme.legend(l=56, r=16, t=44, b=36)
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
    return traces.plot("regression-cloud", summary, 300, sweep, x, y, **FRAME, hovermode=False)


def over_axis(its: Spread, name: str, title: str, curves: Sequence[Curve], low: float, high: float, tall: int) -> Plot:
    """Numbers of the fits over the axis: theory dashed, refits as dots with bars of twice their Monte Carlo error."""
    x = its.values.astype(float)
    log: dict[str, Any] = {"type": "log", "dtick": 1} if its.params.vary in ("n", "ridge") else {}
    x = np.maximum(x, 0.05) if its.params.vary == "ridge" else x  # 0 has no logarithm
    traces, some = Traces(len(x)), np.unique(np.linspace(0, len(x) - 1, 25).astype(int))
    for number, words, colour in curves:
        theory, seen, error = its.of(number)
        traces.compared(x, theory, seen, words, colour, dotted="refits", within=(low, high), some=some, error=2 * error)
    axis = theme.axis(VARIED[its.params.vary], range=around(np.log10(x) if log else x, 0.02), **log)
    focus = leaving.inside(its.of(curves[0][0])[0], low, high)
    summary = f"{title}, over the axis: by theory and over the refits."
    return traces.plot(f"regression-{name}", summary, tall, AXIS, axis,
                       theme.axis(title, range=[low, high]), cursor=Cursor(x, {"y": focus}), **FRAME)  # fmt: skip


def errors(its: Spread) -> Plot:
    """Standard errors of a coefficient and of the sum of both."""
    curves: list[Curve] = [("b1_deviation", "b₁", BLUE), ("sum_deviation", "b₁ + b₂", GREEN)]
    if its.ridge.any():
        curves.append(("b1_rmse", "b₁, with its bias (RMSE)", PINK))
    top = 1.15 * max(float(np.quantile(its.of(number)[0], 0.97)) for number, _, _ in curves)
    return over_axis(its, "errors", "standard deviation of the estimate", curves, 0.0, top, 300)


def averages(its: Spread) -> tuple[Row, ...]:
    """Coefficients, R², and leverage and Cook's distance of the observation of the largest leverage, on average."""

    def ends(*names: str) -> tuple[float, float]:
        both = np.concatenate([its.of(name)[0] for name in names])
        return float(min(0.0, both.min())), 1.1 * float(np.quantile(both, 0.97))

    both = [("b1", "b₁", BLUE), ("b2", "b₂", PINK)]
    first = (
        over_axis(its, "coefficients-spread", "coefficients, on average", both, *ends("b1", "b2"), 240),
        over_axis(its, "r-squared", "R², on average", [("r_squared", "R²", BLUE)], 0.0, 1.05, 240),
    )
    lever = over_axis(its, "leverage", "largest leverage", [("leverage", "leverage", GREEN)], *ends("leverage"), 240)
    if its.ridge.any():  # no formula is known for Cook's distance of a ridge fit, and few use it
        return Row(first), Row((lever,))
    cook = over_axis(
        its,
        "cook",
        "its Cook’s distance, on average",
        [("cooks_distance", "Cook’s distance", BLUE)],
        *ends("cooks_distance"),
        240,
    )
    return Row(first), Row((lever, cook))
