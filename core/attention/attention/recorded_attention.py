"""The attention that ``transformers`` calls in every layer of a real model, and what is kept of it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.errors import InputError

IMPLEMENTATION = "glassbox"
TOLERANCE = 1e-3  # of a weight


@dataclass(eq=False)
class Recorder:
    """Keeps what the layers of one pass compute, each in its place, so that nothing large is copied afterwards.

    Heads that are ``off`` give 0, or what ``instead`` has for them. With ``last`` the weights of the last layer alone
    are kept.
    """

    off: Bool[Tensor, "layers heads"] | None
    allowed: Bool[Tensor, "time time"] | None = None
    instead: Float[Tensor, "layers heads head_width"] | None = None
    last: bool = False
    layer: int = 0
    layers: int = 0
    causal: bool = True
    differs: str = ""  # why what is kept does not give the model's own weights
    parts: dict[str, Tensor] = field(default_factory=dict)

    def softmax(self, masked: Tensor, layers: int, sink: Tensor | None) -> Tensor:
        """The weights, computed where they are kept; elsewhere for a model with more attention than layers."""
        if self.layer >= layers:
            return _softmax(masked, sink)
        self.layers = layers
        at = 0 if self.last else self.layer
        place = self._of_layers("weights", masked, 1 if self.last else layers)[at : at + 1]
        return torch.softmax(masked, -1, out=place) if sink is None else place.copy_(_softmax(masked, sink))

    def check(self, query: Tensor, key: Tensor, weights: Tensor, reason: str) -> None:
        """Note where the weights of this layer are not softmax(q·k/√d) under the mask of all layers, and why."""
        if self.layer >= self.layers or self.allowed is not None or self.differs:
            return
        if self.layer == 0:
            self.causal = not bool(weights.triu(1).any())
        scores = query @ key.transpose(-1, -2) * query.shape[-1] ** -0.5
        if self.causal:
            scores = scores.masked_fill(torch.ones_like(scores, dtype=torch.bool).triu(1), -torch.inf)
        # Scores of a hundred, added up in another order, move weights by 1e-5; another formula moves them by far more.
        off = (scores.softmax(-1) - weights).abs().amax((0, 2, 3))
        if not bool((off <= TOLERANCE).all()):
            self.differs = f"in layer {self.layer}, head {int(off.nan_to_num(torch.inf).argmax())} {reason}"

    def keep(self, query: Tensor, key: Tensor, value: Tensor, mixed: Tensor) -> Tensor:
        """Keep the rest, and give what is mixed with something else from the heads that are off."""
        layers, layer = self.layers, self.layer
        self.layer += 1
        if layer >= layers:
            return mixed
        for part, each in (("query", query), ("key", key), ("value", value), ("mean", mixed.mean(2))):
            self._of_layers(part, each, layers)[layer] = each[0]
        if self.off is None:
            return mixed
        instead = mixed.new_zeros(()) if self.instead is None else self.instead[layer][:, None]
        return torch.where(self.off[layer][:, None, None], instead, mixed)

    def _of_layers(self, part: str, of_layer: Tensor, layers: int) -> Tensor:
        if part not in self.parts:
            self.parts[part] = of_layer.new_empty(layers, *of_layer.shape[1:])
        return self.parts[part]


_recorder: ContextVar[Recorder | None] = ContextVar("recorder", default=None)


@cache
def register() -> None:
    """Make this module's attention known to ``transformers``, with the masks of its eager attention."""
    try:
        from transformers import AttentionInterface
        from transformers.masking_utils import AttentionMaskInterface, eager_mask
    except ImportError:
        remedy = "The small model that comes with Glassbox needs nothing."
        raise InputError(
            "model", "transformers", "the transformers library must be installed on this server", remedy
        ) from None
    AttentionInterface.register(IMPLEMENTATION, _attention)
    AttentionMaskInterface.register(IMPLEMENTATION, eager_mask)


@contextmanager
def recording(recorder: Recorder) -> Iterator[Recorder]:
    """What the attention of this context does goes to ``recorder``."""
    token = _recorder.set(recorder)
    try:
        yield recorder
    finally:
        _recorder.reset(token)


def _attention(
    module: Any,
    query: Tensor,
    key: Tensor,
    value: Tensor,
    attention_mask: Tensor | None,
    scaling: float | None = None,
    softcap: float | None = None,
    s_aux: Tensor | None = None,
    **_: Any,
) -> tuple[Tensor, Tensor]:
    """softmax(q kᵀ·scaling + M) v as ``transformers`` asks for it, told to the recorder of this context.

    ``softcap`` c bends the scores z to c·tanh(z/c), as in Gemma 2; ``s_aux`` is a score for each head that takes part
    in the softmax and has no value, as in gpt-oss.
    """
    groups = query.shape[1] // key.shape[1]
    key, value = key.repeat_interleave(groups, 1), value.repeat_interleave(groups, 1)
    if scaling is not None:  # OPT scales its queries first and asks for 1; others have a factor of their own
        query = query * (scaling * query.shape[-1] ** 0.5)
    scores = query @ key.transpose(-1, -2) * query.shape[-1] ** -0.5
    scores = scores if softcap is None else softcap * torch.tanh(scores / softcap)
    recorder = _recorder.get()
    allowed = None if recorder is None else recorder.allowed
    if allowed is not None:
        masked = scores.masked_fill(~allowed, torch.finfo(scores.dtype).min)
    else:
        masked = scores if attention_mask is None else scores + attention_mask
    sink = None if s_aux is None else s_aux.reshape(1, -1, 1, 1).expand(*masked.shape[:-1], 1)
    layers = module.config.num_hidden_layers
    weights = _softmax(masked, sink) if recorder is None else recorder.softmax(masked, layers, sink)
    if allowed is not None:  # a query that may look nowhere gets nothing, as in core.models.layers
        weights.masked_fill_(~allowed.any(-1, keepdim=True), 0.0)
    mixed = weights @ value
    if recorder is not None:
        recorder.check(query, key, weights, _reason(softcap, sink))
        mixed = recorder.keep(query, key, value, mixed)
    return mixed.transpose(1, 2).contiguous(), weights


def _softmax(masked: Tensor, sink: Tensor | None) -> Tensor:
    """The softmax, in which a ``sink`` takes its part and is then left out."""
    return masked.softmax(-1) if sink is None else torch.cat([masked, sink], -1).softmax(-1)[..., :-1]


def _reason(softcap: float | None, sink: Tensor | None) -> str:
    if softcap is not None:
        return f"bends its scores z to {softcap:g}·tanh(z/{softcap:g})"
    if sink is not None:
        return "gives part of each query's weight to a sink that is no token"
    return "hides other keys than layer 0, as a window does, or weighs them by another formula"
