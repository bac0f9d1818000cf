"""Pictures of /cross-attention: lines between the words, the weights of one French word, heatmap, heads, next words."""

from dataclasses import replace

import numpy as np

from core.attention.cross_attention import Params, Result
from figures import theme
from figures.plot import Download, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces

AXIS = "french-word"


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a translation."""
    both = Row((heatmap(result, params), heads(result, params)))
    return Views(alignment(result, params), bars(result, params), opened=(steps(result, params),), more=(both,))


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [
        Download.table("Weights (CSV)", "cross-attention.csv", result.table),
        Download("All heads (.npz)", "cross-attention.npz", "application/octet-stream", result.npz),
    ]


def others(result: Result, params: Params) -> dict[str, Params]:
    """Every head, and the mean of every layer, by name: a live picture takes them along."""
    layers, heads = result.weights.shape[:2]
    each = [replace(params, layer=layer, head=max(head, 0), mean=head < 0)
            for layer in range(layers) for head in (*range(heads), -1)]  # fmt: skip
    return {named(one): one for one in each}


def named(params: Params) -> str:
    """What is looked at, in words."""
    layer = params.layer + 1
    return f"layer {layer}, mean of its heads" if params.mean else f"layer {layer}, head {params.head + 1}"


def alignment(result: Result, params: Params) -> Panel:
    """The English above, the French below as it is written, and lines where each French word looks."""
    weights = result.weights_of(params.layer, params.head, params.mean)
    header = {"english": list(result.english), "french": list(result.written), "title": named(params)}
    arrays = {"weights": weights, "chance": result.probabilities[:, 0]}
    return Panel("cross-alignment", "attention/cross_attention/alignment.js", AXIS, len(result.written), header, arrays)


def bars(result: Result, params: Params) -> Plot:
    """Where the French word being written looks: a bar for each English word."""
    weights, places = result.weights_of(params.layer, params.head, params.mean), np.arange(len(result.english))
    traces = Traces(len(result.written))
    traces.add(places, weights, type="bar", mode=None, name=named(params), marker={"color": theme.CATEGORIES[0]})
    if not params.mean:
        mean = result.weights_of(params.layer, params.head, True)
        name = f"mean of layer {params.layer + 1}"  # weights of 0 and 1 lie at the rims
        traces.dots(places, mean, name, theme.PINNED, 9, "diamond", cliponaxis=False)
    room = 34 if len(places) <= 6 else 58  # for words that a narrow screen turns
    sweep = Sweep(AXIS, "French word", traces.steps, displayed=np.arange(1, traces.steps + 1), field="word",
                  words="French word {value} of {last}")  # fmt: skip
    summary = f"The weights of each French word on the {len(places)} English ones, {named(params)}."
    return traces.plot(
        "cross-weights", summary, 156 + room, sweep,
        theme.axis("", tickvals=places.tolist(), ticktext=[theme.label(word, 14) for word in result.english],
                   range=[-0.6, len(places) - 0.4]),
        theme.axis("weight", range=[0, 1.04], nticks=4, hoverformat=".4f"),
        **theme.legend(t=26, b=room), bargap=0.45,
    )  # fmt: skip


def heatmap(result: Result, params: Params) -> Panel:
    """All weights of the head: a row for each French word, a column for each English one."""
    header = {
        "rows": list(result.written), "columns": list(result.english), "rowName": "French", "columnName": "English",
        "title": f"Every French word: {named(params)}", "colours": theme.VIRIDIS,
        "summary": f"Weights of {len(result.written)} French on {len(result.english)} English words.",
    }  # fmt: skip
    weights = result.weights_of(params.layer, params.head, params.mean)
    return Panel("cross-heatmap", "shared/heatmap.js", AXIS, len(result.written), header, {"weights": weights})


def heads(result: Result, params: Params) -> Panel:
    """For the French word in focus: where every head of every layer looks most, and the likeliest words."""
    layers, count = result.weights.shape[:2]
    chosen = [params.layer, -1 if params.mean else params.head]
    header = {"english": list(result.english), "layers": layers, "heads": count, "chosen": chosen,
              "title": "The likeliest words here",
              "words": [list(row) for row in result.likeliest], "written": list(result.written)}  # fmt: skip
    arrays = {"best": result.weights.argmax(-1).astype(np.uint8), "weight": result.weights.max(-1),
              "chance": result.probabilities}  # fmt: skip
    return Panel("cross-heads", "attention/cross_attention/heads.js", AXIS, len(result.written), header, arrays)


def steps(result: Result, params: Params) -> Panel:
    """One head, step by step, for the French word in focus."""
    layer, head = params.layer, params.head
    query, key, value = (np.ascontiguousarray(getattr(result, part)[layer, head]) for part in ("query", "key", "value"))
    arrays = {"query": query, "key": key, "value": value, "scale": np.array([query.shape[1] ** -0.5])}
    labels = [f"writing “{word}”" for word in result.written]
    title = f"Step by step: layer {layer + 1}, head {head + 1}"
    if params.mean:
        title = f"{title}, one of the {result.weights.shape[1]} in the mean"
    header = {"query": labels, "keys": list(result.english), "scale": f"1/√{query.shape[1]}",
              "title": title}  # fmt: skip
    return Panel("cross-steps", "shared/attention_steps.js", AXIS, len(result.written), header, arrays)
