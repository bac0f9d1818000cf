"""Sharpness, the largest eigenvalue λₘₐₓ of a loss's Hessian, by Lanczos' iteration; along training, beside 2/η.

A Hessian H is never built. The gradient is computed once so that it can be differentiated again, and every product
Hv = ∇(∇L·v) is one pass backwards through it, at all points at once. From a random start q₁ the iteration builds an
orthonormal basis Q of q₁, Hq₁, H²q₁ …; the largest eigenvalue of the tridiagonal T = QᵀHQ approaches λₘₐₓ from below,
and the residual ‖Hv − λv‖ says how near λ is to an eigenvalue of H.

Gradient descent with step size η contracts no direction whose curvature exceeds 2/η. Trained with it, networks
sharpen until λₘₐₓ reaches 2/η and then stay about there, while the loss falls on, not in every step: the *edge of
stability* (J. Cohen, S. Kaur, Y. Li, J. Z. Kolter, A. Talwalkar, ICLR 2021). With heavy ball the edge is
2(1 + β)/η, with Nesterov 2(1 + β)/(η(1 + 2β)).

Source of the iteration: G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th ed., chapter 10.
"""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float64

from core.errors import InputError
from core.optimization.gradient_descent import momentum
from core.optimization.gradient_descent.methods import LINEAR, Method, Objective, Points

CHECKED_EVERY = 5  # products, because an eigenvalue of T costs as much as a few of them
Product = Callable[[Points], Points]
Tridiagonal = Float64[torch.Tensor, "configurations size size"]


@dataclass(frozen=True)
class Sharpness:
    """λₘₐₓ at each point with its unit eigenvector, the residual ‖Hv − λv‖, and how many products Hv it took.

    Where a point is not finite, λ and the residual are infinite and the eigenvector is zero.
    """

    values: Float64[np.ndarray, " configurations"]
    residuals: Float64[np.ndarray, " configurations"]
    vectors: Float64[np.ndarray, "configurations parameters"]
    products: int


def edge(step_size: float, method: Method | None = None) -> float | None:
    """The curvature that a step size is just stable on: 2/η and its likes above; None where a method is not linear.

    Raises:
        InputError: the step size is not positive.
    """
    if not step_size > 0:
        raise InputError("step_size", step_size, "it must be above 0")
    method = method or Method()
    return momentum.limit(method.name, method.momentum) / step_size if method.name in LINEAR else None


def hessian_product(objective: Objective, points: Points) -> Product:
    """v ↦ Hv at every one of ``points``, each with a v of its own. The objective's gradient must be differentiable."""
    at = points.detach().requires_grad_()
    with torch.enable_grad():
        _, gradient = objective(at)

    def product(vectors: Points) -> Points:
        if gradient.grad_fn is None:  # a gradient that depends on no parameter: the loss is linear
            return torch.zeros_like(vectors)
        # The gradient of the sum is Hv to the bit. Given v as grad_outputs, torch loads SymPy to compare their shapes,
        # which takes every process two seconds.
        with torch.enable_grad():
            along = (gradient * vectors).sum()
        (answer,) = torch.autograd.grad(along, at, retain_graph=True, materialize_grads=True)
        return answer

    return product


def sharpness(
    objective: Objective, points: Points, generator: torch.Generator, tolerance: float = 1e-6, most: int = 100
) -> Sharpness:
    """λₘₐₓ of the Hessian at each of ``points``, until every residual is at most ``tolerance``·|λ|.

    ``most`` products Hv are made at most, and never more than there are parameters: then λ is exact but for rounding.
    All directions made are kept and held orthogonal, ``most`` × configurations × parameters numbers. Where few
    products are allowed, the residuals say what is lacking.
    """
    finite = torch.isfinite(points).all(1)
    product = hessian_product(objective, torch.where(finite[:, None], points, 0.0))
    draws = torch.randn(points.shape[1], generator=generator, dtype=points.dtype, device=generator.device)
    start = (draws / draws.norm()).to(points.device).expand(len(points), -1)
    values, residuals, vectors, count = lanczos(product, start, tolerance, most)
    unknown = ~finite | ~torch.isfinite(values)
    return Sharpness(
        torch.where(unknown, torch.inf, values).cpu().numpy(),
        torch.where(unknown, torch.inf, residuals).cpu().numpy(),
        torch.where(unknown[:, None], 0.0, vectors).cpu().numpy(),
        count,
    )


def lanczos(
    product: Product, start: Points, tolerance: float, most: int
) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor, int]:
    """Largest eigenvalues, residuals, unit eigenvectors (each by row) and the number of products.

    ``start`` holds a unit vector for each of the symmetric matrices. A basis that cannot grow any more, since it spans
    an invariant space, goes on with zeros. Where products overflow, the eigenvalue and its residual are infinite.
    """
    most = min(most, start.shape[1])
    basis: list[Points] = [start]
    alphas: list[torch.Tensor] = []
    betas: list[torch.Tensor] = []
    for count in range(1, most + 1):
        image = extend(product, basis, alphas, betas)
        if count % CHECKED_EVERY == 0 or count == most:
            matrices = tridiagonal(alphas, betas)
            known = torch.isfinite(matrices).all(2).all(1)
            spectra, combined = torch.linalg.eigh(torch.where(known[:, None, None], matrices, 0.0))
            values = torch.where(known, spectra[:, -1], torch.inf)
            residuals = torch.where(known, betas[-1] * combined[:, -1, -1].abs(), torch.inf)
            if bool((residuals <= tolerance * values.abs()).all()) or count == most:
                break
        basis.append(image)
    vectors = torch.einsum("ckp,ck->cp", torch.stack(basis, 1), combined[:, :, -1])
    return values, residuals, vectors, count


def extend(product: Product, basis: list[Points], alphas: list[torch.Tensor], betas: list[torch.Tensor]) -> Points:
    """One more row of T from the last vector of each basis, and the vector that would be next in it."""
    image = product(basis[-1])
    alphas.append((basis[-1] * image).sum(1))
    image, beta = _orthogonalised(image, torch.stack(basis, 1))
    betas.append(beta)
    return image


def _orthogonalised(
    image: Points, basis: Float64[torch.Tensor, "configurations size parameters"]
) -> tuple[Points, Float64[torch.Tensor, " configurations"]]:
    """The part of ``image`` outside the basis, as a unit vector, and its length; zeros where it is but rounding."""
    size = image.norm(dim=1)
    for _ in range(2):  # once more takes away what the first time left by rounding
        image = image - torch.einsum("ckp,ck->cp", basis, torch.einsum("ckp,cp->ck", basis, image))
    beta = image.norm(dim=1)
    beta = torch.where(beta > 1e-13 * size, beta, 0.0)
    return torch.where(beta[:, None] > 0, image / beta[:, None], 0.0), beta


def tridiagonal(alphas: list[torch.Tensor], betas: list[torch.Tensor]) -> Tridiagonal:
    """T of every matrix. Past the end of a basis its diagonal repeats the first entry, which is never above λₘₐₓ."""
    diagonal, beside = torch.stack(alphas, 1), torch.stack(betas, 1)
    ended = torch.cumsum(beside == 0, 1)[:, :-1] > 0
    diagonal = torch.cat([diagonal[:, :1], torch.where(ended, diagonal[:, :1], diagonal[:, 1:])], 1)
    inner = beside[:, :-1]
    return torch.diag_embed(diagonal) + torch.diag_embed(inner, 1) + torch.diag_embed(inner, -1)
