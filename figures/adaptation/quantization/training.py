"""Quantisation-aware training beside quantising afterwards: the fits, the losses, and where the weights go."""

import numpy as np

from core.adaptation.quantization.quantization_aware_training import TrainingSweep
from core.numbers import number
from figures import theme
from figures.adaptation.quantization.words import AXIS, over_bits
from figures.opened import Line, panel
from figures.plot import Panel, Plot, Row, Views
from figures.traces import Traces

EVEN = 1 / 12  # the mean square of what is spread evenly over ±½
MOST_CODES = 31
AWARE, AFTER = theme.CATEGORIES[0], theme.CATEGORIES[2]
NETWORKS = ("float network", theme.PINNED), ("quantisation-aware", AWARE)


def views(result: TrainingSweep) -> Views:
    """Everything that is drawn of the training."""
    more = (Row((losses(result), weights(result))), Row((places(result), gathering(result))))
    return Views(fits(result), readout=sentence(result), opened=(opened(result),), more=more)


def fits(result: TrainingSweep) -> Plot:
    """The points, the float network's fit, and the two fits on the codes."""
    traces = Traces(len(result.bits))
    traces.dots(result.x, result.y, "points", theme.MUTED, 5)
    traces.line(result.at, result.float_fit, "float", theme.PINNED, 1.5)
    traces.line(result.at, result.after_fit, "quantised afterwards", AFTER)
    traces.line(result.at, result.aware_fit, "quantisation-aware", AWARE)
    low, high = float(result.y.min()), float(result.y.max())
    span = high - low
    summary = "A curve fitted by a float network, by the same one quantised, and by quantisation-aware training."
    return traces.plot(
        "quantization-fits", summary, 270, over_bits(result.bits),
        theme.axis("x", range=[-2.1, 2.1]),
        theme.axis("y", range=[low - 0.25 * span, high + 0.25 * span], nticks=5),
        **theme.legend(t=34),
    )  # fmt: skip


def sentence(result: TrainingSweep) -> Panel:
    """The losses at the end."""
    said = []
    for i, bits in enumerate(result.bits):
        after, aware, plain = float(result.after[i, -1]), float(result.aware[i, -1]), float(result.float_loss[-1])
        times, ends = number(after / aware if aware else np.inf, 2), ", no less"
        if after > aware:
            ends = ", hardly less" if times == "1" else f", {times} times less"
        said.append([["dim", f"{bits} bits, {2**int(bits) - 1} codes. The mean square error is "],
                     ["", number(after, 3)], ["dim", " when quantised afterwards and "], ["focus", number(aware, 3)],
                     ["dim", f" after quantisation-aware training{ends}; in floating point it is {number(plain, 3)}. "
                             "The mean squared distance of a weight from the nearest code is "],
                     ["", f"{number(float(result.distance[i, 1, -1]), 2)} step²"],
                     ["dim", f", and at the start {number(float(result.distance[i, 1, 0]), 2)}; evenly spread weights "
                             "have 0.083."]])  # fmt: skip
    return Panel.sentence("quantization-training-words", AXIS, said)


def opened(result: TrainingSweep) -> Panel:
    """How much of the error quantisation-aware training leaves."""
    left = Line("Error of quantisation-aware training, divided by that of quantising afterwards", "{aware} / {after}",
                {"aware": result.aware[:, -1], "after": result.after[:, -1]})  # fmt: skip
    return panel("quantization-opened", AXIS, len(result.bits), left)


def losses(result: TrainingSweep) -> Plot:
    """The loss after every step of the float network, of that network quantised, and of the one on the codes."""
    traces = Traces(len(result.bits))
    traces.line(result.steps, result.float_loss, "float", theme.PINNED, 1.5)
    traces.line(result.steps, result.after, "quantised afterwards", AFTER, 1.5)
    traces.line(result.steps, result.aware, "quantisation-aware", AWARE, 1.5)
    low, high = float(result.float_loss.min()), float(max(result.after.max(), result.aware.max()))
    summary = "The loss over the steps, without the codes, quantised at each step, and on the codes."
    return traces.plot(
        "quantization-losses", summary, 235, AXIS,
        theme.axis("steps", range=[0, int(result.steps[-1])]),
        theme.axis("mean square error", type="log", dtick=1,
                   range=[float(np.log10(low)) - 0.2, float(np.log10(high)) + 0.1]),
        **theme.legend(l=64, t=34, b=40),
    )  # fmt: skip


def weights(result: TrainingSweep) -> Plot:
    """Some weights of the middle matrix while training on the codes; the thin lines are the codes."""
    traces = Traces(len(result.bits))
    most = 2.0 ** (result.bits - 1) - 1
    last = float(result.steps[-1])
    codes = np.full((len(result.bits), MOST_CODES, 3), np.nan)
    for row, top in zip(codes, most, strict=True):
        if 2 * top + 1 <= MOST_CODES:
            row[: int(2 * top) + 1, :2] = (np.arange(-top, top + 1) / top)[:, None]
    at = np.tile([0.0, last, np.nan], MOST_CODES)
    traces.line(at, codes.reshape(len(codes), -1), "codes", theme.CATEGORIES[1], 1, hoverinfo="skip")
    count = result.latent.shape[2]
    gap = np.full((len(result.bits), 1, count), np.nan)
    paths = np.concatenate([result.latent, gap], axis=1).transpose(0, 2, 1).reshape(len(result.bits), -1)
    at = np.tile(np.append(result.snapshots.astype(np.float64), np.nan), count)
    traces.line(at, paths / most[:, None], "weights", AWARE, 1, hoverinfo="skip")
    summary = "Weights of the middle matrix during training on the codes, and the codes."
    return traces.plot(
        "quantization-weights", summary, 235, AXIS,
        theme.axis("steps", range=[0, last]),
        theme.axis("weight / largest weight", range=[-1.05, 1.05], nticks=5, showgrid=False),
    )  # fmt: skip


def places(result: TrainingSweep) -> Plot:
    """Where the weights lie between two codes in the end."""
    traces = Traces(len(result.bits))
    edges = np.linspace(-0.5, 0.5, 22)
    middles = (edges[1:] + edges[:-1]) / 2
    for i, (name, colour) in enumerate(NETWORKS):
        density = np.array([np.histogram(each, edges, density=True)[0] for each in result.places[:, i]])
        traces.line(middles, density, name, colour, 1.5, fill="tozeroy")
    traces.level(edges, 1, "even", theme.THEORY)
    summary = "How the weights of the middle matrix lie on the grid."
    return traces.plot(
        "quantization-places", summary, 235, AXIS,
        theme.axis("place between two codes (0 on a code, ±½ half way)", range=[-0.5, 0.5], nticks=5),
        theme.axis("density", range=[0, 4], nticks=4),
        **theme.legend(t=30, b=40),
    )  # fmt: skip


def gathering(result: TrainingSweep) -> Plot:
    """How far the weights are from the nearest code, while the networks are trained."""
    traces = Traces(len(result.bits))
    for i, (name, colour) in enumerate(NETWORKS):
        traces.line(result.snapshots, result.distance[:, i], name, colour, 1.5)
    last = float(result.steps[-1])
    traces.level(np.array([0.0, last]), EVEN, "even: 1/12", theme.THEORY)
    summary = "The mean squared distance of the weights from the nearest code over the steps, beside 1/12 of a step²."
    return traces.plot(
        "quantization-gathering", summary, 235, AXIS,
        theme.axis("steps", range=[0, last]),
        theme.axis("mean distance²", "step²", range=[0, 0.17], nticks=5),
        **theme.legend(l=64, t=30, b=40),
    )  # fmt: skip
