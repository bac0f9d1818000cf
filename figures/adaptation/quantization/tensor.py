"""A tensor on the codes of a format: the grid over its histogram, the staircase, the error, and where it lies."""

from typing import Any

import numpy as np

from core.adaptation.quantization import Params
from core.adaptation.quantization.scheme import Scheme
from core.adaptation.quantization.sweep_settings import FIELDS
from core.adaptation.quantization.tensor_sweep import TensorSweep
from core.numbers import count, counted, fixed, measured, number, percent
from figures import theme
from figures.adaptation.quantization import tensor_curves as curves
from figures.adaptation.quantization.words import AXIS, LABELS, dragged, named, ratio_line
from figures.opened import Line, panel
from figures.plot import Array, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces, stems

ERROR_STEPS = 0.6


def views(result: TensorSweep, params: Params) -> Views:
    """Everything that is drawn of a sweep."""
    curve = {"bits": curves.ratio_over_bits, "threshold": curves.split, "group": curves.ratio_over_groups}[result.swept]
    more: list[Any] = [Row((curve(result), curves.error_histogram(result))),
                       Row((curves.staircase(result, params), curves.error_map(result)))]  # fmt: skip
    if result.swept != "threshold":
        more.append(curves.shares(result))
    worked = (opened(result, params), numbers(result, params))
    return Views(grid(result), readout=sentence(result), opened=worked, more=more)


def grid(result: TensorSweep) -> Plot:
    """The histogram of the tensor under the codes' grid, and the error that a number at each place would make."""
    traces = Traces(len(result.values))
    middles = (result.edges[1:] + result.edges[:-1]) / 2
    share = result.counts / max(result.counts.max(), 1)
    scheme = result.settings.scheme
    alone = scheme.sharing == "tensor" and (result.swept != "group" or scheme.laid_down)
    codes = "codes" if alone else "codes of the group with the median scale"
    traces.add(*stems(result.levels, 1.08), name=codes, line={"color": theme.CATEGORIES[1], "width": 1},
               hoverinfo="skip")  # fmt: skip
    traces.add(middles, share, name="numbers", fill="tozeroy", line={**theme.EXPERIMENT, "width": 1.5})
    error, most, title = _error(result)
    colour = theme.CATEGORIES[2]
    traces.line(result.stairs_at, error, "error x̂ − x", colour, 1.5, yaxis="y2")
    for side, symbol in ((1, "triangle-up"), (-1, "triangle-down")):
        farthest = (side * error).argmax(axis=1)[:, None]
        beyond = np.take_along_axis(side * error, farthest, 1) > most
        traces.dots(result.stairs_at[farthest], np.where(beyond, 0.86 * side * most, np.nan),
                    "the error is larger here", colour, 9, symbol, yaxis="y2", showlegend=False)  # fmt: skip
    reach = float(np.abs(result.stairs_at).max())
    low, high = float(result.edges[0]), float(result.edges[-1])
    margin = 0.02 * (high - low)
    summary = f"A tensor of {result.counted:,} numbers up to {number(reach)} in magnitude, and the grid of the codes."
    values = result.values.astype(np.int64) if result.swept != "threshold" else result.values
    sweep = Sweep(AXIS, LABELS[result.swept], len(values), values=values, field=FIELDS[result.swept],
                  words=dragged(result))  # fmt: skip
    return traces.plot(
        "quantization-grid", summary, 270, sweep,
        theme.axis("value x", range=[low - margin, high + margin], anchor="y2"),
        theme.axis("how many", range=[0, 1.08], domain=[0.42, 1], showticklabels=False, ticks=""),
        yaxis2=theme.axis(title, range=[-most, most], domain=[0, 0.3], nticks=3 if result.swept == "bits" else 6),
        **theme.legend(t=34),
    )  # fmt: skip


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
    scheme, said, other = result.settings.scheme, [], result.other
    for i, value in enumerate(result.values):
        codes = f"{counted(value, 'bit')}, {count(2**value - scheme.narrow)} codes: " if result.swept == "bits" else ""
        codes = f"Cut at {fixed(value, 2)} of the largest: " if result.swept == "threshold" else codes
        codes = _scales(scheme, result.groups[i]) if result.swept == "group" else codes
        step, square = result.scale[i], result.mean_square[i]
        parts = [["dim", codes], ["focus", f"SQNR {number(result.ratio_db[i])} dB"],
                 ["dim", " at "], ["", measured(result.bits_per_number[i], "bits a number")],
                 ["dim", f". The mean square error is {number(square)}"]]  # fmt: skip
        if scheme.format == "int":
            law = f"the formula s²/{result.settings.divisor} with the step s = {number(step)}"
            if result.groups[i] > 1:
                law = f"the formula s²/{result.settings.divisor}, over all steps s, whose median is {number(step)},"
            parts.append(["dim", f"; {law} gives {number(result.predicted[i])}"])
        clipped = result.clipping[i] / square if square else 0.0
        if result.clipped[i]:
            parts.append(
                ["", f"; {percent(clipped)} of it comes from the {percent(result.clipped[i], 2)} that are clipped"]
            )
        parts.append(["", "."])
        if other:
            parts += [["dim", f" Beside it B, {named(other.settings.scheme)}, has "],
                      ["", f"{number(other.ratio_db[i])} dB"],
                      ["dim", " at "], ["", measured(other.bits_per_number[i], "bits a number")],
                      ["dim", "."]]  # fmt: skip
        said.append(parts)
    return Panel.sentence("quantization-sentence", AXIS, said)


