"""Pictures of /cramer-rao: what was measured against the bound, with the arithmetic. All else stands beside."""

from typing import Any

import numpy as np

from core.fields import options
from core.numbers import number
from core.statistics.cramer_rao import Params
from core.statistics.cramer_rao.result import Result
from figures import leaving, theme
from figures.brushed import Brushed
from figures.log_axis import log_axis
from figures.plot import Array, Download, Plot, Row, Views
from figures.statistics.cramer_rao import distributions, likelihood
from figures.statistics.cramer_rao.monte_carlo_view import BARS, HIGHEST, MonteCarloView, opened, said, top
from figures.traces import Traces


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn."""
    if result.evidence is not None:
        return likelihood.views(result, params)
    view = MonteCarloView(result, params)
    rows = [Row((distributions.histogram(view), distributions.quantiles(view), distributions.errors(view)))]
    if view.accuracy.joint is not None:
        both = view.accuracy.joint
        rows.append(Row((distributions.ellipse(view, both), distributions.eigenvalues(view, both))))
    return Views(variances(view), readout=said(view), opened=(opened(view),), more=rows)


def observations(result: Result) -> Brushed | None:
    """One sample's observations, to brush; ``None`` where there are too many, or many samples."""
    whole = result.evidence is not None and result.evidence.size == len(result.sample)
    return Brushed({"": result.sample}, "observation") if whole else None


def variances(view: MonteCarloView) -> Plot:
    """Variance, bias or mean square error over the axis: Monte Carlo intervals, exact values if known, the bounds."""
    axis, unit, exact = view.result.axis, view.unit, view.of("exact_variance")
    values, bars = view.of(view.drawn) / unit, np.nan_to_num(BARS * view.of(f"{view.drawn}_error") / unit)
    traces = Traces(0)
    traces.add(axis, **_level(view), hoverinfo="skip")
    if view.drawn == "variance" and np.isfinite(exact).any():
        gap = np.full((len(exact), 1), np.nan)  # several curves are one, with gaps between them
        traces.add(np.tile(np.append(axis, np.nan), len(exact)), np.hstack([exact / unit, gap]).ravel(), "exact",
                   line=theme.THEORY, hoverinfo="skip")  # fmt: skip
    if view.drawn != "bias" and view.biased:
        least, square = view.own("biased_bound"), view.own("bias") ** 2
        whole = view.drawn == "mse"  # no mean square error is below the bound of the variance and bias²
        traces.add(axis, (least + whole * square) / unit, "bound for its bias" + (" + bias²" if whole else ""),
                   line={**theme.BOUND, "width": 2}, hoverinfo="skip")  # fmt: skip
    for e, label in enumerate(view.labels):
        chosen, colour = e == view.e, theme.CATEGORIES[e % len(theme.CATEGORIES)]
        error = {"type": "data", "array": bars[e], "color": colour, "thickness": 1.2, "width": 2}
        turn, shape = divmod(e, len(theme.SHAPES))
        marker = {"color": colour, "size": 6 if chosen else 4, "symbol": theme.SHAPES[shape]}
        traces.line(axis, values[e], label, colour, 2 if chosen else 1, dash="dot" if turn else "solid",
                    mode="lines+markers", error_y=error, marker=marker)  # fmt: skip
    title, low, high = _heights(view)
    traces.data += _leaving(view, values, bars, low, high)
    logarithmic = view.params.measure == "variance"
    ends = log_axis(low, high) if logarithmic else {"range": [low, high], "nticks": 6}
    at = values[view.e] if logarithmic else leaving.inside(values[view.e], low, high)
    measure = options(Params, "measure")[view.params.measure].lower()
    summary = (f"The {measure} of {len(view.labels)} estimators of {view.symbol} over "
               f"the axis, by Monte Carlo with {view.result.replicates:,} samples, against the bound.")  # fmt: skip
    return traces.plot("cramer-rao-variances", summary, 265, view.sweep(control=True, at=at), view.along(),
                       theme.axis(title, **ends), **theme.legend())  # fmt: skip


