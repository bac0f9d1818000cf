"""What a training of Unigram leaves to be shown: its rounds, and how each of them cuts words."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import pandas as pd

from core import unigram
from core.bpe.pretokenize import WordCounts
from core.errors import InputError
from core.explorer import array_bytes
from core.tokenizer_files import TokenizerFile
from core.tokens.tokenizer.corpus import TrainingCorpus
from core.tokens.tokenizer.cuts import Cuts
from core.tokens.tokenizer.finished import Finished
from core.tokens.tokenizer.params import Params
from core.unigram.kept import keep
from core.unigram.trained import Trained, WordLattice

MOST_WORDS = 4  # whose lattices are drawn
MOST_SIGNS = 24  # of a word whose lattice is drawn


@dataclass(frozen=True, eq=False, kw_only=True)
class Pruned(Finished):
    """What was trained, ready to show: the rounds are the states of ``trained``, 0 to S."""

    trained: Trained

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The pieces of the last state, the likeliest first."""
        return tuple(self.trained.pieces[place] for place in self.trained.final)

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
        final, its = self.trained.final, self.trained
        ids = [self.given.ids[piece] for piece in self.tokens] if self.given else np.arange(len(final))
        table = pd.DataFrame({"id": ids, "piece": pd.Series(self.tokens, dtype=object),
                              "log_probability_nats": its.score[-1][final]})  # fmt: skip
        return table if its.used is None else table.assign(count_in_the_text=its.used[-1][final])

    def cut(self, word: str) -> Cuts:
        """One word of ``split`` in every state."""
        each = self.trained.cut(self.spelling.start + word)
        steps = [0, *(s for s in range(1, len(each)) if each[s] != each[s - 1])]
        lost = 0 if self.given and self.given.fallback else sum(sign not in self.trained.number for sign in word)
        return Cuts(word, tuple(steps), tuple(tuple(each[step]) for step in steps), lost)

    @cached_property
    def drawn(self) -> tuple[str, ...]:
        """The words whose lattices are drawn."""
        words = dict.fromkeys(self.spelling.start + cut.word for cut in self.cuts)
        return tuple(word for word in words if len(word) <= MOST_SIGNS)[:MOST_WORDS]

    @cached_property
    def lattices(self) -> tuple[tuple[WordLattice, ...], ...]:
        """Those of each word of ``drawn`` in every state."""
        return tuple(map(self.trained.lattices, self.drawn))

    @property
    def nbytes(self) -> int:
        """About the memory it holds, in bytes."""
        arrays = array_bytes((self.trained, self.lattices))
        given = self.given.nbytes if self.given else 0
        return arrays + 150 * len(self.trained.pieces) + given + 10_000


def train(
    params: Params, corpus: TrainingCorpus, progress: Callable[[float], None], file: TokenizerFile | None
) -> Pruned:
    """The training that ``params`` ask for, or the pieces of a ``file``.

    Raises:
        InputError: the vocabulary is too small for the characters, or the text too long.
    """
    words, start = corpus.counts.words, (file or params).start
    counts = WordCounts(tuple(start + word for word in words), corpus.counts.frequencies)
    try:
        if file:
            strange = file.ids.get(file.unknown, -1)
            trained = keep(tuple(file.ids), np.array(file.scores), counts, strange, progress)
        else:
            trained = unigram.train(counts, size=params.size, shrinking=params.shrinking, progress=progress)
    except InputError as error:
        field = error.field if error.field == "size" else {"sample": "source"}.get(params.source, params.source)
        raise InputError(field, error.value, error.rule, error.remedy) from error
    return Pruned(
        trained=trained,
        steps=trained.states - 1,
        passage_words=tuple(words[place] for place in corpus.passage),
        characters=corpus.characters,
        distinct_words=len(words),
        running_words=corpus.running_words,
        remarks=corpus.remarks + (file.remarks if file else ()),
        params=params,
        given=file,
    )
