"""What the length of a window trades, the window itself, and its transform: the plots of /spectrogram."""

from typing import Any

import numpy as np

from core.numbers import fixed, number
from core.signals.spectrogram import Result
from core.sound.windows import GABOR_LIMIT, shape
from figures import theme
from figures.plot import Cursor, Plot, Sweep

SWEEP = "length"
SHAPE_POINTS = 129
LOBES_SHOWN = 8.0  # bins
DEEPEST = -120.0  # dB


def trade(result: Result) -> Plot:
    """The window's reach in frequency falls with its length as its reach in time rises, and where two tones part."""
    traded, milliseconds = result.trade, result.milliseconds
    bin_hz = result.sample_rate / traded.lengths
    lobe = traded.fact("main_lobe") * bin_hz
    line, points = {"type": "scatter", "mode": "lines"}, {"type": "scatter", "mode": "markers"}
    data: list[dict[str, Any]] = [
        {**points, "x": milliseconds, "y": lobe, "name": "main lobe, measured (Hz)",
         "marker": {"color": theme.CATEGORIES[0], "size": 6}},
        *_two_tones(result),
    ]  # fmt: skip
    if np.isfinite(traded.lobe_theory):
        name = "main lobe, theory (Hz)"
        data.append({**line, "x": milliseconds, "y": traded.lobe_theory * bin_hz, "name": name, "line": theme.THEORY})
    low, high = float(np.log10(milliseconds[0] / 1.08)), float(np.log10(milliseconds[-1] * 1.08))
    parting = _parting(result)
    heights = lobe if traded.separation is None else np.append(lobe, traded.separation)
    tall = [float(heights.min()), float(heights.max())]
    layout = theme.layout(
        theme.axis("window length", "ms", type="log", range=[low, high], dtick="D2", tickformat=",~g"),
        theme.axis("frequency", "Hz", type="log", range=[np.log10(tall[0]) - 0.15, np.log10(tall[1]) + 0.15],
                   nticks=5, tickformat=",~g"),
        shapes=[{"type": "line", "x0": parting, "x1": parting, "yref": "paper", "y0": 0, "y1": 1,
                 "line": theme.THEORY}] if parting is not None and 10**low < parting < 10**high else [],
        annotations=_trade_labels(result, parting, (low, high)),
        margin={"l": 62, "r": 16, "t": 6, "b": 36},
    )  # fmt: skip
    summary = f"The main lobe narrows from {number(lobe.max())} to {number(lobe.min())} Hz as the window grows"
    if traded.separation is not None and parting is not None:
        summary += f"; two tones {number(traded.separation)} Hz apart part at {number(parting)} ms"
    sweep = Sweep(
        name=SWEEP,
        field="length",
        label="Window",
        unit="ms",
        length=len(milliseconds),
        values=milliseconds,
        cursor=Cursor(milliseconds, {"y": lobe}),
    )
    return Plot("spectrogram-trade", data, layout, f"{summary}.", height=170, sweep=sweep)


def _parting(result: Result) -> float | None:
    """The length (ms) from which theory parts the two tones; None where the sound is not of two."""
    resolved = result.trade.resolved
    return None if resolved is None else resolved / result.sample_rate * 1000


def _two_tones(result: Result) -> list[dict[str, Any]]:
    """A dot for each length, hollow where the spectrum shows the two tones as one; none where there are not two."""
    traded = result.trade
    if traded.separation is None:
        return []
    dots: dict[str, Any] = {"type": "scatter", "mode": "markers", "x": result.milliseconds, "hoverinfo": "skip"}
    colour = {"color": theme.CATEGORIES[2], "size": 6}
    together = np.where(traded.separated, np.nan, traded.separation)
    apart = np.where(traded.separated, traded.separation, np.nan)
    return [
        {**dots, "y": together, "name": "two tones: one", "marker": {**colour, "symbol": "circle-open"}},
        {**dots, "y": apart, "name": "two tones: two", "marker": colour},
    ]


def _trade_labels(result: Result, parting: float | None, ends: tuple[float, float]) -> list[dict[str, Any]]:
    """Words on the lines. Places on a logarithmic axis are given by their logarithms."""
    small: dict[str, Any] = {"showarrow": False, "font": {"size": 11}}
    bins = result.trade.lobe_theory
    known = np.isfinite(bins)
    formula = f"main lobe = {number(bins, 3)}·f<sub>s</sub>/N" if known else "main lobe (of a cut-off Gaussian)"
    at = ends[0] + 0.22 * (ends[1] - ends[0])
    height = float(
        np.log10(
            np.interp(
                10**at,
                result.trade.lengths / result.sample_rate * 1000,
                result.trade.fact("main_lobe") * result.sample_rate / result.trade.lengths,
            )
        )
    )
    labels = [{**small, "x": at, "y": height, "xanchor": "left", "yanchor": "bottom", "text": f" {formula}"}]
    if result.trade.separation is None or parting is None:
        return labels
    tones = f"{number(result.trade.separation)} Hz apart: ○ one, ● two"
    labels.append({**small, "x": ends[0], "y": float(np.log10(result.trade.separation)), "xanchor": "left",
                   "yanchor": "top", "text": f" {tones}"})  # fmt: skip
    if ends[0] < np.log10(parting) < ends[1]:
        text = f" two from {number(parting, 3)} ms "
        side = "right" if np.log10(parting) > ends[0] + 0.7 * (ends[1] - ends[0]) else "left"
        labels.append({**small, "x": float(np.log10(parting)), "yref": "paper", "y": 1, "xanchor": side,
                       "yanchor": "top", "text": text})  # fmt: skip
    return labels


