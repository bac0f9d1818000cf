"""Pictures of /ngram-generation: how surprising each word is, which could have come, and how much is copied."""

from collections.abc import Iterable

import numpy as np

from core.numbers import count, counted, number
from core.text import Verbatim
from core.tokens.ngram_generation import Params
from core.tokens.ngram_generation.generation import Written
from figures import theme
from figures.opened import Line, panel
from figures.plot import Cursor, Panel, Plot, Row, Sweep, Views
from figures.traces import Traces

AXIS, HEIGHT, LOW = "ngram-written", 260, 170
WINDOW = 40  # words of the text in the readout
SAID = "%{text}<extra></extra>"


def views(result: Written, params: Params) -> Views:
    """The surprise of each word with those that could have come, and below it the runs that are copied."""
    opened = panel("ngram-generation-opened", AXIS, len(result.words), *arithmetic(result))
    said = Panel.sentence("ngram-written-said", AXIS, told(result))
    return Views(Row((surprise(result), listed(result))), readout=said, opened=(opened,), more=(runs(result),))


def surprise(its: Written) -> Plot:
    """−log₂ P of each word as it was written, and the mean up to it."""
    bits, x = its.bits, np.arange(1.0, len(its.words) + 1)
    traces = Traces(len(x))
    said = [f"{theme.label(word)}: {number(each, 3)} bits" for word, each in zip(its.words, bits.tolist(), strict=True)]
    traces.dots(x, bits, "surprise of the word", theme.CATEGORIES[0], 7, text=said, hovertemplate=SAID)
    traces.line(x, its.mean, "mean so far", theme.CATEGORIES[1])
    sweep = Sweep(AXIS, "Word written", len(x), "", None, "word {value} of {last}", np.arange(1, len(x) + 1),
                  field="step", cursor=Cursor(x, {"y": bits}))  # fmt: skip
    top = 1.1 * max(1.0, float(bits.max()))
    return traces.plot("ngram-surprise", "How surprising each word of the written text was to the model, in bits.",
                       HEIGHT, sweep, _words(len(x)), theme.axis("surprise", "bits", range=[-0.03 * top, top]),
                       **theme.legend(t=40))  # fmt: skip


def runs(its: Written) -> Plot:
    """At each word how many that end in it stand one after another in the training text."""
    x, length = np.arange(1.0, len(its.words) + 1), its.run.astype(np.float64)
    traces, order, top = Traces(len(x)), its.params.order, 1.15 * max(its.params.order, int(its.run.max()))
    said = [f"{theme.label(word)}: {counted(each, 'word')}" for word, each in
            zip(its.words, its.run.tolist(), strict=True)]  # fmt: skip
    traces.add(x, length, "words copied", type="bar", mode=None, marker={"color": theme.CATEGORIES[2]}, text=said,
               textposition="none", hovertemplate=SAID)  # fmt: skip
    traces.level(np.array([0.5, len(x) + 0.5]), order, "order n", theme.BOUND)
    return traces.plot("ngram-runs", "How many words up to each one stand in the training text just so.", LOW, AXIS,
                       _words(len(x)), theme.axis("copied in a row", "words", range=[0, top], nticks=5),
                       cursor=Cursor(x, {"y": length}), **theme.legend(t=40))  # fmt: skip


def _words(count: int) -> dict[str, object]:
    return theme.axis("word written", range=[0.5, count + 0.5], nticks=9)


def listed(its: Written) -> Panel:
    """The likeliest words at each step, and the one that was drawn."""
    header = {"words": [list(row) for row in its.listed], "written": list(its.words)}
    return Panel("ngram-candidates", "shared/word_chances.js", AXIS, len(its.words), header, {"chance": its.chances})


def arithmetic(its: Written) -> tuple[Line, ...]:
    """How the word came about, how surprising it was, and the perplexity of what is written."""
    return (
        Line("the number drawn is {u}: from {below} on and below {above} it chooses this word", "", {},
             result=np.full(len(its.words), np.nan),
             beside={"u": its.drawn, "below": its.below, "above": its.below + its.chance}),
        Line("surprise −log₂ P = −log₁₀ P / log₁₀ 2", "−log₁₀({p}) / log₁₀(2)", {"p": its.chance}, unit="bits"),
        Line("perplexity of what is written so far: 2 to the power of the mean = e to the power of mean × ln 2",
             "exp({mean} × {ln})", {"mean": its.mean, "ln": float(np.log(2))}),
    )  # fmt: skip


def told(its: Written) -> list[list[list[str]]]:
    """The text so far, and at its end the word with its probability, those it was drawn of, and what is copied."""
    gap = "" if its.params.unit == "characters" else " "
    steps: Iterable[tuple[str, float, int, int]] = zip(its.words, its.chance.tolist(), its.many.tolist(),
                                                       its.run.tolist(), strict=True)  # fmt: skip
    return [[["dim", Verbatim(gap.join((*its.context, "")))], ["", Verbatim(gap.join((*_before(its.words, i), "")))],
             ["focus", word], ["dim", f" (probability {number(p, 3)})."],
             ["dim", " No other word could come." if many == 1 else f" It was drawn of {count(many)} words."],
             ["dim", f" Copied in a row up to here: {counted(run, 'word')}."]]
            for i, (word, p, many, run) in enumerate(steps)]  # fmt: skip


def _before(words: tuple[str, ...], place: int) -> tuple[str, ...]:
    """The last words before a place."""
    return (*(["…"] if place > WINDOW else []), *words[max(0, place - WINDOW) : place])
