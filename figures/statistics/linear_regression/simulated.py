"""Pictures of what is simulated: refits with new noise."""

from collections.abc import Sequence

import numpy as np

from core.numbers import count
from core.statistics.linear_regression.params import VARIED
from core.statistics.linear_regression.spread import GRIDS, TRUE, Spread
from figures import leaving, theme
from figures.log_axis import log_axis
from figures.plot import Cursor, Panel, Plot, Row, Sweep
from figures.statistics.linear_regression.arithmetic import AXIS
from figures.theme import BLUE, GREEN, PINK
from figures.traces import Traces, around

HEIGHT, LOW, FRAME = 300, 240, theme.legend()
Curve = tuple[str, str, str]  # which of the numbers, its name, its colour


def cloud(its: Spread) -> Plot:
    """Pairs of coefficients, one of each refit, and the ellipse that holds 95 % of them by theory."""
    traces, name = Traces(len(its.values)), its.params.vary
    traces.dots(its.cloud[:, :, 0], its.cloud[:, :, 1], "refits", BLUE, 4, opacity=0.5)
    traces.add(its.ellipse[:, :, 0], its.ellipse[:, :, 1], "95 % by theory", line=theme.THEORY)
    traces.dots(TRUE[:1], TRUE[1:], "true coefficients", theme.FOCUS, 12, "cross")
    reach = _reach(its)
    sweep = Sweep(AXIS, VARIED[name], len(its.values), values=GRIDS[name], words=f"{VARIED[name]} = {{value}}",
                  displayed=its.values.round(4), field=name)  # fmt: skip
    x, y = (theme.axis(f"b{sign}", range=[true - reach, true + reach], nticks=6)
            for sign, true in zip("₁₂", TRUE, strict=True))  # fmt: skip
    summary = "Pairs of coefficients over refits with new noise, and their ellipse by theory."
    return traces.plot("regression-cloud", summary, HEIGHT, sweep, x, y, **FRAME, hovermode=False)


def _reach(its: Spread) -> float:
    """How far the picture of coefficients goes from the true ones: at few steps the ellipse goes further."""
    return 1.05 * float(np.quantile(np.abs(its.ellipse - TRUE).max(axis=(1, 2)), 0.9))


def beyond(its: Spread) -> Panel:
    """How many of the refits that are drawn lie outside the picture, at each step, and whether the ellipse does."""
    reach, many = _reach(its), its.cloud.shape[1]
    out = (np.abs(its.cloud - TRUE) > reach).any(axis=2).sum(axis=1)
    wide = np.abs(its.ellipse - TRUE).max(axis=(1, 2)) > reach
    said = [[["dim", f"All {count(many)} refits lie in the picture." if not gone else
                     f"1 of {count(many)} refits lies beyond the picture." if gone == 1 else
                     f"{count(gone)} of {count(many)} refits lie beyond the picture."],
             *([["dim", " A part of the ellipse lies beyond it."]] if far else [])]
            for gone, far in zip(out.tolist(), wide.tolist(), strict=True)]  # fmt: skip
    return Panel.sentence("regression-said", AXIS, said)


def over_axis(its: Spread, name: str, title: str, curves: Sequence[Curve], low: float, high: float, tall: int) -> Plot:
    """Numbers of the fits over the axis: theory dashed, refits as dots with bars of twice their Monte Carlo error."""
    x, vary = its.values.astype(float), its.params.vary
    x = np.maximum(x, 0.05) if vary == "ridge" else x  # 0 has no logarithm
    traces, some = Traces(len(x)), np.unique(np.linspace(0, len(x) - 1, 25).astype(int))
    for one, words, colour in curves:
        theory, simulated, error = its.of(one)
        traces.compared(x, theory, simulated, words, colour, dotted="refits", within=(low, high), some=some,
                        error=2 * error)  # fmt: skip
        leaving.mark_exits(traces, x, theory, low, high, colour)
    ends = log_axis(*around(np.log10(x), 0.02)) if vary in ("n", "ridge") else {"range": around(x, 0.02)}
    focus = leaving.inside(its.of(curves[0][0])[0], low, high)
    return traces.plot(f"regression-{name}", f"{title}, over the axis: by theory and over the refits.", tall, AXIS,
                       theme.axis(VARIED[vary], **ends),
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
