"""A text that is written: by its seed, as often as the probabilities say, as nltk draws, and how much is copied."""

import math
import random
from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.lm import MLE, AbsoluteDiscountingInterpolated, KneserNeyInterpolated, Lidstone, Vocabulary
from nltk.util import everygrams

from core import fields
from core.errors import InputError
from core.ngrams.corpus import UNKNOWN, read
from core.ngrams.counts import learn
from core.ngrams.settings import NAMES, Method
from core.tokens.ngram_generation import Params, compute, headline
from core.tokens.ngram_generation.copied import copied
from core.tokens.ngram_generation.generation import candidates


def test_what_is_written_follows_from_the_seed_and_each_word_from_the_number_drawn() -> None:
    its, again = (compute(Params()) for _ in range(2))
    assert its.words == again.words
    assert its.words != compute(Params(seed=1)).words
    assert (its.below <= its.drawn + 1e-12).all()
    assert (its.drawn < its.below + its.chance + 1e-12).all()
    assert UNKNOWN not in its.words
    for word, listed, chances, chance in zip(its.words, its.listed, its.chances, its.chance, strict=True):
        assert chances[listed.index(word)] == pytest.approx(chance)
        assert (np.diff(chances[:-1]) <= 0).all()


def test_words_are_drawn_as_often_as_their_probability_says() -> None:
    text = "a b a b a c " * 30
    firsts = [compute(Params(source="text", text=text, held="text", context="a", order=2, length=1,
                             method="likelihood", min_count=1, seed=seed)).words[0] for seed in range(300)]  # fmt: skip
    assert abs(firsts.count("b") / 300 - 2 / 3) < 4 * math.sqrt(2 / 9 / 300)


def test_lines_that_are_written_end_and_begin_again() -> None:
    its = compute(Params(source="text", text="we go\n" * 4, held="text", lines=True, order=2,
                         method="likelihood", context="", length=6))  # fmt: skip
    assert its.words == ("we", "go", "</s>", "we", "go", "</s>")
    assert (its.chance == 1).all()


def test_a_text_that_knows_no_next_word_ends_and_says_so() -> None:
    its = compute(Params(source="text", text="a b c d", held="text", context="b", order=2,
                         method="likelihood", min_count=1))  # fmt: skip
    assert its.words == ("c", "d")
    assert its.remarks[-1] == "The text ends here, as the text does that was learned from: no word is known to follow."


def test_of_a_text_that_ends_before_a_rare_word_it_is_said_that_only_this_is_known_to_follow() -> None:
    its = compute(Params(source="text", text="a a b b c c d e", held="text", context="a a", method="likelihood"))
    assert its.words == ("b", "b", "c", "c")
    assert its.remarks[-1] == "The text ends here: no other word than <unk> is known to follow."


@pytest.mark.parametrize("context", ["c c", "c d"])
def test_a_context_that_only_a_rare_word_followed_or_nothing_is_told_to_be_that(context: str) -> None:
    params = Params(source="text", text="a a b b c c d", held="text", context=context, method="likelihood")
    with pytest.raises(InputError, match="a known word must have followed it in the training text"):
        compute(params)


def test_where_lines_count_the_words_of_a_line_before_the_last_are_no_context() -> None:
    its = {"source": "text", "text": "a b\nc d\nc e", "held": "text", "lines": True, "order": 3, "min_count": 1}
    assert compute(Params(**its, context="a b\nc")).context == compute(Params(**its, context="c")).context


def test_a_context_that_never_stood_in_the_text_is_refused_where_the_smoother_knows_no_word_after_it() -> None:
    its = {"source": "text", "text": "a b c d e f", "method": "likelihood", "context": "f e", "min_count": 1,
           "held": "text"}  # fmt: skip
    with pytest.raises(InputError, match="it must have stood in the training text") as refused:
        compute(Params(**its))
    assert refused.value.field == "context"
    assert compute(Params(drawn="followed", **its)).words[0] == "f"  # nltk's way asks “e” alone


@pytest.mark.parametrize("context", ["", "one", "i will"])
def test_a_text_of_rare_words_alone_is_refused_by_the_smallest_word_count(context: str) -> None:
    its = {"source": "text", "text": "one two three four five six seven", "context": context}
    with pytest.raises(InputError) as refused:
        compute(Params(**its))
    assert (refused.value.field, refused.value.value) == ("min_count", 2)
    assert len(compute(Params(min_count=1, **its)).words) == 40
    assert {*compute(Params(drawn="followed", **its)).words} == {UNKNOWN}


class Given(random.Random):
    """What draws the number it was given."""

    number = 0.0

    def random(self) -> float:
        return self.number


WORDS = "abcd"


