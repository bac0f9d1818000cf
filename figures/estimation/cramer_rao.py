"""Pictures of /cramer-rao: variances against the bound, sampling distributions against their limit, one likelihood."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from scipy.special import ndtri

from core.estimation.accuracy import EDGES, SHARES, Accuracy
from core.estimation.cramer_rao import Params
from core.estimation.estimators import ESTIMATORS
from core.estimation.outcome import Result
from core.table_text import to_csv
from figures import theme
from figures.estimation import ellipses, likelihood
from figures.plot import Array, Cursor, Download, Panel, Plot, Row, Sweep, Views

BARS = 1.96  # standard errors to each side: 95 % of Monte Carlo runs
HIGHEST = 3.0  # times the bound; what is worse leaves the picture
MEASURED = ("variance", "variance_error", "exact_variance", "bias", "bias_error", "slope", "biased_bound", "mse")


@dataclass(frozen=True)
class Seen:
    """What of a result is looked at: the chosen estimator ``e`` and parameter ``k``, along the axis that is swept."""

    result: Result
    params: Params

    @property
    def accuracy(self) -> Accuracy:
        assert self.result.accuracy is not None
        return self.result.accuracy

    @property
    def labels(self) -> list[str]:
        return [one.label for one in ESTIMATORS[self.params.family].values()]

    @property
    def e(self) -> int:
        return list(ESTIMATORS[self.params.family]).index(self.params.estimator)

    @property
    def k(self) -> int:
        return int(self.params.parameter == "second" and self.params.kind.estimated == 2)

    @property
    def symbol(self) -> str:
        return self.params.kind.quantities[self.k].symbol

    @property
    def least(self) -> str:
        """What variances are held against, in words."""
        return "bound" if self.params.kind.regular else "1/(nI)"

    @property
    def root(self) -> str:
        return "√bound" if self.params.kind.regular else "√(1/(nI))"

    @property
    def bound(self) -> Array:
        return self.accuracy.bound[:, self.k]

    @property
    def unit(self) -> Array | float:
        """What variances are drawn in: the bound, or as they are."""
        return self.bound if self.params.measure == "ratio" else 1.0

    def of(self, name: str) -> Array:
        """An array of the chosen parameter, a row for each estimator."""
        return np.asarray(getattr(self.accuracy, name)[:, :, self.k])

    def sweep(self, *, control: bool = False, rows: dict[str, Array] | None = None, at: Array | None = None) -> Sweep:
        """The axis; ``at`` are the heights of the focus on curves that stay."""
        axis, field = self.result.axis, self.params.view
        values = axis.astype(np.int64) if field == "n" else axis
        cursor = None if at is None else Cursor(axis, {"y": at})
        label = "Draws n" if field == "n" else self.params.kind.quantities[0].name.capitalize()
        name = f"cramer-rao-{field}"
        return Sweep(name, label, len(axis), values=values, rows=rows or {}, cursor=cursor, control=control,
                     field=field if control else "")  # fmt: skip


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn."""
    if result.evidence is not None:
        return likelihood.views(result, params)
    seen = Seen(result, params)
    rows = [Row((distribution(seen), quantiles(seen), errors(seen)))]
    if seen.accuracy.joint is not None:
        joint, sweep = seen.accuracy.joint, seen.sweep
        unit = np.sqrt(seen.accuracy.bound)
        center = seen.accuracy.bias[seen.e] / unit
        rows.append(Row((ellipses.ellipse(joint, seen.e, unit, center, seen.labels, params.kind, sweep),
                         ellipses.eigenvalues(joint, seen.e, result.axis, sweep, log=params.view == "n"))))  # fmt: skip
    return Views(above=(variances(seen), arithmetic(seen), *rows))


def variances(seen: Seen) -> Plot:
    """Variance over the axis, with Monte Carlo intervals, exact values where they are known, and the bounds."""
    axis, unit, ratio = seen.result.axis, seen.unit, seen.params.measure == "ratio"
    line = {"type": "scatter", "mode": "lines", "hoverinfo": "skip"}
    flat = np.broadcast_to(seen.bound / unit, axis.shape)
    regular = seen.params.kind.regular
    data: list[dict[str, Any]] = [
        {**line, "x": axis, "y": flat, "name": "bound 1/(nI)" if regular else "1/(nI), no bound here",
         "line": theme.BOUND if regular else {**theme.BOUND, "color": theme.MUTED, "dash": "dot"}},
    ]  # fmt: skip
    exact = seen.of("exact_variance")
    if np.isfinite(exact).any():
        data.append({**line, **_strung(axis, exact / unit), "name": "exact", "line": theme.THEORY})
    if _is_biased(seen):
        data.append({**line, "x": axis, "y": seen.of("biased_bound")[seen.e] / unit, "name": "bound for its bias",
                     "line": {**theme.BOUND, "width": 2}})  # fmt: skip
    for e, label in enumerate(seen.labels):
        data.append(_measured(seen, e, label))
    top = _top(seen.of("variance") / seen.bound)
    low, high = _decades(seen.of("variance"), seen.bound)
    layout = theme.layout(
        _axis(seen),
        theme.axis(f"variance ÷ {seen.least}", range=[0, top], nticks=6) if ratio
        else theme.axis(f"variance of the estimate of {seen.symbol}", type="log", range=[low, high], nticks=6),
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom", "font": {"size": 11}},
        margin={"l": 56, "r": 16, "t": 44, "b": 36},
    )  # fmt: skip
    at = np.nan_to_num(seen.of("variance")[seen.e] / unit, nan=top if ratio else 10**high)
    at = np.minimum(at, top) if ratio else at
    summary = (f"The variance of {len(seen.labels)} estimators of {seen.symbol} over the axis, by Monte Carlo with "
               f"{seen.result.replicates:,} samples, against the Cramér–Rao bound.")  # fmt: skip
    return Plot("cramer-rao-variances", data, layout, summary, height=265, sweep=seen.sweep(control=True, at=at))


