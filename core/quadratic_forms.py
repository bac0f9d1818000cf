"""The exact probability that a quadratic form in normal numbers is at most 0 (Imhof, 1961)."""

import numpy as np
from jaxtyping import Float64

STEP = 0.1
NODES = np.arange(-16.0, 34.0, STEP)  # of ln u: the integrand is analytic, so that equal steps converge fast
# Below the first node the integrand falls as u does: what lies there is a geometric series.
WEIGHTS = np.append(1 / (1 - np.exp(-STEP)), np.ones(len(NODES) - 1))
LEAST = 1e-17  # of 1/ρ: what follows is nothing beside ½


def chances_of_no_excess(
    forms: Float64[np.ndarray, "forms n n"], means: Float64[np.ndarray, "laws n"],
    covariances: Float64[np.ndarray, "laws n n"],
) -> Float64[np.ndarray, "forms laws"]:  # fmt: skip
    """P(εᵀFε ≤ 0) for each form F and normal ε of each mean and covariance.

    With Cov = LLᵀ and ε = L(z + L⁻¹E ε), LᵀFL = VΛVᵀ makes of it a sum of squares (VᵀL⁻¹E ε are the shifts).
    """
    values, shifts = [], []
    for mean, covariance in zip(means, covariances, strict=True):
        root = np.linalg.cholesky(covariance)
        found, vectors = np.linalg.eigh(root.T @ forms @ root)
        values.append(found)
        shifts.append(np.swapaxes(vectors, 1, 2) @ np.linalg.solve(root, mean))
    return chance_of_no_excess(np.concatenate(values), np.concatenate(shifts)).reshape(len(means), -1).T


def chance_of_no_excess(
    values: Float64[np.ndarray, "sums n"], shifts: Float64[np.ndarray, "sums n"]
) -> Float64[np.ndarray, " sums"]:
    """P(Σ λᵢ(zᵢ + δᵢ)² ≤ 0) for standard normal z: ½ − (1/π)∫ sin θ(u)/(u·ρ(u)) du over u > 0, where

    θ = ½Σ(arctan λu + δ²λu/(1 + λ²u²)), ρ = Π(1 + λ²u²)^¼ · exp(½Σ(δλu)²/(1 + λ²u²)).
    """
    scaled = values / np.abs(values).max(axis=1, keepdims=True)
    total = np.zeros(len(values))
    for u, weight in zip(np.exp(NODES), WEIGHTS, strict=True):
        lu = scaled * u
        squares = lu**2
        away = shifts**2 / (1 + squares)
        theta = 0.5 * (np.arctan(lu).sum(axis=1) + np.vecdot(away, lu))
        log_rho = 0.25 * np.log1p(squares).sum(axis=1) + 0.5 * np.vecdot(away, squares)
        decay = np.exp(-log_rho)
        total += weight * np.sin(theta) * decay
        if decay.max() < LEAST:
            break
    return np.asarray(np.clip(0.5 - STEP * total / np.pi, 0.0, 1.0))
