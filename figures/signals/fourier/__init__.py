"""Pictures of /fourier: each part of the page has a function of its own."""

import math
from typing import Any

import numpy as np

from core.signals.fourier import Params, Result
from core.signals.fourier.coefficients import Coefficients
from core.signals.fourier.convolution import Convolution
from core.signals.fourier.cost import Cost
from core.signals.fourier.leakage import Leakage, Padding
from core.signals.fourier.params import UNITS
from core.table_text import to_csv
from figures import theme
from figures.plot import Array, Cursor, Download, Panel, Plot, Row, Sweep, Views, browser_array
from figures.signals.fourier import arithmetic
from figures.traces import Traces, stems

AXIS = arithmetic.AXIS
DOTS = {"mode": "markers", "marker": {"color": theme.CATEGORIES[0], "size": 7}}
FRAME = theme.legend(l=56, r=16, t=30, b=36)


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    match result:
        case Leakage():
            return Views(leakage(result, params), opened=(arithmetic.of_tone(result),), more=(samples(result),))
        case Padding():
            return Views(padding(result, params), opened=(arithmetic.of_padding(result),))
        case Coefficients():
            both = Row((arrows(result), bars(result)))
            by_hand = (drawn(result),) if params.source == "numbers" else ()
            return Views(both, opened=(arithmetic.of_coefficient(result),), more=(*by_hand, way_back(result)))
        case Convolution():
            return Views(convolution(result), opened=(arithmetic.of_convolution(result),))
    return Views(cost(result), opened=(arithmetic.of_cost(result),))


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download("The numbers (CSV)", "fourier.csv", "text/csv", lambda: to_csv(result.table()))]


class Spectrum(Traces):
    """|X| over the frequency in the reader's unit."""

    def __init__(self, result: Leakage | Padding, unit: str, steps: int) -> None:
        super().__init__(steps)
        self.result, self.unit, self.top = result, unit, 1.1 * float(result.theory.max())

    def place(self, hertz: Array) -> Array:
        rate, n = self.result.tone.rate, self.result.tone.n
        return np.asarray(hertz * {"hertz": 1.0, "radians": 2 * math.pi / rate, "bins": n / rate}[self.unit])

    def draw(self, tones: Array, points: Array, colour: str, dots: str) -> dict[str, Any]:
        """The tones as lines, the formula dashed, the transform's dots on it; the layout."""
        self.add(*stems(self.place(tones), self.top), name="tone", line={"color": colour, "width": 1}, hoverinfo="skip")
        self.add(self.place(self.result.grid), self.result.theory, name="between the bins (formula)", line=theme.THEORY)
        self.add(self.place(points), self.result.magnitude, name=dots, **DOTS)
        end = float(self.place(np.array(self.result.tone.rate / 2)))
        x = theme.axis("frequency", UNITS[self.unit], range=[-0.01 * end, 1.01 * end])
        return theme.layout(x, theme.axis("|X|", range=[0, self.top]), **FRAME)


def leakage(result: Leakage, params: Params) -> Plot:
    """The transform's dots on the curve that the kernel predicts, while the tone moves across the bins."""
    drawn = Spectrum(result, params.unit, len(result.frequency))
    layout = drawn.draw(result.frequency[:, None], result.bins, theme.FOCUS, "DFT, at the bins")
    sweep = Sweep(AXIS, "Tone", drawn.steps, "Hz", result.frequency, rows=drawn.rows, field="frequency")
    summary = f"The transform of {result.tone.n} samples of a tone that moves from 0 to half the sampling rate."
    return Plot("fourier-leakage", drawn.data, layout, summary, 300, sweep)


def padding(result: Padding, params: Params) -> Plot:
    """More zeros, more dots, the same curve."""
    drawn = Spectrum(result, params.unit, len(result.factor))
    tones = np.tile(result.tones, (drawn.steps, 1))
    layout = drawn.draw(tones, result.points, theme.CATEGORIES[1], "DFT of the padded samples")
    sweep = Sweep(AXIS, "Padded to, times N", drawn.steps, "", result.factor, rows=drawn.rows, field="factor")
    summary = f"The transform of two tones, padded with zeros to between 1 and {drawn.steps} times N samples."
    return Plot("fourier-padding", drawn.data, layout, summary, 320, sweep)


def samples(result: Leakage) -> Plot:
    """What is transformed, twice over: a transform takes its N samples as one period of a signal without end."""
    traces, place = Traces(len(result.frequency)), np.arange(result.tone.n)
    again, grey = "the same again, as the transform takes it", {"color": theme.PINNED, "width": 1}
    traces.add(place, result.samples, name="the samples", mode="lines+markers", line=theme.EXPERIMENT)
    traces.add(place + result.tone.n, result.samples, name=again, mode="lines+markers", line=grey)
    layout = theme.layout(_places(2 * len(place)), theme.axis("x[n]", range=[-1.1, 1.1], nticks=3), **FRAME)
    sweep = Sweep(AXIS, "Tone", traces.steps, rows=traces.rows, control=False)
    summary = "The samples and their repetition; where the two do not join, the spectrum leaks."
    return Plot("fourier-samples", traces.data, layout, summary, 190, sweep)