def _level(view: MonteCarloView) -> dict[str, Any]:
    """What is best, or would be if the theorem held: the bound, and no bias."""
    if view.drawn == "bias":
        return {"y": 0 * view.bound, "name": "no bias", "line": theme.BOUND}
    y = view.bound / view.unit
    if view.params.kind.regular:
        return {"y": y, "name": "bound 1/(nI)", "line": theme.BOUND}
    return {"y": y, "name": "1/(nI), no bound here", "line": {**theme.BOUND, "color": theme.MUTED, "dash": "dot"}}


def _heights(view: MonteCarloView) -> tuple[str, float, float]:
    """The title of the upright axis and its ends, as powers of ten for a variance as it is."""
    values = view.of(view.drawn)
    match view.params.measure:
        case "variance":
            both = np.append(values, view.bound)
            both = np.log10(both[np.isfinite(both) & (both > 0)])
            title = f"variance of the estimate of {view.symbol}"
            return title, float(both.min() - 0.15), float(both.max() + 0.15)
        case "bias":
            reach = float(np.clip(1.15 * np.nanmax(np.abs(values / view.unit), initial=0.1), 0.1, HIGHEST))
            return f"bias ÷ {view.root}", -reach, reach
        case "mse":
            return f"mean square error ÷ {view.least}", 0.0, top(values / view.bound)
    return f"variance ÷ {view.least}", 0.0, top(values / view.bound)


def _leaving(view: MonteCarloView, values: Array, reach: Array, low: float, high: float) -> list[dict[str, Any]]:
    """Marks for what is infinite, and for what reaches beyond the ends of the axis, bars (``reach``) included.

    Those of several estimators at one place stand below one another.
    """
    logarithmic, axis = view.params.measure == "variance", view.result.axis
    infinite = np.isnan(view.of("mse")) & (view.drawn != "bias")
    above = (values + reach > (10**high if logarithmic else high)) & ~infinite
    below = (values - reach < low) & (view.drawn == "bias")
    from_top = high - (high - low) * (0.07 * np.cumsum(infinite | above, axis=0) - 0.03)
    heights = 10**from_top if logarithmic else from_top
    marks: list[dict[str, Any]] = []
    for e, label in enumerate(view.labels):
        colour = theme.CATEGORIES[e % len(theme.CATEGORIES)]
        for gone, up in ((above[e], True), (below[e], False)):
            if gone.any():
                said = [number(one) + f" ± {number(error, 2)}" * bool(error)  # without a fourth moment there is none
                        for one, error in zip(values[e], reach[e], strict=True)]  # fmt: skip
                y = np.where(gone, heights[e] if up else low + high - from_top[e], np.nan)
                named = not any("marker" in mark for mark in marks)
                marks.append(leaving.beyond(axis, y, colour, up=up, showlegend=named, text=said,
                             hovertemplate=f"%{{text}}<extra>{theme.label(label)}, beyond</extra>"))  # fmt: skip
        if infinite[e].any():
            marks.append(leaving.infinite(axis, np.where(infinite[e], heights[e], np.nan), colour,
                         hovertemplate=f"∞<extra>{theme.label(label)}</extra>"))  # fmt: skip
    return marks


def remarks(result: Result) -> tuple[str, ...]:
    """What a reader should know of how it was computed, or of their file."""
    if result.accuracy is None:
        return result.remarks
    error = 100 * (2 / result.replicates) ** 0.5
    text = (
        f"{result.replicates:,} samples: the standard error of a variance is {number(error, 2)} % "
        "where estimates are normal. Bars show 95 % Monte Carlo intervals; the sample of a larger n contains that "
        "of a smaller n."
    )
    infinite = (
        "" if np.isfinite(result.accuracy.variance).all() else "Where a variance is infinite, ∞ stands at the top."
    )
    return *result.remarks, text, infinite


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    name = "likelihood.csv" if result.evidence is not None else "estimators.csv"
    return [Download.table("The numbers (CSV)", name, result.table)]
