"""A small network against torch.nn and autograd, and the data sets made for it."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st

from core.errors import InputError
from core.optimization.gradient_descent import Params
from core.optimization.gradient_descent.methods import run
from core.optimization.gradient_descent.network import Network, objective, predict, start
from core.optimization.gradient_descent.objectives import network_task
from core.optimization.gradient_descent.sharpness import sharpness
from core.optimization.gradient_descent.training_data import draw, toy_examples

ACTIVATIONS = {"tanh": torch.nn.Tanh, "relu": torch.nn.ReLU, "gelu": torch.nn.GELU}


def seeded(seed: int) -> torch.Generator:
    return torch.Generator().manual_seed(seed)


def by_torch(network: Network, theta: torch.Tensor) -> torch.nn.Sequential:
    """The same network of torch's layers; torch keeps weights outputs first."""
    parts, at = [], 0
    for inputs, outputs in zip(network.widths[:-1], network.widths[1:], strict=True):
        layer = torch.nn.Linear(inputs, outputs, dtype=torch.float64)
        middle, end = at + inputs * outputs, at + (inputs + 1) * outputs
        layer.weight.data = theta[at:middle].reshape(inputs, outputs).T.clone()
        layer.bias.data = theta[middle:end].clone()
        parts += [layer, ACTIVATIONS[network.activation]()]
        at = end
    assert at == len(theta)
    return torch.nn.Sequential(*parts[:-1])


@settings(max_examples=4)
@given(st.integers(0, 10**6), st.sampled_from(((5,), (4, 3))), st.sampled_from((1.0, 0.5 / 9)))
@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize("loss", ["squared", "logistic"])
def test_losses_and_gradients_are_those_of_torchs_layers(loss, activation, seed, hidden, scale) -> None:
    generator = seeded(seed)
    inputs = torch.randn(9, 3, generator=generator, dtype=torch.float64)
    targets = torch.randn(9, generator=generator, dtype=torch.float64).sign()
    network = Network(3, hidden, activation, loss)
    points = torch.randn(2, len(start(network, seeded(0))), generator=generator, dtype=torch.float64)
    losses, gradients = objective(network, inputs, targets, scale)(points)
    for row, theta in enumerate(points):
        theirs = by_torch(network, theta)
        outputs = theirs(inputs)[:, 0]
        if loss == "squared":
            value = scale * torch.nn.functional.mse_loss(outputs, targets, reduction="sum")
        else:
            classes = (targets + 1) / 2
            value = scale * torch.nn.functional.binary_cross_entropy_with_logits(outputs, classes, reduction="sum")
        value.backward()
        torch.testing.assert_close(predict(network, points, inputs)[row], outputs, rtol=1e-10, atol=1e-12)
        torch.testing.assert_close(losses[row], value, rtol=1e-10, atol=1e-12)
        linear = [layer for layer in theirs if isinstance(layer, torch.nn.Linear)]
        flat = torch.cat([part for one in linear for part in (one.weight.grad.T.flatten(), one.bias.grad)])
        torch.testing.assert_close(gradients[row], flat, rtol=1e-9, atol=1e-11)


def test_a_start_keeps_the_size_of_signals_and_its_seed() -> None:
    network = Network(200, (256, 128), "relu")
    theta = start(network, seeded(3))
    assert torch.equal(theta, start(network, seeded(3)))
    first, at = theta[: 200 * 256], 201 * 256
    second, last = theta[at : at + 256 * 128], theta[-129:-1]
    for weights, variance in ((first, 2 / 200), (second, 2 / 256), (last, 1 / 128)):
        error = 5 * variance * math.sqrt(2 / len(weights))
        assert float(weights.square().mean()) == pytest.approx(variance, abs=error)
    assert float(theta[at - 256 : at].abs().max()) == float(theta[-1]) == 0.0
    tanh = start(Network(200, (256, 128), "tanh"), seeded(3))
    torch.testing.assert_close(tanh[: 200 * 256] * math.sqrt(2), first)


