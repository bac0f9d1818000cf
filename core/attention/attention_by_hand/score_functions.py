"""Four ways to score a key against a query, and the attention that each gives.

    >>> result = attend_by("dot", np.array([0.5, 0.2]), np.array([[1.0, 0], [0, 1], [1, 1]]))
    >>> result.weights.round(4).tolist()
    [0.3376, 0.2501, 0.4123]

Source: Bahdanau, Cho and Bengio (2015), "Neural Machine Translation by Jointly Learning to Align and Translate", for
the additive score; Luong, Pham and Manning (2015), "Effective Approaches to Attention-based Neural Machine
Translation", for dot and general; Vaswani et al. (2017), "Attention Is All You Need", for the scaled dot product.
"""

from dataclasses import dataclass
from typing import Literal, get_args

import numpy as np
from jaxtyping import Float64

from core.errors import InputError
from core.models.softmax import softmax

Score = Literal["additive", "dot", "general", "scaled dot"]
SCORES: tuple[Score, ...] = get_args(Score)


@dataclass(frozen=True, eq=False)
class Attended:
    """The ``scores`` of the keys, their softmax ``weights``, and the ``context`` Σ weightᵢ·keyᵢ."""

    scores: Float64[np.ndarray, " keys"]
    weights: Float64[np.ndarray, " keys"]
    context: Float64[np.ndarray, " width"]


def attend_by(
    score: str,
    query: Float64[np.ndarray, " query_width"],
    keys: Float64[np.ndarray, "keys width"],
    *,
    general: Float64[np.ndarray, "query_width width"] | None = None,
    of_query: Float64[np.ndarray, "hidden query_width"] | None = None,
    of_key: Float64[np.ndarray, "hidden width"] | None = None,
    read: Float64[np.ndarray, " hidden"] | None = None,
) -> Attended:
    """Attention of one query s over keys h, which are the values too.

    "dot" s·h; "scaled dot" s·h/√d; "general" sᵀ W h with W ``general``; "additive" vᵀ tanh(W_s s + W_h h) with W_s
    ``of_query``, W_h ``of_key``, v ``read``. Matrices left out are identities, v is all ones.

    Raises:
        InputError: there is no such score; query and keys differ in width where nothing maps the one to the other.
    """
    if score not in SCORES:
        raise InputError("score", score, f"it must be one of {', '.join(SCORES)}", "Choose one of them.")
    width = keys.shape[1]
    mapped = (score == "general" and general is not None) or (score == "additive" and of_query is not None)
    if len(query) != width and not mapped:
        rule = f"the query must be as long as the keys, {width}, where no matrix maps one to the other"
        raise InputError("query", len(query), rule, "Make them equally long.")
    if score == "additive":
        from_query = query if of_query is None else of_query @ query
        from_keys = keys if of_key is None else keys @ of_key.T
        hidden = np.tanh(from_query + from_keys)
        scores = hidden.sum(1) if read is None else hidden @ read
    elif score == "general":
        scores = keys @ (query if general is None else query @ general)
    else:
        scores = keys @ query * (width**-0.5 if score == "scaled dot" else 1.0)
    weights = softmax(scores)
    return Attended(scores, weights, weights @ keys)
