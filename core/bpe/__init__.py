"""Byte-pair encoding and WordPiece: merge the best pair of neighbours, and again, as often as asked.

    >>> counts = WordCounts(("low", "lower", "newest", "widest"), np.array([5, 2, 6, 3]))
    >>> trace = learn(counts, merges=6, end_of_word="_")
    >>> trace.tokens[-6:]
    ('es', 'est', 'est_', 'lo', 'low', 'ne')
    >>> segment("lowest", trace.rules(), "_").tokens
    ['low', 'est_']

WordPiece takes the pair of highest score instead, and writes pieces inside a word with ``##``:

    >>> counts = WordCounts(("hug", "pug", "pun", "bun", "hugs"), np.array([10, 5, 12, 4, 5]))
    >>> learn(counts, merges=2, inside="##", best="score").tokens[-2:]
    ('##gs', 'hu')

Source: Sennrich, Haddow and Birch (2016), "Neural Machine Translation of Rare Words with Subword Units", ACL,
section 3.2, after Gage (1994), "A New Algorithm for Data Compression"; Schuster and Nakajima (2012), "Japanese and
Korean Voice Search", ICASSP, for WordPiece, with the score as Hugging Face's course on tokenizers gives it.
"""

from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from core.bpe import layout, spelling
from core.bpe.kernel import BELOW_MIN_COUNT, EXHAUSTED, FULL, REACHED, advance
from core.bpe.leaders import TIES, MergePlan
from core.bpe.pretokenize import WordCounts
from core.bpe.segmentation import Rules, Segmentation, segment
from core.bpe.spelling import joined
from core.bpe.tables import NONE, STEP, TOTALS
from core.bpe.trace import MergeTrace, Stopped, traced

__all__ = ["Best", "MergeTrace", "Rules", "Segmentation", "Stopped", "Tie", "joined", "learn", "segment"]

Tie = Literal["first met", "lexicographic", "last", "ids", "shortest"]
Best = Literal["count", "score"]

_STOPPED: dict[int, Stopped] = {REACHED: "merges", FULL: "size", BELOW_MIN_COUNT: "min_count", EXHAUSTED: "exhausted"}
_CHUNK = 64  # merges between two reports of progress: a few milliseconds


def learn(
    counts: WordCounts,
    *,
    merges: int,
    end_of_word: str = "",
    inside: str = "",
    suffix: str = "",
    best: Best = "count",
    alphabet: str = "",
    given: Sequence[tuple[str, str]] | None = None,
    skip: bool = False,
    min_count: int = 2,
    tie: Tie = "first met",
    size: int | None = None,
    leaders: int = 10,
    sources: int = 6,
    progress: Callable[[float], None] = lambda share: None,
) -> MergeTrace:
    """Learn ``merges`` merges from counted words, and keep the whole history.

    Every word starts as its characters, followed by ``end_of_word`` as one more symbol unless that is empty.
    Each step merges the pair (a, b) of highest count

        c(a, b) = Σ over words w of f(w) · #{i : wᵢ = a, wᵢ₊₁ = b},

    with f(w) the frequency of w and overlaps counted, in every word from left to right. Among equal counts
    ``tie`` decides: "first met" takes the pair whose first occurrence in the corpus as now segmented comes
    first, words in the order of ``counts``; "lexicographic" the smallest (left, right) by code point, and "last"
    the largest, as subword-nmt; "ids" that of the smallest numbers, as Hugging Face's tokenizers; "shortest" that of
    the fewest characters, then of the smallest string by code point, as SentencePiece.
    Ends when ``merges`` are done or the vocabulary has ``size`` tokens, no pair is left, or the best count is below
    ``min_count``. The symbols of ``alphabet`` are in the vocabulary though they may not occur.

    With ``suffix``, such as ``</w>``, the end of a word is no symbol of its own but a part of its last character, and
    with ``inside``, such as ``##``, a token that does not start its word begins with these signs. Where the ``best``
    pair is that of "score", it is WordPiece: the pair of highest c(a, b) / (c(a) · c(b)) wins, of those that occur
    ``min_count`` times.

    Where merges are ``given``, these are made instead, in their order and however rare, up to one whose pair stands
    nowhere, or with ``skip`` all others than such.

    Keeps the ``leaders`` leading pairs and the ``sources`` most contributing words of each step.
    ``progress`` is called with the share of the merges done; what it raises ends the training.

    Time grows with the symbols of the distinct words, and no step looks at more than the leading pairs and
    the places where the winner stands.

    Source: Sennrich, Haddow and Birch (2016), section 3.2.
    """
    scored = best == "score"
    if inside or suffix:
        text = spelling.lay_out_pieces(counts.words, inside, suffix)
    else:
        text = spelling.lay_out_text(counts.words, end_of_word, alphabet)
    corpus, state = layout.new_corpus(text, counts, end_of_word, suffix), np.zeros(TOTALS, np.int64)
    # Each merge removes at least one boundary, so there are never more merges than boundaries.
    limit = min(merges, int(np.count_nonzero(corpus.following >= 0)))
    most = np.iinfo(np.int32).max if size is None else size
    rules, number = _numbered(text, given or (), inside)
    limit = limit if given is None else min(limit, len(rules))
    tokens = layout.new_tokens(text, corpus, limit, state)
    pairs = layout.new_pairs(corpus, tokens, limit, state)
    record = layout.new_record(limit, leaders, sources, scored)
    reason, until = REACHED, -1
    while reason == REACHED and until < limit:
        until = min(int(state[STEP]) + _CHUNK, limit)
        plan = MergePlan(until, min_count, most, TIES[tie], scored, rules, number, skip)
        reason = advance(corpus, tokens, pairs, record, state, plan)
        progress(until / limit if reason == REACHED and limit else 1.0)
    stopped = _STOPPED[EXHAUSTED if reason == REACHED and limit < merges else reason]
    made = record if given is not None else record._replace(rule=record.rule[:0])
    return traced(text, corpus, made, int(state[STEP]), stopped, inside=inside, suffix=suffix, scored=scored)


def _numbered(
    text: spelling.Spelling, given: Sequence[tuple[str, str]], inside: str
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """The given merges as places of their parts and of what they make, and the token at each place, −1 for none yet.

    The base symbols have the places of their numbers.
    """
    place = {token: number for number, token in enumerate(text.base)}
    rules = [
        [place.setdefault(token, len(place)) for token in (left, right, joined(left, right, inside))]
        for left, right in given
    ]
    number = np.full(len(place), NONE, np.int32)
    number[: len(text.base)] = np.arange(len(text.base))
    return np.array(rules, np.int32).reshape(-1, 3), number
