"""A text written word by word: each is drawn from the model's probabilities after the last n − 1 words."""

from dataclasses import dataclass

import numpy as np
import pandas as pd
from jaxtyping import Float64

from core.errors import InputError
from core.explorer import OfArrays
from core.tokens.ngram_language_model.corpus import END, Corpus
from core.tokens.ngram_language_model.counts import after, learn
from core.tokens.ngram_language_model.mass import allowed, context_of
from core.tokens.ngram_language_model.params import Params
from core.tokens.ngram_language_model.perplexity import part_of, setting, shown
from core.tokens.ngram_language_model.smoothing import Smoother, probabilities, smoother

LISTED = 11  # words at each step


@dataclass(frozen=True, eq=False)
class Written(OfArrays):
    """The ``words`` drawn after ``context``, and for each its ``chance``; ``below`` is that of all likelier words.

    A number ``drawn`` evenly from 0 to 1 chooses the word with below ≤ drawn < below + chance. ``listed`` are the
    likeliest words and their ``chances``; the last is the one drawn where it is none of them.
    """

    params: Params
    context: tuple[str, ...]
    words: tuple[str, ...]
    chance: Float64[np.ndarray, " steps"]
    below: Float64[np.ndarray, " steps"]
    drawn: Float64[np.ndarray, " steps"]
    listed: tuple[tuple[str, ...], ...]
    chances: Float64[np.ndarray, "steps listed"]
    remarks: tuple[str, ...]

    def table(self) -> pd.DataFrame:
        """A row for each word written."""
        return pd.DataFrame({"word": pd.Series(self.words, dtype=object), "probability": self.chance,
                             "surprise_bits": -np.log2(self.chance), "drawn": self.drawn})  # fmt: skip


def write(params: Params, corpus: Corpus) -> Written:
    """Draws ``params.length`` words. <unk> stands for many words, so it is never drawn: the others share its chance.

    Raises:
        InputError: the smoother knows no word after the reader's context.
    """
    start, _ = context_of(params, corpus)
    counts = learn(part_of(corpus.training, params.size), corpus.size, params.order)
    made: dict[int, Smoother] = {}
    generator, before, remarks = np.random.default_rng(params.seed), start.tolist(), corpus.remarks
    words, numbers, listed, chances = [], [], [], []
    for u in generator.random(params.length).tolist():
        order = allowed(params, len(before))
        of = made.setdefault(order, smoother(counts, params.method, setting(params, order)))
        ids = np.array(before[len(before) - min(len(before), order - 1) :], np.int64)
        chance = probabilities(of, after(counts, ids), corpus.size)
        chance[-1] = 0.0
        if (total := float(chance.sum())) <= 0:
            remarks += ("The text ends here: no other word than <unk> is known to follow.",)
            break
        ranked = np.argsort(-chance, kind="stable")
        sums = np.cumsum(chance[ranked]) / total
        rank = min(int(np.searchsorted(sums, u, "right")), int((chance > 0).sum()) - 1)
        word, some = int(ranked[rank]), ranked[: min(LISTED, len(ranked) - 1)]
        some[-1] = word if rank >= len(some) else some[-1]
        words.append(word)
        numbers.append((chance[word] / total, sums[rank] - chance[word] / total, u))
        listed.append(tuple(shown(corpus.words[i]) for i in some.tolist()))
        chances.append(chance[some] / total)
        before = [] if corpus.words[word] == END and params.lines else [*before, word]
    if not words:
        rule = "it must have stood in the training text, for this smoother knows no word after it"
        raise InputError("context", params.context, rule, "Write another one, or choose another smoother.")
    named = tuple(shown(corpus.words[i]) for i in words)
    chance, below, drawn = np.array(numbers).T
    return Written(params, tuple(shown(corpus.words[i]) for i in start.tolist()), named, chance,
                   np.maximum(below, 0.0), drawn, tuple(listed), np.array(chances), remarks)  # fmt: skip
