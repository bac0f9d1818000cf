"""One query's attention over all temperatures: softmax(z/T), z the scores of the keys that it may look at.

T = 1 is what the model does. As T falls the largest score takes all; as it grows all keys become alike, and a sink is
alike to them.
"""

from dataclasses import dataclass

import numpy as np
from jaxtyping import Bool, Float32, Float64

from core.models.softmax import entropy, softmax

COLDEST, HOTTEST = 1 / 32, 32.0
STEPS = 161  # 16 for each doubling


@dataclass(frozen=True, eq=False)
class Temperatures:
    """``weights`` of every key at every one of ``values``, the largest of them, and the ``sink``'s.

    ``entropy`` (bits) is that of keys and sink. A key that is hidden has the weight 0, and so has a sink that is none.
    """

    values: Float64[np.ndarray, " steps"]
    weights: Float32[np.ndarray, "steps keys"]
    entropy: Float64[np.ndarray, " steps"]
    largest: Float64[np.ndarray, " steps"]
    sink: Float64[np.ndarray, " steps"]


def over_temperatures(
    scores: Float32[np.ndarray, " keys"],
    allowed: Bool[np.ndarray, " keys"],
    chosen: float = 1.0,
    sink: float | None = None,
) -> Temperatures:
    """For the ``allowed`` keys and the score of the ``sink``. The value nearest to ``chosen`` is moved onto it.

    A query that may look nowhere has weights 0 at every temperature.
    """
    values = np.geomspace(COLDEST, HOTTEST, STEPS)
    values[np.abs(np.log(values / chosen)).argmin()] = chosen
    weights = np.zeros((STEPS, len(scores) + 1))
    if allowed.any():
        outcomes = np.append(allowed, sink is not None)
        given = np.append(scores.astype(np.float64), 0.0 if sink is None else sink)[outcomes]
        weights[:, outcomes] = softmax(given, 1 / values[:, None])
    keys = weights[:, :-1]
    return Temperatures(values, keys.astype(np.float32), entropy(weights), keys.max(1), weights[:, -1])
