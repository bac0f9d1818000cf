"""A tensor on the codes of a format: the grid over its histogram, the staircase, the error, and where it lies."""

from typing import Any

import numpy as np

from core.adaptation.quantization import Params
from core.adaptation.quantization.decibels import RULE_DB, quantisation_limit_db
from core.adaptation.quantization.scheme import Scheme
from core.adaptation.quantization.tensor_sweep import TensorSweep
from figures import theme
from figures.adaptation.quantization.words import FLOOR_DB, bounded, named, number, shared_by
from figures.plot import Array, Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces, stems

AXIS = "quantization"
ERROR_STEPS = 0.6
OTHER = {"color": theme.PINNED, "width": 1.5}
LABELS = {"bits": "Bits", "threshold": "Clipping threshold", "group": "Group size"}
FIELDS = {"bits": "bits", "threshold": "clip", "group": "group"}
WORDS = {"bits": "{value} bits", "threshold": "{value} of the largest magnitude", "group": "{value} share a scale"}


def views(result: TensorSweep, params: Params) -> Views:
    """Everything that is drawn of a sweep."""
    curve = {"bits": ratio_over_bits, "threshold": split, "group": ratio_over_groups}[result.swept]
    more: list[Any] = [
        Row((curve(result), error_histogram(result))),
        Row((staircase(result, params), error_map(result))),
    ]
    if result.swept != "threshold":
        more.append(shares(result))
    return Views(grid(result), readout=sentence(result), opened=(numbers(result, params),), more=more)


def _sweep(result: TensorSweep, rows: dict[str, Array] | None = None, **more: Any) -> Sweep:
    swept = result.swept
    return Sweep(AXIS, LABELS[swept], len(result.values), rows=rows or {}, **{"control": False, **more})


def grid(result: TensorSweep) -> Plot:
    """The histogram of the tensor under the codes' grid, and the error that a number at each place would make."""
    traces = Traces(len(result.values))
    middles = (result.edges[1:] + result.edges[:-1]) / 2
    share = result.counts / max(result.counts.max(), 1)
    scheme = result.asked.scheme
    alone = scheme.sharing == "tensor" and (result.swept != "group" or scheme.laid_down)
    codes = "codes" if alone else "codes of the group with the median scale"
    traces.add(*stems(result.levels, 1.08), name=codes, line={"color": theme.CATEGORIES[1], "width": 1},
               hoverinfo="skip")  # fmt: skip
    traces.add(middles, share, name="numbers", fill="tozeroy", line={**theme.EXPERIMENT, "width": 1.5})
    error, most, title = _error(result)
    colour = theme.CATEGORIES[2]
    traces.add(result.stairs_at, error, name="error x̂ − x", yaxis="y2", line={"color": colour, "width": 1.5})
    for side, symbol in ((1, "triangle-up"), (-1, "triangle-down")):
        farthest = (side * error).argmax(axis=1)[:, None]
        beyond = np.take_along_axis(side * error, farthest, 1) > most
        traces.add(result.stairs_at[farthest], np.where(beyond, 0.86 * side * most, np.nan), yaxis="y2",
                   name="the error is larger here", mode="markers", showlegend=False,
                   marker={"color": colour, "size": 9, "symbol": symbol})  # fmt: skip
    reach = float(np.abs(result.stairs_at).max())
    low, high = float(result.edges[0]), float(result.edges[-1])
    margin = 0.02 * (high - low)
    layout = theme.layout(
        theme.axis("value x", range=[low - margin, high + margin], anchor="y2"),
        theme.axis("how many", range=[0, 1.08], domain=[0.42, 1], showticklabels=False, ticks=""),
        yaxis2=theme.axis(title, range=[-most, most], domain=[0, 0.3], nticks=3),
        showlegend=True,
        legend=theme.LEGEND,
        margin={"l": 56, "r": 16, "t": 34, "b": 36},
    )
    summary = f"A tensor of {result.counted:,} numbers up to {number(reach)} in magnitude, and the grid of the codes."
    values = result.values.astype(np.int64) if result.swept != "threshold" else result.values
    sweep = _sweep(result, traces.rows, control=True, values=values, field=FIELDS[result.swept],
                   words=_dragged(result))  # fmt: skip
    return Plot("quantization-grid", traces.data, layout, summary, height=270, sweep=sweep)


