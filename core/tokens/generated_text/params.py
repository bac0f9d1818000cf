"""What a reader sets on /generated-text."""

from dataclasses import dataclass
from typing import Any, Literal

from core import fields, generation_settings
from core.explorer import in_part
from core.value_text import MAX_TEXT

Part = Literal["forcing", "trap", "speculative"]
PARTS = {"forcing": "Teacher forcing", "trap": "Likelihood trap", "speculative": "Speculative"}
STORY = "Mary and John went to the market. John had a red book and gave it to Mary. Mary was happy."
BEGINS: dict[str, dict[str, Any]] = {"trap": {"samples": 12, "tokens": 64}, "speculative": {"tokens": 28}}


@dataclass(frozen=True)
class Params:
    """What a reader sets: a prompt ``text`` or, for teacher forcing, a whole ``story``.

    ``top_k`` = 0, ``top_p`` = 1 and ``min_p`` = 0 cut nothing. ``place`` (of a wrong token, counted from 0),
    ``temperature``, ``context`` and ``heat`` are where a reader looks.
    """

    # fmt: off
    part: Part = fields.choice("forcing", "View", PARTS, rearranges=True, begins=lambda value: BEGINS.get(value, {}))
    text: str = generation_settings.prompt("Once Rose", **in_part("trap", "speculative"))
    story: str = fields.text(STORY, "A true text", height=68, placeholder="A whole story", longest=MAX_TEXT,
                             **in_part("forcing"))
    model: str = generation_settings.model()
    temperature: float = generation_settings.temperature(1.0, view=True, **in_part("trap"))
    top_k: int = generation_settings.top_k(**in_part("trap"))
    top_p: float = generation_settings.top_p(**in_part("trap"))
    min_p: float = generation_settings.min_p(**in_part("trap"))
    samples: int = fields.number(6, "Samples", 1, 24, **in_part("trap"))
    tokens: int = fields.number(28, "New tokens at most", 4, 80, **in_part("trap", "speculative"))
    draft: Literal["context", "temperature"] = fields.choice(
        "context", "The draft model", {"context": "Sees fewer tokens", "temperature": "Another temperature"},
        rearranges=True, **in_part("speculative"))
    context: int = fields.number(4, "Tokens it sees", 1, 24, view=True,
                                 **in_part("speculative", draft="context"))
    heat: float = fields.number(2.0, "Its temperature", 0.25, 4.0, view=True,
                                **in_part("speculative", draft="temperature"))
    ahead: int = fields.number(4, "Tokens drafted at once", 1, 12, **in_part("speculative"))
    draws: int = fields.number(400, "Draws", 50, 5_000, **in_part("forcing", "speculative"))
    place: int = fields.number(3, "Place of the wrong token", 1, 62, base=1, view=True, **in_part("forcing"))
    wrong: Literal["likeliest", "drawn"] = fields.choice(
        "likeliest", "The wrong token", {"likeliest": "Likeliest other", "drawn": "A drawn other"},
        **in_part("forcing"))
    seed: int = fields.number(0, "Seed", 0, 2**53)
    # fmt: on

    def __post_init__(self) -> None:
        fields.check(self)
