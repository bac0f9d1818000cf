"""A small encoder–decoder in plain torch, for cross-attention: each word that is written looks at the words read.

The encoder is blocks of self-attention without a mask; the decoder's blocks have causal self-attention, then
cross-attention whose queries come from the decoder and whose keys and values from the encoder, then a hidden layer.
Each of them reads the normed stream and adds to it. Places are marked by adding sinusoids to the embeddings.

Source: Vaswani et al. (2017), "Attention Is All You Need", section 3, with the norm in front of each part.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn import functional as nn

from core.models.layers import Hook, OneDevice, Part, attend, join_heads, norm, split_heads

ATTENTION = ("norm", "query", "key", "value", "output")
HIDDEN = ("norm", "up", "down")
Words = Int[Tensor, "batch words"]
IsWord = Bool[Tensor, "batch words"]
Written = Int[Tensor, "batch time"]
Logits = Float[Tensor, "batch time target"]
Stream = Float[Tensor, "batch queries width"]


@dataclass(frozen=True)
class EncoderDecoderConfig:
    """The shape of an encoder–decoder: ``layers`` in each half; ``source`` and ``target`` are numbers of words."""

    source: int
    target: int
    width: int
    layers: int
    heads: int
    hidden: int

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The name and the shape of every tensor that a model of this shape is made of."""
        square, wide = (self.width, self.width), (self.width, self.hidden)
        attention = dict(zip(ATTENTION, ((self.width,), square, square, square, square), strict=True))
        hidden = dict(zip(HIDDEN, ((self.width,), wide, wide[::-1]), strict=True))
        parts = {"encoder": {"self": attention, "hidden": hidden}}
        parts["decoder"] = {"self": attention, "cross": attention, "hidden": hidden}
        shapes: dict[str, tuple[int, ...]] = {
            f"{half}.{layer}.{part}.{name}": shape
            for half, of_half in parts.items()
            for layer in range(self.layers)
            for part, tensors in of_half.items()
            for name, shape in tensors.items()
        }
        shapes |= {"source": (self.source, self.width), "target": (self.target, self.width)}
        return shapes | {"encoder.norm": (self.width,), "decoder.norm": (self.width,)}


@dataclass(frozen=True, eq=False)
class EncoderDecoder(OneDevice):
    """A ``config`` and its ``tensors``."""

    config: EncoderDecoderConfig
    tensors: Mapping[str, Tensor]


@dataclass(frozen=True, eq=False)
class Steps:
    """The steps of one kind of attention in all layers; ``scores`` are q·k/√d_h before the mask."""

    query: Float[Tensor, "layers batch heads queries head_width"]
    key: Float[Tensor, "layers batch heads keys head_width"]
    value: Float[Tensor, "layers batch heads keys head_width"]
    scores: Float[Tensor, "layers batch heads queries keys"]
    weights: Float[Tensor, "layers batch heads queries keys"]


@dataclass(frozen=True, eq=False)
class CrossTrace:
    """Everything of one forward pass: row t of ``cross.weights`` is for the writing of word t + 1."""

    encoder: Steps
    decoder: Steps
    cross: Steps
    logits: Logits