def _measured(seen: Seen, e: int, label: str) -> dict[str, Any]:
    chosen, colour = e == seen.e, theme.CATEGORIES[e % len(theme.CATEGORIES)]
    bars = np.nan_to_num(BARS * seen.of("variance_error")[e] / seen.unit)
    return {
        "type": "scatter", "mode": "lines+markers", "x": seen.result.axis, "y": seen.of("variance")[e] / seen.unit,
        "name": label, "line": {"color": colour, "width": 2 if chosen else 1},
        "marker": {"color": colour, "size": 6 if chosen else 4},
        "error_y": {"type": "data", "array": bars, "color": colour, "thickness": 1.2, "width": 2},
    }  # fmt: skip


def _strung(axis: Array, rows: Array) -> dict[str, Array]:
    """Several curves as one, with gaps between them."""
    gap = np.full((len(rows), 1), np.nan)
    return {"x": np.tile(np.append(axis, np.nan), len(rows)), "y": np.hstack([rows, gap]).ravel()}


def _is_biased(seen: Seen) -> bool:
    """Whether the chosen estimator has a bound of its own that can be told from that of unbiased ones."""
    apart = np.abs(seen.of("slope")[seen.e] - 1) - 3 * seen.of("slope_error")[seen.e]
    return bool(np.nanmax(apart, initial=0.0) > 0.01)


def _top(ratio: Array) -> float:
    return float(np.clip(1.15 * np.nanmax(ratio, initial=1.0), 1.5, HIGHEST))


def _decades(variance: Array, bound: Array) -> tuple[float, float]:
    both = np.concatenate([variance.ravel(), bound])
    both = both[np.isfinite(both) & (both > 0)]
    return float(np.log10(both.min()) - 0.15), float(np.log10(both.max()) + 0.15)


def _axis(seen: Seen) -> dict[str, Any]:
    axis = seen.result.axis
    if seen.params.view == "n":
        ticks = [2, 5, 10, 20, 50, 100, 200, 500, 1_000]
        return theme.axis("draws n", type="log", range=[np.log10(1.85), np.log10(1_080)], tickvals=ticks,
                          ticktext=[f"{n:,}" for n in ticks])  # fmt: skip
    quantity = seen.params.kind.quantities[0]
    if axis[0] > 0 and quantity.high > 1:
        return theme.axis(f"{quantity.name} {quantity.symbol}", type="log", range=np.log10(axis[[0, -1]]).tolist())
    return theme.axis(f"{quantity.name} {quantity.symbol}", range=axis[[0, -1]].tolist())


def distribution(seen: Seen) -> Plot:
    """The histogram of the chosen estimator's replicates, in roots of the bound, and the standard normal."""
    heights = seen.accuracy.histogram[seen.e, :, seen.k]
    z = np.linspace(-4, 4, 81)
    limit = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    line = {"type": "scatter", "mode": "lines"}
    data: list[dict[str, Any]] = [
        {**line, "x": EDGES, "y": [], "line": {**theme.EXPERIMENT, "width": 1, "shape": "hv"}, "fill": "tozeroy",
         "name": "replicates"},
        {**line, "x": z, "y": limit, "line": theme.THEORY, "name": "normal limit"},
    ]  # fmt: skip
    steps = np.concatenate([heights, np.zeros((len(heights), 1), np.float32)], axis=1)
    top = float(np.clip(1.1 * np.quantile(heights.max(axis=1), 0.8), 0.5, 1.2))
    layout = theme.layout(
        theme.axis(f"(estimate − {seen.symbol}) ÷ {seen.root}", range=[-4, 4], nticks=9),
        theme.axis("density", range=[0, top], nticks=4),
        annotations=[{"x": 0.02, "y": 1, "xref": "paper", "yref": "paper", "yanchor": "top", "showarrow": False,
                      "text": theme.label(seen.labels[seen.e]), "font": {"size": 11, "color": theme.CATEGORIES[0]}}],
    )  # fmt: skip
    summary = f"The sampling distribution of {seen.labels[seen.e]} against the normal limit of an efficient estimate."
    return Plot("cramer-rao-distribution", data, layout, summary, 215, seen.sweep(rows={"data.0.y": steps}))


