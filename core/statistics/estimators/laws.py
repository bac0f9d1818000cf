"""The law of large numbers and the central limit theorem: running means, and how far their law is from the normal."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64
from scipy.special import ndtr

from core.computation import Run
from core.explorer import OfArrays
from core.populations import Population
from core.populations.means import Z, exact_distance, smallest
from core.populations.order_statistics import Steps
from core.statistics.estimators.distribution import drawn
from core.statistics.estimators.params import Params
from core.statistics.estimators.populations import population

SIZES = np.unique(np.append(np.geomspace(1, 1_000, 55).round(), [30, 100])).astype(np.int64)
PATHS = 6
BERRY_ESSEEN = 0.4748  # 0.33554 × 1.415 rounded up (Shevtsova, arXiv:1111.6554), for independent draws of one law
SMALL = 0.01  # a distance that few would notice
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
                small=smallest(its, SMALL), remarks=its.remarks)  # fmt: skip
