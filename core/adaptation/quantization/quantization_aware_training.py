"""Quantisation-aware training: a small network whose weights pass through the quantiser in every step.

Beside it stands one that is trained in floating point and quantised afterwards.

The quantiser's derivative is 0 almost everywhere, so training takes another: the straight-through estimator passes the
gradient on as it is where a weight lies inside the range, and 0 where it is clipped.

Source: Bengio, Léonard and Courville (2013), "Estimating or Propagating Gradients Through Stochastic Neurons".
"""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Bool, Float32, Float64, Int64

from core.adaptation.quantization.calibration import Progress
from core.explorer import OfArrays

BITS = (2, 3, 4, 5, 6, 7, 8)
POINTS, DRAWN, WATCHED, SNAPSHOTS = 64, 161, 24, 80
RATE = 0.03
SCATTER = 0.05
Nets = Float64[np.ndarray, "_ _ _"]


def fake_quantise(weights: Nets, most: Float64[np.ndarray, "nets 1 1"]) -> tuple[Nets, Bool[np.ndarray, "_ _ _"]]:
    """clip(round(w/s), −q_max, q_max)·s, and where the gradient passes: where w/s rounds into the range.

    Each matrix has its own symmetric grid of 2·q_max + 1 codes (a narrow range), s = max|w|/q_max, so that nothing is
    clipped but by the last bit of a division.
    """
    scale = _step(weights, most)
    code = np.rint(weights / scale)
    return np.clip(code, -most, most) * scale, np.abs(code) <= most


@dataclass(frozen=True, eq=False)
class TrainingSweep(OfArrays):
    """One network for each of ``bits``. Losses are mean squared errors over the points, after 0, 1 … steps: of the
    ``float_loss`` network, of that same network quantised at each step (``after``), and of the one trained on the codes
    (``aware``). The fits are what each gives over ``at`` in the end.

    ``latent`` follows some weights of the middle matrix while training on the codes, in steps of their grid; ``places``
    is where all of them lie between two codes in the end (0 on a code, ±½ half way), without and with; ``distance`` is
    their mean squared distance from the nearest code, in squared steps, at the ``snapshots``. Were they anywhere alike
    between two codes, it would be 1/12.
    """

    bits: Int64[np.ndarray, " bits"]
    x: Float64[np.ndarray, " points"]
    y: Float64[np.ndarray, " points"]
    at: Float64[np.ndarray, " drawn"]
    float_fit: Float64[np.ndarray, " drawn"]
    after_fit: Float32[np.ndarray, "bits drawn"]
    aware_fit: Float32[np.ndarray, "bits drawn"]
    steps: Int64[np.ndarray, " steps"]
    float_loss: Float64[np.ndarray, " steps"]
    after: Float64[np.ndarray, "bits steps"]
    aware: Float64[np.ndarray, "bits steps"]
    snapshots: Int64[np.ndarray, " snapshots"]
    latent: Float32[np.ndarray, "bits snapshots watched"]
    places: Float32[np.ndarray, "bits two weights"]
    distance: Float64[np.ndarray, "bits two snapshots"]
    remarks: tuple[str, ...] = ()

    def table(self) -> pd.DataFrame:
        """A row for each number of bits: losses after the last step."""
        return pd.DataFrame({
            "bits": self.bits, "float_loss": self.float_loss[-1], "quantised_afterwards": self.after[:, -1],
            "trained_on_the_codes": self.aware[:, -1], "best_on_the_codes": self.aware.min(axis=1),
            "squared_distance_from_codes_float": self.distance[:, 0, -1],
            "squared_distance_from_codes_trained": self.distance[:, 1, -1],
        })  # fmt: skip


def points(seed: int) -> tuple[Float64[np.ndarray, " points"], Float64[np.ndarray, " points"]]:
    """y = sin 3x + x/2 over −2 … 2, with a little noise."""
    x = np.linspace(-2, 2, POINTS)
    return x, np.sin(3 * x) + x / 2 + SCATTER * np.random.default_rng(seed).standard_normal(POINTS)


def predict(x: Float64[np.ndarray, "points 1"], weights: list[Nets], biases: list[Nets]) -> list[Nets]:
    """Both hidden layers and the outputs of several networks x → tanh → tanh → y at once; the first axis of every array
    counts them."""
    first = np.tanh(x @ weights[0] + biases[0])
    second = np.tanh(first @ weights[1] + biases[1])
    return [first, second, second @ weights[2] + biases[2]]


def gradients(
    x: Float64[np.ndarray, "points 1"], y: Float64[np.ndarray, "points 1"], weights: list[Nets], biases: list[Nets]
) -> tuple[Float64[np.ndarray, " nets"], list[Nets]]:
    """The mean squared error of each network, and its gradient by the weights and by the biases."""
    first, second, out = predict(x, weights, biases)
    error = out - y
    back = 2 * error / len(x)
    of_second = back @ weights[2].mT * (1 - second**2)
    of_first = of_second @ weights[1].mT * (1 - first**2)
    by_weights = [x.T @ of_first, first.mT @ of_second, second.mT @ back]
    by_biases = [each.sum(1, keepdims=True) for each in (of_first, of_second, back)]
    return np.square(error).mean((1, 2)), by_weights + by_biases