def window(result: Result) -> Plot:
    """The window at its present length, on one axis of time for all lengths."""
    u = np.linspace(-1, 1, SHAPE_POINTS)
    half = result.milliseconds / 2
    values = np.concatenate([[0.0], shape(result.trade.window, u), [0.0]])
    times = np.concatenate([u[:1], u, u[-1:]])
    data = [{"type": "scatter", "mode": "lines", "x": [], "y": values, "line": theme.EXPERIMENT, "fill": "tozeroy",
             "name": "window"}]  # fmt: skip
    layout = theme.layout(
        theme.axis("time", "ms", range=[-1.02 * half[-1], 1.02 * half[-1]], nticks=7),
        theme.axis("window", range=[0, 1.08], nticks=3),
    )
    rows = {"data.0.x": (half[:, None] * times).astype(np.float32)}
    summary = f"The {result.trade.window.kind} window, from {number(2 * half[0], 3)} to {number(2 * half[-1])} ms long."
    sweep = Sweep(SWEEP, "Window", len(half), rows=rows, control=False)
    return Plot("spectrogram-window", data, layout, summary, height=200, sweep=sweep)


def transform(result: Result) -> Plot:
    """What the window makes of one tone; of two tones the focus stands where the second is, so many bins away."""
    trade = result.trade
    bins, level = trade.lobes
    level = np.maximum(level, DEEPEST)
    seen = bins <= LOBES_SHOWN
    side = float(np.median(trade.fact("side_lobe")))
    data = [{"type": "scatter", "mode": "lines", "x": bins[seen], "y": level[seen], "line": theme.EXPERIMENT,
             "name": "transform (dB)"}]  # fmt: skip
    bottom = max(DEEPEST, 1.9 * min(side, -30))
    shapes, labels = [], []
    if side > DEEPEST:
        shapes.append({"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": side, "y1": side, "line": theme.BOUND})
        labels.append(_label(LOBES_SHOWN, side, f"highest side lobe {fixed(side, 1)} dB", "right", "bottom"))
    if trade.lobe_theory / 2 < LOBES_SHOWN:
        null = trade.lobe_theory / 2
        shapes.append({"type": "line", "x0": null, "x1": null, "yref": "paper", "y0": 0, "y1": 1, "line": theme.THEORY})
        labels.append(_label(null, 8, f" null, theory: {number(null, 3)} bins", "left", "top"))
    layout = theme.layout(
        theme.axis("distance from a tone", "bins of f<sub>s</sub>/N", range=[0, 1.01 * LOBES_SHOWN], dtick=1),
        theme.axis("level", "dB", range=[bottom, 10], nticks=4),
        shapes=shapes,
        annotations=labels,
    )
    cursor = None
    if trade.separation is not None:
        away = np.clip(trade.separation * trade.lengths / result.sample_rate, 0, LOBES_SHOWN)
        cursor = Cursor(away, {"y": np.maximum(np.interp(away, bins, level), bottom)})
    summary = f"The transform of the {trade.window.kind} window: its highest side lobe lies at {fixed(side, 1)} dB."
    sweep = Sweep(SWEEP, "Window", len(trade.lengths), cursor=cursor, control=False)
    return Plot("spectrogram-transform", data, layout, summary, height=200, sweep=sweep)


def _label(x: float, y: float, text: str, xanchor: str, yanchor: str) -> dict[str, Any]:
    place = {"x": x, "y": y, "xanchor": xanchor, "yanchor": yanchor}
    return {**place, "text": text, "showarrow": False, "font": {"size": 11}}


def product(result: Result) -> Plot:
    """Δt against Δf, both measured, over the limit of Gabor: no window stands below it."""
    time, frequency = result.trade.fact("time_width") * 1000, result.trade.fact("frequency_width")
    wide = np.array([time[0] / 2, time[-1] * 2])
    limit = 1000 * GABOR_LIMIT / wide
    data = [
        {"type": "scatter", "mode": "lines", "x": wide, "y": limit, "line": theme.BOUND, "name": "Δt·Δf = 1/(4π)",
         "hoverinfo": "skip"},
        {"type": "scatter", "mode": "markers", "x": time, "y": frequency, "name": "Δf, measured (Hz)",
         "marker": {"color": theme.CATEGORIES[0], "size": 6}},
    ]  # fmt: skip
    axis: dict[str, Any] = {"type": "log", "nticks": 4, "tickformat": ",~g"}
    low, high = float(np.log10(limit[1])), float(np.log10(max(frequency.max(), limit[0])))
    layout = theme.layout(
        theme.axis("Δt", "ms", **axis, range=[float(np.log10(wide[0])), float(np.log10(wide[1]))]),
        theme.axis("Δf", "Hz", **axis, range=[low, high + 0.1]),
        annotations=[{"xref": "paper", "yref": "paper", "x": 0.03, "y": 0.06, "xanchor": "left", "yanchor": "bottom",
                      "text": "no window below<br>Δt·Δf = 1/(4π)", "align": "left", "showarrow": False,
                      "font": {"size": 11}}],
    )  # fmt: skip
    factor = result.trade.fact("product") / GABOR_LIMIT
    least, most = fixed(factor.min(), 3), fixed(factor.max(), 3)
    summary = f"Time and frequency widths of the window: their product is {least} to {most} times 1/(4π)."
    sweep = Sweep(SWEEP, "Window", len(time), cursor=Cursor(time, {"y": frequency}), control=False)
    return Plot("spectrogram-product", data, layout, summary, height=200, sweep=sweep)
