"""What may be changed in a pass: which keys are hidden, and which heads are off. Both are written as short texts.

>>> read_heads("1.2 L2H0")
((1, 2), (2, 0))
>>> read_places("0 4-6")
(0, 4, 5, 6)
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
import regex
import torch
from jaxtyping import Bool
from torch import Tensor

from core.errors import InputError
from core.models.masks import allowed

Mask = Literal["own", "none", "causal", "window", "padding"]
By = Literal["zero", "mean"]
Heads = tuple[tuple[int, int], ...]

MOST_HEADS = 400
MOST_RANGES = 400
MOST_PLACES = 10_000  # of a text
_HEAD = regex.compile(r"L?(\d{1,2})[.:H](\d{1,2})", regex.IGNORECASE)
_PLACES = regex.compile(r"(\d{1,5})(?:[-–](\d{1,5}))?")


@dataclass(frozen=True)
class Changes:
    """``off`` heads (layer, head) give 0 or their mean; ``mask`` "own" leaves the model its own.

    "window" lets each query see itself and the ``window`` − 1 places before it; "padding" hides the places of
    ``padding`` beside what the model's own mask hides.
    """

    off: Heads = ()
    by: By = "zero"
    mask: Mask = "own"
    window: int = 1
    padding: tuple[int, ...] = ()

    @property
    def any(self) -> bool:
        return bool(self.off) or self.mask != "own"

    def heads_off(self, layers: int, heads: int) -> Bool[Tensor, "layers heads"]:
        """Where a model of this shape is switched off.

        Raises:
            InputError: it has no such head.
        """
        off = torch.zeros(layers, heads, dtype=torch.bool)
        for layer, head in self.off:
            if layer >= layers or head >= heads:
                rule = f"the layer must be from 1 to {layers} and the head from 1 to {heads}"
                raise InputError("off", f"{layer}.{head}", rule, "Name another head.")
            off[layer, head] = True
        return off

    def allowed(self, own: Bool[np.ndarray, "time time"]) -> Bool[np.ndarray, "time time"]:
        """Which keys each query may look at, where the model's ``own`` mask allows these.

        Raises:
            InputError: a place of the padding lies behind the text.
        """
        time = len(own)
        match self.mask:
            case "own":
                return own
            case "padding":
                hidden: Bool[np.ndarray, "time time"] = own & allowed("padding", time, time, padding=self.padding)
                return hidden
        return allowed(self.mask, time, time, window=self.window)


def read_heads(text: str) -> Heads:
    """Heads as layer.head, both counted from 0, with spaces or commas between them; L1H2 is read too.

    Raises:
        InputError: something is no head, or there are more than 400.
    """
    words = [word for word in regex.split(r"[\s,;]+", text) if word]
    found = [_HEAD.fullmatch(word) for word in words]
    for word, match in zip(words, found, strict=True):
        if match is None:
            rule = "it must be the number of a layer and that of a head"
            raise InputError("off", word, rule, "Write 1.2 or L1H2 for head 2 of layer 1.")
    if len(words) > MOST_HEADS:
        rule = f"there must be at most {MOST_HEADS} heads off"
        raise InputError("off", f"{len(words)} heads", rule, "Leave some of them on.")
    return tuple(dict.fromkeys((int(match[1]), int(match[2])) for match in found if match))


def read_places(text: str) -> tuple[int, ...]:
    """Places counted from 0, and ranges of them such as 4-6, with spaces or commas between them; in ascending order.

    Raises:
        InputError: something is neither, a place lies beyond any text, or there are more than 400 entries.
    """
    words = [word for word in regex.split(r"[\s,;]+", text) if word]
    if len(words) > MOST_RANGES:
        rule = f"there must be at most {MOST_RANGES} places and ranges"
        raise InputError("padding", f"{len(words):,} entries", rule, "Write neighbours as a range, 4-6.")
    hidden = np.zeros(MOST_PLACES, bool)
    for word in words:
        match = _PLACES.fullmatch(word)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, -1)
        if last < first:
            rule = "it must be a place, or a range of places"
            raise InputError("padding", word, rule, "Write 3 for one place, or 4-6 for three.")
        if last >= MOST_PLACES:
            rule = f"it must be at most {MOST_PLACES:,}: no text is longer"
            raise InputError("padding", word, rule, "Name another place.")
        hidden[first : last + 1] = True
    return tuple(np.flatnonzero(hidden).tolist())
