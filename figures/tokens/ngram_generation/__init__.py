"""Pictures of /ngram-generation: how surprising each word is, which could have come, and how much is copied."""

from collections.abc import Iterable

import numpy as np

from core.numbers import apart, chance, counted, measured, number
from core.text import Verbatim
from core.tokens.ngram_generation import Params
from core.tokens.ngram_generation.generation import Written
from core.tokens.ngram_generation.params import WRITTEN
from figures import theme
from figures.opened import DIGITS, Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces
from figures.word_axis import AT

AXIS, HEIGHT, LOW = "ngram-written", 260, 170
WINDOW = 40  # words of the text in the readout
ACROSS = {"word": "word written", "character": "character written"}
SAID = "%{text}<extra></extra>"


def views(result: Written, params: Params) -> Views:
    """The surprise of each word with those that could have come, and below it the runs that are copied."""
    opened = panel("ngram-generation-opened", AXIS, len(result.words), *arithmetic(result))
    said = Panel.sentence("ngram-written-said", AXIS, readout(result))
    return Views(Row((surprise(result), listed(result))), readout=said, opened=(opened,), more=(runs(result),))


def surprise(its: Written) -> Plot:
    """−log₂ P of each word as it was written, and the mean up to it."""
    bits, x = its.bits, np.arange(1.0, len(its.words) + 1)
    traces = Traces(len(x))
    said = [
        f"{theme.label(word)}: {measured(each, 'bits', 3)}" for word, each in zip(its.words, bits.tolist(), strict=True)
    ]
    traces.dots(x, bits, f"surprise of the {its.params.noun}", theme.CATEGORIES[0], 7, text=said, hovertemplate=SAID)
    traces.line(x, its.mean, "mean so far", theme.CATEGORIES[1])
    sweep = Sweep(AXIS, WRITTEN(its.params), len(x), "", None, AT[its.params.noun], np.arange(1, len(x) + 1),
                  field="step", cursor=Cursor(x, {"y": bits}))  # fmt: skip
    top = 1.1 * max(1.0, float(bits.max()))
    summary = f"How surprising each {its.params.noun} of the written text was to the model, in bits."
    return traces.plot("ngram-surprise", summary, HEIGHT, sweep, _places(its),
                       theme.axis("surprise", "bits", range=[-0.03 * top, top]), **theme.legend(t=40))  # fmt: skip


def runs(its: Written) -> Plot:
    """At each word how many that end in it stand one after another in the training text."""
    x, length = np.arange(1.0, len(its.words) + 1), its.run.astype(np.float64)
    traces, order, noun = Traces(len(x)), its.params.order, its.params.noun
    top = 1.15 * max(its.params.order, int(its.run.max()))
    said = [f"{theme.label(word)}: {counted(each, noun)}" for word, each in
            zip(its.words, its.run.tolist(), strict=True)]  # fmt: skip
    traces.add(x, length, f"{noun}s copied", type="bar", mode=None, marker={"color": theme.CATEGORIES[2]}, text=said,
               textposition="none", hovertemplate=SAID)  # fmt: skip
    traces.level(np.array([0.5, len(x) + 0.5]), order, "order n", theme.BOUND)
    return traces.plot("ngram-runs", f"How many {noun}s up to each one stand in the training text just so.", LOW, AXIS,
                       _places(its), theme.counts("copied in a row", f"{noun}s", range=[0, top], nticks=5),
                       cursor=Cursor(x, {"y": length}), **theme.legend(t=40))  # fmt: skip


def _places(its: Written) -> dict[str, object]:
    return theme.counts(ACROSS[its.params.noun], range=[0.5, len(its.words) + 0.5], nticks=9)


def listed(its: Written) -> Panel:
    """The likeliest words at each step, and the one that was drawn."""
    header = {"title": f"The likeliest {its.params.noun}s here", "words": [list(row) for row in its.listed],
              "written": list(its.words)}  # fmt: skip
    return Panel("ngram-candidates", "shared/word_chances.js", AXIS, len(its.words), header, {"chance": its.chances})


def arithmetic(its: Written) -> tuple[Line, ...]:
    """How the word came about, how surprising it was, and the perplexity of what is written."""
    return (
        Line(_chosen(its), "", {}, result=np.full(len(its.words), np.nan), case=np.arange(len(its.words))),
        Line("surprise −log₂ P = −log₁₀ P / log₁₀ 2", "−log₁₀({p}) / log₁₀(2)", {"p": its.chance}, unit="bits"),
        Line("perplexity of what is written so far: 2^(mean surprise)", "2^({mean})", {"mean": its.mean}),
    )  # fmt: skip


def _chosen(its: Written) -> list[str]:
    """The number drawn at each step, with the digits by which it lies between the ends of a word's stretch."""
    said = []
    for drawn, low, high in np.column_stack([its.drawn, its.below, its.below + its.chance]).tolist():
        digits = max(apart(low, drawn, DIGITS), apart(drawn, high, DIGITS))
        u, below, above = (number(each, digits) for each in (drawn, low, high))
        said.append(f"the number drawn is {u}: from {below} on and below {above} it chooses this {its.params.noun}")
    return said


def readout(its: Written) -> list[list[list[str]]]:
    """The text so far, and at its end the word with its probability, those it was drawn of, and what is copied."""
    gap, noun = its.params.gap, its.params.noun
    steps: Iterable[tuple[str, float, int, int]] = zip(its.words, its.chance.tolist(), its.many.tolist(),
                                                       its.run.tolist(), strict=True)  # fmt: skip
    return [[["dim", Verbatim(gap.join((*its.context, "")))], ["", Verbatim(gap.join((*_before(its.words, i), "")))],
             ["focus", word], ["dim", f" (probability {chance(p, 3)})."],
             ["dim", f" No other {noun} could come." if many == 1 else f" It was drawn from {counted(many, noun)}."],
             ["dim", f" Copied in a row up to here: {counted(run, noun)}."]]
            for i, (word, p, many, run) in enumerate(steps)]  # fmt: skip


def _before(words: tuple[str, ...], place: int) -> tuple[str, ...]:
    """The last words before a place."""
    return (*(["…"] if place > WINDOW else []), *words[max(0, place - WINDOW) : place])
