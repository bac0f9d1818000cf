"""What is known of estimates from n draws of a population: moments, the exact law, and the spread for large n."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np
from jaxtyping import Float64
from scipy.special import betaincinv, gammaincinv, gammaln, ndtri
from scipy.stats import trim_mean

from core.populations import Population, Some
from core.populations.order_statistics import Sizes, Steps, order_moments

Table = Float64[np.ndarray, "replicates steps"]
Draws = Float64[np.ndarray, "replicates draws"]
ROUNDING = 1e-13  # of the largest draw, in a mean of some hundreds
SLOPES: dict[str, tuple[Callable[[Any], Any], Callable[[Any], Any]]] = {  # functions and their slopes
    "log": (np.log, lambda x: 1 / x), "square": (np.square, lambda x: 2 * x),
          "inverse": (lambda x: 1 / x, lambda x: -1 / x**2), "root": (np.sqrt, lambda x: 0.5 / np.sqrt(x)),
          "logit": (lambda x: np.log(x / (1 - x)), lambda x: 1 / (x * (1 - x)))}  # fmt: skip


@dataclass(frozen=True, eq=False)
class Theory:
    """What is estimated is ``truth``; the estimate ``tends`` to another number perhaps. Its ``mean`` and ``deviation``
    are exact at each n, NaN where the page knows no formula; ``limit`` is the deviation that holds for large n.
    """

    truth: float
    tends: float
    mean: Steps
    deviation: Steps
    limit: Steps


def theory(name: str, its: Population, sizes: Sizes, cut: float = 0.0) -> Theory:
    """What is known of the estimator ``name`` at each of the ``sizes``; a trimmed mean leaves out the share ``cut`` on
    each side, and the name of a function is that of the mean (the delta method).
    """
    n, unknown = sizes.astype(np.float64), np.full(len(sizes), np.nan)
    mu, sigma, kurtosis, root = its.mean, its.deviation, its.kurtosis, np.sqrt(sizes)
    match name:
        case "mean" | "trimmed" if name == "mean" or 1 - cut == 1:
            return Theory(its.centre, mu, np.full(len(n), mu), sigma / root, sigma / root)
        case "median":
            limit = 0.5 / its.density_at(0.5) / root
            return Theory(its.centre, its.unique(0.5), *order_moments(its, (sizes + 1) // 2, sizes), limit)
        case "trimmed":
            ends, held, share = its.held(cut)
            middle = share @ held
            spread = np.sqrt(share @ (held - middle) ** 2) / (1 - 2 * cut)
            spread += 0 * (its.unique(cut) + its.unique(1 - cut))  # not normal where one is not unique
            return Theory(its.centre, float(middle - cut * ends.sum()) / (1 - 2 * cut), unknown, unknown,
                          spread / root)  # fmt: skip
        case "maximum":
            top = its.top if np.isfinite(its.top) else np.nan
            return Theory(top, its.top, *order_moments(its, sizes, sizes), unknown)
        case "variance n" | "variance":
            shrink = (n - 1) / n if name == "variance n" else np.ones(len(n))
            spread = shrink * np.sqrt((kurtosis - (n - 3) / (n - 1)) / n)
            limit = sigma**2 * np.sqrt((kurtosis - 1) / n)
            return Theory(sigma**2, sigma**2, shrink * sigma**2, spread * sigma**2, limit)
        case "deviation n" | "deviation":
            limit = sigma * np.sqrt((kurtosis - 1 if np.isfinite(kurtosis) else np.nan) / 4 / n)  # else it falls slower
            c4 = np.sqrt(2 / (n - 1)) * np.exp(gammaln(n / 2) - gammaln((n - 1) / 2))
            shrink = np.sqrt((n - 1) / n) if name == "deviation n" else np.ones(len(n))
            c4 = c4 if its.kind == "normal" else unknown
            return Theory(sigma, sigma, shrink * c4 * sigma, shrink * sigma * np.sqrt(1 - c4**2), limit)
    with np.errstate(all="ignore"):
        value, slope = (float(function(np.float64(mu))) for function in SLOPES[name])
    limit = (abs(slope) if np.isfinite(slope) else np.nan) * sigma / root
    if name != "square":
        return Theory(value, value, unknown, unknown, limit)
    higher = sigma**4 * (kurtosis - 3) / n**3 + (4 * mu * its.skewness * sigma**3 / n**2 if mu else 0.0)
    return Theory(value, value, mu**2 + sigma**2 / n, np.sqrt(limit**2 + 2 * sigma**4 / n**2 + higher), limit)


def tail(name: str, its: Population, n: int, cut: float = 0.0) -> float:
    """E|T|^r of an estimate T from n draws is finite for r below this: a median follows half of them, as a trimmed mean
    does those beyond the ones that it leaves out; 1/x̄ has a density at infinity where x̄ has one at 0,
    and falls as that of the n-th power where 0 is an end of the law.
    """
    match name:
        case "median":
            return its.tail * ((n + 1) // 2)
        case "trimmed":
            return its.tail * (int(cut * n) + 1)
        case "variance n" | "variance" | "square":
            return its.tail / 2
        case "inverse" if its.atoms is None:
            with np.errstate(divide="ignore"):
                low, high = its.quantile(np.array([0.0, 1.0]))
            ends_at_zero = its.kind != "log-normal" and 0 in (low, high)  # its density is nothing at its end
            return 1.0 if low < 0 < high else n if ends_at_zero else np.inf
    return its.tail if name in ("mean", "maximum", "deviation n", "deviation") else np.inf


def quantile(name: str, its: Population, n: int, v: Some) -> Some | None:
    """The value that the estimate from n draws is below with probability ``v``, exactly; ``None`` where not known."""
    match name, its.kind:
        case "median" | "maximum", _ if its.atoms is None:
            k = n if name == "maximum" else (n + 1) // 2
            return its.quantile(betaincinv(k, n - k + 1, v))
        case "mean", "normal":
            return np.asarray(ndtri(v) / np.sqrt(n))
        case "mean", "exponential":
            return np.asarray(gammaincinv(n, v) / n)
        case "mean", "cauchy":
            return its.quantile(v)
        case "variance n" | "variance" | "deviation n" | "deviation", "normal":
            squares = 2 * gammaincinv((n - 1) / 2, v) / (n - (not name.endswith(" n")))
            return np.asarray(np.sqrt(squares) if name.startswith("deviation") else squares)
    return None


def of_prefixes(name: str, draws: Draws, sizes: Sizes, cut: float, about: float) -> Table:
    """The estimate ``name`` from the first n draws of each row, for each n of ``sizes``. Sums are taken of draws less
    ``about``.
    """
    if name == "maximum":
        return np.asarray(np.maximum.accumulate(draws, axis=1)[:, sizes - 1])
    if name == "median":
        return np.stack([np.median(draws[:, :n], axis=1) for n in sizes], axis=1)
    if name == "trimmed":
        return np.stack([trim_mean(draws[:, :n], cut, axis=1) for n in sizes], axis=1)
    away = draws - about
    sums = np.cumsum(away, axis=1)[:, sizes - 1]
    if name.startswith(("variance", "deviation")):
        squares = np.cumsum(away**2, axis=1)[:, sizes - 1]
        left = np.maximum(squares - sums**2 / sizes, 0.0) / (sizes - (not name.endswith(" n")))
        return np.asarray(np.sqrt(left) if name.startswith("deviation") else left)
    means = about + sums / sizes
    if name not in SLOPES:
        return np.asarray(means)
    for end in (0.0, 1.0) if name == "logit" else (0.0,):  # where a function has no value, and rounding would make one
        means = np.where(np.abs(means - end) < ROUNDING * np.abs(draws).max(), end, means)
    with np.errstate(all="ignore"):
        return np.asarray(SLOPES[name][0](means))


def of_rows(name: str, draws: Draws, *, cut: float, about: float) -> Float64[np.ndarray, " replicates"]:
    """The estimate from all of each row."""
    return of_prefixes(name, draws, np.array([draws.shape[1]]), cut, about)[:, 0]
