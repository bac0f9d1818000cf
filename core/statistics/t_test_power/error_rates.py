"""What follows from a design: p-values under the alternative, exaggeration, wrong signs, Welch without shortcuts.

Source: A. Gelman, J. Carlin, *Beyond power calculations: assessing type S (sign) and type M (magnitude) errors*,
Perspectives on Psychological Science 9 (2014), 641–651.
"""

import numpy as np
from jaxtyping import Float64, Int64
from scipy.special import ndtr
from scipy.stats import beta as beta_distribution

from core.quadrature import legendre
from core.statistics.t_test_power.design import Design, power, rejection_probability, satterthwaite
from core.statistics.t_test_power.noncentral_t import Array, Real, average, upper_tail

# Over the share of the first group’s variance in Welch’s test, for an error below 10⁻⁵. Beside a larger group one of
# FEW may have nearly no variance in a sample: there the test's degrees of freedom leap.
RATIO_NODES, MORE_NODES, FEW = 36, 288, 5


def p_value_shares(design: Design, n: Real, effect: Real, n2: Real, edges: Float64[np.ndarray, " edges"]) -> Array:
    """The probability that p falls below the first of the ascending ``edges``, between two of them, above the last.

    p ≤ u exactly when the test rejects at level u, so the distribution function of p is the power over the level.
    """
    n, effect, n2 = (np.asarray(each, np.float64)[..., None] for each in (n, effect, n2))
    return np.asarray(np.diff(power(design, n, effect, edges, n2), prepend=0.0, append=1.0))


def type_s_and_m(design: Design, n: Real, effect: Real, alpha: Real, n2: Real) -> tuple[Array, Array]:
    """P(the estimate has the wrong sign | the test rejects), and E(|estimate| | the test rejects) / |effect|: how much
    a significant result exaggerates. A one-sided test of the right side cannot get the sign wrong.

    NaN where the effect is 0 (no sign is right), and for an equivalence test (which claims none).

    With z normal of mean δ, E(z; z > a) = δΦ(δ − a) + φ(δ − a); a = cs, averaged over s.
    """
    effect = np.asarray(effect)
    delta, df, critical, weight = conditional(design, n, effect, alpha, n2)
    if not design.signs:
        return (nothing := np.full(delta.shape[:-1], np.nan)), nothing
    rejected = {sign: (upper_tail(critical, df, sign * delta) * weight).sum(axis=-1) for sign in design.signs}
    right, left = (rejected.get(sign, 0.0) for sign in (1, -1))
    size = sum(average(_beyond, df, critical, sign * delta) for sign in design.signs)
    distance = np.abs(effect / design.standard_error(n, n2))
    with np.errstate(invalid="ignore", divide="ignore"):
        wrong = np.where(effect > 0, left, right) / (right + left)
        ratio = (size * weight).sum(axis=-1) / (right + left) / distance
    return np.where(effect == 0, np.nan, wrong), np.where(effect == 0, np.nan, ratio)


def welch_power(design: Design, n: Real, effect: Real, alpha: Real, n2: Real) -> Array:
    """The power of Welch's test with its estimated degrees of freedom, without the shortcut of fixing them."""
    delta, df, critical, weight = conditional(design, n, effect, alpha, n2)
    margin = np.asarray(design.margin / design.standard_error(n, n2))[..., None]
    given = rejection_probability(design, delta, df, critical, margin)
    return np.asarray((given * weight).sum(axis=-1))


def nodes_of(n: Real, n2: Real) -> Int64[np.ndarray, "..."]:
    """At how many nodes Welch's test is to be taken as a mixture of t tests."""
    few, many = np.minimum(n, n2), np.maximum(n, n2)
    return np.where((few < FEW) & (many >= 2 * few), MORE_NODES, RATIO_NODES)


def conditional(design: Design, n: Real, effect: Real, alpha: Real, n2: Real) -> tuple[Array, Array, Array, Array]:
    """δ, ν and critical value of the t tests of which the design's is a mixture, and their weights, on a last axis.

    All but Welch's are one t test. There the total of the two weighted sums of squares is χ² with n₁ + n₂ − 2 degrees
    of freedom, and independent of the first one's share B, a beta variable. B alone fixes the degrees of freedom that
    the test will use; given B the test is a t test with n₁ + n₂ − 2 of them. What is left is an integral over B.
    """
    n, effect, alpha, n2 = (np.asarray(each, np.float64)[..., None] for each in (n, effect, alpha, n2))
    error = design.standard_error(n, n2)
    if design.kind != "welch":
        df = design.degrees_of_freedom(n, n2)
        delta, critical = np.broadcast_arrays(effect / error, design.critical(alpha, df))
        return np.asarray(delta), df, np.asarray(critical), np.ones(1)
    total = n + n2 - 2
    node, weight = legendre(int(nodes_of(n, n2).max()))
    quantile = (1 + np.sin(np.pi / 2 * node)) / 2  # dense at both ends
    share = beta_distribution.ppf(quantile, (n - 1) / 2, (n2 - 1) / 2)
    v, v2 = design.variances[0] / n, design.variances[1] / n2
    w, w2 = v * share * total / (n - 1), v2 * (1 - share) * total / (n2 - 1)  # the estimates of v and v2
    critical = design.critical(alpha, satterthwaite(w, w2, n, n2)) * np.sqrt(w + w2) / error
    delta, critical = np.broadcast_arrays(effect / error, critical)
    return np.asarray(delta), total, np.asarray(critical), weight * np.pi / 4 * np.cos(np.pi / 2 * node)


def _beyond(s: Array, critical: Array, delta: Array) -> Array:
    """E(z; z > cs) for z normal of mean δ."""
    above = delta - critical * s
    return np.asarray(delta * ndtr(above) + np.exp(-(above**2) / 2) / np.sqrt(2 * np.pi))
