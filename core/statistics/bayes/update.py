"""Observations that arrive one by one: the posterior after each, what it says, and what it predicts."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy import stats

from core.conjugate import PAIRS, Held, Pair, Sums, observed
from core.errors import InputError
from core.explorer import OfArrays
from core.intervals import equal_tailed, highest_density, places
from core.number_column import column
from core.number_text import counted_numbers, typed_numbers
from core.numbers import exact
from core.statistics.bayes.params import EXAMPLES, GIVEN, LARGEST, MOST, Params

STEPS, POINTS = 101, 240  # places of the slider; of each curve
Observed = Float64[np.ndarray, " observations"]
Of = Float64[np.ndarray, " steps"]
Curves = Float64[np.ndarray, "steps points"]
# The prior as it is set, what must hold of each observation, and whether it does.
PRIORS: dict[str, tuple[Callable[[Params], Held], str, Callable[[Observed], Any]]] = {
    "beta_binomial": (lambda its: (its.a, its.b), "each must be 0 or 1", lambda x: (x == 0) | (x == 1)),
    "gamma_poisson": (lambda its: (its.a, its.b if its.gamma == "rate" else 1 / its.b),
                      "each must be a whole number from 0 on", lambda x: (x >= 0) & (x % 1 == 0)),
    "normal_normal": (lambda its: (its.m, its.spread ** (power := GIVEN[its.normal][2]), its.sigma ** (power / 2)),
                      "", np.isfinite),
    "normal_inverse_gamma": (lambda its: (its.m, its.kappa, its.a, its.b), "", np.isfinite),
    "dirichlet_multinomial": (lambda its: (concentrations(its),), "each must be the number of a category, from 1 on",
                              lambda x: (x >= 1) & (x % 1 == 0)),
}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Update(OfArrays):
    """After each of ``n`` observations: densities over ``x``, ``likelihood`` scaled to the area 1; estimates; interval.

    The prior is ``worth`` so many observations; ``sample_mean`` is the mean of the data. ``predicted`` is how probable
    each ``outcome`` is. ``losses`` are what an estimate x costs on average beyond the least: as |x − θ|, (x − θ)², and
    by being off at all; each as a share of the most in the picture.
    """

    params: Params
    sample: Observed
    n: np.ndarray
    held: tuple[np.ndarray, ...]
    x: Float64[np.ndarray, " points"]
    prior: Float64[np.ndarray, " points"]
    likelihood: Curves
    posterior: Curves
    losses: Float64[np.ndarray, "3 steps points"]
    worth: float
    sample_mean: Of
    mean: Of
    median: Of
    mode: Of
    low: Of
    high: Of
    outcome: Float64[np.ndarray, " outcomes"]
    predicted: Float64[np.ndarray, "steps outcomes"]
    remarks: tuple[str, ...] = ()

    def table(self) -> pd.DataFrame:
        """One number of observations to a row, with the parameters of the posterior."""
        pairs = zip(PAIRS[self.params.pair].names, self.held, strict=True)
        held = {f"posterior_{name}": each for name, each in pairs if np.ndim(each) == 1}
        columns = {name: getattr(self, name) for name in ("mean", "median", "mode", "low", "high")}
        return pd.DataFrame({"observations": self.n, **held, **columns})


def sample_of(params: Params, data: bytes | None) -> tuple[Observed, tuple[str, ...]]:
    """The observations in the order in which they arrive, a random one where one is written as value×times, and what a
    reader should know about those of a table.

    Raises:
        InputError: there are none, too many, or one that the pair cannot have.
    """
    limit = MOST["update"]
    remarks: tuple[str, ...] = ()
    if params.source == "file":
        field, (x, remarks) = "column", column(data, params.column, least=1, most=limit, largest=LARGEST)
    else:
        field, text = "sample", params.sample if params.source == "typed" else EXAMPLES[params.pair]
        values, times, counted = counted_numbers(text, field, limit, largest=LARGEST)
        if not 1 <= (many := sum(times)) <= limit:
            raise InputError(field, text, f"it must hold 1 to {limit:,} observations, and holds {many:,}")
        x = np.repeat(values, times)
        x = np.random.default_rng(params.seed).permutation(x) if counted else x
    (_, rule, fits), most = PRIORS[params.pair], np.inf
    if params.pair == "dirichlet_multinomial":
        rule += f" to {(most := len(concentrations(params)))}, as many as there are prior counts"
    if len(wrong := x[~fits(x) | (x > most)]):
        raise InputError(field, exact(wrong[0]), rule, "Change it, or choose another pair.")
    return x, remarks


def concentrations(params: Params) -> Float64[np.ndarray, " categories"]:
    """Raises InputError where they are not 2 to 20 numbers above 0, or the category is none of them."""
    values = typed_numbers(params.weights, "weights", 20, least=2, largest=LARGEST)
    if values.min() < 0.01:
        raise InputError("weights", params.weights, "each must be at least 0.01", "Raise the smallest one.")
    if params.category >= len(values):
        rule = f"it must be one of {len(values)} categories"
        raise InputError("category", params.category, rule, "Choose one of them.")
    return values


def update(params: Params, data: bytes | None) -> Update:
    """All steps at once."""
    pair, (sample, remarks), level = PAIRS[params.pair], sample_of(params, data), params.level / 100
    n = np.unique(np.linspace(0, len(sample), STEPS).round().astype(np.int64))
    prior, several = PRIORS[params.pair][0](params), params.pair == "dirichlet_multinomial"
    sums = observed(sample, n, len(prior[0]) if several else 0)
    held = tuple(np.broadcast_to(each, (len(n), *np.shape(each)[1:])) for each in pair.update(prior, sums))
    steps = tuple(each[:, None] for each in held)  # each against all places
    law, begin, densities = (pair.law(each, params.category) for each in (held, prior, steps))
    sample_mean = (sums.total[:, params.category] if several else sums.total) / np.maximum(n, 1)
    x = places(law, POINTS, _likely(params.pair, sums, sample_mean, prior[-1]))
    mean = np.where(np.isfinite(law.mean()), law.mean(), np.nan)
    log_posterior, cdf = densities.logpdf(x), densities.cdf(x)
    likelihood = np.exp((ratio := log_posterior - begin.logpdf(x)) - ratio.max(axis=1, keepdims=True))
    posterior, mode = np.exp(log_posterior), np.broadcast_to(pair.mode(held, params.category), n.shape)
    absolute = np.pad(np.cumsum((cdf[:, 1:] + cdf[:, :-1] - 1) * np.diff(x), axis=1), ((0, 0), (1, 0)))
    losses = np.stack([absolute - absolute.min(axis=1, keepdims=True), (x - mean[:, None]) ** 2,
                       -np.expm1(log_posterior - log_posterior.max(axis=1, keepdims=True))])  # fmt: skip
    ends = highest_density(law, level, np.isfinite(mode)) if params.highest else equal_tailed(law, level)
    return Update(params, sample, n, held, x, begin.pdf(x), likelihood / np.trapezoid(likelihood, x, axis=1)[:, None],
                  posterior, losses / np.maximum(losses.max(axis=2, keepdims=True), 1e-300), float(pair.worth(prior)),
                  sample_mean, mean, law.median(), mode, *ends, *_predicted(pair, held, steps, params),
                  remarks)  # fmt: skip


def _likely(pair: str, sums: Sums, mean: Of, sigma: Any) -> Float64[np.ndarray, "2 steps"]:
    """From where to where the middle 80 % of the likelihood lie, as if it were a law; NaN before any observation.

    ``mean`` is that of what is seen, ``sigma`` the deviation of an observation where it is known.
    """
    n = np.where(sums.n > 0, sums.n, np.nan)
    match pair:
        case "beta_binomial" | "dirichlet_multinomial":
            law = stats.beta(n * mean + 1, n * (1 - mean) + 1)
        case "gamma_poisson":
            law = stats.gamma(n * mean + 1, scale=1 / n)
        case _:
            spread = sigma if pair == "normal_normal" else np.sqrt(sums.squares / n)
            reach = stats.norm.ppf(0.9) * spread / np.sqrt(n)
            return np.stack([mean - reach, mean + reach])
    return np.stack([law.ppf(0.1), law.ppf(0.9)])


def _predicted(pair: Pair, held: Held, steps: Held, params: Params) -> tuple[Observed, Curves]:
    """What the next observations may come to, and how probable each is after each step."""
    ahead = pair.predicted(held, params.ahead)
    if params.pair == "dirichlet_multinomial":
        return np.arange(1.0, held[0].shape[1] + 1), ahead
    first, last = np.quantile(ahead.ppf([[0.002], [0.998]]), [0.12, 0.88], axis=1).diagonal()
    outcome, law = np.linspace(first, last, POINTS), pair.predicted(steps, params.ahead)
    if not pair.discrete:
        return outcome, law.pdf(outcome)
    outcome = np.arange(params.ahead + 1.0) if params.pair == "beta_binomial" else np.unique(outcome.round())
    return outcome, law.pmf(outcome)
