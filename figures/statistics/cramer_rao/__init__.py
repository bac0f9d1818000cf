"""Pictures of /cramer-rao: what was measured against the bound, with the arithmetic. All else stands beside."""

from typing import Any

import numpy as np

from core.statistics.cramer_rao import Params
from core.statistics.cramer_rao.result import Result
from core.table_text import to_csv
from figures import leaving, theme
from figures.plot import Array, Download, Panel, Plot, Row, Views
from figures.statistics.cramer_rao import distributions, ellipses, likelihood
from figures.statistics.cramer_rao.monte_carlo_view import HIGHEST, MonteCarloView, top

BARS = 1.96  # standard errors to each side: 95 % of Monte Carlo runs
MEASURES = {"ratio": "Variance ÷ bound", "variance": "Variance", "bias": "Bias", "mse": "MSE"}
MEASURED = ("variance", "variance_error", "exact_variance", "bias", "bias_error", "slope", "biased_bound", "mse")


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn."""
    if result.evidence is not None:
        return likelihood.views(result, params)
    seen = MonteCarloView(result, params)
    rows = [Row((distributions.histogram(seen), distributions.quantiles(seen), distributions.errors(seen)))]
    if seen.accuracy.joint is not None:
        joint, sweep = seen.accuracy.joint, seen.sweep
        unit = np.sqrt(seen.accuracy.bound)
        center = seen.accuracy.bias[seen.e] / unit
        rows.append(Row((ellipses.ellipse(joint, seen.e, unit, center, seen.labels, params.kind, sweep),
                         ellipses.eigenvalues(joint, seen.e, result.axis, sweep, log=params.view == "n"))))  # fmt: skip
    return Views(variances(seen), readout=arithmetic(seen), more=rows)


def variances(seen: MonteCarloView) -> Plot:
    """Variance, bias or mean square error over the axis: Monte Carlo intervals, exact values if known, the bounds."""
    axis, unit, values = seen.result.axis, seen.unit, seen.of(seen.drawn) / seen.unit
    line = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
    exact = seen.of("exact_variance")
    data: list[dict[str, Any]] = [_level(seen)]
    if seen.drawn == "variance" and np.isfinite(exact).any():
        data.append({**line, **_strung(axis, exact / unit), "name": "exact", "line": theme.THEORY})
    if seen.drawn != "bias" and _is_biased(seen):
        least, square = seen.of("biased_bound")[seen.e], seen.of("bias")[seen.e] ** 2
        whole = seen.drawn == "mse"  # no mean square error is below the bound of the variance and bias²
        data.append({**line, "x": axis, "y": (least + whole * square) / unit, "line": {**theme.BOUND, "width": 2},
                     "name": "bound for its bias" + (" + bias²" if whole else "")})  # fmt: skip
    for e, label in enumerate(seen.labels):
        data.append(_measured(seen, e, label))
    title, low, high = _heights(seen)
    data += _leaving(seen, low, high)
    logarithmic = seen.params.measure == "variance"
    ends = {"type": "log", **_round_ticks(low, high)} if logarithmic else {"nticks": 6}
    layout = theme.layout(
        _axis(seen),
        theme.axis(title, range=[low, high], **ends),
        showlegend=True,
        legend=theme.LEGEND,
        margin={"l": 56, "r": 16, "t": 44, "b": 36},
    )
    at = values[seen.e] if logarithmic else leaving.inside(values[seen.e], low, high)
    summary = (f"The {MEASURES[seen.params.measure].lower()} of {len(seen.labels)} estimators of {seen.symbol} over "
               f"the axis, by Monte Carlo with {seen.result.replicates:,} samples, against the bound.")  # fmt: skip
    return Plot("cramer-rao-variances", data, layout, summary, height=265, sweep=seen.sweep(control=True, at=at))


def _level(seen: MonteCarloView) -> dict[str, Any]:
    """What is best, or would be if the theorem held: the bound, and no bias."""
    regular, axis = seen.params.kind.regular, seen.result.axis
    line = theme.BOUND if regular or seen.drawn == "bias" else {**theme.BOUND, "color": theme.MUTED, "dash": "dot"}
    name = "bound 1/(nI)" if regular else "1/(nI), no bound here"
    y = np.zeros(len(axis)) if seen.drawn == "bias" else np.broadcast_to(seen.bound / seen.unit, axis.shape)
    return {"type": "scatter", "mode": "lines", "hoverinfo": "skip", "x": axis, "y": y, "line": line,
            "name": "no bias" if seen.drawn == "bias" else name}  # fmt: skip


def _heights(seen: MonteCarloView) -> tuple[str, float, float]:
    """The title of the upright axis and its ends, as powers of ten for a variance as it is."""
    values = seen.of(seen.drawn)
    match seen.params.measure:
        case "variance":
            return f"variance of the estimate of {seen.symbol}", *_decades(values, seen.bound)
        case "bias":
            reach = float(np.clip(1.15 * np.nanmax(np.abs(values / seen.unit), initial=0.1), 0.1, HIGHEST))
            return f"bias ÷ {seen.root}", -reach, reach
        case "mse":
            return f"mean square error ÷ {seen.least}", 0.0, top(values / seen.bound)
    return f"variance ÷ {seen.least}", 0.0, top(values / seen.bound)


def _measured(seen: MonteCarloView, e: int, label: str) -> dict[str, Any]:
    chosen, colour = e == seen.e, theme.CATEGORIES[e % len(theme.CATEGORIES)]
    bars = np.nan_to_num(BARS * seen.of(f"{seen.drawn}_error")[e] / seen.unit)
    return {
        "type": "scatter", "mode": "lines+markers", "x": seen.result.axis, "y": seen.of(seen.drawn)[e] / seen.unit,
        "name": label, "line": {"color": colour, "width": 2 if chosen else 1},
        "marker": {"color": colour, "size": 6 if chosen else 4},
        "error_y": {"type": "data", "array": bars, "color": colour, "thickness": 1.2, "width": 2},
    }  # fmt: skip


def _leaving(seen: MonteCarloView, low: float, high: float) -> list[dict[str, Any]]:
    """Marks for what is infinite, and for what reaches beyond the ends of the axis, bars included.

    Those of several estimators at one place stand below one another.
    """
    logarithmic, axis = seen.params.measure == "variance", seen.result.axis
    values = seen.of(seen.drawn) / seen.unit
    reach = np.nan_to_num(BARS * seen.of(f"{seen.drawn}_error") / seen.unit)
    infinite = np.isnan(seen.of("mse")) & (seen.drawn != "bias")
    above = (values + reach > (10**high if logarithmic else high)) & ~infinite
    below = (values - reach < low) & (seen.drawn == "bias")
    from_top = high - (high - low) * (0.07 * np.cumsum(infinite | above, axis=0) - 0.03)
    heights = 10**from_top if logarithmic else from_top
    marks: list[dict[str, Any]] = []
    for e, label in enumerate(seen.labels):
        colour = theme.CATEGORIES[e % len(theme.CATEGORIES)]
        for gone, up in ((above[e], True), (below[e], False)):
            if gone.any():
                said = [f"{value:.4g} ± {error:.2g}" for value, error in zip(values[e], reach[e], strict=True)]
                y = np.where(gone, heights[e] if up else low + high - from_top[e], np.nan)
                named = not any("marker" in mark for mark in marks)
                marks.append(leaving.beyond(axis, y, colour, up=up, showlegend=named, text=said,
                             hovertemplate=f"%{{text}}<extra>{theme.label(label)}, beyond</extra>"))  # fmt: skip
        if infinite[e].any():
            marks.append(leaving.infinite(axis, np.where(infinite[e], heights[e], np.nan), colour,
                         hovertemplate=f"∞<extra>{theme.label(label)}</extra>"))  # fmt: skip
    return marks


def _strung(axis: Array, rows: Array) -> dict[str, Array]:
    """Several curves as one, with gaps between them."""
    gap = np.full((len(rows), 1), np.nan)
    return {"x": np.tile(np.append(axis, np.nan), len(rows)), "y": np.hstack([rows, gap]).ravel()}


def _is_biased(seen: MonteCarloView) -> bool:
    """Whether the chosen estimator has a bound of its own that can be told from that of unbiased ones."""
    apart = np.abs(seen.of("slope")[seen.e] - 1) - 3 * seen.of("slope_error")[seen.e]
    return bool(np.nanmax(apart, initial=0.0) > 0.01)


def _decades(variance: Array, bound: Array) -> tuple[float, float]:
    both = np.concatenate([variance.ravel(), bound])
    both = both[np.isfinite(both) & (both > 0)]
    return float(np.log10(both.min()) - 0.15), float(np.log10(both.max()) + 0.15)


def _axis(seen: MonteCarloView) -> dict[str, Any]:
    axis = seen.result.axis
    if seen.params.view == "n":
        ticks = [2, 5, 10, 20, 50, 100, 200, 500, 1_000]
        return theme.axis("draws n", type="log", range=[np.log10(1.85), np.log10(1_080)], tickvals=ticks,
                          ticktext=[f"{n:,}" for n in ticks])  # fmt: skip
    quantity = seen.params.kind.quantities[0]
    if axis[0] > 0 and quantity.high > 1:
        low, high = np.log10(axis[[0, -1]]).tolist()
        return theme.axis(f"{quantity.name} {quantity.symbol}", type="log", range=[low, high],
                          **_round_ticks(low, high))  # fmt: skip
    return theme.axis(f"{quantity.name} {quantity.symbol}", range=axis[[0, -1]].tolist())


def _round_ticks(low: float, high: float) -> dict[str, Any]:
    """Powers of ten from 10^low to 10^high; with 2 and 5 of them where there are few."""
    firsts = (1, 2, 5) if high - low <= 2.5 else (1,)
    every = [first * 10.0**power for power in range(int(np.floor(low)), int(high) + 1) for first in firsts]
    ticks = [one for one in every if low - 1e-9 <= np.log10(one) <= high + 1e-9]
    return {"tickvals": ticks, "ticktext": [f"{one:,.6g}" for one in ticks]}


def arithmetic(seen: MonteCarloView) -> Panel:
    """The bound with its numbers, and what was measured of the chosen estimator."""
    kind, axis, joint = seen.params.kind, seen.result.axis, seen.accuracy.joint
    draws = axis if seen.params.view == "n" else np.full(len(axis), float(seen.params.n))
    scores = seen.accuracy.score_variance
    own = 1 / np.linalg.inv(scores) if joint is not None else scores  # of a pair what is left
    arrays: dict[str, Array] = {
        "axis": axis, "n": draws, "bound": seen.bound, "information": 1 / (seen.bound * draws),
        "score": own[:, seen.k, seen.k],
    }  # fmt: skip
    arrays |= {name: seen.of(name)[seen.e] for name in MEASURED}
    if joint is not None:
        arrays |= {f"joint_{name}": getattr(joint, name)[seen.e] for name in ("smallest", "error", "plain", "biased")}
    header = {
        "label": seen.labels[seen.e],
        "symbol": seen.symbol,
        "formula": kind.formula,
        "regular": kind.regular,
        "joint": kind.estimated == 2,
        "biased": _is_biased(seen),
        "swept": seen.params.view,
    }
    follow = f"cramer-rao-{seen.params.view}"
    return Panel("cramer-rao-arithmetic", "statistics/cramer_rao/bound.js", follow, len(axis), header, arrays)


def remarks(result: Result) -> str:
    """What a reader should know of how it was computed, or of their file."""
    if result.accuracy is None:
        return " ".join(result.remarks)
    error = 100 * (2 / result.replicates) ** 0.5
    text = (
        f"{result.replicates:,} samples: the standard error of a variance is {error:.2g} % "
        "where estimates are normal. Bars show 95 % Monte Carlo intervals; the samples of all n are nested."
    )
    infinite = (
        "" if np.isfinite(result.accuracy.variance).all() else " Where a variance is infinite, ∞ stands at the top."
    )
    return " ".join((*result.remarks, text + infinite))


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    name = "likelihood.csv" if result.evidence is not None else "estimators.csv"
    return [Download("The numbers (CSV)", name, "text/csv", lambda: to_csv(result.table()))]
