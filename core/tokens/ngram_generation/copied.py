"""How much of a written text stands word for word in the text that its model has learned from."""

import numpy as np
from jaxtyping import Int64

from core.ngrams.corpus import Ids


def copied(training: Ids, written: Ids, unknown: int) -> Int64[np.ndarray, " words"]:
    """At each word the length of the longest run of words, ending there, that the training text has, too.

    The number ``unknown`` stands for many words, and so equals none.

    >>> copied(np.array([1, 2, 3, 4, 2, 5]), np.array([2, 3, 4, 3, 4, 2]), 9)
    array([1, 2, 3, 1, 2, 3])
    """
    places = {word: np.flatnonzero(training == word) for word in {*written.tolist()} - {unknown}}
    runs = np.zeros(len(written), np.int64)
    for i, word in enumerate(written.tolist()):
        ends = places.get(word, training[:0])
        while len(ends):
            runs[i] += 1
            place = i - runs[i]
            if place < 0 or written[place] == unknown:
                break
            before = ends - runs[i]
            ends = ends[(before >= 0) & (training[before] == written[place])]
    return runs
