"""What the views of attention share: a matrix of weights, the buttons of all heads, a sentence, the swept query."""

import hashlib
from collections.abc import Sequence
from typing import Any

import numpy as np

from core.attention.attention import Result
from core.attention.attention.head_cache import HeadCache
from core.attention.attention.layer_rule import LayerRule
from core.models.softmax import BIT
from core.numbers import fixed
from figures import marks, theme
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Plot, Sweep, browser_array
from figures.traces import Traces

AXIS = "attention-query"
COLOURS = theme.VIRIDIS
EXACT = 300  # queries
ENTROPY_OF_ALL = {"bits": "; the entropy of all weights is {entropy} bits",
                  "nats": "; the entropy of all weights is {entropy} nats"}  # fmt: skip


def heatmap(name: str, weights: Array, allowed: Array, words: Sequence[str], title: str, summary: str) -> Panel:
    """Weights as a picture whose rows are the swept queries. Beyond 300 queries they have four decimal places."""
    kept = weights if len(weights) <= EXACT else np.round(65535 * np.clip(weights, 0, 1)).astype(np.uint16)
    arrays = {"weights": kept, **reach(allowed)}
    return Panel(name, "shared/heatmap.js", AXIS, len(words), words_of(words, title, summary), arrays)


def head_map(name: str, cache: HeadCache, result: Result, title: str) -> Panel:
    """The head in sight in one of the passes, as a picture whose rows are the swept queries."""
    header, arrays = of_head(cache, result, title)
    return Panel(name, "shared/heatmap.js", AXIS, cache.time, header, arrays)


def of_head(cache: HeadCache, result: Result, title: str) -> tuple[dict[str, Any], dict[str, Array]]:
    """Queries and keys, from which the browser makes any weight; of a long text also their weights as a picture."""
    layer, head = place = (result.layer, result.head)
    rule = cache.rules[layer]
    summary = f"Weights of {called(result)} from every query, {cache.time:,} in all, to the keys that it may look at."
    header = words_of(result.reading.labels, title, summary) | rule_of(rule, head)
    arrays = {"query": cache.query[place], "key": cache.key[place], **reach(rule.allowed)}
    if cache.time > EXACT:
        found = cache.summary(layer)
        header["cells"], arrays["picture"] = found.cells, found.picture[head]
    return header, arrays


def rule_of(rule: LayerRule, head: int) -> dict[str, float | None]:
    """How the scores of a head are made and turned into weights, beside its mask."""
    return {"factor": rule.scale, "softcap": rule.softcap, "sink": rule.sink(head)}


def words_of(words: Sequence[str], title: str, summary: str) -> dict[str, Any]:
    """What the picture of weights is called, and its rows and columns."""
    return {
        "rows": list(words), "columns": list(words), "rowName": "query", "columnName": "key", "title": title,
        "summary": summary, "colours": COLOURS, "follow": AXIS,
    }  # fmt: skip


def reach(allowed: Array) -> dict[str, Array]:
    """A mask in few numbers: each query looks from its ``first`` key up to its ``last``, but at none that is hidden."""
    some = allowed.any(1)
    first = np.where(some, allowed.argmax(1), 0)
    last = np.where(some, allowed.shape[1] - allowed[:, ::-1].argmax(1), 0)
    hidden = np.asarray(~allowed.any(0), np.uint8)
    return {"first": browser_array(first), "last": browser_array(last), "hidden": hidden}


def head(result: Result) -> Panel:
    """The head in sight: its weights, its lines, and all heads to choose from."""
    header, arrays = of_head(result.reading.changed, result, f"The weights of {called(result)}")
    of_grid, of_tiles = tiles(result, "All heads: press one")
    time = result.reading.changed.time
    return Panel(
        "attention-head", "attention/attention/head.js", AXIS, time, header | {"grid": of_grid}, arrays | of_tiles
    )


def tiles(result: Result, title: str) -> tuple[dict[str, Any], dict[str, Array]]:
    """A small picture of every head, of the roots of its weights, on buttons."""
    levels = result.reading.changed.tiles
    digest = hashlib.blake2b(levels.tobytes(), digest_size=8).hexdigest()
    return grid_header(result, title) | {"tilesOf": digest}, {"tiles": levels}


def grid_header(result: Result, title: str) -> dict[str, Any]:
    """What the buttons of all heads need to know."""
    cache = result.reading.changed
    return {"layers": cache.layers, "heads": cache.heads, "title": title, "chosen": [result.layer, result.head],
            "colours": COLOURS}  # fmt: skip


def values(result: Result, name: str, title: str, numbers: Array, most: float, unit: str) -> Panel:
    """A number for every head, on buttons that choose it."""
    header = grid_header(result, title) | {"most": most, "unit": unit}
    arrays = {"values": numbers.astype(np.float32)}
    return Panel(name, "attention/attention/grid.js", AXIS, result.reading.changed.time, header, arrays)


