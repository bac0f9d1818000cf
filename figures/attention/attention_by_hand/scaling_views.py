"""Why √d: the variance of products, the entropy of their softmax, and the weights of one query, over the width."""

from typing import Any

import numpy as np

from core.attention.attention_by_hand.scaling_sweep import WIDTHS, ScalingSweep
from core.models.softmax import BIT
from core.numbers import counted, number
from figures import marks, theme
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces

AXIS = "by-hand-width"
COLOURS = (theme.CATEGORIES[4], theme.CATEGORIES[0])
NAMES = ("q·k", "q·k/√d")
NAMED = -5  # the width where curves have their names


def views(result: ScalingSweep, unit: str) -> Views:
    """Everything that is drawn of the draws."""
    return Views(weights(result), opened=(opened(result),), more=(Row((variance(result), entropy(result, unit))),))


def weights(result: ScalingSweep) -> Plot:
    """The largest weights of one query drawn, with and without the root, at each width."""
    ranks = min(result.heaviest.shape[2], result.keys)
    traces, rank = Traces(len(result.widths)), np.arange(1, ranks + 1)
    for i, name in enumerate(NAMES):
        traces.add(rank, result.heaviest[:, i, :ranks], type="bar", mode=None, name=f"softmax({name})",
                   marker={"color": COLOURS[i]})  # fmt: skip
    traces.level(np.array([0.5, ranks + 0.5]), 1 / result.keys, "all alike", theme.BOUND, showlegend=False,
                 hoverinfo="skip")  # fmt: skip
    sweep = Sweep(AXIS, "Width d", len(result.widths), values=result.widths, field="width",
                  words="d = {value}")  # fmt: skip
    summary = "The largest weights of one query, with scores q·k and with q·k/√d, at each width d."
    return traces.plot(
        "by-hand-weights", summary, 270, sweep,
        theme.axis(f"rank of the weight, of {counted(result.keys, 'key')}", range=[0.4, ranks + 0.6], dtick=1, tick0=1),
        theme.axis("weight, in one draw", range=[0, 1.02], nticks=5, hoverformat=".4f"),
        **theme.legend(),
        annotations=[marks.text(ranks + 0.5, 1 / result.keys, f"all alike: 1/{result.keys:,}", "right", "bottom")],
        bargap=0.25,
    )  # fmt: skip


def variance(result: ScalingSweep) -> Plot:
    """Var(q·k) over d: the formula and the draws."""
    traces = Traces(len(result.widths))
    for i, name in enumerate(NAMES):
        traces.add(result.widths, result.variance_theory[:, i], name=f"formula, {name}", line=theme.THEORY)
        _dots(traces, result.widths, result.variance[:, i], name, i, error=2 * result.variance_error[:, i])
    lines, dots = np.log10(result.variance_theory), np.log10(result.variance)
    low, high = min(lines.min() - 0.5, dots.min() - 0.2), max(lines.max() + 0.7, dots.max() + 0.2)
    tail = "" if result.mean == 0 else " + 2σ²‖μ‖²"
    summary = "The variance of q·k grows with d; divided by √d it stays."
    return traces.plot(
        "by-hand-variance", summary, 230, AXIS, _widths(),
        theme.axis("variance", type="log", range=[float(low), float(high)], nticks=5),
        annotations=[_note(result.variance_theory[:, 0], f"dσ⁴{tail}"),
                     _note(result.variance_theory[:, 1], f"σ⁴{tail and ' + 2σ²‖μ‖²/d'}")],
        cursor=Cursor(result.widths.astype(np.float64), {"y": result.variance_theory[:, 0]}),
    )  # fmt: skip


def entropy(result: ScalingSweep, unit: str) -> Plot:
    """The mean entropy of a query's weights over d: the exact mean and the draws."""
    traces, theory = Traces(len(result.widths)), BIT[unit] * result.entropy_theory
    for i, name in enumerate(NAMES):
        traces.add(result.widths, theory[:, i], name=f"exact mean, {name}", line=theme.THEORY)
        _dots(traces, result.widths, BIT[unit] * result.entropy[:, i], name, i)
    most = BIT[unit] * float(np.log2(result.keys))
    notes = _end_notes(theory, most)
    alike = (f"all alike: log₂ {result.keys:,} = {number(most)}" if unit == "bits" else
             f"all alike: ln {result.keys:,} = {number(most)}")  # fmt: skip
    notes.append(marks.text(0, most, alike, "left", "bottom"))
    summary = "The mean entropy of the weights over the width d, with scores q·k and with q·k/√d."
    return traces.plot(
        "by-hand-entropy", summary, 230, AXIS, _widths(),
        theme.axis("entropy", unit, range=[0, 1.18 * max(most, 0.1)], nticks=5), annotations=notes,
        shapes=[marks.level(most, theme.BOUND)],
        cursor=Cursor(result.widths.astype(np.float64), {"y": theory[:, 0]}),
    )  # fmt: skip


def opened(result: ScalingSweep) -> Panel:
    """The variance of a product by its formula beside what was drawn, with the root and without."""
    numbers: dict[str, Array | float] = {"d": result.widths, "sigma": result.deviation}
    away = result.mean != 0
    if away:
        numbers["mean"] = result.mean

    def drawn(i: int) -> dict[str, Array | float]:
        return {"seen": result.variance[:, i], "off": 2 * result.variance_error[:, i], "most": result.largest[:, i]}

    note = "; drawn {seen} ± {off}, and the largest weight is {most} on average"
    plain = Line("Var(q·k) = dσ⁴" + (" + 2σ²‖μ‖² with ‖μ‖² = dμ²" if away else ""),
                 "{d} × {sigma}⁴" + (" + 2 × {sigma}² × {d} × {mean}²" if away else ""), numbers,
                 note=note, beside=drawn(0))  # fmt: skip
    divided = Line("Divided by √d, Var(q·k) / d", "{variance} / {d}",
                   {"variance": result.variance_theory[:, 0], "d": result.widths},
                   note=note, beside=drawn(1))  # fmt: skip
    return panel("by-hand-root-words", AXIS, len(result.widths), plain, divided)


def _widths() -> dict[str, Any]:
    return theme.axis("width d", type="log", range=[-0.08, float(np.log10(512)) + 0.08], tickvals=[1, 4, 16, 64, 256])


def _dots(traces: Traces, x: Array, y: Array, name: str, i: int, **more: Any) -> None:
    traces.dots(x, y, f"drawn, {name}", COLOURS[i], 6, ("circle", "diamond")[i], **more)


def _note(curve: Array, text: str) -> dict[str, Any]:
    """The name of a curve, above it on its logarithmic axis."""
    return marks.text(float(np.log10(WIDTHS[NAMED])), float(np.log10(curve[NAMED])), text, "right", "bottom", yshift=8)


def _end_notes(curves: Array, most: float) -> list[dict[str, Any]]:
    """The names of the curves of entropy at their ends: of the lower one below and of the upper one above, where there
    is room; else under one another."""
    low, high = curves[-1] / most if most else (0.0, 0.0)
    below, near = (low > 0.15, high > 0.85), high - low < 0.12
    away = [22 if near and below == (one == 0,) * 2 else 8 for one in (0, 1)]
    return [marks.text(float(np.log10(WIDTHS[-1])), float(curves[-1, i]), f"softmax({name})", "right",
                       "top" if below[i] else "bottom", yshift=-away[i] if below[i] else away[i])
            for i, name in enumerate(NAMES)]  # fmt: skip
