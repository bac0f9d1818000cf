"""What a training of Unigram leaves to be shown: its rounds, and how each of them cuts words."""

import dataclasses
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from core import unigram
from core.bpe.pretokenize import WordCounts, pretokenize
from core.errors import InputError
from core.explorer import array_bytes
from core.tokens.tokenizer import cuts
from core.tokens.tokenizer.corpus import Corpus
from core.tokens.tokenizer.cuts import Cuts
from core.tokens.tokenizer.languages import Tax
from core.tokens.tokenizer.params import Params
from core.unigram.trained import Trained, WordLattice

MOST_WORDS = 4  # whose lattices are drawn
MOST_SIGNS = 24  # of a word whose lattice is drawn


@dataclass(frozen=True, eq=False)
class Pruned:
    """What was trained, ready to show: the rounds are the states of ``trained``, 0 to S.

    ``characters`` are those of all running words. ``passage_words`` is the start of the text and ``passage_cuts`` how
    each of its words is cut; ``cuts`` are those of ``Params.segment``, and ``lattices[w][s]`` that of its word w in
    state s, for the first few that are short enough.
    """

    trained: Trained
    passage_words: tuple[str, ...]
    characters: int
    distinct_words: int
    running_words: int
    remarks: tuple[str, ...]
    params: Params
    tax: Tax | None = None
    passage_cuts: tuple[Cuts, ...] = ()
    cuts: tuple[Cuts, ...] = ()
    lattices: tuple[tuple[WordLattice, ...], ...] = ()
    device: str = "cpu"

    @property
    def steps(self) -> int:
        """The last state."""
        return self.trained.states - 1

    def table(self) -> pd.DataFrame:
        """The rounds, one to a row."""
        its = self.trained
        return pd.DataFrame(
            {
                "round": np.arange(its.states),
                "pieces": its.size,
                "corpus_tokens": its.tokens,
                "mean_log_probability_of_a_word_nats": its.likelihood,
            }
        )

    def vocabulary(self) -> pd.DataFrame:
        """The pieces of the last state with their ids and log-probabilities, the likeliest first."""
        final = self.trained.final
        pieces = pd.Series([self.trained.pieces[place] for place in final], dtype=object)
        return pd.DataFrame(
            {"id": np.arange(len(final)), "piece": pieces, "log_probability_nats": self.trained.score[-1][final]}
        )

    def split(self, text: str) -> list[str]:
        """The words of a text as the training would have seen them."""
        text = text.lower() if self.params.lowercase else text
        return [word for word, _ in pretokenize(text, self.params.pretokenizer)]

    def cut(self, word: str) -> Cuts:
        """One word of ``split`` in every state."""
        start = self.params.word_start
        each = self.trained.cut(start + word)
        steps = [0, *(s for s in range(1, len(each)) if each[s] != each[s - 1])]
        lost = sum(sign not in self.trained.number for sign in word)
        return Cuts(word, tuple(steps), tuple(tuple(each[step]) for step in steps), lost)

    def cut_text(self, text: str) -> tuple[Cuts, ...]:
        """All words of a text."""
        return cuts.of_text(self.split(text), self.cut)

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """The words whose lattices are drawn."""
        words = dict.fromkeys(self.params.word_start + cut.word for cut in self.cuts)
        return tuple(word for word in words if len(word) <= MOST_SIGNS)[:MOST_WORDS]

    def looked_at(self, params: Params) -> "Pruned":
        """The same with the words of ``params.segment``; nothing is trained again."""
        its = dataclasses.replace(self, params=params, cuts=self.cut_text(params.segment))
        return dataclasses.replace(its, lattices=tuple(map(self.trained.lattices, its.drawn)))

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        arrays = (self.trained, self.tax, self.lattices)
        return sum(map(array_bytes, arrays)) + 150 * len(self.trained.pieces) + 10_000


def train(params: Params, corpus: Corpus, progress: Callable[[float], None] | None = None) -> Pruned:
    """The training that ``params`` ask for.

    Raises:
        InputError: the vocabulary is too small for the characters, or the text too long.
    """
    words = corpus.counts.words
    counts = WordCounts(tuple(params.word_start + word for word in words), corpus.counts.frequencies)
    try:
        trained = unigram.train(counts, size=params.size, shrinking=params.shrinking, progress=progress)
    except InputError as error:
        field = error.field if error.field == "size" else {"sample": "source"}.get(params.source, params.source)
        raise InputError(field, error.value, error.rule, error.remedy) from error
    return Pruned(
        trained=trained,
        passage_words=tuple(words[place] for place in corpus.passage),
        characters=corpus.characters,
        distinct_words=len(words),
        running_words=corpus.running_words,
        remarks=corpus.remarks,
        params=params,
    )
