"""Why √d: products of random queries and keys over their width d, with and without 1/√d, and their softmax."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.attention.attention_by_hand.scaling_variance import draw_products, measure, product_variance
from core.attention.attention_by_hand.softmax_entropy import mean_entropy_of_queries
from core.explorer import OfArrays
from core.models.softmax import softmax

WIDTHS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512)
HEAVIEST = 16  # weights of the query shown


@dataclass(frozen=True, eq=False)
class ScalingSweep(OfArrays):
    """A row for each of ``widths``, a column for scores q·k as they are and one for q·k/√d.

    ``variance`` and ``entropy`` (bits, of a query's weights) are measured on draws, ``variance_error`` is the standard
    error of the first; ``variance_theory`` is dσ⁴ + 2σ²‖μ‖² times the scale squared,
    ``entropy_theory`` the exact mean. ``largest`` is the mean largest weight; ``heaviest`` the largest weights of the
    first query drawn, falling.
    """

    widths: Int64[np.ndarray, " widths"]
    keys: int
    mean: float
    deviation: float
    variance: Float64[np.ndarray, "widths 2"]
    variance_error: Float64[np.ndarray, "widths 2"]
    variance_theory: Float64[np.ndarray, "widths 2"]
    entropy: Float64[np.ndarray, "widths 2"]
    entropy_theory: Float64[np.ndarray, "widths 2"]
    largest: Float64[np.ndarray, "widths 2"]
    heaviest: Float64[np.ndarray, "widths 2 shown"]
    remarks: tuple[str, ...] = ()

    def table(self) -> pd.DataFrame:
        """A row for each width; the columns ending in ``_root`` are of q·k/√d."""
        columns: dict[str, object] = {"d": self.widths}
        for name in ("variance", "variance_error", "variance_theory", "entropy", "entropy_theory", "largest"):
            unit = "_bits" if "entropy" in name else ""
            for i, suffix in enumerate(("", "_root")):
                columns[f"{name}{unit}{suffix}"] = getattr(self, name)[:, i]
        return pd.DataFrame(columns)


def sweep_widths(
    deviation: float, mean: float, keys: int, rows: int, seed: int, progress: Callable[[float], None]
) -> ScalingSweep:
    """``rows`` queries with ``keys`` keys each at every width, drawn by ``seed``; coordinates are normal.

    ``progress`` hears after each width which share of all the draws is done.
    """
    found: dict[str, list[list[object]]] = {}
    for width in WIDTHS:
        products = draw_products(width, deviation, mean, keys=keys, rows=rows, seed=(seed, width))
        both = [_at(width, deviation, mean, scale, products * scale) for scale in (1.0, width**-0.5)]
        for name in both[0]:
            found.setdefault(name, []).append([each[name] for each in both])
        progress(sum(each for each in WIDTHS if each <= width) / sum(WIDTHS))
    arrays: dict[str, Any] = {name: np.array(rows) for name, rows in found.items()}
    return ScalingSweep(np.array(WIDTHS), keys, mean, deviation, **arrays)


def _at(
    width: int, deviation: float, mean: float, scale: float, scores: Float64[np.ndarray, "rows keys"]
) -> dict[str, object]:
    measured = measure(scores, scale * width * mean**2)
    heaviest = np.zeros(HEAVIEST)
    top = np.sort(softmax(scores[0]))[::-1][:HEAVIEST]
    heaviest[: len(top)] = top
    return {
        "variance": measured.variance,
        "variance_error": measured.variance_error,
        "variance_theory": product_variance(width, deviation, mean, scale=scale),
        "entropy": measured.entropy,
        "entropy_theory": mean_entropy_of_queries(scores.shape[1], width, deviation, mean, scale=scale),
        "largest": measured.largest,
        "heaviest": heaviest,
    }
