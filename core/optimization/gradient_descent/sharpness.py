"""Sharpness, the largest eigenvalue λₘₐₓ of a loss's Hessian, by Lanczos' iteration; along training, beside 2/η.

A Hessian H is never built. The gradient is computed once so that it can be differentiated again, and every product
Hv = ∇(∇L·v) is one pass backwards through it, at all points at once. From a random start q₁ the iteration builds an
orthonormal basis Q of q₁, Hq₁, H²q₁ …; the largest eigenvalue of the tridiagonal T = QᵀHQ approaches λₘₐₓ from below,
and the residual ‖Hv − λv‖ says how near λ is to an eigenvalue of H.

Gradient descent with step size η contracts no direction whose curvature exceeds 2/η. Trained with it, networks
sharpen until λₘₐₓ reaches 2/η and then stay about there, while the loss falls on, not in every step: the *edge of
stability* (J. Cohen, S. Kaur, Y. Li, J. Z. Kolter, A. Talwalkar, ICLR 2021). With heavy ball the edge is
2(1 + β)/η, with Nesterov 2(1 + β)/(η(1 + 2β)): ``momentum.limit`` over η.

Source of the iteration: G. H. Golub and C. F. Van Loan, *Matrix Computations*, 4th ed., chapter 10.
"""

from collections.abc import Callable, Iterator
from itertools import islice

import numpy as np
import torch
from jaxtyping import Float64

from core.optimization.gradient_descent.methods import Objective, Points

CHECKED_EVERY = 5  # products, because an eigenvalue of T costs as much as a few of them
Product = Callable[[Points], Points]
Tridiagonal = Float64[torch.Tensor, "configurations size size"]


def hessian_product(objective: Objective, points: Points) -> Product:
    """v ↦ Hv at every one of ``points``, each with a v of its own. The objective's gradient must be differentiable."""
    at = points.detach().requires_grad_()
    with torch.enable_grad():
        _, gradient = objective(at)

    def product(vectors: Points) -> Points:
        # The gradient of the sum is Hv to the bit. Given v as grad_outputs, torch loads SymPy to compare their shapes,
        # which takes every process two seconds.
        with torch.enable_grad():
            along = (gradient * vectors).sum()
        (answer,) = torch.autograd.grad(along, at, retain_graph=True, materialize_grads=True)
        return answer

    return product


def sharpness(
    objective: Objective, points: Points, generator: torch.Generator, tolerance: float = 1e-6, most: int = 100
) -> Float64[np.ndarray, " configurations"]:
    """λₘₐₓ of the Hessian at each of ``points``, until ‖Hv − λv‖ is at most ``tolerance``·|λ|; infinite where a point
    is not finite.

    ``most`` products Hv are made at most, and never more than there are parameters: then λ is exact but for rounding.
    All directions made are kept and held orthogonal, ``most`` × configurations × parameters numbers.
    """
    finite = torch.isfinite(points).all(1)
    product = hessian_product(objective, torch.where(finite[:, None], points, 0.0))
    draws = torch.randn(points.shape[1], generator=generator, dtype=points.dtype, device=generator.device)
    start = (draws / draws.norm()).to(points.device).expand(len(points), -1)
    values, _ = lanczos(product, start, tolerance, most)
    return np.asarray(torch.where(finite & torch.isfinite(values), values, torch.inf).cpu().numpy())


def lanczos(product: Product, start: Points, tolerance: float, most: int) -> tuple[torch.Tensor, torch.Tensor]:
    """The largest eigenvalue λ of each of several symmetric matrices, and its residual ‖Hv − λv‖.

    ``start`` holds a unit vector for each of them. A basis that cannot grow any more, since it spans an invariant
    space, goes on with zeros. Where products overflow, the eigenvalue and its residual are infinite.
    """
    most = min(most, start.shape[1])
    for count, (alphas, betas) in enumerate(islice(krylov(product, start), most), 1):
        if count % CHECKED_EVERY == 0 or count == most:
            matrices = tridiagonal(alphas, betas)
            known = torch.isfinite(matrices).all(2).all(1)
            spectra, combined = torch.linalg.eigh(torch.where(known[:, None, None], matrices, 0.0))
            values = torch.where(known, spectra[:, -1], torch.inf)
            residuals = torch.where(known, betas[-1] * combined[:, -1, -1].abs(), torch.inf)
            if bool((residuals <= tolerance * values.abs()).all()):
                break
    return values, residuals


def krylov(product: Product, start: Points) -> Iterator[tuple[list[torch.Tensor], list[torch.Tensor]]]:
    """What stands on the diagonal of T and what beside it, one number of each more with every product.

    The next vector of a basis is the part of the product outside it, as a unit vector; zeros where it is but rounding.
    """
    basis, alphas, betas = [start], list[torch.Tensor](), list[torch.Tensor]()
    while True:
        image, known = product(basis[-1]), torch.stack(basis, 1)
        alphas.append((basis[-1] * image).sum(1))
        size = image.norm(dim=1)
        for _ in range(2):  # once more takes away what the first time left by rounding
            image = image - torch.einsum("ckp,ck->cp", known, torch.einsum("ckp,cp->ck", known, image))
        beta = image.norm(dim=1)
        betas.append(torch.where(beta > 1e-13 * size, beta, 0.0))
        basis.append(torch.where(betas[-1][:, None] > 0, image / betas[-1][:, None], 0.0))
        yield alphas, betas


def tridiagonal(alphas: list[torch.Tensor], betas: list[torch.Tensor]) -> Tridiagonal:
    """T of every matrix. Past the end of a basis its diagonal repeats the first entry, which is never above λₘₐₓ."""
    diagonal, beside = torch.stack(alphas, 1), torch.stack(betas, 1)
    ended = torch.cumsum(beside == 0, 1)[:, :-1] > 0
    diagonal = torch.cat([diagonal[:, :1], torch.where(ended, diagonal[:, :1], diagonal[:, 1:])], 1)
    inner = beside[:, :-1]
    return torch.diag_embed(diagonal) + torch.diag_embed(inner, 1) + torch.diag_embed(inner, -1)
