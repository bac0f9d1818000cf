"""Byte-pair encoding: worked examples, a recount from scratch, properties, Hugging Face as the other side.

1. the two worked examples of the notes, with their counts and ties
2. every number of the trace against a deliberately naive recount
3. properties of the encoding: round trip, counts that do not rise, vocabulary, segmentation
4. hostile words: empty, one letter, astral, lone surrogates, NULs, five million letters
5. Hugging Face tokenizers: the merges up to the first tie, and the segmentation
"""

import json
import random
import threading
from collections.abc import Callable
from itertools import pairwise
from typing import Any, get_args

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from spelt import word_tokens
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from core.bpe import MergeTrace, Rules, Tie, learn, segment
from core.bpe.pretokenize import WordCounts, count_words
from core.bpe.segmentation import NEVER

NOTES_COURSE = {"low": 5, "lower": 2, "newest": 6, "widest": 3}
NOTES_SHEET = "raw how how wow wow who"
ENGLISH = """The sea was calm that morning, and the fishermen who had gathered there said that the
weather would hold. There is nothing, they say, that the sea will not give to those who wait; and nothing
that it will not take from those who do not. The boats were there, the nets were there, the men were
there. When the wind came round to the north they were still talking, still mending, still waiting for
the other boat to come in from beyond the northern bank, where the others had never been. Nobody had seen
it since the night before last, when the lightkeeper's daughter counted seven lanterns and not eight. She
counted them again. Seven. Then the fog came down, and whether there had been another lantern or whether
there had not, nobody but the sea could tell them."""


def counted(frequencies: dict[str, int]) -> WordCounts:
    return WordCounts(tuple(frequencies), np.array([*frequencies.values()], dtype=np.int64))


def merges_of(trace: MergeTrace) -> list[tuple[str, str]]:
    return list(trace.rules().pairs)


def leaders_of(trace: MergeTrace, step: int) -> list[tuple[tuple[str, str], int]]:
    rows = zip(trace.leaders_left[step], trace.leaders_right[step], trace.leaders_count[step], strict=True)
    return [((trace.tokens[left], trace.tokens[right]), int(count)) for left, right, count in rows if count]


# 1. Worked examples


def test_course_example_merges_and_counts():
    """nlp-course, BPE: merges and counts as the notes print them."""
    trace = learn(counted(NOTES_COURSE), merges=7, end_of_word="_")
    pairs = [("e", "s"), ("es", "t"), ("est", "_"), ("l", "o"), ("lo", "w"), ("n", "e"), ("ne", "w")]
    assert merges_of(trace) == pairs
    assert trace.count.tolist() == trace.replaced.tolist() == [9, 9, 9, 7, 7, 6, 6]
    words = [word_tokens(trace, word, 7) for word in range(4)]
    assert words == [["low", "_"], ["low", "e", "r", "_"], ["new", "est_"], ["w", "i", "d", "est_"]]
    assert trace.stopped == "merges"


def test_course_example_starts_with_three_pairs_tied_at_nine():
    """By hand: `e s`, `s t` and `t _` stand in newest (6) and widest (3)."""
    trace = learn(counted(NOTES_COURSE), merges=7, end_of_word="_")
    assert leaders_of(trace, 0)[:4] == [(("e", "s"), 9), (("s", "t"), 9), (("t", "_"), 9), (("w", "e"), 8)]
    assert trace.tied[0] == 3
    assert trace.source_word[0].tolist() == [2, 3, -1, -1, -1, -1]
    assert trace.corpus_tokens.tolist() == [95, 86, 77, 68, 61, 54, 48, 42]


def test_course_example_segments_lowest_with_six_merges():
    """nlp-course, BPE: `lowest` becomes `low`, `est_`."""
    rules = learn(counted(NOTES_COURSE), merges=6, end_of_word="_").rules()
    lowest = segment("lowest", rules, "_")
    assert lowest.tokens == ["low", "est_"]
    assert np.isin(range(6), lowest.boundary_rule).tolist() == [True, True, True, True, True, False]
    assert lowest.after(-1) == list("lowest_")
    assert lowest.after(1) == ["l", "o", "w", "est", "_"]