def _drags_other(result: TensorSweep) -> bool:
    """Whether the size of a group that is dragged is B's alone: the format of A lays its own down."""
    other = result.other
    return result.swept == "group" and result.asked.scheme.laid_down and bool(other and not other.scheme.laid_down)


def _dragged(result: TensorSweep) -> str:
    """What the axis holds."""
    scheme = result.asked.scheme
    if _drags_other(result):
        return f"in B {WORDS['group']}"
    if result.swept != "group" or not scheme.laid_down:
        return WORDS[result.swept]
    laid = f"fixed at {scheme.shared_by} by" if scheme.sharing == "group" else "no scale in"
    return f"{laid} {named(scheme)}"


def _group_size(result: TensorSweep, title: str) -> str:
    """The title of an axis of sizes."""
    return f"{title}, in B" if _drags_other(result) else title


def _error(result: TensorSweep) -> tuple[Array, float, str]:
    """The error at each place of the axis, what the panel holds of it on each side, and the title.

    Over bits it is in steps, of which it is at most half of one wherever nothing is clipped. Where the size of a group
    is swept, errors coarser than those in the middle leave the panel; along thresholds most of what is clipped does.
    """
    error = (result.stairs - result.stairs_at[None]).astype(np.float64)
    if result.swept == "bits":
        return error / np.where(result.scale > 0, result.scale, 1.0)[:, None], ERROR_STEPS, "error in steps"
    whole = 2.5 * float(np.abs(error[-1]).max())
    return error, (whole or 1.0) if result.swept == "threshold" else _typical(error), "error"


