"""The rate of convergence of a method with momentum over a whole grid of step sizes and β, on any device."""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32, Float64

from core.optimization.gradient_descent import momentum
from core.optimization.gradient_descent.methods import LINEAR

Betas = Float64[np.ndarray, " betas"]


@dataclass(frozen=True, eq=False)
class RateMap:
    """``rate[b, s]`` at β = b/``points`` and η·λₘₐₓ = ``scaled[s]``; 1 and more diverges.

    ``formula`` and ``searched`` are the best (ηλₘₐₓ, β, rate): in closed form, and by search.
    """

    scaled: Float64[np.ndarray, " step_sizes"]
    rate: Float32[np.ndarray, "betas step_sizes"]
    formula: tuple[float, float, float]
    searched: tuple[float, float, float]


def rate_map(method: str, flattest: float, points: int, device: torch.device) -> RateMap:
    """``points`` × ``points`` rates for β from 0 below 1 and every η that is stable for one of them.

    ``flattest`` is λₘᵢₙ/λₘₐₓ: the extremes alone bind (see ``momentum``).
    """
    scaled = np.linspace(0, max(momentum.limit(method, end) for end in (0.0, 1.0)) * 1.05, points)
    beta = np.linspace(0, 1, points, endpoint=False)
    eta, b = torch.from_numpy(scaled).to(device), torch.from_numpy(beta).to(device)[:, None]
    rate = torch.maximum(*(momentum.radius(method, b, eta * curvature) for curvature in (1.0, flattest)))
    best = LINEAR[method].fastest(1.0, flattest)
    return RateMap(scaled, rate.float().cpu().numpy(), best, search(method, flattest))


def search(method: str, flattest: float) -> tuple[float, float, float]:
    """The least rate by search alone: for each β the best η, and among these the best β, each by closing in.

    Both have a single dip. It is a cusp: an error of δ in η costs √δ of the rate, so few digits of it are to be had.
    """
    low, high = 0.0, 1.0 - 1e-9
    for _ in range(18):
        beta = np.linspace(low, high, 9)
        eta, rate = _best_for(method, beta, flattest)
        best = int(rate.argmin())
        low, high = float(beta[max(best - 1, 0)]), float(beta[min(best + 1, 8)])
    return float(eta[best]), float(beta[best]), float(rate[best])


def _best_for(method: str, beta: Betas, flattest: float) -> tuple[Betas, Betas]:
    """The η·λₘₐₓ with the least rate at each β, and that rate."""
    low, high = np.zeros(len(beta)), np.full(len(beta), 4.0)
    rows = np.arange(len(beta))
    for _ in range(20):
        eta = low[:, None] + (high - low)[:, None] * np.linspace(0, 1, 9)
        scaled = eta[..., None] * np.array([1.0, flattest])
        rate = momentum.radius(method, beta[:, None, None], scaled).max(axis=-1)
        best = rate.argmin(axis=1)
        low, high = eta[rows, np.maximum(best - 1, 0)], eta[rows, np.minimum(best + 1, 8)]
    return eta[rows, best], rate[rows, best]
