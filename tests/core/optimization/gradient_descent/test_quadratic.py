"""Closed forms of descent on a quadratic against the iteration itself, and every threshold against bisection on it."""

import math

import numpy as np
import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.optimization.gradient_descent import momentum, quadratic
from core.optimization.gradient_descent.loss_scaling import LOSSES, converted, curvature_factor
from core.optimization.gradient_descent.methods import LINEAR
from core.optimization.gradient_descent.quadratic import Quadratic
from core.optimization.gradient_descent.quadratic_kernel import first_below, run
from core.optimization.gradient_descent.rate_map import rate_map

CPU = torch.device("cpu")
spectra = st.lists(st.floats(0.01, 100), min_size=1, max_size=12).map(lambda values: np.sort(np.array(values))[::-1])
methods = st.sampled_from([*LINEAR])
betas = st.floats(0, 0.99)


def problem(curvature: np.ndarray, seed: int = 0) -> Quadratic:
    return Quadratic(np.ascontiguousarray(curvature), np.random.default_rng(seed).normal(size=len(curvature)))


@settings(max_examples=60, deadline=None)
@given(spectra, methods, betas, st.floats(0, 4))
def test_the_closed_form_is_the_run(curvature, method, beta, scaled) -> None:
    descent, eta = problem(curvature), np.array([scaled / curvature[0]])
    made = run(descent, method, beta, eta, np.arange(61)).modes[0]
    closed = momentum.closed_form(method, beta, eta[0] * descent.curvature, np.arange(61)) * descent.start[:, None]
    scale = np.maximum.accumulate(np.abs(made), axis=1).clip(np.abs(descent.start)[:, None])
    assert np.abs(made - closed).max(initial=0, where=scale > 0) <= 1e-10 * scale.max()
    assert (np.abs(made - closed) <= 1e-10 * scale).all()


def test_where_the_roots_meet_the_closed_form_keeps_its_digits() -> None:
    beta = 0.81
    for scaled in (0.01, 0.01 * (1 + 1e-15), 0.01 * (1 - 1e-9), 0.01 * (1 + 1e-9), 3.61, 3.61 * (1 - 1e-12)):
        made = run(problem(np.ones(1)), "heavy-ball", beta, np.array([scaled]), np.arange(301)).modes[0, 0]
        closed = momentum.closed_form("heavy-ball", beta, np.array([scaled]), np.arange(301))[0] * made[0]
        assert np.abs(made - closed).max() <= 1e-10 * np.abs(made).max()


