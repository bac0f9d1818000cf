"""The sampling distribution of the chosen estimator against its limit, of both parameters against the ellipse of the
bound, and the mean square error of all."""

from typing import Any

import numpy as np
from scipy.special import ndtri

from core.statistics.cramer_rao.accuracy import EDGES, SHARES, Joint
from figures import falling, leaving, marks, theme
from figures.plot import Array, Plot
from figures.statistics.cramer_rao.monte_carlo_view import BARS, MonteCarloView, top
from figures.traces import Traces

RADIUS = np.sqrt(2 * np.log(20))  # of the ellipse that holds 95 % of a normal pair


def histogram(view: MonteCarloView) -> Plot:
    """The histogram of the chosen estimator's replicates, in roots of the bound, and the standard normal."""
    heights = view.accuracy.histogram[view.e, :, view.k]
    z = np.linspace(-4, 4, 81)
    limit = np.exp(-(z**2) / 2) / np.sqrt(2 * np.pi)
    steps = np.concatenate([heights, np.zeros((len(heights), 1), np.float32)], axis=1)
    x, y = falling.piled(view.accuracy.first[view.e, :, view.k], edge=0.0, width=0.5)
    piles = float(np.max(y, initial=0.0, where=np.abs(x) <= 4))  # where x is no number there is no dot
    highest = max(float(np.clip(1.1 * np.quantile(heights.max(axis=1), 0.8), 0.5, 1.2)), 1.06 * piles)
    said = view.labels[view.e]
    if view.params.kind.whole:  # bins between two values that can occur are empty
        said += "<br>sums of draws are<br>whole numbers"
    traces = Traces(len(steps))
    traces.add(EDGES, steps, "replicates", line={**theme.EXPERIMENT, "width": 1, "shape": "hv"}, fill="tozeroy")
    traces.add(z, limit, "normal limit", line=theme.THEORY)
    traces.dots(x, y, f"first {x.shape[1]}", theme.INK, **falling.FALLS)
    summary = f"The sampling distribution of {view.labels[view.e]} against the normal limit of an efficient estimate."
    return traces.plot(
        "cramer-rao-distribution", summary, 215, view.sweep(),
        theme.axis(f"(estimate − {view.symbol}) ÷ {view.root}", range=[-4, 4], nticks=9),
        theme.axis("density", range=[0, highest], nticks=4),
        annotations=[marks.at_top(0.02, said, "auto", xref="paper", align="left",
                                  font={"size": 11, "color": theme.BLUE}),
                     marks.at_top(0.99, "a dot:<br>one sample", "right", xref="paper", align="right")],
    )  # fmt: skip


def quantiles(view: MonteCarloView) -> Plot:
    """Quantiles of the replicates over those of the standard normal. A slope of 1 is the bound."""
    reach = [-2.6, 2.6]
    traces = Traces(len(view.result.axis))
    traces.add(np.array(reach), np.array(reach), "normal limit", line=theme.THEORY)
    traces.dots(ndtri(SHARES), view.accuracy.quantiles[view.e, :, view.k], "replicates", theme.BLUE, 4)
    summary = "A Q–Q plot of the replicates against the standard normal, in roots of the bound."
    return traces.plot("cramer-rao-quantiles", summary, 215, view.sweep(),
                       theme.axis("normal quantile", range=reach, nticks=7),
                       theme.axis("quantile of the replicates", range=[-4, 4], nticks=7))  # fmt: skip


def errors(view: MonteCarloView) -> Plot:
    """Mean square error = variance + bias², a bar for each estimator, in units of the bound."""
    count, half = len(view.labels), 0.32
    mse, variance = (view.of(name) / view.bound for name in ("mse", "variance"))
    highest, places = top(mse), np.arange(count, dtype=np.int32)
    corners = (places[:, None] + np.array([-half, -half, half, half])).ravel()
    traces = Traces(len(view.result.axis))
    for name, height, colour in (("+ bias²", mse, theme.OLIVE), ("variance", variance, theme.BLUE)):
        y = np.nan_to_num(height).T[:, :, None] * np.array([0.0, 1.0, 1.0, 0.0])
        traces.line(corners, y.reshape(traces.steps, -1), name, colour, 0, fill="tozeroy", fillcolor=colour)
    traces.add(np.array([-0.5, count - 0.5]), np.ones(2), "bound", line=theme.BOUND, showlegend=False)
    for mark, gone, more in ((leaving.infinite, np.isnan(mse), {}),
                             (leaving.beyond, mse > highest, {"showlegend": bool((mse > highest).any())})):  # fmt: skip
        heights = np.where(gone.T, 0.95 * highest, np.nan)  # close below the top, over each bar that is gone
        traces.rows[f"data.{len(traces.data)}.y"] = heights.astype(np.float32)
        traces.data.append(mark(places, np.zeros(0), theme.INK, **more))
    names: dict[str, Any] = {"tickvals": places.tolist(), "ticktext": [*map(_short, view.labels)], "tickangle": 0}
    summary = "Mean square error of each estimator as variance and squared bias, in units of the bound."
    return traces.plot(
        "cramer-rao-errors", summary, 215, view.sweep(),
        theme.places(count, "", **names) | {"tickfont": {"size": 10}},
        theme.axis(f"mean square error ÷ {view.least}", range=[0, highest], nticks=5),
        **theme.legend(t=26, b=40), hovermode=False,
    )  # fmt: skip


