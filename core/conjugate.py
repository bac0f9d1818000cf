"""Conjugate pairs: priors whose posterior is of their own family, so that data only move its parameters.

Of Beta(2, 2) two successes and a failure make Beta(4, 3):

>>> PAIRS["beta_binomial"].update((2.0, 2.0), observed(np.array([1.0, 0.0, 1.0]), np.array([3])))
(array([4.]), array([3.]))
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float64
from scipy import stats

Law = Any  # a frozen distribution of scipy.stats, one for each step
Held = tuple[Any, ...]  # the parameters of a prior or a posterior
Steps = Float64[np.ndarray, "*steps"]


@dataclass(frozen=True, eq=False)
class Sums:
    """After ``n`` observations: their ``total`` (of each category where there are several) and Σ(x − x̄)²."""

    n: Steps
    total: Float64[np.ndarray, "*totals"]
    squares: Steps


@dataclass(frozen=True)
class Pair:
    """How data move the parameters (``names``) of a prior (``update``); the ``law`` and ``mode`` of what is estimated,
    of several shares that of one category; the law of the total or the mean of so many next observations
    (``predicted``), or of several categories their probabilities; how many observations a prior is ``worth``.
    """

    names: tuple[str, ...]
    update: Callable[[Held, Sums], Held]
    law: Callable[[Held, int], Law]
    mode: Callable[[Held, int], Any]
    predicted: Callable[[Held, int], Law]
    worth: Callable[[Held], Any]
    discrete: bool = True


def observed(x: Float64[np.ndarray, " observations"], n: np.ndarray, categories: int = 0) -> Sums:
    """What a pair needs to know of the first n observations; squares by Welford's sums, which never cancel."""
    before, i = np.concatenate([[0.0], np.cumsum(x)]), np.arange(1.0, len(x) + 1)
    mean = before[:-1] / np.maximum(i - 1, 1)
    squares = np.concatenate([[0.0], np.cumsum((x - mean) ** 2 * (i - 1) / i)])
    if categories:
        hot = x[:, None] == np.arange(1, categories + 1)
        before = np.concatenate([np.zeros((1, categories)), np.cumsum(hot, axis=0)])
    return Sums(n.astype(np.float64), before[n], squares[n])


def beta_mode(a: Any, b: Any) -> Any:
    """(a − 1)/(a + b − 2), or the end where the density is highest; NaN where there are two, or all are alike."""
    with np.errstate(invalid="ignore", divide="ignore"):
        inside = np.clip((a - 1) / (a + b - 2), 0.0, 1.0)
    return np.select([(a >= 1) & (b >= 1), (a < 1) & (b >= 1), (a >= 1) & (b < 1)], [inside, 0.0, 1.0], np.nan)


def _normal(held: Held, sums: Sums) -> Held:
    """Precisions, one over variances, add up; so do means times precisions."""
    m, variance, sigma = held
    new = 1 / (1 / variance + sums.n / sigma**2)
    return new * (m / variance + sums.total / sigma**2), new, sigma


def _inverse_gamma(held: Held, sums: Sums) -> Held:
    m, kappa, a, b = held
    off = kappa * sums.n * (sums.total / np.maximum(sums.n, 1) - m) ** 2 / (kappa + sums.n)
    return (kappa * m + sums.total) / (kappa + sums.n), kappa + sums.n, a + sums.n / 2, b + (sums.squares + off) / 2


def _share(held: Held, category: int) -> tuple[Any, Any]:
    """The parameters of the Beta law of one category's share."""
    of = held[0][..., category]
    return of, held[0].sum(axis=-1) - of


def _t(held: Held, spread: Any) -> Law:
    return stats.t(2 * held[2], held[0], np.sqrt(held[3] / held[2] * spread))


PAIRS: dict[str, Pair] = {
    "beta_binomial": Pair(
        ("a", "b"), lambda held, sums: (held[0] + sums.total, held[1] + sums.n - sums.total),
        lambda held, _: stats.beta(*held), lambda held, _: beta_mode(*held),
        lambda held, ahead: stats.betabinom(ahead, *held), sum),
    "gamma_poisson": Pair(
        ("shape", "rate"), lambda held, sums: (held[0] + sums.total, held[1] + sums.n),
        lambda held, _: stats.gamma(held[0], scale=1 / np.asarray(held[1])),
        lambda held, _: np.maximum(held[0] - 1, 0) / held[1],
        lambda held, ahead: stats.nbinom(held[0], held[1] / (held[1] + ahead)), lambda held: held[1]),
    "normal_normal": Pair(
        ("mean", "variance", "sigma"), _normal, lambda held, _: stats.norm(held[0], np.sqrt(held[1])),
        lambda held, _: held[0], lambda held, ahead: stats.norm(held[0], np.sqrt(held[1] + held[2] ** 2 / ahead)),
        lambda held: held[2] ** 2 / held[1], discrete=False),
    "normal_inverse_gamma": Pair(
        ("mean", "kappa", "shape", "scale"), _inverse_gamma,
        lambda held, _: _t(held, 1 / held[1]), lambda held, _: held[0],
        lambda held, ahead: _t(held, 1 / held[1] + 1 / ahead), lambda held: held[1], discrete=False),
    "dirichlet_multinomial": Pair(
        ("alpha",), lambda held, sums: (held[0] + sums.total,),
        lambda held, category: stats.beta(*_share(held, category)),
        lambda held, category: beta_mode(*_share(held, category)),
        lambda held, _: held[0] / held[0].sum(axis=-1, keepdims=True), lambda held: held[0].sum()),
}  # fmt: skip
