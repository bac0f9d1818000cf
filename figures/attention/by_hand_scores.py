"""Four ways to score, side by side: the weights over the sharpness β, every score's arithmetic, and the contexts."""

import numpy as np

from core.attention.hand_scores import ScoreSweep
from figures import theme
from figures.plot import Array, Panel, Plot, Sweep, Views
from figures.traces import Traces

AXIS = "by-hand-beta"
FORMULAS = {
    "additive": "v_aᵀ tanh(W_a s + U_a h)",
    "dot": "sᵀh",
    "general": "sᵀW h",
    "scaled dot": "sᵀh/√d",
}


def views(result: ScoreSweep) -> Views:
    """Everything that is drawn of the scores."""
    return Views(above=(bars(result), table(result)), below=(arithmetic(result),))


def bars(result: ScoreSweep) -> Plot:
    """The weights of each score, key by key, at each β."""
    traces, keys = Traces(len(result.betas)), [f"h{j + 1}" for j in range(len(result.keys))]
    for i, kind in enumerate(result.kinds):
        traces.add(np.arange(len(keys)), result.weights[:, i], type="bar", mode=None, name=f"{kind}: {FORMULAS[kind]}",
                   marker={"color": theme.CATEGORIES[i]}, hovertemplate="%{y:.4f}")  # fmt: skip
    layout = theme.layout(
        theme.axis("key", tickvals=list(range(len(keys))), ticktext=keys, range=[-0.6, len(keys) - 0.4]),
        theme.axis("weight", range=[0, 1.02], nticks=5),
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 12}},
        margin={"l": 56, "r": 16, "t": 34, "b": 40},
        bargap=0.3,
    )
    sweep = Sweep(AXIS, "Sharpness β", len(result.betas), values=result.betas, rows=traces.rows,
                  field="beta", words="softmax({value}·score)")  # fmt: skip
    summary = f"Weights of {len(keys)} keys under {', '.join(result.kinds)} scores."
    return Plot("by-hand-scores", traces.data, layout, summary, height=270, sweep=sweep)


def table(result: ScoreSweep) -> Panel:
    """A row for each score: its values, its weights and its context at each β."""
    keys, width = len(result.keys), result.keys.shape[1]
    head = ["score", *(f"score of h{j + 1}" for j in range(keys)), *(f"weight of h{j + 1}" for j in range(keys)),
            *(f"context {i + 1}" for i in range(width))]  # fmt: skip
    scores: Array = np.broadcast_to(result.scores, result.weights.shape)
    cells = np.concatenate([scores, result.weights, result.context], axis=2)
    header = {"head": head, "labels": list(result.kinds), "digits": 6}
    return Panel("by-hand-score-table", "number_table.js", AXIS, len(result.betas), header, {"cells": cells})


def arithmetic(result: ScoreSweep) -> Panel:
    """How each score comes about, for every key, with the numbers in it."""
    rows, labels = [], []
    for i, kind in enumerate(result.kinds):
        for j, key in enumerate(result.keys):
            labels.append(f"{kind}, h{j + 1}")
            rows.append([_spelled(result, kind, j, key), f"{result.scores[i, j]:.6g}"])
    header = {"title": "Where the scores come from", "labels": labels, "rows": rows}
    return Panel("by-hand-arithmetic", "formula_list.js", AXIS, len(result.betas), header, {}, kept=False)


def _spelled(result: ScoreSweep, kind: str, j: int, key: Array) -> str:
    if kind == "additive":
        inside = _products(result.read, result.hidden[j])
        return f"v_a · tanh(W_a s + U_a h{j + 1}) = {inside}"
    if kind == "general":
        return f"(sᵀW) · h{j + 1} = {_products(result.mapped, key)}"
    root = f", divided by √{len(key)}" if kind == "scaled dot" else ""
    return f"s · h{j + 1} = {_products(result.query, key)}{root}"


def _products(left: Array, right: Array) -> str:
    """A sum of products written out, at most eight of them."""
    terms = [f"{_number(a)}·{_number(b)}" for a, b in zip(left[:8], right[:8], strict=True)]
    return " + ".join(terms) + (" + …" if len(left) > 8 else "")


def _number(value: float) -> str:
    text = f"{value:.4g}".replace("-", "−")
    return f"({text})" if value < 0 else text