def _short(label: str) -> str:
    """A label that fits under a bar."""
    return (
        theme.label(label).replace(" (MLE)", "").replace(" (moments)", "").replace(" + ", "+").replace(" ", "<br>", 1)
    )


def ellipse(view: MonteCarloView, joint: Joint) -> Plot:
    """The first estimates of both parameters, each in roots of its own bound, and 95 % ellipses."""
    unit = np.sqrt(view.accuracy.bound)
    scale, center = unit[:, :, None] * unit[:, None, :], view.accuracy.bias[view.e] / unit
    found = _ellipses(np.nan_to_num(joint.covariance[view.e] / scale), np.nan_to_num(center))
    limit = _ellipses(joint.bound / scale, np.zeros_like(center))
    traces, cloud = Traces(len(limit)), joint.cloud[view.e]
    traces.dots(cloud[:, 0], cloud[:, 1], "estimates", theme.SKY, 4)
    traces.add(limit[:, 0], limit[:, 1], "I⁻¹/n, 95 %", line=theme.BOUND)
    traces.add(found[:, 0], found[:, 1], f"{view.labels[view.e]}, 95 %", line=theme.EXPERIMENT)
    first, second = (quantity.symbol for quantity in view.params.kind.quantities)
    summary = "Estimates of both parameters, their 95 % ellipse, and the ellipse of the inverse information."
    return traces.plot(
        "cramer-rao-ellipse", summary, 250, view.sweep(),
        theme.axis(f"(estimate − {first}) ÷ √bound", range=[-6, 6], nticks=7),
        theme.axis(f"(estimate − {second}) ÷ √bound", range=[-4.2, 4.2], nticks=5),
        **theme.legend(t=28, b=40), hovermode="closest",
    )  # fmt: skip


def _ellipses(matrices: Array, centers: Array) -> Array:
    """[n, 2, points] around ``centers``."""
    values, vectors = np.linalg.eigh(matrices)
    half = vectors * np.sqrt(np.maximum(values, 0))[:, None, :]
    angle = np.linspace(0, 2 * np.pi, 61)
    return np.asarray(centers[:, :, None] + RADIUS * half @ np.stack([np.cos(angle), np.sin(angle)]))


def eigenvalues(view: MonteCarloView, joint: Joint) -> Plot:
    """The smallest eigenvalue of Cov − bound over the axis, in units of the bound: against both bounds."""
    axis, smallest, biased = view.result.axis, joint.smallest[view.e], joint.biased[view.e]
    bars = np.nan_to_num(BARS * joint.error[view.e])
    known = np.append(smallest, biased)
    low, high = np.nanmin(known, initial=0.0), np.nanmax(known, initial=0.0)
    low, high = float(np.clip(low - 0.1, -1, -0.15)), float(np.clip(high + 0.1, 0.3, 1.5))
    traces, error = Traces(len(axis)), {"type": "data", "array": bars, "thickness": 1.2, "width": 2}
    traces.add(axis, np.zeros(len(axis)), "bound", line=theme.BOUND, hoverinfo="skip", showlegend=False)
    traces.add(axis, smallest, "against I⁻¹/n", mode="lines+markers", line=theme.EXPERIMENT, marker={"size": 5},
               error_y=error)  # fmt: skip
    traces.add(axis, biased, "against the bound for its bias", mode="lines+markers", marker={"size": 4},
               line={"color": theme.GREEN, "width": 1.5, "dash": "dot"})  # fmt: skip
    edge = high - 0.05 * (high - low)
    for mark, gone in ((leaving.infinite, np.isnan(smallest)), (leaving.beyond, smallest + bars > high)):
        if gone.any():
            traces.data.append(mark(axis, np.where(gone, edge, np.nan), theme.BLUE, hoverinfo="skip"))
    summary = "The smallest eigenvalue of the covariance less the bound, in units of the bound, along the axis."
    return traces.plot(
        "cramer-rao-eigenvalues", summary, 250, view.sweep(at=leaving.inside(smallest, low, high)),
        view.along(),
        theme.axis("smallest eigenvalue", range=[low, high], nticks=6),
        **theme.legend(t=28, b=40),
    )  # fmt: skip
