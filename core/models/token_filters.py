"""What is cut from a next-token distribution before it is drawn from: temperature, top-k, top-p and min-p in a row.

Their order is that of ``transformers``; with ``last`` that of ``llama.cpp``, with ``min_first`` that of ``vLLM``.

    >>> logits = np.array([3.0, 2.0, 1.0])
    >>> [int(np.isfinite(filtered(logits, Filters(0.5, top_p=0.8, last=last))).sum()) for last in (False, True)]
    [1, 2]

Sources: Fan, Lewis and Dauphin (2018) for top-k; Holtzman et al. (2020) for top-p; Nguyen et al. (2025) for min-p.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Float64
from scipy.special import log_softmax

Logits = Float64[np.ndarray, "*batch vocabulary"]
NOTHING = 1e-12  # what only rounding has left: two of five tokens alike hold 0.4


@dataclass(frozen=True)
class Filters:
    """``top_k`` = 0, ``top_p`` = 1 and ``min_p`` = 0 cut nothing. With ``last`` the temperature comes after the cuts;
    without ``crossing`` top-p drops the token with which the kept ones reach p. With ``min_first`` min-p is the first
    of the cuts, not the last. With ``exact`` top-k keeps k tokens at a tie, too.

    ``temperature`` 0 stands for its limit, in which the likeliest token takes all.
    """

    temperature: float = 1.0
    top_k: int = 0
    top_p: float = 1.0
    min_p: float = 0.0
    last: bool = False
    crossing: bool = True
    min_first: bool = False
    exact: bool = False


def filtered(logits: Logits, filters: Filters) -> Logits:
    """The log-probabilities that are drawn from: −∞ for what is cut, and what is kept renormalised.

    Each cut works on what the one before it left, renormalised. Top-k keeps the k largest, and what is as large as the
    smallest of them; if ``exact``, of those that tie the first. Top-p keeps a token if those above it hold less than p
    together or, without ``crossing``, if it holds at most p with them: the first is always kept. Min-p keeps tokens of
    at least p times the largest probability.
    """
    kept = logits if filters.last else _heated(logits, filters.temperature)
    if filters.min_first:
        kept = _min_p(kept, filters.min_p)
    if 0 < filters.top_k < kept.shape[-1]:
        kept = _top_k(kept, filters.top_k, filters.exact)
    if filters.top_p < 1:
        kept = _top_p(kept, filters.top_p, filters.crossing)
    if not filters.min_first:
        kept = _min_p(kept, filters.min_p)
    return np.asarray(log_softmax(_heated(kept, filters.temperature) if filters.last else kept, axis=-1))


def _top_k(logits: Logits, top_k: int, exact: bool) -> Logits:
    if not exact:
        least = -np.partition(-logits, top_k - 1, axis=-1)[..., top_k - 1, None]
        return np.where(logits < least, -np.inf, logits)
    gone = np.ones_like(logits, dtype=bool)
    np.put_along_axis(gone, np.argsort(-logits, axis=-1, kind="stable")[..., :top_k], False, -1)
    return np.where(gone, -np.inf, logits)


def _min_p(logits: Logits, min_p: float) -> Logits:
    return np.where(logits < logits.max(-1, keepdims=True) + np.log(min_p), -np.inf, logits) if min_p > 0 else logits


def _top_p(logits: Logits, top_p: float, crossing: bool) -> Logits:
    order = np.argsort(-logits, axis=-1, kind="stable")
    chances = np.take_along_axis(np.exp(log_softmax(logits, axis=-1)), order, -1)
    # The mass of a token and all below it, summed from the small end, where nothing is lost.
    rest = np.cumsum(chances[..., ::-1], axis=-1)[..., ::-1]
    below = np.concatenate([rest[..., 1:], np.zeros_like(rest[..., :1])], axis=-1)
    cut = rest <= 1 - top_p + NOTHING if crossing else below < 1 - top_p - NOTHING
    cut[..., 0] = False
    gone = np.zeros_like(cut)
    np.put_along_axis(gone, order, cut, -1)
    return np.where(gone, -np.inf, logits)


def _heated(logits: Logits, temperature: float) -> Logits:
    if temperature > 0:
        return np.asarray(logits / temperature)
    return np.where(logits >= logits.max(-1, keepdims=True), logits, -np.inf)


def log_chances(logits: torch.Tensor) -> Float64[np.ndarray, "rows vocabulary"]:
    """The logarithms of the probabilities after the last token of each row (rows × tokens × vocabulary)."""
    return np.asarray(logits[:, -1].double().log_softmax(-1).cpu().numpy())


def draw(logs: Logits, source: np.random.Generator) -> np.ndarray:
    """One token for each row, by the Gumbel trick: the largest of log p + g, with g = −ln(−ln u)."""
    return np.asarray((logs + source.gumbel(size=logs.shape)).argmax(-1))
