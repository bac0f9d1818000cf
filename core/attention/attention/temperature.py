"""One query's attention over all temperatures: softmax(z/T), z = q·k/√d the scores of the keys that it may look at.

T = 1 is what the model does, and T = 1/√d what it would do without the division by √d. As T falls the largest score
takes all; as it grows all keys become alike.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Float32, Float64

from core.models.softmax import entropy, softmax_at

COLDEST, HOTTEST = 1 / 32, 32.0
STEPS = 161  # 16 for each doubling


@dataclass(frozen=True, eq=False)
class Temperatures:
    """``weights`` of every key at every one of ``values``, their entropy (bits) and the largest of them.

    A key that is hidden has the weight 0. ``unscaled`` is 1/√d.
    """

    values: Float64[np.ndarray, " steps"]
    weights: Float32[np.ndarray, "steps keys"]
    entropy: Float64[np.ndarray, " steps"]
    largest: Float64[np.ndarray, " steps"]
    unscaled: float


def over_temperatures(
    scores: Float32[np.ndarray, " keys"], seen: np.ndarray, width: int, chosen: float = 1.0
) -> Temperatures:
    """For the keys of which ``seen`` is true. The value nearest to ``chosen`` is moved onto it.

    A query that may look nowhere has weights 0 at every temperature.
    """
    values = np.geomspace(COLDEST, HOTTEST, STEPS)
    values[np.abs(np.log(values / chosen)).argmin()] = chosen
    weights = np.zeros((STEPS, len(scores)))
    if seen.any():
        allowed = scores[seen].astype(np.float64)
        weights[:, seen] = np.stack([softmax_at(allowed, 1 / value) for value in values])
    return Temperatures(values, weights.astype(np.float32), entropy(weights), weights.max(1), width**-0.5)