def _typical(error: Array) -> float:
    most = np.abs(error).max(axis=1)
    return 1.15 * float(np.sort(most)[min(5 * len(most) // 9, len(most) - 1)]) or 1.0


def sentence(result: TensorSweep) -> Panel:
    """What a step of the sweep comes to, with its arithmetic."""
    scheme, said, other = result.asked.scheme, [], result.other_ratio_db
    for i, value in enumerate(result.values):
        bits = "1 bit" if value == 1 else f"{value:.0f} bits"
        codes = f"{bits}, {2**value - scheme.narrow:,.0f} codes: " if result.swept == "bits" else ""
        codes = f"Cut at {value:.2f} of the largest: " if result.swept == "threshold" else codes
        codes = _scales(scheme, result.groups[i]) if result.swept == "group" else codes
        step, measured = result.scale[i], result.mean_square[i]
        parts = [["dim", codes], ["focus", f"SQNR {number(result.ratio_db[i])} dB"],
                 ["dim", " at "], ["", f"{number(result.bits_per_number[i])} bits a number"],
                 ["dim", f". Mean square error {number(measured)}"]]  # fmt: skip
        if scheme.format == "int":
            parts.append(["dim", f", by s²/12 {number(result.predicted[i])} (s = {number(step)})"])
        clipped = result.clipping[i] / measured if measured else 0.0
        if result.clipped[i]:
            parts.append(["", f"; {clipped:.1%} of it from the {result.clipped[i]:.2%} that are clipped"])
        parts.append(["", "."])
        if result.other:
            parts += [["dim", f" B, {named(result.other.scheme)}: "], ["", f"{number(other[i])} dB"],
                      ["dim", f" at {number(result.other.bits_per_number[i])} bits."]]  # fmt: skip
        said.append(parts)
    return Panel("quantization-sentence", "shared/sentence.js", AXIS, len(said), {"said": said}, {}, kept=False)


def _scales(scheme: Scheme, count: float) -> str:
    if not scheme.laid_down:
        return f"{count:,.0f} scales: "
    if scheme.sharing == "tensor":
        return f"{named(scheme)} has no scale: "
    return f"{count:,.0f} scales, one for {scheme.shared_by} numbers by the definition of {named(scheme)}: "


def ratio_over_bits(result: TensorSweep) -> Plot:
    """Signal over quantisation noise against bits: the rule, the exact limit of even numbers, and this tensor."""
    bits, ratio = result.values, bounded(result.ratio_db)
    traces = Traces(len(bits))
    fine = np.linspace(1, bits[-1], 61)
    exact = quantisation_limit_db(fine)
    traces.add(fine, RULE_DB * fine, name="6.02·b", line=theme.BOUND)
    traces.add(fine, exact, name="20·log₁₀(2ᵇ − 1)", line=theme.THEORY)
    with np.errstate(divide="ignore"):
        law = 10 * np.log10(result.mean_power / result.predicted) if result.mean_power else np.full_like(bits, np.nan)
    traces.add(bits, law, name="if the error were even, s²/12", line={**theme.THEORY, "dash": "dot"})
    if result.other:
        traces.add(bits, bounded(result.other_ratio_db), name=f"B, {named(result.other.scheme)}", line=OTHER)
    traces.add(bits, ratio, name="measured", mode="lines+markers", line=theme.EXPERIMENT, marker={"size": 7})
    level = float(bounded(result.other_ratio_db)[0])
    beside = [_note(16, level + 5, f"B, {named(result.other.scheme)}", "right")] if result.other else []
    layout = theme.layout(
        theme.axis("bits", range=[0.5, 16.5], tickvals=[1, 2, 4, 6, 8, 16]),
        theme.axis("SQNR", "dB", range=[FLOOR_DB - 2, 104], nticks=5),
        annotations=[_note(9.5, 66, "6.02·b and 20·log₁₀(2ᵇ − 1)", "right"),
                     _note(16, float(ratio[-1]) - 8, "this tensor", "right"), *beside],
    )  # fmt: skip
    cursor = Cursor(bits, {"y": ratio})
    summary = "Signal over quantisation noise against bits, measured, beside 6.02 dB a bit."
    return Plot("quantization-ratio", traces.data, layout, summary, height=215, sweep=_sweep(result, cursor=cursor))


def ratio_over_groups(result: TensorSweep) -> Plot:
    """Signal over quantisation noise against the size of a group, with what the scales cost."""
    ratio = bounded(result.ratio_db)
    traces = Traces(len(result.values))
    traces.add(result.values, ratio, name="SQNR", mode="lines+markers", line=theme.EXPERIMENT, marker={"size": 7})
    traces.add(result.values, result.bits_per_number, name="bits a number", yaxis="y2", mode="lines+markers",
               line={"color": theme.CATEGORIES[2], "width": 1.5, "dash": "dot"}, marker={"size": 5})  # fmt: skip
    shown = ratio
    if result.other:
        other = bounded(result.other_ratio_db)
        traces.add(result.values, other, name=f"B, {named(result.other.scheme)}", line=OTHER)
        shown = np.concatenate([ratio, other])
    span = max(float(np.ptp(shown)), 3.0)
    least = result.asked.scheme.codes.bits
    layout = theme.layout(
        theme.axis(_group_size(result, "numbers that share a scale"), type="log", dtick=1),
        theme.axis("SQNR", "dB", range=[float(shown.min()) - 0.15 * span, float(shown.max()) + 0.25 * span], nticks=5),
        yaxis2=theme.axis("bits a number", range=[least - 0.3, max(1.1 * float(result.bits_per_number.max()),
                                                                   least + 1)],
                          overlaying="y", side="right", showgrid=False, nticks=4, tickmode="auto"),
        showlegend=True, legend=theme.LEGEND,
        margin={"l": 56, "r": 56, "t": 30, "b": 40},
    )  # fmt: skip
    cursor = Cursor(result.values, {"y": ratio, "y2": result.bits_per_number})
    summary = "Signal over quantisation noise, and bits a number with the scales, against the size of a group."
    return Plot("quantization-groups", traces.data, layout, summary, height=215, sweep=_sweep(result, cursor=cursor))


def split(result: TensorSweep) -> Plot:
    """The error's two parts over the threshold, and where they balance."""
    best, crossing = result.balance
    traces = Traces(len(result.values))
    total = result.mean_square
    floor = float(total.max()) * 1e-6 or 1e-12
    for name, values, colour in (("rounding", result.rounding, theme.CATEGORIES[2]),
                                 ("clipping", result.clipping, theme.CATEGORIES[1]),
                                 ("together", total, theme.CATEGORIES[0])):  # fmt: skip
        traces.add(result.values, np.maximum(values, floor), name=name, line={"color": colour, "width": 2})
    if result.other:
        other = np.maximum(result.other.mean_square, floor)
        traces.add(result.values, other, name=f"B, {named(result.other.scheme)}", line=OTHER)
    at = float(result.values[best])
    arrow = {"showarrow": True, "arrowhead": 0, "arrowwidth": 1}
    lowest = float(np.log10(max(total[best], floor)))
    notes = [{**_note(at, lowest, f"least at {at:.2f}", "center"), "ay": 26, **arrow}]
    if crossing is not None:
        text = f"as much of each at {result.values[crossing]:.2f}"
        height = np.log10(max(float(result.rounding[crossing]), floor))
        notes.append({**_note(float(result.values[crossing]), height, text, "center"), "ay": 46, "showarrow": True,
                      "arrowhead": 0, "arrowwidth": 1})  # fmt: skip
    low = float(np.log10(max(float(total.min()) * 0.04, floor)))
    layout = theme.layout(
        theme.axis("threshold (share of the largest magnitude)", range=[0, 1.02], nticks=6),
        theme.axis("mean square error", type="log", dtick=1, range=[low, float(np.log10(total.max() or 1.0)) + 0.2],
                   exponentformat="power"),
        annotations=notes, showlegend=True,
        legend=theme.LEGEND,
        margin={"l": 64, "r": 16, "t": 30, "b": 40},
    )  # fmt: skip
    cursor = Cursor(result.values, {"y": np.maximum(total, floor)})
    summary = f"Rounding falls and clipping grows as the threshold falls; together they are least at {best + 1} %."
    return Plot("quantization-split", traces.data, layout, summary, height=215, sweep=_sweep(result, cursor=cursor))


def error_histogram(result: TensorSweep) -> Plot:
    """The error in steps, beside the uniform law on ±½."""
    traces = Traces(len(result.values))
    some = result.counted_errors < result.counted
    of = f" ({result.counted_errors:,} of {result.counted:,} numbers)" if some else ""
    traces.add(result.error_places, result.error_density, name="measured", fill="tozeroy",
               line={**theme.EXPERIMENT, "shape": "linear"})  # fmt: skip
    if result.other:
        traces.add(result.error_places, result.other.error_density, name="B", line=OTHER)
    law = np.array([[-1.02, -0.5, -0.5, 0.5, 0.5, 1.02], [0, 0, 1, 1, 0, 0]], np.float64)
    chance = result.asked.rounding == "stochastic"
    if chance:  # the sum of two uniform laws, where the place between two codes is even
        law = np.array([[-1.02, -1, 0, 1, 1.02], [0, 0, 1, 0, 0]], np.float64)
    traces.add(law[0], law[1], name="triangular law" if chance else "uniform law", line=theme.THEORY)
    text = "triangular: s²/6" if chance else "uniform: s²/12"
    layout = theme.layout(
        theme.axis(f"error in steps{of}", range=[-1.02, 1.02], nticks=5),
        theme.axis("density", range=[0, 2.4], nticks=3),
        annotations=[_note(0.52, 1.1, text, "left")],
    )
    summary = "How the error is spread over a step, beside the law that the rule assumes."
    sweep = _sweep(result, traces.rows)
    return Plot("quantization-error", traces.data, layout, summary, height=215, sweep=sweep)


def staircase(result: TensorSweep, params: Params) -> Plot:
    """What comes back, over what went in, with the number in focus."""
    traces = Traces(len(result.values))
    at, chosen = result.stairs_at, params.index - 1
    traces.add(at[[0, -1]], at[[0, -1]], name="x", line=theme.THEORY)
    if result.other:
        traces.add(at, result.other.stairs, name="B", line=OTHER)
    traces.add(at, result.stairs, name="x̂", line=theme.EXPERIMENT)
    if chosen < len(result.x):
        focus = np.repeat(result.x[chosen], len(result.values))[:, None]
        traces.add(focus, result.numbers.back[:, chosen][:, None], name="in focus", mode="markers",
                   marker={"color": theme.FOCUS, "size": 10})  # fmt: skip
    reach = [float(at[0]), float(at[-1])]
    layout = theme.layout(
        theme.axis("value x", range=reach),
        theme.axis("comes back as x̂", range=reach, nticks=5),
        annotations=[{**_note(0.02, 0.98, f"{named(result.asked.scheme)}, {shared_by(result.asked.scheme)}", "left"),
                      "xref": "paper", "yref": "paper", "yanchor": "top"}],
    )  # fmt: skip
    summary = "The staircase from a value to what comes back of it."
    sweep = _sweep(result, traces.rows)
    return Plot("quantization-staircase", traces.data, layout, summary, height=280, sweep=sweep)


def shares(result: TensorSweep) -> Plot:
    """How much of the error is rounding and how much clipping, at every step of the sweep."""
    total = np.where(result.mean_square > 0, result.mean_square, 1.0)
    places = np.arange(len(result.values))
    traces = Traces(len(result.values))
    for name, values, colour in (("rounding", result.rounding, theme.CATEGORIES[2]),
                                 ("clipping", result.clipping, theme.CATEGORIES[1])):  # fmt: skip
        traces.add(places, 100 * values / total, name=name, mode="lines+markers", line={"color": colour, "width": 2})
    layout = theme.layout(
        theme.axis(_group_size(result, LABELS[result.swept].lower()), range=[-0.3, len(places) - 0.7],
                   tickvals=places.tolist(), ticktext=[f"{value:,.0f}" for value in result.values]),
        theme.axis("share of the error", "%", range=[-4, 104], nticks=3),
        showlegend=True, legend=theme.LEGEND,
        margin={"l": 56, "r": 16, "t": 30, "b": 40},
    )  # fmt: skip
    cursor = Cursor(places.astype(np.float64), {"y": 100 * result.clipping / total})
    summary = "The shares of rounding and of clipping in the error."
    return Plot("quantization-shares", traces.data, layout, summary, height=190, sweep=_sweep(result, cursor=cursor))


def error_map(result: TensorSweep) -> Panel:
    """The error of parts of rows relative to the numbers that stand there."""
    most = np.nanmax(result.map, axis=(1, 2), keepdims=True)
    relative = np.divide(result.map, most, out=np.zeros_like(result.map), where=most > 0)
    cells = np.where(np.isnan(result.map), 255, np.round(254 * np.nan_to_num(relative))).astype(np.uint8)
    rows = int((~np.isnan(result.map[0, :, 0])).sum())
    parts = "group" if result.asked.scheme.sharing == "group" or result.swept == "group" else "place in the row"
    header = {"colours": [colour for _, colour in theme.MAGMA], "rows": rows, "columns": 32,
              "wide": 32, "most": [number(float(value), 3) for value in most.ravel()],
              "words": f"Error relative to the numbers there, by channel (down) and {parts} (across)"}  # fmt: skip
    return Panel(
        "quantization-map", "adaptation/quantization/error_map.js", AXIS, len(result.values), header, {"cells": cells}
    )


def numbers(result: TensorSweep, params: Params) -> Panel:
    """Ten numbers with every intermediate, one of them in focus, and beside them the other zero-point."""
    scheme, way = result.asked.scheme, result.numbers
    arrays = {name: getattr(way, name) for name in ("scaled", "rounded", "shifted", "code", "back")}
    affine = scheme.format == "int" and scheme.affine and scheme.signed
    if affine:
        arrays |= {"other_code": result.as_notes.code, "other_back": result.as_notes.back}
        other = result.zero + result.asked.scheme.codes.grid[0] if result.asked.notes else None
        lows = np.array([-(2.0 ** (b - 1)) + scheme.narrow for b in (result.values if result.swept == "bits" else
                         np.full(len(result.values), scheme.bits))])  # fmt: skip
        other = result.zero + lows if result.asked.notes else result.zero - lows
        highs = 2.0 ** (np.array(result.values if result.swept == "bits" else np.full(len(lows), scheme.bits)) - 1) - 1
        arrays["other_zero"] = other if result.asked.notes else np.minimum(other, highs)
    header = {"focus": params.index - 1, "integer": scheme.format == "int", "affine": scheme.affine,
              "other": affine, "notes": result.asked.notes}  # fmt: skip
    arrays |= {"x": result.x, "scale": result.scale, "zero": result.zero}
    length = len(result.values)
    return Panel("quantization-numbers", "adaptation/quantization/numbers.js", AXIS, length, header, arrays, kept=False)


def _note(x: float, y: float, text: str, side: str) -> dict[str, Any]:
    return {"x": x, "y": y, "text": text, "xanchor": side, "showarrow": False, "font": {"size": 11}}
