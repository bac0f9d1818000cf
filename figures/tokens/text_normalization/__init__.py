"""Pictures of /text-normalization: words met as the text is read, the text here, and what each step makes of words."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import numpy as np

from core.numbers import count, counted
from core.text import Verbatim, shortened
from core.tokens.text_normalization import BEHIND, Params, Result
from core.tokens.text_normalization.params import REDUCTIONS
from figures import theme
from figures.log_axis import log_axis
from figures.opened import Line, panel
from figures.plot import Cursor, Download, Panel, Plot, Sweep, Views, browser_array
from figures.traces import Traces

AXIS, HEIGHT = "read", 330
LISTED, LONGEST, TOGETHER = 200, 30, 8  # rows of a list, characters of a word in it, words of a group
COLOURS = (theme.INK, *theme.CATEGORIES)


def views(result: Result, params: Params) -> Views:
    """Everything that is drawn of a text."""
    if params.part == "endings":
        lists = [choices(result)]
    else:
        lists = [joined(result), *([apart(result)] if result.apart else []), changes(result)]
    return Views(growth(result, params), readout=Panel.sentence("normalization-said", AXIS, said(result)),
                 opened=(passage(result), opened(result)), more=(zipf(result), *lists))  # fmt: skip


def growth(its: Result, params: Params) -> Plot:
    """Different words of every curve as the text is read, and Heaps' law fitted to each up to the place."""
    traces, x, most = Traces(len(its.at)), its.at.astype(np.float64), max(1.0, float(its.distinct.max()))
    for i, (name, distinct) in enumerate(zip(its.names, its.distinct, strict=True)):
        law = its.scale[i][:, None] * x ** its.exponent[i][:, None]
        traces.add(x, np.where(law <= 1.15 * most, law, np.nan), f"{name}, Heaps’ law", line=theme.THEORY,
                   hoverinfo="skip", showlegend=False)  # fmt: skip
        wide = 3 if i == its.focus else 1.8
        traces.line(x, distinct.astype(np.float64), name, COLOURS[i], wide)
    traces.add(np.zeros(1), np.full(1, np.nan), "Heaps’ law, fitted", line=theme.THEORY, showlegend=True)
    sweep = Sweep(AXIS, "Words read", len(x), "", its.at, "{value} of {last} words read", field="read",
                  cursor=Cursor(x, {"y": its.distinct[its.focus].astype(np.float64)}))  # fmt: skip
    low, high = np.log10(x[0]), np.log10(max(2.0, x[-1]))
    floor = np.log10(max(1.0, float(its.distinct[:, 0].min())))
    across: dict[str, Any] = {"range": [0, 1.01 * x[-1]]}
    up: dict[str, Any] = {"range": [0, 1.12 * most]}
    if params.axes == "log":
        across, up = log_axis(low - 0.02, high + 0.02), log_axis(floor - 0.1, np.log10(1.3 * most))
    words, written = counted(int(its.at[-1]), "word"), counted(its.distinct[0, -1], "distinct word")
    summary = f"In {words}: {written} ({its.names[0]})."
    if its.focus:
        last = count(its.distinct[its.focus, -1])
        summary = f"In {words}: {written} ({its.names[0]}) and {last} ({its.names[its.focus]})."
    return traces.plot("normalization-growth", summary, HEIGHT, sweep, theme.counts("words read, n", **across),
                       theme.counts("distinct words, V", **up), **theme.legend(104, t=60))  # fmt: skip


def said(its: Result) -> list[list[list[str]]]:
    """Different words here, and what Heaps' law makes of the rest of the text."""
    made, written, end = its.distinct[its.focus], its.distinct[0], int(its.at[-1])
    law = its.scale[its.focus] * end ** its.exponent[its.focus]
    pieces, first = [], _first(its)
    for step, n in enumerate(its.at.tolist()):
        then = [["focus", counted(int(made[step]), "distinct word")],
                ["dim", f" after {counted(n, 'word')} read; {first} it is 1." if written[step] == 1 else
                 f" after {counted(n, 'word')} read; {first} they are {count(written[step])}."]]  # fmt: skip
        if n < end and np.isfinite(law[step]):
            then.append(["dim", f" Heaps’ law, fitted up to here, expects {count(round(law[step]))} in the whole text. "
                                + ("There is 1." if made[-1] == 1 else f"There are {count(made[-1])}.")])  # fmt: skip
        pieces.append(then)
    return pieces


def opened(its: Result) -> Panel:
    """The distinct words step by step, and Heaps' law here."""
    distinct, n = its.distinct, its.at
    scale, exponent = its.scale[its.focus], its.exponent[its.focus]
    one = np.where(np.isfinite(exponent) & np.isfinite(scale), 0, np.where(distinct[its.focus] > 0, 1, 2))
    path = [distinct[0], distinct[its.focus]] if its.params.part == "endings" else list(distinct)
    taken = {f"step{i}": a - b for i, (a, b) in enumerate(pairwise(path))}
    words = Line(
        f"V = distinct words {_first(its)}, less what each step takes away",
        "{written}" + "".join(f" − {{{name}}}" for name in taken),
        {"written": path[0], **taken},
        digits=9,
    )
    law = scale * n**exponent
    return panel(
        "normalization-opened", AXIS, len(n), words,
        Line(("Heaps’ law K × n to the power of β = K × exp(β × ln n), K = {scale}, β = {beta}",
              "One place is not enough to fit Heaps’ law", "No word is left here, so there is no Heaps’ law"),
             ("{scale} × exp({beta} × {ln})", "", ""),
             {"scale": scale, "beta": exponent, "ln": np.log(n)}, result=law, unit="words", case=one),
        Line(("New words among the next 1,000, by the slope of the law: 1,000 × β × (K × n to the power of β) / n",
              "Its slope takes a second place, too", "Nor is there a slope"),
             ("{many} × {beta} × {law} / {n}", "", ""), {"many": 1000, "beta": exponent, "law": law, "n": n}, case=one),
    )  # fmt: skip


