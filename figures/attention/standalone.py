"""A page of its own for a text and its heads, to open without a server: the panel of /attention and all it needs."""

import base64
import json
import re
from pathlib import Path
from typing import Any

import numpy as np

from core.attention.attention import Result
from figures.attention.head_views import AXIS, called, of_head, tiles
from figures.plot import Array

ASSETS = Path(__file__).resolve().parents[2] / "assets"
# In the order in which they need each other.
MODULES = ("glassbox.js", "colours.js", "panels/words.js", "panels/attention_weights.js", "panels/attention_heatmap.js",
           "panels/attention_lines.js", "panels/attention_grid.js", "panels/attention_head.js")  # fmt: skip
MOST_BYTES = 16_000_000  # of queries and keys; beyond, the page holds the layer in sight alone
_IMPORT = re.compile(r'^import (\{[^}]*\}) from "([^"]+)";$', re.MULTILINE)
_EXPORT = re.compile(r"^export ((?:async )?(?:function|class|const) (\w+))", re.MULTILINE)


def page(result: Result) -> str:
    """The HTML of the page, which loads nothing."""
    parts = {
        "style": (ASSETS / "style.css").read_text(encoding="utf-8"),
        "modules": bundle(),
        "data": json.dumps(_data(result)).replace("<", "\\u003c"),  # nothing in it may end the element that holds it
    }
    frame = (ASSETS / "standalone" / "attention.html").read_text(encoding="utf-8")
    return re.sub(r"/\* (style|modules|data) \*/", lambda match: parts[match[1]], frame)


def bundle() -> str:
    """The modules as one script: each is a function that gives what it exports."""
    return "const modules = {};\n" + "\n".join(_wrapped(name) for name in MODULES)


def _wrapped(name: str) -> str:
    source = (ASSETS / "js" / name).read_text(encoding="utf-8")
    folder = (ASSETS / "js" / name).parent

    def taken(match: re.Match[str]) -> str:
        path = (folder / match[2]).resolve().relative_to((ASSETS / "js").resolve()).as_posix()
        return f'const {match[1]} = modules["{path}"];'

    exported = ", ".join(found[1] for found in _EXPORT.findall(source))
    body = _EXPORT.sub(r"\1", _IMPORT.sub(taken, source))
    return f'modules["{name}"] = (() => {{\n{body}\nreturn {{ {exported} }};\n}})();'


def _data(result: Result) -> dict[str, Any]:
    """Queries and keys of all heads, or of the layer in sight where they would be too many, and what is said."""
    seen = result.reading.changed
    whole = 2 * seen.query.nbytes <= MOST_BYTES
    layers = slice(None) if whole else slice(result.layer, result.layer + 1)
    header, arrays = of_head(seen, result, "")
    heads = "All heads: press one" if whole else f"Heads: press one of layer {result.layer}"
    of_grid, of_tiles = tiles(result, heads)
    arrays |= of_tiles | {"query": seen.query[layers], "key": seen.key[layers]}
    told = f"{seen.time:,} tokens, read by {_model(result)}. It opens on {called(result)}."
    sent = {name: _sent(each) for name, each in arrays.items()}
    return {
        "header": header | {"grid": of_grid, "follow": AXIS}, "arrays": sent,
        "chosen": [result.layer, result.head], "query": result.query, "time": seen.time, "width": seen.query.shape[-1],
        "heads": seen.heads, "layers": len(seen.query[layers]), "first": 0 if whole else result.layer, "told": told,
    }  # fmt: skip


def _model(result: Result) -> str:
    return "the small model of Glassbox" if result.model == "ours" else result.model


def _sent(array: Array) -> dict[str, Any]:
    """An array as text, in the kinds that the page's script knows."""
    kinds = {"f": (np.float32, "f4"), "u": (np.uint16, "u2")}
    kind, name = (np.uint8, "u1") if array.dtype == np.uint8 else kinds[array.dtype.kind]
    return {
        "kind": name,
        "shape": list(array.shape),
        "text": base64.b64encode(np.ascontiguousarray(array, kind).tobytes()).decode(),
    }
