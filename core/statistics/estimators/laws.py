"""The law of large numbers and the central limit theorem: running means, and how far their law is from the normal."""

from dataclasses import dataclass
from math import comb, factorial

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy.special import bdtr, gammainc, ndtr

from core.computation import Run
from core.explorer import OfArrays
from core.statistics.estimators.distribution import Steps, drawn
from core.statistics.estimators.params import Params
from core.statistics.estimators.populations import Population, Some, population

SIZES = np.unique(np.append(np.geomspace(1, 1_000, 55).round(), [30, 100])).astype(np.int64)
PATHS = 6
BERRY_ESSEEN = 0.4748  # 0.33554 × 1.415 rounded up (Shevtsova, arXiv:1111.6554), for independent draws of one law
SMALL = 0.01  # a distance that few would notice
Z = np.linspace(-4.0, 4.0, 801)  # where continuous laws are compared
FEW = Z[::10]  # where a law is drawn
SURE = float(np.sqrt(np.log(40) / 2))  # of Dvoretzky, Kiefer, Wolfowitz and Massart: with 95 % no distance is more off


@dataclass(frozen=True, eq=False)
class Laws(OfArrays):
    """``paths`` are running means of single samples; ``ends`` hold the middle 95 % of all of them, and ``band`` by
    theory for large n. ``distance`` is sup |F − Φ| of the standardised mean, as simulated and ``exact``; ``bound`` is
    that of Berry and Esseen. ``law`` is F at ``FEW`` in the simulation; at n = ``small`` the exact distance is small.
    """

    params: Params
    population: Population
    paths: Float64[np.ndarray, "paths steps"]
    ends: Float64[np.ndarray, "ends steps"]
    band: Float64[np.ndarray, "ends steps"]
    distance: Steps
    exact: Steps
    bound: Steps
    law: Float64[np.ndarray, "steps points"]
    small: int | None
    remarks: tuple[str, ...] = ()

    @property
    def noise(self) -> float:
        """How far off a simulated distance is at most, 95 % sure."""
        return SURE / float(np.sqrt(self.params.replicates))

    @property
    def gap(self) -> Steps:
        """The distance, exactly where it is known."""
        return np.where(np.isnan(self.exact), self.distance, self.exact)

    def table(self) -> pd.DataFrame:
        """One sample size to a row."""
        columns = {"kolmogorov_simulated": self.distance, "kolmogorov_exact": self.exact, "berry_esseen": self.bound}
        return pd.DataFrame({"n": SIZES, "means_from": self.ends[0], "means_to": self.ends[1], **columns})


def converge(params: Params, data: bytes | None, run: Run) -> Laws:
    """All sample sizes from one set of draws.

    Raises:
        InputError: the population cannot be read.
    """
    its, root = population(params, data), np.sqrt(SIZES)
    means = drawn("mean", its, SIZES, params, run)
    z = np.sort((means - its.mean) / its.deviation * root, axis=0)  # NaN where there is no deviation
    rank, normal = np.arange(1, len(z) + 1)[:, None] / len(z), ndtr(z)
    band = its.mean + np.array([[-1.96], [1.96]]) * its.deviation / root
    if its.kind == "cauchy":
        band = np.tile(its.quantile(np.array([[0.025], [0.975]])), len(SIZES))
    return Laws(params, its, means[:PATHS].copy(), np.quantile(means, [0.025, 0.975], axis=0), band,
                distance=np.maximum(rank - normal, normal - rank + 1 / len(z)).max(axis=0),
                exact=np.array([exact_distance(its, n) for n in SIZES.tolist()]),
                bound=BERRY_ESSEEN * its.third / root,
                law=np.stack([np.searchsorted(column, FEW, "right") / len(z) for column in z.T]),
                small=smallest(its), remarks=its.remarks)  # fmt: skip


def exact_law(its: Population, n: int, z: Some) -> Some | None:
    """P((x̄ − μ)·√n/σ ≤ z) of n continuous draws; ``None`` where the law of their sum is not known."""
    match its.kind:
        case "normal":
            return np.asarray(ndtr(z))
        case "exponential":
            return np.asarray(gammainc(n, np.maximum(n + np.sqrt(n) * z, 0.0)))
        case "uniform":
            return irwin_hall(n, z)
    return None


def irwin_hall(n: int, z: Some) -> Some:
    """The law of a sum of n uniform draws, standardised: by its polynomial, or from n = 9 on, where that loses digits,
    by inverting its characteristic function (sin t/t)ⁿ, of which the rest beyond the last t is below 10⁻¹².
    """
    if n < 9:
        x = np.clip(n / 2 + z * np.sqrt(n / 12), 0, n)
        parts = [(-1) ** k * comb(n, k) * np.maximum(x - k, 0) ** n for k in range(n + 1)]
        return np.asarray(np.sum(parts, axis=0) / factorial(n))
    t = 0.25 * (np.arange(400) + 0.5)
    return np.asarray(
        0.5 + np.sin(np.multiply.outer(z, t)) @ (np.sinc(np.sqrt(3 / n) * t / np.pi) ** n / t) * 0.25 / np.pi
    )


def exact_distance(its: Population, n: int) -> float:
    """sup |F − Φ| of the standardised mean of n draws; NaN where F is not known."""
    if its.kind != "bernoulli":
        law = exact_law(its, n, Z)
        return float("nan") if law is None else float(np.abs(law - ndtr(Z)).max())
    mean, spread = n * its.mean, np.sqrt(n) * its.deviation
    yes = np.arange(max(0.0, np.floor(mean - 9 * spread)), min(n, np.ceil(mean + 9 * spread)) + 1)
    law = np.append(bdtr(yes[0] - 1, n, its.mean) if yes[0] else 0.0, bdtr(yes, n, its.mean))
    normal = ndtr((yes - mean) / spread)  # F jumps at each count of yes, from the law before it
    return float(np.maximum(np.abs(law[1:] - normal), np.abs(law[:-1] - normal)).max())


def smallest(its: Population) -> int | None:
    """An n where the exact distance is below ``SMALL`` and at n − 1 is not; ``None`` where it is not known."""
    low, high = 0, 1
    if np.isnan(exact_distance(its, 1)):
        return None
    while exact_distance(its, high) >= SMALL:
        low, high = high, 2 * high
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if exact_distance(its, middle) < SMALL else (middle, high)
    return high
