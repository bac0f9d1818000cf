"""The whole page: counts by a slow recount, laws by least squares, changed words and groups by their definition."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import linregress

from core import word_laws
from core.errors import InputError, MissingInput
from core.tokens.text_normalization import Params, compute, headline
from core.tokens.text_normalization.corpus import MOST_DISTINCT, read, sample
from core.tokens.text_normalization.steps import before_reduction, reduction
from core.word_forms import cut_plainly

TRICKY = "Café cafe\u0301 CAFÉ, running ran! runs a\u00a0b ﬁnd ﬁnds — the universe's university"


@pytest.fixture(scope="module")
def page():
    return compute(Params(), device="cpu")


def recounted(params: Params, n: int) -> list[list[str]]:
    """After each step the words of the first n, one after another."""
    words = cut_plainly(read(params, None) and (params.text or sample()))[:n]
    made = [words]
    for step in (*before_reduction(params), *([reduction(params.reduction)] if params.reduction != "none" else [])):
        words = [piece for word in words for piece in step.rule(word)]
        made.append(words)
    return made


def test_the_counts_are_those_of_a_slow_recount(page) -> None:
    for step in (0, 17, 79):
        sizes = [len({*words}) for words in recounted(Params(), int(page.at[step]))]
        assert list(dict.fromkeys(sizes)) == list(dict.fromkeys(page.distinct[:, step].tolist()))
        assert page.distinct[page.focus, step] == sizes[-1]


@settings(deadline=None, max_examples=60)
@given(st.lists(st.sampled_from(TRICKY.split(" ")), min_size=1, max_size=40))
def test_any_words_are_counted_as_they_are_read(words: list[str]) -> None:
    params = Params(source="text", text=" ".join(words), form="NFKC", accents=True, reduction="lancaster")
    its = compute(params)
    assert its.at.tolist() == list(range(1, len(words) + 1))
    for step in range(len(words)):
        every = recounted(params, step + 1)
        assert its.distinct[0, step] == len({*every[0]})
        assert its.distinct[its.focus, step] == len({*every[-1]})
    falling = sorted(Counter(recounted(params, len(words))[-1]).values(), reverse=True)
    there = its.ranks <= len(falling)
    assert its.frequency[1, -1][there].tolist() == [falling[r - 1] for r in its.ranks[there]]


def test_heaps_law_is_the_best_line_in_logarithms_up_to_each_place(page) -> None:
    for step in (1, 5, 40, 79):
        x, y = np.log(page.at[: step + 1]), np.log(page.distinct[:, : step + 1])
        for curve in range(len(page.names)):
            best = linregress(x, y[curve])
            assert page.exponent[curve, step] == pytest.approx(best.slope, rel=1e-9)
            assert page.scale[curve, step] == pytest.approx(np.exp(best.intercept), rel=1e-8)
    assert np.isnan(page.exponent[:, 0]).all()


def test_a_text_that_follows_heaps_law_gives_its_numbers_back() -> None:
    at = np.array([100, 400, 900, 1_600])
    scale, exponent = word_laws.heaps(at, np.array([[30, 60, 90, 120]]))
    assert scale[0, 1:] == pytest.approx(3)
    assert exponent[0, 1:] == pytest.approx(0.5)


def test_a_text_that_begins_with_a_sign_has_heaps_law_from_its_words_on() -> None:
    its = compute(Params(source="text", text="- the cat and the dog and the small bird"))
    assert its.distinct[its.focus, 0] == 0
    for step in range(2, len(its.at)):
        best = linregress(np.log(its.at[1 : step + 1]), np.log(its.distinct[its.focus, 1 : step + 1]))
        assert its.exponent[its.focus, step] == pytest.approx(best.slope, rel=1e-9)
        assert its.scale[its.focus, step] == pytest.approx(np.exp(best.intercept), rel=1e-8)
    assert np.isnan(its.exponent[its.focus, :2]).all()


def test_zipf_s_law_gives_its_numbers_back() -> None:
    ranks = word_laws.rank_places(500)
    assert word_laws.zipf(90.0 / ranks**1.2, ranks) == pytest.approx((90.0, 1.2))
    assert np.isnan(word_laws.zipf(np.array([3.0, np.nan]), np.array([1, 2]))).all()


def test_words_drawn_by_zipf_s_law_grow_by_heaps_law_with_the_reciprocal_exponent() -> None:
    """β = 1/s for words drawn by themselves (van Leijenhorst and van der Weide 2005)."""
    s, ranks = 1.7, np.arange(1, 200_001)
    chance = ranks**-s / (ranks**-s).sum()
    ids = np.random.default_rng(5).choice(len(ranks), 200_000, p=chance)
    first = np.unique(ids, return_index=True)[1] + 1
    at = word_laws.places(len(ids))
    exponent = word_laws.heaps(at, word_laws.distinct(first, at)[None])[1][0, -1]
    assert exponent == pytest.approx(1 / s, abs=0.04)


def test_every_changed_word_stands_with_the_step_that_changes_it(page) -> None:
    every = dict(zip((step.name for step in before_reduction(Params())), recounted(Params(), 10**6), strict=False))
    by_step = {name: Counter(words) for name, words in every.items()}
    rules = {step.name: step.rule for step in before_reduction(Params())}
    found = {(one.step, one.before): (one.after, one.count) for one in page.changes}
    for name, rule in rules.items():
        wanted = {
            (name, word): (tuple(rule(word)), times) for word, times in by_step[name].items() if rule(word) != [word]
        }
        assert {key: value for key, value in found.items() if key[0] == name} == wanted
    assert found[("Porter", "his")] == (("hi",), Counter(recounted(Params(), 10**6)[-2])["his"])
    assert page.many[0] == len(page.changes)


def test_words_that_become_one_and_words_that_stay_apart() -> None:
    text = "universe university universities news new study studies ran run runs cat"
    its = compute(Params(source="text", text=text))
    one = {group.after[0]: group for group in its.joined}
    assert {*one["univers"].words} == {"universe", "university", "universities"}
    assert {*one["univers"].lemmas} == {"universe", "university"}
    assert one["studi"].lemmas == ()
    assert [(group.lemmas, {*group.words}, {*group.after}) for group in its.apart] == [
        (("run",), {"ran", "run", "runs"}, {"ran", "run"})]  # fmt: skip
    assert compute(Params(source="text", text=text, reduction="lemma")).apart == ()


def test_the_words_around_the_place_are_those_of_the_text(page) -> None:
    words = sample().split()
    for step in (0, 40, 79):
        n = int(page.at[step])
        begin = min(max(0, n - 26), len(words) - 36)
        assert [page.traces[place][0] for place in page.window[step]] == words[begin : begin + 36]
    trace = next(made for word, made in page.traces if word == "BOLINGBROKE:")
    assert [(page.steps[step], after) for step, after in trace] == [
        ("punctuation", "BOLINGBROKE"), ("case folding", "bolingbroke"), ("Porter", "bolingbrok")]  # fmt: skip


def test_each_stemmer_has_its_curve_and_the_chosen_one_is_in_focus() -> None:
    params = Params(source="text", text=TRICKY, part="endings", reduction="lemma")
    its = compute(params)
    assert its.names == ("No stemmer", "Porter", "Snowball", "Lancaster", "Dictionary")
    for place, name in enumerate(("none", "porter", "snowball", "lancaster", "lemma")):
        alone = compute(Params(source="text", text=TRICKY, reduction=name))
        assert its.distinct[place].tolist() == alone.distinct[alone.focus].tolist()
    assert headline(its, params).values.tolist() == its.distinct[4].tolist()


@pytest.mark.parametrize(
    "text", ["\ud800 a\ud800b", "\u0301 " * 50, "\u200f\u200f x", ". , !", "\u00ad", "a", "y" * 5_000]
)
@pytest.mark.parametrize("part", ["steps", "endings"])
def test_strange_texts_are_counted(text: str, part: str) -> None:
    its = compute(Params(source="text", text=text, part=part, form="NFKC", accents=True))
    assert its.distinct[0, -1] >= its.distinct[its.focus, -1] >= 0
    assert its.table().shape == (its.distinct.size, 6)
    assert (len(its.changed_words()), len(its.groups())) == (len(its.changes), len(its.joined) + len(its.apart))


def test_ten_megabytes_of_one_mark_are_too_much_and_five_are_read() -> None:
    with pytest.raises(InputError, match="at most 5 MB, and has 10 MB"):
        compute(Params(source="file"), ("\u0301" * 5_000_000).encode())
    its = compute(Params(source="file", accents=True), ("\u0301" * 2_499_999).encode())
    assert its.distinct[:, -1].tolist() == [1]
    assert "more than 30 marks in a row; the text has 1 distinct word of this kind" in its.remarks[2]


def test_too_many_different_words_are_refused_and_so_is_a_text_without_one() -> None:
    with pytest.raises(InputError, match=f"at most {MOST_DISTINCT:,} different words, and has 200,001"):
        compute(Params(source="file"), " ".join(f"{i:x}" for i in range(MOST_DISTINCT + 1)).encode())
    with pytest.raises(InputError, match="not only white space"):
        compute(Params(source="text", text=" \n\u00a0"))
    for params in (Params(source="text"), Params(source="file")):
        with pytest.raises(MissingInput):
            compute(params)
