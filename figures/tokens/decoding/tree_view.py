"""The texts of a search as a tree that grows token by token, each with its score."""

from collections import Counter
from collections.abc import Iterable

import numpy as np

from core.numbers import apart, counted, number
from core.text import Verbatim, visible
from core.tokens.decoding.search import Hypothesis, Search, length_divisor
from figures import theme
from figures.opened import DIGITS, Line, panel
from figures.plot import Panel, Plot, Sweep, Views
from figures.theme import BLUE, GREEN
from figures.traces import Traces
from figures.word_axis import FRAME

AXIS = "decoding-search"
LABEL, TEXT = 10, 110  # characters of a word in the tree, and of a text
Path = tuple[int, ...]


def views(result: Search) -> Views:
    """The tree, what stands at each step, and the score of each text."""
    return Views(tree(result), readout=Panel.sentence("decoding-said", AXIS, [_said(result, step) for step in
                                                                              result.history]),
                 opened=(opened(result),))  # fmt: skip


def places(its: Search) -> dict[Path, float]:
    """The height of every beginning of a text: leaves one below the other, what branches between its branches."""
    every = {each.tokens[:n] for step in (*its.history, (its.greedy,)) for each in step
             for n in range(len(each.tokens) + 1)}  # fmt: skip
    children: dict[Path, list[Path]] = {path: [] for path in every}
    best = {each.tokens: each.total for step in its.history for each in step}
    for path in every - {()}:
        children[path[:-1]].append(path)
    height: dict[Path, float] = {}
    rows, waiting = 0, list[tuple[Path, bool]]([((), False)])
    while waiting:
        path, done = waiting.pop()
        if not children[path]:
            height[path], rows = -float(rows), rows + 1
        elif done:
            height[path] = height[children[path][0]] if len(children[path]) == 1 else (
                (height[children[path][0]] + height[children[path][-1]]) / 2)  # fmt: skip
        else:
            children[path].sort(key=lambda each: -best.get(each, -np.inf))
            waiting += [(path, True), *((child, False) for child in reversed(children[path]))]
    return height


def tree(its: Search) -> Plot:
    """All branches, those that are still held, the best of them, and greedy decoding."""
    steps, height = len(its.history), places(its)
    paths = sorted((path for path in height if path), key=lambda path: (len(path), height[path]))
    number_of = {path: i for i, path in enumerate(paths)}
    x = np.array([[len(path) - 1, len(path), np.nan] for path in paths]).ravel()
    y = np.array([[height[path[:-1]], height[path], np.nan] for path in paths])
    length = np.array([len(path) for path in paths])

    def held(texts: Iterable[Hypothesis], step: int) -> np.ndarray:
        kept = np.zeros(len(paths), bool)
        kept[[number_of[each.tokens[:n]] for each in texts for n in range(1, min(len(each.tokens), step) + 1)]] = True
        return kept

    written = length[None] <= np.arange(steps)[:, None]
    greedy = np.stack([held((its.greedy,), step) for step in range(steps)])
    of_search = {each.tokens[:n] for one in its.history for each in one for n in range(1, len(each.tokens) + 1)}
    written &= np.array([path in of_search for path in paths]) | greedy
    alive = np.stack([held(texts, step) for step, texts in enumerate(its.history)])
    best = np.stack([held(texts[:1], step) for step, texts in enumerate(its.history)])
    traces = Traces(steps)
    for name, parts, colour, width, dash in (
        ("given up", written, theme.PINNED, 1, "solid"), ("held", alive, BLUE, 2, "solid"),
        ("best", best, theme.FOCUS, 3, "solid"), ("greedy", greedy, GREEN, 2, "dot"),
    ):  # fmt: skip
        drawn = np.where(parts[:, :, None], y, np.nan).reshape(steps, -1)
        traces.add(x, drawn, name, line={"color": colour, "width": width, "dash": dash}, hoverinfo="skip")
    forks = {path for path, branches in Counter(path[:-1] for path in paths).items() if branches > 1}
    branching = [path for path in paths if path[:-1] in forks or len(path) == 1]
    named = [number_of[path] for path in sorted(branching, key=lambda path: -_worth(its, path))]
    labels = [theme.label(its.words[paths[i][-1]].lstrip("␣"), LABEL) for i in named]
    hover = [theme.label(its.texts[path], TEXT) for path in paths]
    nodes = np.where(written, np.array([height[path] for path in paths])[None], np.nan)
    traces.dots(length.astype(float), nodes, "tokens", theme.MUTED, 4, hovertext=hover, hoverinfo="text",
                showlegend=False)  # fmt: skip
    traces.add(length[named].astype(float), nodes[:, named], "words", mode="text", hoverinfo="skip", showlegend=False,
               text=labels, textposition="top center", textfont={"size": 10}, cliponaxis=False,
               meta="apart")  # fmt: skip  # where there is no room for all, the first ones stand (words_apart.js)
    lowest = min(height.values())
    sweep = Sweep(AXIS, "Tokens written", steps, "", np.arange(steps), "token {value} of {last}", field="step",
                  along=np.arange(steps, dtype=float))  # fmt: skip
    kind = f"beam search of width {its.params.width}" if its.params.way == "beam" else "samples"
    summary = f"The texts of {kind} as a tree that grows from left to right, with greedy decoding."
    down = theme.axis("", range=[lowest - 1.2, 1.8], showticklabels=False, ticks="")
    end = float(max(length.max(), steps - 1))
    frame = {**FRAME, "margin": {**FRAME["margin"], "l": 16}, "hovermode": "closest"}
    return traces.plot("decoding-tree", summary, 330, sweep,
                       theme.counts("new tokens", range=[-0.02 * end, 1.04 * end], nticks=8), down,
                       **frame)  # fmt: skip


