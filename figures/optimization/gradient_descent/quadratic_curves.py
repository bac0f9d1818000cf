"""The curves of /gradient-descent: loss over steps, rate over η, roots against the unit circle, modes, the spectrum."""

from typing import Any

import numpy as np

from core.numbers import number
from core.optimization.gradient_descent.methods import LINEAR, METHODS
from core.optimization.gradient_descent.quadratic_sweep import Descent
from figures import leaving, marks, theme
from figures.optimization.gradient_descent import axes
from figures.plot import Array, Plot
from figures.traces import Traces

MEASURED_EVERY = 6
APART = 0.35  # of the axis from 0 to about 1.5: lines that are closer have no room for their names
GAIN_TOP = float(np.log10(axes.CEILING))
MANY = 60  # points beyond which a line shows more than its points
STEEP, FLAT = theme.CATEGORIES[1], theme.CATEGORIES[2]
BETWEEN = theme.MUTED


def loss(result: Descent) -> Plot:
    """The loss above its least over the steps, by formula and in the run, in units of that at the start."""
    runs, first = result.runs, result.problem.quadratic.excess
    traces = Traces(len(runs.relative))
    if result.other is not None:
        other = axes.ended(result.other.excess[0] / first)
        traces.line(result.times, other, f"B: {METHODS[result.other_name].name}", theme.PINNED)
    mode = "lines+markers" if len(result.times) <= MANY else "lines"
    traces.add(result.times, axes.ended(runs.excess / first), name="in the run", mode=mode, line=theme.EXPERIMENT,
               marker={"color": theme.CATEGORIES[0], "size": 5})  # fmt: skip
    if not np.isnan(runs.excess_theory).all():
        traces.add(result.times, axes.ended(runs.excess_theory / first), name="by formula", line=theme.THEORY)
    leaving.add_mark(traces, result.times, runs.excess / first, axes.CEILING, theme.CATEGORIES[0])
    low = float(np.nanmin(axes.capped(runs.excess / first)))
    low = 10 ** np.clip(np.floor(np.log10(low)), -12, -2)
    summary = f"The loss over {result.times[-1]:,} steps for each step size, by formula and in the run."
    return traces.plot(
        "descent-loss", summary, axes.HEIGHT, axes.AXIS,
        theme.counts("step t", range=[0, int(result.times[-1])], nticks=9),
        axes.decades("loss above its least (start = 1)", int(np.log10(low)), 4),
        **axes.worse(),
        **theme.legend(84, l=62, r=12, t=28),
    )  # fmt: skip


def rate(result: Descent) -> Plot:
    """What is left of each mode's error after a step, over η, with the thresholds. It holds the scrub."""
    runs = result.runs
    x, end = runs.relative, float(result.even[-1])
    formula = not np.isnan(runs.rate).all()
    traces = Traces(len(x))
    radii = np.abs(runs.roots[:, result.recorded.named, 0])
    for place in range(len(result.recorded.named)) if formula else ():
        colour, name = _mode(result, place)
        traces.line(x, radii[:, place], name, colour, 1.5, hoverinfo="skip")
    if formula:
        traces.add(x, runs.rate, name="slowest mode, by formula", line={**theme.THEORY, "width": 1.8})
        some = slice(None, None, MEASURED_EVERY)
        traces.dots(x[some], runs.measured[some], "measured in the run", theme.CATEGORIES[0], 5)
    else:
        gain = _gain(result)
        traces.line(x, leaving.ended(gain, GAIN_TOP), "log₁₀ of the loss at the last step", theme.CATEGORIES[0])
        leaving.add_mark(traces, x, gain, GAIN_TOP, theme.CATEGORIES[0])
    top = 1.55 if formula else GAIN_TOP
    heights = np.minimum(runs.rate, top) if formula else _gain(result)
    shapes, notes = _thresholds(result)
    summary = "The share of the error that one step keeps, for the steepest, the flattest and other modes, over η."
    title, words = f"step size η, in units of 2/λₘₐₓ = {number(result.unit)}", axes.STANDS
    if result.damping < 1:
        title, words = f"step size η, in units of 2/((1 − β)λₘₐₓ) = {number(result.unit)}", axes.DAMPED
    return traces.plot(
        "descent-rate", summary, 172, axes.step_sweep(x, result.unit, heights, words),
        theme.axis(title, range=[0, end], nticks=10),
        theme.axis("error kept per step" if formula else "log₁₀ loss", range=[0 if formula else -14, top], nticks=5),
        margin={"l": 62, "r": 12, "t": 22, "b": 38},
        **shapes, annotations=[*notes, *(_names(x, radii, top) if formula else ())],
    )  # fmt: skip


