"""Small data sets with a shape to learn: inputs, and targets that are classes −1 and 1 or a curve's heights."""

import math

import torch

from core.errors import InputError
from core.optimization.gradient_descent.network import Inputs, Targets

NAMES = ("moons", "circles", "sine")


def draw(name: str, observations: int, noise: float, generator: torch.Generator) -> tuple[Inputs, Targets]:
    """``observations`` points of the set ``name``, with normal noise of standard deviation ``noise``.

    * ``moons``: two half circles of radius 1 that reach into each other, classes 1 and −1 in turn; noise on both
      coordinates.
    * ``circles``: radii 1 (class 1) and ½ (class −1), noise on both coordinates.
    * ``sine``: y = sin(πx) at x evenly spaced over [−2, 2], noise on y.

    Raises:
        InputError: there is no such set, fewer than two points, or noise that is negative or not finite.
    """
    if name not in NAMES:
        raise InputError("data", name, "there is no such data set", f"Choose one of {', '.join(NAMES)}.")
    if observations < 2:
        raise InputError("observations", observations, "there must be at least 2 points")
    if not 0 <= noise < math.inf:
        raise InputError("noise", noise, "a standard deviation must be a finite number of at least 0")
    device = generator.device
    if name == "sine":
        x = torch.linspace(-2, 2, observations, dtype=torch.float64, device=device)
        draws = torch.randn(observations, generator=generator, dtype=torch.float64, device=device)
        return x[:, None], torch.sin(math.pi * x) + noise * draws
    index = torch.arange(observations, device=device)
    classes = (1 - 2 * (index % 2)).to(torch.float64)
    count = (observations + 1 - index % 2) // 2  # of the point's class
    # A half circle has its two ends; a whole one closes before it meets its first point again.
    angle = math.pi * (index // 2) / (count - 1).clamp(min=1) if name == "moons" else 2 * math.pi * (index // 2) / count
    angle = angle.to(torch.float64)
    if name == "moons":
        upper = torch.stack([angle.cos(), angle.sin()], 1)
        points = torch.where(
            classes[:, None] > 0, upper, torch.tensor([1.0, 0.5], dtype=torch.float64, device=device) - upper
        )
    else:
        points = (0.75 + 0.25 * classes)[:, None] * torch.stack([angle.cos(), angle.sin()], 1)
    draws = torch.randn(points.shape, generator=generator, dtype=torch.float64, device=device)
    return points + noise * draws, classes
