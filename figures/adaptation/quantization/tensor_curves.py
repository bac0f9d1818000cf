"""A swept tensor in curves: signal over noise, the error's two parts, and where it lies, in a step and in the rows."""

from typing import Any

import numpy as np

from core.adaptation.quantization import Params
from core.adaptation.quantization.decibels import RULE_DB, decibels, quantisation_limit_db
from core.adaptation.quantization.tensor_sweep import TensorSweep
from core.numbers import count, fixed, number
from figures import marks, theme
from figures.adaptation.quantization import words
from figures.plot import Array, Cursor, Panel, Plot
from figures.traces import Traces

UNDER = 22  # dB that a name takes under the end of its curve


def ratio_over_bits(result: TensorSweep) -> Plot:
    """Signal over quantisation noise against bits: the rule, the exact limit of even numbers, and this tensor."""
    bits, ratio = result.values, words.bounded(result.ratio_db)
    traces = Traces(len(bits))
    fine = np.linspace(1, bits[-1], 61)
    traces.add(fine, RULE_DB * fine, name="6.02·b", line=theme.BOUND)
    traces.add(fine, quantisation_limit_db(fine), name="20·log₁₀(2ᵇ − 1)", line=theme.THEORY)
    law = decibels(result.mean_power, result.predicted)
    name = "if the error were triangular, s²/6" if result.settings.by_chance else "if the error were even, s²/12"
    traces.add(bits, law, name=name, line={**theme.THEORY, "dash": "dot"})
    end = float(ratio[-1])
    beside = [_name_of_the_measured(end)]
    if result.other:
        other, letter = words.bounded(result.other.ratio_db), words.named_b(result.other)
        traces.add(bits, other, name=letter, line=words.OTHER)
        height = float(other[0]) + 5
        height = end + UNDER if end < UNDER and abs(height - end) < UNDER else height
        beside.append(marks.text(16, height, letter, "right"))
    traces.add(bits, ratio, name="measured", line=theme.EXPERIMENT, **words.DOTTED)
    summary = "Signal over quantisation noise against bits, measured, beside 6.02 dB a bit."
    return traces.plot(
        "quantization-ratio", summary, 215, words.AXIS,
        theme.axis("bits", range=[0.5, 16.5], tickvals=[1, 2, 4, 6, 8, 16]),
        theme.axis("SQNR", "dB", range=[words.FLOOR_DB - 2, 104], nticks=5),
        annotations=[marks.text(9.5, 66, "6.02·b and 20·log₁₀(2ᵇ − 1)", "right"), *beside],
        cursor=Cursor(bits, {"y": ratio}),
    )  # fmt: skip


def _name_of_the_measured(end: float) -> dict[str, Any]:
    """Below the end of its curve; above, where it would lie on the numbers of the axis below."""
    if end < UNDER:
        return marks.text(16, end, "this tensor", "right", "bottom", yshift=4)
    return marks.text(16, end - 4, "this tensor", "right", "top", yshift=-14)


def ratio_over_groups(result: TensorSweep) -> Plot:
    """Signal over quantisation noise against the size of a group, with what the scales cost."""
    ratio = words.bounded(result.ratio_db)
    traces = Traces(len(result.values))
    traces.add(result.values, ratio, name="SQNR", line=theme.EXPERIMENT, **words.DOTTED)
    traces.line(result.values, result.bits_per_number, "bits a number", theme.CATEGORIES[2], 1.5, dash="dot",
                yaxis="y2", mode="lines+markers", marker={"size": 5})  # fmt: skip
    sqnr = ratio
    if result.other:
        other = words.bounded(result.other.ratio_db)
        traces.add(result.values, other, name=words.named_b(result.other), line=words.OTHER)
        sqnr = np.concatenate([ratio, other])
    span = max(float(np.ptp(sqnr)), 3.0)
    least = result.settings.scheme.codes.bits
    summary = "Signal over quantisation noise, and bits a number with the scales, against the size of a group."
    return traces.plot(
        "quantization-groups", summary, 215, words.AXIS,
        words.sizes_axis(words.group_size(result, "numbers that share a scale"), result.values),
        theme.axis("SQNR", "dB", range=[float(sqnr.min()) - 0.15 * span, float(sqnr.max()) + 0.25 * span], nticks=5),
        yaxis2=theme.axis("bits a number", range=[least - 0.3, max(1.1 * float(result.bits_per_number.max()),
                                                                   least + 1)],
                          overlaying="y", side="right", showgrid=False, nticks=4, tickmode="auto"),
        **theme.legend(r=56, t=30, b=40),
        cursor=Cursor(result.values, {"y": ratio, "y2": result.bits_per_number}),
    )  # fmt: skip


def split(result: TensorSweep) -> Plot:
    """The error's two parts over the threshold, and where they balance."""
    best, crossing = result.balance
    traces = Traces(len(result.values))
    total = result.mean_square
    floor = float(total.max()) * 1e-6 or 1e-12
    for name, values, colour in (*_parts(result), ("together", total, theme.CATEGORIES[0])):
        traces.line(result.values, np.maximum(values, floor), name, colour)
    if result.other:
        other = np.maximum(result.other.mean_square, floor)
        traces.add(result.values, other, name=words.named_b(result.other), line=words.OTHER)
    at = float(result.values[best])
    arrow: dict[str, Any] = {"showarrow": True, "arrowhead": 0, "arrowwidth": 1}
    lowest = float(np.log10(max(total[best], floor)))
    notes = [marks.text(at, lowest, f"least at {fixed(at, 2)}", "center", ay=26, **arrow)]
    if crossing is not None:
        text = f"both equal at {fixed(result.values[crossing], 2)}"
        height = np.log10(max(float(result.rounding[crossing]), floor))
        notes.append(marks.text(float(result.values[crossing]), height, text, "center", ay=46, **arrow))
    low = float(np.log10(max(float(total.min()) * 0.04, floor)))
    summary = f"Rounding falls and clipping grows as the threshold falls; together they are least at {best + 1} %."
    return traces.plot(
        "quantization-split", summary, 215, words.AXIS,
        theme.axis("threshold (share of the largest magnitude)", range=[0, 1.02], nticks=6),
        theme.axis("mean square error", type="log", dtick=1, range=[low, float(np.log10(total.max() or 1.0)) + 0.2]),
        annotations=notes, **theme.legend(l=64, t=30, b=40),
        cursor=Cursor(result.values, {"y": np.maximum(total, floor)}),
    )  # fmt: skip


