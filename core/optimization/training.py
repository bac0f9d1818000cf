"""Logistic regression and small networks trained with the step size swept: losses, sharpness against 2/η, predictions.

Every step size starts from the same weights and sees all observations in each step. η is counted in units of 2/λ_max
at the start, below which the first steps of gradient descent cannot climb.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float32, Float64, Int64

from core.errors import InputError
from core.explorer import array_bytes
from core.optimization import logistic, methods, network, toy_data
from core.optimization.convention import Convention, curvature_factor
from core.optimization.design import Design
from core.optimization.sharpness import edge, sharpness

SIZES = 25  # step sizes
FIRST, LAST = 0.05, 1.25  # of them, in units of 2/λ_max at the start
CHECKS = 30  # steps at which the sharpness is measured
DRAWN = 300  # steps of a loss that are drawn
FIELD = 36  # points along each side of a picture of predictions
ACCURACY = 1e-3  # of a measured sharpness
PRODUCTS = 25
MOST_NUMBERS = 4_000_000
MOST_OBSERVATIONS = 2_000

Predict = Callable[[methods.Points, network.Inputs], torch.Tensor]
Sizes = Float64[np.ndarray, " step_sizes"]


@dataclass(frozen=True, eq=False)
class Examples:
    """Inputs and targets (classes −1 and 1, or numbers); ``names`` of the inputs."""

    inputs: Float64[np.ndarray, "observations features"]
    targets: Float64[np.ndarray, " observations"]
    classes: bool
    names: tuple[str, ...]
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False)
class Training:
    """A row for each η = ``relative``·``unit``.

    ``losses`` at ``times`` (infinite once they left the numbers, at step ``diverged_at``); ``sharpness`` at ``checks``,
    ``edge`` the curvature on which η is just stable (NaN where a method has none). ``predictions`` at the end over
    ``across`` and ``up``: of two inputs a field, of one a curve, else empty. ``least`` is the minimum of the loss where
    it is known, ``told`` what is to be said about it.
    """

    model: str
    method: str
    beta: float
    unit: float
    relative: Sizes
    times: Int64[np.ndarray, " times"]
    losses: Float64[np.ndarray, "step_sizes times"]
    diverged_at: Int64[np.ndarray, " step_sizes"]
    rises: Int64[np.ndarray, " step_sizes"]
    checks: Int64[np.ndarray, " checks"]
    sharpness: Float64[np.ndarray, "step_sizes checks"]
    edge: Sizes
    examples: Examples
    across: Float64[np.ndarray, " across"]
    up: Float64[np.ndarray, " up"]
    predictions: Float32[np.ndarray, "step_sizes ..."]
    parameters: int
    least: float = np.nan
    told: str = ""
    device: str = "cpu"
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

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        return array_bytes(self) + 10_000


def toy_examples(name: str, observations: int, scatter: float, seed: int) -> Examples:
    """A built-in set of points."""
    inputs, targets = toy_data.draw(name, observations, scatter, torch.Generator().manual_seed(seed))
    names = ("x",) if name == "sine" else ("x₁", "x₂")
    return Examples(inputs.numpy(), targets.numpy(), name != "sine", names)


def table_examples(design: Design, classes: bool) -> Examples:
    """A reader's table. Of a target that is no pair of classes, what lies above its median is one, the rest the other.

    Raises:
        InputError: there are too many rows to train on, or only one class.
    """
    if len(design.y) > MOST_OBSERVATIONS:
        rule = f"it has {len(design.y):,} rows, and {MOST_OBSERVATIONS:,} is the limit of what is trained on here"
        raise InputError("file", design.target, rule, "Take a part of it, or least squares.")
    if not classes:
        spread = float(design.y.std())
        if spread == 0:
            raise InputError("target", design.target, "it is constant", "Choose another target.")
        scaled = (design.y - design.y.mean()) / spread
        return Examples(design.x, scaled, False, design.features, (*design.remarks, "The target is standardised too."))
    values = np.unique(design.y)
    if len(values) < 2:
        raise InputError("target", design.target, "it has only one value, and two classes are needed")
    middle = float(values.mean()) if len(values) == 2 else float(np.median(design.y))
    middle = middle if (design.y > middle).any() else float(values[-2])
    remark = () if len(values) == 2 else (f"Classes: “{design.target}” above its median, and the rest.",)
    return Examples(design.x, np.where(design.y > middle, 1.0, -1.0), True, design.features,
                    (*design.remarks, *remark))  # fmt: skip


def train_logistic(
    examples: Examples, convention: Convention, method: methods.Method, steps: int, report: Callable[[float], None]
) -> Training:
    """Logistic regression with a constant term, from w = 0, where its curvature is largest."""
    design = torch.from_numpy(np.column_stack([examples.inputs, np.ones(len(examples.inputs))]))
    labels = torch.from_numpy(examples.targets)
    scale = curvature_factor(convention, len(design)) / 2
    found = logistic.fit(design, labels)

    def predict(points: methods.Points, inputs: network.Inputs) -> torch.Tensor:
        return points[:, :-1] @ inputs.T + points[:, -1:]

    objective = logistic.objective(design, labels, scale)
    start = torch.zeros(design.shape[1], dtype=torch.float64)
    made = _train("logistic", objective, start, logistic.smoothness(design, scale), method, steps, examples, predict,
                  report)  # fmt: skip
    return replace(made, least=scale * found.loss, told=found.sentence())


def train_network(
    examples: Examples,
    shape: network.Network,
    convention: Convention,
    method: methods.Method,
    steps: int,
    seed: int,
    report: Callable[[float], None],
) -> Training:
    """A network from weights drawn with ``seed``."""
    inputs, targets = torch.from_numpy(np.ascontiguousarray(examples.inputs)), torch.from_numpy(examples.targets)
    scale = curvature_factor(convention, len(inputs)) / 2
    objective = network.objective(shape, inputs, targets, scale)
    generator = torch.Generator().manual_seed(seed)
    start = network.start(shape, generator)
    first = float(sharpness(objective, start[None], generator, ACCURACY, PRODUCTS).values[0])

    def predict(points: methods.Points, where: network.Inputs) -> torch.Tensor:
        return network.predict(shape, points, where)

    return _train("network", objective, start, first, method, steps, examples, predict, report)


def _train(
    model: str,
    objective: methods.Objective,
    start: Float64[torch.Tensor, " parameters"],
    first: float,
    method: methods.Method,
    steps: int,
    examples: Examples,
    predict: Predict,
    report: Callable[[float], None],
) -> Training:
    relative = np.linspace(FIRST, LAST, SIZES)
    unit = 2 / first
    etas = relative * unit
    every = max(1, steps // CHECKS)
    made = methods.run(objective, start.expand(SIZES, -1), etas, steps, method, every, lambda part: report(0.5 * part))
    generator = torch.Generator().manual_seed(0)
    together = max(1, MOST_NUMBERS // (PRODUCTS * SIZES * len(start)))  # checks whose bases fit into memory at once
    found = []
    for place in range(0, len(made.kept), together):
        points = torch.from_numpy(np.ascontiguousarray(made.parameters[:, place : place + together])).flatten(0, 1)
        values = sharpness(objective, points, generator, ACCURACY, PRODUCTS).values
        found.append(values.reshape(SIZES, -1))
        report(0.5 + 0.5 * min(1.0, (place + together) / len(made.kept)))
    times = np.unique(np.linspace(0, steps, min(steps, DRAWN) + 1).round().astype(np.int64))
    edges = [edge(float(eta), method) for eta in etas]
    across, up = _grid(examples)
    with np.errstate(invalid="ignore"):
        rises = (np.diff(made.losses, axis=1) > 0).sum(axis=1)
    return Training(
        model, method.name, method.momentum, unit, relative, times, made.losses[:, times], made.diverged_at, rises,
        made.kept, np.concatenate(found, axis=1), np.array([np.nan if one is None else one for one in edges]), examples,
        across, up, _predictions(made.parameters[:, -1], across, up, predict), len(start),
        remarks=examples.remarks,
    )  # fmt: skip


def _grid(examples: Examples) -> tuple[Float64[np.ndarray, " across"], Float64[np.ndarray, " up"]]:
    """Where predictions are drawn: around the data. Of more inputs than two there is no picture."""
    low, high = examples.inputs.min(axis=0), examples.inputs.max(axis=0)
    margin = 0.12 * (high - low)
    if examples.inputs.shape[1] == 1:
        return np.linspace(low[0] - margin[0], high[0] + margin[0], 121), np.zeros(0)
    if examples.inputs.shape[1] == 2:
        ends = [np.linspace(low[i] - margin[i], high[i] + margin[i], FIELD) for i in (0, 1)]
        return ends[0], ends[1]
    return np.zeros(0), np.zeros(0)


def _predictions(
    parameters: Float64[np.ndarray, "step_sizes parameters"],
    across: Float64[np.ndarray, " across"],
    up: Float64[np.ndarray, " up"],
    predict: Predict,
) -> Float32[np.ndarray, "step_sizes ..."]:
    if not len(across):
        return np.zeros((len(parameters), 0), np.float32)
    flat = np.stack([np.tile(across, len(up)), np.repeat(up, len(across))], axis=1)
    where = flat if len(up) else across[:, None]
    with torch.no_grad():
        values = predict(torch.from_numpy(np.ascontiguousarray(parameters)), torch.from_numpy(where)).numpy()
    values = np.where(np.isfinite(parameters).all(axis=1)[:, None], values, np.nan)
    return values.reshape((len(parameters), len(up), len(across)) if len(up) else (len(parameters), -1)).astype(
        np.float32
    )
