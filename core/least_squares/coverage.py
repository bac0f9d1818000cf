"""Intervals for a coefficient by each kind of standard error, and how often they hold it: in refits, and exactly."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Float64, Int64

from core.least_squares import ROBUST, Fit, lags, newey_west, robust_weights
from core.quadratic_forms import chances_of_no_excess

KINDS = ("classical", *ROBUST, "Newey–West")
Rows = Float64[np.ndarray, " rows"]


@dataclass(frozen=True, eq=False)
class Intervals:
    """bⱼ ± ``critical`` standard errors on the design of ``fit``, by ``KINDS`` of these; ``along`` says which rows are
    neighbours, for Newey and West, whose squares are multiplied by ``correction``. Errors ε of y move bⱼ by a·ε and
    leave the residuals Mε.
    """

    fit: Fit
    j: int
    critical: float
    along: Int64[np.ndarray, " rows"]
    correction: float = 1.0

    @property
    def a(self) -> Rows:
        """The row of (XᵀX)⁻¹Xᵀ."""
        return np.asarray(self.fit.pinv[self.j])

    @cached_property
    def basis(self) -> Float64[np.ndarray, "rows columns"]:
        """Orthonormal columns Q of the space that X spans, about the means: large columns keep their digits."""
        x, first = self.fit.x.copy(), int(self.fit.constant)
        x[:, first:] -= first * x[:, first:].mean(axis=0)
        return np.asarray(np.linalg.qr(x / np.sqrt((x**2).sum(axis=0)))[0])

    @cached_property
    def leaves(self) -> Float64[np.ndarray, "rows rows"]:
        """M = I − QQᵀ."""
        return np.asarray(np.eye(len(self.a)) - self.basis @ self.basis.T)

    @cached_property
    def weights(self) -> Float64[np.ndarray, "kinds rows"]:
        """w of each standard error whose square is Σwᵢeᵢ²: all but the last."""
        classical = np.full(len(self.a), (self.a @ self.a) / self.fit.df)
        robust = (robust_weights(kind, self.fit.leverage, self.fit.x.shape[1]) for kind in ROBUST)
        return np.stack([classical, *(self.a**2 * each for each in robust)])

    @cached_property
    def apart(self) -> Int64[np.ndarray, "rows rows"]:
        """How many places two rows stand apart."""
        place = np.argsort(self.along)
        return np.asarray(np.abs(np.subtract.outer(place, place)))

    def refit(self, errors: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """How far bⱼ is off in each column of ``errors``, and its standard errors (kinds × replicates)."""
        a, basis, weights = (torch.as_tensor(each, device=errors.device)
                             for each in (self.a, self.basis, self.weights))  # fmt: skip
        left = errors - basis @ (basis.T @ errors)
        neighbours = self.correction * newey_west((a[:, None] * left)[self.along.tolist()].T)
        return a @ errors, torch.sqrt(torch.cat([weights @ left**2, neighbours[None]]))

    def coverage(
        self, means: Float64[np.ndarray, "laws rows"], covariances: Float64[np.ndarray, "laws rows rows"]
    ) -> Float64[np.ndarray, "kinds laws"]:
        """How probable it is that each interval holds the coefficient, for normal errors of each law.

        |a·ε| ≤ c·SE is ε′(aa′ − c²·M·W·M)ε ≤ 0: a quadratic form for each standard error.
        """
        near = np.maximum(1 - self.apart / (lags(len(self.a)) + 1), 0)
        squared = np.concatenate([self.weights[:, :, None] * np.eye(len(self.a)),
                                  (self.correction * np.outer(self.a, self.a) * near)[None]])  # fmt: skip
        forms = np.outer(self.a, self.a) - self.critical**2 * (self.leaves @ squared @ self.leaves)
        return chances_of_no_excess(forms, means, covariances)
