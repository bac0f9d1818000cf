"""The pictures of Unigram: its rounds, what goes next, and all cuts of a reader's words with the likeliest one."""

from collections.abc import Callable
from typing import Any

import numpy as np

from core.numbers import count, counted
from core.text import listed
from core.tokens.tokenizer import Pruned
from core.tokens.tokenizer.pruning import MOST_WORDS
from core.unigram.trained import WordLattice
from figures import theme
from figures.opened import Line, panel
from figures.plot import Array, Later, Panel, Plot, Sweep, Views, browser_array
from figures.tokens.tokenizer import finished
from figures.tokens.tokenizer.history import by_vocabulary, history
from figures.tokens.tokenizer.labels import label

LISTED = 12  # pieces in a list
BEYOND = 700  # nats: e⁻⁷⁰⁰ is about the least number that a computer has
OF_FILE = "This is the whole vocabulary of the file, which does not hold its training."
UNTRAINED = ("The file holds pieces and scores, but not the rounds in which they were trained. So there is no training "
             "to step through: the slider keeps more and more of its likeliest pieces, in the end all.")  # fmt: skip
LIKELIEST = "Each word is cut the likeliest way. Characters that are in no piece become one [UNK]."


def views(result: Pruned) -> Views:
    """Everything that is drawn of a training."""
    arithmetic = (opened(result),) if _drawable(result) else ()
    its, most = result.trained, result.characters + result.running_words
    more = Later(lambda: (finished.pieces(result, _ids_sentence(result)),
                          by_vocabulary(its.size, its.tokens, np.arange(its.states), most),
                          finished.compared(result), finished.scripts(result)))  # fmt: skip
    return Views(curves(result), readout=readout(result), opened=(lattice(result), *arithmetic, pieces(result)),
                 more=more)  # fmt: skip


def _drawable(result: Pruned) -> bool:
    """Whether the probabilities of the words that are drawn are numbers that can be shown."""
    totals = [state.forward[-1] for each in result.lattices for state in each]
    return bool(totals) and max(map(abs, totals)) < BEYOND


def curves(result: Pruned) -> Plot:
    """Tokens of the corpus and mean log-probability of a word against the pieces kept, most on the left."""
    its = result.trained
    name, words = ("Pieces kept", "state {value} of {last}") if result.given else (
        "Round of pruning", "round {value} of {last}")  # fmt: skip
    sweep = Sweep("step", name, its.states, words=words, field="step")
    first, last = np.log10(np.maximum(1, [its.size[0], its.size[-1]]))
    room = 0.02 * max(abs(first - last), 0.1) * (1 if first > last else -1)
    summary = (f"The file's {counted(int(its.size[-1]), 'piece')} cut the text into {its.tokens[-1]:,} tokens, its "
               f"{its.size[0]:,} characters alone into {its.tokens[0]:,}.") if result.given else (
               f"Over {counted(result.steps, 'round')} the vocabulary shrinks from {its.size[0]:,} to "
               f"{counted(int(its.size[-1]), 'piece')} while the corpus goes from {its.tokens[0]:,} to "
               f"{its.tokens[-1]:,} tokens.")  # fmt: skip
    low, high = float(its.likelihood.min()), float(its.likelihood.max())
    gap = 0.08 * max(high - low, 0.1)
    across = theme.counts("pieces kept", type="log", range=[first + room, last - room], tickvals=_ticks(its.size))
    names = "mean log-probability of a word", "mean log P(word) (nats)"
    return history(its.size, its.tokens, its.likelihood, np.arange(its.states), names, summary, sweep, across,
                   {"range": [0, 1.08 * int(its.tokens.max())]}, {"range": [low - gap, high + gap]},
                   mode="lines+markers")  # fmt: skip


def _ticks(size: np.ndarray) -> list[int]:
    """The pieces of some rounds, far enough apart on a log axis."""
    chosen: list[int] = []
    least = 0.12 * np.log(max(2, size.max() / max(1, size.min())))
    for each in [size[0], size[-1], *size[1:-1]]:
        if each > 0 and all(abs(np.log(each / other)) > least for other in chosen):
            chosen.append(int(each))
    return chosen


