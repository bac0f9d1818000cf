"""Small data sets with a shape to learn: inputs, and targets that are classes −1 and 1 or a curve's heights."""

from __future__ import annotations

import math

import torch
from jaxtyping import Float64

from core.errors import InputError

Inputs = Float64[torch.Tensor, "observations features"]
Targets = Float64[torch.Tensor, " observations"]
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
    share = (index // 2) / max((observations - 1) // 2, 1)  # of the way along a class's curve, ends included
    angle = math.pi * share if name == "moons" else 2 * math.pi * share
    if name == "moons":
        upper = torch.stack([angle.cos(), angle.sin()], 1)
        points = torch.where(classes[:, None] > 0, upper, torch.tensor([1.0, 0.5], device=device) - upper)
    else:
        points = (0.75 + 0.25 * classes)[:, None] * torch.stack([angle.cos(), angle.sin()], 1)
    draws = torch.randn(points.shape, generator=generator, dtype=torch.float64, device=device)
    return points.to(torch.float64) + noise * draws, classes
