"""A test after every look at growing data: how many runs have stopped by then, in simulated runs and exactly."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy.special import ndtr, ndtri

from core.bayes_factors import z_at_factor
from core.computation import Run
from core.explorer import OfArrays
from core.first_passage import first_passage
from core.statistics.bayes.params import Params

BLOCK, KEPT = 500, 12  # runs that are simulated at once, and drawn one by one
Rules = Float64[np.ndarray, "rules looks"]


@dataclass(frozen=True, eq=False)
class Stopping(OfArrays):
    """At each look, after ``n`` observations: the ``share`` of simulated runs in which |z| has reached the ``bound`` of
    each rule (p < α, the Bayes factor) by then, its Monte Carlo ``error``, and what it is ``exact``ly. ``once`` is the
    share at this look alone, by the first rule. ``paths`` are z in a few runs.
    """

    params: Params
    n: np.ndarray
    bound: Rules
    share: Rules
    error: Rules
    exact: Rules
    once: Float64[np.ndarray, " looks"]
    paths: Float64[np.ndarray, "paths looks"]

    def table(self) -> pd.DataFrame:
        """One look to a row; shares of runs that have stopped."""
        columns = {f"{name}_{which}": getattr(self, which)[i] for i, name in enumerate(("p", "bayes"))
                   for which in ("share", "error", "exact")}  # fmt: skip
        return pd.DataFrame({"observations": self.n, "p_once_exact": self.once, **columns})


def looks_of(params: Params) -> np.ndarray:
    """After how many observations there is a look."""
    return np.arange(params.every, params.n + 1, params.every)


def bounds(params: Params, n: np.ndarray) -> Rules:
    """From which |z| on p < α, and from which the Bayes factor BF₁₀ is at least its threshold."""
    return np.stack([np.full(len(n), -ndtri(params.alpha / 2)), z_at_factor(params.threshold, n, params.tau)])


def stop(params: Params, run: Run) -> Stopping:
    """Simulates the runs in blocks, each with a generator of its own."""
    step, mean, n, total = float(params.every), params.effect * params.every, looks_of(params), params.replicates
    bound, root = bounds(params, n), np.sqrt(n)
    passed, paths = np.zeros(bound.shape), np.zeros((0, len(n)))
    for start in run.through(range(0, total, BLOCK)):
        source, runs = np.random.default_rng([params.seed, start // BLOCK]), min(BLOCK, total - start)
        z = np.cumsum(source.normal(mean, np.sqrt(step), (runs, len(n))), axis=1) / root
        for rule, edge in enumerate(bound):
            passed[rule] += np.logical_or.accumulate(np.abs(z) >= edge, axis=1).sum(axis=0)
        paths = paths if start else z[:KEPT].copy()
    share, shift = passed / total, params.effect * root
    exact = np.stack([first_passage(edge * root, mean, step) for edge in bound])
    return Stopping(params, n, bound, share, np.sqrt(share * (1 - share) / total), exact,
                    ndtr(shift - bound[0]) + ndtr(-shift - bound[0]), paths)  # fmt: skip
