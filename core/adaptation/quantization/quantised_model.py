"""Our small transformer with its weights, and its activations where asked, on the codes of a format.

The loss is measured on stories that were held out of its training: about people who never met there.
"""

import dataclasses
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float, Float32, Int
from torch import Tensor
from torch.nn import functional as nn

from core.adaptation.quantization.calibration import Calibration
from core.adaptation.quantization.scheme import Scheme
from core.adaptation.quantization.sweep_settings import SweepSettings
from core.models.text_model import stories
from core.models.transformer import Transformer, forward

TEXT = Path(__file__).resolve().parents[3] / "assets" / "samples" / "quantization.txt"
ROWS, TIME = 2, 128  # the held-out text, in tokens
PARTS = ("query", "key", "value", "output", "up", "down")
LAYERS = ("embedding", *(f"{layer}.{part}" for layer in range(4) for part in PARTS))
"""The matrices of the model: each layer's six, and the embedding, which also makes the logits."""

Logits = Float[Tensor, "*variants batch time vocabulary"]
OnInput = Callable[[str, Float[Tensor, "batch time width"]], Float[Tensor, "batch time width"]]


def layer_name(name: str) -> str:
    """A matrix as a reader knows it, who counts layers from 1: 0.up is layer 1 (up)."""
    layer, _, part = name.partition(".")
    return f"layer {int(layer) + 1} ({part})" if part else name


@cache
def held_out() -> Int[Tensor, "rows time"]:
    """The tokens of the held-out stories."""
    ids = stories().tokenizer.encode(TEXT.read_text(encoding="utf-8")).ids
    return torch.tensor(ids[: ROWS * TIME]).view(ROWS, TIME)


def of_layer(name: str) -> Float32[np.ndarray, "rows columns"]:
    """The matrix called ``name``, a row for each output (of the embedding: for each token)."""
    weights = stories().transformer.tensors[name].numpy()
    return np.ascontiguousarray(weights if name == "embedding" else weights.T)


@cache
def layer_inputs() -> dict[str, Float32[np.ndarray, "tokens width"]]:
    """What each matrix is multiplied with on the held-out text, by its name: a row for each token."""
    inputs: dict[str, Float32[np.ndarray, "tokens width"]] = {}

    def keep(layer: str, value: Tensor) -> Tensor:
        inputs[layer] = np.ascontiguousarray(value.flatten(0, 1).numpy())
        return value

    forward_variants(stories().transformer, held_out(), keep)
    return inputs


def forward_variants(
    model: Transformer,
    tokens: Int[Tensor, "batch time"],
    on_input: OnInput | None = None,
    changed: Sequence[Mapping[str, Tensor]] = ({},),
) -> Logits:
    """``core.models.transformer.forward`` of several variants of a model at once, and what enters each matrix told.

    Each of ``changed`` holds the matrices that a variant has in the place of the model's own: many variants in one pass
    are many large products in the place of very many small ones. ``on_input`` hears, and may change, what
    is multiplied.
    """
    tensors, variants = model.tensors, len(changed)

    def matrices(name: str) -> Tensor:
        if not any(name in one for one in changed):
            return tensors[name][None]
        return torch.stack([one.get(name, tensors[name]) for one in changed])

    def times(name: str, value: Tensor) -> Tensor:
        value = on_input(name, value) if on_input else value
        matrix = matrices(name).mT if name == "embedding" else matrices(name)
        product = value.reshape(variants, -1, value.shape[-1]) @ matrix
        return product.view(*value.shape[:-1], -1)

    embedded = matrices("embedding")[:, tokens].expand(variants, -1, -1, -1).flatten(0, 1)
    logits = forward(model, tokens.repeat(variants, 1), embedded=embedded, times=times)
    return logits.view(variants, *tokens.shape, -1)


@dataclasses.dataclass(frozen=True, eq=False)
class Rounded:
    """A matrix as it comes back from the codes, in the model's own layout.

    ``weight_error`` is Σe²/Σw² and ``power`` Σw²; ``output_error`` is ‖X(Ŵ − W)ᵀ‖²/‖XWᵀ‖², X being what enters the
    matrix on the held-out text. ``bits`` are those that a weight takes, scales counted.
    """

    weights: Tensor
    weight_error: float
    power: float
    output_error: float
    bits: float


def quantised(name: str, scheme: Scheme, calibration: Calibration) -> Rounded:
    """The matrix ``name`` under ``scheme``, its ranges found by ``calibration``."""
    weights = of_layer(name)
    blocks, _, back, errors = SweepSettings(scheme, calibration).trip(weights, scheme)
    matrix = np.ascontiguousarray(blocks.matrix(back))
    x = layer_inputs()[name]
    moved, true = (np.square(x @ each.T, dtype=np.float64).sum() for each in (matrix - weights, weights))
    power = float(np.square(weights, dtype=np.float64).sum())
    inside = torch.from_numpy(matrix)
    return Rounded(
        inside if name == "embedding" else inside.T.contiguous(),
        float((errors.rounding + errors.clipping).sum()) / power, power, float(moved / true),
        scheme.bits_per_number(*weights.shape),
    )  # fmt: skip


def activation_rounding(bits: int) -> OnInput:
    """Each token's activations to int codes of so many bits with a zero-point, the range being that token's own."""
    scheme = Scheme(bits=bits, affine=True, granularity="channel")

    def rounded(name: str, value: Tensor) -> Tensor:
        tokens = np.ascontiguousarray(value.flatten(0, -2).numpy())
        blocks, _, back, _ = SweepSettings(scheme, Calibration()).trip(tokens, scheme)
        return torch.from_numpy(np.ascontiguousarray(blocks.matrix(back))).view_as(value)

    return rounded


@cache
def reference() -> tuple[Logits, float]:
    """The log-probabilities of the model in single precision on the held-out text, and their loss."""
    logits = forward(stories().transformer, held_out())
    return logits.log_softmax(-1), float(_losses(logits[None])[0])


def evaluate(
    changed: Sequence[Mapping[str, Tensor]], activation_bits: int = 0
) -> tuple[Float[np.ndarray, " variants"], Float[np.ndarray, " variants"]]:
    """Of the model with some of its matrices replaced, each variant, the loss in nats per token, and the mean of
    KL(float ‖ quantised) of the next token, in nats. Activations go to so many bits, 0 leaving them."""
    rounded = activation_rounding(activation_bits) if activation_bits else None
    with torch.no_grad():
        logits = forward_variants(stories().transformer, held_out(), rounded, changed)
        true = reference()[0]
        divergence = (true.exp() * (true - logits.log_softmax(-1))).sum(-1).mean((1, 2)).clamp(min=0)
    return _losses(logits).numpy(), divergence.numpy()


def _losses(logits: Logits) -> Float[Tensor, " variants"]:
    """Mean −ln p of the token that follows, over all places but the last of each row."""
    right = held_out()[:, 1:].expand(len(logits), -1, -1)
    losses = nn.cross_entropy(logits[:, :, :-1].flatten(0, 2), right.flatten(), reduction="none")
    return losses.view(len(logits), -1).mean(1)
