"""A transformer together with its tokenizer: text in, everything that happened out."""

from dataclasses import dataclass
from functools import cache
from pathlib import Path

import torch
from torch import Tensor

from core.errors import InputError, MissingInput
from core.models.byte_tokenizer import ByteTokenizer, Encoding
from core.models.model_files import MODELS, check_shapes, load, save
from core.models.transformer import Config, Transformer

STORIES = MODELS / "stories.safetensors"


@dataclass(frozen=True, eq=False)
class TextModel:
    """``transformer`` reads the tokens that ``tokenizer`` makes."""

    transformer: Transformer
    tokenizer: ByteTokenizer

    def encode(self, text: str, most: int) -> tuple[Encoding, str | None]:
        """The first ``most`` tokens of ``text``, and a sentence where that is not all of it.

        Raises:
            MissingInput: the text is empty.
        """
        if not text:
            raise MissingInput("text", text, "There is no text yet", "Write or paste some.")
        # A token holds at most so many characters, so this is enough of the text; one more tells whether it ends.
        enough = (most + 1) * max(map(len, self.tokenizer.tokens))
        whole = self.tokenizer.encode(text[:enough])
        if len(whole.ids) <= most:
            return whole, None
        cut = Encoding(whole.ids[:most], whole.spans[:most])
        reached = cut.spans[-1][1]
        remark = f"The first {len(cut.ids):,} tokens are shown: {reached:,} of {len(text):,} characters."
        return cut, remark

    def batch(self, encoding: Encoding) -> Tensor:
        """The tokens as a batch of one, on the model's device."""
        return torch.tensor([encoding.ids], device=self.transformer.device)


def read(path: Path = STORIES) -> TextModel:
    """The model in a safetensors file that ``write`` made.

    Raises:
        InputError: the file is missing, not a model, or its tensors do not fit its settings.
    """
    tensors, settings = load(path)
    try:
        config = Config(**settings["config"])
        tokenizer = ByteTokenizer(tuple((left, right) for left, right in settings["merges"]))
    except (KeyError, TypeError, ValueError):
        raise InputError("model", path.name, "its settings must be those of a decoder", "Choose another one.") from None
    check_shapes(tensors, config.shapes(), path.name)
    if len(tokenizer.tokens) != config.vocabulary:
        rule = (
            f"it must have an embedding for each of {len(tokenizer.tokens)} tokens, not {config.vocabulary} embeddings"
        )
        raise InputError("model", path.name, rule, "Choose another one.")
    return TextModel(Transformer(config, tensors), tokenizer)


def write(path: Path, model: TextModel) -> None:
    """Save the model with its settings and its tokenizer."""
    settings = {"config": vars(model.transformer.config), "merges": model.tokenizer.merges}
    save(path, model.transformer.tensors, settings)


@cache
def stories() -> TextModel:
    """The decoder that comes with Glassbox, on the CPU, read once in a process."""
    return read()
