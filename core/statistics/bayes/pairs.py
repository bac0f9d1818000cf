"""Conjugate pairs: priors whose posterior is of their own family, so that data only move its parameters."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float64
from scipy import stats

from core.errors import InputError
from core.number_text import typed_numbers
from core.statistics.bayes.params import LARGEST, Params

Law = Any  # a frozen distribution of scipy.stats, one for each step
Held = tuple[Any, ...]  # the parameters of a prior or a posterior
Steps = Float64[np.ndarray, "*steps"]


@dataclass(frozen=True, eq=False)
class Seen:
    """After ``n`` observations: their ``total`` (of each category where there are several) and Σ(x − x̄)²."""

    n: Steps
    total: Float64[np.ndarray, "*totals"]
    squares: Steps


@dataclass(frozen=True)
class Pair:
    """How a prior is set (``prior``) and moved by data (``update``); the ``law`` of the parameter looked at, and its
    ``mode``; what the next observations bring (``predicted``); how many observations the prior is ``worth``;
    which data it can have (``fits``), as a ``rule``.
    """

    names: tuple[str, ...]
    prior: Callable[[Params], Held]
    update: Callable[[Held, Seen], Held]
    law: Callable[[Held, Params], Law]
    mode: Callable[[Held, Params], Any]
    predicted: Callable[[Held, Params], Law]
    worth: Callable[[Held], Any]
    discrete: bool = True
    rule: str = ""
    fits: Callable[[Any], Any] = np.isfinite


def beta_mode(a: Any, b: Any) -> Any:
    """(a − 1)/(a + b − 2), or the end where the density is highest; NaN where there are two, or all are alike."""
    with np.errstate(invalid="ignore", divide="ignore"):
        inside = np.clip((a - 1) / (a + b - 2), 0.0, 1.0)
    return np.select([(a >= 1) & (b >= 1), (a < 1) & (b >= 1), (a >= 1) & (b < 1)], [inside, 0.0, 1.0], np.nan)


def concentrations(params: Params) -> Float64[np.ndarray, " categories"]:
    """Raises InputError where they are not 2 to 20 numbers above 0, or the category is none of them."""
    values = typed_numbers(params.weights, "weights", 20, least=2, largest=LARGEST)
    if values.min() < 0.01:
        raise InputError("weights", params.weights, "each must be at least 0.01", "Raise the smallest one.")
    if params.category >= len(values):
        rule = f"it must be one of {len(values)} categories"
        raise InputError("category", params.category, rule, "Choose one of them.")
    return values


def _normal(held: Held, seen: Seen) -> Held:
    """Precisions, one over variances, add up; so do means times precisions."""
    m, variance, sigma = held
    new = 1 / (1 / variance + seen.n / sigma**2)
    return new * (m / variance + seen.total / sigma**2), new, sigma


def _inverse_gamma(held: Held, seen: Seen) -> Held:
    m, kappa, a, b = held
    off = kappa * seen.n * (seen.total / np.maximum(seen.n, 1) - m) ** 2 / (kappa + seen.n)
    return (kappa * m + seen.total) / (kappa + seen.n), kappa + seen.n, a + seen.n / 2, b + (seen.squares + off) / 2


def _category(held: Held, params: Params) -> tuple[Any, Any]:
    of = held[0][..., params.category]
    return of, held[0].sum(axis=-1) - of


def _t(held: Held, spread: Any) -> Law:
    return stats.t(2 * held[2], held[0], np.sqrt(held[3] / held[2] * spread))


PAIRS: dict[str, Pair] = {
    "beta_binomial": Pair(
        ("a", "b"), lambda its: (its.a, its.b),
        lambda held, seen: (held[0] + seen.total, held[1] + seen.n - seen.total),
        lambda held, its: stats.beta(*held), lambda held, its: beta_mode(*held),
        lambda held, its: stats.betabinom(its.ahead, *held), sum,
        rule="each must be 0 or 1", fits=lambda x: (x == 0) | (x == 1)),
    "gamma_poisson": Pair(
        ("a", "b"), lambda its: (its.a, its.b), lambda held, seen: (held[0] + seen.total, held[1] + seen.n),
        lambda held, its: stats.gamma(held[0], scale=1 / np.asarray(held[1])),
        lambda held, its: np.maximum(held[0] - 1, 0) / held[1],
        lambda held, its: stats.nbinom(held[0], held[1] / (held[1] + its.ahead)), lambda held: held[1],
        rule="each must be a whole number from 0 on", fits=lambda x: (x >= 0) & (x % 1 == 0)),
    "normal_normal": Pair(
        ("mean", "variance", "sigma"), lambda its: (its.m, its.spread**2, its.sigma), _normal,
        lambda held, its: stats.norm(held[0], np.sqrt(held[1])), lambda held, its: held[0],
        lambda held, its: stats.norm(held[0], np.sqrt(held[1] + held[2] ** 2 / its.ahead)),
        lambda held: held[2] ** 2 / held[1], discrete=False),
    "normal_inverse_gamma": Pair(
        ("mean", "kappa", "a", "b"), lambda its: (its.m, its.kappa, its.a, its.b), _inverse_gamma,
        lambda held, its: _t(held, 1 / held[1]), lambda held, its: held[0],
        lambda held, its: _t(held, 1 / held[1] + 1 / its.ahead), lambda held: held[1], discrete=False),
    "dirichlet_multinomial": Pair(
        ("alpha",), lambda its: (concentrations(its),), lambda held, seen: (held[0] + seen.total,),
        lambda held, its: stats.beta(*_category(held, its)), lambda held, its: beta_mode(*_category(held, its)),
        lambda held, its: held[0] / held[0].sum(axis=-1, keepdims=True), lambda held: held[0].sum(),
        rule="each must be the number of a category, from 1 on", fits=lambda x: (x >= 1) & (x % 1 == 0)),
}  # fmt: skip


def highest_density(law: Law, level: float, one_peak: Any = True) -> tuple[Any, Any]:
    """The narrowest interval that holds ``level`` of a law of one peak; the equal-tailed one where there are more.

    It begins at the quantile q at which the densities at q and at q + level are equal, which halving finds.
    """
    low, high = np.zeros_like(law.mean()), np.full_like(law.mean(), 1 - level)
    for _ in range(45):
        middle = (low + high) / 2
        rises = law.pdf(law.ppf(middle)) < law.pdf(law.ppf(middle + level))
        low, high = np.where(rises, middle, low), np.where(rises, high, middle)
    start = np.where(one_peak, (low + high) / 2, (1 - level) / 2)
    return law.ppf(start), law.ppf(start + level)
