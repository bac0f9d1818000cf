"""A tone with what its samples bring back; the folding zigzag; the copies of the spectrum."""

import numpy as np

from core.numbers import number
from core.signals.sampling.alias_sweep import AliasSweep
from figures import theme
from figures.opened import Line, panel, rounded
from figures.plot import Array, Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces, stems

MEASURED_EVERY = 6  # steps of the sweep between two measured points drawn on the zigzag
AXIS = "sampling"
NAMES = {"frequency": "Tone", "sample_rate": "Sampling rate"}


def views(result: AliasSweep) -> Views:
    """Everything that is drawn of a sweep."""
    return Views(wave(result), opened=(arithmetic(result),), more=(Row((zigzag(result), spectrum(result))),))


def wave(result: AliasSweep) -> Plot:
    """The tone, its samples and the wave that the samples bring back, over milliseconds."""
    largest, end, ms = float(np.abs(result.curve).max()), result.seconds * 1000, 1000.0
    traces = Traces(len(result.values))
    traces.add(result.curve_time * ms, result.curve, name="tone", line={"color": theme.PINNED, "width": 1.5})
    traces.add(result.reconstruction_time * ms, result.reconstruction, name="brought back", line=theme.EXPERIMENT)
    traces.add(result.reconstruction_time * ms, result.alias_curve, name="alias (theory)", line=theme.THEORY)
    dots = {"color": theme.INK, "size": 7}
    traces.add(result.sample_time * ms, result.samples, name="samples", mode="markers", marker=dots)
    layout = theme.layout(
        theme.axis("time", "ms", range=[-0.01 * end, 1.01 * end]),
        theme.axis("amplitude", range=[-1.15 * largest, 1.15 * largest], nticks=4),
        showlegend=True,
        legend={**theme.LEGEND, "entrywidth": 84},
        margin={"l": 56, "r": 16, "t": 44, "b": 36},
    )
    values = result.values
    ends = f"{number(values[0], 6)} to {number(values[-1], 6)} Hz"
    summary = f"{NAMES[result.swept]} swept from {ends}: a tone, its samples, and the wave that they bring back."
    sweep = Sweep(AXIS, NAMES[result.swept], len(values), "Hz", values, rows=traces.rows, field=result.swept)
    return Plot("sampling-wave", traces.data, layout, summary, height=255, sweep=sweep)


def zigzag(result: AliasSweep) -> Plot:
    """Which frequency comes back: predicted by folding, and measured in spectra of samples."""
    values, half = result.values, result.sample_rate / 2
    measured = slice(None, None, MEASURED_EVERY)
    traces = Traces(len(result.values))
    traces.add(values, half, name="half the rate", line=theme.BOUND, hoverinfo="skip")
    traces.add(values, result.predicted, name="folding formula", line=theme.THEORY)
    traces.add(values[measured], result.measured[measured], name="measured peak", mode="markers",
               marker={"color": theme.CATEGORIES[0], "size": 5})  # fmt: skip
    top = float(result.predicted.max())
    text = f"half the rate, {number(half[0], 6)} Hz" if result.swept == "frequency" else "half the rate "
    at = float(values[-1]) if result.swept == "frequency" else float(2 * top)
    layout = theme.layout(
        theme.axis(NAMES[result.swept].lower(), "Hz", range=[float(values[0]), float(values[-1])], nticks=7),
        theme.axis("comes back as", "Hz", range=[-0.06 * top, 1.2 * top], nticks=4),
        annotations=[{"x": at, "xanchor": "right", "y": top, "yanchor": "bottom", "showarrow": False, "text": text,
                      "font": {"size": 11}}],
    )  # fmt: skip
    cursor = Cursor(values, {"y": result.predicted})
    summary = f"The frequency that comes back, up to {number(top, 6)} Hz, over the {NAMES[result.swept].lower()}."
    return Plot("sampling-zigzag", traces.data, layout, summary, height=210, sweep=_follower(result, cursor=cursor))


def spectrum(result: AliasSweep) -> Plot:
    """The strengths in the samples up to half the rate, and the copies of the tone that sampling lays over the rest."""
    top = 1.2 * max(1.0, float(np.nanmax(result.spectrum)))
    rates = result.sample_rate[:1] if result.swept == "frequency" else result.sample_rate
    multiples = rates[:, None] * np.arange(1 + int(result.highest / rates.min() + 1e-9))
    multiples[multiples > result.highest * (1 + 1e-9)] = np.nan
    traces = Traces(len(result.values))
    zone = np.stack([np.zeros(len(rates)), rates / 2], axis=1)
    traces.add(zone, np.full(2, top), name="can come back", fill="tozeroy", fillcolor=theme.SOFT,
               line={"color": theme.SOFT, "width": 0}, hoverinfo="skip")  # fmt: skip
    traces.add(*stems(multiples, top), name="multiples of the rate", hoverinfo="skip",
               line={"color": theme.MUTED, "width": 1, "dash": "dot"})  # fmt: skip
    traces.add(*stems(result.copies, 1.0), name="copies of the tone", hoverinfo="skip",
               line={"color": theme.CATEGORIES[1], "width": 1.5})  # fmt: skip
    traces.add(result.spectrum_frequency, result.spectrum, name="in the samples", line=theme.EXPERIMENT, fill="tozeroy")
    layout = theme.layout(
        theme.axis("frequency", "Hz", range=[0, result.highest], nticks=7),
        theme.axis("strength", range=[0, top], nticks=3),
        annotations=[{"x": 0, "xref": "paper", "xanchor": "left", "y": 1, "yref": "paper",
                      "yanchor": "top", "showarrow": False, "text": " can come back", "font": {"size": 11}}],
    )  # fmt: skip
    summary = "The spectrum of the samples up to half the rate, and the tone's copies at m·f_s + f and m·f_s − f."
    sweep = _follower(result, rows=traces.rows)
    return Plot("sampling-spectrum", traces.data, layout, summary, height=210, sweep=sweep)


def _follower(result: AliasSweep, rows: dict[str, Array] | None = None, cursor: Cursor | None = None) -> Sweep:
    return Sweep(AXIS, NAMES[result.swept], len(result.values), rows=rows or {}, cursor=cursor, control=False)


def arithmetic(result: AliasSweep) -> Panel:
    """The folding formula with the numbers of the present tone, beside the measured peak."""
    turns = np.rint((result.frequency - result.signed) / result.sample_rate).astype(int)
    found = np.where(result.folded, 3, np.where(turns == 0, 1, 2))
    notes = (". Every sample is 0: nothing to measure, and nothing comes back.",
             *(f", measured {{measured}} Hz, {way}" for way in ("unchanged", "upright", "mirrored")))  # fmt: skip
    line = Line("Comes back as |f − f_s·round(f / f_s)|", "|{f} − {rate} × {turns}|",
                {"f": result.frequency, "rate": result.sample_rate, "turns": turns}, unit="Hz", note=notes,
                case=np.where(np.isnan(result.measured), 0, found), digits=6,
                beside={"measured": rounded(result.measured, 4)})  # fmt: skip
    return panel("sampling-arithmetic", AXIS, len(result.values), line)
