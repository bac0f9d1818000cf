"""What the pages on which a language model writes have in common: its settings, its filters, and how it is loaded."""

from typing import Any

import torch

from core import fields
from core.errors import InputError
from core.models.generation import OURS, LanguageModel, load
from core.models.pretrained import offered
from core.models.text_model import stories
from core.value_text import MAX_TEXT

MOST = 64  # tokens of a text that are read
MODELS = {OURS: "The small model of Glassbox"}


def prompt(default: str, **when: Any) -> Any:
    """The beginning of a text, which a model goes on with."""
    knows = "The small model knows some two hundred words of very short stories."
    return fields.text(default, "Your prompt", height=68, placeholder="The beginning of a story", longest=MAX_TEXT,
                       help=knows, **when)  # fmt: skip


def model(**when: Any) -> Any:
    """Which model is asked."""
    options = lambda its: MODELS | {each: each for each in offered()}  # noqa: E731
    return fields.choice(OURS, "Model", options, folded=True, **when)


def temperature(default: float, **when: Any) -> Any:
    """What scores are divided by."""
    return fields.number(default, "Temperature", 0.05, 5.0, log=True, **when,
                         help="Scores are divided by it. Near 0 the likeliest token takes all.")  # fmt: skip


def top_k(**when: Any) -> Any:
    """How many tokens are kept."""
    return fields.number(0, "Top-k", 0, 1_000, help="Keep the k likeliest tokens; 0 keeps all.", **when)


def top_p(**when: Any) -> Any:
    """How much probability the kept tokens hold."""
    return fields.number(1.0, "Top-p", 0.01, 1.0, **when,
                         help="Keep the likeliest tokens until they hold this share together.")  # fmt: skip


def min_p(**when: Any) -> Any:
    """How probable a kept token is, as a share of the likeliest one."""
    return fields.number(0.0, "Min-p", 0.0, 1.0, **when,
                         help="Keep tokens with at least this share of the largest probability.")  # fmt: skip


def loaded(name: str, device: torch.device) -> tuple[LanguageModel, tuple[str, ...]]:
    """The model called so, or ours where it cannot be had, and what is to be said of that."""
    try:
        return load(name, device), ()
    except InputError as error:
        if name == OURS:
            raise
        return load(OURS, device), (f"{error} The model that comes with Glassbox is shown.",)


def read_tokens(text: str) -> int:
    """How many tokens of a text our small model reads."""
    return len(stories().tokenizer.encode(text[-(MOST + 1) * 16 :]).ids[-MOST:]) if text else 0
