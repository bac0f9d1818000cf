"""What every transformer here is made of: attention that can be heard, the norm, and the cutting into heads."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Literal, TypeVar

import torch
from jaxtyping import Bool, Float
from torch import Tensor
from torch.nn import functional as nn

Part = Literal["query", "key", "value", "scores", "weights", "mixed", "residual"]
Hook = Callable[[Part, int, Tensor], None]
"""Is told a part of the forward pass, the number of its layer, and its value."""

EPSILON = 1e-5
Queries = Float[Tensor, "*batch queries width"]
Keys = Float[Tensor, "*batch keys width"]
Scores = Float[Tensor, "*batch queries keys"]
Allowed = Bool[Tensor, "*masks queries keys"]
M = TypeVar("M")


class OneDevice:
    """A frozen dataclass whose ``tensors``, by name, are all on one device."""

    tensors: Mapping[str, Tensor]

    @property
    def device(self) -> torch.device:
        return next(iter(self.tensors.values())).device

    def to(self: M, device: torch.device | str) -> M:
        model: Any = self
        return replace(model, tensors={name: each.to(device) for name, each in model.tensors.items()})  # type: ignore[no-any-return]


def attend(
    query: Queries, key: Keys, value: Keys, allowed: Allowed | None, layer: int = 0, hook: Hook | None = None
) -> Queries:
    """softmax(q kᵀ/√d + M) v; ``allowed`` None is the causal mask. The ``hook`` is given scores and weights."""
    if hook is None:
        return nn.scaled_dot_product_attention(query, key, value, attn_mask=allowed, is_causal=allowed is None)
    scores = query @ key.transpose(-1, -2) * query.shape[-1] ** -0.5
    if allowed is None:
        allowed = torch.ones(scores.shape[-2:], dtype=torch.bool, device=scores.device).tril()
    weights = masked_softmax(scores, allowed)
    hook("scores", layer, scores)
    hook("weights", layer, weights)
    return weights @ value


def masked_softmax(scores: Scores, allowed: Allowed, sinks: Float[Tensor, " heads"] | None = None) -> Scores:
    """Softmax over the allowed keys. A query that may look nowhere gets zeros, where 0/0 would stand.

    ``sinks`` are further scores, one for each head, that take part and are left out of what comes back.
    """
    masked = scores.masked_fill(~allowed, -torch.inf)
    if sinks is not None:
        masked = torch.cat([masked, sinks[:, None, None].expand(*masked.shape[:-1], 1)], -1)
    return masked.softmax(-1)[..., : scores.shape[-1]].masked_fill(~allowed.any(-1, keepdim=True), 0.0)


def norm(stream: Float[Tensor, "*batch width"], gain: Float[Tensor, " width"]) -> Float[Tensor, "*batch width"]:
    """x/√(mean(x²) + ε)·gain."""
    return nn.rms_norm(stream, gain.shape, gain, EPSILON)


def split_heads(stream: Float[Tensor, "batch time width"], heads: int) -> Float[Tensor, "batch heads time head_width"]:
    """Head h takes coordinates h·d_h to (h + 1)·d_h."""
    return stream.view(*stream.shape[:-1], heads, -1).transpose(1, 2)


def join_heads(mixed: Float[Tensor, "batch heads time head_width"]) -> Float[Tensor, "batch time width"]:
    return mixed.transpose(1, 2).flatten(-2)
