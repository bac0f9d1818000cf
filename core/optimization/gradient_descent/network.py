"""A small fully connected network, its loss and gradient at many parameter vectors at once.

    h₀ = x,    hₗ = φ(hₗ₋₁Wₗ + bₗ)  for one or two hidden layers,    f(x) = h Wₒ + bₒ, one number
    L(θ) = c Σᵢ (f(xᵢ) − yᵢ)²    (squared)    or    c Σᵢ ln(1 + e^{−yᵢ f(xᵢ)}), yᵢ = ±1    (logistic)

θ is all of W₁, b₁, … Wₒ, bₒ, flat and in this order (each W by rows, inputs first). The *scale* c is the convention of
the loss: 1 for the sum over observations, 1/n for the mean, ½ or 1/(2n) for halves of them. The gradient is written
out (backpropagation) in operations that can be differentiated again, for Hessian-vector products.

**Start.** Wₗ ~ N(0, g²/inputs of the layer), b = 0, with g² = 2 for layers before relu and gelu (He et al., 2015) and 1
for those before tanh and for the output (LeCun et al., 1998).
"""

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

import torch
from jaxtyping import Float64

from core.optimization.gradient_descent.methods import Losses, Objective, Points

Inputs = Float64[torch.Tensor, "observations features"]
Targets = Float64[torch.Tensor, " observations"]
Layers = Float64[torch.Tensor, "..."]  # configurations, rows, columns; every layer has sizes of its own
Outputs = Float64[torch.Tensor, "configurations observations"]


@dataclass(frozen=True)
class Network:
    """Its shape: ``features`` inputs, ``hidden`` units in each of one or two layers, an activation, and a loss."""

    features: int
    hidden: tuple[int, ...] = (16,)
    activation: str = "tanh"
    loss: str = "squared"

    @property
    def widths(self) -> tuple[int, ...]:
        """From inputs to output."""
        return (self.features, *self.hidden, 1)


def start(network: Network, generator: torch.Generator) -> Float64[torch.Tensor, " parameters"]:
    """θ₀ as above, drawn with ``generator``, on its device."""
    gain = 1.0 if network.activation == "tanh" else math.sqrt(2)
    parts: list[torch.Tensor] = []
    for inputs, outputs in pairwise(network.widths):
        scale = (gain if len(parts) < 2 * len(network.hidden) else 1.0) / math.sqrt(inputs)
        draws = torch.randn(inputs * outputs, generator=generator, dtype=torch.float64, device=generator.device)
        parts += [scale * draws, draws.new_zeros(outputs)]
    return torch.cat(parts)


def predict(network: Network, points: Points, inputs: Inputs) -> Outputs:
    """f(x) of every row of ``inputs``, for each parameter vector."""
    return _forward(network, points, inputs)[-1][0][..., 0]


def objective(network: Network, inputs: Inputs, targets: Targets, scale: float) -> Objective:
    """L and ∇L as above at many θ. Rows do not touch each other, so one that diverges spoils no other."""
    loss, derivative = LOSSES[network.loss], ACTIVATIONS[network.activation][1]

    def evaluate(points: Points) -> tuple[Losses, Points]:
        levels = _forward(network, points, inputs)
        losses, slopes = loss(levels[-1][0][..., 0], targets)
        delta, parts = scale * slopes[..., None], []
        for level, (weights, _) in reversed([*enumerate(_layers(network, points))]):
            below = levels[level - 1][1] if level else inputs.expand(len(points), -1, -1)
            parts += [delta.sum(1), (below.mT @ delta).flatten(1)]
            if level:
                delta = (delta @ weights.mT) * derivative(*levels[level - 1])
        return scale * losses.sum(1), torch.cat(parts[::-1], 1)

    return evaluate


def _layers(network: Network, points: Points) -> list[tuple[Layers, Layers]]:
    """Every W and b of each parameter vector; views where that is possible."""
    layers, at = [], 0
    for inputs, outputs in pairwise(network.widths):
        middle, end = at + inputs * outputs, at + (inputs + 1) * outputs
        weights = points[:, at:middle].reshape(len(points), inputs, outputs)
        layers.append((weights, points[:, None, middle:end]))
        at = end
    return layers


def _forward(network: Network, points: Points, inputs: Inputs) -> list[tuple[Layers, Layers]]:
    """Each layer before and after its activation; the output has none."""
    *hidden, (weights, bias) = _layers(network, points)
    function, levels, h = ACTIVATIONS[network.activation][0], [], inputs.expand(len(points), -1, -1)
    for inner, offset in hidden:
        z = torch.baddbmm(offset, h, inner)
        h = function(z)
        levels.append((z, h))
    output = torch.baddbmm(bias, h, weights)
    return [*levels, (output, output)]


def _squared(outputs: Outputs, targets: Targets) -> tuple[Outputs, Outputs]:
    residuals = outputs - targets
    return residuals * residuals, 2 * residuals


def _logistic(outputs: Outputs, targets: Targets) -> tuple[Outputs, Outputs]:
    margins = targets * outputs
    return -torch.nn.functional.logsigmoid(margins), -targets * torch.sigmoid(-margins)


def _gelu_slope(z: torch.Tensor, h: torch.Tensor) -> torch.Tensor:
    slope: torch.Tensor = torch.special.ndtr(z) + z * torch.exp(-0.5 * z * z) / math.sqrt(2 * math.pi)
    return slope


# Functions of what enters an activation; slopes of that and of what leaves it.
ACTIVATIONS: dict[str, tuple[Callable[[torch.Tensor], torch.Tensor], Callable[..., torch.Tensor]]] = {
    "tanh": (torch.tanh, lambda z, h: 1 - h * h),
    "relu": (torch.relu, lambda z, h: (z > 0).to(z.dtype)),
    "gelu": (lambda z: z * torch.special.ndtr(z), _gelu_slope),
}
LOSSES = {"squared": _squared, "logistic": _logistic}
