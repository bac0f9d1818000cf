"""The chance that a quadratic form is at most 0, against laws of scipy and a double integral."""

import numpy as np
import pytest
from scipy import integrate, stats

from core.quadratic_forms import chance_of_no_excess


@pytest.mark.parametrize("n", [2, 5, 20])
def test_imhofs_integral_gives_the_f_distribution(n: int) -> None:
    """P(χ²₁ ≤ c·χ²ₙ) is that of an F of 1 and n degrees of freedom at c·n."""
    for c in (0.05, 0.4, 2.0):
        values = np.array([[1.0, *[-c] * n]])
        assert chance_of_no_excess(values, np.zeros((1, n + 1)))[0] == pytest.approx(stats.f.cdf(c * n, 1, n), abs=1e-9)


def test_imhofs_integral_gives_the_noncentral_f_distribution() -> None:
    values, shifts = np.array([[1.0, *[-0.3] * 8]]), np.array([[1.4, *[0.0] * 8]])
    expected = stats.ncf.cdf(0.3 * 8, 1, 8, 1.4**2)
    assert chance_of_no_excess(values, shifts)[0] == pytest.approx(expected, abs=1e-8)


def test_unequal_weights_agree_with_a_double_integral() -> None:
    """P(z₁² ≤ a·z₂² + b·z₃²), by the angle and the chance of z₁ given the others."""
    a, b = 0.7, 2.5

    def given_angle(angle: float) -> float:
        c = a * np.cos(angle) ** 2 + b * np.sin(angle) ** 2
        return stats.f.cdf(2 * c, 1, 2) / (2 * np.pi)

    expected = integrate.quad(given_angle, 0, 2 * np.pi)[0]
    assert chance_of_no_excess(np.array([[1.0, -a, -b]]), np.zeros((1, 3)))[0] == pytest.approx(expected, abs=1e-9)
