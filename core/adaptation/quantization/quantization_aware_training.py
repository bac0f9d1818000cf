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
    scale = np.abs(weights).max((1, 2), keepdims=True) / most
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


@dataclass(eq=False)
class Networks:
    """Several networks x → tanh → tanh → y at once; the first axis of every array counts them."""

    weights: list[Nets]
    biases: list[Nets]

    def predict(self, x: Float64[np.ndarray, "points 1"], weights: list[Nets] | None = None) -> list[Nets]:
        """Both hidden layers and the outputs, by ``weights`` in the place of their own where they are given."""
        used = self.weights if weights is None else weights
        first = np.tanh(x @ used[0] + self.biases[0])
        second = np.tanh(first @ used[1] + self.biases[1])
        return [first, second, second @ used[2] + self.biases[2]]

    def gradients(
        self, x: Float64[np.ndarray, "points 1"], y: Float64[np.ndarray, "points 1"], weights: list[Nets] | None = None
    ) -> tuple[Float64[np.ndarray, " nets"], list[Nets]]:
        """The mean squared error of each, and its gradient by the weights that were used, and by the biases."""
        used = self.weights if weights is None else weights
        first, second, out = self.predict(x, used)
        error = out - y
        back = 2 * error / len(x)
        of_second = back @ _turned(used[2]) * (1 - second**2)
        of_first = of_second @ _turned(used[1]) * (1 - first**2)
        by_weights = [x.T @ of_first, _turned(first) @ of_second, _turned(second) @ back]
        by_biases = [each.sum(1, keepdims=True) for each in (of_first, of_second, back)]
        return np.square(error).mean((1, 2)), by_weights + by_biases


def _turned(matrices: Nets) -> Nets:
    return np.swapaxes(matrices, 1, 2)


def train(width: int, steps: int, seed: int, progress: Progress) -> TrainingSweep:
    """Adam on the float network and on one network for each number of bits, all from the same start."""
    x, y = points(seed)
    inputs, target = x[:, None], y[:, None]
    most = np.array([2.0 ** (bits - 1) - 1 for bits in BITS])[:, None, None]
    plain, aware = _started(width, seed, 1), _started(width, seed, len(BITS))
    optimisers = [_Adam(each) for each in (plain, aware)]
    losses = {name: np.zeros((len(BITS), steps + 1)) for name in ("plain", "after", "aware")}
    kept = np.unique(np.linspace(0, steps, SNAPSHOTS).astype(int))
    latent: list[Nets] = []
    distance: list[Nets] = []
    for step in range(steps + 1):
        of_plain, down_plain = plain.gradients(inputs, target)
        afterwards = [fake_quantise(np.repeat(each, len(BITS), 0), most)[0] for each in plain.weights]
        on_codes = [fake_quantise(each, most) for each in aware.weights]
        of_aware, down_aware = aware.gradients(inputs, target, [codes for codes, _ in on_codes])
        error = plain.predict(inputs, afterwards)[-1] - target
        losses["plain"][:, step], losses["aware"][:, step] = of_plain, of_aware
        losses["after"][:, step] = np.square(error).mean((1, 2))
        if step in kept:
            latent.append(_in_steps(aware.weights[1], most)[:, :WATCHED])
            distance.append(np.square(_places(plain, aware, most)).mean(2))
        if step == steps:
            break
        # Straight through: the gradient by a code's value counts as that by the weight behind it.
        passed = [gradient * inside for gradient, (_, inside) in zip(down_aware, on_codes, strict=False)]
        left = (1 + np.cos(np.pi * step / steps)) / 2  # to nothing in the end: codes that flip to and fro come to rest
        optimisers[0].step(down_plain, left)
        optimisers[1].step(passed + down_aware[len(passed) :], left)
        progress((step + 1) / steps)
    at = np.linspace(-2.2, 2.2, DRAWN)
    fits = [plain.predict(at[:, None])[-1], plain.predict(at[:, None], afterwards)[-1],
            aware.predict(at[:, None], [codes for codes, _ in on_codes])[-1]]  # fmt: skip
    return TrainingSweep(
        bits=np.array(BITS, np.int64), x=x, y=y, at=at, float_fit=fits[0][0, :, 0],
        after_fit=fits[1][:, :, 0].astype(np.float32), aware_fit=fits[2][:, :, 0].astype(np.float32),
        steps=np.arange(steps + 1), float_loss=losses["plain"][0], after=losses["after"], aware=losses["aware"],
        snapshots=kept.astype(np.int64), latent=np.stack(latent, 1).astype(np.float32),
        places=_places(plain, aware, most).astype(np.float32), distance=np.stack(distance, 2),
    )  # fmt: skip


def _places(plain: Networks, aware: Networks, most: Float64[np.ndarray, "nets 1 1"]) -> Nets:
    """Where the middle weights of the float network, and of those on the codes, lie between two codes."""
    floats = np.repeat(plain.weights[1], len(BITS), 0)
    both = np.stack([_in_steps(floats, most), _in_steps(aware.weights[1], most)], 1)
    return np.asarray(both - np.rint(both))


def _in_steps(weights: Nets, most: Float64[np.ndarray, "nets 1 1"]) -> Float64[np.ndarray, "nets weights"]:
    scale = np.abs(weights).max((1, 2), keepdims=True) / most
    return np.asarray((weights / scale).reshape(len(weights), -1))


class _Adam:
    """Kingma and Ba (2015), with their constants."""

    def __init__(self, networks: Networks) -> None:
        self.arrays, self.taken = [*networks.weights, *networks.biases], 0
        self.mean, self.square = ([np.zeros_like(each) for each in self.arrays] for _ in range(2))

    def step(self, gradients: list[Nets], left: float) -> None:
        """One step, in place, with the share of the rate that is ``left``."""
        self.taken += 1
        rate = left * RATE * (1 - 0.999**self.taken) ** 0.5 / (1 - 0.9**self.taken)
        for array, gradient, mean, square in zip(self.arrays, gradients, self.mean, self.square, strict=True):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            array -= rate * mean / (np.sqrt(square) + 1e-8)


def _started(width: int, seed: int, nets: int) -> Networks:
    """The same weights, drawn with ``seed``, for each of ``nets`` networks."""
    draw = np.random.default_rng(seed)
    weights = [draw.normal(0, spread, shape) for spread, shape in
               ((1.5, (1, width)), (width**-0.5, (width, width)), (width**-0.5, (width, 1)))]  # fmt: skip
    biases = [draw.normal(0, 0.5, (1, width)), draw.normal(0, 0.5, (1, width)), np.zeros((1, 1))]
    return Networks(*([np.repeat(each[None], nets, 0) for each in arrays] for arrays in (weights, biases)))
