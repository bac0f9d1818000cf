"""The t tests as designs: their standard error, degrees of freedom, and power as a function of n, effect and level.

Everything is in units of the standard deviation of one measurement: an effect is Cohen's d. Where the standard
deviations of the two groups, or of the two measurements of a pair, differ, the unit is √((σ₁² + σ₂²)/2). The test of
pairs sees d_z = d/σ_D, with σ_D = √(σ₁² + σ₂² − 2ρσ₁σ₂) the standard deviation of the differences: at ρ = ½ and equal
σ both are the same.

Source: J. Cohen, *Statistical Power Analysis for the Behavioral Sciences*, 2nd ed., chapter 2; for equivalence
D. J. Schuirmann, J. Pharmacokinet. Biopharm. 15 (1987), 657–680, and K. F. Phillips, ibid. 18 (1990), 137–144.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from scipy.special import ndtr

from core.statistics.t_test_power.noncentral_t import Array, Real, average, critical_value, upper_tail

Kind = Literal["one sample", "paired", "two samples", "welch"]
Alternative = Literal["two-sided", "greater", "less", "equivalence"]


@dataclass(frozen=True)
class Design:
    """A t test to be made. ``ratio`` is n₂/n₁, ``sd_ratio`` σ₂/σ₁, ``margin`` the Δ of an equivalence test.

    ``pair_correlation`` is that of the two measurements of a pair.

    An effect is the mean (of the differences), or the first group's mean less the second's.
    """

    kind: Kind = "two samples"
    alternative: Alternative = "two-sided"
    ratio: float = 1.0
    sd_ratio: float = 1.0
    margin: float = 0.5
    pair_correlation: float = 0.5

    @property
    def groups(self) -> int:
        return 2 if self.kind in ("two samples", "welch") else 1

    @property
    def signs(self) -> tuple[int, ...]:
        """Those of the effects that the test looks for: 1 for more, −1 for less; none where it is for equivalence."""
        return {"two-sided": (-1, 1), "greater": (1,), "less": (-1,), "equivalence": ()}[self.alternative]

    @property
    def border(self) -> float:
        """The effect at which those begin that the test looks for: 0, or the margin from which on there is no
        equivalence."""
        return 0.0 if self.signs else self.margin

    @property
    def variances(self) -> tuple[float, float]:
        """σ₁² and σ₂², of mean 1."""
        second = self.sd_ratio**2
        return 2 / (1 + second), 2 * second / (1 + second)

    @property
    def spread(self) -> float:
        """The standard deviation of what one group is tested by: σ_D of pairs, else 1."""
        if self.kind != "paired":
            return 1.0
        first, second = self.variances
        return float(np.sqrt(first + second - 2 * self.pair_correlation * np.sqrt(first * second)))

    @property
    def smallest_n(self) -> float:
        """The n₁ with which each group has its two observations."""
        return max(2.0, 2.0 / self.ratio) if self.groups == 2 else 2.0

    @property
    def least_n(self) -> int:
        """The smallest whole n₁ beside which n₂, rounded up, has its two observations."""
        return max(2, math.floor(1 / self.ratio * (1 + 1e-9)) + 1) if self.groups == 2 else 2

    @property
    def spared(self) -> int:
        """The most by which n₁ can be smaller because n₂ is rounded up."""
        return int(1 / self.ratio) + 1 if self.groups == 2 else 0

    def second_n(self, n: Real) -> Array:
        """n₂, the whole number that ``ratio`` asks for; zero where there is one group."""
        return np.asarray(
            np.ceil(np.asarray(n, np.float64) * self.ratio - 1e-9) if self.groups == 2 else 0.0 * np.asarray(n)
        )

    def standard_error(self, n: Real, n2: Real) -> Array:
        """Of the mean or the difference: 1/√n (of pairs σ_D/√n), √(1/n₁ + 1/n₂), or for Welch √(σ₁²/n₁ + σ₂²/n₂)."""
        if self.groups == 1:
            return np.asarray(self.spread / np.sqrt(n))
        first, second = self.variances if self.kind == "welch" else (1.0, 1.0)
        return np.asarray(np.sqrt(first / np.asarray(n) + second / np.asarray(n2)))

    def degrees_of_freedom(self, n: Real, n2: Real) -> Array:
        """n − 1, n₁ + n₂ − 2, or for Welch those of ``satterthwaite`` with v = σ²/n."""
        if self.groups == 1:
            return np.asarray(np.asarray(n, np.float64) - 1)
        n, n2 = np.asarray(n, np.float64), np.asarray(n2, np.float64)
        if self.kind == "two samples":
            return np.asarray(n + n2 - 2)
        return np.asarray(satterthwaite(self.variances[0] / n, self.variances[1] / n2, n, n2))

    def tail(self, alpha: Real) -> Array:
        """The level of one tail: two-sided, each has half of ``alpha``."""
        return np.asarray(np.asarray(alpha) / (len(self.signs) or 1))

    def critical(self, alpha: Real, df: Real) -> Array:
        """The t that must be exceeded."""
        return critical_value(self.tail(alpha), df)


def satterthwaite(v: Any, v2: Any, n: Real, n2: Real) -> Any:
    """(v₁ + v₂)²/(v₁²/(n₁ − 1) + v₂²/(n₂ − 1)), with v the squared standard error of a mean (Satterthwaite, 1946)."""
    return (v + v2) ** 2 / (v**2 / (n - 1) + v2**2 / (n2 - 1))


def estimate(kind: Kind, sizes: Sequence[int], means: Sequence[Any], squares: Sequence[Any]) -> tuple[Any, Any, Any]:
    """The mean or the difference of two, its standard error, and the degrees of freedom, from what was observed.

    ``squares`` are the sums of squares about the mean of each group; all may be those of many samples.
    """
    if len(sizes) == 1:
        return means[0], np.sqrt(squares[0] / (sizes[0] - 1) / sizes[0]), sizes[0] - 1.0
    (n, n2), difference = sizes, means[0] - means[1]
    if kind == "two samples":
        return difference, np.sqrt((squares[0] + squares[1]) / (n + n2 - 2) * (1 / n + 1 / n2)), n + n2 - 2.0
    v, v2 = squares[0] / (n - 1) / n, squares[1] / (n2 - 1) / n2
    return difference, np.sqrt(v + v2), satterthwaite(v, v2, n, n2)


def power(design: Design, n: Real, effect: Real, alpha: Real, n2: Real | None = None) -> Array:
    """The probability that the test rejects, for shapes that broadcast; ``n2`` is ratio·n where it is not given.

    Exact, but for Welch, whose degrees of freedom are those of the true variances (``welch_power`` is exact).
    """
    n2 = np.asarray(n) * design.ratio if n2 is None else n2
    df, error = design.degrees_of_freedom(n, n2), design.standard_error(n, n2)
    return rejection_probability(
        design, np.asarray(effect / error), df, design.critical(alpha, df), np.asarray(design.margin / error)
    )


def rejection_probability(design: Design, noncentrality: Real, df: Real, critical: Real, margin: Real = 0.0) -> Array:
    """P(reject) for T = (z + δ)/s against ``critical``; an equivalence ``margin`` is in standard errors, as δ is.

    Equivalence is declared when both one-sided tests reject, −Δ + cs < z + δ < Δ − cs, which is one integral of
    Φ(Δ − δ − cs) − Φ(cs − Δ − δ) over s < Δ/c (Owen's Q).
    """
    delta, critical = np.asarray(noncentrality, np.float64), np.asarray(critical, np.float64)
    if design.signs:
        chance = np.asarray(sum(upper_tail(critical, df, sign * delta) for sign in design.signs))
    else:
        nearer, farther = np.asarray(margin - np.abs(delta)), np.asarray(margin + np.abs(delta))
        with np.errstate(divide="ignore"):
            end = np.where(critical > 0, np.asarray(margin) / np.maximum(critical, 0.0), np.inf)
        chance = average(_between, df, critical, nearer, farther, end=end)
    return np.asarray(np.clip(chance, 0.0, 1.0))


def _between(s: Array, critical: Array, nearer: Array, farther: Array) -> Array:
    return np.asarray(ndtr(nearer - critical * s) - ndtr(critical * s - farther))
