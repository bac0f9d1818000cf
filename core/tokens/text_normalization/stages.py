"""All different words of a text after each step, and what each step changes, joins and keeps apart."""

from collections.abc import Callable
from dataclasses import dataclass
from itertools import chain, pairwise

import numpy as np
from jaxtyping import Int64

from core.tokens.text_normalization.corpus import Corpus
from core.tokens.text_normalization.params import REDUCTIONS
from core.tokens.text_normalization.steps import Step, dictionary


@dataclass(frozen=True, eq=False)
class Stage:
    """The different ``words`` after the step ``name``; written word ``owner[i]`` holds word ``word[i]``.

    ``came`` is what the step made of each word before it, as places in ``words``.
    """

    name: str
    words: tuple[str, ...]
    owner: Int64[np.ndarray, " pairs"]
    word: Int64[np.ndarray, " pairs"]
    came: tuple[tuple[int, ...], ...]

    def counts(self, written: Int64[np.ndarray, " written"]) -> Int64[np.ndarray, " words"]:
        """How often each word comes, where written words come so often."""
        return np.bincount(self.word, written[self.owner], len(self.words)).astype(np.int64)

    def first(self, written: Int64[np.ndarray, " written"]) -> Int64[np.ndarray, " words"]:
        """How many words are read when each is first met, from the same of the written words."""
        found = np.full(len(self.words), np.iinfo(np.int64).max)
        np.minimum.at(found, self.word, written[self.owner])
        return found


@dataclass(frozen=True)
class Change:
    """What a step makes of a word that comes so often."""

    step: str
    before: str
    after: tuple[str, ...]
    count: int


@dataclass(frozen=True)
class Group:
    """Different words, the most frequent first, that a step makes one; ``lemmas`` are those of the dictionary where it
    keeps them apart. Or words of one lemma that the last step leaves different: then ``after`` holds several.
    """

    step: str
    words: tuple[str, ...]
    after: tuple[str, ...]
    lemmas: tuple[str, ...]
    count: int


def begin(corpus: Corpus) -> Stage:
    """The words as they are written."""
    places = np.arange(len(corpus.words))
    return Stage("as written", corpus.words, places, places, ())


def follow(before: Stage, step: Step, report: Callable[[float], None]) -> Stage:
    """What the step makes of all words before it."""
    number: dict[str, int] = {}
    came = []
    for i, word in enumerate(before.words):
        came.append(tuple(number.setdefault(piece, len(number)) for piece in step.rule(word)))
        if i % 1_000 == 0:
            report(i / len(before.words))
    sizes = np.array([len(pieces) for pieces in came], np.int64)
    flat = np.array([*chain.from_iterable(came)], np.int64)
    starts = np.cumsum(sizes) - sizes
    many = sizes[before.word]
    within = np.arange(many.sum()) - np.repeat(np.cumsum(many) - many, many)
    word = flat[np.repeat(starts[before.word], many) + within]
    return Stage(step.name, tuple(number), np.repeat(before.owner, many), word, tuple(came))


def changes(before: Stage, after: Stage, counts: Int64[np.ndarray, " words"]) -> list[Change]:
    """Every word that the step changes; ``counts`` are those before it."""
    made = ((word, tuple(after.words[i] for i in came)) for word, came in zip(before.words, after.came, strict=True))
    return [Change(after.name, word, pieces, times) for (word, pieces), times in
            zip(made, counts.tolist(), strict=True) if pieces != (word,)]  # fmt: skip


def joined(before: Stage, after: Stage, counts: Int64[np.ndarray, " words"]) -> list[Group]:
    """Every word that becomes of several, with the dictionary's lemmas of those it knows where these differ."""
    sources: dict[int, list[int]] = {}
    for i, came in enumerate(after.came):
        if len(came) == 1:
            sources.setdefault(came[0], []).append(i)
    lemma = dictionary()
    made = []
    for place, members in sources.items():
        if len(members) > 1:
            words = _by_count(members, counts, before.words)
            lemmas = dict.fromkeys(found for word in words if (found := lemma(word)))
            made.append(Group(after.name, words, (after.words[place],), tuple(lemmas) if len(lemmas) > 1 else (),
                              int(counts[members].sum())))  # fmt: skip
    return made


def kept_apart(before: Stage, after: Stage, counts: Int64[np.ndarray, " words"]) -> list[Group]:
    """The words of each lemma of the dictionary that the step leaves different."""
    lemma, families = dictionary(), dict[str, list[int]]()
    for i, word in enumerate(before.words):
        if found := lemma(word):
            families.setdefault(found, []).append(i)
    made = []
    for name, members in families.items():
        ends = dict.fromkeys(after.words[each] for i in members for each in after.came[i])
        if len(ends) > 1:
            words = _by_count(members, counts, before.words)
            made.append(Group(after.name, words, tuple(ends), (name,), int(counts[members].sum())))
    return made


def lists(path: list[Stage], written: Int64[np.ndarray, " written"]) -> tuple[list[Change], list[Group], list[Group]]:
    """Changed words, words made one, and words kept apart by the last step where it is a stemmer: those first that the
    dictionary doubts, then the frequent.
    """
    changed, one, several = list[Change](), list[Group](), list[Group]()
    for before, after in pairwise(path):
        counts = before.counts(written)
        changed += changes(before, after, counts)
        one += joined(before, after, counts)
        several += kept_apart(before, after, counts) if after.name in REDUCTIONS.values() else []
    return (sorted(changed, key=lambda each: -each.count), sorted(one, key=lambda each: (not each.lemmas, -each.count)),
            sorted(several, key=lambda each: -each.count))  # fmt: skip


def choices(ends: list[Stage], written: Int64[np.ndarray, " written"]) -> list[tuple[str, tuple[str, ...], int]]:
    """Words that at least one of several last steps changes, what each makes of it, and how often it comes."""
    before, *after = ends
    counts = before.counts(written).tolist()
    made = ((word, tuple("".join(stage.words[each] for each in stage.came[i]) for stage in after), counts[i])
            for i, word in enumerate(before.words))  # fmt: skip
    return sorted((one for one in made if {*one[1]} != {one[0]}), key=lambda one: -one[2])


def _by_count(members: list[int], counts: Int64[np.ndarray, " words"], words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(words[i] for i in sorted(members, key=lambda i: -counts[i]))
