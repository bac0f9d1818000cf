"""What is trained on: a built-in set of points, or a reader's table as classes or numbers."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float64

from core.design_matrix import Design
from core.errors import InputError
from core.optimization.gradient_descent import toy_data

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
    inputs, targets = toy_data.draw(name, observations, scatter, torch.Generator().manual_seed(seed))
    names = ("x",) if name == "sine" else ("x₁", "x₂")
    return Examples(inputs.numpy(), targets.numpy(), name != "sine", names)


def table_examples(design: Design, classes: bool) -> Examples:
    """A reader's table. Of a target that is no pair of classes, what lies above its median is one, the rest the other.

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
    middle = middle if (design.y > middle).any() else float(values[-2])
    remark = () if len(values) == 2 else (f"Classes: “{design.target}” above its median, and the rest.",)
    return Examples(design.x, np.where(design.y > middle, 1.0, -1.0), True, design.features,
                    (*design.remarks, *remark))  # fmt: skip
