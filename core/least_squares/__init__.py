"""Least squares by QR, for many tables at once: coefficients, their errors, sums of squares, influence.

Of X = QR no product XᵀX is formed, which would square the condition number and lose half of the digits. Dimensions
before the last ones belong to the sweep.
"""

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from jaxtyping import Float64
from scipy.special import fdtrc, stdtr

Robust = Literal["HC0", "HC1", "HC2", "HC3"]
ROBUST: tuple[Robust, ...] = ("HC0", "HC1", "HC2", "HC3")
COLLINEAR = 1e-11  # of a column's length: what the other columns leave of it, and rounding alone would
ROUNDING = 1e-12  # of r² or of a leverage
PERFECT = 1e-30  # of the mean square of y: where s² is less, rounding alone has left it, and R warns of a perfect fit
Design = Float64[np.ndarray, "*#sweep rows columns"]
Rows = Float64[np.ndarray, "*#sweep rows"]
Coefficients = Float64[np.ndarray, "*#sweep columns"]
Numbers = Float64[np.ndarray, "*#sweep"]


@dataclass(frozen=True, eq=False)
class Fit:
    """y ≈ Xβ̂. ``pinv`` = R⁻¹Qᵀ is (XᵀX)⁻¹Xᵀ, so β̂ = pinv·y; with ``constant`` the first column of X is one of ones."""

    x: Design
    y: Rows
    constant: bool
    beta: Coefficients
    pinv: Float64[np.ndarray, "*#sweep columns rows"]
    leverage: Rows
    residuals: Rows

    @property
    def df(self) -> int:
        """n − p, where p counts the constant too."""
        return int(self.x.shape[-2] - self.x.shape[-1])

    @property
    def rss(self) -> Numbers:
        return np.asarray((self.residuals**2).sum(axis=-1))

    @property
    def tss(self) -> Numbers:
        """Σ(y − ȳ)²; without a constant Σy²: the sum that has ESS as a part (``uncentred``)."""
        mean = self.y.mean(axis=-1, keepdims=True) if self.constant else 0.0
        return np.asarray(((self.y - mean) ** 2).sum(axis=-1))

    @property
    def r_squared(self) -> Numbers:
        """1 − RSS/TSS; NaN where y does not vary."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(1 - self.rss / np.where(self.tss > 0, self.tss, np.nan))

    @property
    def adjusted(self) -> Numbers:
        """1 − (RSS/(n − p))/(TSS/(n − 1)), or TSS/n without a constant."""
        return np.asarray(1 - (1 - self.r_squared) * (self.x.shape[-2] - self.constant) / self.df)

    @property
    def deviation(self) -> Numbers:
        """s = √(RSS/(n − p))."""
        return np.asarray(np.sqrt(self.rss / self.df))

    @property
    def unscaled(self) -> Coefficients:
        """The diagonal of (XᵀX)⁻¹."""
        return np.asarray((self.pinv**2).sum(axis=-1))

    @property
    def errors(self) -> Coefficients:
        """Classical standard errors s·√(XᵀX)⁻¹ⱼⱼ."""
        return np.asarray(self.deviation[..., None] * np.sqrt(self.unscaled))

    def robust(self, kind: Robust) -> Coefficients:
        """The roots of the diagonal of pinv·diag(wᵢeᵢ²)·pinvᵀ: ``weights`` are White's, or those of MacKinnon."""
        weights = robust_weights(kind, self.leverage, self.x.shape[-1])
        return np.asarray(np.sqrt(((self.pinv**2) @ (weights * self.residuals**2)[..., None])[..., 0]))

    @property
    def newey_west(self) -> Coefficients:
        """The same for errors that also go along with those of neighbouring rows, in the order of the table."""
        return np.asarray(np.sqrt(newey_west(self.pinv * self.residuals[..., None, :])))

    @property
    def t(self) -> Coefficients:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.beta / self.errors)

    @property
    def p(self) -> Coefficients:
        return np.asarray(2 * stdtr(self.df, -np.abs(self.t)))

    @property
    def f(self) -> Numbers:
        """(ESS/k)/(RSS/(n − p)) of all k coefficients but the constant."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray((self.tss - self.rss) / (self.x.shape[-1] - self.constant) / (self.rss / self.df))

    @property
    def f_p(self) -> Numbers:
        return np.asarray(fdtrc(self.x.shape[-1] - self.constant, self.df, self.f))

    @property
    def internal(self) -> Rows:
        """Residuals in their own standard errors, eᵢ/(s√(1 − hᵢ)); NaN where hᵢ = 1."""
        with np.errstate(invalid="ignore", divide="ignore"):
            room = np.where(self.leverage < 1 - ROUNDING, 1 - self.leverage, np.nan)
            return np.asarray(self.residuals / (self.deviation[..., None] * np.sqrt(room)))

    @property
    def external(self) -> Rows:
        """The same by the s of the fit without observation i, which follows Student's t with n − p − 1 degrees.

        Infinite where that fit is exact, and only rounding would be left of its s.
        """
        with np.errstate(invalid="ignore", divide="ignore"):
            room = self.df - self.internal**2
            found = self.internal * np.sqrt((self.df - 1) / room)
            return np.where(room < ROUNDING * self.df, np.copysign(np.inf, self.internal), found)

    @property
    def cook(self) -> Rows:
        """Cook's distance r²h/((1 − h)p): how far all fitted values move without observation i."""
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.internal**2 * self.leverage / (1 - self.leverage) / self.x.shape[-1])

    @property
    def dffits(self) -> Rows:
        with np.errstate(invalid="ignore", divide="ignore"):
            return np.asarray(self.external * np.sqrt(self.leverage / (1 - self.leverage)))

    def added_variable(self, j: int) -> tuple[Rows, Rows]:
        """Column j of X and y less what the other columns explain of them, about their means.

        By Frisch, Waugh and Lovell the line through them has the slope of the whole fit, and leaves its residuals.
        """
        row = self.pinv[..., j, :]
        x = row / (row**2).sum(axis=-1, keepdims=True)
        y = self.residuals + self.beta[..., [j]] * x
        if self.constant:
            x, y = x + self.x[..., j].mean(axis=-1, keepdims=True), y + self.y.mean(axis=-1, keepdims=True)
        return x, y


