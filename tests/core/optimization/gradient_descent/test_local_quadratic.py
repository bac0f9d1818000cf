"""What the quadratic at a point says of descent, against descent on that quadratic and on the loss itself."""

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.optimization.gradient_descent import local_quadratic, network, training_data
from core.optimization.gradient_descent.methods import run

METHODS = ("gd", "heavy-ball", "nesterov")


def quadratic(hessian: torch.Tensor, slope: torch.Tensor):
    def evaluate(points: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        gradient = points @ hessian
        return 3.0 + (points @ slope) + (gradient * points).sum(1) / 2, gradient + slope

    return evaluate


def small_network() -> tuple:
    generator = torch.Generator().manual_seed(3)
    inputs, targets = training_data.draw("circles", 30, 0.05, generator)
    shape = network.Network(2, (7, 6))
    return network.objective(shape, inputs, targets, 0.5 / 30), network.start(shape, generator)


@pytest.mark.parametrize("method", METHODS)
@settings(max_examples=25)
@given(seed=st.integers(0, 2**32 - 1), size=st.integers(1, 12), downhill=st.booleans())
def test_on_a_quadratic_the_formula_is_the_run(method: str, seed: int, size: int, downhill: bool) -> None:
    generator = torch.Generator().manual_seed(seed)
    root = torch.randn(size, size, generator=generator, dtype=torch.float64)
    hessian = root @ root.T if downhill else root + root.T  # of both signs: a saddle
    slope = torch.randn(size, generator=generator, dtype=torch.float64)
    largest = float(torch.linalg.eigvalsh(hessian).abs().max())
    etas, times = np.array([0.0, 0.3, 1.9]) / largest, np.arange(31)
    model = local_quadratic.at(quadratic(hessian, slope), torch.zeros(size, dtype=torch.float64))
    predicted = local_quadratic.losses(model, method, 0.6, etas, times)
    start = torch.zeros(3, size, dtype=torch.float64)
    made = run(quadratic(hessian, slope), start, etas, 30, method, 0.6).losses
    assert (np.abs(predicted - made) <= 1e-11 * np.abs(made).max(axis=1, keepdims=True)).all()


@pytest.mark.parametrize("curvature", [0.0, 1e-16, -1e-12, 1e-9, 1e-7])
def test_a_direction_that_is_almost_flat_loses_its_slope_squared_at_each_step(curvature: float) -> None:
    model = local_quadratic.LocalQuadratic(1.0, np.array([1.0, curvature]), np.array([0.0, 4.0]))
    times = np.array([1, 10, 100])
    lost = local_quadratic.losses(model, "gd", 0.0, np.array([0.5]), times)[0] - 1.0
    exact = [
        0.5 * 4.0 * -sum((1 - 0.5 * curvature) ** (2 * k) * (1 - 0.25 * curvature) for k in range(t)) for t in times
    ]
    assert lost == pytest.approx(exact, rel=1e-14)


def test_a_network_s_model_is_that_of_its_whole_hessian_far_beyond_as_many_steps_as_nodes() -> None:
    objective, start = small_network()
    dense = torch.autograd.functional.hessian(lambda theta: objective(theta[None])[0][0], start)
    loss, gradient = objective(start[None])
    values, vectors = torch.linalg.eigh(dense)
    along, curvature = (vectors.T @ gradient[0]).numpy() ** 2, values.numpy()
    assert len(start) > 60
    assert curvature[0] < 0 < curvature[-1]
    model, eta = local_quadratic.at(objective, start), 0.9 * 2 / curvature[-1]
    assert model.curvature[0] == pytest.approx(curvature[-1], rel=1e-9)
    assert model.weights.sum() == pytest.approx(along.sum(), rel=1e-12)
    for steps in (1, 10, 60, 300):
        exact = float(loss[0]) + (along / (2 * curvature) * ((1 - eta * curvature) ** (2 * steps) - 1)).sum()
        found = local_quadratic.losses(model, "gd", 0.0, np.array([eta]), np.array([steps]))[0, 0]
        assert found == pytest.approx(exact, rel=1e-8)


def test_the_first_step_of_a_network_is_predicted_up_to_the_third_order() -> None:
    objective, start = small_network()
    model, etas = local_quadratic.at(objective, start), np.array([0.1, 0.05, 0.025, 0.0125])
    predicted = local_quadratic.losses(model, "gd", 0.0, etas, np.array([1]))[:, 0]
    made = run(objective, start.expand(4, -1), etas, 1).losses[:, 1]
    ratios = (predicted - made)[:-1] / (predicted - made)[1:]
    np.testing.assert_allclose(ratios, 8, rtol=0.25)  # halving η divides what is left over by 2³


def test_a_point_without_slope_stays_and_overflow_is_no_number_to_show() -> None:
    flat = local_quadratic.at(quadratic(torch.eye(2, dtype=torch.float64), torch.zeros(2, dtype=torch.float64)),
                              torch.zeros(2, dtype=torch.float64))  # fmt: skip
    assert (local_quadratic.losses(flat, "gd", 0.0, np.array([0.5]), np.array([0, 5])) == 3.0).all()
    steep = local_quadratic.LocalQuadratic(1.0, np.array([10.0]), np.array([1.0]))
    assert np.isposinf(local_quadratic.losses(steep, "gd", 0.0, np.array([1.0]), np.array([2_000])))
