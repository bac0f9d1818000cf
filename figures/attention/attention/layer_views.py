"""Matrices side by side: the mean of a layer's heads and rollout, or a head without and with another mask."""

from dataclasses import replace

import numpy as np

from core.attention.attention import Result
from core.models.masks import allowed
from core.numbers import fixed
from figures.attention.attention.head_views import called, head_map, heatmap, in_unit, most_bits, values
from figures.plot import Row


def layers(result: Result) -> Row:
    """The mean of the heads of the layer in sight, what has come through up to it, and the entropy of every head."""
    cache, labels, layer = result.reading.changed, result.reading.labels, result.layer
    allowed = cache.rules[layer].allowed
    mean = heatmap("attention-mean", cache.means[layer], allowed, labels, f"Mean of the heads of layer {layer + 1}",
                   f"Mean of the weights of all heads of layer {layer + 1}.")  # fmt: skip
    reached = allowed | np.eye(cache.time, dtype=bool) | (cache.rollouts[layer] > 0)
    through = heatmap("attention-rollout", cache.rollouts[layer], reached, labels, f"Rollout up to layer {layer + 1}",
                      f"What each place has taken from each token by the end of layer {layer + 1}.")  # fmt: skip
    spread = in_unit(cache.entropies.mean(-1), result)
    most = max(float(in_unit(most_bits(rule), result).mean()) for rule in cache.rules)
    title = f"Entropy of each head ({result.unit}; at most {fixed(most, 2)})"
    return Row((mean, through, values(result, "attention-bits", title, spread, max(most, 1e-9), result.unit)))


def masks(result: Result, window: int | None = None) -> Row:
    """The head in sight in the pass that is the model's own, and in the one with the chosen mask.

    Where nothing is changed, a ``window`` on this head's own queries and keys stands beside it.
    """
    plain, cache = result.reading.plain, result.reading.changed
    before = head_map("attention-plain", plain, result, f"{called(result).capitalize()}, as the model does it")
    title = "The same: nothing is changed yet"
    if cache is plain and window is not None:
        near = allowed("window", plain.time, plain.time, window=window)
        cache = replace(plain, rules=tuple(replace(rule, allowed=rule.allowed & near) for rule in plain.rules))
        title = f"This head alone, through a window of {window:,}"
    elif cache is not plain:
        title = "The same as it is set"
    if cache is not plain:
        hidden = ~cache.rules[result.layer].allowed
        title = f"{title}: {hidden.sum():,} of {hidden.size:,} pairs are hidden"
    return Row((before, head_map("attention-masked", cache, result, title)))
