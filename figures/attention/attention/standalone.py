"""A page of its own for a text and its heads, to open without a server: the panel of /attention and all it needs."""

from core.attention.attention import Result
from figures.attention.attention.head_views import AXIS, called, of_head, tiles
from figures.standalone import document

MODULES = ("panels/attention/attention/head.js",)
MOST_BYTES = 16_000_000  # of queries and keys; beyond, the page holds the layer in sight alone


def page(result: Result) -> str:
    """The HTML of the page, with queries and keys of all heads, or of the layer in sight where they would be many."""
    seen = result.reading.changed
    whole = 2 * seen.query.nbytes <= MOST_BYTES
    layers = slice(None) if whole else slice(result.layer, result.layer + 1)
    header, arrays = of_head(seen, result, "")
    of_grid, of_tiles = tiles(result, "All heads: press one" if whole else f"Heads: press one of layer {result.layer}")
    read_by = "the small model of Glassbox" if result.model == "ours" else result.model
    data = {
        "header": header | {"grid": of_grid, "follow": AXIS}, "chosen": [result.layer, result.head],
        "layers": len(seen.query[layers]), "first": 0 if whole else result.layer,
        "told": f"{seen.time:,} tokens, read by {read_by}. It opens on {called(result)}.",
        "axis": "Query", "follow": AXIS, "steps": seen.time, "step": result.query,
    }  # fmt: skip
    arrays |= of_tiles | {"query": seen.query[layers], "key": seen.key[layers]}
    return document("Attention", "attention.js", MODULES, data, arrays)
