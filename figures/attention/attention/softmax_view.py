"""The chosen query over all temperatures: weights that part, their entropy, and all keys at the one in sight."""

import math
from typing import Any

import numpy as np

from core.attention.attention import Result
from core.attention.attention.layer_rule import LayerRule
from core.attention.attention.temperature import COLDEST, Temperatures
from core.numbers import counted, exact, number
from core.text import Verbatim
from figures import marks, theme
from figures.attention.attention.head_views import called, in_unit, most_bits
from figures.attention.attention.steps_view import root_name
from figures.opened import Line, panel
from figures.plot import Array, Cursor, Panel, Plot, Sweep, Views
from figures.traces import Traces

AXIS = "attention-temperature"
WORDS = 60  # keys, at the most, that stand under their bars as words
LINES = 6  # keys with a line of their own: those of the largest scores
TOP = 1.16  # of the axes: the names of lines stand above a weight of 1
ENTROPY = {  # of keys alone, and beside a sink
    "bits": (
        "; the entropy is {entropy} bits, as if {alike} of the {allowed} keys shared the weight equally",
        "; the entropy is {entropy} bits, as if {alike} of the {allowed} keys and the sink shared the weight equally",
    ),
    "nats": (
        "; the entropy is {entropy} nats, as if {alike} of the {allowed} keys shared the weight equally",
        "; the entropy is {entropy} nats, as if {alike} of the {allowed} keys and the sink shared the weight equally",
    ),
}
TICKS = [0.03125, 0.0625, 0.125, 0.25, 0.5, 1, 2, 4, 8, 16, 32]


def views(result: Result) -> Views:
    """The weights with the scrub, then the keys as bars."""
    return Views(weights(result), opened=(opened(result),), more=(bars(result),))


def weights(result: Result) -> Plot:
    """The weights of the keys with the largest scores over the logarithm of T, and the entropy of all."""
    found, rule = result.temperatures, result.reading.changed.rules[result.layer]
    assert found is not None
    place, labels = np.log2(found.values), result.reading.labels
    traces = Traces(len(place))
    best = _largest(found)
    for rank, key in enumerate(best):
        colour = theme.CATEGORIES[rank % len(theme.CATEGORIES)]
        name = Verbatim(" ".join((theme.label(labels[key], 11), f"({key + 1})")))
        traces.add(place, found.weights[:, key].astype(np.float64), name=name,
                   line={"color": colour, "width": 2, "dash": theme.DASHES[rank]})  # fmt: skip
    spread = in_unit(found.entropy, result)
    traces.line(place, spread, "entropy, right axis", theme.INK, 1.5, yaxis="y2")
    most = TOP * float(np.maximum(in_unit(most_bits(rule), result)[result.query], 1.0))
    first = found.weights[:, best[0]].astype(np.float64) if len(best) else np.zeros(len(place))
    summary = f"The largest weights over the temperature, those of {counted(len(best), 'key')}, and the entropy of all."
    sweep = Sweep(AXIS, "Temperature", len(place), values=found.values, field="temperature", words="T = {value}",
                  cursor=Cursor(place, {"y": first, "y2": spread}))  # fmt: skip
    return traces.plot(
        "attention-weights", summary, 300, sweep,
        theme.axis("temperature T, in softmax(z / T) of the scores z", range=[-5.1, 5.1],
                   tickvals=np.log2(TICKS).tolist(),
                   ticktext=["1/32", "1/16", "1/8", "1/4", "1/2", "1", "2", "4", "8", "16", "32"]),
        theme.axis("weight", range=[-0.03 * TOP, TOP], tickvals=[0, 0.5, 1]),
        yaxis2=theme.axis("entropy", result.unit, range=[-0.03 * most, most], overlaying="y", side="right",
                          showgrid=False, tickmode="auto"),
        **theme.legend(84, r=56, t=40, b=40),
        **_marks(rule),
    )  # fmt: skip