def quantiles(seen: Seen) -> Plot:
    """Quantiles of the replicates over those of the standard normal. A slope of 1 is the bound."""
    reach = [-2.6, 2.6]
    data: list[dict[str, Any]] = [
        {"type": "scatter", "mode": "lines", "x": reach, "y": reach, "line": theme.THEORY, "name": "normal limit"},
        {"type": "scatter", "mode": "markers", "x": ndtri(SHARES), "y": [], "name": "replicates",
         "marker": {"color": theme.CATEGORIES[0], "size": 4}},
    ]  # fmt: skip
    layout = theme.layout(theme.axis("normal quantile", range=reach, nticks=7),
                          theme.axis("quantile of the replicates", range=[-4, 4], nticks=7))  # fmt: skip
    rows = {"data.1.y": seen.accuracy.quantiles[seen.e, :, seen.k]}
    summary = "A Q–Q plot of the replicates against the standard normal, in roots of the bound."
    return Plot("cramer-rao-quantiles", data, layout, summary, 215, seen.sweep(rows=rows))


def errors(seen: Seen) -> Plot:
    """Mean square error = variance + bias², a bar for each estimator, in units of the bound."""
    count, half = len(seen.labels), 0.32
    mse, variance = (np.nan_to_num(seen.of(name) / seen.bound, nan=1e6) for name in ("mse", "variance"))
    corners = (np.arange(count)[:, None] + np.array([-half, -half, half, half])).ravel()
    shape = np.array([0.0, 1.0, 1.0, 0.0])
    bars = {name: (height.T[:, :, None] * shape).reshape(len(seen.result.axis), -1).astype(np.float32)
            for name, height in (("data.0.y", mse), ("data.1.y", variance))}  # fmt: skip
    line = {"type": "scatter", "mode": "lines"}
    bar = {**line, "x": corners, "y": [], "fill": "tozeroy"}
    bias_colour, variance_colour = theme.CATEGORIES[5], theme.CATEGORIES[0]
    data: list[dict[str, Any]] = [
        {**bar, "name": "+ bias²", "fillcolor": bias_colour, "line": {"color": bias_colour, "width": 0}},
        {**bar, "name": "variance", "fillcolor": variance_colour, "line": {"color": variance_colour, "width": 0}},
        {**line, "x": [-0.5, count - 0.5], "y": [1, 1], "line": theme.BOUND, "name": "bound", "showlegend": False},
    ]  # fmt: skip
    names: dict[str, Any] = {"tickvals": list(range(count)), "ticktext": list(map(_short, seen.labels)), "tickangle": 0}
    layout = theme.layout(
        theme.axis("", range=[-0.5, count - 0.5], **names) | {"tickfont": {"size": 10}},
        theme.axis(f"mean square error ÷ {seen.least}", range=[0, _top(np.minimum(mse, HIGHEST))], nticks=5),
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.0, "yanchor": "bottom", "font": {"size": 11}},
        margin={"l": 56, "r": 16, "t": 26, "b": 40},
        hovermode=False,
    )
    summary = "Mean square error of each estimator as variance and squared bias, in units of the bound."
    return Plot("cramer-rao-errors", data, layout, summary, 215, seen.sweep(rows=bars))


def _short(label: str) -> str:
    """A label that fits under a bar."""
    return (
        theme.label(label).replace(" (MLE)", "").replace(" (moments)", "").replace(" + ", "+").replace(" ", "<br>", 1)
    )


def arithmetic(seen: Seen) -> Panel:
    """The bound with its numbers, and what was measured of the chosen estimator."""
    kind, axis, joint = seen.params.kind, seen.result.axis, seen.accuracy.joint
    draws = axis if seen.params.view == "n" else np.full(len(axis), float(seen.params.n))
    arrays: dict[str, Array] = {
        "axis": axis, "n": draws, "bound": seen.bound, "information": 1 / (seen.bound * draws),
        "score": seen.accuracy.score_variance[:, seen.k, seen.k],
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
    return Panel("cramer-rao-arithmetic", "cramer_rao_bound.js", follow, len(axis), header, arrays)


def remarks(result: Result) -> str:
    """What a reader should know of how it was computed, or of their file."""
    if result.accuracy is None:
        return " ".join(result.remarks)
    error = 100 * (2 / result.replicates) ** 0.5
    text = (
        f"{result.replicates:,} samples: the standard error of a variance is {error:.2g} % "
        "where estimates are normal. Bars show 95 % Monte Carlo intervals; the samples of all n are nested."
    )
    infinite = "" if np.isfinite(result.accuracy.variance).all() else " Where a variance is infinite there is no point."
    return " ".join((*result.remarks, text + infinite))


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    name = "likelihood.csv" if result.evidence is not None else "estimators.csv"
    return [Download("The numbers (CSV)", name, "text/csv", lambda: to_csv(result.table()))]