def test_a_word_with_no_learned_pair_falls_back_to_its_characters():
    rules = learn(counted(NOTES_COURSE), merges=7, end_of_word="_").rules()
    fallen = segment("wild", rules, "_")
    assert fallen.tokens == ["w", "i", "l", "d", "_"]
    assert fallen.unknown == ()
    assert segment("büb", rules, "_").unknown == ("b", "ü")


def test_sheet_example_counts_and_merges():
    """nlp-cheat-sheet, BPE: first counts, and `w _` 5, `o w_` 4, then `h ow_` 2."""
    trace = learn(count_words(NOTES_SHEET, "whitespace"), merges=3, end_of_word="_")
    first = {"ra": 1, "aw": 1, "w_": 5, "ho": 3, "ow": 4, "wo": 2, "wh": 1, "o_": 1}
    assert {"".join(pair): count for pair, count in leaders_of(trace, 0)} == first
    assert merges_of(trace) == [("w", "_"), ("o", "w_"), ("h", "ow_")]
    assert trace.count.tolist() == [5, 4, 2]
    assert leaders_of(trace, 3)[0] == (("w", "ow_"), 2)


def test_lexicographic_ties_go_by_code_point():
    trace = learn(counted(NOTES_COURSE), merges=3, end_of_word="_", tie="lexicographic")
    assert merges_of(trace) == [("e", "s"), ("es", "t"), ("est", "_")]
    assert merges_of(learn(counted({"ba": 1, "ab": 1}), merges=1, min_count=1)) == [("b", "a")]
    assert merges_of(learn(counted({"ba": 1, "ab": 1}), merges=1, min_count=1, tie="lexicographic")) == [("a", "b")]


def test_overlapping_pairs_count_twice_and_merge_once():
    trace = learn(counted({"aaa": 1}), merges=1)
    assert (trace.count[0], trace.replaced[0]) == (2, 1)
    assert word_tokens(trace, 0, 1) == ["aa", "a"]


# 2. A naive recount


def naive(
    words: list[str], frequencies: list[int], merges: int, mark: str, least: int, tie: str
) -> list[dict[str, Any]]:
    """All states of the training, every count taken from scratch; the last has no winner."""
    cut = [[*word, mark] if mark else [*word] for word in words]
    states: list[dict[str, Any]] = []
    number = {symbol: i for i, symbol in enumerate(sorted({symbol for word in cut for symbol in word}))}
    while True:
        count: dict[tuple[str, str], int] = {}
        sources: dict[tuple[str, str], dict[int, int]] = {}
        for word, (tokens, frequency) in enumerate(zip(cut, frequencies, strict=True)):
            for pair in pairwise(tokens):
                count[pair] = count.get(pair, 0) + frequency  # a dict keeps the order of first meetings
                of_pair = sources.setdefault(pair, {})
                of_pair[word] = of_pair.get(word, 0) + 1
        order = list(count)
        met = {pair: place for place, pair in enumerate(order)}
        ranks: dict[str, Callable[[tuple[str, str]], Any]] = {
            "first met": met.__getitem__, "lexicographic": lambda p: p, "last": lambda p: p,
            "ids": lambda p: (number[p[0]], number[p[1]]), "shortest": lambda p: (len("".join(p)), "".join(p), p),
        }  # fmt: skip
        ranked = sorted(sorted(order, key=ranks[tie], reverse=tie == "last"), key=lambda p: -count[p])
        states.append({"cut": [list(tokens) for tokens in cut], "leaders": [(p, count[p]) for p in ranked]})
        if len(states) > merges or not ranked or count[ranked[0]] < least:
            return states
        winner, replaced = ranked[0], 0
        number.setdefault("".join(winner), len(number))
        for word, tokens in enumerate(cut):
            cut[word] = apply_rule(tokens, winner)
            replaced += frequencies[word] * (len(tokens) - len(cut[word]))
        by_weight = sorted(sources[winner].items(), key=lambda item: (-frequencies[item[0]] * item[1], item[0]))
        states[-1] |= {"winner": winner, "replaced": replaced, "sources": by_weight}


def apply_rule(tokens: list[str], pair: tuple[str, str]) -> list[str]:
    joined: list[str] = []
    place = 0
    while place < len(tokens):
        length = 2 if tuple(tokens[place : place + 2]) == pair else 1
        joined.append("".join(tokens[place : place + length]))
        place += length
    return joined


