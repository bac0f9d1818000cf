"""Standard draws z of each family on torch, of which x = location + scale·z: by exact inversion wherever the inverse
distribution function is elementary."""

import math
from collections.abc import Callable

import numpy as np
import torch
from jaxtyping import Float, Float64
from scipy import stats

Draws = Float[torch.Tensor, "replicates draws"]
Draw = Callable[[torch.Generator, tuple[int, int], float, float], Draws]


def _uniform(generator: torch.Generator, shape: tuple[int, int]) -> Draws:
    return torch.rand(shape, generator=generator, device=generator.device)


def normal(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return torch.randn(shape, generator=generator, device=generator.device)


def bernoulli(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return (_uniform(generator, shape) < theta).float()


def poisson(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    reach = int(theta + 12 * math.sqrt(theta) + 20)  # what lies beyond has a probability below 1e-16
    steps = torch.tensor(stats.poisson.cdf(range(reach), theta), dtype=torch.float32, device=generator.device)
    return torch.bucketize(_uniform(generator, shape), steps, right=True).float()


def exponential(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return -torch.log1p(-_uniform(generator, shape))


def laplace(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    centred = _uniform(generator, shape) - 0.5
    return -centred.sign() * torch.log1p(-2 * centred.abs().clamp_max(0.5 - 2**-25))


def cauchy(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return torch.tan(math.pi * (_uniform(generator, shape) - 0.5))


def up_to_one(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return 1 - _uniform(generator, shape)  # (0, 1]: no largest draw is 0


def gamma(shape_of: Callable[[float, float], float]) -> Draw:
    """Marsaglia and Tsang's method, as torch has it."""

    def draw(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
        alpha = torch.full(shape, shape_of(theta, known), device=generator.device)
        return torch._standard_gamma(alpha, generator=generator)

    return draw


def draw_one(draw: Draw, size: int, theta: float, known: float, seed: int) -> Float64[np.ndarray, " draws"]:
    """One sample of standard draws, on the CPU."""
    generator = torch.Generator().manual_seed(seed)
    return np.asarray(draw(generator, (1, size), theta, known)[0].double().numpy())
