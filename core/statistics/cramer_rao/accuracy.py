"""What the Monte Carlo says of each estimator: bias, variance and mean square error, their errors, and the bounds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from jaxtyping import Float32, Float64

from core.statistics.cramer_rao.estimates import Setting
from core.statistics.cramer_rao.families import FAMILIES, bound
from core.statistics.cramer_rao.joint_covariance import Joint, joined, joint, outer

if TYPE_CHECKING:
    from core.statistics.cramer_rao.replicates import Totals

Array = Float64[np.ndarray, "estimators n k"]
Matrices = Float64[np.ndarray, "estimators n k k"]
EDGES = np.linspace(-4, 4, 65)  # of the histogram, in roots of the bound
FIRST = 40  # replicates that are shown one by one
SHARES = np.arange(1, 100) / 100  # of the quantiles


@dataclass(frozen=True, eq=False)
class Accuracy:
    """For each estimator, n and parameter (k of them): NaN where the moment is infinite, or the theorem has no word.

    ``slope`` is ∂E[T]/∂θ = 1 + b′, and ``biased_bound`` the bound that follows from it; ``bound`` is that of unbiased
    estimates. ``score_variance`` is measured, for one draw: it should be the information. ``histogram`` (densities
    between ``EDGES``) and ``quantiles`` (at ``SHARES``) are of (T − θ)/√bound,
    and so are the ``first`` replicates. Errors are standard errors.
    """

    bias: Array
    bias_error: Array
    variance: Array
    variance_error: Array
    mse: Array
    mse_error: Array
    exact_variance: Array
    slope: Array
    slope_error: Array
    bound: Float64[np.ndarray, "n k"]
    biased_bound: Array
    score_variance: Float64[np.ndarray, "n k k"]
    histogram: Float32[np.ndarray, "estimators n k bins"]
    quantiles: Float32[np.ndarray, "estimators n k shares"]
    first: Float32[np.ndarray, "estimators n k replicates"]
    joint: Joint | None


def summarise(totals: Totals, family: str, setting: Setting, grid: Sequence[int]) -> Accuracy:
    """The moments from the sums of ``totals``."""
    with np.errstate(invalid="ignore", over="ignore", divide="ignore"):
        return _summarise(totals, family, setting, np.array(grid, np.float64))


def _summarise(totals: Totals, family: str, setting: Setting, grid: Float64[np.ndarray, " n"]) -> Accuracy:
    kind, count = FAMILIES[family], totals.replicates
    least = bound(kind, setting.theta, setting.known)
    unit = np.sqrt(np.diag(least) / grid[:, None])
    one, two, three, four = totals.powers / count
    central = four - 4 * one * three + 6 * one**2 * two - 3 * one**4
    spread = (two - one**2) * count / (count - 1)
    first, second, fourth = (_finite(family, setting, grid, moment) for moment in (1, 2, 4))
    bias, bias_error = one * unit * first, np.sqrt(spread / count) * unit * second
    slopes, slope_error, score_variance = _slopes(totals, family, setting, bias, bias_error)
    biased = np.linalg.diagonal(slopes @ least @ slopes.mT) / grid[:, None]
    ordered = np.sort(totals.kept, axis=-1)
    return Accuracy(
        bias=bias,
        bias_error=bias_error,
        variance=spread * unit**2 * second,
        variance_error=np.sqrt(np.maximum(central - spread**2, 0) / count) * unit**2 * fourth,
        mse=two * unit**2 * second,
        mse_error=np.sqrt(np.maximum(four - two**2, 0) / count) * unit**2 * fourth,
        exact_variance=_exact(family, setting, grid, one),
        slope=np.linalg.diagonal(slopes) * second,
        slope_error=slope_error * second,
        bound=unit**2,
        biased_bound=biased * second,
        score_variance=score_variance,
        histogram=_histogram(ordered),
        quantiles=_quantiles(ordered),
        first=totals.kept[..., :FIRST].copy(),
        joint=joint(totals, least, slopes, unit, second[..., 0]) if kind.estimated == 2 else None,
    )


def _finite(
    family: str, setting: Setting, grid: Float64[np.ndarray, " n"], moment: int
) -> Float64[np.ndarray, "estimators n 1"]:
    """1 where the moment exists, NaN elsewhere."""
    tails = [[one.tail(int(n), setting) for n in grid] for one in FAMILIES[family].estimators.values()]
    return np.where(np.array(tails, np.float64) > moment, 1.0, np.nan)[..., None]


def _exact(family: str, setting: Setting, grid: Float64[np.ndarray, " n"], like: Array) -> Array:
    exact = np.full_like(like, np.nan)
    for row, one in zip(exact, FAMILIES[family].estimators.values(), strict=True):
        if one.variance is not None:
            row[:] = np.stack(one.variance(grid, setting), axis=-1)
    return exact


def _slopes(
    totals: Totals, family: str, setting: Setting, bias: Array, bias_error: Array
) -> tuple[Matrices, Array, Float64[np.ndarray, "n k k"]]:
    """∂E[T]/∂θ = Cov(T, S), its standard error, and the variance of the score of one draw.

    Where E[T] moves with θ in a simple way that is used. Else T is regressed on the score: Cov(T, S)·Var(S)⁻¹·nI, with
    the measured Var(S), so that nothing is left of the noise where T is a line in the score and meets the bound.
    """
    kind, count = FAMILIES[family], totals.replicates
    information = kind.information(setting.theta, setting.known)
    root = np.sqrt(np.diag(bound(kind, setting.theta, setting.known)))
    error, score = totals.powers[0] / count, totals.scores / count
    scores = (totals.squares / count - outer(score, score)) * count / (count - 1)
    crossed = (totals.crossed / count - outer(error, score)) * count / (count - 1)
    if not kind.regular:  # the score is constant, and the theorem does not hold
        return np.full_like(crossed, np.nan), np.full_like(error, np.nan), scores
    parts = crossed @ np.linalg.inv(scores)
    left = totals.powers[1] / count - error**2 - np.linalg.diagonal(parts @ scores @ parts.mT)
    slopes = root[:, None] * (parts @ information)
    slope_error = root * np.sqrt(np.maximum(left, 0) / count * np.diag(information))
    for row, one in enumerate(FAMILIES[family].estimators.values()):
        if one.moves == "shift":
            slopes[row], slope_error[row] = 1.0, 0.0
        elif one.moves == "scale":
            slopes[row], slope_error[row] = 1 + bias[row, :, :, None] / setting.theta, bias_error[row] / setting.theta
    return slopes, slope_error, scores


def _quantiles(ordered: Float32[np.ndarray, "estimators n k kept"]) -> Float32[np.ndarray, "estimators n k shares"]:
    """What ``np.quantile`` gives. It looks for each share anew; among sorted errors their places are known."""
    place = SHARES * (ordered.shape[-1] - 1)
    below = np.floor(place).astype(np.int64)
    low, high = ordered[..., below], ordered[..., np.ceil(place).astype(np.int64)]
    return np.where(np.isnan(ordered[..., -1:]), np.nan, low + (place - below) * (high - low)).astype(np.float32)


def _histogram(ordered: Float32[np.ndarray, "estimators n k kept"]) -> Float32[np.ndarray, "estimators n k bins"]:
    """Densities of what lies between the edges, as a share of all."""
    below = np.apply_along_axis(np.searchsorted, -1, ordered, EDGES)
    return np.asarray(np.diff(below) / (ordered.shape[-1] * (EDGES[1] - EDGES[0])), np.float32)


def join(parts: Sequence[Accuracy]) -> Accuracy:
    """One after the other along the axis of n."""
    several = [part.joint for part in parts if part.joint is not None]
    return replace(joined(parts, "bound", "score_variance"), joint=joined(several, "bound") if several else None)
