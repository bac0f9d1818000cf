"""The noncentral t distribution by quadrature over the sample's standard deviation, in tails and corners too.

With z normal of mean δ and variance 1, and s² = χ²_ν/ν independent of it, T = z/s is noncentral t. Given s everything
is normal, so every probability here is ∫ g(s) f_ν(s) ds with a g made of Φ. Library routines fail where designs are
extreme (a noncentrality of 50 beside a million degrees of freedom, a level of 10⁻¹²); a sum of positive terms does not.

Source: N. L. Johnson, S. Kotz, N. Balakrishnan, *Continuous Univariate Distributions* vol. 2, 2nd ed., chapter 31;
D. B. Owen, *A special case of a bivariate non-central t-distribution*, Biometrika 52 (1965), 437–446.
"""

from collections.abc import Callable
from itertools import pairwise

import numpy as np
from jaxtyping import Bool, Float64, Int64
from scipy.special import gammaln, ndtr, stdtrit

from core.quadrature import Nodes, legendre

Array = Float64[np.ndarray, "..."]
Real = Array | Int64[np.ndarray, "..."] | float | int  # what a formula is given: a number, or as many as broadcast

NODES = 40  # of Gauss and Legendre, on each panel
PANELS = 6
TRAPEZOID = 29  # nodes where one panel is enough
# Even ones: for what is analytic and comes down to nothing at both ends no rule needs fewer.
EVEN = np.linspace(-1, 1, TRAPEZOID), np.full(TRAPEZOID, 2 / (TRAPEZOID - 1))
BELL = 8.0  # degrees of freedom from which the density of s^(1/4) is a bell
FAR = 8.5  # standard deviations beyond which a normal tail (10⁻¹⁷) is nothing beside 1
SMOOTH = 1.25  # steps of Φ(δ − cs) at least this wide, in standard deviations of s, need no panels of their own
VERY_FAR = 12.0  # the same where panels are cheap: tails of 10⁻¹² keep their digits
DENSITY_NODES = 28


def critical_value(alpha: Real, df: Real) -> Array:
    """The t with P(T > t) = ``alpha`` for the central t distribution with ``df`` degrees of freedom."""
    return np.asarray(-stdtrit(df, alpha), np.float64)


def upper_tail(t: Real, df: Real, noncentrality: Real) -> Array:
    """P(T > t) = ∫ Φ(δ − ts) f_ν(s) ds, for shapes that broadcast. Quickest where ``df`` has the fewest of them.

    P(T < t) is the upper tail at −t of the distribution mirrored, which has −δ.

    For ν from 1 to 10⁷ the absolute error is below 10⁻¹¹, and so is the relative one of tails down to 10⁻¹³.
    """
    return average(_above, df, t, noncentrality)


def average(
    integrand: Callable[..., Array], df: Real, slope: Real, shift: Real, *more: Real, end: Real = np.inf
) -> Array:
    """E g(s) for s = √(χ²_ν/ν), with g smooth but for a step of width 1/|slope| at shift/slope, and 0 beyond ``end``.

    ``integrand`` is given s, ``slope``, ``shift`` and ``more``, with an axis of nodes behind the others. Where a step
    is sharp beside the spread 1/√(2ν) of s, panels end on both sides of it.
    """
    df, slope, shift, *more_ = (np.asarray(value, np.float64) for value in (df, slope, shift, *more))
    smooth = is_smooth(df, slope)
    ends = np.asarray(end, np.float64)
    if smooth.all() and np.isinf(ends).all():
        return _in_one_panel(integrand, df, slope, shift, *more_)
    df, ends, slope, shift, *more_ = np.broadcast_arrays(df, ends, slope, shift, *more_)
    smooth = is_smooth(df, slope) & (ends >= highest_s(df))
    mean = np.empty(df.shape)
    mean[smooth] = _in_one_panel(integrand, *(each[smooth] for each in (df, slope, shift, *more_)))
    mean[~smooth] = _in_panels(integrand, *(each[~smooth] for each in (df, ends, slope, shift, *more_)))
    return mean


def _above(s: Array, t: Array, delta: Array) -> Array:
    return np.asarray(ndtr(delta - t * s))


def is_smooth(df: Array, slope: Array) -> Bool[np.ndarray, "..."]:
    """Whether steps are no sharper than the spread of s, whose density comes down to nothing at both ends."""
    return np.asarray((np.abs(slope) * SMOOTH <= np.sqrt(2 * df)) & (df >= BELL))


def nodes_taken(df: Array, slope: Array) -> Int64[np.ndarray, "..."]:
    """How many nodes an ``average`` is a sum of: what it costs."""
    return np.where(is_smooth(df, slope), TRAPEZOID, PANELS * NODES)


def _in_one_panel(integrand: Callable[..., Array], df: Array, *at: Array) -> Array:
    s, weight = _nodes(df, *_limits(df, FAR), *EVEN)
    return np.asarray(_weighted(integrand(s, *(each[..., None] for each in at)), weight) / weight.sum(axis=-1))


