"""First-order methods: one table of them, and their runs on a whole axis of step sizes at once.

Each method makes a direction of the gradients g₀ … g_t, and steps θ_{t+1} = θ_t − η·direction_t:

    gd          g_t                                       Cauchy (1847)
    heavy-ball  v_t,  v_t = β v_{t−1} + g_t               Polyak (1964); the same as g_t and β(θ_t − θ_{t−1})/η
    nesterov    g_t + β v_t,  v as above                  Nesterov (1983), Sutskever et al. (2013)
    sign        sign(g_t)                                 steepest descent under the largest coordinate, at fixed length
    adam        m̂_t / (√v̂_t + ε)                          Kingma and Ba (2015): running means of g (β) and g² (β₂),
                                                          divided by 1 − βᵗ⁺¹ and 1 − β₂ᵗ⁺¹

These are the conventions of ``torch.optim`` (without dampening). Nesterov's θ_t is the point that looks ahead, where
the gradient is taken: its losses are those of that point. The first three are linear in the gradients: what they do to
a quadratic, ``momentum`` says by formula, and ``quadratic_kernel`` runs, both from their ``weights``.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, cast

import numpy as np
import torch
from jaxtyping import Float64, Int64

Points = Float64[torch.Tensor, "configurations parameters"]
Losses = Float64[torch.Tensor, " configurations"]
# Losses and gradients at many points, each by itself: what a row becomes never depends on another row.
Objective = Callable[[Points], tuple[Losses, Points]]
Direction = Callable[[Points], Points]  # of the gradients of a run, one after the other
BETA2, EPSILON = 0.999, 1e-8  # of Adam


@dataclass(frozen=True)
class LinearRule:
    """θ ← θ − η(c·g + d·v) with v ← b·v + g, where ``weights(β)`` are b, c and d.

    ``fastest(λₘₐₓ, λₘᵢₙ)`` gives, by formula, the η and the β with the least rate, and that rate. ``edge`` says in
    signs on which curvature η is just stable. Where it is ``own``, what is recorded is the point before the look
    ahead, θ₀ and then θ_{t−1} − η·g_{t−1}.
    """

    weights: Callable[[Any], tuple[Any, Any, Any]]
    fastest: Callable[[float, float], tuple[float, float, float]]
    edge: str
    own: bool = False

    def direction(self, beta: float) -> Direction:
        """c·g + d·v of the gradients that it is given one after the other."""
        (b, c, d), velocity = self.weights(beta), cast(Any, 0.0)

        def along(gradient: Points) -> Points:
            nonlocal velocity
            velocity = b * velocity + gradient if b else gradient
            weighted: Points = d * velocity if d != 1 else velocity
            return torch.add(weighted, gradient, alpha=c) if c else weighted

        return along


@dataclass(frozen=True)
class UpdateRule:
    """A method for readers: the ``label`` of its control, its ``name``, and what follows a verb (" with heavy ball").

    Its ``rule`` is linear, or makes for a β a direction of its own.
    """

    label: str
    name: str
    phrase: str
    rule: LinearRule | Callable[[float], Direction]
    takes_beta: bool = True


def _adam(beta: float) -> Direction:
    mean, square, step = cast(Any, 0.0), cast(Any, 0.0), 0

    def along(gradient: Points) -> Points:
        nonlocal mean, square, step
        step += 1
        mean = beta * mean + (1 - beta) * gradient
        square = BETA2 * square + (1 - BETA2) * gradient * gradient
        root = (square / (1 - BETA2**step)).sqrt() + EPSILON
        return cast(Points, mean / (1 - beta**step) / root)

    return along


def _fastest_plain(steepest: float, flattest: float) -> tuple[float, float, float]:
    """2/(λₘₐₓ + λₘᵢₙ), with the rate (λₘₐₓ − λₘᵢₙ)/(λₘₐₓ + λₘᵢₙ), however many modes lie between.

    |1 − ηλ| is convex in λ, so it is largest at an end: only the extremes bind, and this η makes them equal.
    """
    return 2 / (steepest + flattest), 0.0, (steepest - flattest) / (steepest + flattest)


def _fastest_heavy_ball(steepest: float, flattest: float) -> tuple[float, float, float]:
    """(1 + √β)²/λₘₐₓ at √β = (√k − 1)/(√k + 1), which is the rate; k = λₘₐₓ/λₘᵢₙ."""
    root = math.sqrt(steepest / flattest)
    rate = (root - 1) / (root + 1)
    return (1 + rate) ** 2 / steepest, rate**2, rate


def _fastest_nesterov(steepest: float, flattest: float) -> tuple[float, float, float]:
    """4/(3λₘₐₓ + λₘᵢₙ) at β = (√(3k + 1) − 2)/(√(3k + 1) + 2), with the rate 1 − 2/√(3k + 1); k = λₘₐₓ/λₘᵢₙ."""
    root = math.sqrt(3 * steepest / flattest + 1)
    return 4 / (3 * steepest + flattest), (root - 2) / (root + 2), 1 - 2 / root


_NESTEROV = LinearRule(lambda beta: (beta, 1.0, beta), _fastest_nesterov, "2(1 + β)/(η(1 + 2β))")

METHODS: dict[str, UpdateRule] = {
    "gd": UpdateRule("Plain", "gradient descent", "",
                     LinearRule(lambda beta: (0.0, 0.0, 1.0), _fastest_plain, "2/η"), takes_beta=False),
    "heavy-ball": UpdateRule("Heavy ball", "heavy ball", " with heavy ball",
                             LinearRule(lambda beta: (beta, 0.0, 1.0), _fastest_heavy_ball, "2(1 + β)/η")),
    "nesterov": UpdateRule("Nesterov", "Nesterov", " with Nesterov", _NESTEROV),
    # The same run, seen at the point that Nesterov's text keeps: no method for readers, and so without a label.
    "nesterov-own": UpdateRule("", "Nesterov", " with Nesterov", replace(_NESTEROV, own=True)),
    "sign": UpdateRule("Sign", "sign", " by signs", lambda beta: torch.sign, takes_beta=False),
    "adam": UpdateRule("Adam", "Adam", " with Adam", _adam),
}  # fmt: skip
LINEAR = {name: method.rule for name, method in METHODS.items() if isinstance(method.rule, LinearRule)}


@dataclass(frozen=True)
class Trajectories:
    """Losses at θ₀ … θ_T of every configuration, infinite from where they left the numbers.

    ``diverged_at`` is the first step whose loss is not finite, T + 1 where there is none. ``parameters`` are those at
    the steps ``kept``, infinite from ``diverged_at`` on.
    """

    losses: Float64[np.ndarray, "configurations points"]
    diverged_at: Int64[np.ndarray, " configurations"]
    kept: Int64[np.ndarray, " kept"]
    parameters: Float64[np.ndarray, "configurations kept parameters"]


def run(
    objective: Objective,
    start: Points,
    step_sizes: Float64[np.ndarray, " configurations"],
    steps: int,
    method: str = "gd",
    beta: float = 0.9,
    *,
    keep_every: int = 1,
    progress: Callable[[float], None] = lambda share: None,
) -> Trajectories:
    """``steps`` steps of a ``method`` from ``start``, one row for each of the ``step_sizes``.

    ``beta`` is β: of the velocity, and of Adam's mean of gradients (β₁). Keeps the parameters at step 0,
    ``keep_every``, 2·``keep_every`` …, and at the last one. What diverges is carried on as it is (infinite, then not a
    number, which torch does in silence) and marked afterwards.
    """
    rule, rates = METHODS[method].rule, torch.from_numpy(step_sizes)[:, None]
    direction = rule.direction(beta) if isinstance(rule, LinearRule) else rule(beta)
    kept = np.unique([*range(0, steps, keep_every), steps])
    wanted = set(kept.tolist())
    made, snapshots, theta = start.new_empty(steps + 1, len(start)), [], start
    with torch.no_grad():
        for step in range(steps + 1):
            made[step], gradient = objective(theta)
            if step in wanted:
                snapshots.append(theta)
            if step < steps:
                theta = torch.addcmul(theta, rates, direction(gradient), value=-1)
            if step % 50 == 0:
                progress(step / max(steps, 1))
    losses, parameters = made.T.numpy(), torch.stack(snapshots, 1).numpy()
    lost = np.logical_or.accumulate(~np.isfinite(losses), axis=1)
    diverged_at = losses.shape[1] - lost.sum(axis=1)
    beyond = kept >= diverged_at[:, None]
    return Trajectories(
        np.where(lost, np.inf, losses), diverged_at, kept, np.where(beyond[..., None], np.inf, parameters)
    )
