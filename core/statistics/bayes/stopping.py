"""A test after every look at growing data: how many runs have stopped by then, in simulated runs and exactly."""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy.special import ndtr, ndtri

from core.computation import Run
from core.explorer import OfArrays
from core.statistics.bayes.params import Params

BLOCK, KEPT = 500, 12  # runs that are simulated at once, and drawn one by one
FAR = 7.0  # standard deviations beyond which no run is followed
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
        columns = {"observations": self.n, "p_once_exact": self.once}
        for i, name in enumerate(("p", "bayes")):
            columns |= {f"{name}_{which}": getattr(self, which)[i] for which in ("share", "error", "exact")}
        return pd.DataFrame(columns)


def looks_of(params: Params) -> np.ndarray:
    """After how many observations there is a look."""
    return np.arange(params.every, params.n + 1, params.every)


def bounds(params: Params, n: np.ndarray) -> Rules:
    """From which |z| on p < α, and from which the Bayes factor BF₁₀ = √(1 − w)·exp(z²w/2), w = nτ²/(1 + nτ²), is at
    least its threshold.
    """
    growth = n * params.tau**2
    needed = (2 * np.log(params.threshold) + np.log1p(growth)) * (1 + growth) / growth
    return np.stack([np.full(len(n), -ndtri(params.alpha / 2)), np.sqrt(needed)])


def stop(params: Params, run: Run) -> Stopping:
    """Simulates the runs in blocks, each with a generator of its own."""
    step, mean, n, total = float(params.every), params.effect * params.every, looks_of(params), params.replicates
    bound, root = bounds(params, n), np.sqrt(n)
    passed, paths = np.zeros(bound.shape), np.zeros((0, len(n)))
    for start in range(0, total, BLOCK):
        source, runs = np.random.default_rng([params.seed, start // BLOCK]), min(BLOCK, total - start)
        z = np.cumsum(source.normal(mean, np.sqrt(step), (runs, len(n))), axis=1) / root
        for rule, edge in enumerate(bound):
            passed[rule] += np.logical_or.accumulate(np.abs(z) >= edge, axis=1).sum(axis=0)
        paths = paths if start else z[:KEPT].copy()
        run.report((start + runs) / total)
    share, shift = passed / total, params.effect * root
    exact = np.stack([first_passage(edge * root, mean, step) for edge in bound])
    return Stopping(params, n, bound, share, np.sqrt(share * (1 - share) / total), exact,
                    ndtr(shift - bound[0]) + ndtr(-shift - bound[0]), paths)  # fmt: skip


def reached(edge: np.ndarray, mean: float, variance: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Between which ends each look's density is followed, and at how many nodes: 1.8 or more for a deviation, or 0."""
    looks, spread = np.arange(1, len(edge) + 1), np.sqrt(variance)
    far = FAR * spread * np.sqrt(looks)
    low, high = np.maximum(-edge, mean * looks - far), np.minimum(edge, mean * looks + far)
    return low, high, np.where(high > low, 32 * (1 + ((high - low) / (18 * spread)).astype(int)), 0)


def first_passage(edge: np.ndarray, mean: float, variance: float) -> Float64[np.ndarray, " looks"]:
    """P(|S| has reached its edge by each look) of sums S of normal steps (Armitage, McPherson and Rowe, 1969).

    From look to look the density of those that went on is integrated over nodes of Gauss and Legendre, and what lies
    beyond the next edge is left out.
    """
    spread, left, s, density = np.sqrt(variance), np.zeros(len(edge)), np.zeros(1), np.ones(1)
    for look, (low, high, count) in enumerate(zip(*reached(edge, mean, variance), strict=True)):
        if not count:
            break
        x, weight = _nodes(int(count))
        at, half = (low + high) / 2 + (high - low) / 2 * x, (high - low) / 2
        density = np.exp(-(((at[:, None] - s - mean) / spread) ** 2) / 2) @ density
        density *= half * weight / (spread * np.sqrt(2 * np.pi))
        s, left[look] = at, density.sum()
    return np.asarray(np.clip(1 - left, 0.0, 1.0))


_nodes = lru_cache(maxsize=64)(np.polynomial.legendre.leggauss)
