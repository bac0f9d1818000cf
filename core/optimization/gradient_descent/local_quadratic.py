"""The quadratic that a loss is at a point, and what descent would make of that quadratic.

With the gradient g and the Hessian H at θ₀, and gᵢ the part of g along the eigenvector of λᵢ, the model
L(θ₀) + gᵀΔ + ½ΔᵀHΔ loses, after t steps of a method whose errors go as eᵢ(t) = φ_t(ηλᵢ)·eᵢ(0),

    L̂_t = L(θ₀) + Σᵢ gᵢ²/(2λᵢ)·[φ_t(ηλᵢ)² − 1],        φ_t = (1 − ηλ)ᵗ for gradient descent.

It holds for λ < 0 too, and tends to −tηgᵢ² where λ tends to 0. There φ_t² − 1 would keep no digits, so u_t =
(φ_t − 1)/(ηλ) is what is computed: with the p, q and weights of ``momentum``, u_{t+1} = p·u_t − q·u_{t−1} − (c+d−bc),
and a node adds ½ηgᵢ²·u_t·(2 + ηλᵢu_t). Σᵢ gᵢ² f(λᵢ) = gᵀf(H)g is a Gauss quadrature on the
Lanczos basis of g: m products Hv give nodes and weights that are exact for polynomials f of degree 2m − 1, hence for
t ≤ m steps, and all but exact beyond. No Hessian is built.

Source: G. H. Golub and G. Meurant, *Matrices, Moments and Quadrature with Applications* (2010), chapters 3 and 6.
"""

from dataclasses import dataclass
from itertools import islice

import numpy as np
import torch
from jaxtyping import Float64, Int64

from core.optimization.gradient_descent import momentum
from core.optimization.gradient_descent.methods import LINEAR, Objective
from core.optimization.gradient_descent.sharpness import hessian_product, krylov, tridiagonal

NODES = 60
MOST = 1e200  # |u| from which on a loss leaves the numbers, and u itself does not
Sizes = Float64[np.ndarray, " step_sizes"]
Times = Int64[np.ndarray, " times"]


@dataclass(frozen=True, eq=False)
class LocalQuadratic:
    """``loss`` L(θ₀), and the nodes λ (the steepest first) with their ``weights`` gᵢ², which add up to ‖g‖²."""

    loss: float
    curvature: Float64[np.ndarray, " nodes"]
    weights: Float64[np.ndarray, " nodes"]


def at(objective: Objective, point: Float64[torch.Tensor, " parameters"], nodes: int = NODES) -> LocalQuadratic:
    """The quadratic at ``point``, in as many ``nodes`` or as there are parameters, whichever is less."""
    losses, gradients = objective(point[None])
    norm = float(gradients.norm())
    if norm == 0:
        return LocalQuadratic(float(losses[0]), np.zeros(1), np.zeros(1))
    products = krylov(hessian_product(objective, point[None]), gradients / norm)
    *_, (alphas, betas) = islice(products, min(nodes, len(point)))
    values, vectors = torch.linalg.eigh(tridiagonal(alphas, betas)[0])
    weights = norm**2 * vectors[0] ** 2
    return LocalQuadratic(float(losses[0]), values.numpy()[::-1].copy(), weights.numpy()[::-1].copy())


def shares(
    model: LocalQuadratic, method: str, beta: float, step_sizes: Sizes, times: Times
) -> Float64[np.ndarray, "step_sizes nodes times"]:
    """gᵢ²/(2λᵢ)·[φ_t(ηλᵢ)² − 1]: what each node adds to the loss; ±∞ where it leaves the numbers."""
    scaled = step_sizes[:, None] * model.curvature
    with np.errstate(over="ignore", invalid="ignore"):
        departures = _departures(method, beta, scaled, times)
        half = 0.5 * step_sizes[:, None, None] * model.weights[:, None] * departures
        added = half * (2 + scaled[..., None] * departures)
    return np.where(half == 0, 0.0, added)


def _departures(
    method: str, beta: float, scaled: Float64[np.ndarray, "*shape"], times: Times
) -> Float64[np.ndarray, "*shape times"]:
    """u_t = (φ_t − 1)/(ηλ) for ηλ = ``scaled``, at most ``MOST`` in modulus."""
    p, q, _ = momentum.recurrence(method, beta, scaled)
    b, c, d = LINEAR[method].weights(beta)
    before, now = np.zeros_like(scaled), np.full_like(scaled, -(c + d))  # u₀, u₁
    found = np.zeros((*scaled.shape, len(times)))
    for t in range(1, int(times.max(initial=0)) + 1):
        found[..., times == t] = now[..., None]
        before, now = now, np.clip(p * now - q * before - (c + d - b * c), -MOST, MOST)
    return found


def losses(
    model: LocalQuadratic, method: str, beta: float, step_sizes: Sizes, times: Times
) -> Float64[np.ndarray, "step_sizes times"]:
    """L̂_t of the formula above; NaN where shares of both signs leave the numbers."""
    with np.errstate(invalid="ignore"):
        return np.asarray(model.loss + shares(model, method, beta, step_sizes, times).sum(axis=1))
