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


def inverted(quantile: Callable[[Draws, float], torch.Tensor]) -> Draw:
    """Draws by inversion: ``quantile(u, theta)`` of even draws u from 0 to below 1."""
    return lambda generator, shape, theta, known: quantile(
        torch.rand(shape, generator=generator, device=generator.device), theta
    )


def normal(generator: torch.Generator, shape: tuple[int, int], theta: float, known: float) -> Draws:
    return torch.randn(shape, generator=generator, device=generator.device)


def _poisson(u: Draws, theta: float) -> Draws:
    reach = int(theta + 12 * math.sqrt(theta) + 20)  # what lies beyond has a probability below 1e-16
    steps = torch.tensor(stats.poisson.cdf(range(reach), theta), dtype=torch.float32, device=u.device)
    return torch.bucketize(u, steps, right=True).float()


def _laplace(u: Draws, theta: float) -> Draws:
    centred = u - 0.5
    return -centred.sign() * torch.log1p(-2 * centred.abs().clamp_max(0.5 - 2**-25))


bernoulli = inverted(lambda u, theta: (u < theta).float())
poisson, laplace = inverted(_poisson), inverted(_laplace)
exponential = inverted(lambda u, theta: -torch.log1p(-u))
cauchy = inverted(lambda u, theta: torch.tan(math.pi * (u - 0.5)))
up_to_one = inverted(lambda u, theta: 1 - u)  # (0, 1]: no largest draw is 0


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
