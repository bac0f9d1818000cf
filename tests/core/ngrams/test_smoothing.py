"""The seven smoothers: sums to 1 everywhere, equal to nltk and to formulas written anew, and the textbook's numbers."""

import itertools
import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from nltk.lm import MLE, AbsoluteDiscountingInterpolated, KneserNeyInterpolated, Lidstone, NgramCounter, Vocabulary

from core.ngrams import katz
from core.ngrams.corpus import EncodedText
from core.ngrams.counts import after, learn, look_up
from core.ngrams.settings import NAMES
from core.ngrams.smoothing import (
    NOT_COUNTED,
    NOT_ESTIMATED,
    SmoothingSettings,
    modified_discounts,
    one_discount,
    probabilities,
    smoother,
)

SIZE = 6  # words of the small vocabularies: the last one is never in a text
START = SIZE


def text(ids: list[int]) -> EncodedText:
    return EncodedText(np.array(ids, np.int64), np.array([len(ids)], np.int64), np.zeros(0, np.int64))


texts = st.lists(st.integers(0, SIZE - 2), min_size=2, max_size=60)
contexts = st.lists(st.integers(0, SIZE - 1), max_size=5)
settings = st.builds(SmoothingSettings, st.integers(1, 5), st.floats(0, 1), st.floats(0, 1), st.floats(1e-4, 10),
                     st.booleans(), st.booleans())  # fmt: skip


def grams(ids: list[int], order: int, marks: int) -> list[tuple[int, ...]]:
    """All m-grams that end in a word, with so many marks of the start before the first."""
    padded = [START] * marks + ids
    return [tuple(padded[i - m + 1 : i + 1])
            for i in range(marks, len(padded)) for m in range(1, min(order, i + 1) + 1)]  # fmt: skip


def chances(
    ids: list[int], context: list[int], method: str, its: SmoothingSettings, one_start: bool = False
) -> np.ndarray:
    counts = learn(text(ids), SIZE, its.order, one_start)
    return probabilities(smoother(counts, method, its), after(counts, np.array(context, np.int64)), SIZE)


@given(texts, contexts, settings)
def test_every_smoother_gives_all_words_together_the_probability_1_after_every_context(ids, context, its) -> None:
    for method, one_start in itertools.product(NAMES, (False, True)):
        chance = chances(ids, context, method, its, one_start)
        assert (chance >= 0).all()
        total = float(chance.sum())
        unseen = method == "likelihood" and total == 0  # 0/0: no bar at all
        assert total == pytest.approx(1, abs=1e-9) or unseen, method


@given(texts, contexts, st.integers(1, 4), st.floats(0.05, 0.95))
def test_likelihood_add_k_absolute_discounting_and_kneser_ney_are_those_of_nltk(ids, context, order, d) -> None:
    names = [str(i) for i in range(SIZE)]
    every = [tuple(str(i) for i in gram) for gram in grams(ids, order, order - 1)]
    vocabulary, counter = Vocabulary(names[:-1], unk_label=names[-1]), NgramCounter([every])
    given_words = tuple(str(i) for i in ([START] * order + context)[len(context) + 1 :])
    assert len(vocabulary) == SIZE
    known = {"vocabulary": vocabulary, "counter": counter}
    theirs = {"likelihood": MLE(order, **known), "added": Lidstone(d, order, **known),
              "absolute": AbsoluteDiscountingInterpolated(order, discount=d, **known),
              "kneser_ney": KneserNeyInterpolated(order, discount=d, **known)}  # fmt: skip
    if order == 1:
        del theirs["kneser_ney"]  # it asks for the words before single words, which a model of single words has not
    for method, model in theirs.items():
        ours = chances(ids, context, method, SmoothingSettings(order, d, added=d, floor=False))
        assert ours == pytest.approx([model.unmasked_score(word, given_words) for word in names], abs=1e-12), method


def by_formula(
    ids: list[int], context: tuple[int, ...], word: int, method: str, its: SmoothingSettings, one_start: bool = False
) -> float:
    """The same from dictionaries, level by level, as Chen and Goodman (1999) write it, sections 2.2 to 3."""
    marks = min(1, its.order - 1) if one_start else its.order - 1
    counted = Counter(grams(ids, its.order, marks))
    preceded = Counter(gram[1:] for gram in counted if len(gram) > 1)
    context = ((START,) * marks + context)[-(its.order - 1) :] if its.order > 1 else ()

    def count(gram: tuple[int, ...], m: int) -> int:
        continues = method in ("modified", "kneser_ney") and m < its.order and not (one_start and gram[0] == START)
        return preceded[gram] if continues else counted[gram]

    def level(before: tuple[int, ...]) -> float:
        m = len(before) + 1
        below = level(before[1:]) if before else 1 / SIZE
        each = [count((*before, w), m) for w in range(SIZE)]
        total, c = sum(each), each[word]
        if method == "added":
            return (c + its.added) / (total + its.added * SIZE)
        if not total:
            return below
        if method == "likelihood":
            return c / total
        if method == "interpolation":
            return its.weight * c / total + (1 - its.weight) * below
        n = Counter(count(gram, m) for gram in counted if len(gram) == m)
        discounts = NOT_COUNTED
        if method != "modified":
            discounts = (n[1] / (n[1] + 2 * n[2]) if n[1] and n[2] else NOT_ESTIMATED,) * 3
        elif all(n[r] for r in (1, 2, 3, 4)):
            y = n[1] / (n[1] + 2 * n[2])
            tried = tuple(r - (r + 1) * y * n[r + 1] / n[r] for r in (1, 2, 3))
            discounts = tried if all(0 < d <= r for r, d in enumerate(tried, 1)) else NOT_COUNTED
        taken = [min(discounts[min(one, 3) - 1], one) if one else 0 for one in each]
        return (c - taken[word]) / total + sum(taken) / total * below

    return level(context)