def _first(its: Result) -> str:
    """How the words are that the first curve counts."""
    return "without a stemmer" if its.params.part == "endings" else its.names[0]


def passage(its: Result) -> Panel:
    """The text around the place."""
    begins = np.clip(its.at - BEHIND, 0, int(its.at[-1]) - its.window.shape[1])
    traces = [[_word(word), [[step, _word(after)] for step, after in made]] for word, made in its.traces]
    arrays = {"window": browser_array(its.window), "place": browser_array(its.at - 1 - begins)}
    return Panel("normalization-passage", "tokens/text_normalization/passage.js", AXIS, len(its.at),
                 {"traces": traces, "steps": list(its.steps)}, arrays)  # fmt: skip


def joined(its: Result) -> Panel:
    """Different words that a step makes one."""
    doubted = sum(bool(group.lemmas) for group in its.joined)
    many = _many(its.many[1], "group")
    words = ("No two words become one." if not its.joined else
             f"{many}. The dictionary keeps none of them apart." if not doubted else
             f"{many}. The dictionary keeps 1 of them apart; it stands first." if doubted == 1 else
             f"{many}. The dictionary keeps {count(doubted)} of them apart; these stand first.")  # fmt: skip
    rows = [[one.step, _words(one.words), _words(one.after), _words(one.lemmas), one.count]
            for one in its.joined[:LISTED]]  # fmt: skip
    return _table(its, "joined", "Different words that become one", words,
                  ["step", "words", "become", "lemmas in the dictionary", "count"], rows, by=0)  # fmt: skip


def apart(its: Result) -> Panel:
    """Words of one lemma that stay different."""
    words = (f"{_many(its.many[2], 'lemma')}. Each is one word of the dictionary that stays several in the text, even "
             "after all steps.")  # fmt: skip
    rows = [[_words(one.lemmas), _words(one.words), _words(one.after), one.count] for one in its.apart[:LISTED]]
    return _table(its, "apart", "One word that stays several", words, ["lemma", "words", "stay", "count"], rows)


def changes(its: Result) -> Panel:
    """Every changed word by the step that changes it."""
    words = f"{_many(its.many[0], 'change')}. A word may be changed by several steps, one after another."
    rows = [[one.step, _word(one.before), Verbatim(" ".join(map(_word, one.after))) or "nothing", one.count]
            for one in its.changes[:LISTED]]  # fmt: skip
    return _table(its, "changes", "Every changed word", words, ["step", "before", "after", "count"], rows, by=0)


def choices(its: Result) -> Panel:
    """What each stemmer makes of the same words."""
    words = f"{_many(its.many[3], 'word')}. At least one stemmer, or the dictionary, changes each of them."
    heads = ["word", *(name for key, name in REDUCTIONS.items() if key != "none"), "count"]
    rows = [[_word(word), *map(_word, ends), times] for word, ends, times in its.choices[:LISTED]]
    return _table(its, "choices", "What each makes of a word", words, heads, rows)


def _table(
    its: Result, name: str, title: str, words: str, heads: list[str], rows: Sequence[Sequence[object]], by: int = -1
) -> Panel:
    header = {"title": title, "words": words, "heads": heads, "rows": rows, "by": by}
    return Panel(f"normalization-{name}", "shared/word_table.js", AXIS, len(its.at), header, {}, kept=False)


def zipf(its: Result) -> Plot:
    """How often the word of each rank comes among those read, and Zipf's law fitted to it."""
    traces, ranks = Traces(len(its.at)), its.ranks.astype(np.float64)
    traces.dots(ranks, its.frequency[0], its.names[0], theme.PINNED, 6, "circle-open")
    traces.dots(ranks, its.frequency[1], its.names[its.focus], theme.CATEGORIES[0], 6)
    law = its.zipf[:, :1] / ranks ** its.zipf[:, 1:]
    traces.add(ranks, np.where(law >= 0.7, law, np.nan), "Zipf’s law C/rˢ, fitted", line=theme.THEORY)
    most = np.log10(max(2.0, float(np.nanmax(its.frequency)) if its.frequency.size else 2.0))
    across = log_axis(-0.05, np.log10(max(2.0, ranks[-1])) + 0.05)
    summary = "Frequency of the words by their rank, as written and after all steps, on logarithmic axes."
    return traces.plot("normalization-zipf", summary, 300, AXIS, theme.axis("rank r of the word", **across),
                       theme.axis("how often it comes", **log_axis(-0.15, most + 0.15)), hovermode="closest",
                       **theme.legend(150, t=40))  # fmt: skip


def downloads(result: Result) -> list[Download]:
    """The data of the page, to keep."""
    return [Download.table("Distinct words (CSV)", "distinct-words.csv", result.table),
            Download.table("Changed words (CSV)", "changed-words.csv", result.changed_words),
            Download.table("Words made one, and kept apart (CSV)", "groups-of-words.csv", result.groups)]  # fmt: skip


def _many(rows: int, what: str) -> str:
    """How many of what there are, and how many of them are listed."""
    return f"{counted(rows, what)}; the first {LISTED} are listed" if rows > LISTED else counted(rows, what)


def _word(text: str) -> str:
    """A word fit to be seen: no blank or invisible sign without a mark."""
    return shortened(text, LONGEST, spaces=True)


def _words(words: tuple[str, ...]) -> str:
    return Verbatim(" · ".join([*map(_word, words[:TOGETHER]), *(["…"] if len(words) > TOGETHER else [])]))
