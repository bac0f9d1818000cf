"""A tone with what its samples bring back; the folding zigzag; the copies of the spectrum."""

import math
from typing import Any

import numpy as np

from core.numbers import number
from core.signals.sampling.alias_sweep import AliasSweep
from figures import marks, theme
from figures.opened import Line, panel, rounded
from figures.plot import Array, Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces, stems

MEASURED_EVERY = 6  # steps of the sweep between two measured points drawn on the zigzag
AXIS = "sampling"
NAMES = {"frequency": "Tone", "sample_rate": "Sampling rate"}
CAN_COME_BACK = marks.at_top(0, " can come back", "left", xref="paper")


def views(result: AliasSweep) -> Views:
    """Everything that is drawn of a sweep."""
    return Views(wave(result), opened=(arithmetic(result),), more=(Row((zigzag(result), spectrum(result))),))


def wave(result: AliasSweep) -> Plot:
    """The tone, its samples and the wave that the samples bring back, over milliseconds."""
    largest, end, ms = float(np.abs(result.curve).max()), result.seconds * 1000, 1000.0
    traces, values = Traces(len(result.values)), result.values
    traces.line(result.curve_time * ms, result.curve, "tone", theme.PINNED, 1.5)
    traces.add(result.reconstruction_time * ms, result.reconstruction, "brought back",
               line={**theme.EXPERIMENT, "shape": "hv" if result.joined == "hold" else "linear"})  # fmt: skip
    traces.add(result.reconstruction_time * ms, result.alias_curve, "alias (theory)", line=theme.THEORY)
    traces.dots(result.sample_time * ms, result.samples, "samples", theme.INK, 7)
    ends = f"{number(values[0], 6)} to {number(values[-1], 6)} Hz"
    summary = f"{NAMES[result.swept]} swept from {ends}: a tone, its samples, and the wave that they bring back."
    sweep = Sweep(AXIS, NAMES[result.swept], len(values), "Hz", values, field=result.swept)
    return traces.plot(
        "sampling-wave", summary, 255, sweep,
        theme.axis("time", "ms", range=[-0.01 * end, 1.01 * end]),
        theme.axis("amplitude", range=[-1.15 * largest, 1.15 * largest], nticks=4),
        **theme.legend(84),
    )  # fmt: skip


def zigzag(result: AliasSweep) -> Plot:
    """Which frequency comes back: predicted by folding, and measured in the samples."""
    values, half = result.values, result.sample_rate / 2
    measured = slice(None, None, MEASURED_EVERY)
    traces = Traces(len(result.values))
    traces.add(values, half, name="half the rate", line=theme.BOUND, hoverinfo="skip")
    traces.add(values, result.predicted, name="folding formula", line=theme.THEORY)
    traces.dots(values[measured], result.measured[measured], "measured", theme.BLUE)
    top = float(result.predicted.max())
    text = f"half the rate, {number(half[0], 6)} Hz" if result.swept == "frequency" else "half the rate "
    at = float(values[-1]) if result.swept == "frequency" else float(2 * top)
    summary = f"The frequency that comes back, up to {number(top, 6)} Hz, over the {NAMES[result.swept].lower()}."
    return traces.plot(
        "sampling-zigzag", summary, 240, AXIS,
        theme.axis(NAMES[result.swept].lower(), "Hz", range=[float(values[0]), float(values[-1])], nticks=7),
        theme.axis("comes back as", "Hz", range=[-0.06 * top, 1.2 * top], nticks=4),
        annotations=[marks.text(at, top, text, "right", "bottom")], cursor=Cursor(values, {"y": result.predicted}),
    )  # fmt: skip


def spectrum(result: AliasSweep) -> Plot:
    """The strengths in the samples up to half the rate, and the copies of the tone that sampling lays over the rest."""
    top = 1.2 * max(1.0, float(np.nanmax(result.spectrum)))
    traces = Traces(len(result.values))
    rates = result.sample_rate[:1] if result.swept == "frequency" else result.sample_rate
    add_multiples(traces, rates, result.highest, top)
    traces.line(*stems(result.copies, 1.0), "tone and copies", theme.GREEN, 1.5, hoverinfo="skip")
    traces.add(result.spectrum_frequency, result.spectrum, name="in the samples", line=theme.EXPERIMENT, fill="tozeroy")
    summary = "The spectrum of the samples up to half the rate, and the tone's copies at m·f_s + f and m·f_s − f."
    return traces.plot(
        "sampling-spectrum", summary, 240, AXIS,
        theme.axis("frequency", "Hz", range=[0, result.highest], nticks=7),
        theme.axis("strength", range=[0, top], nticks=3),
        annotations=[CAN_COME_BACK], **theme.legend(t=40, b=40),
    )  # fmt: skip


def add_multiples(traces: Traces, rates: Array, highest: float, top: float, **more: Any) -> None:
    """Adds what can come back, up to half of each rate, and lines at the multiples of the rate up to ``highest``."""
    multiples = rates[:, None] * np.arange(1 + int(highest / rates.min() + 1e-9))
    multiples[multiples > highest * (1 + 1e-9)] = np.nan
    zone = np.stack([np.zeros(len(rates)), rates / 2], axis=1)
    traces.line(zone, np.full(2, top), "can come back", theme.SOFT, 0, fill="tozeroy", fillcolor=theme.SOFT,
                hoverinfo="skip", showlegend=False)  # fmt: skip
    traces.add(*stems(multiples, top), "multiples of the rate", hoverinfo="skip",
               line={"color": theme.MUTED, "width": 1, "dash": "dot"}, **more)  # fmt: skip


def arithmetic(result: AliasSweep) -> Panel:
    """The folding formula with the numbers of the present tone, beside the measured tone."""
    turns = np.rint((result.frequency - result.signed) / result.sample_rate).astype(int)
    found = np.where(result.at_half, 4, np.where(result.folded, 3, np.where(turns == 0, 1, 2)))
    height = abs(math.sin(math.radians(result.phase)))
    notes = (". Every sample of this tone is 0: there is nothing to measure, and nothing of it comes back.",
             *(f", measured {{measured}} Hz, {way}" for way in ("unchanged", "upright", "mirrored")),
             ", measured {measured} Hz. At half the rate itself the wave that comes back of a sine is |sin φ| = "
             "{height} times as high, with φ for its phase")  # fmt: skip
    line = Line("With the sampling rate fₛ, a tone f comes back as |f − fₛ·round(f / fₛ)|", "|{f} − {rate} × {turns}|",
                {"f": result.frequency, "rate": result.sample_rate, "turns": turns}, unit="Hz", note=notes,
                case=np.where(np.isnan(result.measured), 0, found), digits=6,
                beside={"measured": rounded(result.measured, 4), "height": height})  # fmt: skip
    return panel("sampling-arithmetic", AXIS, len(result.values), line)
