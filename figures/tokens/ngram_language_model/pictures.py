"""The curves and bars of /ngram-language-model."""

from typing import Any

import numpy as np

from core.ngrams.settings import METHODS, MOST_ORDER, NAMES
from core.numbers import chance, counted, number
from core.tokens.ngram_language_model.mass import NAMED, Mass
from core.tokens.ngram_language_model.params import AXES, LOOKED_AT
from core.tokens.ngram_language_model.perplexity import Perplexity
from figures import marks, theme
from figures.log_axis import log_axis
from figures.plot import Cursor, Panel, Plot, Sweep
from figures.traces import Traces
from figures.word_axis import AT, word_axis

AXIS, HEIGHT = "ngram", 320
COLOURS = dict(zip(NAMES, (theme.INK, *theme.CATEGORIES), strict=True))
DASHES = dict(zip(NAMES, theme.DASHES, strict=True))
SHORT = {
    **METHODS,
    "likelihood": "Max. likelihood",
    "interpolation": "Interpolation",
    "modified": "Modified Kneser–Ney",
}
WORDS = {"discount": "D = {value}", "weight": "λ = {value}", "added": "k = {value}", "order": "n = {value}",
         "size": "{value} % of the training text"}  # fmt: skip
WRITTEN = {"discount": ("discount D",), "weight": ("weight λ of the n-gram",), "added": ("added count k",),
           "order": ("order n",), "size": ("training text used", "%")}  # fmt: skip
XAXIS: dict[str, dict[str, Any]] = {"added": log_axis(-4.05, 1.05),
                                    "order": {"range": [0.8, MOST_ORDER + 0.2], "dtick": 1},
                                    "size": log_axis(-0.03, 2.03)}  # fmt: skip
DOTTED: dict[str, Any] = {"mode": "lines+markers"}
HELD = {"word": "held-out word", "character": "held-out character"}
SAID = "%{text}<extra></extra>"
LEAST_SEEN = 0.2  # of all words; before the line beside fewer there is no room for its name
APART = 0.1  # of the axis, between two of its numbers
BAND = 0.22  # of a logarithmic axis, for what it cannot hold: 0 or ∞


def _beyond(words: str, low: float, high: float, across: str = "right") -> dict[str, Any]:
    """The tinted region of a logarithmic axis for numbers that it cannot hold, and its name."""
    band = {**marks.region(0, 1), "xref": "paper", "yref": "y", "y0": 10**low, "y1": 10**high}
    place = {"left": 0.005, "right": 0.995}[across]
    return {"shapes": [band], "annotations": [marks.text(place, high, words, across, "top", xref="paper")]}


def _ticks(low: float, high: float, beyond: float, sign: str) -> dict[str, Any]:
    """Few round numbers on a logarithmic axis, and off them the ``sign`` of what lies in the region beyond it."""
    steps = (1, 2, 5) if high - low < 2.5 else (1,)
    powers = range(int(np.floor(low)), int(np.ceil(high)) + 1)
    values = [
        step * 10.0**power
        for power in powers
        for step in steps
        if low <= (at := np.log10(step) + power) <= high and abs(at - beyond) >= APART * (high - low)
    ]
    return {"tickvals": [*values, 10**beyond], "ticktext": [*map(number, values), sign]}


def perplexity(its: Perplexity) -> Plot:
    """Held-out perplexity of every smoother along the axis; infinite ones stand in a region of their own."""
    axis, x = its.params.axis, its.values.astype(np.float64)
    log = np.log10(2) * its.bits
    inside = log[np.isfinite(log)]
    low = float(inside.min()) if len(inside) else 0.0
    best = float(np.min(log, axis=1)[np.isfinite(np.min(log, axis=1))].max()) if len(inside) else 1.0
    high = min(float(inside.max()), best + 1.5) if len(inside) else 1.0
    low = max(0.0, min(low, high - 0.6))  # room for a round number, and no perplexity is below 1
    high = max(high, low + 0.6)
    room = high - low
    bottom, edge, top = low - 0.08 * room, high + 0.06 * room, high + (0.06 + BAND) * room
    finite = np.isfinite(log) & (log <= edge)
    beyond = edge + 0.22 * (top - edge)
    place = np.where(finite, log, np.where(np.isfinite(log), edge, beyond))
    traces = Traces(len(x))
    for i, name in enumerate(NAMES):
        wide = 3 if i == its.chosen else 1.8
        said = [f"{SHORT[name]}: {number(value)}" for value in its.perplexity[i].tolist()]
        look = {**DOTTED, "marker": {"size": 6, "color": COLOURS[name]}} if axis == "order" else {}
        traces.line(x, 10 ** place[i], SHORT[name], COLOURS[name], wide, dash=DASHES[name], text=said,
                    hovertemplate=SAID, **look)  # fmt: skip
    if np.isfinite(estimated := np.log10(2) * its.estimated[its.chosen]) and low <= estimated <= edge:
        look = {"color": COLOURS[its.params.method], "width": 1.2, "dash": "dash"}
        traces.level(x, 10**estimated, "D estimated", look)
    sweep = Sweep(AXIS, AXES[axis], len(x), "".join(WRITTEN[axis][1:]), its.values, WORDS[axis], field=axis,
                  cursor=Cursor(x, {"y": 10 ** place[its.chosen]}))  # fmt: skip
    legend = theme.legend(104, t=60)
    legend["legend"] |= {"font": {"size": 10}}  # two names fit side by side on a phone
    summary = f"Held-out perplexity of seven smoothers along the axis: {AXES[axis]}."
    return traces.plot("ngram-perplexity", summary, HEIGHT, sweep,
                       theme.axis(*WRITTEN[axis], **XAXIS.get(axis, {"range": [-0.01, 1.01]})),
                       theme.axis("perplexity", type="log", range=[bottom, top], **_ticks(bottom, edge, beyond, "∞")),
                       **_beyond(f"infinite: a held-out {its.params.noun} has probability 0", edge, top),
                       **legend)  # fmt: skip


