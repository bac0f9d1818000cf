"""The attention that ``transformers`` calls in every layer of a model: the model's own, recorded and checked."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple

import numpy as np
import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.attention.attention.interventions import Changes
from core.attention.attention.layer_rule import LayerRule
from core.errors import InputError
from core.models.pretrained import library

IMPLEMENTATION = "glassbox"
TOLERANCE = 1e-3  # of a weight


class RecordedLayer(NamedTuple):
    """``mean`` is what each head mixes (A v), on average over the text; keys and values stand once for each head."""

    query: Float[Tensor, "heads time head_width"]
    key: Float[Tensor, "heads time head_width"]
    value: Float[Tensor, "heads time head_width"]
    mean: Float[Tensor, "heads head_width"]
    rule: LayerRule


@dataclass(eq=False)
class Recorder:
    """The ``layers`` of one pass of a model that has ``depth`` of them, which goes by ``changes``.

    Heads that are off give 0, or ``instead``. Without changes the weights of every head are compared with those that
    its rule gives; ``differs`` says where they are not the same, and why.
    """

    changes: Changes
    depth: int
    instead: Float[Tensor, "layers heads head_width"] | None = None
    layers: list[RecordedLayer] = field(default_factory=list)
    differs: str = ""

    def mask(self, own: Bool[np.ndarray, "queries keys"]) -> Bool[np.ndarray, "queries keys"]:
        """The mask of this pass for a layer whose ``own`` this is; equal ones of several layers are one array."""
        allowed = self.changes.allowed(own)
        return next((each.rule.allowed for each in self.layers if np.array_equal(each.rule.allowed, allowed)), allowed)

    def check(self, layer: RecordedLayer, weights: Tensor, mask: Tensor | None) -> None:
        """Compare the ``weights`` of a layer with those of its rule."""
        if self.changes.any or self.differs:
            return
        # Scores of a hundred, added up in another order, move weights by 1e-5; another formula moves them by far more.
        errors = (layer.rule.weights(layer.query, layer.key) - weights).abs().amax((1, 2))
        if not bool((errors <= TOLERANCE).all()):
            head = int(errors.nan_to_num(torch.inf).argmax())
            biased = mask is not None and bool(((mask < 0) & (mask > _lowest(mask) / 2) | (mask > 0)).any())
            why = "numbers of its own are added to the scores" if biased else "the weights follow another formula"
            self.differs = f"in layer {len(self.layers) + 1}, head {head + 1} {why}"

    def switched(self, mixed: Float[Tensor, "batch time heads head_width"]) -> Tensor:
        """``mixed``, or what stands in for it where a head of the present layer is off."""
        off, layer = self.changes.heads_off(self.depth, mixed.shape[2]).to(mixed.device), len(self.layers)
        if layer >= len(off):
            return mixed
        instead = torch.zeros_like(mixed) if self.instead is None else self.instead[layer]
        return torch.where(off[layer][:, None], instead, mixed)


_recorder: ContextVar[Recorder | None] = ContextVar("recorder", default=None)


@cache
def register() -> None:
    """Make this module's attention known to ``transformers``, with the masks of its eager attention."""
    transformers = library()
    transformers.AttentionInterface.register(IMPLEMENTATION, _attention)
    masks = transformers.masking_utils
    masks.AttentionMaskInterface.register(IMPLEMENTATION, masks.eager_mask)


@contextmanager
def recording(recorder: Recorder) -> Iterator[Recorder]:
    """What the attention of this context does goes to ``recorder``."""
    token = _recorder.set(recorder)
    try:
        yield recorder
    finally:
        _recorder.reset(token)


def _attention(
    module: Any, query: Tensor, key: Tensor, value: Tensor, attention_mask: Tensor | None, **settings: Any
) -> tuple[Tensor, Tensor]:
    """What the eager attention of the model's own file gives, told to the recorder of this context.

    Of its ``settings`` three belong to the rule of a layer: ``scaling``, ``softcap`` and ``s_aux``, the sinks.
    """
    eager = getattr(sys.modules[type(module).__module__], "eager_attention_forward", None)
    if eager is None:
        reason = "its attention must be written out in transformers, where it can be compared with the formula"
        raise InputError("model", type(module).__name__, reason, "Choose another.")
    recorder = _recorder.get()
    if recorder is None:
        return eager(module, query, key, value, attention_mask, **settings)  # type: ignore[no-any-return]
    own = _visible(attention_mask, query.shape[2], key.shape[2])
    allowed, mask = recorder.mask(own), attention_mask
    if recorder.changes.mask != "own":
        hidden = torch.from_numpy(~allowed).to(query.device)
        mask = torch.zeros_like(hidden, dtype=query.dtype).masked_fill(hidden, _lowest(query))[None, None]
    mixed, weights = eager(module, query, key, value, mask, **settings)
    # A query that may look nowhere gets nothing, as in core.models.layers.
    mixed = mixed * torch.from_numpy(allowed.any(1)).to(mixed)[:, None, None]
    scale, sinks = settings.get("scaling"), settings.get("s_aux")
    rule = LayerRule(
        allowed,
        query.shape[-1] ** -0.5 if scale is None else float(scale),
        settings.get("softcap"),
        None if sinks is None else sinks.float().flatten().cpu().numpy(),
    )
    key, value = (each.repeat_interleave(query.shape[1] // each.shape[1], 1)[0] for each in (key, value))
    layer = RecordedLayer(query[0], key, value, mixed[0].mean(0), rule)
    recorder.check(layer, weights[0], attention_mask)
    mixed = recorder.switched(mixed)
    recorder.layers.append(layer)
    return mixed, weights


def _visible(mask: Tensor | None, queries: int, keys: int) -> Bool[np.ndarray, "queries keys"]:
    """Which keys a mask leaves that is added to the scores."""
    if mask is None:
        return np.ones((queries, keys), bool)
    return np.asarray((mask[0, 0] > _lowest(mask) / 2).cpu().numpy())


def _lowest(of: Tensor) -> float:
    return torch.finfo(of.dtype).min