def _parts(result: TensorSweep) -> tuple[tuple[str, Array, str], ...]:
    """The two parts of the error, with their names and colours."""
    return ("rounding", result.rounding, theme.CATEGORIES[2]), ("clipping", result.clipping, theme.CATEGORIES[1])


def shares(result: TensorSweep) -> Plot:
    """How much of the error is rounding and how much clipping, at every step of the sweep."""
    total = np.where(result.mean_square > 0, result.mean_square, 1.0)
    places = np.arange(len(result.values))
    traces = Traces(len(result.values))
    for name, values, colour in _parts(result):
        traces.line(places, 100 * values / total, name, colour, mode="lines+markers")
    summary = "The shares of rounding and of clipping in the error."
    return traces.plot(
        "quantization-shares", summary, 190, words.AXIS,
        theme.axis(words.group_size(result, words.LABELS[result.swept].lower()), range=[-0.3, len(places) - 0.7],
                   tickvals=places.tolist(), ticktext=[count(value) for value in result.values]),
        theme.axis("share of the error", "%", range=[-4, 104], nticks=3),
        **theme.legend(t=30, b=40),
        cursor=Cursor(places.astype(np.float64), {"y": 100 * result.clipping / total}),
    )  # fmt: skip


def error_histogram(result: TensorSweep) -> Plot:
    """The error in steps, beside the uniform law on ±½."""
    traces = Traces(len(result.values))
    some = result.counted_errors < result.counted
    of = f" ({result.counted_errors:,} of {result.counted:,} numbers)" if some else ""
    traces.add(result.error_places, result.error_density, name="measured", fill="tozeroy",
               line={**theme.EXPERIMENT, "shape": "linear"})  # fmt: skip
    if result.other:
        traces.add(result.error_places, result.other.error_density, name="B", line=words.OTHER)
    law = np.array([[-1.02, -0.5, -0.5, 0.5, 0.5, 1.02], [0, 0, 1, 1, 0, 0]], np.float64)
    chance = result.settings.by_chance
    if chance:  # the sum of two uniform laws, where the place between two codes is even
        law = np.array([[-1.02, -1, 0, 1, 1.02], [0, 0, 1, 0, 0]], np.float64)
    traces.add(law[0], law[1], name="triangular law" if chance else "uniform law", line=theme.THEORY)
    text = "triangular: s²/6" if chance else "uniform: s²/12"
    summary = "How the error is spread over a step, beside the law that the rule assumes."
    return traces.plot(
        "quantization-error", summary, 215, words.AXIS,
        theme.axis(f"error in steps{of}", range=[-1.02, 1.02], nticks=5),
        theme.axis("density", range=[0, 2.4], nticks=3),
        annotations=[marks.text(0.52, 1.1, text, "left")],
    )  # fmt: skip


def staircase(result: TensorSweep, params: Params) -> Plot:
    """What comes back, over what went in, with the number in focus."""
    traces = Traces(len(result.values))
    at, chosen, scheme = result.stairs_at, params.index - 1, result.settings.scheme
    traces.add(at[[0, -1]], at[[0, -1]], name="x", line=theme.THEORY)
    if result.other:
        traces.add(at, result.other.stairs, name="B", line=words.OTHER)
    traces.add(at, result.stairs, name="x̂", line=theme.EXPERIMENT)
    if chosen < len(result.x):
        focus = np.repeat(result.x[chosen], len(result.values))[:, None]
        traces.dots(focus, result.numbers.back[:, chosen][:, None], "in focus", theme.FOCUS, 10)
    reach = [float(at[0]), float(at[-1])]
    summary = "The staircase from a value to what comes back of it."
    return traces.plot(
        "quantization-staircase", summary, 280, words.AXIS,
        theme.axis("value x", range=reach),
        theme.axis("comes back as x̂", range=reach, nticks=5),
        annotations=[marks.text(0.02, 0.98, f"{words.named(scheme)}, {words.shared_by(scheme)}", "left", "top",
                                xref="paper", yref="paper")],
    )  # fmt: skip


def error_map(result: TensorSweep) -> Panel:
    """The error of parts of rows relative to the numbers that stand there."""
    most = result.map.max(axis=(1, 2), keepdims=True)
    relative = np.divide(result.map, most, out=np.zeros_like(result.map), where=most > 0)
    cells, (_, rows, columns) = np.round(254 * relative).astype(np.uint8), result.map.shape
    parts = "group" if result.settings.scheme.sharing == "group" or result.swept == "group" else "place in the row"
    header = {"colours": [colour for _, colour in theme.MAGMA], "rows": rows, "columns": columns,
              "most": [number(float(value), 3) for value in most.ravel()],
              "words": f"Error relative to the numbers there, by channel (down) and {parts} (across)"}  # fmt: skip
    module = "adaptation/quantization/error_map.js"
    return Panel("quantization-map", module, words.AXIS, len(result.values), header, {"cells": cells})