def table(its: Perplexity) -> Panel:
    """All smoothers at each step: perplexity, bits, nats, and words of probability 0."""
    noun = its.params.noun
    columns = (its.perplexity, its.bits, its.bits * np.log(2), its.zeros.astype(np.float64))
    header = {"names": [METHODS[name] for name in NAMES], "digits": [4, 4, 4, 0],
              "heads": ["smoother", "perplexity", f"bits a {noun}", f"nats a {noun}", f"{noun}s of probability 0"],
              "words": f"Measured on {counted(its.held, HELD[noun])}. A click on a head sorts."}  # fmt: skip
    by_step = [np.ascontiguousarray(column.T) for column in columns]
    return Panel.table("ngram-table", AXIS, len(its.values), header, by_step)


def bars(its: Mass) -> Plot:
    """All probability after the context as one bar for each smoother: words that followed it, and all others."""
    traces, y = Traces(0), np.arange(len(NAMES))[::-1]
    names = [f"{theme.label(word, 10)} ({times:,}×)" for word, times in
             zip(its.words[:min(NAMED, its.followed)], its.count.tolist(), strict=False)]  # fmt: skip
    names += [""] * (NAMED - len(names)) + ["others", "unseen"]
    colours = (*theme.CATEGORIES[:NAMED], theme.CATEGORIES[4], theme.PINNED)
    for share, name, colour in zip(its.bars.T, names, colours, strict=True):
        if name:
            said = [_share(name, each) for each in share.tolist()]
            traces.add(share, y, name, type="bar", orientation="h", mode=None, marker={"color": colour}, text=said,
                       textposition="none", hovertemplate=SAID)  # fmt: skip
    summary = (f"For each smoother one bar of length 1: the probability of {its.params.noun}s seen after the context, "
               "and of others.")  # fmt: skip
    empty = [marks.text(0.02, float(y[i]), "0/0: nothing followed", "left", "middle")
             for i in np.flatnonzero(its.bars.sum(axis=1) < 0.5).tolist()]  # fmt: skip
    labels = [f"<b>{SHORT[name]}</b>" if name == its.params.method else SHORT[name] for name in NAMES]
    legend = {**theme.LEGEND, "traceorder": "normal", "entrywidthmode": "fraction", "entrywidth": 0.48}
    return traces.plot("ngram-mass", summary, HEIGHT, None, theme.axis("probability", range=[0, 1.0]),
                       theme.axis("", tickvals=y.tolist(), ticktext=labels, range=[-0.6, len(NAMES) - 0.4]),
                       barmode="stack", bargap=0.25, annotations=empty, hovermode="closest", showlegend=True,
                       legend=legend, margin={"l": 142, "r": 16, "t": 64, "b": 36})  # fmt: skip


def _share(name: str, share: float) -> str:
    """What a bar says: its name is a reader's word with its count, or one of ours, which has a translation."""
    if name == "others":
        return f"others: {chance(share)}"
    return f"unseen: {chance(share)}" if name == "unseen" else f"{name}: {chance(share)}"


def words(its: Mass) -> Plot:
    """P of single words: by the chosen smoother, and by maximum likelihood, which gives what was not seen nothing."""
    x, both = np.arange(len(its.words), dtype=np.float64), np.stack([its.chance[0], its.chosen])
    logs = np.log10(np.where(both > 0, both, 1e-3))
    held = logs[both > 0] if both.any() else logs
    with_zero = bool((both[1 - int(its.followed > 0) :] <= 0).any())  # an undefined 0/0 is not drawn
    edge, high = float(held.min()) - 0.15, min(0.0, float(held.max())) + 0.1
    bottom = edge - with_zero * BAND * max(0.5, high - edge)
    none = bottom + 0.35 * (edge - bottom)
    places = 10 ** np.where(both > 0, logs, none)
    traces, method = Traces(len(x)), its.params.method
    for y, p, name, colour, symbol in (
        (places[0], both[0], "likelihood", theme.INK, "circle-open"),
        (places[1], both[1], method, COLOURS[method], "circle"),
    ):
        if symbol == "circle" or (its.followed and method != "likelihood"):
            said = [f"{SHORT[name]}: {chance(each)}" for each in p.tolist()]
            traces.dots(x, y, SHORT[name], colour, 9, symbol, text=said, hovertemplate=SAID)
    noun = its.params.noun
    sweep = Sweep(AXIS, LOOKED_AT(its.params), len(x), "", None, AT[noun], np.arange(1, len(x) + 1),
                  field="place", cursor=Cursor(x, {"y": places[1]}))  # fmt: skip
    summary = f"The probability of single {noun}s after the context, by the chosen smoother and by maximum likelihood."
    made = _beyond("probability 0", bottom, edge, "left") if with_zero else {"shapes": [], "annotations": []}
    seen = int((its.count > 0).sum())
    if 0 < seen < len(x):
        made["shapes"].append(marks.upright(seen - 0.5, theme.BOUND))
        made["annotations"] += [marks.at_top(seen - 0.4, "never", "left")]
        if seen >= LEAST_SEEN * len(x):
            made["annotations"] += [marks.at_top(seen - 0.6, "seen here", "right")]
    ticks = _ticks(edge, high, none, "0" if with_zero else "")
    return traces.plot("ngram-words", summary, HEIGHT, sweep, word_axis(its.words, ""),
                       theme.axis("probability", type="log", range=[bottom, high], **ticks),
                       **made, **theme.legend(t=40, b=72))  # fmt: skip
