"""Symbols that say where in their word they stand, as ``w</w>`` and ``##o``; Hugging Face's trainers as reference."""

import json
import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from spelt import word_tokens
from tokenizers import Tokenizer, models, pre_tokenizers, trainers

from core.bpe import MergeTrace, learn, segment
from core.bpe.pretokenize import WordCounts, count_words
from core.bpe.spelling import symbols_of

MARKS = [("", "</w>"), ("##", ""), ("##", "</w>"), ("", "@")]
WORDS = st.lists(st.text("abc", min_size=1, max_size=8), min_size=1, max_size=8, unique=True)


def counted(words: list[str]) -> WordCounts:
    return WordCounts(tuple(words), np.array([2 ** (len(words) - i) for i in range(len(words))]))


def trained_there(text: list[str], size: int, inside: str, suffix: str) -> Tokenizer:
    tokenizer = Tokenizer(models.BPE(unk_token="?"))
    tokenizer.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.BpeTrainer(vocab_size=size, special_tokens=["?"], show_progress=False,
                                  continuing_subword_prefix=inside, end_of_word_suffix=suffix)  # fmt: skip
    tokenizer.train_from_iterator(text, trainer)
    return tokenizer


def untied(trace: MergeTrace) -> int:
    """Merges before the first tie, which libraries decide by other rules."""
    ties = np.flatnonzero(trace.tied[:-1] > 1)
    return int(ties[0]) if len(ties) else trace.steps


@pytest.mark.parametrize(("inside", "suffix"), MARKS)
@given(WORDS)
def test_up_to_the_first_tie_the_merges_are_those_of_tokenizers(inside: str, suffix: str, words: list[str]) -> None:
    counts = counted(words)
    trace = learn(counts, merges=12, inside=inside, suffix=suffix, best="count", min_count=1)
    text = [word for word, times in zip(words, counts.frequencies.tolist(), strict=True) for _ in range(times)]
    theirs = json.loads(trained_there(text, 500, inside, suffix).to_str())["model"]["merges"]
    ours = [list(pair) for pair in trace.rules().pairs]
    assert ours[: untied(trace)] == theirs[: untied(trace)]


@pytest.mark.parametrize(("inside", "suffix"), MARKS)
@given(WORDS)
def test_each_word_of_the_training_is_cut_as_the_training_left_it(inside: str, suffix: str, words: list[str]) -> None:
    trace = learn(counted(words), merges=12, inside=inside, suffix=suffix, best="count", min_count=1)
    for number, word in enumerate(words):
        assert segment(word, trace.rules()).tokens == word_tokens(trace, number, trace.steps)
        assert segment(word, trace.rules()).after(-1) == [*symbols_of(word, inside, suffix)]


@given(WORDS)
def test_merges_that_are_given_are_made_again(words: list[str]) -> None:
    free = learn(counted(words), merges=9, suffix="</w>", min_count=1)
    again = learn(counted(words), merges=9, suffix="</w>", given=free.rules().pairs, min_count=1)
    for name in ("left", "right", "merged", "count", "replaced", "corpus_tokens", "boundary_step", "leaders_count"):
        np.testing.assert_array_equal(getattr(again, name), getattr(free, name))


def test_wordpiece_by_count_is_the_trainer_that_tokenizers_calls_wordpiece() -> None:
    """Powers of two as frequencies keep ties away."""
    chance = random.Random(1)
    letters = chance.sample([chr(0x100 + i) for i in range(200)], 24)
    words = ["".join(letters[2 * k : 2 * k + 2]) for k in range(12)]
    text = [word for k, word in enumerate(words) for _ in range(2 ** (12 - k))]
    theirs = Tokenizer(models.WordPiece(unk_token="?"))
    theirs.pre_tokenizer = pre_tokenizers.WhitespaceSplit()
    trainer = trainers.WordPieceTrainer(vocab_size=500, special_tokens=["?"], show_progress=False)
    theirs.train_from_iterator(text, trainer)
    trace = learn(count_words(" ".join(text), "whitespace"), merges=50, inside="##", best="count", min_count=1)
    assert {*trace.tokens} <= {*theirs.get_vocab()}
    assert {*trace.tokens[int(trace.vocabulary_size[0]) :]} == {
        token for token in theirs.get_vocab() if len(token.removeprefix("##")) > 1}  # fmt: skip
    assert not trace.scored


def test_an_end_is_told_from_the_same_letter_inside() -> None:
    """ "aa aab": a and a</w> are two symbols, so the pair a a</w> stands once and a a once."""
    trace = learn(counted(["aa", "aab"]), merges=1, suffix="</w>", min_count=1)
    assert trace.tokens == ("a", "a</w>", "b</w>", "aa</w>")
