"""The query in focus, step by step: products, scale, mask, softmax and the weighted sum, every number a formula."""

import numpy as np

from core.attention.attention import Result
from figures.attention.attention.head_views import AXIS
from figures.plot import Panel


def steps(result: Result) -> Panel:
    """The arithmetic of the head in sight for every query, done in the browser from queries, keys and values."""
    seen, head = result.reading.changed, (result.layer, result.head)
    width = seen.query.shape[-1]
    named = [f"{label} ({place})" for place, label in enumerate(result.reading.labels)]
    header = {"query": named, "keys": named, "scale": f"1/√{width}", "digits": 4}
    arrays = {"query": seen.query[head], "key": seen.key[head], "value": seen.value[head],
              "scale": np.array([width**-0.5]), "allowed": seen.allowed.astype(np.uint8)}  # fmt: skip
    return Panel("attention-steps", "shared/attention_steps.js", AXIS, seen.time, header, arrays)