words_lists = st.one_of(
    st.lists(st.text(alphabet, min_size=1, max_size=14), max_size=8, unique=True)
    for alphabet in ("a", "ab", "abc_", "a</w>", "aé𝔸\u0301\x00\ud800")
)
ties = st.sampled_from(get_args(Tie))
marks = st.sampled_from(["", "_", "</w>", "aa", "\ud800"])


@st.composite
def trainings(draw) -> tuple[list[str], list[int], dict[str, Any]]:
    words = draw(words_lists)
    frequencies = draw(st.lists(st.integers(1, 4), min_size=len(words), max_size=len(words)))
    options = {"merges": draw(st.integers(0, 14)), "end_of_word": draw(marks), "tie": draw(ties)}
    return words, frequencies, options | {"min_count": draw(st.integers(1, 3))}


def check_against_naive(
    words: list[str], frequencies: list[int], options: dict[str, Any], leaders: int, sources: int
) -> None:
    trace = learn(counted(dict(zip(words, frequencies, strict=True))), leaders=leaders, sources=sources, **options)
    states = naive(words, frequencies, options["merges"], options["end_of_word"], options["min_count"], options["tie"])
    assert merges_of(trace) == [state["winner"] for state in states[:-1]]
    for step, state in enumerate(states):
        ranked = state["leaders"]
        assert leaders_of(trace, step) == ranked[:leaders]
        assert trace.tied[step] == sum(count == ranked[0][1] for _, count in ranked)
        assert trace.corpus_tokens[step] == sum(f * len(t) for f, t in zip(frequencies, state["cut"], strict=True))
        assert [word_tokens(trace, word, step) for word in range(len(words))] == state["cut"]
    for step, state in enumerate(states[:-1]):
        assert trace.count[step] == state["leaders"][0][1]
        assert trace.replaced[step] == state["replaced"]
        assert trace.source_words[step] == len(state["sources"])
        shown = zip(trace.source_word[step].tolist(), trace.source_occurrences[step].tolist(), strict=True)
        assert [source for source in shown if source[0] >= 0] == state["sources"][:sources]
    best = states[-1]["leaders"][:1]
    why = "merges" if trace.steps == options["merges"] else "min_count" if best else "exhausted"
    assert trace.stopped == why


@given(trainings(), st.sampled_from([1, 3, 10]), st.sampled_from([1, 2, 6]))
def test_every_number_of_the_trace_equals_a_recount(training, leaders, sources):
    check_against_naive(*training, leaders, sources)


@pytest.mark.parametrize("seed", range(5))
def test_long_trainings_equal_a_recount(seed):
    """Long enough for the tables to grow, the threshold to fall, and strings to be met a second time."""
    generator = random.Random(seed)
    words = list(
        {"".join(generator.choices("ab" if seed < 2 else "abcdefgh", k=generator.randint(1, 60))) for _ in range(30)}
    )
    frequencies = [generator.randint(1, 9) for _ in words]
    tie = get_args(Tie)[seed]
    check_against_naive(words, frequencies, {"merges": 200, "end_of_word": "_", "tie": tie, "min_count": 1}, 10, 6)


def test_many_distinct_pairs_make_the_tables_grow():
    """12,000 characters that stand once each, and one pair twice: more pairs than the first table holds."""
    word = "".join(map(chr, range(0x4E00, 0x4E00 + 12_000)))
    trace = learn(counted({word: 1, word[5_000:5_002]: 1}), merges=2)
    assert trace.tied.tolist() == [1, 11_998]
    assert merges_of(trace) == [(word[5_000], word[5_001])]
    assert trace.stopped == "min_count"


def test_a_pair_can_come_back_after_its_merge():
    """By hand, with `aa` as the mark: `a a` gives the mark again, and so `x aa` arises anew in `xaab`."""
    trace = learn(counted({"x": 5, "xaab": 1, "aa": 2}), merges=4, end_of_word="aa", min_count=1)
    assert merges_of(trace) == [("x", "aa"), ("a", "a"), ("aa", "aa"), ("x", "aa")]
    assert trace.count.tolist() == [5, 3, 2, 1]
    assert trace.tokens == ("a", "aa", "b", "x", "xaa", "aaaa")
    assert word_tokens(trace, 1, 4) == ["xaa", "b", "aa"]


