"""Stochastic gradient descent: expectations by enumeration, limits by bisection, and simulated seeds."""

from itertools import combinations, product

import numpy as np
import pytest
import torch
from hypothesis import example, given, settings
from hypothesis import strategies as st

from catalog import ROOT
from core.errors import InputError
from core.optimization.gradient_descent import Params, compute
from core.optimization.gradient_descent.methods import run
from core.optimization.gradient_descent.sgd_moments import (
    Noise,
    expected_losses,
    mean_limit,
    mean_square_limit,
    minimiser,
)
from core.optimization.gradient_descent.sgd_theory import batches, bound, simulate, summarised

THEORY = ROOT / "assets/theory/gradient_descent.md"
seeds = st.integers(0, 10**6)


def data(seed: int, observations: int, parameters: int, interpolates: bool = True):
    rng = np.random.default_rng(seed)
    design = rng.standard_normal((observations, parameters)) * np.geomspace(1, 2, parameters)
    targets = design @ rng.standard_normal(parameters) if interpolates else rng.standard_normal(observations)
    return design, targets, rng.standard_normal(parameters)


def loss(design, targets, w, scale) -> float:
    return float(scale * np.sum((design @ w - targets) ** 2))


def simulated(*arguments) -> np.ndarray:
    """The losses at every point at once: points, step sizes, seeds."""
    return np.stack([*simulate(*arguments)])


def over_points(losses: np.ndarray) -> np.ndarray:
    """Mean, standard error and three quantiles of the seeds, each over step sizes and points."""
    return np.stack([summarised(one) for one in losses], axis=-1)


def loose(design: np.ndarray, scale: float) -> float:
    """4c²n·ρ²σ₁², which is at least C₂."""
    longest = (design**2).sum(axis=1).max()
    return float(4 * scale**2 * len(design) * longest * np.linalg.norm(design, 2) ** 2)


def enumerated(design, targets, w, eta, steps: int, noise: Noise, scale: float) -> list[float]:
    """E L(w_t) over all batches, and over the three nodes of Gauss and Hermite for each noise.

    Three nodes integrate polynomials of degree 5 exactly, and one step's loss is of degree 4 in its noise.
    """
    nodes, chances = np.polynomial.hermite_e.hermegauss(3)
    draws = range(3) if noise.inputs else range(1)
    every = list(combinations(range(len(design)), noise.batch))
    shape = (noise.batch, design.shape[1])
    cases = [(list(chosen), list(kick)) for chosen in every for kick in product(draws, repeat=int(np.prod(shape)))]
    states, means = [(1.0, w)], [loss(design, targets, w, scale)]
    for _ in range(steps):
        after = []
        for weight, point in states:
            for chosen, kick in cases:
                rows = design[chosen] + noise.inputs * nodes[kick].reshape(shape) if noise.inputs else design[chosen]
                chance = np.prod((chances / chances.sum())[kick]) if noise.inputs else 1.0
                gradient = 2 * scale * len(design) / noise.batch * rows.T @ (rows @ point - targets[chosen])
                after.append((weight * chance / len(every), point - eta * gradient))
        states = after
        means.append(sum(weight * loss(design, targets, point, scale) for weight, point in states))
    return means


