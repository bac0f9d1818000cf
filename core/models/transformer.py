"""A decoder-only transformer in plain torch, whose forward pass is recorded part by part and whose heads switch off.

One block is, with x the residual stream and h over heads,

    a = norm(x),  q_h = R (a W_Q^h + b_Q^h),  k_h = R (a W_K^h + b_K^h),  v_h = a W_V^h
    A_h = softmax(q_h k_hᵀ/√d_h + M),  x ← x + Σ_h A_h v_h W_O^h,  x ← x + gelu(norm(x) W_up) W_down

where R turns part of each query and key by its place (``core.models.rotary``) and M is −∞ where a query may not
look. The logits are norm(x) Eᵀ with E the embedding.

Source: Vaswani et al. (2017), "Attention Is All You Need"; Zhang and Sennrich (2019) for the norm; Su et al. (2021)
for the places.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor
from torch.nn import functional as nn

from core.models.layers import Hook, OneDevice, Part, attend, join_heads, norm, split_heads
from core.models.rotary import rotary_angles, rotate

Kept = Callable[[int, Tensor, Tensor], tuple[Tensor, Tensor]]
Times = Callable[[str, Tensor], Tensor]
PARTS_OF_LAYER = (
    *("norm_attention", "query", "query_bias", "key", "key_bias", "value", "output"),
    *("norm_hidden", "up", "down"),
)


@dataclass(frozen=True)
class Config:
    """The shape of a transformer: ``heads`` divides ``width``, and ``hidden`` is the width between up and down.

    ``rotary`` of each head's ``head_width`` coordinates carry the place, turned with ``base`` and ``fastest``.
    ``context`` is the longest sequence of the training, in tokens; longer ones run too.
    """

    vocabulary: int
    width: int
    layers: int
    heads: int
    hidden: int
    rotary: int
    base: float
    fastest: float
    context: int

    @property
    def head_width(self) -> int:
        return self.width // self.heads

    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The name and the shape of every tensor that a model of this shape is made of."""
        line, square, wide = (self.width,), (self.width, self.width), (self.width, self.hidden)
        of_layer = (line, square, line, square, line, square, square, line, wide, wide[::-1])
        shapes: dict[str, tuple[int, ...]] = {
            "embedding": (self.vocabulary, self.width),
            "norm": (self.width,),
            "mean": (self.layers, self.heads, self.head_width),
        }
        for layer in range(self.layers):
            shapes |= {f"{layer}.{part}": shape for part, shape in zip(PARTS_OF_LAYER, of_layer, strict=True)}
        return shapes


@dataclass(frozen=True, eq=False)
class Transformer(OneDevice):
    """A ``config`` and its ``tensors``.

    ``mean`` is what each head mixes (A_h v_h) on average over text of the training's kind: the value that a head
    which is switched off by its mean gives.
    """

    config: Config
    tensors: Mapping[str, Tensor]


@dataclass(frozen=True, eq=False)
class Ablation:
    """Heads that are switched off: instead of A_h v_h they give 0 ("zero"), or what they give on average ("mean")."""

    off: Bool[Tensor, "layers heads"]
    by: Literal["zero", "mean"] = "zero"


@dataclass(frozen=True, eq=False)
class Trace:
    """Everything of one forward pass.

    ``scores`` are q·k/√d_h before the mask, and ``mixed`` is A_h v_h. ``residual[0]`` is the embedding, ``residual[l]``
    the stream after layer l.
    """

    query: Float[Tensor, "layers batch heads time head_width"]
    key: Float[Tensor, "layers batch heads time head_width"]
    value: Float[Tensor, "layers batch heads time head_width"]
    scores: Float[Tensor, "layers batch heads time time"]
    weights: Float[Tensor, "layers batch heads time time"]
    mixed: Float[Tensor, "layers batch heads time head_width"]
    residual: Float[Tensor, "layers_1 batch time width"]
    logits: Float[Tensor, "batch time vocabulary"]


