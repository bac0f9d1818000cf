"""Which keys a query may look at: none hidden, the future hidden, a window, and places that are only filling.

    >>> allowed("causal", 3, 3).astype(int).tolist()
    [[1, 0, 0], [1, 1, 0], [1, 1, 1]]

Masked self-attention is causal self-attention; cross-attention is something else, where the queries come from another
sequence than the keys.
"""

from typing import Literal, get_args

import numpy as np
from jaxtyping import Bool

from core.errors import InputError

Mask = Literal["none", "causal", "window", "padding"]


def allowed(
    mask: str, queries: int, keys: int, *, window: int = 1, padding: tuple[int, ...] = ()
) -> Bool[np.ndarray, "queries keys"]:
    """Whether query i may look at key j.

    "none" hides nothing; "causal" allows j ≤ i; "window" allows i − ``window`` < j ≤ i, so that each query sees itself
    and the ``window`` − 1 keys before it; "padding" hides the keys at the places of ``padding``. Where there are
    fewer queries than keys, the queries are the last of them, as with a KV cache: query i stands at place
    i + keys − queries.

    Raises:
        InputError: there is no such mask, the window is below 1, or a place of the padding is none of the keys'.
    """
    if mask not in get_args(Mask):
        raise InputError("mask", mask, f"it must be one of {', '.join(get_args(Mask))}", "Choose one of them.")
    place = np.arange(queries)[:, None] + max(0, keys - queries)
    key = np.arange(keys)
    if mask == "none":
        return np.ones((queries, keys), bool)
    if mask == "padding":
        for each in padding:
            if not 0 <= each < keys:
                raise InputError("padding", each, f"the text has {keys} places", "Name another.")
        return np.tile(~np.isin(key, padding), (queries, 1))
    if mask == "window" and window < 1:
        raise InputError("window", window, "a window must hold at least the query's own place", "Choose 1 or more.")
    nearest = place - key
    return (nearest >= 0) & (nearest < (window if mask == "window" else place + 1))
