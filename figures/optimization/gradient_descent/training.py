"""Logistic regression and networks in training: predictions, loss, sharpness over the steps and over η against 2/η.

The run that is compared with, B, is drawn in grey. Dashed in the picture of the loss is the quadratic at the start.
"""

import numpy as np

from core.numbers import number
from core.optimization.gradient_descent.methods import LINEAR, METHODS
from core.optimization.gradient_descent.training_sweep import Training
from figures import leaving, theme
from figures.optimization.gradient_descent.arithmetic import loss_forecast, no_forecast
from figures.optimization.gradient_descent.axes import AXIS, HEIGHT, ROOM, decades, ended, step_sweep
from figures.plot import Panel, Plot, Row, Views
from figures.traces import Traces

FAR = 1e3
NEAR = 0.97  # of the edge: from here on a sharpness has met it


def views(result: Training) -> Views:
    """Everything that is drawn of a sweep."""
    pictures: list[Plot | Panel] = [loss(result), sharpness(result)]
    if result.sides:
        pictures.insert(0, field(result) if len(result.sides) == 2 else curve(result))
    main, *others = pictures
    opened = []
    if result.forecast is not None:
        opened = [(loss_forecast if result.method in LINEAR else no_forecast)(result, result.forecast)]
    return Views(main, over_sizes(result), sentence(result), opened, (Row(tuple(others)),))


def loss(result: Training) -> Plot:
    """The loss over the steps, in the run and by the quadratic at the start."""
    finite = result.losses[np.isfinite(result.losses)]
    first = float(result.losses[0, 0])
    least = np.nanmin([finite.min(), np.nan if result.other is None else result.other.losses.min()])
    low = max(float(least), 1e-8 * first)
    high = float(np.clip(2 * np.quantile(finite, 0.995), 2 * first, 100 * first))
    traces = Traces(len(result.relative))
    if np.isfinite(result.least) and result.least > low / 10:
        traces.add(result.times, np.full(len(result.times), result.least), name="least", line=theme.BOUND)
        low = min(low, result.least)
    if result.other is not None:
        traces.line(result.times, ended(result.other.losses[0, result.times], high), "B", theme.PINNED)
    drawn = result.losses[:, result.times]
    traces.add(result.times, ended(drawn, high), name="loss", line=theme.EXPERIMENT)
    if not np.isnan(result.foreseen).all():
        # No loss lies below 0, so where the quadratic says so its line ends.
        foreseen = np.where(result.foreseen > low / 2, leaving.ended(result.foreseen, high), np.nan)
        traces.add(result.times, foreseen, name="quadratic", line=theme.THEORY)
    leaving.add_mark(traces, result.times, drawn, high, theme.CATEGORIES[0], "leaves")
    summary = f"The loss over {result.times[-1]:,} steps of training, for each step size."
    return traces.plot(
        "training-loss", summary, HEIGHT, AXIS,
        theme.counts("step t", range=[0, int(result.times[-1])], nticks=5),
        decades("loss", np.floor(np.log10(low)), np.log10(high)),
        **theme.legend(52, l=58, r=10, t=28 if len(traces.data) < 4 else 44, b=36),
    )  # fmt: skip


def sharpness(result: Training) -> Plot:
    """λₘₐₓ over the steps, against the curvature on which the step size is just stable."""
    low, high = _range(result)
    traces = Traces(len(result.relative))
    if not np.isnan(result.edge).all():
        traces.add(result.checks[[0, -1]], leaving.inside(np.repeat(result.edge[:, None], 2, axis=1), low, high),
                   name=LINEAR[result.method].edge, line=theme.THEORY)  # fmt: skip
    if result.other is not None:
        traces.line(result.other.checks, ended(result.other.sharpness[0], high, low), "B", theme.PINNED)
        if not np.isnan(result.other.edge[0]):
            edge = leaving.inside(np.full(2, result.other.edge[0]), low, high)
            traces.line(result.checks[[0, -1]], edge, "edge of B", theme.PINNED, 1.2, dash="dash", showlegend=False)
    traces.add(result.checks, ended(result.sharpness, high, low), name="λₘₐₓ", mode="lines+markers",
               line=theme.EXPERIMENT, marker={"color": theme.CATEGORIES[0], "size": 4})  # fmt: skip
    leaving.add_mark(traces, result.checks, result.sharpness, high, theme.CATEGORIES[0], "leaves")
    summary = "The largest eigenvalue of the Hessian over training, beside the largest that the step size can bear."
    return traces.plot(
        "training-sharpness", summary, HEIGHT, AXIS,
        theme.counts("step t", range=[0, int(result.checks[-1])], nticks=5),
        decades("sharpness λₘₐₓ", np.log10(low), np.log10(high)),
        **theme.legend(52, l=58, r=10, t=28),
    )  # fmt: skip


def _range(result: Training) -> tuple[float, float]:
    """What an axis of sharpness shows, for every step size."""
    finite = result.sharpness[np.isfinite(result.sharpness) & (result.sharpness > 0)]
    edges = result.edge[np.isfinite(result.edge)]
    top = max(float(np.quantile(finite, 0.98)), float(np.median(edges)) if len(edges) else 0.0)
    return max(float(np.quantile(finite, 0.02)) / 2, 1e-4 * top), 3 * top


