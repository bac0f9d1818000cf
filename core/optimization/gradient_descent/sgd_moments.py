"""Stochastic gradient descent on least squares in expectation: exact, without a single draw.

A step w ← w − γ (1/B) Σ_{i ∈ S} zᵢ(zᵢᵀw − yᵢ) with zᵢ = xᵢ + nᵢ, nᵢ ~ N(0, s²I), is linear in w̃ = (w − w*, 1), where
w* minimises the mean loss. So the second moment S = E w̃w̃ᵀ has a recursion of its own, and E L(w_t) is linear in S.
It needs the mean of (Σ_{i ∈ S} zᵢzᵢᵀ) S (Σ_{j ∈ S} zⱼzⱼᵀ): over i ≠ j that is RᵢSRⱼ with Rᵢ = E zᵢzᵢᵀ = xᵢxᵢᵀ + V,
and over i = j, by Isserlis' theorem for a normal z of mean x,

    E zzᵀSzzᵀ = 2RSR + tr(SR)R − 2(xᵀSx) xxᵀ.

**The limit in mean square.** With M = E zzᵀ the error's second moment becomes Σ − γ(MΣ + ΣM) + γ² Q(Σ). This map, Q,
and the inverse of K(Σ) = MΣ + ΣM all preserve positive matrices, so the moment vanishes in time if and only if
γ ρ(K⁻¹Q) < 1; the spectral radius ρ comes by power iteration (Perron and Frobenius, Krein and Rutman). That is
stricter than γ < 2/λₘₐₓ(M), which holds the mean alone: seeds may scatter ever wider around a mean that converges.

Source: A. Défossez and F. Bach, *Averaged least-mean-squares*, AISTATS 2015, section 2; L. Isserlis, Biometrika 12
(1918) 134–139.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64

Design = Float64[np.ndarray, "observations parameters"]
Targets = Float64[np.ndarray, " observations"]
Moments = Float64[np.ndarray, "*configurations size size"]
INTERPOLATES = 1e-12  # residuals this small beside the targets are rounding


@dataclass(frozen=True)
class Noise:
    """What is random in a step: the ``batch`` size B, and the deviation s of ``inputs`` (in the units of X)."""

    batch: int = 1
    inputs: float = 0.0


def minimiser(design: Design, targets: Targets, inputs: float = 0.0) -> Float64[np.ndarray, " parameters"]:
    """w* = argmin Σᵢ E(zᵢᵀw − yᵢ)², the shortest: least squares, or with noise s ridge regression, (A + ns²I)⁻¹Xᵀy."""
    observations, parameters = design.shape
    if inputs:
        design = np.vstack([design, inputs * np.sqrt(observations) * np.eye(parameters)])
        targets = np.concatenate([targets, np.zeros(parameters)])
    return np.asarray(np.linalg.lstsq(design, targets)[0])


def expected_losses(
    design: Design,
    targets: Targets,
    start: Float64[np.ndarray, " parameters"],
    step_sizes: Float64[np.ndarray, " configurations"],
    steps: int,
    noise: Noise,
    scale: float,
    report: Callable[[float], None] = lambda share: None,
) -> Float64[np.ndarray, "configurations points"]:
    """E L(w_t) = E c Σᵢ (xᵢᵀw_t − yᵢ)² for t = 0 … ``steps``, exactly; infinite from where it leaves the numbers.

    A step takes of the order of configurations × observations × parameters² operations.
    """
    best = minimiser(design, targets, noise.inputs)
    residuals = design @ best - targets
    if np.abs(residuals).max() <= INTERPOLATES * np.abs(targets).max():
        residuals = np.zeros_like(residuals)
    # Of directions that no loss depends on, the moment would hold the rounding alone.
    axes, _ = _directions(design, noise.inputs)
    design, start, best = design @ axes.T, axes @ start, axes @ best
    rows = np.column_stack([design, residuals])
    mixed = noise.inputs * np.vstack([np.eye(len(best)), best])  # how noise on a row enters (z, zᵀw* − y)
    cover, gram, moves = mixed @ mixed.T, rows.T @ rows, np.append(np.ones(len(best)), 0.0)
    mean = moves[:, None] * (gram / len(rows) + cover)
    first = np.append(start - best, 1.0)
    moment = np.broadcast_to(np.outer(first, first), (len(step_sizes), len(first), len(first)))
    gain = (2 * scale * len(design) * step_sizes)[:, None, None]
    losses = np.empty((steps + 1, len(step_sizes)))
    with np.errstate(over="ignore", invalid="ignore"):  # divergence is marked below
        for step in range(steps + 1):
            report(step / (steps + 1))
            losses[step] = scale * np.einsum("cij,ij->c", moment, gram)
            drift = mean @ moment
            spread = moves[:, None] * squared(moment, rows, cover, noise.batch) * moves
            moment = moment - gain * (drift + drift.swapaxes(1, 2)) + gain**2 * spread
    lost = np.logical_or.accumulate(~np.isfinite(losses), axis=0)
    return np.where(lost, np.inf, losses).T


def mean_limit(design: Design, noise: Noise, scale: float) -> float:
    """The step size below which E w_t converges: 2/λₘₐₓ of E L's Hessian, 2c(XᵀX + ns²I). ∞ where that is 0."""
    largest = np.linalg.norm(design, 2) ** 2 + len(design) * noise.inputs**2
    return float(1 / (scale * largest)) if largest > 0 else np.inf


