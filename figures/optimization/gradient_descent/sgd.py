"""Stochastic gradient descent: seeds with their mean and band over the steps, what is left over η, and the limits."""

from functools import partial
from typing import Any

import numpy as np

from core.numbers import counted, exact, number
from core.optimization.gradient_descent.sgd_sweep import Noisy
from figures import leaving, marks, theme
from figures.opened import Line, panel
from figures.optimization.gradient_descent.axes import AXIS, CEILING, FLOOR, capped, decades, ended, step_sweep, worse
from figures.plot import Panel, Plot, Views
from figures.traces import Traces

SURE = 1.96  # standard errors of a 95 % band
LARGEST = float(np.finfo(np.float64).max)
NEAR = 1e-6  # a step size within it of a limit is at the limit
SHORT = 0.5  # of the expectation, which the mean of the seeds misses where it comes from rare runs


def views(result: Noisy) -> Views:
    """Everything that is drawn of a sweep."""
    return Views(loss(result), over_sizes(result), sentence(result), (opened(result),), (limits(result),))


def loss(result: Noisy) -> Plot:
    """The loss over the steps: exact expectation, mean of the seeds with its band, and where nine in ten seeds are."""
    first, times = result.first, result.times
    traces = Traces(len(result.relative))
    grey, blue = theme.PINNED, theme.CATEGORIES[0]
    traces.line(times, ended(result.high / first), "5 to 95 %", grey, 1.2, dash="dot")
    traces.line(times, ended(result.middle / first), "median seed", grey, 1.2)
    traces.line(times, ended(result.low / first), "5 %", grey, 1.2, dash="dot", showlegend=False)
    if np.isfinite(result.bounded).any():
        traces.line(times, ended(result.bounded / first), "bound", theme.CATEGORIES[2], 1.5)
    for sign, name in ((1, "its 95 % band"), (-1, "")):
        band = (result.mean + sign * SURE * np.nan_to_num(result.error, posinf=0.0)) / first
        drawn = ended(np.where(band > 0, band, np.inf))
        positive = np.where(band > 0, drawn, np.nan)  # where a few seeds carry the mean, the band reaches below 0
        traces.line(times, positive, name, blue, 1, showlegend=sign > 0)
    traces.line(times, ended(result.mean / first), "mean of seeds", blue, 2.5)
    traces.add(times, ended(result.expected / first), name="expected, exactly", line=theme.THEORY)
    leaving.add_mark(traces, times, result.expected / first, CEILING, theme.INK)
    low = float(np.log10(capped(result.expected / first).min()))
    summary = f"The loss over {times[-1]:,} steps: expected, the mean of {result.seeds:,} seeds, and the bound."
    return traces.plot(
        "noisy-loss", summary, 270, AXIS,
        theme.counts("step t", range=[0, int(times[-1])], nticks=9),
        decades("loss above its least (start = 1)", float(np.clip(np.floor(low), -10, -2)), 4),
        **worse(), **theme.legend(100, l=62, r=12, t=28),
    )  # fmt: skip


def over_sizes(result: Noisy) -> Plot:
    """What is left at the last step over η, with the limits of the mean, of the mean square and of the bound."""
    first, x, end = result.first, result.relative, float(result.relative[-1])
    traces = Traces(len(x))
    expected, kept = result.expected[:, -1] / first, partial(ended, bottom=FLOOR)  # in sight, along the bottom
    if np.isfinite(result.bounded).any():
        traces.line(x, kept(result.bounded[:, -1] / first), "bound", theme.CATEGORIES[2], 1.5)
    traces.line(x, kept(result.middle[:, -1] / first), "median seed", theme.PINNED, 1.2)
    traces.add(x, kept(expected), name="expected, exactly", line=theme.THEORY)
    leaving.add_mark(traces, x, expected, CEILING, theme.INK)
    traces.dots(x, kept(result.mean[:, -1] / first), "mean of the seeds", theme.CATEGORIES[0], 5)
    summary = "The loss at the last step over the step size, by exact expectation and by simulation."
    sweep = step_sweep(x, result.unit, capped(expected))
    return traces.plot(
        "noisy-sizes", summary, 200, sweep,
        theme.axis(f"step size η, in units of 2/λₘₐₓ = {number(result.unit)}", range=[0, end], nticks=10),
        decades(f"loss at t = {result.times[-1]:,}", float(np.floor(np.log10(capped(expected).min()))), 4),
        margin={"l": 62, "r": 12, "t": 26, "b": 38},
        shapes=[marks.region(result.square_limit, end),
                *(marks.upright(limit, theme.BOUND) for limit in (result.square_limit, 1.0))],
        annotations=_named_limits(result, end),
    )  # fmt: skip


def _named_limits(result: Noisy, end: float) -> list[dict[str, Any]]:
    """The names of both limits above the picture, where no curve goes; as one where they would touch."""
    runs, mean = f"runs diverge: {number(result.square_limit * result.unit)}", f"their mean: {number(result.unit)}"
    above_all = {"yref": "paper"}
    if result.square_limit > 0.7:
        return [marks.text(end, 1.02, f"{runs}; {mean}", "right", "bottom", **above_all)]
    anchor = "left" if result.square_limit < 0.25 else "center"
    return [marks.text(result.square_limit, 1.02, runs, anchor, "bottom", **above_all),
            marks.text(end, 1.02, mean, "right", "bottom", **above_all)]  # fmt: skip


