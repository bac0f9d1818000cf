"""Sharpness against dense Hessians, ARPACK and closed forms; and the edge of stability, seen in a run."""

import sys

import numpy as np
import pytest
import scipy.sparse.linalg
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.optimization.gradient_descent import logistic
from core.optimization.gradient_descent.methods import run
from core.optimization.gradient_descent.momentum import limit
from core.optimization.gradient_descent.network import Network, objective, start
from core.optimization.gradient_descent.sharpness import hessian_product, lanczos, sharpness
from core.optimization.gradient_descent.training_data import draw


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def dense(evaluate, theta: torch.Tensor) -> torch.Tensor:
    """The Hessian from losses alone, by autograd's own second derivative."""
    return torch.autograd.functional.hessian(lambda w: evaluate(w[None])[0][0], theta)


@settings(max_examples=30)
@given(st.integers(1, 12), st.integers(0, 10**6), st.sampled_from(("any", "negative", "repeated", "zero")))
def test_the_largest_eigenvalue_of_any_symmetric_matrix_is_found(size: int, seed: int, kind: str) -> None:
    rng = np.random.default_rng(seed)
    basis = np.linalg.qr(rng.standard_normal((3, size, size)))[0]
    spectrum = {
        "any": rng.standard_normal((3, size)),
        "negative": -1 - rng.random((3, size)),
        "repeated": rng.choice([-2.0, 0.5], (3, size)),
        "zero": np.zeros((3, size)),
    }[kind]
    matrices = torch.from_numpy(np.einsum("bij,bj,bkj->bik", basis, spectrum, basis))
    begin = torch.from_numpy(rng.standard_normal(size))
    begin = (begin / begin.norm()).expand(3, -1)
    values, residuals = lanczos(lambda v: (matrices @ v[..., None])[..., 0], begin, 1e-10, 100)
    np.testing.assert_allclose(values, spectrum.max(axis=1), atol=1e-10)
    assert (residuals <= 1e-9).all()


@pytest.mark.parametrize("loss", ["squared", "logistic"])
@pytest.mark.parametrize("activation", ["tanh", "relu", "gelu"])
def test_the_sharpness_of_networks_is_that_of_dense_hessians_and_of_arpack(loss: str, activation: str) -> None:
    inputs, targets = draw("moons", 30, 0.1, seeded(1))
    network = Network(2, (7, 5), activation, loss)
    evaluate = objective(network, inputs, targets, 1 / 30)
    points = torch.stack([start(network, seeded(seed)) for seed in range(3)])
    found = sharpness(evaluate, points, seeded(0), 1e-9)
    for row, theta in enumerate(points):
        hessian = dense(evaluate, theta)
        assert found[row] == pytest.approx(float(torch.linalg.eigvalsh(hessian)[-1]), rel=1e-9)
        product = hessian_product(evaluate, theta[None])
        operator = scipy.sparse.linalg.LinearOperator(
            (len(theta), len(theta)),
            lambda v, product=product: product(torch.from_numpy(v.reshape(1, -1)))[0].numpy(),
            dtype=np.float64,
        )
        arpack = scipy.sparse.linalg.eigsh(operator, 1, which="LA", v0=np.ones(len(theta)))[0][0]
        assert found[row] == pytest.approx(arpack, rel=1e-8)


def test_a_hessian_product_asks_no_computer_algebra(monkeypatch: pytest.MonkeyPatch) -> None:
    """SymPy takes each process two seconds to load, the server's and its workers'."""
    monkeypatch.setitem(sys.modules, "torch.fx.experimental.symbolic_shapes", None)  # to import it is an error
    product = hessian_product(lambda w: ((w**3).sum(1), 3 * w**2), torch.tensor([[1.0, -2.0]], dtype=torch.float64))
    assert product(torch.tensor([[5.0, 7.0]], dtype=torch.float64)).tolist() == [[30.0, -84.0]]


def test_logistic_regression_has_the_sharpness_of_its_written_out_hessian() -> None:
    rng = np.random.default_rng(0)
    design, labels = torch.from_numpy(rng.standard_normal((40, 6))), torch.from_numpy(rng.choice([-1.0, 1.0], 40))
    points = torch.from_numpy(rng.standard_normal((5, 6)))
    found = sharpness(logistic.objective(design, labels, 1 / 40), points, seeded(0), 1e-10)
    each = torch.sigmoid(points @ design.T)
    hessians = torch.einsum("ni,bn,nj->bij", design, each * (1 - each), design) / 40
    np.testing.assert_allclose(found, torch.linalg.eigvalsh(hessians)[:, -1], rtol=1e-9)


def test_a_point_that_diverged_is_infinitely_sharp_and_leaves_others_alone() -> None:
    inputs, targets = draw("circles", 20, 0.05, seeded(0))
    network = Network(2, (4,))
    evaluate, theta = objective(network, inputs, targets, 1 / 20), start(network, seeded(0))
    points = torch.stack([theta, torch.full_like(theta, torch.inf), theta * 1e200])
    found = sharpness(evaluate, points, seeded(0), 1e-9)
    assert found[0] == pytest.approx(float(torch.linalg.eigvalsh(dense(evaluate, theta))[-1]), rel=1e-8)
    assert np.isposinf(found[1])
    assert not np.isnan(found).any()


@pytest.mark.parametrize("name", ["gd", "heavy-ball", "nesterov"])
def test_the_edge_is_where_the_iteration_itself_stops_to_converge(name: str) -> None:
    """By bisection over the curvature of ½λθ², on runs of the iteration alone."""
    low, high = 0.1, 100.0

    def evaluate(theta: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        return 0.5 * middle * theta[:, 0] ** 2, middle * theta

    for _ in range(14):
        middle = 0.5 * (low + high)
        losses = run(evaluate, torch.ones(1, 1, dtype=torch.float64), np.array([0.4]), 400, name, 0.6).losses[0]
        low, high = (middle, high) if losses[-1] < losses[1] else (low, middle)
    assert limit(name, 0.6) / 0.4 == pytest.approx(middle, rel=5e-3)


def test_sign_descent_and_adam_have_no_such_edge() -> None:
    assert np.isnan([limit("sign", 0.9), limit("adam", 0.9)]).all()


def test_training_sharpens_up_to_the_edge_of_stability_and_stays_about_there() -> None:
    """Cohen et al. (2021): λₘₐₓ rises to 2/η and hovers, the loss rises in some steps and falls on in the long run."""
    network, generator = Network(2, (12, 12)), seeded(0)
    inputs, targets = draw("circles", 60, 0.05, generator)
    evaluate, theta = objective(network, inputs, targets, 0.5 / 60), start(network, generator)
    etas = np.array([0.02, 0.2, 0.4])
    result = run(evaluate, theta.expand(3, -1), etas, 600, keep_every=20)
    found = sharpness(evaluate, torch.from_numpy(result.parameters).flatten(0, 1), seeded(1), 1e-6)
    ratios = found.reshape(3, -1) * etas[:, None] / 2
    assert (ratios[0] < 0.2).all()  # a small step never meets its edge: sharper in every snapshot, loss lower in each
    assert (np.diff(result.losses[0]) < 0).all()
    for row in (1, 2):
        assert ratios[row, 0] < 0.6
        assert (np.abs(ratios[row, -10:] - 1) < 0.1).all()
        assert (np.diff(result.losses[row]) > 0).sum() > 20
        assert result.losses[row, -1] < 0.3 * result.losses[row, 100]