def _in_panels(
    integrand: Callable[..., Array], df: Array, end: Array, slope: Array, shift: Array, *more: Array
) -> Array:
    near, (low, high) = _limits(df, FAR), _limits(df, VERY_FAR)
    high = np.clip(end**0.25, low, high)
    steep = np.maximum(np.abs(slope), 1e-300)
    steps = (np.maximum((shift * np.sign(slope) + side) / steep, 0.0) ** 0.25 for side in (-FAR, 0.0, FAR))
    edges = np.sort(np.stack([low, *(np.clip(place, low, high) for place in (*near, *steps)), high]), axis=0)
    total = np.zeros(df.shape)
    for start, stop in pairwise(edges):
        s, weight = _nodes(df, start, stop, *legendre(NODES))
        total += _weighted(integrand(s, *(each[..., None] for each in (slope, shift, *more))), weight)
    return np.asarray(total / _nodes(df, *near, *legendre(NODES))[1].sum(axis=-1))


def density(t: Array, df: Real, noncentrality: Real) -> Array:
    """The density of T at ``t``, for shapes that broadcast, with a relative error below 10⁻⁵: it is drawn only.

    f(t) ∝ (t² + ν)^(−(ν+1)/2) e^(−νδ²/(2(t²+ν))) ∫₀^∞ y^ν e^(−(y−m)²/2) dy with m = δt/√(t² + ν): whatever the
    settings the integrand is one bump, no wider than a normal density. Where δ = 0 everywhere it is Student's density.
    """
    t, df, delta = (np.asarray(value, np.float64) for value in (t, df, noncentrality))
    if not delta.any():
        constant = gammaln((df + 1) / 2) - gammaln(df / 2) - np.log(np.pi * df) / 2
        return np.asarray(np.exp(constant - (df + 1) / 2 * np.log1p(t**2 / df)))
    spread = t**2 + df
    m = delta * t / np.sqrt(spread)
    root = np.sqrt(m**2 + 4 * df)
    mode = np.where(m > 0, (m + root) / 2, 2 * df / (root - m))
    width = 1 / np.sqrt(1 + df / mode**2)
    node, weight = legendre(DENSITY_NODES)
    low = np.maximum(mode - FAR * width, 0.0)
    half = (mode + FAR * width - low) / 2
    y = (low + half)[..., None] + half[..., None] * node
    # Relative to its height at the mode, which keeps large ν from overflowing.
    bump = np.exp(
        df[..., None] * np.log(y / mode[..., None]) - (y - mode[..., None]) * (y + (mode - 2 * m)[..., None]) / 2
    )
    height = df * np.log(mode / np.sqrt(spread)) - (mode - m) ** 2 / 2 - df * delta**2 / (2 * spread)
    constant = np.log(2) + df / 2 * np.log(df / 2) - gammaln(df / 2) - np.log(2 * np.pi) / 2
    scale = height + constant - np.log(spread) / 2
    return np.asarray(half * _weighted(bump, weight) * np.exp(scale))


def _limits(df: Array, reach: float) -> tuple[Array, Array]:
    """Where s^(1/4) lies but for a share of about e^(−reach²/2): s^(2/3) is nearly normal (Wilson and Hilferty, 1931).

    That is too generous below where ν is small; there P(χ²_ν < x) < (x/2)^(ν/2) / Γ(ν/2 + 1) serves.
    """
    variance = 2 / (9 * df)
    low, high = (1 - variance + side * reach * np.sqrt(variance) for side in (-1, 1))
    power_law = np.exp((gammaln(df / 2 + 1) - reach**2 / 2 - 3) / (4 * df)) * (2 / df) ** 0.125
    return np.asarray(np.maximum(np.maximum(low, 0.0) ** 0.375, power_law)), np.asarray(high**0.375)


def highest_s(df: Real) -> Array:
    """The s that √(χ²_ν/ν) exceeds once in 10¹⁷ times, about."""
    return np.asarray(_limits(np.asarray(df, np.float64), FAR)[1] ** 4)


def _nodes(df: Array, low: Array, high: Array, node: Nodes, weight: Nodes) -> tuple[Array, Array]:
    """s and the weights of ∫ … f_ν(s) ds, up to a factor that depends on ν alone, for s^(1/4) from ``low`` to ``high``.

    The fourth root takes the singularity s^(ν−1) of fractional ν at 0 away from the nodes.
    """
    half = ((high - low) / 2)[..., None]
    root = np.maximum((low[..., None] + half) + half * node, 1e-300)
    log_root, freedom = np.log(root), df[..., None]
    density = np.exp(freedom * (4 * log_root - np.expm1(8 * log_root) / 2) - log_root)
    return root**4, density * half * weight


def _weighted(values: Array, weight: Array) -> Array:
    return np.asarray(np.einsum("...k,...k->...", values, weight))