@given(texts, contexts, st.integers(1, 4), st.floats(0, 1))
def test_interpolation_and_modified_kneser_ney_are_those_of_the_formulas(ids, context, order, weight) -> None:
    its = SmoothingSettings(order, weight=weight)
    for method in ("interpolation", "modified"):
        expected = [by_formula(ids, tuple(context), word, method, its) for word in range(SIZE)]
        assert chances(ids, context, method, its) == pytest.approx(expected, abs=1e-12), method


@given(texts, contexts, st.integers(1, 4))
def test_estimated_discounts_are_those_of_the_formula_for_each_order(ids, context, order) -> None:
    its = SmoothingSettings(order, estimated=True)
    for method in ("absolute", "kneser_ney"):
        expected = [by_formula(ids, tuple(context), word, method, its) for word in range(SIZE)]
        assert chances(ids, context, method, its) == pytest.approx(expected, abs=1e-12), method


def test_an_estimated_discount_is_the_share_of_what_came_once_among_it_and_twice_what_came_twice() -> None:
    assert one_discount(np.repeat([1, 2, 3], [100, 30, 15])) == pytest.approx(100 / 160)
    assert one_discount(np.array([1, 1, 3])) == one_discount(np.array([2, 2])) == NOT_ESTIMATED


@given(texts, contexts, st.integers(1, 4))
def test_with_one_mark_of_the_start_nothing_longer_is_asked_and_what_begins_with_it_keeps_its_count(
    ids, context, order
) -> None:
    """SRILM's and KenLM's: a dictionary of n-grams with one mark before the text, whose contexts are the shorter."""
    its = SmoothingSettings(order, added=0.3)
    for method in ("likelihood", "added", "interpolation", "absolute", "kneser_ney", "modified"):
        ours = chances(ids, context, method, replace(its, estimated=method != "interpolation"), True)
        if not ours.any():
            continue  # 0/0
        expected = [by_formula(ids, tuple(context), word, method, its, True) for word in range(SIZE)]
        assert ours == pytest.approx(expected, abs=1e-12), method


@given(texts, contexts, st.sampled_from(["katz", "srilm"]))
def test_katz_discounts_what_was_seen_and_shares_what_is_left_like_single_words(ids, context, trusted) -> None:
    counts = learn(text(ids), SIZE, 2)
    found = after(counts, np.array(context, np.int64))
    both, single = (
        probabilities(smoother(counts, "katz", SmoothingSettings(order, trusted=trusted)), found, SIZE)
        for order in (2, 1)
    )
    assert both.sum() == pytest.approx(1)
    value = counts.levels[1].raw.value
    ratio = katz.ratios(value) if trusted == "katz" else katz.srilm_ratios(value, 7)
    seen = found.gram[1] >= 0
    times = np.where(seen, counts.levels[1].raw.value[found.gram[1]], 0)
    if not 0 < times.astype(bool).sum() < SIZE:
        return
    discounted = times * ratio[np.minimum(times, len(ratio) - 1)] / times.sum()
    if discounted.sum() > 1 - 1e-9:  # nothing was taken, or with a ratio above 1, which SRILM lets pass, less than that
        discounted = times / (times.sum() + 1)
    assert both[times > 0] == pytest.approx(discounted[times > 0])
    assert len({round(float(ratio), 9) for ratio in both[times == 0] / single[times == 0]}) == 1


def test_good_turing_discounts_of_katz_are_those_of_his_formula() -> None:
    n = [120, 40, 24, 15, 10, 7]  # n-grams that came 1 to 6 times
    value = np.repeat(np.arange(1, 7), n)
    a = Fraction(6 * n[5], n[0])
    expected = [(Fraction((r + 1) * n[r], n[r - 1]) / r - a) / (1 - a) for r in range(1, 6)]
    assert all(0 < ratio < 1 for ratio in expected)
    assert katz.ratios(value)[1:6] == pytest.approx([float(ratio) for ratio in expected])
    assert katz.ratios(value)[6] == 1


