"""Linear methods on a quadratic: roots, closed forms, limits and the best settings, from their weights b, c and d.

With the velocity v_t = b·v_{t−1} + g_t and w ← w − η(c·g + d·v) each mode obeys e_{t+1} = p·e_t − q·e_{t−1}, where

    p = 1 + b − (c + d)ηλ,        q = b(1 − cηλ),        e₁ = (1 − (c + d)ηλ)e₀,

so that gradient descent has p = 1 − ηλ and q = 0, heavy ball p = 1 + β − ηλ and q = β, and Nesterov's method
p = (1 + β)(1 − ηλ) and q = β(1 − ηλ). Errors go as the larger |r| of the roots of r² − pr + q = 0 does. Nesterov's w is
the point that looks ahead, as in ``torch.optim``. Both radii first fall and then rise with λ, so the extreme modes bind
here too. Source: B. Polyak (1964); L. Lessard, B. Recht, A. Packard, SIAM J. Optim. 26 (2016), 57, proposition 1;
G. Goh, Distill (2017).
"""

import math
from typing import Any

import numpy as np
from jaxtyping import Complex128, Float64, Num

from core.optimization.gradient_descent.methods import LINEAR
from core.optimization.gradient_descent.quadratic import Modes, Steps

Numbers = Float64[np.ndarray, "*shape"]
Courses = Float64[np.ndarray, "*shape times"]
Times = Num[np.ndarray, " times"]
Errors = Float64[np.ndarray, "step_sizes modes times"]
LEAST = 1e-200  # of a root, so that it has a logarithm


def recurrence(method: str, beta: Any, scaled: Any) -> tuple[Any, Any, Any]:
    """p, q and e₁/e₀ for ηλ = ``scaled``, arrays or tensors; a ``beta`` that is one stretches to its shape.

    Nesterov's own points obey the same p and q, and begin with a step of gradient descent.
    """
    b, c, d = LINEAR[method].weights(beta)
    begun = 1 if LINEAR[method].own else c + d
    p = (1 + b) * (1 - (c + d) / (1 + b) * scaled)  # as a product: near its root Nesterov's p keeps its digits
    return p, b * (1 - c * scaled), 1 - begun * scaled


def roots(method: str, beta: float, scaled: Numbers) -> Complex128[np.ndarray, "*pair"]:
    """Both roots of r² − pr + q for ηλ = ``scaled``, the larger in modulus first; gradient descent has one, and 0."""
    p, q, _ = recurrence(method, beta, scaled)
    half = p / 2
    root = np.sqrt((half * half - q).astype(np.complex128))
    first = np.where(half < 0, half - root, half + root)
    # The smaller as q over the larger: as a difference it would lose its digits.
    return np.stack([first, np.where(first == 0, 0, q / np.where(first == 0, 1, first))])


def radius(method: str, beta: Any, scaled: Any) -> Any:
    """The larger |r| for ηλ = ``scaled``, arrays or tensors; where the roots are complex, it is √q."""
    p, q, _ = recurrence(method, beta, scaled)
    half = abs(p) / 2
    under = half * half - q
    return ((half + under.clip(min=0) ** 0.5) ** 2 - under.clip(max=0)) ** 0.5  # √(real² + imaginary²)


def limit(method: str, beta: float) -> float:
    """The ηλₘₐₓ below which all modes converge (0 ≤ β < 1), where the root −1 lies: 1 + p + q = 0.

    NaN for methods whose steps do not scale with the gradient.
    """
    if method not in LINEAR:
        return math.nan
    b, c, d = LINEAR[method].weights(beta)
    return float(2 * (1 + b) / (c + d + b * c))


def complex_between(method: str, beta: float) -> tuple[float, float]:
    """The ηλ between which the roots are complex and errors swing: where p² = 4q.

    For heavy ball (1 ∓ √β)², for Nesterov ((1 − β)/(1 + β))² to 1.
    """
    b, c, d = LINEAR[method].weights(beta)
    middle, product = ((1 + b) * (c + d) - 2 * b * c) / (c + d) ** 2, ((1 - b) / (c + d)) ** 2
    high = middle + math.sqrt(max(middle**2 - product, 0.0))
    return product / high, high


def closed_form(method: str, beta: float, scaled: Numbers, steps: Times) -> Courses:
    """e_t/e₀ for ηλ = ``scaled`` at each t of ``steps``: 1 at t = 0, then r₁^(t−1)·(r₁ + (e₁/e₀ − r₁)·G_t).

    G_t = (1 − ρᵗ)/(1 − ρ) with ρ = r₂/r₁ is written so that it keeps its digits where the roots meet, and is t there.
    Infinite where an error leaves the numbers.
    """
    first = recurrence(method, beta, scaled)[2][..., None]
    with np.errstate(over="ignore", invalid="ignore"):
        if LINEAR[method].weights(beta)[0] == 0:  # no velocity
            return np.asarray(first**steps)
        found = roots(method, beta, scaled)[..., None]
        larger, smaller = np.where(found == 0, LEAST, found)
        ratio = smaller / larger
        meeting = ratio == 1
        growing = np.where(meeting, steps, np.expm1(steps * np.log(ratio)) / np.where(meeting, 1, ratio - 1))
        power = np.exp((steps - 1) * np.log(larger))
        values = (power * (larger + (first - larger) * growing)).real
    return np.asarray(np.where(steps == 0, 1.0, np.where(np.isnan(values), np.inf, values)))


def errors(method: str, beta: float, eta: Steps, curvature: Modes, start: Modes, steps: Times) -> Errors:
    """e_t by formula at each t of ``steps`` of modes that begin at ``start``, for every η.

    0 where a mode begins without error, even where its factor leaves the numbers.
    """
    factors = closed_form(method, beta, eta[:, None] * curvature, steps)
    with np.errstate(over="ignore", invalid="ignore"):
        return np.where(start[:, None] == 0, 0.0, factors * start[:, None])
