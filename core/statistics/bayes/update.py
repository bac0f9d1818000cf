"""Observations that arrive one by one: the posterior after each, what it says, and what it predicts."""

import re
from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from core.errors import InputError
from core.explorer import OfArrays
from core.number_column import column
from core.number_text import typed_numbers
from core.numbers import exact
from core.statistics.bayes.pairs import PAIRS, Law, Seen, concentrations, highest_density
from core.statistics.bayes.params import EXAMPLES, LARGEST, Params
from core.table_text import numbers_first

MOST, STEPS, POINTS = 10_000, 101, 240  # observations; places of the slider; of each curve
GROUPED = re.compile(r"(\S+?)\s*[×*]\s*([0-9]{1,5})(?![^\s,;])")
SHARES = np.array([[0.001, 0.01, 0.05, 0.15, 0.3, 0.5, 0.7, 0.85, 0.95, 0.99, 0.999]]).T
Observed = Float64[np.ndarray, " observations"]
Of = Float64[np.ndarray, " steps"]
Curves = Float64[np.ndarray, "steps points"]


@dataclass(frozen=True, eq=False)
class Update(OfArrays):
    """After each of ``n`` observations: densities over ``x``, ``likelihood`` scaled to the area 1; estimates; interval.

    The prior is ``worth`` so many observations; ``seen_mean`` is the mean of those seen. ``predicted`` is how probable
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
    seen_mean: Of
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
    """The observations in the order in which they arrive, and what a reader should know about those of a table.

    Raises:
        InputError: there are none, too many, or one that the pair cannot have.
    """
    if params.source == "file":
        field, (x, remarks) = "column", column(data, params.column or (numbers_first(data)[0] if data else ""))
    else:
        text = params.sample if params.source == "typed" else EXAMPLES[params.pair]
        field, x, remarks = "sample", typed(text, params.seed), ()
    if not 1 <= len(x) <= MOST or np.abs(x).max() > LARGEST:
        rule = f"it must hold 1 to {MOST:,} observations, each within ±1,000,000, and holds {len(x):,}"
        raise InputError(field, getattr(params, field), rule)
    pair, most = PAIRS[params.pair], len(concentrations(params)) if params.pair == "dirichlet_multinomial" else np.inf
    if len(wrong := x[~pair.fits(x) | (x > most)]):
        rule = pair.rule + (f" to {most}, as many as there are prior counts" if most < np.inf else "")
        raise InputError(field, exact(wrong[0]), rule, "Change it, or choose another pair.")
    return x, remarks


def typed(text: str, seed: int) -> Observed:
    """The numbers of a text, in a random order where one is written as value×times.

    Raises:
        InputError: some are no numbers, or they are too many.
    """
    groups = GROUPED.findall(text)
    times = [int(times) for _, times in groups]
    single = typed_numbers(GROUPED.sub(" ", text), "sample", MOST, largest=LARGEST)
    values = typed_numbers(" ".join(value for value, _ in groups), "sample", MOST, largest=LARGEST)
    if len(single) + sum(times) > MOST:
        rule = f"it must hold 1 to {MOST:,} observations, and holds {len(single) + sum(times):,}"
        raise InputError("sample", text, rule)
    x = np.concatenate([single, np.repeat(values, times)])
    return np.random.default_rng(seed).permutation(x) if groups else x


def seen_of(params: Params, x: Observed, n: np.ndarray) -> Seen:
    """What the pair needs to know of the first n observations; squares by Welford's sums, which never cancel."""
    before, i = np.concatenate([[0.0], np.cumsum(x)]), np.arange(1.0, len(x) + 1)
    mean = before[:-1] / np.maximum(i - 1, 1)
    squares = np.concatenate([[0.0], np.cumsum((x - mean) ** 2 * (i - 1) / i)])
    if params.pair == "dirichlet_multinomial":
        hot = x[:, None] == np.arange(1, len(concentrations(params)) + 1)
        before = np.concatenate([np.zeros((1, hot.shape[1])), np.cumsum(hot, axis=0)])
    return Seen(n.astype(np.float64), before[n], squares[n])


def update(params: Params, data: bytes | None) -> Update:
    """All steps at once."""
    pair, (sample, remarks) = PAIRS[params.pair], sample_of(params, data)
    n = np.unique(np.linspace(0, len(sample), STEPS).round().astype(np.int64))
    prior = pair.prior(params)
    held = pair.update(prior, seen := seen_of(params, sample, n))
    held = tuple(np.broadcast_to(each, (len(n), *np.shape(each)[1:])) for each in held)
    law, begin = pair.law(held, params), pair.law(prior, params)
    steps = tuple(each[:, None] for each in held)  # each against all places
    x, densities = _places(law), pair.law(steps, params)
    log_prior, log_posterior = begin.logpdf(x), densities.logpdf(x)
    likelihood = np.exp((ratio := log_posterior - log_prior) - ratio.max(axis=1, keepdims=True))
    posterior, cdf = np.exp(log_posterior), densities.cdf(x)
    mean = np.where(np.isfinite(law.mean()), law.mean(), np.nan)
    absolute = np.pad(np.cumsum((cdf[:, 1:] + cdf[:, :-1] - 1) * np.diff(x), axis=1), ((0, 0), (1, 0)))
    losses = np.stack([absolute - absolute.min(axis=1, keepdims=True), (x - mean[:, None]) ** 2,
                       1 - posterior / posterior.max(axis=1, keepdims=True)])  # fmt: skip
    mode, tail = np.broadcast_to(pair.mode(held, params), n.shape), 0.5 - params.level / 200
    low, high = law.ppf(tail), law.ppf(1 - tail)
    if params.highest:
        low, high = highest_density(law, params.level / 100, np.isfinite(mode))
    ahead, outcome = pair.predicted(held, params), np.arange(1.0, np.size(prior[0]) + 1)
    if params.pair != "dirichlet_multinomial":
        first, last = np.quantile(ahead.ppf([[0.002], [0.998]]), [0.12, 0.88], axis=1).diagonal()
        outcome, ahead = np.linspace(first, last, POINTS), pair.predicted(steps, params)
        if params.pair == "beta_binomial":
            outcome = np.arange(params.ahead + 1.0)
        outcome = np.unique(outcome.round()) if pair.discrete else outcome
        ahead = ahead.pmf(outcome) if pair.discrete else ahead.pdf(outcome)
    total = seen.total if seen.total.ndim == 1 else seen.total[:, params.category]
    return Update(params, sample, n, held, x, begin.pdf(x), likelihood / np.trapezoid(likelihood, x, axis=1)[:, None],
                  posterior, losses / np.maximum(losses.max(axis=2, keepdims=True), 1e-300), float(pair.worth(prior)),
                  total / np.maximum(n, 1), mean, law.median(), mode, low, high, outcome, ahead, remarks)  # fmt: skip


def _places(law: Law) -> Float64[np.ndarray, " points"]:
    """Places close together where any of the posteriors is high, within what most of them hold."""
    pooled = law.ppf(SHARES)
    low, high = np.quantile(pooled[0], 0.12), np.quantile(pooled[-1], 0.88)
    inside = np.sort(pooled[(pooled > low) & (pooled < high)])
    close = inside[np.linspace(0, len(inside) - 1, POINTS // 2).astype(int)]
    return np.unique(np.concatenate([np.linspace(low, high, POINTS + 2)[1:-1], close]))
