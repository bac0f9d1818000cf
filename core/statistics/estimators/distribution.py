"""The distribution of an estimate at every sample size: simulated, and by theory, exactly or for large n."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64, Int64
from scipy.special import betainc, betaincinv, expit, gammaincinv, gammaln, ndtri
from scipy.stats import trim_mean

from core.computation import Run
from core.errors import InputError
from core.explorer import OfArrays
from core.numbers import number
from core.statistics.estimators.params import FUNCTIONS, Params
from core.statistics.estimators.populations import Population, Some, population

SIZES = np.array([3, 5, 7, 9, 11, 15, 21, 31, 41, 61, 81, 101, 151, 201, 301, 401, 501])  # odd: one draw is the middle
BLOCK, KEPT = 1_000, 10_000  # samples at a time; estimates for the picture
LOGITS = np.arange(-34.0, 34.0, 0.1)  # integrands in them are analytic, so that equal steps converge fast
CELLS = (np.arange(20_000) + 0.5) / 20_000  # the middles of equal cells from 0 to 1
SHARES = expit(np.linspace(-7.0, 7.0, 141))  # of the law of an estimate, below each point of its curve
SLOPES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {  # functions and their slopes
    "log": (np.log, lambda x: 1 / x), "square": (np.square, lambda x: 2 * x),
          "inverse": (lambda x: 1 / x, lambda x: -1 / x**2), "root": (np.sqrt, lambda x: 0.5 / np.sqrt(x)),
          "logit": (lambda x: np.log(x / (1 - x)), lambda x: 1 / (x * (1 - x)))}  # fmt: skip
Sizes = Int64[np.ndarray, " steps"]
Steps = Float64[np.ndarray, " steps"]
Table = Float64[np.ndarray, "replicates steps"]
Measures = Float64[np.ndarray, "measures steps"]
Draws = Float64[np.ndarray, "replicates draws"]


@dataclass(frozen=True, eq=False)
class Theory:
    """What is estimated is ``truth``; the estimate ``tends`` to another number perhaps. Its ``mean`` and ``deviation``
    are exact at each n, NaN where the page knows no formula; ``limit`` is the deviation that holds for large n.
    """

    truth: float
    tends: float
    mean: Steps
    deviation: Steps
    limit: Steps


@dataclass(frozen=True, eq=False)
class Distribution(OfArrays):
    """``estimates`` of the first samples at each n; over all of them what is ``seen`` of bias, variance and mean square
    error (MSE), with its Monte Carlo ``error``. ``curve`` is the law by theory: the values that it is below with the
    probabilities ``SHARES``, ``exact`` or the normal ones for large n.
    """

    params: Params
    population: Population
    theory: Theory
    estimates: Float32[np.ndarray, "steps kept"]
    seen: Measures
    error: Measures
    curve: Float64[np.ndarray, "steps points"]
    exact: bool
    remarks: tuple[str, ...] = ()

    @property
    def known(self) -> Measures:
        """Bias, variance and MSE: exactly where a formula is known, else as for large n."""
        its = self.theory
        bias = np.where(np.isfinite(its.mean), its.mean, its.tends) - its.truth
        variance = np.where(np.isfinite(its.deviation), its.deviation, its.limit) ** 2
        return np.stack([bias, variance, bias**2 + variance])

    def table(self) -> pd.DataFrame:
        """One sample size to a row: as simulated, with Monte Carlo errors, and by theory."""
        names, known = ("bias", "variance", "mse"), self.known
        parts = {name: each for k, name in enumerate(names) for name, each in
                 ((name, self.seen[k]), (f"{name}_error", self.error[k]), (f"{name}_theory", known[k]))}  # fmt: skip
        return pd.DataFrame({"n": SIZES, **parts, "deviation_for_large_n": self.theory.limit})


def simulate(params: Params, data: bytes | None, run: Run) -> Distribution:
    """All sample sizes from one set of draws: the first n of each row.

    Raises:
        InputError: the population cannot be read, or the function has no value at its mean.
    """
    its, name = population(params, data), params.statistic
    known = theory(params, its, SIZES)
    if params.part == "delta" and not np.isfinite(known.truth):
        rule = f"it must have a value at the mean of the population, which is {number(its.mean)}"
        raise InputError("function", FUNCTIONS[name], rule, "Choose another function, or another mean.")
    estimates = drawn(name, its, SIZES, params, run)
    usable = np.isfinite(estimates)
    lost = (
        f"{(~usable[:, 0]).sum():,} of {params.replicates:,} samples of {SIZES[0]} draws have no {FUNCTIONS.get(name)}."
    )
    remarks = its.remarks if usable.all() else (*its.remarks, f"{lost} They do not count.")
    laws = [law for n in SIZES if (law := quantile(name, its, int(n), SHARES)) is not None]
    spread = np.where((known.limit > 0) & (known.limit < np.inf), known.limit, np.nan)
    normal = known.tends + spread[:, None] * ndtri(SHARES)
    return Distribution(params, its, known, np.where(usable, estimates, np.nan)[:KEPT].T.astype(np.float32),
                        *_moments(estimates, usable, known.truth), np.stack(laws) if laws else normal,
                        bool(laws), remarks)  # fmt: skip


def drawn(name: str, its: Population, sizes: Sizes, params: Params, run: Run) -> Table:
    """The estimate from the first n draws of each simulated sample, for each n of ``sizes``."""
    chance, found = np.random.default_rng(params.seed), []
    for start in range(0, params.replicates, BLOCK):
        draws = its.draw(chance, (min(BLOCK, params.replicates - start), int(sizes[-1])))
        found.append(of_prefixes(name, draws, sizes, params.trim / 100, its.centre))
        run.report((start + len(draws)) / params.replicates)
    return np.concatenate(found)


def _moments(estimates: Table, usable: Bool[np.ndarray, "replicates steps"], truth: float) -> tuple[Measures, Measures]:
    """Bias, variance and mean square error over the usable estimates, and the standard errors of the three."""
    many = np.maximum(usable.sum(axis=0), 2)

    def mean(values: Table) -> Steps:
        return np.asarray(np.where(usable, values, 0.0).sum(axis=0) / many)

    with np.errstate(invalid="ignore"):
        middle = mean(estimates)
        squares, errors = (estimates - middle) ** 2, (estimates - truth) ** 2
        variance, mse = mean(squares), mean(errors)
        spreads = (variance, mean((squares - variance) ** 2), mean((errors - mse) ** 2))
    return np.stack([middle - truth, variance, mse]), np.sqrt(np.stack(spreads) / many)


def of_prefixes(name: str, draws: Draws, sizes: Sizes, cut: float, about: float) -> Table:
    """The same of one block of draws. Sums are taken of draws less ``about``."""
    if name == "maximum":
        return np.asarray(np.maximum.accumulate(draws, axis=1)[:, sizes - 1])
    if name == "median":
        return np.stack([np.median(draws[:, :n], axis=1) for n in sizes], axis=1)
    if name == "trimmed":
        return np.stack([trim_mean(draws[:, :n], cut, axis=1) for n in sizes], axis=1)
    away = draws - about
    sums = np.cumsum(away, axis=1)[:, sizes - 1]
    if name in ("variance n", "variance", "deviation"):
        squares = np.cumsum(away**2, axis=1)[:, sizes - 1]
        left = np.maximum(squares - sums**2 / sizes, 0.0) / (sizes - (name != "variance n"))
        return np.asarray(np.sqrt(left) if name == "deviation" else left)
    with np.errstate(all="ignore"):
        return np.asarray(SLOPES.get(name, (np.asarray,))[0](about + sums / sizes))


def theory(params: Params, its: Population, sizes: Sizes) -> Theory:
    """What is known of the estimator of these settings."""
    name, n, unknown = params.statistic, sizes.astype(np.float64), np.full(len(sizes), np.nan)
    mu, sigma, kurtosis, root = its.mean, its.deviation, its.kurtosis, np.sqrt(sizes)
    match name:
        case "mean" | "trimmed" if name == "mean" or not params.trim:
            return Theory(its.centre, mu, np.full(len(n), mu), sigma / root, sigma / root)
        case "median":
            limit = 0.5 / its.density_at(0.5) / root
            return Theory(its.centre, its.unique(0.5), *order_moments(its, (sizes + 1) // 2, sizes), limit)
        case "trimmed":
            cut = params.trim / 100
            ends = its.quantile(np.array([cut, 1 - cut]))
            held = np.clip(its.quantile(CELLS), *ends)
            spread = held.std() / (1 - 2 * cut) + 0 * its.unique(cut)  # not normal where that is not unique
            return Theory(its.centre, float(held.mean() - cut * ends.sum()) / (1 - 2 * cut), unknown, unknown,
                          spread / root)  # fmt: skip
        case "maximum":
            top = its.top if np.isfinite(its.top) else np.nan
            return Theory(top, its.top, *order_moments(its, sizes, sizes), unknown)
        case "variance n" | "variance":
            shrink = (n - 1) / n if name == "variance n" else np.ones(len(n))
            spread = shrink * np.sqrt((kurtosis - (n - 3) / (n - 1)) / n)
            limit = sigma**2 * np.sqrt((kurtosis - 1) / n)
            return Theory(sigma**2, sigma**2, shrink * sigma**2, spread * sigma**2, limit)
        case "deviation":
            limit = sigma * np.sqrt((kurtosis - 1) / 4 / n)
            c4 = np.sqrt(2 / (n - 1)) * np.exp(gammaln(n / 2) - gammaln((n - 1) / 2))
            c4 = c4 if its.kind == "normal" else unknown
            return Theory(sigma, sigma, c4 * sigma, sigma * np.sqrt(1 - c4**2), limit)
    with np.errstate(all="ignore"):
        value, slope = (float(function(np.float64(mu))) for function in SLOPES[name])
    limit = abs(slope) * sigma / root
    if name != "square":
        return Theory(value, value, unknown, unknown, limit)
    higher = sigma**4 * (kurtosis - 3) / n**3 + (4 * mu * its.skewness * sigma**3 / n**2 if mu else 0.0)
    return Theory(value, value, mu**2 + sigma**2 / n, np.sqrt(limit**2 + 2 * sigma**4 / n**2 + higher), limit)


def order_moments(its: Population, k: Sizes, sizes: Sizes) -> tuple[Steps, Steps]:
    """Mean and deviation of the k-th smallest of n draws, by its law I(k, n − k + 1); NaN where there is none."""
    found = []
    for place, n in zip(k.tolist(), sizes.tolist(), strict=True):
        if its.edges is not None and its.atoms is not None:
            x, mass = its.atoms, np.diff(betainc(place, n - place + 1, its.edges))
        else:
            x = its.quantile(np.clip(betaincinv(place, n - place + 1, expit(LOGITS)), 1e-300, 1 - 2.0**-53))
            mass = 0.1 * expit(LOGITS) * expit(-LOGITS)
        finite, mean = its.tail * min(place, n - place + 1), float(mass @ x)  # moments below this
        found.append((mean if finite > 1 else np.nan, np.sqrt(mass @ (x - mean) ** 2) if finite > 2 else np.nan))
    mean, deviation = np.array(found).T
    return mean, deviation


def quantile(name: str, its: Population, n: int, v: Some) -> Some | None:
    """The value that the estimate from n draws is below with probability ``v``, exactly; ``None`` where not known."""
    match name, its.kind:
        case "median" | "maximum", _ if its.atoms is None:
            k = n if name == "maximum" else (n + 1) // 2
            return its.quantile(betaincinv(k, n - k + 1, v))
        case "mean", "normal":
            return np.asarray(ndtri(v) / np.sqrt(n))
        case "mean", "exponential":
            return np.asarray(gammaincinv(n, v) / n)
        case "mean", "cauchy":
            return its.quantile(v)
        case "variance n" | "variance" | "deviation", "normal":
            squares = 2 * gammaincinv((n - 1) / 2, v) / (n - (name != "variance n"))
            return np.asarray(np.sqrt(squares) if name == "deviation" else squares)
    return None
