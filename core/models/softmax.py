"""Softmax at a scale, and the entropy of weights: from all keys alike to one alone."""

import numpy as np
from jaxtyping import Float64


def entropy(weights: Float64[np.ndarray, "*heads keys"]) -> Float64[np.ndarray, "*heads"]:
    """−Σ a·log₂ a along the last axis, in bits, with 0·log 0 = 0: 0 for one key alone, log₂ n for n keys alike."""
    logarithms = np.log2(weights, out=np.zeros_like(weights), where=weights > 0)
    bits: Float64[np.ndarray, "*heads"] = np.asarray(0.0 - (weights * logarithms).sum(-1))
    return bits


def softmax_at(scores: Float64[np.ndarray, " keys"], scale: float) -> Float64[np.ndarray, " keys"]:
    """softmax(scale·scores): nearly uniform for a small scale, nearly one-hot for a large one."""
    shifted = scale * scores
    exponentials = np.exp(shifted - shifted.max())
    weights: Float64[np.ndarray, " keys"] = exponentials / exponentials.sum()
    return weights
