"""Unigram on the tokenizer's page: its files, its bad input, and what it shows of a reader's words."""

import random
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from test_tokenizer_json import HOSTILE, TEXT
from tokenizers import Tokenizer

from core.costs import estimate_seconds
from core.errors import InputError
from core.tokens import tokenizer
from core.tokens.tokenizer import Params, Pruned, compute, focus
from core.tokens.tokenizer.tokenizer_json import tokenizer_json

SETTINGS: list[dict[str, Any]] = [
    {"pretokenizer": "punctuation"},
    {"pretokenizer": "whitespace", "lowercase": False},
    {"pretokenizer": "gpt2", "lowercase": False},
]


def pruned(**settings: Any) -> Pruned:
    found = compute(Params(algorithm="unigram", **settings))
    assert isinstance(found, Pruned)
    return found


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: one["pretokenizer"])
def test_hostile_texts_have_the_same_ids_in_tokenizers(settings: dict[str, Any]) -> None:
    result = pruned(source="text", text=f"{TEXT} {TEXT[:70]} [UNK]", size=70, **settings)
    theirs = Tokenizer.from_str(tokenizer_json(result))
    for text in [TEXT, *HOSTILE]:
        assert theirs.encode(text).ids == result.encode(text), ascii(text)


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: one["pretokenizer"])
@given(data=st.data())
def test_random_texts_have_the_same_ids_in_tokenizers(settings: dict[str, Any], data: st.DataObject) -> None:
    signs = st.text("abcAB _é日'!1\n½", max_size=30)
    learned = data.draw(signs.filter(str.strip))
    result = pruned(source="text", text=f"{learned} {learned}", size=40, **settings)
    theirs = Tokenizer.from_str(tokenizer_json(result))
    text = data.draw(signs)
    assert theirs.encode(text).ids == result.encode(text)


@pytest.mark.parametrize(
    ("learned", "text"), [("AABB_1B BB 1B'", "BBB"), ("1 _'ABABAB!", "11ABABAB"), ("Bc_A1aBBB!'c", "BBB AbB cA'A")]
)
@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: one["pretokenizer"])
def test_of_two_cuts_that_are_as_likely_tokenizers_takes_the_same(
    settings: dict[str, Any], learned: str, text: str
) -> None:
    result = pruned(source="text", text=f"{learned} {learned}", size=40, **settings)
    assert Tokenizer.from_str(tokenizer_json(result)).encode(text).ids == result.encode(text)


@pytest.mark.parametrize("settings", SETTINGS, ids=lambda one: one["pretokenizer"])
def test_english_has_the_same_ids_in_tokenizers(settings: dict[str, Any]) -> None:
    result = pruned(size=150, **settings)
    theirs = Tokenizer.from_str(tokenizer_json(result))
    words = ["the", "keeper", "lights", "Lamps", "every", "night,", "slowest", "estuary", *result.passage_words]
    text = " ".join(random.Random(0).choices(words, k=80))
    assert theirs.encode(text).ids == result.encode(text)
    assert theirs.decode(theirs.encode("the keeper").ids).strip() == "the keeper"


@pytest.mark.parametrize(
    ("settings", "field", "sentence"),
    [
        ({"size": 12}, "size", "it must be at least 30"),
        ({"source": "text", "text": "ab" * 160_000, "size": 20}, "text", "at most 300,000 characters together"),
        ({"source": "words", "words": "low:3", "size": 3}, "size", "it must be at least 5"),
        ({"source": "text", "text": " "}, "text", "only white space"),
    ],
)
def test_what_unigram_cannot_learn_from_is_refused_at_its_control(
    settings: dict[str, Any], field: str, sentence: str
) -> None:
    with pytest.raises(InputError, match=sentence) as caught:
        pruned(**settings)
    assert caught.value.field == field


def test_a_new_word_is_cut_without_training_again(monkeypatch: pytest.MonkeyPatch) -> None:
    result = pruned()
    monkeypatch.setattr(tokenizer.pruning.unigram, "train", None)
    other = focus(result, Params(algorithm="unigram", segment="Two words"))
    assert isinstance(other, Pruned)
    assert other.drawn == ("▁two", "▁words")
    assert [cut.word for cut in other.cuts] == ["two", "words"]


def test_wherever_a_reader_looks_a_file_gives_the_ids_of_words_that_end_where_it_says() -> None:
    file = tokenizer_json(pruned(pretokenizer="spaces", size=70))
    params = Params(algorithm="file", segment="the keeper's light")
    result = focus(compute(params, file.encode()), params)
    assert result.encode(params.segment) == Tokenizer.from_str(file).encode(params.segment).ids


def test_the_table_holds_the_rounds_and_the_vocabulary_sums_to_one() -> None:
    """Digamma gives less than their share to all pieces, so the sum stays below 1."""
    result = pruned()
    table, vocabulary = result.table(), result.vocabulary()
    assert table["pieces"].tolist() == result.trained.size.tolist()
    assert len(vocabulary) == table["pieces"].iloc[-1] == Params().size - 1
    assert 0.9 < np.exp(vocabulary["log_probability_nats"]).sum() < 1.0
    assert (np.diff(vocabulary["log_probability_nats"]) <= 0).all()


def test_long_texts_are_estimated_as_long_work() -> None:
    words = " ".join("".join(random.Random(i).choices("abcdefghij", k=7)) for i in range(25_000))
    assert estimate_seconds(tokenizer, Params(algorithm="unigram"), None) < 0.1
    assert 0.3 < estimate_seconds(tokenizer, Params(algorithm="unigram", source="text", text=words), None) < 20
