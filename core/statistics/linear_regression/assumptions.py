"""How often intervals hold the true coefficient while one assumption is broken further and further."""

from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float64, Int64
from scipy.special import ndtri, stdtrit

from core.computation import Run
from core.explorer import OfArrays
from core.statistics.linear_regression.least_squares import ROBUST, Fit, lags, least_squares, newey_west, robust_weights
from core.statistics.linear_regression.observations import Observations
from core.statistics.linear_regression.params import Params
from core.statistics.linear_regression.quadratic_forms import chance_of_no_excess

STEPS = 21
KINDS = ("classical", *ROBUST, "Newey–West")
MOST_EXACT = 150  # rows whose quadratic forms are decomposed
Rows = Float64[np.ndarray, " rows"]
OfKinds = Float64[np.ndarray, "kinds steps"]


@dataclass(frozen=True, eq=False)
class Law:
    """Errors at one strength: mean + √variance·z, neighbours along x correlated by ``phi``, tails of Student's t."""

    mean: Rows
    deviation: Rows
    phi: float = 0.0
    freedom: float = np.inf


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
        steps = len(self.strength)
        return pd.DataFrame(
            {
                "broken_by": np.tile(self.strength, len(KINDS)),
                "standard_error": pd.Series(np.repeat(KINDS, steps), dtype=object),
                "coverage_simulated": self.share.ravel(),
                "monte_carlo_error": self.error.ravel(),
                "coverage_exact": self.exact.ravel(),
                "reported_over_true": (self.reported / self.true).ravel(),
                "bias_over_true": np.tile(self.bias / self.true, len(KINDS)),
            }
        )


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
    fit = least_squares(data.design(), data.y, True)
    j, rows = params.feature + 1, len(data.y)
    a = fit.pinv[j]
    q = np.linalg.qr(fit.x / np.sqrt((fit.x**2).sum(axis=0)))[0]
    leaves = np.eye(rows) - q @ q.T
    u = (fit.x[:, j] - fit.x[:, j].mean()) / fit.x[:, j].std()
    tail = 0.5 + params.level / 200
    critical = float(stdtrit(fit.df, tail) if params.quantile == "t" else ndtri(tail))
    weights = np.stack([np.full(rows, (a @ a) / fit.df)]
                       + [a**2 * robust_weights(kind, fit.leverage, fit.x.shape[1]) for kind in ROBUST])  # fmt: skip
    strength = np.linspace(0.0, 1.0, STEPS).round(10)
    laws = [law(params, each, u, leaves) for each in strength.tolist()]
    along = np.argsort(u, kind="stable")  # neighbours, whose errors may be correlated
    uniform = np.random.default_rng(params.seed).random((2, rows, params.replicates))
    put = {name: torch.as_tensor(each, device=run.device)
           for name, each in (("a", a), ("q", q), ("weights", weights), ("uniform", uniform))}  # fmt: skip
    shares, reported, true, sample = [], [], [], []
    for step, one in enumerate(laws):
        errors = _draw(one, put["uniform"], along)
        off = put["a"] @ errors
        left = errors - put["q"] @ (put["q"].T @ errors)
        neighbours = newey_west((put["a"][:, None] * left)[along.tolist()].T)
        deviations = torch.sqrt(torch.cat([put["weights"] @ left**2, neighbours[None]]))
        shares.append((off.abs() <= critical * deviations).double().mean(dim=1).cpu().numpy())
        reported.append(deviations.mean(dim=1).cpu().numpy())
        true.append(float(off.std()))
        sample.append((fit.x @ fit.beta) + fit.deviation * errors[:, 0].cpu().numpy())
        run.report((step + 1) / STEPS)
    unit, exact = float(np.sqrt(a @ a)), np.full((len(KINDS), STEPS), np.nan)
    remarks = data.remarks
    if rows <= MOST_EXACT:
        known = [step for step, one in enumerate(laws) if np.isinf(one.freedom) or step == 0]
        near = np.maximum(1 - _apart(u) / (lags(rows) + 1), 0)
        squared = np.concatenate([weights[:, :, None] * np.eye(rows), (np.outer(a, a) * near)[None]])
        forms = np.outer(a, a) - critical**2 * (leaves @ squared @ leaves)
        exact[:, known] = _exact([laws[step] for step in known], forms, u)
        for step in known:
            true[step] = float(np.sqrt(a @ _covariance(laws[step], u) @ a))
    else:
        remarks = (*remarks, f"Exact coverage is computed for at most {MOST_EXACT} rows; here it is simulated alone.")
    return Coverage(params, data, fit, strength, np.stack(shares, axis=1), exact, np.stack(reported, axis=1) / unit,
                    np.array(true) / unit, np.array([a @ one.mean for one in laws]) / unit, np.stack(sample), remarks,
                    device=run.device.type)  # fmt: skip


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


def _apart(u: Rows) -> Int64[np.ndarray, "rows rows"]:
    """How many places two rows stand apart in the order of u."""
    place = np.argsort(np.argsort(u, kind="stable"))
    return np.asarray(np.abs(place[:, None] - place))


def _covariance(one: Law, u: Rows) -> Float64[np.ndarray, "rows rows"]:
    return np.asarray(np.outer(one.deviation, one.deviation) * one.phi ** _apart(u))


def _exact(laws: list[Law], forms: Float64[np.ndarray, "kinds rows rows"], u: Rows) -> OfKinds:
    """|a·ε| ≤ c·SE is ε′(aa′ − c²·M·diag(w)·M)ε ≤ 0 for normal ε, of any covariance: a quadratic form for each SE."""
    values, shifts = [], []
    for one in laws:
        root = np.linalg.cholesky(_covariance(one, u))
        found, vectors = np.linalg.eigh(root.T @ forms @ root)
        values.append(found)
        shifts.append(np.swapaxes(vectors, 1, 2) @ np.linalg.solve(root, one.mean))
    chances = chance_of_no_excess(np.concatenate(values), np.concatenate(shifts))
    return np.asarray(chances.reshape(len(laws), -1).T)
