"""A page of its own for a text and its heads, to open without a server: the panel of /attention and all it needs."""

import numpy as np

from core.attention.attention import Result
from figures.attention.attention.head_views import AXIS, called, of_head, reach, rule_of, tiles
from figures.standalone import document

MODULES = ("panels/attention/attention/head.js",)
MOST_BYTES = 16_000_000  # of queries and keys; beyond, the page holds the layer in sight alone


def page(result: Result) -> str:
    """The HTML of the page, with queries and keys of all heads, or of the layer in sight where they would be many."""
    cache = result.reading.changed
    whole = 2 * cache.query.nbytes <= MOST_BYTES
    layers = slice(None) if whole else slice(result.layer, result.layer + 1)
    rules = cache.rules[layers]
    header, arrays = of_head(cache, result, "")
    title = "All heads: press one" if whole else f"Heads: press one of layer {result.layer + 1}"
    of_grid, of_tiles = tiles(result, title)
    read_by = "the small model of Glassbox" if result.model == "ours" else result.model
    data = {
        "header": header | {"grid": of_grid, "follow": AXIS}, "chosen": [result.layer, result.head],
        "rules": [[rule_of(rule, head) for head in range(cache.heads)] for rule in rules],
        "layers": len(rules), "first": 0 if whole else result.layer,
        "told": f"{cache.time:,} tokens, read by {read_by}. It opens on {called(result)}.",
        "axis": "Query", "follow": AXIS, "steps": cache.time, "step": result.query,
    }  # fmt: skip
    reaches = [reach(rule.allowed) for rule in rules]
    masks = {name: np.array([[each[name]] for each in reaches]) for name in reaches[0]}
    arrays |= of_tiles | masks | {"query": cache.query[layers], "key": cache.key[layers]}
    return document("Attention", "attention.js", MODULES, data, arrays)