# 3. Properties


@given(trainings())
def test_tokens_joined_give_the_word_again_at_every_step(training):
    words, frequencies, options = training
    trace = learn(counted(dict(zip(words, frequencies, strict=True))), **options)
    for word, string in enumerate(words):
        spelt = {"".join(word_tokens(trace, word, step)) for step in range(trace.steps + 1)}
        assert spelt == {string + options["end_of_word"]}


@given(trainings())
def test_winning_counts_never_rise_while_every_merge_makes_a_new_string(training):
    """A new pair holds the new token, which stands no more often than the winner did. A string met a second
    time brings its old occurrences along, and then the count may rise."""
    words, frequencies, options = training
    trace = learn(counted(dict(zip(words, frequencies, strict=True))), **options)
    grows = np.diff(trace.vocabulary_size) == 1
    assume(grows.all())
    assert (np.diff(trace.count) <= 0).all()


@given(trainings())
def test_vocabulary_grows_by_one_for_each_new_string(training):
    words, frequencies, options = training
    trace = learn(counted(dict(zip(words, frequencies, strict=True))), **options)
    assert len(set(trace.tokens)) == len(trace.tokens) == trace.vocabulary_size[-1]
    base = {*"".join(words)} | ({options["end_of_word"]} if options["end_of_word"] and words else set())
    assert list(trace.vocabulary(0)) == sorted(base)
    for step, (left, right) in enumerate(merges_of(trace)):
        new = {left + right} - set(trace.vocabulary(step))
        assert trace.vocabulary_size[step + 1] - trace.vocabulary_size[step] == len(new)
        assert trace.tokens[trace.merged[step]] == left + right


@given(trainings())
def test_segmenting_a_training_word_gives_its_final_state(training):
    words, frequencies, options = training
    trace = learn(counted(dict(zip(words, frequencies, strict=True))), **options)
    rules = trace.rules()
    for word, string in enumerate(words):
        found = segment(string, rules, options["end_of_word"])
        assert found.tokens == word_tokens(trace, word, trace.steps)
        assert found.unknown == ()


@given(
    st.lists(st.tuples(*[st.text("ab", min_size=1, max_size=3)] * 2), max_size=12).map(tuple),
    st.text("abc", max_size=20),
)
def test_segmentation_equals_one_pass_over_all_rules(pairs, word):
    found = segment(word, Rules(frozenset("ab"), pairs))
    tokens = [*word]
    for rule, pair in enumerate(pairs):
        joined = apply_rule(tokens, pair)
        assert (rule in found.boundary_rule) == (joined != tokens)
        assert found.after(rule) == joined
        tokens = joined
    assert found.tokens == tokens
    assert set(found.unknown) == set(word) - {"a", "b"}


# 4. Hostile words, and how the training is driven


def test_no_words_leave_nothing_to_learn():
    trace = learn(counted({}), merges=5, end_of_word="_")
    assert (trace.steps, trace.tokens, trace.stopped) == (0, (), "exhausted")


def test_one_character_is_exhausted_at_once():
    trace = learn(counted({"a": 3}), merges=5)
    assert (trace.steps, trace.tokens, trace.stopped) == (0, ("a",), "exhausted")
    assert trace.corpus_tokens.tolist() == [3]


def test_five_million_equal_letters_double_their_token_each_merge():
    """n letters: n − 1 pairs, n // 2 merges, again with half as many; 5,000,000 has 21 halvings above 2."""
    trace = learn(counted({"a" * 5_000_000: 1}), merges=10_000)
    assert trace.count[:3].tolist() == [4_999_999, 2_499_999, 1_249_999]
    assert [len(token) for token in trace.tokens] == [2**k for k in range(22)]
    assert len(word_tokens(trace, 0, 21)) == trace.corpus_tokens[21]


def test_a_mark_that_also_stands_in_the_words_is_one_token_with_them():
    trace = learn(counted({"a_": 2, "a": 1}), merges=1, end_of_word="_")
    assert trace.tokens == ("_", "a", "a_")
    assert trace.count[0] == 3
    spelt = learn(counted({"</w>": 4}), merges=3, end_of_word="</w>")
    assert spelt.merged[-1] == spelt.tokens.index("</w>")


