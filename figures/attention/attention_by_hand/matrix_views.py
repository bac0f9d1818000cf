"""Attention on a reader's matrices: one query's weights over the scale, the matrices, and the query step by step."""

from itertools import product
from typing import Any

import numpy as np

from core.attention.attention_by_hand import Params
from core.attention.attention_by_hand.matrix_sweep import MatrixSweep
from core.models.softmax import BIT, entropy, softmax
from core.numbers import fixed
from figures import marks, theme
from figures.plot import Array, Cursor, Panel, Plot, Sweep, Views
from figures.traces import Traces

AXIS = "by-hand-scale"
NAMED = 8  # keys with a name in the legend
MOST_COLUMNS = 6  # keys and coordinates in the table of scales
SIDES = {"1/d": "right", "1/√d": "center", "1": "left"}  # of its line, where its name stands
NAMES = {"1/d": "1/d\u00a0\u00a0", "1/√d": "1/√d", "1": "\u00a0\u00a01"}  # on a phone the lines are closer than names
LETTERS = 0.3  # height of an output's name, of its axis where the names of the keys take several lines above


def views(result: MatrixSweep, params: Params) -> Views:
    """Everything that is drawn of a calculation."""
    opened = (matrices(result, params), steps(result, params.digits))
    return Views(curves(result, params.unit), opened=opened, more=(scales(result, params),))


def curves(result: MatrixSweep, unit: str) -> Plot:
    """Weights, entropy and output of the query in focus over the scale, which is swept."""
    scale, number, spread = np.abs(result.scale) * result.betas, result.query + 1, result.entropy * BIT[unit]
    traces = Traces(len(scale))
    few = result.weights.shape[1] <= NAMED
    for j, weight in enumerate(result.weights.T):
        traces.add(scale, weight, name=f"key {j + 1}", line=_line(j), showlegend=few)
    ink = {"color": theme.INK, "width": 1.5, "simplify": False}
    traces.add(scale, spread, name="entropy", yaxis="y2", line=ink, showlegend=False, hovertemplate=f"%{{y}} {unit}")
    names = _output_names(scale, result.output)
    for i, output in enumerate(result.output.T):
        line = _line(i) if names else {**_line(i), "color": theme.INK}
        traces.add(scale, output, name=f"output {i + 1}", yaxis="y3", line=line, showlegend=False)
    most = BIT[unit] * max(float(np.log2(max(2, result.weights.shape[1]))), 1.0)
    sign = "−scale" if result.scale < 0 else "scale"
    usual = _usual_scales(result)
    cursor = Cursor(scale, {"y": result.weights.max(1), "y2": spread, "y3": result.output[:, 0]})
    sweep = Sweep(AXIS, "Scale", len(scale), values=result.betas, displayed=result.scale * result.betas,
                  cursor=cursor, field="beta", words="scale {value}")  # fmt: skip
    summary = (
        f"Query {number}: its weights and its output over the scale, and the entropy of the weights in {unit}, "
        f"from {fixed(spread[0], 2)} to {fixed(spread[-1], 2)}."
    )
    return traces.plot(
        "by-hand-scale", summary, 300, sweep,
        theme.axis(f"{sign} on the scores q·k of query {number}", type="log", range=np.log10(scale[[0, -1]]).tolist(),
                   anchor="y3", dtick=1, tickformat=",~g"),
        theme.axis("weights", range=[-0.04, 1.04], domain=[0.58, 1], nticks=3),
        yaxis2=theme.axis(f"entropy<br>({unit})", range=[-0.06 * most, 1.06 * most], domain=[0.32, 0.49], nticks=2),
        yaxis3=theme.axis("output", range=_range(result.output), domain=[0, 0.25], nticks=3),
        shapes=[marks.upright(x, theme.BOUND) for x in usual.values()],
        annotations=[*(marks.text(float(np.log10(x)), 1, NAMES[name], SIDES[name], "bottom", yref="paper")
                       for name, x in usual.items()), *names],
        showlegend=few,
        legend={"orientation": "h", "x": 0, "y": 1.08, "yanchor": "bottom", "font": {"size": 11}},
        margin={"l": 56, "r": 12, "t": 46 if few else 22, "b": 38},
    )  # fmt: skip


def _usual_scales(result: MatrixSweep) -> dict[str, float]:
    """Where the usual scales stand, by name; one name where they are the same."""
    width = result.keys.shape[1]
    found = {"1/d": 1 / width, "1/√d": width**-0.5, "1": 1.0} if width > 1 else {"1": 1.0}
    ends = sorted(abs(result.scale) * result.betas[[0, -1]])
    return {name: x for name, x in found.items() if ends[0] <= x <= ends[1] and result.scale > 0}


def _line(i: int) -> dict[str, Any]:
    colours, dashes = theme.CATEGORIES, theme.DASHES
    return {"color": colours[i % len(colours)], "width": 2, "simplify": False, "dash": dashes[i % len(dashes)]}