def _scales(scheme: Scheme, many: float) -> str:
    if not scheme.laid_down:
        return f"{counted(many, 'scale')}: "
    if scheme.sharing == "tensor":
        return f"{named(scheme)} has no scale: "
    return f"{counted(many, 'scale')}, one for {scheme.shared_by} numbers by the definition of {named(scheme)}: "


def opened(result: TensorSweep, params: Params) -> Panel:
    """The ratio at this step; the number in focus on its way to a code and back."""
    scheme, way, i = result.settings.scheme, result.numbers, min(params.index, len(result.x)) - 1
    whole, x, z = scheme.format == "int", float(result.x[i]), _as_written(result.zero, params).astype(int)
    added = params.zero_sign == "plus"
    to_code = (". With the zero-point z = {z} subtracted, and clipped, it is the code q = {code}" if added else
               ". With the zero-point z = {z} added, and clipped, it is the code q = {code}")  # fmt: skip
    scaled = Line("The number x in focus divided by the step s: x / s", "{x} / {s}", {"x": x, "s": result.scale},
                  digits=5, note="; rounded {near}" + (to_code if whole else ""),
                  beside={"near": way.rounded[:, i], "z": z, "code": way.code[:, i]})  # fmt: skip
    kept, start = (way.code[:, i] if whole else way.rounded[:, i]), z if whole else 0 * z
    formula, numbers = ("s·(q + z)", "{s} × ({q} + {z})") if added else ("s·(q − z)", "{s} × ({q} − {z})")
    back = Line("It comes back as " + (formula if whole else "s times the nearest"),
                numbers if whole else "{s} × {q}", {"s": result.scale, "q": kept, "z": start},
                digits=5, note=", with the error {off}", beside={"off": way.back[:, i] - x})  # fmt: skip
    ratio = ratio_line("", result.mean_power, result.mean_square)
    return panel("quantization-opened", AXIS, len(result.values), ratio, scaled, back)


def numbers(result: TensorSweep, params: Params) -> Panel:
    """Ten numbers with every intermediate, one of them in focus, and beside them the other zero-point."""
    scheme, way, places = result.settings.scheme, result.numbers, range(1, len(result.x) + 1)
    whole = scheme.format == "int"
    x = np.broadcast_to(result.x, way.back.shape)
    columns: list[tuple[str, Array, int]] = [("x", x, 5), ("x/s", way.scaled, 5)]
    columns += [("round", way.rounded, 0)] if whole else [("nearest", way.rounded, 5)]
    if whole and scheme.affine:
        columns.append(("− z" if params.zero_sign == "plus" else "+ z", way.shifted, 0))
    if whole:
        columns.append(("code q", way.code, 0))
    clipped = {"column": len(columns) - 1, "text": "clipped"}
    columns += [("x̂", way.back, 6), ("x̂ − x", way.back - x, 3)]
    if whole and scheme.affine and scheme.signed:
        z, notes = _as_written(result.other_zero, params)[:, None], result.settings.notes
        of = "the right z" if notes else "z without qₘᵢₙ"
        columns += [(of, np.broadcast_to(z, x.shape), 0), (f"q with {of}", result.as_notes.code, 0),
                    ("its x̂", result.as_notes.back, 6)]  # fmt: skip
    header = {"names": [str(place) for place in places], "heads": ["number", *(name for name, _, _ in columns)],
              "words": "", "digits": [digits for _, _, digits in columns],
              "choice": {"field": "index", "keys": [*places], "focus": params.index - 1, "chosen": -1}}  # fmt: skip
    mark = {}
    if whole:
        header["mark"], mark["mark"] = clipped, (way.code != way.shifted).astype(np.uint8)
    return Panel.table("quantization-numbers", AXIS, len(x), header, [column for _, column, _ in columns], **mark)


def _as_written(zero: Array, params: Params) -> Array:
    """The zero-point as the formula that is chosen has it."""
    return -zero if params.zero_sign == "plus" else zero
