"""Why √d: the variance of products, the entropy of their softmax, and the weights of one query, over the width."""

import numpy as np

from core.attention.attention_by_hand.scaling_sweep import WIDTHS, ScalingSweep
from core.numbers import number
from figures import theme
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces

AXIS = "by-hand-width"
COLOURS = (theme.CATEGORIES[4], theme.CATEGORIES[0])
NAMES = ("q·k", "q·k/√d")
NAMED = -5  # the width where curves have their names


def views(result: ScalingSweep) -> Views:
    """Everything that is drawn of the draws."""
    return Views(weights(result), opened=(opened(result),), more=(Row((variance(result), entropy(result))),))


def weights(result: ScalingSweep) -> Plot:
    """The largest weights of one query drawn, with and without the root, at each width."""
    shown = min(result.heaviest.shape[2], result.keys)
    traces, rank = Traces(len(result.widths)), np.arange(1, shown + 1)
    for i, name in enumerate(NAMES):
        traces.add(rank, result.heaviest[:, i, :shown], type="bar", mode=None, name=f"softmax({name})",
                   marker={"color": COLOURS[i]})  # fmt: skip
    traces.add(np.array([0.5, shown + 0.5]), np.full(2, 1 / result.keys), name="all alike", line=theme.BOUND,
               showlegend=False, hoverinfo="skip")  # fmt: skip
    layout = theme.layout(
        theme.axis(f"rank of the weight, of {result.keys:,} keys", range=[0.4, shown + 0.6], dtick=1, tick0=1),
        theme.axis("weight, in one draw", range=[0, 1.02], nticks=5, hoverformat=".4f"),
        showlegend=True,
        legend={"orientation": "h", "x": 1, "xanchor": "right", "y": 1, "yanchor": "top", "font": {"size": 12}},
        annotations=[{"x": shown + 0.5, "y": 1 / result.keys, "xanchor": "right", "yanchor": "bottom",
                      "showarrow": False, "font": {"size": 11}, "text": f"all alike: 1/{result.keys:,}"}],
        bargap=0.25,
    )  # fmt: skip
    sweep = Sweep(AXIS, "Width d", len(result.widths), values=result.widths, rows=traces.rows, field="width",
                  words="d = {value}")  # fmt: skip
    summary = "The largest weights of one query: one key takes nearly all at large widths unless divided by √d."
    return Plot("by-hand-weights", traces.data, layout, summary, height=270, sweep=sweep)


def variance(result: ScalingSweep) -> Plot:
    """Var(q·k) over d: the formula and the draws."""
    traces = Traces(len(result.widths))
    for i, name in enumerate(NAMES):
        traces.add(result.widths, result.variance_theory[:, i], name=f"formula, {name}", line=theme.THEORY)
        error = {"type": "data", "array": 2 * result.variance_error[:, i], "thickness": 1, "width": 0}
        traces.add(
            result.widths,
            result.variance[:, i],
            name=f"drawn, {name}",
            mode="markers",
            marker=_marker(i),
            error_y=error,
        )
    top = np.log10(result.variance_theory)
    low, high = float(top.min()) - 0.5, float(top.max()) + 0.7
    tail = "" if result.mean == 0 else " + 2σ²‖μ‖²"
    layout = theme.layout(
        _widths(),
        theme.axis("variance", type="log", range=[low, high], nticks=5),
        annotations=[_note(result.variance_theory[:, 0], f"dσ⁴{tail}", log=True),
                     _note(result.variance_theory[:, 1], f"σ⁴{tail and ' + 2σ²‖μ‖²/d'}", log=True)],
    )  # fmt: skip
    summary = "The variance of q·k grows with d; divided by √d it stays."
    return _small("by-hand-variance", traces, layout, summary, result, result.variance_theory[:, 0])


def entropy(result: ScalingSweep) -> Plot:
    """The mean entropy of a query's weights over d: the exact mean and the draws."""
    traces = Traces(len(result.widths))
    for i, name in enumerate(NAMES):
        traces.add(result.widths, result.entropy_theory[:, i], name=f"exact mean, {name}", line=theme.THEORY)
        traces.add(result.widths, result.entropy[:, i], name=f"drawn, {name}", mode="markers", marker=_marker(i))
    most = max(float(np.log2(result.keys)), 0.1)
    notes = [_note(result.entropy_theory[:, i], f"softmax({name})", log=False) for i, name in enumerate(NAMES)]
    notes.append({"x": 0, "y": most, "xanchor": "left", "yanchor": "bottom", "showarrow": False, "font": {"size": 11},
                  "text": f"all alike: log₂ {result.keys:,} = {number(most)}"})  # fmt: skip
    layout = theme.layout(
        _widths(), theme.axis("entropy", "bits", range=[0, 1.18 * most], nticks=5), annotations=notes,
        shapes=[{"type": "line", "xref": "paper", "x0": 0, "x1": 1, "y0": most, "y1": most, "line": theme.BOUND}],
    )  # fmt: skip
    summary = "The entropy of the weights falls towards 0 as d grows; divided by √d it stays."
    return _small("by-hand-entropy", traces, layout, summary, result, result.entropy_theory[:, 0])


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


def _widths() -> dict[str, object]:
    return theme.axis("width d", type="log", range=[-0.08, float(np.log10(512)) + 0.08], tickvals=[1, 4, 16, 64, 256])


def _marker(i: int) -> dict[str, object]:
    return {"color": COLOURS[i], "size": 6, "symbol": ("circle", "diamond")[i]}


def _note(curve: Array, text: str, *, log: bool) -> dict[str, object]:
    """The name of a curve: above it, or below where there is no room above."""
    at = NAMED if log else -1
    below = not log and curve[at] > curve[0] / 2
    return {"x": float(np.log10(WIDTHS[at])), "y": float(np.log10(curve[at])) if log else float(curve[at]),
            "yanchor": "top" if below else "bottom", "yshift": -8 if below else 8, "xanchor": "right",
            "showarrow": False, "text": text, "font": {"size": 11}}  # fmt: skip


def _small(name: str, traces: Traces, layout: dict[str, object], summary: str, result: ScalingSweep, y: Array) -> Plot:
    cursor = Cursor(result.widths.astype(np.float64), {"y": np.asarray(y)})
    sweep = Sweep(AXIS, "Width d", len(result.widths), cursor=cursor, control=False)
    return Plot(name, traces.data, layout, summary, height=230, sweep=sweep)
