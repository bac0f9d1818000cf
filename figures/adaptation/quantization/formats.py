"""All formats on one tensor: bits against error, the sizes of groups, two of them side by side, and the table."""

import numpy as np

from core.adaptation.quantization.decibels import RULE_DB
from core.adaptation.quantization.format_table import FormatTable
from core.adaptation.quantization.formats import KNOWN, Levels
from core.adaptation.quantization.params import OTHERS
from core.numbers import measured, number
from figures import theme
from figures.adaptation.quantization.words import AXIS, FLOOR_DB, bounded, named, ratio_line, sizes_axis
from figures.opened import panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces

CURVES = ("int8", "int4", "e4m3", "e2m1", "nf4")
KINDS = (("integers", theme.CATEGORIES[0]), ("floating point", theme.CATEGORIES[1]),
         ("blocks, tables", theme.CATEGORIES[4]))  # fmt: skip


def views(result: FormatTable) -> Views:
    """Everything that is drawn of the comparison."""
    return Views(ranking(result), readout=sentence(result), opened=(opened(result),),
                 more=(table(result), Row((group_curves(result), stairs(result)))))  # fmt: skip


def ranking(result: FormatTable) -> Plot:
    """Signal to noise of every format, a line each, beside 6.02 dB for each bit that it takes; A and B are marked."""
    count = len(result.names) - 1
    traces = Traces(len(result.values))
    ratio = bounded(result.ratio_db)[:, 1:]
    places = np.arange(count, 0, -1.0)
    rule = np.repeat(RULE_DB * result.bits_per_number[:, 1:], 3, axis=1)
    rule[:, 2::3] = np.nan
    marks = np.repeat(places, 3) + np.tile([-0.4, 0.4, np.nan], count)
    traces.add(rule, marks, name="6.02 dB a bit", line=theme.BOUND, hoverinfo="skip")
    same = result.schemes[1:].index(result.schemes[0]) if result.schemes[0] in result.schemes[1:] else None
    # Under the others: only what is a plain dot can be drawn at the pace of a hand.
    for letter, place, colour in (("B", result.other and result.other - 1, theme.PINNED), ("A", same, theme.FOCUS)):
        if place is not None:
            traces.dots(ratio[:, [place]], places[[place]], letter, colour, 15, showlegend=False)
    for kind, colour in KINDS:
        own = np.array([i for i, name in enumerate(result.names[1:]) if _kind(name) == kind])
        traces.dots(ratio[:, own], places[own], kind, colour, 8)
    summary = f"{count} formats on one tensor: signal to quantisation noise, beside 6.02 dB for each bit."
    sweep = Sweep(AXIS, "Group size", len(result.values), values=result.values.astype(np.int64),
                  field="group", words="{value} share a scale")  # fmt: skip
    return traces.plot(
        "quantization-ranking", summary, 345, sweep,
        theme.axis("SQNR", "dB", range=[FLOOR_DB, 108], nticks=8),
        {**theme.axis("", range=[0.4, count + 0.6], tickvals=places.tolist(),
                      ticktext=[OTHERS[name] for name in result.names[1:]]), "tickfont": {"size": 10}},
        hovermode="closest", **theme.legend(l=92, t=34),
    )  # fmt: skip


def _kind(name: str) -> str:
    found = KNOWN.get(name)
    if found is None:
        return "integers"
    return "blocks, tables" if found.block or isinstance(found.codes, Levels) else "floating point"


def sentence(result: FormatTable) -> Panel:
    """A and B in figures."""
    said = []
    for i in range(len(result.values)):
        parts: list[list[str]] = []
        for letter, place in (("A", 0), ("B", result.other)):
            if place is None:
                continue
            name = named(result.schemes[0]) if place == 0 else OTHERS[result.names[place]]
            parts += [["focus" if place == 0 else "", f"{letter}, {name}: {number(result.ratio_db[i, place])} dB"],
                      ["dim", f" at {measured(result.bits_per_number[i, place], 'bits')}, output error "
                              f"{number(100 * result.output_error[i, place], 3)} %. "]]  # fmt: skip
        said.append(parts)
    return Panel.sentence("quantization-ab", AXIS, said)


