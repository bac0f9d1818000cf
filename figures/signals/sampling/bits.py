"""A tone on the steps of b bits, its error, and the signal-to-noise ratio over b against the rule."""

import numpy as np

from core.numbers import exact
from core.signals.sampling.bits_sweep import FLOOR, BitsSweep
from figures import leaving, marks, theme
from figures.opened import Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces

AXIS = "sampling-bits"
NAMES = ("no dither", "triangular dither")
MOST_PEAKS = 2.0  # of the tone: what a number of bits keeps beyond leaves the picture, or a weak tone would be flat
MARKED_EVERY = 6  # samples between two marks of what leaves the picture


def views(result: BitsSweep) -> Views:
    """Everything that is drawn of a sweep."""
    return Views(wave(result), opened=(arithmetic(result),), more=(Row((ratio(result), spectrum(result))),))


def wave(result: BitsSweep) -> Plot:
    """Two periods of the tone, on its steps, and below them the error in steps."""
    ms = result.time * 1000
    traces = Traces(len(result.bits))
    traces.line(ms, result.tone, "tone", theme.PINNED, 1.5)
    traces.add(ms, result.kept, name="kept", line={**theme.EXPERIMENT, "shape": "hv"})
    traces.line(ms, result.error, "error", theme.PINK, 1.5, yaxis="y2")
    peak, reach = float(np.abs(result.tone).max()), np.abs(result.kept[4:]).max(axis=1)
    top = 1.15 * max(peak, float(reach[reach <= MOST_PEAKS * peak].max(initial=0.0)))
    for sign in (1, -1):  # of a weak tone few bits keep more than it has
        gone = sign * result.kept[:, ::MARKED_EVERY] > top
        if gone.any():
            traces.add(**leaving.beyond(ms[::MARKED_EVERY], np.where(gone, 0.92 * sign * top, np.nan), theme.BLUE,
                                        up=sign > 0, showlegend=sign > 0, hoverinfo="skip"))  # fmt: skip
    level = exact(result.level)
    summary = f"A tone of 997 Hz at {level} dB of full scale, kept in 1 to {result.bits[-1]} bits; its error."
    sweep = Sweep(AXIS, "Bits", len(result.bits), values=result.bits, field="bits", words="{value} bits")
    return traces.plot(
        "sampling-steps", summary, 275, sweep,
        theme.axis("time", "ms", range=[0, float(ms[-1])], anchor="y2"),
        theme.axis("amplitude", range=[-top, top], domain=[0.42, 1], nticks=4),
        yaxis2=theme.axis("error in steps", range=[-1.6, 1.6], domain=[0, 0.3], dtick=1),
        **theme.legend(t=40),
    )  # fmt: skip


def ratio(result: BitsSweep) -> Plot:
    """Signal-to-noise ratio over bits: the rule as a line, the measurement as points."""
    traces = Traces(len(result.bits))
    for i, (name, colour) in enumerate(zip(NAMES, (theme.BLUE, theme.PINK), strict=True)):
        traces.add(result.bits, result.rule_db[:, i], name=f"rule, {name}", line=theme.THEORY)
        traces.dots(result.bits, result.measured_db[:, i], f"measured, {name}", colour, 6, ("circle", "diamond")[i])
    chosen = 1 if result.dither == "triangular" else 0
    last = int(result.bits[-1])
    # Left of the points above, and right of them below: their names lie on none.
    notes = [marks.text(last - 2, float(result.rule_db[-3, 0]), NAMES[0], "right", "bottom", yshift=8),
             marks.text(last, float(result.rule_db[-5, 1]), NAMES[1], "right", "top", yshift=-4)]  # fmt: skip
    low = min(0.0, float(result.rule_db.min()))
    summary = "The ratio of signal to noise against the number of bits, measured and by the rule."
    return traces.plot(
        "sampling-ratio", summary, 210, AXIS,
        theme.axis("bits", range=[0.5, last + 0.5], dtick=2, tick0=2),
        theme.axis("signal to noise", "dB", range=[low - 4, float(result.rule_db.max()) + 14], nticks=5),
        annotations=notes, cursor=Cursor(result.bits.astype(np.float64), {"y": result.measured_db[:, chosen]}),
    )  # fmt: skip


def spectrum(result: BitsSweep) -> Plot:
    """The spectrum of what is kept: harmonics without dither, a flat floor with it."""
    traces = Traces(len(result.bits))
    traces.add(result.spectrum_frequency / 1000, result.spectrum, name="kept", line={**theme.EXPERIMENT, "width": 1})
    summary = "The spectrum of the kept wave, relative to a sine of full scale."
    return traces.plot(
        "sampling-noise", summary, 210, AXIS,
        theme.axis("frequency", "kHz", range=[0, float(result.spectrum_frequency[-1]) / 1000]),
        theme.axis("strength", "dB", range=[FLOOR, 6], nticks=5),
    )  # fmt: skip


def arithmetic(result: BitsSweep) -> Panel:
    """The rule with its numbers beside the measurement, at each number of bits."""
    i = int(result.dither == "triangular")
    terms = {"step": 20 * np.log10(2), "bits": result.bits, "full": 10 * np.log10(1.5)}
    formula, numbers = "6.02·b + 1.76", "{step} × {bits} + {full}"
    note = ", measured {measured} dB. A step between two levels is Δ = 2/2ᵇ = {delta}"
    if result.levels == "ends":
        terms = {"steps": 20 * np.log10(2 / result.step), "full": 10 * np.log10(1.5)}
        formula, numbers = "20·log₁₀(2ᵇ − 1) + 1.76", "{steps} + {full}"
        note = ", measured {measured} dB. A step between two levels is Δ = 2/(2ᵇ − 1) = {delta}"
    if i:
        formula, numbers, terms["dither"] = f"{formula} − 4.77 (dither)", f"{numbers} − {{dither}}", 10 * np.log10(3)
    if result.level:
        formula, numbers, terms["level"] = f"{formula} + level", f"{numbers} + {{level}}", result.level
    line = Line(f"Signal to noise of b bits: {formula}", numbers, terms, unit="dB",
                note=note, beside={"measured": result.measured_db[:, i], "delta": result.step})  # fmt: skip
    return panel("sampling-rule", AXIS, len(result.bits), line)
