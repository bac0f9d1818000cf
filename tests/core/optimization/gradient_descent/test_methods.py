"""First-order methods on a whole axis of step sizes, against torch.optim and against closed forms."""

import warnings

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.optimization.gradient_descent import Params, compute
from core.optimization.gradient_descent.methods import BETA2, EPSILON, run
from core.optimization.gradient_descent.quadratic_sweep import Descent

METHODS = ("gd", "heavy-ball", "nesterov", "sign", "adam")


def quadratic(curvatures: torch.Tensor):
    """½ Σ λᵢ θᵢ², whose gradient is λᵢθᵢ."""

    def objective(theta):
        gradient = curvatures * theta
        return 0.5 * (gradient * theta).sum(1), gradient

    return objective


def valley(theta):
    """Rosenbrock's function, which is not convex, in two dimensions."""
    x, y = theta.unbind(1)
    bend = y - x * x
    gradient = torch.stack([2 * (x - 1) - 40 * x * bend, 20 * bend], 1)
    return (1 - x) ** 2 + 10 * bend**2, gradient


def by_torch(
    name: str, beta: float, start: torch.Tensor, step_size: float, steps: int
) -> tuple[np.ndarray, np.ndarray]:
    theta = start.clone().requires_grad_()
    optimiser = {
        "gd": lambda: torch.optim.SGD([theta], lr=step_size),
        "heavy-ball": lambda: torch.optim.SGD([theta], lr=step_size, momentum=beta),
        "nesterov": lambda: torch.optim.SGD([theta], lr=step_size, momentum=beta, nesterov=True),
        "adam": lambda: torch.optim.Adam([theta], lr=step_size, betas=(beta, BETA2), eps=EPSILON),
    }[name]()
    losses, path = [], []
    for _ in range(steps + 1):
        loss, _ = valley(theta[None])
        losses.append(loss.item())
        path.append(theta.detach().numpy().copy())
        optimiser.zero_grad()
        loss.sum().backward()
        optimiser.step()
    return np.array(losses), np.array(path)


@settings(max_examples=25)
@given(st.sampled_from(("gd", "heavy-ball", "nesterov", "adam")), st.floats(0.05, 0.97), st.floats(1e-4, 4e-3))
def test_each_method_is_that_of_torch_optim(name: str, momentum: float, step_size: float) -> None:
    start = torch.tensor([-1.2, 1.0], dtype=torch.float64)
    step_sizes = np.array([step_size, step_size / 3])
    ours = run(valley, start.expand(2, -1), step_sizes, 60, name, momentum)
    for row, eta in enumerate(step_sizes):
        losses, path = by_torch(name, momentum, start, float(eta), 60)
        np.testing.assert_allclose(ours.losses[row], losses, rtol=1e-9, atol=1e-14)
        np.testing.assert_allclose(ours.parameters[row], path, rtol=1e-9, atol=1e-14)


@settings(max_examples=25)
@given(st.lists(st.floats(0.01, 10), min_size=1, max_size=6), st.lists(st.floats(0, 0.25), min_size=1, max_size=4))
def test_each_mode_of_gradient_descent_shrinks_by_one_minus_eta_lambda(curvatures, step_sizes) -> None:
    spectrum, etas = torch.tensor(curvatures, dtype=torch.float64), np.array(step_sizes)
    start = torch.ones(len(etas), len(spectrum), dtype=torch.float64)
    result = run(quadratic(spectrum), start, etas, 40, keep_every=8)
    factors = 1 - etas[:, None] * np.array(curvatures)
    np.testing.assert_array_equal(result.kept, [0, 8, 16, 24, 32, 40])
    for place, step in enumerate(result.kept):
        # Each step rounds 1 − ηλ by up to 2⁻⁵³, which counts where the factor itself is small.
        np.testing.assert_allclose(result.parameters[:, place], factors**step, rtol=1e-10, atol=1e-14)


