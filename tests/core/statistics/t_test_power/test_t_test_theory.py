"""The numbers of the theory and its conventions, against the mathematics of the page and SciPy."""

import inspect
import math

import numpy as np
import pytest
import scipy.stats
from scipy.stats import norm
from stated import assert_theory_states

from core.statistics.t_test_power.design import Design, power
from core.statistics.t_test_power.error_rates import p_value_shares, type_s_and_m
from core.statistics.t_test_power.plan import detectable_effect, required_n
from core.statistics.t_test_power.sweep import CONFIDENCE

TWO = Design("two samples")


def test_the_theory_states_what_the_mathematics_gives() -> None:
    needed = norm.ppf(0.975) + norm.ppf(0.8)
    exact = float(required_n(TWO, 0.5, 0.05, 0.8))
    of_80, of_10 = (float(detectable_effect(TWO, 64, 0.05, wanted, 64)) for wanted in (0.8, 0.1))
    beyond = float(p_value_shares(TWO, 64, of_80, 64, np.array([0.05]))[-1])

    def worth(effect: float) -> tuple[float, float]:
        wrong, exaggerated = map(float, type_s_and_m(TWO, 64, effect, 0.05, 64))
        return exaggerated, wrong

    def other_side(alpha: float) -> float:
        """The most that it adds to a power of a half, over all numbers of observations."""
        one, other = Design("one sample", "greater"), Design("one sample", "less")
        sizes = np.array([2, 3, 5, 10, 100, 10_000])
        at_half = detectable_effect(Design("one sample"), sizes, alpha, 0.5, sizes)
        assert (power(one, sizes, at_half, alpha / 2) > 0.49).all()
        return float(power(other, sizes, at_half, alpha / 2).max())

    assert_theory_states("t_test_power", {
        r"$z_{1-\alpha/2} + z_{1-\beta} = 1.960 + 0.842 = 2.802$ for $\alpha = 0.05$ and power $0.8$":
            lambda: (norm.ppf(0.975), norm.ppf(0.8), needed) == pytest.approx((1.960, 0.842, 2.802), abs=5e-4),
        "$n = 2(2.802/d)^2$: for $d = 0.5$ that is $62.8$":
            lambda: 2 * (needed / 0.5) ** 2 == pytest.approx(62.8, abs=0.05),
        "The exact integral gives $63.8$": lambda: exact == pytest.approx(63.8, abs=0.05),
        "So 64 in each group, with the power $0.801$":
            lambda: math.ceil(exact) == 64 and float(power(TWO, 64, 0.5, 0.05)) == pytest.approx(0.801, abs=5e-4),
        "at 80 % power one study in five still has $p > 0.05$": lambda: beyond == pytest.approx(0.2, abs=2e-3),
        "With 64 in each of two groups significant results are 1.12 times too large at 80 % power, and 3.7 times at "
        "10 %, where 4.5 % of them have the wrong sign":
            lambda: (worth(of_80)[0], worth(of_10)[0]) == (pytest.approx(1.12, abs=5e-3), pytest.approx(3.7, abs=0.05))
            and worth(of_10)[1] == pytest.approx(0.045, abs=5e-4),
        "At 100 % power nothing is left out, and the factor is 1": lambda: worth(2.0)[0] == pytest.approx(1, abs=1e-4),
        r"At $\alpha = 0.05$ and from a power of a half on, the other side adds less than a ten-thousandth":
            lambda: other_side(0.05) < 1e-4 < other_side(0.1),
        "99 % Clopper–Pearson": lambda: CONFIDENCE == 0.99,
    })  # fmt: skip


def test_power_is_the_integral_of_the_derivation() -> None:
    nu, delta, c = 30, 2.0, 2.04
    s = np.linspace(1e-6, 3, 200_001)
    density = scipy.stats.chi2.pdf(nu * s**2, nu) * 2 * nu * s
    assert np.trapezoid(norm.cdf(delta - c * s) * density, s) == pytest.approx(
        scipy.stats.nct.sf(c, nu, delta), abs=1e-9
    )


def test_scipy_takes_equal_variances_unless_it_is_told() -> None:
    assert inspect.signature(scipy.stats.ttest_ind).parameters["equal_var"].default is True