def forward(
    model: EncoderDecoder,
    source: Words,
    written: Written,
    *,
    is_word: IsWord | None = None,
    hooks: Mapping[str, Hook] | None = None,
) -> Logits:
    """The logits of the next word after each of ``written``.

    ``is_word`` is False where a shorter sentence is filled up; None where none is. ``hooks`` hear the "encoder", the
    "decoder" (its self-attention) and "cross".
    """
    hooks, tensors = hooks or {}, model.tensors
    every = torch.ones_like(source, dtype=torch.bool) if is_word is None else is_word
    readable = every[:, None, None, :]
    read = nn.embedding(source, tensors["source"]) + sinusoids(source.shape[1], model.config.width, model.device)
    around = readable.expand(-1, 1, source.shape[1], -1)
    for layer in range(model.config.layers):
        read = read + _attention(model, f"encoder.{layer}.self", layer, read, None, around, hooks.get("encoder"))
        read = read + _hidden(model, f"encoder.{layer}.hidden", read)
    memory = norm(read, tensors["encoder.norm"])
    stream = nn.embedding(written, tensors["target"]) + sinusoids(written.shape[1], model.config.width, model.device)
    across = readable.expand(-1, 1, written.shape[1], -1)
    for layer in range(model.config.layers):
        stream = stream + _attention(model, f"decoder.{layer}.self", layer, stream, None, None, hooks.get("decoder"))
        stream = stream + _attention(model, f"decoder.{layer}.cross", layer, stream, memory, across, hooks.get("cross"))
        stream = stream + _hidden(model, f"decoder.{layer}.hidden", stream)
    return norm(stream, tensors["decoder.norm"]) @ tensors["target"].T


def trace(model: EncoderDecoder, source: Words, written: Written, *, is_word: IsWord | None = None) -> CrossTrace:
    """``forward`` with the steps of all attention kept."""
    kept: dict[str, dict[str, list[Tensor]]] = {"encoder": {}, "decoder": {}, "cross": {}}

    def keep(kind: str, part: Part, layer: int, value: Tensor) -> None:
        kept[kind].setdefault(part, []).append(value)

    logits = forward(model, source, written, is_word=is_word, hooks={kind: partial(keep, kind) for kind in kept})
    steps = {kind: Steps(**{p: torch.stack(values) for p, values in parts.items()}) for kind, parts in kept.items()}
    return CrossTrace(**steps, logits=logits)


def write_greedily(
    model: EncoderDecoder, source: Words, start: int, end: int, most: int, *, is_word: IsWord | None = None
) -> Written:
    """The likeliest word, again and again, from ``start`` until all sentences hold ``end``, or ``most`` words stand."""
    written = torch.full((source.shape[0], 1), start, dtype=torch.long, device=model.device)
    while written.shape[1] <= most and not (written == end).any(1).all():
        best = forward(model, source, written, is_word=is_word)[:, -1].argmax(-1)
        written = torch.cat([written, best[:, None]], dim=1)
    return written


def sinusoids(places: int, width: int, device: torch.device | str = "cpu") -> Float[Tensor, "places width"]:
    """Coordinate 2i of place m is sin(m·10000^(−2i/width)), coordinate 2i + 1 the cosine of the same angle."""
    speed = 10_000.0 ** (-torch.arange(0, width, 2, dtype=torch.float64, device=device) / width)
    angles = torch.outer(torch.arange(places, dtype=torch.float64, device=device), speed)
    return torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1).float()


def _attention(
    model: EncoderDecoder,
    name: str,
    layer: int,
    stream: Stream,
    memory: Float[Tensor, "batch keys width"] | None,
    allowed: Bool[Tensor, "batch 1 queries keys"] | None,
    hook: Hook | None,
) -> Stream:
    """What attention adds to the ``stream``; its keys and values come from ``memory``, or from the stream itself."""
    of, heads = {part: model.tensors[f"{name}.{part}"] for part in ATTENTION}, model.config.heads
    normed = norm(stream, of["norm"])
    source = normed if memory is None else memory
    query = split_heads(normed @ of["query"], heads)
    key, value = split_heads(source @ of["key"], heads), split_heads(source @ of["value"], heads)
    if hook is not None:
        hook("query", layer, query)
        hook("key", layer, key)
        hook("value", layer, value)
    return join_heads(attend(query, key, value, allowed, layer, hook)) @ of["output"]


def _hidden(model: EncoderDecoder, name: str, stream: Float[Tensor, "*batch width"]) -> Float[Tensor, "*batch width"]:
    of = {part: model.tensors[f"{name}.{part}"] for part in HIDDEN}
    return nn.gelu(norm(stream, of["norm"]) @ of["up"]) @ of["down"]