@settings(max_examples=25)
@given(st.floats(0.1, 10), st.floats(0.0, 0.95), st.floats(0.01, 3.9))
def test_heavy_ball_is_polyaks_recursion_with_the_last_two_points(curvature, momentum, step) -> None:
    eta = step / curvature
    start = torch.ones(1, 1, dtype=torch.float64)
    path = run(
        quadratic(torch.tensor([curvature], dtype=torch.float64)),
        start, np.array([eta]), 50, "heavy-ball", momentum,
    ).parameters[0, :, 0]  # fmt: skip
    expected = path[1:-1] - eta * curvature * path[1:-1] + momentum * (path[1:-1] - path[:-2])
    np.testing.assert_allclose(path[2:], expected, rtol=1e-9, atol=1e-12 * np.abs(path).max())


def test_nesterov_looks_ahead_of_points_that_step_from_there() -> None:
    """Its two sequences as Nesterov writes them: x_{t+1} = y_t − η∇f(y_t), y_{t+1} = x_{t+1} + β(x_{t+1} − x_t)."""
    eta, beta, start = 2e-3, 0.9, torch.tensor([[-1.2, 1.0]], dtype=torch.float64)
    ours = run(valley, start, np.array([eta]), 100, "nesterov", beta).parameters[0]
    x = y = start
    for step in range(101):
        np.testing.assert_allclose(ours[step], y[0], rtol=1e-10)
        ahead = y - eta * valley(y)[1]
        # torch's first look ahead starts from a velocity of g, so x₀ = θ₀, as here.
        x, y = ahead, ahead + beta * (ahead - x)


def test_sign_descent_walks_by_eta_along_every_coordinate() -> None:
    start = torch.tensor([[3.0, -2.0, 0.0]], dtype=torch.float64)
    objective = quadratic(torch.tensor([5.0, 0.01, 1.0], dtype=torch.float64))
    result = run(objective, start, np.array([0.25]), 4, "sign", keep_every=4)
    np.testing.assert_array_equal(result.parameters[0, -1], [2.0, -1.0, 0.0])


@pytest.mark.parametrize("name", METHODS)
def test_what_diverges_is_infinite_from_then_on_and_leaves_the_others_alone(name: str) -> None:
    def steep(theta):  # θ⁴: gradient descent leaves the numbers within a dozen steps
        return (theta**4).sum(1), 4 * theta**3

    etas, start = np.array([1e-3, 5.0, 2e-3, 1e200]), torch.full((4, 3), 2.0, dtype=torch.float64)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        together = run(steep, start, etas, 200, name, keep_every=20)
    assert not np.isnan(together.losses).any()
    assert not np.isnan(together.parameters).any()
    assert together.diverged_at[3] <= 200
    for row, at in enumerate(together.diverged_at):
        assert np.isfinite(together.losses[row, :at]).all()
        assert np.isposinf(together.losses[row, at:]).all()
        assert np.isposinf(together.parameters[row, together.kept >= at]).all()
        alone = run(steep, start[:1], etas[row : row + 1], 200, name)
        np.testing.assert_allclose(alone.losses[0], together.losses[row], rtol=1e-12)  # sums of other lengths of batch
    assert (together.diverged_at[[0, 2]] == 201).all()


def test_gradient_descent_is_stable_exactly_below_two_over_the_largest_curvature() -> None:
    """σ = (2, 1) with L = ‖y − Σw‖² of the notes: λ = 2σ² = 8 and 2, so the limit is 0.25."""
    etas = np.array([0.2499, 0.25, 0.2501])
    objective = quadratic(torch.tensor([8.0, 2.0], dtype=torch.float64))
    losses = run(objective, torch.ones(3, 2, dtype=torch.float64), etas, 4_000).losses
    assert losses[0, -1] < 0.9 * losses[0, 0]
    assert losses[1, -1] == pytest.approx(4.0)  # ½·8·(±1)² for ever
    assert losses[2, -1] > losses[2, 0]


