"""A language model that writes: what it has read is kept, so that each new token costs one step and no second reading.

>>> model = load(OURS, torch.device("cpu"))
>>> reader = model.open()
>>> logits = reader.read(torch.tensor([model.encode("Mary and", 8)[0]]))
>>> model.word(int(logits[0, -1].argmax()))[0]
'␣'
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import torch
from jaxtyping import Float, Int
from torch import Tensor

from core.errors import InputError, MissingInput
from core.models import pretrained
from core.models.text_model import TextModel, stories
from core.models.token_labels import byte_label
from core.models.transformer import Transformer, forward

OURS = "ours"
Logits = Float[Tensor, "batch new vocabulary"]


@runtime_checkable
class Reader(Protocol):
    """Rows of tokens that are read on and on."""

    def read(self, tokens: Int[Tensor, "batch new"]) -> Logits:
        """The logits of the next token after each of the new ones, which are kept."""

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        """From now on the rows are these of the present ones, in this order; one may come several times."""


class CachedTransformer:
    """Our transformer with the keys and values of all that it has read."""

    def __init__(self, model: Transformer) -> None:
        self._model = model
        self._keys: list[Tensor] = []
        self._values: list[Tensor] = []

    def read(self, tokens: Int[Tensor, "batch new"]) -> Logits:
        before, new, device = (self._keys[0].shape[2] if self._keys else 0), tokens.shape[1], self._model.device
        allowed = torch.ones(new, before + new, dtype=torch.bool, device=device).tril(before)
        return forward(self._model, tokens.to(device), allowed=allowed, kept=self._kept, before=before)

    def _kept(self, layer: int, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        if layer == len(self._keys):
            self._keys.append(key)
            self._values.append(value)
        else:
            self._keys[layer] = torch.cat([self._keys[layer], key], 2)
            self._values[layer] = torch.cat([self._values[layer], value], 2)
        return self._keys[layer], self._values[layer]

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        for kept in (self._keys, self._values):
            kept[:] = [each.index_select(0, rows.to(each.device)) for each in kept]


class CachedPretrained:
    """The same of a model of ``transformers``."""

    def __init__(self, model: Any) -> None:
        self._model, self._cache = model, None

    def read(self, tokens: Int[Tensor, "batch new"]) -> Logits:
        answer = self._model(tokens.to(self._model.device), past_key_values=self._cache, use_cache=True)
        self._cache = answer.past_key_values
        return answer.logits  # type: ignore[no-any-return]

    def select(self, rows: Int[Tensor, " rows"]) -> None:
        if self._cache is not None:
            self._cache.batch_select_indices(rows.to(self._model.device))


@dataclass(frozen=True, eq=False)
class LanguageModel:
    """``encode`` gives the last tokens of a text, at most so many, and what is to be said of it; ``word`` calls a token
    by what can be read; ``end`` is the token after which a text is over, −1 where there is none. Our small model is
    ``ours``.
    """

    open: Callable[[], Reader]
    encode: Callable[[str, int], tuple[list[int], str | None]]
    decode: Callable[[Sequence[int]], str]
    word: Callable[[int], str]
    end: int
    ours: bool = False


def load(name: str, device: torch.device) -> LanguageModel:
    """Our small model, or one of the operator's list.

    Raises:
        InputError: the model cannot be had, or predicts no next token.
    """
    if name == OURS:
        return _ours(stories(), device)
    model = pretrained.load(name, device.type)
    if not model.model.can_generate():
        raise InputError("model", name, "it must predict the next token", "Choose another one.")
    tokenizer, most = model.tokenizer, getattr(model.config, "max_position_embeddings", 1_024)

    def encode(text: str, limit: int) -> tuple[list[int], str | None]:
        return _last(list(tokenizer(text)["input_ids"]), min(limit, most // 2), text)

    def decode(ids: Sequence[int]) -> str:
        return str(tokenizer.decode(list(ids)))

    end = -1 if tokenizer.eos_token_id is None else int(tokenizer.eos_token_id)
    return LanguageModel(lambda: CachedPretrained(model.model), encode, decode, model.word, end)


def _ours(model: TextModel, device: torch.device) -> LanguageModel:
    transformer, tokenizer = model.transformer.to(device), model.tokenizer
    longest = max(map(len, tokenizer.tokens))

    def encode(text: str, limit: int) -> tuple[list[int], str | None]:
        return _last(list(tokenizer.encode(text[-(limit + 1) * longest :]).ids), limit, text)

    return LanguageModel(lambda: CachedTransformer(transformer), encode, tokenizer.decode,
                         lambda number: byte_label(tokenizer.token(number)), tokenizer.encode("\n").ids[0],
                         ours=True)  # fmt: skip


def _last(ids: list[int], limit: int, text: str) -> tuple[list[int], str | None]:
    if not ids:
        raise MissingInput("text", text, "There is no text yet", "Write or paste some.")
    cut = len(ids) > limit
    return ids[-limit:], f"Only the last {limit} tokens of the text are read." if cut else None
