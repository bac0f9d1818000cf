"""One forward pass, kept so that every head's attention can be looked at: queries, keys and values, and no matrices.

Of 1,024 tokens all weights of 16 heads take 67 MB; what they are computed from takes 6 MB, and the weights of one head
a few milliseconds. What needs all heads goes through them layer by layer, once, when it is looked at.
"""

from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from jaxtyping import Float, Float32, UInt8
from torch import Tensor

from core.attention.attention.head_summary import SIDE, HeadSummary, summarise
from core.attention.attention.layer_rule import LayerRule
from core.models.head_scores import ROLES, Role, head_scores, scored_queries
from core.models.layers import masked_softmax

TILE = 64  # pixels, at the most, of a head's small picture
TILES = 330_000  # pixels of all small pictures together


@dataclass(frozen=True, eq=False)
class HeadCache:
    """``query``, ``key`` and ``value`` of every head at every place, turned by their places where the model does so.

    ``rules`` say how each layer makes weights of them. ``tokens`` are the numbers of the tokens.
    """

    tokens: tuple[int, ...]
    query: Float32[np.ndarray, "layers heads time width"]
    key: Float32[np.ndarray, "layers heads time width"]
    value: Float32[np.ndarray, "layers heads time width"]
    rules: tuple[LayerRule, ...]

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
    def masks(self) -> list[np.ndarray]:
        """The masks of the layers, each once."""
        return list({id(rule.allowed): rule.allowed for rule in self.rules}.values())

    @property
    def causal(self) -> bool:
        """Whether no query looks ahead."""
        return not any(np.triu(mask, 1).any() for mask in self.masks)

    def scores(self, layer: int, head: int) -> Float32[np.ndarray, "time time"]:
        """z of one head, before the mask: q·k/√d where the layer has no other rule."""
        query, key = (torch.from_numpy(each[layer, head : head + 1]) for each in (self.query, self.key))
        return np.asarray(self.rules[layer].scores(query, key)[0])

    def weights(self, layer: int, head: int) -> Float32[np.ndarray, "time time"]:
        """The weights of one head: softmax(q kᵀ/√d + M) where the layer has no other rule."""
        return np.asarray(self._weights(layer, slice(head, head + 1))[0])

    def _weights(self, layer: int, heads: slice = slice(None)) -> Float[Tensor, "heads time time"]:
        query, key = (torch.from_numpy(each[layer, heads]) for each in (self.query, self.key))
        return self.rules[layer].weights(query, key, heads)

    def summary(self, layer: int) -> HeadSummary:
        """What the heads of a layer do, reckoned once."""
        if layer not in self._summaries:
            self._summaries[layer] = summarise(self.query[layer], self.key[layer], self.rules[layer])
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
        """The ``rollout`` of the layers' means."""
        return rollout(torch.from_numpy(self.means)).numpy()

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
    def roles_alike(self) -> dict[Role, Float32[np.ndarray, " masks"]]:
        """The scores of a head that looks at all allowed keys alike, for each of ``masks``: they tell nothing."""
        masks = torch.from_numpy(np.stack(self.masks))
        weights = masked_softmax(torch.zeros(masks.shape), masks)
        scores = head_scores(weights[:, None, None], torch.tensor([self.tokens]))
        return {role: score[:, 0].numpy() for role, score in scores.items()}

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
        kept = sum(each.nbytes for each in (self.query, self.key, self.value, *self.masks))
        pictures = self.layers * self.heads * min(self.time, SIDE) ** 2
        return kept + pictures + 8 * self.layers * self.time**2 + TILES


def rollout(means: Float[Tensor, "layers time time"]) -> Float[Tensor, "layers time time"]:
    """What each place has taken from each token by the time it leaves a layer: R_l = (Ā_l + I)/2 · R_{l−1}, R_0 = I.

    Ā_l is the mean of the heads of layer l; the residual connection counts as attention of each place to itself. Rows
    sum to 1 where those of the means do; a row of zeros keeps what the residual connection carries.

    Source: Abnar and Zuidema (2020), "Quantifying Attention Flow in Transformers", section 3.
    """
    reached = []
    before = torch.eye(means.shape[-1], dtype=means.dtype)
    for mean in means:
        before = (mean @ before + before) / 2
        reached.append(before)
    return torch.stack(reached)
