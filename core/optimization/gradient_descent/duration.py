"""About how many seconds each kind of descent takes on one core of a laptop: constants measured, with room."""

from __future__ import annotations

from core.errors import InputError
from core.optimization.gradient_descent.objectives import PRODUCTS
from core.optimization.gradient_descent.recorded_modes import TIMES
from core.optimization.gradient_descent.training_sweep import CHECKS, SIZES

MOST_SECONDS = 120.0  # of training


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
    each = units * (8e-9 * (1.6 if gelu else 1.0) + 1e-10 * inputs)
    return 0.05 + passes * (6e-5 + SIZES * rows * each)


def check_training(steps: int, rows: int, inputs: int, units: int, gelu: bool) -> None:
    """Raises InputError where ``training`` would take longer than ``MOST_SECONDS``."""
    seconds = training(steps, rows, inputs, units, gelu)
    if seconds <= MOST_SECONDS:
        return
    fewer = (fit for fit in range(steps, 9, -1) if training(fit, rows, inputs, units, gelu) <= MOST_SECONDS)
    fit = next(fewer, None)
    rule = (f"training must take at most {MOST_SECONDS:.0f} s, and {steps:,} steps on {rows:,} rows would take about "
            f"{seconds:.0f} s")  # fmt: skip
    remedy = "Choose fewer rows or columns" if fit is None else f"Choose at most {fit:,} steps, or fewer rows"
    raise InputError("trained", steps, rule, f"{remedy}{', or a smaller network' if units else ''}.")
