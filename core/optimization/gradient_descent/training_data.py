"""What is trained on: a built-in set of points, or a reader's table as classes or numbers."""

import math
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float64

from core.design_matrix import DesignMatrix
from core.errors import InputError
from core.optimization.gradient_descent.network import Inputs, Targets

MOST_OBSERVATIONS = 2_000


@dataclass(frozen=True, eq=False)
class Examples:
    """Inputs and targets (classes −1 and 1, or numbers); ``names`` of the inputs."""

    inputs: Float64[np.ndarray, "observations features"]
    targets: Float64[np.ndarray, " observations"]
    classes: bool
    names: tuple[str, ...]
    remarks: tuple[str, ...] = ()


def toy_examples(name: str, observations: int, scatter: float, seed: int) -> Examples:
    """A built-in set of points."""
    inputs, targets = draw(name, observations, scatter, torch.Generator().manual_seed(seed))
    names = ("x",) if name == "sine" else ("x₁", "x₂")
    return Examples(inputs.numpy(), targets.numpy(), name != "sine", names)


def draw(name: str, observations: int, noise: float, generator: torch.Generator) -> tuple[Inputs, Targets]:
    """``observations`` points of the set ``name``, with normal noise of standard deviation ``noise``.

    * ``moons``: two half circles of radius 1 that reach into each other, classes 1 and −1 in turn; noise on both
      coordinates.
    * ``circles``: radii 1 (class 1) and ½ (class −1), noise on both coordinates.
    * ``sine``: y = sin(πx) at x evenly spaced over [−2, 2], noise on y.
    """
    if name == "sine":
        x = torch.linspace(-2, 2, observations, dtype=torch.float64)
        draws = torch.randn(observations, generator=generator, dtype=torch.float64)
        return x[:, None], torch.sin(math.pi * x) + noise * draws
    index = torch.arange(observations)
    classes = (1 - 2 * (index % 2)).to(torch.float64)
    count = (observations + 1 - index % 2) // 2  # of the point's class
    # A half circle has its two ends; a whole one closes before it meets its first point again.
    angle = math.pi * (index // 2) / (count - 1).clamp(min=1) if name == "moons" else 2 * math.pi * (index // 2) / count
    angle = angle.to(torch.float64)
    circle = torch.stack([angle.cos(), angle.sin()], 1)
    if name == "moons":
        points = torch.where(classes[:, None] > 0, circle, torch.tensor([1.0, 0.5], dtype=torch.float64) - circle)
    else:
        points = (0.75 + 0.25 * classes)[:, None] * circle
    return points + noise * torch.randn(points.shape, generator=generator, dtype=torch.float64), classes


def table_examples(design: DesignMatrix, classes: bool) -> Examples:
    """A reader's table. Of a target that is no pair of classes, what lies above its median is one, the rest the
    other; where nothing does, its largest value is one.

    Raises:
        InputError: there are too many rows to train on, or only one class.
    """
    if len(design.y) > MOST_OBSERVATIONS:
        rule = f"it must have at most {MOST_OBSERVATIONS:,} rows to train on, and has {len(design.y):,}"
        raise InputError("file", design.target, rule, "Bring a part of it, or choose “Least squares”.")
    values, spread = np.unique(design.y), float(design.y.std())
    if len(values) < 2 if classes else spread == 0:
        rule = ("it must take two values, one for each class, and has only one" if classes else
                "it must take two values at least, and all its values are equal")  # fmt: skip
        raise InputError("target", design.target, rule, "Choose another target.")
    if not classes:
        scaled = (design.y - design.y.mean()) / spread
        return Examples(design.x, scaled, False, design.features, (*design.remarks, "The target is standardised too."))
    middle = float(values.mean()) if len(values) == 2 else float(np.median(design.y))
    remark = () if len(values) == 2 else (f"Classes: “{design.target}” above its median, and the rest.",)
    if middle == values[-1]:
        middle, remark = float(values[-2]), (f"Classes: “{design.target}” at its largest value, and the rest.",)
    return Examples(design.x, np.where(design.y > middle, 1.0, -1.0), True, design.features,
                    (*design.remarks, *remark))  # fmt: skip