def headline(result: Result) -> Panel:
    """Where each query looks most, and what the model expects after it."""
    reading = result.reading
    summary, head = reading.changed.summary(result.layer), result.head
    key = summary.key[head]
    header: dict[str, Any] = {"labels": list(reading.labels), "layer": result.layer, "head": result.head,
                              "unit": result.unit}  # fmt: skip
    arrays = {"key": browser_array(key), "weight": summary.weight[head], "entropy": in_unit(summary.bits[head], result)}
    if reading.predictions is not None:
        expected = reading.predictions
        best = expected.after.argmax(1)
        tokens = expected.tokens[np.arange(len(best)), best]
        known, index = np.unique(tokens, return_inverse=True)
        header["words"] = [reading.words[int(each)] for each in known]
        arrays |= {"next": browser_array(index), "chance": expected.after[np.arange(len(best)), best]}
    return Panel("attention-headline", "attention/attention/headline.js", AXIS, len(key), header, arrays, kept=False)


def opened(result: Result) -> Panel:
    """The score and the weight of the key that each query looks at most."""
    heads, place = result.reading.changed, (result.layer, result.head)
    summary, rule = heads.summary(result.layer), heads.rules[result.layer]
    key, weight = summary.key[result.head], summary.weight[result.head].astype(np.float64)
    query, keys = heads.query[place].astype(np.float64), heads.key[place].astype(np.float64)
    product, looks = np.einsum("tw,tw->t", query, keys[key]), (weight > 0).astype(int)
    numbers, formula, substitution = {"scale": rule.scale, "product": product}, "scale·q·k", "{scale} × {product}"
    if rule.softcap:
        formula, substitution = "c·tanh(scale·q·k / c)", "{cap} × tanh({scale} × {product} / {cap})"
        numbers["cap"] = rule.softcap
    nowhere = "This query may look nowhere"
    scaled = Line((nowhere, f"Score {formula} of the key at place {{key}}"), ("", substitution), numbers,
                  case=looks, beside={"key": key + 1})  # fmt: skip
    score = scaled.value
    total = score - np.log(np.where(looks, weight, 1))
    share = Line((nowhere, "Its weight, exp(score − ln Σ exp(scores))"), ("", "exp({score} − {total})"),
                 {"score": score, "total": total}, case=looks, note=("", ENTROPY_OF_ALL[result.unit]),
                 beside={"entropy": in_unit(summary.bits[result.head], result)})  # fmt: skip
    return panel("attention-opened", AXIS, heads.time, scaled, share)


def entropies(result: Result) -> Plot:
    """How spread each query's weights are, beside the most that its mask allows; it holds the scrubbed query."""
    cache, plain = result.reading.changed, result.reading.plain
    spread, place = in_unit(cache.summary(result.layer).bits[result.head], result), np.arange(1, cache.time + 1)
    most = in_unit(most_bits(cache.rules[result.layer]), result)
    traces = Traces(cache.time)
    top = float(most.max())
    traces.add(place, most, name="all keys alike", line=theme.THEORY)
    if plain is not cache:
        before = in_unit(plain.summary(result.layer).bits[result.head], result)
        traces.add(place, before, name="unchanged", line={"color": theme.PINNED, "width": 1.5})
        top = max(top, float(before.max()))
    traces.add(place, spread, name=called(result), line=theme.EXPERIMENT)
    top = 1.12 * max(1.0, top)
    summary = (
        f"Entropy in {result.unit} of the weights of {called(result)}, up to {fixed(spread.max(), 2)}; the most is the "
        f"logarithm of the number of {outcomes(cache.rules[result.layer])}."
    )
    cursor = Cursor(browser_array(place), {"y": spread})
    grey = "" if plain is cache else "; grey: nothing changed"
    lines = f"0: one key takes all; dashed: all {outcomes(cache.rules[result.layer])} alike{grey}"
    return traces.plot("attention-entropy", summary, 136, query_sweep(cache, cursor), places(cache),
                       theme.axis("entropy", result.unit, range=[-0.04 * top, top], nticks=4),
                       **key_to_lines(lines))  # fmt: skip


def in_unit(bits: Array, result: Result) -> Array:
    """Entropies in the unit that is chosen."""
    return np.asarray(BIT[result.unit] * bits.astype(np.float64))


def most_bits(rule: LayerRule) -> Array:
    """The entropy of weights that are all alike, for each query."""
    return np.asarray(np.log2(np.maximum(rule.outcomes, 1)))


def outcomes(rule: LayerRule) -> str:
    """What the softmax goes over."""
    return "keys" if rule.sinks is None else "keys and the sink"


def key_to_lines(text: str) -> dict[str, Any]:
    """The margins of the plot that holds the query, and above it what its lines are."""
    note = marks.text(1, 1, text, "right", "bottom", xref="paper", yref="paper",
                      font={"size": 11, "color": theme.MUTED})  # fmt: skip
    return {"margin": {"l": 56, "r": 16, "t": 20, "b": 36}, "annotations": [note]}


def places(cache: HeadCache) -> dict[str, Any]:
    """The axis of the queries."""
    pad = max(0.5, 0.01 * cache.time)
    return theme.axis("query, by its place in the text", range=[1 - pad, cache.time + pad], tickformat=",d",
                      dtick=1 if cache.time <= 24 else None)  # fmt: skip


def query_sweep(cache: HeadCache, cursor: Cursor) -> Sweep:
    """The axis that is dragged: the query."""
    places = np.arange(1, cache.time + 1)
    return Sweep(AXIS, "Query", cache.time, displayed=places, words="query {value} of {last}", field="query",
                 cursor=cursor)  # fmt: skip


def called(result: Result) -> str:
    return f"layer {result.layer + 1}, head {result.head + 1}"
