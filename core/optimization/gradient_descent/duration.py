"""What each kind of descent is made of, counted before it begins."""

import math

from core.costs import seconds
from core.errors import InputError
from core.numbers import count
from core.optimization.gradient_descent.methods import LINEAR
from core.optimization.gradient_descent.objectives import PRODUCTS
from core.optimization.gradient_descent.params import Params
from core.optimization.gradient_descent.recorded_modes import TIMES
from core.optimization.gradient_descent.training_sweep import CHECKS, SIZES

MOST_SECONDS = 120.0  # of training
Work = dict[str, int]


def descent(method: str, modes: int, steps: int) -> Work:
    """A quadratic at every step size: each mode in the run, and by formula at the steps that are drawn."""
    times = min(steps, TIMES) if method in LINEAR else steps
    return {f"sweeps, {method}": 1, f"modes, {method}": modes, f"times, {method}": times,
            f"times × modes, {method}": times * modes}  # fmt: skip


def training(params: Params, steps: int, rows: int, inputs: int) -> Work:
    """Gradients at every step, and products with the Hessian at some, of which each takes three times as long."""
    passes = steps + 3 * PRODUCTS * min(steps, CHECKS + 1)
    if params.part == "logistic":
        return {"passes": passes, "logistic multiply-adds": passes * SIZES * rows * (inputs + 1)}
    activations = passes * SIZES * rows * params.width * params.layers
    gelu = activations * (params.activation == "gelu")
    return {"passes of a network": passes, "activations": activations, "GELU": gelu,
            "activations × inputs": activations * inputs}  # fmt: skip


def check_training(params: Params, rows: int, inputs: int) -> None:
    """Raises InputError where ``training`` would take longer than ``MOST_SECONDS``."""

    def taken(fit: int) -> float:
        return seconds("gradient-descent", training(params, fit, rows, inputs))

    steps = params.trained
    if taken(steps) <= MOST_SECONDS:
        return
    fit = next((fit for fit in range(steps, 9, -1) if taken(fit) <= MOST_SECONDS), None)
    rule = (f"training must take at most {count(MOST_SECONDS)} s, and {steps:,} steps on {rows:,} rows would take "
            f"about {math.ceil(taken(steps)):,} s")  # fmt: skip
    remedy = "Choose fewer rows or columns" if fit is None else f"Choose at most {fit:,} steps, or fewer rows"
    raise InputError("trained", steps, rule, f"{remedy}{', or a smaller network' if params.part == 'network' else ''}.")
