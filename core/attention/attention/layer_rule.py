"""How one layer makes weights of its queries and keys: by a scale, a softcap, a mask and a sink.

    z_j = c·tanh(scale·q·k_j / c), or scale·q·k_j without a softcap c
    a_j = exp z_j / (exp s + Σ exp z_l) over the keys l that the mask allows, or without exp s

The sink s is a score that each head has learned. It stands for no key and has no value, so that the weights of a row
sum to less than 1.

Source: Gemma Team (2024), "Gemma 2: Improving Open Language Models at a Practical Size", section 2, for the softcap and
windows in every other layer; OpenAI (2025), "gpt-oss-120b & gpt-oss-20b Model Card", for the sink.
"""

from dataclasses import dataclass

import numpy as np
import torch
from jaxtyping import Bool, Float, Float32, Int64
from torch import Tensor

from core.models.layers import masked_softmax

Queries = Float[Tensor, "heads queries width"]
Keys = Float[Tensor, "heads keys width"]
Scores = Float[Tensor, "heads queries keys"]


@dataclass(frozen=True, eq=False)
class LayerRule:
    """``allowed`` says which keys (columns) a query (row) may look at; ``sinks`` holds a score for each head."""

    allowed: Bool[np.ndarray, "queries keys"]
    scale: float
    softcap: float | None = None
    sinks: Float32[np.ndarray, " heads"] | None = None

    def capped(self, scores: Float[Tensor, "*any"]) -> Float[Tensor, "*any"]:
        """c·tanh(z/c) of the scores z, or these themselves."""
        return scores if self.softcap is None else self.softcap * torch.tanh(scores / self.softcap)

    def scores(self, query: Queries, key: Keys) -> Scores:
        """z of every query and key, before the mask."""
        return self.capped(query @ key.mT * self.scale)

    def weights(self, query: Queries, key: Keys, heads: slice = slice(None)) -> Scores:
        """a of every query and key. ``heads`` says which of the layer's heads these are."""
        sinks = None if self.sinks is None else torch.from_numpy(self.sinks[heads]).to(query.device)
        return masked_softmax(self.scores(query, key), torch.from_numpy(self.allowed).to(query.device), sinks)

    @property
    def outcomes(self) -> Int64[np.ndarray, " queries"]:
        """Over how many the softmax of each query goes: its allowed keys, and the sink."""
        return np.asarray(self.allowed.sum(1) + (self.sinks is not None))

    def sink(self, head: int) -> float | None:
        """The score of a head's sink."""
        return None if self.sinks is None else float(self.sinks[head])