def readout(result: Pruned) -> Panel:
    """Where the axis stands, and what the next round drops."""
    its, said = result.trained, []
    for state, (size, tokens) in enumerate(zip(its.size.tolist(), its.tokens.tolist(), strict=True)):
        said.append([["focus", f"{counted(size, 'piece')}, {counted(tokens, 'token')} in the corpus. "],
                     ["", _next(result, state)]])  # fmt: skip
    return Panel.sentence("tokenizer-round", "step", said)


def _next(result: Pruned, state: int) -> str:
    its = result.trained
    if result.given:
        return OF_FILE if state == result.steps else "These are all single characters and the likeliest pieces."
    if state == result.steps:
        return "This is the vocabulary that is used."
    judged, left = ~np.isnan(its.loss[state]), int(its.size[state + 1])
    if state == result.steps - 1:
        return f"Next, the likeliest pieces and all single characters stay: {count(left)} in all."
    rare, idle = int(its.size[state]) - int(judged.sum()), int(np.isneginf(its.loss[state]).sum())
    cheap = int(judged.sum()) - idle - left
    unexpected = ("1 piece will go because it is expected less than half a time" if rare == 1 else
                  f"{count(rare)} pieces will go because they are expected less than half a time")  # fmt: skip
    unneeded = ("1 because no likeliest cut needs it" if idle == 1 else
                f"{count(idle)} because no likeliest cut needs them")  # fmt: skip
    least = "1 because least is lost without it" if cheap == 1 else f"{count(cheap)} because least is lost without them"
    return f"Next, {unexpected}, {unneeded}, and {least}."


def pieces(result: Pruned) -> Panel:
    """The pieces without which least is lost, with whether they go, and the likeliest ones."""
    its = result.trained
    beside = its.loss if its.used is None else its.used.astype(np.float64)
    missed = beside if its.used is None else np.where(beside > 0, -beside, np.inf)
    found = np.stack([_least(missed), _least(-its.score)])
    used, places = np.unique(found, return_inverse=True)
    rows = np.arange(its.states)[:, None]
    arrays: dict[str, Any] = {}
    for name, numbers, at in zip(("least", "most"), found, places, strict=True):
        arrays[name] = browser_array(np.where(numbers < 0, -1, at))
        arrays[f"{name}_score"] = its.score[rows, numbers]
        arrays[f"{name}_loss"] = beside[rows, numbers]
    arrays["stays"] = np.isfinite(its.score[np.minimum(rows + 1, result.steps), found[0]]).astype(np.uint8)
    header = {"pieces": [label(its.pieces[place], result.params) if place >= 0 else "" for place in used.tolist()],
              "counted": its.used is not None}  # fmt: skip
    module = "tokens/tokenizer/pieces.js"
    return Panel("tokenizer-losses", module, "step", its.states, header, arrays)


def _least(ranked: Array) -> Array:
    """Of each state the places of the smallest finite numbers, −1 where there are fewer."""
    ranked = np.where(np.isfinite(ranked), ranked, np.inf)
    places = np.argsort(ranked, axis=1, kind="stable")[:, :LISTED]
    return np.where(np.isfinite(np.take_along_axis(ranked, places, axis=1)), places, -1)


