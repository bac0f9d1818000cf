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
from typing import Any

import numpy as np
import torch
from jaxtyping import Float64, Int64

from core.checks import between, one_of
from core.errors import InputError

Points = Float64[torch.Tensor, "configurations parameters"]
Losses = Float64[torch.Tensor, " configurations"]
# Losses and gradients at many points, each by itself: what a row becomes never depends on another row.
Objective = Callable[[Points], tuple[Losses, Points]]


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


@dataclass(frozen=True)
class UpdateRule:
    """A method for readers: the ``label`` of its control, its ``name``, and what follows a verb (" with heavy ball").

    It is either ``linear``, or makes its ``direction`` by itself.
    """

    label: str
    name: str
    phrase: str
    linear: LinearRule | None = None
    direction: Callable[[_State, Points], Points] | None = None
    takes_beta: bool = True


class _State:
    """What a method remembers from step to step."""

    def __init__(self, method: Method) -> None:
        self.method, self.step = method, 0
        self.mean: torch.Tensor | float = 0.0
        self.square: torch.Tensor | float = 0.0
        rule = METHODS[method.name]
        self.weights = rule.linear.weights(method.momentum) if rule.linear else (0.0, 1.0, 0.0)
        self.direction = rule.direction or _linear


def _linear(state: _State, gradient: Points) -> Points:
    b, c, d = state.weights
    state.mean = b * state.mean + gradient if b else gradient
    velocity = d * state.mean if d != 1 else state.mean
    return torch.add(velocity, gradient, alpha=c) if c else velocity


def _adam(state: _State, gradient: Points) -> Points:
    beta, beta2 = state.method.momentum, state.method.beta2
    state.step += 1
    state.mean = beta * state.mean + (1 - beta) * gradient
    state.square = beta2 * state.square + (1 - beta2) * gradient * gradient
    root = (state.square / (1 - beta2**state.step)).sqrt() + state.method.epsilon
    return state.mean / (1 - beta**state.step) / root


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
    "sign": UpdateRule("Sign", "sign", " by signs", direction=lambda state, gradient: gradient.sign(),
                       takes_beta=False),
    "adam": UpdateRule("Adam", "Adam", " with Adam", direction=_adam),
}  # fmt: skip
LINEAR = {name: rule.linear for name, rule in METHODS.items() if rule.linear is not None}


@dataclass(frozen=True)
class Method:
    """A method by its name, and its constants.

    ``momentum`` is β: of the velocity, and of Adam's mean of gradients (β₁). ``beta2`` and ``epsilon`` are Adam's.

    Raises:
        InputError: there is no such method, β or β₂ lies outside [0, 1), or ε is negative or infinite.
    """

    name: str = "gd"
    momentum: float = 0.9
    beta2: float = 0.999
    epsilon: float = 1e-8

    def __post_init__(self) -> None:
        one_of(self, "name", tuple(METHODS))
        for field in ("momentum", "beta2"):
            if not 0 <= getattr(self, field) < 1:
                raise InputError(
                    field, getattr(self, field), "it must be at least 0 and below 1", "A common value is 0.9."
                )
        between(self, "epsilon", 0.0, 1.0)


@dataclass(frozen=True)
class Run:
    """Losses at θ₀ … θ_T of every configuration, infinite from where they left the numbers.

    ``diverged_at`` is the first step whose loss is not finite, T + 1 where there is none. ``parameters`` are those at
    the steps ``kept``, infinite from ``diverged_at`` on; there are none where none were asked for.
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
    method: Method | None = None,
    keep_every: int = 0,
    progress: Callable[[float], None] | None = None,
) -> Run:
    """``steps`` steps of a ``method`` (gradient descent) from ``start``, one row for each of the ``step_sizes``.

    Computes where ``start`` lies. Keeps the parameters at step 0, ``keep_every``, 2·``keep_every`` …, and at the last
    one; 0 keeps none. What diverges is carried on as it is (infinite, then not a number, which torch does in silence)
    and marked afterwards. A step size of 0 stands still, and a negative one climbs.

    Raises:
        InputError: a step size is not finite, or there are fewer than 0 steps.
    """
    if not np.isfinite(step_sizes).all():
        wrong = float(step_sizes[~np.isfinite(step_sizes)][0])
        raise InputError("step_sizes", wrong, "a step size must be a finite number")
    if steps < 0:
        raise InputError("steps", steps, "there cannot be fewer than 0 steps")
    method = method or Method()
    state = _State(method)
    rates = torch.from_numpy(step_sizes).to(start.device)[:, None]
    kept = _kept(steps, keep_every)
    wanted = set(kept.tolist())
    losses = start.new_empty(steps + 1, len(start))
    snapshots, theta = [], start
    with torch.no_grad():
        for step in range(steps + 1):
            losses[step], gradient = objective(theta)
            if step in wanted:
                snapshots.append(theta)
            if step < steps:
                theta = torch.addcmul(theta, rates, state.direction(state, gradient), value=-1)
            if progress is not None and step % 50 == 0:
                progress(step / max(steps, 1))
    parameters = torch.stack(snapshots, 1) if snapshots else start.new_empty(len(start), 0, start.shape[1])
    return _marked(losses.T.cpu().numpy(), kept, parameters.cpu().numpy())


def _kept(steps: int, every: int) -> Int64[np.ndarray, " kept"]:
    return np.unique([*range(0, steps, every), steps]) if every else np.empty(0, np.int64)


def _marked(losses: np.ndarray, kept: np.ndarray, parameters: np.ndarray) -> Run:
    lost = np.logical_or.accumulate(~np.isfinite(losses), axis=1)
    diverged_at = losses.shape[1] - lost.sum(axis=1)
    beyond = kept >= diverged_at[:, None]
    return Run(np.where(lost, np.inf, losses), diverged_at, kept, np.where(beyond[..., None], np.inf, parameters))
