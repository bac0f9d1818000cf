"""The formulas and the numbers of the theory, against the mathematics of the page."""

from math import log, sqrt

import numpy as np
import pytest
from stated import assert_theory_states

from core.optimization import gradient_descent
from core.optimization.gradient_descent import Params, quadratic
from core.optimization.gradient_descent.methods import LINEAR
from core.optimization.gradient_descent.sgd_theory import bound

ROWS = np.array([[2.49, 0], [-1.4, 2], [0.6, -1.2]])


def fourth_moment(x: float, sigma: float) -> float:
    """E(x + n)⁴ by Gauss–Hermite quadrature."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(20)
    return float(weights @ (x + sigma * nodes) ** 4 / weights.sum())


def variance(step: float) -> float:
    """Of w after 30 steps from 0 with x = y = σ = 1: the moments of e = w − 1 step by step.

    w moves by −η z(z w − 1), so e ← (1 − ηz²)e − ηz(z − 1); the moments of z are those of a normal number around 1.
    """
    nodes, weights = np.polynomial.hermite_e.hermegauss(20)
    z, weights = 1 + nodes, weights / weights.sum()
    a, b, first, second = 1 - step * z**2, -step * z * (z - 1), -1.0, 1.0
    for _ in range(30):
        first, second = (weights @ a * first + weights @ b,
                         weights @ a**2 * second + 2 * weights @ (a * b) * first + weights @ b**2)  # fmt: skip
    return second - first**2


def mean_weight(x: float, sigma: float, step: float) -> float:
    """Of w after 400 steps from 0 with the solution 1: E w ← E w − η(E z²·E w − x·E z)."""
    nodes, weights = np.polynomial.hermite_e.hermegauss(20)
    z, mean = x + sigma * nodes, 0.0
    for _ in range(400):
        mean -= step * float(weights @ (z * (z * mean - x)) / weights.sum())
    return mean


def error(step: float) -> float:
    """The mean of (w − 1)² over the seeds of the preset, whose loss is ½(w − 1)²: at w = 0 it is half."""
    values = next(preset.values for preset in gradient_descent.PRESETS if preset.name == "few-seeds")
    found = gradient_descent.compute(Params(**{**values, "step": step}))
    at = int(np.abs(found.relative - step).argmin())
    return float(found.mean[at, -1] / found.expected[0, 0])


def test_adams_small_number_inside_the_root_changes_no_loss_by_a_millionth_of_the_first() -> None:
    """Keras: θ −= η·√(1 − β₂ᵗ)/(1 − βᵗ)·m/(√v + ε), with its default ε = 10⁻⁷; on the opening example, 200 steps."""
    result = gradient_descent.compute(Params(method="adam", beta=0.9, steps=200))
    for at in range(1, len(result.runs.relative), 30):
        theta, eta = result.problem.start - result.problem.minimum, result.runs.relative[at] * result.unit
        losses, m, v = [], np.zeros_like(theta), np.zeros_like(theta)
        for t in range(1, 202):
            g = result.problem.hessian @ theta
            losses.append(g @ theta / 2)
            m, v = 0.9 * m + 0.1 * g, 0.999 * v + 0.001 * g * g
            theta = theta - eta * sqrt(1 - 0.999**t) / (1 - 0.9**t) * m / (np.sqrt(v) + 1e-7)
        assert np.abs(result.runs.excess[at] - np.array(losses)[result.times]).max() < 1e-6 * losses[0]


def test_the_theory_states_what_the_mathematics_gives() -> None:
    fastest = LINEAR["gd"].fastest
    many = Params(**next(preset.values for preset in gradient_descent.PRESETS if preset.name == "few-seeds"))
    least = bound(ROWS, 1, 1 / 6)
    rho, factor = np.linalg.norm(ROWS, axis=1).max(), 1 - 2 * 0.3 * 1.5**2
    assert_theory_states("gradient_descent", {
        r"$\sigma = 1.5$ and $\eta = 0.3$ give the factor $-0.35$": lambda: factor == pytest.approx(-0.35),
        r"$\varepsilon = 0.01$ needs $t > 4.387$, so 5 steps":
            lambda: quadratic.steps_until(abs(factor), 0.01) == pytest.approx(log(0.01) / log(0.35), abs=1e-9)
            and round(log(0.01) / log(0.35), 3) == 4.387,
        r"$\sigma = (2, 1)$ has the limit $0.25$, the best $\eta^* = 0.2$ and the rate $0.6$":
            lambda: quadratic.stability_limit(8.0) == pytest.approx(0.25)
            and fastest(8.0, 2.0) == pytest.approx((0.2, 0, 0.6)),
        "the best rate falls from 0.995 to 0.905":
            lambda: fastest(800.0, 2.0)[2] == pytest.approx(0.995, abs=5e-4)
            and (sqrt(400) - 1) / (sqrt(400) + 1) == pytest.approx(0.905, abs=5e-4),
        "and to 0.942 with Nesterov’s method": lambda: 1 - 2 / sqrt(3 * 400 + 1) == pytest.approx(0.942, abs=5e-4),
        r"the mean of $w$ ends at $x^2/(x^2+\sigma^2)$": lambda: mean_weight(2, 0.5, 0.1) == pytest.approx(4 / 4.25),
        "That is 0.4 for": lambda: 2 * 2 / fourth_moment(1, 1) == pytest.approx(0.4),
        r"At $\eta = 0.6$ the square of the factor has mean 2.2":
            lambda: 1 - 2 * 0.6 * 2 + 0.6**2 * fourth_moment(1, 1) == pytest.approx(2.2),
        r"After 30 steps from $w = 0$ the variance of $w$ is exactly 228.68 at $\eta = 0.45$ and "
        r"$4.684\cdot10^9$ at 0.6":
            lambda: (variance(0.45), variance(0.6))
            == (pytest.approx(228.68, abs=0.005), pytest.approx(4.684e9, rel=1e-3)),
        "2,000 seeds hold none of these: their mean of $(w - 1)^2$ comes to 1.6 and 230":
            lambda: many.seeds == 2000
            and (error(0.45), error(0.6)) == (pytest.approx(1.6, abs=0.05), pytest.approx(230, abs=0.5)),
        r"at $\sigma = 1.5$, $\eta = 0.3$ the factor is $-0.35$": lambda: factor == pytest.approx(-0.35),
        r"with the rows $(2.49, 0)$, $(-1.4, 2)$ and $(0.6, -1.2)$ the least $C_2$ is 17.68, "
        r"and $(4/n)\rho^2$ only 8.27":
            lambda: least.c2 == pytest.approx(17.68, abs=0.005) and 4 / 3 * rho**2 == pytest.approx(8.27, abs=0.005),
    }, formulas=r"“η, in units of 2/λₘₐₓ”")  # fmt: skip


def test_one_row_at_a_time_has_the_constants_of_the_derivation() -> None:
    """C₁ = 2σ_r²/n and C₂ ≤ ρ²σ₁²/n for the loss ½‖·‖²/n, by a sum over the rows."""
    found, n = bound(ROWS, 1, 1 / 6), len(ROWS)
    values = np.linalg.svd(ROWS, compute_uv=False)
    assert found.c1 == pytest.approx(2 * values[-1] ** 2 / n)
    assert found.c2 <= np.linalg.norm(ROWS, axis=1).max() ** 2 * values[0] ** 2 / n


def test_heavy_ball_is_fastest_where_both_extremes_stand_on_the_edges() -> None:
    beta = ((sqrt(400) - 1) / (sqrt(400) + 1)) ** 2
    steepest = 800.0  # 2·20²
    eta = (1 + sqrt(beta)) ** 2 / steepest
    for curvature in (2.0, steepest):
        p = 1 + beta - eta * curvature
        assert p**2 == pytest.approx(4 * beta, rel=1e-9), "both roots coincide there"
    assert sqrt(beta) == pytest.approx(19 / 21)


def test_nesterovs_best_constant_setting_has_the_rate_of_lessard_recht_and_packard() -> None:
    k = 400.0
    eta, beta = 4 / (3 * k + 1), (sqrt(3 * k + 1) - 2) / (sqrt(3 * k + 1) + 2)
    rates = [
        abs(np.roots([1, -(1 + beta) * (1 - eta * x), beta * (1 - eta * x)])).max() for x in np.linspace(1, k, 500)
    ]
    assert max(rates) == pytest.approx(1 - 2 / sqrt(3 * k + 1), abs=1e-6)