def test_ten_thousand_rules_stay_out_of_the_way_of_a_short_word():
    pairs = tuple((f"{n}", f"{n + 1}") for n in range(10_000))
    found = segment("12", Rules(frozenset("0123456789"), pairs))
    assert set(found.boundary_rule.tolist()) == {NEVER, 1}
    assert found.tokens == ["12"]


def test_progress_rises_to_one_and_can_end_the_training():
    shares: list[float] = []
    counts = count_words(ENGLISH, "whitespace")
    learn(counts, merges=300, progress=shares.append)
    assert shares == sorted(shares)
    assert shares[-1] == 1

    def stop(share: float) -> None:
        raise InterruptedError

    with pytest.raises(InterruptedError):
        learn(counts, merges=300, progress=stop)


def test_trainings_side_by_side_do_not_disturb_each_other():
    counts = count_words(ENGLISH, "punctuation")
    alone = merges_of(learn(counts, merges=400))
    found: list[list[tuple[str, str]]] = []
    threads = [threading.Thread(target=lambda: found.append(merges_of(learn(counts, merges=400)))) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [alone] * 6


# 5. Hugging Face tokenizers


def hugging_face_merges(words: list[str], merges: int) -> list[tuple[str, str]]:
    """BpeTrainer on whole words. It breaks ties by the order of its vocabulary."""
    tokenizer = Tokenizer(models.BPE())
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    size = len({*"".join(words)}) + merges
    tokenizer.train_from_iterator(words, trainers.BpeTrainer(vocab_size=size, min_frequency=2, show_progress=False))
    return [tuple(pair) for pair in json.loads(tokenizer.to_str())["model"]["merges"]]


def check_against_hugging_face(words: list[str], merges: int) -> MergeTrace:
    trace = learn(count_words(" ".join(words), "whitespace"), merges=merges)
    theirs = hugging_face_merges(words, merges)
    ours = merges_of(trace)
    ties = np.flatnonzero(trace.tied[:-1] > 1)
    decided = int(ties[0]) if len(ties) else len(ours)
    assert ours[:decided] == theirs[:decided]
    return trace


@given(st.lists(st.text("abcd", min_size=1, max_size=10), min_size=1, max_size=60))
def test_random_words_learn_the_merges_of_hugging_face_up_to_the_first_tie(words):
    check_against_hugging_face(words, 10)


def test_english_learns_the_merges_of_hugging_face_up_to_the_first_tie():
    """Random frequencies keep ties away for a while; as written, the third merge is tied already."""
    generator = random.Random(0)
    words = count_words(ENGLISH, "whitespace").words
    check_against_hugging_face(ENGLISH.split(), 100)
    trace = check_against_hugging_face([word for word in words for _ in range(generator.randint(1, 2000))], 100)
    assert (trace.tied[:25] == 1).all()


@pytest.mark.parametrize("seed", range(3))
def test_a_corpus_without_ties_learns_all_merges_of_hugging_face(seed):
    """Powers of two as frequencies give every pair of another set of words another count."""
    generator = random.Random(seed)
    letters = generator.sample([chr(0x100 + i) for i in range(200)], 24)
    words = ["".join(letters[2 * k : 2 * k + 2]) for k in range(12)]
    corpus = [word for k, word in enumerate(words) for _ in range(2 ** (12 - k))]
    trace = check_against_hugging_face(corpus, 12)
    assert trace.tied[:-1].max() == 1
    assert trace.steps == 12


@pytest.mark.parametrize("scheme", ["whitespace", "punctuation"])
def test_hugging_face_segments_with_our_merges_as_we_do(scheme):
    trace = learn(count_words(ENGLISH, scheme), merges=250)
    vocabulary = {token: number for number, token in enumerate(trace.tokens)}
    theirs = Tokenizer(models.BPE(vocabulary, merges_of(trace)))
    rules = trace.rules()
    for word in [*count_words(ENGLISH, scheme).words, "lightweather", "northerly", "seventeenth", "mmm"]:
        assert segment(word, rules).tokens == theirs.encode(word).tokens
