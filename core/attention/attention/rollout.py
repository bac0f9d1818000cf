"""Attention through all layers: what each position has taken from each token by the time it leaves a layer.

    >>> two_steps = np.array([[[[1.0, 0], [0.5, 0.5]]], [[[1.0, 0], [0.5, 0.5]]]])
    >>> rollout(two_steps)[-1].tolist()
    [[1.0, 0.0], [0.4375, 0.5625]]

Source: Abnar and Zuidema (2020), "Quantifying Attention Flow in Transformers", section 3: the residual connection
counts as attention of each position to itself.
"""

import numpy as np
from jaxtyping import Float64


def rollout(
    weights: Float64[np.ndarray, "layers heads time time"], residual: float = 0.5
) -> Float64[np.ndarray, "layers time time"]:
    """R_l = Ã_l R_{l−1} with Ã_l = (1 − ``residual``)·(mean of the heads of layer l) + ``residual``·I, and R_0 = I.

    Rows sum to 1 where those of the weights do; a row of zeros keeps what the residual connection carries.
    """
    layers, _, time, _ = weights.shape
    reached = np.empty((layers, time, time))
    before = np.eye(time)
    for layer, mixed in enumerate(weights.mean(1)):
        before = ((1 - residual) * mixed + residual * np.eye(time)) @ before
        reached[layer] = before
    return reached