def lattice(result: Pruned) -> Panel:
    """All cuts of the reader's words: each edge with how often it is expected, and the likeliest path."""
    words, lattices = result.drawn, result.lattices
    header: dict[str, Any] = {
        "words": [{"signs": [label(sign, result.params) for sign in word],
                   "edges": _laned(each),
                   "pieces": [label(word[start:end], result.params) for start, end, _ in each[0].edges]}
                  for word, each in zip(words, lattices, strict=True)],
        "note": "" if words else "Type a word of at most 23 letters above to see its cuts.",
        "left": f"Of your words the first {MOST_WORDS} of at most 23 letters are drawn."
                if 0 < len(words) < len({cut.word for cut in result.cuts}) else "",
    }  # fmt: skip

    def of_edges(what: Callable[[WordLattice], Array], kind: type) -> Array:
        states = zip(*lattices, strict=True) if lattices else [()] * result.trained.states
        return np.stack([np.concatenate([np.zeros(0), *map(what, state)]) for state in states]).astype(kind)

    arrays = {"expected": of_edges(lambda one: one.expected, np.float32),
              "alive": of_edges(lambda one: np.isfinite(one.score), np.uint8),
              "best": of_edges(lambda one: one.best, np.uint8)}  # fmt: skip
    module = "tokens/tokenizer/lattice.js"
    return Panel("tokenizer-lattice", module, "step", result.trained.states, header, arrays)


def _laned(states: tuple[WordLattice, ...]) -> list[list[int]]:
    """Start, end and lane of each edge: those of a lane do not overlap, and what is kept longest is on top."""
    edges = states[0].edges
    lasts = np.max([np.where(np.isfinite(one.score), state, -1) for state, one in enumerate(states)], axis=0)
    lanes: list[set[int]] = []
    laned = [[start, end, 0] for start, end, _ in edges]
    for edge in sorted(range(len(edges)), key=lambda edge: (-lasts[edge], edges[edge][0] - edges[edge][1])):
        places = {*range(edges[edge][0], edges[edge][1])}
        free = next((lane for lane, taken in enumerate(lanes) if not taken & places), len(lanes))
        if free == len(lanes):
            lanes.append(set())
        lanes[free] |= places
        laned[edge][2] = free
    return laned


def opened(result: Pruned) -> Panel:
    """The expected count of the least certain piece of the longest word's likeliest cut, by forward and backward."""
    word, states = max(zip(result.drawn, result.lattices, strict=True), key=lambda each: len(each[0]))
    chosen = [int(np.where(one.best, one.expected, np.inf).argmin()) for one in states]
    edges = [one.edges[edge] for one, edge in zip(states, chosen, strict=True)]
    named = [label(word[start:end], result.params) for start, end, _ in edges]
    whole = label(word, result.params)
    inside = {
        "before": np.exp([one.forward[start] for one, (start, _, _) in zip(states, edges, strict=True)]),
        "piece": np.exp([one.score[edge] for one, edge in zip(states, chosen, strict=True)]),
        "after": np.exp([one.backward[end] for one, (_, end, _) in zip(states, edges, strict=True)]),
        "all": (total := np.exp([one.forward[-1] for one in states])),
    }
    expected = Line([f"Expected count of {one} in {whole}, forward × p × backward / P({whole})" for one in named],
                    "{before} × {piece} × {after} / {all}", inside, case=np.arange(len(states)))  # fmt: skip
    best = np.exp([float(one.score[one.best].sum()) for one in states])
    share = Line(f"Share of the likeliest cut, p(x₁) ⋯ p(xₙ) / P({whole})", "{best} / {all}",
                 {"best": best, "all": total})  # fmt: skip
    return panel("tokenizer-opened", "step", len(states), expected, share)


def reading(result: Pruned) -> str:
    """One line on what was learned from, and the pieces with which it begins."""
    words, distinct = counted(result.running_words, "word"), counted(result.distinct_words, "distinct word")
    if result.given:
        return " ".join((UNTRAINED, *result.remarks, f"The text has {words}, {distinct}."))
    size = (f"{words}, {distinct}: Unigram begins with {counted(int(result.trained.size[0]), 'piece')}, all characters "
            "and the substrings that come again.")  # fmt: skip
    return " ".join((*result.remarks, size))


def _ids_sentence(result: Pruned) -> str:
    if not result.given:
        return LIKELIEST
    ids = listed(["none" if one < 0 else one for one in result.encode(result.params.segment)], 40)
    return f"{LIKELIEST} With all its pieces the ids in the file are {ids}."