def _largest(found: Temperatures) -> Array:
    """The keys with the largest scores, largest first; the order is that at every temperature."""
    row = found.weights[-1]
    return np.array([key for key in np.argsort(-row, kind="stable")[:LINES] if row[key] > 0], dtype=int)


def opened(result: Result) -> Panel:
    """The largest weight at each temperature, with the entropy and what T = 1 is."""
    found, rule = result.temperatures, result.reading.changed.rules[result.layer]
    assert found is not None
    scores = result.reading.changed.scores(result.layer, result.head)[result.query]
    score = float(scores[found.weights[-1].argmax()])
    total = score / found.values - np.log(np.where(found.largest > 0, found.largest, 1))
    allowed = int(rule.allowed[result.query].sum())
    beside = {"entropy": in_unit(found.entropy, result), "alike": 2**found.entropy, "allowed": allowed}
    note = ENTROPY[result.unit][rule.sinks is not None]
    if not allowed or (allowed == 1 and rule.sinks is None):
        note = "; there is one key alone" if allowed else "; there is no key"
    if rule.sinks is not None:
        note, beside["sink"] = f"{note}; the sink takes {{sink}} of it", found.sink
    line = Line("Largest weight, exp(score / T − ln Σ exp(scores / T))", "exp({score} / {at} − {total})",
                {"score": score, "at": found.values, "total": total}, note=f"{note}. {_scores(rule)}.",
                beside=beside)  # fmt: skip
    return panel("attention-opened", AXIS, len(found.values), line)


def bars(result: Result) -> Plot:
    """Every key's weight at the temperature in sight; the query's own key is in the colour of the focus."""
    found, labels, query = result.temperatures, result.reading.labels, result.query
    assert found is not None
    places, own = np.arange(1, len(labels) + 1), np.arange(len(labels)) == query
    traces = Traces(len(found.values))
    for name, keys, colour in (("weight", ~own, theme.CATEGORIES[0]), ("weight of itself", own, theme.FOCUS)):
        traces.add(places, found.weights * keys, type="bar", mode=None, name=name, marker={"color": colour})
    words = {"tickvals": places.tolist(), "ticktext": [theme.label(each, 14) for each in labels]}
    of = f"key, as {called(result)} sees it from “{theme.label(labels[query], 24)}” (place {query + 1})"
    summary = f"The weights of {counted(len(labels), 'key')} at the temperature in sight."
    return traces.plot(
        "attention-keys", summary, 220, AXIS,
        theme.axis(of, range=[0.4, len(labels) + 0.6], **(words if len(labels) <= WORDS else {"tickformat": ",d"})),
        theme.axis("weight", range=[0, 1.02], nticks=5, hoverformat=".4f"), barmode="overlay",
        margin={"l": 56, "r": 16, "t": 10, "b": 84 if len(labels) <= WORDS else 40},
    )  # fmt: skip


def _scores(rule: LayerRule) -> str:
    """What T = 1 is, and the T that undoes the scale where nothing comes between the two."""
    root = root_name(rule.scale)
    by = f"divides q·k by {root[2:]}" if root else f"multiplies q·k by {number(rule.scale, 3)}"
    if rule.softcap is not None:
        softcap = exact(rule.softcap)
        return f"T = 1 {by} and bends that score z to {softcap}·tanh(z/{softcap})"
    if rule.scale == 1:
        return f"T = 1 {by}"
    return f"T = 1 {by}; undivided it would be T = {number(rule.scale, 3)}"


def _marks(rule: LayerRule) -> dict[str, Any]:
    """The model's own temperature, and the one without its scale."""
    places = [(1.0, "the model")]
    if rule.softcap is None and COLDEST <= rule.scale < 1:
        places.append((rule.scale, f"without {root_name(rule.scale) or 'the scale'}"))
    return {"shapes": [marks.upright(math.log2(at), theme.BOUND) for at, _ in places],
            "annotations": [marks.at_top(math.log2(at), f"{text} ", "right") for at, text in places]}  # fmt: skip
