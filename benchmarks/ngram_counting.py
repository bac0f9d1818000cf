"""Counting the n-grams of 1 MB of text: this project against nltk.lm, side by side in one process.

    python -m benchmarks.ngram_counting [--text FILE] [--order 5] [--repeats 3]

Both begin with the same words. nltk counts all n-grams up to the order in dictionaries (``MLE.fit``). Ours makes
numbers of the words, counts and tallies what every smoother asks for. The sample is repeated up to 1 MB, and a third
of the words of each copy are other ones, so that there are about as many different n-grams as in a longer text.
"""

import argparse
from functools import partial
from pathlib import Path

import numpy as np
from nltk.lm import MLE
from nltk.util import everygrams

from benchmarks.timing import in_turns
from core.ngrams.corpus import EncodedText, cut, sample
from core.ngrams.counts import learn
from core.ngrams.settings import OfNgrams

MEGABYTE = 1_000_000


def words_of(text: str) -> list[str]:
    """About 1 MB of words; a third of those of each further copy are other words."""
    words = cut(text, OfNgrams())[0]
    copies = max(1, -(-MEGABYTE // len(text)))
    other = np.random.default_rng(0).random((copies, len(words))) < 1 / 3
    return [f"{word}{copy}" if copy and new else word
            for copy in range(copies) for word, new in zip(words, other[copy].tolist(), strict=True)]  # fmt: skip


def ours(words: list[str], order: int) -> None:
    """Numbers for the words, then all counts."""
    number = {word: i for i, word in enumerate(dict.fromkeys(words))}
    ids = np.array([number[word] for word in words], np.int64)
    learn(EncodedText(ids, np.array([len(ids)]), ids[:0]), len(number) + 1, order)


def theirs(words: list[str], order: int) -> None:
    """The counts of nltk over the same words."""
    MLE(order).fit([everygrams(words, max_len=order)], words)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("--text", type=Path, help="a text file of about 1 MB instead of the sample")
    parser.add_argument("--order", type=int, default=5)
    parser.add_argument("--repeats", type=int, default=3)
    options = parser.parse_args()
    words = cut(options.text.read_text(), OfNgrams())[0] if options.text else words_of(sample())
    sides = (partial(side, words, options.order) for side in (ours, theirs))
    us, them = np.median(in_turns(*sides, rounds=options.repeats), axis=0)
    print(f"{len(words):,} words, order {options.order}: ours {us:.3f} s, nltk {them:.3f} s, ratio {us / them:.3f}")


if __name__ == "__main__":
    main()