def opened(result: FormatTable) -> Panel:
    """How the ratio of A, and of B, comes about."""
    places = (("A", 0),) if result.other is None else (("A", 0), ("B", result.other))
    lines = [ratio_line(f"{letter}: ", result.mean_power, result.mean_square[:, place]) for letter, place in places]
    return panel("quantization-opened", AXIS, len(result.values), *lines)


def group_curves(result: FormatTable) -> Plot:
    """Signal to noise against the size of the groups, for some formats."""
    traces = Traces(len(result.values))
    ratio = bounded(result.ratio_db)
    for place, name in enumerate(result.names):
        if name not in CURVES:
            continue
        colour = theme.CATEGORIES[CURVES.index(name)]
        traces.line(result.values, ratio[:, place], OTHERS[name], colour, mode="lines+markers", marker={"size": 5})
    places = [result.names.index(name) for name in CURVES]
    low, high = float(ratio[:, places].min()), float(ratio[:, places].max())
    summary = "Signal to quantisation noise of some formats against the size of a group."
    return traces.plot(
        "quantization-blocks", summary, 230, AXIS,
        sizes_axis("numbers that share a scale", result.values),
        theme.axis("SQNR", "dB", range=[low - 3, high + 6], nticks=5),
        **theme.legend(t=30, b=40),
        cursor=Cursor(result.values, {"y": ratio[:, 0]}),
    )  # fmt: skip


def stairs(result: FormatTable) -> Plot:
    """Where A and B send a number: the error of each over the histogram."""
    traces = Traces(len(result.values))
    middles = (result.edges[1:] + result.edges[:-1]) / 2
    error = result.stairs - result.stairs_at[None, None]
    most = 1.15 * float(np.abs(error[:, 0]).max(axis=1).mean()) or 1.0
    weight = most * result.counts / max(result.counts.max(), 1)
    traces.add(middles, weight, name="numbers", fill="tozeroy", line={"color": theme.SOFT, "width": 0},
               fillcolor=theme.GRID, hoverinfo="skip")  # fmt: skip
    if result.other is not None:
        traces.line(result.stairs_at, error[:, 1], "error of B", theme.PINNED, 1.5)
    traces.add(result.stairs_at, error[:, 0], name="error of A", line={**theme.EXPERIMENT, "width": 1.5})
    summary = "The error that each of the two formats makes, over the histogram of the tensor."
    return traces.plot(
        "quantization-stairs", summary, 230, AXIS,
        theme.axis("value x", range=[float(result.stairs_at[0]), float(result.stairs_at[-1])]),
        theme.axis("error x̂ − x", range=[-most, most], nticks=5),
        **theme.legend(l=64, t=30, b=40),
    )  # fmt: skip


def table(result: FormatTable) -> Panel:
    """The table, to be sorted by a click on a column's head; a click on a row makes it B."""
    names = ["A: " + named(result.schemes[0]), *[OTHERS[name] for name in result.names[1:]]]
    header = {"names": names, "choice": {"field": "other", "keys": ["none", *result.names[1:]],
                                         "chosen": result.other, "focus": 0},
              "heads": ["format", "bits a number", "mean square error", "SQNR (dB)", "largest error", "output error"],
              "words": f"The output error is ‖X(Ŵ − W)ᵀ‖²/‖XWᵀ‖², where W are the weights, Ŵ the rounded "
              f"ones, and X {result.inputs} rows "
              + ("of what enters this layer on held-out text." if result.real_inputs
                 else "drawn from a normal law.")}  # fmt: skip
    columns = result.bits_per_number, result.mean_square, result.ratio_db, result.largest, result.output_error
    return Panel.table("quantization-table", AXIS, len(result.values), header, columns)
