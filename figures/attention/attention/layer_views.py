"""Matrices side by side: the mean of a layer's heads and rollout, or a head without and with another mask."""

from dataclasses import replace

import numpy as np

from core.attention.attention import Result
from core.models.masks import allowed
from figures.attention.attention.head_views import called, head_map, heatmap, values
from figures.plot import Row


def layers(result: Result) -> Row:
    """The mean of the heads of the layer in sight, what has come through up to it, and the entropy of every head."""
    seen, labels, layer = result.reading.changed, result.reading.labels, result.layer
    mean = heatmap("attention-mean", seen.means[layer], seen.allowed, labels, f"Mean of the heads of layer {layer}",
                   f"Mean of the weights of all heads of layer {layer}.")  # fmt: skip
    reached = seen.allowed | np.eye(seen.time, dtype=bool) | (seen.rollouts[layer] > 0)
    through = heatmap("attention-rollout", seen.rollouts[layer], reached, labels, f"Rollout up to layer {layer}",
                      f"What each place has taken from each token by the end of layer {layer}.")  # fmt: skip
    bits = seen.entropies.mean(-1)
    most = float(np.log2(np.maximum(seen.allowed.sum(1), 1)).mean())
    title = f"Entropy of each head (bits; at most {most:.2f})"
    return Row((mean, through, values(result, "attention-bits", title, bits, max(most, 1e-9), "bits")))


def masks(result: Result, window: int | None = None) -> Row:
    """The head in sight in the pass that is the model's own, and in the one with the chosen mask.

    Where nothing is changed, a ``window`` on this head's own queries and keys stands beside it.
    """
    plain, seen = result.reading.plain, result.reading.changed
    before = head_map("attention-plain", plain, result, f"{called(result).capitalize()}, as the model does it")
    title = "The same: nothing is changed yet"
    if seen is plain and window is not None:
        seen = replace(plain, allowed=plain.allowed & allowed("window", plain.time, plain.time, window=window))
        title = f"This head alone, through a window of {window:,}"
    elif seen is not plain:
        title = "The same as it is set"
    if seen is not plain:
        hidden = int((~seen.allowed).sum())
        title += f": {hidden:,} of {seen.allowed.size:,} pairs are hidden"
    return Row((before, head_map("attention-masked", seen, result, title)))