def test_one_step_size_that_diverges_spoils_no_other() -> None:
    inputs, targets = draw("circles", 40, 0.05, seeded(0))
    network = Network(2, (8, 8), "gelu")
    evaluate, theta = objective(network, inputs, targets, 0.5 / 40), start(network, seeded(0))
    etas = np.array([0.05, 30.0, 0.1])
    result = run(evaluate, theta.expand(3, -1), etas, 200)
    assert result.diverged_at[1] < 200
    for row in (0, 2):
        alone = run(evaluate, theta[None], etas[row : row + 1], 200)
        np.testing.assert_allclose(result.losses[row], alone.losses[0], rtol=1e-9)
        assert result.losses[row, -1] < 0.5 * result.losses[row, 0]


@pytest.mark.parametrize("name", ["moons", "circles", "sine"])
def test_data_sets_lie_on_their_curves_until_noise_moves_them(name: str) -> None:
    inputs, targets = draw(name, 41, 0.0, seeded(0))
    if name == "sine":
        np.testing.assert_allclose(targets, np.sin(np.pi * inputs[:, 0].numpy()), atol=1e-12)
    else:
        centre = torch.zeros(2, dtype=torch.float64)
        positive, negative = inputs[targets > 0], inputs[targets < 0]
        assert {len(positive), len(negative)} == {21, 20}
        lower = centre if name == "circles" else torch.tensor([1.0, 0.5], dtype=torch.float64)
        np.testing.assert_allclose((positive - centre).norm(dim=1), 1.0, rtol=1e-12)
        np.testing.assert_allclose((negative - lower).norm(dim=1), 0.5 if name == "circles" else 1.0, rtol=1e-6)
        assert len({(round(float(x), 6), round(float(y), 6)) for x, y in inputs}) == 41
    moved, values = draw(name, 41, 0.1, seeded(0))
    shift = values - targets if name == "sine" else (moved - inputs).flatten()
    assert float(shift.std()) == pytest.approx(0.1, rel=0.4)


@pytest.mark.parametrize(
    "wrong",
    [
        {"layers": 0},
        {"layers": 3},
        {"width": 0},
        {"activation": "step"},
        {"loss": "hinge"},
        {"data": "spiral"},
        {"observations": 1},
        {"scatter": math.nan},
    ],
)
def test_what_makes_no_network_or_no_data_is_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(InputError):
        Params(part="network", **wrong)


def test_a_curve_has_no_classes_so_its_loss_is_squared() -> None:
    examples = toy_examples("sine", 10, 0.0, 0)
    task, squared = (network_task(examples, Params(part="network", loss=loss)) for loss in ("logistic", "squared"))
    assert task.objective(task.start[None])[0] == squared.objective(squared.start[None])[0]


@pytest.mark.parametrize("loss", ["squared", "logistic"])
def test_the_constant_of_the_output_curves_the_loss_of_a_network_whose_units_are_all_off(loss: str) -> None:
    """So the sharpness by which step sizes are counted is never 0: 2c a row, and c p(1 − p) of the logistic loss."""
    shape = Network(2, (3,), "relu", loss)
    inputs, signs = torch.ones(8, 2, dtype=torch.float64), torch.tensor([1.0, -1.0] * 4, dtype=torch.float64)
    off = torch.zeros(13, dtype=torch.float64)
    off[6:9] = -1.0  # the constants of the hidden layer
    found = sharpness(objective(shape, inputs, signs, 0.5), off[None], torch.Generator().manual_seed(0))
    assert found[0] == pytest.approx(8 * {"squared": 1.0, "logistic": 0.125}[loss])
    points = toy_examples("circles", 4, 2.0, 3)
    for seed in range(20):
        settings = Params(part="network", loss=loss, activation="relu", width=1, layers=2, seed=seed, data="circles")
        assert network_task(points, settings).sharpest > 0
