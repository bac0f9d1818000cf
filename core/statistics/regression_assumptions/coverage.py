"""How often intervals hold the true coefficient while one assumption is broken further and further."""

from dataclasses import dataclass
from itertools import groupby

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float64
from scipy.special import ndtri, stdtrit

from core.computation import Run
from core.explorer import OfArrays
from core.least_squares import Fit, least_squares
from core.least_squares.coverage import KINDS, Intervals
from core.least_squares.errors import Errors, standard
from core.regression_data import Observations
from core.statistics.regression_assumptions.params import Params

STEPS = 21
DRAWN = 50  # intervals in the picture
MOST_EXACT = 150  # rows whose quadratic forms are decomposed
STRAIGHT = 1e-9  # standard deviations: no bend and no bias, but what rounding makes
BLOCK = 1_000_000  # errors that are drawn at a time: 1,000 rows and 50,000 refits would fill four gigabytes at once
Rows = Float64[np.ndarray, " rows"]
OfKinds = Float64[np.ndarray, "kinds steps"]


@dataclass(frozen=True, eq=False)
class SlopeCoverage(OfArrays):
    """The ``share`` of simulated intervals that hold the coefficient, by ``KINDS`` of standard error and strength, with
    its Monte Carlo ``error``, and what it is ``exact``ly (NaN where no formula is known).

    ``reported`` are standard errors on average, ``true`` the deviation of the estimate, all in units of that at
    strength 0; ``bias`` in these too. ``sample`` is one simulated y for each strength. ``middles`` and ``halves`` are
    the first intervals that were simulated: how far the estimate is off, and half their length, in the same units.
    """

    params: Params
    data: Observations
    fit: Fit
    strength: Float64[np.ndarray, " steps"]
    share: OfKinds
    exact: OfKinds
    reported: OfKinds
    true: Float64[np.ndarray, " steps"]
    bias: Float64[np.ndarray, " steps"]
    sample: Float64[np.ndarray, "steps rows"]
    middles: Float64[np.ndarray, "refits steps"]
    halves: Float64[np.ndarray, "kinds refits steps"]
    remarks: tuple[str, ...] = ()

    @property
    def error(self) -> OfKinds:
        """√(p(1 − p)/replicates)."""
        return np.asarray(np.sqrt(self.share * (1 - self.share) / self.params.replicates))

    def table(self) -> pd.DataFrame:
        """One kind of standard error and strength to a row; coverage as a share."""
        columns = {"coverage_simulated": self.share, "monte_carlo_error": self.error, "coverage_exact": self.exact,
                   "reported_over_true": self.reported / self.true,
                   "bias_over_true": np.broadcast_to(self.bias / self.true, self.share.shape)}  # fmt: skip
        kinds = pd.Series(np.repeat(KINDS, len(self.strength)), dtype=object)
        return pd.DataFrame({"broken_by": np.tile(self.strength, len(KINDS)), "standard_error": kinds,
                             **{name: each.ravel() for name, each in columns.items()}})  # fmt: skip


def law(params: Params, strength: float, u: Rows, leaves: Float64[np.ndarray, "rows rows"]) -> Errors:
    """The errors; ``u`` is the feature with mean 0 and variance 1, ``leaves`` what the fit leaves of a vector."""
    none, alike = np.zeros(len(u)), np.ones(len(u))
    match params.breaks:
        case "variance":
            deviation = np.exp(1.5 * strength * u)
            return Errors(none, deviation / np.sqrt((deviation**2).mean()))
        case "correlation":
            return Errors(none, alike, phi=0.95 * strength)
        case "curve":
            bend = leaves @ u**2
            size = float(np.sqrt((bend**2).mean()))
            return Errors(2 * strength * bend / size if size > STRAIGHT else none, alike)
        case "confounder":
            return Errors(strength * u, alike)
    return Errors(none, alike, freedom=2.2 / strength if strength else np.inf)


def cover(params: Params, data: Observations, run: Run) -> SlopeCoverage:
    """Simulates at each strength, on the design of the data, and computes what is known exactly."""
    fit, rows, j, tail = least_squares(data.design(), data.y, True), len(data.y), params.feature + 1, params.level / 200
    u = (fit.x[:, j] - fit.x[:, j].mean()) / fit.x[:, j].std()
    critical = float(stdtrit(fit.df, 0.5 + tail) if params.quantile == "t" else ndtri(0.5 + tail))
    along = np.argsort(u, kind="stable")  # neighbours along x may be correlated
    its = Intervals(fit, j, critical, along, rows / fit.df if params.few_rows else 1.0)
    strength, found = np.linspace(0.0, 1.0, STEPS).round(10), []
    laws = [law(params, each, u, its.leaves) for each in strength.tolist()]
    chance = np.random.default_rng(params.seed)
    for begin in run.through(range(0, params.replicates, BLOCK // rows)):
        uniform = chance.random((2, rows, min(BLOCK // rows, params.replicates - begin)))
        found.append(_refitted(torch.as_tensor(uniform, device=run.device), laws, its))
    off, _, drawn, halves = found[0]  # of the first refits
    share, reported = np.sum([each for _, each, *_ in found], axis=0) / params.replicates
    true = np.array([np.sqrt(its.a @ one.covariance(its.apart) @ its.a) for one in laws])
    exact, remarks = np.full(share.shape, np.nan), data.remarks
    if rows <= MOST_EXACT:
        known = [step for step, one in enumerate(laws) if np.isinf(one.freedom)]
        covariances = np.stack([laws[step].covariance(its.apart) for step in known])
        exact[:, known] = its.coverage(np.stack([laws[step].mean for step in known]), covariances)
    else:
        remarks = (*remarks, f"Exact coverage is computed for at most {MOST_EXACT} rows; here it is simulated alone.")
    unit, bias = float(np.sqrt(its.a @ its.a)), np.array([its.a @ one.mean for one in laws])
    bias = np.where(np.abs(bias) > STRAIGHT * unit, bias, 0.0)
    return SlopeCoverage(params, data, fit, strength, share, exact, reported / unit, true / unit, bias / unit,
                    fit.x @ fit.beta + fit.deviation * drawn.T, off[:DRAWN] / unit, halves / unit, remarks)  # fmt: skip


def _refitted(chance: torch.Tensor, laws: list[Errors], its: Intervals) -> list[np.ndarray]:
    """Of refits to errors of each law, on the last axis: how far each is off; how many intervals of each kind hold the
    coefficient, and the sum of their standard errors; one draw of the errors; halves of the first intervals.
    """
    found = []
    for freedom, alike in groupby(laws, lambda one: one.freedom):
        z = standard(chance, freedom)
        for one in alike:
            off, deviations = its.refit(errors := one.draw(z, its.along))
            halves = its.critical * deviations
            sums = torch.stack([(off.abs() <= halves).double().sum(dim=1), deviations.sum(dim=1)])
            found.append([each.cpu().numpy() for each in (off, sums, errors[:, 0].clone(), halves[:, :DRAWN].clone())])
    return [np.stack(each, axis=-1) for each in zip(*found, strict=True)]