def by_srilm(n: dict[int, int], most: int) -> list[float]:
    """The ratios of counts from 1 on, as its make-gt-discounts.gawk prints them; counts above have 1."""
    if not n.get(1):
        return []
    while most > 0 and not n.get(most + 1):
        most -= 1
    common = (most + 1) * n.get(most + 1, 0) / n[1]
    found = []
    for r in range(1, most + 1):
        ratio = 1.0
        if n.get(r):
            kept = (r + 1) * n.get(r + 1, 0) / (r * n[r])
            ratio = (kept - common) / (1 - common) if common != 1 else math.nan
            if not math.isfinite(ratio) or ratio <= 1e-6 or kept > 1:
                ratio = 1.0
        found.append(ratio)
    return found


@given(st.lists(st.integers(0, 60), min_size=9, max_size=9), st.sampled_from([1, 7]))
def test_discounts_of_katz_with_the_rule_of_srilm_are_those_of_its_script(often: list[int], most: int) -> None:
    value = np.repeat(np.arange(1, 10), often)
    expected = by_srilm(dict(enumerate(often, 1)), most)
    found = katz.srilm_ratios(value, most)
    assert found[0] == 0
    assert found[-1] == 1
    assert found[1:-1] == pytest.approx(expected, abs=2e-6)


def test_the_rule_of_srilm_discounts_no_single_word() -> None:
    assert (katz.srilm_ratios(np.repeat([1, 2, 3], [40, 20, 5]), 1)[1:] == 1).all()


def test_discounts_of_modified_kneser_ney_are_those_of_chen_and_goodman() -> None:
    n = (100, 30, 15, 9)
    y = 100 / 160
    expected = 1 - 2 * y * 30 / 100, 2 - 3 * y * 15 / 30, 3 - 4 * y * 9 / 15
    assert modified_discounts(np.repeat([1, 2, 3, 4], n)) == pytest.approx(expected)
    assert modified_discounts(np.array([1, 1, 2, 5])) == NOT_COUNTED


def test_black_cat_has_a_tenth_by_counting_and_two_thousandths_by_laplace() -> None:
    """The lecture's example: 1,000 times “black”, 100 times “black cat”, 50,000 words."""
    vocabulary, black, cat = 50_000, 0, 1
    ids = [black, cat] * 100 + [word for i in range(900) for word in (black, 2 + i)]
    counts = learn(text(ids), vocabulary, 2)
    found = after(counts, np.array([black]))
    likelihood, laplace = (probabilities(smoother(counts, method, SmoothingSettings(2, added=1.0)), found, vocabulary)
                           for method in ("likelihood", "added"))  # fmt: skip
    assert likelihood[cat] == pytest.approx(0.1)
    assert laplace[cat] == pytest.approx(101 / 51_000)
    assert laplace[cat] == pytest.approx(0.00198, abs=5e-6)
    assert laplace[-1] == pytest.approx(1.96e-5, abs=5e-8)


def test_seven_words_hold_seven_unigrams_six_bigrams_and_five_trigrams() -> None:
    every = grams([0, 1, 2, 3, 4, 0, 1], 3, 2)
    inside = [gram for gram in every if START not in gram]
    assert [sum(len(gram) == m for gram in inside) for m in (1, 2, 3)] == [7, 6, 5]
    counts = learn(text([0, 1, 2, 3, 4, 0, 1]), SIZE, 3)
    assert [int(level.raw.value.sum()) for level in counts.levels] == [7, 7, 7]  # marks of the start fill the gaps


def test_a_word_that_always_follows_the_same_one_is_less_probable_by_kneser_ney() -> None:
    ids = [0, 1] * 3 + [2, 3, 4, 3, 0, 3]  # 1 and 3 came 3 times, 1 always after 0
    counts, context = learn(text(ids), SIZE, 2), np.array([5])
    kneser_ney, absolute = (probabilities(smoother(counts, method, SmoothingSettings(2)), after(counts, context), SIZE)
                            for method in ("kneser_ney", "absolute"))  # fmt: skip
    assert absolute[1] == absolute[3]
    assert kneser_ney[1] < kneser_ney[3]


@given(texts, texts, settings)
def test_a_text_is_looked_up_word_by_word_as_each_of_its_contexts_is(ids, held, its) -> None:
    counts = learn(text(ids), SIZE, its.order, one_start=its.order % 2 > 0)
    found = look_up(counts, text(held))
    for method in ("added", "kneser_ney", "katz"):
        of = smoother(counts, method, its)
        together = probabilities(of, found, SIZE)
        for place, word in enumerate(held[:8]):
            alone = probabilities(of, after(counts, np.array(held[:place], np.int64)), SIZE)
            assert together[place] == pytest.approx(alone[word], abs=1e-12)


def test_no_discount_and_the_weight_1_are_maximum_likelihood_where_the_context_was_seen() -> None:
    ids, context = [0, 1, 0, 2, 0, 1, 3], [0]
    own = chances(ids, context, "likelihood", SmoothingSettings(2))
    assert own == pytest.approx([0, 2 / 3, 1 / 3, 0, 0, 0])
    assert chances(ids, context, "absolute", SmoothingSettings(2, discount=0.0)) == pytest.approx(own)
    assert chances(ids, context, "interpolation", SmoothingSettings(2, weight=1.0)) == pytest.approx(own)
    assert math.isclose(chances(ids, context, "interpolation", SmoothingSettings(2, weight=0.0))[5], 1 / SIZE)
