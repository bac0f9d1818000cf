"""Heavy ball and Nesterov on a quadratic: roots, closed forms, the best settings, and the rate over (η, β).

With the velocity v_t = βv_{t−1} + g_t each mode obeys e_{t+1} = p·e_t − q·e_{t−1}:

==========  =====================  ========================  =================  =================
gd          w ← w − ηg             e₁ = (1 − ηλ)e₀           p = 1 − ηλ         q = 0
heavy-ball  w ← w − ηv             e₁ = (1 − ηλ)e₀           p = 1 + β − ηλ     q = β
nesterov    w ← w − η(g + βv)      e₁ = (1 − (1+β)ηλ)e₀      p = (1+β)(1 − ηλ)  q = β(1 − ηλ)
==========  =====================  ========================  =================  =================

Its errors go as the larger |r| of the roots of r² − pr + q = 0 does. Nesterov's w is the point that looks ahead, as in
``torch.optim``. Both radii first fall and then rise with λ, so the extreme modes bind here too. Source: B. Polyak
(1964); L. Lessard, B. Recht, A. Packard, SIAM J. Optim. 26 (2016), 57, proposition 1; G. Goh, Distill (2017).
"""

from __future__ import annotations

import math
from typing import Literal

import numpy as np
from jaxtyping import Complex128, Float64, Num

Name = Literal["gd", "heavy-ball", "nesterov"]
NAMES: tuple[Name, ...] = ("gd", "heavy-ball", "nesterov")
Numbers = Float64[np.ndarray, "*shape"]
Weight = float | Float64[np.ndarray, "..."]


def named(method: str) -> Name | None:
    """The method, if it multiplies errors, so that formulas hold."""
    return next((name for name in NAMES if name == method), None)


def recurrence(method: Name, beta: Weight, scaled: Numbers) -> tuple[Numbers, Numbers, Numbers]:
    """p, q and e₁/e₀ for ηλ = ``scaled``; a ``beta`` that is an array stretches to its shape."""
    left = 1 - scaled
    if method == "heavy-ball":
        return left + beta, beta + np.zeros_like(scaled), left
    if method == "nesterov":
        return (1 + beta) * left, beta * left, left - beta * scaled
    return left, np.zeros_like(scaled), left


def roots(method: Name, beta: float, scaled: Numbers) -> Complex128[np.ndarray, "*pair"]:
    """Both roots of r² − pr + q for ηλ = ``scaled``, the larger in modulus first; gradient descent has one, and 0."""
    p, q, _ = recurrence(method, beta, scaled)
    half = p / 2
    root = np.sqrt((half * half - q).astype(np.complex128))
    first = np.where(half < 0, half - root, half + root)
    # The smaller as q over the larger: as a difference it would lose its digits.
    return np.stack([first, np.where(first == 0, 0, q / np.where(first == 0, 1, first))])


def radius(method: Name, beta: Weight, scaled: Numbers) -> Numbers:
    """The larger |r| for ηλ = ``scaled``: √q where the roots are complex."""
    p, q, _ = recurrence(method, beta, scaled)
    half = np.abs(p) / 2
    under = half * half - q
    return np.asarray(np.where(under < 0, np.sqrt(np.maximum(q, 0)), half + np.sqrt(np.maximum(under, 0))))


def limit(method: Name, beta: float) -> float:
    """The ηλ_max below which all modes converge (0 ≤ β < 1): 2, 2(1 + β), 2(1 + β)/(1 + 2β)."""
    return {"gd": 2.0, "heavy-ball": 2 * (1 + beta), "nesterov": 2 * (1 + beta) / (1 + 2 * beta)}[method]


def complex_between(method: Name, beta: float) -> tuple[float, float]:
    """The ηλ between which the roots are complex and errors swing: (1 ∓ √β)², for Nesterov ((1 − β)/(1 + β))² to 1."""
    if method == "heavy-ball":
        return (1 - math.sqrt(beta)) ** 2, (1 + math.sqrt(beta)) ** 2
    return (((1 - beta) / (1 + beta)) ** 2, 1.0) if method == "nesterov" else (1.0, 1.0)