def _output_names(scale: Array, output: Array) -> list[dict[str, Any]]:
    """The name of each output where its curve ends or, where there is no room, begins, in its colour.

    None where two would lie over each other there, too: then no output has a colour, which would be a key's.
    """
    if output.shape[1] > len(theme.CATEGORIES):
        return []
    output, (low, high) = np.nan_to_num(output), _range(output)
    for end, across in ((-1, "right"), (0, "left")):
        if (above := _above(output[end], low, high)) is not None:
            return [marks.text(float(np.log10(scale[end])), float(y), f"output {i + 1}", across,
                               "bottom" if above[i] else "top", yref="y3",
                               font={"size": 11, "color": theme.CATEGORIES[i]})
                    for i, y in enumerate(output[end])]  # fmt: skip
    return []


def _above(ends: Array, low: float, high: float) -> Array | None:
    """Which names stand above their curves, those of low ones first of all, so that each lies over nothing else."""
    height, usual = LETTERS * (high - low), ends <= (low + high) / 2
    sides = np.array(list(product((False, True), repeat=len(ends))))
    for above in sides[np.argsort((sides != usual).sum(1), kind="stable")]:
        middles = ends + np.where(above, height, -height) / 2
        inside = low <= middles.min() - height / 2 and middles.max() + height / 2 <= high
        off_curves = np.abs(middles[:, None] - ends).min() >= height / 2 * (1 - 1e-9)
        if inside and off_curves and np.diff(np.sort(middles)).min(initial=height) >= height:
            return np.asarray(above)
    return None


def _range(output: Array) -> list[float]:
    output = np.nan_to_num(output)
    low, high = float(output.min()), float(output.max())
    margin = 0.1 * (high - low) or 0.1 * abs(high) or 1.0
    return [low - margin, high + margin]


def matrices(result: MatrixSweep, params: Params) -> Panel:
    """All queries at once: products, scores, weights, output; and Q, K, V where they were made of X."""
    most = 6 if len(result.keys) <= 5 else 3
    header = {"focus": result.query, "field": "query", "keys": _labels(result), "digits": min(params.digits, most),
              "columns": params.tokens == "columns", "undefined": bool(np.isnan(result.blind))}  # fmt: skip
    arrays = _arrays(result, slice(None))
    return Panel("by-hand-matrices", "attention/attention_by_hand/matrices.js", AXIS, len(result.betas), header, arrays)


def steps(result: MatrixSweep, digits: int) -> Panel:
    """The query in focus, every number a formula."""
    header = {"query": f"query {result.query + 1}", "keys": _labels(result), "digits": digits,
              "undefined": bool(np.isnan(result.blind))}  # fmt: skip
    arrays = _arrays(result, result.query)
    if result.made:
        arrays["asking"] = result.made[0][result.query]
    return Panel("by-hand-steps", "shared/attention_steps.js", AXIS, len(result.betas), header, arrays)


def _labels(result: MatrixSweep) -> list[str]:
    return [f"key {j + 1}" for j in range(len(result.keys))]


def _arrays(result: MatrixSweep, queries: int | slice) -> dict[str, Array]:
    """What the arithmetic of some queries needs, at every scale."""
    arrays = {"query": result.queries[queries], "key": result.keys, "value": result.values, "scale": _scales(result)}
    if result.masked:
        arrays["allowed"] = result.allowed[queries].astype(np.uint8)
    return arrays | dict(zip(("input", "toQuery", "toKey", "toValue"), result.made, strict=False))


def _scales(result: MatrixSweep) -> Array:
    return np.asarray(result.scale * result.betas)


def scales(result: MatrixSweep, params: Params) -> Panel:
    """The query in focus under the usual scales, side by side."""
    width, allowed = result.keys.shape[1], result.allowed[result.query]
    named = {"1 (no scale)": 1.0, f"1/√d = 1/√{width}": width**-0.5, f"1/d = 1/{width}": 1 / width}
    products, values = result.steps.products[result.query][allowed], result.values[allowed]
    places = np.flatnonzero(allowed)
    rows = []
    for scale in named.values():
        weights = softmax(products, scale) if len(products) else np.zeros(0)
        output = weights @ values + (0.0 if len(products) else result.blind)
        spread = BIT[params.unit] * float(entropy(weights)) + (0.0 if len(products) else result.blind)
        rows.append([*weights[:MOST_COLUMNS], spread, *output[:MOST_COLUMNS]])
    outputs = [f"output {i + 1}" for i in range(min(MOST_COLUMNS, values.shape[1]))]
    head = ["scale", *(f"weight of key {j + 1}" for j in places[:MOST_COLUMNS]), f"entropy ({params.unit})", *outputs]
    left_out = max(len(places) - MOST_COLUMNS, 0) + max(values.shape[1] - MOST_COLUMNS, 0)
    words = f"Query {result.query + 1} under the usual scales."
    if left_out:
        words = f"{words} Only the first keys and coordinates are shown; the others stand in the files below."
    header = {"names": list(named), "heads": head, "words": words, "digits": [params.digits] * len(head)}
    columns = np.array(rows, np.float64).T[:, None]
    return Panel.table("by-hand-scales", AXIS, 1, header, columns, kept=True)
