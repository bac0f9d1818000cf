"""Models of ``transformers`` that the operator lists: only safetensors are read, no code of a model's own is run."""

import importlib
import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import torch

from core.errors import InputError
from core.models.token_labels import readable
from core.text import Verbatim

VARIABLE = "GLASSBOX_MODELS"
DEFAULT = ("gpt2", "distilgpt2", "bert-base-uncased", "HuggingFaceTB/SmolLM2-135M")
PICKLES = (".bin", ".pt", ".pth", ".ckpt", ".pkl", ".pickle")
PREDICTS = ("CausalLM", "LMHead", "ConditionalGeneration")  # in the names of classes


@dataclass(frozen=True, eq=False)
class Pretrained:
    """A model of ``transformers`` and its tokenizer, called ``name``."""

    name: str
    model: Any
    tokenizer: Any

    @property
    def config(self) -> Any:
        """The settings of the part that reads text."""
        return self.model.config.get_text_config()

    def word(self, number: int) -> str:
        """A token as text; by its name where it is none."""
        text = str(self.tokenizer.decode([number]))
        name = self.tokenizer.convert_ids_to_tokens([number])[0]  # a model may have more tokens than are named
        return readable(text if text and "\ufffd" not in text else str(name or f"token {number:,}"))


def offered() -> tuple[str, ...]:
    """The models that a reader may choose: names on the hub, or folders, that ``GLASSBOX_MODELS`` lists with commas."""
    listed = os.environ.get(VARIABLE)
    return DEFAULT if listed is None else tuple(name for part in listed.split(",") if (name := part.strip()))


@lru_cache(maxsize=2)
def load(name: str, device: str = "cpu", attention: str = "sdpa") -> Pretrained:
    """The model called ``name``, one of ``offered()``, with that attention. The two read last are kept.

    Raises:
        InputError: it is not offered, cannot be had, is no model, is pickled, or wants code of its own run.
    """
    if name not in offered():
        remedy = f"Choose one of {', '.join(offered())}." if offered() else ""
        raise InputError("model", name, "it must be a model that this server offers", remedy)
    if Path(name).is_dir():
        _check_folder(Path(name))
    transformers = library()
    only_here = {"trust_remote_code": False, "local_files_only": Path(name).is_dir()}
    remedy = "Choose the small model that comes with Glassbox, or ask the operator."
    try:
        config = transformers.AutoConfig.from_pretrained(name, **only_here)
        if config.is_encoder_decoder:
            rule = "it must be an encoder or a decoder, and is both"
            raise InputError("model", name, rule, "Choose another.")
        predicts = any(part in kind for kind in config.architectures or () for part in PREDICTS)
        kind = transformers.AutoModelForCausalLM if predicts else transformers.AutoModel
        model = kind.from_pretrained(
            name, attn_implementation=attention, use_safetensors=True, dtype=torch.float32, **only_here
        )
        tokenizer = transformers.AutoTokenizer.from_pretrained(name, use_fast=True, **only_here)
    except InputError:
        raise
    except (OSError, ValueError, KeyError, ImportError, AttributeError, TypeError, RuntimeError) as error:
        why = Verbatim(reason(error))  # the library's own words
        rule = f"it must be on this server or on the Hugging Face hub, and could not be loaded ({why})"
        raise InputError("model", name, rule, remedy) from None
    return Pretrained(name, model.eval().to(device), tokenizer)


def library() -> ModuleType:
    """``transformers`` itself.

    Raises:
        InputError: it is not installed.
    """
    try:
        return importlib.import_module("transformers")
    except ImportError:
        remedy = "The small model that comes with Glassbox needs nothing."
        rule = "the transformers library must be installed on this server"
        raise InputError("model", "transformers", rule, remedy) from None


def reason(error: Exception) -> str:
    """The first line of what ``transformers`` says."""
    lines = str(error).strip().splitlines()
    return lines[0][:160].rstrip(".") if lines else type(error).__name__


def _check_folder(folder: Path) -> None:
    files = sorted(each.name for each in folder.iterdir())
    if "config.json" not in files:
        raise InputError("model", str(folder), "the folder must hold a model with its config.json", "Name another one.")
    pickles = [name for name in files if name.endswith(PICKLES)]
    if pickles and not any(name.endswith(".safetensors") for name in files):
        rule = f"its weights must be safetensors, not pickled ({pickles[0]}): opening a pickle runs what it holds"
        raise InputError("model", str(folder), rule, "Save it as safetensors.")
