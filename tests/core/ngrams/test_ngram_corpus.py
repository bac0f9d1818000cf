"""How a reader's text becomes words, training and held-out text, and what is refused; and counts by sorting."""

from collections import Counter

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError, MissingInput
from core.ngrams.corpus import MOST_HELD, UNKNOWN, EncodedText, read
from core.ngrams.counts import learn
from core.tokens.ngram_language_model import Params, compute


def of(text: str, **more: object) -> Params:
    return Params(**{"source": "text", "text": text, "min_count": 1, **more})


def written(corpus, part: EncodedText) -> list[str]:
    return [corpus.words[i] for i in part.ids.tolist()]


def test_the_end_of_the_text_is_held_out_and_what_only_it_has_is_unknown() -> None:
    corpus = read(of("a b a b a b a b a c", share=20.0), None)
    assert written(corpus, corpus.training) == ["a", "b"] * 4
    assert written(corpus, corpus.held) == ["a", UNKNOWN]
    assert corpus.words == ("a", "b", UNKNOWN)
    assert corpus.held.lead.tolist() == corpus.training.ids.tolist()


@pytest.mark.parametrize(("end", "told"), [
    ("a", "1 word; no <unk> is needed."), ("c", "1 word, which became <unk>."),
    ("a b c d", "4 words; of these 50 % became <unk>."), ("a b", "2 words; no <unk> is needed."),
])  # fmt: skip
def test_what_share_of_the_held_out_words_is_unknown_is_told_where_some_are(end: str, told: str) -> None:
    corpus = read(of("a b a b", held="text", held_text=end), None, end)
    assert corpus.remarks[0].endswith(f" Held out: {told}")


def test_rare_words_become_one_word() -> None:
    corpus = read(of("a a b b c d a", min_count=2, share=1.0), None)
    assert written(corpus, corpus.training) == ["a", "a", "b", "b", UNKNOWN, UNKNOWN]


def test_each_line_is_a_sentence_with_an_end_and_its_own_start() -> None:
    corpus = read(of("I am Sam\n\nSam I am\nHe is", lines=True, held="text", held_text="I am"), None)
    assert written(corpus, corpus.training)[:4] == ["i", "am", "sam", "</s>"]
    assert corpus.training.lengths.tolist() == [4, 4, 3]
    ids, places = corpus.training.padded(2, corpus.size)
    assert (ids == corpus.size).nonzero()[0].tolist() == [0, 1, 6, 7, 12, 13]
    assert ids[places].tolist() == corpus.training.ids.tolist()


def test_punctuation_white_space_and_single_letters_are_three_ways_to_cut() -> None:
    cut = {
        unit: read(of("He said: no! x y z", unit=unit, share=1.0), None) for unit in ("words", "spaces", "characters")
    }
    assert written(cut["words"], cut["words"].training)[:4] == ["he", "said", ":", "no"]
    assert written(cut["spaces"], cut["spaces"].training)[:3] == ["he", "said:", "no!"]
    assert written(cut["characters"], cut["characters"].training)[:4] == ["h", "e", " ", "s"]


def test_a_text_is_read_once_for_all_that_is_then_counted_in_it_and_anew_where_it_is_read_otherwise() -> None:
    first = read(of("one two three one two"), None)
    assert read(of("one two three one two", order=2, method="katz", discount=0.5), None) is first
    for other in ({"unit": "characters"}, {"lowercase": False}, {"lines": True}, {"share": 50.0}, {"min_count": 2}):
        assert read(of("one two three one two", **other), None) is not first
    assert read(of("one two four one two"), None).words != first.words
    shared = (each for text in (first.training, first.held) for each in (text.ids, text.lengths))
    assert not any(each.flags.writeable for each in shared)


def test_another_held_out_text_is_read_anew() -> None:
    one, other = (of("one two three", held="text", held_text=text) for text in ("one", "two two"))
    assert [len(read(its, None, its.held_text).held.ids) for its in (one, other)] == [1, 2]


@given(st.lists(st.integers(0, 3), min_size=1, max_size=40), st.integers(1, 6))
def test_counts_by_sorting_are_those_of_a_dictionary(ids: list[int], order: int) -> None:
    counts = learn(EncodedText(np.array(ids), np.array([len(ids)]), np.zeros(0, np.int64)), 4, order)
    padded = [4] * (order - 1) + ids
    for m, level in enumerate(counts.levels, 1):
        every = Counter(tuple(padded[i - m + 1 : i + 1]) for i in range(order - 1, len(padded)))
        assert sorted(every.values()) == sorted(level.raw.value[level.raw.value > 0].tolist())
        if m < order:
            longer = {tuple(padded[i - m : i + 1]) for i in range(order - 1, len(padded))}
            before = Counter(gram[1:] for gram in longer)
            assert sorted(before.values()) == sorted(level.continuation.value[level.continuation.value > 0].tolist())
        assert level.raw.total.sum() == len(ids)


@pytest.mark.parametrize(
    ("params", "data", "field", "said"),
    [(of(""), None, "text", "There is no text yet"), (of(" \n "), None, "text", "it must hold a word"),
     (of("word"), None, "text", "at least 2 words to learn from"),
     (of("a b c", held="text"), None, "held_text", "There is no text yet"),
     (Params(source="file"), None, "file", "No file is chosen yet"),
     (Params(source="file"), b"\x89PNG\r\n\x1a\n\0\0", "file", "it is a PNG image, not text"),
     (Params(source="file"), b"", "file", "The file is empty"),
     (Params(source="file"), b"a b " * 2_500_000, "file", "it must have at most 5 MB, and has 10 MB"),
     (Params(source="file"), b"a b " * 1_251_000, "file", "it must have at most 5 MB, and has 5.004 MB"),
     (Params(source="file"), b"a " * 2_100_000, "file", "it must have at most 2,000,000 words"),
     (Params(source="file"), b"a", "file", "at least 2 words to learn from")],
)  # fmt: skip
def test_a_text_that_cannot_be_learned_from_is_told_in_a_sentence(params, data, field: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        compute(params, data)
    assert refused.value.field == field
    assert said in str(refused.value)
    assert isinstance(refused.value, MissingInput) == ("yet" in said or "empty" in said)


def test_a_context_of_more_than_a_thousand_characters_is_refused() -> None:
    with pytest.raises(InputError, match="at most 1,000 characters"):
        of("a b", context="a " * 501)


def test_a_long_held_out_text_is_measured_at_its_beginning_and_said_to_be() -> None:
    its = compute(of("a b c " * 20, held="text", held_text="c a b " * 10_000, order=1))
    assert its.held == MOST_HELD
    assert "Of the held-out words the first 20,000 are measured." in its.remarks


def test_half_of_a_text_is_its_first_half_and_keeps_whole_sentences_apart() -> None:
    text = EncodedText(np.arange(10), np.array([4, 4, 2]), np.zeros(0, np.int64))
    assert text.first(6).lengths.tolist() == [4, 2]
    assert text.first(4).lengths.tolist() == [4]
