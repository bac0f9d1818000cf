"""What is trained: a loss with its gradient, a start, the curvature there, and how predictions are made."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np
import torch
from jaxtyping import Float64

from core.optimization.gradient_descent import logistic, methods, network
from core.optimization.gradient_descent.loss_scaling import curvature_factor
from core.optimization.gradient_descent.params import Params
from core.optimization.gradient_descent.sharpness import sharpness
from core.optimization.gradient_descent.training_data import Examples

ACCURACY = 1e-3  # of a measured sharpness
PRODUCTS = 25

Predict = Callable[[methods.Points, network.Inputs], torch.Tensor]


@dataclass(frozen=True, eq=False)
class Task:
    """``sharpest`` is λₘₐₓ at ``start``, above 0 since the constant of the output alone curves the loss. ``least`` is
    the minimum of the loss where it is known, ``said`` about it.

    ``activations`` are the numbers that a pass makes of each example.
    """

    examples: Examples
    objective: methods.Objective
    start: Float64[torch.Tensor, " parameters"]
    sharpest: float
    predict: Predict
    activations: int = 1
    least: float = np.nan
    said: str = ""


def logistic_task(examples: Examples, params: Params) -> Task:
    """Logistic regression with a constant term, from w = 0, where its curvature is largest."""
    design = torch.from_numpy(np.column_stack([examples.inputs, np.ones(len(examples.inputs))]))
    labels = torch.from_numpy(examples.targets)
    scale = curvature_factor(params.convention, len(design)) / 2
    found = logistic.fit(design, labels)
    objective, start = logistic.objective(design, labels, scale), torch.zeros(design.shape[1], dtype=torch.float64)
    return Task(
        examples, objective, start, logistic.smoothness(design, scale),
        lambda points, inputs: points[:, :-1] @ inputs.T + points[:, -1:], 1, scale * found.loss, found.sentence(),
    )  # fmt: skip


def network_task(examples: Examples, params: Params) -> Task:
    """A network from weights drawn with the seed."""
    inputs, targets = torch.from_numpy(np.ascontiguousarray(examples.inputs)), torch.from_numpy(examples.targets)
    loss = params.loss if examples.classes else "squared"
    shape = network.Network(inputs.shape[1], (params.width,) * params.layers, params.activation, loss)
    objective = network.objective(shape, inputs, targets, curvature_factor(params.convention, len(inputs)) / 2)
    generator = torch.Generator().manual_seed(params.seed)
    start = network.start(shape, generator)
    sharpest = float(sharpness(objective, start[None], generator, ACCURACY, PRODUCTS)[0])
    predict = partial(network.predict, shape)
    return Task(examples, objective, start, sharpest, predict, sum(shape.hidden))
