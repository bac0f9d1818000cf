"""Matrices side by side: the mean of a layer's heads and rollout, or a head without and with another mask."""

import numpy as np

from core.attention.attention import Result
from figures.attention.head_views import called, heatmap, values
from figures.plot import Row

MASKED = {"own": "as the model’s own mask has it", "none": "without a mask", "causal": "under a causal mask",
          "window": "in a window", "padding": "with places hidden"}  # fmt: skip


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


def masks(result: Result) -> Row:
    """The head in sight in the pass that is the model's own, and in the one with the chosen mask."""
    plain, seen, labels = result.reading.plain, result.reading.changed, result.reading.labels
    weights, title = plain.weights(result.layer, result.head), f"{called(result).capitalize()}, as the model does it"
    before = heatmap("attention-plain", weights, plain.allowed, labels, title, f"Weights of {called(result)}.")
    hidden = int((~seen.allowed).sum())
    title = f"The same with what is set: {hidden:,} of {seen.allowed.size:,} pairs hidden"
    after = heatmap("attention-masked", result.weights, seen.allowed, labels, title,
                    f"Weights of {called(result)} with {hidden:,} pairs hidden.")  # fmt: skip
    return Row((before, after))
