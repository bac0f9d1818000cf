"""The tokenizer's pictures: two curves over all merges, the board that replays them, and a reader's words segmented."""

import numpy as np

from core.bpe.byte_alphabet import as_text
from core.numbers import count, counted
from core.text import listed, visible
from core.tokens.tokenizer import Params, Pruned, Result
from core.tokens.tokenizer.tokenizer_json import has_merges_txt, merges_txt, tokenizer_json, vocab_json
from figures import theme
from figures.opened import Line, panel
from figures.plot import Array, Download, Later, Panel, Plot, Sweep, Views, browser_array
from figures.tokens.tokenizer import finished, unigram
from figures.tokens.tokenizer.history import by_vocabulary, history
from figures.tokens.tokenizer.labels import bytes_of, label, signs

JSON = "application/json"
POINTS = 800  # of a curve: more than a screen can tell apart
SHARED = ("left", "right", "merged", "left_count", "right_count", "count", "replaced", "tied",
          "source_word", "source_occurrences", "source_words",
          "leaders_left", "leaders_right", "leaders_count", "symbol", "boundary_step", "word_offset")  # fmt: skip
ENDINGS = {
    "none": "No merge is asked for: every token is a single character or byte.",
    "full": "No merge is made: single characters or bytes fill the vocabulary that was asked for.",
    "merges": "All {steps} merges are made.",
    "one": "The one merge that was asked for is made.",
    "size": "Ended after {merges}: the vocabulary has the size that was asked for.",
    "min_count": "Ended after {merges}: the best pair left is rarer than the smallest pair count.",
    "exhausted": "Ended after {merges}: every word is a single token.",
    "given": "After {merges} no other merge of the file finds its pair in this text.",
}
LONGEST = ("Each piece is the longest one in the vocabulary that fits, from the left. A word with a character that is "
           "in no piece becomes [UNK] as a whole.")  # fmt: skip
TIES = {"first met": "met first", "lexicographic": "first in code-point order", "last": "last in code-point order",
        "ids": "with the smallest ids", "shortest": "the shortest token"}  # fmt: skip


def views(result: Result | Pruned, params: Params) -> Views:
    """Everything that is drawn of a training."""
    if isinstance(result, Pruned):
        return unigram.views(result)
    wordpiece = result.params.algorithm == "wordpiece"
    note = " ".join(([LONGEST] if wordpiece else []) + ([_ids(result)] if result.given else []))
    cut = finished.pieces(result, note) if note or result.given else segmentation(result)
    answer = finished.answer(result.answer, result) if result.answer else None
    trace, most = result.trace, result.characters + result.running_words
    more = Later(lambda: (by_vocabulary(trace.vocabulary_size, trace.corpus_tokens, _drawn(result.steps), most),
                          finished.compared(result), finished.tree(result),
                          finished.scripts(result)))  # fmt: skip
    return Views(curves(result), readout=answer, opened=(board(result), opened(result), cut), more=more)


def curves(result: Result) -> Plot:
    """Corpus length in tokens and vocabulary size over the merges; the sweep marks the present step on both."""
    last = result.trace.steps
    steps, tokens, size = np.arange(last + 1), result.trace.corpus_tokens, result.trace.vocabulary_size
    sweep = Sweep("step", "Merges made", last + 1, words="{value} of {last} merges made", field="step")
    summary = (f"Over {counted(last, 'merge')} the corpus shrinks from {tokens[0]:,} to {counted(tokens[-1], 'token')} "
               f"while the vocabulary grows from {size[0]:,} to {size[-1]:,}." if last else
               f"Before any merge the corpus has {counted(tokens[0], 'token')} and the vocabulary "
               f"{count(size[0])}.")  # fmt: skip
    ends = [-0.012 * max(last, 1), 1.012 * max(last, 1)]
    across = theme.counts("merges made", range=ends, dtick=1 if last <= 12 else None)
    with_ends = result.characters + result.running_words  # room for a pinned state whose words end in a mark
    tops = max(int(tokens[0]), with_ends), int(size[-1])
    left, right = ({"rangemode": "tozero", "range": [0, 1.08 * most]} for most in tops)
    names = "tokens in the vocabulary", "vocabulary (tokens)"
    return history(steps, tokens, size, _drawn(last), names, summary, sweep, across, left, right)


def _drawn(last: int) -> Array:
    return np.unique(np.linspace(0, last, min(POINTS, last + 1)).round().astype(int))


def opened(result: Result) -> Panel:
    """The tokens of the corpus after each merge, from those before it."""
    tokens = result.trace.corpus_tokens
    before = np.append(tokens[:1], tokens[:-1])
    line = Line(("Tokens in the corpus before any merge",
                 "Tokens in the corpus now, those before the last merge made − one for each pair that it joined"),
                ("", "{before} − {joined}"), {"before": before, "joined": before - tokens}, result=tokens,
                digits=15, case=np.minimum(np.arange(len(tokens)), 1))  # fmt: skip
    return panel("tokenizer-opened", "step", len(tokens), line)