def robust_weights(kind: Robust, leverage: Rows, columns: int) -> Rows:
    """What e² is multiplied by: 1, n/(n − p), 1/(1 − h), 1/(1 − h)². Where h = 1 there is no residual to multiply."""
    rows = leverage.shape[-1]
    if kind in ("HC0", "HC1"):
        return np.full_like(leverage, rows / (rows - columns) if kind == "HC1" else 1.0)
    room = np.where(leverage < 1 - ROUNDING, 1 - leverage, 1.0)
    return np.asarray(room ** (-1.0 if kind == "HC2" else -2.0))


def lags(rows: int) -> int:
    """How many neighbours Newey and West count: ⌊4(n/100)^(2/9)⌋."""
    return int(4 * (rows / 100) ** (2 / 9))


def newey_west(scores: Any) -> Any:
    """Σᵢⱼ k(i − j)·sᵢsⱼ of scores s (NumPy or torch, rows last) with Bartlett's weights k = 1 − |i − j|/(L + 1).

    Of sᵢ = pinvⱼᵢeᵢ this is the squared standard error of bⱼ (Newey and West, 1987).
    """
    most, total = lags(scores.shape[-1]), (scores * scores).sum(-1)
    for lag in range(1, most + 1):
        total = total + 2 * (1 - lag / (most + 1)) * (scores[..., lag:] * scores[..., :-lag]).sum(-1)
    return abs(total)  # which rounding may take below 0


def least_squares(x: Design, y: Rows, constant: bool) -> Fit:
    """The fit by QR of columns of equal length, its coefficients refined once by their residuals; NaN where a column
    says nothing of its own. A constant is taken from all columns first, which keeps the digits of large ones. A
    perfect fit leaves nothing, whatever the decimals of the data.
    """
    rows, first = x.shape[-2], int(constant)
    middle, mean = first * x[..., first:].mean(axis=-2, keepdims=True), first * y.mean(axis=-1, keepdims=True)
    inner, left = x[..., first:] - middle, y - mean
    whole, length = (np.sqrt((each**2).sum(axis=-2)) for each in (x[..., first:], inner))
    length = np.maximum(length, 1e-60)
    q, r = np.linalg.qr(inner / length[..., None, :])
    own = np.abs(np.diagonal(r, axis1=-2, axis2=-1)) * length  # what the other columns leave of each
    singular = (own < COLLINEAR * np.maximum(whole, 1e-60)).any(axis=-1)[..., None, None]
    q, r = np.where(singular, np.nan, q), np.where(singular, np.eye(r.shape[-1]), r)
    pinv = np.linalg.solve(r, np.swapaxes(q, -1, -2)) / length[..., None]
    beta = (pinv @ left[..., None])[..., 0]
    beta = beta + (pinv @ (left - (inner @ beta[..., None])[..., 0])[..., None])[..., 0]
    residuals = left - (inner @ beta[..., None])[..., 0]
    least = PERFECT * (rows - x.shape[-1]) * (y**2).mean(axis=-1, keepdims=True)
    residuals = np.where((residuals**2).sum(axis=-1, keepdims=True) < least, 0.0, residuals)
    if constant:
        beta = np.concatenate([mean - (middle @ beta[..., None])[..., 0], beta], axis=-1)
        pinv = np.concatenate([1 / rows - middle @ pinv, pinv], axis=-2)
    return Fit(x, y, constant, beta, pinv, np.minimum((q**2).sum(axis=-1) + first / rows, 1.0), residuals)


def dependent(x: Float64[np.ndarray, "rows columns"]) -> int | None:
    """The first column that is a sum of multiples of those before it; ``None`` where all say something of their own."""
    left = np.abs(np.diag(np.linalg.qr(x / np.maximum(np.sqrt((x**2).sum(axis=0)), 1e-300), mode="r")))
    found = np.flatnonzero(left < COLLINEAR)
    return int(found[0]) if len(found) else None
