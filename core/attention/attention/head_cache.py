"""One forward pass, kept so that every head's attention can be looked at: queries, keys and values, and no matrices.

Of 1,024 tokens all weights of 16 heads take 67 MB; what they are computed from takes 6 MB, and the weights of one head
a few milliseconds. What needs all heads goes through them layer by layer, once, when it is looked at.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Bool, Float, Float32, UInt8
from torch import Tensor

from core.attention.attention.head_summary import SIDE, HeadSummary, summarise
from core.models.head_scores import ROLES, Role, head_scores, scored_queries
from core.models.layers import masked_softmax

TILE = 64  # pixels, at the most, of a head's small picture
TILES = 330_000  # pixels of all small pictures together


@dataclass(frozen=True, eq=False)
class HeadCache:
    """``query``, ``key`` and ``value`` of every head at every place, turned by their places where the model does so.

    ``allowed`` says which keys (columns) a query (row) may look at. ``tokens`` are the numbers of the tokens.
    """

    tokens: tuple[int, ...]
    query: Float32[np.ndarray, "layers heads time width"]
    key: Float32[np.ndarray, "layers heads time width"]
    value: Float32[np.ndarray, "layers heads time width"]
    allowed: Bool[np.ndarray, "time time"]

    @property
    def layers(self) -> int:
        return len(self.query)

    @property
    def heads(self) -> int:
        return len(self.query[0])

    @property
    def time(self) -> int:
        return len(self.tokens)

    @property
    def causal(self) -> bool:
        """Whether no query looks ahead."""
        return not np.triu(self.allowed, 1).any()

    def scores(self, layer: int, head: int) -> Float32[np.ndarray, "time time"]:
        """q·k/√d of one head, before the mask."""
        scores: Float32[np.ndarray, "time time"] = self._scores(layer, slice(head, head + 1))[0].numpy()
        return scores

    def weights(self, layer: int, head: int) -> Float32[np.ndarray, "time time"]:
        """softmax(q kᵀ/√d + M) of one head."""
        weights: Float32[np.ndarray, "time time"] = self._weights(layer, slice(head, head + 1))[0].numpy()
        return weights

    def _scores(self, layer: int, heads: slice) -> Float[Tensor, "heads time time"]:
        query, key = torch.from_numpy(self.query[layer, heads]), torch.from_numpy(self.key[layer, heads])
        scores: Float[Tensor, "heads time time"] = query @ key.mT * float(query.shape[-1]) ** -0.5
        return scores

    def _weights(self, layer: int, heads: slice = slice(None)) -> Float[Tensor, "heads time time"]:
        return masked_softmax(self._scores(layer, heads), torch.from_numpy(self.allowed))

    def summary(self, layer: int) -> HeadSummary:
        """What the heads of a layer do, reckoned once."""
        if layer not in self._summaries:
            self._summaries[layer] = summarise(self.query[layer], self.key[layer], self.allowed)
        return self._summaries[layer]

    @cached_property
    def _summaries(self) -> dict[int, HeadSummary]:
        return {}

    @cached_property
    def entropies(self) -> Float32[np.ndarray, "layers heads time"]:
        """The entropy (bits) of each query's weights, in every head."""
        return np.stack([self.summary(layer).bits for layer in range(self.layers)])

    @cached_property
    def means(self) -> Float32[np.ndarray, "layers time time"]:
        """The mean of the weights over the heads of a layer."""
        return torch.stack([self._weights(layer).mean(0) for layer in range(self.layers)]).numpy()

    @cached_property
    def rollouts(self) -> Float32[np.ndarray, "layers time time"]:
        """What each place has taken from each token by the time it leaves a layer (see ``rollout``)."""
        reached, before = [], torch.eye(self.time)
        for mean in self.means:
            before = (torch.from_numpy(mean) @ before + before) / 2
            reached.append(before)
        return torch.stack(reached).numpy()

    @cached_property
    def roles(self) -> dict[Role, Float32[np.ndarray, "layers heads"]]:
        """The scores of every head in each role (``core.models.head_scores``), NaN where there is none.

        Which keys are near is told by distance back alone, so a pass that looks ahead has no positional score.
        """
        tokens = torch.tensor([self.tokens])
        layers = [head_scores(self._weights(layer)[None, None], tokens) for layer in range(self.layers)]
        roles = {role: torch.cat([layer[role] for layer in layers]).numpy() for role in ROLES}
        if not self.causal:
            roles["positional"] = np.full_like(roles["positional"], np.nan)
        return roles

    @cached_property
    def role_queries(self) -> dict[Role, int]:
        """How many queries the score of each role is a mean of."""
        return scored_queries(torch.tensor(self.tokens))

    @cached_property
    def roles_alike(self) -> dict[Role, float]:
        """The scores of a head that looks at all allowed keys alike: what says nothing of a head."""
        weights = masked_softmax(torch.zeros(self.time, self.time), torch.from_numpy(self.allowed))
        scores = head_scores(weights[None, None, None], torch.tensor([self.tokens]))
        return {role: float(score) for role, score in scores.items()}

    @cached_property
    def tiles(self) -> UInt8[np.ndarray, "layers heads side side"]:
        """A small picture of every head: the largest weight of each part, as in ``HeadSummary.picture``."""
        side = min(self.time, TILE, max(8, int((TILES / (self.layers * self.heads)) ** 0.5)))
        pooled = [
            torch.nn.functional.adaptive_max_pool2d(torch.from_numpy(self.summary(layer).picture).float(), side)
            for layer in range(self.layers)
        ]
        return torch.stack(pooled).byte().numpy()

    @property
    def nbytes(self) -> int:
        """What is kept, and what looking at all views would add to it."""
        kept = self.query.nbytes + self.key.nbytes + self.value.nbytes + self.allowed.nbytes
        pictures = self.layers * self.heads * min(self.time, SIDE) ** 2
        return kept + pictures + 8 * self.layers * self.time**2 + TILES
