"""The noncentral t distribution against arbitrary-precision integrals, the central one, and its own identities."""

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from core.statistics.t_test_power.noncentral_t import critical_value, density, upper_tail


def by_mpmath(t: float, df: float, delta: float) -> float:
    """P(T > t) with thirty digits, from the definition."""
    with mpmath.workdps(30):
        t, df, delta = map(mpmath.mpf, (t, df, delta))
        constant = 2 * (df / 2) ** (df / 2) / mpmath.gamma(df / 2)
        spread, step = 1 / mpmath.sqrt(2 * df), delta / t
        low, high = max(mpmath.mpf(0), 1 - 14 * spread), max(1 + 16 * spread, mpmath.mpf(14) if df < 4 else 0)
        cuts = [step, step - 5 / abs(t), step + 5 / abs(t), step + 12 / abs(t), 1, 1 - 4 * spread, 1 + 4 * spread]
        ends = sorted({low, high, *(cut for cut in cuts if low < cut < high)})
        return float(
            mpmath.quad(
                lambda s: mpmath.ncdf(delta - t * s) * constant * s ** (df - 1) * mpmath.exp(-df * s * s / 2), ends
            )
        )


@pytest.mark.parametrize("df", [1, 1.3, 5, 8.5, 63, 1e6])
@pytest.mark.parametrize("alpha", [0.025, 1e-12])
def test_tails_agree_with_thirty_digit_integrals(df: float, alpha: float) -> None:
    t = float(critical_value(alpha, df))
    for delta in (0.0, 1.5, min(t, 50.0)):
        expected = by_mpmath(t, df, delta)
        assert float(upper_tail(t, df, delta)) == pytest.approx(expected, rel=1e-10, abs=1e-15), (df, alpha, delta)


@given(st.floats(1, 1e7), st.floats(1e-12, 0.5))
def test_without_noncentrality_a_tail_is_its_level(df: float, alpha: float) -> None:
    assert float(upper_tail(critical_value(alpha, df), df, 0.0)) == pytest.approx(alpha, rel=1e-8)


@given(st.floats(1, 1e6), st.floats(-40, 40), st.floats(-40, 40))
def test_the_two_tails_make_up_one(df: float, t: float, delta: float) -> None:
    assert float(upper_tail(t, df, delta) + upper_tail(-t, df, -delta)) == pytest.approx(1, abs=1e-11)


@settings(max_examples=40)
@given(st.floats(1, 1e6), st.floats(-8, 8))
def test_the_density_is_the_slope_of_the_lower_tail(df: float, delta: float) -> None:
    t, step = np.linspace(-6, 12, 37), 1e-4
    below, above = (upper_tail(-at, df, -delta) for at in (t - step, t + step))
    slope = (above - below) / (2 * step)
    np.testing.assert_allclose(density(t, df, delta), slope, rtol=1e-5 if df < 3 else 1e-7, atol=2e-7)


@pytest.mark.parametrize("df", [1, 2.5, 30, 1e5])
def test_without_noncentrality_the_density_is_students(df: float) -> None:
    t = np.linspace(-30, 30, 61)
    np.testing.assert_allclose(density(t, df, 0.0), stats.t.pdf(t, df), rtol=1e-9)
    by_quadrature = density(t, df, np.where(t == 0, 1.0, 0.0))[t != 0]
    np.testing.assert_allclose(by_quadrature, stats.t.pdf(t[t != 0], df), rtol=1e-6, atol=1e-12)


def test_shapes_broadcast() -> None:
    df, delta = np.array([[2.0], [5.0], [300.0]]), np.array([0.0, 1.0])
    together = upper_tail(2.0, df, delta)
    assert together.shape == (3, 2)
    one_by_one = [[float(upper_tail(2.0, float(nu), float(d))) for d in delta] for nu in df.ravel()]
    np.testing.assert_allclose(together, one_by_one, rtol=1e-13)
