"""Ridge regression of a fixed design with normal errors: what its coefficients and its R² are on average, exactly."""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
from jaxtyping import Float64
from scipy.special import hyp1f1


@dataclass(frozen=True, eq=False)
class Ridge:
    """b = (XᵀX + αI)⁻¹Xᵀy of y = c + Xβ + σz, where the columns of X have the mean 0 and the constant has no penalty α.

    With α = 0 it is least squares.
    """

    x: Float64[np.ndarray, "rows columns"]
    beta: Float64[np.ndarray, " columns"]
    sigma: float
    penalty: float = 0.0

    @cached_property
    def gram(self) -> Float64[np.ndarray, "columns columns"]:
        """G = XᵀX."""
        return np.asarray(self.x.T @ self.x)

    @cached_property
    def inverse(self) -> Float64[np.ndarray, "columns columns"]:
        """(G + αI)⁻¹."""
        return np.linalg.inv(self.gram + self.penalty * np.eye(len(self.beta)))

    @cached_property
    def mean(self) -> Float64[np.ndarray, " columns"]:
        """E b = (G + αI)⁻¹Gβ, which is β less the bias α(G + αI)⁻¹β: of least squares it is β to the last digit."""
        return np.asarray(self.beta - self.penalty * (self.inverse @ self.beta))

    @cached_property
    def covariance(self) -> Float64[np.ndarray, "columns columns"]:
        """Cov b = σ²(G + αI)⁻¹G(G + αI)⁻¹."""
        return np.asarray(self.sigma**2 * (self.inverse @ self.gram @ self.inverse))

    @cached_property
    def leverage(self) -> Float64[np.ndarray, " rows"]:
        """∂ŷᵢ/∂yᵢ = 1/n + xᵢ(G + αI)⁻¹xᵢᵀ."""
        return np.asarray(1 / len(self.x) + ((self.x @ self.inverse) * self.x).sum(axis=1))

    @property
    def mean_r_squared(self) -> float:
        """E(1 − RSS/TSS).

        In the directions u of the p singular values s of X, RSS is Σf²c² + σ²w and TSS Σc² + σ²w, where c = uᵀy has the
        mean μ = s·vᵀβ and the variance σ², w is χ² with d = n − 1 − p degrees of freedom, and f = α/(s² + α). From
        1/TSS = ∫e^(−t·TSS)dt it follows that E(RSS/TSS) = ½[(d + Σf²)·K((n − 1)/2) + Σ(fμ/σ)²·K((n + 1)/2)], where
        K(a) = ₁F₁(1; a + 1; −λ/2)/a and λ = Σ(μ/σ)².
        """
        squares, directions = np.linalg.eigh(self.gram)
        kept = (self.penalty / (squares + self.penalty)) ** 2
        signal = squares * (directions.T @ self.beta) ** 2 / self.sigma**2
        rows, columns = self.x.shape
        first, second = (float(hyp1f1(1, a + 1, -signal.sum() / 2)) / a for a in ((rows - 1) / 2, (rows + 1) / 2))
        return float(1 - 0.5 * ((rows - 1 - columns + kept.sum()) * first + (kept * signal).sum() * second))
