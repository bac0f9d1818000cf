"""Pictures of /attention-by-hand: each part of the page has a module of its own."""

import io
from typing import Any

import numpy as np

from core.attention.attention_by_hand import Params, Result
from core.attention.attention_by_hand.matrix_sweep import MatrixSweep
from core.attention.attention_by_hand.scaling_sweep import ScalingSweep
from figures.attention.attention_by_hand import matrix_views, scaling_views, score_views
from figures.attention.attention_by_hand.spreadsheet import sheet
from figures.plot import Download, Views


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of the present part."""
    match result:
        case MatrixSweep():
            return matrix_views.views(result, params)
        case ScalingSweep():
            return scaling_views.views(result, params.unit)
    return score_views.views(result)


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    if not isinstance(result, MatrixSweep):
        name = "attention-why-root.csv" if isinstance(result, ScalingSweep) else "attention-scores.csv"
        return [Download.table("The numbers (CSV)", name, result.table)]
    return [
        Download.table("Every step (CSV)", "attention-steps.csv", result.table),
        Download.table("The output (CSV)", "attention-output.csv", result.outputs),
        Download.table("Over the scale (CSV)", "attention-over-scale.csv", result.swept),
        Download("Written out (HTML)", "attention-by-hand.html", "text/html", lambda: sheet(result, 6)),
        Download("All matrices (.npz)", "attention.npz", "application/octet-stream", lambda: _npz(result)),
    ]


def _npz(result: MatrixSweep) -> bytes:
    """Q, K, V, every step, X and weights where they were given; ``numpy.load`` reads it."""
    file, steps = io.BytesIO(), result.steps
    made: dict[str, Any] = dict(zip(("X", "W_Q", "W_K", "W_V"), result.made, strict=False))
    np.savez_compressed(
        file, Q=result.queries, K=result.keys, V=result.values, scale=steps.scale, products=steps.products,
        scaled=steps.scaled, allowed=steps.allowed, masked=steps.masked, exponentials=steps.exponentials,
        sums=steps.sums, weights=steps.weights, output=steps.output, **made,
    )  # fmt: skip
    return file.getvalue()
