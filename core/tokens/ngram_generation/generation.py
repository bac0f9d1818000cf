"""A text written word by word: each is drawn from the model's probabilities after the last n − 1 words."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
import pandas as pd
from jaxtyping import Float64, Int64

from core.errors import InputError
from core.explorer import OfArrays, array_bytes
from core.ngrams.context import allowed, last, typed
from core.ngrams.corpus import END, Corpus, Ids
from core.ngrams.counts import Counts, Words, after, learn, picked
from core.ngrams.settings import DIRECT
from core.ngrams.smoothing import Smoother, probabilities, setting, smoother
from core.tokens.ngram_generation.copied import copied
from core.tokens.ngram_generation.params import Params

LISTED = 11  # words at each step


@dataclass(frozen=True, eq=False)
class Written(OfArrays):
    """The ``words`` drawn after ``context``, and for each its ``chance``; ``below`` is that of all likelier words.

    A number ``drawn`` evenly from 0 to 1 chooses the word with below ≤ drawn < below + chance. ``listed`` are the
    likeliest words and their ``chances``; the last is the one drawn where it is none of them. Each was drawn of
    ``many`` words, and ``run`` words that end in it stand one after another in the training text, too.
    """

    params: Params
    context: tuple[str, ...]
    words: tuple[str, ...]
    chance: Float64[np.ndarray, " steps"]
    below: Float64[np.ndarray, " steps"]
    drawn: Float64[np.ndarray, " steps"]
    listed: tuple[tuple[str, ...], ...]
    chances: Float64[np.ndarray, "steps listed"]
    many: Int64[np.ndarray, " steps"]
    run: Int64[np.ndarray, " steps"]
    remarks: tuple[str, ...]

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes: most of it is the words that are listed."""
        return array_bytes(self) + 120 * sum(map(len, self.listed))

    @property
    def bits(self) -> Float64[np.ndarray, " steps"]:
        """The surprise −log₂ P of each word."""
        return np.asarray(0.0 - np.log2(self.chance))

    @property
    def mean(self) -> Float64[np.ndarray, " steps"]:
        """The mean surprise up to each word."""
        return np.asarray(np.cumsum(self.bits) / np.arange(1, len(self.words) + 1))

    def table(self) -> pd.DataFrame:
        """A row for each word written."""
        noun = self.params.noun
        return pd.DataFrame({noun: pd.Series(self.words, dtype=object), "probability": self.chance,
                             "surprise_bits": self.bits, "drawn": self.drawn, f"{noun}s_to_draw_from": self.many,
                             "run_in_training_text": self.run})  # fmt: skip


def write(params: Params, corpus: Corpus) -> Written:
    """Draws ``params.length`` words.

    Raises:
        InputError: no word is left to draw from, or the smoother knows none after the reader's context.
    """
    if corpus.size == 1 and params.drawn == "all":
        rule = f"some {params.noun} of the training text must come so often, for <unk> itself is not drawn"
        raise InputError("min_count", params.min_count, rule, "Take a smaller one, or a longer text.")
    start, training = typed(params, corpus), corpus.training.part(params.size)
    counts = learn(training, corpus.size, params.order, params.one_start)
    chance_after = candidates(params, corpus, counts)
    before, words, remarks = start.tolist(), [], corpus.remarks
    steps: list[_Step] = []
    ending: _Ending | None = None
    for u in np.random.default_rng(params.seed).random(params.length).tolist():
        ids = last(params, np.array(before, np.int64))
        chance = chance_after(ids)
        if (total := float(chance.sum())) <= 0:
            ending = _Ending.after(params, counts, ids)
            break
        steps.append(_draw(chance / total, u))
        words.append(word := steps[-1].word)
        before = [] if corpus.words[word] == END and params.lines else [*before, word]
    if ending and not words:
        remedy = "Write another one, or choose another smoother."
        raise InputError("context", params.context, ending.rule(params), remedy)
    if ending:
        remarks += (ending.remark(params),)
    chance, below, drawn, many, shares = (np.array([getattr(step, name) for step in steps]) for name in
                                          ("chance", "below", "drawn", "many", "chances"))  # fmt: skip
    runs = copied(training.ids, np.array([*start.tolist(), *words], np.int64), corpus.size - 1)[len(start) :]
    return Written(params, corpus.named(start), corpus.named(np.array(words)), chance, below, drawn,
                   tuple(corpus.named(step.listed) for step in steps), shares, many, runs, remarks)  # fmt: skip


class _Ending(NamedTuple):
    """Why a smoother knows no word after others: whether these ``stood`` there, and whether <unk> ``followed``."""

    stood: bool
    followed: bool

    @classmethod
    def after(cls, params: Params, counts: Counts, ids: Ids) -> "_Ending":
        found, m = after(counts, ids), allowed(params, len(ids)) - 1
        times = picked(counts.levels[m].raw.value, found.gram[m])
        return cls(bool(found.context[m, 0] >= 0), bool(times[-1] > 0))

    def rule(self, params: Params) -> str:
        """What a context must be."""
        if self.stood:
            return f"a known {params.noun} must have followed it in the training text, for this smoother knows no other"
        return f"it must have stood in the training text, for this smoother knows no {params.noun} after it"

    def remark(self, params: Params) -> str:
        """What is said at the end of a text."""
        if self.followed:
            return f"The text ends here: no other {params.noun} than <unk> is known to follow."
        return f"The text ends here, as the text does that was learned from: no {params.noun} is known to follow."


class _Step(NamedTuple):
    """One word of ``Written``."""

    word: int
    chance: float
    below: float
    drawn: float
    many: int
    listed: Ids
    chances: Words


def _draw(chance: Words, u: float) -> _Step:
    """The word on which ``u`` falls where all words are laid end to end, the likeliest first."""
    ranked, many = np.argsort(-chance, kind="stable"), int((chance > 0).sum())
    sums = np.cumsum(chance[ranked])
    rank = min(int(np.searchsorted(sums, u, "right")), many - 1)
    word, some = int(ranked[rank]), ranked[: min(LISTED, max(1, len(ranked) - 1))]
    some[-1] = word if rank >= len(some) else some[-1]
    return _Step(word, float(chance[word]), max(0.0, float(sums[rank] - chance[word])), u, many, some, chance[some])


def candidates(params: Params, corpus: Corpus, counts: Counts) -> Callable[[Ids], Words]:
    """What gives P of every word after a context, 0 for those that are not drawn; the others share what these had.

    All words may come but <unk>, which stands for many. nltk's ``generate`` draws words, <unk> among them, that
    followed the context, or the longest end of it that anything followed.
    """
    made: dict[int, Smoother] = {}

    def after_context(ids: Ids) -> Words:
        order = allowed(params, len(ids))
        found, followed = after(counts, ids), np.arange(corpus.size) < corpus.size - 1
        if params.drawn == "followed":
            each = (picked(counts.levels[m - 1].raw.value, found.gram[m - 1]) > 0 for m in range(order, 0, -1))
            longest, followed = next((order - i, one) for i, one in enumerate(each) if one.any())
            order = longest if params.method in DIRECT else order
        of = made.get(order) or made.setdefault(order, smoother(counts, params.method, setting(params, order)))
        return np.where(followed, probabilities(of, found, corpus.size), 0.0)

    return after_context