def forward(
    model: Transformer,
    tokens: Int[Tensor, "batch time"],
    *,
    allowed: Bool[Tensor, "... time read"] | None = None,
    ablation: Ablation | None = None,
    hook: Hook | None = None,
    inner: bool = True,
    kept: Kept | None = None,
    before: int = 0,
    embedded: Float[Tensor, "batch time width"] | None = None,
    times: Times | None = None,
) -> Float[Tensor, "batch time vocabulary"]:
    """The logits of the next token at every place, the first of which is number ``before``.

    ``allowed`` says which keys (columns) a query (row) may look at, None being the causal mask; a query that may look
    nowhere gets nothing. Without a ``hook``, or where it need not hear of what is ``inner`` to a head (scores and
    weights), torch's own ``scaled_dot_product_attention`` does the work. ``kept`` takes the keys and values of a layer
    and gives those of all places that were read, which ``allowed`` then has columns for. ``embedded`` stands in for the
    embeddings of the tokens, and ``times`` for the product of a value with the matrix of that name, of which the
    embedding makes the logits.
    """
    config, tensors = model.config, model.tensors
    allowed = None if allowed is None else allowed.to(model.device)
    off = None if ablation is None else ablation.off.to(model.device)[:, :, None, None]
    angles = rotary_angles(before + tokens.shape[1], config.rotary, config.base, config.fastest, model.device)[before:]
    stream = nn.embedding(tokens, tensors["embedding"]) if embedded is None else embedded
    times = times or (lambda name, value: value @ (tensors[name].T if name == "embedding" else tensors[name]))
    if hook:
        hook("residual", 0, stream)
    for layer in range(config.layers):
        of_layer = {part: tensors[f"{layer}.{part}"] for part in PARTS_OF_LAYER}
        normed = norm(stream, of_layer["norm_attention"])
        # The biases let a head look by place alone, whatever stands there.
        query = rotate(split_heads(times(f"{layer}.query", normed) + of_layer["query_bias"], config.heads), angles)
        key = rotate(split_heads(times(f"{layer}.key", normed) + of_layer["key_bias"], config.heads), angles)
        value = split_heads(times(f"{layer}.value", normed), config.heads)
        if kept:
            key, value = kept(layer, key, value)
        mixed = attend(query, key, value, allowed, layer, hook if inner else None)
        if ablation is not None and off is not None:
            instead = tensors["mean"][layer, :, None] if ablation.by == "mean" else torch.zeros_like(mixed)
            mixed = torch.where(off[layer], instead, mixed)
        if hook:
            hook("query", layer, query)
            hook("key", layer, key)
            hook("value", layer, value)
            hook("mixed", layer, mixed)
        stream = stream + times(f"{layer}.output", join_heads(mixed))
        hidden = nn.gelu(times(f"{layer}.up", norm(stream, of_layer["norm_hidden"])))
        stream = stream + times(f"{layer}.down", hidden)
        if hook:
            hook("residual", layer + 1, stream)
    return times("embedding", norm(stream, tensors["norm"]))


def trace(
    model: Transformer,
    tokens: Int[Tensor, "batch time"],
    *,
    allowed: Bool[Tensor, "... time time"] | None = None,
    ablation: Ablation | None = None,
) -> Trace:
    """``forward`` with everything kept."""
    parts: dict[str, list[Tensor]] = {}

    def keep(part: Part, layer: int, value: Tensor) -> None:
        parts.setdefault(part, []).append(value)

    logits = forward(model, tokens, allowed=allowed, ablation=ablation, hook=keep)
    return Trace(logits=logits, **{part: torch.stack(values) for part, values in parts.items()})


def logit_lens(model: Transformer, stream: Float[Tensor, "*batch width"]) -> Float[Tensor, "*batch vocabulary"]:
    """The logits that the stream gives at any depth, as if no layer followed.

    Source: nostalgebraist (2020), "interpreting GPT: the logit lens".
    """
    return norm(stream, model.tensors["norm"]) @ model.tensors["embedding"].T
