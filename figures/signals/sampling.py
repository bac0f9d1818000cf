"""Pictures of /sampling: a tone with what its samples bring back; the folding zigzag; the copies of the spectrum."""

from typing import Any

import numpy as np

from core.signals.sampling import Result
from core.table_text import to_csv
from figures import theme
from figures.plot import Array, Cursor, Download, Panel, Plot, Sweep, browser_array

MEASURED_EVERY = 6  # steps of the sweep between two measured points drawn on the zigzag
SWEEP = "step"


def wave(result: Result) -> Plot:
    """The tone, its samples and the wave that the samples bring back, over milliseconds."""
    milliseconds = 1000.0
    largest = float(np.abs(result.curve).max())
    line = {"type": "scatter", "mode": "lines"}
    data = [
        {**line, "x": result.curve_time * milliseconds, "y": [], "name": "tone",
         "line": {"color": theme.PINNED, "width": 1.5}},
        {**line, "x": result.reconstruction_time * milliseconds, "y": [], "name": "brought back",
         "line": theme.EXPERIMENT},
        {**line, "x": result.reconstruction_time * milliseconds, "y": [], "name": "alias (theory)",
         "line": theme.THEORY},
        {"type": "scatter", "mode": "markers", "x": result.sample_time * milliseconds, "y": [], "name": "samples",
         "marker": {"color": theme.INK, "size": 7}},
    ]  # fmt: skip
    sweep = Sweep(
        name=SWEEP,
        label="Tone",
        unit="Hz",
        length=len(result.frequency),
        values=result.frequency,
        rows={"data.0.y": result.curve, "data.1.y": result.reconstruction, "data.2.y": result.alias_curve,
              "data.3.y": result.samples},
    )  # fmt: skip
    end = float(result.sample_time[-1]) * milliseconds
    layout = theme.layout(
        theme.axis("time", "ms", range=[-0.01 * end, 1.01 * end]),
        theme.axis("amplitude", range=[-1.15 * largest, 1.15 * largest], nticks=4),
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.01, "yanchor": "bottom", "font": {"size": 11}, "entrywidth": 84},
        margin={"l": 56, "r": 16, "t": 44, "b": 36},
    )
    summary = (
        f"A tone swept from 0 to {result.frequency[-1]:,.6g} Hz, sampled at {result.sample_rate:,.6g} Hz, "
        "with its samples and the wave that they bring back."
    )
    return Plot("sampling-wave", data, layout, summary, height=255, sweep=sweep)


def zigzag(result: Result) -> Plot:
    """Which frequency comes back, over the tone's own: predicted by folding, and measured in spectra of samples."""
    measured = slice(None, None, MEASURED_EVERY)
    half = result.sample_rate / 2
    data = [
        {"type": "scatter", "mode": "lines", "x": result.frequency, "y": result.predicted, "line": theme.THEORY,
         "name": "folding formula"},
        {"type": "scatter", "mode": "markers", "x": result.frequency[measured], "y": result.measured[measured],
         "marker": {"color": theme.CATEGORIES[0], "size": 5}, "name": "measured peak"},
    ]  # fmt: skip
    layout = theme.layout(
        theme.axis("tone", "Hz", range=[0, float(result.frequency[-1])], nticks=7),
        theme.axis("comes back as", "Hz", range=[-0.06 * half, 1.2 * half], nticks=4),
        shapes=[_bound(half)],
        annotations=[{"x": 1, "xref": "paper", "xanchor": "right", "y": half, "yanchor": "bottom", "showarrow": False,
                      "text": f"half the rate, {half:,.6g} Hz", "font": {"size": 11}}],
    )  # fmt: skip
    cursor = Cursor(result.frequency, {"y": result.predicted})
    summary = f"The frequency that comes back folds between 0 and {half:,.6g} Hz as the tone rises."
    return Plot("sampling-zigzag", data, layout, summary, height=210, sweep=_follower(result, cursor=cursor))


def _bound(half: float) -> dict[str, object]:
    return {"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": half, "y1": half, "line": theme.BOUND}


def spectrum(result: Result) -> Plot:
    """The strengths in the samples up to half the rate, and the copies of the tone that sampling lays over the rest."""
    copies, rows = result.copies, len(result.frequency)
    stems = np.full((rows, copies.shape[1], 3), np.nan, np.float32)
    stems[:, :, 0] = stems[:, :, 1] = copies
    stem_heights = np.tile(np.array([0.0, 1.0, np.nan], np.float32), copies.shape[1])
    top = max(1.0, float(np.nanmax(result.spectrum)))
    data: list[dict[str, Any]] = [
        {"type": "scatter", "mode": "lines", "x": [], "y": stem_heights, "name": "copies of the tone",
         "line": {"color": theme.CATEGORIES[1], "width": 1.5}, "hoverinfo": "skip"},
        {"type": "scatter", "mode": "lines", "x": result.spectrum_frequency, "y": [], "name": "in the samples",
         "line": theme.EXPERIMENT, "fill": "tozeroy"},
    ]  # fmt: skip
    sweep = _follower(result, rows={"data.0.x": stems.reshape(rows, -1), "data.1.y": result.spectrum})
    multiples = [m * result.sample_rate for m in range(4)]
    layout = theme.layout(
        theme.axis("frequency", "Hz", range=[0, float(result.frequency[-1])], nticks=7),
        theme.axis("strength", range=[0, 1.2 * top], nticks=3),
        shapes=[
            {"type": "rect", "x0": 0, "x1": result.sample_rate / 2, "yref": "paper", "y0": 0, "y1": 1, "layer": "below",
             "fillcolor": theme.SOFT, "line": {"width": 0}},
            *({"type": "line", "x0": m, "x1": m, "yref": "paper", "y0": 0, "y1": 1, "layer": "below",
               "line": {"color": theme.MUTED, "width": 1, "dash": "dot"}} for m in multiples),
        ],
        annotations=[{"x": 0, "xref": "paper", "xanchor": "left", "y": 1, "yref": "paper",
                      "yanchor": "top", "showarrow": False, "text": " can come back", "font": {"size": 11}}],
    )  # fmt: skip
    summary = "The spectrum of the samples up to half the rate, and the tone's copies at m·f_s + f and m·f_s − f."
    return Plot("sampling-spectrum", data, layout, summary, height=210, sweep=sweep)


def _follower(result: Result, rows: dict[str, Array] | None = None, cursor: Cursor | None = None) -> Sweep:
    return Sweep(SWEEP, "Tone", len(result.frequency), rows=rows or {}, cursor=cursor, control=False)


def arithmetic(result: Result) -> Panel:
    """The folding formula with the numbers of the present tone, beside the measured peak."""
    arrays = {
        "frequency": result.frequency,
        "predicted": result.predicted,
        "measured": result.measured,
        "folded": browser_array(result.folded.astype(np.int8)),
    }
    header = {"rate": result.sample_rate}
    return Panel("sampling-arithmetic", "sampling_arithmetic.js", SWEEP, len(result.frequency), header, arrays)


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download("The sweep (CSV)", "aliases.csv", "text/csv", lambda: to_csv(result.table()))]
