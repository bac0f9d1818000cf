"""Two parameters at once: the ellipse of the estimates against that of the bound, and whether one holds the other."""

import numpy as np

from core.statistics.cramer_rao.accuracy import Joint
from figures import leaving, theme
from figures.plot import Array, Plot
from figures.statistics.cramer_rao.monte_carlo_view import BARS, DRAWS, MonteCarloView
from figures.traces import Traces

RADIUS = np.sqrt(2 * np.log(20))  # of the ellipse that holds 95 % of a normal pair


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
    bars, draws = np.nan_to_num(BARS * joint.error[view.e]), view.params.view == "n"
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
    scale = DRAWS if draws else {"type": "log" if axis[0] > 0 else "linear"}
    ends = np.log10(axis[[0, -1]]) if scale["type"] == "log" else axis[[0, -1]]
    summary = "The smallest eigenvalue of the covariance less the bound, in units of the bound, along the axis."
    return traces.plot(
        "cramer-rao-eigenvalues", summary, 250, view.sweep(at=leaving.inside(smallest, low, high)),
        theme.axis("draws n" if draws else "parameter", range=ends.tolist(), **scale),
        theme.axis("smallest eigenvalue", range=[low, high], nticks=6),
        **theme.legend(t=28, b=40),
    )  # fmt: skip