def _gain(result: Descent) -> Array:
    return np.log10(axes.capped(result.runs.excess[:, -1] / result.problem.quadratic.excess))


def _mode(result: Descent, place: int) -> tuple[str, str]:
    """The colour and the name of a drawn mode."""
    curvature = float(result.problem.quadratic.curvature[result.recorded.named[place]])
    if place == 0:
        return STEEP, f"steepest, λ = {number(curvature)}"
    last = place == len(result.recorded.named) - 1
    return (FLAT, f"flattest, λ = {number(curvature)}") if last else (BETWEEN, f"λ = {number(curvature)}")


def _names(x: Array, radii: Array, top: float) -> list[dict[str, Any]]:
    """The names of the steepest and the flattest mode: under the upper line where the two are farthest apart, and right
    of the lower one where it has fallen half as far.
    """
    steep, flat = radii[:, 0], radii[:, -1]
    apart = np.where(np.maximum(steep, flat) < top, np.abs(steep - flat), 0.0)
    at = int(apart.argmax())
    if apart[at] < APART:
        return []
    (low, under, lower), (high, over, upper) = sorted(
        [("steepest", STEEP, steep), ("flattest", FLAT, flat)], key=lambda one: float(one[2][at])
    )
    half = int(np.argmax(apart >= apart[at] / 2))
    return [marks.text(x[half], lower[half], f"\u00a0{low}", "left", "middle", font={"size": 11, "color": under}),
            marks.text(x[at], upper[at], high, "center", "top", font={"size": 11, "color": over})]  # fmt: skip


def _thresholds(result: Descent) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Where the method stops converging, where it is fastest, and what happens in between, named."""
    if np.isnan(result.limit):
        return {}, []
    quadratic, end = result.problem.quadratic, float(result.even[-1])
    shapes = [
        marks.region(result.limit, end),
        marks.upright(result.limit, theme.BOUND),
        marks.level(1, {"color": theme.GRID, "width": 1}),
    ]
    notes = [
        marks.text((result.limit + end) / 2, 0.0, f"diverges:<br>η > {number(result.limit * result.unit)}", "center",
                "bottom", bgcolor=theme.SOFT)
    ]  # fmt: skip
    if result.plain:
        best = LINEAR["gd"].fastest(quadratic.steepest, quadratic.flattest)[0]
        at = best / result.unit
        shapes.append(marks.upright(at, {**theme.BOUND, "dash": "dot"}))
        side = "left" if at < 0.2 else "center"
        notes += [  # the first above the picture, where the line of the cursor does not cross it
            marks.text(at, 1.02, f"fastest: η* = {number(best)}", side, "bottom", yref="paper"),
            marks.text(0.25, 0.0, "creeps", "center", "bottom"),
            marks.text(0.75, 0.0, "swings", "center", "bottom"),
        ]
    return {"shapes": shapes}, notes


def unit_circle(result: Descent) -> Plot:
    """What one step multiplies each mode's error by, against the circle of radius 1."""
    named, others = result.recorded.named, result.recorded.others
    x, y = _within(result.runs.roots[:, :, : 1 if result.plain else 2])
    turn = np.linspace(0, 2 * np.pi, 121)
    traces = Traces(len(result.runs.relative))
    traces.add(np.cos(turn), np.sin(turn), name="unit circle", line=theme.BOUND, hoverinfo="skip")
    if len(others):
        across, up = (part[:, others].reshape(len(x), -1) for part in (x, y))
        traces.dots(across, up, "the other modes", BETWEEN, 4)
    for place, mode in reversed([*enumerate(named)]):
        colour, name = _mode(result, place)
        traces.dots(x[:, mode], y[:, mode], name, colour, 10 if colour != BETWEEN else 7)
    title = "1 − ηλ, by which a step multiplies an error" if result.plain else "roots r: errors go as |r|ᵗ"
    summary = "The factor of each mode against the unit circle: inside it errors shrink, outside they grow."
    return traces.plot(
        "descent-circle", summary, 250, axes.AXIS,
        theme.axis(title, range=[-2.1, 2.1], nticks=9),
        theme.axis("imaginary part", range=[-1.35, 1.35], nticks=5, scaleanchor="x", constrain="domain"),
        hovermode="closest",
        annotations=[marks.text(0, 1, "inside the circle: shrinks", "left", "top", xref="paper", yref="paper",
                             font={"size": 11, "color": theme.MUTED})],
    )  # fmt: skip


