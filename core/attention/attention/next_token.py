"""What a model expects next, at every place of a text, in two passes over it: as it is, and with something changed."""

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from jaxtyping import Float, Float32, Int64
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional as nn

PLACES = 128  # at a time
CANDIDATES = 6  # tokens for each place: those that are likeliest in either pass
Logits = Float[Tensor, "time vocabulary"]


@dataclass(frozen=True, eq=False)
class Predictions:
    """``tokens`` are the likeliest in either pass, by falling probability in the first, ``before``; then ``after``.

    ``loss`` is −ln of the probability of the token that does come next, in nats, one for each place but the last.
    """

    tokens: Int64[np.ndarray, "time shown"]
    before: Float32[np.ndarray, "time shown"]
    after: Float32[np.ndarray, "time shown"]
    loss_before: Float32[np.ndarray, " gaps"]
    loss_after: Float32[np.ndarray, " gaps"]


@dataclass(frozen=True, eq=False)
class Lens:
    """What the stream says at each depth, read as if no layer followed: its likeliest token, and the model's answer.

    Depth 0 is the embedding, depth l the stream after layer l. ``answer`` is the probability of the token that the
    unchanged model ends with.
    """

    tokens: Int64[np.ndarray, "depths time"]
    likeliest: Float32[np.ndarray, "depths time"]
    answer: Float32[np.ndarray, "depths time"]


def predictions(before: Logits, after: Logits, tokens: tuple[int, ...]) -> Predictions:
    """From the logits of two passes over ``tokens``."""
    parts = [
        _predicted(
            before[start : start + PLACES], after[start : start + PLACES], tokens[start + 1 : start + 1 + PLACES]
        )
        for start in range(0, len(before), PLACES)
    ]
    return Predictions(*(np.concatenate(each) for each in zip(*parts, strict=True)))


def _predicted(before: Logits, after: Logits, following: tuple[int, ...]) -> tuple[NDArray[Any], ...]:
    """The same of a few places: all probabilities of many would take gigabytes. The last place may have no next."""
    first = before.softmax(-1)
    second = first if after is before else after.softmax(-1)
    likeliest = torch.maximum(first, second).topk(min(CANDIDATES, first.shape[1]))[1]
    likeliest = likeliest.gather(1, first.gather(1, likeliest).argsort(dim=1, descending=True, stable=True))
    wanted = torch.tensor(following, dtype=torch.long, device=before.device)
    losses = [
        nn.cross_entropy(logits[: len(wanted)], wanted, reduction="none").cpu().numpy() for logits in (before, after)
    ]
    probabilities = [probability.gather(1, likeliest).cpu().numpy() for probability in (first, second)]
    return likeliest.cpu().numpy(), *probabilities, *losses


def lens(logits: Float[Tensor, "depths time vocabulary"], answers: Logits) -> Lens:
    """From the logits at every depth, and those that the unchanged model ends with."""
    probabilities = logits.softmax(-1)
    likeliest, tokens = probabilities.max(-1)
    wanted = answers.argmax(-1).expand(len(logits), -1)[..., None]
    answer = probabilities.gather(-1, wanted)[..., 0]
    return Lens(tokens.cpu().numpy(), likeliest.cpu().numpy(), answer.cpu().numpy())