def arrows(result: Coefficients) -> Plot:
    """The terms of X[k] in the complex plane, each begun where the last one ends."""
    traces, reach = Traces(len(result.path)), 1.05 * max(1e-9, float(np.abs(result.path).max()))
    traces.add(result.path.real, result.path.imag, name="partial sums", mode="lines+markers", line=theme.EXPERIMENT)
    ends = np.stack([np.zeros(traces.steps), result.coefficient], axis=1)
    traces.add(ends.real, ends.imag, name="X[k]", line={"color": theme.FOCUS, "width": 2.5})
    x = theme.axis("real part", range=[-reach, reach], nticks=5)
    y = theme.axis("imaginary part", range=[-reach, reach], nticks=5, scaleanchor="x")
    layout = theme.layout(x, y, **FRAME, hovermode="closest")
    sweep = Sweep(AXIS, "k", traces.steps, "", np.arange(traces.steps), rows=traces.rows, field="k")
    summary = "The terms of the coefficient in focus as arrows in the complex plane, one after another."
    return Plot("fourier-arrows", traces.data, layout, summary, 320, sweep)


def bars(result: Coefficients) -> Plot:
    """|X[k]| of all coefficients, the one in focus marked."""
    k, magnitude = np.arange(len(result.coefficient)), np.abs(result.coefficient)
    data = [
        {
            "type": "bar",
            "x": browser_array(k),
            "y": magnitude,
            "name": "|X[k]|",
            "marker": {"color": theme.CATEGORIES[0]},
        }
    ]
    height = theme.axis("|X[k]|", range=[0, 1.1 * max(1e-9, float(magnitude.max()))])
    layout = theme.layout(_places(len(k), "k"), height)
    sweep = Sweep(AXIS, "k", len(k), cursor=Cursor(k.astype(float), {"y": magnitude}), control=False)
    return Plot("fourier-coefficients", data, layout, "The magnitude of every coefficient.", 320, sweep)


def way_back(result: Coefficients) -> Plot:
    """The signal, and what the coefficients up to k make of it."""
    traces, place = Traces(len(result.rebuilt)), np.arange(len(result.samples))
    grey = {"color": theme.PINNED, "width": 2}
    traces.add(place, result.samples, name="the signal", mode="lines+markers", line=grey)
    traces.add(place, result.rebuilt, name="from the coefficients up to k", line=theme.EXPERIMENT)
    values = np.concatenate([result.samples, result.rebuilt.ravel()])
    layout = theme.layout(_places(len(place)), theme.axis("x[n]", range=_range(values)), **FRAME)
    sweep = Sweep(AXIS, "k", traces.steps, rows=traces.rows, control=False)
    summary = "The signal, and the inverse transform of its coefficients up to k."
    return Plot("fourier-inverse", traces.data, layout, summary, 220, sweep)


def drawn(result: Coefficients) -> Panel:
    """The reader's own samples, to be drawn."""
    header = {"reach": 1.25 * max(1.0, float(np.abs(result.samples).max()))}
    arrays = {"samples": result.samples}
    return Panel("fourier-draw", "signals/fourier/draw.js", AXIS, len(result.path), header, arrays, kept=False)


def convolution(result: Convolution) -> Plot:
    """The circular convolution at each length, over the linear one."""
    traces, place = Traces(len(result.length)), np.arange(result.circular.shape[1])
    traces.add(np.arange(len(result.linear)), result.linear, name="linear (theory)", line=theme.THEORY)
    traces.add(place, result.circular, name="through transforms", **DOTS)
    values = np.concatenate([[0.0], result.linear, result.circular[np.isfinite(result.circular)]])
    layout = theme.layout(_places(len(place)), theme.axis("(a ∗ b)[n]", range=_range(values)), **FRAME)
    label = "Length of the transform"
    sweep = Sweep(AXIS, label, traces.steps, "samples", result.length, rows=traces.rows, field="length")
    summary = "Two signals convolved through transforms of growing length, beside their linear convolution."
    return Plot("fourier-convolution", traces.data, layout, summary, 300, sweep)


def _places(count: int, title: str = "sample n") -> dict[str, Any]:
    return theme.axis(title, range=[-0.5, count - 0.5])


def _range(values: Array) -> list[float]:
    low, high = float(values.min()), float(values.max())
    room = 0.08 * max(1e-9, high - low)
    return [low - room, high + room]


def cost(result: Cost) -> Plot:
    """Measured times over the length, both axes logarithmic."""
    traces = Traces(len(result.length) + 1)  # nothing in it is swept
    ways = ((result.direct_theory, result.direct, "c·N²", "definition", theme.CATEGORIES[1]),
            (result.fast_theory, result.fast, "c·N·log₂N", "fast", theme.CATEGORIES[0]))  # fmt: skip
    symbols = np.where(result.prime, "diamond-open", "circle").tolist()
    for theory, measured, formula, name, colour in ways:
        traces.add(result.length, theory * 1e3, name=formula, line=theme.THEORY)
        marker = {"color": colour, "size": 7, "symbol": symbols}
        traces.add(result.length, measured * 1e3, name=f"{name} (open: prime N)", mode="markers", marker=marker)
    times = np.concatenate([each[np.isfinite(each)] for way in ways for each in way[:2]]) * 1e3
    x, y = (theme.axis(name, unit, type="log", dtick=1, range=_range(np.log10(values)))
            for name, unit, values in (("length N", "", result.length), ("time", "ms", times)))  # fmt: skip
    layout = theme.layout(x, y, **FRAME)
    cursor = Cursor(result.length.astype(float), {"y": result.fast * 1e3})
    sweep = Sweep(AXIS, "Length N", len(result.length), "samples", result.length, cursor=cursor, field="size")
    summary = "Time of a transform over its length, by the definition and by the fast algorithm."
    return Plot("fourier-cost", traces.data, layout, summary, 320, sweep)