def _within(roots: Array) -> Array:
    """Real and imaginary parts; what lies beyond the picture is drawn at its rim."""
    far = np.maximum(np.abs(roots) / 2.0, 1)
    return np.stack([roots.real / far, roots.imag / far])


def modes(result: Descent) -> Plot:
    """The size of each mode's error over the steps, by formula and in the run."""
    runs, largest = result.runs, float(np.abs(result.problem.quadratic.start).max())
    traces, axis = Traces(len(runs.relative)), axes.decades("error of a mode", -7, 4)
    if runs.others.size:
        x, y = _lines(result.times[result.recorded.sparse], axes.coded(np.abs(runs.others) / largest))
        traces.line(x, y, "the other modes", BETWEEN, 1, yaxis="y2", opacity=0.5, hoverinfo="skip", showlegend=False)
    with np.errstate(invalid="ignore"):
        made, closed = (np.abs(values) / largest for values in (runs.modes, runs.modes_theory))
    for place in reversed(range(len(result.recorded.named))):
        colour, name = _mode(result, place)
        traces.line(result.times, axes.ended(made[:, place]), name, colour, showlegend=colour != BETWEEN)
        if not np.isnan(closed).all():
            traces.add(result.times, axes.ended(closed[:, place]), name="by formula", line=theme.THEORY,
                       hoverinfo="skip", showlegend=False)  # fmt: skip
    leaving.add_mark(traces, result.times, made, axes.CEILING, theme.INK)
    count = len(result.recorded.named) + len(result.recorded.others)
    summary = f"The errors of {count} modes, each along an eigenvector of the Hessian, over the steps."
    return traces.plot(
        "descent-modes", summary, 250, axes.AXIS,
        theme.counts("step t", range=[0, int(result.times[-1])], nticks=7),
        axis,
        yaxis2=axes.coded_axis(axis),
        **theme.legend(132, l=62, r=12, t=28, b=40),
    )  # fmt: skip


def _lines(x: Array, values: Array) -> tuple[Array, Array]:
    """One line through all: x goes over each row's points, and is nowhere at one more, so that the pen is lifted."""
    rows, lines, points = values.shape
    lifted = np.zeros((rows, lines, 1), values.dtype)
    return np.tile([*x, np.nan], lines), np.concatenate([values, lifted], axis=2).reshape(rows, lines * (points + 1))


def spectrum(result: Descent) -> Plot:
    """The singular values of X, with those that are drawn elsewhere marked."""
    sigma = result.problem.sigma
    valid = sigma > 0
    rank = np.arange(1, len(sigma) + 1)
    traces = Traces(len(result.runs.relative))
    traces.line(rank[valid], sigma[valid], "singular values", theme.PINNED, 1, mode="lines+markers",
                marker={"color": theme.INK, "size": 6})  # fmt: skip
    summary = f"{len(sigma)} singular values of X, from {number(sigma[0])} down to {number(sigma[valid][-1])}."
    low, high = np.floor(np.log10(sigma[valid][-1])), np.floor(np.log10(sigma[0])) + 1
    return traces.plot(
        "descent-spectrum", summary, 250, None,
        theme.counts("mode, the steepest first", range=[0.5, len(sigma) + 0.5], nticks=8),
        axes.decades("singular value σ of X", int(low), int(high)),
        annotations=[marks.at_top(1, f"λₘₐₓ/λₘᵢₙ = {number(result.problem.quadratic.condition)}", "right",
                                  xref="paper")],
    )  # fmt: skip