def over_sizes(result: Training) -> Plot:
    """Sharpness at the end and at the start over η, with 2/η. It holds the scrub."""
    x = result.relative
    low, high = _range(result)
    last = np.array([np.median(row[-5:]) for row in result.sharpness])
    gone = result.diverged_at <= result.times[-1]
    last = np.where(gone | ~np.isfinite(last), np.nan, last)
    traces = Traces(len(x))
    traces.add(x, np.full(len(x), result.sharpness[0, 0]), name="λₘₐₓ at the start", line=theme.BOUND)
    if not np.isnan(result.edge).all():
        traces.add(x, result.edge, name=LINEAR[result.method].edge, line=theme.THEORY)
    traces.add(x, last, name="λₘₐₓ, last steps", mode="lines+markers", line=theme.EXPERIMENT,
               marker={"color": theme.CATEGORIES[0], "size": 7})  # fmt: skip
    if gone.any():
        traces.dots(x[gone], np.full(int(gone.sum()), 0.8 * high), "diverged", theme.CATEGORIES[4], 8)
    height = np.where(gone | np.isnan(last), 0.8 * high, np.clip(np.nan_to_num(last, nan=high), low, high))
    summary = (
        "The sharpness at the end of training over the step size, beside the largest that each step size can bear."
    )
    sweep = step_sweep(x, result.unit, height)
    return traces.plot(
        "training-sizes", summary, 210, sweep,
        theme.axis(f"η, in units of 2/λₘₐₓ at the start = {number(result.unit)}", nticks=9,
                   range=[0, float(x[-1]) + 0.02]),
        decades("sharpness λₘₐₓ", np.log10(low), np.log10(high)),
        **theme.legend(100, l=62, r=12, t=26, b=38),
    )  # fmt: skip


def field(result: Training) -> Panel:
    """What is predicted at the end over the plane of two inputs, with the examples."""
    examples = result.examples
    reach = max(1.0, float(np.abs(examples.targets).max()))
    levels = np.clip(np.nan_to_num(result.predictions, nan=0.0) / reach, -1, 1)
    gone = ~np.isfinite(result.predictions).all(axis=(1, 2))
    header = {
        "names": [theme.label(name) for name in examples.names],
        "ends": [float(end) for side in result.sides for end in side[[0, -1]]],
        "summary": "What is predicted after training, with the examples, for each step size.",
    }  # fmt: skip
    arrays = {"levels": np.round(127 * levels).astype(np.int8), "gone": gone.astype(np.uint8),
              "points": examples.inputs.astype(np.float32), "targets": examples.targets.astype(np.float32)}  # fmt: skip
    return Panel("training-field", f"{ROOM}/training_field.js", AXIS, len(result.relative), header, arrays)


def curve(result: Training) -> Plot:
    """What is predicted at the end over one input, with the examples."""
    examples, (across,) = result.examples, result.sides
    reach = 1.6 * float(np.abs(examples.targets).max())
    traces = Traces(len(result.relative))
    traces.dots(examples.inputs[:, 0], examples.targets, "examples", theme.INK, 5)
    clipped = np.clip(result.predictions, -FAR * reach, FAR * reach)  # the line leaves through the frame
    traces.add(across, clipped, name="prediction", line=theme.EXPERIMENT)
    summary = "The examples and what is predicted after training, for each step size."
    return traces.plot(
        "training-curve", summary, HEIGHT, AXIS,
        theme.axis(theme.label(examples.names[0]), range=across[[0, -1]].tolist(), nticks=7),
        theme.axis("target", range=[-reach, reach], nticks=5),
        **theme.legend(90, l=46, r=10, t=28),
    )  # fmt: skip


def sentence(result: Training) -> Panel:
    """What training does at each step size."""
    said = [_sentence(result, place) for place in range(len(result.relative))]
    return Panel.sentence("training-told", AXIS, said)


def _sentence(result: Training, place: int) -> list[list[str]]:
    steps, gone = int(result.times[-1]), int(result.diverged_at[place])
    phrase = METHODS[result.method].phrase
    lines = [["focus", f"η = {number(result.relative[place] * result.unit)}"]]
    if gone <= steps:
        lines.append(["", f" diverges{phrase}: at step {gone:,} the loss is no longer a finite number."])
    else:
        first, last = number(result.losses[place, 0]), number(result.losses[place, -1])
        lines.append(["", f" takes the loss from {first} to {last} in {steps:,} steps{phrase}"])
        rises = int(result.rises[place])
        falls = bool((np.diff(result.losses[place]) < 0).all())
        never = ", falling in every one." if falls else ", never rising by more than rounding."
        lines.append(["", f", rising in {rises:,} of them." if rises else never])
    lines.append(["dim", f" The sharpness λₘₐₓ goes {_sharp(result, place)}"])
    if result.said:
        lines.append(["dim", f" {result.said}"])
    if result.other is not None:
        lines += _beside(result.other)
    return lines


def _beside(other: Training) -> list[list[str]]:
    """The run that it is compared with."""
    name, eta = METHODS[other.method].name, number(other.relative[0] * other.unit)
    gone = int(other.diverged_at[0])
    end = f"ends at the loss {number(other.losses[0, -1])} and λₘₐₓ = {number(other.sharpness[0, -1])}."
    if gone <= other.times[-1]:
        end = f"diverges at step {gone:,}."
    return [["dim", f" B, {name} with η = {eta}, "], ["", end]]


def _sharp(result: Training, place: int) -> str:
    first, values = result.sharpness[place, 0], result.sharpness[place]
    finite = values[np.isfinite(values)]
    edge = result.edge[place]
    course = f"from {number(first)} to {number(finite[-1])}"
    if np.isnan(edge):
        return f"{course}; no curvature bounds the steps of this method."
    met = np.flatnonzero(np.isfinite(values) & (values >= NEAR * edge))
    name = LINEAR[result.method].edge
    if len(met) and met[0] == 0:
        return f"{course}; at the start it is {number(first / edge, 3)} times {name} = {number(edge)} already."
    if not len(met):
        return f"{course}, below {name} = {number(edge)} throughout: no direction goes on growing."
    return f"{course}; it meets {name} = {number(edge)} at step {int(result.checks[met[0]]):,}."
