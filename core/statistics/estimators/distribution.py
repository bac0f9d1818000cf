"""The distribution of an estimate at every sample size: simulated, and by theory, exactly or for large n."""

from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float64, Int64
from scipy.special import expit, ndtri

from core.bootstrap import remark
from core.computation import Run
from core.errors import InputError
from core.explorer import OfArrays
from core.numbers import number
from core.populations import Population
from core.populations.estimates import Table, Theory, of_prefixes, of_rows, quantile, tail, theory
from core.populations.order_statistics import Sizes, Steps
from core.statistics.estimators.params import FUNCTIONS, SAMPLES, SOURCES, Params
from core.statistics.estimators.populations import Sample, population, sample

SIZES = np.array([3, 5, 7, 9, 11, 15, 21, 31, 41, 61, 81, 101, 151, 201, 301, 401, 501])  # odd: one draw is the middle
BLOCK, KEPT = 1_000, 10_000  # samples at a time; estimates for the picture
SHARES = expit(np.linspace(-7.0, 7.0, 141))  # of the law of an estimate, below each point of its curve
Measures = Float64[np.ndarray, "measures steps"]


@dataclass(frozen=True, eq=False)
class Distribution(OfArrays):
    """``estimates`` of the first samples at each n; over all of them bias, variance and mean square error (MSE)
    as ``simulated``, with the Monte Carlo ``error``, NaN where that is infinite; ``count`` says how many are finite.
    ``curve`` is the law by theory: the values that it is below with the probabilities ``SHARES``, ``exact`` or the
    normal ones for large n.
    """

    params: Params
    population: Population
    theory: Theory
    estimates: Float64[np.ndarray, "steps kept"]
    count: Int64[np.ndarray, " steps"]
    simulated: Measures
    error: Measures
    curve: Float64[np.ndarray, "steps points"]
    exact: bool
    remarks: tuple[str, ...] = ()

    @property
    def infinite(self) -> Bool[np.ndarray, " steps"]:
        """Where the variance of the estimate is."""
        return np.asarray(_tails(self.params, self.population) <= 2)

    @property
    def unsure(self) -> Bool[np.ndarray, " steps"]:
        """Where the Monte Carlo error of a variance and of a mean square error is infinite."""
        return np.asarray(_tails(self.params, self.population) <= 4)

    @property
    def known(self) -> Measures:
        """Bias, variance and MSE: exactly where a formula is known, else as for large n."""
        its = self.theory
        bias = np.where(np.isfinite(its.mean), its.mean, its.tends) - its.truth
        variance = np.where(np.isfinite(its.deviation), its.deviation, its.limit) ** 2
        variance[self.infinite & np.isfinite(its.truth)] = np.inf
        return np.stack([bias, variance, bias**2 + variance])

    def table(self) -> pd.DataFrame:
        """One sample size to a row: as simulated, with Monte Carlo errors, and by theory."""
        names, known = ("bias", "variance", "mse"), self.known
        rows = zip(names, self.simulated, self.error, known, strict=True)
        parts = {name: each for name, simulated, error, theory in rows for name, each in
                 ((name, simulated), (f"{name}_error", error), (f"{name}_theory", theory))}  # fmt: skip
        return pd.DataFrame({"n": SIZES, **parts, "deviation_for_large_n": self.theory.limit})


def simulate(params: Params, data: bytes | None, run: Run) -> Distribution:
    """All sample sizes from one set of draws: the first n of each row.

    Raises:
        InputError: the population cannot be read, or the function has no value at its mean.
    """
    own = sample(params, data) if params.source in SAMPLES else None
    its, name = population(params, data, own), params.statistic
    known = theory(name, its, SIZES, params.trim / 100)
    if params.part == "delta" and np.isnan(its.mean):
        raise InputError("source", SOURCES[params.source], "it must have a mean", "Choose another population.")
    if params.part == "delta" and not np.isfinite(known.truth):
        rule = f"it must have a value at the mean of the population, which is {number(its.mean)}"
        raise InputError("function", FUNCTIONS[name], rule, "Choose another function, or another mean.")
    estimates = drawn(name, its, SIZES, params, run)
    usable = np.isfinite(estimates)
    remarks = (*its.remarks, *([] if usable.all() else [_lost(~usable, name)]), *_interval(params, own))
    laws = [law for n in SIZES if (law := quantile(name, its, int(n), SHARES)) is not None]
    spread = np.where((known.limit > 0) & (known.limit < np.inf), known.limit, np.nan)
    simulated, error = _moments(estimates, usable, known.truth)
    for moment, rows in ((2, slice(None)), (4, slice(1, None))):  # that the error of a bias, and of squares, rests on
        error[rows, _tails(params, its) <= moment] = np.nan
    normal = known.tends + spread[:, None] * ndtri(SHARES)
    return Distribution(params, its, known, np.where(usable, estimates, np.nan)[:KEPT].T.copy(),
                        usable.sum(axis=0), simulated, error,
                        np.stack(laws) if laws else normal, bool(laws), remarks)  # fmt: skip


def _tails(params: Params, its: Population) -> Steps:
    """At each n, below which r the r-th moment of the estimate is finite."""
    return np.array([tail(params.statistic, its, n, params.trim / 100) for n in SIZES.tolist()])


def _lost(lost: Bool[np.ndarray, "replicates steps"], name: str) -> str:
    """How many samples have no such function of their mean, of the size of which most have none."""
    step = int(lost.sum(axis=0).argmax())
    if (many := int(lost[:, step].sum())) == 1:
        return f"1 of {len(lost):,} samples of {SIZES[step]} draws has no {FUNCTIONS[name]}. It does not count."
    return f"{many:,} of {len(lost):,} samples of {SIZES[step]} draws have no {FUNCTIONS[name]}. They do not count."


def _interval(params: Params, own: Sample | None) -> list[str]:
    """What the bootstrap says of the estimate from all numbers of a reader."""
    if own is None or params.part != "distribution":
        return []
    estimate = partial(of_rows, params.estimator, cut=params.trim / 100, about=own[0].mean())
    return [remark(own[0], estimate, params.interval, params.replicates, params.seed)]


def drawn(name: str, its: Population, sizes: Sizes, params: Params, run: Run) -> Table:
    """The estimate from the first n draws of each simulated sample, for each n of ``sizes``."""
    chance, found = np.random.default_rng(params.seed), []
    for start in run.through(range(0, params.replicates, BLOCK)):
        draws = its.draw(chance, (min(BLOCK, params.replicates - start), int(sizes[-1])))
        found.append(of_prefixes(name, draws, sizes, params.trim / 100, its.centre))
    return np.concatenate(found)


def _moments(estimates: Table, usable: Bool[np.ndarray, "replicates steps"], truth: float) -> tuple[Measures, Measures]:
    """Bias, variance and mean square error over the usable estimates, and the standard errors of the three."""
    many = usable.sum(axis=0)

    def mean(values: Table) -> Steps:
        return np.asarray(np.where(usable, values, 0.0).sum(axis=0) / many)

    with np.errstate(invalid="ignore", divide="ignore"):  # NaN where none is usable, and no error of a single one
        middle = mean(estimates)
        squares, errors = (estimates - middle) ** 2, (estimates - truth) ** 2
        variance, mse = mean(squares), mean(errors)
        spreads = (variance, mean((squares - variance) ** 2), mean((errors - mse) ** 2))
        error = np.sqrt(np.stack(spreads) / np.where(many > 1, many, np.nan))
    return np.stack([middle - truth, variance, mse]), error
