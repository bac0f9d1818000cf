"""The rate of convergence of a method with momentum over a whole grid of step sizes and β, on any device."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float32, Float64
from scipy.optimize import minimize

from core.optimization import momentum


@dataclass(frozen=True, eq=False)
class RateMap:
    """``rate[b, s]`` at β = ``beta[b]`` and η·λ_max = ``scaled[s]``; 1 and more diverges.

    ``formula`` and ``searched`` are the best (ηλ_max, β, rate): in closed form, and by a search from the grid's best.
    """

    method: momentum.Name
    scaled: Float64[np.ndarray, " step_sizes"]
    beta: Float64[np.ndarray, " betas"]
    rate: Float32[np.ndarray, "betas step_sizes"]
    formula: tuple[float, float, float]
    searched: tuple[float, float, float]


def rates(
    method: momentum.Name,
    scaled: Float64[np.ndarray, " step_sizes"],
    beta: Float64[np.ndarray, " betas"],
    relative: Float64[np.ndarray, " modes"],
    device: torch.device,
) -> Float64[np.ndarray, "betas step_sizes"]:
    """The largest |r| of all modes, whose curvatures ``relative`` are divided by the steepest."""
    eta = torch.from_numpy(scaled).to(device)
    b = torch.from_numpy(beta).to(device)[:, None]
    worst: torch.Tensor | None = None
    for curvature in relative.tolist():
        left = 1 - eta * curvature
        p, q = (left + b, b) if method == "heavy-ball" else ((1 + b) * left, b * left)
        half = p / 2
        discriminant = half * half - q
        real = half.abs() + discriminant.clamp(min=0).sqrt()
        here = torch.where(discriminant < 0, q.clamp(min=0).sqrt(), real)
        worst = here if worst is None else torch.maximum(worst, here)
    assert worst is not None, "a quadratic has a mode"
    return np.asarray(worst.cpu().numpy())


def rate_map(
    method: momentum.Name, flattest: float, points: int, device: torch.device
) -> RateMap:
    """``points`` × ``points`` rates for β from 0 below 1 and every η that is stable for one of them.

    ``flattest`` is λ_min/λ_max: the extremes alone bind (see ``core.optimization.momentum``).
    """
    scaled = np.linspace(0, momentum.limit(method, 1.0 if method == "heavy-ball" else 0.0) * 1.05, points)
    beta = np.linspace(0, 1, points, endpoint=False)
    rate = rates(method, scaled, beta, np.array([1.0, flattest]), device)
    row, column = np.unravel_index(rate.argmin(), rate.shape)
    eta, best, least = momentum.optimum(method, 1.0, flattest)
    return RateMap(method, scaled, beta, rate.astype(np.float32), (eta, best, least),
                   search(method, flattest, float(scaled[column]), float(beta[row])))  # fmt: skip


def search(method: momentum.Name, flattest: float, scaled: float, beta: float) -> tuple[float, float, float]:
    """The least rate near (``scaled``, ``beta``) by Nelder and Mead's simplex, which needs no derivative: there is a kink.

    Started anew from where it ends, as a simplex that has collapsed onto a crease goes no further.
    """
    objective = _objective(method, flattest)
    place = np.array([scaled, beta])
    for size in (0.1, 0.03, 0.01, 0.003):
        simplex = place + size * np.array([[0, 0], [1, 0.2], [-0.2, -1]])
        options = {"initial_simplex": simplex, "xatol": 1e-12, "fatol": 1e-14, "maxiter": 600}
        place = minimize(objective, place, method="Nelder-Mead", options=options).x
    return float(place[0]), float(place[1]), objective(place)


def _objective(method: momentum.Name, flattest: float) -> Callable[[Float64[np.ndarray, " 2"]], float]:
    curvatures = np.array([1.0, flattest])

    def largest(place: Float64[np.ndarray, " 2"]) -> float:
        scaled, beta = float(place[0]), float(place[1])
        if not 0 <= beta < 1:
            return 2.0 + abs(beta)
        return float(momentum.radius(method, beta, scaled * curvatures).max())

    return largest