@settings(max_examples=25, deadline=None)
@given(spectra, methods, betas)
def test_bisection_on_the_run_finds_the_limit(curvature, method, beta) -> None:
    descent = problem(curvature)
    low, high = 0.1 / curvature[0], 5 / curvature[0]
    for _ in range(45):
        middle = (low + high) / 2
        excess = run(descent, method, beta, np.array([middle]), np.arange(6_001)).excess[0]
        low, high = (middle, high) if excess[-1] < 2 * excess[: len(excess) // 2].max() else (low, middle)
        if high - low < 1e-4 * low:
            break
    assert low == pytest.approx(momentum.limit(method, beta) / curvature[0], rel=4e-3)


def test_the_notes_scalar_example() -> None:
    # golden.md: σ = 1.5, η = 0.3 has the factor −0.35, and ε = 0.01 needs t > 4.387.
    curvature = np.array([curvature_factor("sum", 1) * 1.5**2])
    assert momentum.roots("gd", 0.0, 0.3 * curvature)[0] == pytest.approx(-0.35)
    assert quadratic.stability_limit(curvature[0]) == pytest.approx(1 / 1.5**2)
    assert quadratic.steps_until(0.35, 0.01) == pytest.approx(4.387, abs=5e-4)
    counted = run(Quadratic(curvature, np.ones(1)), "gd", 0.0, np.array([0.3]), np.arange(21))
    assert first_below(counted.squared, 0.01) == 5


def test_the_notes_diagonal_example() -> None:
    # golden.md: σ = (2, 1): limit 0.25, η* = 0.2, rate 0.6, ε = 1e-3 needs t > 13.52.
    curvature = 2 * np.array([4.0, 1.0])
    assert quadratic.stability_limit(curvature[0]) == 0.25
    assert LINEAR["gd"].fastest(*curvature) == pytest.approx((0.2, 0.0, 0.6))
    assert quadratic.steps_until(0.6, 1e-3) == pytest.approx(13.52, abs=5e-3)
    counted = run(Quadratic(curvature, np.ones(2)), "gd", 0.0, np.array([0.2]), np.arange(31))
    assert first_below(counted.squared, 1e-3) == 14


@given(spectra)
def test_no_step_size_beats_the_formula_however_many_singular_values(curvature) -> None:
    # What the notes doubt for more than two values.
    eta, _, best = LINEAR["gd"].fastest(curvature[0], curvature[-1])
    many = np.linspace(0.01, 1, 2_001) * quadratic.stability_limit(curvature[0])
    assert momentum.radius("gd", 0.0, many[:, None] * curvature).max(axis=1).min() >= best - 1e-12
    assert momentum.radius("gd", 0.0, eta * curvature).max() == pytest.approx(best, abs=1e-12)


@example(np.ones(1), 0.05, 0.4782969000000001)
@given(spectra, st.floats(0.05, 0.999), st.floats(1e-8, 0.5))
def test_the_worst_mode_bounds_the_steps_counted(curvature, share, accuracy) -> None:
    descent, eta = problem(curvature), np.array([share * 2 / curvature[0]])
    wanted = quadratic.steps_until(float(momentum.radius("gd", 0.0, eta * curvature).max()), accuracy)
    counted = first_below(run(descent, "gd", 0.0, eta, np.arange(401)).squared, accuracy)[0]
    # Where ε is a whole power of the rate, rounding decides on which side of a whole number of steps ``wanted`` lies.
    assert counted <= math.floor(wanted + 1e-9) + 1 or wanted > 400


@settings(max_examples=15, deadline=None)
@given(spectra, st.sampled_from(["heavy-ball", "nesterov"]))
def test_search_and_formula_agree_on_the_best_momentum(curvature, method) -> None:
    flattest = float(curvature[-1] / curvature[0])
    grid = rate_map(method, flattest, 64, CPU)
    assert grid.searched[2] == pytest.approx(grid.formula[2], abs=1e-4)  # a cusp: an error of δ in η costs √δ
    assert grid.rate.min() >= grid.formula[2] - 1e-6
    eta, beta, rate = grid.formula
    assert momentum.radius(method, beta, np.array([eta, eta * flattest])).max() == pytest.approx(rate, abs=1e-7)


@settings(max_examples=20, deadline=None)
@given(spectra, st.sampled_from(["heavy-ball", "nesterov"]))
def test_only_the_extreme_modes_bind_with_momentum_too(curvature, method) -> None:
    scaled, beta, relative = np.linspace(0, 4.2, 40), np.linspace(0, 0.99, 30), curvature / curvature[0]
    radii = momentum.radius(method, beta[:, None, None], scaled[:, None] * relative)
    everyone = radii.max(axis=-1)
    assert radii[..., [0, -1]].max(axis=-1) == pytest.approx(everyone, abs=1e-12)
    each = np.array([[np.abs(momentum.roots(method, b, s * relative)).max() for s in scaled] for b in beta])
    assert everyone == pytest.approx(each, abs=1e-12)


@given(methods, betas, st.floats(0.0, 4.2))
def test_roots_are_complex_exactly_between_the_bounds_told(method, beta, scaled) -> None:
    low, high = momentum.complex_between(method, beta)
    if min(abs(scaled - low), abs(scaled - high)) < 1e-6:
        return
    imaginary = abs(momentum.roots(method, beta, np.array([scaled]))[0, 0].imag)
    assert (imaginary > 1e-9) == (low < scaled < high)


@given(st.floats(1e-3, 10), st.integers(1, 50), st.sampled_from([*LOSSES]), st.sampled_from([*LOSSES]))
def test_the_same_run_has_another_step_size_under_another_convention(eta, rows, one, other) -> None:
    scaled = eta * curvature_factor(one, rows)
    assert converted(eta, one, other, rows) * curvature_factor(other, rows) == pytest.approx(scaled)


def test_a_run_that_leaves_the_numbers_is_infinite_and_stays_so() -> None:
    for method in [*LINEAR]:
        runs = run(problem(np.array([2.0, 1.0])), method, 0.5, np.array([10.0]), np.arange(2_001))
        for values in (runs.excess[0], runs.squared[0], *runs.modes[0]):
            assert not np.isnan(values).any()
            assert math.isinf(values[-1])
            assert (np.diff(np.isinf(values).astype(int)) >= 0).all()


def test_a_flat_mode_binds_nothing_and_is_never_moved() -> None:
    flat = Quadratic(np.array([2.0, 0.5, 0.0]), np.array([1.0, 1.0, 5.0]))
    assert flat.condition == 4
    assert momentum.radius("gd", 0.0, 0.8 * flat.curvature[:2]).max() == pytest.approx(0.6)
    runs = run(flat, "gd", 0.0, np.array([0.8]), np.arange(51))
    assert runs.modes.shape == (1, 2, 51)
    assert first_below(runs.squared, 1e-3)[0] == 14


def test_no_step_is_counted_where_none_arrives_and_none_is_needed_where_one_step_does() -> None:
    still = run(problem(np.ones(1)), "gd", 0.0, np.array([0.0, 1.0]), np.arange(10))
    assert first_below(still.squared, 0.1).tolist() == [-1, 1]
    assert quadratic.steps_until(0.0, 0.1) == 0
    assert quadratic.steps_until(1.0, 0.1) == math.inf
