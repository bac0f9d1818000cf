"""Logistic regression and small networks trained with the step size swept: losses, sharpness against 2/η, predictions.

Every step size starts from the same weights and sees all observations in each step. η is counted in units of 2/λₘₐₓ
at the start, below which the first steps of gradient descent cannot climb.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float32, Float64, Int64

from core.explorer import OfArrays
from core.optimization.gradient_descent import local_quadratic, methods, momentum
from core.optimization.gradient_descent.local_quadratic import LocalQuadratic
from core.optimization.gradient_descent.objectives import ACCURACY, PRODUCTS, Predict, Task
from core.optimization.gradient_descent.params import Params
from core.optimization.gradient_descent.recorded_modes import evenly
from core.optimization.gradient_descent.sharpness import sharpness
from core.optimization.gradient_descent.training_data import Examples

SIZES = 25  # step sizes
FIRST, LAST = 0.05, 1.25  # of them, in units of 2/λₘₐₓ at the start
CHECKS = 30  # steps at which the sharpness is measured
DRAWN = 300  # steps of a loss that are drawn
FIELD = 36  # points along each side of a picture of predictions
MOST_NUMBERS = 4_000_000  # of the bases
MOST_ACTIVATIONS = 1_200_000  # of a pass: more take longer each, and progress waits for them
RISEN = 1e-12  # of a loss: a smaller rise is rounding,
ROUNDED = 1e-26  # of the first loss, and so is one of a loss that is the square of nothing but rounding
NEAR = 0.1  # of a loss: so far off is what the quadratic at the start still foresees

Sizes = Float64[np.ndarray, " step_sizes"]
Side = Float64[np.ndarray, " places"]


@dataclass(frozen=True, eq=False)
class LossForecast:
    """The loss after ``time`` steps at every η: ``measured``, and ``foreseen`` by the quadratic at the start.

    The ``steepest`` node's share of that, of which φ_t is ``kept``. ``holds`` is the last drawn step up to which
    what is foreseen lies within ``NEAR`` of the loss. Without a formula all but the first are NaN, or 0.
    """

    time: int
    measured: Sizes
    foreseen: Sizes
    steepest: Sizes
    kept: Sizes
    holds: Int64[np.ndarray, " step_sizes"]


@dataclass(frozen=True, eq=False)
class Training(OfArrays):
    """A row for each η = ``relative``·``unit``.

    ``losses`` of every step (infinite once they left the numbers, at step ``diverged_at``), of which those at ``times``
    are drawn; ``sharpness`` at ``checks``, ``edge`` the curvature on which η is just stable (NaN where a method has
    none). ``predictions`` at the end over the ``sides``, one for each input: a curve, a field, else empty.
    ``least`` is the minimum of the loss where it is known, ``said`` what is to be said about it. ``quadratic`` is the
    model of the loss at the start, and ``foreseen`` what it makes of the losses at ``times`` (NaN for a method without
    formula). ``other`` is the run that is compared, of one row; ``forecast`` the loss after so many steps.
    """

    method: str
    beta: float
    unit: float
    relative: Sizes
    times: Int64[np.ndarray, " times"]
    losses: Float64[np.ndarray, "step_sizes points"]
    diverged_at: Int64[np.ndarray, " step_sizes"]
    rises: Int64[np.ndarray, " step_sizes"]
    checks: Int64[np.ndarray, " checks"]
    sharpness: Float64[np.ndarray, "step_sizes checks"]
    edge: Sizes
    examples: Examples
    sides: tuple[Side, ...]
    predictions: Float32[np.ndarray, "step_sizes ..."]
    quadratic: LocalQuadratic
    foreseen: Float64[np.ndarray, "step_sizes times"]
    least: float = np.nan
    said: str = ""
    other: Training | None = None
    forecast: LossForecast | None = None
    remarks: tuple[str, ...] = ()

    def table(self) -> pd.DataFrame:
        """The sweep, one step size to a row."""
        return pd.DataFrame(
            {
                "step_size": self.relative * self.unit,
                "step_size_over_2_per_first_sharpness": self.relative,
                "last_step": int(self.times[-1]),
                "last_loss": self.losses[:, -1],
                "steps_in_which_the_loss_rose": self.rises,
                "first_sharpness": self.sharpness[:, 0],
                "last_sharpness": self.sharpness[:, -1],
                "stable_up_to_sharpness": self.edge,
            }
        )


def train(task: Task, params: Params, report: Callable[[float], None]) -> Training:
    """Every step size of the axis; beside them the run of another method or step size from the same start."""
    share = 0.9 if params.compares else 1.0  # of the time: a single run has less to do, but as many steps
    axis, steps = np.linspace(FIRST, LAST, SIZES), params.trained
    made = _sweep(task, params.method, params.beta, axis, steps, lambda part: report(share * part))
    if not params.compares:
        return made
    alone = np.array([params.other_step])
    return replace(made, other=_sweep(task, params.other, params.other_beta, alone, steps,
                                      lambda part: report(share + (1 - share) * part)))  # fmt: skip


def _sweep(
    task: Task, method: str, beta: float, relative: Sizes, steps: int, report: Callable[[float], None]
) -> Training:
    objective, start, unit, sizes = task.objective, task.start, 2 / task.sharpest, len(relative)
    etas = relative * unit
    every = max(1, steps // CHECKS)
    made = methods.run(objective, start.expand(sizes, -1), etas, steps, method, beta,
                       keep_every=every, progress=lambda part: report(0.5 * part))  # fmt: skip
    generator = torch.Generator().manual_seed(0)
    bases, passed = PRODUCTS * sizes * len(start), sizes * len(task.examples.inputs) * task.activations
    together = max(1, min(MOST_NUMBERS // bases, MOST_ACTIVATIONS // passed))  # checks measured at once
    found = []
    for place in range(0, len(made.kept), together):
        points = torch.from_numpy(np.ascontiguousarray(made.parameters[:, place : place + together])).flatten(0, 1)
        values = sharpness(objective, points, generator, ACCURACY, PRODUCTS)
        found.append(values.reshape(sizes, -1))
        report(0.5 + 0.5 * min(1.0, (place + together) / len(made.kept)))
    times = evenly(steps, min(steps, DRAWN) + 1)
    edges = momentum.limit(method, beta) / np.where(etas > 0, etas, np.nan)
    sides = _grid(task.examples)
    quadratic, foreseen = local_quadratic.at(objective, start), np.full((sizes, len(times)), np.nan)
    if method in methods.LINEAR:
        foreseen = local_quadratic.losses(quadratic, method, beta, etas, times)
    return Training(
        method, beta, unit, relative, times, made.losses, made.diverged_at, rises(made.losses), made.kept,
        np.concatenate(found, axis=1), edges, task.examples, sides,
        _predictions(made.parameters[:, -1], sides, task.predict), quadratic, foreseen, task.least, task.said,
        remarks=task.examples.remarks,
    )  # fmt: skip


def rises(losses: Float64[np.ndarray, "step_sizes points"]) -> Int64[np.ndarray, " step_sizes"]:
    """In how many steps the loss grew by more than rounding makes of it; to infinity is a rise."""
    with np.errstate(invalid="ignore"):
        grown = np.diff(losses, axis=1) > RISEN * losses[:, :-1] + ROUNDED * losses[:, :1]
    return np.asarray(grown.sum(axis=1))


def forecast(training: Training, time: int) -> LossForecast:
    """The loss after ``time`` steps, or after all there are."""
    time = min(time, training.losses.shape[1] - 1)
    etas, at, name = training.relative * training.unit, np.array([time]), training.method
    measured, nothing = training.losses[:, time], np.full(len(etas), np.nan)
    if name not in methods.LINEAR:
        return LossForecast(time, measured, nothing, nothing, nothing, np.zeros(len(etas), np.int64))
    quadratic, beta = training.quadratic, training.beta
    shares = local_quadratic.shares(quadratic, name, beta, etas, at)[..., 0]
    with np.errstate(over="ignore", invalid="ignore"):
        kept = momentum.closed_form(name, beta, etas * quadratic.curvature[0], at)[:, 0]
        drawn = training.losses[:, training.times]
        near = np.abs(training.foreseen - drawn) <= NEAR * drawn
        foreseen = quadratic.loss + shares.sum(axis=1)
    ends = np.where(near.all(axis=1), len(training.times), near.argmin(axis=1)) - 1
    return LossForecast(time, measured, foreseen, shares[:, 0], kept, training.times[ends])


def _grid(examples: Examples) -> tuple[Side, ...]:
    """Where predictions are drawn along each input: around the data. Of more inputs than two there is no picture."""
    columns = examples.inputs.shape[1]
    if columns > 2:
        return ()
    low, high = examples.inputs.min(axis=0), examples.inputs.max(axis=0)
    margin = 0.12 * (high - low)
    return tuple(np.linspace(low - margin, high + margin, 121 if columns == 1 else FIELD, axis=1))


def _predictions(
    parameters: Float64[np.ndarray, "step_sizes parameters"], sides: tuple[Side, ...], predict: Predict
) -> Float32[np.ndarray, "step_sizes ..."]:
    if not sides:
        return np.zeros((len(parameters), 0), np.float32)
    places = np.stack(np.meshgrid(*sides), axis=-1)
    where = torch.from_numpy(places.reshape(-1, len(sides)))
    with torch.no_grad():
        values = predict(torch.from_numpy(np.ascontiguousarray(parameters)), where).numpy()
    values = np.where(np.isfinite(parameters).all(axis=1)[:, None], values, np.nan)
    with np.errstate(over="ignore"):  # what diverges leaves the singles, too
        return values.reshape(len(parameters), *places.shape[:-1]).astype(np.float32)
