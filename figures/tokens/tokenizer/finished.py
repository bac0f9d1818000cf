"""What the finished tokenizer does: words beside those of a pinned state, a token's tree, many scripts, an answer."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

import numpy as np

from core.bpe.byte_alphabet import as_bytes, as_text
from core.bpe.pretokenize import START
from core.numbers import count, counted, number
from core.text import Verbatim, visible
from core.tokens.tokenizer import Params, Result
from core.tokens.tokenizer.answer import NOWHERE, RARE, RIGHT, TIED, UNKNOWN, Marked, MarkedMerges
from core.tokens.tokenizer.cuts import Cuts
from core.tokens.tokenizer.finished import Finished
from core.tokens.tokenizer.languages import SENTENCES
from figures import theme
from figures.plot import Array, Panel, Plot, browser_array
from figures.tokens.tokenizer.labels import label, plain
from figures.traces import Traces

BYTES_LISTED = 80  # characters whose bytes are shown


def compared(result: Finished) -> Panel:
    """The words of the text as the tokenizer cuts them; a pinned state is given what it cuts otherwise."""
    times = Counter(result.passage_words)
    assert result.own is not None
    words = [_word(cut, times[cut.word], result) for cut in result.own.passage]

    def still(step: int) -> tuple[Mapping[str, Any], Mapping[str, Array]]:
        at = [(one["word"], max(i for i, start in enumerate(one["steps"]) if start <= step), one) for one in words]
        total = sum(one["times"] * len(one["pieces"][place]) for _, place, one in at)
        cut = {word: {"pieces": one["pieces"][place], "plain": one["plain"][place]} for word, place, one in at}
        return {"cut": cut, "rate": total / max(1, sum(times.values()))}, {}

    header = {"title": "The same text, cut by two tokenizers", "words": words, "compared": True, "note": ""}
    return Panel("tokenizer-compared", "tokens/tokenizer/cuts.js", "step", result.steps + 1, header, {}, still=still)


def pieces(result: Finished, note: str) -> Panel:
    """The reader's own words at every step, where no merge rule explains them."""
    words = [_word(cut, 1, result) for cut in result.cuts]
    header = {"title": "Your words, as the tokenizer cuts them", "words": words, "compared": False, "note": note}
    return Panel("tokenizer-pieces", "tokens/tokenizer/cuts.js", "step", result.steps + 1, header, {})


def _word(cut: Cuts, times: int, result: Finished) -> dict[str, Any]:
    params = result.params
    word = as_text(cut.word) if params.algorithm == "bytes" else cut.word
    pieces = [[label(piece, params) for piece in each] for each in cut.pieces]
    bare = [Verbatim("|".join(filter(None, (plain(piece, params, result.spelling) for piece in each))))
            for each in cut.pieces]  # fmt: skip
    return {
        "word": visible(word.removeprefix(START).strip()),
        "times": times,
        "steps": list(cut.steps),
        "pieces": pieces,
        "plain": bare,
    }


def tree(result: Result) -> Panel:
    """The merges behind the token that is made, or behind one that the reader asks for."""
    trace, params = result.trace, result.params
    wanted = params.tree.replace("␣", " ")
    token = as_bytes(wanted) if params.algorithm == "bytes" else wanted
    chosen = trace.tokens.index(token) if token in trace.tokens else -1
    note = "" if not wanted or chosen >= 0 else (
        f"{visible(wanted, spaces=True)} is no token here: how the next one, or the last, is made")  # fmt: skip
    arrays = {name: browser_array(getattr(trace, name)) for name in ("left", "right", "merged", "count")}
    header = {"tokens": [label(one, params) for one in trace.tokens], "chosen": chosen, "note": note}
    return Panel("tokenizer-tree", "tokens/tokenizer/tree.js", "step", trace.steps + 1, header, arrays)


def scripts(result: Finished) -> Plot:
    """Tokens per character of one sentence in many scripts."""
    assert result.own is not None
    tax = result.own.tax
    known = tax.lost < 0.5 * tax.characters
    names = [name if one else f"{name} (unknown)" for name, one in zip(SENTENCES, known, strict=True)]
    traces, place = Traces(len(tax.ratio)), np.arange(len(names))
    colours = [theme.CATEGORIES[0] if one else theme.PINNED for one in known]
    traces.add(place, tax.ratio, "tokens per character", type="bar", mode=None, marker={"color": colours})
    top = 1.05 * max(1.25, float(tax.ratio.max()))
    summary = "Tokens per character of the same sentence in eleven languages, with this vocabulary."
    languages = theme.axis("", tickvals=place.tolist(), ticktext=names, range=[-0.6, len(names) - 0.4], tickangle=-45)
    return traces.plot("tokenizer-scripts", summary, 300, "step", languages,
                       theme.axis("tokens per character", range=[0, top]),
                       margin={"l": 56, "r": 16, "t": 8, "b": 110})  # fmt: skip


def answer(its: MarkedMerges, result: Result) -> Panel:
    """The reader's own merges, marked at the first one that is wrong."""
    good = [one for one in its.marked if one.verdict in (RIGHT, TIED)]
    said: list[tuple[str, str]] = []
    if good:
        ties = sum(one.verdict == TIED for one in good)
        tied = f" ({counted(ties, 'tie')} taken otherwise than here, which is as good)" if ties else ""
        which = "Merge 1 is" if len(good) == 1 else f"Merges 1 to {count(len(good))} are"
        said.append(("focus", f"{which} right{tied}. "))
    for place, one in enumerate(its.marked[len(good) :], len(good) + 1):
        said.append(("focus", f"Merge {place}, {_pair(one.left, one.right, result.params)}, is wrong. "))
        said.append(("", _why(one, result.params)))
    if its.unmarked:
        said.append(("dim", f" {counted(its.unmarked, 'later merge')} not marked."))
    return Panel.sentence("tokenizer-answer", "step", [[list(piece) for piece in said]], result.steps + 1)


def _why(one: Marked, params: Params) -> str:
    if one.verdict == UNKNOWN:
        return "One of its two tokens does not exist at this point."
    if one.verdict == NOWHERE:
        return "Its two tokens stand nowhere side by side at this point."
    if one.verdict == RARE:
        return (f"It stands {counted(one.count, 'time')} in the text, less often than the smallest pair count of "
                f"{count(params.min_count)}.")  # fmt: skip
    best = _pair(*one.leads, params)
    mine, theirs = (f"{counted(times, 'time')}" for times in (one.count, one.best))
    if one.score != one.count:
        return (f"Its score is {number(one.score)} (it stands {mine}); that of {best} is {number(one.best_score)} "
                f"({theirs}).")  # fmt: skip
    return f"It stands {mine} in the text, {best} stands {theirs}."


def _pair(left: str, right: str, params: Params) -> str:
    return Verbatim(" ".join((label(left, params), label(right, params))))
