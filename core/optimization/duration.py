"""About how many seconds each kind of descent takes on one core of a laptop: constants measured, with room."""

from __future__ import annotations

from core.optimization.shown import TIMES
from core.optimization.tasks import PRODUCTS
from core.optimization.training import CHECKS, SIZES


def table_size(data: bytes) -> tuple[int, int]:
    """About how many rows and columns a table (CSV) has, without reading it."""
    header = data[:100_000].partition(b"\n")[0]
    return data.count(b"\n") + 1, 1 + max(header.count(mark) for mark in (b",", b";", b"\t"))


def reading(data: bytes, size: tuple[int, int]) -> float:
    """A table taken apart into numbers, and its singular values."""
    rows, columns = size
    return 0.01 + 3e-7 * len(data) + 3e-9 * rows * min(columns, 201) ** 2


def descent(method: str, modes: int, steps: int) -> float:
    """A quadratic at every step size: each mode in the run, and by formula at the steps that are drawn."""
    drawn = min(steps, TIMES)
    if method in ("sign", "adam"):
        return 0.005 + steps * (6e-5 + 3e-6 * modes + 1e-7 * modes**2)
    if method == "gd":
        return 0.015 + modes * (1.6e-3 + 1.4e-5 * drawn)
    return 0.04 + modes * (2e-3 + 5e-5 * drawn)  # the map of rates comes first


def training(steps: int, rows: int, inputs: int, units: int, gelu: bool) -> float:
    """Gradients at every step, and products with the Hessian at some, of which each takes three times as long."""
    passes = steps + 3 * PRODUCTS * min(steps, CHECKS + 1)
    if not units:
        return 0.02 + passes * (2.5e-5 + 1.2e-9 * SIZES * rows * (inputs + 1))
    return 0.05 + passes * (6e-5 + 8e-9 * SIZES * rows * units * (1.6 if gelu else 1.0))
