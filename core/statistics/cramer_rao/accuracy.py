"""What the Monte Carlo says of each estimator: bias, variance and mean square error, their errors, and the bounds; of
two parameters at once also the covariance of their estimates against the inverse of the information.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import numpy as np
from jaxtyping import Float, Float32, Float64

from core.statistics.cramer_rao.estimates import Setting
from core.statistics.cramer_rao.families import FAMILIES, Family, bound
from core.statistics.cramer_rao.replicates import Totals

S = TypeVar("S")
Line = Float64[np.ndarray, "estimators n"]
Array = Float64[np.ndarray, "estimators n k"]
Matrices = Float64[np.ndarray, "estimators n k k"]
EDGES = np.linspace(-4, 4, 65)  # of the histogram, in roots of the bound
FIRST = 40  # replicates that are shown one by one
DOTS = 300  # estimates of two parameters that their cloud shows
ROUNDING = 1e-14  # of a value, within which samples are alike; of a mean of squares, what is left of it then
SHARES = np.arange(1, 100) / 100  # of the quantiles


@dataclass(frozen=True, eq=False)
class Joint:
    """``covariance`` is that of the estimates, ``bound`` is I⁻¹/n.

    ``smallest`` is the least eigenvalue of L⁻¹(Cov(T) − bound)L⁻ᵀ with LLᵀ the bound: negative where some combination
    of the two is known better than the bound for unbiased estimates allows; ``error`` is its standard error.
    ``plain`` is that of Cov(T) − bound in the parameters' own units; ``biased`` is against the biased bound.
    ``cloud`` holds the first estimates, as (T − θ)/√bound.
    """

    covariance: Float64[np.ndarray, "estimators n 2 2"]
    bound: Float64[np.ndarray, "n 2 2"]
    smallest: Line
    error: Line
    plain: Line
    biased: Line
    cloud: Float32[np.ndarray, "estimators n 2 dots"]


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


@np.errstate(invalid="ignore", over="ignore", divide="ignore")
def summarise(totals: Totals, family: str, setting: Setting, sizes: Sequence[int]) -> Accuracy:
    """The moments from the sums of ``totals``."""
    kind, count, grid = FAMILIES[family], totals.replicates, np.array(sizes, np.float64)
    least = bound(kind, setting.theta, setting.known)
    unit = np.sqrt(np.diag(least) / grid[:, None])
    about, (one, two, three, four) = totals.about, totals.powers / count
    central = four - 4 * one * three + 6 * one**2 * two - 3 * one**4
    spread = (two - one**2) * count / (count - 1)
    alike = spread < ROUNDING**2 * (two + about**2)
    spread[alike] = central[alike] = 0.0
    # Of squared errors (e + about)² the mean, and the variance.
    square = two + 2 * one * about + about**2
    of_squares = four - two**2 + 4 * about * (three - one * two) + 4 * about**2 * (two - one**2)
    tails = [[one.tail(int(n), setting) for n in grid] for one in kind.estimators.values()]
    # 1 where the moment exists, NaN elsewhere.
    first, second, fourth = (np.where(np.array(tails)[..., None] > moment, 1.0, np.nan) for moment in (1, 2, 4))
    bias, bias_error = (one + about) * unit * first, np.sqrt(spread / count) * unit * second
    slopes, slope_error, score_variance = _slopes(totals, kind, setting, bias, bias_error)
    exact = np.full_like(bias, np.nan)
    for row, estimator in zip(exact, kind.estimators.values(), strict=True):
        if estimator.variance is not None:
            row[:] = np.stack(estimator.variance(grid, setting), axis=-1)
    slopes[exact[..., 0] == 0] = 0.0  # what never varies does not follow θ
    biased = np.linalg.diagonal(slopes @ least @ slopes.mT) / grid[:, None]
    ordered = np.sort(totals.kept, axis=-1)
    return Accuracy(
        bias=bias,
        bias_error=bias_error,
        variance=spread * unit**2 * second,
        variance_error=np.sqrt(np.maximum(central - spread**2, 0) / count) * unit**2 * fourth,
        mse=square * unit**2 * second,
        mse_error=np.sqrt(np.maximum(of_squares, 0) / count) * unit**2 * fourth,
        exact_variance=exact,
        slope=np.linalg.diagonal(slopes) * second,
        slope_error=slope_error * second,
        bound=unit**2,
        biased_bound=biased * second,
        score_variance=score_variance,
        histogram=_histogram(ordered),
        quantiles=_quantiles(ordered),
        first=totals.kept[..., :FIRST].copy(),
        joint=_joint(totals, least, slopes, unit, second[..., 0]) if kind.estimated == 2 else None,
    )


def _slopes(
    totals: Totals, kind: Family, setting: Setting, bias: Array, bias_error: Array
) -> tuple[Matrices, Array, Float64[np.ndarray, "n k k"]]:
    """∂E[T]/∂θ = Cov(T, S), its standard error, and the variance of the score of one draw.

    Where E[T] moves with θ in a simple way that is used. Else T is regressed on the score: Cov(T, S)·Var(S)⁻¹·nI, with
    the measured Var(S), so that nothing is left of the noise where T is a line in the score and meets the bound.
    """
    count, information = totals.replicates, kind.information(setting.theta, setting.known)
    root = np.sqrt(np.diag(bound(kind, setting.theta, setting.known)))
    error, score = totals.powers[0] / count, totals.scores / count
    scores = (totals.squares / count - _outer(score, score)) * count / (count - 1)
    crossed = (totals.crossed / count - _outer(error, score)) * count / (count - 1)
    if not kind.regular:  # the score is constant, and the theorem does not hold
        return np.full_like(crossed, np.nan), np.full_like(error, np.nan), scores
    alike = np.any(np.linalg.diagonal(scores) < ROUNDING * np.diag(information), axis=-1)  # so are all samples
    scores[alike] = 0.0
    parts = crossed @ np.linalg.inv(np.where(alike[:, None, None], np.nan, scores))
    left = totals.powers[1] / count - error**2 - np.linalg.diagonal(parts @ scores @ parts.mT)
    slopes = root[:, None] * (parts @ information)
    slope_error = root * np.sqrt(np.maximum(left, 0) / count * np.diag(information))
    for row, one in enumerate(kind.estimators.values()):
        if one.moves == "shift":
            slopes[row], slope_error[row] = np.eye(kind.estimated), 0.0
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


def _joint(
    totals: Totals,
    least: Float64[np.ndarray, "2 2"],
    slopes: Float64[np.ndarray, "estimators n 2 2"],
    unit: Float64[np.ndarray, "n 2"],
    exists: Line,
) -> Joint:
    """From the sums of the errors in their ``unit``; ``least`` is I⁻¹, ``slopes`` are ∂E[T]/∂θ."""
    count, root = totals.replicates, np.sqrt(np.diag(least))
    error = totals.powers[0] / count
    covariance = (totals.errors / count - _outer(error, error)) * count / (count - 1)
    covariance = np.nan_to_num(covariance, posinf=0.0, neginf=0.0)  # where it does not exist
    limit, scale = least / _outer(root, root), _outer(unit, unit)
    biased = np.nan_to_num(slopes @ least @ slopes.mT / _outer(root, root))
    white = np.linalg.inv(np.linalg.cholesky(limit))
    values, vectors = np.linalg.eigh(white @ (covariance - limit) @ white.T)
    return Joint(
        covariance=covariance * scale * exists[..., None, None],
        bound=limit * scale,
        smallest=values[..., 0] * exists,
        error=_variance_error(np.einsum("enk,enkr->enr", vectors[..., 0] @ white, totals.kept), count) * exists,
        plain=np.linalg.eigvalsh((covariance - limit) * scale)[..., 0] * exists,
        biased=np.linalg.eigvalsh(white @ (covariance - biased) @ white.T)[..., 0] * exists,
        cloud=totals.kept[..., :DOTS].copy(),  # a view would keep all of them
    )


def _variance_error(values: Float[np.ndarray, "estimators n kept"], count: int) -> Line:
    """The standard error of the variance of ``count`` values, judged by those that were kept."""
    apart = values.astype(np.float64) - values.mean(axis=-1, keepdims=True)
    fourth, second = (apart**4).mean(axis=-1), (apart**2).mean(axis=-1)
    return np.asarray(np.sqrt((fourth - second**2) / count))


def _outer(left: Float[np.ndarray, "*a k"], right: Float[np.ndarray, "*b k"]) -> Float[np.ndarray, "*c k k"]:
    """left·rightᵀ of the last axes."""
    return np.asarray(left[..., :, None] * right[..., None, :])


def join(parts: Sequence[S]) -> S:
    """All arrays, and those of two parameters at once, one after the other along the axis of n."""

    def together(name: str) -> object:
        of_each = [getattr(part, name) for part in parts]
        if isinstance(of_each[0], Joint):
            return join(of_each)
        axis = 0 if name in ("bound", "score_variance") else 1
        return None if of_each[0] is None else np.concatenate(of_each, axis)

    return replace(parts[0], **{name: together(name) for name in vars(parts[0])})  # type: ignore[type-var]
