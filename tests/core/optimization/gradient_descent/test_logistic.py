"""Logistic regression: against autograd, dense eigenvalues, general optimisers, and linear programmes' verdicts."""

import numpy as np
import pytest
import scipy.optimize
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.optimization.gradient_descent.logistic import fit, objective, smoothness
from core.optimization.gradient_descent.methods import run

seeds = st.integers(0, 2**32 - 1)


def data(seed: int, observations: int = 30, features: int = 3, spread: float = 1.0):
    """Overlapping classes: labels are drawn beside a design with a column of ones."""
    rng = np.random.default_rng(seed)
    design = np.column_stack([spread * rng.standard_normal((observations, features - 1)), np.ones(observations)])
    return torch.from_numpy(design), torch.from_numpy(rng.choice([-1.0, 1.0], observations))


@settings(max_examples=20)
@given(seeds, st.sampled_from((1.0, 1 / 30)), st.floats(0.1, 20))
def test_loss_and_gradient_are_those_of_autograd(seed: int, scale: float, size: float) -> None:
    design, labels = data(seed)
    points = torch.from_numpy(size * np.random.default_rng(seed).standard_normal((2, 3)))

    def one(w):
        return scale * torch.nn.functional.softplus(-labels * (design @ w), threshold=800).sum()

    losses, gradients = objective(design, labels, scale)(points)
    for row, w in enumerate(points):
        torch.testing.assert_close(losses[row], one(w), rtol=1e-12, atol=1e-14)
        torch.testing.assert_close(gradients[row], torch.func.grad(one)(w), rtol=1e-10, atol=1e-12)


@settings(max_examples=20)
@given(seeds)
def test_curvature_is_largest_at_zero_weights(seed: int) -> None:
    design, labels = data(seed)
    elsewhere = torch.from_numpy(3 * np.random.default_rng(seed).standard_normal((20, 3)))
    evaluate, bound = objective(design, labels, 0.1), smoothness(design, 0.1)

    def largest_curvature(w: torch.Tensor) -> float:
        dense = torch.autograd.functional.hessian(lambda at: evaluate(at[None])[0][0], w)
        return float(torch.linalg.eigvalsh(dense)[-1])

    assert largest_curvature(torch.zeros(3, dtype=torch.float64)) == pytest.approx(bound)
    assert all(largest_curvature(w) <= bound for w in elsewhere)


def test_margins_of_thousands_overflow_nothing() -> None:
    design, labels = torch.tensor([[1.0], [1.0]], dtype=torch.float64), torch.tensor([1.0, -1.0], dtype=torch.float64)
    losses, gradients = objective(design, labels, 1.0)(torch.tensor([[5e3], [-5e3], [50.0]], dtype=torch.float64))
    np.testing.assert_array_equal(losses[:2], [5e3, 5e3])
    np.testing.assert_array_equal(gradients[:2, 0], [1.0, -1.0])
    only_right = objective(design[:1], labels[:1], 1.0)(torch.tensor([[50.0]], dtype=torch.float64))[0]
    assert float(only_right) == pytest.approx(np.exp(-50), rel=1e-12)  # digits that 1 + e⁻⁵⁰ has lost


@settings(max_examples=30)
@given(seeds, st.integers(8, 60), st.floats(-2.5, 2.5))
def test_the_minimiser_is_where_a_general_optimiser_ends(seed: int, observations: int, exponent: float) -> None:
    design, labels = data(seed, observations, spread=10**exponent)
    answer = fit(design, labels)
    if answer.separation != "none":
        return
    evaluate = objective(design, labels, 1.0)
    loss, gradient = evaluate(torch.from_numpy(answer.weights)[None])
    assert float(loss) == pytest.approx(answer.loss, rel=1e-12)
    assert float(gradient.abs().max()) < 1e-9 * max(1.0, float(design.abs().max())) * observations

    def numpy(w):
        value, slope = evaluate(torch.from_numpy(w)[None])
        return float(value), slope[0].numpy()

    theirs = scipy.optimize.minimize(numpy, np.zeros(3), jac=True, method="BFGS")
    assert answer.loss <= theirs.fun + 1e-9 * theirs.fun
    assert answer.loss == pytest.approx(theirs.fun, rel=1e-3)


def separable(design: np.ndarray, labels: np.ndarray) -> bool:
    """Whether some w has a margin of at least 1 everywhere: a linear programme without an objective."""
    signed = -labels[:, None] * design
    return scipy.optimize.linprog(
        np.zeros(design.shape[1]), A_ub=signed, b_ub=-np.ones(len(labels)), bounds=(None, None)
    ).success


