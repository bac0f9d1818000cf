"""Our small transformer with its weights, and its activations where asked, on the codes of a format.

The loss is measured on stories that were held out of its training: about people who never met there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import numpy as np
import torch
from jaxtyping import Float, Float32, Int
from torch import Tensor
from torch.nn import functional as nn

from core.adaptation.blocks import lay_out
from core.adaptation.round_trip import on_device, per_block, ranges, round_trip, scales_of
from core.adaptation.scheme import Scheme
from core.attention.parts import attend, join_heads, norm, split_heads
from core.attention.rotary import rotary_angles, rotate
from core.attention.text_model import stories
from core.attention.transformer import Transformer, forward

TEXT = Path(__file__).resolve().parents[2] / "assets" / "samples" / "quantization.txt"
ROWS, TIME = 4, 128  # the held-out text, in tokens
PARTS = ("query", "key", "value", "output", "up", "down")
LAYERS = ("embedding", *(f"{layer}.{part}" for layer in range(4) for part in PARTS))
"""The matrices of the model: each layer's six, and the embedding, which also makes the logits."""
INPUTS = LAYERS

Logits = Float[Tensor, "batch time vocabulary"]
OnInput = Callable[[str, Float[Tensor, "batch time width"]], Float[Tensor, "batch time width"]]


@cache
def held_out() -> Int[Tensor, "4 128"]:
    """The tokens of the held-out stories."""
    ids = stories().tokenizer.encode(TEXT.read_text(encoding="utf-8")).ids
    return torch.tensor(ids[: ROWS * TIME]).view(ROWS, TIME)


def of_layer(name: str) -> Float32[np.ndarray, "rows columns"]:
    """The matrix called ``name``, a row for each output (of the embedding: for each token)."""
    weights = stories().transformer.tensors[name].numpy()
    return np.ascontiguousarray(weights if name == "embedding" else weights.T)


@cache
def layer_inputs(name: str) -> Float32[np.ndarray, "tokens width"]:
    """What the matrix called ``name`` is multiplied with on the held-out text, a row for each token."""
    heard: dict[str, Tensor] = {}

    def hear(layer: str, value: Tensor) -> Tensor:
        heard[layer] = value
        return value

    forward_told(stories().transformer, held_out(), hear)
    return np.ascontiguousarray(heard[name].flatten(0, 1).numpy())


def forward_told(model: Transformer, tokens: Int[Tensor, "batch time"], on_input: OnInput) -> Logits:
    """``core.attention.transformer.forward``, in which ``on_input`` hears, and may change, what enters each matrix."""
    config, tensors = model.config, model.tensors
    angles = rotary_angles(tokens.shape[1], config.rotary, config.base, config.fastest, model.device)
    stream = nn.embedding(tokens, tensors["embedding"])
    for layer in range(config.layers):

        def times(part: str, value: Tensor, layer: int = layer) -> Tensor:
            return on_input(f"{layer}.{part}", value) @ tensors[f"{layer}.{part}"]

        normed = norm(stream, tensors[f"{layer}.norm_attention"])
        query = times("query", normed) + tensors[f"{layer}.query_bias"]
        key = times("key", normed) + tensors[f"{layer}.key_bias"]
        heads = [split_heads(each, config.heads) for each in (query, key, times("value", normed))]
        mixed = attend(rotate(heads[0], angles), rotate(heads[1], angles), heads[2], None)
        stream = stream + times("output", join_heads(mixed))
        stream = stream + times("down", nn.gelu(times("up", norm(stream, tensors[f"{layer}.norm_hidden"]))))
    return on_input("embedding", norm(stream, tensors["norm"])) @ tensors["embedding"].T


def quantised(name: str, scheme: Scheme) -> tuple[Tensor, float]:
    """The matrix ``name`` as it comes back from the codes, in the model's own layout, and Σe²/Σw²."""
    weights = of_layer(name)
    blocks = lay_out(weights, scheme)
    back, errors = round_trip(blocks, scheme, scales_of(scheme, ranges(blocks, scheme)))
    share = float((errors.rounding + errors.clipping).sum() / np.square(weights, dtype=np.float64).sum())
    matrix = torch.from_numpy(np.ascontiguousarray(blocks.matrix(back)))
    return matrix if name == "embedding" else matrix.T.contiguous(), share


def activation_rounding(bits: int) -> OnInput:
    """Each token's activations to int codes of so many bits with a zero-point, the range being that token's own."""
    scheme = Scheme(bits=bits, affine=True, granularity="channel")

    def rounded(name: str, value: Tensor) -> Tensor:
        blocks = lay_out(np.ascontiguousarray(value.flatten(0, -2).numpy()), scheme)
        scale, inverse, zero = map(
            torch.from_numpy, per_block(blocks, scheme, scales_of(scheme, ranges(blocks, scheme)))
        )
        back = on_device(torch.from_numpy(blocks.x), scheme, scale, inverse, zero).numpy()
        return torch.from_numpy(np.ascontiguousarray(blocks.matrix(back))).view_as(value)

    return rounded


@dataclasses.dataclass(frozen=True)
class Outcome:
    """``loss`` in nats per token, and ``divergence``, the mean of KL(float ‖ quantised) of the next token, in nats."""

    loss: float
    divergence: float


@cache
def reference() -> tuple[Logits, float]:
    """The logits of the model in single precision on the held-out text, and their loss."""
    logits = forward(stories().transformer, held_out())
    return logits, _loss(logits)


def evaluate(changed: Mapping[str, Tensor], activation_bits: int = 0) -> Outcome:
    """The model with some of its matrices replaced; activations are rounded to so many bits, 0 leaving them."""
    model = stories().transformer
    model = dataclasses.replace(model, tensors={**model.tensors, **changed})
    with torch.no_grad():
        if activation_bits:
            logits = forward_told(model, held_out(), activation_rounding(activation_bits))
        else:
            logits = forward(model, held_out())
        true = reference()[0]
        divergence = nn.kl_div(logits.log_softmax(-1), true.log_softmax(-1), log_target=True, reduction="none").sum(-1)
    return Outcome(_loss(logits), float(divergence.mean()))


def _loss(logits: Logits) -> float:
    """Mean −ln p of the token that follows, over all places but the last of each row."""
    return float(nn.cross_entropy(logits[:, :-1].flatten(0, 1), held_out()[:, 1:].flatten()))
