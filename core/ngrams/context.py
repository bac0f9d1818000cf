"""The words that stand before the one that is predicted, and how long the n-grams are that they allow."""

import numpy as np

from core.ngrams.corpus import END, Corpus, Ids, cut
from core.ngrams.settings import OfNgrams


def allowed(params: OfNgrams, words: int) -> int:
    """The order that a context of so many words allows; one that begins a line has as many marks as it takes."""
    return params.order if params.lines else min(params.order, words + 1)


def last(params: OfNgrams, words: Ids) -> Ids:
    """Those at the end that the model looks at, n − 1 at most."""
    return words[len(words) - min(len(words), params.order - 1) :]


def typed(params: OfNgrams, corpus: Corpus) -> Ids:
    """The words of the reader's context that count, by their numbers: where lines count, of its last line alone."""
    number = {word: i for i, word in enumerate(corpus.words)}
    words = [word for sentence in cut(params.context, params)[-1:] for word in sentence if word != END]
    return last(params, np.array([number.get(word, corpus.size - 1) for word in words], np.int64))