@given(st.text(WORDS, min_size=8, max_size=40), st.integers(2, 4), st.data())
def test_words_that_followed_are_drawn_as_nltk_draws_them(text: str, order: int, data: st.DataObject) -> None:
    """nltk's own ``generate``, led through 400 even numbers, after contexts as long as the model looks at."""
    known = " ".join(text)
    params = {"source": "text", "text": known, "held": "text", "order": order, "min_count": 2, "drawn": "followed",
              "floor": False, "discount": 0.4, "added": 0.3}  # fmt: skip
    corpus = read(Params(**params), None)
    seen = [corpus.words[i] for i in corpus.training.ids.tolist()]
    context = data.draw(st.lists(st.sampled_from(corpus.words), min_size=order - 1, max_size=order - 1))
    ids = np.array([corpus.words.index(word) for word in context], np.int64)
    counts, padded = learn(corpus.training, corpus.size, order), ["<s>"] * (order - 1) + seen
    grams = [gram for gram in everygrams(padded, max_len=order) if gram[-1] != "<s>"]
    vocabulary = Vocabulary([word for word in corpus.words if word != UNKNOWN], unk_label=UNKNOWN)
    theirs = {"likelihood": MLE(order), "added": Lidstone(0.3, order),
              "absolute": AbsoluteDiscountingInterpolated(order, discount=0.4),
              "kneser_ney": KneserNeyInterpolated(order, discount=0.4)}  # fmt: skip
    for method, kind in theirs.items():
        kind.vocab = vocabulary
        kind.counts.update([grams])
        if hasattr(kind, "estimator"):
            kind.estimator.vocab = vocabulary
        drawn, source = Counter[str](), Given()
        for i in range(400):
            source.number = (i + 0.5) / 400
            drawn[kind.generate(1, text_seed=context, random_seed=source)] += 1
        chance = candidates(Params(**params, method=method), corpus, counts)(ids)
        ours = dict(zip(corpus.words, (chance / chance.sum()).tolist(), strict=True))
        assert {word: drawn[word] / 400 for word in corpus.words} == pytest.approx(ours, abs=1 / 400), method


def test_all_words_but_unk_can_come_unless_those_that_followed_are_drawn_from() -> None:
    every, followed = (compute(Params(drawn=drawn, length=100)) for drawn in ("all", "followed"))
    corpus = read(Params(), None)
    assert set(every.many.tolist()) == {corpus.size - 1}
    assert UNKNOWN not in every.words
    ids = corpus.training.ids.tolist()
    i, will = corpus.words.index("i"), corpus.words.index("will")
    after = {third for first, second, third in zip(ids, ids[1:], ids[2:], strict=False) if (first, second) == (i, will)}
    assert followed.many[0] == len(after)
    assert UNKNOWN in followed.words


def by_search(training: list[int], written: list[int], unknown: int) -> list[int]:
    """The same from every piece of both texts."""
    pieces = {tuple(training[i:j]) for i in range(len(training)) for j in range(i + 1, len(training) + 1)}
    return [max([n for n in range(1, end + 1) if tuple(written[end - n : end]) in pieces
                 and unknown not in written[end - n : end]], default=0)
            for end in range(1, len(written) + 1)]  # fmt: skip


@given(st.lists(st.integers(0, 3), max_size=20), st.lists(st.integers(0, 4), min_size=1, max_size=20))
def test_a_run_is_the_longest_piece_of_the_training_text_that_ends_there(
    training: list[int], written: list[int]
) -> None:
    found = copied(np.array(training, np.int64), np.array(written, np.int64), 3)
    assert found.tolist() == by_search(training, written, 3)


def test_every_word_of_a_text_drawn_from_what_followed_stands_at_the_end_of_an_n_gram_of_the_text() -> None:
    its = compute(Params(source="text", text="a b c a b d " * 9, min_count=1, drawn="followed", order=3, context="a b"))
    assert its.run.min() >= 3
    assert set(its.words) == {"a", "b", "c", "d"}


def test_the_mean_surprise_is_that_of_the_probabilities_and_the_headline_one_word() -> None:
    its = compute(Params())
    assert 2 ** its.mean[-1] == pytest.approx(float(np.prod(its.chance)) ** (-1 / 40))
    assert headline(its, Params()).at(7) == pytest.approx(-math.log2(its.chance[7]))


@pytest.mark.parametrize("method", NAMES)
def test_a_share_for_every_word_is_asked_for_where_the_smoother_asks_shorter_n_grams(method: Method) -> None:
    """Maximum likelihood and add-k ask none, so that there the share changes nothing."""
    given = {"source": "text", "text": "a b c a b d. " * 9, "context": "a b", "length": 20, "method": method}
    with_share, without = (compute(Params(**given, floor=each)) for each in (True, False))
    assert fields.is_used(Params(**given), "floor") == (with_share.chance.tolist() != without.chance.tolist())
