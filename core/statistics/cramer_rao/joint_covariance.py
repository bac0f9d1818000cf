"""Two parameters at once: the covariance of their estimates against the inverse of the information."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, TypeVar

import numpy as np
from jaxtyping import Float, Float32, Float64

if TYPE_CHECKING:
    from core.statistics.cramer_rao.replicates import Totals

S = TypeVar("S")
Line = Float64[np.ndarray, "estimators n"]
DOTS = 300  # estimates that the cloud shows


@dataclass(frozen=True, eq=False)
class Joint:
    """``covariance`` is that of the estimates, ``bound`` is I⁻¹/n.

    ``smallest`` is the least eigenvalue of L⁻¹(Cov(T) − bound)L⁻ᵀ with LLᵀ the bound: negative where some combination
    of the two is known better than the bound for unbiased estimates allows; ``error`` is its standard error.
    ``plain`` is that of Cov(T) − bound in the parameters' own units; ``biased`` is against the biased bound.
    ``cloud`` holds the first estimates, as (T − θ)/√bound.
    """

    covariance: Float64[np.ndarray, "estimators n 2 2"]
    bound: Float64[np.ndarray, "n 2 2"]
    smallest: Line
    error: Line
    plain: Line
    biased: Line
    cloud: Float32[np.ndarray, "estimators n 2 dots"]


def joint(
    totals: Totals,
    least: Float64[np.ndarray, "2 2"],
    slopes: Float64[np.ndarray, "estimators n 2 2"],
    unit: Float64[np.ndarray, "n 2"],
    exists: Line,
) -> Joint:
    """From the sums of the errors in their ``unit``; ``least`` is I⁻¹, ``slopes`` are ∂E[T]/∂θ."""
    count, root = totals.replicates, np.sqrt(np.diag(least))
    error = totals.powers[0] / count
    covariance = (totals.errors / count - outer(error, error)) * count / (count - 1)
    covariance = np.nan_to_num(covariance, posinf=0.0, neginf=0.0)  # where it does not exist
    limit, scale = least / outer(root, root), outer(unit, unit)
    biased = np.nan_to_num(slopes @ least @ slopes.mT / outer(root, root))
    white = np.linalg.inv(np.linalg.cholesky(limit))
    values, vectors = np.linalg.eigh(white @ (covariance - limit) @ white.T)
    return Joint(
        covariance=covariance * scale * exists[..., None, None],
        bound=limit * scale,
        smallest=values[..., 0] * exists,
        error=_variance_error(np.einsum("enk,enkr->enr", vectors[..., 0] @ white, totals.kept), count) * exists,
        plain=np.linalg.eigvalsh((covariance - limit) * scale)[..., 0] * exists,
        biased=np.linalg.eigvalsh(white @ (covariance - biased) @ white.T)[..., 0] * exists,
        cloud=totals.kept[..., :DOTS].copy(),  # a view would keep all of them
    )


def _variance_error(values: Float[np.ndarray, "estimators n kept"], count: int) -> Line:
    """The standard error of the variance of ``count`` values, judged by those that were kept."""
    apart = values.astype(np.float64) - values.mean(axis=-1, keepdims=True)
    fourth, second = (apart**4).mean(axis=-1), (apart**2).mean(axis=-1)
    return np.asarray(np.sqrt((fourth - second**2) / count))


def outer(left: Float[np.ndarray, "*a k"], right: Float[np.ndarray, "*b k"]) -> Float[np.ndarray, "*c k k"]:
    """left·rightᵀ of the last axes."""
    return np.asarray(left[..., :, None] * right[..., None, :])


def joined(parts: Sequence[S], *first: str) -> S:
    """All arrays, one after the other along the axis of n: the first of those that are named, the second of others."""
    arrays = {name: np.concatenate([getattr(part, name) for part in parts], axis=0 if name in first else 1)
              for name, array in vars(parts[0]).items() if isinstance(array, np.ndarray)}  # fmt: skip
    return replace(parts[0], **arrays)  # type: ignore[type-var]
