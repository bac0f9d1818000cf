"""Real models, through ``transformers``: their attention, step by step.

Every layer calls the attention of ``recorded_attention``, so that queries, keys, values and the rule of the layer are
at hand, masks can be changed and heads switched off.
"""

from dataclasses import dataclass
from typing import Any

import torch
from jaxtyping import Float
from torch import Tensor

from core.attention.attention.head_cache import HeadCache
from core.attention.attention.interventions import Changes
from core.attention.attention.recorded_attention import IMPLEMENTATION, Recorder, recording, register
from core.errors import InputError, MissingInput
from core.models.pretrained import Pretrained, load, reason

FINAL_NORMS = ("ln_f", "norm", "final_layer_norm")  # as GPT-2, Llama and OPT call it
LENS_TOLERANCE = 1e-2  # of a logit


@dataclass(frozen=True, eq=False)
class PretrainedTrace:
    """One pass over one text: ``tokens`` as they are called, ``spans`` in characters, (0, 0) for a model's own marks.

    Where several query heads share keys and values (grouped queries) ``heads`` has these for each of them. ``differs``
    says where its weights are not the model's own, and why. ``mean`` is what each head mixes (A v) on average over the
    text. ``logits`` are those of the next token, None of a model that does not predict it. ``lens`` are those of the
    last place read after the embedding and after each layer, as if no other followed; None where the model does not
    show how it ends.
    """

    tokens: tuple[str, ...]
    spans: tuple[tuple[int, int], ...]
    heads: HeadCache
    differs: str
    mean: Float[Tensor, "layers heads head_width"]
    logits: Float[Tensor, "time vocabulary"] | None
    lens: Float[Tensor, "depths vocabulary"] | None


def load_pretrained(name: str, device: str = "cpu") -> Pretrained:
    """The model called ``name``, one of ``offered()``, whose attention can be recorded.

    Raises:
        InputError: it is not offered, cannot be had, is no model, is pickled, or wants code of its own run.
    """
    register()
    return load(name, device, IMPLEMENTATION)


def read_text(
    pretrained: Pretrained,
    text: str,
    most: int,
    changes: Changes | None = None,
    mean: Float[Tensor, "layers heads head_width"] | None = None,
) -> PretrainedTrace:
    """One pass over the first ``most`` tokens of ``text``; heads that ``changes`` switch off give 0, or the ``mean``.

    Raises:
        MissingInput: the text has no token.
        InputError: the model's attention does not pass through ``recorded_attention``, or its layers differ in shape;
            there is no head that ``changes`` switch off, or no place that they hide.
    """
    changes, device = changes or Changes(), pretrained.model.device
    coded = pretrained.tokenizer(text, truncation=True, max_length=most, return_offsets_mapping=True)
    if not coded["input_ids"]:
        raise MissingInput("text", text, "There is no text yet", "Write or paste some.")
    depth = getattr(pretrained.config, "num_hidden_layers", 0)
    with torch.no_grad(), recording(Recorder(changes, depth, mean)) as recorder:
        try:
            answer = pretrained.model(torch.tensor([coded["input_ids"]], device=device), output_hidden_states=True)
        except InputError:
            raise
        except (ValueError, TypeError, AttributeError, KeyError, IndexError) as error:
            rule = f"it must run on text alone, and does not ({reason(error)})"
            raise InputError("model", pretrained.name, rule, "Choose another.") from None
        lens = _lens(pretrained, answer)
    layers = recorder.layers
    if len(layers) != depth or len({each.query.shape for each in layers}) > 1:
        rule = "each of its layers must have one attention, and all layers the same number of heads of the same width"
        raise InputError("model", pretrained.name, rule, "Choose another.")
    query, key, value = (
        torch.stack([getattr(each, part) for each in layers]).cpu().numpy() for part in ("query", "key", "value")
    )
    logits = getattr(answer, "logits", None)
    return PretrainedTrace(
        tuple(pretrained.tokenizer.convert_ids_to_tokens(coded["input_ids"])),
        tuple((int(start), int(end)) for start, end in coded["offset_mapping"]),
        HeadCache(tuple(coded["input_ids"]), query, key, value, tuple(each.rule for each in layers)),
        recorder.differs,
        torch.stack([each.mean for each in layers]),
        None if logits is None else logits[0],
        lens,
    )


def _lens(pretrained: Pretrained, answer: Any) -> Float[Tensor, "depths vocabulary"] | None:
    """The stream of the last place at every depth, through the last norm and the map to the vocabulary."""
    decoder = pretrained.model.get_decoder()
    norm = next((each for name in FINAL_NORMS if (each := getattr(decoder, name, None)) is not None), None)
    if norm is None or getattr(answer, "logits", None) is None:
        return None
    streams = torch.stack([stream[0, -1] for stream in answer.hidden_states])
    streams = torch.cat([norm(streams[:-1]), streams[-1:]])  # the last stream is given with its norm already
    logits: Float[Tensor, "depths vocabulary"] = pretrained.model.get_output_embeddings()(streams)
    softcap = getattr(pretrained.config, "final_logit_softcapping", None)
    logits = logits if softcap is None else softcap * torch.tanh(logits / softcap)
    own = answer.logits[0, -1:]
    return torch.cat([logits[:-1], own]) if torch.allclose(logits[-1:], own, atol=LENS_TOLERANCE) else None