@settings(max_examples=60)
@given(seeds, st.integers(2, 12), st.integers(1, 4))
def test_complete_separation_is_what_a_linear_programme_finds(seed: int, observations: int, features: int) -> None:
    design, labels = data(seed, observations, features)
    separation = fit(design, labels).separation
    assert (separation == "complete") == separable(design.numpy(), labels.numpy())


@settings(max_examples=60)
@given(seeds, st.integers(2, 12))
def test_on_small_grids_partial_separation_is_a_sum_of_halfplanes_with_ties(seed: int, observations: int) -> None:
    """In two dimensions with small integers, every candidate direction is normal to an observation, or between two."""
    rng = np.random.default_rng(seed)
    design, labels = rng.integers(-2, 3, (observations, 2)).astype(float), rng.choice([-1.0, 1.0], observations)
    angles = np.arctan2(design[:, 1], design[:, 0])
    edges = np.unique(np.concatenate([angles + np.pi / 2, angles - np.pi / 2, [0.0]]) % (2 * np.pi))
    middles = (edges + np.append(edges[1:], edges[0] + 2 * np.pi)) / 2
    directions = np.concatenate([edges, middles])
    margins = labels[:, None] * design @ np.array([np.cos(directions), np.sin(directions)])
    margins[np.abs(margins) < 1e-9] = 0.0
    allowed = (margins >= 0).all(axis=0)
    strict = (margins[:, allowed] > 0).any(axis=1)
    expected = "none" if not strict.any() else "complete" if strict.all() else "partial"
    assert fit(torch.from_numpy(design), torch.from_numpy(labels)).separation == expected


def test_without_a_minimum_the_loss_falls_towards_its_bound_while_weights_grow() -> None:
    design = torch.tensor([[-2.0, 1], [-1, 1], [0, 1], [0, 1], [1, 1], [2, 1]], dtype=torch.float64)
    labels = torch.tensor([-1.0, -1, -1, 1, 1, 1], dtype=torch.float64)
    partial = fit(design, labels)
    assert (partial.separation, partial.weights) == ("partial", None)
    assert partial.loss == pytest.approx(2 * np.log(2))  # the two on the plane stay at evens
    assert "no minimum" in partial.sentence()
    eta = np.array([1 / smoothness(design, 1.0)])
    start = torch.zeros(1, 2, dtype=torch.float64)
    result = run(objective(design, labels, 1.0), start, eta, 4_000, keep_every=1_000)
    assert (result.losses[0] > partial.loss).all()
    assert result.losses[0, -1] == pytest.approx(partial.loss, abs=5e-3)
    sizes = np.linalg.norm(result.parameters[0], axis=1)
    assert (np.diff(sizes) > 0.1).all()
    assert fit(design[[0, 1, 2, 4, 5]], labels[[0, 1, 2, 4, 5]]).separation == "complete"


@settings(max_examples=20)
@given(seeds)
def test_collinear_columns_share_the_shortest_of_the_minimisers(seed: int) -> None:
    design, labels = data(seed, 40, 2)
    doubled = torch.column_stack([design, design[:, 0]])
    one, two = fit(design, labels), fit(doubled, labels)
    assert one.separation == two.separation
    if one.weights is not None:
        assert two.loss == pytest.approx(one.loss, rel=1e-12)
        half = one.weights[0] / 2
        np.testing.assert_allclose(two.weights, [half, one.weights[1], half], rtol=1e-7, atol=1e-9)


def test_more_columns_than_rows_always_separate() -> None:
    design, labels = data(5, 6, 9)
    assert fit(design, labels).separation == "complete"


def test_a_design_of_zeros_leaves_every_observation_at_evens() -> None:
    answer = fit(torch.zeros(4, 2, dtype=torch.float64), torch.tensor([1.0, -1, 1, 1], dtype=torch.float64))
    assert answer.separation == "none"
    assert answer.loss == pytest.approx(4 * np.log(2))


def test_labels_that_overlap_by_a_billionth_of_their_spread_are_not_separated() -> None:
    """A linear programme alone takes them for separated, within its tolerance."""
    places = torch.tensor([-2.0, -1, -0.5, 1e-10, -1e-10, 0.5, 1, 2], dtype=torch.float64)
    labels = torch.tensor([-1.0, -1, -1, -1, 1, 1, 1, 1], dtype=torch.float64)
    found = fit(torch.column_stack([places, torch.ones(8, dtype=torch.float64)]), labels)
    assert found.separation == "none"
    assert found.loss == pytest.approx(2 * np.log(2), rel=1e-8)  # the steep curve leaves those two alone undecided
