"""The families of distributions of /cramer-rao: their parameters, and what one draw tells about them (Fisher).

A family has two numbers, ``theta`` and ``known``. Where two parameters are estimated they are both; else the second
is taken as known, or means nothing. Draws are x = location + scale·z with z standard, so that simulating needs no
units. Lehmann and Casella, *Theory of Point Estimation*, 2nd ed., section 2.5; the notes' section on estimation.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from jaxtyping import Float64
from scipy.special import polygamma

Matrix = Float64[np.ndarray, "k k"]


@dataclass(frozen=True)
class Quantity:
    """A parameter: its sign, its name, the range allowed, and a value to begin with."""

    symbol: str
    name: str
    low: float
    high: float
    usual: float


@dataclass(frozen=True)
class Family:
    """A family of distributions.

    ``quantities`` are theta and, where there is one, the second number. ``information(theta, known)`` is Fisher's for
    one draw, E[s·sᵀ] with s the score, of the ``estimated`` parameters; ``formula`` says it in signs. ``standard``
    gives location and scale. ``regular`` is False where the support depends on θ: then the score has not the mean 0
    and E[s²] bounds nothing. ``support`` are the smallest and the largest value that can be drawn.
    """

    title: str
    quantities: tuple[Quantity, ...]
    information: Callable[[float, float], Matrix]
    formula: str
    standard: Callable[[float, float], tuple[float, float]]
    support: tuple[float, float] = (-np.inf, np.inf)
    whole: bool = False
    estimated: int = 1
    regular: bool = True


def bound(family: Family, theta: float, known: float) -> Matrix:
    """I(θ)⁻¹: the least variance (covariance) of an unbiased estimate, times the number of draws."""
    return np.asarray(np.linalg.inv(family.information(theta, known)), np.float64)


def _one(value: float) -> Matrix:
    return np.array([[value]], np.float64)


def _trigamma(value: float) -> float:
    return float(polygamma(1, value))


def _gamma_both(shape: float, rate: float) -> Matrix:
    return np.array([[_trigamma(shape), -1 / rate], [-1 / rate, shape / rate**2]])


def _as_drawn(theta: float, known: float) -> tuple[float, float]:
    return 0.0, 1.0


def _location_scale(theta: float, known: float) -> tuple[float, float]:
    return theta, known


_FAR = 1e6
_LEAST = 1e-6


def _location(symbol: str = "μ", name: str = "location") -> Quantity:
    return Quantity(symbol, name, -_FAR, _FAR, 0.5)


def _positive(symbol: str, name: str, usual: float = 1.0, low: float = _LEAST, high: float = _FAR) -> Quantity:
    return Quantity(symbol, name, low, high, usual)


_SHAPE = _positive("α", "shape", 2.0, 0.5, 100.0)
_RATE = _positive("β", "rate")
_VARIANCE = _positive("σ²", "variance")

FAMILIES: dict[str, Family] = {
    "normal-mean": Family(
        "Normal mean", (_location(name="mean"), _positive("σ", "standard deviation")),
        lambda theta, known: _one(known**-2), "I(μ) = 1/σ²", _location_scale,
    ),
    "normal-variance": Family(
        "Normal variance", (_VARIANCE, _location(name="mean")),
        lambda theta, known: _one(0.5 * theta**-2), "I(σ²) = 1/(2σ⁴)", lambda theta, known: (known, theta**0.5),
    ),
    "normal-both": Family(
        "Normal, both", (_location(name="mean"), _VARIANCE),
        lambda theta, known: np.diag([1 / known, 0.5 * known**-2]), "I(μ, σ²) = diag(1/σ², 1/(2σ⁴))",
        lambda theta, known: (theta, known**0.5), estimated=2,
    ),
    "bernoulli": Family(
        "Bernoulli", (Quantity("p", "probability of a 1", 0.001, 0.999, 0.3),),
        lambda theta, known: _one(1 / (theta * (1 - theta))), "I(p) = 1/(p(1−p))", _as_drawn, (0.0, 1.0), whole=True,
    ),
    "poisson": Family(
        "Poisson", (_positive("λ", "mean", 3.0, 0.01, 1_000.0),),
        lambda theta, known: _one(1 / theta), "I(λ) = 1/λ", _as_drawn, (0.0, np.inf), whole=True,
    ),
    "exponential": Family(
        "Exponential", (_positive("λ", "rate", 2.0),),
        lambda theta, known: _one(theta**-2), "I(λ) = 1/λ²", lambda theta, known: (0.0, 1 / theta), (0.0, np.inf),
    ),
    "gamma-shape": Family(
        "Gamma shape", (_SHAPE, _RATE),
        lambda theta, known: _one(_trigamma(theta)), "I(α) = ψ′(α)", lambda theta, known: (0.0, 1 / known),
        (0.0, np.inf),
    ),
    "gamma-rate": Family(
        "Gamma rate", (_RATE, _SHAPE),
        lambda theta, known: _one(known * theta**-2), "I(β) = α/β²", lambda theta, known: (0.0, 1 / theta),
        (0.0, np.inf),
    ),
    "gamma-both": Family(
        "Gamma, both", (_SHAPE, _RATE),
        _gamma_both, "I(α, β) = [ψ′(α), −1/β; −1/β, α/β²]", lambda theta, known: (0.0, 1 / known),
        (0.0, np.inf), estimated=2,
    ),
    "laplace": Family(
        "Laplace location", (_location(), _positive("b", "scale")),
        lambda theta, known: _one(known**-2), "I(μ) = 1/b²", _location_scale,
    ),
    "cauchy": Family(
        "Cauchy location", (_location(), _positive("γ", "scale")),
        lambda theta, known: _one(0.5 * known**-2), "I(μ) = 1/(2γ²)", _location_scale,
    ),
    "uniform": Family(
        "Uniform (0, θ)", (_positive("θ", "upper end"),),
        lambda theta, known: _one(theta**-2), "E[s²] = 1/θ²", lambda theta, known: (0.0, theta), (0.0, np.inf),
        regular=False,
    ),
}  # fmt: skip
