"""The two parts of the page: perplexities along an axis, and the mass after one context."""

import itertools
import math
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest
from nltk.lm import Lidstone
from nltk.lm.preprocessing import pad_both_ends, padded_everygram_pipeline
from nltk.util import ngrams

from core.errors import InputError
from core.ngrams.corpus import read
from core.ngrams.counts import after, learn, look_up
from core.ngrams.settings import NAMES
from core.ngrams.smoothing import SmoothingSettings, modified_discounts, probabilities, smoother
from core.tokens.ngram_language_model import Params, compute, headline
from core.tokens.ngram_language_model.mass import NAMED
from core.tokens.ngram_language_model.perplexity import measured


@pytest.fixture(scope="module")
def page():
    return compute(Params(), device="cpu")


def test_ten_words_alike_are_a_perplexity_of_10_which_is_3_322_bits_or_2_303_nats() -> None:
    bits, zeros, first = measured(np.full(7, 0.1))
    assert (round(bits, 3), round(bits * math.log(2), 3), zeros, first) == (3.322, 2.303, 0, -1)
    assert 2**bits == pytest.approx(10)
    assert math.exp(bits * math.log(2)) == pytest.approx(10)
    assert round(2 ** (bits * math.log(2)), 2) == 4.93  # what the notes say, with the base of bits
    assert round(measured(np.full(3, 0.01))[0], 3) == 6.644


def test_one_word_of_probability_0_makes_the_perplexity_infinite_and_is_named(page) -> None:
    assert measured(np.array([0.5, 0.0, 0.5, 0.0])) == (np.inf, 2, 1)
    step = NAMES.index("likelihood")
    assert np.isinf(page.perplexity[step]).all()
    *context, word = page.found[page.blamed[step, 0]][-3:]
    corpus = read(Params(), None, "")
    number = {one: i for i, one in enumerate(corpus.words)}
    train = corpus.training.ids.tolist()
    trigrams = set(zip(train, train[1:], train[2:], strict=False))
    assert tuple(number[one] for one in (*context, word)) not in trigrams
    whole = [*train[-2:], *corpus.held.ids.tolist()]
    new = [gram not in trigrams for gram in zip(whole, whole[1:], whole[2:], strict=False)]
    assert sum(new) == page.zeros[step, 0]
    assert whole[new.index(True) + 2] == number[word]


def test_perplexities_are_those_of_the_words_one_by_one(page) -> None:
    corpus = read(Params(), None, "")
    counts = learn(corpus.training, corpus.size, 3)
    of = smoother(counts, "kneser_ney", SmoothingSettings(3, 0.75))
    whole = [*corpus.training.ids.tolist()[-2:], *corpus.held.ids[:40].tolist()]
    each = [probabilities(of, after(counts, np.array(whole[i : i + 2])), corpus.size)[whole[i + 2]] for i in range(40)]
    found = look_up(counts, corpus.held.first(40))
    assert probabilities(of, found, corpus.size) == pytest.approx(each)
    chance = probabilities(of, look_up(counts, corpus.held), corpus.size)
    assert page.values[30] == 0.75
    assert page.bits[page.chosen, 30] == pytest.approx(-np.log2(chance).mean())


def test_better_smoothers_have_lower_perplexities_on_trigrams(page) -> None:
    at = dict(zip(NAMES, page.perplexity[:, 30].tolist(), strict=True))
    assert at["modified"] < at["kneser_ney"] < at["absolute"] < at["interpolation"] < at["added"] < at["likelihood"]


def test_with_the_weight_0_all_words_are_alike_and_the_perplexity_is_the_size_of_the_vocabulary() -> None:
    its = compute(Params(axis="weight"))
    assert its.perplexity[NAMES.index("interpolation"), 0] == pytest.approx(its.size)
    assert np.isinf(its.perplexity[NAMES.index("interpolation"), -1])
    assert (its.bits[NAMES.index("katz")] == its.bits[NAMES.index("katz"), 0]).all()


@pytest.mark.parametrize(("axis", "field"), [("discount", "discount"), ("weight", "weight"), ("added", "added"),
                                             ("order", "order"), ("size", "size")])  # fmt: skip
def test_every_axis_passes_through_the_same_model(page, axis: str, field: str) -> None:
    its = compute(Params(axis=axis))
    step = int(np.abs(its.values - getattr(Params(), field)).argmin())
    assert its.values[step] == pytest.approx(getattr(Params(), field))
    assert its.bits[:, step] == pytest.approx(page.bits[:, 30])
    assert headline(its, Params(axis=axis)).at(step) == pytest.approx(126.53, abs=0.01)


