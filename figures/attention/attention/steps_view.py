"""The query in focus, step by step: products, scale, mask, softmax and the weighted sum, every number a formula."""

import numpy as np

from core.attention.attention import Result
from core.text import Verbatim
from figures.attention.attention.head_views import AXIS
from figures.plot import Panel


def steps(result: Result) -> Panel:
    """The arithmetic of the head in sight for every query, done in the browser from queries, keys and values."""
    cache, head = result.reading.changed, (result.layer, result.head)
    rule = cache.rules[result.layer]
    named = [Verbatim(f"{label} ({place})") for place, label in enumerate(result.reading.labels, 1)]
    header = {"query": named, "keys": named, "scale": root_name(rule.scale), "digits": 4,
              "softcap": rule.softcap, "sink": rule.sink(result.head)}  # fmt: skip
    arrays = {"query": cache.query[head], "key": cache.key[head], "value": cache.value[head],
              "scale": np.array([rule.scale]), "allowed": rule.allowed.astype(np.uint8)}  # fmt: skip
    return Panel("attention-steps", "shared/attention_steps.js", AXIS, cache.time, header, arrays)


def root_name(scale: float) -> str:
    """A scale as the root that it is, such as 1/√32; empty where it is none of a whole number, or 1."""
    under = round(scale**-2)
    return f"1/√{under}" if under > 1 and np.isclose(under**-0.5, scale) else ""
