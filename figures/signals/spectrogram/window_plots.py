"""What the length of a window trades, the window itself, and its transform: the plots of /spectrogram."""

from typing import Any

import numpy as np

from core.numbers import fixed, number
from core.signals.spectrogram import Result
from core.sound.windows import GABOR_LIMIT, shape
from figures import marks, theme
from figures.plot import Cursor, Plot, Sweep
from figures.traces import Traces

SWEEP = "length"
SHAPE_POINTS = 129
LOBES = 8.0  # bins
DEEPEST = -120.0  # dB


def trade(result: Result) -> Plot:
    """The window's reach in frequency falls with its length as its reach in time rises, and where two tones part."""
    traded, milliseconds = result.trade, result.milliseconds
    lobe = traded.fact("main_lobe") * result.bin_hz
    traces = Traces(len(milliseconds))
    traces.dots(milliseconds, lobe, "main lobe, measured (Hz)", theme.BLUE, 6)
    _add_two_tones(traces, result)
    if np.isfinite(traded.lobe_theory):
        traces.add(milliseconds, traded.lobe_hz, "main lobe, theory (Hz)", line=theme.THEORY)
    low, high = float(np.log10(milliseconds[0] / 1.08)), float(np.log10(milliseconds[-1] * 1.08))
    parting = _parting(result)
    heights = lobe if traded.separation is None else np.append(lobe, traded.separation)
    tall = [float(heights.min()), float(heights.max())]
    summary = f"The main lobe narrows from {number(lobe.max())} to {number(lobe.min())} Hz as the window grows"
    if traded.separation is not None and parting is not None:
        summary = f"{summary}; two tones {number(traded.separation)} Hz apart part at {number(parting)} ms"
    up = (float(np.log10(tall[0])) - 0.15, float(np.log10(tall[1])) + 0.15)
    cursor = Cursor(milliseconds, {"y": lobe})
    sweep = Sweep(SWEEP, "Window", traces.steps, "ms", milliseconds, cursor=cursor, field="length")
    inside = parting is not None and 10**low < parting < 10**high
    return traces.plot(
        "spectrogram-trade", f"{summary}.", 170, sweep,
        theme.axis("window length", "ms", type="log", range=[low, high], dtick="D2", tickformat=",~g"),
        theme.axis("frequency", "Hz", type="log", range=[*up],
                   dtick=1 if tall[1] > 30 * tall[0] else "D2", tickformat=",~g"),
        shapes=[marks.upright(parting, theme.THEORY)] if parting is not None and inside else [],
        annotations=_trade_labels(result, parting, (low, high), up),
        margin={"l": 62, "r": 16, "t": 6, "b": 36},
    )  # fmt: skip


def _parting(result: Result) -> float | None:
    """The length (ms) from which theory parts the two tones; None where the sound is not of two."""
    resolved = result.trade.resolved
    return None if resolved is None else resolved / result.sample_rate * 1000


def _add_two_tones(traces: Traces, result: Result) -> None:
    """A dot for each length, hollow where the spectrum shows the two tones as one; none where there are not two."""
    traded, colour = result.trade, theme.PINK
    if traded.separation is not None:
        together = np.where(traded.separated, np.nan, traded.separation)
        apart = np.where(traded.separated, traded.separation, np.nan)
        traces.dots(result.milliseconds, together, "two tones: one", colour, 6, "square-open", hoverinfo="skip")
        traces.dots(result.milliseconds, apart, "two tones: two", colour, 6, "square", hoverinfo="skip")


def _trade_labels(
    result: Result, parting: float | None, ends: tuple[float, float], up: tuple[float, float]
) -> list[dict[str, Any]]:
    """Words on the lines. Places on a logarithmic axis are given by their logarithms."""
    bins = result.trade.lobe_theory
    known = np.isfinite(bins)
    period = "(N − 1)" if result.trade.window.symmetric else "N"
    formula = f"main lobe = {number(bins, 3)}·f<sub>s</sub>/{period}" if known else "main lobe (of a cut-off Gaussian)"
    at = ends[0] + 0.22 * (ends[1] - ends[0])
    lobe = result.trade.fact("main_lobe") * result.bin_hz
    height = float(np.log10(np.interp(10**at, result.milliseconds, lobe)))
    labels = [marks.text(at, height, f" {formula}", "left", "bottom")]
    if result.trade.separation is None or parting is None:
        return labels
    tones = f"{number(result.trade.separation)} Hz apart: □ one, ■ two"
    row = float(np.log10(result.trade.separation))
    share = (row - up[0]) / (up[1] - up[0])  # a row near the bottom has no room below it, one near the top the lobes
    labels.append(marks.text(ends[1], row, f"{tones} ", "right", "top") if share > 0.6 else
                  marks.text(ends[0], row, f" {tones}", "left", "bottom" if share < 0.25 else "top"))  # fmt: skip
    if ends[0] < np.log10(parting) < ends[1]:
        text = f" two from {number(parting, 3)} ms "
        side = "right" if np.log10(parting) > ends[0] + 0.7 * (ends[1] - ends[0]) else "left"
        labels.append(marks.at_top(float(np.log10(parting)), text, side))
    return labels