def sentence(result: Noisy) -> Panel:
    """What the noise does at each step size."""
    said = [_sentence(result, place) for place in range(len(result.relative))]
    return Panel.sentence("noisy-told", AXIS, said)


def _sentence(result: Noisy, place: int) -> list[list[str]]:
    relative, first = result.relative[place], result.first
    eta, of_runs, of_mean = relative * result.unit, relative - result.square_limit, relative - 1
    dies_down = result.bound is not None or (result.noise.batch == result.rows and not result.noise.inputs)
    if relative == 0:
        state = "stands still"
    elif dies_down and abs(of_runs) <= NEAR:  # other noise adds up at the limit
        state = "neither converges nor diverges"
    elif of_runs < -NEAR:
        state = "converges in mean square" if dies_down else "converges to a scatter that lasts"
    elif abs(of_mean) <= NEAR:
        state = "diverges, while the mean of w swings for ever"
    elif of_mean < 0:
        state = "diverges, though the mean of w would converge"
    else:
        state = "diverges, and so does the mean of w"
    mean, error = result.mean[place, -1] / first, SURE * result.error[place, -1] / first
    lines = [["focus", f"η = {number(eta)}"], ["", f" {state}. "],
             ["dim", f"After {result.times[-1]:,} steps the expected loss is "],
             ["", _size(result.expected[place, -1] / first, first)],
             ["dim", " of the first; over the seeds its mean is "],
             ["", _size(mean, result.seeds * first)], ["", f" ± {number(error)}" if np.isfinite(error) else ""],
             ["dim", " and its median "], ["dim", _size(result.middle[place, -1] / first, first)]]  # fmt: skip
    if result.variance is not None:
        lines += [["dim", ". The variance of w is "], ["dim", _size(result.variance[place, -1])]]
    return [*lines, ["", "."]]


def _size(value: float, divisor: float = 1.0) -> str:
    """A number, or where it has left the numbers what it is above: the largest of them over the ``divisor``."""
    return number(value) if np.isfinite(value) else f"more than {number(min(LARGEST / divisor, LARGEST))}"


def opened(result: Noisy) -> Panel:
    """What is left of the loss, and by what the mean of w and the bound shrink each step."""
    eta, curvature = result.relative * result.unit, 2 / result.unit
    left = Line("Expected loss at the last step, divided by the first, E[Lₜ] / L₀", "{last} / {first}",
                {"last": result.expected[:, -1], "first": result.first})  # fmt: skip
    mean = Line("In the steepest direction each step keeps of the mean error |1 − η·λₘₐₓ|",
                "|1 − {eta} × {curvature}|", {"eta": eta, "curvature": curvature})  # fmt: skip
    lines = [left, mean]
    if result.bound is not None:
        numbers = {"c1": result.bound.c1, "eta": eta, "c2": result.bound.c2}
        lines.append(
            Line("By the bound each step keeps of the loss 1 − C₁η + C₂η²", "1 − {c1} × {eta} + {c2} × {eta}²", numbers)
        )
    return panel("noisy-opened", AXIS, len(eta), *lines)


def limits(result: Noisy) -> Panel:
    """The limits and constants, which no step size changes."""
    square = result.square_limit * result.unit
    text = (f"{counted(result.rows, 'row')}, {counted(result.columns, 'column')}, batches of "
            f"{result.noise.batch:,}, noise of deviation {exact(result.noise.inputs)} on the inputs. The mean of w "
            f"converges for η < 2/λₘₐₓ = {number(result.unit)}, and the mean square of its error "
            f"for η < {number(square)}. ")  # fmt: skip
    more = "No w fits all rows, so the noise of the batches never dies down, and the bound does not apply."
    if result.noise.batch == result.rows:
        more = "Each batch is all rows, so there is no noise; no w fits them all, and the bound does not apply."
    if result.noise.inputs:
        more = _noise_on_inputs(result)
    elif result.bound is not None:
        more = (f"The bound, with C₁ = {number(result.bound.c1)} and C₂ = {number(result.bound.c2)} from these data, "
                f"falls for η < C₁/C₂ = {number(result.bound.limit)}, fastest at "
                f"{number(result.bound.fastest)}.")  # fmt: skip
    length = len(result.relative)
    return Panel.sentence("noisy-limits", AXIS, [[["dim", text], ["dim", more]]], length)


def _noise_on_inputs(result: Noisy) -> str:
    """What the limits of noisy inputs mean for single runs, and for one number the limit of the mean under ‖·‖²."""
    said: list[str] = []
    if result.printed is not None:
        ratio = result.unit / result.printed
        beside = "the limit of the mean above"
        if abs(ratio - 1) >= 1e-9:
            beside = f"{number(1 / ratio)} of the limit of the mean"
        said.append(f"Under the loss ‖·‖² the mean converges for η < 1/(x² + σ²) = {number(result.printed)}, {beside}.")
    above = result.relative > result.square_limit
    with np.errstate(invalid="ignore"):
        falls_short = result.mean[above, -1] < SHORT * result.expected[above, -1]
    if falls_short.any():
        said.append("Above the limit of the runs the expected loss comes from rare runs with many large draws in a "
                    f"row. Hardly any of the {result.seeds:,} seeds is such a run, so their mean falls short of the "
                    "expectation.")  # fmt: skip
    return " ".join(said)
