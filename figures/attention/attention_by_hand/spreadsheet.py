"""The whole calculation on one page to keep or print: every matrix, and every query written out with its numbers."""

import html

import numpy as np

from core.attention.attention_by_hand.matrix_sweep import MatrixSweep
from core.numbers import bracketed, number
from figures.plot import Array

MOST_TERMS = 4_000  # products written out; of larger calculations the matrices are listed alone
STYLE = """body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; margin: .3rem 0 1rem; } td, th { padding: .15rem .7rem; text-align: right; }
table.matrix { border-left: 2px solid; border-right: 2px solid; font-variant-numeric: tabular-nums; }
.all { display: flex; flex-wrap: wrap; gap: 0 2.5rem; } .wide { overflow-x: auto; }
h2 { margin: 1.6rem 0 .3rem; font-size: 1.1rem; } p { margin: .2rem 0; }"""


def sheet(result: MatrixSweep, digits: int) -> str:
    """An HTML page without scripts; in matrices numbers have ``digits`` significant digits, written out all 15.

    With fewer, a reader who works out what is written would not get the result that stands beside it.
    """
    parts = [f"<p>The scale is {number(result.steps.scale, 15)}. {_masked(result)}</p>", '<div class="all">']
    parts += [*_matrices(result, digits), "</div>"]
    if result.steps.products.size * (result.keys.shape[1] + result.values.shape[1]) <= MOST_TERMS:
        for query in range(len(result.queries)):
            parts += _query(result, query, 15)
    title = "softmax(Q Kᵀ · scale + M) V"
    head = f'<meta charset="utf-8"><title>{title}</title><style>{STYLE}</style>'
    return f'<!doctype html><html lang="en"><head>{head}</head><body><h1>{title}</h1>{"".join(parts)}</body></html>'


def _masked(result: MatrixSweep) -> str:
    return html.escape(result.on_mask) if result.masked else "There is no mask."


def _matrices(result: MatrixSweep, digits: int) -> list[str]:
    steps, made = result.steps, zip(("X", "W_Q", "W_K", "W_V"), result.made, strict=False)
    named = {
        **dict(made), "Q": result.queries, "K": result.keys, "V": result.values, "Q Kᵀ": steps.products,
        "Q Kᵀ · scale": steps.scaled, "+ M": steps.masked, "softmax, row by row: A": steps.weights,
        "A V, the output": steps.output,
    }  # fmt: skip
    return [f"<div><h2>{name}</h2>{_matrix(matrix, digits)}</div>" for name, matrix in named.items()]


def _matrix(matrix: Array, digits: int) -> str:
    rows = ("".join(f"<td>{number(value, digits)}</td>" for value in row) for row in matrix)
    body = "".join(f"<tr>{row}</tr>" for row in rows)
    return f'<div class="wide"><table class="matrix">{body}</table></div>'


def _query(result: MatrixSweep, query: int, digits: int) -> list[str]:
    """Every step of one query, written out."""
    steps = result.steps

    def write(value: float) -> str:
        return number(value, digits)

    lines = [f"<h2>Query {query + 1}, step by step</h2>"]
    visible = np.flatnonzero(result.allowed[query]).tolist()
    for key, product in enumerate(steps.products[query]):
        terms = _sum(result.queries[query], result.keys[key], digits)
        scaled = f"{write(product)} × {write(steps.scale)} = {write(steps.scaled[query, key])}"
        hidden = "" if result.allowed[query, key] else ", hidden by the mask"
        lines.append(f"<p>key {key + 1}: q·k = {terms} = {write(product)}; z = {scaled}{hidden}</p>")
    if not visible:
        return [*lines, f"<p>Nothing is left to look at: weights and output are {number(result.blind)}.</p>"]
    largest, total = bracketed(steps.masked[query].max(), digits), steps.sums[query]
    exponentials = " + ".join(write(steps.exponentials[query, key]) for key in visible)
    lines.append(f"<p>Σ exp(z − {largest}) = {exponentials} = {write(total)}</p>")
    for key in visible:
        exponential, weight = write(steps.exponentials[query, key]), write(steps.weights[query, key])
        lines.append(f"<p>weight of key {key + 1} = {exponential} / {write(total)} = <b>{weight}</b></p>")
    for place, output in enumerate(steps.output[query]):
        terms = _sum(steps.weights[query, visible], result.values[visible, place], digits)
        lines.append(f"<p>output {place + 1} = {terms} = <b>{write(output)}</b></p>")
    return lines


def _sum(left: Array, right: Array, digits: int) -> str:
    pairs = zip(left, right, strict=True)
    return " + ".join(f"{number(a, digits)}·{bracketed(b, digits)}" for a, b in pairs)
