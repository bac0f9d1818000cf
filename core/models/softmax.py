"""Softmax at a scale, and the entropy of weights: from all keys alike to one alone."""

import math
from typing import Literal

import numpy as np
from jaxtyping import Float64

Unit = Literal["bits", "nats"]
BIT = {"bits": 1.0, "nats": math.log(2)}  # in each unit of entropy
UNITS = {"bits": "bits", "nats": "nats"}
WHOSE = "Bits take log₂. scipy.stats.entropy and torch.distributions take ln, which gives nats: 1 bit is 0.693 nats."


def entropy(weights: Float64[np.ndarray, "*heads keys"]) -> Float64[np.ndarray, "*heads"]:
    """−Σ a·log₂ a along the last axis, in bits, with 0·log 0 = 0: 0 for one key alone, log₂ n for n keys alike."""
    logarithms = np.log2(weights, out=np.zeros_like(weights), where=weights > 0)
    large = weights > 0.5  # the logarithm is that of what the others leave: near 1 the weight itself has lost them
    others = np.where(large, 0.0, weights).sum(-1, keepdims=True)
    logarithms = np.where(large, np.log1p(-np.minimum(others, 0.5)) / math.log(2), logarithms)
    bits: Float64[np.ndarray, "*heads"] = np.asarray(0.0 - (weights * logarithms).sum(-1))
    return bits


def softmax(
    scores: Float64[np.ndarray, "*heads keys"], scale: float | Float64[np.ndarray, "..."] = 1.0
) -> Float64[np.ndarray, "*scaled keys"]:
    """softmax(scale·scores) along the last axis: nearly uniform for a small scale, nearly one-hot for a large one."""
    scaled = scale * scores
    exponentials = np.exp(scaled - scaled.max(-1, keepdims=True))
    weights: Float64[np.ndarray, "*scaled keys"] = exponentials / exponentials.sum(-1, keepdims=True)
    return weights