def _worth(its: Search, path: Path) -> float:
    """How early a word is named: what the best texts of the end begin with, then greedy decoding, then the others."""
    last = (*its.history[-1], its.greedy)
    return max((len(last) - i for i, each in enumerate(last) if each.tokens[: len(path)] == path), default=0)


def _said(its: Search, step: tuple[Hypothesis, ...]) -> list[list[str]]:
    best, last = step[0], its.history[-1][0]
    if not best.tokens:
        return [["focus", "No token is written yet."], ["dim", " The tree grows by one token at each step."]]
    parts = len(last.tokens) if last.tokens == its.greedy.tokens else its.parts
    after = f"after {counted(parts, 'token')}" if parts else "at the first token"
    ends = its.greedy.total, last.total
    greedy, best_of_all = (number(each, apart(*ends, DIGITS)) for each in ends)
    where = ("Greedy decoding is a beam of width 1, and writes the same text."
             if its.params.way == "beam" and its.params.width == 1 and last.tokens == its.greedy.tokens else
             "Greedy decoding writes the same text." if last.tokens == its.greedy.tokens else
             f"Greedy decoding parts from the best text {after} and ends at "
             f"Σ ln p = {greedy}; the best ends at {best_of_all}.")  # fmt: skip
    return [["dim", f"Best so far, with Σ ln p = {number(best.total)}: "], ["focus", _text(its, best)],
            ["dim", f" {where}"]]  # fmt: skip


def _text(its: Search, one: Hypothesis) -> str:
    words = visible(f"{its.params.text[-24:]}{its.texts[one.tokens]}".rstrip("\n"))
    return words if len(words) <= 2 * TEXT else Verbatim(words[: 2 * TEXT] + "…")


def opened(its: Search) -> Panel:
    """Every text at each step with its sum and its score, best first."""
    rows = max(map(len, its.history))
    power, steps = its.penalty, range(len(its.history))
    lines = []
    for rank in range(rows):
        here = [step[rank] if rank < len(step) else None for step in its.history]
        names = ["" if one is None else _named(its, rank, one) for one in here]
        drawn = its.params.way == "samples"
        begun = [one is not None and bool(one.tokens) for one in here]
        worked = ["{total} / {divisor}" if some and not drawn else "" for some in begun]
        total = np.array([np.nan if one is None else one.total for one in here])
        length = np.array([1 if one is None or not one.tokens else len(one.tokens) for one in here])
        google = its.params.divisor == "google" and not drawn
        divisor = length_divisor(length, power, its.params.divisor)
        score = np.array([np.nan if one is None else one.score(power, its.params.divisor) for one in here])
        note = "" if rank else "; Σ ln p of {length} tokens" if drawn else (
            "; Σ ln p / ((5 + length)/6)^α, with length {length} and α = {alpha}" if google else
            "; Σ ln p / length^α, with length {length} and α = {alpha}")  # fmt: skip
        notes = [note if some or rank else "; no token stands yet" for some in begun]
        lines.append(Line(names, worked, {"total": total, "divisor": divisor}, result=score, note=notes,
                          case=np.array(steps), beside={"alpha": power, "length": length}))  # fmt: skip
    return panel("decoding-scores", AXIS, len(names), *lines)


def _named(its: Search, rank: int, one: Hypothesis) -> str:
    words = visible(its.texts[one.tokens].rstrip("\n")).replace("{", "(").replace("}", ")")
    text = words if len(words) <= TEXT else words[:TEXT] + "…"
    return f"{rank + 1}. …{Verbatim(text)} (ended)" if one.over else f"{rank + 1}. …{Verbatim(text)}"
