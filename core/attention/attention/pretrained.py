"""Real models, through ``transformers``: their attention, step by step, out of a list that the operator sets.

Only safetensors are read and no code of a model's own is run. The attention itself is computed here, by a function that
``transformers`` calls in every layer of GPT-2, BERT, Llama and their like, so that queries, keys and values are at
hand and heads can be switched off.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.errors import InputError, MissingInput

VARIABLE = "GLASSBOX_MODELS"
DEFAULT = ("gpt2", "distilgpt2", "bert-base-uncased", "HuggingFaceTB/SmolLM2-135M")
PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
IMPLEMENTATION = "glassbox"
TOLERANCE = 1e-3  # of a weight
FINAL_NORMS = ("ln_f", "norm", "final_layer_norm")  # as GPT-2, Llama and OPT call it


@dataclass(frozen=True, eq=False)
class PretrainedTrace:
    """One pass over one text: ``tokens`` as they are called, ``spans`` in characters, (0, 0) for a model's own marks.

    Where several query heads share keys and values (grouped queries) these are repeated for each of them.
    ``weights`` may be those of the last layer alone. ``mean`` is what each head mixes (A v) on average over the text.
    ``logits`` are those of the next token, None of a model that does not predict it. ``lens`` are those of the last
    place read after the embedding and after each layer, as if no other followed; None where the model does not show
    how it ends. Queries carry the model's own factor on the scores, so that softmax(q·k/√d) gives the weights; where it
    does not in every layer and head, ``differs`` says why. It is not looked at where ``allowed`` is another mask.
    """

    tokens: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    query: Float[Tensor, "layers heads time head_width"]
    key: Float[Tensor, "layers heads time head_width"]
    value: Float[Tensor, "layers heads time head_width"]
    weights: Float[Tensor, "kept heads time time"]
    mean: Float[Tensor, "layers heads head_width"]
    logits: Float[Tensor, "time vocabulary"] | None
    ids: tuple[int, ...]
    lens: Float[Tensor, "depths vocabulary"] | None
    differs: str = ""


@dataclass(frozen=True, eq=False)
class Pretrained:
    """A model of ``transformers`` and its tokenizer, called ``name``."""

    name: str
    model: Any
    tokenizer: Any


@dataclass(eq=False)
class _Recorder:
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


_recorder: ContextVar[_Recorder | None] = ContextVar("recorder", default=None)


def offered() -> tuple[str, ...]:
    """The models that a reader may choose: names on the hub, or folders, that ``GLASSBOX_MODELS`` lists with commas."""
    listed = os.environ.get(VARIABLE)
    return DEFAULT if listed is None else tuple(name for part in listed.split(",") if (name := part.strip()))


@lru_cache(maxsize=2)
def load_pretrained(name: str, device: str = "cpu") -> Pretrained:
    """The model called ``name``, one of ``offered()``. The two read last are kept.

    Raises:
        InputError: it is not offered, cannot be had, is no model, is pickled, or wants code of its own run.
    """
    if name not in offered():
        remedy = f"Choose one of {', '.join(offered())}." if offered() else ""
        raise InputError("model", name, "it must be a model that this server offers", remedy)
    if Path(name).is_dir():
        _check_folder(Path(name))
    _register()
    import transformers

    only_here = {"trust_remote_code": False, "local_files_only": Path(name).is_dir()}
    try:
        config = transformers.AutoConfig.from_pretrained(name, **only_here)
        predicts = any("CausalLM" in kind or "LMHead" in kind for kind in config.architectures or ())
        kind = transformers.AutoModelForCausalLM if predicts else transformers.AutoModel
        model = kind.from_pretrained(
            name, attn_implementation=IMPLEMENTATION, use_safetensors=True, dtype=torch.float32, **only_here
        )
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, use_fast=True, **only_here)
    except (OSError, ValueError, KeyError, ImportError) as error:
        reason = str(error).strip().splitlines()[0][:160].rstrip(".") if str(error).strip() else type(error).__name__
        remedy = "Choose the small model that comes with Glassbox, or ask the operator."
        raise InputError(
            "model", name, f"it must be on this server or the hub, and cannot be had ({reason})", remedy
        ) from None
    return Pretrained(name, model.eval().to(device), tokenizer)


def read_text(
    pretrained: Pretrained,
    text: str,
    most: int,
    off: Bool[Tensor, "layers heads"] | None = None,
    allowed: Bool[Tensor, "time time"] | None = None,
    *,
    instead: Float[Tensor, "layers heads head_width"] | None = None,
    last: bool = False,
) -> PretrainedTrace:
    """One pass over the first ``most`` tokens of ``text``; heads of ``off`` give zero, or what ``instead`` has.

    ``allowed``, which keys (columns) a query (row) may look at, takes the place of the model's own mask. With ``last``
    the weights of the last layer alone are kept: all of them are gigabytes where the text is long.

    Raises:
        MissingInput: the text has no token.
        InputError: the model's attention does not pass through the function of this module.
    """
    device = pretrained.model.device
    coded = pretrained.tokenizer(text, truncation=True, max_length=most, return_offsets_mapping=True)
    if not coded["input_ids"]:
        raise MissingInput("text", text, "There is no text yet", "Write or paste some.")
    off, allowed, instead = (None if each is None else each.to(device) for each in (off, allowed, instead))
    with torch.no_grad(), _recording(_Recorder(off, allowed, instead, last)) as recorder:
        answer = pretrained.model(torch.tensor([coded["input_ids"]], device=device), output_hidden_states=True)
        lens = _lens(pretrained.model, answer)
    if recorder.layer != pretrained.model.config.num_hidden_layers:
        raise InputError("model", pretrained.name, "its attention must be computed layer by layer", "Choose another.")
    logits = getattr(answer, "logits", None)
    return PretrainedTrace(
        tuple(pretrained.tokenizer.convert_ids_to_tokens(coded["input_ids"])),
        tuple((int(start), int(end)) for start, end in coded["offset_mapping"]),
        **recorder.parts,
        logits=None if logits is None else logits[0],
        ids=tuple(coded["input_ids"]),
        lens=lens,
        differs=recorder.differs,
    )


def _lens(model: Any, answer: Any) -> Float[Tensor, "depths vocabulary"] | None:
    """The stream of the last place at every depth, through the last norm and the map to the vocabulary."""
    last = next((each for name in FINAL_NORMS if (each := getattr(model.base_model, name, None)) is not None), None)
    if last is None or getattr(answer, "logits", None) is None:
        return None
    inner = torch.stack([stream[0, -1] for stream in answer.hidden_states[:-1]])
    logits: Float[Tensor, "depths vocabulary"] = model.get_output_embeddings()(last(inner))
    return torch.cat([logits, answer.logits[0, -1:]])  # the last stream is given with its norm already


def _check_folder(folder: Path) -> None:
    files = sorted(each.name for each in folder.iterdir())
    if "config.json" not in files:
        raise InputError("model", str(folder), "the folder must be a model, with a config.json", "Name another one.")
    pickles = [name for name in files if name.endswith(PICKLES)]
    if pickles and not any(name.endswith(".safetensors") for name in files):
        rule = f"its weights must be safetensors, not pickled ({pickles[0]}): opening a pickle runs what it holds"
        raise InputError("model", str(folder), rule, "Save it as safetensors.")


@cache
def _register() -> None:
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
def _recording(recorder: _Recorder) -> Iterator[_Recorder]:
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