def test_one_training_text_measured_on_itself_is_best_by_maximum_likelihood() -> None:
    text = "the cat sat on the mat and the dog sat on the cat " * 2
    its = compute(Params(source="text", text=text, held="text", held_text=text, order=2, min_count=1))
    assert its.perplexity[:, 30].argmin() == NAMES.index("likelihood")


def test_i_am_sam_has_the_probabilities_of_the_textbook() -> None:
    """D. Jurafsky and J. Martin, Speech and Language Processing, 3rd ed. draft, section 3.1."""
    lines = "I am Sam\nSam I am\nI do not like green eggs and ham"
    book = {"": {"i": 2 / 3, "sam": 1 / 3}, "i": {"am": 2 / 3, "do": 1 / 3}, "sam": {"</s>": 1 / 2},
            "am": {"sam": 1 / 2}}  # fmt: skip
    for context, words in book.items():
        its = compute(Params(part="context", source="text", text=lines, held="text", lines=True, min_count=1,
                             order=2, method="likelihood", context=context))  # fmt: skip
        given = dict(zip(its.words, its.chosen.tolist(), strict=True))
        assert {word: given[word] for word in words} == pytest.approx(words)


@pytest.mark.parametrize("context", ["i will", "good", "", "and then he said what", "zzz qqq"])
def test_the_mass_bar_of_every_smoother_is_1_and_its_pieces_those_of_the_words(context: str) -> None:
    its = compute(Params(part="context", context=context))
    assert its.bars[1:].sum(axis=1) == pytest.approx(1)
    assert its.bars[0].sum() == pytest.approx(int(its.followed > 0))  # 0/0 where the context was never seen
    named = min(NAMED, its.followed)
    assert its.bars[:, :named] == pytest.approx(its.chance[:, :named])
    assert its.bars[0, -1] == 0  # maximum likelihood gives nothing to what was never seen
    assert ((its.bars[1:, -1] > 0) == (its.followed < its.size)).all()
    assert its.levels[-1] == pytest.approx(its.chosen)
    assert its.order == min(3, len(its.context) + 1)


def test_without_unknown_words_the_mean_is_over_the_words_of_the_vocabulary() -> None:
    """Three held-out words, of which z is <unk>: its surprise, and its place in N, are left out."""
    its = {"source": "text", "text": "a b a b a", "held": "text", "held_text": "a z b", "order": 1, "min_count": 1}
    both = [compute(Params(method="added", added=1.0, axis="added", unknown=each, **its)) for each in (True, False)]
    one = int(np.flatnonzero(both[0].values == 1)[0])
    chances = np.array([(3 + 1) / (5 + 3), (0 + 1) / (5 + 3), (2 + 1) / (5 + 3)])
    added = NAMES.index("added")
    assert [each.held for each in both] == [3, 2]
    np.testing.assert_allclose(both[0].bits[added, one], -np.log2(chances).mean())
    np.testing.assert_allclose(both[1].bits[added, one], -np.log2(chances[[0, 2]]).mean())


def test_a_text_of_unknown_words_alone_is_refused_where_they_are_not_measured() -> None:
    with pytest.raises(InputError, match="no held-out word is left to measure"):
        compute(Params(source="text", text="a b a b a", held="text", held_text="y z", min_count=1, unknown=False))


def test_the_first_impossible_word_is_named_by_its_own_place_where_unknown_ones_are_left_out() -> None:
    its = {"source": "text", "text": "a b a b a", "held": "text", "held_text": "z a a", "order": 2, "min_count": 1}
    found = compute(Params(unknown=False, **its))
    first = found.found[found.blamed[NAMES.index("likelihood"), 0]]
    assert first[-2:] == ("<unk>", "a")


LINES = {"source": "text", "text": "a b a\nb a\na c b b", "held": "text", "held_text": "a b\nc a z\nb", "lines": True,
         "order": 2, "min_count": 1, "method": "added", "axis": "added", "added": 1.0}  # fmt: skip