def board(result: Result) -> Panel:
    """The whole training as an event log: the browser replays any step from it."""
    trace, params = result.trace, result.params
    arrays = {name: browser_array(getattr(trace, name)) for name in SHARED}
    arrays |= {"frequency": browser_array(result.frequency), "length": browser_array(result.length)}
    if trace.scored:
        arrays |= {"scores": trace.scores, "winning_scores": trace.winning_scores}
    arrays["passage"] = browser_array(np.array(result.passage, dtype=np.int64))
    header = {
        "tokens": [label(token, params) for token in trace.tokens],
        "base": int(trace.vocabulary_size[0]),
        "tie": TIES[params.tie],
        "ending": ENDINGS[_ending(result)].format(steps=count(trace.steps), merges=counted(trace.steps, "merge")),
        "given": bool(result.given),
        "counted": params.source == "words",
        "inside": trace.inside,
        "single": "byte" if params.algorithm == "bytes" else "character",
        "signs": signs(result.words, {token: place for place, token in enumerate(trace.tokens)}, params, trace.suffix),
    }
    return Panel("tokenizer-board", "tokens/tokenizer/board.js", "step", trace.steps + 1, header, arrays)


def _ending(result: Result) -> str:
    """Why no merge follows the last."""
    if not result.steps and result.trace.stopped in ("merges", "size"):
        return "none" if result.trace.stopped == "merges" else "full"
    if result.steps == 1 and result.trace.stopped == "merges" and not result.given:
        return "one"
    return "given" if result.given and result.trace.stopped == "exhausted" else result.trace.stopped


def _ids(result: Result) -> str:
    """The numbers of the reader's words in the file, as its tokenizer gives them."""
    if not result.given or not result.given.ids:
        return ""
    ids = listed(result.encode(result.params.segment), 40)
    return f"With all its merges the ids in the file are {ids}."


def segmentation(result: Result) -> Panel:
    """The reader's own words, with the rule that removed each boundary."""
    parts, trace, params = result.segmentation, result.trace, result.params
    symbols: dict[str, int] = {token: i for i, token in enumerate(trace.tokens)}
    for part in parts:
        for symbol in part.symbols:
            symbols.setdefault(symbol, len(symbols))
    unknown = dict.fromkeys(sign for part in parts for sign in part.unknown)
    arrays = {
        "left": browser_array(trace.left),
        "right": browser_array(trace.right),
        "symbol": browser_array(np.array([symbols[s] for part in parts for s in part.symbols], dtype=np.int64)),
        "boundary": browser_array(np.concatenate([np.zeros(0, np.int32), *(p.boundary_rule for p in parts)])),
        "offset": browser_array(np.cumsum([0, *(len(part.symbols) for part in parts)])),
    }
    text = as_text("".join(part.word for part in parts)) if params.algorithm == "bytes" else ""
    header = {
        "tokens": [label(symbol, params) for symbol in symbols],
        "note": _unknown_note(tuple(unknown), bool(parts)),
        "signs": signs((text,), symbols, params),
        "bytes": bytes_of(text[: finished.BYTES_LISTED]),
    }
    return Panel("tokenizer-segmentation", "tokens/tokenizer/segmentation.js", "step", trace.steps + 1, header, arrays)


def _unknown_note(unknown: tuple[str, ...], any_words: bool) -> str:
    if not any_words:
        return "Type a word above to see it cut by the rules."
    if not unknown:
        return ""
    named = ", ".join(visible(sign, spaces=True) for sign in unknown)
    return f"Not in the training text: {named}. No rule knows such a character, so it stays a token by itself."


def reading(result: Result | Pruned) -> str:
    """One line on what was learned from: words as often as they occur, and the tokens with which the curve begins."""
    if isinstance(result, Pruned):
        return unigram.reading(result)
    words, tokens = result.running_words, int(result.trace.corpus_tokens[0])
    characters = counted(result.characters, "character")
    if result.params.algorithm == "bytes":
        characters = f"{characters}, each of one byte or more ({counted(tokens, 'byte')})"
    elif result.spelling.mark:
        characters = f"{characters} and {counted(words, 'word end')}"
    size = (
        f"{counted(words, 'word')}, {counted(result.distinct_words, 'distinct word')}: before the first merge "
        f"{counted(tokens, 'token')}, {characters}."
    )
    return " ".join((*result.remarks, size))


def downloads(result: Result | Pruned) -> list[Download]:
    """The data of the page, to keep."""
    rows, name = ("Rounds (CSV)", "rounds.csv") if isinstance(result, Pruned) else ("Merges (CSV)", "merges.csv")
    found = [
        Download.table(rows, name, result.table),
        Download.table("Vocabulary (CSV)", "vocabulary.csv", result.vocabulary),
    ]
    if result.given:
        return found
    found.append(Download("tokenizer.json", "tokenizer.json", JSON, lambda: tokenizer_json(result)))
    if isinstance(result, Pruned):
        return found
    found.append(Download("vocab.json", "vocab.json", JSON, lambda: vocab_json(result)))
    if has_merges_txt(result):
        text = "text/plain"  # which half a surrogate pair is not
        found.append(Download("merges.txt", "merges.txt", text, lambda: merges_txt(result).encode("utf-8", "replace")))
    return found