def mean_square_limit(design: Design, noise: Noise, scale: float) -> float:
    """The step size below which the error's second moment vanishes, or without interpolation stays bounded.

    Directions that no observation has stay as they are and do not count. ∞ where there is nothing to step along.
    """
    axes, curvatures = _directions(design, noise.inputs)
    if not len(axes):
        return np.inf
    rows = design @ axes.T
    sums = curvatures[:, None] + curvatures
    cover = noise.inputs**2 * np.eye(len(curvatures))
    moment, radius = np.eye(len(curvatures)) / len(curvatures), 0.0
    for _ in range(10_000):
        image = squared(moment, rows, cover, noise.batch) / sums
        last, radius = radius, float(np.linalg.norm(image))
        moment = image / radius
        if abs(radius - last) <= 1e-10 * radius:
            break
    return float(1 / (radius * 2 * scale * len(design)))


def _directions(design: Design, inputs: float) -> tuple[np.ndarray, np.ndarray]:
    """Orthonormal rows along which E zzᵀ is not 0, and its eigenvalues σ²/n + s² there, the largest first."""
    _, values, right = np.linalg.svd(design, full_matrices=inputs > 0)
    spectrum = np.zeros(len(right))
    spectrum[: len(values)] = values**2
    curvatures = spectrum / len(design) + inputs**2
    kept = curvatures > curvatures.max(initial=0.0) * (max(design.shape) * np.finfo(float).eps) ** 2
    return right[kept], curvatures[kept]


def squared(moment: Moments, rows: np.ndarray, cover: np.ndarray, batch: int) -> Moments:
    """E (1/B²) (Σ_{i ∈ S} zᵢzᵢᵀ) S (Σ_{j ∈ S} zⱼzⱼᵀ) as above, for batches without replacement."""
    count, gram = len(rows), rows.T @ rows
    sizes = ((rows @ moment) * rows).sum(-1)  # xᵢᵀSxᵢ
    fourth = (rows.T * sizes[..., None, :]) @ rows
    crossed = cover @ moment @ gram
    same = fourth + crossed + crossed.swapaxes(-1, -2) + count * cover @ moment @ cover
    traces = np.einsum("...ij,ij->...", moment, cover)[..., None, None]
    whole = gram + count * cover
    alike = 2 * same - fourth + sizes.sum(-1)[..., None, None] * cover + traces * whole
    pairs = whole @ moment @ whole - same
    share = (batch - 1) / (count - 1) if batch > 1 else 0.0
    return np.asarray((alike + share * pairs) / (batch * count))