def window(result: Result) -> Plot:
    """The window at its present length, on one axis of time for all lengths."""
    u = np.linspace(-1, 1, SHAPE_POINTS)
    half = result.milliseconds / 2
    values = np.concatenate([[0.0], shape(result.trade.window, u), [0.0]])
    times = np.concatenate([u[:1], u, u[-1:]])
    traces = Traces(len(half))
    traces.add(half[:, None] * times, values, "window", line=theme.EXPERIMENT, fill="tozeroy")
    summary = f"The {result.trade.window.kind} window, from {number(2 * half[0], 3)} to {number(2 * half[-1])} ms long."
    return traces.plot(
        "spectrogram-window", summary, 200, SWEEP,
        theme.axis("time", "ms", range=[-1.02 * half[-1], 1.02 * half[-1]], nticks=7),
        theme.axis("window", range=[0, 1.08], nticks=3),
    )  # fmt: skip


def transform(result: Result) -> Plot:
    """What the window makes of one tone; of two tones the focus stands where the second is, so many bins away."""
    trade = result.trade
    bins, level = trade.lobes
    level = np.maximum(level, DEEPEST)
    near = bins <= LOBES
    side = float(np.median(trade.fact("side_lobe")))
    traces = Traces(len(trade.lengths))
    traces.add(bins[near], level[near], "transform (dB)", line=theme.EXPERIMENT)
    bottom = max(DEEPEST, 1.9 * min(side, -30))
    shapes, labels = [], []
    if side > DEEPEST:
        shapes.append(marks.level(side, theme.BOUND))
        labels.append(marks.text(LOBES, side, f"highest side lobe {fixed(side, 1)} dB", "right", "bottom"))
    if trade.lobe_theory / 2 < LOBES:
        null = trade.lobe_theory / 2
        shapes.append(marks.upright(null, theme.THEORY))
        labels.append(marks.text(null, 8, f" null, theory: {number(null, 3)} bins", "left", "top"))
    cursor = None
    if trade.separation is not None:
        away = np.clip(trade.separation * trade.lengths / result.sample_rate, 0, LOBES)
        cursor = Cursor(away, {"y": np.maximum(np.interp(away, bins, level), bottom)})
    summary = f"The transform of the {trade.window.kind} window: its highest side lobe lies at {fixed(side, 1)} dB."
    return traces.plot(
        "spectrogram-transform", summary, 200, SWEEP,
        theme.axis("distance from a tone", "bins of f<sub>s</sub>/N", range=[0, 1.01 * LOBES], dtick=1),
        theme.axis("level", "dB", range=[bottom, 10], nticks=4),
        shapes=shapes, annotations=labels, cursor=cursor,
    )  # fmt: skip


def product(result: Result) -> Plot:
    """Δt against Δf, both measured, over the limit of Gabor: no window stands below it."""
    time, frequency = result.trade.fact("time_width") * 1000, result.trade.fact("frequency_width")
    wide = np.array([time[0] / 2, time[-1] * 2])
    limit = 1000 * GABOR_LIMIT / wide
    traces = Traces(len(time))
    traces.add(wide, limit, "Δt·Δf = 1/(4π)", line=theme.BOUND, hoverinfo="skip")
    traces.dots(time, frequency, "Δf, measured (Hz)", theme.BLUE, 6)
    axis: dict[str, Any] = {"type": "log", "nticks": 4, "tickformat": ",~g"}
    low, high = float(np.log10(limit[1])), float(np.log10(max(frequency.max(), limit[0])))
    factor = result.trade.fact("product") / GABOR_LIMIT
    least, most = fixed(factor.min(), 3), fixed(factor.max(), 3)
    summary = f"Time and frequency widths of the window: their product is {least} to {most} times 1/(4π)."
    return traces.plot(
        "spectrogram-product", summary, 200, SWEEP,
        theme.axis("Δt", "ms", **axis, range=[float(np.log10(wide[0])), float(np.log10(wide[1]))]),
        theme.axis("Δf", "Hz", **axis, range=[low, high + 0.1]),
        annotations=[marks.text(0.03, 0.06, "no window below<br>Δt·Δf = 1/(4π)", "left", "bottom", xref="paper",
                                yref="paper", align="left")],
        cursor=Cursor(time, {"y": frequency}),
    )  # fmt: skip