def test_ends_of_lines_are_counted_as_in_srilms_ppl_left_out_of_n_as_in_its_ppl1_or_left_out_altogether() -> None:
    """SRILM, srilm-faq(7): ppl = 10^(−logprob/(words + sentences)), ppl1 = 10^(−logprob/words). By hand, add-one."""
    followed = Counter(pair for line in ("a b a", "b a", "a c b b")
                       for pair in itertools.pairwise(["<s>", *line.split(), "</s>"]))  # fmt: skip
    came = Counter(before for before, _ in followed.elements())
    held = [["<s>", *line.split(), "</s>"] for line in ("a b", "c a <unk>", "b")]
    logs = {word: [math.log10((followed[pair] + 1) / (came[pair[0]] + 5)) for line in held
                   for pair in itertools.pairwise(line) if (pair[1] == "</s>") == (word == "end")]
            for word in ("word", "end")}  # fmt: skip
    words, ends = sum(logs["word"]), sum(logs["end"])
    expected = {"counted": -(words + ends) / 9, "summed": -(words + ends) / 6, "left": -words / 6}
    for way, power in expected.items():
        its = compute(Params(**LINES, ends=way))
        assert its.size == 5  # a, b, c, </s>, <unk>
        assert (its.held, its.ends) == {"counted": (9, 0), "summed": (6, 3), "left": (6, 0)}[way]
        assert its.perplexity[its.chosen, int(np.flatnonzero(its.values == 1)[0])] == pytest.approx(10**power)


def test_nltks_further_ends_of_a_line_are_nearly_certain_and_lower_its_perplexity() -> None:
    """nltk's pad_both_ends ends a line with n − 1 marks, so that a trigram model predicts </s> after </s>, too."""
    lines = [line.split() for line in ("a b a", "b a", "a c b b")]
    grams, vocabulary = padded_everygram_pipeline(3, lines)
    model = Lidstone(0.01, 3)
    model.fit(grams, vocabulary)
    assert model.score("</s>", ("a", "</s>")) > 0.9
    held = list(ngrams(pad_both_ends(["a", "b"], n=3), 3))
    assert sum(gram[-1] == "</s>" for gram in held) == 2
    assert model.perplexity(held) < model.perplexity(held[:-1])


def test_ends_of_lines_alone_are_no_words_to_measure() -> None:
    with pytest.raises(InputError, match="without the ends of lines no held-out word is left to measure"):
        compute(Params(**{**LINES, "text": "a b", "held": "end", "share": 1.0}, ends="left"))


def test_the_end_of_a_line_is_a_word_of_its_own_however_rare() -> None:
    corpus = read(Params(**{**LINES, "text": "a a b b", "min_count": 2}), None, "a")
    assert corpus.words == ("a", "b", "</s>", "<unk>")
    cut_short = read(Params(**{**LINES, "text": "a a b b", "held": "end", "share": 1.0}), None, "")
    assert [cut_short.words[i] for i in cut_short.held.ids] == ["</s>"]


def test_discounts_from_the_text_are_near_the_best_one_and_stand_beside_the_axis(page) -> None:
    for method in ("absolute", "kneser_ney"):
        one = NAMES.index(method)
        swept = compute(Params(axis="order", estimated=True))
        assert page.estimated[one] == pytest.approx(swept.bits[one, 2])
        assert page.bits[one].min() < page.estimated[one] < page.bits[one, 30]
    assert np.isnan(page.estimated[NAMES.index("modified")])
    assert np.isnan(swept.estimated).all()


def test_with_one_mark_before_each_line_modified_kneser_ney_is_that_of_kenlm() -> None:
    """KenLM at 4cb443e: ``lmplz -o 3`` on the first nine tenths of the plays' lines, ``query`` on the others.

    Its discounts; its perplexities including and excluding OOVs, whose 6,887 logarithms are also ours, to 7 digits.
    """
    params = Params(lines=True, min_count=1, starts="one", axis="weight")
    corpus = read(params, None, "")
    levels = learn(corpus.training, corpus.size, 3, one_start=True).levels
    theirs = [(0.624281, 1.06702, 1.34957), (0.790083, 1.17783, 1.59404), (0.886446, 1.25822, 1.58867)]
    values = [levels[0].continuation.value, levels[1].continuation.value, levels[2].raw.value]
    assert [modified_discounts(value) for value in values] == [pytest.approx(each, rel=5e-6) for each in theirs]
    modified = NAMES.index("modified")
    both = [compute(replace(params, unknown=each)).perplexity[modified, 0] for each in (True, False)]
    assert both == pytest.approx([157.03981, 113.70476], rel=1e-6)


def test_after_one_mark_a_trigram_model_asks_its_bigrams() -> None:
    lines = {"source": "text", "text": "a b\na c\na b", "held": "text", "lines": True, "min_count": 1, "order": 3}
    for method in NAMES:
        its = compute(Params(part="context", context="", starts="one", method=method, **lines))
        assert its.context == ("<s>",)
        assert its.count[its.words.index("a")] == 3
        assert its.levels[-1] == pytest.approx(its.chosen)
        assert method in ("added", "katz") or its.chosen[its.words.index("a")] == its.chosen.max()
    likelihood = compute(Params(part="context", context="", starts="one", method="likelihood", **lines))
    assert likelihood.chosen[likelihood.words.index("a")] == 1