@settings(max_examples=8)
@given(seeds, st.floats(0.01, 0.4), st.booleans())
@pytest.mark.parametrize(
    ("observations", "parameters", "batch", "inputs", "steps"),
    [(4, 2, 1, 0.0, 4), (4, 3, 2, 0.0, 3), (3, 5, 3, 0.0, 3), (3, 1, 1, 0.7, 3), (2, 1, 2, 0.7, 2), (3, 2, 1, 0.4, 2)],
)
def test_expected_losses_are_those_of_all_batches_and_noises(
    observations, parameters, batch, inputs, steps, seed, eta, interpolates
) -> None:
    design, targets, w = data(seed, observations, parameters, interpolates)
    noise, scale = Noise(batch, inputs), 0.5 / observations
    ours = expected_losses(design, targets, w, np.array([eta, 0.0]), steps, noise, scale)
    means = enumerated(design, targets, w, eta, steps, noise, scale)
    np.testing.assert_allclose(ours[0], means, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(ours[1], means[0], rtol=1e-9)


@settings(max_examples=20)
@given(seeds, st.integers(1, 6), st.integers(1, 6), st.sampled_from((1.0, 0.5, 0.1)))
@example(55, 1, 5, 1.0)  # the start all but fits the one row: nearly all of its error lies where no row reaches
def test_a_batch_of_everything_is_gradient_descent_with_its_limit(seed, observations, parameters, scale) -> None:
    design, targets, w = data(seed, observations, parameters)
    noise, largest = Noise(observations), np.linalg.norm(design, 2) ** 2
    assert mean_limit(design, noise, scale) == pytest.approx(1 / (scale * largest))
    assert mean_square_limit(design, noise, scale) == pytest.approx(1 / (scale * largest), rel=1e-6)
    etas = np.array([0.3, 0.9]) / (scale * largest)

    def evaluate(theta):
        residuals = theta @ torch.from_numpy(design).T - torch.from_numpy(targets)
        return scale * residuals.square().sum(1), 2 * scale * residuals @ torch.from_numpy(design)

    plain = run(evaluate, torch.from_numpy(w).expand(2, -1), etas, 15).losses
    np.testing.assert_allclose(
        expected_losses(design, targets, w, etas, 15, noise, scale), plain, rtol=1e-8, atol=1e-12 * plain.max()
    )


@settings(max_examples=30)
@given(st.floats(0.1, 5), st.floats(0, 5))
def test_one_noisy_input_has_the_limits_of_the_closed_form(x: float, s: float) -> None:
    """Convention of the notes: the gradient without its factor 2, so c = ½ with one observation. See golden numbers."""
    design, noise = np.array([[x]]), Noise(1, s)
    assert mean_limit(design, noise, 0.5) == pytest.approx(2 / (x**2 + s**2))
    expected = 2 * (x**2 + s**2) / (x**4 + 6 * x**2 * s**2 + 3 * s**4)
    assert mean_square_limit(design, noise, 0.5) == pytest.approx(expected)


def test_the_notes_example_has_its_limits_at_one_and_at_two_fifths() -> None:
    design, noise = np.ones((1, 1)), Noise(1, 1.0)
    assert mean_limit(design, noise, 0.5) == pytest.approx(1.0)
    assert mean_square_limit(design, noise, 0.5) == pytest.approx(0.4)
    ends = expected_losses(design, np.ones(1), np.zeros(1), np.array([0.39, 0.41]), 2_000, noise, 0.5)
    assert ends[0, -1] == pytest.approx(ends[0, -2])
    assert ends[1, -1] > 1e3 * ends[1, 0]


@settings(max_examples=6)
@given(seeds)
@pytest.mark.parametrize(
    ("observations", "parameters", "batch", "inputs"),
    [(6, 3, 1, 0.0), (6, 3, 4, 0.0), (3, 5, 2, 0.0), (3, 2, 1, 0.6), (2, 1, 2, 0.9)],
)
def test_at_the_limit_in_mean_square_the_exact_map_of_second_moments_has_radius_one(
    observations, parameters, batch, inputs, seed
) -> None:
    """E (I − ηH_S) ⊗ (I − ηH_S) by enumeration, on the span of the rows."""
    design, _, _ = data(seed, observations, parameters)
    span = np.eye(parameters) if inputs else np.linalg.svd(design, full_matrices=False)[2].T
    rows, noise, scale = design @ span, Noise(batch, inputs), 1 / observations
    nodes, chances = np.polynomial.hermite_e.hermegauss(3)

    def radius(eta: float) -> float:
        total, weight, size = 0.0, 0.0, rows.shape[1]
        for chosen in combinations(range(observations), batch):
            for kick in product(range(3) if inputs else range(1), repeat=batch * size if inputs else 1):
                moved = rows[list(chosen)] + (inputs * nodes[list(kick)].reshape(batch, size) if inputs else 0.0)
                step = np.eye(size) - eta * 2 * scale * observations / batch * moved.T @ moved
                chance = np.prod(chances[list(kick)]) if inputs else 1.0
                total, weight = total + chance * np.kron(step, step), weight + chance
        return float(np.abs(np.linalg.eigvals(total / weight)).max())

    limit = mean_square_limit(design, noise, scale)
    assert limit <= mean_limit(design, noise, scale) * (1 + 1e-9)
    assert radius(limit) == pytest.approx(1.0, abs=1e-5)
    assert radius(0.9 * limit) < 1 - 1e-7
    assert radius(1.1 * limit) > 1


@settings(max_examples=12)
@given(seeds, st.sampled_from(((6, 3), (3, 6), (2, 2))), st.integers(1, 2), st.floats(0.01, 3))
def test_no_error_beats_the_bound_and_some_error_reaches_its_c2(seed, shape, batch, multiple) -> None:
    design, targets, _ = data(seed, *shape)
    scale, found = 0.5 / shape[0], bound(design, batch, 0.5 / shape[0])
    assert found.c2 <= loose(design, scale) * (1 + 1e-9)
    eta, noise = multiple * found.fastest, Noise(batch)
    best, rng = minimiser(design, targets), np.random.default_rng(seed)
    for _ in range(10):
        start = best + rng.standard_normal(shape[1])
        before, after = expected_losses(design, targets, start, np.array([eta]), 1, noise, scale)[0]
        assert after <= found.factor(np.array([eta]))[0] * before * (1 + 1e-9)
    # At a huge step only C₂η² is left, and in these coordinates its quotient is Rayleigh's.
    values, right = np.linalg.svd(design, full_matrices=False)[1:]
    kept = values > 1e-10

    def quotient(u: np.ndarray) -> float:
        start = best + right[kept].T @ (u / values[kept])
        before, after = expected_losses(design, targets, start, np.array([1e6]), 1, noise, scale)[0]
        return after / before / 1e12

    directions = rng.standard_normal((50, int(kept.sum())))
    reached = max(quotient(u) for u in directions)
    assert 0.6 * found.c2 <= reached <= found.c2 * (1 + 1e-4)


def test_four_rho_squared_over_n_bounds_nothing() -> None:
    """The C₂ that the notes print, at B = 1 and their step: rows of length 3 grow the loss by more than it."""
    design = np.array([[3.0, 0.0], [3.0, 0.1], [3.0, -0.1]])
    targets = design @ np.array([1.0, -1.0])
    rho, n = np.sqrt((design**2).sum(axis=1).max()), 3
    start, eta = np.zeros(2), 5.0
    before, after = expected_losses(design, targets, start, np.array([eta]), 1, Noise(1), 0.5 / n)[0]
    found = bound(design, 1, 0.5 / n)
    assert loose(design, 0.5 / n) == pytest.approx(rho**2 * np.linalg.norm(design, 2) ** 2 / n)
    assert found.c2 <= loose(design, 0.5 / n)
    assert found.c1 == pytest.approx(2 * np.linalg.svd(design)[1][-1] ** 2 / n)
    assert after <= found.factor(np.array([eta]))[0] * before
    assert after > (1 + 4 * rho**2 / n * eta**2) * before


def test_the_rows_that_the_theory_names_need_more_than_four_rho_squared_over_n() -> None:
    design = np.array([[2.49, 0.0], [-1.4, 2.0], [0.6, -1.2]])
    found = bound(design, 1, 0.5 / 3)
    said = THEORY.read_text(encoding="utf-8")
    assert f"the least $C_2$ is {found.c2:.2f}, and $(4/n)\\rho^2$ only {4 * 2.49**2 / 3:.2f}" in said
    assert "$(2.49, 0)$, $(-1.4, 2)$ and $(0.6, -1.2)$" in said


@pytest.mark.parametrize(("batch", "inputs", "interpolates"), [(1, 0.0, True), (4, 0.0, False), (3, 0.3, False)])
def test_means_over_seeds_are_the_expected_ones_within_their_error(batch, inputs, interpolates) -> None:
    design, targets, start = data(3, 12, 3, interpolates)
    noise, scale = Noise(batch, inputs), 0.5 / 12
    etas = np.array([0.1, 0.4]) * mean_square_limit(design, noise, scale)
    exact = expected_losses(design, targets, start, etas, 30, noise, scale)
    found = simulated(design, targets, start, etas, 30, noise, scale, 4_000, np.random.default_rng(1))
    mean, error, low, middle, high = over_points(found)
    np.testing.assert_allclose(mean[:, 0], exact[:, 0])
    assert (np.abs(mean - exact)[:, 1:] < 5 * error[:, 1:]).all()
    assert (low <= middle).all()
    assert (middle <= high).all()
    again = simulated(design, targets, start, etas[1:], 30, noise, scale, 4_000, np.random.default_rng(1))
    np.testing.assert_allclose(again[:, 0], found[:, 1])  # step sizes share their draws


def test_what_diverges_is_infinite_without_a_warning() -> None:
    design, targets, start = data(0, 6, 2)
    etas = np.array([0.01, 1e3])
    exact = expected_losses(design, targets, start, etas, 400, Noise(2), 0.5)
    found = simulated(design, targets, start, etas, 400, Noise(2), 0.5, 8, np.random.default_rng(0))
    for losses in (exact, *over_points(found)):
        assert not np.isnan(losses).any()
        assert np.isfinite(losses[0]).all()
        assert np.isposinf(losses[1, -1])


@pytest.mark.parametrize(("observations", "batch"), [(5, 1), (5, 2), (5, 4), (9, 3)])
def test_every_batch_is_as_likely_as_any_other(observations: int, batch: int) -> None:
    drawn = np.sort(batches(observations, batch, 20_000, np.random.default_rng(2)), axis=1)
    sets, counts = np.unique(drawn, axis=0, return_counts=True)
    assert {tuple(one) for one in sets} == set(combinations(range(observations), batch))
    mean = 20_000 / len(sets)
    assert (np.abs(counts - mean) < 5 * np.sqrt(mean)).all()


def test_a_million_observations_take_small_batches() -> None:
    drawn = np.sort(batches(10**6, 900, 50, np.random.default_rng(0)), axis=1)
    assert drawn.shape == (50, 900)
    assert (np.diff(drawn, axis=1) > 0).all()
    assert drawn.min() < 1_000
    assert drawn.max() > 999_000


def test_what_is_no_batch_or_no_noise_is_refused_and_a_batch_holds_no_row_twice() -> None:
    for wrong in ({"batch": 0}, {"inputs": -1.0}, {"inputs": float("nan")}):
        with pytest.raises(InputError):
            Params(part="noise", **wrong)
    assert compute(Params(part="noise", data="solvable", batch=300, steps=2, seeds=2)).noise == Noise(4)


def test_where_nothing_moves_every_step_size_is_within_the_limits() -> None:
    design, _, _ = data(0, 4, 2)
    assert mean_limit(0 * design, Noise(), 1.0) == mean_square_limit(0 * design, Noise(), 1.0) == np.inf


@pytest.mark.parametrize("size", [1e-200, 1.0, 1e200, 1e307])
def test_the_error_of_a_mean_is_known_where_no_square_of_a_loss_is_a_number(size: float) -> None:
    found = summarised(size * np.array([[1.0, 2.0, 4.0], [5.0, 5.0, 5.0]])) / size
    np.testing.assert_allclose(found[1], [np.sqrt(7 / 9), 0.0])  # of 1, 2, 4 the variance is 7/3
    assert np.isinf(summarised(np.array([[1.0, np.inf]]))[1, 0])
