"""Logistic regression: its loss, gradient and curvature at many points at once, and whether it has a minimiser.

    L(w) = c Σᵢ ln(1 + e^{−sᵢ xᵢᵀw}),     ∇L = −c Σᵢ sᵢ σ(−sᵢ xᵢᵀw) xᵢ,     H = c Xᵀ diag(pᵢ(1 − pᵢ)) X,   pᵢ = σ(xᵢᵀw)

The labels sᵢ are −1 and 1, σ is the logistic function, and the *scale* c is the convention of the loss: 1 for the
sum over observations, 1/n for their mean. Because p(1 − p) ≤ ¼, reached where w = 0, the curvature is largest there:
λₘₐₓ(H) ≤ c σ₁(X)²/4 everywhere, and a step size below 2 over that descends from any start.

**Where no minimiser exists.** When some w ≠ 0 has sᵢ xᵢᵀw ≥ 0 for all i and > 0 for some (*separation*), the loss
falls for ever along it and ‖w_t‖ grows without end; else the minimum is attained (A. Albert and J. A. Anderson,
Biometrika 71 (1984) 1–10).
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import scipy.sparse
import torch
from jaxtyping import Bool, Float64
from scipy.optimize import linprog
from scipy.special import expit

from core.optimization.gradient_descent.methods import Losses, Objective, Points

Design = Float64[torch.Tensor, "observations parameters"]
Labels = Float64[torch.Tensor, " observations"]
Separation = Literal["none", "complete", "partial"]


def objective(design: Design, labels: Labels, scale: float) -> Objective:
    """L and ∇L as above, at one point w a row. No margin overflows: ln(1 + e^{−m}) = max(−m, 0) + ln(1 + e^{−|m|})."""
    signed = labels[:, None] * design

    def evaluate(points: Points) -> tuple[Losses, Points]:
        margins = points @ signed.T
        losses = -scale * torch.nn.functional.logsigmoid(margins).sum(1)
        return losses, -scale * torch.sigmoid(-margins) @ signed

    return evaluate


def smoothness(design: Design, scale: float) -> float:
    """c σ₁(X)²/4, the largest λₘₐₓ(H) of all w, reached at w = 0."""
    return float(scale * torch.linalg.matrix_norm(design, 2) ** 2 / 4)


@dataclass(frozen=True)
class LogisticFit:
    """The minimiser of the loss, or which separation leaves none.

    ``complete``: a plane leaves every observation strictly on the side of its label. ``partial``: all are on their
    side, and some of either label on the plane itself. ``weights`` is the shortest minimiser (the only one where the
    columns of X are independent), ``loss`` Σᵢ ln(1 + e^{−mᵢ}) there. Where there is none, ``weights`` is None and
    ``loss`` the greatest lower bound, that no w reaches.
    """

    separation: Separation
    weights: Float64[np.ndarray, " parameters"] | None
    loss: float

    def sentence(self) -> str:
        """What a reader is to know about the minimum."""
        if self.separation == "none":
            return "The two classes overlap, so the loss has a minimum and descent can reach it."
        on = "" if self.separation == "complete" else ", with some observations on the plane itself"
        return (
            f"A plane separates the two classes{on}, so the loss has no minimum: it falls for ever while the weights "
            "grow, ever more slowly."
        )


def fit(design: Design, labels: Labels) -> LogisticFit:
    """The minimiser of Σᵢ ln(1 + e^{−mᵢ}) by Newton's method, or the separation that rules it out.

    Newton's steps are taken in an orthonormal basis of the rows of X, and most often end in one of two proofs. With
    R = maxᵢ ‖xᵢ‖ and ν = ‖∇L‖ in the norms of H⁻¹, the curvature along a ray of unit H-norm falls no quicker than
    e^{−Rt}, so that the slope there is at least −ν + (1 − e^{−Rt})/R: if νR < 1, every ray ends by rising and there is
    a minimum (after F. Bach, Electronic Journal of Statistics 4 (2010) 384–414). And w itself separates when all
    margins are positive. Where neither comes, a linear programme decides.
    """
    signed = (labels[:, None] * design).numpy()
    left, values, right = np.linalg.svd(signed, full_matrices=False)
    left[~signed.any(axis=1)] = 0.0  # zeros lie on every plane, and rounding must not move them off it
    rank = int((values > values[:1] * max(signed.shape) * np.finfo(float).eps).sum())
    point, proof = _newton(left[:, :rank])
    strict = np.full(len(signed), proof == "complete") if proof else _strictly_separated(left[:, :rank])
    if strict.any():
        # Along a separating direction the loss of those strictly beside the plane vanishes, and that of others stays.
        beside = torch.from_numpy(~strict)
        floor = 0.0 if strict.all() else fit(design[beside], labels[beside]).loss
        return LogisticFit("complete" if strict.all() else "partial", None, floor)
    loss = float(np.logaddexp(0, -left[:, :rank] @ point).sum())
    return LogisticFit("none", right[:rank].T @ (point / values[:rank]), loss)


def _newton(rows: np.ndarray) -> tuple[np.ndarray, Separation | None]:
    """The last point, and what is proven there: ``none`` (a minimum, and this is it), ``complete``, or nothing."""
    proof: Separation | None = "none" if rows.shape[1] == 0 else None
    point = np.zeros(rows.shape[1])
    for _ in range(100 if rows.shape[1] else 0):
        margins = rows @ point
        if margins.min() > 1e-9 * np.abs(margins).max():
            return point, "complete"
        gradient = -rows.T @ expit(-margins)
        curvature = (rows.T * (expit(margins) * expit(-margins))) @ rows
        if np.linalg.cond(curvature) > 1e13:  # the steps to come would be rounding
            break
        root = np.linalg.cholesky(curvature)
        norm = float(np.linalg.norm(np.linalg.solve(root, gradient)))
        if norm * np.linalg.norm(np.linalg.solve(root, rows.T), axis=0).max() < 0.5:
            proof = "none"
        if norm < 1e-12:
            break
        step = -np.linalg.solve(curvature, gradient)
        point = point + step * _length(rows, margins, step, norm)
    return point, proof


def _length(rows: np.ndarray, margins: np.ndarray, step: np.ndarray, norm: float) -> float:
    """The first of 1, ½, ¼ … of a Newton step that lowers the loss by a tenth of what its slope −``norm``² promises."""
    loss, along, length = np.logaddexp(0, -margins).sum(), rows @ step, 1.0
    while length > 1e-10 and np.logaddexp(0, -margins - length * along).sum() > loss - 0.1 * length * norm**2:
        if norm**2 < 1e-12 * loss:  # the loss has no digits left to tell
            break
        length /= 2
    return length


def _strictly_separated(rows: np.ndarray) -> Bool[np.ndarray, " observations"]:
    """Which observations some w puts strictly on their side while none lies on the wrong one.

    Maximise Σ tᵢ with xᵢᵀw ≥ tᵢ and 0 ≤ tᵢ ≤ 1. Separating directions add up and can be lengthened, so every tᵢ is 0
    or 1 at the maximum.
    """
    size = np.abs(rows).max(axis=1, keepdims=True)
    scaled = rows / np.where(size > 0, size, 1.0)
    count, parameters = rows.shape
    beside = scipy.sparse.hstack([scipy.sparse.csr_array(-scaled), scipy.sparse.eye_array(count, format="csr")])
    answer = linprog(  # type: ignore[call-overload]  # the stubs know no sparse matrices
        np.concatenate([np.zeros(parameters), -np.ones(count)]),
        A_ub=beside,
        b_ub=np.zeros(count),
        bounds=[(None, None)] * parameters + [(0, 1)] * count,
    )
    assert answer.x is not None, "0 is feasible and the sum is bounded"
    return np.asarray(answer.x[parameters:] > 0.5)