def closed_form(
    method: Name, beta: float, scaled: Numbers, steps: Num[np.ndarray, " times"]
) -> Float64[np.ndarray, "*shape times"]:
    """e_t/e₀ for ηλ = ``scaled`` at each t of ``steps``, from the roots: (e₁/e₀)·s_t − q·s_{t−1}, and 1 at t = 0.

    s_t = (r₁ᵗ − r₂ᵗ)/(r₁ − r₂), written so that it keeps its digits where the roots meet.
    """
    if method == "gd":
        with np.errstate(over="ignore"):
            return np.asarray((1 - scaled)[..., None] ** steps)
    _, q, first = recurrence(method, beta, scaled)
    with np.errstate(over="ignore", invalid="ignore"):
        now, before = (_sums(method, beta, scaled, t.astype(np.float64)) for t in (steps, steps - 1))
        values = first[..., None] * now - q[..., None] * before
    return np.asarray(np.where(steps == 0, 1.0, values))


def _sums(
    method: Name, beta: float, scaled: Numbers, steps: Float64[np.ndarray, " times"]
) -> Float64[np.ndarray, "*shape times"]:
    """s_t, which is 0 at t = 0. Complex roots ρe^{±iφ} make ρ^{t−1}·sin(tφ)/sin φ of it."""
    p, q, _ = recurrence(method, beta, scaled)
    half, sign = np.abs(p / 2)[..., None], np.where(p < 0, -1.0, 1.0)[..., None]
    q = q[..., None]
    root = np.sqrt(np.abs(half * half - q))
    turning = half * half < q
    larger = np.where(turning, np.sqrt(np.maximum(q, 0)), half + root)
    power = (sign * larger) ** np.maximum(steps - 1, 0)
    angle = np.where(turning, np.arctan2(root, half), 1.0)
    swing = np.sin(steps * angle) / np.sin(angle)
    safe = np.where(larger == 0, 1.0, larger)
    gap = np.where(turning, 1.0, 2 * root / safe)  # 1 − r₂/r₁
    ratio = 1 - gap
    closeness = np.log1p(-np.minimum(gap, 0.9))  # expm1 keeps the digits of 1 − ratioᵗ where the ratio is nearly 1
    differing = np.where(gap < 0.5, -np.expm1(steps * closeness), 1 - ratio ** np.maximum(steps, 0))
    growing = np.where(gap == 0, steps, differing / np.where(gap == 0, 1.0, gap))
    return np.asarray(np.where(steps <= 0, 0.0, power * np.where(turning, swing, growing)))


def optimum(method: Name, steepest: float, flattest: float) -> tuple[float, float, float]:
    """The η and β with the least rate, and that rate, by formula; with k = λ_max/λ_min,

    ==========  ===================  =============================  =================
    gd          2/(λ_max + λ_min)    0                              (k − 1)/(k + 1)
    heavy-ball  (1 + √β)²/λ_max      ((√k − 1)/(√k + 1))²           √β
    nesterov    4/(3λ_max + λ_min)   (√(3k+1) − 2)/(√(3k+1) + 2)    1 − 2/√(3k + 1)
    ==========  ===================  =============================  =================
    """
    condition = steepest / flattest
    if method == "heavy-ball":
        root = (math.sqrt(condition) - 1) / (math.sqrt(condition) + 1)
        return (1 + root) ** 2 / steepest, root**2, root
    if method == "nesterov":
        root = math.sqrt(3 * condition + 1)
        return 4 / (3 * steepest + flattest), (root - 2) / (root + 2), 1 - 2 / root
    return 2 / (steepest + flattest), 0.0, (condition - 1) / (condition + 1)
