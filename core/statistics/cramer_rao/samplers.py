"""Draws of each family, and their scores, on torch: standard draws z, of which x = location + scale·z.

``draw`` is exact inversion wherever the inverse distribution function is elementary. ``scores`` are ∂ ln f(x; θ)/∂θ of
one draw, an array for each parameter that is estimated; their covariance is the information.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float, Float64
from scipy import stats

Draws = Float[torch.Tensor, "replicates draws"]
Draw = Callable[[torch.Generator, tuple[int, int], float, float], Draws]
Scores = Callable[[Draws, float, float], tuple[Draws, ...]]


@dataclass(frozen=True)
class Model:
    """``draw(generator, shape, theta, known)`` and ``scores(z, theta, known)`` of one family."""

    draw: Draw
    scores: Scores


def _uniform(generator: torch.Generator, shape: tuple[int, int]) -> Draws:
    return torch.rand(shape, generator=generator, device=generator.device)


def _normal(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return torch.randn(shape, generator=generator, device=generator.device)


def _bernoulli(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return (_uniform(generator, shape) < theta).float()


def _poisson(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    reach = int(theta + 12 * math.sqrt(theta) + 20)  # what lies beyond has a probability below 1e-16
    steps = torch.tensor(stats.poisson.cdf(range(reach), theta), dtype=torch.float32, device=generator.device)
    return torch.bucketize(_uniform(generator, shape), steps, right=True).float()


def _exponential(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return -torch.log1p(-_uniform(generator, shape))


def _laplace(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    centred = _uniform(generator, shape) - 0.5
    return -centred.sign() * torch.log1p(-2 * centred.abs().clamp_max(0.5 - 2**-25))


def _cauchy(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return torch.tan(math.pi * (_uniform(generator, shape) - 0.5))


def _standard_uniform(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return 1 - _uniform(generator, shape)  # (0, 1]: no largest draw is 0


def _gamma(shape_of: Callable[[float, float], float]) -> Draw:
    """Marsaglia and Tsang's method, as torch has it."""

    def draw(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
        alpha = torch.full(shape, shape_of(theta, known), device=generator.device)
        return torch._standard_gamma(alpha, generator=generator)

    return draw


def draw_one(family: str, size: int, theta: float, known: float, seed: int) -> Float64[np.ndarray, " draws"]:
    """One sample of standard draws, on the CPU."""
    generator = torch.Generator().manual_seed(seed)
    return np.asarray(MODELS[family].draw(generator, (1, size), theta, known)[0].double().numpy())


def _shape_score(z: Draws, alpha: float) -> Draws:
    return z.log() - float(torch.tensor(alpha, dtype=torch.float64).digamma())


MODELS: dict[str, Model] = {
    "normal-mean": Model(_normal, lambda z, theta, known: (z / known,)),
    "normal-variance": Model(_normal, lambda z, theta, known: ((z.square() - 1) / (2 * theta),)),
    "normal-both": Model(_normal, lambda z, theta, known: (z / known**0.5, (z.square() - 1) / (2 * known))),
    "bernoulli": Model(_bernoulli, lambda z, theta, known: ((z - theta) / (theta * (1 - theta)),)),
    "poisson": Model(_poisson, lambda z, theta, known: ((z - theta) / theta,)),
    "exponential": Model(_exponential, lambda z, theta, known: ((1 - z) / theta,)),
    "gamma-shape": Model(_gamma(lambda theta, known: theta), lambda z, theta, known: (_shape_score(z, theta),)),
    "gamma-rate": Model(_gamma(lambda theta, known: known), lambda z, theta, known: ((known - z) / theta,)),
    "gamma-both": Model(
        _gamma(lambda theta, known: theta), lambda z, theta, known: (_shape_score(z, theta), (theta - z) / known)
    ),
    "laplace": Model(_laplace, lambda z, theta, known: (z.sign() / known,)),
    "cauchy": Model(_cauchy, lambda z, theta, known: (2 * z / (1 + z.square()) / known,)),
    "uniform": Model(_standard_uniform, lambda z, theta, known: (torch.full_like(z, -1 / theta),)),
}
