"""How often intervals hold the true coefficient while one assumption is broken further and further."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float64, Int64
from scipy.special import ndtri, stdtrit

from core.computation import Run
from core.explorer import OfArrays
from core.least_squares import ROBUST, Fit, lags, least_squares, newey_west, robust_weights
from core.quadratic_forms import chances_of_no_excess
from core.statistics.linear_regression.observations import Observations
from core.statistics.linear_regression.params import Params

STEPS = 21
KINDS = ("classical", *ROBUST, "Newey–West")
MOST_EXACT = 150  # rows whose quadratic forms are decomposed
Rows = Float64[np.ndarray, " rows"]
OfKinds = Float64[np.ndarray, "kinds steps"]


@dataclass(frozen=True, eq=False)
class Law:
    """Errors at one strength: mean + deviation·z, neighbours along x correlated by ``phi``, tails of Student's t."""

    mean: Rows
    deviation: Rows
    phi: float = 0.0
    freedom: float = np.inf

    def covariance(self, apart: Int64[np.ndarray, "rows rows"]) -> Float64[np.ndarray, "rows rows"]:
        """Of errors that stand so far ``apart`` along x; of normal ones."""
        return np.asarray(np.outer(self.deviation, self.deviation) * self.phi**apart)


@dataclass(frozen=True, eq=False)
class Coverage(OfArrays):
    """The ``share`` of simulated intervals that hold the coefficient, by ``KINDS`` of standard error and strength, with
    its Monte Carlo ``error``, and what it is ``exact``ly (NaN where no formula is known).

    ``reported`` are standard errors on average, ``true`` the deviation of the estimate, all in units of that at
    strength 0; ``bias`` in these too. ``sample`` is one simulated y for each strength.
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
    remarks: tuple[str, ...] = ()

    @property
    def error(self) -> OfKinds:
        """√(p(1 − p)/replicates)."""
        return np.asarray(np.sqrt(self.share * (1 - self.share) / self.params.replicates))

    def table(self) -> pd.DataFrame:
        """One kind of standard error and strength to a row; coverage as a share."""
        len(self.strength)
        columns = {"coverage_simulated": self.share, "monte_carlo_error": self.error, "coverage_exact": self.exact,
                   "reported_over_true": self.reported / self.true,
                   "bias_over_true": np.broadcast_to(self.bias / self.true, self.share.shape)}  # fmt: skip
        kinds = pd.Series(np.repeat(KINDS, len(self.strength)), dtype=object)
        return pd.DataFrame({"broken_by": np.tile(self.strength, len(KINDS)), "standard_error": kinds,
                             **{name: each.ravel() for name, each in columns.items()}})  # fmt: skip


def law(params: Params, strength: float, u: Rows, leaves: Float64[np.ndarray, "rows rows"]) -> Law:
    """The errors; ``u`` is the feature with mean 0 and variance 1, ``leaves`` what the fit leaves of a vector."""
    none, alike = np.zeros(len(u)), np.ones(len(u))
    match params.breaks:
        case "variance":
            deviation = np.exp(1.5 * strength * u)
            return Law(none, deviation / np.sqrt((deviation**2).mean()))
        case "correlation":
            return Law(none, alike, phi=0.95 * strength)
        case "curve":
            bend = leaves @ u**2
            return Law(2 * strength * bend / max(float(np.sqrt((bend**2).mean())), 1e-12), alike)
        case "confounder":
            return Law(strength * u, alike)
    return Law(none, alike, freedom=2.2 / max(strength, 1e-9))


def cover(params: Params, data: Observations, run: Run) -> Coverage:
    """Simulates at each strength, on the design of the data, and computes what is known exactly."""
    fit, rows, j = least_squares(data.design(), data.y, True), len(data.y), params.feature + 1
    a, u = fit.pinv[j], (fit.x[:, j] - fit.x[:, j].mean()) / fit.x[:, j].std()
    along = np.argsort(u, kind="stable")  # neighbours, whose errors may be correlated
    q = np.linalg.qr(fit.x / np.sqrt((fit.x**2).sum(axis=0)))[0]
    leaves, tail = np.eye(rows) - q @ q.T, 0.5 + params.level / 200
    critical = float(stdtrit(fit.df, tail) if params.quantile == "t" else ndtri(tail))
    weights = np.stack([np.full(rows, (a @ a) / fit.df),
                        *(a**2 * robust_weights(kind, fit.leverage, fit.x.shape[1]) for kind in ROBUST)])  # fmt: skip
    strength = np.linspace(0.0, 1.0, STEPS).round(10)
    laws = [law(params, each, u, leaves) for each in strength.tolist()]
    share, reported, true, drawn = _simulated(params, laws, a, q, weights, critical, along, run)
    exact, remarks = np.full(share.shape, np.nan), data.remarks
    if rows <= MOST_EXACT:
        known = [step for step, one in enumerate(laws) if np.isinf(one.freedom) or step == 0]
        apart = np.abs(np.subtract.outer(place := np.argsort(along), place))
        near = np.maximum(1 - apart / (lags(rows) + 1), 0)
        squared = np.concatenate([weights[:, :, None] * np.eye(rows), (np.outer(a, a) * near)[None]])
        covariances = np.stack([laws[step].covariance(apart) for step in known])
        # |a·ε| ≤ c·SE is ε′(aa′ − c²·M·diag(w)·M)ε ≤ 0: a quadratic form for each SE.
        forms = np.outer(a, a) - critical**2 * (leaves @ squared @ leaves)
        exact[:, known] = chances_of_no_excess(forms, np.stack([laws[step].mean for step in known]), covariances)
        true[known] = np.sqrt(a @ covariances @ a)
    else:
        remarks = (*remarks, f"Exact coverage is computed for at most {MOST_EXACT} rows; here it is simulated alone.")
    unit, bias, drawn = float(np.sqrt(a @ a)), np.array([a @ one.mean for one in laws]), fit.deviation * drawn.T
    return Coverage(params, data, fit, strength, share, exact, reported / unit, true / unit, bias / unit,
                    fit.x @ fit.beta + drawn, remarks, device=run.device.type)  # fmt: skip


def _simulated(
    params: Params, laws: list[Law], a: Rows, q: Float64[np.ndarray, "rows columns"],
    weights: Float64[np.ndarray, "weighted rows"], critical: float, along: Int64[np.ndarray, " rows"], run: Run,
) -> Iterator[np.ndarray]:  # fmt: skip
    """Of each law, in the last dimension: the shares of intervals that hold the coefficient, by ``KINDS``, and their
    standard errors on average; the deviation of the estimate a·ε; the errors of one sample.
    """
    uniform = np.random.default_rng(params.seed).random((2, len(a), params.replicates))
    own, basis, weight, chance = (torch.as_tensor(each, device=run.device) for each in (a, q, weights, uniform))
    found = []
    for one in run.through(laws):
        errors = _draw(one, chance, along)
        off, left = own @ errors, errors - basis @ (basis.T @ errors)
        neighbours = newey_west((own[:, None] * left)[along.tolist()].T)
        deviations = torch.sqrt(torch.cat([weight @ left**2, neighbours[None]]))
        share = (off.abs() <= critical * deviations).double().mean(dim=1)
        of_law = share, deviations.mean(dim=1), off.std(), errors[:, 0]
        found.append([each.cpu().numpy() for each in of_law])
    return (np.stack(each, axis=-1) for each in zip(*found, strict=True))


def _draw(one: Law, uniform: torch.Tensor, along: np.ndarray) -> torch.Tensor:
    """Errors, rows × replicates, by the polar method: of a normal law, or Student's t (Bailey, 1994)."""
    first = 1 - uniform[0]  # above 0
    if np.isfinite(one.freedom) and one.freedom < 1e6:
        radius = torch.sqrt(one.freedom * (first ** (-2 / one.freedom) - 1))
    else:
        radius = torch.sqrt(-2 * torch.log(first))
    drawn = radius * torch.cos(2 * torch.pi * uniform[1])
    for last, row in pairwise(along) if one.phi else ():
        drawn[row] = one.phi * drawn[last] + np.sqrt(1 - one.phi**2) * drawn[row]
    mean, deviation = (torch.as_tensor(each, device=drawn.device)[:, None] for each in (one.mean, one.deviation))
    return mean + deviation * drawn
