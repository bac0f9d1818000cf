"""Two features of a chosen correlation, and how far their coefficients spread over refits: theory and simulation."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
import torch
from jaxtyping import Float64

from core.computation import Run
from core.explorer import OfArrays
from core.statistics.linear_regression.params import LONGEST, Params

TRUE = np.array([2.0, 1.0])  # the coefficients that are looked for
DRAWN = 300  # refits in the picture
WITHIN = 5.991464547107979  # the 95 % quantile of χ² with 2 degrees of freedom, −2·ln 0.05
GRIDS = {
    "rho": np.linspace(-0.99, 0.99, 199).round(10),
    "sigma": np.linspace(0.1, 10.0, 100).round(10),
    "n": np.unique(np.geomspace(5, LONGEST, 90).round()).astype(np.int64),
    "ridge": np.append(0.0, np.geomspace(0.1, 1_000.0, 81)),
}
Steps = Float64[np.ndarray, " steps"]
Pairs = Float64[np.ndarray, "steps pair"]


@dataclass(frozen=True, eq=False)
class Spread(OfArrays):
    """At each of ``values`` of what varies: the ``mean``, ``deviation`` and root mean square error (``rmse``) of both
    coefficients by theory, and as ``seen_…`` over refits. ``sum_deviation`` is that of b₁ + b₂; ``cloud`` holds some
    refits, ``ellipse`` what theory expects 95 % of them in; ``rho``, ``sigma``, ``n``, ``ridge`` what stands where.
    """

    params: Params
    values: np.ndarray
    rho: Steps
    sigma: Steps
    n: Steps
    ridge: Steps
    mean: Pairs
    deviation: Pairs
    rmse: Pairs
    sum_deviation: Steps
    seen_deviation: Pairs
    seen_rmse: Pairs
    seen_sum: Steps
    inside: Steps
    cloud: Float64[np.ndarray, "steps refits pair"]
    ellipse: Float64[np.ndarray, "steps points pair"]
    remarks: tuple[str, ...] = ()

    def table(self) -> pd.DataFrame:
        """One setting to a row; deviations by theory and over the refits."""
        columns = {name: getattr(self, name) for name in ("rho", "sigma", "n", "ridge")}
        named = {"mean": self.mean, "standard_error": self.deviation, "seen": self.seen_deviation, "rmse": self.rmse}
        for k in (0, 1):
            columns |= {f"b{k + 1}_{name}": each[:, k] for name, each in named.items()}
        return pd.DataFrame({**columns, "sum_standard_error": self.sum_deviation, "sum_simulated": self.seen_sum})


def scatter(params: Params, run: Run) -> Spread:
    """The whole axis at once: every setting sees the same noise, so that its curves are smooth."""
    values = GRIDS[params.vary]
    its = {name: np.asarray(values if params.vary == name else np.full(len(values), getattr(params, name)), np.float64)
           for name in GRIDS}  # fmt: skip
    x = _features(its["rho"], its["n"].astype(int), params.seed)
    gram = np.swapaxes(x, 1, 2) @ x
    shrunk = np.linalg.inv(gram + its["ridge"][:, None, None] * np.eye(2))
    mean = shrunk @ gram @ TRUE
    covariance = its["sigma"][:, None, None] ** 2 * (shrunk @ gram @ shrunk)
    noise = np.random.default_rng(params.seed + 1).standard_normal((x.shape[1], params.replicates))
    device = run.device
    seen = torch.as_tensor(np.swapaxes(x, 1, 2), device=device) @ torch.as_tensor(noise, device=device)
    refits = mean[:, None] + its["sigma"][:, None, None] * np.swapaxes(shrunk @ seen.cpu().numpy(), 1, 2)
    away = np.swapaxes(refits - mean[:, None], 1, 2)
    within = (away * np.linalg.solve(covariance, away)).sum(axis=1) <= WITHIN
    angles = np.linspace(0, 2 * np.pi, 73)
    circle = np.sqrt(WITHIN) * np.stack([np.cos(angles), np.sin(angles)], axis=1)
    ellipse = mean[:, None] + circle @ np.swapaxes(np.linalg.cholesky(covariance), 1, 2)
    diagonal = np.diagonal(covariance, axis1=1, axis2=2)
    return Spread(
        params, values, its["rho"], its["sigma"], its["n"], its["ridge"], mean=mean,
        deviation=np.sqrt(diagonal), rmse=np.sqrt(diagonal + (mean - TRUE) ** 2),
        sum_deviation=np.sqrt(covariance.sum(axis=(1, 2))), seen_deviation=refits.std(axis=1, ddof=1),
        seen_rmse=np.sqrt(((refits - TRUE) ** 2).mean(axis=1)), seen_sum=refits.sum(axis=2).std(axis=1, ddof=1),
        inside=within.mean(axis=1), cloud=refits[:, :DRAWN].copy(), ellipse=ellipse, device=device.type,
    )  # fmt: skip


def _features(rho: Steps, n: np.ndarray, seed: int) -> Float64[np.ndarray, "steps rows pair"]:
    """Features of mean 0 and mean square 1 whose correlation is exactly ρ; rows beyond n are 0."""
    drawn = np.random.default_rng(seed).standard_normal((int(n.max()), 2))
    pairs = np.zeros((len(n), len(drawn), 2))
    for rows in np.unique(n):
        q, r = np.linalg.qr(drawn[:rows] - drawn[:rows].mean(axis=0))
        pairs[n == rows, :rows] = np.sqrt(rows) * q * np.sign(np.diag(r))
    pairs[:, :, 1] = rho[:, None] * pairs[:, :, 0] + np.sqrt(1 - rho[:, None] ** 2) * pairs[:, :, 1]
    return pairs
