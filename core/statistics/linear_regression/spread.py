"""Two features of a chosen correlation over refits with new noise: theory and simulation of what a fit reports."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float64, Int64

from core.computation import Run
from core.explorer import OfArrays
from core.least_squares.ridge import Ridge
from core.statistics.linear_regression.params import LONGEST, Params

TRUE = np.array([2.0, 1.0])  # the coefficients that are looked for
COLUMNS = 3  # of the design: a constant and two features
DRAWN = 300  # refits in the picture
WITHIN = 5.991464547107979  # the 95 % quantile of χ² with 2 degrees of freedom, −2·ln 0.05
GRIDS = {
    "rho": np.linspace(-0.99, 0.99, 199).round(10),
    "sigma": np.linspace(0.1, 10.0, 100).round(10),
    "n": np.unique(np.geomspace(5, LONGEST, 90).round()).astype(np.int64),
    "ridge": np.append(0.0, np.geomspace(0.1, 1_000.0, 81)),
}
MEANS = ("b1", "b2", "r_squared", "leverage", "cooks_distance")
NAMES = (*MEANS, "b1_deviation", "b2_deviation", "sum_deviation", "b1_rmse", "b2_rmse")
Steps = Float64[np.ndarray, " steps"]
Refits = Float64[np.ndarray, "pair refits"]


@dataclass(frozen=True, eq=False)
class Spread(OfArrays):
    """At each of ``values`` of what varies, for each of ``NAMES``: what it is in ``theory`` (NaN where no formula is
    known), as ``simulated`` by refits, and the Monte Carlo ``error`` of that. They are averages of the coefficients,
    R², and leverage and Cook's distance of the observation of the largest leverage; then deviations and root mean
    square errors (RMSE) of the coefficients and of their sum. ``cloud`` holds some refits, ``ellipse`` what theory
    expects 95 % of them in, ``inside`` how many are; ``rho``, ``sigma``, ``n``, ``ridge`` what stands where.
    """

    params: Params
    values: np.ndarray
    rho: Steps
    sigma: Steps
    n: Steps
    ridge: Steps
    theory: Float64[np.ndarray, "names steps"]
    simulated: Float64[np.ndarray, "names steps"]
    error: Float64[np.ndarray, "names steps"]
    inside: Steps
    ellipse: Float64[np.ndarray, "steps points pair"]
    cloud: Float64[np.ndarray, "steps refits pair"]
    remarks: tuple[str, ...] = ()

    def of(self, name: str) -> Float64[np.ndarray, "3 steps"]:
        """Theory, simulation and its error of one of ``NAMES``."""
        return np.stack([each[NAMES.index(name)] for each in (self.theory, self.simulated, self.error)])

    def table(self) -> pd.DataFrame:
        """One setting to a row; each number by theory, over the refits, and the Monte Carlo error of that."""
        columns = {name: getattr(self, name) for name in GRIDS}
        for name in NAMES:
            columns |= dict(zip((f"{name}_theory", f"{name}_simulated", f"{name}_error"), self.of(name), strict=True))
        return pd.DataFrame(columns)


def expected(its: Ridge) -> list[float]:
    """What theory says of ``NAMES``."""
    variance = np.append(np.diagonal(its.covariance), its.covariance.sum())
    lever = float(its.leverage.max())
    cook = np.nan if its.penalty else lever / (COLUMNS * (1 - lever))  # E r² = 1
    rmse = np.sqrt(variance[:2] + (its.mean - TRUE) ** 2)
    return [*its.mean, its.mean_r_squared, lever, cook, *np.sqrt(variance), *rmse]


def measured(
    its: Ridge, refits: Refits, pushed: Refits, own: Refits, square: Float64[np.ndarray, " refits"]
) -> tuple[list[float], list[float]]:
    """The same over ``refits``, and Monte Carlo errors. ``pushed`` is Xᵀε; ``own`` are ε and ε̄ of the observation
    of the largest leverage, ``square`` is Σ(ε − ε̄)²; ε is the noise before it is multiplied by σ.
    """
    many, place, (noise, mean_noise) = refits.shape[1], its.leverage.argmax(), own
    x, lever = its.x[place], its.leverage[place]
    total = TRUE @ its.gram @ TRUE + 2 * its.sigma * (TRUE @ pushed) + its.sigma**2 * square
    along = (its.gram @ TRUE)[:, None] + its.sigma * pushed
    rest = total - 2 * (refits * along).sum(axis=0) + (refits * (its.gram @ refits)).sum(axis=0)
    fitted = its.sigma * mean_noise + x @ (refits - its.mean[:, None])  # less its mean
    residual = x @ (TRUE[:, None] - refits) + its.sigma * (noise - mean_noise)
    cook = residual**2 / (COLUMNS * rest / (len(its.x) - COLUMNS)) * lever / (1 - lever) ** 2
    averaged = np.stack([*refits, 1 - rest / total, fitted * noise / its.sigma, cook])
    deviation = np.stack([*refits, refits.sum(axis=0)]).std(axis=1, ddof=1)
    squares = (refits - TRUE[:, None]) ** 2
    rmse = np.sqrt(squares.mean(axis=1))
    errors = averaged.std(axis=1), deviation / np.sqrt(2), squares.std(axis=1) / (2 * rmse)
    return [*averaged.mean(axis=1), *deviation, *rmse], [*np.concatenate(errors) / np.sqrt(many)]


def ellipse(its: Ridge, refits: Refits) -> tuple[float, Float64[np.ndarray, "points pair"]]:
    """The share of the refits in the ellipse that theory expects 95 % of them in, and its edge."""
    angles, away = np.linspace(0, 2 * np.pi, 73), refits - its.mean[:, None]
    circle = np.sqrt(WITHIN) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    within = (away * np.linalg.solve(its.covariance, away)).sum(axis=0) <= WITHIN
    return float(within.mean()), its.mean + circle @ np.linalg.cholesky(its.covariance).T


def scatter(params: Params, run: Run) -> Spread:
    """The whole axis: every setting sees the same noise, so that its curves are smooth."""
    values = GRIDS[params.vary]
    its = {name: np.asarray(values if params.vary == name else np.full(len(values), getattr(params, name)), np.float64)
           for name in GRIDS}  # fmt: skip
    n = its["n"].astype(int)
    x = features(its["rho"], n, params.seed)
    noise = np.random.default_rng(params.seed + 1).standard_normal((x.shape[1], params.replicates))
    sizes, which = np.unique(n, return_inverse=True)
    total, square = (np.cumsum(np.add.reduceat(each, [0, *sizes[:-1]], axis=0), axis=0) for each in (noise, noise**2))
    on_device, found = torch.as_tensor(noise, device=run.device), []
    for step, rows in run.through([*enumerate(n)]):
        one = Ridge(x[step, :rows], TRUE, its["sigma"][step], its["ridge"][step])
        pushed = (torch.as_tensor(one.x.T.copy(), device=run.device) @ on_device[:rows]).cpu().numpy()
        refits, mean = one.mean[:, None] + one.sigma * (one.inverse @ pushed), total[which[step]] / rows
        averages = measured(one, refits, pushed, np.stack([noise[one.leverage.argmax()], mean]),
                        square[which[step]] - rows * mean**2)  # fmt: skip
        found.append((expected(one), *averages, *ellipse(one, refits), refits[:, :DRAWN].T.copy()))
    theory, simulated, error, inside, curve, cloud = (np.array(each) for each in zip(*found, strict=True))
    return Spread(params, values, its["rho"], its["sigma"], its["n"], its["ridge"], theory.T, simulated.T, error.T,
                  inside, curve, cloud)  # fmt: skip


def features(rho: Steps, n: Int64[np.ndarray, " steps"], seed: int) -> Float64[np.ndarray, "steps rows pair"]:
    """Features of mean 0 and mean square 1 whose correlation is exactly ρ; rows beyond n are 0."""
    drawn = np.random.default_rng(seed).standard_normal((int(n.max()), 2))
    pairs = np.zeros((len(n), len(drawn), 2))
    for rows in np.unique(n):
        q, r = np.linalg.qr(drawn[:rows] - drawn[:rows].mean(axis=0))
        pairs[n == rows, :rows] = np.sqrt(rows) * q * np.sign(np.diag(r))
    pairs[:, :, 1] = rho[:, None] * pairs[:, :, 0] + np.sqrt(1 - rho[:, None] ** 2) * pairs[:, :, 1]
    return pairs
