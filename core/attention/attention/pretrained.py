"""Real models, through ``transformers``: their attention, step by step, out of a list that the operator sets.

Only safetensors are read and no code of a model's own is run. The attention itself is computed here, by a function that
``transformers`` calls in every layer of GPT-2, BERT, Llama and their like, so that queries, keys and values are at
hand and heads can be switched off.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import torch
from jaxtyping import Bool, Float
from torch import Tensor

from core.attention.attention.recorded_attention import IMPLEMENTATION, Recorder, recording, register
from core.errors import InputError, MissingInput

VARIABLE = "GLASSBOX_MODELS"
DEFAULT = ("gpt2", "distilgpt2", "bert-base-uncased", "HuggingFaceTB/SmolLM2-135M")
PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
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
    register()
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
        InputError: the model's attention does not pass through ``recorded_attention``.
    """
    device = pretrained.model.device
    coded = pretrained.tokenizer(text, truncation=True, max_length=most, return_offsets_mapping=True)
    if not coded["input_ids"]:
        raise MissingInput("text", text, "There is no text yet", "Write or paste some.")
    off, allowed, instead = (None if each is None else each.to(device) for each in (off, allowed, instead))
    with torch.no_grad(), recording(Recorder(off, allowed, instead, last)) as recorder:
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