def train(width: int, steps: int, seed: int, progress: Progress) -> TrainingSweep:
    """Adam on the float network, which comes first, and on one network for each number of bits, from the same start."""
    x, y = points(seed)
    inputs, target = x[:, None], y[:, None]
    most = np.array([2.0 ** (bits - 1) - 1 for bits in BITS])[:, None, None]
    weights, biases = _started(width, seed, 1 + len(BITS))
    plain, plain_biases = ([each[:1] for each in arrays] for arrays in (weights, biases))  # of the float network
    optimiser = _Adam([*weights, *biases])
    loss, loss_after = np.zeros((1 + len(BITS), steps + 1)), np.zeros((len(BITS), steps + 1))
    kept = np.unique(np.linspace(0, steps, SNAPSHOTS).astype(int))
    latent, distance = list[Nets](), list[Nets]()
    for step in range(steps + 1):
        afterwards = [fake_quantise(each, most)[0] for each in plain]
        on_codes, inside = zip(*(fake_quantise(each[1:], most) for each in weights), strict=True)
        used = [np.concatenate([each[:1], codes]) for each, codes in zip(weights, on_codes, strict=True)]
        loss[:, step], down = gradients(inputs, target, used, biases)
        loss_after[:, step] = np.square(predict(inputs, afterwards, plain_biases)[-1] - target).mean((1, 2))
        if step in kept:
            in_steps = [(each / _step(each, most)).reshape(len(BITS), -1) for each in (plain[1], weights[1][1:])]
            latent.append(in_steps[1][:, :WATCHED])
            places = np.stack([each - np.rint(each) for each in in_steps], 1)
            distance.append(np.square(places).mean(2))
        if step == steps:
            break
        # Straight through: the gradient by a code's value counts as that by the weight behind it.
        for gradient, here in zip(down, inside, strict=False):
            gradient[1:] *= here
        left = (1 + np.cos(np.pi * step / steps)) / 2  # to nothing in the end: codes that flip to and fro come to rest
        optimiser.step(down, left)
        progress((step + 1) / steps)
    at = np.linspace(-2.2, 2.2, DRAWN)
    fits = predict(at[:, None], used, biases)[-1][:, :, 0]
    after_fit = predict(at[:, None], afterwards, plain_biases)[-1][:, :, 0]
    return TrainingSweep(
        bits=np.array(BITS, np.int64), x=x, y=y, at=at, float_fit=fits[0], after_fit=after_fit.astype(np.float32),
        aware_fit=fits[1:].astype(np.float32), steps=np.arange(steps + 1), float_loss=loss[0], after=loss_after,
        aware=loss[1:], snapshots=kept.astype(np.int64), latent=np.stack(latent, 1).astype(np.float32),
        places=places.astype(np.float32), distance=np.stack(distance, 2),
    )  # fmt: skip


def _step(weights: Nets, most: Float64[np.ndarray, "nets 1 1"]) -> Float64[np.ndarray, "nets 1 1"]:
    """The step s = max|w|/q_max of the grid of each matrix."""
    return np.asarray(np.abs(weights).max((1, 2), keepdims=True) / most)


class _Adam:
    """Kingma and Ba (2015), with their constants."""

    def __init__(self, arrays: list[Nets]) -> None:
        self.arrays, self.taken = arrays, 0
        self.mean, self.square = ([np.zeros_like(each) for each in self.arrays] for _ in range(2))

    def step(self, gradients: list[Nets], left: float) -> None:
        """One step, in place, with the share of the rate that is ``left``."""
        self.taken += 1
        rate = left * RATE * (1 - 0.999**self.taken) ** 0.5 / (1 - 0.9**self.taken)
        for array, gradient, mean, square in zip(self.arrays, gradients, self.mean, self.square, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            array -= rate * mean / (np.sqrt(square) + 1e-8)


def _started(width: int, seed: int, nets: int) -> tuple[list[Nets], list[Nets]]:
    """The same weights and biases, drawn with ``seed``, for each of ``nets`` networks."""
    draw = np.random.default_rng(seed)
    weights = [draw.normal(0, spread, shape) for spread, shape in
               ((1.5, (1, width)), (width**-0.5, (width, width)), (width**-0.5, (width, 1)))]  # fmt: skip
    biases = [draw.normal(0, 0.5, (1, width)), draw.normal(0, 0.5, (1, width)), np.zeros((1, 1))]
    weights, biases = ([np.repeat(each[None], nets, 0) for each in arrays] for arrays in (weights, biases))
    return weights, biases
