"""Four ways to score, side by side: the weights over the sharpness β, every score's arithmetic, and the contexts."""

import numpy as np

from core.attention.attention_by_hand.score_sweep import ScoreSweep
from core.numbers import bracketed, counted, number
from figures import theme
from figures.plot import Array, Panel, Plot, Sweep, Views
from figures.traces import Traces

AXIS = "by-hand-beta"
TERMS = 8  # of a sum, written out
FORMULAS = {"additive": "v_aᵀ tanh(W_a s + U_a h)", "dot": "sᵀh", "general": "sᵀW h", "scaled dot": "sᵀh/√d"}


def views(result: ScoreSweep) -> Views:
    """Everything that is drawn of the scores."""
    return Views(bars(result), opened=(table(result),))


def bars(result: ScoreSweep) -> Plot:
    """The weights of each score, key by key, at each β."""
    traces, keys = Traces(len(result.betas)), [f"h{j + 1}" for j in range(len(result.keys))]
    for i, kind in enumerate(result.kinds):
        traces.add(np.arange(len(keys)), result.weights[:, i], type="bar", mode=None, name=f"{kind}: {FORMULAS[kind]}",
                   marker={"color": theme.CATEGORIES[i]})  # fmt: skip
    sweep = Sweep(AXIS, "Sharpness β", len(result.betas), values=result.betas,
                  field="beta", words="sharpness β = {value}")  # fmt: skip
    summary = f"Weights of {counted(len(keys), 'key')} under {', '.join(result.kinds)} scores."
    return traces.plot(
        "by-hand-scores", summary, 270, sweep,
        theme.axis("key", tickvals=list(range(len(keys))), ticktext=keys, range=[-0.6, len(keys) - 0.4]),
        theme.axis("weight", range=[0, 1.02], nticks=5, hoverformat=".4f"),
        showlegend=True,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "font": {"size": 12}},
        margin={"l": 56, "r": 16, "t": 34, "b": 40},
        bargap=0.3,
    )  # fmt: skip


def table(result: ScoreSweep) -> Panel:
    """A row for each score: its values, its weights and its context at each β, every number a formula."""
    spelled = [[_spelled(result, kind, j) for j in range(len(result.keys))] for kind in result.kinds]
    header = {"kinds": list(result.kinds), "formulas": [FORMULAS[kind] for kind in result.kinds], "spelled": spelled}
    arrays = {"scores": result.scores, "keys": result.keys, "beta": result.betas}
    return Panel(
        "by-hand-score-table", "attention/attention_by_hand/scores.js", AXIS, len(result.betas), header, arrays
    )


def _spelled(result: ScoreSweep, kind: str, j: int) -> str:
    """The score of a key with its numbers."""
    key = result.keys[j]
    if kind == "additive":
        inside, summands = result.inside[j], len(result.read[:TERMS])
        first = [f"{bracketed(a)}·tanh({number(b, 6)})" for a, b in zip(result.read, inside, strict=True)]
        more = " + …" if len(inside) > summands else ""
        return f"{' + '.join(first[:summands])}{more} = {_products(result.read, np.tanh(inside))}"
    if kind == "general":
        return _products(result.mapped, key)
    products = _products(result.query, key)
    return f"({products})/√{len(key)}" if kind == "scaled dot" else products


def _products(left: Array, right: Array) -> str:
    """A sum of products written out, at most eight of them, with the digits that it takes to give its six."""
    digits = next((each for each in range(4, 17) if _sum(left, right, each) == _sum(left, right, 17)), 17)
    terms = [f"{bracketed(a, digits)}·{bracketed(b, digits)}" for a, b in zip(left[:TERMS], right[:TERMS], strict=True)]
    return " + ".join(terms) + (" + …" if len(left) > TERMS else "")


def _sum(left: Array, right: Array, digits: int) -> str:
    """Six digits of the sum of products of numbers with so many."""
    a, b = ([float(f"{value:.{digits}g}") for value in each] for each in (left, right))
    return number(np.dot(a, b), 6)