def test_without_steps_there_is_the_start() -> None:
    result = run(valley, torch.zeros(2, 2, dtype=torch.float64), np.array([0.1, 0.2]), 0)
    np.testing.assert_array_equal(result.losses, [[1.0], [1.0]])
    np.testing.assert_array_equal(result.parameters, np.zeros((2, 1, 2)))


def test_what_is_no_method_or_no_momentum_is_refused() -> None:
    for wrong in (
        {"method": "newton"},
        {"other": "newton"},
        {"method": "adam", "beta": 1.0},
        {"other": "adam", "other_beta": float("nan")},
    ):
        with pytest.raises(InputError):
            Params(**wrong)


@pytest.mark.parametrize("beta", [0.3, 0.8])
def test_a_velocity_that_is_a_running_mean_takes_the_steps_of_torch_with_dampening(beta: float) -> None:
    params = Params(method="heavy-ball", beta=beta, velocity="mean", step=0.7, steps=25, angle=0.0)
    result = compute(params)
    assert isinstance(result, Descent)
    at = int(np.abs(result.runs.relative - 0.7).argmin())
    eta = float(result.runs.relative[at] * result.unit)
    assert result.table()["step_size"][at] == pytest.approx(eta)
    problem = result.problem
    theta = torch.from_numpy(problem.start - problem.minimum).requires_grad_()
    optimiser = torch.optim.SGD([theta], lr=eta, momentum=beta, dampening=beta)
    optimiser.state[theta]["momentum_buffer"] = torch.zeros_like(theta)  # else the first gradient is not dampened
    hessian = torch.from_numpy(np.ascontiguousarray(problem.hessian))
    losses = []
    for _ in range(26):
        loss = theta @ hessian @ theta / 2
        losses.append(loss.item())
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    np.testing.assert_allclose(result.runs.excess[at], np.array(losses)[result.times], rtol=1e-9, atol=1e-14)


def test_the_limit_of_a_running_mean_is_larger_by_what_dampens_it() -> None:
    as_sum, as_mean = (compute(Params(method="heavy-ball", beta=0.75, velocity=kind)) for kind in ("sum", "mean"))
    assert isinstance(as_sum, Descent)
    assert isinstance(as_mean, Descent)
    assert as_mean.limit * as_mean.unit == pytest.approx(4 * as_sum.limit * as_sum.unit)
    assert as_sum.limit * as_sum.unit == pytest.approx(2 * 1.75 / as_sum.problem.quadratic.steepest)


@pytest.mark.parametrize("part", ["plane", "values"])
def test_nesterovs_own_points_are_those_of_his_scheme(part: str) -> None:
    """x_{k+1} = y_k − η∇f(y_k), y_{k+1} = x_{k+1} + β(x_{k+1} − x_k): Introductory Lectures, section 2.2."""
    settings = {"part": part, "method": "nesterov", "beta": 0.6, "steps": 30, "step": 0.5, "angle": 0.0}
    own, ahead = (compute(Params(**settings, point=point)) for point in ("own", "ahead"))
    assert isinstance(own, Descent)
    assert isinstance(ahead, Descent)
    at = int(np.abs(own.runs.relative - 0.5).argmin())
    eta = float(own.runs.relative[at] * own.unit)
    curvature = own.problem.quadratic.curvature
    y = x = own.problem.quadratic.start
    for t in range(31):
        assert ahead.runs.excess[at, t] == pytest.approx(curvature @ y**2 / 2, rel=1e-9)
        assert own.runs.excess[at, t] == pytest.approx(curvature @ x**2 / 2, rel=1e-9)
        assert own.runs.excess_theory[at, t] == pytest.approx(curvature @ x**2 / 2, rel=1e-7)
        next_x = y - eta * curvature * y
        y, x = next_x + 0.6 * (next_x - x), next_x
    np.testing.assert_array_equal(own.runs.rate, ahead.runs.rate)
    assert own.limit == ahead.limit
