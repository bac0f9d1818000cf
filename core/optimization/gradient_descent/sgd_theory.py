"""Stochastic gradient descent on least squares, with batches and with noise on the inputs: means, bounds, limits.

    L(w) = c Σᵢ (xᵢᵀw − yᵢ)²,     w ← w − γ · (1/B) Σ_{i ∈ S} zᵢ(zᵢᵀw − yᵢ),     γ = 2cnη,     zᵢ = xᵢ + noise

S is a batch of B different observations, drawn anew in every step, as is the noise N(0, s²) on every coordinate. The
mean of a step is the gradient step of size η on E L. The *scale* c is the convention of the loss; the deep-learning
notes write the step as η xᵢ(xᵢᵀw − yᵢ), which is c = 1/(2n), so that γ = η.

**Bound.** Without noise, where some w* interpolates (Xw* = y), the error e = w − w* obeys, with A = XᵀX and M_S the
batch's mean of xᵢxᵢᵀ,

    E L(w_{t+1}) = c eᵀ(A − (2γ/n)A² + γ² E[M_S A M_S])e ≤ (1 − C₁η + C₂η²) L(w_t)
    C₁ = 4c σ_r²,     C₂ = 4c²n² · max eᵀE[M_S A M_S]e / eᵀAe over the rows' span  (σ_r the smallest σ > 0 of X)

so that η < C₁/C₂ converges and C₁/(2C₂) has the best bound. For every B, C₂ ≤ 4c²n·ρ²σ₁², where ρ is the length of the
longest row. The notes print, for B = 1, C₁ = 4σ_r²/n and C₂ = 4ρ²/n; their own step gives 2σ_r²/n and ρ²σ₁²/n.
4ρ²/n bounds nothing: it lacks σ₁², and fails where rows are long.

Source: S. Ma, R. Bassily, M. Belkin, *The power of interpolation*, ICML 2018.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64, Int64

from core.optimization.gradient_descent.sgd_moments import Design, Noise, Targets, squared

Sizes = Float64[np.ndarray, " configurations"]
Point = Float64[np.ndarray, " parameters"]
Losses = Float64[np.ndarray, "configurations seeds"]
SHARES = (0.05, 0.5, 0.95)


@dataclass(frozen=True)
class Bound:
    """E L(w_{t+1}) ≤ (1 − C₁η + C₂η²) L(w_t).

    ``c1`` is in units of 1/η, ``c2`` of 1/η².
    """

    c1: float
    c2: float

    @property
    def limit(self) -> float:
        """C₁/C₂, below which the bound falls with every step."""
        return self.c1 / self.c2

    @property
    def fastest(self) -> float:
        """C₁/(2C₂), the step size with the smallest factor, 1 − C₁²/(4C₂)."""
        return self.c1 / (2 * self.c2)

    def factor(self, step_sizes: Sizes) -> Sizes:
        """1 − C₁η + C₂η²."""
        return np.asarray(1 - self.c1 * step_sizes + self.c2 * step_sizes**2)


def bound(design: Design, batch: int, scale: float) -> Bound:
    """C₁ and C₂ as above from the data, whose rows some w* interpolates."""
    left, values, _ = np.linalg.svd(design, full_matrices=False)
    kept = values > values[0] * max(design.shape) * np.finfo(float).eps
    values, rows = values[kept], left[:, kept] * values[kept]
    gram, count = np.diag(values**2), len(design)
    # In coordinates in which A is the identity, the quotient is Rayleigh's.
    middle = squared(gram, rows, np.zeros_like(gram), batch) / np.outer(values, values)
    largest = float(np.linalg.eigvalsh(middle)[-1])
    return Bound(float(4 * scale * values[-1] ** 2), float((2 * scale * count) ** 2 * largest))


def summarised(losses: Losses) -> Float64[np.ndarray, "5 configurations"]:
    """Mean of the seeds, its standard error, and their quantiles at ``SHARES`` (each is the nearest seed's loss).

    Mean and error are infinite where a seed is. Near the limit few seeds carry the mean, and it is then less sure than
    its error says.
    """
    largest = losses.max(axis=1)
    size = np.where((largest > 0) & np.isfinite(largest), largest, 1.0)  # of losses near the end no square is a number
    with np.errstate(over="ignore", invalid="ignore"):
        mean, error = losses.mean(axis=1), (losses / size[:, None]).std(axis=1, ddof=1) * size
    error = np.where(np.isfinite(error), error / np.sqrt(losses.shape[1]), np.inf)
    return np.stack([mean, error, *np.quantile(losses, SHARES, axis=1, method="nearest")])


def simulate(
    design: Design,
    targets: Targets,
    start: Point,
    step_sizes: Sizes,
    steps: int,
    noise: Noise,
    scale: float,
    seeds: int,
    generator: np.random.Generator,
) -> Iterator[Losses]:
    """The losses at w₀, w₁ … w_``steps`` from ``start`` for every step size and each of so many ``seeds`` (2 at least);
    infinite from where they leave the numbers.

    One point at a time: all of them at once would not fit into memory. A seed draws the same batches and the same noise
    for every step size, so that these differ by nothing else. L is that of the data without noise.
    """
    # ‖Xw − y‖ = ‖Rw̃‖ with few rows, however many the data have.
    corner = np.asarray(np.linalg.qr(np.column_stack([design, targets]), mode="r"))
    factor, offset = corner[:, :-1], corner[:, -1:]
    gain = 2 * scale * len(design) * step_sizes / noise.batch
    weights = np.broadcast_to(start[:, None], (seeds, len(start), len(step_sizes)))
    lost = np.zeros((seeds, len(step_sizes)), bool)
    for step in range(steps + 1):
        with np.errstate(over="ignore", invalid="ignore"):  # divergence is marked
            losses = scale * np.square(factor @ weights - offset).sum(axis=1)
            lost |= ~np.isfinite(losses)
            yield np.where(lost, np.inf, losses).T
            if step < steps:
                chosen = batches(len(design), noise.batch, seeds, generator)
                rows = design[chosen]
                if noise.inputs:
                    rows = rows + noise.inputs * generator.standard_normal(rows.shape)
                residuals = rows @ weights - targets[chosen][..., None]
                weights = weights - gain * (rows.swapaxes(1, 2) @ residuals)


def batches(
    observations: int, batch: int, seeds: int, generator: np.random.Generator
) -> Int64[np.ndarray, "seeds batch"]:
    """For each seed ``batch`` different indices below ``observations``, every set of them as likely as any other."""
    if batch * batch > observations:
        keys = generator.random((seeds, observations))
        return np.asarray(np.argpartition(keys, batch - 1, axis=1)[:, :batch])
    chosen = generator.integers(observations, size=(seeds, batch))
    while batch > 1:  # at least six in ten draws have no index twice; the others are drawn again
        ordered = np.sort(chosen, axis=1)
        twice = (ordered[:, 1:] == ordered[:, :-1]).any(axis=1)
        if not twice.any():
            break
        chosen[twice] = generator.integers(observations, size=(int(twice.sum()), batch))
    return chosen
